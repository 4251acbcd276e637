"""``croupier completion``: tab completion in a shell."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from croupier.cli import group


def run(*arguments: str, env: dict[str, str] | None = None) -> Result:
    """The result of ``croupier …``."""
    return CliRunner(env=env or {}).invoke(group, [*arguments], prog_name="croupier")


@pytest.mark.parametrize(
    ("shell", "sign"),
    [("bash", "complete -o nosort -F"), ("zsh", "#compdef croupier"), ("fish", "complete --no-files")],
)
def test_the_script_of_a_shell(shell: str, sign: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert sign in result.output
    assert "_CROUPIER_COMPLETE" in result.output


def completed(*words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    env = {
        "_CROUPIER_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("croupier", *words)),
        "COMP_CWORD": str(len(words)),
    }
    lines = CliRunner(env=env).invoke(group, [], prog_name="croupier").output.splitlines()
    return [line.partition(",")[2] for line in lines]


def test_commands_are_completed() -> None:
    assert completed("ex") == ["explain"]
    assert completed("ch") == ["check"]
    assert completed("co") == ["compare", "completion", "coverage"]


def test_options_and_their_values_are_completed() -> None:
    assert completed("check", "--str") == ["--strict"]
    assert completed("check", "--dialect", "0.5") == ["0.5", "0.5.10"]
    assert completed("completion", "z") == ["zsh"]


def test_an_unknown_shell_is_refused() -> None:
    result = run("completion", "csh")
    assert result.exit_code == 2
    assert "'bash', 'zsh', 'fish'" in result.output


def test_a_shell_must_be_named() -> None:
    assert run("completion").exit_code == 2
