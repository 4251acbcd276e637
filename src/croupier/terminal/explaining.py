"""What `?` tells: the rules of the game at hand, how to read the screen, what can be answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.catalog import shelf
from croupier.game.capabilities import HasProgram, able
from croupier.game.hosting import HostedGame
from croupier.recycle.outline import Block, outline
from croupier.recycle.outline_text import shortened
from croupier.recycle.program import Program
from croupier.text.style import Style

SCREEN = (
    'Your own cards come first, then the other seats, then the table. "5 hidden" are five cards that you '
    "neither see nor know; a card that you saw going into a hidden place stays named there as long as you "
    'can know it. "noted" are copies that the game keeps in mind for everybody. Where the order of a place '
    "matters, the last card is the top one. Stored numbers and words stand below the cards of their owner."
)
HINT = ("h", "a hint: what a good player would do at your place, and why")
ANSWERS = (
    ("1, 2, 3 …", "take the option of that number"),
    ("♠K, lead K", "take the option with that card, or whose text begins so"),
    HINT,
    (
        "u",
        "take your last decision back, if nothing hidden has been revealed since; else you may undo anyway",
    ),
    ("t", "the whole table, with the numbers that only steer the rules"),
    ("o", "all options, where the screen has no room for them"),
    ("q", "save the game and leave; `croupier play --resume FILE` goes on"),
    ("?", "this text"),
    ("Enter", "show the table again"),
)


def explained(game: HostedGame, style: Style, *, hints: bool = True) -> list[str]:
    """The whole text, as lines for a terminal; of hints only where they can be had."""
    lines = list(_rules(game, style))
    written = able(game, HasProgram)
    if written is not None:
        lines += ["", *style.heading("How it goes")]
        lines += _course(written.program, style)
    lines += ["", *style.heading("The screen")]
    lines += style.paragraph(SCREEN, "  ")
    lines += ["", *style.heading("Your answers")]
    for answer, meaning in ANSWERS if hints else [one for one in ANSWERS if one is not HINT]:
        lines += style.paragraph(meaning, f"  {answer:<10} ")
    return lines


def _rules(game: HostedGame, style: Style) -> Iterator[str]:
    head = shelf.head(game.source)
    yield from style.heading(head.title or game.source.name)
    for text in (head.summary, head.remarks, f"Simplified: {head.simplified}." if head.simplified else ""):
        for paragraph in text.split("\n\n") if text else ():
            yield from style.paragraph(" ".join(paragraph.split()), "  ")
    for name, meaning in head.parameters:
        value = game.settings.get(name)
        here = f" Here {value}." if isinstance(value, int | str) else ""
        yield from style.paragraph(meaning + here, f"  {name}  ")


def _course(program: Program, style: Style) -> Iterator[str]:
    """The remarks that the program makes on its own parts, among its stages, in the order of the text."""
    entries = [*_remarks(program.source.text), *_stages(outline(program).play)]
    nearest = min((depth for _, depth, _ in entries), default=0)
    for _, depth, text in sorted(entries, key=lambda entry: entry[0]):
        indent = "  " * (1 + min(4, depth - nearest))
        yield from style.paragraph(shortened(text, 3 * style.width), f"{indent}- ")


def _remarks(text: str) -> Iterator[tuple[int, int, str]]:
    """The comments that stand alone, those on lines in a row together: line, depth, words."""
    lines = text.splitlines()
    begun = next((i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith(";")), 0)
    at = begun
    while at < len(lines):
        start, words = at, []
        while at < len(lines) and lines[at].lstrip().startswith(";"):
            words.append(lines[at].strip().lstrip(";").strip())
            at += 1
        # What an option is called, and what is asked, can be read at the option itself.
        words = [said for said in words if not said.startswith(("option:", "ask:"))]
        if words:
            yield start, (len(lines[start]) - len(lines[start].lstrip())) // 2, " ".join(words)
        at += 1


def _stages(blocks: Iterable[Block], depth: int = 1) -> Iterator[tuple[int, int, str]]:
    """Where turns go round, and until when."""
    for block in blocks:
        if block.kind == "stage":
            yield block.line - 1, depth, f"{block.cycle}s in turn, until {block.end}"
        yield from _stages(block.blocks, depth + 1)
