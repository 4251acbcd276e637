"""Pieces of a page. Whatever is text becomes text: only :class:`Markup` is taken for HTML.

>>> tag("p", "2 < 3, ", tag("b", "surely"), class_="wide")
Markup('<p class="wide">2 &lt; 3, <b>surely</b></p>')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup, escape

from croupier.text.shown import shown, shown_in

__all__ = ["Markup", "data", "joined", "table", "tag"]

_EMPTY = frozenset(("br", "col", "hr", "img", "input", "meta"))


def joined(children: Iterable[Any], between: str = "") -> Markup:
    """Texts and markup side by side; nothing for what is None."""
    return Markup(between).join(
        child if isinstance(child, Markup) else escape(shown(str(child)))
        for child in children
        if child is not None
    )


def tag(name: str, /, *children: Any, **attributes: Any) -> Markup:
    """An element. `class_` and `for_` lose their underscore, others become dashes.

    An attribute that is None or False is left out, True has no value.
    """
    given = []
    for key, value in attributes.items():
        attribute = key.rstrip("_").replace("_", "-")
        if value is True:
            given.append(f" {attribute}")
        elif value is not None and value is not False:
            given.append(f' {attribute}="{joined([value])}"')
    end = "" if name in _EMPTY else f"{joined(children)}</{name}>"
    return Markup(f"<{name}{''.join(given)}>{end}")


def table(
    head: Sequence[Any],
    rows: Iterable[Sequence[Any]],
    *,
    caption: str,
    words: Iterable[int] = (0,),
    hidden_caption: bool = False,
) -> Markup:
    """A table that a narrow screen can scroll; columns hold numbers unless they are among the `words`.

    The first cell of a row is its heading.
    """
    texts = frozenset(words)

    def cells(row: Sequence[Any], kind: str) -> Markup:
        return joined(
            tag(
                kind if at else "th",
                cell,
                class_=None if at in texts else "number",
                scope="col" if kind == "th" else None if at else "row",
            )
            for at, cell in enumerate(row)
        )

    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption, class_="unseen" if hidden_caption else None),
            tag("thead", tag("tr", cells(head, "th"))),
            tag("tbody", joined(tag("tr", cells(row, "td")) for row in rows)),
        ),
        class_="scroll wide" if len(head) > 3 else "scroll",
        role="region",
        aria_label=caption,
        tabindex="0",
    )


def data(value: Any, **attributes: Any) -> Markup:
    """Data for a script, in an element that no text can end."""
    text = json.dumps(shown_in(value), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return tag("script", Markup(text), type="application/json", **attributes)
