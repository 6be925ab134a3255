"""A table in the terminal: what `legal` offers becomes a prompt, and nothing is drawn but what `view` shows."""

import hashlib
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console, RenderableType

from nomorebets.equipment.chance import SEED_BYTES, commitment, derived, dice, section, shuffled
from nomorebets.equipment.chance import number as displayed
from nomorebets.equipment.custody import Stage
from nomorebets.errors import BadInput
from nomorebets.rulebook.clauses import text
from nomorebets.rulebook.money import dollars
from nomorebets.table import engine
from nomorebets.table.actions import (
    Action,
    Bet,
    Commit,
    Decision,
    DrawNumber,
    Leave,
    NoMoreBets,
    Reveal,
    RevealSeed,
    SelectStack,
    Shake,
    Shuffle,
    Sit,
    Spin,
    Step,
    Withdraw,
)
from nomorebets.table.card_table import MOST_NUMBER, faultless
from nomorebets.table.events import Event, NumberDrawn, Settled
from nomorebets.table.game import Terms
from nomorebets.table.in_two import bank
from nomorebets.table.log import records, to_lines
from nomorebets.table.state import Phase, selected, wager_key
from nomorebets.table.view import HIDDEN, View, view
from nomorebets.terminal import drawing
from nomorebets.terminal.choices import COMMANDS, Choice, cents, gathered, keyed, picked, quoted
from nomorebets.terminal.drawing import number, signed, span, spoken, symbolic
from nomorebets.terminal.layout_bets import LayoutBets
from nomorebets.terminal.setting_screen import SettingScreen

YOU = "you"
POSTED = "Posted"
DISCARDED = "Discarded by the dealer"
LEAST_BANKROLL, MOST_BANKROLL = 100, 10**11


def play(terms: Terms, console: Console, *, seed: str | None, positions: int, bankroll: int, log: str | None) -> None:
    """Sit down, play until the money or the wish to play runs out, and say goodbye."""
    most = min(terms.submission.positions_per_player, terms.submission.positions)
    if not 1 <= positions <= most:
        number_of = f"1 to {most} positions" if most > 1 else "one position"
        raise BadInput(f"you can play at {number_of} of this table, not {positions}", terms.cites["adjacent"])
    if not LEAST_BANKROLL <= bankroll <= MOST_BANKROLL:
        raise BadInput(f"a bankroll is {span(LEAST_BANKROLL, MOST_BANKROLL)}, not {dollars(bankroll)}")
    if not console.encoding.startswith("utf"):
        raise BadInput(f"cards cannot be drawn in {console.encoding}; the terminal has to speak UTF-8")
    session = Session(terms, console, seed, bankroll, log)
    session.welcome()
    try:
        session.sit(positions)
        while session.can_play():
            session.round()
    except (EOFError, KeyboardInterrupt):
        console.print()
    session.leave()
    session.farewell()


class Session:
    """One player at one table, from sitting down to standing up."""

    def __init__(self, terms: Terms, console: Console, words: str | None, bankroll: int, log: str | None) -> None:
        self.terms = terms
        self.console = console
        self.words = words
        self.brought = bankroll
        self.log = Path(log) if log is not None else None
        self.logged = 0
        self.seeds: dict[str, str] = {}  # commitment -> seed
        self.last: list[Bet] = []
        self.habit: dict[str, int] = {}  # wager -> what was last done about it
        self.settled: list[Settled] = []
        self.told_of = 0  # how many of these have been shown
        self.drawn: dict[str, tuple[str, ...]] = {}
        self.table, events = engine.open_table(terms)
        self.write(events, mode="w")

    # --- The table ---

    @property
    def seen(self) -> View:
        return view(self.table, YOU)

    @property
    def bankroll(self) -> int:
        return self.brought + self.seen.balance

    def do(self, action: Action) -> None:
        self.table, events = engine.play(self.table, action)
        self.write(events)
        self.settled += [event for event in events if isinstance(event, Settled)]
        for event in events:
            if isinstance(event, NumberDrawn):
                self.say(f"The number is {event.number}.")
        self.look()

    def write(self, events: Sequence[Event], mode: str = "a") -> None:
        """Keep the log, if there is one; it is closed after every action, so that it is whole whatever happens."""
        if self.log is None:
            return
        try:
            with self.log.open(mode, encoding="utf-8") as file:
                file.write(to_lines(records(events, self.terms, after=self.logged)))
        except OSError as error:
            raise BadInput(f"{self.log} cannot be written: {error.strerror}") from None
        self.logged += len(events)

    def routine(self) -> None:
        """The dealer's duties, until it is for the player to act."""
        while offer := engine.duty(self.table):
            self.wait_for(offer.action)
            self.do(self.supplied(offer.action))

    def wait_for(self, action: Action) -> None:
        """Before a step that people want to see coming: what is settled by now, and a moment to look at it."""
        coming = self.terms.game.pauses.get(action.step) if isinstance(action, Step) else None
        if coming and self.table.remaining():
            self.tell_settled()
            self.ask(f"[dim]Enter to[/] {coming}", [])

    def supplied(self, action: Action) -> Action:
        """A duty with the chance that it needs."""
        match action:
            case Shuffle():
                seed = self.draw()
                order = shuffled(seed, len(self.terms.game.pieces.names))
                return replace(action, stack=order, commitment=commitment(seed))
            case Commit():
                return replace(action, commitment=commitment(self.draw()))
            case Shake():
                seed = bytes.fromhex(self.seeds[self.table.in_play.commitment])
                return replace(action, dice=dice(seed, self.table.shakes))
            case DrawNumber():
                seed = bytes.fromhex(self.seeds[self.table.in_play.commitment])
                return replace(action, number=displayed(seed, MOST_NUMBER))
            case Spin():
                seed = bytes.fromhex(self.seeds[self.table.commitment])
                return replace(action, section=section(seed, len(self.terms.game.pieces.names)))
            case SelectStack():
                return self.first_stack(action)
            case RevealSeed():
                return replace(action, seed=self.seeds[self.table.unrevealed.commitment])
        return faultless(self.table, action)

    def draw(self) -> bytes:
        """A fresh seed, or with words given the next that belongs to them; kept until it is to be revealed."""
        if self.words is None:
            seed = secrets.token_bytes(SEED_BYTES)
        else:
            given = hashlib.sha256(self.words.encode("utf-8", "surrogateescape")).digest()
            seed = derived(given, f"round {len(self.seeds) + 1}")
        self.seeds[commitment(seed)] = seed.hex()
        return seed

    def choices(self, kind: type[Bet] | type[Decision]) -> list[Choice]:
        """What is offered to the player now, of one kind."""
        found = []
        for offer in self.seen.offers:
            match offer.action:
                case Bet(cash=True):
                    continue  # people at a terminal have chips
                case (Bet(wager=name) | Decision(do=name)) as action if isinstance(action, kind):
                    name = wager_key(name, action.on) if isinstance(action, Bet) else name
                    least, most = action.amount, max(action.amount, offer.most)
                    remark = self.terms.game.remark(self.table, action)
                    found.append(Choice(spoken(name), action, least, most, offer.clause, remark=remark))
        return [self.told_apart(choice) for choice in gathered(found)]

    def told_apart(self, choice: Choice) -> Choice:
        """A way to set a hand is named after what it makes of it."""
        if isinstance(choice.action, Decision) and choice.action.cards:
            hand = self.table.seats[choice.action.seat].hand
            return choice._replace(name=self.in_two(hand, choice.action.cards))
        return choice

    def in_two(self, hand: Sequence[int], low: Sequence[int]) -> str:
        """A hand that is set in two, with what each part is worth."""
        game = self.terms.game
        high = tuple(piece for piece in hand if piece not in low)
        parts = []
        for part in (high, low):
            names = [game.pieces.names[piece] for piece in part]
            shown = " ".join(map(symbolic, drawing.ranked(names) if game.by_rank else names))
            parts.append(f"{shown} {game.told(tuple(part))}")
        return " over ".join(parts)

    def ordered(self, hand: Sequence[str]) -> list[str]:
        """A hand as people sort theirs in this game."""
        return drawing.ranked(hand) if self.terms.game.by_rank else drawing.ordered(hand, self.terms.game.pieces)

    def within_reach(self, choices: Iterable[Choice]) -> list[Choice]:
        """The choices that the bankroll covers, as far as it covers them."""
        near = []
        for choice in choices:
            if choice.least > self.bankroll:
                least = f"{choice.name} ({dollars(choice.least)} at least)"
                self.say(f"Your {dollars(self.bankroll)} cannot cover {least}, so it is not offered.")
            else:
                near.append(choice._replace(most=min(choice.most, self.bankroll)))
        return near

    # --- A visit ---

    def welcome(self) -> None:
        game = self.terms.game
        self.console.print(f"\n[bold]{game.name}[/] · play money only · [bold]h[/] for help")
        self.console.print(f"{game.summary}\nBy {text(game.key).title}.\n", markup=False)

    def sit(self, positions: int) -> None:
        self.routine()
        for seat in range(1, positions + 1):
            self.do(Sit(seat, YOU))
        self.routine()

    def can_play(self) -> bool:
        limits = self.seen.limits
        required = self.terms.required or min(limits, key=lambda wager: limits[wager][0])
        least = limits[required][0]
        if self.bankroll < least:
            what = self.terms.required or "wager"
            self.say(f"Your {dollars(self.bankroll)} cannot cover the least {what} of {dollars(least)}.")
        return self.bankroll >= least

    def round(self) -> None:
        before = self.bankroll
        for offer in self.seen.offers:
            if isinstance(offer.action, Commit):
                self.do(self.supplied(offer.action))
        self.heading()
        self.bank()
        if self.table.bank.seat:
            self.say("You bank this round.")
            for choice in self.wagers():
                self.take(choice, 0, "Enter: none")
        elif any(isinstance(offer.action, Bet) and offer.action.on for offer in self.seen.offers):
            LayoutBets(self).take_all()
        else:
            self.bet()
        self.cut()
        self.console.print("[bold]No more bets.[/]\n")
        self.settled, self.told_of = [], 0
        self.do(NoMoreBets())
        self.routine()
        while self.table.phase != Phase.BETTING:
            self.decide_or_go_on()
            self.routine()
        self.report(self.bankroll - before)

    def cut(self) -> None:
        """Where it had to be known who banks before the cut is made, it is made now."""
        if self.table.in_play.stage == Stage.UNCUT:
            self.routine()
            self.aside(f"cut at {self.table.in_play.order.index(self.table.in_play.stack[0])}")

    def leave(self) -> None:
        """Take back what may be taken back and stand up; once the bets are closed they stay where they are."""
        while going := [offer.action for offer in self.seen.offers if isinstance(offer.action, Withdraw | Leave)]:
            self.do(going[0])
        lying = sum(seat.chips[wager] for seat in self.table.playing() for wager in seat.lying)
        if lying:
            self.say(f"You leave {dollars(lying)} on the layout.")

    def farewell(self) -> None:
        rounds = f"{self.table.rounds} round{'' if self.table.rounds == 1 else 's'}"
        net = signed(self.bankroll - self.brought)
        self.console.print(f"{rounds}, net {net}, bankroll {dollars(self.bankroll)}.  Thank you for playing.")

    # --- Bets and decisions ---

    def bank(self) -> None:
        """Where the bank is offered, take it or pass; a bank with nobody else at the table plays against the dealer."""
        while choices := {choice.name: choice for choice in self.choices(Decision)}:
            if wager := choices.get(spoken(bank.DEALER_WAGER)):
                amount = self.amount(wager, wager.most, f"Enter: {dollars(wager.most)}")
                if amount:
                    return self.do(replace(wager.action, amount=amount))
                self.say("Nobody else is at the table, so the dealer has to wager against you.")
            else:
                passing = choices.pop(bank.PASS)
                choices.pop(spoken(bank.CO_BANK), None)
                self.decide([*choices.values()], passing.action, "Enter to pass")
        return None

    def decide_or_go_on(self) -> None:
        """Put the next seat's choices to the player; where the dealer may reveal at any time, Enter goes on to that."""
        choices = self.choices(Decision)
        going_on = Reveal() if engine.offered(self.table, Reveal()) else None
        if choices:
            ours = [one for one in choices if one.action.seat == choices[0].action.seat]
            if any(one.name == "set" and one.ways for one in ours):
                SettingScreen(self, choices[0].action.seat).take()
            else:
                self.decide(ours, going_on, "Enter to go on")
        elif going_on:
            self.do(going_on)

    def first_stack(self, action: SelectStack) -> SelectStack:
        """Ask the bank which stack is delivered first."""
        most = len(self.table.stacks)
        while answer := self.ask(f"Which stack first? [dim](1 to {most} · Enter: 1)[/]", []):
            if answer.isdecimal() and 1 <= int(answer) <= most:
                return replace(action, stack=int(answer))
            self.say(f"{quoted(answer)} is not a stack; type 1 to {most}.")
        return action

    def bet(self) -> None:
        """Ask for every wager on offer; Enter at the first one repeats the bets of the last round."""
        again = self.repeatable()
        while not self.table.playing():
            for choice in self.wagers():
                usual = None if again else self.usual(choice)
                amount = self.amount(choice, usual, self.hint(choice, usual))
                if amount is None:
                    for bet in again:
                        self.do(bet)
                    return
                again = []
                self.habit[choice.name] = amount
                if amount:
                    self.do(replace(choice.action, amount=amount))
                if choice.name == spoken(self.terms.required):
                    self.bet_on_numbers(choice.action.seat)
            if not self.table.playing():
                self.say("Without a wager no cards are dealt; q leaves the table.")
        self.remember()

    def take(self, choice: Choice, usual: int, hint: str) -> None:
        """Ask for one wager, and place it."""
        amount = self.amount(choice, usual, hint)
        if amount:
            self.do(replace(choice.action, amount=amount))

    def series(self, seat: int) -> dict[str, Choice]:
        """The wagers at a seat that are named by their number alone."""
        ours = [one for one in self.choices(Bet) if one.action.seat == seat and self.in_series(one)]
        return {choice.name.split()[-1]: choice for choice in ours}

    def in_series(self, choice: Choice) -> bool:
        return any(wager.series and spoken(wager.name) == choice.name for wager, *_ in self.terms.wagers)

    def bet_on_numbers(self, seat: int) -> None:
        """As many numbers as one likes, each with its amount, until Enter."""
        while choices := self.series(seat):
            first = next(iter(choices.values()))
            prompt = f"{first.name.rpartition(' ')[0]} wager: number and amount, such as {first.name.split()[-1]} 5"
            answer = self.ask(f"{prompt} [dim](Enter: no more)[/]", [first])
            if not answer:
                break
            word, _, rest = answer.partition(" ")
            if word not in choices:
                self.say(f"{quoted(word)} is not a number to wager on; those are {', '.join(choices)}.")
            elif amount := self.stated(choices[word], rest):
                self.do(replace(choices[word].action, amount=amount))

    def remember(self) -> None:
        """Keep the bets that lie on the layout, to be made again."""
        self.last = [
            Bet(seat.number, wager, amount, on=on)
            for seat in self.table.playing()
            for key, amount in seat.chips.items()
            for wager, on in [selected(key)]
        ]

    def repeatable(self) -> list[Bet]:
        """The bets of the last round, if they can be afforded once more."""
        total = sum(bet.amount for bet in self.last)
        if total <= self.bankroll:
            return self.last
        self.say(f"The same bets again would be {dollars(total)}; you have {dollars(self.bankroll)}.")
        return []

    def wagers(self) -> Iterator[Choice]:
        """Every wager once; which are on offer depends on those placed before."""
        for seat in self.seen.seats:
            asked: set[str] = set()
            while fresh := [one for one in self.choices(Bet) if one.action.seat == seat and one.name not in asked]:
                asked.add(fresh[0].name)
                if self.in_series(fresh[0]):
                    continue
                yield from self.within_reach(fresh[:1])

    def usual(self, choice: Choice) -> int:
        """What Enter bets: the same as last time, or else no more than it takes to be dealt to."""
        first = self.terms.required or self.terms.wagers[0][0].name
        otherwise = choice.least if choice.name == spoken(first) else 0
        usual = self.habit.get(choice.name) or otherwise
        return usual if usual <= choice.most else otherwise

    def hint(self, choice: Choice, usual: int | None) -> str:
        if usual is None:
            return f"Enter: same bets again, {dollars(sum(bet.amount for bet in self.last))}"
        if not usual:
            return "Enter: none · y: yes" if choice.least == choice.most else "Enter: none"
        return f"Enter: {dollars(usual)}" + ("" if choice.name == spoken(self.terms.required) else " · 0: none")

    def decide(self, choices: Sequence[Choice], enter: Action | None, hint: str) -> None:
        """Put the choices of one seat to the player until one is taken, or what Enter stands for."""
        keys = keyed(self.within_reach(choices))
        words = {choice.name: choice for choice in keys.values()} | keys
        self.show(drawing.offers({key: (choice.words, choice.clause) for key, choice in keys.items()}))
        named = " or ".join([*keys, hint] if enter else keys)
        while True:
            answer = self.ask(f"{self.place(choices[0].action.seat)} [dim]({named})[/]", choices)
            if enter and not answer:
                return self.do(enter)
            word, _, rest = (answer, "", "") if answer in words else answer.partition(" ")
            if word not in words:
                self.say(f"{quoted(answer)} is not on offer; type {named}, or h for help.")
            elif action := self.completed(words[word], rest):
                return self.do(action)

    def completed(self, choice: Choice, answer: str) -> Action | None:
        """The decision with the amount or the cards that go with it; None after second thoughts."""
        if choice.ways:
            cards = self.selection(choice, answer)
            return replace(choice.action, cards=cards) if cards else None
        amount = self.staked(choice, answer)
        return None if amount is None else replace(choice.action, amount=amount)

    def selection(self, choice: Choice, answer: str) -> tuple[int, ...]:
        """The cards that an answer names, asked for where it names none; nothing after second thoughts."""
        pieces = self.terms.game.pieces
        held = {pieces.names[card]: card for card in sorted({card for way in choice.ways for card in way})}
        example = " ".join(name.lower() for name in held if held[name] in choice.ways[0])
        prompt = f"{choice.name} {choice.takes} {pieces.name}s [dim](such as {example} · Enter: back)[/]"
        asked = not answer
        while answer := answer or self.ask(prompt, [choice]):
            cards, unknown = picked(answer, held)
            if cards in choice.ways and not unknown:
                return cards
            if unknown:
                self.say(f"{quoted(unknown)} is not one {pieces.name} of {' '.join(held)}.")
            else:
                takes = f"{choice.takes} {pieces.name}s, not {len(cards)}"
                self.say(f"{choice.name} takes {takes} ({number(choice.clause)}).")
            if not asked:
                break
            answer = ""
        return ()

    def staked(self, choice: Choice, answer: str) -> int | None:
        """The amount that goes with a decision, asked for where there is a choice; None after second thoughts."""
        amount: int | None = choice.least
        if answer:
            amount = self.stated(choice, answer)
        elif choice.most > choice.least:
            hint = f"Enter: {dollars(choice.least)} · m: the most, {dollars(choice.most)} · 0: back"
            amount = self.amount(choice, choice.least, hint)
        return None if amount == 0 < choice.least else amount

    def amount(self, choice: Choice, enter: int | None, hint: str) -> int | None:
        """Ask until an amount within bounds is stated, or 0; Enter stands for what the hint says."""
        place = f"{self.place(choice.action.seat)}: " if len(self.seen.seats) > 1 else ""
        while answer := self.ask(f"{place}{choice.words} [dim]({hint})[/]", [choice]):
            amount = self.stated(choice, answer)
            if amount is not None:
                return amount
        return enter

    def stated(self, choice: Choice, answer: str) -> int | None:
        """The amount that an answer states, or one sentence about what is wrong with it."""
        amount = {"m": choice.most, "y": choice.least}.get(answer, cents(answer))
        if amount is None:
            self.say(f"{quoted(answer)} is not an amount; type dollars, such as 10 or 12.50.")
        elif amount == 0 or choice.least <= amount <= choice.most:
            return amount
        elif amount > self.bankroll:
            self.say(f"{dollars(amount)} is more than the {dollars(self.bankroll)} you have.")
        else:
            takes = span(choice.least, choice.most)
            self.say(f"{choice.name} takes {takes}, not {dollars(amount)} ({number(choice.clause)}).")
        return None

    # --- Talking ---

    def ask(self, prompt: str, choices: Iterable[Choice]) -> str:
        """The next answer that is not a command; commands are carried out at once."""
        while True:
            answer = self.read(f"{prompt} › ")
            match COMMANDS.get(answer):
                case "?":
                    self.why(choices)
                case "p":
                    self.show(drawing.posted(self.seen, self.terms))
                case "h":
                    self.show(*drawing.help_(self.terms.game))
                case "q":
                    raise EOFError
                case _:
                    return answer

    def read(self, prompt: str) -> str:
        try:
            answer = self.console.input(prompt)
        except UnicodeDecodeError:
            answer = "\N{REPLACEMENT CHARACTER}"
        except (OSError, RuntimeError):
            raise EOFError from None  # the terminal is gone, or there never was one
        if not sys.stdin.isatty():
            self.console.print(answer, markup=False)  # so that what a script played can be read
        return answer.strip().lower()

    def say(self, sentence: str) -> None:
        self.console.print(sentence, style="yellow", markup=False)

    def aside(self, line: str) -> None:
        """A dim line in one piece, because seeds and commitments are there to be copied."""
        self.console.print(line, style="dim", markup=False, soft_wrap=True)

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def place(self, seat: int) -> str:
        return f"Seat {seat}" if len(self.seen.seats) > 1 else "You"

    def heading(self) -> None:
        """How things stand before the bets, with the commitment to what was shuffled."""
        seen, deck = self.seen, self.table.in_play
        self.console.rule(f"[bold]Round {seen.round}[/]", align="left", style="dim")
        self.show(drawing.heading(seen, self.bankroll))
        done = "the next spin is decided"
        if deck.order:
            cut = deck.order.index(deck.stack[0])
            done = f"shuffled{f' and cut at {cut}' if cut else ''}"
        self.aside(f"{done}; to check the seed with later:")
        self.aside(f"hash {seen.commitment}")

    def look(self) -> None:
        """Draw the hands that are new or have been turned up."""
        seen = self.seen
        hands = {POSTED: seen.stand, DISCARDED: seen.discarded, "Dealer": seen.dealer} | {
            self.place(number): seat.cards for number, seat in seen.seats.items()
        }
        chips = {self.place(number): seat.chips for number, seat in seen.seats.items()}
        lows = {"Dealer": seen.dealer_low} | {self.place(number): seat.low for number, seat in seen.seats.items()}
        packs = {f"Pack {number}": cards for number, cards in seen.packs.items() if HIDDEN not in cards}
        for name, cards in packs.items():
            if name not in self.drawn:
                together = {whose: self.told((*hand, *cards)) for whose, hand in reversed(hands.items()) if hand}
                self.show(*drawing.pack(name, cards, together, self.console.width))
        for name, hand in hands.items():
            if hand and hand != self.drawn.get(name) and not self.drawn_later(name, lows):
                told, ordered = self.told(hand, lows.get(name, ())), self.ordered(hand)
                if name == POSTED:
                    told, ordered = f"the wheel brought {symbolic(hand[-1])}", list(hand)
                elif name == DISCARDED:
                    told = ""
                self.show(*drawing.hand(name, told, chips.get(name, {}), ordered, self.console.width))
        self.drawn = hands | packs

    def drawn_later(self, name: str, lows: Mapping[str, Sequence[str]]) -> bool:
        """A hand that is set by keys is drawn with them when its turn comes."""
        game = self.terms.game
        return game.by_rank and game.in_two is not None and name not in ("Dealer", POSTED) and not lows.get(name)

    def told(self, hand: Sequence[str], low: Sequence[str] = ()) -> str:
        """A hand in the game's own words, if all of it can be seen; one card may be posted more than once."""
        game = self.terms.game
        if HIDDEN in hand:
            return ""
        if not low:
            return game.told(tuple(game.pieces.parse(name)[0] for name in hand))
        pieces = game.pieces.parse(" ".join(hand))
        return self.in_two(pieces, game.pieces.parse(" ".join(low), among=pieces))

    def report(self, net: int) -> None:
        """What became of the round, and the seed to check its shuffle with."""
        self.tell_settled()
        self.show(drawing.result(net, self.bankroll))
        self.aside(f"seed {self.seen.seed}\n")

    def tell_settled(self) -> None:
        """What became of the wagers that were settled since this was last told."""
        fresh = self.settled[self.told_of :]
        self.told_of = len(self.settled)
        if fresh:
            self.show(drawing.settlement(fresh, seats=len(self.seen.seats) > 1))

    def why(self, choices: Iterable[Choice]) -> None:
        """The clauses behind what was just settled and what is on offer."""
        settled = [(f"{spoken(one.wager)}: {one.result}", one.clause) for one in self.settled]
        reasons = [*settled, *((choice.words, choice.clause) for choice in choices)]
        if not reasons:
            self.say("Nothing is settled yet, and there is nothing to decide.")
        self.show(*drawing.reasons(reasons))
