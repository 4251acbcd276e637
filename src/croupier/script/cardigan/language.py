"""Cardigan as the commands know it."""

from __future__ import annotations

from croupier.script.cardigan.check import check
from croupier.script.cardigan.codes import codes
from croupier.script.cardigan.editing import services
from croupier.script.cardigan.format import formatted
from croupier.script.cardigan.outline import outline
from croupier.script.language import Language

LANGUAGE = Language(
    "cardigan",
    "Cardigan",
    check,
    formatted,
    outline,
    codes,
    check,
    services=services,
)
