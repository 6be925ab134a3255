/* The loop of games/pai_gow_poker/maths/sim.py in plain C: the same cards and tallies, to measure it against.

   Without a player's bank, best play, and wagers on numbers, on the first three cards and on a meter.  `parameters` are
   those of the kernel, in its order, each a pointer. */

#include <string.h>

#include "stream.h"
#include "tally.h"

enum { MAIN, BANKED, NUMBERED, METERED = 9, BOTH_HANDS, SEVEN, BONUSES, INSURED, THREE, ALL, LINES };
enum { ENDED = COLUMNS * LINES, CARDS_EACH = 7, LOW_BITS = 7, LOW_MASK = 127, SUIT = 0x1FFF, MOST_SEATS = 6 };
enum { LOWER = 7, HALF = 17, FIRST_HALF = (1 << HALF) - 1, LOWS = 78125, HIGHS = 15625, LEAST_FOR_ENVY = 500 };
enum { ROYAL = 0x1F00 };

typedef int64_t i64;

static int32_t keys[SUIT + 1], starts[2][LOWS], places[HIGHS], suited[SUIT + 1];
static int flushes[2][CARDS_EACH + 1];

static int digits(int number) {
    int sum = 0;
    for (; number; number /= 5)
        sum += number % 5;
    return sum;
}

static int power(int base, int exponent) { return exponent ? base * power(base, exponent - 1) : 1; }

static void number_classes(void) {
    int met[32] = {0}, by_count[14] = {0}, end = 0;
    for (int high = 0; high < HIGHS; high++) /* the lowest rank is the last digit of one, the first of the other */
        places[high] = met[digits(high)]++;
    for (int wild = 0; wild < 2; wild++)
        for (int low = 0; low < LOWS; low++) {
            int others = CARDS_EACH - wild - digits(low);
            starts[wild][low] = end;
            end += others >= 0 ? met[others] : 0;
        }
    for (int ranks = 0; ranks <= SUIT; ranks++) {
        suited[ranks] = by_count[__builtin_popcount(ranks)]++;
        for (int rank = 0; rank < 13; rank++)
            if (ranks >> rank & 1)
                keys[ranks] += rank < LOWER ? power(5, rank) : power(5, rank - LOWER) << HALF;
    }
    for (int wild = 0; wild < 2; wild++)
        for (int size = 5 - wild; size <= CARDS_EACH - wild; size++) {
            flushes[wild][size] = end;
            end += by_count[size] * power(13, CARDS_EACH - wild - size);
        }
}

static inline int with_flush(uint64_t natural, int wild, int suit) {
    int ranks = natural >> 13 * suit & SUIT;
    uint64_t beside = natural ^ (uint64_t)ranks << 13 * suit;
    int place = flushes[wild][__builtin_popcount(ranks)];
    if (!beside)
        return place + suited[ranks];
    int first = 63 - __builtin_clzll(beside);
    beside ^= 1ULL << first;
    if (!beside)
        return place + suited[ranks] * 13 + first % 13;
    int second = 63 - __builtin_clzll(beside);
    int high = first % 13 > second % 13 ? first % 13 : second % 13, low = first % 13 + second % 13 - high;
    if (first / 13 == second / 13 && __builtin_popcount(ranks & ROYAL) + wild >= 5) {
        int higher = high;
        high = low;
        low = higher;
    }
    return place + (suited[ranks] * 13 + high) * 13 + low;
}

static inline int number(uint64_t cards) {
    uint64_t natural = cards & ((1ULL << 52) - 1);
    int wild = cards >> 52, key = 0, flush_suit = -1;
    for (int suit = 0; suit < 4; suit++) {
        int ranks = natural >> 13 * suit & SUIT;
        key += keys[ranks];
        if (__builtin_popcount(ranks) + wild >= 5)
            flush_suit = suit;
    }
    return flush_suit < 0 ? starts[wild][key & FIRST_HALF] + places[key >> HALF] : with_flush(natural, wild, flush_suit);
}

static inline int result(int ours, int theirs) {
    return (ours >> LOW_BITS > theirs >> LOW_BITS) + ((ours & LOW_MASK) > (theirs & LOW_MASK)) - 1;
}

void play(uint64_t seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    uint64_t state[4], none = ~0ULL << 53;
    memcpy(state, seeded, sizeof state);
    const int32_t *players = parameters[0], *dealers = parameters[1];
    const int16_t *made = parameters[3];
    i64 seats = *(const i64 *)parameters[4], stake = *(const i64 *)parameters[5];
    const i64 *wins = parameters[7], *stakes = parameters[9], *net = parameters[14], *odds = parameters[15];
    const i64 *envy = parameters[17], *rows = parameters[25];
    i64 wagered = *(const i64 *)parameters[11], most = *(const i64 *)parameters[16];
    i64 own_needed = *(const i64 *)parameters[26];
    i64 all = stake;
    if (!flushes[0][CARDS_EACH])
        number_classes();
    for (i64 round = 0; round < rounds; round++) {
        uint64_t cards = drawn(state, none, CARDS_EACH), gone = cards | none;
        int kind = number(cards), against = dealers[kind], banks = wagered ? made[kind] : 0, held[MOST_SEATS];
        i64 won = 0;
        for (int seat = 0; seat < seats; seat++) {
            cards = drawn(state, gone, CARDS_EACH);
            gone |= cards;
            kind = number(cards);
            if (wagered)
                held[seat] = made[kind];
            int ended = 1 + result(players[kind], against);
            won += wins[ended];
            tally[ENDED + ended]++;
        }
        booked(tally, MAIN, won);
        if (!wagered)
            continue;
        i64 by_line[ALL] = {0}, envied = 0;
        for (int seat = 0; seat < seats; seat++) {
            const i64 *net_of = net + ALL * held[seat], *row_of = rows + ALL * held[seat];
            for (int line = SEVEN; line <= INSURED; line++)
                if (stakes[line]) {
                    by_line[line] += net_of[line];
                    tally[row_of[line]]++;
                }
            if (stakes[BOTH_HANDS]) {
                i64 own = odds[2 * held[seat]], times = own + odds[2 * banks + 1], pays = times * stakes[BOTH_HANDS];
                by_line[BOTH_HANDS] += most && pays > most ? most : pays;
                if (!times || (own_needed && !own))
                    by_line[BOTH_HANDS] -= stakes[BOTH_HANDS];
                tally[row_of[BOTH_HANDS] + rows[ALL * banks + BANKED]]++;
            }
            envied += envy[held[seat]];
        }
        if (stakes[BONUSES] >= LEAST_FOR_ENVY)
            by_line[BONUSES] += (seats - 1) * envied; /* everybody is paid for everybody else's */
        for (int line = NUMBERED; line < ALL; line++)
            if (stakes[line]) {
                booked(tally, line, by_line[line]);
                won += by_line[line];
            }
        booked(tally, ALL, won);
    }
    i64 placed = rounds * seats;
    for (int line = NUMBERED; wagered && line < ALL; line++) {
        tally[COLUMNS * line + PLACED] += placed * stakes[line];
        tally[COLUMNS * line + STAKED] += placed * stakes[line];
        all += stakes[line];
    }
    tally[PLACED] += placed * stake;
    tally[STAKED] += placed * stake;
    if (wagered) {
        tally[COLUMNS * ALL + PLACED] += placed * all;
        tally[COLUMNS * ALL + STAKED] += placed * all;
    }
}
