"""Two Dice: wagers, a point and dice that outlive a round."""

import pytest

from nomorebets.equipment.chance import commitment, dice
from nomorebets.equipment.custody import HOUR
from nomorebets.errors import BadInput, IllegalAction
from nomorebets.table.actions import (
    Action,
    Bet,
    Commit,
    Coupon,
    Irregularity,
    Leave,
    NoMoreBets,
    RevealSeed,
    Shake,
    Sit,
    Step,
    Withdraw,
)
from nomorebets.table.dealer import Chance, Recorded, Seeds, dealt_on, routine
from nomorebets.table.engine import duty, offered, open_table, play
from nomorebets.table.entries import Entry
from nomorebets.table.events import RoundCompleted, Settled
from nomorebets.table.roles import Actor, Role, player
from nomorebets.table.state import Phase, Table, encoded, state_from, under
from nomorebets.table.view import view
from tests.miniature.two_dice import DICE, GAME, field, in_words, line, point_of, rule, terms

ANN, BEN = player("Ann"), player("Ben")


def opened(chance: Chance | None = None, *, drawn: bool = False) -> Table:
    """A table at which Ann and Ben sit."""
    table, _ = open_table(terms(), drawn=drawn)
    table, _ = on(table, chance or Recorded())
    return on(after(table, Sit(1, "Ann"), Sit(2, "Ben")), chance or Recorded())[0]


def after(table: Table, *actions: Action) -> Table:
    for action in actions:
        table, _ = play(table, action, None)
    return table


def on(table: Table, chance: Chance) -> tuple[Table, list[Entry]]:
    """The table after all duties, and what was recorded of them."""
    entries = []
    for done, entry in routine(table, chance):
        table = done
        entries.append(entry)
    return table, entries


def rolled(table: Table, *shown: int) -> tuple[Table, list[Settled]]:
    """The table after the next roll, and what it settled."""
    table, entries = on(after(table, NoMoreBets()), Recorded(dice=shown))
    happened = [event for entry in entries for event in entry.events]
    assert sum(isinstance(event, RoundCompleted) for event in happened) == 1
    return table, [event for event in happened if isinstance(event, Settled)]


# --- The rules --------------------------------------------------------------------------------------------------------


def test_a_first_roll_wins_loses_or_sets_a_point() -> None:
    results = {total: line(total, 0) for total in range(2, 13)}
    assert [total for total, result in results.items() if result is None] == [4, 5, 6, 8, 9, 10]
    assert [total for total, result in results.items() if result == -1] == [2, 3, 12]


def test_most_rolls_win_the_field_and_the_likely_ones_lose_it() -> None:
    assert [total for total in range(2, 13) if field(total, 0) == -1] == [5, 6, 7, 8]


def test_a_roll_is_told_in_words() -> None:
    assert in_words(DICE.parse("3 4")) == "3 4, 7"


# --- Wagers that outlive a round --------------------------------------------------------------------------------------


def test_the_line_outlives_rolls_and_rounds_until_its_point() -> None:
    table, settled = rolled(after(opened(), Bet(1, "line", 500)), 4, 4)
    assert (settled, point_of(table), table.rounds, table.phase) == ([], 8, 1, Phase.BETTING)
    assert table.seats[1].chips == {"line": 500}
    table, settled = rolled(table, 1, 2)  # with nothing new on the layout
    assert (settled, point_of(table), table.rounds) == ([], 8, 2)
    assert table.ledger == {"player:Ann": -500, "layout": 500}
    table, (won,) = rolled(table, 6, 2)
    assert (won.result, won.pays, won.clause) == ("win", 500, rule.id("3(b)"))
    assert (point_of(table), table.rounds, table.seats[1].chips) == (0, 3, {})
    assert table.ledger == {"player:Ann": 500, "layout": 0, "inventory": -500}


def test_a_seven_takes_the_line_while_it_waits() -> None:
    table, _ = rolled(after(opened(), Bet(1, "line", 500)), 5, 5)
    table, (lost,) = rolled(table, 3, 4)
    assert (lost.result, point_of(table)) == ("lose", 0)
    assert table.ledger == {"player:Ann": -500, "layout": 0, "inventory": 500}


def test_the_field_is_settled_by_each_roll_while_the_line_beside_it_stays() -> None:
    table, (lost,) = rolled(after(opened(), Bet(1, "line", 500), Bet(1, "field", 200)), 2, 3)
    assert (lost.wager, lost.result) == ("field", "lose")
    assert table.seats[1].chips == {"line": 500}
    assert table.seats[1].settled == {}
    table, (won,) = rolled(after(table, Bet(1, "field", 300)), 5, 6)
    assert (won.wager, won.pays) == ("field", 300)
    assert table.seats[1].chips == {"line": 500}


def test_a_coupon_stays_with_the_wager_that_it_lies_beside() -> None:
    table, _ = rolled(after(opened(), Bet(1, "line", 500), Coupon(1, "line", 500)), 4, 4)
    assert table.seats[1].coupons == {"line": 500}
    _, (won,) = rolled(table, 4, 4)
    assert (won.chips, won.coupon, won.pays) == (500, 500, 1000)


def test_wagers_are_settled_from_the_dealers_right() -> None:
    bets = [Bet(seat, wager, 100) for seat in (1, 2) for wager in ("line", "field")]
    _, settled = rolled(after(opened(), *bets), 5, 6)
    assert [(one.seat, one.wager) for one in settled] == [(2, "line"), (2, "field"), (1, "line"), (1, "field")]


def test_they_are_settled_in_the_order_in_which_they_were_placed_also_from_json() -> None:
    table = after(opened(), Bet(1, "line", 100), Bet(1, "field", 100), NoMoreBets())
    back = under(state_from(encoded(table), own=GAME.play.own), terms())
    assert play(back, Shake((5, 6)), None)[1] == play(table, Shake((5, 6)), None)[1]


@pytest.mark.parametrize("action", [Withdraw(1, "line"), Bet(2, "line", 500), Coupon(1, "line", 100)])
def test_with_a_point_the_line_is_neither_placed_nor_withdrawn(action: Action) -> None:
    table = after(opened(), Bet(1, "line", 500))
    assert offered(after(table, Withdraw(1, "line")), Bet(1, "line", 500))
    table, _ = rolled(table, 4, 4)
    with pytest.raises(IllegalAction, match="because the line waits for 8 or 7") as refusal:
        play(table, action, None)
    assert refusal.value.clause == rule.id("3(c)")
    assert offered(table, Bet(2, "field", 500))


def test_who_has_a_line_waiting_stays() -> None:
    table, _ = rolled(after(opened(), Bet(1, "line", 500)), 4, 4)
    with pytest.raises(IllegalAction, match="a player with a wager stays"):
        play(table, Leave(1), None)
    assert offered(table, Leave(2))


def test_a_point_is_over_when_the_table_closes() -> None:
    table, _ = rolled(after(opened(), Bet(1, "field", 500)), 4, 4)
    assert point_of(table) == 8
    table = after(table, Leave(1), Leave(2), Step("close"))
    assert (table.phase, table.own) == (Phase.CLOSED, {"point": 0})


def test_everybody_sees_the_wagers_that_wait_and_the_point() -> None:
    table, _ = rolled(after(opened(), Bet(1, "line", 500)), 4, 4)
    for watcher in (ANN, BEN, Actor(Role.ONLOOKER)):
        seen = view(table, watcher)
        assert (seen.own, seen.seats[1].chips) == ({"point": 8}, {"line": 500})
        assert seen.seats[1].wins == ({"line": {"even money": 500}} if watcher == ANN else {})


def test_nobody_has_to_decide() -> None:
    table = after(opened(), Bet(1, "line", 500))
    assert view(table).awaited is None
    assert duty(table) is None


# --- The dice ---------------------------------------------------------------------------------------------------------


def test_dice_come_due_to_be_changed_over_rounds() -> None:
    table, _ = rolled(after(opened(), Bet(1, "line", 500)), 4, 4)
    assert table.dice.due_at == 24 * HOUR
    late = table.dice.due_at + 1
    with pytest.raises(IllegalAction):
        play(table, NoMoreBets(), None, at=late)
    table, _ = play(table, Step("place_dice"), None, at=late)
    table, _ = play(table, NoMoreBets(), None, at=late)
    assert table.dice.due_at == late + 24 * HOUR


def test_dice_that_come_due_in_the_midst_of_a_round_are_changed_before_the_roll() -> None:
    table = after(opened(), Bet(1, "line", 500), NoMoreBets())
    late = table.dice.due_at + 1
    with pytest.raises(IllegalAction):
        play(table, Shake((1, 1)), None, at=late)
    table, _ = play(table, Step("place_dice"), None, at=late)
    table, _ = play(table, Shake((1, 1)), None, at=late)
    assert table.seats[1].settled["line"].result == "lose"


@pytest.mark.parametrize("shown", [(), (1,), (0, 1), (7, 1)])
def test_two_dice_show_one_to_six_each(shown: tuple[int, ...]) -> None:
    table = after(opened(), Bet(1, "line", 500), NoMoreBets())
    with pytest.raises(BadInput, match="two dice show one to six each"):
        play(table, Shake(shown), None)


# --- Chance that is drawn ---------------------------------------------------------------------------------------------

SEEDS = tuple(bytes([number]) * 32 for number in range(1, 9))


def house() -> Seeds:
    return Seeds(lambda number: SEEDS[number - 1])


def test_where_the_house_draws_the_dice_it_commits_before_the_bets_are_closed() -> None:
    chance = house()
    table, _ = open_table(terms(), drawn=True)
    table = after(on(table, chance)[0], Sit(1, "Ann"), Bet(1, "line", 500))
    with pytest.raises(IllegalAction):
        play(table, NoMoreBets(), None)
    with pytest.raises(IllegalAction):
        play(table, Commit(commitment(SEEDS[0])), by=Actor(Role.DEALER))
    table, entries = on(table, chance)
    assert [(entry.by.role, entry.action) for entry in entries] == [(Role.SYSTEM, Commit(commitment(SEEDS[0])))]
    assert view(table).commitment == commitment(SEEDS[0])
    assert offered(table, NoMoreBets())


def test_a_drawn_roll_comes_of_the_seed_that_is_shown_after_it() -> None:
    chance = house()
    table = after(opened(chance, drawn=True), Bet(1, "line", 500), Bet(2, "field", 500), NoMoreBets())
    while not table.unrevealed:
        done = dealt_on(table, chance)
        assert done is not None
        table, _ = done
    assert table.unrevealed[0].commitment == commitment(SEEDS[0])
    assert table.unrevealed[0].dice == dice(SEEDS[0], 0, number=2)
    with pytest.raises(BadInput, match="not the one committed to"):
        play(table, RevealSeed(SEEDS[1].hex()), None)
    done = dealt_on(table, chance)
    assert done is not None
    assert done[0].seed == SEEDS[0].hex()


def test_a_roll_that_is_none_is_drawn_anew_of_the_same_seed() -> None:
    chance = house()
    table = after(opened(chance, drawn=True), Bet(1, "field", 500), NoMoreBets(), Irregularity("not_flat"))
    table, entries = on(table, chance)
    shown = next(entry.action.dice for entry in entries if isinstance(entry.action, Shake))
    assert shown[:2] == dice(SEEDS[0], 1, number=2) != dice(SEEDS[0], 0, number=2)
    assert table.unrevealed == (), "it was shown, and so checked"
    assert any(isinstance(entry.action, RevealSeed) for entry in entries)


def test_dice_that_did_not_come_of_the_seed_are_found_out() -> None:
    chance = house()
    table = after(opened(chance, drawn=True), Bet(1, "field", 500), NoMoreBets())
    other = tuple(7 - die for die in dice(SEEDS[0], 0, number=2))
    with pytest.raises(BadInput, match="not the one committed to"):
        on(after(table, Shake(other)), chance)


def test_the_game_says_what_it_has_of_its_own() -> None:
    assert GAME.play.own == {"point": int}
    assert [event.__name__ for event in GAME.play.events] == ["PointSet", "PointOver"]
