"""Round files of High Card Flush: nothing beyond what all games have."""

from nomorebets.rounds.script import Runner

RUNNER = Runner
