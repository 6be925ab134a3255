/** What is asked of the house over HTTP, as whoever is signed in in this browser, and what a table tells as it goes on. */
import TEXT from "./words/common.json" with { type: "json" };

const { LINE } = TEXT;

/**
 * Asking the house over HTTP, as whoever is signed in in this browser.
 *
 * @typedef {{type: string, status: number, sentence: string, clause: string, offers?: any[]}} Problem
 * @typedef {{player: string, roles: string[], balance: number, at_tables: Record<string, number>, csrf: string}} Me
 */
export class Refused extends Error {
  /** @param {Problem} told */
  constructor(told) {
    super(told.sentence);
    this.told = told;
  }
}

/** Why something was not done, in a sentence. @param {unknown} error */
export const reason = (error) => (error instanceof Refused ? error.told.sentence : String(error));

/** Documents that came one to a line. @param {string} lines @returns {any[]} */
export const documents = (lines) => lines.split("\n").filter(Boolean).map((line) => JSON.parse(line));

let csrf = "";
/** Set while this browser has a session: whoever has none is not asked about. */
const SIGNED_IN = "nomorebets session";

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [key] by which a second try is known
 */
export async function ask(method, path, body, key) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET" && csrf) headers["x-csrf-token"] = csrf;
  if (key) headers["idempotency-key"] = key;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status === 204) return null;
  const kind = answer.headers.get("content-type") ?? "";
  const read = kind.startsWith("application/jsonl") ? await answer.text() : kind.includes("json") ? await answer.json() : await answer.blob();
  if (!answer.ok) throw new Refused(read);
  return read;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

const WAITS = [1000, 2000, 4000, 8000];

/** Do what may be done twice until somebody answers, and say meanwhile that nobody does. @template T @param {() => Promise<T>} deed @returns {Promise<T>} */
export async function patiently(deed) {
  for (let tried = 0; ; tried += 1) {
    try {
      const done = await deed();
      lineIs("");
      return done;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // which is how a browser says that nobody answers
      lineIs(LINE.lost);
      await new Promise((resolve) => setTimeout(resolve, WAITS[Math.min(tried, WAITS.length - 1)]));
    }
  }
}

/** @param {string} path */
export const getPatiently = (path) => patiently(() => get(path));

/** @param {string} words */
function lineIs(words) {
  const place = document.querySelector(".line-lost");
  if (!words) place?.remove();
  else if (!place) document.body.append(Object.assign(document.createElement("p"), { className: "line-lost", role: "alert", textContent: words }));
}

/**
 * Who is signed in here, if anybody.
 * @returns {Promise<Me | null>}
 */
export async function me() {
  if (!localStorage.getItem(SIGNED_IN)) return null;
  try {
    const found = await get("/v1/me");
    csrf = found.csrf;
    return found;
  } catch (error) {
    if (error instanceof Refused && error.told.status === 401) {
      localStorage.removeItem(SIGNED_IN);
      return null;
    }
    throw error;
  }
}

/** @type {Promise<Me> | null} */
let coming = null;

/**
 * Whoever is signed in, or a guest who has just come: one, however often this is asked meanwhile.
 * @returns {Promise<Me>}
 */
export const meOrGuest = () => (coming ??= meOrNewGuest().finally(() => (coming = null)));

async function meOrNewGuest() {
  const known = await me();
  if (known) return known;
  await ask("POST", "/v1/guests", {});
  localStorage.setItem(SIGNED_IN, "1");
  return /** @type {Me} */ (await me());
}

/**
 * Sign in, by a link that works once or with a name and a password.
 * @param {{link: string} | {handle: string, password: string}} by
 */
export async function signIn(by) {
  await ask("POST", "link" in by ? "/v1/sessions/link" : "/v1/sessions", by);
  localStorage.setItem(SIGNED_IN, "1");
  return /** @type {Me} */ (await me());
}

export async function signOut() {
  await ask("DELETE", "/v1/sessions/current");
  localStorage.removeItem(SIGNED_IN);
}

/** A name for one deed, so that asking twice does it once. */
export const newKey = () => crypto.randomUUID();

/**
 * Do something at a table, asked again under the same key until the house has said what became of it.
 * @param {string} table
 * @param {object} action
 * @param {number} [round]
 */
export async function act(table, action, round) {
  const key = newKey();
  for (let tried = 0; ; tried += 1) {
    try {
      return await ask("POST", `/v1/tables/${table}/actions`, { action, round: round ?? 0 }, key);
    } catch (error) {
      const busy = !(error instanceof Refused) || error.told.status === 503;
      if (!busy || tried === 6) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tried));
    }
  }
}

/**
 * A table as it goes on.  Versions are the protocol: after a break the socket goes on where this page stopped, and what
 * was sent and not answered is sent again under its own key, so that it happens once.
 *
 * @typedef {{onChange: (change: any) => void, onState: (state: Line) => void, onRefused: (told: any) => void}} Heard
 * @typedef {{connected: boolean, since: number, tries: number, reason?: string}} Line `since`: when it was last heard
 */
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
