/* The loop of games/what_the_flush/maths/sim.py in plain C: the same cards, wagers and tallies, to measure it against.

   Only for strategies that look at the flush and the exposed card alone; `parameters` are those of the kernel, in its
   order, each a pointer. */

#include <string.h>

#include "stream.h"
#include "tally.h"

enum { MAIN, FLUSH, STRAIGHT, ALL, LINES };
enum { CARDS_EACH = 7, SIZES = CARDS_EACH + 1, SUIT = 0x1FFF, KEY = 12, SETS = 1 << KEY, EXPOSED_KINDS = 25 };
enum { WIN, LOSE, TIE, ENDINGS };
enum { SURRENDERED = COLUMNS * LINES, PLAYED = SURRENDERED + 1, LENGTHS = PLAYED + 3 * ENDINGS };

static const int WINS[ENDINGS] = {1, -1, 0};
static const uint64_t TWOS = 1 | 1ULL << 13 | 1ULL << 26 | 1ULL << 39;

typedef int64_t i64;

typedef struct {
    int key, suit; /* the flush's rank and the set of its ranks; and which suit it is */
} Flush;

static inline int wild_twos(uint64_t cards) { return __builtin_popcountll(cards & TWOS); }

static inline Flush best_suit(uint64_t cards, const int32_t *keys) {
    Flush best = {0, 0};
    for (int suit = 0; suit < 4; suit++) {
        int key = keys[cards >> (13 * suit + 1) & (SETS - 1)];
        if (key > best.key)
            best = (Flush){key, suit};
    }
    return best;
}

static inline int longest(uint64_t cards, const int8_t *lengths) {
    int most = 0;
    for (int suit = 0; suit < 4; suit++) {
        int length = lengths[cards >> 13 * suit & SUIT];
        if (length > most)
            most = length;
    }
    return most;
}

static inline int exposed_kind(int exposed, int flush_suit) {
    int place = exposed % 13 - 1;
    return place < 0 ? 0 : 1 + place + (exposed / 13 == flush_suit ? 0 : 12);
}

static void put_up(i64 *tally, int line, i64 placed, i64 added) {
    tally[COLUMNS * line + PLACED] += placed;
    tally[COLUMNS * line + STAKED] += placed + added;
}

void play(uint64_t seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    uint64_t state[4];
    memcpy(state, seeded, sizeof state);
    int seats = *(const i64 *)parameters[0];
    const i64 *stakes = parameters[1], *pays = parameters[6];
    const int8_t *strategy = parameters[3], *lengths = parameters[5];
    const int32_t *keys = parameters[4];
    i64 ante = stakes[MAIN], sides = stakes[FLUSH] + stakes[STRAIGHT], antes = 0;
    for (i64 round = 0; round < rounds; round++) {
        uint64_t top = drawn(state, ~0ULL << 52, 1), gone = top | ~0ULL << 52;
        int exposed = __builtin_ctzll(top);
        uint64_t dealer = drawn(state, gone, CARDS_EACH);
        gone |= dealer;
        if (exposed % 13) /* a two is discarded */
            dealer |= top;
        int theirs = best_suit(dealer, keys + SETS * wild_twos(dealer)).key >> KEY;
        i64 won = 0, bonus_won[ALL] = {0};
        for (int seat = 0; seat < seats; seat++) {
            uint64_t cards = drawn(state, gone, CARDS_EACH);
            gone |= cards;
            int held = wild_twos(cards);
            Flush best = best_suit(cards, keys + SETS * held);
            int set = best.key & (SETS - 1), ours = best.key >> KEY;
            int played = strategy[(SETS * held + set) * EXPOSED_KINDS + exposed_kind(exposed, best.suit)];
            antes += played;
            if (played) {
                int ending = ours > theirs ? WIN : ours < theirs ? LOSE : TIE;
                tally[PLAYED + ENDINGS * (played - 1) + ending]++;
                won += ante * WINS[ending] * (1 + played);
            } else {
                tally[SURRENDERED]++;
                won -= ante;
            }
            for (int line = FLUSH; line <= STRAIGHT; line++)
                if (stakes[line]) {
                    int bonus = line - FLUSH, size = longest(cards, lengths + (5 * bonus + held) * (SUIT + 1));
                    tally[LENGTHS + SIZES * bonus + size]++;
                    bonus_won[line] += pays[SIZES * bonus + size];
                }
        }
        booked(tally, MAIN, won);
        if (sides) {
            booked(tally, FLUSH, bonus_won[FLUSH]);
            booked(tally, STRAIGHT, bonus_won[STRAIGHT]);
            booked(tally, ALL, won + bonus_won[FLUSH] + bonus_won[STRAIGHT]);
        }
    }
    i64 placed = rounds * seats;
    put_up(tally, MAIN, placed * ante, antes * ante);
    put_up(tally, FLUSH, placed * stakes[FLUSH], 0);
    put_up(tally, STRAIGHT, placed * stakes[STRAIGHT], 0);
    if (sides)
        put_up(tally, ALL, placed * (ante + sides), antes * ante);
}
