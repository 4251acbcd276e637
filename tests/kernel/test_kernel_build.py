"""Kernels from Python: calls, arrays, threads, lifetimes, and life without llvmlite."""

from __future__ import annotations

import ctypes
import gc
import pickle
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor

import pytest

from croupier.kernel import (
    BOUNDS,
    DIVISION,
    RANGE,
    Kernel,
    KernelFailure,
    compile_kernel,
    floats,
    halves,
    interpret_kernel,
    kernel,
    machine,
    words,
)
from croupier.kernel.reading import read
from croupier.kernel.translate import translate
from kernel_pairs import NOWHERE, Pair

TEXT = """
def add(a: Int, b: Int) -> Int:
    return a + b

def scale(F: Floats, by: Float) -> Float:
    total = 0.0
    for i in range(len(F)):
        F[i] *= by
        total += F[i]
    return total

def half(x: Float) -> Float:
    return x / 2.0

def flip(x: Bool) -> Bool:
    return not x

def put(S: Words[3], H: Halves, i: Int) -> None:
    S[i] = H[i]

def nothing() -> None:
    pass

def spin(S: Words[3], n: Int) -> Int:
    x = S[0]
    for i in range(n):
        x = wadd(wmul(x, 6364136223846793005), 1442695040888963407)
    S[0] = x
    return x
"""
EXPORTS = ("add", "scale", "half", "flip", "put", "nothing", "spin")


@pytest.fixture(params=["llvm", "cpython"])
def made(request: pytest.FixtureRequest) -> Kernel:
    if request.param == "llvm":
        return compile_kernel(TEXT, EXPORTS, cache=NOWHERE)
    return interpret_kernel(TEXT, EXPORTS)


class TestCalls:
    def test_every_kind_of_result(self, made: Kernel) -> None:
        call = made.call
        assert call.add(2, 3) == 5
        assert call.scale(floats([1.0, 2.0]), 0.5) == 1.5
        assert call.half(3) == 1.5
        assert call.flip(True) is False
        assert call.nothing() is None

    def test_a_failure_is_an_exception_with_a_code(self, made: Kernel) -> None:
        with pytest.raises(KernelFailure, match="BOUNDS") as caught:
            made.call.put(words(3), halves(2), 2)
        assert caught.value.code == BOUNDS
        block = words(3)
        made.call.put(block, halves([7, 8]), 1)
        assert block.tolist() == [0, 8, 0]

    @pytest.mark.parametrize(
        ("name", "arguments", "message"),
        [
            ("add", (1 << 63, 0), "add: a is an Int of 64 bits, not 9223372036854775808"),
            ("add", (1.5, 0), "add: a is Int, not 1.5"),
            ("half", ("x",), "half: x is Float, not 'x'"),
            ("put", (words(4), halves(2), 0), "put: S is Words[3], not Words of length 4"),
            ("put", (halves(3), halves(2), 0), "put: S is Words[3], not Halves of length 3"),
            ("put", (words(3), [1, 2], 0), "put: H is Halves, not [1, 2]"),
            ("put", (words(3), 12345, 0), "put: H is Halves, not 12345"),
        ],
    )
    def test_unfit_arguments_are_refused(
        self, made: Kernel, name: str, arguments: tuple[object, ...], message: str
    ) -> None:
        with pytest.raises(TypeError) as caught:
            getattr(made.call, name)(*arguments)
        assert str(caught.value) == message

    def test_the_wrong_number_of_arguments(self, made: Kernel) -> None:
        with pytest.raises(TypeError):
            made.call.add(1)

    def test_only_what_is_exported_can_be_called(self) -> None:
        assert not hasattr(interpret_kernel(TEXT, ["add"]).call, "half")

    def test_raw_functions_take_addresses(self) -> None:
        made = compile_kernel(TEXT, EXPORTS, cache=NOWHERE)
        block, small = words(3), halves([5, 6, 7])
        assert made.raw.put(block.address, small.address, len(small), 2) == 0
        assert block.tolist() == [0, 0, 7]
        assert made.raw.put(block.address, small.address, 1, 2) == BOUNDS
        assert made.raw.add(2, 3) == 5
        value = ctypes.c_double()
        assert (
            compile_kernel("def f(x: Float) -> Float:\n    return sqrt(x)", ["f"], cache=NOWHERE).raw.f(
                9.0, ctypes.byref(value)
            )
            == 0
        )
        assert value.value == 3.0
        assert set(made.addresses) == set(EXPORTS)


class TestLifetimes:
    def test_functions_outlive_their_kernel(self) -> None:
        add = compile_kernel(TEXT, EXPORTS, cache=NOWHERE).call.add
        raw = compile_kernel(TEXT, EXPORTS, cache=NOWHERE).raw.add
        for _ in range(3):
            gc.collect()
            compile_kernel("def f() -> Int:\n    return 1", ["f"], cache=NOWHERE)
        assert add(20, 22) == 42
        assert raw(20, 22) == 42

    def test_many_kernels_come_and_go(self) -> None:
        kept = []
        for k in range(30):
            made = compile_kernel(f"def f() -> Int:\n    return {k}", ["f"], opt=1, cache=NOWHERE)
            if k % 3 == 0:
                kept.append((k, made))
        gc.collect()
        assert all(made.call.f() == k for k, made in kept)


class TestHotFunctions:
    TEXT = """
TABLE = table([3, 1, 2])

def shared(A: Words, i: Int) -> Int:
    A[i % 3] += TABLE[i % 3]
    return A[i % 3] // (i - 3)

@hot
def often(A: Words, n: Int) -> None:
    for i in range(n):
        A[3] += shared(A, i)

def f(A: Words, n: Int) -> Int:
    often(A, n)
    return caught(often(A, 5)) + shared(A, 2)
"""

    def test_a_long_kernel_has_them_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = read(self.TEXT)
        whole = translate(module, ["f"])
        assert not whole.hot
        apart = translate(module, ["f"], long=len(whole.ir) - 1)
        assert len(apart.hot) < len(whole.ir)
        assert "declare fastcc" in apart.ir
        assert "declare fastcc" not in apart.hot
        monkeypatch.setattr(machine, "LONG", len(whole.ir) - 1)
        pair = Pair(self.TEXT, opt=2)
        assert pair(words([1, 2, 3, 0]), 3) == DIVISION - 9
        assert pair(words([1, 2, 3, 0]), 4) == ("failed", DIVISION)

    def test_not_if_they_are_long_as_well(self) -> None:
        assert not translate(read(self.TEXT), ["f"], long=100).hot

    def test_not_if_they_are_what_is_called(self) -> None:
        module = read(self.TEXT)
        assert translate(module, ["f"], long=5_000).hot
        assert not translate(module, ["f", "often"], long=5_000).hot


class TestThreads:
    def test_threads_share_a_kernel(self) -> None:
        made = compile_kernel(TEXT, EXPORTS, cache=NOWHERE)
        blocks = [words([k, 0, 0]) for k in range(8)]
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda block: made.call.spin(block, 20_000), blocks))
        assert found == [made.call.spin(words([k, 0, 0]), 20_000) for k in range(8)]

    def test_other_threads_run_while_a_kernel_does(self) -> None:
        text = "def f(A: Words, n: Int) -> None:\n    while A[0] == 0 and A[1] < n:\n        A[1] += 1"
        made = compile_kernel(text, ["f"], opt=0, cache=NOWHERE)
        block, enough = words(2), 5_000_000_000
        runner = threading.Thread(target=made.call.f, args=(block, enough))
        runner.start()
        while not block[1]:
            pass
        block[0] = 1
        runner.join()
        assert block[1] < enough

    def test_threads_compile_at_the_same_time(self) -> None:
        def job(k: int) -> int:
            text = f"def f(a: Int) -> Int:\n    return a * {k}"
            return int(compile_kernel(text, ["f"], cache=NOWHERE).call.f(3))

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(job, range(12))) == [3 * k for k in range(12)]


class TestWithoutLlvm:
    def test_cpython_takes_over_with_a_note(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(machine, "available", lambda: False)
        made = kernel(TEXT, EXPORTS)
        assert (made.native, made.origin) == (False, "cpython")
        assert "llvmlite is not installed" in made.note
        assert made.call.add(2, 3) == 5

    def test_llvm_is_taken_where_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CROUPIER_CACHE", "off")
        made = kernel(TEXT, EXPORTS)
        assert (made.native, made.origin, made.note) == (True, "compiled", "")

    def test_a_traceback_shows_the_lines_of_the_kernel(self) -> None:
        made = interpret_kernel("def f(A: Words, i: Int) -> Int:\n    return A[i] + 1", ["f"], "mygame")
        with pytest.raises(KernelFailure) as caught:
            made.call.f(words(1), 3)
        shown = "".join(traceback.format_exception(caught.value))
        assert '"<kernel mygame>", line 2, in f\n    return A[i] + 1' in shown

    def test_what_is_beyond_64_bits_is_found_under_cpython(self) -> None:
        made = interpret_kernel("def f(A: Words, a: Int) -> None:\n    A[0] = a * a", ["f"])
        with pytest.raises(OverflowError, match="write wadd, wsub or wmul"):
            made.call.f(words(1), 1 << 40)


class TestArrays:
    def test_indices_never_wrap(self) -> None:
        block = words([1, 2, 3])
        for place in (-1, 3):
            with pytest.raises(KernelFailure) as caught:
                block[place]
            assert caught.value.code == BOUNDS
            with pytest.raises(KernelFailure):
                block[place] = 1

    def test_slices_are_lists(self) -> None:
        block = halves([1, 2, 3, 4])
        assert block[1:3] == [2, 3]
        block[2:] = [8, 9]
        assert list(block) == [1, 2, 8, 9]
        with pytest.raises(ValueError, match="different"):
            block[:2] = [1]

    def test_elements_must_fit(self) -> None:
        with pytest.raises(KernelFailure) as caught:
            halves(1)[0] = 40000
        assert caught.value.code == RANGE
        with pytest.raises(OverflowError):
            words(1)[0] = 1 << 63

    def test_copies_are_apart_and_parts_are_not(self) -> None:
        block = words([1, 2, 3])
        other, piece = block.copy(), block.part(1, 2)
        block[1] = 9
        assert (other.tolist(), piece.tolist()) == ([1, 2, 3], [9, 3])
        assert piece.address == block.address + 8
        assert len(piece.part(2, 0)) == 0
        for start, n in ((-1, 1), (0, 4), (3, 1), (0, -1)):
            with pytest.raises(KernelFailure):
                block.part(start, n)

    def test_bulk_reading_and_writing(self) -> None:
        block = words(3)
        block.cells[:] = words([4, 5, 6]).cells
        assert bytes(block.cells.cast("B")[:8]) == (4).to_bytes(8, "little")
        assert block == words([4, 5, 6]) != words([4, 5, 7])
        assert words([1]) != halves([1])

    def test_they_can_be_sent_and_shown(self) -> None:
        block = floats([0.5, 2.0])
        assert pickle.loads(pickle.dumps(block)) == block
        assert repr(block) == "floats([0.5, 2.0])"
        assert len(words(0)) == 0


def test_llvm_is_told_what_it_need_not_do_whatever_its_version() -> None:
    llvm = pytest.importorskip("llvmlite.binding")
    assert machine.takes_options(llvm.llvm_version_info[0])
    assert not machine.takes_options(14)
    # A version that nobody has seen yet: the one that is installed answers for it.
    assert machine.takes_options(99)
