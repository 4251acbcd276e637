"""A screen of a fixed size: the table above, what has happened beside it, the hand and the options below."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import takewhile

from rich.console import Console
from rich.text import Text

from croupier.terminal.tabletop import DIM, MARK, Seen, Tabletop
from croupier.text.shown import control, shown
from croupier.text.style import Style

MIN_WIDTH, MIN_HEIGHT = 60, 20
"""A smaller terminal gets plain lines."""
KEYS = "number, card or text   ? help   h hint   u undo   t table   q save and leave"
_LEAST_TABLE = 6
"""Lines that the table keeps, however many options there are."""


def frame(
    top: Tabletop,
    seen: Seen,
    story: Sequence[str],
    notices: Sequence[str],
    size: tuple[int, int],
    *,
    question: str = "",
) -> list[Text]:
    """All lines of the screen but the last, on which the person answers."""
    width, height = size
    console = Console(width=width, file=io.StringIO())
    below = _below(top, seen, console, width, height - _LEAST_TABLE - 4, question)
    said = [line for notice in notices for line in Text(shown(notice)).wrap(console, width)][-4:]
    rows = height - 2 - len(below) - len(said) - 1 - 1
    beside = max(26, width // 3) if width >= 70 else 0
    left = _table(top, seen, console, width - beside - (3 if beside else 0), rows)
    lines = [_title(seen, width)]
    if beside:
        right = _history(story, console, beside, rows)
        lines += [_joined(one, other, width - beside - 3) for one, other in zip(left, right, strict=True)]
    else:
        lines += left
    keys = Text(KEYS, DIM) if seen.view.options else Text("")
    keys.truncate(width, overflow="ellipsis")
    return [*lines, Text("─" * width, DIM), *below, *said, keys]


def _title(seen: Seen, width: int) -> Text:
    title = f" {shown(seen.view.game.title)} · you are seat {seen.view.seat} of {seen.view.seats}"
    text = Text(title, MARK)
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def _below(top: Tabletop, seen: Seen, console: Console, width: int, most: int, question: str) -> list[Text]:
    """The hand, the question and the options, in so many lines at most."""
    hand, told = top.hand(seen.view, width)
    listed = top.options(seen.view, told, width)
    lines = list(hand)
    legend = top.legend()
    if legend is not None and hand:
        lines += list(legend.wrap(console, width))[:2]
    verb = _common([option.text for option in seen.view.options if option.index + 1 in told])
    if question or verb:
        asked = f"{question} ({verb} …)" if question and verb else question or f"{verb} …"
        lines.append(Text(shown(asked), "bold"))
    room = max(1, most - len(lines))
    if len(listed) > room:
        left = len(seen.view.options) - len(told)
        listed = [*listed[: room - 1], Text(f"… {left} options: o lists them all", DIM)]
    for line in listed:
        line.truncate(width, overflow="ellipsis")
    return [*lines, *listed]


def _common(texts: Sequence[str]) -> str:
    """The words with which all texts begin."""
    words = [text.split() for text in texts]
    same = takewhile(lambda column: len({*column}) == 1, zip(*words, strict=False))
    return " ".join(column[0] for column in same) if len(texts) > 1 else ""


def _table(top: Tabletop, seen: Seen, console: Console, width: int, rows: int) -> list[Text]:
    found: list[Text] = []
    for line in top.lines(seen):
        found += list(line.wrap(console, width))
    if len(found) > rows:
        found = [*found[: rows - 1], Text("… t shows the whole table", DIM)]
    return [*found, *(Text("") for _ in range(rows - len(found)))]


def _history(story: Sequence[str], console: Console, width: int, rows: int) -> list[Text]:
    """The last things that have happened, the newest at the bottom."""
    found: list[Text] = []
    for words in reversed(story):
        wrapped = list(Text(shown(words)).wrap(console, width - 2))
        wrapped = [Text("· " if i == 0 else "  ", DIM).append_text(line) for i, line in enumerate(wrapped)]
        if len(found) + len(wrapped) > rows:
            break
        found = [*wrapped, *found]
    return [*found, *(Text("") for _ in range(rows - len(found)))]


def _joined(left: Text, right: Text, width: int) -> Text:
    line = left.copy()
    line.truncate(width, overflow="ellipsis", pad=True)
    return line.append(" │ ", DIM).append_text(right)


def printed(lines: Sequence[Text], style: Style) -> list[str]:
    """The lines as a terminal takes them: in colours, or in none."""
    console = Console(
        file=io.StringIO(),
        width=max([1, *(len(line) for line in lines)]),
        force_terminal=style.colour,
        color_system="standard" if style.colour else None,
        highlight=False,
        no_color=not style.colour,
    )
    found = []
    for line in lines:
        line.rstrip()
        with console.capture() as captured:
            console.print(line, end="", soft_wrap=True)
        text = captured.get()
        found.append(control(text) if style.colour else style.line(text))
    return found
