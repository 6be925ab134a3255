/** One round as its proof tells it: what was promised, shown and dealt, and whether each agrees with the seed. */
import { commitment, dice, fromHex, number, section, shuffled } from "./chance.js";
import { checkpoint, fits, isSigned, rootOf } from "./log.js";

/**
 * @typedef {{name: string, ok: boolean | null, words: string}} Check `ok` is null where there is nothing to say yet
 * @typedef {import("./log.js").Proved} Proved
 * @typedef {{about: any, proved: Proved[], entries: any[], openings: any[]}} Proof
 */

const SEED = /^[0-9a-f]{64}$/;
const STACKS = 7;
const MOST_DISPLAYED = 7;
const DICE = 3;
/** What is done with a deck, or with dice and numbers of its seed. */
const FOLLOWED = ["CutMade", "CardRemoved", "Dealt", "RollVoided", "Shaken", "NumberDrawn"];

/** A proof as it was sent, with all that is open filled in. @param {string} lines @returns {Proof} */
export function read(lines) {
  const [about, ...rest] = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const proved = rest.filter((one) => "leaf" in one),
    openings = rest.flatMap((one) => one.opening ?? []);
  const entries = proved.map((one) => ({ ...JSON.parse(one.entry), leaf: one.leaf }));
  const byVersion = new Map(entries.map((one) => [one.version, one]));
  for (const one of openings) {
    const [part, ...path] = one.field.split(".");
    const at =
      part === "events" ? byVersion.get(one.version).events[Number(path[0])] : byVersion.get(one.version).action;
    at[path.at(-1)] = one.value;
  }
  return { about, proved, entries, openings };
}

/** Where the chance of the round was promised, and its kind. @param {Proof} proof */
export function promised({ about, entries }) {
  const inside = entries.filter((one) => about.first <= one.version && one.version <= about.last);
  const of = (/** @type {any} */ entry, /** @type {string} */ type) =>
    entry.events.filter((/** @type {any} */ one) => one.type === type);
  const closed = inside.findLast((one) => one.action.type === "NoMoreBets");
  const placed = inside.findLast((one) =>
    of(one, "DeckStaged").some((/** @type {any} */ event) => event.stage === "in play"),
  );
  const deck = placed && of(placed, "DeckStaged").find((/** @type {any} */ event) => event.stage === "in play").deck;
  const shuffle =
    placed &&
    entries.findLast(
      (one) =>
        one.version < placed.version && of(one, "Shuffled").some((/** @type {any} */ event) => event.deck === deck),
    );
  if (shuffle) {
    const event = of(shuffle, "Shuffled").findLast((/** @type {any} */ one) => one.deck === deck);
    return {
      kind: event.commitment ? "shuffle" : "recorded",
      entry: shuffle,
      closed,
      deck,
      event,
      promise: event.commitment ?? "",
    };
  }
  const spun = inside.findLast((one) => of(one, "Spun").length),
    before = (/** @type {any} */ one) => spun && one.version < spun.version;
  const commit = entries.findLast((one) => before(one) && of(one, "Committed").length);
  if (!spun) return { kind: "none", entry: null, closed, deck: 0, event: null, promise: "" };
  const event = of(spun, "Spun")[0];
  return {
    kind: commit ? "spin" : "recorded",
    entry: commit,
    closed,
    deck: 0,
    event,
    promise: commit ? of(commit, "Committed")[0].commitment : "",
  };
}

/** The seed that was shown for a promise, and when. @param {Proof} proof @param {string} promise */
export async function shownFor({ entries }, promise) {
  for (const one of entries.filter((entry) => entry.action.type === "RevealSeed")) {
    if ((await commitment(fromHex(one.action.seed))) === promise) return { seed: one.action.seed, at: one.at };
  }
  return null;
}

/**
 * What was done with the deck after it was shuffled, and with what hangs on its seed.
 * @param {Proof} proof @param {any} from what `promised` found @param {any[]} between entries that are not in the proof
 */
export function done({ about, entries }, from, between) {
  const known = new Set(entries.map((one) => one.version));
  const all = [...entries, ...between.filter((one) => !known.has(one.version))].sort((a, b) => a.version - b.version);
  const after = all.filter((one) => from.entry && one.version > from.entry.version && one.version <= about.last);
  let inPlay = -1;
  return after
    .flatMap((entry) => entry.events)
    .filter((event) => {
      if (event.type === "DeckStaged" && event.stage === "in play") inPlay = event.deck;
      const deck = event.deck ?? inPlay;
      return FOLLOWED.includes(event.type) && deck === from.deck;
    });
}

/** Pieces dealt into stacks, from left to right and then back. @param {number[]} pieces */
function inStacks(pieces) {
  /** @type {number[][]} */
  const stacks = Array.from({ length: STACKS }, () => []);
  pieces.slice(0, Math.floor(pieces.length / STACKS) * STACKS).forEach((piece, at) => {
    const column = at % STACKS,
      across = Math.floor(at / STACKS);
    stacks[across % 2 ? STACKS - 1 - column : column].push(piece);
  });
  return stacks;
}

/**
 * Follow the cut and the deal along an order: whose each piece became, and the first thing that is not as it says.
 * @param {number[]} order @param {any[]} events @param {Uint8Array} seed
 */
export async function followed(order, events, seed) {
  /** @type {Map<number, string>} */
  const owners = new Map();
  /** @type {number[][]} */
  let stacks = [];
  let left = [...order],
    cut = 0,
    shakes = 0,
    wrong = "";
  const hold = (/** @type {boolean} */ right, /** @type {string} */ words) => {
    if (!right && !wrong) wrong = words;
  };
  for (const event of events) {
    if (event.type === "CutMade") {
      left = [...left.slice(event.count), ...left.slice(0, event.count)];
      cut = event.count;
    } else if (event.type === "Shaken" || event.type === "RollVoided") {
      const shown = await dice(seed, shakes, DICE);
      shakes += 1;
      hold(!event.dice || same(event.dice, shown), `the seed gives the dice ${shown.join(", ")}`);
    } else if (event.type === "NumberDrawn") {
      const shown = await number(seed, MOST_DISPLAYED);
      hold(event.number === shown, `the seed gives the number ${shown}`);
    } else if (event.type === "CardRemoved") left = left.filter((one) => one !== event.card);
    else if ((event.to ?? "").startsWith("stack ")) {
      if (!stacks.length) {
        stacks = inStacks(left);
        left = left.slice(stacks.length * stacks[0].length);
      }
      hold(same(event.cards, stacks[Number(event.to.split(" ")[1]) - 1]), `${event.to} is not as the order gives it`);
    } else {
      if (!event.origin) {
        hold(same(event.cards, left.slice(0, event.cards.length)), `what went to ${event.to} did not lie on top`);
        left = left.filter((one) => !event.cards.includes(one));
      }
      for (const one of event.cards) owners.set(one, event.to);
    }
  }
  return { owners, cut, wrong };
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The four checks, with the promise and the seed as they stand in the fields now.
 * @param {any} of the round: what `promised` and `shownFor` found, `events`, `size` of the deck or wheel
 * @param {string} promise @param {string} seedText
 */
export async function checked(of, promise, seedText) {
  const wheel = of.from.kind === "spin",
    seed = fromHex(seedText),
    isSeed = SEED.test(seedText);
  const noted = promise === of.from.promise;
  const early = of.from.closed && of.from.entry.leaf < of.from.closed.leaf;
  const opens = isSeed && (await commitment(seed)) === promise;
  const order = isSeed && !wheel ? await shuffled(seed, of.size) : [];
  const told = wheel ? of.from.event.section : of.from.event.stack;
  const again = wheel ? isSeed && (await section(seed, of.size)) : order;
  const agrees = isSeed && same(again, told);
  const { owners, cut, wrong } = wheel
    ? { owners: new Map(), cut: 0, wrong: "" }
    : await followed(order.length ? order : told, of.events, seed);
  const recorded = wheel ? again === told : !wrong && agrees;
  return {
    order: order.length ? order : told,
    owners,
    cut,
    wrong,
    checks: [noted && Boolean(early), opens, agrees, isSeed && recorded],
    section: again,
  };
}

/** Whether every entry leads to the checkpoint, whether it is signed, and whether all openings fit. @param {Proof} proof */
export async function logged({ about, proved, entries, openings }) {
  const signed = checkpoint(about.checkpoint);
  const roots = await Promise.all(proved.map((one) => rootOf(one, signed.size)));
  const astray = roots.findIndex((root) => root !== signed.root);
  const committed = new Map(entries.map((one) => [one.version, one]));
  const open = await Promise.all(
    openings.map((one) => fits(committed.get(one.version).log, one, committed.get(one.version).hidden[one.field])),
  );
  return {
    size: signed.size,
    root: signed.root,
    origin: signed.origin,
    entries: proved.length,
    openings: openings.length,
    astray: astray < 0 ? null : entries[astray].version,
    signature: await isSigned(about.checkpoint, about.verifier),
    open: open.every(Boolean),
  };
}
