"""What was found in a program that makes it a game, and how: what `croupier show` tells."""

from __future__ import annotations

from typing import Any

from croupier.game import PLAYER, Stream
from croupier.script.as_game.game import ScriptGame
from croupier.script.as_game.moves import Move
from croupier.script.as_game.results import scored
from croupier.script.as_game.seating import asked
from croupier.script.as_game.sight import hidden
from croupier.script.as_game.state import ScriptState
from croupier.script.machine import Machine
from croupier.script.terms import Fault
from croupier.script.uses import Site, Uses, site_of
from croupier.text import as_json

DECISIONS = 200
"""So many decisions of one random game are looked at."""


def outline(game: ScriptGame) -> dict[str, Any]:
    """Seats, decisions, result and hidden places, each with how it was found; from one random game."""
    state, chance = game.fresh(1), Stream.of(1, PLAYER)
    met: dict[Site, dict[str, Any]] = {}
    inner: set[int] = set()
    piles: list[str] = []
    for _ in range(DECISIONS):
        if state.to_move is None:
            break
        _note(game, state, met, inner)
        piles = piles or hidden_piles(game, state.machine)
        state.apply(chance.below(state.option_count))
    return {
        "seats": {"number": game.seats, "found": _seats(game)},
        "decisions": sorted(met.values(), key=lambda row: row["line"]),
        "never_asked": [
            line for line in _lines(game) if line not in inner.union(row["line"] for row in met.values())
        ],
        "hidden": piles or hidden_piles(game, state.machine),
        "result": _result(game, state),
        "warnings": [as_json(finding) for finding in game.warnings.values()],
    }


def _note(game: ScriptGame, state: ScriptState, met: dict[Site, dict[str, Any]], inner: set[int]) -> None:
    pending = state.machine.pending
    assert pending is not None
    site = site_of(pending.span)
    if site in met:
        met[site]["times"] += 1
        return
    chain = next((move for move in state.known_moves or () if len(move.parts) > 1), None)
    if chain is not None:
        inner |= _lines_inside(state.machine, chain)
    met[site] = {
        "line": pending.span.line,
        "asked": asked(game.script, state.machine).how,
        "answers": "what the program offers"
        if pending.options is not None
        else game.script.uses.get(site, Uses()).described(),
        "stated": pending.options is not None,
        "chained": chain is not None,
        "for_example": [option.text for option in state.options[:6]],
        "times": 1,
    }


def _lines_inside(machine: Machine, move: Move) -> set[int]:
    """The lines of the questions of a move after its first one."""
    found = set()
    fork = machine.silent()
    for answer in move.answers[:-1]:
        fork.answer(answer)
        fork.run()
        found |= {fork.pending.span.line} if fork.pending is not None else set()
    return found


def _lines(game: ScriptGame) -> list[int]:
    """The lines of all questions but the one for the number of players."""
    uses = game.script.uses.items()
    own = (start for (name, start), use in uses if name == game.source.name and not use.count)
    return sorted({game.source.position(start)[0] for start in own})


def _seats(game: ScriptGame) -> str:
    if game.script.default_seats is not None:
        return "`seats(…)` in the program; --seats sets another number"
    if game.script.asks_seats:
        return "the program asks for it; --seats answers"
    return "the players that the program makes"


def _result(game: ScriptGame, state: ScriptState) -> dict[str, Any]:
    """Where the result is found, if the game has come to its end."""
    if state.to_move is not None:
        return {"found": None, "told": f"unknown: one random game was not over after {DECISIONS} decisions"}
    outcome = state.outcome
    assert outcome is not None
    if outcome.finding is not None or state.machine.failure is not None:
        return {"found": None, "told": f"unknown: the game ended {outcome.status.value}, {outcome.reason}"}
    try:
        found = scored(game.script, state.machine, game.seats)
    except Fault as fault:
        return {"found": None, "told": fault.message}
    if found is None:
        return {"found": None, "told": "none: only length, decisions and options are reported"}
    return {"found": found[0], "told": f"{found[0]}; higher is better"}


def hidden_piles(game: ScriptGame, machine: Machine) -> list[str]:
    """The piles of which seat 0 does not know all cards, by the names under which they lie."""
    if not machine.seated:
        return []
    script = game.script
    spots = hidden(script, machine, 0)
    found: dict[str, None] = {}

    def note(name: str, held: Any) -> None:
        pile = script.pile(machine, held)
        if pile is not None and id(pile) in spots:
            open_ = len(machine.items(pile)) - len(spots[id(pile)][1])
            some = f" (all but {open_})" if open_ else ""
            found[f"{name}{some}"] = None

    for name, held in zip(machine.global_names, machine.globals, strict=True):
        note(name, held)
    for frame in machine.frames:
        for name, held in zip(frame.routine.names, frame.locals, strict=False):
            note(name, held)
    for thing in machine.things(machine.seated):
        if script.is_player(thing):
            for name, held in machine.fields(thing).items():
                note(f"the {name} of others", held)
    return list(found)


def outline_text(data: dict[str, Any]) -> str:
    """The same for people."""
    lines = ["at the table", f"  seats     {data['seats']['number']}: {data['seats']['found']}"]
    for number, row in enumerate(data["decisions"]):
        label = "decisions" if number == 0 else ""
        chained = ", then the next question at once" if row["chained"] else ""
        lines.append(f"  {label:<9} line {row['line']}: {row['answers']}{chained}; asked is {row['asked']}")
        lines.append(f"  {'':<9}   such as {', '.join(row['for_example'])}")
    never = data["never_asked"]
    if not data["decisions"]:
        met = "none met in one random game" if never else "none: it is watched rather than played"
        lines.append(f"  decisions {met}")
    if never:
        asked_ = "not met in one random game" if data["decisions"] else "the program may ask at"
        lines.append(f"  {'':<9} {asked_}: line {', '.join(map(str, never))}")
    lines.append(f"  hidden    {', '.join(data['hidden']) or 'nothing'}")
    lines.append(f"  result    {data['result']['told']}")
    for finding in data["warnings"]:
        lines.append(f"  warning   {finding['code']} line {finding['line']}: {finding['message']}")
    return "\n".join(lines)
