"""``croupier explain``: what a finding, or a form, means."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.catalog.languages import script_codes
from croupier.cli import group
from croupier.recycle.codes import codes
from croupier.recycle.forms import FORMS, KNOWN_WORDS
from croupier.recycle.guesses import GUESSES


def explain(*arguments: str) -> Result:
    """The result of ``croupier explain``."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1", "FORCE_COLOR": None})
    return runner.invoke(group, ["explain", *arguments], prog_name="croupier")


def printed(*arguments: str) -> str:
    """What ``croupier explain`` prints when all is well."""
    result = explain(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def data(*arguments: str) -> Any:
    """What ``croupier explain --json`` says."""
    return json.loads(printed("--json", *arguments))


@pytest.mark.parametrize("code", codes())
def test_every_finding_is_explained_with_its_rule_and_two_examples(code: str) -> None:
    entry = codes()[code]
    text = printed(code)
    assert text.startswith(f"{code}: {entry.title} ({entry.severity})\n")
    assert " ".join(entry.rule.split()) in " ".join(text.split())
    assert text.index("\nWrong:\n") < text.index("\nRight:\n")


@pytest.mark.parametrize("code", codes())
def test_an_explanation_is_data_as_well(code: str) -> None:
    found = data(code)
    assert set(found) == {"code", "severity", "title", "rule", "wrong", "right"}
    assert found["rule"] == codes()[code].rule


@pytest.mark.parametrize("code", codes())
def test_an_explanation_fits_a_terminal(code: str) -> None:
    assert max(map(len, printed(code).splitlines())) <= 160


def test_a_finding_in_full() -> None:
    assert (
        printed("RCY020")
        == """\
RCY020: unknown form (error)

Every list begins with a word of the language, an owner, or an index.
`docs/recycle.md` lists all forms.

Wrong:
  (do ((shufle (game iloc STOCK))))

Right:
  (do ((shuffle (game iloc STOCK))))
"""
    )


def test_lower_case_will_do() -> None:
    assert printed("rcy020") == printed("RCY020")


def test_all_codes_are_listed_on_demand() -> None:
    lines = printed("--codes").splitlines()
    assert [line.split()[0] for line in lines] == [*codes(), *script_codes()]
    assert "RCY101  warning  unused variable" in lines
    assert [entry["code"] for entry in data("--codes")] == [*codes(), *script_codes()]


def test_without_a_topic_it_says_what_can_be_asked() -> None:
    text = printed()
    assert len(text.splitlines()) < 50
    assert "  tells the rule behind a finding" in text
    assert f"--codes lists all {len(codes()) + len(script_codes())}" in " ".join(text.split())
    topics = data()
    assert [entry["code"] for entry in topics["codes"]] == [*codes(), *script_codes()]
    for word in (*(word for words in topics["forms"].values() for word in words), *topics["other words"]):
        assert word in text.split()
        assert explain("--", word).exit_code == 0, word


def test_codes_and_a_topic_exclude_each_other() -> None:
    assert explain("--codes", "move").exit_code == 2


def test_a_word_of_another_language_is_told_in_recycle() -> None:
    assert printed("deal").startswith("RECYCLE has no word `deal`: dealing is a move")
    assert data("deal")["hint"] == GUESSES["deal"]
    assert printed("if").index("RECYCLE has no word `if`") < printed("if").index(
        "(Bool Item) gives an action"
    )


def test_a_form_with_its_signatures() -> None:
    text = printed("inc")
    assert "(inc IntStore Int)" in text
    assert "(inc IntStore)" in text
    assert "since 0.6" in text
    assert FORMS["inc"].doc in text
    assert "  Example:\n    (inc ((0 player) sto SCORE) 5)\n" in text


@pytest.mark.parametrize("word", sorted(KNOWN_WORDS))
def test_every_word_of_the_language_can_be_explained(word: str) -> None:
    assert printed(word)
    assert all(entry["signature"] for entry in data(word))


def test_an_unknown_topic_gets_a_suggestion() -> None:
    result = explain("shufle")
    assert result.exit_code == 2
    assert "there is no code and no form 'shufle'" in result.output
    assert "did you mean `shuffle`?" in result.output


def test_an_unknown_code_gets_the_nearest_code() -> None:
    result = explain("RCY02O")
    assert result.exit_code == 2
    assert "did you mean `RCY" in result.output


def test_help_has_examples() -> None:
    assert "croupier explain RCY023" in printed("--help")
