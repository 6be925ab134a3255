/* The loop of games/packs_poker/maths/sim.py in plain C: the same cards, wagers and tallies, to measure it against.

   `parameters` are those of the kernel, in its order, each a pointer. */

#include <string.h>

#include "meters.h"
#include "poker.h"
#include "stream.h"
#include "tally.h"

enum { PACK_BET, FIVE_CARD, SEVEN_CARD, EACH };
enum { PACKS = 3, BONUSES = 2, CARDS_EACH = 5, CARDS_PER_PACK = 2, ALL = EACH * PACKS, LINES = ALL + 1, MOST_SEATS = 6 };
enum { HIGHER, HIGHER_WITHOUT_PAIR, TIE, TIE_WITHOUT_PAIR, LOWER, ENDINGS };
enum { STRAIGHT_FLUSHES = 9, DIAMOND = 11, SIX_ROYAL, SEVEN_STRAIGHT, SEVEN_ROYAL, KINDS };
enum { ENDED = COLUMNS * LINES, PER_PACK = ENDINGS + BONUSES * KINDS };
enum { ONE_PAIR = PAIR << KIND, PAIR_OF_JACKS = ONE_PAIR | 1 << 9 << MADE, SIX_CARD_ROYAL = 0x1F80 };

static const uint64_t DIAMOND_ROYAL = 0x1F00ULL << 13;

typedef struct {
    const i64 *wins, *growth, *resets;
    i64 whole_meter, portion_added, reset_late, after_sharing;
} House;

static inline int compare(int player, int dealer) {
    if (player < dealer)
        return LOWER;
    if (player > dealer)
        return player >= ONE_PAIR ? HIGHER : HIGHER_WITHOUT_PAIR;
    return player >= ONE_PAIR ? TIE : TIE_WITHOUT_PAIR;
}

static inline int row_number(int best) {
    return best >= PAIR_OF_JACKS ? (best >> KIND) + 1 : best >= ONE_PAIR ? 1 : 0;
}

static inline int five_card_kind(uint64_t cards) {
    return cards == DIAMOND_ROYAL ? DIAMOND : row_number(rank_of(cards));
}

static inline int seven_card_kind(uint64_t cards, int best) {
    int number = row_number(best), royal = 0;
    if (number < STRAIGHT_FLUSHES)
        return number;
    uint64_t places = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint64_t ranks = cards >> 13 * suit & SUIT;
        places = places << 15 | ranks << 1 | ranks >> 12;
        royal |= (ranks & SIX_CARD_ROYAL) == SIX_CARD_ROYAL;
    }
    for (int step = 1; step < CARDS_EACH + CARDS_PER_PACK; step++)
        places &= places >> 1;
    if (places)
        return royal ? SEVEN_ROYAL : SEVEN_STRAIGHT;
    return royal ? SIX_ROYAL : number;
}

static int alike(const i64 *percents, int winners, i64 percent) {
    int found = 0;
    for (int one = 0; one < winners; one++)
        found += percents[one] == percent;
    return found;
}

static int empties(const i64 *percents, int winners, i64 whole_meter) {
    return (whole_meter && winners - alike(percents, winners, 0) > 1) || alike(percents, winners, 100);
}

static i64 share(i64 on_meter, const i64 *percents, int winners, i64 percent, i64 whole_meter) {
    i64 left = on_meter;
    int last = empties(percents, winners, whole_meter);
    for (int one = 0; one < winners; one++) {
        last = last && percents[one] <= percent;
        if (percents[one] < percent)
            left -= on_meter * percents[one] / 100 / alike(percents, winners, percents[one]);
    }
    return (last ? left : on_meter * percent / 100) / alike(percents, winners, percent);
}

/* What was saved goes to the meter, and the house tops that up to its portion, or to both together. */
static void reset(i64 meters[METER], i64 portion, i64 added) {
    i64 least = added ? portion + meters[SAVED] : portion;
    meters[ON_METER] += meters[SAVED];
    if (meters[ON_METER] < least)
        meters[ON_METER] = least;
    meters[SAVED] = 0;
}

/* What each winner of a percentage gets; 0 per cent for who gets more by a printed row. */
static void share_meter(const i64 *shared, const int *kinds, const int *rows, int seats, int line, const House *house,
                        i64 stake, i64 portion, i64 *meters, i64 net[][ALL], i64 *counts, int *won) {
    i64 percents[MOST_SEATS], amounts[MOST_SEATS], on_meter = meters[ON_METER];
    for (int seat = 0; seat < seats; seat++) {
        i64 percent = shared[kinds[seat]];
        int compared = !(house->whole_meter && house->after_sharing);
        percents[seat] = compared && on_meter * percent / 100 < net[seat][line] + stake ? 0 : percent;
    }
    for (int again = 1; again;) {
        again = 0;
        for (int seat = 0; seat < seats; seat++)
            amounts[seat] = percents[seat] ? share(on_meter, percents, seats, percents[seat], house->whole_meter) : 0;
        for (int seat = 0; seat < seats; seat++)
            if (house->after_sharing && percents[seat] && amounts[seat] < net[seat][line] + stake) {
                percents[seat] = 0;
                again = 1;
            }
    }
    for (int seat = 0; seat < seats; seat++)
        if (percents[seat]) {
            net[seat][line] = amounts[seat] - stake;
            meters[ON_METER] -= amounts[seat];
        } else if (shared[kinds[seat]]) {
            counts[kinds[seat]]--;
            counts[row_number(rows[seat])]++;
        }
    if (empties(percents, seats, house->whole_meter)) {
        if (house->reset_late)
            *won = 1;
        else
            reset(meters, portion, house->portion_added);
    }
}

static void put_up(i64 *tally, int line, i64 placed) {
    tally[COLUMNS * line + PLACED] += placed;
    tally[COLUMNS * line + STAKED] += placed;
}

void play(uint64_t seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    uint64_t state[4], hands[MOST_SEATS], packs[PACKS];
    memcpy(state, seeded, sizeof state);
    int seats = *(const i64 *)parameters[0];
    const i64 *stakes = parameters[1], *pays = parameters[2], *shared = parameters[3], *started = parameters[7];
    House house = {parameters[4], parameters[5], parameters[6], *(const i64 *)parameters[8],
                   *(const i64 *)parameters[9], *(const i64 *)parameters[10], *(const i64 *)parameters[11]};
    i64 meters[BONUSES][METER], net[MOST_SEATS][ALL] = {{0}};
    memcpy(meters, started, sizeof meters);
    int ranks[PACKS][MOST_SEATS], five_kinds[MOST_SEATS], seven_kinds[MOST_SEATS], wagers = 0, bonuses = 0;
    for (int line = 0; line < ALL; line++) {
        wagers += stakes[line] > 0;
        bonuses += line % EACH != PACK_BET && stakes[line];
    }
    for (i64 round = 0; round < rounds; round++) {
        uint64_t dealer = drawn(state, ~0ULL << 52, CARDS_EACH), gone = dealer | ~0ULL << 52;
        for (int seat = 0; seat < seats; seat++)
            gone |= hands[seat] = drawn(state, gone, CARDS_EACH);
        i64 won = 0;
        for (int pack = 0; pack < PACKS; pack++) {
            uint64_t cards = drawn(state, gone, CARDS_PER_PACK);
            gone |= packs[pack] = cards;
            i64 staked = stakes[EACH * pack + PACK_BET], on_pack = 0;
            int theirs = staked ? rank_of(dealer | cards) : 0;
            if (staked || stakes[EACH * pack + SEVEN_CARD]) {
                for (int seat = 0; seat < seats; seat++) {
                    int ours = ranks[pack][seat] = rank_of(hands[seat] | cards);
                    if (staked) {
                        int ended = compare(ours, theirs);
                        tally[ENDED + PER_PACK * pack + ended]++;
                        on_pack += house.wins[ENDINGS * pack + ended];
                    }
                }
                booked(tally, EACH * pack + PACK_BET, on_pack);
            }
            won += on_pack;
        }
        if (bonuses) {
            for (int bonus = 0; bonus < BONUSES; bonus++)
                grow(meters[bonus], house.growth + 4 * bonus);
            int won_meters[BONUSES] = {0}, royals[MOST_SEATS];
            for (int seat = 0; seat < seats; seat++) {
                five_kinds[seat] = five_card_kind(hands[seat]);
                royals[seat] = ROYAL_FLUSH << KIND; /* all that shares the five-card meter */
            }
            for (int pack = 0; pack < PACKS; pack++) {
                int five = EACH * pack + FIVE_CARD, seven = EACH * pack + SEVEN_CARD;
                i64 *counts = tally + ENDED + PER_PACK * pack + ENDINGS, five_shares = 0, seven_shares = 0;
                for (int seat = 0; seat < seats; seat++) {
                    if (stakes[five]) {
                        int kind = five_kinds[seat];
                        net[seat][five] = pays[KINDS * five + kind];
                        five_shares += shared[KINDS * five + kind];
                        counts[kind]++;
                    }
                    if (stakes[seven]) {
                        int kind = seven_kinds[seat] = seven_card_kind(hands[seat] | packs[pack], ranks[pack][seat]);
                        net[seat][seven] = pays[KINDS * seven + kind];
                        seven_shares += shared[KINDS * seven + kind];
                        counts[KINDS + kind]++;
                    }
                }
                if (five_shares)
                    share_meter(shared + KINDS * five, five_kinds, royals, seats, five, &house, stakes[five],
                                house.resets[0], meters[0], net, counts, &won_meters[0]);
                if (seven_shares)
                    share_meter(shared + KINDS * seven, seven_kinds, ranks[pack], seats, seven, &house, stakes[seven],
                                house.resets[1], meters[1], net, counts + KINDS, &won_meters[1]);
            }
            for (int bonus = 0; bonus < BONUSES; bonus++)
                if (won_meters[bonus])
                    reset(meters[bonus], house.resets[bonus], house.portion_added);
            for (int line = 0; line < ALL; line++)
                if (line % EACH != PACK_BET && stakes[line]) {
                    i64 on_line = 0;
                    for (int seat = 0; seat < seats; seat++)
                        on_line += net[seat][line];
                    booked(tally, line, on_line);
                    won += on_line;
                }
        }
        booked(tally, ALL, won);
    }
    for (int line = 0; line < ALL; line++) {
        put_up(tally, line, rounds * seats * stakes[line]);
        if (wagers > 1)
            put_up(tally, ALL, rounds * seats * stakes[line]);
    }
}
