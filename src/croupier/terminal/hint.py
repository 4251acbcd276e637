"""What a searching player would do at somebody's place, and why; by nothing but the view of that seat."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.game import Option, View, player_stream
from croupier.players import Assessment, Maker, answering, decision
from croupier.terminal.style import Style


def hint(view: View, make: Maker, seed: int, style: Style) -> list[str]:
    """The hint of a player for a decision, as lines for a terminal.

    >>> from croupier import load
    >>> from croupier.players import named
    >>> view = load("kuhn_poker").start(seed=1).view(0)
    >>> for line in hint(view, named("pipmc:tests=100"), 7, Style(60)):
    ...     print(line)
    pipmc:tests=100 would take 2
         expected  tried
      1       0 %    100  check
    > 2      52 %    100  bet
    Expected is how far up you would end: 100 % first, 0 % last.
    """
    player = make(view.seat, view.seats, player_stream(seed, view.seats + view.seat))
    try:
        chosen = decision(player, view)
    finally:
        with answering(player):
            player.close()
    if player.forfeited:
        return style.paragraph(f"{make.text} cannot say: {player.forfeited}.")
    lines = style.heading(f"{make.text} would take {chosen.index + 1}")
    found = player.assessment
    if found is None and player.recorded is not None:
        found = Assessment(chosen.index, player.recorded, (0,) * len(view.options), 0)
    if found is not None:
        for row in _rows(view, chosen, found):
            lines += style.paragraph(row, "", " " * 20)
        lines += style.paragraph("Expected is how far up you would end: 100 % first, 0 % last.")
        if len(found.line) > 1:
            lines += style.paragraph(f"On one possible deal it might go on: {'; '.join(found.line)}.")
    return lines


def _rows(view: View, chosen: Option, found: Assessment) -> Iterator[str]:
    digits = len(str(len(view.options)))
    visits = max(5, *(len(f"{n:,}") for n in found.visits))
    yield f"  {'':{digits}}  {'expected':>8}  {'tried':>{visits}}"
    for option, estimates, n in zip(view.options, found.estimates, found.visits, strict=True):
        mark = ">" if option == chosen else " "
        expected = f"{100 * estimates[view.seat]:.0f} %"
        yield f"{mark} {option.index + 1:>{digits}}  {expected:>8}  {n:>{visits},}  {option.text}"
