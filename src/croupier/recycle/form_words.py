"""The parts and results of forms in words, for `explain` and the reference page."""

from __future__ import annotations

from croupier.recycle.forms import PART_TYPES, Dialect, Form
from croupier.recycle.types import Type

STRUCTURE_PARTS: dict[str, str] = {
    "Among": "`(among Players)`",
    "Attribute": "`(Key Group+)`",
    "Awards": "a list of awards, `(((RANK : ACE) 11) ((RANK : KING) 4))`; a single award may stand without "
    "the outer parentheses",
    "Block": "a stage, a choice, a `do`, or any action",
    "Body": "what `let` stands before: an action, or in a stage or in the game also a choice",
    "Constant": "a value that is known before the game begins: an integer, a name, a list of names, a range, "
    "a Boolean, or what can be computed from these and from earlier declares",
    "Constants": "a collection of constants, such as a range or a list of names",
    "Content": "what a definition stands for: a value, or actions and blocks, which run in text order",
    "Create": "`(create players …)`, `(create teams …)`, `(create deck …)` or a `repeat` of a deck",
    "Declare": "`(declare Constant 'V)`, in the house dialect also `use` and `define`",
    "Deck": "`(deck Attribute+)`",
    "Defined": "`(use Name)`, `(declare …)` or `(define …)`",
    "Else": "`(else Item+)` or `(else Bool Item+)`, in a value `(else Value)` or `(else Bool Value)`; the "
    "one without a condition stands last",
    "End": "`(end Bool)`",
    "First": "`(first Players)`",
    "Group": "values of an attribute: `(NAME, NAME)`; one value with attributes of its own: "
    "`(NAME Attribute+)`; or a declared list: `('V)`",
    "Element": "whatever can be compared: an integer, a string, a card, a player or a team",
    "Head": "`(among Players)`, `(turns Int)` or `(end Bool)`, each at most once",
    "Heading": "the name of a definition, or in parentheses the name and its parameters: `(NAME 'A 'B)`",
    "Players": "a collection of players, a team, or one player",
    "Ints": "integers separated by commas, `(18, 20, 22)`; in an award any collection of integers",
    "Item": "an action, a condition with an action, a `do`, an `all` or `any` over items, or a `let`",
    "Items": "items in a list of their own: `(Item Item …)`",
    "Key": "the name of an attribute, such as `SUIT`",
    "MoveOrForget": "a `move` or a `forget`",
    "Name": "a name: capitals, digits and underscores",
    "Names": "names separated by commas",
    "Pair": "an attribute with the value it must have: `(KEY : VALUE)`, before 0.5.10 `(KEY (VALUE))`",
    "PointVariable": "a variable that names a point map in the whole file",
    "Scoring": "`(scoring max|min Int)`",
    "Seats": "the seats of one team: `(0, 2)`",
    "Setup": "`(setup Create+)`",
    "Target": "`current`, `next` or `previous`, a player, or a team",
    "Value": "any value",
}
"""Parts of a signature that are no values, in words; with :data:`PART_TYPES` these are all there are."""

_FURTHER: dict[str, str] = {
    "Cards": "a location, a `mem` location, or what is computed from them",
    "Collection": "of whatever: cards, copies, collections, players, teams, strings or integers",
    "Copy": "from a `mem` location",
    "Int": "a literal, a storage, or what is computed",
    "IntStore": "`(Owner sto String)`",
    "Location": "`(Owner vloc String)` or the same with `iloc`, `hloc`, `oloc`",
    "Memory": "`(Owner mem String)`",
    "MemoryPlace": "`(top M)`, `(bottom M)` or `(Int M)` of a `mem` location M",
    "Place": "`(top L)`, `(bottom L)` or `(Int L)` of a location L",
    "PlayerStore": "`(Owner who String)`",
    "PointStore": "`(Owner points String)`",
    "Points": "`(Owner points String)`, or in 0.4 the variable of a `put points`",
    "String": "a name, a storage, or an attribute of a card",
    "StringStore": "`(Owner str String)`",
}
"""What the name of a type leaves open."""
_RESULTS: dict[str, str] = {
    "Action": Type.ACTION.value,
    "Attribute": "an attribute of a deck",
    "Award": "an award",
    "Block": "a block",
    "Create": "a part of the setup",
    "Called": "whatever the definition is: a value, an action or a block",
    "Deck": "the cards of a deck",
    "Declare": "a declaration",
    "Define": "a definition",
    "Definitions": "a file of definitions",
    "Else": "a part of a condition or of a choice",
    "End": "an end condition",
    "Game": Type.GAME.value,
    "Head": "a part of the head of a stage or a choice",
    "Ints": Type.INTS.value,
    "Joined": "a collection of cards (of remembered copies, if all of them are)",
    "Locations": Type.LOCATIONS.value,
    "Memories": Type.MEMORIES.value,
    "Memory": Type.MEMORY.value,
    "Players": Type.PLAYERS.value,
    "Program": "a program",
    "Same": "a value of the type that its parts have",
    "Scoring": "a scoring",
    "Setup": "a setup",
    "Strings": Type.STRINGS.value,
    "Teams": Type.TEAMS.value,
    "Use": "definitions of another file",
}
_RESULTS_BY_PART: dict[tuple[str, str], str] = {
    ("Element", "Cards"): "a card (of a `mem` location: a remembered copy)",
    ("Element", "Groups"): "a collection of cards (of `indexed`: a location or memory)",
    ("Filtered", "Cards"): "a collection of cards (of remembered copies, if they are copies)",
    ("Element", "Collection"): "an element of the collection",
    ("Filtered", "Collection"): "a collection of the same kind (of a location: its cards)",
}
"""Results that depend on the collection that the form is given."""


def result_in_words(form: Form) -> str:
    """What a form gives, as a sentence can say it.

    >>> from croupier.recycle.forms import FORMS
    >>> result_in_words(FORMS["size"])
    'an integer'
    """
    if form.result in PART_TYPES:
        return PART_TYPES[form.result].value
    for part in form.parts:
        if (form.result, part.kind) in _RESULTS_BY_PART:
            return _RESULTS_BY_PART[form.result, part.kind]
    return _RESULTS[form.result]


def dialects_in_words(form: Form) -> str:
    """In which dialects a form is at home.

    >>> from croupier.recycle.forms import FORMS
    >>> dialects_in_words(FORMS["swap.cards"]), dialects_in_words(FORMS["put.points"])
    ('since 0.6', 'only 0.4')
    """
    if form.since is Dialect.HOUSE:
        return "only house"
    if form.until is None:
        return "all dialects" if form.since is Dialect.V04 else f"since {form.since.value}"
    if form.until is form.since:
        return f"only {form.since.value}"
    return f"{form.since.value} to {form.until.value}"


def part_in_words(kind: str) -> str:
    """A part that is a value, in words."""
    said = PART_TYPES[kind].value
    return f"{said}: {_FURTHER[kind]}" if kind in _FURTHER else said
