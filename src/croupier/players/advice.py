"""Advice for a decision, as data: what a player who searches would do at somebody's place, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from croupier.game import View
from croupier.players.assessment import Assessment
from croupier.players.failing import answering
from croupier.players.maker import Maker
from croupier.players.player import Player, choice

ENOUGH = 50
"""With fewer tries than this an adviser has not thought: what it says is next to chance."""


@dataclass(frozen=True, slots=True)
class Advised:
    """One option, as an adviser sees it."""

    number: int
    """Its place among the options, from 1, as people type it."""
    text: str
    expected: float | None
    """How far up the seat would end, from 0 (last) to 1 (first); None if the option was not tried."""
    tried: int | None
    """How often it was tried; None if the adviser does not count."""
    of_seats: tuple[float, ...] = ()
    """The same for every seat, where the adviser tells it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """All that an adviser has to say about a decision."""

    adviser: str
    """The adviser, as `--players` calls it."""
    choice: int | None
    """The number of the option that it would take, from 1; None if it has failed."""
    options: tuple[Advised, ...] = ()
    """Every option in its order; none if the adviser tells no more than its choice."""
    line: tuple[str, ...] = ()
    """How the game might go on, in words, on one of the deals that agree with the view."""
    problem: str = ""
    """Why there is no choice."""

    @property
    def tries(self) -> int | None:
        """How often options were tried altogether; None if the adviser does not count."""
        known = [option.tried for option in self.options if option.tried is not None]
        return sum(known) if known else None

    @property
    def hasty(self) -> bool:
        """Whether there was no time to think."""
        return self.tries is not None and self.tries < ENOUGH


def advice(view: View, maker: Maker, seed: int, asked: Callable[[Player], object] | None = None) -> Advice:
    """Ask a player for advice at the decision of a view, by nothing but this view; one seed, one advice.

    `asked` is handed the player before it thinks: whoever keeps it can stop it.

    >>> from croupier import load
    >>> from croupier.players import named
    >>> found = advice(load("kuhn_poker").start(seed=1).view(0), named("pipmc:tests=100"), 7)
    >>> found.choice, [(option.text, option.tried) for option in found.options]
    (2, [('check', 100), ('bet', 100)])
    """
    player = maker(view.seat, view.seats, maker.stream(seed, view.seats + view.seat))
    player.explains = True
    if asked is not None:
        asked(player)
    try:
        chosen = choice(player, view)
    finally:
        with answering(player):
            player.close()
    if player.forfeited:
        return Advice(maker.text, None, problem=player.forfeited)
    found = player.assessment
    options = () if player.recorded is None else _options(view, player.recorded, found)
    return Advice(maker.text, chosen + 1, options, () if found is None else found.line)


def _options(
    view: View, estimates: tuple[tuple[float, ...], ...], found: Assessment | None
) -> tuple[Advised, ...]:
    tried = [None] * len(view.options) if found is None else found.visits
    return tuple(
        Advised(option.index + 1, option.text, None if n == 0 else of_option[view.seat], n, of_option)
        for option, of_option, n in zip(view.options, estimates, tried, strict=True)
    )
