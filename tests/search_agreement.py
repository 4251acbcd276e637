"""The same searches as kernels and in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

from croupier.game import PLAYER, SAMPLE, Stream
from croupier.interpreter.view import View
from croupier.native import NativeGame
from croupier.native.state import NativeState
from croupier.players import Assessment, decision, named


def found(player: str, view: View, seed: int = 5) -> Assessment:
    """What a player finds at a view."""
    one = named(player)(view.seat, view.seats, Stream.of(seed, PLAYER, 0))
    one.explains = True
    decision(one, view)
    assert one.assessment is not None
    return one.assessment


def plain(view: View) -> View:
    """A view that offers no kernels."""
    return view.without_kernels()


def decisions(game: NativeGame, seed: int, every: int, count: int, **limits: int) -> Iterator[View]:
    """Views along a game, at every so-manieth decision."""
    state = game.start(seed, **limits)
    for step in range(every * count):
        if state.to_move is None:
            return
        if step % every == 0 and state.option_count > 1:
            yield state.view(state.to_move)
        state.apply((3 * step + seed) % state.option_count)


def assert_tells_no_more(view: View) -> None:
    """What kernels begin with is the same, to the last cell, in every state that looks like this one."""
    for number in range(2):
        twin = view.sample(Stream.of(number, SAMPLE)).view(view.seat)
        assert twin.root is not None
        assert view.root is not None
        assert twin.root.block == view.root.block
        assert twin.root.lists == view.root.lists


def assert_same(player: str, view: View) -> None:
    """The kernel finds what Python finds, going from decision to decision."""
    assert view.root is not None
    by_kernel = found(player, view)
    with patch.object(NativeState, "_end_of_playout", lambda *_: None):
        by_python = found(player, plain(view))
    assert by_kernel == by_python, f"{player}, seat {view.seat}:\n{by_kernel}\n{by_python}"
