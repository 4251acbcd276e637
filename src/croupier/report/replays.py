"""Notable games as replays inside a page: played again from their seeds, with what the seats expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.game.film import Picture
from croupier.game.hosting import Event, HostedState
from croupier.game.transcript import Line
from croupier.lab.notable import CLOSEST, DRAMATIC, KINDS, LONGEST, LUCKIEST, Notable
from croupier.lab.scorer import Evidence
from croupier.lab.simulate import Plan
from croupier.lab.world import MIXED, RANDOM, SERIES, SKILLED, Observation
from croupier.report.markup import Markup, data, joined, tag
from croupier.report.page import resource as own
from croupier.report.replay_page import Stage, resource

SHORT = 200
"""A game of so many decisions is shown event by event; of a longer one only the decisions are."""

MOST = 500
"""And of those the last ones, so many."""

TITLES = {
    DRAMATIC: "The most dramatic game",
    LONGEST: "The longest game",
    CLOSEST: "The closest game",
    LUCKIEST: "The luckiest game",
}
_START = """
for (const root of document.querySelectorAll(".replay")) {
  replay(root, JSON.parse(root.querySelector("script").textContent), root);
}
"""


def style() -> str:
    """What replays look like within a page."""
    return resource("replay.css") + own("replays.css")


def script() -> str:
    """What makes them move."""
    return resource("replay.js") + _START


def chosen(evidence: Evidence) -> dict[str, Notable]:
    """The notable games, one of each kind: among AIs if possible."""
    found: dict[str, Notable] = {}
    for kind in KINDS:
        # A random player against the AI is lucky; all others are better seen in skilled play.
        series = (MIXED,) if kind == LUCKIEST else (SKILLED, *SERIES)
        worlds = (evidence.world(name).notable for name in series)
        one = next((of[kind] for of in worlds if kind in of), None)
        if one is not None:
            found[kind] = one
    return found


def replays(plan: Plan, games: Mapping[str, Notable]) -> Markup:
    """The games, each to be stepped through; the first one is open."""
    stage = Stage(plan.game)
    parts = [
        tag(
            "details",
            tag("summary", TITLES[kind]),
            tag("p", sentence(one)),
            tag(
                "div",
                data(replayed(stage, plan, one.game)),
                class_="replay",
                tabindex="0",
                role="group",
                aria_label=f"{TITLES[kind]}, to be stepped through with the arrow keys",
            ),
            id=kind,
            open=number == 0,
        )
        for number, (kind, one) in enumerate(games.items())
    ]
    help_text = tag(
        "p",
        "With the focus on a game, ",
        joined((tag("kbd", key) for key in ("←", "→")), " and "),
        " go one event back and on, with ",
        tag("kbd", "Shift"),
        " to the next decision, ",
        joined((tag("kbd", key) for key in ("Home", "End")), " and "),
        " to the beginning and the end, and ",
        tag("kbd", "Space"),
        " plays. All cards are open. “Expects” is the standing that the AI gave a seat at the last decision: "
        "1 is first, 0 is last.",
        class_="soft screen-only",
    )
    # The cards come last: they are those that the games have used.
    return tag("div", help_text, joined(parts), Markup(stage.cards()), class_="replays")


def sentence(one: Notable) -> str:
    """What is notable about a game."""
    game, played = one.game, one.game.played
    who = " and ".join(f"seat {seat}" for seat in game.winners)
    among = {SKILLED: "among AIs", RANDOM: "among random players"}.get(
        game.series, f"of the AI at seat {min(game.ai, default=0)} among random players"
    )
    which = (
        f"Game {played.index:,} {among} (seed {played.seed}), {played.decisions:,} decisions, won by {who}"
    )
    if one.kind == DRAMATIC:
        lowest, at = _lowest(game)
        behind = f"its expected standing was as low as {lowest:.2f} at decision {at}"
        return f"{which}. In no other was the winner so far behind for so long: {behind}."
    if one.kind == LONGEST:
        return f"{which}. No other observed game of the series took longer."
    if one.kind == CLOSEST:
        scores = ", ".join(f"{score:,}" for score in played.outcome.scores)
        how = "a shared win" if one.value == 0 else f"{-one.value:g} between the winner and the next"
        return f"{which}. The scores were {scores}: {how}."
    lowest, at = _lowest(game)
    doubted = f"gave it an expected standing of {lowest:.2f} at decision {at}"
    return f"{which}, which chooses at random. The AI {doubted}, and yet has lost."


def _lowest(game: Observation) -> tuple[float, int]:
    """The worst that the winner could expect, and the last decision at which it did."""
    winner = min(game.winners, key=lambda seat: min(game.courses[seat]))
    lowest = min(game.courses[winner])
    return lowest, max(d.number + 1 for d in game.recorded if d.standings[winner] == lowest)


def replayed(stage: Stage, plan: Plan, game: Observation) -> dict[str, Any]:
    """A game for `replay.js`, with open cards."""
    length = len(game.decisions)
    first = 0 if length <= SHORT else max(0, length - MOST)
    steps = _Steps(length <= SHORT, first)
    state = plan.game.fresh(game.played.seed, max_steps=plan.max_steps, max_decisions=plan.max_decisions)
    found = _filmed(stage, state, steps) if plan.game.pack.kinds else _told(stage, state, steps)
    state.begin()
    for decision in game.decisions:
        if not decision.forced:
            state.apply(decision.chosen)
    state.listen(None)
    data = found()
    steps_shown = data["sides"][0]["steps"]
    # How the cards were dealt is not what one wants to see first.
    data["at"] = next((at for at, step in enumerate(steps_shown) if "d" in step), 0)
    numbers = iter(game.decisions[first:])
    for step in steps_shown:
        if "d" in step:
            decision = next(numbers)
            if decision.estimates is not None:
                step["e"] = [round(v, 3) for v in decision.standings]
    return data


@dataclass
class _Steps:
    """Which events are shown."""

    whole: bool
    first: int
    """The number of the first decision that is."""
    decided: int = 0

    def shows(self, event: Event) -> bool:
        """Whether this one is; to be asked of every event in turn."""
        if event[0] == "drop":
            return False
        is_decision = event[0] == "decision"
        self.decided += is_decision
        return self.whole or event[0] == "end" or (is_decision and self.decided > self.first)


def _filmed(stage: Stage, state: HostedState, steps: _Steps) -> Callable[[], dict[str, Any]]:
    """Cards and all."""
    film: list[Picture] = []
    lines: list[Line] = []
    recorder = state.recorder(lines.append)

    def heard(event: Event, place: Any) -> None:
        recorder(event, place)
        if steps.shows(event):
            film.append(Picture(state.open_view(), lines[-1]))

    state.listen(heard)
    return lambda: stage.replay([film])


def _told(stage: Stage, state: HostedState, steps: _Steps) -> Callable[[], dict[str, Any]]:
    """In words, with a picture in letters at every decision: for games that have no piles to show."""
    found: list[dict[str, Any]] = []
    words: list[str] = []
    teller = state.teller(words.append)

    def heard(event: Event, place: Any) -> None:
        words.clear()
        teller(event, place)
        if not steps.shows(event):
            return
        step: dict[str, Any] = {"w": " ".join(words), "p": {}}
        if event[0] == "decision":
            _, seat, options, chosen = event
            step |= {"d": 1, "t": seat, "o": [option.text for option in options], "c": chosen}
        if event[0] in ("decision", "end"):
            step["x"] = state.picture()
        if step["w"] or "d" in step:
            found.append(step)

    state.listen(heard)
    side = {"name": "Open cards", "seat": -1, "teams": [], "places": {}, "steps": found}
    return lambda: stage.around(0, [side])
