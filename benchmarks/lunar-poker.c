/* The loop of games/lunar_poker/maths/sim.py in plain C: the same cards, wagers and tallies, to measure it against.

   Only for the ways that a person can remember, not for the table of best play; `parameters` are those of the kernel, in
   its order, each a pointer. */

#include <string.h>

#include "meters.h"
#include "ranks.c"
#include "stream.h"
#include "tally.h"

typedef uint64_t u64;

enum { MAIN, SIDE, METERED, ALL, LINES };
enum { CARDS_EACH = 5, HOLE = 4, ROWS = 10, SUPER_ROWS = 9, MOST_SEATS = 5, RANKS_OF_FIVE = 7462 };
enum { FOLD, DEALER, TIE, NO_HAND, VOID, FORCED_DEALER, FORCED_TIE, WIN, PAID = ROWS * (ROWS + 1),
       FORCED_WIN = WIN + PAID, ENDINGS = FORCED_WIN + PAID };
enum { ENDED = COLUMNS * LINES, DECLARED = ENDED + 2 * ENDINGS, SUPERS = DECLARED + ROWS, METERS = SUPERS + SUPER_ROWS };
enum { DO_FOLD, DO_BET, DO_BUY, EXCHANGE, NEVER = 13 };
enum { NO_DRAW, INSIDE, OPEN, DOUBLE };
enum { ACE_KING = 0x1800, ACE_KING_QUEEN = 0x1C00, LOWEST_QUALIFIER = 0x1807 };

static const u64 EACH_SUIT = 1ULL | 1ULL << 13 | 1ULL << 26 | 1ULL << 39, RED = (u64)0x3FFFFFF << 13;
static const int SIZES[ROWS] = {2, 2, 4, 3, 5, 5, 5, 4, 5, 5};

typedef struct {
    u64 first, final;
    int first_rank, final_rank, drew, bets, forces;
} Seat;

typedef struct {
    int pair, against, suited, above, three, exceptions;
} Way;

typedef struct {
    const i64 *instant, *sides, *progressive, *share, *whole, *nets, *staked, *growth, *ranks, *paid, *odds;
    i64 limit, limit_of_round, straight_flush_paid, pairs_paid, reset, from_meter, early, unit, beside_five;
} House;

static char draws[SUIT + 1], within_five[SUIT + 1];

static inline int kind(int rank) { return rank >> KIND; }
static inline int ranks_of(u64 cards) { return (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT; }
static inline u64 of_ranks(u64 cards, int ranks) { return cards & (u64)ranks * EACH_SUIT; }
static inline i64 least_of(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 most_of(i64 a, i64 b) { return a > b ? a : b; }

static void prepare(void) {
    int fives[10];
    for (int low = 0; low < 9; low++)
        fives[low] = 0x1F << low;
    fives[9] = 0x100F;
    for (int ranks = 0; ranks <= SUIT; ranks++) {
        int outs = 0, most = 0;
        within_five[ranks] = 0;
        for (int five = 0; five < 10; five++)
            within_five[ranks] |= !(ranks & ~fives[five]);
        for (int rank = 0; rank < 13; rank++)
            if (!(ranks >> rank & 1)) {
                int made = 0;
                for (int five = 0; five < 10; five++)
                    made += ((ranks | 1 << rank) & fives[five]) == fives[five];
                outs += made > 0;
                most = made > most ? made : most;
            }
        draws[ranks] = outs > 1 ? OPEN : most > 1 ? DOUBLE : outs ? INSIDE : NO_DRAW;
    }
}

/* --- Payouts --- */

static int combination_rank(u64 cards) {
    int number = __builtin_popcountll(cards), ranks = ranks_of(cards);
    if (number < 5 && 2 * count(ranks) > number && ranks != ACE_KING)
        return -1;
    int rank = rank_of(cards), made = kind(rank);
    return number != SIZES[made] || (made == HIGH_CARD && rank != ACE_KING) ? -1 : rank;
}

static u64 combination(u64 cards, u64 besides) {
    u64 best = 0;
    int best_rank = -1;
    for (u64 some = cards; some; some = (some - 1) & cards)
        if (some & ~besides) {
            int rank = combination_rank(some);
            if (rank > best_rank) {
                best = some;
                best_rank = rank;
            }
        }
    return best;
}

static u64 best_five(u64 cards) {
    u64 best = 0;
    int best_rank = -1;
    for (u64 some = cards; some; some = (some - 1) & cards)
        if (__builtin_popcountll(some) == 5 && rank_of(some) > best_rank) {
            best = some;
            best_rank = rank_of(some);
        }
    return best;
}

static int paid_for(u64 cards, int rank, const House *house) {
    if (__builtin_popcountll(cards) == CARDS_EACH) {
        int low = 0, high = RANKS_OF_FIVE;
        while (low < high) {
            int middle = (low + high) / 2;
            if (house->ranks[middle] < rank)
                low = middle + 1;
            else
                high = middle;
        }
        return house->paid[low];
    }
    u64 first = combination(cards, 0), second = combination(cards, house->beside_five ? best_five(cards) : first);
    return kind(rank_of(first)) * (ROWS + 1) + (second ? kind(rank_of(second)) : -1) + 1;
}

static int super_place(u64 cards, int made, const House *house) {
    int ranks = ranks_of(cards), one_colour = (cards & RED) == cards || !(cards & RED);
    switch (made) {
    case STRAIGHT_FLUSH: case ROYAL_FLUSH: return house->straight_flush_paid ? 7 : 0;
    case FOUR: return 8;
    case FULL_HOUSE: return 6;
    case FLUSH: return 5;
    case STRAIGHT: return one_colour ? 7 : 4;
    case THREE: return 3;
    }
    if ((ranks & ACE_KING_QUEEN) == ACE_KING_QUEEN && (house->pairs_paid || count(ranks) == 5))
        return 2;
    return one_colour;
}

static inline i64 capped(i64 pays, i64 before, const House *house) {
    return house->limit ? least_of(pays, most_of(0, house->limit - (house->limit_of_round ? before : 0))) : pays;
}

static int ending(const Seat *seat, int dealer, int replaced, const House *house) {
    int theirs = dealer, forced = 0, rank = seat->final_rank;
    if (!seat->bets)
        return FOLD;
    if (dealer < LOWEST_QUALIFIER) {
        if (!seat->forces)
            return NO_HAND;
        if (replaced < LOWEST_QUALIFIER)
            return VOID;
        theirs = replaced;
        forced = 1;
    }
    if (rank < theirs)
        return forced ? FORCED_DEALER : DEALER;
    if (rank == theirs)
        return forced ? FORCED_TIE : TIE;
    return (forced ? FORCED_WIN : WIN) + paid_for(seat->final, rank, house);
}

static int metered_kind(const Seat *seat, const House *house) {
    int first = kind(seat->first_rank);
    if (house->early || first >= STRAIGHT_FLUSH)
        return first;
    return seat->bets ? kind(seat->final_rank) : ROWS;
}

static void progressives(const Seat *held, int seats, i64 stake, const House *house, i64 meters[METER],
                         i64 won[][ALL], i64 *counts) {
    i64 winners = 0, part = 0, *meter = &meters[ON_METER];
    grow(meters, house->growth);
    for (int seat = 0; seat < seats; seat++) {
        int made = metered_kind(&held[seat], house);
        winners += house->share[made] == house->whole[made];
    }
    for (int seat = seats - 1; seat >= 0; seat--) {
        int made = metered_kind(&held[seat], house);
        i64 share = house->share[made], whole = house->whole[made], net = house->progressive[made];
        counts[METERS + made]++;
        if (share == whole) {
            if (!part) {
                part = *meter / winners;
                *meter = most_of(*meter - part * winners, house->reset);
            }
            net += part;
        } else if (share) {
            i64 pays = *meter * share / whole;
            *meter -= pays;
            net += pays;
        } else if (house->from_meter && net > -stake)
            *meter = most_of(0, *meter - net - stake);
        won[seat][METERED] = net;
    }
}

static i64 settle_round(const Seat *held, int seats, int dealer, int replaced, const i64 *stakes, const House *house,
                        i64 meters[METER], i64 won[][ALL], i64 *counts) {
    i64 added = 0;
    for (int number = 0; number < seats; number++) {
        const Seat *seat = &held[number];
        int made = kind(seat->first_rank);
        i64 instant = capped(house->instant[made], 0, house), side = 0;
        if (stakes[SIDE]) {
            int place = super_place(seat->first, made, house);
            counts[SUPERS + place]++;
            won[number][SIDE] = house->sides[place];
            if (won[number][SIDE] > 0)
                side = won[number][SIDE] = capped(won[number][SIDE], instant, house);
        }
        if (instant) {
            counts[DECLARED + made]++;
            won[number][MAIN] = instant;
            continue;
        }
        int ended = ending(seat, dealer, replaced, house), column = seat->drew * ENDINGS + ended;
        i64 net = house->nets[column];
        if (house->limit && ended >= WIN) {
            i64 odds = house->odds[ended - (ended >= FORCED_WIN ? FORCED_WIN : WIN)];
            i64 pays = 2 * stakes[MAIN] * odds / house->unit;
            net -= pays - capped(pays, side, house);
        }
        won[number][MAIN] = net;
        counts[ENDED + column]++;
        added += house->staked[column] - 1;
    }
    if (stakes[METERED])
        progressives(held, seats, stakes[METERED], house, meters, won, counts);
    return added;
}

/* --- Play --- */

static int of_one_suit(u64 cards) {
    for (int suit = 0; suit < 4; suit++)
        if (!(cards & ~((u64)SUIT << 13 * suit)))
            return 1;
    return 0;
}

static int decided(u64 cards, int rank, int up, const Way *way, u64 *kept) {
    int made = kind(rank), held = ranks_of(cards), up_bit = 1 << up % 13, alike = rank >> MADE & SUIT;
    int ace_king = (held & ACE_KING) == ACE_KING;
    *kept = cards;
    if (made >= STRAIGHT)
        return made >= FOUR ? DO_BET : DO_BUY;
    if (made == TWO_PAIR)
        return DO_BET;
    if (made == THREE) {
        if (way->exceptions && ace_king)
            return DO_BUY;
        if (way->exceptions && alike == up_bit)
            return DO_BET;
        *kept = of_ranks(cards, alike);
        return EXCHANGE;
    }
    for (int suit = 0; suit < 4; suit++)
        if (count(cards >> 13 * suit & SUIT) == 4)
            return DO_BUY;
    int lacks = draws[held];
    if (lacks == OPEN || (lacks == DOUBLE && way->exceptions))
        return DO_BUY;
    if (made == PAIR) {
        if (lacks)
            return DO_BUY;
        if (alike >= up_bit || alike >= 1 << (up_bit & ACE_KING ? way->against : way->pair) || (way->exceptions && ace_king))
            return DO_BET;
        *kept = of_ranks(cards, alike);
        return EXCHANGE;
    }
    if (ace_king) {
        *kept = of_ranks(cards, ACE_KING);
        return EXCHANGE;
    }
    if (way->three != NEVER)
        for (int suit = 0; suit < 4; suit++) {
            int ranks = cards >> 13 * suit & SUIT, two = highest(ranks, 2);
            if (count(ranks) == 3 && within_five[ranks] && (two & -two) >= 1 << way->three) {
                *kept = (u64)ranks << 13 * suit;
                return EXCHANGE;
            }
        }
    int two = highest(held, 2), second = two & -two, one = highest(held, 1);
    *kept = of_ranks(cards, two);
    if (second >= 1 << way->suited && second > up_bit && of_one_suit(*kept))
        return EXCHANGE;
    *kept = of_ranks(cards, one);
    return one > up_bit && (one & ACE_KING || one >= up_bit << way->above) ? EXCHANGE : DO_FOLD;
}

static u64 played(u64 state[4], u64 gone, Seat *seat, int up, const Way *way, const i64 *lowest) {
    u64 kept;
    seat->first_rank = rank_of(seat->first);
    int done = decided(seat->first, seat->first_rank, up, way, &kept);
    seat->final = seat->first;
    seat->final_rank = seat->first_rank;
    seat->drew = 0;
    seat->bets = done != DO_FOLD;
    if (done == DO_BUY || done == EXCHANGE) {
        u64 new = drawn(state, gone, done == DO_BUY ? 1 : CARDS_EACH - __builtin_popcountll(kept));
        gone |= new;
        seat->final = kept | new;
        seat->final_rank = rank_of(seat->final);
        seat->drew = 1;
        int seen = __builtin_popcountll((seat->first | new) >> up % 13 & EACH_SUIT);
        seat->bets = seat->final_rank >= lowest[4 * (up % 13) + seen];
    }
    return gone;
}

static void put_up(i64 *tally, int line, i64 placed, i64 added) {
    tally[COLUMNS * line + PLACED] += placed;
    tally[COLUMNS * line + STAKED] += placed + added;
}

static i64 number(const void *parameter) { return *(const i64 *)parameter; }

void play(u64 seeded[4], i64 rounds, const void **parameters, i64 *restrict tally) {
    u64 state[4];
    memcpy(state, seeded, sizeof state);
    prepare();
    int seats = number(parameters[0]);
    Way way = {number(parameters[3]), number(parameters[4]), number(parameters[5]),
               number(parameters[6]), number(parameters[7]), number(parameters[8])};
    const i64 *lowest = parameters[9], *stakes = parameters[12];
    i64 force_from = number(parameters[10]);
    House house = {parameters[13], parameters[14], parameters[16], parameters[17], parameters[18], parameters[19],
                   parameters[20], parameters[25], parameters[30], parameters[32], parameters[38],
                   number(parameters[21]), number(parameters[22]), number(parameters[23]), number(parameters[24]),
                   number(parameters[26]), number(parameters[27]), number(parameters[28]), number(parameters[39]),
                   number(parameters[40])};
    i64 meters[METER], won[MOST_SEATS][ALL] = {{0}}, added = 0;
    memcpy(meters, parameters[29], sizeof meters);
    i64 sides = stakes[SIDE] + stakes[METERED];
    Seat held[MOST_SEATS] = {{0}};
    for (i64 round = 0; round < rounds; round++) {
        u64 dealer = drawn(state, ~0ULL << 52, HOLE), gone = dealer | ~0ULL << 52, up_card = drawn(state, gone, 1);
        int up = __builtin_ctzll(up_card);
        gone |= up_card;
        dealer |= up_card;
        for (int seat = 0; seat < seats; seat++) {
            held[seat].first = drawn(state, gone, CARDS_EACH);
            gone |= held[seat].first;
        }
        for (int seat = 0; seat < seats; seat++)
            gone = played(state, gone, &held[seat], up, &way, lowest);
        int rank = rank_of(dealer), replaced = rank;
        if (rank < LOWEST_QUALIFIER) {
            int any = 0;
            for (int seat = 0; seat < seats; seat++) {
                Seat *one = &held[seat];
                one->forces = one->bets && one->final_rank >= LOWEST_QUALIFIER &&
                              house.odds[paid_for(one->final, one->final_rank, &house)] >= force_from * house.unit;
                any |= one->forces;
            }
            if (any) {
                u64 highest_card = of_ranks(dealer, highest(ranks_of(dealer), 1));
                replaced = rank_of((dealer & ~highest_card) | drawn(state, gone, 1));
            }
        }
        added += settle_round(held, seats, rank, replaced, stakes, &house, meters, won, tally);
        i64 round_won = 0;
        for (int line = 0; line < ALL; line++)
            if (stakes[line]) {
                i64 line_won = 0;
                for (int seat = 0; seat < seats; seat++)
                    line_won += won[seat][line];
                booked(tally, line, line_won);
                round_won += line_won;
            }
        if (sides)
            booked(tally, ALL, round_won);
    }
    i64 placed = rounds * seats;
    put_up(tally, MAIN, placed * stakes[MAIN], added * stakes[MAIN]);
    put_up(tally, SIDE, placed * stakes[SIDE], 0);
    put_up(tally, METERED, placed * stakes[METERED], 0);
    if (sides)
        put_up(tally, ALL, placed * (stakes[MAIN] + sides), added * stakes[MAIN]);
}
