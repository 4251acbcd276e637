"""The warnings: what runs and is probably not what its author meant; and one note."""

from __future__ import annotations

from croupier.script.codes import Code
from croupier.text import Severity


def _warning(
    code: str, title: str, message: str, rule: str, wrong: str, right: str, hint: str = "",
    severity: Severity = Severity.WARNING,
) -> Code:  # fmt: skip
    return Code(code, title, message, rule, wrong, right, hint, severity)


WARNINGS: tuple[Code, ...] = (
    _warning(
        "C308", "returns a value only sometimes", "`{name}` returns a value here, and `false` on other ways",
        "A function that ends without `return` gives `false`. If its result is assigned, it should give a value of the "
        "same kind on all ways; where the kinds are known to differ, the assignment is C301.",
        "sign(x) = {\n    if x > 0 { return \"plus\" }\n}\nOUTPUT(sign(1))\n",
        "sign(x) = {\n    if x > 0 { return \"plus\" }\n    return \"minus\"\n}\nOUTPUT(sign(1))\n",
        "let its last statement be a `return`",
    ),
    _warning(
        "W601", "line begins with an operator", "this line goes on with the one above, since `{word}` begins no statement",
        "A newline ends a statement, unless the line ends in an operator, or a bracket is open, or it ends in `\\`.",
        "a = 1\nb = a\n    * 2\nOUTPUT(b)\n", "a = 1\nb = a *\n    2\nOUTPUT(b)\n", "let the line above end in the operator",
    ),
    _warning(
        "W602", "single quotes", "strings are written in double quotes",
        "`'…'` is read as a string, but the language has only `\"…\"`.",
        "OUTPUT('Hello')\n", 'OUTPUT("Hello")\n', "`croupier fmt` changes it",
    ),
    _warning(
        "W603", "dashed name", "`{name}` is read as one name everywhere in this file",
        "A name with dashes that is assigned at the start of a statement is one name; elsewhere `-` subtracts.",
        "wild-4 = 3\nOUTPUT(wild-4)\n", "wild_4 = 3\nOUTPUT(wild_4)\n", "write it with an underscore",
    ),
    _warning(
        "W604", "escaped bracket", "`\\{bracket}` is read as `{bracket}`",
        "Scanned listings often have a backslash before a bracket.",
        "play = \\{\n    OUTPUT(1)\n\\}\n", "play = {\n    OUTPUT(1)\n}\n", "`croupier fmt` changes it",
    ),
    _warning(
        "W605", "nested function", "`{name}` is defined inside a block, and lifted to the top level",
        "All functions belong to the whole program. A definition inside a block is often the sign of a displaced `}`.",
        "play = {\n    f() = { return 1 }\n    OUTPUT(f())\n}\n", "play = {\n    OUTPUT(f())\n}\nf() = { return 1 }\n",
        "is a `}}` missing above?",
    ),
    _warning(
        "W606", "variable hides a function", "`{name}` becomes a variable of its own here and hides the function of {place}",
        "In a function, a value that is no function does not replace the function of that name: it makes a local variable.",
        "round() = { return 1 }\nplay = {\n    round = []\n    OUTPUT(round)\n}\n",
        "round() = { return 1 }\nplay = {\n    table = [round()]\n    OUTPUT(table)\n}\n", "rename it",
    ),
    _warning(
        "W607", "number or string as a condition", "{kind} as a condition is true unless it is {empty}",
        "A condition should be a bool.",
        "x = 2\nif x { OUTPUT(x) }\n", "x = 2\nif x != 0 { OUTPUT(x) }\n", "write `{better}`",
    ),
    _warning(
        "W608", "colon in a struct", "`:` is read as `=` in a struct",
        "The fields of a struct are written `name = value`; a colon makes a tuple elsewhere.",
        "p = {id:1}\nOUTPUT(p.id)\n", "p = {id=1}\nOUTPUT(p.id)\n", "write `=`",
    ),
    _warning(
        "W609", "field without name", "this fills the field `{field}` of the base",
        "An entry without a name fills the fields of the base in the order in which they were declared.",
        "deck = Deck{cartesian([1, 2], [3])}\nOUTPUT(deck.size)\n",
        "deck = Deck{cards=cartesian([1, 2], [3])}\nOUTPUT(deck.size)\n", "write `{field} = …`",
    ),
    _warning(
        "W610", "library name in lower case", "`{name}` is read as the library's `{library}`",
        "The structs of the library are Deck, Hand, Player and Game; `player` and `hand` are accepted for two of them.",
        "p = player{id=1}\nOUTPUT(p.id)\n", "p = Player{id=1}\nOUTPUT(p.id)\n", "write `{library}`",
    ),
    _warning(
        "W611", "nothing to play", "there is no `play`, and nothing is called at top level",
        "A program runs its top level from the first line to the last, and then calls `play`.",
        "x = 1\n", "x = 1\nplay = {\n    OUTPUT(x)\n}\n", "write `play = {{…}}`",
    ),
    _warning(
        "W612", "unused binding", "`{name}` is bound here and never used",
        "A binding in `?(name = value){…}` names a value for the conditions and blocks of these rules.",
        "x = 1\n?(y = x){\n    x == 1 { OUTPUT(x) }\n}\n", "x = 1\n?(y = x){\n    y == 1 { OUTPUT(y) }\n}\n", "delete it",
    ),
    _warning(
        "W613", "endless loop", "nothing in this loop can change its condition",
        "A `while` goes on for as long as its condition holds; something in its block has to change what it looks at.",
        "x = 1\ny = 0\nwhile x > 0 {\n    y++\n}\nOUTPUT(y)\n", "x = 1\ny = 0\nwhile x > 0 {\n    y++\n    x--\n}\nOUTPUT(y)\n",
    ),
    _warning(
        "W614", "expression without effect", "this expression has no effect",
        "An expression that stands alone should call something. A lone `3` is often a damaged `}`.",
        "x = 1\nx + 1\nOUTPUT(x)\n", "x = 1\nx = x + 1\nOUTPUT(x)\n",
    ),
    _warning(
        "W615", "replaces an included definition", "this replaces `{name}` of {place}",
        "A file may define anew what it has included: that is how house rules are written.",
        "", "", severity=Severity.NOTE,
    ),
    _warning(
        "W616", "shared by all activations", "`{name}` is shared by all activations of `{body}`",
        "A variable that is read where it may not have been assigned yet is a global one, so that its value is kept "
        "from call to call.",
        "f(x) = {\n    if x { seen = 1 }\n    return seen\n}\nOUTPUT(f(true))\n",
        "f(x) = {\n    seen = 0\n    if x { seen = 1 }\n    return seen\n}\nOUTPUT(f(true))\n",
        "assign it before the `if` to keep it local",
    ),
    _warning(
        "W617", "struct or function", "`{name}` is read as a struct",
        "`name = {…}` with nothing but assignments is a struct, unless the program calls `name()`. Here every field is "
        "also a variable of the program.",
        "score = 0\nlives = 3\nreset = {\n    score = 0\n    lives = 3\n}\nOUTPUT(score + lives)\nOUTPUT(reset)\n",
        "score = 0\nlives = 3\nreset() = {\n    score = 0\n    lives = 3\n}\nreset()\nOUTPUT(score + lives)\n",
        "write {name}() = {{…}} for a function",
    ),
    _warning(
        "W618", "stated in vain", "{what}",
        "A struct made from `Game` states `seats`, `turn`, `score`, `winners` and `sees`; a player may have a "
        "`strategy(options)`. What has another name, or takes something else, is not asked.",
        "game = Game{score=lambda: 0}\nOUTPUT(1)\n", "game = Game{score=lambda player: 0}\nOUTPUT(1)\n",
    ),
)  # fmt: skip
