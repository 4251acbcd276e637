"""What `croupier show` tells about a program."""

from __future__ import annotations

from ahod_programs import shipped
from croupier.script.ahod.outline import outline
from croupier.text import Source
from golden import assert_golden


def test_types_actions_and_helpers_are_told() -> None:
    text, _ = outline(shipped()["blackjack"])
    assert_golden("ahod/outline.txt", text + "\n")


def test_the_same_as_data() -> None:
    source = Source(
        "x.ah",
        "let Card(rank, suit = 'S') be Object with:\n    const int rank: rank\n    text(): 'x'\n"
        "when Card c do A(n: int = 1):\n    c.rank = n\ntimer = Timer(5)\nwhen timer do DONE:\n    print 1\n",
    )
    _, data = outline(source)
    (card,) = data["types"]
    assert (card["name"], card["base"], card["parameters"]) == ("Card", "Object", ["rank", "suit = 'S'"])
    assert card["attributes"][0] == {"name": "rank", "const": True, "type": "int", "value": "rank", "line": 2}
    assert [(a["receiver"], a["instance"], a["parameters"]) for a in data["actions"]] == [
        ("Card", None, ["n: int = 1"]),
        (None, "timer", []),
    ]
    assert (data["globals"], data["main"]) == (["timer"], None)
