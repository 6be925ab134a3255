/** Every sentence of the pages for those who run the house. */

export const SIGN_IN = {
  title: "Sign in", lead: "For those who deal, supervise and audit. Whoever only plays needs no account.",
  handle: "Name", password: "Password", go: "Sign in", by_link: "Signing in by your link.",
  welcome: (/** @type {string} */ who) => `You are signed in as ${who}.`, roles: (/** @type {string} */ roles) => `Your part in the house: ${roles}.`,
  choose: "Choose a password", chosen: "Your password is kept. All other sessions have ended.", new_password: "New password, at least 12 characters",
  nothing: "Your part has no page of its own here; its commands are in nmb --help.",
};

export const FRAME = {
  for_staff: "This page is for those who run the house.", sign_in: "Sign in", lost: "Connection lost. What was recorded stands.",
  not_now: "Not now", clause: "Clause",
};

export const DEAL = {
  title: "Which table do you deal?", none: "No table is dealt by a person. The floor opens one with dealing by hand.", take: "Deal here", automatic: "deals itself",
  round: "Round", deck: "Deck", cards: (/** @type {number} */ n) => `${n} left`, due: "due", stub: "Stub count", later: "later", now: "due now",
  change: "Change", never: "no hour set", now_change: "overdue", then: "Then", nothing: "Nothing is due. Players are to act.", wait: "Waiting",
  done: "Done", not_this: "Back to what is due", announced: "Announced", count: "How many did you count?", note: "What is entered in the papers", found: "What is amiss, if anything",
  as_recorded: "real pieces, recorded as they lie", record: "Record", recorded: (/** @type {number} */ n, /** @type {number} */ all) => `${n} of ${all} recorded; one that is recorded cannot be entered twice`,
  type_cards: "Type 3h, paste a scanner’s line, or touch it below. A misread is taken back by touching it in the row.", back: "Take back",
  dice: "What the dice show", section: "The section under the clapper", number: "The number that is displayed", cut: "Cards that are cut from the top",
  times: "How often it was shaken", circles: "Circles that each hand has made", confirm: "It is right: let it count",
  pay: "Take and pay", rack: "Table inventory", irregular: "Irregularity", floor: "Call the floor", called: "The floor is called by voice or light; nothing was recorded.",
  other: "Other steps that are open", meter: "Meter", seats: "The layout, from the dealer’s side", open_seat: "open", papers: "being documented",
  hurry: "“Space” or “Enter” does it.",
};

export const FLOOR = {
  title: (/** @type {number} */ tables, /** @type {number} */ due) => `${tables} tables, ${due ? `${due} to settle` : "nothing to settle"}`,
  record: "Record an irregularity", columns: ["Table", "Game", "Now", "Seats", "Dealt", "Round", "Meter", "Next duty"], none: "none", by_hand: "by hand", itself: "by itself",
  due: "Due", due_note: "by the clock and by the round", now: "now", nothing_due: "Nothing is due.", approvals: "Two people", waiting: "waiting", approve: "Approve", refuse: "Refuse",
  own: "Asked by you: another person answers.", no_approvals: "Nothing waits for a second person.", meters: "Meters", agrees: "agrees", no_meters: "No meter is shared between tables.",
  rack: "Rack", rack_open: "open", rack_closed: "closed", expected: "Should be in it", entries: "Counts, fills and credits", amount: "Amount in dollars", kinds: { open: "Opening count", fill: "Fill", credit: "Credit", count: "Closing count" },
  ask: "Say so", confirm: "Confirm", see: "See", open_table: "Open a table", game: "Game", hand: "Dealt by", chance: "Chance", open: "Open it", opened: "The table is open.",
  pause: "Hold play", go_on: "Go on", manage: "Table", dealing: { auto: "the system", manual: "a person" }, chances: { drawn: "drawn by the house", recorded: "recorded" }, close: "Close",
  what: { "stub count": "Count the stub", step: "A step is owed", documentation: "Document the payout", change: "Change", seed: "Show the seed", pause: "Play is held", difference: "The rack differs", rack: "A count waits" },
};

export const WIZARD = {
  title: "What happened?", kind: "The kind", matters: "What matters for the answer", orders: "What the text orders", none: "Nothing of the kind can be found at this table now.",
  where: (/** @type {string} */ game, /** @type {number} */ round, /** @type {string} */ phase) => `${game}, round ${round}, ${phase}.`,
  seat: "At which seat?", dealer: "The dealer", card: "Which card? (if known, for the record)", card_note: "Named at a table that records its cards only.", count: "How many were counted?", misdealt: "A hand was dealt a wrong number of cards",
  table: "At which table?", goes: "Goes back to", layout: "on the layout", returned: "returned", all: "In all", back: "Back to the floor", voids: (/** @type {string} */ sum) => `Void the round, return ${sum}`,
  settles: "Record it", no_wager: "No wager changes.", depends: "What follows depends on the card, and is told when it is recorded.", deck_goes: (/** @type {string} */ deck) => `The ${deck} deck leaves the table.`,
  final: "Confirmed by whoever is signed in. It is recorded and cannot be undone.", recorded: "It is recorded.", choose: "Choose what happened.", was_void: "All hands are void.", stays: "Play goes on.",
};

export const ROUNDS = {
  title: "Find a round", table: "Table", any: "any table", seat: "Seat", player: "Player", since: "From", until: "To", find: "Find", none: "No round is like that.", over: (/** @type {number} */ n) => `${n} found`,
  at: (/** @type {string} */ table, /** @type {number} */ round) => `${table}, round ${round}`, back: "All rounds", events: "Events", saw: "What each one saw", at_event: (/** @type {number} */ n) => `at event ${n}`,
  dealer: "Dealer", due: "What was due, and why", columns: ["Wager", "Stake", "Result", "Due", "Paid", "Clause"], net: "Net", agrees: "agrees", differs: "differs", seal: "Seal", export: "Export with proof", exported: (/** @type {number} */ n) => `${n} entries, each proved under the checkpoint. nmb audit verify checks the file.`,
  not_saved: "The views are computed from the sealed events, not stored. None holds a card its watcher could not see.", play: "Play", pause: "Pause", facedown: "face down", own: "own cards", lost: "lost", checked: "Due is computed again from the recorded cards and wagers; paid is what the record says.",
  committed: "Shuffle", shown: "seed shown", rules: "Entries", chained: (/** @type {number} */ n) => `${n} in this round, chained`, log: "Signed", nothing: "Nothing was settled at this seat.", not_seen: "What this seat saw is not open to you yet: ",
};
