"""What the attributes of a deck are for is seen from their names and values."""

from __future__ import annotations

import pytest

from croupier.faces import parse_hints, roles_of

SUITS = ("HEARTS", "SPADES", "CLUBS", "DIAMONDS")


@pytest.mark.parametrize(
    ("cards", "roles"),
    [
        ([{"SUIT": s, "RANK": r, "COLOR": "RED" if s in "HEARTS DIAMONDS" else "BLACK"}
          for s in SUITS for r in ("TWO", "KING")], "suit SUIT, index RANK"),
        ([{"rank": str(n), "suit": s} for n in range(1, 14) for s in "CDHS"], "suit suit, index rank"),
        ([{"a": c, "b": k} for c in ("red", "blue") for k in ("1", "2", "skip")], "colour a, index b"),
        ([{"UNITS": u, "TENS": t} for u in ("ONE", "TWO") for t in ("TEN", "NINETY")], "sum TENS UNITS"),
        ([{"number": n, "color": c, "shading": f, "symbol": s} for n in "012" for c in "012" for f in "012"
          for s in "012"], "colour color, shape symbol, fill shading, index number"),
        ([{"name": n, "class": c, "type": t} for n, c, t in (("go", "sign", "good"), ("stop", "sign", "bad"),
          ("repairs", "body", "good"), ("crash", "body", "bad"))], "tint class, caption name type"),
        ([{"MILES": "M25"}, {"MILES": "M50"}, {"HAZARD": "STOP"}, {"REMEDY": "STOP"}, {"HAZARD": "CRASH"},
          {"REMEDY": "CRASH"}], "index MILES, tint HAZARD REMEDY"),
        ([{"WORD": w} for w in ("alpha", "beta")], "tint WORD"),
        ([{"WORD": f"word {n}"} for n in range(30)], "caption WORD"),
        ([{}], "no attributes"),
    ],
)  # fmt: skip
def test_roles_are_seen_from_names_and_values(cards: list[dict[str, str]], roles: str) -> None:
    assert roles_of(cards).text == roles


def test_a_hint_goes_first() -> None:
    cards = [{"A": str(n), "B": str(n % 3), "C": "RED"} for n in range(6)]
    hints, _ = parse_hints(["index B; caption A"])
    assert roles_of(cards, hints).index == ("B",)
    assert "A" in roles_of(cards, hints).captions
