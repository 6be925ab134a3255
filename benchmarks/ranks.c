/* Rankings of nomorebets.ranking in plain C over arrays of hands, to measure the batch evaluators against. */

#include "poker.h"

void poker_rank(const i64 *hands, i64 length, i64 *ranks) {
    for (i64 i = 0; i < length; i++)
        ranks[i] = rank_of(hands[i]);
}

void flush_rank(const i64 *hands, i64 length, i64 *ranks) {
    for (i64 i = 0; i < length; i++) {
        i64 best = 0;
        for (i64 hand = hands[i]; hand; hand >>= 13) {
            i64 suit = hand & SUIT, rank = (i64)count(suit) << 13 | suit;
            if (rank > best)
                best = rank;
        }
        ranks[i] = best;
    }
}
