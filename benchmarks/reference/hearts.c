/* Hearts for four: no passing, hearts may be led at any time, whoever takes all 26 gives them (hearts.rcy). */

#include "table.h"

enum { SEATS = 4, HAND = 13, PACK = 52, SUIT = 16, CLUBS = 0, SPADES = 2, HEARTS = 3, QUEEN = 10 };

static const cards suit_of_low = 0xffff;
static const cards two_of_clubs = (cards)1 << (SUIT * CLUBS);
static const cards queen_of_spades = (cards)1 << (SUIT * SPADES + QUEEN);
static uint8_t pack[PACK];

/* A card is 16 times its suit plus its rank, from the two up. */
static void prepare(void) {
    int n = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < 13; rank++) pack[n++] = (uint8_t)(SUIT * suit + rank);
}

INLINE void play(chance *r) {
    cards hand[SEATS] = {0}, taken[SEATS] = {0};
    int scores[SEATS], moon = 0;
    unsigned left = PACK, leader = 0;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        for (int i = 0; i < HAND; i++) hand[seat] |= (cards)1 << dealt(r, pack, left--);
        if (hand[seat] & two_of_clubs) leader = seat;
    }
    for (int trick = 0; trick < HAND; trick++) {
        unsigned seat = leader;
        unsigned best = picked(r, trick ? hand[seat] : two_of_clubs);
        const cards led = suit_of_low << (best & ~(SUIT - 1u));
        cards table = (cards)1 << best;
        hand[seat] &= ~table;
        for (int i = 1; i < SEATS; i++) {
            seat = (seat + 1) % SEATS;
            const cards follow = hand[seat] & led;
            const unsigned card = picked(r, follow ? follow : hand[seat]);
            hand[seat] &= ~((cards)1 << card);
            table |= (cards)1 << card;
            if (follow && card > best) {
                best = card;
                leader = seat;
            }
        }
        taken[leader] |= table;
        decisions += SEATS;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        const int hearts = __builtin_popcountll(taken[seat] >> (SUIT * HEARTS));
        scores[seat] = hearts + (taken[seat] & queen_of_spades ? 13 : 0);
        moon |= scores[seat] == 26;
    }
    if (moon)
        for (int seat = 0; seat < SEATS; seat++) scores[seat] = 26 - scores[seat];
    settle(scores, SEATS);
}

int main(int argc, char **argv) { return run(argc, argv, "hearts", SEATS, prepare, play); }
