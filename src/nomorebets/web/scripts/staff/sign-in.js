/** Signing in: by the link that is in the address and works once, or with a name and a password. */
import { h } from "../dom.js";
import { ask, me, patiently, signIn } from "../house.js";
import { ROOM_NAMES, toRoom } from "../page.js";
import { playerName, say } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { labelled, staffPage, title } from "./frame.js";

const { SIGN_IN } = TEXT;

/** Where somebody goes to by a role. @type {Record<string, string>} */
const ROOMS = { dealer: "deal", floor: "floor", surveillance: "floor", auditor: "rounds", player: "tables", guest: "tables" };

/** A page of this house and no other. */
const to = (() => {
  const wanted = new URLSearchParams(location.search).get("to") ?? "";
  return /^\/(?!\/)[\w/?=&.-]*$/.test(wanted) ? wanted : "";
})();
const form = { handle: "", password: "", chosen: "", kept: false };
const page = staffPage({ at: "sign-in", roles: [], content });

function content() {
  return page.model.who ? welcome(page.model.who) : asking();
}

const asking = () =>
  h(
    "form",
    {
      class: "sheet",
      key: "asking",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        enter({ handle: form.handle, password: form.password });
      },
    },
    title(SIGN_IN.title),
    h("p", null, SIGN_IN.lead),
    labelled(
      SIGN_IN.handle,
      h("input", {
        name: "handle",
        autocomplete: "username",
        required: true,
        value: form.handle,
        oninput: keep("handle"),
      }),
    ),
    labelled(
      SIGN_IN.password,
      h("input", {
        name: "password",
        type: "password",
        autocomplete: "current-password",
        required: true,
        value: form.password,
        oninput: keep("password"),
      }),
    ),
    h("button", { class: "main", type: "submit" }, SIGN_IN.go),
  );

/** @param {any} who */
function welcome(who) {
  const rooms = /** @type {string[]} */ ([...new Set(who.roles.map((/** @type {string} */ role) => ROOMS[role]).filter(Boolean))]);
  return h(
    "section",
    { class: "sheet", key: "welcome" },
    title(say(SIGN_IN.welcome, { who: playerName(who.player) })),
    h("p", null, say(SIGN_IN.roles, { roles: [...new Set(who.roles)].join(", ") })),
    h(
      "nav",
      { class: "rooms" },
      rooms.map((room, at) => h("a", { class: at ? "other" : "main", ...toRoom(room) }, ROOM_NAMES[room])),
    ),
    !rooms.length && h("p", null, SIGN_IN.nothing),
    who.roles.some((/** @type {string} */ role) => role !== "guest") &&
      h(
        "form",
        { class: "choose", onsubmit: choose },
        h("h2", null, SIGN_IN.choose),
        labelled(
          SIGN_IN.new_password,
          h("input", {
            type: "password",
            autocomplete: "new-password",
            minlength: 12,
            value: form.chosen,
            oninput: keep("chosen"),
          }),
        ),
        h("button", { class: "small", type: "submit" }, SIGN_IN.choose),
        form.kept && h("p", { role: "status" }, SIGN_IN.chosen),
      ),
  );
}

/** @param {"handle" | "password" | "chosen"} name */
const keep = (name) => (/** @type {any} */ event) => {
  form[name] = event.target.value;
};

/** @param {any} by */
async function enter(by) {
  const who = await page.tried(() => patiently(() => signIn(by)));
  if (!who) return;
  page.model.who = who;
  form.password = "";
  if (to) location.assign(to);
  page.redraw();
}

/** @param {Event} event */
async function choose(event) {
  event.preventDefault();
  const done = await page.tried(() => ask("PUT", "/v1/me/password", { password: form.chosen }).then(me));
  form.kept = Boolean(done);
  if (done) form.chosen = "";
  page.redraw();
}

const link = location.hash.slice(1);
await page.ready;
if (link) {
  history.replaceState(null, "", location.pathname + location.search); // a link that works once stays in no history
  page.say(SIGN_IN.by_link);
  await enter({ link });
}
