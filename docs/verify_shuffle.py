"""Check a table's shuffles, dice, numbers and spins from its log: `python verify_shuffle.py LOG`.  Python is enough.

For each seed that was revealed, the hash published before, the order of the cards and the cards dealt, the dice, the
random number, or the section of the wheel, are computed again.  One line for each; exit code 0 if nothing disagrees,
1 otherwise.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any


def numbers(seed: bytes, label: bytes) -> Iterator[int]:
    """The numbers of 64 bits that belong to a seed."""
    blocks = (hmac.digest(seed, label + b"\0" + n.to_bytes(8, "big"), "sha256") for n in count())
    return (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24))


def below(limit: int, words: Iterator[int]) -> int:
    """The next number modulo the limit; numbers too high to be fair are thrown away."""
    while (word := next(words)) >= 2**64 - 2**64 % limit:
        pass
    return word % limit


def order(seed: bytes, size: int) -> list[int]:
    """Fisher-Yates from the last card to the first."""
    words = numbers(seed, b"nomorebets shuffle v1")
    cards = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def spun(spin: dict[str, Any], seed: bytes | None, sections: int, *, latest: bool) -> str:
    """What can be said of one spin whose seed was committed to."""
    if seed is None:
        return "not revealed yet" if latest else "FAILED: the seed was never revealed"
    section = below(sections, numbers(seed, b"nomorebets wheel v1"))
    if section != spin["section"]:
        return f"FAILED: the seed gives section {section}, not {spin['section']}"
    return f"verified, section {section}"


def in_stacks(cards: list[int], stacks: int = 7) -> list[list[int]]:
    """Cards dealt into stacks, from left to right and then from right to left, until so many are of equal size."""
    dealt: list[list[int]] = [[] for _ in range(stacks)]
    for place, card in enumerate(cards[: len(cards) // stacks * stacks]):
        across, column = divmod(place, stacks)
        dealt[column if across % 2 == 0 else stacks - 1 - column].append(card)
    return dealt


def verdict(shuffle: dict[str, Any], seed: bytes | None, rounds: int) -> str:
    """What can be said of one shuffle and of what was done with its cards."""
    if not shuffle["commitment"]:
        return "recorded, so there is nothing to check"
    if seed is None:
        return "not revealed yet" if shuffle["round"] in (0, rounds) else "FAILED: the seed was never revealed"
    cards = order(seed, len(shuffle["stack"]))
    if cards != shuffle["stack"]:
        return "FAILED: the seed gives another order of the cards"
    shakes = 0
    stacks: list[list[int]] = []
    for event in shuffle["after"]:
        if event["type"] in ("RollVoided", "Shaken"):
            words = numbers(seed, b"nomorebets dice v1\0" + shakes.to_bytes(8, "big"))
            shakes += 1
            dice = [below(6, words) + 1 for _ in range(3)]
            if event.get("dice", dice) != dice:
                return f"FAILED: the seed gives the dice {dice}, not {event['dice']}"
            continue
        if event["type"] == "NumberDrawn":
            number = below(7, numbers(seed, b"nomorebets number v1")) + 1
            if event["number"] != number:
                return f"FAILED: the seed gives the number {number}, not {event['number']}"
            continue
        if event.get("to", "").startswith("stack "):
            if not stacks:
                stacks = in_stacks(cards)
                cards = cards[sum(map(len, stacks)) :]
            if event["cards"] != stacks[int(event["to"].split()[1]) - 1]:
                return "FAILED: the stacks were not dealt from the top of the deck"
            continue
        if event.get("origin", "").startswith("seat "):
            continue  # a player laid cards aside: none left the deck
        if event.get("origin"):
            if event["cards"] != stacks[int(event["origin"].split()[1]) - 1]:
                return f"FAILED: {event['to']} was dealt {event['cards']}, which is not {event['origin']}"
            continue
        if event["type"] == "CutMade":
            cards = cards[event["count"] :] + cards[: event["count"]]
            continue
        gone = event.get("cards") or [event["card"]]
        if "cards" in event and gone != cards[: len(gone)]:
            return f"FAILED: {event['to']} was dealt {gone}, which did not lie on top"
        cards = [card for card in cards if card not in gone]
    return f"verified, {len(shuffle['stack']) - len(cards)} cards dealt"


def main(log: str) -> int:
    shuffles: list[dict[str, Any]] = []
    decks: dict[int, dict[str, Any]] = {}  # the last shuffle of each deck
    seeds: dict[str, bytes] = {}  # by the hash that was published
    spins: list[dict[str, Any]] = []
    rounds = in_play = sections = 0
    entries = [json.loads(line)["events"] for line in Path(log).read_text("utf-8").splitlines()]
    for event in [event for entry in entries for event in entry]:
        match event["type"]:
            case "Shuffled":
                decks[event["deck"]] = {"commitment": "", **event, "round": 0, "after": []}
                shuffles.append(decks[event["deck"]])
            case "DeckStaged" if event["stage"] == "in play":
                in_play, rounds = event["deck"], rounds + 1
                decks[in_play]["round"] = rounds
            case "CutMade" | "CardRemoved" | "Dealt" | "RollVoided" | "Shaken" | "NumberDrawn":
                decks[event.get("deck", in_play)]["after"].append(event)
            case "DealAbandoned":
                decks[in_play]["round"], rounds = 0, rounds - 1
            case "RulesPosted":
                sections = len(event["submission"].get("wheel_order", "").split())
            case "Committed":
                spins.append({"commitment": event["commitment"], "section": None})
            case "Spun" if spins and spins[-1]["section"] is None:
                spins[-1]["section"] = event["section"]
            case "SeedRevealed":
                seed = bytes.fromhex(event["seed"])
                seeds[hashlib.sha256(b"nomorebets commit v1\0" + seed).hexdigest()] = seed
    hashes = [one["commitment"] for one in (*shuffles, *spins) if one["commitment"]]
    lines = [f"seed {seed.hex()}: FAILED: it opens no hash" for one, seed in seeds.items() if one not in hashes]
    lines += [f"hash {one}: FAILED: it was published twice" for one in seeds if hashes.count(one) > 1]
    for shuffle in shuffles:
        name = f"round {shuffle['round']}" if shuffle["round"] else "not dealt"
        published = shuffle["commitment"]
        lines.append(f"{name}: {verdict(shuffle, seeds.get(published), rounds)} {published}".rstrip())
    ended = [spin for spin in spins if spin["section"] is not None]
    for number, spin in enumerate(spins, 1):
        said = spun(spin, seeds.get(spin["commitment"]), sections, latest=spin not in ended[:-1])
        lines.append(f"spin {number}: {said} {spin['commitment']}")
    sys.stdout.write("\n".join(lines) + "\n")
    return int(any("FAILED" in line for line in lines))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
    except (OSError, ValueError, LookupError, TypeError) as error:
        sys.exit(f"{sys.argv[1]} is not the log of a table: {error!r}")
