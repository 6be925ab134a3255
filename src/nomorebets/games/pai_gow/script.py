"""Round files of Pai Gow: nothing beyond what games with hands set in two have."""

from nomorebets.rounds.in_two import TwoHandsRunner

RUNNER = TwoHandsRunner
