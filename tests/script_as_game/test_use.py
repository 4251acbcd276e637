"""The commands and the lab with games in script languages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier import load
from croupier.cli import group
from croupier.game import PLAYER, Stream, Transcript, TranscriptError
from croupier.lab.report import replay
from croupier.lab.simulate import Plan, simulate
from croupier.lab.store.identity import Identity
from croupier.players import decision, named
from croupier.text import Source
from script_as_game.table_programs import GUESS_AH, HIGH_CARD, game

pytestmark = pytest.mark.slow

OWN = """\
players = []
play = {
    for id: [0 ... 2] { players.append(Player{id=id, strategy=lambda options: options[options.size - 1]}) }
    for player: players {
        INPUT(x, [1, 2, 3], player)
        player.score = x
    }
}
"""


def run(*arguments: str, answers: str = "") -> tuple[int, str]:
    """The exit code and everything that was printed."""
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "300"})
    result = runner.invoke(group, list(arguments), input=answers, prog_name="croupier")
    return result.exit_code, result.output


@pytest.fixture
def high_card(tmp_path: Path) -> str:
    """A file with a small game."""
    path = tmp_path / "high.ah"
    path.write_text(HIGH_CARD, encoding="utf-8")
    return str(path)


def test_one_seed_gives_one_result_with_any_number_of_workers() -> None:
    plan = Plan(Source("high.ah", HIGH_CARD), players=("random", "pipmc:tests=2"), seed=5)
    assert simulate(plan, 12).tally == simulate(plan, 12, workers=2).tally


def test_a_search_finds_better_cards_than_chance_does() -> None:
    found, chosen, average = game(HIGH_CARD), 0, 0.0
    for seed in range(8):
        view = found.start(seed).view(0)
        ranks = [int(option.text.split(": ")[1]) for option in view.options]
        player = named("pipmc:tests=8")(0, 2, Stream.of(seed, PLAYER, 0))
        chosen += ranks[decision(player, view).index]
        average += sum(ranks) / len(ranks)
    assert chosen > 1.15 * average


def test_games_are_recorded_and_replayed(high_card: str, tmp_path: Path) -> None:
    code, _ = run("simulate", high_card, "-n", "2", "--transcripts", str(tmp_path), "--workers", "1")
    assert code == 0
    record = str(tmp_path / "high-1.jsonl")
    code, told = run("replay", record)
    assert code == 0
    assert "all by the rules" in told
    assert "seat 0 chooses" in told
    code, told = run("replay", record, "--seat", "1")
    assert "seat 0 decides" in told
    lines = Path(record).read_text(encoding="utf-8").splitlines()
    event = next(n for n, line in enumerate(lines) if '"decision"' in line)
    changed = json.loads(lines[event])
    changed["private"]["choice"] = 7
    lines[event] = json.dumps(changed)
    with pytest.raises(TranscriptError, match=r":3: .*7"):
        game(HIGH_CARD).replay(Transcript.parse("\n".join(lines)))


STUBBORN = """\
main:
    players = [new Player('A'), new Player('B')]
    for player in players:
        player do CHOOSE
    winner = players[0]
    if players[1].points > players[0].points:
        winner = players[1]
let Player(name) be Actor with:
    const name: name
    points: 0
when Player player do CHOOSE:
    answer = ''
    while answer != 'one' and answer != 'two':
        answer = input('one, two or none?')
        if answer == 'one':
            player.points = 1
        elif answer == 'two':
            player.points = 2
        elif answer == 'none':
            print 'take something'
"""


def test_what_changes_nothing_is_offered_if_it_is_asked_for(tmp_path: Path) -> None:
    path, record = tmp_path / "stubborn.ah", tmp_path / "stubborn-1.jsonl"
    path.write_text(STUBBORN, encoding="utf-8")
    assert [option.text for option in load(path).start().options] == ["one", "two"]
    assert [option.text for option in load(path, filtered=False).start().options] == ["one", "two", "none"]
    code, _ = run("simulate", str(path), "-n", "3", "--no-filter", "--transcripts", str(tmp_path))
    assert code == 0
    header, *_ = record.read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["filter"] is False
    assert '"none"' in "".join(each.read_text(encoding="utf-8") for each in tmp_path.glob("stubborn-*.jsonl"))
    for each in tmp_path.glob("stubborn-*.jsonl"):
        assert run("replay", str(each))[0] == 0
    plans = [Plan(Source("stubborn.ah", STUBBORN), filtered=filtered) for filtered in (True, False)]
    assert Identity("simulate", plans[0]).id != Identity("simulate", plans[1]).id
    assert "--no-filter" in replay(plans[1], 0)
    assert "--no-filter" not in replay(plans[0], 0)


def test_seats_that_a_program_cannot_even_make_are_told_with_the_reason() -> None:
    code, told = run("simulate", "uno.ah", "-n", "1", "--seats", "999999")
    assert code == 2
    assert "999999 seats are not possible: stopped after" in told


def test_the_options_of_a_recycle_program_are_not_filtered() -> None:
    code, told = run("simulate", "kuhn_poker", "-n", "1", "--no-filter")
    assert code == 2
    assert "only answers to the questions" in told


def test_a_person_plays_against_players(high_card: str, tmp_path: Path) -> None:
    save = str(tmp_path / "game.jsonl")
    code, told = run(
        "play", high_card, "--seed", "1", "--players", "random", "--save", save, answers="x\n2\n"
    )
    assert code == 0
    assert "You hold" in told
    assert "The game is over" in told


def test_a_game_is_gone_on_with_and_looked_at_again(tmp_path: Path) -> None:
    save, page = str(tmp_path / "game.jsonl"), tmp_path / "game.html"
    assert (
        run(
            "play",
            "duel.cdg",
            "--seat",
            "2",
            "--seed",
            "1",
            "--players",
            "random",
            "--save",
            save,
            answers="1\nq\n",
        )[0]
        == 0
    )
    code, told = run("play", "--resume", save, answers="2\n3\nq\n")
    assert code == 0
    assert "The game is saved" in told
    assert run("replay", save, "--seat", "2", "--step", answers="n\nq\n")[0] == 0
    code, told = run("replay", save, "--html", str(page))
    assert code == 0
    assert "all by the rules" in told
    assert page.stat().st_size > 1000


def test_a_program_may_play(high_card: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'hello':\n"
        "        print(json.dumps({'type': 'hello', 'protocol': 1}), flush=True)\n"
        "    elif said['type'] == 'decide':\n"
        "        assert 'You hold' in said['view']['prompt']\n"
        "        print(json.dumps({'choice': 2}), flush=True)\n",
        encoding="utf-8",
    )
    players = f"exec:{sys.executable} {bot},random"
    code, told = run("simulate", high_card, "-n", "1", "--players", players, "--workers", "1", "--json")
    assert code == 0
    assert json.loads(told)["forfeits"] == []


def test_a_program_runs_with_people_and_players(high_card: str) -> None:
    code, told = run("run", high_card, "--players", "human,random", "--seed", "1", answers="1\n")
    assert code == 0
    # The question to the other seat tells its hand: nobody else sees it.
    assert told.count("Which one, from 1?") == told.count("You hold") == 1
    code, told = run("run", high_card, "--players", "random", "--seed", "1")
    assert told.count("You hold") == 2
    code, told = run("run", high_card, "--players", "human,nobody", "--seed", "1")
    assert code == 2
    assert "there is no player 'nobody'" in told


def test_a_file_of_another_ending_can_be_run(tmp_path: Path) -> None:
    path = tmp_path / "hello.txt"
    path.write_text("main:\n    print 'hello'\n", encoding="utf-8")
    assert run("run", str(path), "--lang", "ahod") == (0, "hello\n")
    assert run("run", str(path), "--lang", "recycle")[0] == 2


def test_players_may_have_strategies_of_their_own() -> None:
    tally = simulate(Plan(Source("own.cdg", OWN), players=("own", "random"), seed=1), 12).tally
    assert tally.scores[0].mean().value == 3
    assert (tally.scores[1].mean().value or 3) < 3


def test_who_has_no_strategy_cannot_play_by_it(high_card: str) -> None:
    code, told = run("simulate", high_card, "-n", "1", "--players", "own", "--workers", "1")
    assert code == 2
    assert "seat 0 cannot play by a strategy of its own: the program gives this player none" in told
    code, told = run("play", high_card, "--seed", "1", "--players", "own")
    assert code == 2
    assert "seat 1 cannot play by a strategy of its own: the program gives this player none" in told


def test_people_play_against_strategies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.cdg").write_text(OWN, encoding="utf-8")
    code, told = run("play", "own.cdg", "--seed", "1", "--players", "own", answers="1\n")
    assert code == 0
    assert ": 3 points, rank 1" in told


def test_show_tells_what_was_found_and_how(high_card: str, tmp_path: Path) -> None:
    code, told = run("show", high_card)
    assert code == 0
    assert "seats     2: `seats(…)` in the program" in told
    assert "an index of player.hand" in told
    assert "hidden    deck, the hand of others" in told
    assert "result    the variable winner" in told
    guess = tmp_path / "guess.ah"
    guess.write_text(GUESS_AH, encoding="utf-8")
    table = json.loads(run("show", str(guess), "--json")[1])["table"]
    assert table["seats"] == {"number": 2, "found": "the players that the program makes"}
    assert table["decisions"][0]["for_example"] == ["1", "2", "3", "4", "5", "6"]


def test_analyze_reports_what_it_can(high_card: str) -> None:
    code, told = run(
        "analyze", high_card, "--games", "10,2,2", "--players", "pipmc:tests=1", "--workers", "1", "--json"
    )
    assert code == 0
    data = json.loads(told)
    assert data["heuristics"]["fairness"]["value"] is not None
    assert data["heuristics"]["rulecoverage"]["value"] is None
