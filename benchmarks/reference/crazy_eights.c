/* Crazy Eights for four: five cards each, draw one if nothing fits, an eight names a suit (crazy_eights.rcy). */

#include "table.h"

enum { SEATS = 4, HAND = 5, PACK = 52, SUIT = 16, RANKS = 13, EIGHT = 7, PASS = 63, SUITS = 4 };

static const cards suit_of_low = 0x1fff;
static const cards rank_of_low = 0x0001000100010001;
static uint8_t pack[PACK];

/* A card is 16 times its suit plus its rank, from the ace up; so 63 is free to be the pass. */
static void prepare(void) {
    int n = 0;
    for (int suit = 0; suit < SUITS; suit++)
        for (int rank = 0; rank < RANKS; rank++) pack[n++] = (uint8_t)(SUIT * suit + rank);
}

INLINE void play(chance *r) {
    cards hand[SEATS] = {0}, below_top = 0;
    uint8_t *stock = pack, again[PACK];
    unsigned left = PACK, seat = 0, top, suit;
    int blocked = 0, scores[SEATS];
    for (int i = 0; i < SEATS; i++)
        for (int j = 0; j < HAND; j++) hand[i] |= (cards)1 << dealt(r, stock, left--);
    top = dealt(r, stock, left--);
    suit = top / SUIT;
    for (;; seat = (seat + 1) % SEATS) {
        const cards fits = suit_of_low << (SUIT * suit) | rank_of_low << (top % SUIT) | rank_of_low << EIGHT;
        int drew = 0;
        if (!(hand[seat] & fits)) {
            if (!left) {
                /* All discards but the top one; chance comes when they are dealt. */
                stock = again;
                for (; below_top; below_top &= below_top - 1)
                    again[left++] = (uint8_t)__builtin_ctzll(below_top);
            }
            if (left) {
                hand[seat] |= (cards)1 << dealt(r, stock, left--);
                drew = 1;
            }
        }
        const cards playable = hand[seat] & fits;
        decisions++;
        if (!playable && !drew) {
            if (++blocked == SEATS) break;
            continue;
        }
        const unsigned card = picked(r, playable | (cards)drew << PASS);
        if (card == PASS) continue;
        hand[seat] &= ~((cards)1 << card);
        below_top |= (cards)1 << top;
        top = card;
        suit = card / SUIT;
        blocked = 0;
        if (!hand[seat]) break;
        if (card % SUIT == EIGHT) {
            suit = picked(r, ((cards)1 << SUITS) - 1);
            decisions++;
        }
    }
    for (int i = 0; i < SEATS; i++) scores[i] = __builtin_popcountll(hand[i]);
    settle(scores, SEATS);
}

int main(int argc, char **argv) { return run(argc, argv, "crazy_eights", SEATS, prepare, play); }
