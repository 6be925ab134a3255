/** Every sentence of the table pages, in one place, so that other languages can follow. */
import { money, spoken } from "../money.js";

const isFew = (/** @type {string[]} */ words) => words.length > 1;

export const FURNITURE = {
  against: (/** @type {number} */ cents) => `The dealer wagers ${money(cents)} against the bank`,
  drop: "DROP", tips: "TIPS", shoe: "Shoe", discards: "Discards", shaker: "Shaker", dead: "DEAD HAND", high: "HIGH", low: "LOW",
  faceUp: "face up", gone: "discarded", turned: "turned up", packs: "The packs",
  stub: (/** @type {number} */ left) => `Stub, ${left}`,
  pack: (/** @type {number} */ n) => `Pack ${n}`,
  total: (/** @type {number} */ total, /** @type {number} */ first) => `${total}: seat ${first} first`,
  dice: (/** @type {number[]} */ dice, /** @type {number} */ first) => `Dice ${dice.join(", ")}${first ? `: seat ${first} is first` : ""}`,
  dealers: "The dealer’s hand",
  holds: (/** @type {string} */ words) => `The dealer’s hand: ${words}`,
};

export const PLAN = {
  table: (/** @type {string} */ title) => `${title}, the table`,
  dealer: (/** @type {string[]} */ words) => `Dealer: ${isFew(words) ? words.join(" over ") : words[0]}`,
  house: "HOUSE",
  raises: [["2, 3, 4 card", "= ante"], ["5 card", "to 2 × ante"], ["6, 7 card", "to 3 × ante"]],
  take: (/** @type {number} */ seat) => `Take seat ${seat}`,
  open: (/** @type {number} */ seat) => `${seat} · Open`,
  lost: "lost",
  area: (/** @type {string} */ wager, /** @type {number} */ seat, /** @type {number} */ cents, /** @type {number} */ coupon) => `${wager}, seat ${seat}${cents ? `, ${spoken(cents)}` : ""}${coupon ? ` and a coupon of ${spoken(coupon)}` : ""}`,
  add: (/** @type {string} */ words, /** @type {number} */ chip) => `${words}: add ${money(chip)}`,
  notNow: (/** @type {string} */ words) => `${words}: not now, why?`,
};

/** @type {Record<string, string>} */
export const OFFERS = {
  set: "Set the hands", house_way: "House way", co_bank: "Co-bank", pass: "Pass the bank", bank: "Bank", dealer_wager: "The dealer wagers", Cut: "Cut at", SelectStack: "Choose a stack",
  stand: "Stand", force: "Force the dealer", exchange: "Exchange", buy: "Buy", declare: "Declare", play: "Play", surrender: "Surrender",
};

export const DECIDING = {
  undeclared: { label: "Declare it", heading: "You have not declared", gist: "What is not declared before a further card is dealt is forfeited. Choose again to go on all the same." },
  fewer: (/** @type {number} */ least, /** @type {number} */ most) => `Choose ${least} to ${most} cards`,
  less: "Less", more: "More",
  why: (/** @type {string} */ clause) => `${clause}, why?`,
  wins: (/** @type {number} */ cents) => `can win ${money(cents)}`,
  winsUpTo: (/** @type {number} */ cents) => `can win up to ${money(cents)}`,
  costs: (/** @type {number} */ cents) => `costs ${money(cents)}`,
  free: "costs nothing",
};

export const WHY = {
  why: "Why?", label: "Not now", payout: "Why this payout?", refused: "Not on offer", wasRefused: "That was refused", dealerSays: "The dealer says",
  range: (/** @type {number} */ least, /** @type {number} */ most) => `${money(least)} to ${money(most)}`,
  your: (/** @type {string} */ wager) => `Your ${wager.toLowerCase()}`,
  hand: "Your hand", offered: "Offered", lies: "There lies", limits: "Posted limits", wager: "Your wager", odds: "Odds", paid: "Paid", back: "Wager returned", commission: "Commission",
  may: (/** @type {string} */ name, /** @type {string} */ range) => `You may ${name} ${range}`.trim(),
  needs: (/** @type {string} */ wager, /** @type {string} */ other) => `${wager} needs ${/^[aeiou]/i.test(other) ? "an" : "a"} ${other.toLowerCase()} first`,
  most: (/** @type {string} */ wager) => `No more can be put on ${wager.toLowerCase()}`,
  notNow: (/** @type {string} */ wager) => `${wager} cannot be made now`,
  later: "This area is for a wager that is offered after the cards are dealt.",
  pays: (/** @type {string} */ wager, /** @type {number} */ cents) => `${wager} pays ${money(cents)}`,
  ended: (/** @type {string} */ wager, /** @type {string} */ result) => `${wager}: ${RESULTS[result] ?? result}`,
  houseWay: (/** @type {string[]} */ words) => `“The house would play ${words[0]} over ${words[1]}.”`,
  houseLine: (/** @type {string} */ line) => `${line.replace(/\.$/, "")}. The dealer may tell you how the house sets its own hands. It is a rule, not a calculation.`,
  counting: "Counting…",
  best: (/** @type {string} */ name, /** @type {number} */ value) => `Exact value: ${name}, ${value < 0 ? "minus" : "plus"} ${Math.abs(value).toFixed(2)} per dollar.`,
  ruling: (/** @type {string} */ id, /** @type {string} */ title) => `Ruling ${id}: ${title}.`,
  read: "Read the clause", close: "Back to the table",
  exact: "Exact value", unit: "per unit wagered, this table’s rules", dollars: (/** @type {number} */ cents) => `in dollars, ${money(cents)} wagered`, notAdvice: "Counted over everything that is not seen. Not the house’s advice.",
};

/** @type {Record<string, string>} */
export const RESULTS = { lose: "lost", push: "push", void: "void", forfeit: "forfeited", win: "paid" };

export const TRAY = {
  label: "Your hand and your offers", watching: "You are watching", sees: "You see what anybody standing at the table sees, and decide nothing.",
  sit: (/** @type {number} */ seat) => `Sit at ${seat}`, turnTo: (/** @type {number} */ seat) => `Your seat ${seat}`,
  hand: (/** @type {string[]} */ words) => `Your hand${words.length ? `: ${words.join(", ")}` : ""}`,
  yours: "Your hand", over: (/** @type {string} */ low) => `over ${low}`, touchToExchange: "touch cards to exchange them",
  plays: (/** @type {string[]} */ ranks) => `${ranks.join(", ")} play`,
  bank: "You bank this round", bankWagers: "the others wager against you, and you nowhere", bankWaits: "The round begins when another player has wagered.",
  discard: "discard", wild: "wild", place: "Place your wagers", closed: "Wagers are closed", touch: "touch adds, hold takes back", click: "click an area to add a chip; right-click takes it back",
  chip: "Chip that is added", chipOf: (/** @type {number} */ cents) => `${money(cents)} chip`,
  down: (/** @type {number} */ cents) => `${money(cents)} down`,
  coupon: (/** @type {string} */ wager, /** @type {number} */ cents, /** @type {string} */ seat) => `${seat}Lay a coupon of ${money(cents)} on ${wager.toLowerCase()}`,
  withCoupons: (/** @type {number} */ cents) => (cents ? `, with coupons of ${money(cents)}` : ""),
  stand: "The line is down. Your wagers stand; the record is on the server and nothing is lost.", tryNow: "Try now",
  waitingForOthers: "Waiting for others", ready: (/** @type {number} */ cents) => (cents ? `Ready, ${money(cents)}` : "Ready"), takeBack: "Take the wagers back",
  same: (/** @type {number} */ cents) => `Same bets, ${money(cents)}`, first: "The round begins with your first wager.", change: "Change", replay: "Replay this round",
  dealerGoesOn: "The dealer goes on.", goOn: "Go on",
  goesOn: (/** @type {string[]} */ names) => `The dealer goes on by itself after a while; until then you may ${names.join(" or ")}.`, void: "Void",
  declares: (/** @type {string} */ due) => due.replace(/^./, (one) => one.toUpperCase()),
  orLost: "Before any card is drawn, or it is lost",
};

export const PACKS = {
  heads: ["Your nine areas", "Pack’s", "Five", "Seven", "With the pack", "So far"],
  pack: (/** @type {number} */ n) => `Pack ${n}`, down: "not turned up yet", none: "none",
};

export const SETTING = {
  high: "High hand", low: "Low hand", lay: "Lay face down", layAnyway: "Lay it all the same", house: "House way",
  to: (/** @type {string} */ piece, /** @type {boolean} */ low) => `${piece}: to the ${low ? "high" : "low"} hand`,
  more: (/** @type {number} */ n) => `touch ${n} more`,
  ways: (/** @type {number} */ n) => `${n} ways to set these tiles`,
  over: (/** @type {string} */ low) => `over ${low}`, wouldBeFoul: "would be foul",
  choose: "Choose the two of the low hand.",
  lawful: "Lawful: the high hand ranks above the low hand. Once laid it is not touched again.",
  foul: (/** @type {string[]} */ words, /** @type {boolean} */ tiles) => `Foul: the low hand, ${words[1]}, is higher than the high hand, ${words[0]}. ${tiles ? "It cannot be laid so." : "Laid so, it loses."}`,
};

/** @type {Record<string, string>} */
const ACCOUNTS = { inventory: "the inventory", centre: "the centre", dealers_wager: "the dealer’s wager", commission: "commission" };
const NAMED = { bank: 1, "dealer's wager": 1 }; // what the accounts tell already

const WORD_NUMBERS = ["No wager", "One wager", "Two wagers", "Three wagers", "Four wagers", "Five wagers", "Six wagers", "Seven wagers", "Eight wagers", "Nine wagers"];

export const ASIDE = {
  label: "Meters, reasons and the record", record: "Record", rounds: "Last rounds", now: "now", settlement: "Settlement", toCome: "to come", onLayout: "On the layout", clear: "clear all",
  committed: "The shuffle was committed to before the bets closed; its seed is shown after the round.", check: (/** @type {number} */ round) => `Check round ${round}`, nothing: "Nothing is shuffled yet.",
  meter: (/** @type {string} */ which, /** @type {number} */ cents) => `${which} meter · ${money(cents)} wager`,
  pays: (/** @type {number} */ cents) => `pays ${money(cents)}`,
  why: (/** @type {string} */ wager) => `${wager}: why?`,
  takeBack: (/** @type {string} */ wager) => `Take back ${wager}`,
  wagers: (/** @type {number} */ n) => WORD_NUMBERS[n] ?? `${n} wagers`,
  banks: ", the bank",
  payment: (/** @type {any} */ { name, amount, origin, to, seat }, /** @type {string} */ clause) =>
    `${money(amount)} from ${ACCOUNTS[origin] ?? `seat ${seat}`} to ${ACCOUNTS[to] ?? `seat ${seat}`}${name && !(name in NAMED) ? `, ${name}` : ""}, ${clause}`,
  house: (/** @type {number} */ cents) => `Against these seats the house and its meters come to ${cents < 0 ? "−" : "+"}\u2060${money(Math.abs(cents))}; all accounts sum to $0.`,
};

export const HEAD = {
  hand: "To your hand", offers: "To the offers", playMoney: "Play money", balance: "Balance", rulebook: "Rulebook", keys: "All keys", settings: "Settings", posted: "Limits and pay tables",
  round: (/** @type {number} */ n) => `Round ${n}`, spin: (/** @type {number} */ n) => `Spin ${n}`,
  table: (/** @type {string} */ name) => name || "Table",
  disconnected: "Disconnected", retry: (/** @type {number} */ n) => `Reconnecting, try ${n}…`, lastHeard: (/** @type {string} */ time) => `last heard ${time}`,
  place: "“Place your wagers, please.”", idle: "No gaming activity.",
  yourTurn: "Your turn · ",
};

export const SPOKEN = {
  lost: "Connection lost. Your wagers stand.",
  back: "Connected.",
  missed: (/** @type {string[]} */ sentences) => (sentences.length ? `Connected. While you were away: ${sentences.join(" ")}` : "Connected. Nothing happened while you were away."),
  decision: (/** @type {string} */ seat, /** @type {string} */ hand, /** @type {string[]} */ offers) => `${seat}Your decision. ${hand}${offers.slice(0, -1).join(", ")}${offers.length > 1 ? ", or " : ""}${offers.at(-1)}.`,
  hold: (/** @type {string} */ words, /** @type {string} */ cards) => `You hold ${words ? `${words}: ` : ""}${cards}. `,
  betsOpen: "Bets are open", placeYours: "Place your wagers",
  yours: (/** @type {number} */ seat) => `Seat ${seat}, your decision`,
  deciding: (/** @type {number[]} */ seats) => `Seat ${seats.join(", ")} ${seats.length > 1 ? "are" : "is"} deciding`,
  ended: (/** @type {string} */ wager, /** @type {string} */ result, /** @type {number} */ pays) => `${wager.toLowerCase()} ${result === "win" ? `pays ${money(pays)}` : result === "push" ? "is a push" : result === "void" ? "goes back" : "is lost"}`,
  banked: "as the bank, all wagers together",
  void: (/** @type {string} */ reason) => `The round is void: ${reason}`,
};
