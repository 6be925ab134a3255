/* The loop of games/pokette/maths/sim.py in plain C: the same spins, wagers and tallies, to measure it against.

   `parameters` are those of the kernel, in its order, each a pointer. */

#include <string.h>

#include "stream.h"
#include "tally.h"

enum { SECTIONS = 54, ON_CARDS = 13, ON_HANDS = 6, ALL = ON_CARDS + ON_HANDS, ROWS = 21 };
enum { WON = COLUMNS * (ALL + 1), LOST = WON + ROWS };

typedef int64_t i64;

static inline int below(uint64_t state[4], uint64_t bound) {
    uint64_t product = (next_word(state) >> 32) * bound;
    if ((uint32_t)product < bound)
        while ((uint32_t)product < (1ULL << 32) % bound)
            product = (next_word(state) >> 32) * bound;
    return product >> 32;
}

static void put_up(i64 *tally, int line, i64 placed) {
    tally[COLUMNS * line + PLACED] += placed;
    tally[COLUMNS * line + STAKED] += placed;
}

void play(uint64_t seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    uint64_t state[4];
    memcpy(state, seeded, sizeof state);
    const i64 *staked = parameters[1], *pays = parameters[6], seats = *(const i64 *)parameters[7];
    const i64(*on_cards)[SECTIONS] = parameters[2], (*winners)[SECTIONS] = parameters[3];
    const i64(*hands)[ON_HANDS] = parameters[4], (*rows)[ON_HANDS] = parameters[5];
    int wagers[ALL], placed = 0, posted = 0;
    for (int wager = 0; wager < ALL; wager++)
        if (staked[wager])
            wagers[placed++] = wager;
    for (i64 round = 0; round < rounds; round++) {
        int card = below(state, SECTIONS);
        i64 won = 0;
        for (int i = 0; i < placed; i++) {
            int wager = wagers[i], hand = wager - ON_CARDS;
            i64 net = 0;
            if (hand < 0) {
                net = on_cards[wager][card];
                tally[WON + wager] += winners[wager][card];
                tally[LOST + wager] += seats - winners[wager][card];
            } else if (hands[posted][hand]) {
                int wins = hands[posted][hand] >> card & 1, row = rows[posted][hand];
                net = wins ? pays[row] : -staked[wager];
                tally[(wins ? WON : LOST) + row] += seats;
                put_up(tally, wager, staked[wager]);
            }
            booked(tally, wager, net);
            won += net;
        }
        booked(tally, ALL, won);
        posted = posted > SECTIONS ? 0 : SECTIONS * posted + 1 + card;
    }
    for (int i = 0; i < placed; i++) {
        if (wagers[i] < ON_CARDS)
            put_up(tally, wagers[i], rounds * staked[wagers[i]]);
        if (placed > 1)
            put_up(tally, ALL, tally[COLUMNS * wagers[i] + PLACED]);
    }
}
