"""What is in a program: types with their attributes, ACTIONS, helpers, globals; as text and as data."""

from __future__ import annotations

from typing import Any

from croupier.script.ahod.braces.spoken import type_words
from croupier.script.ahod.check import check
from croupier.script.ahod.dialects import Dialect
from croupier.script.ahod.nodes import Action, Helper, Parameter, TypeDef
from croupier.script.ahod.program import Program
from croupier.script.settings import listed, told
from croupier.text import Source


def outline(source: Source, dialect: Dialect | None = None) -> tuple[str, dict[str, Any]]:
    """The outline of a program; also of one with errors, as far as it can be read."""
    checked = check(source, dialect=dialect)
    data = _data(checked.program, checked.scopes.globals, checked.dialect)
    data["constants"] = listed(checked.settings)
    return _text(data), data


def _data(program: Program, globals_: list[str], dialect: Dialect) -> dict[str, Any]:
    return {
        "file": program.source.name,
        "language": "ahod",
        "dialect": dialect.value,
        "includes": [parsed.source.name for parsed in program.files[1:]],
        "main": program.main.name_span.line if program.main is not None else None,
        "types": [_type(t) for t in program.types.values()],
        "actions": [_action(a) for a in program.actions.values()],
        "helpers": [_helper(h) for h in program.helpers.values()],
        "globals": sorted(globals_),
    }


def _type(type_: TypeDef) -> dict[str, Any]:
    return {
        "name": type_.name,
        "line": type_.name_span.line,
        "parameters": [_parameter(p) for p in type_.parameters],
        "base": str(type_.base),
        "attributes": [
            {
                "name": a.name,
                "const": a.const,
                "type": str(a.type) if a.type else None,
                "value": _oneline(a.value.span.text),
                "line": a.span.line,
            }
            for a in type_.attributes
        ],
        "computed": [_helper(h) for h in type_.computed],
    }


def _action(action: Action) -> dict[str, Any]:
    return {
        "name": action.name,
        "line": action.name_span.line,
        "receiver": str(action.type) if action.type else None,
        "instance": action.receiver if action.type is None else None,
        "result": type_words(action.result) if action.result else None,
        "parameters": [_typed(p) if action.result else _parameter(p) for p in action.parameters],
    }


def _helper(helper: Helper) -> dict[str, Any]:
    return {
        "name": helper.name,
        "line": helper.name_span.line,
        "parameters": [_parameter(p) for p in helper.parameters],
    }


def _parameter(parameter: Parameter) -> str:
    type_ = f": {parameter.type}" if parameter.type else ""
    default = f" = {_oneline(parameter.default.span.text)}" if parameter.default else ""
    return f"{parameter.name}{type_}{default}"


def _typed(parameter: Parameter) -> str:
    """As the braces dialect writes it."""
    return f"{type_words(parameter.type)} {parameter.name}"


def _oneline(text: str) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= 60 else joined[:59] + "…"


def _text(data: dict[str, Any]) -> str:
    dialect = f" in {Dialect.BRACE.title}" if data["dialect"] == Dialect.BRACE.value else ""
    blocks = [[f"{data['file']}, AllHandsOnDeck{dialect}"]]
    if data["includes"]:
        blocks.append(["Includes", *(f"  {name}" for name in data["includes"])])
    if data["types"]:
        blocks.append(["Types", *(line for t in data["types"] for line in _type_lines(t))])
    if data["actions"]:
        blocks.append(["ACTIONS", *_aligned([(_signature(a), a["line"]) for a in data["actions"]])])
    if data["helpers"]:
        blocks.append(["Helpers", *_aligned([(_call(h), h["line"]) for h in data["helpers"]])])
    if data["globals"]:
        blocks.append(["Globals", f"  {', '.join(data['globals'])}"])
    if data["constants"]:
        blocks.append(["Constants that --set can change", *(f"  {c}" for c in told(data["constants"]))])
    if data["main"] is not None:
        blocks.append([f"main, line {data['main']}"])
    return "\n\n".join("\n".join(block) for block in blocks)


def _type_lines(type_: dict[str, Any]) -> list[str]:
    parameters = f"({', '.join(type_['parameters'])})" if type_["parameters"] else ""
    lines = [f"  {type_['name']}{parameters} is {type_['base']}, line {type_['line']}"]
    for attribute in type_["attributes"]:
        words = ["const"] * attribute["const"] + [attribute["type"]] * (attribute["type"] is not None)
        lines.append(f"    {' '.join([*words, attribute['name']])}: {attribute['value']}")
    return lines + [f"    {_call(helper)}" for helper in type_["computed"]]


def _signature(action: dict[str, Any]) -> str:
    receiver = action["receiver"] or action["instance"] or ""
    parameters = f"({', '.join(action['parameters'])})" if action["parameters"] or action["result"] else ""
    result = f"{action['result']} " if action["result"] else ""
    return f"{receiver} do {result}{action['name']}{parameters}".strip()


def _call(helper: dict[str, Any]) -> str:
    return f"{helper['name']}({', '.join(helper['parameters'])})"


def _aligned(rows: list[tuple[str, int]]) -> list[str]:
    width = max(len(text) for text, _ in rows)
    return [f"  {text:<{width}}  line {line}" for text, line in rows]
