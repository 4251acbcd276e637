"""What had to be guessed to make a game of a program, as findings."""

from __future__ import annotations

from croupier.script.codes import Code
from croupier.text import Severity

_OPTIONS = "state what may be answered: input(…, options: …), INPUT(x, options)"

_DEAL = (
    "main:\n    players = [new Player, new Player]\n    cards = [new Card(r) for r in 1..5]\n"
    "    for player in players:\n        player do TAKE\n    x = input(options: [1], by: players[0])\n"
    "let Card(rank) be Object with:\n    rank: rank\nlet Player be Actor with:\n    hand: []\n"
    "when Player player do TAKE:\n"
)
"""Cards are dealt; how, comes last."""

CODES: dict[str, Code] = {
    entry.code: entry
    for entry in (
        Code(
            "W701",
            "nobody is named who answers",
            "nobody is named who answers this: it is put to seat 0",
            "A question is put to the player that it names, to the player of `turn`, or to whoever acts: "
            "in AHOD the receiver of an ACTION that is an Actor, or current_player; in Cardigan the "
            "innermost visible player. Where there is none of these, seat 0 is asked.",
            "main:\n    players = [new Player, new Player]\n    word = input(options: ['a', 'b'])\n"
            "let Player be Actor\n",
            "main:\n    players = [new Player, new Player]\n"
            "    word = input(options: ['a', 'b'], by: players[1])\nlet Player be Actor\n",
            hint="say whom it is put to: input(…, by: player), INPUT(x, options, player)",
            severity=Severity.WARNING,
            running=True,
        ),
        Code(
            "W702",
            "no answer leads on",
            "no answer that was tried leads on here: all are offered",
            "Answers that fail, or that change nothing and lead back to the same question, are no options. "
            "Where this would leave none, all are offered; a seat that comes back a hundred times ends "
            "the game.",
            "main:\n    current_player = new Player\n    while True:\n        word = input()\n"
            "        if word in ['a', 'b']:\n            print 'no'\nlet Player be Actor\n",
            "main:\n    current_player = new Player\n    word = input()\n"
            "    if word in ['a', 'b']:\n        print 'yes'\nlet Player be Actor\n",
            hint=_OPTIONS,
            severity=Severity.WARNING,
            running=True,
        ),
        Code(
            "W703",
            "nothing tells what may be answered",
            "nothing in the program tells what may be answered here",
            "What may be answered is what the program states, or what it does with the answer. A number of "
            "which nothing else is known is tried from 0 to 9; an answer that is not looked at is empty.",
            "main:\n    current_player = new Player\n    name = input('Your name?')\nlet Player be Actor\n",
            "main:\n    current_player = new Player\n    name = input('Your name?', options: ['A', 'B'])\n"
            "let Player be Actor\n",
            hint=_OPTIONS,
            severity=Severity.WARNING,
            running=True,
        ),
        Code(
            "W704",
            "cards are drawn from an open collection",
            "cards are drawn by chance from '{name}', which every seat sees",
            "Of a Stack, a Deck, a hand and a collection that was shuffled, seats know only what lies open. "
            "Any other collection lies open to all. Where cards are drawn from such a one by `random`, what "
            "is left of it may tell what others hold.",
            _DEAL
            + "    card = random(cards)\n    cards do REMOVE(card)\n    player.hand do PUSH_BACK(card)\n",
            _DEAL.replace("    for", "    cards do SHUFFLE\n    for", 1)
            + "    player.hand do PUSH_BACK(cards do POP_BACK)\n",
            hint="shuffle it and take the first card, keep it in a Stack or Deck, or state what `sees` tells",
            severity=Severity.WARNING,
            running=True,
        ),
    )
}
