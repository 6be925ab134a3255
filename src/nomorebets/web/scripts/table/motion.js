/** Pieces that have just come are dealt one after the other, in the order of the events; nothing waits for it. */
import { moves, settings } from "../settings.js";

const [EACH_MS, APART_MS, MOST_MS] = [180, 220, 1600];
const SPIN_MS = 4500;
const EASING = "cubic-bezier(.2,.7,.2,1)";

export class Motion {
  constructor() {
    /** @type {WeakSet<Element>} */
    this.known = new WeakSet();
    /** @type {string[]} places in the order in which cards came to them */
    this.order = [];
    this.at = -1;
    this.turned = false; // whether a wheel was seen at rest
  }

  /** @param {any[]} events */
  hear(events) {
    for (const one of events) {
      if (one.type === "Dealt") for (const _ of one.cards ?? [0]) this.order.push(one.to);
    }
  }

  /** The wheel comes to rest at a section: it turns, and only then its result is shown. @param {Element} page */
  spin(page) {
    const wheel = page.querySelector(".wheel");
    const at = Number(wheel?.getAttribute("data-at") ?? -1);
    if (!wheel || at === this.at) return;
    const [from, first] = [this.at, this.at < 0 && !this.turned];
    this.at = at;
    this.turned = true;
    const { speed } = settings();
    if (at < 0 || first || !moves() || !speed) return;
    const step = 360 / wheel.querySelectorAll(".section").length;
    const [rest, turns] = [-at * step, -Math.max(0, from) * step + 360 * 4];
    const timing = { duration: SPIN_MS / speed, easing: "cubic-bezier(.12,.6,.1,1)" };
    wheel.querySelector(".turning")?.animate([{ transform: `rotate(${turns}deg)` }, { transform: `rotate(${rest}deg)` }], timing);
    wheel.querySelector(".hub-result")?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }], timing);
  }

  /** After the page was drawn: move what is new. @param {Element} page */
  play(page) {
    this.spin(page);
    const fresh = [...page.querySelectorAll(".room .card, .room .tile, .room .stack")].filter((one) => !this.known.has(one));
    fresh.forEach((one) => this.known.add(one));
    const { speed } = settings();
    const order = this.order.splice(0);
    if (!moves() || !speed || !fresh.length) return;
    const byPlace = Map.groupBy(fresh.filter((one) => !one.matches(".stack")), (one) => one.closest("[data-place]")?.getAttribute("data-place") ?? "");
    const step = Math.min(APART_MS, MOST_MS / Math.max(1, order.length)) / speed;
    order.forEach((place, at) => {
      const piece = byPlace.get(place)?.shift();
      if (piece) come(piece, at * step, EACH_MS / speed, "translateY(-26px)");
    });
    fresh.filter((one) => one.matches(".stack")).forEach((one) => come(one, 0, 140 / speed, "translateY(-12px)"));
  }
}

/** @param {Element} piece @param {number} delay @param {number} duration @param {string} from */
function come(piece, delay, duration, from) {
  piece.animate([{ opacity: 0, transform: from }, { opacity: 1, transform: "none" }], { delay, duration, easing: EASING, fill: "backwards" });
}

addEventListener("pointerdown", () => document.getAnimations().forEach((one) => one.finish()), { capture: true });
