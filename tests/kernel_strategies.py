"""Random kernels: texts of the whole kernel language that never leave the 64 bits by mistake."""

from __future__ import annotations

from hypothesis import strategies as st

from kernel_pairs import EDGES

HEADER = "f(a: Int, b: Int, x: Float, yes: Bool, A: Words[6], B: Words, H: Halves[5], F: Floats) -> Int"

integers = st.one_of(st.sampled_from(EDGES), st.integers(-20, 20), st.integers(-(1 << 63), (1 << 63) - 1))
reals = st.one_of(st.integers(-9, 9).map(float), st.floats(allow_nan=False, allow_infinity=False))


@st.composite
def kernels(draw: st.DrawFn) -> str:
    """A module with constants, a table, some helpers, and a function ``f`` of the header above."""
    writer = Writer(draw)
    table = draw(st.lists(integers, min_size=4, max_size=6))
    lines = [f"C = {draw(integers)}", f"T = table({table})"]
    for k in range(draw(st.integers(0, 3))):
        mark = draw(st.sampled_from(["", "@inline", "@outline", "@hot"]))
        lines += [mark, *writer.helper(k)]
    return "\n".join([*lines, *writer.function(HEADER), ""])


class Writer:
    """Writes functions by drawing what comes next."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.helpers: list[tuple[str, str]] = []
        """Name and result of the functions that can be called: each takes (Int, Words)."""
        self.names: list[str] = []
        self.loops = 0
        self.count = 0

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    # Functions

    def helper(self, k: int) -> list[str]:
        result = self.pick("Int", "None", "Float", "Bool")
        lines = self.function(f"h{k}(a: Int, B: Words) -> {result}")
        self.helpers.append((f"h{k}", result))
        return lines

    def function(self, header: str) -> list[str]:
        self.full = header.startswith("f(")
        self.names = ["a", "b"] if self.full else ["a"]
        lines = [f"def {header}:"]
        for k in range(2):
            lines.append(f"    v{k} = {self.whole(1)}")
            self.names.append(f"v{k}")
        lines += [f"    y = {self.real(1)}", f"    t = {self.condition(1)}"]
        lines += self.block(1, 3)
        result = header.rpartition(" ")[2]
        value = {"Int": self.whole(2), "Float": self.real(1), "Bool": self.condition(2), "None": ""}[result]
        return [*lines, f"    return {value}".rstrip()]

    # Statements

    def block(self, indent: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw(st.integers(1, 3))):
            lines += self.statement(indent, depth)
        return lines

    def statement(self, indent: int, depth: int) -> list[str]:
        pad = "    " * indent
        kinds = ["assign", "augment", "real", "truth", "store", "change", "call", "bulk", "pass"]
        if depth > 0:
            kinds += ["if", "if", "for", "while", "fail"]
        if self.loops:
            kinds += ["leave"]
        kind = self.pick(*kinds)
        own = [each for each in self.names if not each.startswith("i")]
        match kind:
            case "assign":
                return [f"{pad}{self.pick(*own)} = {self.whole(2)}"]
            case "augment":
                name, op = self.pick(*own), self.pick("^", "&", "|", "//", "%", "+", "-", "*", ">>")
                if op in "+-*":
                    return [
                        f"{pad}{name} = {self.small(name)}",
                        f"{pad}{name} {op}= {self.small(self.whole(1))}",
                    ]
                if op == ">>":
                    return [f"{pad}{name} >>= {self.whole(1)} & 63"]
                if op in ("//", "%"):
                    return [f"{pad}{name} {op}= shr({self.whole(1)}, {self.pick('1', '60', '63')})"]
                return [f"{pad}{name} {op}= {self.whole(1)}"]
            case "real":
                return [f"{pad}y = {self.real(2)}"]
            case "truth":
                return [f"{pad}t = {self.condition(2)}"]
            case "store":
                if not self.full:
                    return [f"{pad}B[{self.place(4)}] = {self.whole(2)}"]
                return [
                    pad
                    + self.draw(
                        st.sampled_from(
                            [
                                f"A[{self.place(6)}] = {self.whole(2)}",
                                f"B[{self.place(4)}] = {self.whole(2)}",
                                f"H[{self.place(5)}] = {self.small(self.whole(2))}",
                                f"H[{self.place(5)}] = {self.whole(1)}",
                                f"F[{self.place(3)}] = {self.real(2)}",
                            ]
                        )
                    )
                ]
            case "change":
                return [f"{pad}B[{self.place(4)}] {self.pick('^', '|', '&')}= {self.whole(2)}"]
            case "call":
                return [pad + self.call_statement()]
            case "bulk":
                return [pad + self.bulk()]
            case "if":
                lines = [f"{pad}if {self.test(2)}:", *self.block(indent + 1, depth - 1)]
                if self.draw(st.booleans()):
                    lines += [f"{pad}elif {self.test(1)}:", *self.block(indent + 1, depth - 1)]
                if self.draw(st.booleans()):
                    lines += [f"{pad}else:", *self.block(indent + 1, depth - 1)]
                return lines
            case "for":
                self.count += 1
                name = f"i{self.count}"
                bounds = self.pick(
                    f"{self.whole(1)} & 7",
                    "-2, 4",
                    f"{self.small(self.whole(1))}, 900, 251",
                    f"{self.whole(1)} & 3, {self.whole(1)} & 7",
                    f"9, {self.whole(1)} & 7, -2",
                    "5, -1, -1",
                )
                return [f"{pad}for {name} in range({bounds}):", *self.inside(indent, depth, name)]
            case "while":
                self.count += 1
                name = f"w{self.count}"
                test = self.pick("True", f"{name} < 6", f"{name} < 9 and {self.test(1)}")
                return [
                    f"{pad}{name} = 0",
                    f"{pad}while {test}:",
                    f"{pad}    {name} += 1",
                    f"{pad}    if {name} > 7:",
                    f"{pad}        break",
                    *self.inside(indent, depth, ""),
                ]
            case "fail":
                return (
                    [
                        f"{pad}if {self.test(1)} and {self.test(1)}:",
                        f"{pad}    fail({self.pick('7', 'C', self.whole(1))})",
                    ]
                    if self.draw(st.booleans())
                    else [f"{pad}pass"]
                )
            case "leave":
                return [f"{pad}if {self.test(1)}:", f"{pad}    {self.pick('break', 'continue')}"]
        return [f"{pad}pass"]

    def inside(self, indent: int, depth: int, name: str) -> list[str]:
        self.loops += 1
        before = list(self.names)
        self.names += [name] if name else []
        lines = self.block(indent + 1, depth - 1)
        self.names = before
        self.loops -= 1
        return lines

    def call_statement(self) -> str:
        silent = [name for name, result in self.helpers if result == "None"]
        if not silent:
            return "pass"
        name, given = self.pick(*silent), self.given()
        return self.pick(f"{name}({given})", f"v0 = caught({name}({given}))")

    def given(self) -> str:
        block = self.pick(
            "B", "part(B, 0, 4)", f"part(B, {self.place(3)}, 2)", f"part(B, 1, {self.whole(1)} & 3)"
        )
        return f"{self.whole(1)}, {block}"

    def bulk(self) -> str:
        n = f"{self.whole(1)} & 3"
        if not self.full:
            return self.pick(f"fill(B, 1, {n}, {self.whole(1)})", f"copy(B, 0, B, 1, {n})")
        return self.pick(
            f"fill(B, 1, {n}, {self.whole(1)})",
            f"fill(H, 0, 5, {self.small(self.whole(1))})",
            f"fill(F, 0, len(F), {self.real(1)})",
            f"copy(A, {self.place(3)}, B, 0, 3)",
            f"copy(B, {self.place(3)}, A, 1, {n})",
            f"copy(A, {self.place(3)}, A, {self.place(3)}, {n})",
        )

    # Expressions

    def place(self, n: int) -> str:
        return self.pick(
            str(self.draw(st.integers(0, 1))),
            f"{self.whole(0)} & 3",
            f"{self.whole(1)} % {n}",
            self.pick(*self.names),
        )

    def small(self, text: str) -> str:
        """A value from -1000 to 1000, with which arithmetic is safe."""
        return f"({text} % 2001 - 1000)"

    def whole(self, depth: int) -> str:
        if depth == 0 or self.draw(st.integers(0, 3)) == 0:
            return self.pick(*self.names, "C", str(self.draw(integers)), str(self.draw(st.integers(0, 5))))
        one, other = self.whole(depth - 1), self.whole(depth - 1)
        kind = self.draw(st.integers(0, 17))
        match kind:
            case 0:
                return f"({self.small(one)} {self.pick('+', '-', '*', '//', '%')} {self.small(other)})"
            case 1:
                return f"({one} {self.pick('&', '|', '^')} {other})"
            case 2:
                return f"({one} {self.pick('//', '%')} {self.pick('3', '-7', '8', '-4', '1', '1000003')})"
            case 3:
                return f"({one} >> ({other} & 63))"
            case 4:
                return f"(({one} & 1023) << ({other} & 31))"
            case 5:
                return f"{self.pick('wadd', 'wsub', 'wmul', 'wshl', 'shr', 'rotl', 'umulhi', 'nth_bit', 'min', 'max')}({one}, {other})"
            case 6:
                return f"{self.pick('popcount', 'ctz', 'clz')}({one})"
            case 7:
                return f"{self.pick('-', '~', '+')}{self.small(one)}"
            case 8:
                return f"({one} if {self.test(depth - 1)} else {other})"
            case 9:
                return f"T[{self.place(3)}]"
            case 10:
                return f"B[{self.place(4)}]"
            case 11 if self.full:
                return self.pick(f"A[{self.place(6)}]", f"H[{self.place(5)}]")
            case 12:
                return f"int({self.real(depth - 1)})"
            case 13:
                return f"({self.condition(depth - 1)} + {self.small(one)})"
            case 14:
                return f"abs({self.small(one)})"
            case 15:
                return f"({one} // shr({other}, 1))"
            case 16:
                return self.pick("len(B)", "len(T)")
        for name, result in self.helpers:
            if result == "Int":
                return f"{name}({self.given()})"
        return one

    def condition(self, depth: int) -> str:
        """A Bool."""
        if depth == 0:
            return self.pick(
                "True", "False", *(["yes"] if self.full else []), f"({self.whole(0)} < {self.whole(0)})"
            )
        match self.draw(st.integers(0, 6)):
            case 0:
                return f"({self.whole(depth - 1)} {self.pick('==', '!=', '<', '<=', '>', '>=')} {self.whole(depth - 1)})"
            case 1:
                return f"({self.condition(depth - 1)} {self.pick('and', 'or', '&', '|', '^')} {self.condition(depth - 1)})"
            case 2:
                return f"(not {self.test(depth - 1)})"
            case 3:
                return f"({self.whole(0)} < {self.whole(depth - 1)} <= {self.whole(0)})"
            case 4:
                return f"({self.real(depth - 1)} {self.pick('==', '<', '>=')} {self.real(0)})"
            case 5:
                return f"{self.pick('ult', 'add_overflows', 'sub_overflows', 'mul_overflows')}({self.whole(depth - 1)}, {self.whole(0)})"
        for name, result in self.helpers:
            if result == "Bool":
                return f"{name}({self.given()})"
        return "True"

    def test(self, depth: int) -> str:
        """Something that stands behind an if."""
        if depth == 0 or self.draw(st.booleans()):
            return self.condition(depth)
        return self.pick(
            f"{self.whole(depth - 1)}",
            f"({self.whole(depth - 1)} and {self.test(depth - 1)})",
            f"({self.test(depth - 1)} or {self.whole(depth - 1)})",
            f"not ({self.whole(depth - 1)} and {self.condition(depth - 1)})",
        )

    def real(self, depth: int) -> str:
        """A Float."""
        if depth == 0:
            return self.pick(*(["x"] if self.full else []), repr(self.draw(reals)), f"float({self.whole(0)})")
        one, other = self.real(depth - 1), self.real(depth - 1)
        match self.draw(st.integers(0, 6)):
            case 0:
                return f"({one} {self.pick('+', '-', '*', '/')} {other})"
            case 1:
                return f"{self.pick('min', 'max')}({one}, {other})"
            case 2:
                return f"{self.pick('sqrt', 'log', 'abs')}({one})"
            case 3:
                return f"({one} if {self.test(depth - 1)} else {other})"
            case 4:
                return f"float({self.whole(depth - 1)})"
            case 5 if self.full:
                return f"F[{self.place(3)}]"
        for name, result in self.helpers:
            if result == "Float":
                return f"{name}({self.given()})"
        return f"-{one}" if not one.startswith("-") else one
