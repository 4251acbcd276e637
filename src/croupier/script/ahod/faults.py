"""What can end a run: errors that only running finds."""

from __future__ import annotations

from croupier.script.codes import Code


def _fault(code: str, title: str, rule: str, wrong: str, right: str, *answers: str) -> Code:
    return Code(code, title, "{what}", rule, wrong, right, answers=answers, running=True)


FAULTS: tuple[Code, ...] = (
    _fault("R401", "too few elements", "Taking or looking at n elements needs n of them; `random` needs one.",
           "deck = Stack()\nprint deck.top()\n", "deck = Stack(1)\nprint deck.top()\n"),
    _fault("R402", "index out of range", "Indices run from 0 to size()-1; there are no negative ones.",
           "hand = [4, 5]\nprint hand[2]\n", "hand = [4, 5]\nprint hand[1]\n"),
    _fault("R403", "wrong type", "A typed parameter, variable, attribute or element takes values of its "
    "type, and an "
           "operator those for which it is defined.",
           "double(x): x - 1\nprint double('a')\n", "double(x): x - 1\nprint double(4)\n"),
    _fault("R404", "assignment to a constant", "A const attribute gets its value when its object is made.",
           "let Card(rank) be Object with:\n    const rank: rank\nwhen do CHANGE(c):\n    c.rank = 2\n"
           "do CHANGE(Card(1))\n",
           "let Card(rank) be Object with:\n    rank: rank\nwhen do CHANGE(c):\n    c.rank = 2\ndo "
           "CHANGE(Card(1))\n"),
    _fault("R405", "no such attribute", "None has no attributes, and an object those of its type or that "
    "it was given.",
           "first(x): x.rank\nprint first(None)\n",
           "let Card(rank) be Object with:\n    rank: rank\nfirst(x): x.rank\nprint first(Card(3))\n"),
    _fault("R406", "read before assignment", "A variable has no value before its first assignment.",
           "when do SHOW:\n    print pot\ndo SHOW\npot = 0\n", "when do SHOW:\n    print pot\npot = 0\ndo "
           "SHOW\n"),
    _fault("R407", "no ACTION for this receiver", "`x do NAME` needs an ACTION for what x is at that moment.",
           "when string s do SHOUT:\n    print s\nshow(x): x\nshow(5) do SHOUT\n",
           "when string s do SHOUT:\n    print s\nshow(x): x\nshow('hey') do SHOUT\n"),
    _fault("R408", "conversion", "Text becomes a number only if it is one, blanks around it aside.",
           "int n = input()\nprint n\n", "int n = '12'\nprint n\n", "twelve"),
    _fault("R409", "division by zero", "Nothing can be divided by zero, nor be its remainder.",
           "share(n): 10 / n\nprint share(0)\n", "share(n): 10 / n\nprint share(4)\n"),
    _fault("R410", "input exhausted", "The program asks for more answers than there are.",
           "name = input()\nprint name\n", "name = 'Ann'\nprint name\n"),
    _fault("R411", "limit", "A run has limits on steps, open activations, memory and virtual time, so "
    "that it ends.",
           "while True:\n    x = 1\n", "x = 1\nprint x\n"),
)  # fmt: skip
