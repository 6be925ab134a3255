"""An example for every command, shown below its help and in the docs, and what greets who types `nmb` alone."""

GREETING = """No More Bets: the executable rulebook of casino table games.  Play money only.

Three things to try:
  nmb play high-card-flush --seed demo    sit down at a table, here in the terminal
  nmb rules "38.10(c)"                    read a clause, and the code that carries it out
  nmb odds what-the-flush                 count what every wager is worth, exactly

nmb --help lists all commands; nmb COMMAND --help has an example of each."""

EXAMPLES = {
    "games": "nmb games",
    "round": "nmb round docs/examples/round.json -o dispute.html",
    "rules": 'nmb rules high-card-flush "38.10(c)"; nmb rules 13:69F-10.7; nmb rules --search vigorish pai-gow',
    "trace": "nmb trace high-card-flush",
    "lint": "nmb lint pai-gow",
    "amend": "nmb amend high-card-flush.txt high-card-flush-2027.txt",
    "check": "nmb check docs/examples/submission.toml",
    "compare": "nmb compare last-year.toml this-year.toml",
    "filing": "nmb filing docs/examples/submission.toml -o filing.pdf",
    "inspect": 'nmb inspect high-card-flush --sign "A. Inspector" --key my.key',
    "play": "nmb play lunar-poker --seed demo",
    "serve": "nmb serve --port 8077",
    "odds": "nmb odds high-card-flush --wager flush_bonus --pay-table D",
    "solve": "nmb solve high-card-flush",
    "card": "nmb card what-the-flush -o card.svg",
    "par": "nmb par high-card-flush -o report.xlsx; nmb par --verify report.xlsx",
    "patrons": "nmb patrons high-card-flush -o papers",
    "advise": 'nmb advise high-card-flush --hand "10d 8d 6d 2c 3c 4h 5s"',
    "simulate": "nmb simulate high-card-flush --rounds 1000000 --seed 1",
    "shared": "nmb shared high-card-flush",
    "bankroll": "nmb bankroll high-card-flush --units 50 --rounds 500 --plot bankroll.svg",
    "monitor": "nmb monitor high-card-flush results.csv",
    "backup": "nmb backup --data house -o house.backup",
    "restore": "nmb restore house.backup --data house-again",
    "doctor": "nmb doctor --data house",
    "meters": "nmb meters --data house",
    "schema": "nmb schema round",
    "bench": "nmb bench --game pokette",
    "account add": "nmb account add ann --role dealer --data house",
    "account list": "nmb account list --data house",
    "account roles": "nmb account roles ann --role dealer --role floor --data house",
    "account close": "nmb account close ann --data house",
    "account password": "nmb account password ann --data house",
    "audit export": "nmb audit export -o log.jsonl --data house",
    "audit verify": "nmb audit verify log.jsonl",
    "audit replay": "nmb audit replay log.jsonl",
    "audit case": "nmb audit case high-card-flush 17 -o case.jsonl --data house",
}
