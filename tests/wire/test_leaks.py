"""The leak law over every byte: what a seat is sent is the same if hidden cards are dealt anew.

A part of the library is compared here, a few decisions of each game; `benchmarks/wire.py` compares all of it.
Every kind of leak that is put in is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from croupier import load
from croupier.catalog import shelf
from croupier.game.hosting import HostedGame, HostedState
from croupier.game.transcript import Line
from croupier.script.library import all_names
from croupier.testing import LeakError, LeakTest
from croupier.testing.leaks import WIRE, Sender, sent_events, sent_messages
from croupier.wire.feed import HotSeat, dumped
from croupier.wire.plan import Plan
from croupier.wire.snapshot import snapshot
from strategies import WHOLE

DEEP = 40 if WHOLE else 20
"""So many decisions of a game of every game of the library are looked at."""
NO_PLAN = Plan(0, (), (), (), console=False)
FEW = ("hearts", "go_fish", "coup", "golf_six", "uno_wild", "go_fish.ah", "mille_bornes.cdg")


def compared(name: str, engine: str = "interpreter", sender: Sender = WIRE, games: int = 1) -> LeakTest:
    """A few decisions of a game compared; the plan is that of no game, to save the time for another one."""
    test = LeakTest(load(name, engine=engine), sender, every=5, all_seats=False, most=60, plan=NO_PLAN)
    test.run(games)
    return test


@pytest.mark.parametrize("name", FEW)
def test_what_a_seat_is_sent_tells_no_hidden_card(name: str) -> None:
    checked = compared(name).checked
    assert checked.samples
    assert checked.events


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_no_game_of_the_library_leaks(part: int) -> None:
    names = (*shelf.names(), *(name for name in all_names() if "." in name))
    for name in names[part::2]:
        test = LeakTest(load(name, engine="interpreter"), every=10, all_seats=False, most=DEEP, plan=NO_PLAN)
        test.run(1)


@pytest.mark.parametrize("name", ["hearts", "coup"])
def test_machine_code_tells_no_hidden_card(name: str) -> None:
    assert compared(name, "native").checked.samples


def test_the_plan_is_part_of_what_is_sent() -> None:
    game = load("kuhn_poker")
    assert b'"role":"stock"' in LeakTest(game).sent(game.start(1), 0)[0]


# Leaks that are put in


def leaking(messages: Callable[[HostedGame, HostedState, int], object]) -> Sender:
    """What is sent otherwise, with something added that goes by the true state."""

    def sent(game: HostedGame, state: HostedState, seat: int, laid: Plan) -> Sequence[bytes]:
        extra = {"leak": messages(game, state, seat)}
        return [*sent_messages(game, state, seat, laid), dumped(extra)]

    return replace(WIRE, messages=sent)


def other(game: HostedGame, seat: int) -> int:
    """Somebody else."""
    return (seat + 1) % game.seats


def test_the_hand_of_somebody_else_is_found() -> None:
    sender = leaking(lambda game, state, seat: snapshot(state.view(other(game, seat)))["places"])
    with pytest.raises(LeakError, match=r"hearts, seed 0, decision .*if hidden cards are dealt anew"):
        compared("hearts", sender=sender)


def test_open_cards_are_found() -> None:
    for name in ("hearts", "uno.ah"):
        with pytest.raises(LeakError):
            compared(name, sender=leaking(lambda _, state, __: snapshot(state.open_view())["places"]))


def test_the_options_of_somebody_else_are_found() -> None:
    sender = leaking(lambda _, state, __: [option.text for option in state.options])
    with pytest.raises(LeakError):
        compared("hearts", sender=sender)


def test_the_number_of_options_of_somebody_else_is_found() -> None:
    with pytest.raises(LeakError):
        compared("hearts", sender=leaking(lambda _, state, __: state.option_count))


def test_the_seed_is_found() -> None:
    with pytest.raises(LeakError):
        compared("hearts", sender=leaking(lambda _, state, __: state.seed), games=2)


def test_the_slot_of_a_card_in_a_hidden_sorted_hand_is_found() -> None:
    """In a hand that is kept in deck order the index of a known card tells how many are below it."""

    def indices(_: HostedGame, state: HostedState, seat: int) -> object:
        mine = {option.picks for option in state.options} if state.to_move != seat else set()
        return sorted(str(pick) for pick in mine)

    with pytest.raises(LeakError):
        compared("hearts", sender=leaking(indices))


def test_events_with_private_parts_are_found() -> None:
    def all_of_it(game: HostedGame, seat: int) -> Callable[[Line], bytes]:
        write = sent_events(game, seat)
        return lambda line: write({**line, "private": {**line.get("private", {}), "seen_by": [seat]}})

    with pytest.raises(LeakError, match="after the decision"):
        compared("gin_rummy", sender=replace(WIRE, events=all_of_it), games=3)


def test_a_curtain_with_a_card_on_it_is_found() -> None:
    def sent(game: HostedGame, state: HostedState, seat: int, laid: Plan) -> Sequence[bytes]:
        screen = HotSeat(game, range(game.seats), laid)
        # The screen shows a seat, and is handed to the next without a curtain.
        return [dumped(screen.lift(state, ()))]

    with pytest.raises(LeakError):
        compared("hearts", sender=replace(WIRE, messages=sent))
