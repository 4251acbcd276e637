/* Agram for four: six cards each of 35, follow suit, the last trick wins (agram.rcy). */

#include "table.h"

enum { SEATS = 4, HAND = 6, PACK = 35, SUIT = 16, RANKS = 9 };

static const cards suit_of_low = 0xffff;
static uint8_t pack[PACK];

/* A card is 16 times its suit plus its rank: three to ten, then the ace, which spades lack. */
static void prepare(void) {
    int n = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = 0; rank < RANKS - (suit == 3); rank++) pack[n++] = (uint8_t)(SUIT * suit + rank);
}

INLINE void play(chance *r) {
    cards hand[SEATS] = {0};
    unsigned left = PACK, leader = 0;
    for (int seat = 0; seat < SEATS; seat++)
        for (int i = 0; i < HAND; i++) hand[seat] |= (cards)1 << dealt(r, pack, left--);
    for (int trick = 0; trick < HAND; trick++) {
        unsigned seat = leader;
        unsigned best = picked(r, hand[seat]);
        const cards led = suit_of_low << (best & ~(SUIT - 1u));
        hand[seat] &= ~((cards)1 << best);
        for (int i = 1; i < SEATS; i++) {
            seat = (seat + 1) % SEATS;
            const cards follow = hand[seat] & led;
            const unsigned card = picked(r, follow ? follow : hand[seat]);
            hand[seat] &= ~((cards)1 << card);
            if (follow && card > best) {
                best = card;
                leader = seat;
            }
        }
        decisions += SEATS;
    }
    wins[leader] += 1.0;
}

int main(int argc, char **argv) { return run(argc, argv, "agram", SEATS, prepare, play); }
