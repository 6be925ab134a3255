"""Check the shuffles of a table from its log alone: `python verify_shuffle.py LOG`.  Nothing but Python is needed.

For each seed that was revealed, the hash published before the deal, the order of the cards and the cards dealt are
computed again.  One line per shuffle; exit code 0 if nothing disagrees, 1 otherwise.
"""

import hashlib
import hmac
import json
import sys
from itertools import count
from pathlib import Path
from typing import Any


def order(seed: bytes, size: int) -> list[int]:
    """Fisher-Yates from the last card to the first; numbers too high to be fair are thrown away."""
    blocks = (hmac.digest(seed, b"nomorebets shuffle v1\0" + n.to_bytes(8, "big"), "sha256") for n in count())
    words = (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24))
    cards = list(range(size))
    for last in range(size - 1, 0, -1):
        while (word := next(words)) >= 2**64 - 2**64 % (last + 1):
            pass
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def verdict(shuffle: dict[str, Any], seed: bytes | None, rounds: int) -> str:
    """What can be said of one shuffle and of what was done with its cards."""
    if not shuffle["commitment"]:
        return "recorded, so there is nothing to check"
    if seed is None:
        return "not revealed yet" if shuffle["round"] in (0, rounds) else "FAILED: the seed was never revealed"
    cards = order(seed, len(shuffle["stack"]))
    if cards != shuffle["stack"]:
        return "FAILED: the seed gives another order of the cards"
    for event in shuffle["after"]:
        if event["type"] == "CutMade":
            cards = cards[event["count"] :] + cards[: event["count"]]
            continue
        gone = event["cards"] if event["type"] == "Dealt" else [event["card"]]
        if event["type"] == "Dealt" and gone != cards[: len(gone)]:
            return f"FAILED: seat {event['to']} was dealt {gone}, which did not lie on top"
        cards = [card for card in cards if card not in gone]
    return f"verified, {len(shuffle['stack']) - len(cards)} cards dealt"


def main(log: str) -> int:
    shuffles: list[dict[str, Any]] = []
    decks: dict[int, dict[str, Any]] = {}  # the last shuffle of each deck
    seeds: dict[str, bytes] = {}  # by the hash that was published
    rounds = in_play = 0
    for event in [json.loads(line)["event"] for line in Path(log).read_text("utf-8").splitlines()]:
        match event["type"]:
            case "Shuffled":
                decks[event["deck"]] = {"commitment": "", **event, "round": 0, "after": []}
                shuffles.append(decks[event["deck"]])
            case "DeckStaged" if event["stage"] == "in play":
                in_play, rounds = event["deck"], rounds + 1
                decks[in_play]["round"] = rounds
            case "CutMade" | "CardRemoved" | "Dealt":
                decks[event.get("deck", in_play)]["after"].append(event)
            case "SeedRevealed":
                seed = bytes.fromhex(event["seed"])
                seeds[hashlib.sha256(b"nomorebets commit v1\0" + seed).hexdigest()] = seed
    hashes = [shuffle["commitment"] for shuffle in shuffles if shuffle["commitment"]]
    lines = [f"seed {seed.hex()}: FAILED: it opens no hash" for one, seed in seeds.items() if one not in hashes]
    lines += [f"hash {one}: FAILED: it was published twice" for one in seeds if hashes.count(one) > 1]
    for shuffle in shuffles:
        name = f"round {shuffle['round']}" if shuffle["round"] else "not dealt"
        published = shuffle["commitment"]
        lines.append(f"{name}: {verdict(shuffle, seeds.get(published), rounds)} {published}".rstrip())
    sys.stdout.write("\n".join(lines) + "\n")
    return int(any("FAILED" in line for line in lines))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
    except (OSError, ValueError, LookupError, TypeError) as error:
        sys.exit(f"{sys.argv[1]} is not the log of a table: {error!r}")
