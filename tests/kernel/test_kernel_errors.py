"""What is outside the kernel language is told: where, and what to write instead."""

from __future__ import annotations

import pytest

from croupier.kernel import KernelError, interpret_kernel


def problem(text: str, exports: tuple[str, ...] = ()) -> KernelError:
    """The mistake in a text; LLVM is not needed to find it."""
    with pytest.raises(KernelError) as caught:
        interpret_kernel(text, exports, "game")
    return caught.value


def test_a_mistake_shows_its_line() -> None:
    found = problem("N = 3\n\ndef f(a: Int) -> Int:\n    return a ** 2\n")
    assert (found.line, found.column, found.excerpt) == (4, 12, "    return a ** 2")
    assert str(found) == (
        "game:4:12: there is no **: multiply, or shift for a power of two\n"
        "        return a ** 2\n"
        "               ^"
    )


MODULE = {
    "x = [1, 2]": "a number is expected here",
    "x = 'text'": "a number is expected here",
    "import math": "a kernel imports nothing",
    "from math import sqrt": "a kernel imports nothing",
    "x = y": "a number is expected here",
    "x = 1 << 64": "a shift is by 0 to 63 places",
    "x = 1 // 0": "this divides by zero",
    "x = 9223372036854775807 + 1": "9223372036854775808 is beyond a signed 64-bit integer: for these 64 bits write -9223372036854775808",
    "x = 0x9E3779B97F4A7C15": "write -7046029254386353131",
    "x = 1 << 63": "beyond a signed 64-bit integer",
    "x = 10 * 9223372036854775807": "is beyond a signed 64-bit integer",
    "x = 2 ** 3": "a number is expected here",
    "x = table(range(3))": "a number is expected here",
    "x = table([1.5])": "a whole number is expected here",
    "x = y = 1": "outside functions write",
    "x: Int = 1": "outside functions write",
    "x += 1": "outside functions write",
    "print(1)": "outside functions write",
    "class A: pass": "outside functions write",
    "if True: x = 1": "outside functions write",
    "x = 1\nx = 2": "x is there already",
    "wadd = 1": "wadd is a name of the language",
    "def f(a: Int) -> Int: return a\ndef f(a: Int) -> Int: return a": "f is there already",
    "def popcount(a: Int) -> Int: return a": "popcount is a name of the language",
    "def f(a) -> Int: return a": "the type of a is Int, Float, Bool, or an array",
    "def f(a: str) -> Int: return 1": "the type of a is Int",
    "def f(a: list[int]) -> Int: return 1": "the type of a is Int",
    "def f(a: Int): return a": "a function tells its result",
    "def f(a: Int) -> Words: return a": "a function tells its result",
    "def f(a: Int = 3) -> Int: return a": "parameters are plain",
    "def f(*a: Int) -> Int: return 1": "parameters are plain",
    "def f(a: Int, *, b: Int) -> Int: return 1": "parameters are plain",
    "def f(a: Int, /) -> Int: return 1": "parameters are plain",
    "def f(A: Words[0]) -> Int: return 1": "at least 1, not 0",
    "def f(A: Words[N]) -> Int: return 1": "a number is expected here",
    "N = 1\ndef f(N: Int) -> Int: return 1": "N is there already",
    "@jit\ndef f(a: Int) -> Int: return a": "@inline, @outline and @hot",
    "@inline\n@hot\ndef f(a: Int) -> Int: return a": "@inline, @outline and @hot",
    "async def f() -> None: pass": "outside functions write",
    "def f(:": "this is not Python",
    "x = 1\0": "this",
}


@pytest.mark.parametrize("text", MODULE)
def test_around_functions(text: str) -> None:
    assert MODULE[text] in str(problem(text))


INSIDE = {
    "x, y = 1, 2": "there are no tuples",
    "x = (1, 2)": "there are no tuples",
    "x = y = 1": "one assignment a line",
    "x: Int = 1": "the type of a variable is inferred",
    "x = [1]": "there are no lists",
    "x = 'a'": "a kernel has numbers, True and False",
    "x = None": "a kernel has numbers",
    "x = f'{a}'": "there are no texts",
    "x = a.bit_count()": "only functions are called, by name",
    "x = a.real": "there are no attributes",
    "x = lambda: 1": "there are no functions inside functions",
    "def g() -> None: pass": "functions stand outside of functions",
    "x = [i for i in range(3)]": "there are no comprehensions",
    "x = {1: 2}": "Dict is not in the kernel language",
    "if (x := 3): pass": "assign on a line of its own",
    "assert a": "write if ...: fail(code)",
    "raise a": "write fail(code)",
    "try:\n        pass\n    finally:\n        pass": "write caught(f(x))",
    "global N": "pass an array",
    "import math": "a kernel imports nothing",
    "with a: pass": "there is no with",
    "match a:\n        case 1: pass": "write if and elif",
    "del a": "variables are not deleted",
    "class A: pass": "there are no classes",
    "while a:\n        pass\n    else:\n        pass": "a loop has no else",
    "for i in range(3):\n        pass\n    else:\n        pass": "a loop has no else",
    "for i in A:\n        pass": "a loop counts",
    "for i in range():\n        pass": "a loop counts",
    "for i in range(1, 2, 3, 4):\n        pass": "a loop counts",
    "for i, j in range(3):\n        pass": "a loop counts one variable",
    "for i in range(0, 9, a):\n        pass": "the step of a range is a constant",
    "for i in range(0, 9, 0):\n        pass": "the step of a range is a constant",
    "for i in range(1.5):\n        pass": "an Int is needed here, but this is a Float: write int(...)",
    "for N in range(3):\n        pass": "N is defined outside the function",
    "break": "break stands outside of a loop",
    "continue": "continue stands outside of a loop",
    "a + 1": "throws it away",
    "a": "throws it away",
    "x = unknown": "unknown has no value here",
    "x = unknown(3)": "there is no function unknown",
    "x = a(3)": "a is a variable here",
    "x = helper": "helper is not a value: write helper(...) to call it",
    "x = popcount": "popcount is not a value",
    "x = A": "A is a whole array: write A[i]",
    "x = T": "T is a whole array",
    "A = 3": "A is an array: assign to its elements",
    "N = 3": "N is defined outside the function",
    "helper = 3": "helper is defined outside the function",
    "x += 1": "x has no value here",
    "T[0] = 3": "T is a table, and tables never change",
    "a[0] = 3": "a is not an array",
    "x = a[0]": "a is not an array",
    "A.x = 3": "assign to a variable or to an element",
    "x = A[0:2]": "there are no slices",
    "x = T[0:2]": "there are no slices",
    "A[0:2] = 1": "there are no slices",
    "A[0] = 1.5": "an element of Words is Int, but this is a Float: write int(...)",
    "F[0] = a": "an element of Floats is Float, but this is an Int: write float(...)",
    "x = A[1.0]": "an Int is needed here",
    "x = A[4]": "A has 4 elements, the last is A[3]",
    "A[4] += 1": "A has 4 elements",
    "x = A[-1]": "A begins at 0, not at -1",
    "x = F[-1]": "F begins at 0, not at -1",
    "x = T[3]": "T has 3 elements, the last is T[2]",
    "H[0] = 32768": "32768 does not fit into 16 bits",
    "H[0] = -32769": "-32769 does not fit into 16 bits",
    "x = a + z": "the other side is a Float, but this is an Int: write float(...)",
    "x = a < z": "the other side is a Float",
    "x = 9007199254740993 * z": "write float(...)",
    "x = a / 2": "/ divides Floats (// divides Ints)",
    "x = z // 2": "Floats have + - * /",
    "x = z & 2": "Floats have + - * /",
    "x = a @ a": "this operator is not in the language",
    "x = a ** 2": "there is no **",
    "x = ~z": "an Int is needed here",
    "x = a << 64": "a shift is by 0 to 63 places, not by 64",
    "x = a >> -1": "a shift is by 0 to 63 places",
    "x = a // 0": "this divides by zero",
    "x = 7 % 0": "this divides by zero",
    "x = 9223372036854775807 + 1": "beyond a signed 64-bit integer",
    "x = 9223372036854775808": "beyond a signed 64-bit integer",
    "x = a is 3": "numbers are compared with",
    "x = a in A": "A is a whole array",
    "x = a and a": "compare the Ints with 0 first",
    "x = 1 + (a or 2)": "compare the Ints with 0 first",
    "x = a < 3\n    y = x and a": "compare the Ints with 0 first",
    "if z:\n        pass": "a Float is no condition",
    "x = not z": "and, or and not take Bools and Ints",
    "x = z and z": "and, or and not take Bools and Ints",
    "if silent():\n        pass": "has no value that could be a condition",
    "x = silent()": "this call has no value to assign",
    "x = 1 + silent()": "this is a call without a value",
    "x = 1\n    x = 2.5": "x is an Int, but this is a Float",
    "x = 1.5\n    x = a": "x is a Float, but this is an Int: write float(...)",
    "q = 3": "q is a Bool, but this is an Int: compare it, as in x != 0",
    "x = helper(1, 2)": "helper takes 1 arguments, here are 2",
    "x = helper(a=1)": "arguments are given in order",
    "x = helper(*a)": "not in the kernel language",
    "x = helper(z)": "a of helper is Int, but this is a Float",
    "x = wadd(1)": "wadd takes 2 arguments, here are 1",
    "x = popcount()": "popcount takes 1 argument, here are 0",
    "x = popcount(z)": "an Int is needed here",
    "x = sqrt(a)": "a Float is needed here, but this is an Int",
    "x = min(a)": "min and max take two numbers or more",
    "x = len(a)": "an array is needed here, and a is none",
    "x = part(A, 0, 1)": "part(array, start, n) can only be an argument",
    "x = range(3)": "range is written in a for loop",
    "four(A, A)": "A is passed twice",
    "four(A, part(A, 0, 4))": "A is passed twice",
    "four(A, W)": "B of four is Words[4], but this is Words: write part(..., 4)",
    "four(A, part(W, 0, 3))": "B of four is Words[4], but this is Words[3]",
    "four(A, part(W, 0, a))": "B of four is Words[4], but this is Words",
    "four(A, F)": "B of four is Words[4], but this is Floats",
    "four(A, 3)": "an array is needed here: a parameter, or part(array, start, n)",
    "four(A, T)": "T is a table",
    "four(A, part(W, 0))": "a part is written part(array, start, n)",
    "four(A, part(W, -1, 4))": "an array begins at 0",
    "four(W, part(A, 1, 4))": "the 4 elements from 1 on are not in an array of 4",
    "four(W, part(A, 0, 5))": "5 elements of an array of 4",
    "copy(A, 0, F, 0, 1)": "copy from Words to Words, not from Floats",
    "copy(A, 0, W, 0)": "copy takes 5 arguments",
    "copy(A, 3, W, 0, 2)": "the 2 elements from 3 on are not in an array of 4",
    "fill(A, 0, 4, 1.5)": "Words[4] are filled, but this is a Float",
    "fill(H, 0, 1, 99999)": "99999 does not fit into 16 bits",
    "fail(0)": "0 means that all is well",
    "fail()": "fail takes 1 argument",
    "x = fail(1)": "this call has no value to assign",
    "x = caught(3)": "caught takes a call of one of the kernel's functions",
    "x = caught(popcount(3))": "caught takes a call of one of the kernel's functions",
    "x = caught(helper(3))": "helper gives Int: caught takes a function -> None",
    "return 1.5": "f is -> Int, but this is a Float",
    "return": "f is -> Int: return a value",
    "return None": "f is -> Int: return a value",
    "return a and 3": "compare the Ints with 0 first",
    "return f(a, z, q, A, W, H, F)": "f calls itself, directly or through others",
    "if a:\n        x = 1\n    a = x": "x may have no value here",
    "while a:\n        x = 1\n        a = 0\n    a = x": "x may have no value here",
    "for i in range(a):\n        pass\n    a = i": "i may have no value here",
    "for i in range(3, 3):\n        pass\n    a = i": "i may have no value here",
    "while True:\n        if a:\n            break\n        x = 1\n        break\n    a = x": "x may have no value here",
}

AROUND = """N = 3
T = table([1, 2, 3])
def helper(a: Int) -> Int:
    return a
def silent() -> None:
    pass
def four(A: Words, B: Words[4]) -> None:
    B[0] = A[0]
def f(a: Int, z: Float, q: Bool, A: Words[4], W: Words, H: Halves[2], F: Floats) -> Int:
    {}
    return 1
"""


@pytest.mark.parametrize("statement", INSIDE)
def test_inside_functions(statement: str) -> None:
    found = problem(AROUND.format(statement))
    assert INSIDE[statement] in found.message
    assert found.excerpt in AROUND.format(statement)
    assert found.line > 0


@pytest.mark.parametrize(
    "ending",
    [
        "if a:\n        return 1",
        "while a:\n        return 1",
        "while True:\n        break",
        "for i in range(3):\n        return 1",
        "pass",
        "if a:\n        return 1\n    elif a > 2:\n        return 2\n    else:\n        a = 1",
    ],
)
def test_a_function_that_may_end_without_a_value(ending: str) -> None:
    assert (
        "f may end without a value: it is -> Int" in problem(f"def f(a: Int) -> Int:\n    {ending}").message
    )


@pytest.mark.parametrize(
    "ending",
    [
        "if a:\n        return 1\n    else:\n        return 2",
        "while True:\n        a += 1\n        if a > 3:\n            return a",
        "while 1:\n        pass",
        "fail(3)",
        "if a:\n        return 1\n    fail(2)",
        "if a:\n        x = 1\n    else:\n        x = 2\n    return x",
        "while True:\n        x = 3\n        if a:\n            break\n    return x",
        "if a:\n        x = 1\n    else:\n        fail(3)\n    return x",
        "for i in range(4):\n        x = i\n        continue\n    return i",
    ],
)
def test_a_function_that_ends_with_a_value_on_every_way(ending: str) -> None:
    interpret_kernel(f"def f(a: Int) -> Int:\n    {ending}", ["f"])


def test_no_function_calls_itself_through_others() -> None:
    found = problem("def f(a: Int) -> Int:\n    return g(a)\ndef g(a: Int) -> Int:\n    return f(a)")
    assert "calls itself, directly or through others: write a loop instead" in found.message


def test_what_is_exported_is_there() -> None:
    assert str(problem("x = 1", ("f",))) == "game: f is exported but not defined"


def test_a_value_in_a_function_without_a_result() -> None:
    assert "return without a value" in problem("def f() -> None:\n    return 3").message


def test_deep_nesting_is_told_and_not_a_crash() -> None:
    for deep in ("-" * 900 + "a", "a" + " + a" * 5000, "(" * 5000 + "a" + ")" * 5000):
        problem(f"def f(a: Int) -> Int:\n    return {deep}", ("f",))


def test_long_chains_of_calls_are_no_problem() -> None:
    lines = [f"def f{k}(a: Int) -> Int:\n    return f{k + 1}(a) + 1" for k in range(600)]
    kernel = interpret_kernel("\n".join([*lines, "def f600(a: Int) -> Int:\n    return a"]), ["f500"])
    assert kernel.call.f500(0) == 100
