/** Two live regions: one for what cannot wait, one for the record, at most a sentence a second. */
import { h } from "../dom.js";

const PAUSE_MS = 1000;

export class Speaker {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.assertive = this.polite = "";
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** What cannot wait: one's turn, a refusal, the line. @param {string} words */
  now(words) {
    this.assertive = words === this.assertive ? `${words}\u00a0` : words;
    this.redraw();
  }

  /** What happened: joined with what else happens within a second. @param {string[]} sentences */
  later(sentences) {
    if (!sentences.length) return;
    this.waiting.push(...sentences);
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      this.polite = this.waiting.splice(0).join(" ");
      this.redraw();
    }, PAUSE_MS);
  }

  regions() {
    return [
      h("p", { class: "heard", key: "assertive", id: "assertive", role: "alert", "aria-live": "assertive" }, this.assertive),
      h("p", { class: "heard", key: "polite", id: "polite", role: "status", "aria-live": "polite" }, this.polite),
    ];
  }
}
