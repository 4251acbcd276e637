"use strict";
// A replay in an element of the page: the table, the story and what moves through it. `game` is its data.
// Keys are heard by `keys`: the document if there is nothing else on the page, or else the element itself.
function replay(root, game, keys) {
const ORDER = ["iloc", "oloc", "hloc", "vloc", "mem"];
let side = game.sides[0], at = 0, timer = 0;

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const part = {};
function made(name, className, attributes, text) {
  const one = element(name, className, text);
  for (const key in attributes) one.setAttribute(key, attributes[key]);
  part[className] = one;
  return one;
}

function build() {
  const aside = element("div", "side"), bar = element("div", "bar");
  aside.append(made("div", "now", { "aria-live": "polite" }), made("ol", "log", { "aria-label": "Story", tabindex: 0 }));
  const buttons = [
    ["first", "|◀", "To the beginning (Home)"], ["before", "◀◀", "Decision before (Shift+←)"], ["prev", "◀", "One back (←)"],
    ["play", "Play", "Play (Space)"],
    ["next", "▶", "One on (→)"], ["after", "▶▶", "Next decision (Shift+→)"], ["last", "▶|", "To the end (End)"],
  ];
  for (const [name, text, title] of buttons) {
    bar.append(made("button", name, { type: "button", title, ...(name === "play" ? {} : { "aria-label": title }) }, text));
  }
  bar.append(made("input", "slider", { type: "range", min: 0, value: 0, "aria-label": "Event" }), made("output", "count", {}));
  const choice = made("label", "choice", {}, "Seen by ");
  choice.append(made("select", "sides", {}));
  bar.append(choice);
  root.append(made("div", "table", { role: "region", "aria-label": "The table", tabindex: 0 }), aside, bar);
}

function apply(into, changes) {
  for (const key in changes) {
    if (changes[key] === null) delete into[key]; else into[key] = changes[key];
  }
}

function tableAt(step) {
  const piles = {}, values = {};
  let expected = null, letters = "";
  for (let i = 0; i <= step; i++) {
    apply(piles, side.steps[i].p);
    apply(values, side.steps[i].v || {});
    expected = side.steps[i].e || expected;
    letters = side.steps[i].x || letters;
  }
  return { piles, values, expected, letters };
}

function coloured(into, text) {
  for (const piece of text.split(/([♥♦](?:10|[2-9AKQJ]))/)) {
    into.append(/^[♥♦]/.test(piece) ? element("span", "red", piece) : piece);
  }
  return into;
}

function face(name, noted) {
  const playing = /^([♥♦♣♠])(10|[2-9AKQJ])$/.exec(name);
  const card = element("span", "card" + (noted ? " noted" : ""));
  card.title = noted ? name + " (noted)" : name;
  if (playing) {
    if ("♥♦".includes(playing[1])) card.classList.add("red");
    card.append(element("span", "", playing[2]), element("span", "", playing[1]));
  } else {
    card.classList.add("plain");
    card.textContent = name.split("-").join(" ");
  }
  return card;
}

function backs(count, back) {
  const heap = element("span", "backs");
  for (let i = 0; i < Math.min(count, 13); i++) heap.append(element("span", "back"));
  heap.append(element("span", "number", count + " hidden" + (back ? " " + back : "")));
  return heap;
}

function pile(key, cards, fresh) {
  const [, , name, kind] = side.places[key];
  const line = element("div", fresh ? "pile fresh" : "pile");
  const row = element("div", "cards");
  for (const card of cards) row.append(typeof card === "string" ? face(card, kind === "mem") : backs(card[0], card[1]));
  line.append(element("b", "", name), row);
  return line;
}

function expects(share) {
  const told = element("span", "expects"), rail = element("i"), filled = element("b");
  filled.style.width = 100 * share + "%";
  rail.append(filled);
  told.title = "Expected standing: 1 is first, 0 is last";
  told.append("expects " + share.toFixed(2), rail);
  return told;
}

function ownerOf(key) {
  const match = /^(T?)(\d+)\./.exec(key);
  return match ? (match[1] ? "team" : "player") + match[2] : "game0";
}

function panel(title, owner, shown, step, wide) {
  const box = element("section", "panel" + (wide ? " wide" : ""));
  const heading = element("h4", "", title);
  if (owner === "player" + step.t) {
    box.classList.add("mover");
    heading.append(element("small", "", "to move"));
  }
  if (shown.expected && owner.startsWith("player")) heading.append(expects(shown.expected[+owner.slice(6)]));
  box.append(heading);
  const piles = Object.keys(shown.piles).filter(key => side.places[key][0] + side.places[key][1] === owner);
  piles.sort((a, b) => ORDER.indexOf(side.places[a][3]) - ORDER.indexOf(side.places[b][3]) || (a < b ? -1 : 1));
  for (const key of piles) box.append(pile(key, shown.piles[key], at > 0 && key in step.p));
  const values = Object.keys(shown.values).filter(key => ownerOf(key) === owner);
  if (values.length) {
    const line = element("p", "values");
    for (const key of values) {
      const fresh = step.v && key in step.v ? "fresh" : "";
      line.append(element("i", fresh, key.replace(/^T?\d+\./, "") + " " + shown.values[key]), " ");
    }
    box.append(line);
  }
  return piles.length || values.length || owner.startsWith("player") ? box : null;
}

function draw() {
  const step = side.steps[at], shown = tableAt(at);
  const panels = [];
  for (let i = 0; i < game.seats; i++) {
    const seat = side.seat >= 0 ? (side.seat + i) % game.seats : i;
    const own = seat === side.seat;
    panels.push(panel(own ? "Seat " + seat + " (you)" : "Seat " + seat, "player" + seat, shown, step, own));
  }
  side.teams.forEach((seats, i) => panels.push(panel("Team of seats " + seats.join(" and "), "team" + i, shown, step)));
  panels.push(panel("Table", "game0", shown, step, true));
  if (shown.letters) panels.push(element("pre", "", shown.letters));
  part.table.replaceChildren(...panels.filter(Boolean));
  part.now.replaceChildren(coloured(element("p"), step.w));
  if (step.o) {
    const list = element("ol");
    step.o.forEach((text, i) => list.append(coloured(element("li", i === step.c ? "chosen" : ""), text)));
    part.now.append(list);
  }
  const here = part.log.children[at];
  part.log.querySelector(".here")?.classList.remove("here");
  here.classList.add("here");
  part.log.scrollTop = here.offsetTop - part.log.clientHeight / 2;
  part.slider.value = at;
  part.slider.setAttribute("aria-valuetext", step.w);
  part.count.textContent = (at + 1) + " / " + side.steps.length;
}

function go(step) {
  at = Math.max(0, Math.min(side.steps.length - 1, step));
  draw();
}

function decision(direction) {
  let step = at + direction;
  while (step > 0 && step < side.steps.length - 1 && !side.steps[step].d) step += direction;
  go(step);
}

function choose(number) {
  side = game.sides[number];
  part.slider.max = side.steps.length - 1;
  part.log.replaceChildren(...side.steps.map((step, i) => {
    const line = coloured(element("li", step.d ? "decision" : ""), step.w);
    line.dataset.n = i + 1;
    line.onclick = () => { stop(); go(i); };
    return line;
  }));
  go(at);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  part.play.textContent = "Play";
}

function toggle() {
  if (timer) { stop(); return; }
  if (at === side.steps.length - 1) at = -1;
  part.play.textContent = "Pause";
  timer = setInterval(() => {
    go(at + 1);
    if (at === side.steps.length - 1) stop();
  }, 700);
}

build();
const moves = {
  first: () => go(0), before: () => decision(-1), prev: () => go(at - 1),
  next: () => go(at + 1), after: () => decision(1), last: () => go(side.steps.length - 1),
};
for (const name in moves) part[name].onclick = () => { stop(); moves[name](); };
part.play.onclick = toggle;
part.slider.oninput = event => { stop(); go(+event.target.value); };
part.sides.onchange = event => choose(+event.target.value);
game.sides.forEach((one, i) => part.sides.append(new Option(one.name, i)));
part.choice.hidden = game.sides.length < 2 && game.sides[0].seat < 0;
part.sides.disabled = game.sides.length < 2;
keys.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
  const sideways = event.target === part.slider ? {} : {
    ArrowLeft: event.shiftKey ? "before" : "prev", ArrowRight: event.shiftKey ? "after" : "next",
    Home: "first", End: "last",
  };
  // Beside other things on a page, these scroll.
  const upright = keys === document ? { ArrowUp: "before", ArrowDown: "after", PageUp: "before", PageDown: "after" } : {};
  const move = { ...upright, ...sideways }[event.key];
  if (move) { event.preventDefault(); stop(); moves[move](); }
  else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); toggle(); }
});
at = game.at || 0;
part.sides.value = game.side || 0;
choose(+part.sides.value || 0);
}
