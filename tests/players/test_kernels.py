"""Searches as kernels: the same choices, estimates, visits and iterations as in plain Python."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.catalog.loading import recycle_game
from croupier.game import PLAYER, Stream
from croupier.kernel import interpret_kernel, kernel, machine
from croupier.kernel.reading import read
from croupier.kernel.translate import translate
from croupier.native import NativeGame
from croupier.native import code as native_code
from croupier.native.lower.program import SEARCHES as KERNELS
from croupier.native.search import Root
from croupier.native.trees import TreeSearch
from croupier.players import Player, decision, named
from croupier.players.pipmc import PIPMCPlayer
from croupier.players.playing import play_to_the_end
from croupier.testing import assert_no_cheating
from random_programs import random_program
from search_agreement import assert_same, assert_tells_no_more, decisions, found, plain

pytestmark = pytest.mark.slow

TREES = ["mcts:iterations=25:samples=3", "ismcts:iterations=25", "moismcts:iterations=25"]
SEARCHES = [f"{search}:reward=rank" for search in ("pipmc:tests=3", *TREES)]

GAMES = {
    "agram": "one card of a hand that follows suit",
    "kuhn_poker": "few cards, items without a pick",
    "leduc_poker": "two cards of every kind",
    "hearts": "picks of two kinds, a memory",
    "gops": "bids at the same time",
    "whist": "teams",
    "coup": "hidden cards that look alike, picks of seats",
    "big_two": "picks of groups of cards",
    "golf_six": "cards that nobody knows",
    "last_straw": "more cards than a word has bits",
    "uno_wild": "more cards than that, two of most kinds",
}
"""Games, and what is new in each for a kernel."""


@pytest.fixture(autouse=True)
def _quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    native_code._kernel.cache_clear()
    monkeypatch.setattr(
        native_code, "kernel", lambda text, exports, name, opt: kernel(text, exports, name, 0)
    )


def native(text: str) -> NativeGame:
    """A game as machine code."""
    game = recycle_game(text, engine="interpreter")
    return NativeGame(game.program, game.name)


@pytest.mark.parametrize("name", GAMES)
def test_kernels_find_what_python_finds(name: str) -> None:
    for view in decisions(native(name), seed=3, every=5, count=2):
        for player in SEARCHES:
            assert_same(player, view)


@pytest.mark.parametrize("name", GAMES)
def test_what_kernels_begin_with_tells_no_more_than_the_view(name: str) -> None:
    for seed in range(2):
        for view in decisions(native(name), seed, every=3, count=6):
            assert_tells_no_more(view)


def test_compiled_with_all_care_they_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_code, "kernel", kernel)
    game = native("agram")
    assert translate(read(game.code.lowered.search), KERNELS, long=machine.LONG).hot
    for view in decisions(game, seed=2, every=5, count=2):
        for player in SEARCHES:
            assert_same(player, view)


@pytest.mark.parametrize("reward", ["rank", "inverse", "score"])
def test_rewards_are_the_same(reward: str) -> None:
    for name in ("agram", "whist"):
        (view,) = decisions(native(name), seed=1, every=1, count=1)
        for player in ("pipmc:tests=3", *TREES):
            assert_same(f"{player}:reward={reward}", view)


@pytest.mark.parametrize("player", SEARCHES)
def test_threads_never_change_what_kernels_find(player: str) -> None:
    (view,) = decisions(native("agram"), seed=1, every=1, count=1)
    chunked = f"{player}:chunk=11" if "ismcts" in player else player
    assert found(chunked, view) == found(f"{chunked}:threads=2", view) == found(chunked, plain(view))


@pytest.mark.parametrize(
    "options", ["nodes=1", "nodes=7", "explore=0", "explore=2.5", "iterations=700:confidence=0.6"]
)
def test_options_mean_the_same_to_kernels(options: str) -> None:
    (view,) = decisions(native("leduc_poker"), seed=1, every=1, count=1)
    for player in ("mcts", "ismcts", "moismcts"):
        assert_same(
            f"{player}:{options}" if "iterations" in options else f"{player}:iterations=150:{options}", view
        )


@pytest.mark.parametrize("name", ["agram", "leduc_poker", "golf_six", "uno_wild"])
def test_one_call_plays_on_as_one_decision_after_the_other_does(name: str) -> None:
    game = native(name)
    for seed in range(2):
        for most in (10_000, 30):
            state = game.start(seed, max_decisions=most)
            for step in range(4):
                if state.outcome is None:
                    at_once, stepping = Stream.of(seed, PLAYER, step), Stream.of(seed, PLAYER, step)
                    found, twin = state.copy().finish_at_random(at_once), state.copy()
                    while twin.to_move is not None:
                        twin.apply(stepping.below(twin.option_count))
                    assert found == twin.outcome
                    assert at_once == stepping
                    state.apply(step % state.option_count)


def test_deals_of_its_own_for_every_option() -> None:
    (view,) = decisions(native("leduc_poker"), seed=1, every=1, count=1)
    assert_same("pipmc:tests=9:deals=own", view)
    shared, own = found("pipmc:tests=9", view), found("pipmc:tests=9:deals=own", view)
    # The first option has the streams of the key itself.
    assert own.estimates[0] == shared.estimates[0]
    assert own.estimates[1] != shared.estimates[1]
    assert own.visits == (9,) * len(view.options)


def test_trees_are_made_as_they_are_needed() -> None:
    (view,) = decisions(native("kuhn_poker"), seed=1, every=1, count=1)
    assert_same("mcts:iterations=5:samples=1000000000", view)
    by_kernel = found("mcts:iterations=3000:samples=2:nodes=3", view)
    assert by_kernel == found("mcts:iterations=3000:samples=2:nodes=3", plain(view))
    assert found("mcts:iterations=999999999:time=5ms", view).iterations < 999_999_999


def test_an_early_end_is_the_same() -> None:
    game = native("kuhn_poker")
    for seed in range(4):
        state = game.start(seed)
        state.apply(1)
        assert state.to_move == 1
        assert_same("ismcts:iterations=2000:confidence=0.95", state.view(1))
        assert_same("mcts:iterations=2000:confidence=0.95", state.view(1))


@pytest.mark.parametrize("player", ["pipmc", "mcts", "ismcts", "moismcts"])
def test_what_kernels_did_in_a_time_can_be_done_again(player: str) -> None:
    (view,) = decisions(native("agram"), seed=2, every=1, count=1)
    amount = "tests" if player == "pipmc" else "iterations"
    timed = found(f"{player}:time=5ms", view)
    assert timed == found(f"{player}:{amount}={timed.iterations}", view)


def test_a_tree_for_more_iterations_than_it_had_room_for() -> None:
    (view,) = decisions(native("leduc_poker"), seed=1, every=1, count=1)
    code: Any = view.root.trees(7, ("rank", 2, ()), 0.7, view.teams)
    large, small = code.tree(300, 100), code.tree(2, 100)
    whole = code.walk_open(large, 0, 0, 1, 300)
    parts = [code.walk_open(small, 0, first, 1, first + 60) for first in range(0, 300, 60)]
    assert whole == [[sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]


@pytest.mark.parametrize("seed", range(8))
def test_random_programs(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Under CPython, where numbers beyond 64 bits would be noticed.
    monkeypatch.setattr(
        native_code, "kernel", lambda text, exports, name, _: interpret_kernel(text, exports, name)
    )
    game = native(random_program(seed))
    for view in decisions(game, seed, every=2, count=2, max_decisions=40, max_steps=20_000):
        if view.root is None:
            continue
        for player in (
            "pipmc:tests=2",
            "mcts:iterations=8:samples=2",
            "ismcts:iterations=12",
            "moismcts:iterations=12",
        ):
            assert_same(player, view)


@pytest.mark.parametrize("name", ["agram", "leduc_poker", "golf_six"])
@pytest.mark.parametrize("player", SEARCHES)
def test_kernels_do_not_cheat(player: str, name: str) -> None:
    assert_no_cheating(player, native(name), games=[0], seeds=3, most=12)


def course(game: NativeGame, player: str, *, whole: bool) -> list[Any]:
    """What is decided and estimated in a game; from whole views, or from as much as is needed."""
    state = game.start(seed=4)
    players = [named(player)(seat, game.seats, Stream.of(4, PLAYER, seat)) for seat in range(game.seats)]
    told: list[Any] = []

    def tell(seat: int, one: Player) -> None:
        assert one.assessment is not None
        told.append((seat, one.assessment.choice, one.assessment.iterations, one.recorded))

    if whole:
        while (seat := state.to_move) is not None:
            option = decision(players[seat], state.view(seat))
            tell(seat, players[seat])
            state.apply(option)
    else:
        play_to_the_end(state, players, tell)
    return [*told, state.outcome]


@pytest.mark.parametrize("name", ["kuhn_poker", "whist"])
def test_a_glimpse_is_as_good_as_a_view(name: str) -> None:
    game = native(name)
    for player in SEARCHES:
        assert course(game, player, whole=False) == course(game, player, whole=True)


@pytest.mark.parametrize("player", ["pipmc:tests=2:reward=score", "ismcts:iterations=9:reuse=yes"])
def test_what_takes_more_than_a_glimpse_is_given_the_view(player: str) -> None:
    game = native("kuhn_poker")
    assert course(game, player, whole=False) == course(game, player, whole=True)


@pytest.mark.parametrize("player", SEARCHES)
def test_where_a_kernel_gives_up_the_view_is_looked_at(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = native("kuhn_poker")
    expected = course(game, player, whole=True)
    for owner, name in ((Root, "pure_monte_carlo"), (TreeSearch, "walk"), (TreeSearch, "walk_open")):
        monkeypatch.setattr(owner, name, lambda *_, **__: None)
    assert course(game, player, whole=False) == expected


def test_who_changes_a_search_is_shown_the_whole_view() -> None:
    class Bold(PIPMCPlayer):
        """Takes the last option."""

        def choose(self, view: Any) -> int:
            return len(view.options) - 1

    state = native("kuhn_poker").start(seed=4)
    players = [Bold(seat, 2, Stream.of(4, PLAYER, seat)) for seat in range(2)]
    play_to_the_end(state, players)
    assert state.choices == [1, 1]
