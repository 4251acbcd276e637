"""Who answers, and what is written down."""

from __future__ import annotations

from ahod_programs import checked
from croupier.game import Transcript
from croupier.game.transcript import Line, dump
from croupier.script.machine import Limits, Status
from croupier.script.session import Record, Script, closing, drive, header, program_hash
from croupier.text import Source

PROGRAM = "int n = input('How many?')\nprint random(range(n)), input()\n"


def recorded(answers: list[str], seed: int = 5) -> tuple[str, list[str]]:
    """The transcript of a run, and what it printed."""
    runnable = checked(PROGRAM).runnable
    machine = runnable.machine(seed=seed)
    source = runnable.program.source
    lines: list[Line] = [header(source, "ahod", [source], seed, None, Limits())]
    drive(machine, Script("answers.txt", answers), lambda _: None, lines.append)
    lines.append(closing(machine))
    return "".join(dump(line) + "\n" for line in lines), machine.output


def test_a_transcript_can_be_read_and_replayed() -> None:
    text, printed = recorded(["# a comment", "100", "x"])
    transcript = Transcript.parse(text)
    assert transcript.outcome is not None
    assert transcript.outcome["status"] == "finished"
    machine = checked(PROGRAM).runnable.machine(seed=transcript.header["seed"])
    assert drive(machine, Record(transcript), lambda _: None, lambda _: None) is Status.FINISHED
    assert machine.output == printed
    assert closing(machine) == transcript.outcome


def test_a_failed_run_is_written_down_with_all_its_answers() -> None:
    transcript = Transcript.parse(recorded(["100"])[0])
    assert transcript.outcome is not None
    assert (transcript.outcome["status"], transcript.outcome["code"]) == ("failed", "R410")
    assert [e["public"] for e in transcript.events] == [{"answer": "100"}]


def test_a_bad_answer_of_a_script_names_its_line() -> None:
    transcript = Transcript.parse(recorded(["# first", "many"])[0])
    assert transcript.outcome is not None
    assert transcript.outcome["code"] == "R408"
    assert "answers.txt:2" in transcript.outcome["reason"]


def test_output_comes_as_it_is_printed() -> None:
    machine = checked("for i in range(60000):\n    print i\n").runnable.machine()
    pieces: list[str] = []
    drive(machine, Script("", []), pieces.append, lambda _: None)
    assert len(pieces) > 1
    assert "".join(pieces) == "".join(f"{i}\n" for i in range(60000))


def test_the_hash_of_a_program_is_that_of_its_texts() -> None:
    assert (
        program_hash([Source("a", "x")])
        == program_hash([Source("b", "x")])
        != program_hash([Source("a", "y")])
    )
