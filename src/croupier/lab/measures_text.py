"""Measures as lines for people."""

from __future__ import annotations

from typing import Any

BAR = 24


def measures_text(data: dict[str, Any], heading: str = "measures") -> list[str]:
    """Measures as lines for people: the mean, a bar for every value, by winner and by seat."""
    lines = ["", heading]
    for name, one in data.items():
        told = {"end": "at the end", "decision": "at each decision", "stage": "at each stage"}[one["when"]]
        lines.append(f"  {name}{'' if name.startswith('at each') else f', {told}'}: {mean_text(one)}")
        if one["kind"] == "truth":
            # The mean says it: a share needs no bars for yes and no.
            lines += _groups(one)
            continue
        most = max((part["share"] or 0.0 for part in one["distribution"]), default=0.0)
        labels = [label_text(part) for part in one["distribution"]]
        wide = max(map(len, labels), default=0)
        for label, part in zip(labels, one["distribution"], strict=True):
            bar = "█" * round(BAR * (part["share"] or 0.0) / most) if most else ""
            lines.append(f"    {label:>{wide}}  {bar:<{BAR}} {_percent(part)}")
        lines += _groups(one)
    return lines


def _groups(one: dict[str, Any]) -> list[str]:
    lines = []
    for key, title in (("by_winner", "won by"), ("by_seat", "seat")):
        groups = [g for g in one[key] if g["n"]]
        if one["kind"] != "word" and len(groups) > 1:
            lines += [f"    {_group(group, title)}: {mean_text(group, one['kind'])}" for group in groups]
    return lines


def _group(group: dict[str, Any], title: str) -> str:
    if "won" in group:
        return "who won" if group["won"] else "who did not"
    return f"{title} seat {group['seat']}" if title == "won by" else f"seat {group['seat']}"


def mean_text(one: dict[str, Any], kind: str = "") -> str:
    """A mean with its interval and n, in words; a share of games or decisions in percent."""
    if one.get("kind", kind) == "truth" and one["mean"] is not None:
        return f"{_percent({**one, 'share': one['mean']})}, n {one['n']:,}"
    if one["mean"] is None:
        return f"n {one['n']:,}" if one["n"] else "no value in any game"
    if one["low"] is None:
        return f"{one['mean']:.3g} (n {one['n']:,})"
    return f"{one['mean']:.4g} ({one['low']:.4g} to {one['high']:.4g}, n {one['n']:,})"


def label_text(part: dict[str, Any]) -> str:
    """A value of a distribution, or a class of values."""
    return str(part["value"]) if "value" in part else f"{part['from']:.4g} to below {part['below']:.4g}"


def _percent(part: dict[str, Any]) -> str:
    if part["low"] is None:
        return f"{100 * part['share']:.1f} %"
    return f"{100 * part['share']:.1f} % ({100 * part['low']:.1f} to {100 * part['high']:.1f})"
