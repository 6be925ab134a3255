/**
 * What layouts have in common: where the positions are, and the shapes of betting areas.
 *
 * @typedef {"circle" | "box" | "lozenge" | "square" | "hexagon" | "pill" | "hand"} Form
 * @typedef {{wager: string, form: Form, x: number, y: number, w: number, h: number, label: string[], chip?: number}} Area
 *   from the middle of the first area of a position, before it is turned; a wager of "" is a place for cards
 * @typedef {{x: number, y: number, turn: number, plate: [number, number]}} Position
 * @typedef {{wager: string, title: string}} Inscribed a pay table on the cloth
 * @typedef {{
 *   key: string, phases: string[], areas: Area[], height: number,
 *   positions: (seats: number) => Position[], inscription: string, title: string, tables: Inscribed[], hand: string,
 *   tableWidth?: number, tableRows?: number, tableLetters?: number, house?: [number, number],
 *   cards: {behind: [number, number], shown: [number, number]}, dealer: {cards: number, y: number, width: number, middle?: number, gap?: number, boxes?: number[][]},
 *   beside: string[], titleY: number, bare?: boolean, second?: string, low?: string[],
 * }} Layout
 */

export const WIDTH = 1068;
const MIDDLE = WIDTH / 2;

/** Six positions, three and three, seat 1 on the viewer's right: half of them, from the centre line, then mirrored.
 * @param {[number, number, number, number, number][]} half x, y, turn, and the plate's x and y
 */
export const mirrored = (half) => {
  const right = half.map(([x, y, turn, px, py]) => ({ x: MIDDLE + x, y, turn, plate: [MIDDLE + px, py] }));
  const left = half.map(([x, y, turn, px, py]) => ({ x: MIDDLE - x, y, turn: -turn, plate: [MIDDLE - px, py] })).reverse();
  return /** @type {Position[]} */ ([...right, ...left]);
};

export const SIX = mirrored([
  [388, 160, -19, 424, 304],
  [280, 320, -11, 318, 466],
  [108, 398, -4, 118, 537],
]);

/** Five positions: two and two, and one in the middle. */
export const FIVE = (() => {
  const [one, two, five, six] = mirrored([
    [370, 172, -12, 424, 304],
    [302, 390, -5, 346, 516],
  ]);
  return /** @type {Position[]} */ ([one, two, { x: MIDDLE, y: 440, turn: 0, plate: [MIDDLE, 548] }, five, six]);
})();
