/* The loop of games/pai_gow/maths/sim.py in plain C, without a player's bank: the same tiles and tallies, to measure
   it against.

   `parameters` are those of the kernel, in its order, each a pointer. */

#include <string.h>

#include "stream.h"
#include "tally.h"

enum { LINES = 2, ENDED = COLUMNS * LINES, TILES_EACH = 4, RANK = 14, ONE_RANK = (1 << RANK) - 1 };

typedef int64_t i64;

static int choose[32][TILES_EACH + 1]; /* how many ways to take some of so many */

static inline int number(uint64_t tiles) {
    int place = 0;
    for (int tile = 1; tile <= TILES_EACH; tile++, tiles &= tiles - 1)
        place += choose[__builtin_ctzll(tiles)][tile];
    return place;
}

static inline int result(int ours, int theirs) {
    int high = (ours >> RANK & ONE_RANK) > (theirs >> RANK & ONE_RANK);
    int low = (ours & ONE_RANK) > (theirs & ONE_RANK) && ours >> 2 * RANK == 0;
    return high + low - 1;
}

void play(uint64_t seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    uint64_t state[4];
    memcpy(state, seeded, sizeof state);
    const int32_t *players = parameters[0], *dealers = parameters[1];
    i64 seats = *(const i64 *)parameters[3], stake = *(const i64 *)parameters[4];
    const i64 *wins = parameters[6];
    for (int of = 0; of < 32; of++)
        for (int some = 0; some <= TILES_EACH; some++)
            choose[of][some] = some == 0 ? 1 : of == 0 ? 0 : choose[of - 1][some - 1] + choose[of - 1][some];
    for (i64 round = 0; round < rounds; round++) {
        uint64_t tiles = drawn(state, ~0ULL << 32, TILES_EACH), gone = tiles | ~0ULL << 32;
        int against = dealers[number(tiles)];
        i64 won = 0;
        for (int seat = 0; seat < seats; seat++) {
            tiles = drawn(state, gone, TILES_EACH);
            gone |= tiles;
            int ended = 1 + result(players[number(tiles)], against);
            won += wins[ended];
            tally[ENDED + ended]++;
        }
        booked(tally, 0, won);
    }
    tally[PLACED] += rounds * seats * stake;
    tally[STAKED] += rounds * seats * stake;
}
