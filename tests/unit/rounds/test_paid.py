"""What was paid, as a round file tells it."""

import pytest

from nomorebets.errors import BadInput
from nomorebets.rounds.file import play_round


def test_what_was_paid_is_told_of_the_round_or_of_its_spins() -> None:
    spin = {"wagers": [{"seat": 1, "wager": "red", "amount": 500}], "result": "7h"}
    told = {"game": "pokette", "spins": [{**spin, "paid": {"1": {"red": 500}}}]}
    assert play_round(told).report.differences == ()
    with pytest.raises(BadInput, match="of the round or of its spins, not of both"):
        play_round({**told, "paid": {"1": {"red": 500}}})
