"""Signed notes and checkpoints: what was signed passes, and nothing else does."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.errors import BadInput
from nomorebets.store import notes
from nomorebets.store.notes import Checkpoint

HOUSE, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2))
NAME = "nomorebets/5f"
WITNESS = "auditor.example/w"
MADE = Checkpoint(NAME, 7, b"r" * 32)
NOTE = notes.signed(str(MADE), NAME, HOUSE)


def test_a_note_is_written_as_c2sp_writes_it() -> None:
    """The example of the specification: key, note and signature."""
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:])
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    assert (
        str(notes.verifier_of("PeterNeumann", key))
        == "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    )
    assert notes.signed(text, "PeterNeumann", key) == (
        f"{text}\n— PeterNeumann "
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    )


def test_a_checkpoint_is_read_back_and_its_signer_known() -> None:
    ours = notes.verifier_of(NAME, HOUSE)
    assert notes.checkpoint(NOTE) == MADE
    assert notes.signers(NOTE, [ours]) == [ours]
    assert notes.verifier(str(ours)) == ours


def test_a_key_of_the_same_name_that_did_not_sign_is_no_signer() -> None:
    assert notes.signers(NOTE, [notes.verifier_of(NAME, OTHER)]) == []


def test_a_witness_signs_with_the_hour() -> None:
    both = NOTE + notes.cosigned(NOTE, WITNESS, OTHER, 1_700_000_000)
    witness = notes.verifier_of(WITNESS, OTHER, notes.COSIGNATURE)
    assert notes.signers(both, [witness]) == [witness]
    assert notes.checkpoint(both) == MADE
    assert notes.verifier(str(witness)) == witness


@given(st.integers(0, len(NOTE) - 1), st.characters(codec="utf-8", exclude_categories=["Cs"]))
def test_a_note_of_which_a_character_is_changed_is_not_signed_by_us(place: int, character: str) -> None:
    changed = NOTE[:place] + character + NOTE[place + 1 :]
    if changed == NOTE:
        return
    try:
        found = notes.signers(changed, [notes.verifier_of(NAME, HOUSE)])
    except BadInput:
        return
    assert found == []


@pytest.mark.parametrize(
    "note", ["", "text", "text\n\n", "a\n1\nroot\n\nx\n", "a\n1\n\n— b c", NOTE.replace("7", "07")]
)
def test_what_is_no_checkpoint_is_refused_in_a_sentence(note: str) -> None:
    with pytest.raises(BadInput, match=r"this (note )?is not a (signed note|checkpoint)"):
        notes.checkpoint(note)


@pytest.mark.parametrize(
    "text", ["", "a+b+c", "a+00000000+AQ==", str(notes.verifier_of(NAME, HOUSE)).replace("+", "-", 1)]
)
def test_what_is_no_verifier_key_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="is not a verifier key"):
        notes.verifier(text)
