"""A visit to a table in the terminal: the player's offers become prompts, and nothing is drawn but what views show."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from rich.console import Console

from nomorebets.errors import BadInput
from nomorebets.rounds.asking import Rules
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import dollars
from nomorebets.table.actions import Action, Bet, Decision, Leave, NoMoreBets, Sit, Withdraw
from nomorebets.table.entries import Entry
from nomorebets.table.game import Terms
from nomorebets.table.in_two.bank import BANK, Bank
from nomorebets.table.offers import Offer
from nomorebets.table.posted import posted
from nomorebets.table.roles import SYSTEM, Actor
from nomorebets.table.view import View
from nomorebets.terminal import on_request, tile_ranks
from nomorebets.terminal.betting import Betting
from nomorebets.terminal.choices import Choice, choices
from nomorebets.terminal.coach import coach
from nomorebets.terminal.deciding import decide_or_go_on, do_duty, offer_bank
from nomorebets.terminal.hands import held, in_two
from nomorebets.terminal.house import YOU, Clock, House, wall_clock
from nomorebets.terminal.layout_bets import LayoutBets
from nomorebets.terminal.saying import signed, span
from nomorebets.terminal.screen import Screen
from nomorebets.terminal.talking import Talk

LEAST_BANKROLL, MOST_BANKROLL = 100, 10**11
LEAST_WIDTH = 40  # columns of a terminal in which seven cards lie side by side


def play(
    terms: Terms,
    console: Console,
    *,
    seed: str | None,
    positions: int,
    bankroll: int,
    log: str | None,
    clock: Clock = wall_clock,
) -> None:
    """Sit down, play until the money or the wish to play runs out, and say goodbye."""
    most = min(terms.submission.positions_per_player, terms.submission.positions)
    if not 1 <= positions <= most:
        number_of = f"1 to {most} positions" if most > 1 else "one position"
        raise BadInput(f"you can play at {number_of} of this table, not {positions}", terms.cites["adjacent"])
    if not LEAST_BANKROLL <= bankroll <= MOST_BANKROLL:
        raise BadInput(f"a bankroll is {span(LEAST_BANKROLL, MOST_BANKROLL)}, not {dollars(bankroll)}")
    if not console.encoding.startswith("utf"):
        raise BadInput(f"cards cannot be drawn in {console.encoding}; the terminal has to speak UTF-8")
    if console.width < LEAST_WIDTH:
        raise BadInput(f"a table needs {LEAST_WIDTH} columns; this terminal has {console.width}")
    session = Session(House(terms, words=seed, log=log, clock=clock), Talk(console), bankroll)
    session.welcome()
    try:
        session.sit(positions)
        while session.can_play():
            session.play_round()
    except (EOFError, KeyboardInterrupt):
        console.print()
    session.leave()
    session.say_goodbye()


class Session:
    """One player at one table, from sitting down to standing up."""

    def __init__(self, house: House, talk: Talk, bankroll: int) -> None:
        self.house = house
        self.posted = posted(house.terms)
        self.rules = Rules(house.terms)
        self.talk = talk
        self.screen = Screen(self.posted, talk, self.rules)
        self.passed: set[int] = set()  # seats that were asked in this round, and went on
        self.warned: set[int] = set()  # seats that were told what they would forfeit
        self.brought = bankroll
        self.betting = Betting(self)
        talk.commands = {
            "?": self.screen.explain,
            "c": lambda choices: coach(self, choices),
            "p": lambda _choices: talk.show(on_request.posted(self.seen, self.posted)),
            "ranks": lambda _choices: self.tell_ranks(),
            "h": lambda _choices: talk.show(*on_request.help_(self.posted)),
        }

    # --- The table as the player sees it ---

    @property
    def seen(self) -> View:
        return self.house.view

    @property
    def bankroll(self) -> int:
        return self.brought + self.seen.balance

    @property
    def has_wagered(self) -> bool:
        return any(seat.chips for seat in self.seen.seats.values())

    @property
    def lying(self) -> int:
        """What lies on the layout and is still to be settled."""
        return sum(sum(seat.lying.values()) for seat in self.seen.seats.values())

    @property
    def is_bank(self) -> bool:
        bank = self.seen.own.get(BANK)
        return isinstance(bank, Bank) and bank.seat in self.seen.seats

    def choices(self, kind: type[Bet] | type[Decision]) -> list[Choice]:
        """What is offered to the player now, of one kind."""
        return [self.tell_apart(choice) for choice in choices(self.seen, kind, self.posted.pieces)]

    def tell_apart(self, choice: Choice) -> Choice:
        """A way to set a hand is named after what it makes of it."""
        if not isinstance(choice.action, Decision) or not choice.action.cards:
            return choice
        laid = self.rules.laid(held(self.seen, choice.action.seat), choice.action.cards)
        return choice._replace(name=in_two(self.posted, laid))

    def within_reach(self, choices: Iterable[Choice]) -> list[Choice]:
        """The choices that the bankroll covers, as far as it covers them."""
        near = []
        for choice in choices:
            if choice.least > self.bankroll:
                least = f"{choice.name} ({dollars(choice.least)} at least)"
                self.talk.say(f"Your {dollars(self.bankroll)} cannot cover {least}, so it is not offered.")
            else:
                near.append(choice._replace(most=min(choice.most, self.bankroll)))
        return near

    # --- What is done at it ---

    def do(self, action: Action, by: Actor = YOU) -> None:
        self.follow(self.house.act(action, by))

    def follow(self, entry: Entry | None) -> None:
        if entry:
            self.screen.follow(entry, self.seen)

    def go_on(self) -> None:
        """What the house does, until it is for the player to act."""
        while self.house.overdue() or (self.seen.awaited and self.seen.awaited.step):
            own = self.own_duty()
            if own:
                self.do(do_duty(self, own))
            else:
                self.wait()
                self.follow(self.house.deal_on())

    def own_duty(self) -> Offer | None:
        """What the player has to do at a seat before play goes on."""
        for offer in self.seen.offers:
            if offer.duty and offer.action.seat:  # type: ignore[union-attr]
                return offer
        return None

    def wait(self) -> None:
        """Before a step that people want to see coming: what is settled by now, and a moment to look at it."""
        step = self.seen.awaited.step if self.seen.awaited else ""
        coming = self.posted.awaited.get(step)
        if coming and self.lying:
            self.screen.tell_settled(self.seen)
            self.talk.ask(f"[dim]Enter to[/] {coming}", [])

    # --- A visit ---

    def tell_ranks(self) -> None:
        if self.posted.piece == "tile":
            self.talk.show(tile_ranks.ranking())
        else:
            self.talk.say(f"Hands are told in words as they lie; `nmb rules {self.posted.game}` has their order.")

    def welcome(self) -> None:
        hanging, console = self.posted, self.talk.console
        console.print(f"\n[bold]{hanging.name}[/] · play money only · [bold]h[/] for help")
        console.print(f"{hanging.summary}\nBy {text(hanging.game).title}.\n", markup=False)

    def sit(self, positions: int) -> None:
        self.go_on()
        for seat in range(1, positions + 1):
            self.do(Sit(seat, YOU.name))
        self.go_on()

    def can_play(self) -> bool:
        limits = self.posted.limits
        required = self.posted.required or min(limits, key=lambda wager: limits[wager][0])
        least = limits[required][0]
        if self.bankroll < least:
            what = self.posted.required or "wager"
            self.talk.say(f"Your {dollars(self.bankroll)} cannot cover the least {what} of {dollars(least)}.")
        return self.bankroll >= least

    def play_round(self) -> None:
        before, number = self.bankroll, self.seen.round
        self.passed, self.warned = set(), set()
        self.follow(self.house.commit())
        self.screen.open_round(self.seen, self.bankroll)
        self.bet()
        self.go_on()  # the cut, where it had to be known first who banks; other cards, where these are due
        self.screen.tell_commitment(self.seen)
        self.screen.close_bets()
        self.do(NoMoreBets(), by=SYSTEM)
        self.go_on()
        while self.seen.round == number:
            decide_or_go_on(self)
            self.go_on()
        self.screen.close_round(self.seen, self.bankroll - before, self.bankroll)

    def bet(self) -> None:
        """Take the bank or bet against it: on a layout, or wager by wager."""
        offer_bank(self)
        if self.is_bank:
            self.talk.say("You bank this round.")
            self.betting.take_beside_the_bank()
        elif self.posted.layout:
            LayoutBets(self).take_all()
        else:
            self.betting.take_all()

    def leave(self) -> None:
        """Take back what may be taken back and stand up; once the bets are closed they stay where they are."""
        while going := next(self.going(), None):
            self.do(going)
        if self.lying:
            self.talk.say(f"You leave {dollars(self.lying)} on the layout.")

    def going(self) -> Iterator[Withdraw | Leave]:
        """What may be taken back, and the seats that may be given up."""
        for offer in self.seen.offers:
            match offer.action:
                case Withdraw() as action:
                    yield from (replace(action, wager=wager) for wager in self.seen.selectable(offer))
                case Leave() as action:
                    yield action

    def say_goodbye(self) -> None:
        rounds = self.seen.round - 1
        played = f"{rounds} round{'' if rounds == 1 else 's'}"
        net = signed(self.bankroll - self.brought)
        self.talk.console.print(f"{played}, net {net}, bankroll {dollars(self.bankroll)}.  Thank you for playing.")
