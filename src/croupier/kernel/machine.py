"""LLVM: from IR to object code, and from object code to addresses that can be called.

llvmlite is imported when the first kernel is compiled or loaded, and nowhere else.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any


def available() -> bool:
    """Whether llvmlite is installed."""
    return find_spec("llvmlite") is not None


@dataclass(frozen=True, slots=True)
class Host:
    """The processor and the compiler of this machine: object code of another is not for us."""

    triple: str
    cpu: str
    features: str
    versions: str
    """Of llvmlite and LLVM."""

    @property
    def bmi2(self) -> bool:
        """Whether there is an instruction that finds the k-th set bit."""
        return "+bmi2" in self.features.split(",") and self.triple.startswith("x86_64")


@cache
def host() -> Host:
    """The machine that we are on. ImportError if the compiler is there and cannot be loaded."""
    import llvmlite

    try:
        import llvmlite.binding as llvm
    except OSError as problem:
        # Where memory is short; all else that it says is guesses.
        raise ImportError("its library cannot be mapped into memory", name="llvmlite") from problem

    features = llvm.get_host_cpu_features().flatten()
    version = ".".join(map(str, llvm.llvm_version_info))
    return Host(
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        features,
        f"llvmlite {llvmlite.__version__}, LLVM {version}",
    )


@cache
def _compiler(opt: int) -> Any:
    import llvmlite.binding as llvm

    _set_options(llvm)
    return _target_machine(opt)


_OPTIONS = ("-disable-lsr", "-memssa-check-limit=30")
"""What LLVM need not do: rewrite the counters of loops, which took a fifth of the time to emit code, and look
far back for what may have changed what is loaded. Neither made games faster."""


_KNOWN = range(15, 23)
"""The versions of LLVM that surely have these options: told one that it has not, it may end the process."""


@cache
def _set_options(llvm: Any) -> None:
    # They hold for the whole process, and LLVM ends it when it is told one of them twice, too.
    if takes_options(llvm.llvm_version_info[0]):
        for each in _OPTIONS:
            llvm.set_option("croupier", each)


@cache
def takes_options(version: int) -> bool:
    """Says if LLVM can be told our options; a version newer than we know is asked in another process."""
    if version in _KNOWN:
        return True
    if version < _KNOWN.start:
        return False
    told = "".join(f"llvm.set_option('croupier', {each!r});" for each in _OPTIONS)
    asking = [sys.executable, "-c", f"import llvmlite.binding as llvm;{told}"]
    try:
        return subprocess.run(asking, capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def _target_machine(opt: int) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    here = host()
    target = llvm.Target.from_triple(here.triple)
    # Addresses are written out in full (the "large" code model, usual for a JIT): shorter ones make
    # code a few per cent faster, but end the process when memory is so scattered that they do not reach.
    return target.create_target_machine(cpu=here.cpu, features=here.features, opt=opt, jit=True)


_PASSES = {
    0: ("sroa", "simplify_cfg", "instruction_combine", "always_inliner", "global_dead_code_eliminate"),
    1: (
        *("sroa", "simplify_cfg", "instruction_combine"),  # what is inlined is short by then
        *("always_inliner", "global_dead_code_eliminate"),
        *("sroa", "simplify_cfg", "instruction_combine", "jump_threading"),
        *("simplify_cfg", "instruction_combine", "dead_store_elimination", "aggressive_dce"),
    ),
}
"""The passes of the levels that are ours."""

LONG = 164_000
"""Characters of IR from which on level 2 has the passes of level 1: nothing is waited for longer."""


VERY_LONG = 2_000_000
"""Characters of IR from which on every level is level 0, whose time grows as the text does."""


def object_code(ir: str, *, opt: int = 2, unroll: bool = False) -> bytes:
    """The machine code of a module, as an object file.

    Level 0 is compiled fastest and runs three times slower than level 2; level 1 takes half the time of
    level 2, and runs nearly as fast. 2 and 3 are LLVM's own, but without what vectorizes, which costs time
    here and makes the code slower; level 2 of what is long is our level 1; what is very long has
    level 0. LLVM's newer way to find equal values (NewGVN) would be welcome there, but it ends the process
    with some of our kernels.
    """
    import llvmlite.binding as llvm

    opt = 0 if len(ir) > VERY_LONG else opt
    long = opt == 2 and len(ir) > LONG
    machine = _compiler(1 if long else opt)
    # Known while reading, so that every load and store gets the alignment of this machine.
    target = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    module = llvm.parse_assembly(target + ir)
    tuning = llvm.create_pipeline_tuning_options(speed_level=opt)
    tuning.loop_vectorization = False
    tuning.slp_vectorization = False
    tuning.loop_interleaving = False
    tuning.loop_unrolling = unroll
    if opt < 3:
        tuning.inlining_threshold = 50
    builder = llvm.create_pass_builder(machine, tuning)
    own = _PASSES.get(1 if long else opt)
    if own is not None:
        passes = llvm.create_new_module_pass_manager()
        for each in own:
            getattr(passes, f"add_{each}_pass")()
    else:
        passes = builder.getModulePassManager()
    passes.run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


class Engine:
    """Object code in memory; whoever holds an address must hold its engine too."""

    def __init__(self, codes: Iterable[bytes], symbols: Iterable[str]) -> None:
        import llvmlite.binding as llvm

        # A target machine of its own, since the engine takes it along when it goes.
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine(2))
        # The engine does not copy the objects.
        self._objects = [llvm.ObjectFileRef.from_data(each) for each in codes]
        for each in self._objects:
            self._engine.add_object_file(each)
        self._engine.finalize_object()
        self.addresses = {each: self._engine.get_function_address(each) for each in symbols}
        missing = [each for each, address in self.addresses.items() if not address]
        if missing:
            raise LookupError(f"no {', '.join(missing)} in the object code")

    def function(self, symbol: str, result: Any, *arguments: Any) -> Any:
        """A function of the code; ctypes lets other threads run while it does."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.addresses[symbol])
