"""Advice for a decision as lines for a terminal."""

from __future__ import annotations

from croupier.players import Advice
from croupier.text.style import Style

UNKNOWN = "–"
"""What was not tried."""


def hint(found: Advice, style: Style) -> list[str]:
    """Advice as lines for a terminal; the option stands in a column of its own, however long it is.

    >>> from croupier import load
    >>> from croupier.players import advice, named
    >>> view = load("kuhn_poker").start(seed=1).view(0)
    >>> for line in hint(advice(view, named("pipmc:tests=100"), 7), Style(60)):
    ...     print(line)
    pipmc:tests=100 would take 2
         expected  tried  option
      1      18 %    100  check
    > 2      37 %    100  bet
    Expected is how well you would end: 100 % best, 0 % worst.
    """
    if found.choice is None:
        return style.paragraph(f"{found.adviser} cannot say: {found.problem}.")
    lines = style.heading(_sentence(found))
    if found.options:
        lines += _table(found, style)
        lines += style.paragraph("Expected is how well you would end: 100 % best, 0 % worst.")
    if len(found.line) > 1:
        lines += style.paragraph(f"On one possible deal it might go on: {'; '.join(found.line)}.")
    return lines


def _sentence(found: Advice) -> str:
    if not found.hasty:
        return f"{found.adviser} would take {found.choice}"
    tries = "1 try" if found.tries == 1 else f"{found.tries} tries"
    return f"{found.adviser} had no time to think: after {tries} it would take {found.choice}"


def _table(found: Advice, style: Style) -> list[str]:
    digits = len(str(len(found.options)))
    tried = [UNKNOWN if option.tried is None else f"{option.tried:,}" for option in found.options]
    wide = max(5, *map(len, tried))
    lines = style.paragraph("option", f"  {'':{digits}}  {'expected':>8}  {'tried':>{wide}}  ")
    for option, often in zip(found.options, tried, strict=True):
        mark = ">" if option.number == found.choice else " "
        expected = UNKNOWN if option.expected is None else f"{100 * option.expected:.0f} %"
        first = f"{mark} {option.number:>{digits}}  {expected:>8}  {often:>{wide}}  "
        lines += style.paragraph(option.text, first)
    return lines
