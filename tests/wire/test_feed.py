"""The messages for a seat and for a screen that several people share, and their schema."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from croupier import load
from croupier.game import PLAYER, Stream
from croupier.game.hosting import HostedGame, HostedState
from croupier.game.transcript import Line
from croupier.wire.feed import Feed, HotSeat, dumped
from croupier.wire.plan import Plan, plan
from croupier.wire.watching import WATCHER

SCHEMA = json.loads((files("croupier.wire") / "schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
NO_PLAN = Plan(2, (0, 1), (), (), console=False)


def check(message: dict[str, Any]) -> None:
    """The message is what the schema says, as it is sent."""
    VALIDATOR.validate(json.loads(dumped(message)))


def begun(game: HostedGame, seed: int) -> tuple[HostedState, list[Line]]:
    """A game at its first decision, and what has happened in it."""
    state = game.fresh(seed)
    heard: list[Line] = []
    state.listen(state.recorder(heard.append))
    state.begin()
    return state, heard


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", ["hearts", "casino", "coup", "uno.ah", "mille_bornes.cdg"])
def test_everything_that_is_sent_is_in_the_schema(name: str) -> None:
    game = load(name, engine="interpreter")
    state, heard = begun(game, 5)
    laid, stream = plan(game) if name == "hearts" else NO_PLAN, Stream.of(5, PLAYER)
    feed, screen = Feed(game, 0, laid, ("Ada",)), HotSeat(game, range(game.seats), laid)
    watched = Feed(game, WATCHER, laid)
    check(feed.opening(state, heard))
    check(watched.opening(state, heard))
    for _ in range(8):
        check(screen.update(state, heard))
        if state.to_move is None:
            break
        check(screen.lift(state, heard))
        state.apply(stream.below(state.option_count))
        check(feed.update(state, heard))
        check(watched.update(state, heard))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"curtain": -1},
        {"curtain": 1, "snapshot": {}},
        {"events": [], "snapshot": {"at": 1}},
        {"events": [{"n": 1, "event": "peek", "words": ""}], "snapshot": {}},
    ],
)
def test_the_schema_refuses_anything_else(wrong: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid(wrong)


def test_the_end_of_a_game_is_told() -> None:
    game = load("kuhn_poker")
    state, heard = begun(game, 1)
    feed, screen = Feed(game, 0, NO_PLAN), HotSeat(game, (0, 1), NO_PLAN)
    feed.opening(state, heard)
    while state.to_move is not None:
        state.apply(0)
    last = feed.update(state, heard)
    check(last)
    assert last["snapshot"]["outcome"]["status"] == "finished"
    assert last["events"][-1]["event"] == "end"
    assert set(screen.update(state, heard)) == {"over"}


def test_decisions_that_are_taken_back_are_said_to_be() -> None:
    game = load("kuhn_poker")
    state, heard = begun(game, 1)
    before, events = state.copy(), len(heard)
    feed = Feed(game, 0, NO_PLAN)
    opening = feed.opening(state, heard)
    state.apply(0)
    feed.update(state, heard)
    found = feed.update(before, heard[:events])
    check(found)
    assert found["back"] is True
    assert found["events"] == []
    assert found["snapshot"] == opening["snapshot"]


def test_between_two_people_a_curtain_covers_everything() -> None:
    game = load("kuhn_poker")
    state, heard = begun(game, 1)
    screen = HotSeat(game, (0, 1), NO_PLAN)
    assert screen.update(state, heard) == {"curtain": 0}
    assert screen.lift(state, heard)["snapshot"]["seat"] == 0
    assert screen.update(state, heard)["snapshot"]["seat"] == 0
    state.apply(0)
    assert screen.update(state, heard) == {"curtain": 1}
    assert screen.seated is None
    assert screen.lift(state, heard)["snapshot"]["seat"] == 1


def test_a_screen_waits_for_those_who_sit_elsewhere() -> None:
    game = load("kuhn_poker")
    state, heard = begun(game, 1)
    assert HotSeat(game, (1,), NO_PLAN).update(state, heard) == {"waiting": 0}
