"""One function in translation: the lines of LLVM IR so far, its variables, and where a failure goes."""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable

from croupier.kernel.errors import BOUNDS, DIVISION, RANGE, KernelError
from croupier.kernel.reading import Function, Module
from croupier.kernel.types import BOOL, FLOAT, INT, NONE, TRUTH, ArrayType, Block, Scalar, Value
from croupier.text.errors import CroupierError

LIKELY = "!prof !0"
"""On the branches of checks: the failing side is moved out of the way."""

_EXITS = {BOUNDS: "fail.bounds", DIVISION: "fail.division", RANGE: "fail.range"}


class Widened(CroupierError):
    """A variable that was taken for a Bool is an Int: the function is translated once more."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def symbol(name: str) -> str:
    """A name that LLVM can read."""
    return name if name.isascii() else f"u.{name.encode().hex()}"


def name_of(function: str) -> str:
    """A function of the kernel as LLVM knows it."""
    return f"croupier.{symbol(function)}"


def number(value: float) -> str:
    """A floating-point number, bit for bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class Body:
    """What the translation of one function writes to and knows.

    Every variable is a place on the stack, written and read by name; LLVM's first pass turns them into
    registers. A failing check jumps to one of the exits at the end of the function.
    """

    def __init__(
        self,
        module: Module,
        function: Function,
        may_fail: Callable[[Function, ast.AST], bool],
        ints: frozenset[str] = frozenset(),
    ) -> None:
        self.module = module
        self.function = function
        self.may_fail = may_fail
        """Whether another function may fail that is called at a node."""
        self.ints = ints
        """Variables known to be Ints although a Bool is assigned first."""
        self.lines: list[str] = []
        self.variables: dict[str, Scalar] = {}
        self.arrays: dict[str, Block] = {}
        self.places: list[str] = []
        """The allocation of every variable, at the beginning of the function."""
        self.assigned: set[str] | None = set()
        """The variables that have a value here, whichever way was taken; None where no way leads."""
        self.loops: list[tuple[str, str, list[set[str] | None]]] = []
        """The loops around, outermost first: where continue and break go, what was assigned at breaks."""
        self.exits: set[int] = set()
        """The codes that some check fails with."""
        self.fails = False
        """Whether it may fail at all."""
        self.calls: list[str] = []
        """The functions that it calls, once for every call."""
        self.tables: dict[str, None] = {}
        """The tables that it reads."""
        self.block = "entry"
        self.closed = False
        """Whether the block has its last instruction."""
        self._count = 0

    def error(self, node: ast.AST, message: str) -> KernelError:
        """A mistake, at the place of a node."""
        return self.module.error(node, message)

    # Instructions

    def op(self, text: str) -> str:
        """An instruction with a result; gives the result's name."""
        self._count += 1
        name = f"%t{self._count}"
        self.lines.append(f"{name} = {text}")
        return name

    def do(self, text: str) -> None:
        """An instruction without a result."""
        self.lines.append(text)

    def new_label(self) -> str:
        """The name of a block to come."""
        self._count += 1
        return f"b{self._count}"

    def start(self, label: str) -> None:
        """Begin a block; the one before goes on into it."""
        if not self.closed:
            self.lines.append(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.block = label
        self.closed = False

    def close(self, text: str) -> None:
        """End the block."""
        if not self.closed:
            self.lines.append(text)
            self.closed = True

    def goto(self, label: str) -> None:
        """End the block with a jump."""
        self.close(f"br label %{label}")

    def leave(self) -> None:
        """Say that nothing leads past this place."""
        self.assigned = None

    # Checks

    def check(self, holds: str, code: int) -> None:
        """Fail with a code unless a condition holds."""
        self.fails = True
        self.exits.add(code)
        label = self.new_label()
        self.lines.append(f"br i1 {holds}, label %{label}, label %{_EXITS[code]}, {LIKELY}")
        self.lines.append(f"{label}:")
        self.block = label

    def check_status(self, status: str) -> None:
        """Fail with the code that a call gave, unless it is 0."""
        self.fails = True
        label = self.new_label()
        self.lines.append(f"store i64 {status}, ptr %status")
        well = self.op(f"icmp eq i64 {status}, 0")
        self.lines.append(f"br i1 {well}, label %{label}, label %fail, {LIKELY}")
        self.lines.append(f"{label}:")
        self.block = label

    def fail(self, code: str | int) -> None:
        """Fail, whatever happened before."""
        self.fails = True
        self.do(f"store i64 {code}, ptr %status")
        self.goto("fail")
        self.leave()

    # Variables

    def declare(self, node: ast.AST, name: str, kind: Scalar) -> None:
        """Make a variable."""
        module = self.module
        if name in self.arrays:
            raise self.error(node, f"{name} is an array: assign to its elements, {name}[i] = ...")
        if name in module.constants or name in module.tables or name in module.functions:
            raise self.error(node, f"{name} is defined outside the function: give the variable another name")
        self.variables[name] = kind
        self.places.append(f"%v.{symbol(name)} = alloca {kind.ir}")

    def write(self, node: ast.AST, name: str, value: Value) -> None:
        """Assign a value to a variable, which is made if there is none of that name."""
        kind = self.variables.get(name)
        if kind is None:
            kind = INT if name in self.ints and value.type is BOOL else value.type
            self._assignable(node, value)
            self.declare(node, name, kind)
        if kind is BOOL and value.type is INT and all(each.name != name for each in self.function.parameters):
            raise Widened(name)
        ref = self.fitted(node, value, kind, f"{name} is {_article(kind)}")
        self.lines.append(f"store {kind.ir} {ref}, ptr %v.{symbol(name)}")
        if self.assigned is not None:
            self.assigned.add(name)

    def _assignable(self, node: ast.AST, value: Value) -> None:
        if value.type is NONE:
            raise self.error(node, "this call has no value to assign")
        if value.type is TRUTH:
            raise self.error(node, f"this is {_article(TRUTH)}{_remedy(TRUTH, INT)}")

    def read(self, node: ast.AST, name: str) -> Value:
        """The value of a variable."""
        kind = self.variables[name]
        if self.assigned is not None and name not in self.assigned:
            raise self.error(node, f"{name} may have no value here: assign one on every way to this place")
        return Value(kind, self.op(f"load {kind.ir}, ptr %v.{symbol(name)}"))

    def fitted(self, node: ast.AST, value: Value, kind: Scalar, where: str) -> str | int:
        """A value as one of another type, if it can be; ``where`` says what asks for that type."""
        if value.type is kind:
            return value.ref
        if kind is INT and value.type is BOOL:
            return self.widened(value.ref)
        if kind is FLOAT and isinstance(value.ref, int) and abs(value.ref) <= 1 << 53:
            return number(float(value.ref))
        raise self.error(node, f"{where}, but this is {_article(value.type)}{_remedy(value.type, kind)}")

    def widened(self, ref: str | int) -> str | int:
        """A Bool as an Int."""
        if ref == "true":
            return 1
        if ref == "false":
            return 0
        return self.op(f"zext i1 {ref} to i64")


def _article(kind: Scalar) -> str:
    match kind.name:
        case "Int":
            return "an Int"
        case "None":
            return "a call without a value"
        case "truth":
            return "and/or of Ints, which is only good as a condition"
        case name:
            return f"a {name}"


def _remedy(found: Scalar, wanted: Scalar) -> str:
    match found.name, wanted.name:
        case "truth", _:
            return ": compare the Ints with 0 first, as in a != 0 and b != 0"
        case "Int", "Float":
            return ": write float(...)"
        case "Float", "Int":
            return ": write int(...)"
        case (("Int" | "Float"), "Bool"):
            return ": compare it, as in x != 0"
        case "Bool", "Float":
            return ": write float(...)"
        case _:
            return ""


def block_of(name: str, kind: ArrayType) -> Block:
    """The array that a parameter brings."""
    length = f"%n.{symbol(name)}" if kind.length is None else kind.length
    return Block(kind, f"%p.{symbol(name)}", length)
