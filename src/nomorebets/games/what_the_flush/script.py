"""Round files of What The Flush: nothing beyond what all games have."""

from nomorebets.rounds.script import Runner

RUNNER = Runner
