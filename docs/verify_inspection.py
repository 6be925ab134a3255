"""Check a signed inspection without No More Bets: `python verify_inspection.py FILE [PUBLIC_KEY]`.

An inspection is a JSON document.  What was signed is a line that says what it is, and behind it the document itself:
without `digest` and `signature`, its keys in order, with nothing between them and in UTF-8.  The signature is Ed25519
(RFC 8032), by the key that the document names.  A key that you know from elsewhere goes behind the file; without one
this shows only that the document is as whoever holds that key signed it.

It needs the package `cryptography`, or else the program `openssl` (3.0 or later).
"""

import base64
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PREFIX = bytes.fromhex("302a300506032b6570032100")  # what stands before an Ed25519 key in a public key file (RFC 8410)


def message(document: dict[str, Any]) -> bytes:
    """What was signed."""
    signed = {key: value for key, value in document.items() if key not in ("digest", "signature")}
    written = json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return b"nomorebets inspection 1\n" + written.encode()


def by_cryptography(key: bytes, signature: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def by_openssl(key: bytes, signature: bytes, signed: bytes) -> bool:
    encoded = base64.b64encode(PREFIX + key).decode()
    parts = {
        "key.pem": f"-----BEGIN PUBLIC KEY-----\n{encoded}\n-----END PUBLIC KEY-----\n".encode(),
        "signature": signature,
        "message": signed,
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, content in parts.items():
            (Path(folder) / name).write_bytes(content)
        files = ["-inkey", "key.pem", "-in", "message", "-sigfile", "signature"]
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-rawin", *files]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def verified(document: dict[str, Any]) -> bool:
    seal = document["signature"]
    parts = bytes.fromhex(seal["public_key"]), bytes.fromhex(seal["signature"]), message(document)
    try:
        return by_cryptography(*parts)
    except ModuleNotFoundError:
        return by_openssl(*parts)


def main(name: str, expected: str = "") -> str:
    """What is to be said of a file; a fault begins with NOT."""
    document = json.loads(Path(name).read_text("utf-8"))
    if not document.get("signature"):
        return "NOT signed by a key"
    key = document["signature"]["public_key"]
    if expected and expected.lower() != key:
        return f"NOT signed by {expected}, but by {key}"
    if not verified(document):
        return f"NOT as {key} signed it"
    answers = [item.get("answer") for item in document["items"]]
    counted = ", ".join(f"{answers.count(answer)} {answer}" for answer in ("yes", "no", "not inspected"))
    return f"signed by {key}: {document['game']}, {document['table']}, by {document['by']}; {counted}"


if __name__ == "__main__":
    said = main(*sys.argv[1:])
    sys.stdout.write(f"{said}\n")
    sys.exit(said.startswith("NOT"))
