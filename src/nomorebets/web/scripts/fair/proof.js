/**
 * One round as its proof tells it, computed again in this browser: what was promised, shown and dealt, and whether each
 * agrees with the seed.
 *
 * @typedef {{name: string, ok: boolean | null, words: string}} Check `ok` is null where there is nothing to say yet
 * @typedef {{about: any, proved: Proved[], entries: any[], openings: any[]}} Proof
 */
import { documents } from "../house.js";
import { say } from "../words.js";
import TEXT from "../words/fair.json" with { type: "json" };

const { FAIR } = TEXT;

const SEED = /^[0-9a-f]{64}$/;
const STACKS = 7;
const MOST_DISPLAYED = 7;
const DICE = 3;
/** What is done with a deck, or with dice and numbers of its seed. */
const FOLLOWED = ["CutMade", "CardRemoved", "Dealt", "RollVoided", "Shaken", "NumberDrawn"];

/** A proof as it was sent, with all that is open filled in. @param {string} lines @returns {Proof} */
export function read(lines) {
  const [about, ...rest] = documents(lines);
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
async function followed(order, events, seed) {
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
      hold(!event.dice || same(event.dice, shown), say(FAIR.dice_differ, { dice: shown.join(", ") }));
    } else if (event.type === "NumberDrawn") {
      const shown = await number(seed, MOST_DISPLAYED);
      hold(event.number === shown, say(FAIR.number_differs, { number: shown }));
    } else if (event.type === "CardRemoved") left = left.filter((one) => one !== event.card);
    else if ((event.to ?? "").startsWith("stack ")) {
      if (!stacks.length) {
        stacks = inStacks(left);
        left = left.slice(stacks.length * stacks[0].length);
      }
      hold(same(event.cards, stacks[Number(event.to.split(" ")[1]) - 1]), say(FAIR.stack_differs, { to: event.to }));
    } else {
      if (!event.origin) {
        hold(same(event.cards, left.slice(0, event.cards.length)), say(FAIR.not_on_top, { to: event.to }));
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

// --- The log: paths to the root of a checkpoint (RFC 9162), its signature, and openings ---

/**
 * @typedef {{origin: string, size: number, root: string}} Checkpoint
 * @typedef {{leaf: number, entry: string, path: string[]}} Proved
 * @typedef {{table: string, version: number, field: string, salt: string, value: any}} Opening
 */

const NAME_WIDTH = 4;
const TEXT_WIDTH = 256;
const KEY_ID_BYTES = 4;

/** @param {string} text in base64 */
const fromBase64 = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** What a checkpoint says. @param {string} note @returns {Checkpoint} */
function checkpoint(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root: toHex(fromBase64(root)) };
}

/** The root to which a path leads from an entry. @param {Proved} proved @param {number} size */
async function rootOf({ leaf, entry, path }, size) {
  let place = leaf,
    last = size - 1,
    node = await sha256(joined("\0", entry));
  for (const sister of path.map(fromHex)) {
    if (last === 0) return "";
    if (place % 2 === 1 || place === last) {
      node = await sha256(joined("\x01", sister, node));
      while (place % 2 === 0 && place) [place, last] = [half(place), half(last)];
    } else node = await sha256(joined("\x01", node, sister));
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? toHex(node) : "";
}
/** @param {number} number */
const half = (number) => Math.floor(number / 2);

/**
 * Whether the house has signed a checkpoint, or null where the browser knows no Ed25519.
 * @param {string} note @param {string} verifier name, eight digits and the key, as C2SP writes it
 */
async function isSigned(note, verifier) {
  const [name, , encoded] = verifier.split(/\+(.{8})\+/);
  const end = note.indexOf("\n\n");
  const line = note
    .slice(end + 2)
    .split("\n")
    .find((one) => one.startsWith(`— ${name} `));
  if (!line) return false;
  const signature = fromBase64(line.split(" ")[2]).slice(KEY_ID_BYTES);
  try {
    const key = await crypto.subtle.importKey("raw", fromBase64(encoded).slice(1), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(note.slice(0, end + 1)));
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    throw error;
  }
}

/** A hidden value as it is committed to: with a width that does not tell which cards it is of. @param {any} value */
function packed(value) {
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return joined("t", padded(text, Math.ceil(Math.max(text.length, 1) / TEXT_WIDTH) * TEXT_WIDTH));
  }
  if (value.some((/** @type {any} */ one) => typeof one === "string")) {
    return joined("w", ...value.map((/** @type {string} */ one) => padded(new TextEncoder().encode(one), NAME_WIDTH)));
  }
  return joined("n", Uint8Array.from(value));
}
/** @param {Uint8Array} bytes @param {number} width */
function padded(bytes, width) {
  const wide = new Uint8Array(width);
  wide.set(bytes);
  return wide;
}

/** Whether a field was committed to with this very value. @param {string} log @param {Opening} one @param {string} committed */
async function fits(log, one, committed) {
  const where = `${log}\0${one.table}\0${one.version}\0${one.field}\0`;
  const written = joined("nomorebets field v1\0", fromHex(one.salt), where, packed(one.value));
  return toHex(await sha256(written)) === committed;
}

// --- Chance computed again from its seed, by the browser's own HMAC and hash: what docs/chance.md says, and no code of the table's ---

const WORD = 2n ** 64n;
const encoder = new TextEncoder();

/** @param {...(Uint8Array | string)} parts */
function joined(...parts) {
  const all = parts.map((one) => (typeof one === "string" ? encoder.encode(one) : one));
  const whole = new Uint8Array(all.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of all) {
    whole.set(one, at);
    at += one.length;
  }
  return whole;
}

/** @param {string} text hexadecimal digits */
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", asBuffer(bytes)));

/** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
const asBuffer = (bytes) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes);

/** What is published before the bets are closed. @param {Uint8Array} seed */
const commitment = async (seed) => toHex(await sha256(joined("nomorebets commit v1\0", seed)));

/** @param {Uint8Array} key @param {Uint8Array} message */
async function hmac(key, message) {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", asBuffer(key), usage, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, asBuffer(message)));
}

/** A number as eight bytes, the highest first. @param {number} number */
function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** The numbers of 64 bits that belong to a seed under a label, four to a block. @param {Uint8Array} seed @param {Uint8Array} label */
async function* numbers(seed, label) {
  for (let block = 0; ; block += 1) {
    const told = new DataView((await hmac(seed, joined(label, eightBytes(block)))).buffer);
    for (const at of [0, 8, 16, 24]) yield told.getBigUint64(at);
  }
}

/**
 * The next number modulo a limit; numbers beyond the last whole multiple are thrown away.
 * @param {number} limit @param {AsyncGenerator<bigint>} source
 */
async function below(limit, source) {
  const fair = WORD - (WORD % BigInt(limit));
  for (;;) {
    const word = /** @type {bigint} */ ((await source.next()).value);
    if (word < fair) return Number(word % BigInt(limit));
  }
}

/** @param {string} name */
const label = (name) => joined(`nomorebets ${name} v1\0`);

/** The order of so many pieces, from the top (Fisher-Yates). @param {Uint8Array} seed @param {number} size */
async function shuffled(seed, size) {
  const source = numbers(seed, label("shuffle"));
  const pieces = Array.from({ length: size }, (_, at) => at);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = await below(last + 1, source);
    [pieces[last], pieces[other]] = [pieces[other], pieces[last]];
  }
  return pieces;
}

/** The section of a wheel. @param {Uint8Array} seed @param {number} sections */
const section = (seed, sections) => below(sections, numbers(seed, label("wheel")));

/** The number that is displayed. @param {Uint8Array} seed @param {number} most */
const number = async (seed, most) => (await below(most, numbers(seed, label("number")))) + 1;

/** What the dice show at a shake, the first of which is 0. @param {Uint8Array} seed @param {number} shake @param {number} many */
async function dice(seed, shake, many) {
  const source = numbers(seed, joined(label("dice"), eightBytes(shake), "\0"));
  const shown = [];
  while (shown.length < many) shown.push((await below(6, source)) + 1);
  return shown;
}
