"use strict";
// A replay in an element of the page: the table, the story and what moves through it. `game` is its data.
// Keys are heard by `keys`: the document if there is nothing else on the page, or else the element itself.
function replay(root, game, keys) {
const SVG = "http://www.w3.org/2000/svg";
// Where the places of a role lie: in the middle of the table, or with their owner.
const MIDDLE = ["stock", "pile", "market", "columns", "centre"];
const SEATED = ["hand", "held", "tableau", "played", "down", "won"];
const SPREAD = ["hand", "held", "tableau", "played", "market", "centre", "columns", "trick"];
const FEW = 5;
let side = game.sides[0], at = 0, timer = 0, lines = [], deal = null;
const fanned = new Set();

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

// Cards

function drawn(symbol, words) {
  const card = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  card.setAttribute("viewBox", "0 0 240 336");
  card.setAttribute("class", "card");
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", words);
  use.setAttribute("href", "#" + game.prefix + symbol);
  const title = document.createElementNS(SVG, "title");
  title.textContent = words;
  card.append(title, use);
  return card;
}

function back(number) {
  const name = game.backs[number];
  return drawn("b" + number, name ? "hidden card, " + name : "hidden card");
}

// A card, with a ring and a name if somebody keeps a copy of it.
function face(slot, notes) {
  const [kind, number] = Array.isArray(slot) ? slot : [slot, null];
  const card = element("span", "slot"), noted = number !== null && notes.get(number);
  card.append(drawn("k" + kind, game.words[kind]));
  if (noted && noted.labels.length) {
    card.classList.add("noted");
    card.append(element("span", "note", noted.labels.join(", ")));
  } else if (noted) card.classList.add("often");
  return card;
}

function cardsOf(slots, notes) {
  const cards = [];
  for (const slot of slots) {
    if (typeof slot === "number" || Array.isArray(slot)) { cards.push(face(slot, notes)); continue; }
    for (const number in slot) {
      for (let i = 0; i < slot[number]; i++) {
        const card = element("span", "slot");
        card.append(back(number));
        cards.push(card);
      }
    }
  }
  return cards;
}

function fan(cards, most) {
  const rows = Math.max(1, Math.ceil(cards.length / most)), long = Math.ceil(cards.length / rows), all = element("div", "fan");
  for (let row = 0; row < rows; row++) {
    const line = element("div", "cards");
    line.append(...cards.slice(row * long, (row + 1) * long));
    line.style.setProperty("--n", Math.min(long, cards.length - row * long));
    all.append(line);
  }
  return all;
}

// Many cards on each other: the top one, and how many there are. A click spreads them.
function stack(key, cards) {
  const heap = element("button", "stack");
  heap.type = "button";
  const below = Math.min(3, Math.ceil(cards.length / 8));
  heap.style.setProperty("--below", below);
  heap.append(...cards.slice(-1), element("span", "many", cards.length));
  heap.setAttribute("aria-label", cards.length + " cards, spread them");
  heap.onclick = () => { fanned.add(key); draw(); part.table.focus(); };
  return heap;
}

function zone(key, slots, notes, fresh, wide) {
  const [, , name, role] = side.places[key];
  const box = element("div", "zone " + role + (fresh ? " fresh" : ""));
  const cards = cardsOf(slots, notes);
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", name + ", " + cards.length + (cards.length === 1 ? " card" : " cards"));
  const stacked = !SPREAD.includes(role) && cards.length > (role === "stock" ? 1 : FEW);
  if (stacked && !fanned.has(key)) box.append(stack(key, cards));
  else if (role === "columns") {
    const column = element("div", "column");
    column.style.setProperty("--n", cards.length);
    column.append(...cards);
    box.append(column);
  } else {
    box.append(fan(cards, wide ? 21 : 13));
  }
  const label = element("span", "label", name);
  if (cards.length > 3 && !(stacked && !fanned.has(key))) label.append(" ", element("span", "count-of", cards.length));
  if (stacked && fanned.has(key)) {
    const fold = element("button", "fold", "stack");
    fold.type = "button";
    fold.onclick = () => { fanned.delete(key); draw(); part.table.focus(); };
    label.append(" ", fold);
  }
  box.append(label);
  return box;
}

// Values

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

function valuesOf(owner, shown, step) {
  const found = { score: [], others: [] };
  for (const key of Object.keys(shown.values).filter(key => ownerOf(key) === owner)) {
    const name = key.replace(/^T?\d+\./, ""), role = game.values[owner.replace(/\d+$/, "") + "." + name] || "chip";
    if (role === "hidden" || shown.values[key] === "") continue;
    const pill = element("span", "value " + role + (step.v && key in step.v && at > 0 ? " fresh" : ""));
    pill.append(element("i", "", name), " ", element("b", "", shown.values[key]));
    found[role === "score" ? "score" : "others"].push(pill);
  }
  return found;
}

// The table

function heading(title, owner, shown, step) {
  const head = element("h4", "", title);
  if (owner === "player" + step.t) head.append(element("small", "", "to move"));
  const values = valuesOf(owner, shown, step);
  head.append(...values.score, ...values.others);
  if (shown.expected && owner.startsWith("player")) head.append(expects(shown.expected[+owner.slice(6)]));
  return head;
}

function placesOf(owner, roles, shown) {
  const keys = Object.keys(shown.piles).filter(key => {
    const place = side.places[key];
    return place[0] + place[1] === owner && (roles === null ? !["note", "hidden", "trick", ...SEATED].includes(place[3]) : roles.includes(place[3]));
  });
  const rank = key => (roles || []).indexOf(side.places[key][3]);
  return keys.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

// Whoever keeps a copy of which card; and copies of cards that do not show.
function notesOn(shown) {
  const notes = new Map(), seen = new Set(), pinned = [];
  for (const key in shown.piles) {
    const isNote = side.places[key][3] === "note";
    for (const slot of shown.piles[key]) {
      if (Array.isArray(slot) && !isNote) seen.add(slot[1]);
    }
  }
  for (const key in shown.piles) {
    if (side.places[key][3] !== "note") continue;
    const [owner, member, name] = side.places[key];
    const label = owner === "player" && game.seats > 1 ? name + " " + member : name;
    for (const slot of shown.piles[key]) {
      if (!Array.isArray(slot)) continue;
      if (seen.has(slot[1])) {
        const noted = notes.get(slot[1]) || { labels: [] };
        // What is noted of all cards, such as who has played them, needs no word on each.
        if (shown.piles[key].length <= FEW) noted.labels.push(label);
        notes.set(slot[1], noted);
      } else pinned.push([owner + member, slot, label]);
    }
  }
  return { notes, pinned };
}

function zones(owner, roles, shown, step, notes, wide) {
  return placesOf(owner, roles, shown).map(key => zone(key, shown.piles[key], notes.notes, at > 0 && key in step.p, wide));
}

function pins(owner, notes) {
  return notes.pinned.filter(([whose]) => whose === owner).map(([, slot, label]) => {
    const box = element("div", "zone pin");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", label);
    box.append(fan([face(slot[0], notes.notes)], 1), element("span", "label", label));
    return box;
  });
}

function seatBox(seat, where, shown, step, notes) {
  const owner = "player" + seat, own = where === "south";
  const box = element("section", "seat " + where + (step.t === seat ? " mover" : ""));
  box.append(heading(seat === side.seat ? "Seat " + seat + " (you)" : "Seat " + seat, owner, shown, step));
  const spread = element("div", "zones");
  spread.append(...zones(owner, SEATED, shown, step, notes, own), ...zones(owner, null, shown, step, notes, own), ...pins(owner, notes));
  if (game.seats > 4) spread.append(...zones(owner, ["trick"], shown, step, notes, false));
  box.append(spread);
  return box;
}

// The seats clockwise from the one below, and the side of the table at which each of them sits.
function seating() {
  const order = game.order.length === game.seats ? game.order : [...Array(game.seats).keys()];
  const first = Math.max(0, order.indexOf(side.seat)), found = [];
  const sides = { 1: ["south"], 2: ["south", "north"], 3: ["south", "west", "east"], 4: ["south", "west", "north", "east"] };
  for (let i = 0; i < order.length; i++) {
    found.push([order[(first + i) % order.length], (sides[order.length] || ["south"])[i] || "far"]);
  }
  return found;
}

function draw() {
  const step = side.steps[at], shown = tableAt(at), notes = notesOn(shown), placed = seating();
  const felt = element("div", "felt of" + Math.min(game.seats, 5)), middle = element("div", "middle"), far = element("div", "far-seats");
  for (const [seat, where] of placed) (where === "far" ? far : felt).append(seatBox(seat, where, shown, step, notes));
  if (far.children.length) felt.append(far);
  const centre = element("div", "centre-zones");
  centre.append(...zones("game0", MIDDLE, shown, step, notes, true), ...zones("game0", null, shown, step, notes, true).filter(box => !MIDDLE.some(role => box.classList.contains(role))), ...pins("game0", notes));
  const { score, others } = valuesOf("game0", shown, step);
  if (score.length || others.length) {
    const strip = element("p", "strip");
    strip.append(...score, ...others);
    middle.append(strip);
  }
  middle.append(centre);
  if (game.seats <= 4) {
    for (const [seat, where] of placed) {
      const tricks = zones("player" + seat, ["trick"], shown, step, notes, false);
      const corner = element("div", "trick-of from-" + where);
      corner.append(...tricks);
      if (Object.values(side.places).some(place => place[3] === "trick")) middle.append(corner);
    }
  }
  side.teams.forEach((seats, i) => {
    const all = [...zones("team" + i, SEATED, shown, step, notes, false), ...zones("team" + i, null, shown, step, notes, false), ...zones("team" + i, ["trick"], shown, step, notes, false), ...pins("team" + i, notes)];
    const values = valuesOf("team" + i, shown, step);
    if (!all.length && !values.score.length && !values.others.length) return;
    const box = element("section", "team"), spread = element("div", "zones");
    spread.append(...all);
    box.append(heading("Team of seats " + seats.join(" and "), "team" + i, shown, step), spread);
    middle.append(box);
  });
  if (game.seats) felt.append(middle);
  if (shown.letters) felt.append(element("pre", "", shown.letters));
  part.table.replaceChildren(felt);
  tell(step);
}

function tell(step) {
  part.now.replaceChildren(coloured(element("p"), step.w));
  if (step.o) {
    const list = element("ol");
    step.o.forEach((text, i) => list.append(coloured(element("li", i === step.c ? "chosen" : ""), text)));
    part.now.append(list);
  }
  const here = lines[at];
  part.log.querySelector(".here")?.classList.remove("here");
  if (deal && deal.contains(here)) deal.open = true;
  here.classList.add("here");
  part.log.scrollTop = here.offsetTop - part.log.clientHeight / 2;
  part.slider.value = at;
  part.slider.setAttribute("aria-valuetext", step.w);
  part.count.textContent = (at + 1) + " / " + side.steps.length;
}

// Steps

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
  lines = side.steps.map((step, i) => {
    const line = coloured(element("li", step.d ? "decision" : ""), step.w);
    line.dataset.n = i + 1;
    line.onclick = event => { event.stopPropagation(); stop(); go(i); };
    return line;
  });
  const opening = firstDecision();
  deal = null;
  if (opening > 1) {
    // What comes before the first decision is folded: hardly anybody wants to read how cards were dealt.
    const row = element("li", "deal"), events = element("ol");
    deal = element("details");
    events.append(...lines.slice(0, opening));
    deal.append(element("summary", "", "The deal: " + opening + " events"), events);
    row.append(deal);
    part.log.replaceChildren(row, ...lines.slice(opening));
  } else part.log.replaceChildren(...lines);
  go(at);
}

function firstDecision() {
  return side.steps.findIndex(step => step.d);
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
at = game.at ?? Math.max(0, firstDecision());
part.sides.value = game.side || 0;
choose(+part.sides.value || 0);
}
