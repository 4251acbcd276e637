"""Nothing that a seat is shown tells a hidden card.

Two true states that look the same to a seat (the second is a sample of its view) must give it the very same
screens, words, options and keys; and what it hears of a game must name only cards that it sees or knows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, SAMPLE, Stream, Transcript
from croupier.game.film import Replay
from croupier.game.screen import option_lines, screen
from croupier.game.telling import news, told
from croupier.game.transcript import Line, dump, seen_by
from croupier.interpreter.knowledge import known_cards
from croupier.interpreter.on_table import GameOnTable, OnTable
from croupier.interpreter.record import Recorder, header
from croupier.report.replay_page import page
from croupier.text.style import Style
from croupier.wire.plan import Plan
from playing import LEAKS, LIBRARY, game_at, generated, moments, recorded
from strategies import ROOT, some

pytestmark = pytest.mark.slow

OWN = [
    *LEAKS,
    *(ROOT / "tests/programs" / f"{name}.rcy" for name in ("fireworks_0510", "teams_04", "memory_04")),
]
GAMES = [*LIBRARY, *OWN]
STYLES = [Style(40, utf8=False), Style(80, colour=True), Style(120)]


def by_name(first: int) -> pytest.MarkDecorator:
    """A third of the library and all our own: `wire/test_leaks.py` looks at every game of the library."""
    return pytest.mark.parametrize("path", [*some(LIBRARY, first), *OWN], ids=lambda path: path.stem)


def shown(state: OnTable, seat: int) -> list[Any]:
    """Everything that the seat is shown when it looks at the table."""
    view = state.view(seat)
    return [
        *(screen(view, style) + option_lines(view, style) for style in STYLES),
        *((option.index, option.key, option.text) for option in view.options),
        str(view),
        repr([getattr(view, part.name) for part in fields(view) if part.repr]),
    ]


def some_moments(path: Path, seed: int) -> Iterator[tuple[int, OnTable]]:
    """Every third moment of the beginning of a random game, with its number."""
    return islice(enumerate(moments(game_at(path), seed, most=14)), 0, None, 3)


@by_name(0)
def test_states_that_look_the_same_are_shown_the_same(path: Path) -> None:
    for number, state in some_moments(path, 0):
        for seat in range(state.game.seats):
            other = state.view(seat).sample(Stream.of(number, SAMPLE))
            assert shown(other, seat) == shown(state, seat)


def heard(state: OnTable, seat: int, key: str) -> list[Line]:
    """What a seat hears when the player to move takes an option."""
    twin, lines = state.copy(), list[Line]()
    twin.listen(Recorder(twin, lambda line: lines.append(seen_by(line, seat))))
    twin.apply(next(option for option in twin.options if option.key == key))
    return lines


TELLING = frozenset(("card", "cards", "order", "storage", "value", "awards", "seen_by", "next", "current"))
"""Parts of an event that may differ, since they show what is revealed by it or computed from cards."""


def unrevealing(line: Line) -> Any:
    """An event without what it openly reveals."""
    parts = {**line.get("public", {}), **line.get("private", {})}
    # Whoever sees the card may see where it came from.
    telling = TELLING | {"index"} if "card" in parts else TELLING
    return line["event"], {key: part for key, part in parts.items() if key not in telling}


@by_name(1)
def test_the_same_option_sounds_the_same_until_something_is_revealed(path: Path) -> None:
    """An index in a sorted hand, or the line of a branch, would differ without anything being shown."""
    for number, state in some_moments(path, 3):
        for seat in range(state.game.seats):
            other = state.view(seat).sample(Stream.of(number, SAMPLE))
            keys = {option.key for option in other.options}
            for option in state.options[:4]:
                if option.key not in keys:
                    continue
                for one, two in zip(
                    heard(state, seat, option.key), heard(other, seat, option.key), strict=False
                ):
                    if one != two:
                        same_kind = one["event"] == two["event"] and one["event"] not in ("decision", "end")
                        same_way = all(
                            one.get("public", {}).get(end) == two.get("public", {}).get(end)
                            for end in ("from", "to")
                        )
                        assert not (same_kind and same_way) or unrevealing(one) == unrevealing(two)
                        break


def named(part: Any) -> Iterator[str]:
    """The cards that an event names to whoever may read it."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from named(value)
        elif key == "card":
            yield value
        elif key in ("cards", "order") and isinstance(value, list):
            yield from value


@by_name(2)
def test_a_seat_hears_only_of_cards_that_it_sees_or_knows(path: Path) -> None:
    assert cards_heard(game_at(path), 0)


@given(generated(), st.integers(0, 99))
@settings(max_examples=25, deadline=None)
def test_so_it_does_in_generated_programs(game: GameOnTable, seed: int) -> None:
    cards_heard(game, seed)


def cards_heard(game: GameOnTable, seed: int) -> int:
    """How many cards all seats heard of in a random game; all of them were seen or known."""
    before: list[frozenset[int]] = [frozenset()] * game.seats
    count = 0

    def watch(state: OnTable, line: Line, *_: Any) -> None:
        nonlocal count
        for seat in range(game.seats):
            now = known_cards(state.table, seat)
            told_cards = set(named(seen_by(line, seat)))
            assert told_cards <= {game.layout.names[card] for card in now | before[seat]}
            count += len(told_cards)
            before[seat] = now

    game.replay(Transcript.parse(recorded(game, seed, most=25)), watch)
    return count


@by_name(0)
def test_where_in_a_sorted_hand_a_card_lay_is_never_told(path: Path) -> None:
    game = game_at(path)
    free = {
        str(place)
        for place, order_free in zip(game.layout.places, game.layout.ordered_freely, strict=True)
        if order_free
    }
    for event in Transcript.parse(recorded(game, 1, most=25)).events:
        if event["event"] == "move" and event["public"]["from"] in free:
            assert "index" not in event["public"]
            assert "index" not in event.get("private", {})


@by_name(1)
def test_what_others_decide_is_heard_only_by_its_effects(path: Path) -> None:
    transcript = Transcript.parse(recorded(game_at(path), 1, most=25))
    for event in transcript.events:
        if event["event"] == "decision":
            for seat in range(game_at(path).seats):
                if seat != event["public"]["seat"]:
                    assert seen_by(event, seat) == {
                        "n": event["n"],
                        "event": "decision",
                        "public": event["public"],
                    }
                    assert told(seen_by(event, seat), seat) == f"seat {event['public']['seat']} decides"


@given(st.sampled_from(GAMES), st.integers(0, 20))
@settings(max_examples=25, deadline=None)
def test_words_name_no_card_that_the_event_does_not(path: Path, seed: int) -> None:
    game = game_at(path)
    transcript = Transcript.parse(recorded(game, seed, most=20))
    for seat in range(game.seats):
        lines = [seen_by(event, seat) for event in transcript.events]
        for line in lines:
            words = told(line, seat)
            data = json.dumps(line, ensure_ascii=False)
            for name in set(game.layout.names):
                # Attribute values may be words of other things, too: only whole names count.
                if len(name) > 1 and f" {name} " in f" {words} ":
                    assert name in data
        assert all(isinstance(text, str) for text in news(lines, seat))


# Pages


UNPLANNED = Plan(0, (), (), (), console=False)
"""A table that is laid without a look at some games, which takes long."""


def kinds_in(slots: Iterable[Any]) -> set[int]:
    """The kinds of the known cards among what a page shows of a place."""
    known = (slot[0] if isinstance(slot, list) else slot for slot in slots)
    return {slot for slot in known if isinstance(slot, int)}


@by_name(2)
def test_a_page_for_a_seat_holds_only_cards_that_it_knows(path: Path) -> None:
    game = game_at(path)
    transcript = Transcript.parse(recorded(game, 2, most=15))
    seat = game.seats - 1
    known: list[set[str]] = []

    def watch(state: OnTable, *_: Any) -> None:
        known.append({game.layout.names[card] for card in known_cards(state.table, seat)})

    game.replay(transcript, watch)
    names = game.pack.names
    film = Replay(game, transcript).film(seat)
    text = page(game, [film], UNPLANNED)
    data = json.loads(text.split('type="application/json">')[1].split("</script>")[0])
    assert [side["seat"] for side in data["sides"]] == [seat]
    for step, cards in zip(data["sides"][0]["steps"], known, strict=False):
        for pile in step["p"].values():
            assert {names[kind] for kind in kinds_in(pile or ())} <= cards
    drawn = {int(number) for number in re.findall(r'<symbol id="c[0-9a-f]{8}k(\d+)"', text)}
    assert {names[kind] for kind in drawn} <= set[str]().union(*known)
    assert str(transcript.header["program"]) not in text
    assert '"seed"' not in text


def kuhn(seed: int) -> tuple[GameOnTable, OnTable, Transcript]:
    """A game of Kuhn poker in which seat 0 bets and seat 1 folds unseen."""
    game = recycle_game("kuhn_poker")
    state = game.fresh(seed)
    lines = [header(state, ["random", "random"])]
    state.listen(Recorder(state, lines.append))
    state.begin()
    dealt = state.copy()
    state.apply(1)
    state.apply(0)
    assert state.outcome is not None
    return game, dealt, Transcript.parse("".join(dump(line) + "\n" for line in lines))


def test_the_page_of_a_game_with_another_hidden_card_is_the_very_same() -> None:
    pages: dict[str, set[str]] = {}
    held: dict[str, set[str]] = {}
    for seed in range(20):
        game, dealt, transcript = kuhn(seed)
        mine = str(dealt.view(0).cards("0.HAND")[0])
        film = [Replay(game, transcript).film(0)]
        pages.setdefault(mine, set()).add(page(game, film, UNPLANNED))
        held.setdefault(mine, set()).add(str(dealt.view(1).cards("1.HAND")[0]))
    assert all(len(cards) == 2 for cards in held.values())
    assert all(len(texts) == 1 for texts in pages.values())


# Blind draws


def test_a_blind_draw_names_places() -> None:
    game = game_at(ROOT / "tests/programs/leak_draw_06.rcy")
    for seed in range(10):
        texts = [option.text for option in game.start(seed).options]
        assert texts == [
            "move the 1st card of seat 1's HAND to HAND",
            "move the top of seat 1's HAND to HAND",
            "pass",
        ]


def test_a_blind_draw_is_no_sorted_one() -> None:
    """In deck order the first of two hidden cards would always be the lower one."""
    game = game_at(ROOT / "tests/programs/leak_draw_06.rcy")
    drawn = []
    for seed in range(40):
        state = game.start(seed)
        low, high = state.table.pile(
            state.game.layout.number(next(p for p in game.layout.places if str(p) == "1.HAND"))
        )
        drawn.append(low < high)
    assert 8 < sum(drawn) < 32


def test_a_player_is_given_nothing_but_a_view() -> None:
    state = recycle_game("hearts").start(seed=1)
    stream = Stream.of(1, PLAYER)
    seat = state.to_move or 0
    assert state.view(seat).options[stream.below(state.option_count)] in state.options
