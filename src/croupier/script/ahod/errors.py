"""The errors of AHOD: what no reading makes sense of."""

from __future__ import annotations

from croupier.script.codes import Code

_CARD = "let Card(rank) be Object with:\n    rank: rank\n"

ERRORS: tuple[Code, ...] = (
    Code(
        "A101", "bad indentation", "{what}",
        "The lines of a block begin at the same column, deeper than the line with the `:` that opens it. "
        "Tabs count "
        "up to the next multiple of 8; mixing them with blanks makes columns that look equal differ.",
        "print 'one'\n    print 'two'\n", "print 'one'\nprint 'two'\n", "only a line after `:` is deeper",
    ),
    Code(
        "A102", "unexpected text", "expected {expected}, found {found}",
        "The text follows no rule of the grammar here. Reading goes on at the next line that is not deeper.",
        "total = 3 +\n", "total = 3 + 4\nprint total\n",
    ),
    Code(
        "A103", "unterminated comment or string", "this {what} is never closed by `{closer}`",
        "A string ends on the line on which it begins, with the quote it began with; a comment from `/*` "
        "goes to the "
        "first `*/`.",
        "print 'hello\n", "print 'hello'\n",
    ),
    Code(
        "A104", "bad escape", "`{escape}` is no escape",
        "In a string a backslash stands before `'`, `\"`, `\\`, `n` (a new line) or `t` (a tab).",
        "print 'C:\\games'\n", "print 'C:\\\\games'\n", "a backslash itself is written `\\\\`",
    ),
    Code(
        "A105", "unmatched bracket", "this `{bracket}` is never closed",
        "Brackets close in the order in which they open. Lines inside of brackets need no indentation, so a "
        "forgotten one swallows what follows; it is reported where it opens.",
        "print max(1, 2\n", "print max(1, 2)\n",
    ),
    Code(
        "A110", "chained comparison", "comparisons cannot be chained",
        "A comparison gives True or False; comparing that again is never meant.",
        "x = 5\nif 1 < x < 9:\n    print 'ok'\n", "x = 5\nif 1 < x and x < 9:\n    print 'ok'\n",
        "write `a < b and b < c`",
    ),
    Code(
        "A111", "include", "{what}",
        "`include 'file.ah'` stands at top level; the path is relative to the including file, which must "
        "exist and "
        "may not include itself, directly or through others.",
        "include 'no_such_file.ah'\nprint 1\n", "print 1\n",
    ),
    Code(
        "A201", "helper not defined", "helper '{name}' is called but never defined",
        "A call needs a helper `name(…):`, a built-in function, a type, or inside a type one of its "
        "computed attributes.",
        "print double(4)\n", "double(n): n * 2\nprint double(4)\n",
        "define it at top level, e.g.   {name}(): return …",
    ),
    Code(
        "A202", "name never assigned", "'{name}' is read but nothing assigns it",
        "A name has a value after an assignment, as a parameter, as a loop variable inside its loop, or "
        "as an "
        "attribute inside its type.",
        "print suit\n", "suit = 'hearts'\nprint suit\n",
    ),
    Code(
        "A203", "ACTION not defined", "ACTION '{name}' is not defined{where}",
        "`x do NAME` needs `when TYPE x do NAME:` for the type of x or a type it derives from, or a "
        "built-in ACTION; "
        "`do NAME` without a receiver needs `when do NAME:`.",
        "do SETUP\n", "when do SETUP:\n    print 'ready'\ndo SETUP\n", "{told}",
    ),
    Code(
        "A204", "constructor parameter in a computed attribute", "'{name}' is a parameter of the "
        "constructor, gone "
        "after the object was made",
        "Parameters of a type are seen by the initialisers of its attributes only. What a computed "
        "attribute needs "
        "must be stored in an attribute.",
        "let Square(side) be Object with:\n    area(): side * side\nprint Square(2).area()\n",
        "let Square(side) be Object with:\n    side: side\n    area(): side * side\nprint Square(2).area()\n",
        "store it:   {name}: {name}",
    ),
    Code(
        "A205", "duplicate definition", "{what} is defined twice",
        "A type, a helper, a parameter, an attribute, and an ACTION for one receiver have one definition "
        "each; a "
        "definition may replace an included one.",
        "f(): 1\nf(): 2\nprint f()\n", "f(): 1\ng(): 2\nprint f() + g()\n",
    ),
    Code(
        "A206", "unknown type", "there is no type '{name}'",
        "Types are int, float, string, bool, Object, Actor, Range, Collection, Series, Stack, Timer, and "
        "those that "
        "`let` defines.",
        "let Deck be Stack(Crad)\nprint Deck()\n", _CARD + "let Deck be Stack(Card)\nprint Deck(Card(1))\n",
    ),
    Code(
        "A207", "out of place", "`{word}` stands outside of {needs}",
        "`break` and `continue` belong into a loop, `return` into main, an ACTION, a helper or a computed "
        "attribute.",
        "break\n", "while True:\n    break\n",
    ),
    Code(
        "A301", "wrong number of arguments", "{what} takes {takes}, got {got}",
        "Every parameter without a default needs an argument, and no argument may be left over.",
        "add(a, b): a + b\nprint add(1)\n", "add(a, b): a + b\nprint add(1, 2)\n",
    ),
    Code(
        "A302", "unknown or repeated named argument", "{what} {problem} '{name}'",
        "A named argument names a parameter that has not got its value by place; named ones come last.",
        "add(a, b): a + b\nprint add(1, c: 2)\n", "add(a, b): a + b\nprint add(1, b: 2)\n",
    ),
    Code(
        "A303", "argument type", "'{name}' of {what} is {wanted}, this is {given}",
        "A typed parameter takes values of its type; an int is accepted for a float, a text is never "
        "converted.",
        "half(n: int): n / 2\nprint half('ten')\n", "half(n: int): n / 2\nprint half(10)\n",
    ),
    Code(
        "A304", "element type", "{what} holds {wanted} only, this is {given}",
        "A collection with an element type takes elements of that type, wherever they come from.",
        _CARD + "let Deck be Stack(Card)\ndeck = new Deck(5)\nprint deck\n",
        _CARD + "let Deck be Stack(Card)\ndeck = new Deck(Card(5))\nprint deck\n",
    ),
    Code(
        "A305", "operator not defined", "`{op}` is not defined for {types}",
        "Arithmetic is for numbers, `+` also for two strings or two collections, `*` for an int with a "
        "string or "
        "a collection, ordering for two numbers or two strings. `..` binds tighter than `+`, `-` and `*`.",
        "n = 5\nfor i in 0..n-1:\n    print i\n", "n = 5\nfor i in 0...n:\n    print i\n",
    ),
    Code(
        "A306", "text with something else", "`+` joins two strings, not {types}",
        "Nothing is turned into text silently: an f-string does it, or `string(…)`.",
        "print 'score: ' + 5\n", "print f'score: {{5}}'\n".replace("{{", "{").replace("}}", "}"),
        "write an f-string:   f'… {{value}}'",
    ),
    Code(
        "A307", "Collection is virtual", "a Collection cannot be made; it is what Series and Stack have "
        "in common",
        "Make a Series (front and back) or a Stack (top and bottom), or write a literal `[…]`, which is a "
        "Series.",
        "c = new Collection\nprint c\n", "c = new Series\nprint c\n", "write `new Series` or `new Stack`",
    ),
    Code(
        "A308", "unknown attribute", "{type} has no {what} '{name}'",
        "A value of a known type has the attributes of its type and of those it derives from; computed "
        "ones are called "
        "with `()`, stored ones are not.",
        _CARD + "card = Card(7)\nprint card.suit\n", _CARD + "card = Card(7)\nprint card.rank\n",
    ),
    Code(
        "A401", "change in a helper", "{name} is a helper and must not change anything: {what}",
        "Helpers and computed attributes only look; state changes in ACTIONS. What a body has just made "
        "itself (by a "
        "literal, a comprehension, a constructor, `copy()` or `shuffled()`) it may change.",
        "pile = [1, 2]\ntake(): pile.pop_front()\nprint take()\n",
        "pile = [1, 2]\nwhen do TAKE:\n    return pile do POP_FRONT\nprint do TAKE\n",
        "make it an ACTION:   when do {action}: …",
    ),
    Code(
        "A402", "assignment to a constant", "'{name}' is const and already has its value",
        "A const variable is assigned where it is declared, a const attribute when its object is made, "
        "and never again.",
        "const limit = 3\nlimit = 4\nprint limit\n", "const limit = 3\nprint limit\n",
    ),
    Code(
        "A403", "computed attribute changes an attribute", "{name} changes attribute '{attribute}' inside "
        "the type; "
        "write `when {type} {variable} do {action}{parameters}: {variable}.{attribute} = {value}`",
        "A type has no functions that change it; an ACTION outside of it does that.",
        "let Square(side) be Object with:\n    side: side\n    modify_side(new_side):\n        side = "
        "new_side\n"
        "print Square(1)\n",
        "let Square(side) be Object with:\n    side: side\nwhen Square square do MODIFY_SIDE(new_side):\n"
        "    square.side = new_side\nprint Square(1) do MODIFY_SIDE(2)\n",
    ),
)  # fmt: skip
