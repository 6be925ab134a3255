/* The random numbers of the simulations (sim/stream.py) in plain C, so that both loops are dealt the same cards. */

#include <stdint.h>

static inline uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t next_word(uint64_t state[4]) {
    uint64_t word = rotated(state[0] + state[3], 23) + state[0];
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 45);
    return word;
}

static inline uint64_t drawn(uint64_t state[4], uint64_t gone, int cards) {
    uint64_t word = next_word(state), hand = 0;
    int numbers = 10 - cards;
    for (int i = 0; i < cards; i++, word >>= 6)
        hand |= 1ULL << (word & 63);
    hand &= ~gone;
    while (__builtin_popcountll(hand) < cards) {
        if (numbers == 0) {
            word = next_word(state);
            numbers = 10;
        }
        hand |= 1ULL << (word & 63) & ~gone;
        word >>= 6;
        numbers--;
    }
    return hand;
}
