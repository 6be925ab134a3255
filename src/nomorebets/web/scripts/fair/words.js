/** Every sentence of the page on which a deal is checked. */

const COUNTS = ["no card", "one card", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export const FAIR = {
  agrees: "The deal agrees",
  differs: "Something does not agree",
  checking: "Checking the deal",
  nothing: "There is nothing to check",
  unshown: "The seed is still to be shown",
  where: (/** @type {string} */ game, /** @type {number} */ round, /** @type {string} */ when) =>
    `${game}, round ${round}, ${when}. Computed again in this page, by code that is not the table’s.`,
  recorded:
    "The pieces of this table are real ones, recorded as they lay. There is no seed and no promise; the rules and the log are the same.",
  later: "A seed is shown when its round is over, at a wheel with the next round.",
  save: "Save the proof",
  back: "To the table",
  other: "Another round",
  go: "Check",
  checks: "Four checks",
  none_wrong: "nothing disagrees",
  wrong: (/** @type {number[]} */ which) => `check ${which.join(" and ")} fail${which.length > 1 ? "" : "s"}`,
  promised: "Promised before bets closed",
  noted: (/** @type {string} */ at) => `noted ${at}`,
  not_promised: "not what was promised",
  promise_note: (/** @type {string} */ closed) =>
    `SHA-256 of the label, a zero byte and the seed. “No more bets” came ${closed}.`,
  shown: "Shown after the round",
  shown_note: "Its hash is the promise above, digit for digit.",
  shown_wrong: "Its hash is not the promise above.",
  not_a_seed: "A seed is 64 digits from 0 to 9 and a to f.",
  order: (/** @type {number} */ n, /** @type {string} */ pieces) => `Order of ${n} ${pieces}`,
  order_note: "The seed gives the order of the cards on this page, every place equally likely. It is the order in the record.",
  order_wrong: "This seed gives another order than the one in the record.",
  section: "Section of the wheel",
  section_note: (/** @type {string} */ name) => `The seed gives the section ${name}, every section equally likely.`,
  dealt: (/** @type {number} */ n, /** @type {string} */ pieces) => `${n} ${pieces} dealt`,
  dealt_note: (/** @type {number} */ cut) =>
    cut
      ? `From place ${cut + 1}, after the cut, in the order of the text. They are the pieces in the record.`
      : "From the top, in the order of the text. They are the pieces in the record.",
  dealt_wrong: (/** @type {string} */ what) =>
    what ? `They are not those of the record: ${what}.` : "They are not those of the record.",
  spun: "Section in the record",
  spun_note: (/** @type {string} */ name) => `The record has ${name}.`,
  yes: "agrees",
  no: "differs",
  edit: "It can be changed by hand",
  from_seed: "The order from the seed",
  cut_after: (/** @type {number} */ cut) => `${cut ? `cut after place ${cut}; ` : ""}pale ones were not dealt`,
  stayed: (/** @type {number} */ n) => `${COUNTS[n] ?? n} stayed in the stub`,
  wheel: "The wheel",
  again: "As it was",
  change: "Change one digit of the seed or of the promise: the page says what no longer agrees.",
  script: (/** @type {string} */ file) => `$ python verify_log.py ${file}`,
  script_note: "The same and more by a page of Python that you can read: it needs nothing of this house but the file.",
  log: "The log",
  log_yes: (/** @type {number} */ n, /** @type {number} */ size) =>
    `${n} entries of this round each lead to the root of a checkpoint over ${size} leaves`,
  log_no: (/** @type {number} */ version) => `Entry ${version} does not lead to the checkpoint`,
  root: "Root",
  signed: "Signed",
  signature: (/** @type {string} */ origin) => `Ed25519, by ${origin}`,
  not_signed: "The signature is not that of the house.",
  unable: "This browser knows no Ed25519; the script does.",
  opened: "Face down",
  opened_yes: (/** @type {number} */ n) => `${n} fields were committed to with the values that are open now`,
  opened_no: "A field is opened to what was not committed to",
  keep: "A checkpoint that you kept yourself proves more than one that the house shows you now.",
  shows_not: "What it does not show:",
  shows_not_note:
    " that the seed was drawn at random, or that nobody knew it. A house that draws many seeds and keeps one it likes passes the check. A cut by a player after the promise takes that advantage away.",
};
