/* Rankings of nomorebets.ranking in plain C over arrays of hands, to measure the batch evaluators against. */

#include <stdint.h>

typedef int64_t i64;

enum { SUIT = 0x1FFF, KIND = 26, MADE = 13, LOWEST = 0x3FF, HIGHEST_STRAIGHT = 18 };
enum { HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH };

static inline int count(int ranks) { return __builtin_popcount(ranks); }

static inline int highest(int ranks, int wanted) {
    for (int surplus = count(ranks) - wanted; surplus > 0; surplus--)
        ranks &= ranks - 1;
    return ranks;
}

static inline int straight(int ranks) {
    ranks = ranks << 1 | ranks >> 12;
    int lowest = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4 & LOWEST;
    return lowest ? 2 * (31 - __builtin_clz(lowest)) : -1;
}

static inline int rank_of(i64 cards) {
    int clubs = cards & SUIT, diamonds = cards >> 13 & SUIT, hearts = cards >> 26 & SUIT, spades = cards >> 39 & SUIT;
    int suited = count(clubs) >= 5 ? clubs : count(diamonds) >= 5 ? diamonds : count(hearts) >= 5 ? hearts
               : count(spades) >= 5 ? spades : 0;
    if (suited) {
        int place = straight(suited);
        if (place >= 0)
            return (place == HIGHEST_STRAIGHT ? ROYAL_FLUSH : STRAIGHT_FLUSH) << KIND | place;
    }
    int held = clubs | diamonds | hearts | spades, fours = clubs & diamonds & hearts & spades;
    int twos = (clubs & spades) | (diamonds & hearts) | ((clubs ^ spades) & (diamonds ^ hearts));
    int threes = (clubs & spades & (diamonds | hearts)) | (diamonds & hearts & (clubs | spades));
    if (fours)
        return FOUR << KIND | fours << MADE | highest(held ^ fours, 1);
    int three = highest(threes, 1);
    if (three && twos ^ three)
        return FULL_HOUSE << KIND | three << MADE | highest(twos ^ three, 1);
    if (suited)
        return FLUSH << KIND | highest(suited, 5);
    int place = straight(held);
    if (place >= 0)
        return STRAIGHT << KIND | place;
    if (three)
        return THREE << KIND | three << MADE | highest(held ^ three, 2);
    int pairs = highest(twos, 2);
    if (pairs)
        return count(pairs) << KIND | pairs << MADE | highest(held ^ pairs, 5 - 2 * count(pairs));
    return highest(held, 5);
}

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
