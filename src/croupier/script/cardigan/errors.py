"""The errors: what cannot run under any reading."""

from __future__ import annotations

from croupier.script.codes import Code

_SYNTAX: tuple[Code, ...] = (
    Code(
        "C101", "bad character", "'{text}' does not belong into a program",
        "A program is made of names, numbers, strings in double quotes, the operators and brackets, and comments "
        "that begin with `//`. Scanned listings often have damaged quotes and comment marks.",
        'OUTPUT(``Hello")\n', 'OUTPUT("Hello")\n', "delete it, or write what was meant",
    ),
    Code(
        "C102", "unexpected token", "expected {expected}, found {found}",
        "The text does not go on as the grammar allows. Two words that stand side by side are often one name whose "
        "underscore was lost.",
        "high_card = 3\nOUTPUT(high card)\n", "high_card = 3\nOUTPUT(high_card)\n",
    ),
    Code(
        "C103", "unterminated string", "this string is not closed on its line",
        "A string begins and ends with `\"` on one line; `\\n` in it is a line end.",
        'OUTPUT("Hello)\n', 'OUTPUT("Hello")\n', 'write `"` at its end',
    ),
    Code(
        "C104", "unknown escape", "`{escape}` is no escape",
        'In a string, `\\"` is a quote, `\\n` a line end and `\\\\` a backslash; there are no others.',
        'OUTPUT("a\\tb")\n', 'OUTPUT("a b")\n', "a backslash itself is written \\\\",
    ),
    Code(
        "C105", "unbalanced bracket", "this `{bracket}` is never closed",
        "Every bracket needs its closer. Where a `}` is missing, the line that is not indented deeper tells where it "
        "belongs.",
        "play = {\n    if 1 < 2 {\n        OUTPUT(1)\n    OUTPUT(2)\n}\n",
        "play = {\n    if 1 < 2 {\n        OUTPUT(1)\n    }\n    OUTPUT(2)\n}\n",
    ),
    Code(
        "C106", "default block not last", "a block without condition is the last one in rules",
        "In `?{…}` a block without condition runs if none of the conditions before it held, so nothing follows it.",
        "x = 1\n?{\n    { OUTPUT(0) }\n    x == 1 { OUTPUT(1) }\n}\n",
        "x = 1\n?{\n    x == 1 { OUTPUT(1) }\n    { OUTPUT(0) }\n}\n", "move it to the end",
    ),
    Code(
        "C107", "condition without if", "an expression is followed by `{{` here",
        "Only in rules, `?{…}`, may a condition stand alone before its block. In any other block it needs an `if`.",
        "x = 1\nx == 1 {\n    OUTPUT(x)\n}\n", "x = 1\nif x == 1 {\n    OUTPUT(x)\n}\n",
        "a rules conditional? is a `}}` missing above?",
    ),
    Code(
        "C108", "nested too deeply", "this is nested more than {limit} deep",
        "Blocks and brackets may nest 60 deep, and an expression may be 150 operators high.",
        "x = " + "(" * 70 + "1" + ")" * 70 + "\nOUTPUT(x)\n", "x = 1\nOUTPUT(x)\n", "split it up",
    ),
    Code(
        "C109", "include", "{problem}",
        'At top level, `include "path"` takes in another file, by its path relative to the file that includes it. A '
        "file is taken in once, and never by itself.",
        'include "no such file.cdg"\n', "x = 1\nOUTPUT(x)\n",
    ),
)  # fmt: skip

_NAMES: tuple[Code, ...] = (
    Code(
        "C201", "undefined name", "`{name}` is used but never assigned",
        "Every name that is read is assigned somewhere: a variable, a parameter, a function, or a part of the "
        "library.",
        "OUTPUT(colour)\n", 'colour = "red"\nOUTPUT(colour)\n',
    ),
    Code(
        "C202", "duplicate function", "`{name}` is already a function, defined at {place}",
        "A function is defined once; in a block a definition is lifted to the top level. To change a function during "
        "the game assign to it: `f = g` or `f = {…}`. A file may define anew what it includes.",
        "f() = { return 1 }\nf() = { return 2 }\nOUTPUT(f())\n", "f() = { return 1 }\ng() = { return 2 }\nOUTPUT(f() + g())\n",
        "rename one of them",
    ),
    Code(
        "C203", "not a function", "{what}",
        "Only a function can be called. A parameter or variable hides a function of the same name.",
        "round() = { return 1 }\nwar(round) = { return round() }\nOUTPUT(war(2))\n",
        "round() = { return 1 }\nwar(table) = { return table + round() }\nOUTPUT(war(2))\n",
        "rename the one or the other",
    ),
)  # fmt: skip

_KINDS: tuple[Code, ...] = (
    Code(
        "C301", "kind change", "`{name}` is {kind} since {place}, cannot take {other}",
        "A variable keeps the kind of its first assignment (at top level, then in `play`, then in other functions). "
        "Only an int may be put where a float is.",
        'starter = 0\nstarter = "me"\nOUTPUT(starter)\n', 'starter = 0\nname = "me"\nOUTPUT(name + starter)\n',
        "use another variable",
    ),
    Code(
        "C302", "wrong number of arguments", "{what}",
        "A function is called with as many arguments as it has parameters, and replaced only by one that has as many.",
        "add(a, b) = { return a + b }\nOUTPUT(add(1))\n", "add(a, b) = { return a + b }\nOUTPUT(add(1, 2))\n",
    ),
    Code(
        "C303", "unknown method", "{what}",
        "Collections, decks and hands have methods, all values have `toString` and `equals`, and a struct has what "
        "was put into it. A method is called with `( )`; only `size` may do without.",
        "c = [1, 2]\nc.append[3]\nOUTPUT(c)\n", "c = [1, 2]\nc.append(3)\nOUTPUT(c)\n",
    ),
    Code(
        "C304", "predicate never boolean", "{kind} is no condition",
        "A condition is a bool; a collection or struct counts as true unless it is empty or blank, a number or string "
        "unless it is zero or empty. Functions, tuples and cards are neither true nor false.",
        "over() = { return true }\nif over { OUTPUT(1) }\n", "over() = { return true }\nif over() { OUTPUT(1) }\n",
    ),
    Code(
        "C305", "operator kinds", "{what}",
        "Arithmetic takes numbers (`+` also joins text), `<` and `>` compare numbers, strings, cards or tuples with their like, "
        "`UNION` joins collections.",
        "mileage = [25, 50]\nif mileage < 1000 { OUTPUT(mileage) }\n",
        "mileage = [25, 50]\nif mileage.size < 1000 { OUTPUT(mileage) }\n",
    ),
    Code(
        "C306", "tuple misuse", "a tuple cannot be {misuse}",
        "A tuple `a:b:c` never changes and has no methods; its elements are read by index.",
        "t = 1:2\nfor x: t { OUTPUT(x) }\n", "t = 1:2\nOUTPUT(t[0] + t[1])\n", "a collection `[…]` can",
    ),
    Code(
        "C307", "input of a struct", "INPUT gives text, but '{name}' is used as {kind} ({use})",
        "What is typed in can become an int, float, bool or string, never a struct or collection. Ask for an index, "
        "or state the options.",
        "players = [Player{id=0}]\nplay = {\n    INPUT(target)\n    OUTPUT(target.id)\n}\n",
        "players = [Player{id=0}]\nplay = {\n    INPUT(target_index)\n    target = players[target_index]\n    OUTPUT(target.id)\n}\n",
        "ask for an index: INPUT({name}_index)",
    ),
    Code(
        "C309", "index kind", "{base} is indexed by {kind}",
        "Collections, strings and tuples are indexed by an int, structs by a string, cards by either.",
        'c = [1, 2]\nOUTPUT(c["a"])\n', "c = [1, 2]\nOUTPUT(c[0])\n",
    ),
)  # fmt: skip

ERRORS = (*_SYNTAX, *_NAMES, *_KINDS)
