"""Games that are small enough to be solved, for the tests of solving."""

from __future__ import annotations

_RANKS = ("ACE", "KING", "QUEEN", "JACK", "TEN", "NINE", "EIGHT", "SEVEN")


def tricks(cards: int, hand: int, seats: int = 2) -> str:
    """Tricks of one suit: the highest card takes a point and leads."""
    ranks = ", ".join(_RANKS[:cards])
    points = "\n".join(f"      ((RANK : {rank}) {20 - i})" for i, rank in enumerate(_RANKS[:cards]))
    return f"""\
;; Small tricks
;; dialect: 0.6
(game
  (setup
    (create players {seats})
    (create deck (game iloc STOCK) (deck (RANK ({ranks})))))
  (do (
    (set (game points HIGH) (
{points}))
    (shuffle (game iloc STOCK))
    (all player 'P (repeat {hand} (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))
    (stage player
      (end (all player 'P (> (size ('P vloc TRICK)) 0)))
      (choice (
        ;; option: play
        (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc TRICK)))))))
    (do (
      (let (owner (max (union (all player 'P ('P vloc TRICK))) using (game points HIGH))) 'W
        (do (
          (inc ('W sto POINTS) 1)
          (cycle next 'W))))
      (all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD)))))))
  (scoring max ((current player) sto POINTS)))
"""


NIM = """\
;; Nim
;; dialect: 0.6
(game
  (setup (create players 2))
  (do ((set (game sto STONES) 7)))
  (stage player
    (end (== (game sto STONES) 0))
    (choice (
      ;; option: take one
      (dec (game sto STONES) 1)
      ;; option: take two
      ((> (game sto STONES) 1) (dec (game sto STONES) 2))
      ;; option: take three
      ((> (game sto STONES) 2) (dec (game sto STONES) 3))))
    (do (((== (game sto STONES) 0) (set ((current player) sto WON) 1)))))
  (scoring max ((current player) sto WON)))
"""
"""Who takes the last stone wins: everything is open."""

STUCK = """\
;; Stuck
;; dialect: 0.6
(game
  (setup (create players 2))
  (choice ((set (game sto X) 1) (set (game sto X) 2)))
  (choice (((== (game sto X) 1) (turn pass))))
  (scoring max ((current player) sto WON)))
"""

SMALL_DUEL = """\
// Small duel
// seats: 2
values = ["A":1, "2":2]
prizes = Deck{cards=values, labels=["rank"]}
players = []

play = {
    for id: [0 ... 2] {
        players.append(Player{id=id, score=0, hand=Hand{cards=values, labels=["rank"]}})
    }
    prizes.shuffle()
    while prizes.size > 0 {
        prize = prizes.pop()
        OUTPUT("Prize: " + prize)
        bid()
    }
}

bid() = {
    bids = []
    for player: players {
        INPUT(card, player.hand, player)
        player.hand.delete(card)
        bids.append([card, player])
    }
    bids.sort(lambda b: b[0].value)
    high = bids.pop()
    OUTPUT("Player " + high[1].id + " bids " + high[0])
    if bids.peek()[0].value != high[0].value { high[1].score = high[1].score + prize.value }
}
"""
"""A program of a script language: one after the other bids for a prize, and the bids lie open."""
