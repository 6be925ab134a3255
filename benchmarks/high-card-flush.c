/* The loop of games/high_card_flush/maths/sim.py in plain C: the same cards, wagers and tallies, to measure it against.

   Only for strategies that look at the flush alone; `parameters` are those of the kernel, in its order, each a pointer. */

#include <string.h>

#include "stream.h"
#include "tally.h"

enum { MAIN, FLUSH, STRAIGHT, METERED, ALL, LINES };
enum { CARDS_EACH = 7, SIZES = CARDS_EACH + 1, SUITED_SIX = SIZES, IN_SUIT, KINDS, SUIT = 0x1FFF, ACE_HIGH_SIX = 0x1F80 };
enum { ENDED = COLUMNS * LINES, FLUSHES = ENDED + 16, STRAIGHTS = FLUSHES + SIZES, METERS = STRAIGHTS + KINDS,
       NOT_ELIGIBLE = METERS + KINDS };
enum { NO_HAND, PLAYER_WINS, DEALER_WINS, TIE };
enum { MOST_SEATS = 6, LOWEST_QUALIFIER = 3 << 13 | 0x83 };

static const int WINS[16] = {-1, -1, -1, -1, 1, 2, -2, 0, 1, 3, -3, 0, 1, 4, -4, 0};

typedef int64_t i64;

typedef struct {
    i64 suit, bonus_maximum, per_hand, reset_minimum, order, folded_eligible;
    const i64 *growth;
} House;

typedef struct {
    const i64 *flush, *straight, *progressive, *share; /* what is won, and per cent of the meter */
} Posted;

static inline int flush_rank(uint64_t hand) {
    int best = 0;
    for (; hand; hand >>= 13) {
        int ranks = hand & SUIT, rank = __builtin_popcount(ranks) << 13 | ranks;
        if (rank > best)
            best = rank;
    }
    return best;
}

static inline int longest(uint64_t places) {
    int n = 0;
    for (; places; places &= places >> 1)
        n++;
    return n;
}

static inline int straight_flush_kind(uint64_t cards, int suit) {
    uint64_t places = 0;
    int held = 0, of_suit = cards >> 13 * suit & SUIT;
    for (int one = 0; one < 4; one++) {
        uint64_t ranks = cards >> 13 * one & SUIT;
        places = places << 15 | ranks << 1 | ranks >> 12;
        held |= (ranks & ACE_HIGH_SIX) == ACE_HIGH_SIX;
    }
    int size = longest(places);
    if (size == CARDS_EACH && __builtin_popcount(of_suit) == CARDS_EACH)
        return IN_SUIT;
    return size == 6 && held ? SUITED_SIX : size;
}

static inline int showdown(int player, int dealer) {
    if (dealer < LOWEST_QUALIFIER)
        return NO_HAND;
    return player > dealer ? PLAYER_WINS : player < dealer ? DEALER_WINS : TIE;
}

static inline i64 least_of(i64 a, i64 b) { return a < b ? a : b; }

static i64 bonuses(int flush, int straight, const i64 *stakes, const Posted *posted, const House *house, i64 paid, i64 *net,
                   i64 *counts) {
    i64 in_hand = 0;
    for (int line = FLUSH; line <= STRAIGHT; line++)
        if (stakes[line]) {
            int kind = line == FLUSH ? flush : straight;
            i64 won = (line == FLUSH ? posted->flush : posted->straight)[kind];
            counts[(line == FLUSH ? FLUSHES : STRAIGHTS) + kind]++;
            if (house->bonus_maximum)
                won = least_of(won, house->bonus_maximum - (house->per_hand ? in_hand : paid));
            net[line] = won;
            in_hand += won > 0 ? won : 0;
            paid += won > 0 ? won : 0;
        }
    return paid;
}

static i64 metered(int kind, const Posted *posted, const House *house, i64 *meters) {
    i64 net = posted->progressive[kind], percent = posted->share[kind];
    if (percent) {
        i64 pays = meters[0] * percent / 100;
        meters[0] -= pays;
        net += pays;
        if (percent == 100) {
            meters[0] += meters[1];
            if (meters[0] < house->reset_minimum)
                meters[0] = house->reset_minimum;
            meters[1] = 0;
        }
    }
    return net;
}

static void progressives(const int *kinds, const int *raised, int seats, i64 stake, const Posted *posted,
                         const House *house, i64 *meters, i64 net[][ALL], i64 *counts) {
    meters[0] += house->growth[0];
    meters[1] += house->growth[1];
    for (int seat = 0; seat < seats; seat++) {
        net[seat][METERED] = -stake;
        if (raised[seat])
            counts[METERS + kinds[seat]]++;
        else if (house->folded_eligible) {
            counts[METERS + kinds[seat]]++;
            net[seat][METERED] = metered(kinds[seat], posted, house, meters);
        } else
            counts[NOT_ELIGIBLE]++;
    }
    for (int turn = 0; turn < (house->order == 2 ? 101 : 1); turn++)
        for (int place = 0; place < seats; place++) {
            int seat = house->order == 1 ? place : seats - 1 - place;
            if (raised[seat] && (house->order != 2 || posted->share[kinds[seat]] == 100 - turn))
                net[seat][METERED] = metered(kinds[seat], posted, house, meters);
        }
}

static void put_up(i64 *tally, int line, i64 placed, i64 added) {
    tally[COLUMNS * line + PLACED] += placed;
    tally[COLUMNS * line + STAKED] += placed + added;
}

static i64 number(const void *parameter) { return *(const i64 *)parameter; }

void play(uint64_t seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    uint64_t state[4];
    memcpy(state, seeded, sizeof state);
    int seats = number(parameters[0]);
    const int8_t *raises = parameters[1];
    const i64 *stakes = parameters[2];
    Posted posted = {parameters[3], parameters[5], parameters[7], parameters[8]};
    House house = {number(parameters[9]),  number(parameters[10]), number(parameters[11]), number(parameters[13]),
                   number(parameters[14]), number(parameters[15]), parameters[12]};
    const i64 *started = parameters[16];

    i64 meters[2] = {started[0], started[1]}, net[MOST_SEATS][ALL] = {{0}}, antes = 0;
    i64 ante = stakes[MAIN], sides = stakes[FLUSH] + stakes[STRAIGHT] + stakes[METERED];
    i64 straights = stakes[STRAIGHT] + stakes[METERED];
    int raised[MOST_SEATS], flushes[MOST_SEATS], kinds[MOST_SEATS];
    for (i64 round = 0; round < rounds; round++) {
        uint64_t gone = drawn(state, ~0ULL << 52, CARDS_EACH);
        int dealer = flush_rank(gone);
        gone |= ~0ULL << 52;
        i64 won = 0;
        for (int seat = 0; seat < seats; seat++) {
            uint64_t cards = drawn(state, gone, CARDS_EACH);
            gone |= cards;
            int rank = flush_rank(cards), raise = raises[rank & SUIT], ended = 4 * raise + showdown(rank, dealer);
            tally[ENDED + ended]++;
            won += ante * WINS[ended];
            raised[seat] = raise;
            if (sides) {
                flushes[seat] = rank >> 13;
                if (straights)
                    kinds[seat] = straight_flush_kind(cards, house.suit);
            }
            antes += raise;
        }
        booked(tally, MAIN, won);
        if (sides) {
            if (stakes[FLUSH] || stakes[STRAIGHT]) {
                i64 paid = 0;
                for (int seat = 0; seat < seats; seat++)
                    if (!raised[seat])
                        paid = bonuses(flushes[seat], kinds[seat], stakes, &posted, &house, paid, net[seat], tally);
                for (int seat = seats - 1; seat >= 0; seat--)
                    if (raised[seat])
                        paid = bonuses(flushes[seat], kinds[seat], stakes, &posted, &house, paid, net[seat], tally);
            }
            if (stakes[METERED])
                progressives(kinds, raised, seats, stakes[METERED], &posted, &house, meters, net, tally);
            for (int line = FLUSH; line <= METERED; line++) {
                i64 line_won = 0;
                for (int seat = 0; seat < seats; seat++)
                    line_won += net[seat][line];
                booked(tally, line, line_won);
                won += line_won;
            }
            booked(tally, ALL, won);
        }
    }
    i64 placed = rounds * seats;
    for (int line = FLUSH; line <= METERED; line++)
        put_up(tally, line, placed * stakes[line], 0);
    put_up(tally, MAIN, placed * ante, antes * ante);
    if (sides)
        put_up(tally, ALL, placed * (ante + sides), antes * ante);
}
