/** Every sentence of the rooms in which one reads, reckons and files. */

/** @type {[string, string, any, string][]} */
export const ROOMS = [["tables", "/", "seat", "Tables"], ["rules", "/rules", "book", "Rulebook"], ["odds", "/odds", "chart", "Odds"], ["submission", "/submission", "check", "Submission"]];

export const SHELL = { skip: "To the text", rooms: "All rooms", game: "Game", nothing: "nothing", yes: "yes", no: "no", reading: "Reading…" };

export const RULES = {
  search: "Clause or word", contents: "Contents", clauses: (/** @type {number} */ n) => `${n} clauses`, found: (/** @type {number} */ n) => (n ? `${n} found` : "Nothing is found. Try fewer words, or a number such as 38.10(c)."),
  rulings: "Rulings", all_rulings: "Rulings on what is open", ours: "In our words", theirs: "As the text has it", absent: "The text itself is not at hand here.", instance: "For instance",
  leans: "Leans on", leaned: "Is leaned on by", code: "Code", tests: "Tests", strength: "Evidence", before: "Before", after: "Next", question: "The question", reading: "How it is read here", why: "Why", on: "On", follows: "Followed by", quoted: "Why it is not carried out",
  no_code: "No code: it is for people to know.", no_tests: "The tests are not at hand here.", no_rulings: "No doubt about this clause has come up.", none_here: "none here",
  tested: (/** @type {number} */ n) => `${n} test${n === 1 ? "" : "s"}`, ruled: (/** @type {number} */ n) => (n ? `${n}` : "none"),
  broken: (/** @type {number} */ broken, /** @type {number} */ noticed, /** @type {number} */ same) => `${broken} thing${broken === 1 ? " was" : "s were"} broken here on purpose; ${noticed === broken - same ? (noticed === 1 ? "its tests noticed" : "its tests noticed all") : `its tests noticed ${noticed}`}${same ? `, and ${same} could be noticed by nobody` : ""}.`,
  worth: "What is it worth?", weighing: "Counting under each reading…", worthless: "No edge that is counted here differs between the readings.", filed: "Filed as", worth_title: "What a reading is worth", not_offered: "not offered", switch: "Switch of the submission", default: "read so here",
  printed: "printed", read_as: "read as", in: "in", close: "Close", front: (/** @type {string} */ name) => `${name}, clause by clause`, levels: "How its clauses are carried out", open: "Open contents", money: "changes money", more: (/** @type {number} */ n) => `${n} more place${n === 1 ? "" : "s"}`, dealer: "Dealer", seat: (/** @type {string} */ n) => (n === "dealer" ? "Dealer" : /^\d+$/.test(n) ? `Seat ${n}` : n.replace(/^./, (first) => first.toUpperCase())),
  unknown: (/** @type {string} */ clause) => `There is no clause ${clause} in this text.`,
};

export const ODDS = {
  what_if: (/** @type {string} */ wager) => `${wager}, what if?`, best: "best play", printed: (/** @type {number} */ n) => (n > 1 ? `One of ${n} printed tables; change a payout to see what it does.` : "Change a payout to see what it does."), solved: "Played as well as can be. Readings change it; the odds of the main wager are fixed by the text.",
  wager: "Wager", table: "Pay table", outcome: "Hand", ways: "Ways", chance: "Chance", pays: "Pays", lose: "lose 1", all: "All hands", as_printed: "As printed", par: "PAR sheet", workbook: "Workbook", card: "Strategy card", file: "File it",
  edge: "House edge, exact", fraction: "as a fraction", before: (/** @type {string} */ letter) => (letter ? `${letter} as printed` : "as posted"), hit: "hit frequency", sd: "standard deviation", variance: "variance", table_letter: (/** @type {string} */ letter) => (/^[A-Z]$/.test(letter) ? `table ${letter}` : letter.replace(":", " ")),
  tables: "The printed tables and yours", more: "pays more than it takes", house: "house edge", yours: "yours", back: "Of each dollar wagered, what comes back, by hand", keeps: "house", gives: "the player gains",
  many: (/** @type {string} */ stake) => `A thousand hands at ${stake}`, cone: "mean, one and two standard deviations", chances: "How often, by hand", log: "each step to the right is ten times as often", meter: "The edge by what is on the meter", even: (/** @type {string} */ sum) => `even at ${sum}`, stakes: "The edge by what is staked", staked: "Stake",
  stake: "Stake, in dollars", on_meter: "On the meter, in dollars", played: "As it is played", readings: "Readings that change money", lawful: (/** @type {string} */ name) => `This is ${name}.`, lawful_note: "A submission may select it.", posts: "Lawful.", posts_note: "The text leaves these odds to the licensee.",
  unlawful: "Not a lawful table.", nowhere: (/** @type {string} */ pays, /** @type {string} */ row, /** @type {number} */ n) => `${pays} for ${row} is printed in ${n > 1 ? `none of the ${n} tables` : "no table"}. You may explore it; a submission with it is refused.`, together: "These odds are not printed together in one table. You may explore them; a submission with them is refused.",
  overlap: "Some hands fit two rows and are paid on the higher one; which hands stand on which row is left as the printed table has it.", reckoning: "Counting…", wrong: "Write whole odds such as 6, or a fraction such as 9/2.", less: (/** @type {string} */ row) => `${row}: one less`, one_more: (/** @type {string} */ row) => `${row}: one more`, nothing: "nothing",
  ruling: "Ruling", main: "Main wager, best play", sampled: "estimated", making: "Writing the file…", per: "per unit", writing: (/** @type {string} */ name) => `${name} is kept.`, decisions: "What is decided, in best play", staked_in_all: "staked in all", risk: "element of risk",
};

export const SUBMISSION = {
  title: "A submission, checked as you write", lead: "What the text leaves to the licensee, field by field, with the clauses that leave it. Nothing is filed here; keep the file and take it where it belongs.",
  lawful: "Lawful", refused: (/** @type {number} */ n) => `Refused, ${n} reason${n === 1 ? "" : "s"}`, checking: "Checking…", verdict: "The verdict", lawful_note: "Every field is allowed by a clause.", warnings: "Lawful, but look at it again", file: "The file", download: "Download as TOML", load: "Open a file", start: "Begin with", house: "our own submission", defaults: "every field left out",
  readings: "Readings of what is open in the text", default: (/** @type {string} */ value) => `left out: ${value}`, add: "Add a row", remove: (/** @type {string} */ row) => `Remove ${row}`, row: "Name", value: "Value", least: "Minimum, cents", most: "Maximum, cents", allowed: "Allowed", reset: "Leave out", chosen: "chosen",
  compare: "Compare with", compare_none: "nothing", compare_file: "a file…", differ: "Fields that differ", alike: "No field differs.", effect: "What it does to every edge", here: "this one", there: "the other", same_edges: "No edge that is counted differs.", counting: "Counting under both…", unlawful: "The edges of what is refused are not counted.", as_toml: "as TOML", between: "Between fields", clauses: "Clauses", edge: "Edge", field: "Field", solving: "Best play of the main wager under both…",
};
