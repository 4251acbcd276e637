"""AHOD as the commands know it."""

from __future__ import annotations

from croupier.languages import Language
from croupier.script.ahod.check import check
from croupier.script.ahod.codes import codes
from croupier.script.ahod.format import formatted
from croupier.script.ahod.outline import outline

LANGUAGE = Language("ahod", "AllHandsOnDeck", check, formatted, outline, codes, check)
