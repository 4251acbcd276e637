"""The warnings and notes of AHOD: what runs, and is perhaps not meant."""

from __future__ import annotations

from croupier.script.codes import Code
from croupier.text import Severity

_W = Severity.WARNING
_CARD = "let Card(rank) be Object with:\n    rank: rank\n"

WARNINGS: tuple[Code, ...] = (
    Code(
        "W501", "dedent between two levels", "column {column} belongs to no open block; read as the block "
        "at column {taken}",
        "A line that goes back begins at the column of an open block. Between two of them the nearer one "
        "is taken.",
        "if True:\n    if True:\n        print 1\n   print 2\n", "if True:\n    if True:\n        print "
        "1\n    print 2\n",
        severity=_W,
    ),
    Code(
        "W502", "empty body", "nothing follows this `:`",
        "A header is followed by deeper lines, or by a statement on the same line.",
        "if True:\nprint 1\n", "if True:\n    print 1\n", severity=_W,
    ),
    Code(
        "W503", "`//` as division", "`//` written tight is read as a division",
        "`//` begins a comment, except directly between two operands without blanks, where it divides and "
        "rounds down.",
        "n = 7\nprint n//2\n", "n = 7\nprint int(n / 2)\n", severity=_W,
    ),
    Code(
        "W504", "unusual capitals", "{what} '{name}' is usually written {usual}",
        "ACTIONS are written in capitals, types with a capital, everything else in lower case.",
        "when do deal:\n    print 'dealt'\ndo deal\n", "when do DEAL:\n    print 'dealt'\ndo DEAL\n",
        severity=_W,
    ),
    Code(
        "W505", "word of the other collection", "'{name}' is a word for a {other}; this is a {type}, "
        "where it is '{right}'",
        "A Stack has top and bottom, a Series front and back; top is front, bottom is back.",
        "hand = [1, 2]\nprint hand.top()\n", "hand = [1, 2]\nprint hand.front()\n", severity=_W,
    ),
    Code(
        "W506", "lower-case change in an ACTION", "prefer `{better}`",
        "Every built-in ACTION has a lower-case twin that does the same; `do` shows that something changes.",
        "when do TAKE:\n    pile = [1, 2]\n    return pile.pop_front()\nprint do TAKE\n",
        "when do TAKE:\n    pile = [1, 2]\n    return pile do POP_FRONT\nprint do TAKE\n", severity=_W,
    ),
    Code(
        "W507", "state changed outside of an ACTION", "this changes state outside of an ACTION",
        "main and the top level describe the game and call ACTIONS, which do the changing.",
        "pile = [1, 2]\npile[0] = 5\nprint pile\n",
        "pile = [1, 2]\nwhen do MARK:\n    pile[0] = 5\ndo MARK\nprint pile\n", "move it into `when do …:`",
        severity=_W,
    ),
    Code(
        "W508", "new attribute", "no type declares attribute '{name}'; the object gets it here",
        "Objects may get attributes at any time, but one that its type declares is there from the beginning.",
        _CARD + "when Card card do MARK:\n    card.marked = True\nCard(1) do MARK\n",
        "let Card(rank) be Object with:\n    rank: rank\n    marked: False\nwhen Card card do MARK:\n"
        "    card.marked = True\nCard(1) do MARK\n", "declare it:   {name}: …", severity=_W,
    ),
    Code(
        "W509", "Object acts on others", "{name} is an ACTION of {type}, which is no Actor, and changes "
        "something else",
        "An Object changes only itself and its elements; an Actor may change others.",
        _CARD + "let Pen be Object with:\n    used: 0\nwhen Pen pen do MARK(card: Card):\n    card.rank = 0\n"
        "Pen() do MARK(Card(1))\n",
        _CARD + "let Pen be Actor with:\n    used: 0\nwhen Pen pen do MARK(card: Card):\n    card.rank = 0\n"
        "Pen() do MARK(Card(1))\n", "let it be an Actor", severity=_W,
    ),
    Code(
        "W510", "expression without effect", "this has no effect",
        "A value that nobody uses is computed for nothing.",
        "x = 1\nx == 2\n", "x = 1\nx = 2\nprint x\n", "{told}", severity=_W,
    ),
    Code(
        "W511", "unreachable", "this is never reached",
        "Nothing runs after `return`, `break` or `continue` in the same block.",
        "f():\n    return 1\n    print 'never'\nprint f()\n", "f():\n    print 'now'\n    return 1\nprint "
        "f()\n",
        severity=_W,
    ),
    Code(
        "W512", "index range includes the size", "the last index is size()-1; use `...`",
        "`a..b` includes b; `a...b` ends before it. There is no element with the size as its index.",
        "hand = [4, 5]\nfor i in 0..hand.size():\n    if i < 2:\n        print hand[i]\n",
        "hand = [4, 5]\nfor i in 0...hand.size():\n    print hand[i]\n", "write `{better}`", severity=_W,
    ),
    Code(
        "W513", "definition inside a block", "{what} is defined inside of a block; it holds everywhere",
        "Definitions are read before anything runs, wherever they stand.",
        "main:\n    print f()\n    f(): 1\n", "main:\n    print f()\nf(): 1\n", severity=_W,
    ),
    Code(
        "W514", "division or comment", "read as a comment; write {left}//{right} if a division is meant",
        "`//` divides only if it is written without blanks.",
        "x = 7 // 2\nprint x\n", "x = 7  // the first prime after 5\nprint x\n", severity=_W,
    ),
    Code(
        "W515", "included definition replaced", "{what} replaces the included one",
        "A file that includes another may define a name of it anew: that is how a variant is written.",
        "", "", severity=Severity.NOTE,
    ),
    Code(
        "W516", "variable shared by all activations",
        "'{name}' is read before it is surely assigned, so it is shared by all activations of {body}",
        "A variable that may be read before its body assigns it keeps its value from one activation to "
        "the next.",
        "when do COUNT(first):\n    if first:\n        total = 0\n    total += 1\n    print total\n"
        "do COUNT(True)\ndo COUNT(False)\n",
        "total = 0\nwhen do COUNT:\n    total += 1\n    print total\ndo COUNT\ndo COUNT\n",
        "assign it before the `if` to keep it local, or at top level to share it", severity=_W,
    ),
    Code(
        "W517", "beyond the later compiler", "{what} goes beyond the known grammar of "
        "the language's own compiler",
        "The braces dialect comes from a compiler of its own. What has only one meaning runs here, also where it "
        "goes beyond the grammar that is known of that compiler: `;` at the end of a line, assignments to elements "
        "and attributes, `return` without a value, empty parts of `for`, braces that share a line, and `x -1.5`, "
        "where the compiler takes the sign for a part of the number.",
        "main:\n{\n    int i;\n    i = 3\n    do PRINT(i)\n}\n", "main:\n{\n    int i\n    i = 3\n    do PRINT(i)\n}\n",
        "{better}", severity=_W,
    ),
    Code(
        "W518", "ordinary helper", "'{name}' is an ordinary helper: {problem}",
        "The helpers `turn()`, `score(player: Player)`, `winners()` and `sees(viewer: Player, card)` state whose turn "
        "it is, how a player stands, who has won and what a player sees; a computed attribute `strategy(options)` of "
        "an Actor answers for it. With other parameters they are helpers like any other.",
        "let Player(hand) be Actor with:\n    hand: hand\nscore(player): player.hand.size()\n"
        "print score(Player([1, 2]))\n",
        "let Player(hand) be Actor with:\n    hand: hand\nscore(player: Player): player.hand.size()\n"
        "print score(Player([1, 2]))\n",
        "to state it, write `{told}`", severity=Severity.NOTE,
    ),
)  # fmt: skip
