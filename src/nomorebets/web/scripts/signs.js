/** Small signs of the chrome, drawn with one stroke: 24 by 24. */
import { h } from "./dom.js";

const STROKES = {
  book: "M3 5h6a3 3 0 0 1 3 3v11a2 2 0 0 0-2-2H3ZM21 5h-6a3 3 0 0 0-3 3v11a2 2 0 0 1 2-2h7Z",
  keys: "M3 6h18v12H3ZM7 10h.01M11 10h.01M15 10h.01M17 10h.01M7 14h10",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  seat: "M7 3v10h9M7 13v8M16 13v8M7 17h9",
  scales: "M12 4v16M8 20h8M5 7h14M5 7l-3 7h6ZM19 7l-3 7h6Z",
  chart: "M4 4v16h16M8 16v-5M12 16V7M16 16v-8",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L21 21",
  lock: "M6 11h12v9H6ZM8.5 11V7a3.5 3.5 0 0 1 7 0v4",
  back: "M15 5l-7 7 7 7",
  menu: "M4 6h16M4 12h16M4 18h16",
  undo: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3",
  down: "M6 9l6 6 6-6",
  next: "M9 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a3.5 3.5 0 0 1 0 6.500M18 14c3 .8 4 3 4 6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  warning: "M12 4L2 20h20ZM12 10v4M12 17h.01",
  check: "M5 13l4 4L19 7",
  play: "M7 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  out: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  school: "M2 9l10-5 10 5-10 5ZM6 11v5c3 3 9 3 12 0v-5M22 9v6",
};

/** @param {keyof typeof STROKES} name */
export const sign = (name) => h("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: STROKES[name] }));

/** The mark of the house: a betting circle closed by a bar. */
export const mark = () =>
  h("svg", { class: "mark", viewBox: "0 0 40 40", "aria-hidden": "true" }, h("circle", { cx: 20, cy: 20, r: 13 }), h("path", { d: "M2 20h36" }));
