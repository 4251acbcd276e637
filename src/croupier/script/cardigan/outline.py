"""What is in a program: functions, structs, variables with their kinds, questions; as text and as data."""

from __future__ import annotations

from typing import Any

from croupier.script.cardigan.check import Checked, check
from croupier.script.cardigan.scope import input_target
from croupier.script.cardigan.tree import Assign, Call, Function, Struct
from croupier.script.settings import listed, told
from croupier.script.tree import Evaluate, Name
from croupier.text import Source


def outline(source: Source) -> tuple[str, dict[str, Any]]:
    """The outline of a program; also of one with errors, as far as it can be read."""
    data = _data(check(source))
    return _text(data), data


def _data(checked: Checked) -> dict[str, Any]:
    program = checked.program
    play = program.functions.get("play")
    return {
        "file": program.source.name,
        "language": "cardigan",
        "includes": [file.source.name for file in program.files[1:]],
        "play": play.span.line if play is not None else None,
        "variables": _variables(checked),
        "structs": _structs(checked),
        "functions": [
            {
                "name": name,
                "line": site.span.line,
                "parameters": [p.name for p in site.function.parameters],
                "gives": str(checked.kinds.result(site.function) or "any"),
            }
            for name, site in program.functions.items()
        ],
        "questions": _questions(checked),
        "constants": listed(checked.settings),
    }


def _variables(checked: Checked) -> list[dict[str, Any]]:
    found = []
    for variable in checked.scopes.globals.values():
        if variable.sort == "global" and variable.span is not None:
            known = checked.kinds.of(variable)
            entry = {"name": variable.name, "line": variable.span.line, "kind": known.kind}
            if known.is_pile and known.element is not None and known.element.known:
                entry["elements"] = known.element.kind
            if known.library:
                entry["kind"] = known.library
            found.append(entry)
    return found


def _structs(checked: Checked) -> list[dict[str, Any]]:
    """Structs that are given a name, with their fields."""
    found = []
    for node in checked.program.nodes():
        if isinstance(node, Assign) and isinstance(node.target, Name) and isinstance(node.value, Struct):
            struct = node.value
            if not struct.entries:
                continue
            found.append(
                {
                    "name": node.target.name,
                    "line": node.span.line,
                    "base": struct.base.span.text if struct.base is not None else None,
                    "fields": [
                        e.name for e in struct.entries if e.name and not isinstance(e.value, Function)
                    ],
                    "functions": [e.name for e in struct.entries if e.name and isinstance(e.value, Function)],
                }
            )
    return found


def _questions(checked: Checked) -> list[dict[str, Any]]:
    """Where the program asks, and what it expects."""
    found = []
    assigning: dict[int, Evaluate] = {}
    for node in checked.program.nodes():
        if isinstance(node, Evaluate) and input_target(node) is not None:
            assigning[id(node.value)] = node
        if isinstance(node, Call) and isinstance(node.callee, Name) and node.callee.name == "INPUT":
            statement = assigning.get(id(node))
            target = input_target(statement) if statement is not None else None
            kind = checked.kinds.inputs.type_of(statement).kind if statement is not None else "string"
            stated = len(node.arguments) > 1
            entry = {"line": node.span.line, "assigns": target.name if target else None, "kind": kind}
            found.append({**entry, "options": node.arguments[1].span.text if stated else None})
    return sorted(found, key=lambda q: q["line"])


def _text(data: dict[str, Any]) -> str:
    lines = [f"{data['file']}: a Cardigan program"]
    if data["includes"]:
        lines.append("includes " + ", ".join(data["includes"]))
    lines += _section("Variables", [f"{v['name']}: {_kind(v)}" for v in data["variables"]], data["variables"])
    structs = [
        f"{s['name']} = {s['base'] or ''}{{{', '.join((*s['fields'], *(f'{f}()' for f in s['functions'])))}}}"
        for s in data["structs"]
    ]
    lines += _section("Structs", structs, data["structs"])
    functions = [f"{f['name']}({', '.join(f['parameters'])}) gives {f['gives']}" for f in data["functions"]]
    lines += _section("Functions", functions, data["functions"])
    questions = [
        f"{q['assigns'] or 'INPUT'}: {q['kind']}{' of ' + q['options'] if q['options'] else ''}"
        for q in data["questions"]
    ]
    lines += _section("Questions", questions, data["questions"])
    constants = told(data["constants"])
    return "\n".join(lines + _section("Constants that --set can change", constants, data["constants"]))


def _kind(variable: dict[str, Any]) -> str:
    return (
        f"{variable['kind']} of {variable['elements']}" if "elements" in variable else str(variable["kind"])
    )


def _section(title: str, texts: list[str], entries: list[dict[str, Any]]) -> list[str]:
    if not texts:
        return []
    width = max(len(str(entry["line"])) for entry in entries)
    rows = [f"  {entry['line']:>{width}}  {text}" for text, entry in zip(texts, entries, strict=True)]
    return ["", title, *rows]
