"""The errors of the braces dialect: its text, and the refusals in the words of the language's later compiler."""

from __future__ import annotations

from croupier.script.codes import Code


def _main(*lines: str) -> str:
    """A program that is only `main`."""
    return "main:\n{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


_DOUBLE = "when do int DOUBLE(int n):\n{\n    return n + n\n}\n\n"

SYNTAX: tuple[Code, ...] = (
    Code(
        "A121", "no `main` in a program with braces", "there is no `main:`",
        "A program in the braces dialect ends with `main:` and its body in braces: that is where it begins to run.",
        "when do void GREET():\n{\n    do PRINT(\"hello\")\n}\n",
        "when do void GREET():\n{\n    do PRINT(\"hello\")\n}\n\nmain:\n{\n    do GREET()\n}\n",
        "write it behind everything else:   main:",
    ),
    Code(
        "A122", "text behind `main`", "nothing may stand behind the body of `main`",
        "In the braces dialect globals and ACTIONS come first, in any order, and `main` is last.",
        "main:\n{\n    do GREET()\n}\n\nwhen do void GREET():\n{\n    do PRINT(\"hello\")\n}\n",
        "when do void GREET():\n{\n    do PRINT(\"hello\")\n}\n\nmain:\n{\n    do GREET()\n}\n",
    ),
    Code(
        "A124", "not in the braces dialect", "the braces dialect does not have {what}",
        "The braces dialect is the smaller one. It has no receivers, no types of one's own, no `//`, ranges, f-strings, "
        "`elif` or `break`, no parentheses around expressions, and takes `a[i]`, `x.attr` and `.size()` of plain names "
        "only.",
        _main("int x", "x = (1 + 2) * 3", "do PRINT(x)"),
        _main("int x", "x = 1 + 2", "x = x * 3", "do PRINT(x)"),
    ),
    Code(
        "A125", "declaration out of place", "{what}",
        "A variable is declared with its type and without a value, in front of the statements of `main` or of an "
        "ACTION, or as a global.",
        _main("int x = 5", "do PRINT(x)"), _main("int x", "x = 5", "do PRINT(x)"),
        "declare it at the beginning of the body",
    ),
    Code(
        "A126", "sign that a string cannot hold", "a string cannot hold `{char}`",
        "A string of the braces dialect stands between double quotes and has no escapes; neither `'` nor `\\` can be in "
        "it.",
        _main('do PRINT("it\'s your turn")'), _main('do PRINT("it is your turn")'), "write it in other words",
    ),
)  # fmt: skip

REFUSALS: tuple[Code, ...] = (
    Code(
        "A601", "undeclared identifier", "undeclared identifier {name}",
        "A variable is declared with its type before it is used: as a global, a parameter, or first in the body.",
        _main("int i", "for (j = 0; i < 3; i = i + 1):", "{", "}"),
        _main("int i", "for (i = 0; i < 3; i = i + 1):", "{", "    do PRINT(i)", "}"),
    ),
    Code(
        "A602", "unrecognized action", "unrecognized action {name}",
        "`do NAME(…)` performs an ACTION that `when do T NAME(…):` defines, anywhere before main.",
        _main("do SETUP()"), "when do void SETUP():\n{\n}\n\n" + _main("do SETUP()"),
        "define it before main:   when do void {name}(…):",
    ),
    Code(
        "A603", "wrong number of arguments in braces", "expecting {count} arguments in {expr}",
        "An ACTION, a Player and a Card take exactly as many values as they have parameters or attributes.",
        _DOUBLE + _main("do PRINT(do DOUBLE(1, 2))"), _DOUBLE + _main("do PRINT(do DOUBLE(1))"),
    ),
    Code(
        "A604", "illegal argument", "illegal argument found {given} expected {wanted} in {expr}",
        "An argument is of exactly the type of its parameter; an int is no float. `do PRINT` takes an int, a float, a "
        "bool or a string.",
        _DOUBLE + _main("do PRINT(do DOUBLE(1.5))"), _DOUBLE + _main("do PRINT(do DOUBLE(1))"),
    ),
    Code(
        "A605", "illegal assignment", "illegal assignment {wanted} = {given}",
        "A variable takes values of exactly its type; an int is no float.",
        _main("float x", "x = 1", "do PRINT(x)"), _main("float x", "x = 1.0", "do PRINT(x)"),
    ),
    Code(
        "A606", "illegal binary operator", "illegal binary operator of {op}for {left} and {right}",
        "Both sides have the same type. `+ - * /` and `< > <= >=` take ints or floats, `and` and `or` bools, `==` and "
        "`!=` anything.",
        _main("do PRINT(1 + \"a\")"), _main("do PRINT(1 + 2)"),
    ),
    Code(
        "A607", "illegal unary operator", "illegal unary operator {op}{given} in {expr}",
        "`-` takes an int or a float, `not` (also written `!`) a bool. Both bind tighter than any other operator.",
        _main("do PRINT(-true)"), _main("do PRINT(not true)"),
    ),
    Code(
        "A608", "expected Boolean expression", "expected Boolean expression in {expr}",
        "The condition of `if`, `while` and `for` is a bool; no number counts as true or false.",
        _main("if 42:", "{", "}"), _main("if 42 != 0:", "{", "    do PRINT(1)", "}"),
    ),
    Code(
        "A609", "duplicate variable", "duplicate {kind} {name}",
        "Two globals, two parameters (aparams) of an ACTION or two variables (local) of a body have different names. A "
        "parameter may have the name of a global, and a variable that of either: the nearer one counts.",
        "int a\nbool a\n\n" + _main("a = 1"), "int a\nbool b\n\n" + _main("a = 1", "b = true"),
    ),
    Code(
        "A610", "duplicate function", "duplicate function {name}",
        "An ACTION is defined once.",
        _DOUBLE + _DOUBLE + _main("do PRINT(do DOUBLE(1))"), _DOUBLE + _main("do PRINT(do DOUBLE(1))"),
    ),
    Code(
        "A611", "illegal Void", "illegal Void {kind} {name}",
        "`void` is what an ACTION gives that gives nothing; no variable can hold it.",
        "void b\n\n" + _main("do PRINT(1)"), "bool b\n\n" + _main("b = true", "do PRINT(b)"),
    ),
    Code(
        "A612", "wrong type of result", "return gives {given} expected {wanted} in {expr}",
        "What an ACTION returns is of the type that stands before its name.",
        "when do int ONE():\n{\n    return 1.0\n}\n\n" + _main("do PRINT(do ONE())"),
        "when do float ONE():\n{\n    return 1.0\n}\n\n" + _main("do PRINT(do ONE())"),
    ),
    Code(
        "A613", "return from main", "Main does not support return of {given} expected void in {expr}",
        "`main` gives nothing; it ends where its braces end.",
        _main("do PRINT(1)", "return 0"), _main("do PRINT(1)"), "leave it out",
    ),
    Code(
        "A614", "nothing may follow a return", "nothing may follow a return",
        "A `return` is the last statement of its block: what stands behind it would never run.",
        "when do int ONE():\n{\n    return 1\n    do PRINT(1)\n}\n\n" + _main("do PRINT(do ONE())"),
        "when do int ONE():\n{\n    do PRINT(1)\n    return 1\n}\n\n" + _main("do PRINT(do ONE())"),
    ),
    Code(
        "A615", "element of another type", "series type and expression type do not match {given}, ({given} : {expr}",
        "All elements of a series are of the type that is declared, or of the type of the first one between `[` and "
        "`]`. The message names the type of the wrong element twice; the hint tells the other one.",
        _main("series<int> a", "a.push(\"banana\")"), _main("series<int> a", "a.push(3)", "do PRINT(a.size())"),
        "it holds {holds}",
    ),
    Code(
        "A616", "index of another type", "list_get index must be integer, not {given}",
        "Elements of a series are numbered from 0, by ints.",
        _main("series<int> a", "a = [4, 5]", "do PRINT(a[1.0])"),
        _main("series<int> a", "a = [4, 5]", "do PRINT(a[1])"),
    ),
    Code(
        "A617", "attribute not found", "attribute not found",
        "A Player has `name` (a string) and `score` (an int); a Card has `type` (a string), `faceup` (a bool) and "
        "`value` (an int).",
        _main("Player p", "p = Player(\"Ann\", 0)", "do PRINT(p.hand)"),
        _main("Player p", "p = Player(\"Ann\", 0)", "do PRINT(p.name)"),
    ),
    Code(
        "A618", "empty series", "hd",
        "`[]` does not tell what it holds. A declared series is empty until something is pushed; the message is the name "
        "of the function at which the compiler stumbles.",
        _main("series<int> a", "a = []"), _main("series<int> a", "do PRINT(a.size())"),
        "`[]` has no type: a declared series is empty already",
    ),
    Code(
        "A619", "not a series", "{name} is {given}, not a series",
        "`a[i]`, `a.size()` and `a.pop()` need a series; `a.push(…)` on something else is A615. The language's later "
        "compiler has no message of its own for this.",
        _main("int a", "do PRINT(a.size())"), _main("series<int> a", "do PRINT(a.size())"),
    ),
)  # fmt: skip
