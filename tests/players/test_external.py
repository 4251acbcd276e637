"""Programs as players: what they are told, and what becomes of those that fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from croupier import load
from croupier.catalog.loading import find_source
from croupier.game import PLAYER, SAMPLE, Outcome, Status, Stream
from croupier.lab.simulate import Plan, play, simulate
from croupier.players import PlayerError, decision, evaluate, messages, named
from croupier.players.external import ExternalPlayer
from croupier.testing import assert_no_cheating, assert_plays
from strategies import ROOT

pytestmark = pytest.mark.slow

BOTS = ROOT / "docs/bots"
SCHEMA = json.loads((BOTS / "messages.schema.json").read_text(encoding="utf-8"))
HELLO = """
import json, sys
def answer(what): print(json.dumps(what), flush=True)
sys.stdin.readline(); answer({"type": "hello", "protocol": 1})
"""
MEAN = {
    "crashes": (HELLO + "sys.exit('out of luck')", "it has ended (it wrote: out of luck)"),
    "crashes at once": ("raise SystemExit(1)", "it has ended"),
    "crashes by and by": (
        HELLO + "import time\nfor piece in ('Traceback\\n', 'Value', 'Error', ': ', 'oops', '\\n', '\\n'):\n"
        "    print(piece, end='', file=sys.stderr, flush=True); time.sleep(0.02)",
        "it has ended (it wrote: ValueError: oops)",
    ),
    "complains at length": (
        HELLO + "sys.stderr.write('dear me\\n' * 50_000 + 'ValueError: oops')",
        "it has ended (it wrote: ValueError: oops)",
    ),
    "complains and chooses nothing": (
        HELLO + "print('I cannot', file=sys.stderr); input(); input(); answer({}); input()",
        "they count from 0 to 1 (it wrote: I cannot)",
    ),
    "hangs": (HELLO + "import time; time.sleep(60)", "it did not answer within 1 s"),
    "never reads": ("import time; time.sleep(60)", "it did not answer within 1 s"),
    "writes garbage": (
        "print('gibberish', flush=True); input()",
        "it answered 'gibberish', which is not JSON",
    ),
    "writes a number": ("print(5, flush=True); input()", "it answered '5', which is not an object"),
    "is of another version": ('print(\'{"type": "hello", "protocol": 9}\', flush=True); input()', "hello"),
    "chooses what is not there": (HELLO + "input(); input(); answer({'choice': 99}); input()", "it chose 99"),
    "chooses nothing": (HELLO + "input(); input(); answer({}); input()", "it chose None"),
    "chooses true": (HELLO + "input(); input(); answer({'choice': True}); input()", "it chose True"),
    "dreams": (
        HELLO + "input(); input(); answer({'choice': 0, 'estimates': [[7]]}); input()",
        "its estimates are not 2 numbers from 0 to 1 for each of 2 options",
    ),
    "writes 100 MB": (
        "import sys\nfor _ in range(1600): sys.stdout.write('x' * 65536)",
        "it wrote more than 1,048,576 bytes at once",
    ),
    "writes lines without end": ("while True: print('{}')", ""),
}


def bot(folder: Path, text: str, limit: str = "60s") -> str:
    """The notation of a player whose program has that text; a short limit is for who waits for it."""
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"exec:time={limit}:{sys.executable} -S -E {path}"


@pytest.mark.parametrize("name", MEAN)
def test_a_program_that_fails_forfeits_and_the_game_goes_on(name: str, tmp_path: Path) -> None:
    text, reason = MEAN[name]
    limit = "1s" if "within 1 s" in reason else "60s"
    plan = Plan(find_source("kuhn_poker"), players=(bot(tmp_path, text, limit), "random"))
    played = play(plan, 0)
    assert played.outcome.status is Status.FINISHED
    [(seat, why)] = played.forfeits
    assert seat == 0
    assert reason in why
    assert played.outcome.ranks == (1, 0)
    assert played.outcome.wins == (0.0, 1.0)


def test_forfeits_are_counted_and_told(tmp_path: Path) -> None:
    from croupier.lab.report import report_data, report_text

    plan = Plan(find_source("kuhn_poker"), players=("random", bot(tmp_path, "raise SystemExit")))
    result = simulate(plan, 3)
    assert result.tally.win_share(0).value == 1
    assert report_data(result)["forfeits"] == [{"seat": 1, "reason": "it has ended", "games": 3}]
    assert "forfeited, games: 3: it has ended" in report_text(result)


@pytest.mark.parametrize("name", ["lazy.py", "first.sh"])
def test_the_example_programs_play(name: str) -> None:
    command = f"{sys.executable} -S {BOTS / name}" if name.endswith(".py") else f"sh {BOTS / name}"
    assert_plays(f"exec:{command}", load("kuhn_poker"), seeds=range(1))
    assert_no_cheating(f"exec:{command}", load("kuhn_poker"), games=[0], seeds=2)


def test_estimates_of_a_program_are_recorded() -> None:
    view = load("kuhn_poker").start(seed=1).view(0)
    player = named(f"exec:{sys.executable} -S {BOTS / 'lazy.py'}")(0, 2, Stream.of(1))
    assert decision(player, view).text == "bet"
    assert player.recorded == ((0.5, 0.5), (0.5, 0.5))
    player.close()
    player.close()


def test_a_program_that_fails_at_a_position_says_why(tmp_path: Path) -> None:
    state = load("kuhn_poker").start(seed=1)
    with pytest.raises(PlayerError, match=r"has failed: it has ended \(it wrote: out of luck\)"):
        evaluate(state, player=bot(tmp_path, MEAN["crashes"][0]))


@pytest.mark.skipif(os.name != "posix", reason="signals are of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_program_goes_with_a_command_that_is_told_to_end(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("the signal is ignored here, as by nohup")
    log = tmp_path / "log"
    text = f"import os, time\nprint(os.getpid(), file=open({str(log)!r}, 'w'))\ntime.sleep(60)"
    words = ["simulate", "kuhn_poker", "--players", bot(tmp_path, text), "-n", "1", "--workers", "1"]
    croupier = subprocess.Popen([sys.executable, "-m", "croupier", *words], stderr=subprocess.PIPE)
    while not (log.exists() and log.read_text().endswith("\n")):
        assert croupier.poll() is None
        time.sleep(0.01)
    croupier.send_signal(number)
    assert croupier.communicate(timeout=60)[1] == b""
    assert croupier.returncode == 128 + number
    # Whoever ends it does so right behind croupier itself.
    last = time.monotonic() + 20
    while _is_there(int(log.read_text())) and time.monotonic() < last:
        time.sleep(0.01)
    assert not _is_there(int(log.read_text()))


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_program_is_told_nothing_but_the_view() -> None:
    state = load("agram").start(seed=1)
    view = state.view(0)
    twin = view.sample(Stream.of(3, SAMPLE))
    assert twin.view(1) != state.view(1)
    told, other = (
        [messages.start(s.view(0), 7), messages.decide(s.view(0), 1.0), messages.end(None)]
        for s in (state, twin)
    )
    assert told == other
    assert told[1]["view"]["places"]["1.HAND"] == [None] * 6
    assert None not in told[1]["view"]["places"]["0.HAND"]


def test_the_seed_of_a_program_does_not_tell_the_deal() -> None:
    one = ExternalPlayer(0, 2, Stream.of(1, PLAYER, 0), command="x")
    assert one._seed == Stream.of(1, PLAYER, 0).next() >> 11


def test_messages_are_as_the_schema_says() -> None:
    state = load("hearts").start(seed=1)
    view = state.view(state.to_move or 0)
    finished = Outcome(Status.FINISHED, "", (1, 2), (1, 0))
    for name, message in {
        "hello": messages.hello(),
        "start": messages.start(view, 5),
        "decide": messages.decide(view, 1.5),
        "end": messages.end(finished),
        "hello answer": {"type": "hello", "protocol": 1},
        "decide answer": {"choice": 0, "estimates": [[0, 0.5, 1]]},
    }.items():
        said = json.loads(messages.dumped(message))
        assert_valid(said, SCHEMA["$defs"][name])
        assert_valid(said, SCHEMA)
    with pytest.raises(AssertionError):
        assert_valid({"choice": "first"}, SCHEMA["$defs"]["decide answer"])
    with pytest.raises(AssertionError):
        assert_valid({"type": "greeting"}, SCHEMA)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("kuhn_poker", {"places", "stored", "turn"}),
        ("blackjack.ah", {"prompt", "places", "stored"}),
        ("uno_plain.cdg", {"prompt", "places", "stored"}),
    ],
)
def test_all_that_a_program_is_told_is_in_the_schema(game: str, told: set[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    keeps = f"""
import json, sys
for line in sys.stdin:
    with open({str(log)!r}, "a", encoding="utf-8") as log:
        log.write(line)
    kind = json.loads(line)["type"]
    answer = {{"hello": {{"type": "hello", "protocol": 1}}, "decide": {{"choice": 0}}}}.get(kind)
    if answer:
        print(json.dumps(answer), flush=True)
"""
    played = play(Plan(find_source(game), players=(bot(tmp_path, keeps),)), 0)
    assert not played.forfeits
    said = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert {message["type"] for message in said} == {"hello", "start", "decide", "end"}
    for message in said:
        assert_valid(message, SCHEMA)
        assert set(message) <= set(SCHEMA["$defs"][message["type"]]["properties"])
    for view in (message["view"] for message in said if message["type"] == "decide"):
        assert set(view) == {"seat", "to_move", "decisions"} | told
        assert set(view) <= set(SCHEMA["$defs"]["view"]["properties"])


_TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None)
}  # fmt: skip


_KEYWORDS = {
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "minimum", "maximum",
    "minItems", "items", "required", "properties", "additionalProperties", "anyOf", "oneOf"
}  # fmt: skip


def assert_valid(data: Any, schema: dict[str, Any]) -> None:
    """Whether data are as a schema says; of JSON Schema only what ours uses."""
    assert set(schema) <= _KEYWORDS
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].split("/")[-1]]
    if "anyOf" in schema:
        assert any(is_valid(data, each) for each in schema["anyOf"]), data
    if "oneOf" in schema:
        assert sum(is_valid(data, each) for each in schema["oneOf"]) == 1, data
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    assert not kinds or any(isinstance(data, _TYPES[kind]) for kind in kinds), (data, kinds)
    assert data == schema.get("const", data)
    assert data in schema.get("enum", [data])
    if isinstance(data, int | float):
        assert schema.get("minimum", data) <= data <= schema.get("maximum", data)
    if isinstance(data, list):
        assert len(data) >= schema.get("minItems", 0)
        for item in data:
            assert_valid(item, schema.get("items", {}))
    if isinstance(data, dict):
        assert set(schema.get("required", ())) <= set(data)
        for key, value in data.items():
            assert_valid(value, schema.get("properties", {}).get(key, schema.get("additionalProperties", {})))


def is_valid(data: Any, schema: dict[str, Any]) -> bool:
    """Whether :func:`assert_valid` has nothing against it."""
    try:
        assert_valid(data, schema)
    except AssertionError:
        return False
    return True
