/* GOPS for two: thirteen prizes, thirteen bids each; equal bids leave the prize on offer (gops.rcy). */

#include "table.h"

enum { SEATS = 2, RANKS = 13 };

static uint8_t pack[RANKS];

static void prepare(void) {
    for (int rank = 0; rank < RANKS; rank++) pack[rank] = (uint8_t)rank;
}

INLINE void play(chance *r) {
    cards hand[SEATS] = {(1 << RANKS) - 1, (1 << RANKS) - 1};
    int scores[SEATS] = {0}, offer = 0;
    for (unsigned left = RANKS; left; left--) {
        unsigned bid[SEATS];
        offer += 1 + (int)dealt(r, pack, left);
        for (int seat = 0; seat < SEATS; seat++) {
            bid[seat] = picked(r, hand[seat]);
            hand[seat] &= ~((cards)1 << bid[seat]);
        }
        decisions += SEATS;
        if (bid[0] != bid[1]) {
            scores[bid[1] > bid[0]] -= offer; /* the lowest wins in settle */
            offer = 0;
        }
    }
    settle(scores, SEATS);
}

int main(int argc, char **argv) { return run(argc, argv, "gops", SEATS, prepare, play); }
