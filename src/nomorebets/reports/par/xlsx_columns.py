"""The columns in which a workbook has the outcomes of a wager."""

OUTCOME, PAYS, ODDS, EXACT, WAYS, NET, STAKED, CHANCE, EV, BACK, SQUARE, CUBE = range(12)
HEADS = (
    "Outcome", "Pays", "Odds, $ or %", "Ways, exact", "Ways / common factor", "Net, units", "Put up, units",
    "Probability", "Contribution to the expected win", "Contribution to the return", "p × net²", "p × net³",
)  # fmt: skip
