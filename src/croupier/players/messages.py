"""What is said to a program that plays, and what it may answer: JSON lines, described in `docs/bots`."""

from __future__ import annotations

import json
from typing import Any

from croupier import __version__
from croupier.game import Outcome, View
from croupier.game.capabilities import AsksByPrompt, KnowsGame, ShowsPiles, ShowsTurns, able
from croupier.game.cards import known_names, storage_id
from croupier.text.errors import CroupierError

PROTOCOL = 1
"""The version of the messages."""

Message = dict[str, Any]


class AnswerError(CroupierError, ValueError):
    """An answer that is not one; the message says why."""


def hello() -> Message:
    """The first thing said; the program answers with a hello of its own."""
    return {"type": "hello", "protocol": PROTOCOL, "croupier": __version__}


def start(view: View, seed: int) -> Message:
    """A game begins. The seed is the program's own; nobody can compute the deal from it."""
    known = able(view, KnowsGame)
    return {
        "type": "start",
        "game": "" if known is None else str(known.game.name),
        "seat": view.seat,
        "seats": view.seats,
        "teams": [list(team) for team in view.teams],
        "seed": seed,
    }


def decide(view: View, time_left: float) -> Message:
    """The program is to choose."""
    options = [{"index": o.index, "key": o.key, "text": o.text} for o in view.options]
    left = round(time_left, 3)
    return {
        "type": "decide",
        "seats": view.seats,
        "view": view_data(view),
        "options": options,
        "time_left": left,
    }


def end(outcome: Outcome | None) -> Message:
    """The game is over, or the program is no longer needed."""
    message: Message = {"type": "end"}
    if outcome is not None:
        message["status"] = outcome.status.value
        if outcome.ranks:
            message |= {"scores": list(outcome.scores), "ranks": list(outcome.ranks)}
    return message


def view_data(view: View) -> Message:
    """What a seat may know, as plain data. A card that it does not know is null."""
    data: Message = {"seat": view.seat, "to_move": view.to_move}
    # Anybody's view has what the protocol says; ours tell more.
    shown, asks, turns = able(view, ShowsPiles), able(view, AsksByPrompt), able(view, ShowsTurns)
    if shown is None:
        return data
    data["decisions"] = shown.decisions
    if asks is not None and asks.prompt:
        data["prompt"] = asks.prompt
    data["places"] = {pile.id: list(known_names(shown.pack, pile.slots)) for pile in shown.piles}
    data["stored"] = {storage_id(key): value for key, value in shown.stored}
    if turns is not None:
        data["turn"] = [current for current, _ in turns.players]
    return data


def dumped(message: Message) -> bytes:
    """A message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def parsed(line: bytes) -> Message:
    """An answer, which has to be an object."""
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise AnswerError(f"it answered {_excerpt(line)}, which is not JSON") from None
    if not isinstance(message, dict):
        raise AnswerError(f"it answered {_excerpt(line)}, which is not an object")
    return message


def greeted(message: Message) -> None:
    """Whether a program speaks this version."""
    if message.get("type") != "hello" or message.get("protocol") != PROTOCOL:
        raise AnswerError(f'it did not answer {{"type": "hello", "protocol": {PROTOCOL}}}')


def answer(message: Message, options: int, seats: int) -> tuple[int, list[list[float]] | None]:
    """The option chosen, and the estimates, if there are any."""
    choice = message.get("choice")
    if not isinstance(choice, int) or isinstance(choice, bool) or not 0 <= choice < options:
        raise AnswerError(
            f"it chose {_short(choice)}, which is not an option: they count from 0 to {options - 1}"
        )
    estimates = message.get("estimates")
    if estimates is None:
        return choice, None
    if not (isinstance(estimates, list) and len(estimates) == options) or not all(
        isinstance(of_option, list) and len(of_option) == seats and all(map(_is_standing, of_option))
        for of_option in estimates
    ):
        raise AnswerError(f"its estimates are not {seats} numbers from 0 to 1 for each of {options} options")
    return choice, estimates


def _is_standing(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _excerpt(line: bytes) -> str:
    return _short(line.decode("utf-8", "replace").strip())


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
