/* What is counted of a line, in parts as in sim/tally.py; stakes below 2^31 leave the high parts of what is put up empty. */

#include <stdint.h>

enum { PLACED = 0, STAKED = 2, NET = 4, SQUARES = 6, COLUMNS = 12 };
enum { LOW_PART = 31, PART = 21 };

static inline void booked(int64_t *tally, int line, int64_t net) {
    const int64_t low_third = ((int64_t)1 << PART) - 1;
    int64_t *sums = tally + COLUMNS * line, amount = net < 0 ? -net : net;
    int64_t low = amount & low_third, rest = amount >> PART;
    sums[NET] += net & (((int64_t)1 << LOW_PART) - 1);
    sums[NET + 1] += net >> LOW_PART;
    sums[SQUARES] += low * low;
    if (rest) {
        int64_t middle = rest & low_third, high = rest >> PART;
        sums[SQUARES + 1] += low * middle;
        sums[SQUARES + 2] += middle * middle;
        sums[SQUARES + 3] += low * high;
        sums[SQUARES + 4] += middle * high;
        sums[SQUARES + 5] += high * high;
    }
}
