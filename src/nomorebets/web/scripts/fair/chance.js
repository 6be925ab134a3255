/**
 * Chance computed again from its seed, by the browser's own HMAC and hash: nothing here comes from the house.
 *
 * What is written here is what docs/chance.md says, and no part of it is shared with the table's code.
 */

const WORD = 2n ** 64n;
const encoder = new TextEncoder();

/** @param {...(Uint8Array | string)} parts */
export function joined(...parts) {
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
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", asBuffer(bytes)));

/** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
const asBuffer = (bytes) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes);

/** What is published before the bets are closed. @param {Uint8Array} seed */
export const commitment = async (seed) => toHex(await sha256(joined("nomorebets commit v1\0", seed)));

/** @param {Uint8Array} key @param {Uint8Array} message */
export async function hmac(key, message) {
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
export async function shuffled(seed, size) {
  const source = numbers(seed, label("shuffle"));
  const pieces = Array.from({ length: size }, (_, at) => at);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = await below(last + 1, source);
    [pieces[last], pieces[other]] = [pieces[other], pieces[last]];
  }
  return pieces;
}

/** The section of a wheel. @param {Uint8Array} seed @param {number} sections */
export const section = (seed, sections) => below(sections, numbers(seed, label("wheel")));

/** The number that is displayed. @param {Uint8Array} seed @param {number} most */
export const number = async (seed, most) => (await below(most, numbers(seed, label("number")))) + 1;

/** What the dice show at a shake, the first of which is 0. @param {Uint8Array} seed @param {number} shake @param {number} many */
export async function dice(seed, shake, many) {
  const source = numbers(seed, joined(label("dice"), eightBytes(shake), "\0"));
  const shown = [];
  while (shown.length < many) shown.push((await below(6, source)) + 1);
  return shown;
}
