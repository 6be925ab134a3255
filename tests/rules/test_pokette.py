"""Pokette, clause by clause."""

from fractions import Fraction
from typing import Any

import pytest

from nomorebets.equipment.chance import commitment, section
from nomorebets.equipment.custody import HOUR, Stage
from nomorebets.equipment.places import STAND
from nomorebets.equipment.wheel import WHEEL, selection
from nomorebets.errors import BadInput, IllegalAction, ImproperConfiguration
from nomorebets.games.pokette import rules
from nomorebets.games.pokette.maths import odds
from nomorebets.games.pokette.rules import ChipsIssued, ChipsReturned, stand
from nomorebets.games.pokette.submission import PAY_TABLES, sections
from nomorebets.games.registry import terms
from nomorebets.licence.check import check
from nomorebets.licence.inspection import checklist
from nomorebets.rounds.file import Report, play_round
from nomorebets.rounds.rows import SpinRow
from nomorebets.rounds.session import open_session
from nomorebets.rulebook.money import To
from nomorebets.table.actions import (
    Bet,
    Commit,
    Coupon,
    Irregularity,
    Leave,
    NoMoreBets,
    RevealSeed,
    Sit,
    Spin,
    Step,
    Withdraw,
    wager_key,
)
from nomorebets.table.engine import duty, play
from nomorebets.table.events import (
    BetWithdrawn,
    Cleared,
    DeckReceived,
    DeckRemoved,
    IrregularityNoted,
    Posted,
    RoundCompleted,
    Settled,
    Spun,
)
from nomorebets.table.life.decks import OVERDUE
from nomorebets.table.offers import Offer
from nomorebets.table.roles import Actor, Role
from nomorebets.table.state import Phase
from nomorebets.table.view import view
from tests.driving import Driver

TEXT = "pokette"
clause = pytest.mark.clause

SEED = bytes(range(32))
NOON = 1_800_000_000
DEALER, FLOORPERSON, SUPERVISOR = (Actor(role) for role in (Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR))


def card(name: str) -> int:
    return WHEEL.parse(name)[0]


def on(names: str) -> str:
    """The place on the layout at which these cards are."""
    return selection(WHEEL.parse(names))


def opened(*players: str, **submission: Any) -> Driver:
    """A table at which these players sit, ready for bets."""
    driver = Driver(terms(TEXT, submission)).duties()
    for seat, player in enumerate(players or ("Ann",), 1):
        driver.do(Sit(seat, player))
    return driver


def spin(driver: Driver, name: str) -> Driver:
    """The bets are closed and the wheel brings a card, which is posted."""
    order = sections(driver.terms.submission.wheel_order)
    driver.do(NoMoreBets(), Spin(order.index(card(name))))
    return driver.owed() if driver.table.owed else driver


def posted(names: str, **submission: Any) -> Driver:
    """A table with these cards on its stand."""
    driver = opened(**submission)
    for name in names.split():
        spin(driver, name).duties()
    return driver


def settle(result: str, posted: str = "", submission: dict[str, Any] | None = None, **wager: Any) -> tuple[str, int]:
    """One wager of ten dollars: how it ends and what it is paid."""
    one = {"seat": 1, "amount": 1000, **wager}
    file = {"game": TEXT, "spins": [{"wagers": [one], "result": result}], "posted": posted}
    report = play_round({**file, "submission": submission or {}}).report
    assert sum(report.net.values()) + report.house == 0
    (row,) = report.settled
    assert row.spin == 1
    assert row.returned == (1000 if row.result == "win" else 0)
    return row.result, row.pays


def refused(driver: Driver, wager: str, names: str = "", amount: int = 1000) -> str:
    with pytest.raises(IllegalAction) as refusal:
        driver.do(Bet(1, wager, amount, on=on(names)))
    return str(refusal.value)


def adds(offer: Offer) -> bool:
    """Whether chips are added on one of several places where some lie: any number of cents."""
    return isinstance(offer.action, Bet) and offer.action.amount == 1


def bets(driver: Driver) -> dict[str, Offer]:
    """What is offered of each wager at the first seat, where nothing lies: each is one offer."""
    lying = driver.table.seats[1].chips
    offers = [
        (offer.action.wager, offer)
        for offer in driver.offers(1)
        if isinstance(offer.action, Bet)
        and wager_key(offer.action.wager, offer.action.on) not in lying
        and not adds(offer)
    ]
    assert len(dict(offers)) == len(offers)
    return dict(offers)


def places(driver: Driver, wager: str) -> tuple[str, ...]:
    """Where a wager may be put."""
    offer = bets(driver)[wager]
    assert offer.select
    free = tuple(place for place in offer.select.among if offer.select.allows(place))
    assert all((Bet(1, wager, 1000, on=place) in offer) == (place in free) for place in offer.select.among)
    return free


# --- 12.1, 12.2: words, cards, wheel ----------------------------------------------------------------------------------


@clause("12.1 Winning card")
def test_the_wheel_has_each_card_once_and_two_jokers() -> None:
    names = [WHEEL.names[one] for one in sections(terms(TEXT).submission.wheel_order)]
    assert len(names) == 54
    assert names.count("Jo") == 2
    assert len(set(names)) == 53


@clause("12.1 Winning card")
def test_the_winning_card_is_the_one_in_the_section_under_the_clapper() -> None:
    order = " ".join(WHEEL.names)
    driver = opened(wheel_order=order).do(NoMoreBets(), Spin(0)).owed()
    assert [event.card for event in driver.events if isinstance(event, Posted)] == [card("2c")]
    driver = opened().do(NoMoreBets(), Spin(0)).owed()
    assert [event.section for event in driver.events if isinstance(event, Spun)] == [0]
    assert view(driver.table).cards(STAND) == ("Jo",)


@clause("12.1 Winning card")
@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("Jo As", "wheel_order is not allowed: it has 2 sections and lacks 2c"),
        (" ".join(["As", *WHEEL.names]), "As occurs too often"),
        ("Zz", "'Zz' is not a card"),
    ],
)
def test_a_wheel_that_is_not_whole_is_refused(order: str, sentence: str) -> None:
    with pytest.raises(ImproperConfiguration) as refusal:
        terms(TEXT, {"wheel_order": order})
    assert sentence in refusal.value.sentence
    assert refusal.value.clause == "pokette:12.1 Winning card"


@clause("12.2(a)", "12.1 Winning card", "12.3(a)", "12.3(b)", "12.4(a)", "12.4(b)", "12.4(e)")
def test_the_checklist_asks_for_what_every_table_needs() -> None:
    asked = [item.clause.partition(":")[2] for item in checklist(terms(TEXT))]
    assert asked == ["12.1 Winning card", "12.2(a)", "12.3(a)", "12.3(b)", "12.4(a)", "12.4(b)", "12.4(e)"]


@clause("12.2(a)")
def test_the_winning_card_of_each_spin_is_posted() -> None:
    driver = posted("7c Jo")
    assert view(driver.table).cards(STAND) == ("7c", "Jo")
    assert [role for step, role in driver.steps if step == "post"] == [Role.DEALER] * 2
    spun = opened("Ann").do(Bet(1, "red", 500), NoMoreBets(), Spin(0))
    assert (stand(spun.table), spun.table.seats[1].settled) == ((), {})  # until the card is on the stand
    with pytest.raises(IllegalAction):
        spun.do(Irregularity("no_spin"))


@clause("12.2(a)")
def test_a_device_may_show_the_winning_cards_in_place_of_cards_and_stand() -> None:
    driver = Driver(terms(TEXT, {"card_display": "device"}))
    assert driver.table.decks == ()
    assert duty(driver.table) == Offer(Step("display"), "pokette:12.2(a)", by=Role.DEALER, duty=True)
    spin(driver.duties().do(Sit(1, "Ann")), "7c").duties()
    assert view(driver.table).cards(STAND) == ("7c",)
    assert "post" not in [step for step, _ in driver.steps]
    driver.do(Leave(1)).do(Step("close"), by=SUPERVISOR)
    assert (driver.table.phase, stand(driver.table)) == (Phase.CLOSED, ())


@clause("12.1 Rank", "12.1 Suit")
def test_a_rank_is_four_cards_and_a_suit_thirteen() -> None:
    assert rules.of_rank(3) == set(WHEEL.parse("5d 5s 5c 5h"))
    assert {len(rules.of_suit(suit)) for suit in range(4)} == {13}


@clause("12.1 Non-poker hand wager", "12.1 Poker hand wager", "12.5(a)", "12.5(b)", "12.4(d)")
def test_wagers_are_those_of_the_two_lists() -> None:
    assert [wager.name for wager in rules.WAGERS] == [
        *("single_card", "split", "corner", "single_rank", "double_rank", "akq", "jt9", "876", "543"),
        *("red", "black", "suit", "jacer"),
        *("pair_in_two", "pair_in_three", "three_of_a_kind", "flush", "straight", "straight_flush"),
    ]
    assert set(bets(opened())) == {wager.name for wager in rules.WAGERS} - set(rules.HANDS)


# --- 12.3: opening ----------------------------------------------------------------------------------------------------


@clause("12.3(a)", "12.3(b)")
def test_three_decks_are_received_sorted_and_put_into_the_container() -> None:
    driver = Driver(terms(TEXT))
    assert len(driver.table.decks) == 3
    driver.do(Step("receive", 0), by=DEALER, at=HOUR)
    assert [event.due_at for event in driver.events if isinstance(event, DeckReceived)] == [25 * HOUR]
    with pytest.raises(IllegalAction):
        driver.do(Step("store", 0), by=DEALER)
    driver.do(Step("inspect", 0), by=FLOORPERSON).do(Step("store", 0), by=DEALER)
    assert [one.by for one in driver.entries if one.action == Step("inspect", 0)] == [FLOORPERSON]
    phases = [driver.table.phase]
    assert {deck.stage for deck in driver.duties().table.decks} == {Stage.STORED}
    phases.append(driver.table.phase)
    phases.append(driver.do(Sit(1, "Ann")).table.phase)
    assert phases == [Phase.CLOSED, Phase.IDLE, Phase.BETTING]


@clause("12.3(a)")
@pytest.mark.parametrize("by", [DEALER, FLOORPERSON])
def test_a_deck_that_whoever_sorts_it_finds_incomplete_leaves_the_table(by: Actor) -> None:
    driver = Driver(terms(TEXT)).do(Step("receive", 0)).do(Step("inspect", 0, found="the 7c is missing"), by=by)
    assert (driver.table.decks[0].stage, driver.table.decks[0].removed_because) == (Stage.AWAY, "the 7c is missing")


@clause("12.3(a)")
def test_no_spin_begins_when_a_deck_is_due_to_be_changed() -> None:
    driver = opened()
    with pytest.raises(IllegalAction, match=r"are due to be changed \[packs-poker:1\.18\(g\)\]"):
        driver.do(NoMoreBets(), at=24 * HOUR + 1)
    driver.do(NoMoreBets(), at=24 * HOUR)


@clause("12.3(a)", "12.3(b)")
def test_the_wheel_is_not_spun_before_every_deck_is_in_the_container() -> None:
    driver = opened().do(Step("remove", 1), by=SUPERVISOR)
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.do(Step("receive", 1), by=DEALER).do(Step("inspect", 1), by=FLOORPERSON).duties().do(NoMoreBets())


@clause("12.3(b)")
def test_a_table_at_which_nobody_sits_idles_or_closes() -> None:
    driver = posted("7c").do(Leave(1)).do(Step("idle"), by=DEALER)
    assert driver.table.phase == Phase.IDLE
    driver.do(Sit(2, "Ben"))
    assert (driver.table.phase, stand(driver.table)) == (Phase.BETTING, (card("7c"),))
    driver.do(Leave(2)).do(Step("close"), by=SUPERVISOR)
    assert {deck.stage for deck in driver.table.decks} == {Stage.AWAY}
    assert stand(driver.table) == ()
    driver.duties().do(Step("remove", 2), by=SUPERVISOR).do(Step("receive", 2), by=DEALER)
    driver.do(Step("inspect", 2), by=FLOORPERSON)


# --- 12.4: wagers -----------------------------------------------------------------------------------------------------


CONFIRM = Step("confirm_cash", seat=1)


@clause("12.4(a)")
def test_spoken_bets_are_confirmed_in_their_order_and_taken_back_until_then() -> None:
    driver = opened("Ann")
    for wager, amount in (("red", 500), ("black", 700), ("red", 300), ("jacer", 100)):
        driver.do(Bet(1, wager, amount, cash=True))
    driver.do(Step("take_back", seat=1), by=Actor(Role.PLAYER, "Ann"))
    for lies in ({"red": 500}, {"red": 500, "black": 700}, {"red": 800, "black": 700}):
        driver.do(CONFIRM, by=DEALER)
        assert driver.table.seats[1].chips == lies
    for nothing in (CONFIRM, Step("take_back", seat=1)):
        with pytest.raises(IllegalAction):
            driver.do(nothing)


@clause("12.2(a)", "12.5(b)")
def test_with_a_deck_go_the_cards_that_were_posted_from_it() -> None:
    """A card is posted from the first deck in which it is still to be had: the second ace from the second deck."""
    kept = posted("Ah").do(Bet(1, "pair_in_two", 500)).do(Step("remove", 2), by=SUPERVISOR)
    assert (kept.table.at(STAND).cards, kept.table.seats[1].chips) == (WHEEL.parse("Ah"), {"pair_in_two": 500})
    gone = posted("Ah Ah").do(Bet(1, "three_of_a_kind", 500), Bet(1, "red", 500)).do(Step("remove", 0), by=SUPERVISOR)
    assert (gone.table.at(STAND).cards, gone.table.seats[1].chips) == (WHEEL.parse("Ah"), {"red": 500})
    gone.duties().do(Bet(1, "pair_in_two", 500)).do(Step("remove", 1), by=SUPERVISOR)
    assert STAND not in gone.table.places
    two = posted("Ah Kd").do(Step("remove", 1), by=SUPERVISOR)  # each of them is in the first deck
    assert two.table.at(STAND).cards == WHEEL.parse("Ah Kd")


@clause("12.5(b)1", "12.5(b)2", "12.5(b)3", "12.5(b)4", "12.5(b)5")
@pytest.mark.parametrize("reading", ["one_posted_card", "last_posted_card"])
def test_without_the_card_of_the_last_spin_no_earlier_one_carries_a_wager(reading: str) -> None:
    """Two consecutive spins are the last one and the next, and three the two before it."""
    driver = posted("7h 7h", pair_in_two_on=reading).do(Bet(1, "three_of_a_kind", 500))
    driver.do(Step("remove", 1), by=SUPERVISOR).duties(until=NoMoreBets)
    assert (stand(driver.table), driver.table.seats[1].chips) == ((), {})
    assert not set(bets(driver)) & set(rules.HANDS)
    spin(driver, "8h").duties(until=NoMoreBets)  # the first card of a new hand
    assert set(bets(driver)) & set(rules.HANDS) == {"pair_in_two"}
    spin(driver, "9h").duties(until=NoMoreBets)
    assert {"flush", "straight", "straight_flush", "pair_in_three"} <= set(bets(driver))


@clause("12.5(b)1")
def test_a_pair_in_two_on_the_last_card_lies_when_an_earlier_one_goes() -> None:
    driver = posted("7h 7h", pair_in_two_on="last_posted_card")
    driver.do(Bet(1, "pair_in_two", 500), Bet(1, "three_of_a_kind", 500)).do(Step("remove", 0), by=SUPERVISOR)
    assert driver.table.seats[1].chips == {"pair_in_two": 500}
    spin(driver.duties(until=NoMoreBets), "7s")
    assert driver.table.ledger["player:Ann"] == 5500


@clause("12.4(a)")
def test_a_spoken_bet_with_cash_lies_when_the_dealer_confirms_that_bet_and_changes_the_cash() -> None:
    driver = opened("Ann", "Ben")
    with pytest.raises(IllegalAction):  # nothing was spoken
        driver.do(CONFIRM, by=DEALER)
    driver.do(Bet(1, "single_card", 700, cash=True, on="7c"))
    assert driver.table.seats[1].chips == {}
    assert driver.table.ledger.get("player:Ann", 0) == 0
    with pytest.raises(IllegalAction):
        driver.do(CONFIRM, by=Actor(Role.PLAYER, "Ann"))
    with pytest.raises(IllegalAction):
        driver.do(Step("confirm_cash", seat=2), by=DEALER)
    driver.do(Step("take_back", seat=1), by=Actor(Role.PLAYER, "Ann"))  # and says something else
    driver.do(Bet(1, "red", 500, cash=True)).do(CONFIRM, by=DEALER)
    assert driver.table.seats[1].chips == {"red": 500}
    with pytest.raises(IllegalAction, match="convert_cash by the dealer"):
        play(driver.table, NoMoreBets(), None)
    driver.do(Step("convert_cash", seat=1, count=500), by=DEALER)
    with pytest.raises(IllegalAction):  # which was that one and no other
        driver.do(CONFIRM, by=DEALER)
    with pytest.raises(IllegalAction, match=r"it takes \$1 to \$10,000"):
        driver.do(Bet(1, "black", 1_000_001, cash=True))


@clause("12.4(a)")
def test_cash_that_is_not_what_was_spoken_makes_no_wager() -> None:
    driver = opened("Ann").do(Bet(1, "black", 200), Bet(1, "red", 500, cash=True)).do(CONFIRM, by=DEALER)
    driver.do(Step("convert_cash", seat=1, count=400), by=DEALER)
    again = Driver(driver.terms)
    again.table = driver.table
    again.do(Step("settle_difference", seat=1), by=SUPERVISOR)  # and it is counted once more
    assert again.table.owed[0].expected == 500
    with pytest.raises(IllegalAction):
        play(driver.table, Step("refuse_cash", seat=1, note="jacer"), SUPERVISOR)
    driver.do(Step("refuse_cash", seat=1, note="red"), by=SUPERVISOR)
    assert driver.table.seats[1].chips == {"black": 200}
    assert driver.table.ledger["player:Ann"] == -200
    assert driver.events[-1] == BetWithdrawn(1, "red", f"{TEXT}:12.4(a)")
    spin(driver, "7c")


@clause("12.4(a)")
@pytest.mark.parametrize("counted", [False, True])
def test_with_a_wager_that_is_taken_back_its_cash_goes_back(*, counted: bool) -> None:
    driver = opened("Ann", "Ben").do(Bet(1, "black", 200), Bet(1, "red", 500, cash=True)).do(CONFIRM, by=DEALER)
    if counted:
        driver.do(Step("convert_cash", seat=1, count=400), by=DEALER)
    driver.do(Withdraw(1, "black"))
    assert {due.seat for due in driver.table.owed} == {1}
    driver.do(Withdraw(1, "red"))
    assert driver.table.owed == ()
    spin(driver.do(Leave(1)), "7c")


@clause("12.4(a)", "12.4(c)")
@pytest.mark.parametrize(("wager", "places"), [("red", ("",)), ("single_card", ("7c",)), ("single_card", ("7c", "8c"))])
def test_a_wager_may_be_increased_by_a_spoken_bet_and_goes_back_to_what_lay_before(
    wager: str, places: tuple[str, ...]
) -> None:
    driver = opened("Ann")
    for on in places:
        driver.do(Bet(1, wager, 1000, on=on))
    before = driver.table.seats[1].chips
    driver.do(Bet(1, wager, 500, cash=True, on=places[0])).do(CONFIRM, by=DEALER)
    key = next(iter(before))
    assert driver.table.seats[1].chips == {**before, key: 1500}
    driver.do(Step("convert_cash", seat=1, count=400), by=DEALER)
    for other in {*before, "black"} - {key}:
        with pytest.raises(IllegalAction):
            play(driver.table, Step("refuse_cash", seat=1, note=other), SUPERVISOR)
    driver.do(Step("refuse_cash", seat=1, note=key), by=SUPERVISOR)
    assert driver.table.seats[1].chips == before
    assert driver.table.ledger["player:Ann"] == -sum(before.values())
    spin(driver, "7d")


@clause("12.4(a)")
def test_a_later_bet_is_not_confirmed_before_an_earlier_one_that_there_is_no_room_for() -> None:
    limits = {"red": {"minimum": 100, "maximum": 1000}}
    driver = opened("Ann", limits=limits).do(Bet(1, "red", 800, cash=True), Bet(1, "black", 500, cash=True))
    driver.do(Bet(1, "red", 500))
    with pytest.raises(IllegalAction):
        driver.do(CONFIRM, by=DEALER)
    driver.do(Withdraw(1, "red")).do(CONFIRM, by=DEALER)
    assert driver.table.seats[1].chips == {"red": 800}


@clause("12.4(a)")
def test_what_was_spoken_ends_with_the_bets_with_the_player_and_with_what_it_was_on() -> None:
    red = Bet(1, "red", 500, cash=True)
    driver = opened("Ann", "Ben").do(red, Leave(1), Sit(1, "Cid"))
    with pytest.raises(IllegalAction):
        driver.do(CONFIRM, by=DEALER)
    spin(driver.do(red), "7c").duties()
    with pytest.raises(IllegalAction):
        driver.do(CONFIRM, by=DEALER)
    gone = posted("7c").do(Bet(1, "pair_in_two", 500, cash=True)).do(Step("remove", 0), by=SUPERVISOR)
    with pytest.raises(IllegalAction):
        gone.do(CONFIRM, by=DEALER)


@clause("12.4(a)")
def test_where_no_dealer_is_nothing_is_spoken() -> None:
    driver = Driver(terms(TEXT), opening={"automatic": True}).duties().do(Sit(1, "Ann"))
    with pytest.raises(IllegalAction, match="there is no dealer to confirm it"):
        driver.do(Bet(1, "red", 500, cash=True))


@clause("12.4(a)")
def test_there_are_no_match_play_coupons() -> None:
    with pytest.raises(IllegalAction):
        opened().do(Bet(1, "red", 500), Coupon(1, "red", 500))


@clause("12.4(a)")
def test_the_positions_are_those_of_the_layout() -> None:
    with pytest.raises(IllegalAction, match=r"positions 1 to 8 \[pokette:12\.4\(a\)\]"):
        opened().do(Sit(9, "Zoe"))


@clause("12.4(b)")
@pytest.mark.parametrize("filed", ["navy  blue", " Navy blue ", "navy\tblue"])
def test_a_value_chips_colour_is_the_same_however_its_words_are_spaced_in_the_submission(filed: str) -> None:
    with pytest.raises(IllegalAction, match="navy blue chips are value chips here; those are navy blue, red"):
        opened(value_chip_colours=(filed, "red")).do(Step("issue_chips", seat=1, note="navy blue"), by=DEALER)


@clause("12.4(b)")
def test_a_value_chips_colour_has_a_name() -> None:
    with pytest.raises(ImproperConfiguration, match=r"one of the colours is nothing but blanks"):
        terms(TEXT, {"value_chip_colours": ("  ", "red")})


@clause("12.4(b)")
def test_nobody_has_chips_of_another_players_or_of_a_value_chips_colour() -> None:
    driver = opened("Ann", "Ben", "Ann").do(Step("issue_chips", seat=1, note=" Pale  Blue "), by=DEALER)
    issued = driver.events[-1]
    assert isinstance(issued, ChipsIssued)
    assert (issued.seat, issued.colour, issued.clause) == (1, "pale blue", "pokette:12.4(b)")
    assert rules.colours(driver.table) == {1: "pale blue"}
    with pytest.raises(
        IllegalAction, match=r"pale blue chips are those of the player at seat 1 \[pokette:12\.4\(b\)\]"
    ):
        driver.do(Step("issue_chips", seat=2, note="pale blue"), by=DEALER)
    with pytest.raises(IllegalAction, match="green chips are value chips here; those are white, red, green, black"):
        driver.do(Step("issue_chips", seat=2, note="Green"), by=DEALER)
    with pytest.raises(BadInput, match="the chips of seat 2 need a colour"):
        driver.do(Step("issue_chips", seat=2), by=DEALER)
    driver.do(Step("issue_chips", seat=3, note="pale blue"), by=DEALER)
    with pytest.raises(IllegalAction):
        driver.do(Step("issue_chips", seat=1, note="pink"), by=DEALER)
    driver.do(Leave(1), Leave(3)).do(Step("issue_chips", seat=2, note="pale blue"), by=DEALER)
    assert [event.seat for event in driver.events if isinstance(event, ChipsReturned)] == [1, 3]
    assert rules.colours(driver.table) == {2: "pale blue"}


@clause("12.4(c)")
def test_a_wager_counts_where_it_lies_and_may_be_taken_back_until_no_more_bets() -> None:
    driver = opened().do(Bet(1, "split", 500, on=on("Ah Ad")))
    driver.do(Withdraw(1, wager_key("split", on("Ah Ad"))), Bet(1, "split", 700, on=on("Ah Ad")))
    driver.do(Bet(1, "split", 300, on=on("Ah As")))
    spin(driver, "As")
    results = {event.wager: event.result for event in driver.events if isinstance(event, Settled)}
    assert results == {wager_key("split", on("Ah Ad")): "lose", wager_key("split", on("Ah As")): "win"}


@clause("12.4(d)")
def test_chips_are_added_where_some_lie_up_to_the_most() -> None:
    driver = opened(limits={"split": {"minimum": 100, "maximum": 1000}})
    driver.do(
        Bet(1, "split", 500, on=on("Ah Ad")), Bet(1, "split", 300, on=on("Ah Ad")), Bet(1, "split", 100, on=on("Ah As"))
    )
    assert driver.table.seats[1].chips == {wager_key("split", on("Ah Ad")): 800, wager_key("split", on("Ah As")): 100}
    assert "because $8 lie there and $10 is the most [pokette:12.5(a)2]" in refused(driver, "split", "Ah Ad", 201)
    driver.do(Bet(1, "split", 1, on=on("Ah Ad")))
    spin(driver, "Ad")
    won = {event.wager: (event.chips, event.pays) for event in driver.events if isinstance(event, Settled)}
    assert won == {wager_key("split", on("Ah Ad")): (801, 801 * 24), wager_key("split", on("Ah As")): (100, 0)}


@clause("12.4(d)")
def test_a_file_may_list_the_chips_on_one_place_row_by_row() -> None:
    one = {"seat": 1, "wager": "red", "amount": 500}
    report = play_round({"game": TEXT, "spins": [{"wagers": [one, {**one, "amount": 200}], "result": "7h"}]}).report
    assert [(row.wager, row.stake, row.pays) for row in report.settled] == [("red", 700, 700)]
    assert report.net == {"1": 700}


@clause("12.3(a)")
def test_cards_that_come_due_between_two_spins_of_a_file_are_changed() -> None:
    spins = [{"result": "7h"}, {"result": "8h", "at": NOON + 25 * HOUR}]
    file = {"game": TEXT, "seats": {"1": {}}, "spins": spins, "at": NOON}
    removed = [event for entry in play_round(file).entries for event in entry.events if isinstance(event, DeckRemoved)]
    assert [(event.because, event.clause) for event in removed] == [(OVERDUE, "packs-poker:1.18(g)")] * 3
    with pytest.raises(BadInput, match=f"the hour {NOON - 1} is before the last one at this table, {NOON}"):
        play_round({**file, "spins": [{"result": "7h", "at": NOON - 1}]})


@clause("12.4(d)")
def test_after_no_more_bets_nothing_is_placed_or_taken_back() -> None:
    driver = opened().do(Bet(1, "red", 500), NoMoreBets())
    with pytest.raises(IllegalAction, match=r'after the announcement of "No more bets" \[pokette:12\.4\(d\)\]'):
        driver.do(Bet(1, "black", 500))
    with pytest.raises(IllegalAction, match="after the announcement"):
        driver.do(Withdraw(1, "red"))


@clause("12.4(d)")
def test_poker_hand_wagers_need_posted_cards_and_others_do_not() -> None:
    for names, hands in {
        "": set(),
        "7c": {"pair_in_two"},
        "7c 9d": {"pair_in_three", "straight"},
        "7c 7d": {"three_of_a_kind"},
        "7c 7c": {"three_of_a_kind", "flush"},
        "7c 8c": {"pair_in_three", "flush", "straight", "straight_flush"},
        "7c Jc": {"pair_in_three", "flush"},
        "Jo": set(),
        "7c Jo": set(),
        "Jo 7c": set(),
        "7c 8c 9c": set(),
    }.items():
        offered = set(bets(posted(names)))
        assert offered & set(rules.HANDS) == hands, names
        assert offered >= {"single_card", "split", "red", "jacer"}


@clause("12.4(d)")
def test_the_stand_is_cleared_after_the_third_card() -> None:
    driver = posted("7c 8c")
    spin(driver, "9d")
    assert view(driver.table).cards(STAND) == ("7c", "8c", "9d")
    driver.duties()
    assert view(driver.table).cards(STAND) == ()
    assert sum(isinstance(event, Cleared) for event in driver.events) == 1
    assert sum(isinstance(event, RoundCompleted) for event in driver.events) == 3


# --- 12.5(a): non-poker hand wagers -----------------------------------------------------------------------------------

NON_POKER: list[tuple[str, dict[str, Any], str, str, int]] = [
    ("12.5(a)1", {"wager": "single_card", "cards": "7c"}, "7c", "7d Jo", 50),
    ("12.5(a)2", {"wager": "split", "cards": "Ah Ad"}, "Ah Ad", "As Ac Jo", 24),
    ("12.5(a)2", {"wager": "split", "cards": "8c 7c"}, "8c 7c", "6c Jo", 24),
    ("12.5(a)3", {"wager": "corner", "cards": "Ah Ad Kh Kd"}, "Ah Ad Kh Kd", "As Qd Jo", 12),
    ("12.5(a)4", {"wager": "single_rank", "rank": "7"}, "7c 7d 7h 7s", "8c Jo", 12),
    ("12.5(a)4", {"wager": "single_rank", "rank": "10"}, "Tc Ts", "Jc Jo", 12),
    ("12.5(a)5", {"wager": "double_rank", "ranks": "8 7"}, "8c 7s", "9c 6d Jo", 5),
    ("12.5(a)6", {"wager": "akq"}, "Ah Kd Qc 2s", "Js 2h Jo", 3),
    ("12.5(a)7", {"wager": "jt9"}, "Jh Td 9c 2c", "Qs 8s 2s Jo", 3),
    ("12.5(a)8", {"wager": "876"}, "8h 7d 6c 2d", "9s 5s 2c Jo", 3),
    ("12.5(a)9", {"wager": "543"}, "5h 4d 3c 2h", "6s 2d Jo", 3),
    ("12.5(a)10", {"wager": "red"}, "Ah 2d", "As 2c Jo", 1),
    ("12.5(a)11", {"wager": "black"}, "As 2c", "Ah 2d Jo", 1),
    ("12.5(a)12", {"wager": "suit", "suit": "h"}, "Ah 2h", "Ad 2s Jo", 3),
    ("12.5(a)13", {"wager": "jacer"}, "Ac Ad Jo Jo2", "As Ah Kc", 12),
]


@clause("12.5(a)", "12.5(a)1", "12.5(a)2", "12.5(a)3", "12.5(a)4", "12.5(a)5", "12.5(a)6", "12.5(a)7", "12.5(a)8")
@clause("12.5(a)9", "12.5(a)10", "12.5(a)11", "12.5(a)12", "12.5(a)13")
@pytest.mark.parametrize(("number", "wager", "winners", "losers", "pays"), NON_POKER)
def test_a_wager_on_the_next_card_wins_and_loses(
    number: str, wager: dict[str, Any], winners: str, losers: str, pays: int
) -> None:
    for result in winners.split():
        assert settle(result, **wager) == ("win", pays * 1000), result
    for result in losers.split():
        assert settle(result, **wager) == ("lose", 0), result
    assert rules.CLAUSES[wager["wager"]] == f"pokette:{number}"


@clause("12.5(a)", "12.5(b)")
def test_higher_odds_may_be_fractions_and_are_paid_to_the_whole_cent_below() -> None:
    odds = {"odds": {"red": "4/3", "single_card": "101/2"}}
    assert settle("Ah", submission=odds, wager="red") == ("win", 1333)
    assert settle("7c", submission=odds, wager="single_card", cards="7c") == ("win", 50_500)
    with pytest.raises(ImproperConfiguration, match=r"odds.single_card = 99/2 is not allowed: the least is 50 to 1"):
        terms(TEXT, {"odds": {"single_card": "99/2"}})


@clause("12.5(a)1", "12.5(a)2", "12.5(a)3", "12.5(a)4", "12.5(a)5", "12.5(a)12")
def test_the_layout_offers_every_selection_once() -> None:
    driver = opened()
    counts = {wager: len(set(places(driver, wager))) for wager in rules.SELECTIONS}
    assert counts == {
        "single_card": 52,
        "split": 87,
        "corner": 36,
        "single_rank": 13,
        "double_rank": 12,
        "suit": 4,
    }
    for wager, offer in bets(driver).items():
        assert (offer.action, offer.most) == (Bet(1, wager, 100), 1_000_000)
        if wager in rules.SELECTIONS:
            cards = [rules.cards_at(wager, place) for place in places(driver, wager)]
            assert len(set(cards)) == counts[wager]
            assert all(list(some) == sorted(set(some)) for some in cards)
        else:
            assert offer.select is None


@clause("12.4(c)", "12.5(a)12")
def test_where_a_wager_lies_it_is_not_placed_anew() -> None:
    driver = opened()
    for left in ("shdc", "hdc", "dc", "c"):
        assert places(driver, "suit") == tuple(left)
        driver.do(Bet(1, "suit", 500, on=left[0]))
    assert "suit" not in bets(driver)
    assert "red" not in bets(driver.do(Bet(1, "red", 500)))


ASTRAY = [
    ("single_card", "", "it goes on one card of the layout", "12.5(a)1"),
    ("single_card", "Jo", "a joker is not bet on straight up at this table", "12.5(a)1"),
    ("single_card", "Ah Ad", "it goes on one card of the layout", "12.5(a)1"),
    ("split", "Ac As", "two cards that adjoin", "12.5(a)2"),  # across the edge of the grid
    ("split", "As 2s", "two cards that adjoin", "12.5(a)2"),
    ("split", "Ah Kd", "two cards that adjoin", "12.5(a)2"),
    ("split", "Ac Jo", "two cards that adjoin", "12.5(a)2"),
    ("corner", "As Ac Ks Kc", "four cards that adjoin in a square", "12.5(a)3"),
    ("corner", "Ah Ad 2h 2d", "four cards that adjoin in a square", "12.5(a)3"),
    ("single_rank", "7c 7d 7h 8s", "the four cards of one rank", "12.5(a)4"),
    ("double_rank", "Ac Ad Ah As 2c 2d 2h 2s", "ace and two are not adjacent", "12.5(a)5"),
    ("suit", "Ah Kh", "the thirteen cards of one suit", "12.5(a)12"),
    ("red", "Ah", "its cards are not selected by the player", "12.5(a)10"),
]


@clause("12.5(a)1", "12.5(a)2", "12.5(a)3", "12.5(a)4", "12.5(a)5", "12.5(a)12", "12.5(a)10")
@pytest.mark.parametrize(("wager", "names", "reason", "number"), ASTRAY)
def test_a_selection_that_the_layout_does_not_have_is_refused(wager: str, names: str, reason: str, number: str) -> None:
    sentence = refused(opened(), wager, names)
    assert reason in sentence
    assert f"[pokette:{number}]" in sentence


@clause("12.5(a)1", "12.5(a)13")
def test_a_joker_may_be_bet_on_straight_up_only_where_the_submission_reads_it_so() -> None:
    allowed = {"joker_straight_up": "allowed"}
    assert settle("Jo", submission=allowed, wager="single_card", cards="Jo") == ("win", 50_000)
    assert settle("Jo2", submission=allowed, wager="single_card", cards="Jo") == ("lose", 0)
    assert settle("Jo2", submission=allowed, wager="single_card", cards="Jo2") == ("win", 50_000)
    assert len(places(opened(**allowed), "single_card")) == 54


@clause("12.5(a)", "12.5(b)")
def test_an_amount_outside_the_limits_is_refused() -> None:
    driver = opened(limits={"red": {"minimum": 500, "maximum": 2000}})
    assert "because it takes $5 to $20 [pokette:12.5(a)10]" in refused(driver, "red", amount=400)
    driver.do(Bet(1, "red", 500), Bet(1, "black", 100))


@clause("12.5(a)")
def test_what_is_no_wager_is_refused() -> None:
    assert "moon $10 is not offered; offered: seat 1: single_card" in refused(opened(), "moon")


# --- 12.5(b), 12.2(b): poker hand wagers ------------------------------------------------------------------------------

HANDS: list[tuple[str, str, str, str, str, int]] = [
    ("12.5(b)1", "pair_in_two", "7c", "7c 7h", "8c 6c Jo", 11),
    ("12.5(b)2", "pair_in_three", "7c 9d", "7c 9s", "8c Jo", 5),
    ("12.5(b)3", "three_of_a_kind", "7c 7d", "7c 7h", "8c Jo", 11),
    ("12.5(b)", "flush", "7c 9c", "7c 2c", "7d Jo", 3),
    ("12.5(b)4", "straight", "7c 8d", "6h 9s", "7c 5d Th Jo", 5),
    ("12.5(b)4", "straight", "7c 9d", "8h 8c", "6c Th Jo", 11),
    ("12.5(b)4", "straight", "9d 7c", "8h", "6c", 11),
    ("12.5(b)4", "straight", "Ah 2c", "3d", "Kc 4d Jo", 11),  # the ace is low
    ("12.5(b)4", "straight", "Ah Kc", "Qd", "2c Jc Jo", 11),  # and high, but never in between
    ("12.5(b)4", "straight", "Ah Qc", "Kd", "2c Jc", 11),
    ("12.5(b)4", "straight", "Ah 3c", "2d", "Kc 4c", 11),
    ("12.5(b)4", "straight", "2h 3c", "Ad 4s", "Kc 5c", 5),
    ("12.5(b)4", "straight", "Kh Qc", "Ad Js", "2c Tc", 5),
    ("12.5(b)5", "straight_flush", "7c 8c", "6c 9c", "6d 9d 5c Jo", 24),
    ("12.5(b)5", "straight_flush", "7c 9c", "8c", "8d 6c Jo", 49),
    ("12.5(b)5", "straight_flush", "Ac 2c", "3c", "Kc 3d", 49),
]


@clause("12.5(b)", "12.5(b)1", "12.5(b)2", "12.5(b)3", "12.5(b)4", "12.5(b)5", "12.2(b)", "12.1 Pair")
@pytest.mark.parametrize(("number", "wager", "posted", "winners", "losers", "pays"), HANDS)
def test_a_poker_hand_wager_is_decided_by_the_next_card(
    number: str, wager: str, posted: str, winners: str, losers: str, pays: int
) -> None:
    for result in winners.split():
        assert settle(result, posted, wager=wager) == ("win", pays * 1000), result
    for result in losers.split():
        assert settle(result, posted, wager=wager) == ("lose", 0), result
    assert rules.CLAUSES[wager] == f"pokette:{number}"


UNMAKEABLE = [
    ("pair_in_two", "", "it needs one posted card, and none is posted", "12.4(d)"),
    ("pair_in_two", "7c 8c", "it needs one posted card, and posted are 7c 8c", "12.5(b)1"),
    ("pair_in_three", "7c", "two posted cards of different value, and posted is 7c", "12.5(b)2"),
    ("pair_in_three", "7c 7d", "two posted cards of different value", "12.5(b)2"),
    ("pair_in_three", "7c Jo", "posted are 7c Jo, and a joker has no value or suit", "12.5(b)2"),
    ("pair_in_two", "Jo", "posted is Jo, and a joker has no value or suit", "12.5(b)1"),
    ("three_of_a_kind", "7c 8c", "two posted cards of equal value", "12.5(b)3"),
    ("three_of_a_kind", "Jo Jo", "a joker has no value or suit", "12.5(b)3"),
    ("flush", "7c 8d", "two posted cards of one suit", "12.5(b)"),
    ("flush", "7c", "two posted cards of one suit", "12.5(b)"),
    ("straight", "7c Td", "two posted cards that one or two values complete", "12.5(b)4"),
    ("straight", "Kc 2d", "two posted cards that one or two values complete", "12.5(b)4"),
    ("straight", "7c 7d", "two posted cards that one or two values complete", "12.5(b)4"),
    ("straight_flush", "7c 8d", "two posted cards of one suit that one or two values complete", "12.5(b)5"),
]


@clause("12.4(d)", "12.2(b)", "12.5(b)1", "12.5(b)2", "12.5(b)3", "12.5(b)", "12.5(b)4", "12.5(b)5")
@pytest.mark.parametrize(("wager", "cards", "reason", "number"), UNMAKEABLE)
def test_a_hand_that_the_posted_cards_do_not_allow_is_refused(wager: str, cards: str, reason: str, number: str) -> None:
    sentence = refused(posted(cards), wager)
    assert reason in sentence
    assert f"[pokette:{number}]" in sentence


@clause("12.5(b)2", "12.5(b)4", "12.5(b)5")
def test_a_straight_flush_also_wins_a_straight_and_a_flush() -> None:
    wagers = [{"seat": 1, "wager": name, "amount": 100} for name in ("flush", "straight", "straight_flush")]
    file = {"game": TEXT, "posted": "7c 8c", "spins": [{"wagers": wagers, "result": "9c"}]}
    assert [row.pays for row in play_round(file).report.settled] == [300, 500, 2400]


@clause("12.5(b)")
def test_what_the_posted_cards_could_make_is_told() -> None:
    assert rules.in_words(WHEEL.parse("7c 9c")) == "next: pair in three, flush, straight inside, straight flush inside"
    assert rules.in_words(WHEEL.parse("Jo")) == rules.in_words(WHEEL.parse("7c 8c 9c")) == ""


@clause("12.5(b)1")
def test_what_could_be_made_is_told_as_the_table_reads_it() -> None:
    for reading, told in (("one_posted_card", False), ("last_posted_card", True)):
        (words,) = view(posted("9d 7c", pair_in_two_on=reading).table).places[STAND].words
        assert ("pair in two" in words) is told


@clause("12.5(b)")
def test_a_hand_wager_is_returned_if_the_posted_cards_leave_the_table() -> None:
    driver = posted("7c").do(Bet(1, "pair_in_two", 500), Bet(1, "red", 500)).do(Step("remove", 0), by=SUPERVISOR)
    assert stand(driver.table) == ()
    assert driver.table.seats[1].chips == {"red": 500}
    assert [event.wager for event in driver.events if isinstance(event, BetWithdrawn)] == ["pair_in_two"]
    assert driver.table.ledger["player:Ann"] == -500


@clause("12.2(a)", "12.5(b)")
@pytest.mark.parametrize("closed", [False, True])
def test_a_hand_wager_is_returned_if_the_device_that_shows_the_cards_fails(*, closed: bool) -> None:
    driver = posted("7c", card_display="device").do(Bet(1, "pair_in_two", 500), Bet(1, "red", 500))
    driver.do(*[NoMoreBets()] * closed, Irregularity("display_failed"), by=None)
    assert stand(driver.table) == ()
    assert driver.table.ledger["player:Ann"] == -500
    assert driver.table.seats[1].lying == ("red",)
    with pytest.raises(IllegalAction):  # no card could be shown
        play(driver.table, Spin(0) if closed else NoMoreBets(), None)
    with pytest.raises(IllegalAction):  # it is out of order already
        play(driver.table, Irregularity("display_failed"), None)
    driver.do(Step("restore_display"), by=DEALER)
    driver.do(*[NoMoreBets()] * (not closed))
    order = sections(driver.terms.submission.wheel_order)
    driver.do(Spin(order.index(card("7h"))))
    ended = [(event.wager, event.result, event.returned) for event in driver.events if isinstance(event, Settled)]
    assert ended == [("pair_in_two", "void", 500)] * closed + [("red", "win", 500)]
    assert stand(driver.table) == WHEEL.parse("7h")  # the first card again


@clause("12.2(a)")
def test_cards_on_a_stand_do_not_fail() -> None:
    with pytest.raises(IllegalAction):
        posted("7c").do(Irregularity("display_failed"))


@clause("12.5(b)1", "12.4(d)")
def test_whether_pair_in_two_is_placed_on_the_last_of_two_posted_cards_is_a_reading() -> None:
    with pytest.raises(IllegalAction, match="it needs one posted card"):
        posted("9d 7c").do(Bet(1, "pair_in_two", 500))
    last = {"pair_in_two_on": "last_posted_card"}
    for result, net in (("7h", 5500), ("9h", -500)):
        driver = spin(posted("9d 7c", **last).do(Bet(1, "pair_in_two", 500)), result)
        assert driver.table.ledger["player:Ann"] == net
    assert spin(posted("Jo 7c", **last).do(Bet(1, "pair_in_two", 500)), "7h").table.ledger["player:Ann"] == 5500
    with pytest.raises(IllegalAction, match="a joker has no value"):
        posted("7c Jo", **last).do(Bet(1, "pair_in_two", 500))


@clause("12.2(a)", "12.1 Winning card")
def test_a_round_file_may_say_what_went_wrong_before_a_spin() -> None:
    file: dict[str, Any] = {
        "game": TEXT,
        "submission": {"card_display": "device"},
        "posted": "7c",
        "spins": [
            {
                "wagers": [{"seat": 1, "wager": "pair_in_two", "amount": 500}],
                "irregularities": ["no_spin", "display_failed"],
                "result": "7h",
            }
        ],
    }
    report = play_round(file).report
    assert [(one.wager, one.result, one.returned) for one in report.settled] == [("pair_in_two", "void", 500)]
    assert report.net == {"1": 0}
    for wrong, sentence in (("x", "must be a list of kinds"), (["rain"], "'rain' is no kind of irregularity")):
        file["spins"][0]["irregularities"] = wrong
        with pytest.raises(BadInput, match=sentence):
            play_round(file)


# --- Odds (ruling P-1) ------------------------------------------------------------------------------------------------

EDGES = {
    "single_card": (1, Fraction(3, 54)),
    "split": (2, Fraction(4, 54)),
    "corner": (4, Fraction(2, 54)),
    "single_rank": (4, Fraction(2, 54)),
    "double_rank": (8, Fraction(6, 54)),
    "akq": (13, Fraction(2, 54)),
    "jt9": (13, Fraction(2, 54)),
    "876": (13, Fraction(2, 54)),
    "543": (13, Fraction(2, 54)),
    "red": (26, Fraction(2, 54)),
    "black": (26, Fraction(2, 54)),
    "suit": (13, Fraction(2, 54)),
    "jacer": (4, Fraction(2, 54)),
    "pair_in_two": (4, Fraction(6, 54)),
    "pair_in_three": (8, Fraction(6, 54)),
    "three_of_a_kind": (4, Fraction(6, 54)),
    "flush": (13, Fraction(2, 54)),
    "straight_open": (8, Fraction(6, 54)),
    "straight_inside": (4, Fraction(6, 54)),
    "straight_flush_open": (2, Fraction(4, 54)),
    "straight_flush_inside": (1, Fraction(4, 54)),
}


@clause("12.5(a)", "12.5(b)")
def test_of_54_sections_so_many_win_and_the_house_keeps_so_much() -> None:
    found = {}
    for columns in PAY_TABLES.values():
        table = columns["printed"]
        for name, ways in odds.outcomes(table).items():
            pay = table.pays[name]
            assert isinstance(pay, To)
            found[name] = ways, 1 - Fraction(ways) * (pay.odds + 1) / 54
        assert odds.returned(table) == max(1 - found[name][1] for name in table.pays)
        assert set(odds.NAMES[table.wager]) == set(table.pays)
    assert found == EDGES


# As 12.6(b) prints them, "to 1": the least that is paid.
PRINTED = {
    "single_card": 50, "split": 24, "corner": 12, "single_rank": 12, "double_rank": 5, "akq": 3, "jt9": 3, "876": 3,
    "543": 3, "red": 1, "black": 1, "suit": 3, "jacer": 12, "pair_in_two": 11, "pair_in_three": 5,
    "three_of_a_kind": 11, "flush": 3, "straight_open": 5, "straight_inside": 11, "straight_flush_open": 24,
    "straight_flush_inside": 49,
}  # fmt: skip


@clause("12.5(a)", "12.5(b)")
def test_the_least_odds_are_those_that_were_printed() -> None:
    tables = [columns["printed"] for columns in PAY_TABLES.values()]
    assert {row: pay for table in tables for row, pay in table.pays.items()} == {
        row: To(odds) for row, odds in PRINTED.items()
    }


@clause("12.5(a)", "12.5(b)")
def test_the_licensee_may_post_more_than_the_printed_odds_but_not_less() -> None:
    assert settle("7c", submission={"odds": {"single_card": 52}}, wager="single_card", cards="7c") == ("win", 52_000)
    higher = {"odds": {"straight_inside": 12}}
    assert settle("8c", "7c 9d", submission=higher, wager="straight") == ("win", 12_000)
    assert settle("9c", "7c 8d", submission=higher, wager="straight") == ("win", 5_000)
    with pytest.raises(ImproperConfiguration) as refusal:
        terms(TEXT, {"odds": {"straight_inside": 10}})
    assert str(refusal.value) == "odds.straight_inside = 10 is not allowed: the least is 11 to 1 [pokette:12.5(b)4]"
    with pytest.raises(ImproperConfiguration, match="moon has no odds; those that have are single_card, split"):
        terms(TEXT, {"odds": {"moon": 10}})


@clause("12.5(a)")
def test_odds_that_give_the_player_more_than_they_take_are_warned_of() -> None:
    findings = check(TEXT, {"odds": {"single_card": 54}}).findings
    assert "single_card at posted odds returns 101.85%" in " ".join(one.sentence for one in findings)


# --- The spin ---------------------------------------------------------------------------------------------------------


@clause("12.1 Winning card", "12.4(d)")
def test_a_spin_settles_every_wager_from_the_dealers_right() -> None:
    driver = opened("Ann", "Ben", "Cid").do(Bet(1, "red", 500), Bet(3, "black", 700), Bet(3, "jacer", 100))
    spin(driver, "7c")
    settled = [(event.seat, event.wager, event.result) for event in driver.events if isinstance(event, Settled)]
    assert settled == [(3, "black", "win"), (3, "jacer", "lose"), (1, "red", "lose")]
    assert driver.table.ledger == {
        "player:Ann": -500,
        "player:Cid": 600,
        "layout": 0,
        "inventory": -100,
    }
    driver.duties()
    assert (driver.table.phase, driver.table.rounds) == (Phase.BETTING, 1)


@clause("12.1 Winning card")
def test_a_wheel_has_no_other_sections() -> None:
    driver = opened().do(NoMoreBets())
    for wrong in (-1, 54):
        with pytest.raises(IllegalAction):
            driver.do(Spin(wrong))


@clause("12.1 Winning card")
@pytest.mark.parametrize("kind", ["no_spin", "too_few_revolutions"])
def test_a_spin_that_does_not_count_leaves_the_wagers_and_is_made_again(kind: str) -> None:
    driver = posted("7c").do(Bet(1, "pair_in_two", 500), NoMoreBets(), Irregularity(kind))
    assert driver.table.phase == Phase.DEALING
    assert stand(driver.table) == (card("7c"),)
    assert isinstance(driver.events[-1], IrregularityNoted)
    driver.duties()
    assert [event.wager for event in driver.events if isinstance(event, Settled)] == ["pair_in_two"]


@clause("12.1 Winning card")
def test_too_few_revolutions_are_those_that_the_house_has_set() -> None:
    driver = opened(least_revolutions=5).do(NoMoreBets(), Irregularity("too_few_revolutions"))
    assert driver.events[-1] == IrregularityNoted("too_few_revolutions", "pokette:12.1 Winning card")
    with pytest.raises(IllegalAction):
        opened(least_revolutions=0).do(NoMoreBets(), Irregularity("too_few_revolutions"))
    opened(least_revolutions=5).do(NoMoreBets(), Irregularity("too_few_revolutions", count=4))
    with pytest.raises(BadInput, match="turned 5 times, and the house has set 5 at least"):
        opened(least_revolutions=5).do(NoMoreBets(), Irregularity("too_few_revolutions", count=5))


@clause("12.1 Winning card")
def test_a_spin_may_come_from_a_seed_that_was_committed_to() -> None:
    driver = opened()
    with pytest.raises(BadInput, match="'x' is not a commitment"):
        driver.do(Commit("x"))
    driver.do(Commit(commitment(SEED)))
    assert view(driver.table).commitment == commitment(SEED)
    with pytest.raises(IllegalAction):
        driver.do(Commit(commitment(SEED)))
    driver.do(Step("remove", 0), by=SUPERVISOR)
    with pytest.raises(IllegalAction):
        driver.do(RevealSeed(SEED.hex()))  # not before the spin, whatever happens to a deck
    driver.duties().do(NoMoreBets(), Spin(section(SEED, 54)), Step("collect"), by=DEALER)
    with pytest.raises(IllegalAction):
        driver.do(NoMoreBets())
    driver.do(RevealSeed(SEED.hex()), NoMoreBets())


@clause("12.1 Winning card")
def test_a_section_that_the_seed_did_not_give_is_found_out() -> None:
    driver = opened().do(Commit(commitment(SEED)), NoMoreBets(), Spin((section(SEED, 54) + 1) % 54))
    driver.do(Step("collect"), by=DEALER)
    with pytest.raises(BadInput, match="is not the one committed to"):
        driver.do(RevealSeed(SEED.hex()))


# --- Round files ------------------------------------------------------------------------------------------------------


def played(**file: Any) -> Report:
    return play_round({"game": TEXT, **file}).report


@clause("12.4(d)")
def test_a_round_file_of_several_spins_numbers_them_and_keeps_the_stand() -> None:
    report = played(
        seats={"2": {"player": "Ann"}, "1": {}},
        spins=[
            {"wagers": [{"seat": 1, "wager": "red", "amount": 100}], "result": "7h"},
            {"wagers": [{"seat": 2, "wager": "pair_in_two", "amount": 100, "cash": True}], "result": "7d", "why": "so"},
            {"result": "Jo"},
            {"wagers": [{"seat": 1, "wager": "suit", "suit": "H", "amount": 100}], "result": "2h"},
        ],
    )
    assert [(row.spin, row.seat, row.wager, row.result) for row in report.settled] == [
        (1, 1, "red", "win"),
        (2, 2, "pair_in_two", "win"),
        (4, 1, "suit", "win"),
    ]
    assert report.settled[2].on == "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    assert report.net == {"1": 400, "2": 1100}
    assert report.house == -1500
    brought = ["seven of hearts", "seven of diamonds", "joker", "two of hearts"]
    assert [(one.spin, one.words) for one in report.spins] == list(enumerate(brought, 1))


@clause("12.1 Winning card")
def test_a_report_says_which_section_came_to_rest_and_what_it_shows() -> None:
    file = {"posted": "Ah", "spins": [{"wagers": [{**WAGER, "wager": "split", "cards": "7c 7d"}], "result": "7c"}]}
    report = played(**file)
    (spin,) = report.spins
    section = sections(terms(TEXT).submission.wheel_order).index(WHEEL.parse("7c")[0])
    assert spin == SpinRow(1, section, "7c", "seven of clubs")
    session = open_session(TEXT, seed="demo")
    session.sit(1, "Ann")
    report = session.next_round({1: {"split:Ah As": 500, "single_rank:7": 100, "red": 100}})
    assert [(row.wager, row.on) for row in report.settled] == [
        ("split", "Ah As"),
        ("single_rank", "7c 7d 7h 7s"),
        ("red", ""),
    ]
    assert [one.card for one in report.spins] == [WHEEL.names[card] for card in session.table.at("stand").cards]


@clause("12.5(a)2", "12.5(a)3")
def test_a_place_may_be_named_with_its_cards_in_any_order() -> None:
    session = open_session(TEXT, seed="demo")
    session.sit(1, "Ann")
    report = session.next_round({1: {"split:ah as": 500, "corner:Kh As Ks Ah": 500, "double_rank:7 8": 500}})
    assert [row.on for row in report.settled] == ["Ah As", "Kh Ah Ks As", "7c 8c 7d 8d 7h 8h 7s 8s"]
    with pytest.raises(IllegalAction, match=r"because that place is written 'As Ah'") as refused:
        session.do(Bet(1, "split", 500, on="Ah As"))
    assert refused.value.clause == f"{TEXT}:12.5(a)2"
    with pytest.raises(IllegalAction, match="it goes on two cards that adjoin"):
        session.next_round({1: {"split:As Ad": 500}})


WAGER: dict[str, Any] = {"seat": 1, "wager": "red", "amount": 100}
SPIN: dict[str, Any] = {"wagers": [WAGER], "result": "7c"}


def with_wager(**changes: object) -> dict[str, Any]:
    return {"spins": [{**SPIN, "wagers": [{**WAGER, **changes}]}]}


BAD_FILES: list[tuple[dict[str, Any], str]] = [
    ({}, "a round needs the key 'spins'"),
    ({"spins": []}, "spins must be a list of one spin or more, not []"),
    ({"spins": {}}, "spins must be a list"),
    ({"spins": ["7c"]}, "spin 1 must be a table"),
    ({"spins": [{"wagers": []}]}, "spin 1 has no result"),
    ({"spins": [{**SPIN, "moon": 1}]}, "spin 1 has no key 'moon'"),
    ({"spins": [{**SPIN, "wagers": {}}]}, "spin 1: wagers must be a list, not {}"),
    ({"spins": [{**SPIN, "wagers": [3]}]}, "spin 1: a wager must be a table"),
    ({"spins": [{**SPIN, "result": "Zz"}]}, "'Zz' is not a card"),
    ({"spins": [{**SPIN, "result": "7c 8c"}]}, "spin 1: result must name one card, not '7c 8c'"),
    ({"spins": [{**SPIN, "result": 7}]}, "7 is not a list of cards"),
    ({"spins": [SPIN], "stack": "7c"}, "a round has no key 'stack'"),
    ({"spins": [SPIN], "hands": {}}, "a round has no key 'hands'"),
    ({"spins": [SPIN], "actions": []}, "a round has no key 'actions'"),
    ({"spins": [SPIN], "meters": {}}, "Pokette has no meters"),
    ({"spins": [SPIN], "posted": 7}, "posted must name cards, such as 'Ah Kd', not 7"),
    ({"spins": [SPIN], "posted": "7c 8c 9c"}, "posted names 3 cards; before a spin one or two are posted"),
    ({"spins": [{"result": "7c"}]}, "nobody is seated"),
    ({"spins": [SPIN], "seats": {}}, "nobody is seated"),
    ({"spins": [SPIN], "seats": {"1": {"ante": 100}}}, "seat 1 has no key 'ante'; its keys are player, why"),
    ({"spins": [SPIN], "seats": {"1": {"player": 3}}}, "seat 1: player must be a name, not 3"),
    ({"spins": [SPIN], "seats": {"9": {}}}, "seat '9' does not exist; the seats are 1 to 8"),
    ({"spins": [SPIN], "seats": {"2": {}}}, "nobody is seated at position 1"),
    (with_wager(seat=9), "seat '9' does not exist"),
    (with_wager(seat="first"), "spin 1: the seat of red must be a number, not 'first'"),
    (with_wager(amount=None), "spin 1: the amount of red must be a whole number of cents, not None"),
    (with_wager(amount=5), "seat 1: red $0.05 is not offered, because it takes $1 to $10,000"),
    (with_wager(wager="moon"), "spin 1: 'moon' is no wager; the wagers are single_card, split"),
    (with_wager(wager=["red", "black"]), "is no wager"),
    (with_wager(cards="Ah"), "spin 1: red has no key 'cards'"),
    (with_wager(cash=1), "spin 1: cash of red must be true or false, not 1"),
    (with_wager(wager="split"), "spin 1: split needs 'cards', in text such as 'Ah Ad', not None"),
    (with_wager(wager="split", cards=""), "spin 1: split needs 'cards'"),
    (with_wager(wager="split", cards="Ah Ah"), "Ah occurs too often"),
    (with_wager(wager="split", cards="Ah Zz"), "'Zz' is not a card"),
    (with_wager(wager="split", cards="Ah Kd"), "because it goes on two cards that adjoin on the layout"),
    (with_wager(wager="single_rank", rank="1"), "spin 1: single_rank: rank is written as in '7', not '1'"),
    (with_wager(wager="single_rank", rank="8 7"), "rank is written as in '7', not '8 7'"),
    (with_wager(wager="double_rank", ranks="8"), "ranks is written as in '8 7', not '8'"),
    (with_wager(wager="double_rank", ranks="A 2"), "ace and two are not adjacent"),
    (with_wager(wager="suit", suit="x"), "suit is written as in 'h', not 'x'"),
    (with_wager(wager="suit", suit="hd"), "suit is written as in 'h', not 'hd'"),
    (with_wager(wager="flush"), "it needs two posted cards of one suit, and none is posted"),
    (
        {"spins": [{**SPIN, "wagers": [WAGER, {**WAGER, "amount": 999_901}]}]},
        "because $1 lie there and $10,000 is the most",
    ),
    ({"spins": [{**SPIN, "at": "noon"}]}, "spin 1: at must be an hour in whole seconds since 1970, not 'noon'"),
]


@clause("12.4(a)", "12.4(d)")
@pytest.mark.parametrize(("file", "sentence"), BAD_FILES)
def test_a_round_file_that_could_not_have_happened_gets_one_sentence(file: dict[str, Any], sentence: str) -> None:
    with pytest.raises((BadInput, IllegalAction)) as refusal:
        played(**file)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
