"""Symbols, folds, selections, colours, layout, remarks and repairs."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from croupier.catalog import shelf
from croupier.recycle.format import formatted
from croupier.recycle.reader import read
from croupier.recycle.services import RecycleServices
from croupier.text import Source
from croupier.text.editing import COLOURS, Symbol, repairs
from marked import GAME, applied, at, in_game, texts


def outline(symbols: tuple[Symbol, ...] | list[Symbol]) -> list[object]:
    """Symbols as nested names."""
    return [(s.name, outline(s.inner)) if s.inner else s.name for s in symbols]


def test_symbols() -> None:
    services = RecycleServices(Source("demo.rcy", GAME))
    assert outline(services.symbols()) == [
        (
            "game",
            [
                "SEATS",
                ("setup", ["create players", "create deck"]),
                ("stage player", ["choice"]),
                "scoring",
            ],
        )
    ]
    assert services.symbols()[0].detail == "Small: a game to ask about"


def test_folds_go_over_several_lines_and_begin_on_different_ones() -> None:
    services = RecycleServices(Source("demo.rcy", ";; one\n;; two\n" + GAME))
    folds = services.folds()
    text = services.source.text
    assert text[folds[0].start : folds[0].end] == ";; one\n;; two\n;; Small: a game to ask about"
    assert all("\n" in piece for piece in texts(text, folds))
    lines = [text.count("\n", 0, fold.start) for fold in folds]
    assert len(set(lines)) == len(lines) == 8


def test_selections_grow() -> None:
    services, offset = in_game("(top ('P iloc HA")
    found = texts(GAME, services.selections(offset))
    assert found[:3] == ["HAND", "'P iloc HAND", "('P iloc HAND)"]
    assert found[-1] == GAME
    for inner, outer in pairwise(services.selections(offset)):
        assert outer.start <= inner.start <= inner.end <= outer.end


def test_colours_cover_every_word_once() -> None:
    services = RecycleServices(Source("demo.rcy", GAME))
    found = services.colours()
    assert all(one.where.end <= other.where.start for one, other in pairwise(found))
    assert {c.kind for c in found} <= set(COLOURS)
    kinds = dict(zip(texts(GAME, [c.where for c in found]), [c.kind for c in found], strict=True))
    assert kinds["stage"] == "keyword"
    assert kinds["move"] == "function"
    assert kinds["iloc"] == "type"
    assert kinds["HAND"] == "property"
    assert kinds["HEARTS"] == "enumMember"
    assert kinds["'SEATS"] == "parameter"
    assert kinds["'C"] == "variable"
    assert sum(c.is_definition for c in found) == 4


@pytest.mark.parametrize("name", ["agram", "gops", "coup"])
def test_layout_of_the_whole_is_the_canonical_one(name: str) -> None:
    source = shelf.source(name)
    assert source is not None
    rng = random.Random(name)
    mixed = [
        line
        if ";" in line
        else "".join(c + rng.choice(["", "", " ", "\n"]) if c in " ()" else c for c in line)
        for line in source.text.splitlines(keepends=True)
    ]
    text = "".join(mixed)
    services = RecycleServices(Source("mixed.rcy", text))
    assert applied(text, services.formatted()) == formatted(read(Source("mixed.rcy", text)))


def test_layout_of_a_part_leaves_the_rest_alone() -> None:
    text = GAME.replace("(move 'C (top", "(move   'C\n(top").replace("(create players", "(create   players")
    services = RecycleServices(Source("demo.rcy", text))
    start = text.index("(choice")
    assert applied(text, services.formatted_part(start, start + 120)) == GAME.replace(
        "(create players", "(create   players"
    )


def test_a_broken_text_is_not_laid_out() -> None:
    assert RecycleServices(Source("demo.rcy", GAME[:300])).formatted() == []


def test_line_ends_are_kept() -> None:
    text = GAME.replace("(inc (", "(inc   (").replace("\n", "\r\n")
    assert applied(text, RecycleServices(Source("demo.rcy", text)).formatted()) == GAME.replace("\n", "\r\n")


def test_remarks_tell_types_and_who_sees_a_place() -> None:
    services = RecycleServices(Source("demo.rcy", GAME))
    found = [
        (GAME[: r.at].rsplit(maxsplit=1)[-1].strip("()"), r.text) for r in services.remarks(0, len(GAME))
    ]
    assert found == [
        ("'SEATS", ": integer"),
        ("STOCK", "nobody sees"),
        ("'P", ": player"),
        ("HAND", "its owner sees"),
        ("'P", ": player"),
        ("'C", ": card"),
        ("PILE", "everyone sees"),
    ]
    assert services.remarks(0, 30) == []


def test_repairs_are_those_of_the_findings_at_a_place() -> None:
    services, offset = at(GAME.replace("(shuffle (game", "(shu|fle (game"))
    (repair,) = repairs(services.findings, offset, offset)
    assert repair.title == "Use the known form (RCY020)"
    assert applied(services.source.text, repair.edits) == GAME
    assert repairs(services.findings, 0, 5) == []
