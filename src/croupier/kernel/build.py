"""A kernel: text made callable, by LLVM where it is installed, else by CPython."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from croupier.kernel import interpret, machine
from croupier.kernel.cache import Cache, Entry, digest, key
from croupier.kernel.calling import c_types, caller
from croupier.kernel.definitions import exported
from croupier.kernel.reading import read
from croupier.kernel.translate import Signature, translate
from croupier.text import undisturbed

NO_LLVM = "llvmlite is not installed: the same kernels run under CPython, some hundred times slower"


@dataclass(slots=True)
class Kernel:
    """The exported functions of a kernel text.

    ``kernel.call.f(3, block)`` calls one, with its arguments checked; it raises `KernelFailure` when the
    kernel fails. ``kernel.raw.f`` is the same without checks, as ctypes sees it (see docs/kernels.md).
    """

    name: str
    text: str = field(repr=False)
    native: bool
    """Whether it is machine code."""
    origin: str
    """"compiled", "cache" or "cpython"."""
    call: SimpleNamespace
    raw: SimpleNamespace
    """The bare ctypes functions; empty under CPython."""
    note: str = ""
    """Something a user may want to know, such as that the cache cannot be written."""
    addresses: dict[str, int] = field(default_factory=dict)
    """Where the machine code of each exported function is."""
    engine: machine.Engine | None = field(default=None, repr=False)
    """Owns the machine code. It must live as long as anything calls it."""


def kernel(
    text: str, exports: Iterable[str], name: str = "kernel", opt: int = 2, *, unroll: bool = False
) -> Kernel:
    """The kernel of a text: machine code if llvmlite is installed, else CPython's."""
    if machine.available():
        return compile_kernel(text, exports, name, opt, unroll=unroll)
    found = interpret_kernel(text, exports, name)
    found.note = NO_LLVM
    return found


def interpret_kernel(text: str, exports: Iterable[str], name: str = "kernel") -> Kernel:
    """The kernel of a text, run by CPython.

    >>> twice = interpret_kernel("def twice(a: Int) -> Int: return a + a", ["twice"])
    >>> twice.call.twice(21)
    42
    """
    module = read(text, name)
    signatures = translate(module, exports).signatures
    functions = interpret.functions(module)
    callers = {each.name: caller(each, functions[each.name], native=False) for each in signatures}
    return Kernel(name, text, False, "cpython", SimpleNamespace(**callers), SimpleNamespace())


def compile_kernel(
    text: str,
    exports: Iterable[str],
    name: str = "kernel",
    opt: int = 2,
    *,
    unroll: bool = False,
    cache: Cache | None = None,
) -> Kernel:
    """The kernel of a text, compiled by LLVM or taken from the cache."""
    exports = tuple(dict.fromkeys(exports))
    cache = Cache.usual() if cache is None else cache
    here = machine.host()
    entry_key = key(digest(text), exports, f"O{opt}, unroll {unroll}", here)
    notes: list[str] = []
    entry = cache.load(entry_key, notes.append)
    if entry is not None and tuple(each.name for each in entry.signatures) == exports:
        try:
            return _loaded(entry, name, text, "cache")
        except (LookupError, RuntimeError):
            cache.drop(entry_key)
    with undisturbed():
        long = machine.LONG if opt == 2 else None
        translation = translate(read(text, name), exports, bmi2=here.bmi2, long=long)
    parts = [part for part in (translation.ir, translation.hot) if part]
    codes = tuple(machine.object_code(part, opt=opt, unroll=unroll) for part in parts)
    entry = Entry(codes, translation.signatures)
    notes.append(cache.store(entry_key, entry))
    found = _loaded(entry, name, text, "compiled")
    found.note = "; ".join(filter(None, dict.fromkeys(notes)))
    return found


def stored_kernel(
    text_digest: str, exports: Iterable[str], name: str = "kernel", opt: int = 2
) -> Kernel | None:
    """The kernel of a text with that digest, if it is in the cache: the text itself is not needed."""
    exports, cache = tuple(dict.fromkeys(exports)), Cache.usual()
    entry_key = key(text_digest, exports, f"O{opt}, unroll {False}", machine.host())
    entry = cache.load(entry_key)
    if entry is None or tuple(each.name for each in entry.signatures) != exports:
        return None
    try:
        return _loaded(entry, name, "", "cache")
    except (LookupError, RuntimeError):
        cache.drop(entry_key)
        return None


def _loaded(entry: Entry, name: str, text: str, origin: str) -> Kernel:
    engine = machine.Engine(entry.codes, [exported(each.name) for each in entry.signatures])
    raw = {each.name: _raw(engine, each) for each in entry.signatures}
    return Kernel(
        name,
        text,
        True,
        origin,
        _Callers(entry.signatures, raw),
        SimpleNamespace(**raw),
        addresses={each.name: engine.addresses[exported(each.name)] for each in entry.signatures},
        engine=engine,
    )


class _Callers(SimpleNamespace):
    """The functions that check their arguments, each made when it is first called: few kernels need all."""

    def __init__(self, signatures: Iterable[Signature], raw: dict[str, Callable[..., Any]]) -> None:
        self._made_of = {each.name: (each, raw[each.name]) for each in signatures}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        known = self.__dict__.get("_made_of", {})
        if name not in known:
            raise AttributeError(name)
        signature, function = known[name]
        made = caller(signature, function, native=True)
        setattr(self, name, made)
        return made


def _raw(engine: machine.Engine, signature: Signature) -> Callable[..., Any]:
    function = engine.function(exported(signature.name), *c_types(signature))
    # Functions outlive a kernel that nobody holds any more; the code must not vanish under them.
    function.engine = engine
    made: Callable[..., Any] = function
    return made
