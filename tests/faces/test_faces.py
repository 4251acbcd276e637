"""Every card of every deck has a face of its own."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import cache

import numpy as np
import pytest

from croupier import load
from croupier.catalog import shelf
from croupier.faces import DeckFaces, Hints, Kind, contact_sheet, parse_hints
from croupier.faces.deck import LETTERING
from golden import assert_golden
from pictures import pixels
from strategies import ROOT

WIDE, HIGH = 40, 56
"""A small card."""


@cache
def deck(name: str) -> DeckFaces:
    """The deck of a game of the library."""
    return load(name, engine="interpreter").pack.faces()


def rendered(faces: list[str]) -> np.ndarray:
    """Faces side by side as small cards: number × height × width × colours."""
    columns = 32
    cards = "".join(
        f'<svg x="{at % columns * WIDE}" y="{at // columns * HIGH}" width="{WIDE}" height="{HIGH}" '
        f'viewBox="0 0 240 336">{inside}</svg>'
        for at, inside in enumerate(faces)
    )
    rows = -(-len(faces) // columns)
    drawing = pixels(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * WIDE}" height="{rows * HIGH}" '
        f"{LETTERING}>{cards}</svg>"
    )
    split = drawing.reshape(rows, HIGH, columns, WIDE, 4).swapaxes(1, 2)
    return split.reshape(-1, HIGH, WIDE, 4)[: len(faces), :, :, :3]


@pytest.mark.slow
def test_all_kinds_of_every_library_deck_look_different() -> None:
    decks = {name: deck(name).faces for name in shelf.names()}
    every = list(dict.fromkeys(inside for faces in decks.values() for inside in faces))
    drawn = dict(zip(every, rendered(every).astype(np.int16), strict=True))
    close = []
    for faces, name in {faces: name for name, faces in decks.items()}.items():
        cards = np.stack([drawn[inside] for inside in faces])
        for at, card in enumerate(cards[:-1]):
            differing = abs(cards[at + 1 :] - card).max(axis=3) > 32
            shares = differing.mean(axis=(1, 2))
            worst = int(shares.argmin())
            if shares[worst] <= 0.02:
                close.append(f"{name}: {at} and {at + 1 + worst} differ by {shares[worst]:.1%}")
            # Under another card, all but shapes are told by their corner.
            left = differing[:, :, : round(WIDE * 0.28)].sum(axis=(1, 2))
            if left.min() < 5 and deck(name).roles.shape is None:
                close.append(f"{name}: {at} and {at + 1 + int(left.argmin())} have the same corner")
    assert not close, "\n".join(close)


GOLDEN = {
    "hearts": (0, 8, 12, 36),
    "uno_wild": (0, 13, 14, 20, 52, 53),
    "kuhn_poker": (0, 2),
    "threefold": (0, 31, 80),
    "scopa": (0, 5, 8),
    "scarto": (59, 76, 77),
    "lost_cities": (8, 22, 47),
    "mille_bornes": (3, 5, 10, 15, 18),
    "coloretto": (0, 7, 10),
    "no_thanks": (0, 32),
    "coup": (0, 3),
    "spilt_milk": (0, 35),
    "gops": (0, 38),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_faces_stay_as_they_were_found_good(name: str) -> None:
    faces = deck(name)
    drawn = [faces.svg(kind) for kind in GOLDEN[name]] + [faces.back_svg(back) for back in faces.backs]
    assert_golden(f"faces/{name}.txt", f"{faces.roles.text}\n" + "".join(f"{one}\n" for one in drawn))


def test_the_courts_are_drawn_of_french_cards_and_lettered_elsewhere() -> None:
    french, latin = deck("hearts"), deck("scopa")
    assert french.faces[10].count("croupier-court-QC") == 2
    assert french.words(10) == "queen of clubs"
    assert all("croupier-court" not in inside for inside in latin.faces)
    knave = next(kind for kind in range(40) if latin.words(kind) == "knave of coins")
    assert ">Knave</text>" in latin.faces[knave]


def test_cards_that_differ_by_their_backs_alone_are_coloured_by_them() -> None:
    gops = deck("gops")
    assert gops.roles.text == "colour the back, index RANK"
    assert len(set(gops.faces)) == 39
    assert ">Gold</text>" in gops.back("GOLD")


HOSTILE = [
    '</text><script>alert("x")</script>',
    "'\" onload='alert(1)",
    "]]>&amp;<![CDATA[",
    "a\x00b\x1b[31m\ud800\uffff",
    "x" * 5000,
    "x" * 4999 + "y",
    "  ",
    "",
    "\u202ereversed",
    "漢字" * 40,
]


def test_nothing_in_a_value_is_markup_and_nothing_is_too_long() -> None:
    kinds = [Kind({"NAME": text, "<b>": "&"}, back=text) for text in HOSTILE]
    faces = DeckFaces(kinds)
    assert len(set(faces.faces)) == len(HOSTILE)
    for drawing in (contact_sheet([("<deck>", faces)]), *(faces.svg(k) for k in range(len(HOSTILE)))):
        drawing.encode("utf-8")
        root = ET.fromstring(drawing)
        assert all(element.tag.rpartition("}")[2] != "script" for element in root.iter())
        assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)
    assert max(map(len, faces.faces)) < 4000


def test_hundreds_of_kinds_and_kinds_without_attributes() -> None:
    many = DeckFaces([Kind({"A": f"word {n % 7}", "B": f"{n}", "C": f"thing {n % 30}"}) for n in range(600)])
    assert len(set(many.faces)) == 600
    assert DeckFaces([Kind()]).words(0) == "card"
    assert DeckFaces([]).faces == ()
    assert len(set(DeckFaces([Kind({"X": "same"}), Kind({"X": "same"})]).faces)) == 2


def test_a_face_changes_by_hints() -> None:
    hints, problems = parse_hints(["index POWER; KIND SKIP = wild, OTHER = ⊘", "back = TREASURE #7a4a21"])
    assert not problems
    kinds = [Kind({"POWER": "SEVEN", "KIND": "SKIP"}, "TREASURE"), Kind({"POWER": "TWO", "KIND": "OTHER"})]
    faces = DeckFaces(kinds, hints)
    assert faces.roles.index == ("POWER",)
    assert "#7a4a21" in faces.back("TREASURE")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("indx RANK", "`indx` is no part of a card; did you mean `index`?"),
        ("index", "`index` wants the name of one attribute"),
        ("KIND SKIP = https://example.org/x.png", "is no sign"),
        ("KIND SKIP = #12", "is no sign"),
        ("KIND SKIP = <svg>", "is no sign"),
        ("KIND = star", "wants its values"),
        ("back = TREASURE", "`back` wants a name and a colour"),
    ],
)
def test_a_wrong_hint_says_what_is_possible(line: str, message: str) -> None:
    hints, [(number, problem)] = parse_hints(["", line])
    assert number == 1
    assert message in problem.message
    assert line[problem.start : problem.end].strip()
    assert hints == Hints(hints.roles)


def test_contrast_gives_suits_four_colours_and_shapes_their_marks() -> None:
    plain, contrast = deck("hearts"), DeckFaces(deck("hearts").kinds, contrast=True)
    assert len({faces.faces[0] for faces in (plain, contrast)}) == 2
    assert "#1b7a36" in contrast.faces[0]


@pytest.mark.parametrize(
    ("script", "roles", "words"),
    [
        ("uno.ah", "colour color, index type", "8, Yellow"),
        ("war.cdg", "suit suit, index rank", "2 of clubs"),
        ("mille_bornes.cdg", "tint class, caption name type", "100, mileage"),
    ],
)
def test_cards_of_scripts_have_faces_by_what_the_game_tells_of_them(
    script: str, roles: str, words: str
) -> None:
    pack = load(ROOT / "src" / "croupier" / "library" / script).pack
    faces = pack.faces()
    assert faces.roles.text == roles
    assert words in {faces.words(kind) for kind in range(len(pack.kinds))}
    assert len(set(faces.faces)) == len(pack.kinds)


def test_a_card_and_a_pack_show_themselves() -> None:
    pack = load("hearts").pack
    queen = pack.card("♥Q")
    assert (str(queen), queen.words, pack.card(0).kind.name) == ("♥Q", "queen of hearts", pack.names[0])
    assert "queen of hearts" in queen._repr_svg_()
    assert ET.fromstring(pack._repr_svg_()) is not None
    with pytest.raises(ValueError, match="there is no card '♥X'"):
        pack.card("♥X")
