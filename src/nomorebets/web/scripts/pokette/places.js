/** Where things are on the grid: which cells a point speaks for, and where a chip for a wager lies. */
/** On a phone a cell is as tall as a thumb. */
export const small = innerWidth < 700;
export const [LEFT, TOP, WIDE, TALL, RANKS] = [66, 56, 102, small ? 70 : 48, 64];
export const SUITS = ["s", "h", "d", "c"];
export const THREES = ["akq", "jt9", "876", "543"];
const NEAR = 10;

/** @param {number[]} all */
const mean = (all) => all.reduce((a, b) => a + b, 0) / all.length;

/** The wager that some cells make: one, two side by side, four around a crossing. @param {string[]} cells @returns {[string, string]} */
export const wagerOn = (cells) => [{ 1: "single_card", 2: "split", 4: "corner" }[cells.length] ?? "single_card", cells.join(" ")];

/** The cells from one on, so many down and across. @param {string[][]} rows @param {number} row @param {number} column @param {number} down @param {number} across */
export const block = (rows, row, column, down, across) =>
  [row, row + down].slice(0, down + 1).flatMap((r) => [column, column + across].slice(0, across + 1).map((c) => rows[r]?.[c])).filter(Boolean);

/** What a touch of the grid speaks for: the nearest edge or crossing, or the cell. @param {number} x @param {number} y @param {string[][]} rows @returns {[string, string]} */
export function spoken(x, y, rows) {
  const [across, down] = [(x - LEFT) / WIDE, (y - TOP) / TALL];
  const [edgeX, edgeY] = [Math.round(across), Math.round(down)];
  const nearX = Math.abs(across - edgeX) * WIDE < NEAR && edgeX > 0 && edgeX < 4;
  const nearY = Math.abs(down - edgeY) * TALL < NEAR && edgeY > 0 && edgeY < 13;
  const row = nearY ? edgeY - 1 : Math.floor(down);
  const column = nearX ? edgeX - 1 : Math.floor(across);
  return wagerOn(block(rows, row, column, nearY ? 1 : 0, nearX ? 1 : 0));
}

/** Two cells that were touched one after the other: what lies between them. @param {string} first @param {string} second @param {string[][]} rows @returns {[string, string] | null} */
export function between(first, second, rows) {
  const at = (/** @type {string} */ one) => {
    const row = rows.findIndex((cards) => cards.includes(one));
    return [row, rows[row].indexOf(one)];
  };
  const [[r1, c1], [r2, c2]] = [at(first), at(second)];
  if (Math.abs(r1 - r2) > 1 || Math.abs(c1 - c2) > 1 || first === second) return null;
  return wagerOn(block(rows, Math.min(r1, r2), Math.min(c1, c2), Math.abs(r1 - r2), Math.abs(c1 - c2)));
}

/** Where a chip lies. @param {string} wager @param {string} on @param {string[][]} rows @returns {[number, number]} */
export function lies(wager, on, rows) {
  const cell = (/** @type {string} */ one) => {
    const row = rows.findIndex((cards) => cards.includes(one));
    return [LEFT + (rows[row].indexOf(one) + 0.5) * WIDE, TOP + (row + 0.5) * TALL];
  };
  const rankAt = (/** @type {string} */ one) => TOP + (rows.findIndex((cards) => cards[0].startsWith(one)) + 0.5) * TALL;
  const words = on.split(" ");
  switch (wager) {
    case "single_card": return [cell(on)[0] + 34, cell(on)[1]];
    case "split": case "corner": return [mean(words.map((one) => cell(one)[0])), mean(words.map((one) => cell(one)[1]))];
    case "single_rank": return [LEFT - 16, rankAt(on)];
    case "double_rank": return [LEFT - 16, mean(words.map(rankAt))];
    case "suit": return [LEFT + (SUITS.indexOf(on) + 0.84) * WIDE, TOP + 13.45 * TALL];
    case "red": return [LEFT + WIDE * 1.8, TOP + 14.15 * TALL + 22];
    case "black": return [LEFT + WIDE * 3.8, TOP + 14.15 * TALL + 22];
    case "jacer": return [LEFT + WIDE * 2.82, TOP - 28];
    default: return [LEFT + 4 * WIDE + 84, TOP + (THREES.indexOf(wager) * 3 + 0.5) * TALL];
  }
}
