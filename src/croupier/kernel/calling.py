"""Calling a kernel's functions from Python: the arguments are checked, a failure becomes an exception."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from croupier.kernel.errors import problem
from croupier.kernel.language import LEAST, MOST
from croupier.kernel.translate import Signature
from croupier.kernel.types import BOOL, FLOAT, INT, NONE, ArrayType, Parameter, Scalar

_C_TYPES: dict[Scalar, Any] = {INT: ctypes.c_int64, FLOAT: ctypes.c_double, BOOL: ctypes.c_int64}


def c_types(signature: Signature) -> tuple[Any, ...]:
    """The result and the parameters of a function as ctypes calls it."""
    parameters: list[Any] = []
    for each in signature.parameters:
        if isinstance(each.type, Scalar):
            parameters.append(_C_TYPES[each.type])
        else:
            parameters.append(ctypes.c_void_p)
            if each.type.length is None:
                parameters.append(ctypes.c_int64)
    if signature.fails and signature.result is not NONE:
        parameters.append(ctypes.c_void_p)
    if signature.fails:
        return ctypes.c_int64, *parameters
    return _C_TYPES.get(signature.result), *parameters


def caller(signature: Signature, function: Callable[..., Any], *, native: bool) -> Callable[..., Any]:
    """A Python function that checks its arguments and calls the machine's function, or CPython's.

    It is written out as text for its signature: what is called a million times has no loops over parameters.
    """
    names = [f"a{k}" for k in range(len(signature.parameters))]
    lines = [f"def {signature.name}({', '.join(names)}):"]
    passed = []
    for name, each in zip(names, signature.parameters, strict=True):
        lines.append(f"    if {_wrong(name, each)}: refuse({name!r}, {name})")
        if not native:
            passed.append(name)
        elif isinstance(each.type, ArrayType):
            passed.append(f"{name}.address")
            if each.type.length is None:
                passed.append(f"{name}.length")
        else:
            passed.append(name)
    given = {FLOAT: "float", BOOL: "bool", INT: "int"}.get(signature.result, "")
    if not native or not signature.fails:
        call = f"function({', '.join(passed)})"
        lines.append(f"    return {given}({call})" if given else f"    {call}")
    elif signature.result is NONE:
        lines += [f"    status = function({', '.join(passed)})", "    if status: raise failure(status)"]
    else:
        lines += [
            f"    value = {'c_double' if signature.result is FLOAT else 'c_int64'}()",
            f"    status = function({', '.join([*passed, 'byref(value)'])})",
            "    if status: raise failure(status)",
            "    return bool(value.value)" if signature.result is BOOL else "    return value.value",
        ]

    def refuse(name: str, found: object) -> None:
        raise TypeError(_refusal(signature, signature.parameters[int(name[1:])], found))

    space: dict[str, Any] = {
        "function": function,
        "refuse": refuse,
        "failure": problem,
        "byref": ctypes.byref,
        "c_int64": ctypes.c_int64,
        "c_double": ctypes.c_double,
        **{
            each.type.element.name: each.type.element.array
            for each in signature.parameters
            if isinstance(each.type, ArrayType)
        },
    }
    exec("\n".join(lines), space)
    made: Callable[..., Any] = space[signature.name]
    return made


def _wrong(name: str, parameter: Parameter) -> str:
    """The test that finds an unfit argument."""
    match parameter.type:
        case ArrayType(element=element, length=None):
            return f"type({name}) is not {element.name}"
        case ArrayType(element=element, length=length):
            return f"type({name}) is not {element.name} or {name}.length != {length}"
    if parameter.type is FLOAT:
        return f"not isinstance({name}, (float, int))"
    return f"not isinstance({name}, int) or not {LEAST} <= {name} <= {MOST}"


def _refusal(signature: Signature, parameter: Parameter, found: object) -> str:
    wanted = parameter.type.name
    if isinstance(found, int) and parameter.type is INT:
        return f"{signature.name}: {parameter.name} is an Int of 64 bits, not {found}"
    length = getattr(found, "length", None)
    shown = repr(found) if length is None else f"{type(found).__name__} of length {length}"
    return f"{signature.name}: {parameter.name} is {wanted}, not {shown}"
