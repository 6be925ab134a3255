/* Meters as in sim/paying.py: the main one, what is saved for it, and what each of them is ahead of its rate. */

#include <stdint.h>

enum { ON_METER, SAVED, AHEAD, METER = 4 };

/* `by` has for each of the two what a round asks for, and in how many parts of a cent. */
static inline void grow(int64_t meters[METER], const int64_t *by) {
    for (int meter = ON_METER; meter < AHEAD; meter++) {
        int64_t due = by[2 * meter], parts = by[2 * meter + 1], *ahead = &meters[AHEAD + meter];
        int64_t cents = (due - *ahead + parts - 1) / parts;
        meters[meter] += cents;
        *ahead += parts * cents - due;
    }
}
