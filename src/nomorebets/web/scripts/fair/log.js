/** The log of the house, checked here: paths to the root of a checkpoint (RFC 9162), its signature, and openings. */
import { joined, sha256, toHex, fromHex } from "./chance.js";

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
export function checkpoint(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root: toHex(fromBase64(root)) };
}

/** The root to which a path leads from an entry. @param {Proved} proved @param {number} size */
export async function rootOf({ leaf, entry, path }, size) {
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
export async function isSigned(note, verifier) {
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
export async function fits(log, one, committed) {
  const where = `${log}\0${one.table}\0${one.version}\0${one.field}\0`;
  const written = joined("nomorebets field v1\0", fromHex(one.salt), where, packed(one.value));
  return toHex(await sha256(written)) === committed;
}
