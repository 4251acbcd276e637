/* What the reference programs have in common: chance, sets of cards, and the line that they print. */

#ifndef TABLE_H
#define TABLE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t cards; /* a set of cards, one bit each */

/* xoshiro256++, its words filled by SplitMix64. Everything is inlined, so that they stay in registers. */

#define INLINE static inline __attribute__((always_inline))

typedef struct {
    uint64_t a, b, c, d;
} chance;

INLINE uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

INLINE uint64_t next(chance *r) {
    const uint64_t result = rotl(r->a + r->d, 23) + r->a;
    const uint64_t t = r->b << 17;
    r->c ^= r->a;
    r->d ^= r->b;
    r->b ^= r->c;
    r->a ^= r->d;
    r->c ^= t;
    r->d = rotl(r->d, 45);
    return result;
}

INLINE uint64_t split(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* An integer from 0 to n - 1, by multiply and shift. */
INLINE unsigned below(chance *r, unsigned n) { return (unsigned)(((next(r) >> 32) * n) >> 32); }

/* One of a set of moves, which is not empty: all are written down, one is picked. */
INLINE unsigned picked(chance *r, cards legal) {
    uint8_t moves[64];
    unsigned n = 0;
    do {
        moves[n++] = (uint8_t)__builtin_ctzll(legal);
        legal &= legal - 1;
    } while (legal);
    return moves[below(r, n)];
}

/* The next card of a pack of which n cards are left: drawn when it is dealt, and never before. */
INLINE unsigned dealt(chance *r, uint8_t *pack, unsigned n) {
    const unsigned at = below(r, n);
    const unsigned card = pack[at];
    pack[at] = pack[n - 1];
    pack[n - 1] = (uint8_t)card;
    return card;
}

/* Results */

static uint64_t decisions; /* choices met, those with one option included */
static double wins[16];    /* tied firsts share one */

/* The win of one game goes to the lowest of so many scores. */
INLINE void settle(const int *scores, int seats) {
    int best = scores[0], firsts = 0;
    for (int i = 1; i < seats; i++)
        if (scores[i] < best) best = scores[i];
    for (int i = 0; i < seats; i++) firsts += scores[i] == best;
    for (int i = 0; i < seats; i++)
        if (scores[i] == best) wins[i] += 1.0 / firsts;
}

INLINE int run(int argc, char **argv, const char *name, int seats, void (*prepare)(void),
               void (*play)(chance *)) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s GAMES SEED\n", argv[0]);
        return 2;
    }
    const uint64_t games = strtoull(argv[1], NULL, 10);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    chance r;
    r.a = split(&seed), r.b = split(&seed), r.c = split(&seed), r.d = split(&seed);
    struct timespec from, to;
    prepare();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (uint64_t i = 0; i < games; i++) play(&r);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    printf("{\"game\": \"%s\", \"games\": %llu, \"decisions\": %llu, \"wins\": [", name,
           (unsigned long long)games, (unsigned long long)decisions);
    for (int i = 0; i < seats; i++) printf("%s%.6f", i ? ", " : "", wins[i]);
    printf("], \"seconds\": %.6f}\n",
           (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
    return 0;
}

#endif
