"""What only a run can find."""

from __future__ import annotations

from croupier.script.codes import Code


def _fault(
    code: str, title: str, rule: str, wrong: str, right: str, answers: tuple[str, ...] = (), message: str = ""
) -> Code:
    return Code(code, title, message or title, rule, wrong, right, answers=answers, running=True)


RUNNING: tuple[Code, ...] = (
    _fault(
        "R401",
        "too few elements",
        "Nothing can be taken from an empty collection, and no more than there is.",
        "c = [1]\nc.pop()\nOUTPUT(c.pop())\n",
        "c = [1]\nif c { OUTPUT(c.pop()) }\n",
    ),
    _fault(
        "R402",
        "index outside",
        "The elements of a collection of n are counted from 0 to n-1.",
        "c = [1]\nOUTPUT(c[1])\n",
        "c = [1]\nOUTPUT(c[0])\n",
    ),
    _fault(
        "R403",
        "wrong kind",
        "Where the kind of a value is known only during the game, it is looked at when it is used.",
        "f(x) = { return x * 2 }\nOUTPUT(f([1]))\n",
        "f(x) = { return x * 2 }\nOUTPUT(f(1))\n",
    ),
    _fault(
        "R405",
        "no such field",
        "A struct has the fields that were put into it, a card those that its deck has labels for; a value "
        "only if one of its attributes has one.",
        "p = Player{id=1}\nOUTPUT(p.mileage)\n",
        "p = Player{id=1, mileage=0}\nOUTPUT(p.mileage)\n",
    ),
    _fault(
        "R406",
        "read before assignment",
        "A variable has no value before something is assigned to it.",
        "f() = { return x }\nOUTPUT(f())\nx = 1\n",
        "f() = { return x }\nx = 1\nOUTPUT(f())\n",
    ),
    _fault(
        "R408",
        "conversion",
        "`int` and `float` read digits, `bool` reads true and false; anything else is no number.",
        'OUTPUT(int("abc"))\n',
        'OUTPUT(int("12"))\n',
    ),
    _fault(
        "R409",
        "division by zero",
        "Nothing can be divided by zero, nor has a remainder.",
        "x = 0\nOUTPUT(1 / x)\n",
        "x = 2\nOUTPUT(1 / x)\n",
    ),
    _fault(
        "R410",
        "input exhausted",
        "The program asks and there are no more answers: the script of --input is at its end, or standard "
        "input is closed.",
        "INPUT(x)\nINPUT(y)\nOUTPUT(x + y)\n",
        "INPUT(x)\nOUTPUT(x)\n",
        ("a",),
    ),
    _fault(
        "R411",
        "limit reached",
        "A run ends after so many steps (--max-steps), activations or so much memory: it might have no end.",
        "x = 1\nwhile x > 0 { x++ }\nOUTPUT(x)\n",
        "x = 1\nwhile x < 9 { x++ }\nOUTPUT(x)\n",
    ),
)
