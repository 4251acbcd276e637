"""Several people at one table, each before a screen of their own, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.game.hosting import HostedGame, HostedState
from croupier.studio.changing_seats import invite, name_seat, replace_player
from croupier.studio.errors import Refused
from croupier.studio.opening import new_table, restored_table
from croupier.studio.seating import Seat
from croupier.studio.table import MOST_CALLS, Table
from croupier.testing import LeakError, LeakTest
from croupier.testing.leaks import WIRE
from croupier.wire.feed import dumped
from croupier.wire.plan import Plan

LARGE = 2**100


def opened(
    folder: Path, game: str = "kuhn_poker", who: Sequence[str] = ("link", "link"), seed: int = LARGE
) -> Table:
    return new_table("t1", folder, {"game": game, "seed": seed, "seats": [{"who": one} for one in who]})


def move(table: Table, screen: str) -> None:
    """Let the person before a screen take the first option."""
    shown = table.joined(screen)
    snapshot = shown["snapshot"]
    choice = {"seat": shown["seat"], "at": snapshot["at"], "key": snapshot["options"][0]["key"]}
    assert table.choose(choice, screen) == {}


def told(table: Table, what: str) -> dict[str, dict[str, Any]]:
    """The messages of one kind since the last question, by screen."""
    return {message["screen"]: message for message in table.changes() if message["ev"] == what}


def test_everybody_sees_their_own_cards_and_nobody_a_curtain(tmp_path: Path) -> None:
    table = opened(tmp_path, who=("you", "link"))
    for screen, seat in (("owner", 0), ("seat 1", 1)):
        joined = table.joined(screen)
        assert (joined["seat"], joined["curtain"]) == (seat, None)
        hands = [place["slots"] for place in joined["snapshot"]["places"] if place["name"] == "HAND"]
        assert [isinstance(slots[0], int) for slots in hands] == [seat == 0, seat == 1]
    watched = table.joined("watch")
    assert watched["seat"] == -1
    assert not [p for p in watched["snapshot"]["places"] if any(isinstance(s, int) for s in p["slots"])]
    assert watched["snapshot"]["options"] == []


def test_an_owner_who_sits_nowhere_watches(tmp_path: Path) -> None:
    assert opened(tmp_path).joined("owner")["seat"] == -1


def test_a_decision_is_told_to_every_screen_as_it_may_know_it(tmp_path: Path) -> None:
    table = opened(tmp_path)
    for screen in ("seat 0", "seat 1", "watch"):
        table.joined(screen)
    table.changes()
    move(table, "seat 0")
    news = told(table, "table")
    assert [news[screen]["seat"] for screen in ("seat 0", "seat 1", "watch")] == [0, 1, -1]
    assert [bool(one["snapshot"]["options"]) for one in news.values()] == [False, True, False]


@pytest.mark.parametrize("screen", ["seat 1", "owner", "watch", "seat 7"])
def test_nobody_decides_for_somebody_else(tmp_path: Path, screen: str) -> None:
    table = opened(tmp_path)
    snapshot = table.joined("seat 0")["snapshot"]
    choice = {"seat": 0, "at": snapshot["at"], "key": snapshot["options"][0]["key"]}
    with pytest.raises(Refused):
        table.choose(choice, screen)
    for ask in (table.undo, table.hint):
        with pytest.raises(Refused, match="Nobody before this screen"):
            ask({"seat": 0}, screen)


def test_the_seed_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    table = opened(tmp_path)
    assert table.joined("seat 0")["seed"] == ""
    while not table.is_over:
        move(table, f"seat {table.session.state.to_move}")
    assert table.joined("seat 0")["seed"] == str(LARGE)


def test_a_seed_that_can_be_guessed_is_told_to_all(tmp_path: Path) -> None:
    assert opened(tmp_path, seed=7).joined("seat 0")["deal_may_be_known"]
    assert not opened(tmp_path).joined("seat 0")["deal_may_be_known"]


# Taking back


def passed_on(folder: Path) -> Table:
    """A table at which seat 0 has passed three cards, and nobody has learnt anything since."""
    request = {"game": "hearts", "seed": LARGE, "set": {"PASS": 3}, "seats": [{"who": "link"}] * 4}
    table = new_table("t1", folder, request)
    for seat in range(4):
        table.joined(f"seat {seat}")
    move(table, "seat 0")
    table.changes()
    return table


def test_all_have_to_agree_that_something_is_taken_back(tmp_path: Path) -> None:
    table = passed_on(tmp_path)
    at = table.session.state.decisions
    assert table.undo({"seat": 0}, "seat 0") == {"asked": True}
    asked = told(table, "table.seats")
    assert [asked[f"seat {seat}"]["proposal"]["vote"] for seat in range(4)] == [False, True, True, True]
    table.vote({"yes": True}, "seat 1")
    table.vote({"yes": True}, "seat 2")
    assert table.session.state.decisions == at
    table.vote({"yes": True}, "seat 3")
    assert table.session.state.decisions == at - 1
    news = told(table, "table")
    assert len(news) == 4
    assert "all have agreed" in news["seat 2"]["log"][-1]


def test_one_no_is_no(tmp_path: Path) -> None:
    table = passed_on(tmp_path)
    at = table.session.state.decisions
    table.undo({"seat": 0}, "seat 0")
    table.changes()
    table.vote({"yes": False}, "seat 2")
    news = told(table, "table.seats")["seat 0"]
    assert (news["proposal"], news["notes"]) == (None, ["Seat 2 says no to taking back."])
    with pytest.raises(Refused, match="Nothing is asked"):
        table.vote({"yes": True}, "seat 1")
    assert table.session.state.decisions == at


def test_a_decision_ends_what_was_asked(tmp_path: Path) -> None:
    table = passed_on(tmp_path)
    table.undo({"seat": 0}, "seat 0")
    move(table, f"seat {table.session.state.to_move}")
    assert table.proposal is None


def test_strangers_have_no_say(tmp_path: Path) -> None:
    table = passed_on(tmp_path)
    table.undo({"seat": 0}, "seat 0")
    for screen in ("watch", "owner"):
        with pytest.raises(Refused, match="Nothing is asked of you"):
            table.vote({"yes": True}, screen)


# Going away and coming back


def test_a_player_stands_in_until_somebody_is_back(tmp_path: Path) -> None:
    table = opened(tmp_path)
    table.joined("seat 1")
    replace_player(table, {"seat": 0, "who": "random"})
    assert table.thinking == 0
    assert restored_table("t1", tmp_path).seats[0] == Seat("link", "Seat 0", "random")
    joined = table.joined("seat 0")
    assert joined["seats"][0]["person"]
    assert joined["snapshot"]["options"]
    assert "Seat 0 decides from now on." in told(table, "table.seats")["seat 1"]["notes"]


def test_nobody_looks_at_two_hands(tmp_path: Path) -> None:
    table = opened(tmp_path, "agram", ("you", "link", "random"))
    for seat in (1, 2):
        with pytest.raises(Refused, match="you would see two hands"):
            replace_player(table, {"seat": seat, "who": "you"})
    with pytest.raises(Refused, match="You have seen the cards"):
        invite(table, {"seat": 0})
    replace_player(table, {"seat": 0, "who": "random"})
    replace_player(table, {"seat": 0, "who": "you"})
    assert table.joined("owner")["seat"] == 0


def test_somebody_comes_to_the_seat_of_a_player(tmp_path: Path) -> None:
    table = opened(tmp_path, who=("you", "random"))
    assert not table.shared
    invite(table, {"seat": 1, "name": "Ada"})
    assert table.seats[1] == Seat("link", "Ada", "random")
    table.joined("seat 1")
    assert table.seats[1].is_person


def test_a_page_that_was_away_gets_what_it_has_missed(tmp_path: Path) -> None:
    table = opened(tmp_path)
    joined = table.joined("seat 1")
    move(table, "seat 0")
    since = {"n": joined["n"], "undone": joined["undone"], "seat": 1}
    found = table.resumed(since, "seat 1")
    assert found["events"][0]["event"] == "decision"
    assert "faces" not in found
    for other in ({"undone": 7}, {"seat": 0}, {"n": 10_000}, {"n": None}):
        assert "events" not in table.resumed({**since, **other}, "seat 1")


# Words and names


def test_six_words_can_be_said_and_not_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(tmp_path)
    assert len(table.joined("seat 0")["words"]) == 6
    table.joined("watch")
    monkeypatch.setattr("croupier.studio.table.time.monotonic", lambda: 100.0)
    table.say({"word": 1}, "seat 0")
    assert told(table, "table.word")["watch"] == {
        "ev": "table.word",
        "table": "t1",
        "screen": "watch",
        "seat": 0,
        "word": 1,
    }
    for word in (6, -1, "Hello!", None):
        with pytest.raises(Refused):
            table.say({"word": word}, "seat 0")
    with pytest.raises(Refused):
        table.say({"word": 1}, "watch")
    for _ in range(MOST_CALLS - 1):
        table.say({"word": 0}, "seat 0")
    with pytest.raises(Refused, match="wait a moment"):
        table.say({"word": 0}, "seat 0")
    table.say({"word": 0}, "seat 1")


def test_guests_say_what_they_are_called(tmp_path: Path) -> None:
    table = opened(tmp_path)
    table.joined("seat 0")
    name_seat(table, {"name": "  Ada\n"}, "seat 0")
    assert table.joined("seat 0")["seats"][0]["name"] == "Ada"
    move(table, "seat 0")
    assert table.session.names[0] == "Ada"
    for name, screen in (("ada", "seat 1"), ("", "seat 1"), (None, "seat 1"), ("Eve", "watch")):
        with pytest.raises(Refused):
            name_seat(table, {"name": name}, screen)


# Every byte


@pytest.mark.parametrize("name", ["hearts", "coup"])
def test_no_screen_is_sent_a_hidden_card(tmp_path: Path, name: str) -> None:
    request = {"game": name, "seed": LARGE, "seats": [{"who": "link"}] * 4}
    table = new_table("t1", tmp_path, request)

    def sent(game: HostedGame, state: HostedState, seat: int, laid: Plan) -> Sequence[bytes]:
        """All that a table sends to a seat, to those who watch and to an owner who sits nowhere."""
        table.session.state, table.session.heard = state, []
        screens = (f"seat {seat}", "watch", "owner")
        found = [table.joined(screen) for screen in screens]
        found += [table.resumed({"n": 0, "undone": 0, "seat": seat}, f"seat {seat}")]
        return [dumped(message) for message in (*found, *map(table.news, screens))]

    test = LeakTest(table.game, replace(WIRE, messages=sent), every=9, all_seats=False, most=40)
    assert test.run(1).messages > 20

    def with_seed(game: HostedGame, state: HostedState, seat: int, laid: Plan) -> Sequence[bytes]:
        table.shared, table.seed = False, state.seed
        return sent(game, state, seat, laid)

    with pytest.raises(LeakError):
        LeakTest(table.game, replace(WIRE, messages=with_seed), most=1).run(1, seed=1)
