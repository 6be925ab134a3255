/**
 * A table as it goes on.  Versions are the protocol: after a break the socket goes on where this page stopped, and what
 * was sent and not answered is sent again under its own key, so that it happens once.
 *
 * @typedef {{onChange: (change: any) => void, onState: (state: Line) => void, onRefused: (told: any) => void}} Heard
 * @typedef {{connected: boolean, since: number, tries: number, reason?: string}} Line `since`: when it was last heard
 */
import { newKey } from "./house.js";

const WAITS = [1000, 2000, 4000, 8000];
const RESTARTED = 1012;
const ENDED = 4401;

export class Live {
  /** @param {string} table @param {Heard} heard */
  constructor(table, heard) {
    this.table = table;
    this.heard = heard;
    this.version = -1;
    this.tries = 0;
    this.last = Date.now();
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    /** @type {Map<string, {message: object, done: (answer: any) => void}>} */
    this.waiting = new Map();
    this.open();
    addEventListener("online", () => this.retry());
  }

  open() {
    clearTimeout(this.timer);
    const since = this.version < 0 ? "" : `?since=${this.version}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/v1/tables/${this.table}/socket${since}`);
    this.socket = socket;
    socket.onmessage = (event) => this.#told(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.#lost(event.code);
  }

  /** No longer listen: another line takes over. */
  end() {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  /** Try again now, if the line is down. */
  retry() {
    if (this.socket && this.socket.readyState !== WebSocket.OPEN) this.open();
  }

  /**
   * Send an action or a word; the promise tells what became of it.
   * @param {object} message
   * @returns {Promise<any>}
   */
  send(message) {
    const id = newKey();
    return new Promise((done) => {
      const whole = { ...message, id };
      this.waiting.set(id, { message: whole, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    });
  }

  /** @param {any} told */
  #told(told) {
    this.last = Date.now();
    if (told.type === "hello") this.#greeted();
    else if (told.type === "change") {
      if (this.version >= 0 && told.from > this.version + 1) {
        this.socket?.send(JSON.stringify({ type: "since", version: this.version }));
        return;
      }
      this.version = told.version;
      this.heard.onChange(told);
    } else {
      this.waiting.get(told.id)?.done(told);
      this.waiting.delete(told.id);
      if (told.type === "refused") this.heard.onRefused(told);
    }
  }

  #greeted() {
    this.tries = 0;
    this.heard.onState({ connected: true, since: this.last, tries: 0 });
    for (const { message } of this.waiting.values()) this.socket?.send(JSON.stringify(message));
  }

  /** @param {number} code */
  #lost(code) {
    const reason = code === ENDED ? "ended" : code === RESTARTED ? "restarted" : "";
    this.heard.onState({ connected: false, since: this.last, tries: this.tries + 1, reason });
    if (code === ENDED) return;
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] * (0.5 + Math.random());
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }
}
