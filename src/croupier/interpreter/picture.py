"""A short picture of the table with open cards, for whoever wants to know why a game went wrong."""

from __future__ import annotations

from croupier.interpreter.table import NOBODY, Table


def picture(table: Table, width: int = 100) -> str:
    """The cards in their places from bottom to top, the stored values and whose turn it is.

    Places are called as `arrange` calls them. Lines are cut to the width; the number of cards stays.

    >>> from croupier import load
    >>> print(picture(load("kuhn_poker").start(seed=1).table))
    seat 0 is current
    STOCK   1  KING
    0.HAND  1  JACK
    1.HAND  1  QUEEN
    stored  POT 2, WAITING 2, 0.CHIPS -1, 1.CHIPS -1
    """
    layout = table.layout
    # In an order of their own: each engine numbers the places of computed names as they come up.
    piles = sorted(
        ((layout.places[i], pile) for i, pile in enumerate(table.cards) if pile),
        key=lambda held: (held[0].owner, held[0].member, held[0].name, held[0].nth),
    )
    margin = max((len(str(place)) for place, _ in piles), default=0)
    digits = max((len(str(len(pile))) for _, pile in piles), default=0)
    lines = [_turn(table)]
    for place, pile in piles:
        cards = " ".join(layout.names[card] for card in pile)
        copies = "remembered: " if place.kind == "mem" else ""
        lines.append(f"{place!s:<{margin}}  {len(pile):>{digits}}  {copies}{cards}")
    stored = sorted([*table.ints.items(), *table.strs.items()], key=lambda kept: kept[0])
    told = ", ".join(f"{_owned(key)} {content}" for key, content in stored if content not in (0, ""))
    if told:
        lines.append(f"{'stored':<{margin}}  {told}")
    return "\n".join(line if len(line) <= width else f"{line[: width - 1]}…" for line in lines)


def _turn(table: Table) -> str:
    current, queued = table.players[-1]
    words = f"seat {current} is current"
    if queued != NOBODY:
        words += f", seat {queued} plays next"
    if any(len(team) > 1 for team in table.teams):
        words += f"; teams {' '.join(str(list(team)) for team in table.teams)}"
    return words


def _owned(key: tuple[str, int, str]) -> str:
    owner, member, name = key
    return {"game": "", "player": f"{member}.", "team": f"T{member}."}[owner] + name
