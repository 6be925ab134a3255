"""Ed25519 keys and signatures of inspectors: a key is a file of its own that nobody else may read."""

import os
from importlib import import_module
from typing import Any

from msgspec import Struct

from nomorebets.errors import BadInput
from nomorebets.machine.files import read_text


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """Who signed, by the public key, and the signature; both in hexadecimal digits."""

    public_key: str
    signature: str
    algorithm: str = "Ed25519"


def new_key(name: str) -> str:
    """Write a new private key where nothing is yet, for its owner alone, and return its public key."""
    key = _ed25519().Ed25519PrivateKey.generate()
    serialization = _serialization()
    pem: bytes = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
    except FileExistsError:
        raise BadInput(f"{name} is there already; a key is never overwritten") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{name!r} cannot be written: {error}") from None
    return _public(key)


def sign_message(message: bytes, key_file: str) -> Signature:
    """A message signed by the key in a file."""
    private = _ed25519().Ed25519PrivateKey
    pem = read_text(key_file).encode()
    try:
        key = _serialization().load_pem_private_key(pem, password=None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, private):
        raise BadInput(f"{key_file} holds no Ed25519 key; `nmb inspect --new-key {key_file}` makes one in a new file")
    signature: bytes = key.sign(message)
    return Signature(_public(key), signature.hex())


def verifies(message: bytes, signed: Signature) -> bool:
    """Whether the signature is over this message, by the key that it names."""
    public = _ed25519().Ed25519PublicKey
    try:
        key = public.from_public_bytes(bytes.fromhex(signed.public_key))
        key.verify(bytes.fromhex(signed.signature), message)
    except (ValueError, import_module("cryptography.exceptions").InvalidSignature):
        return False
    return signed.algorithm == "Ed25519"


def _public(key: Any) -> str:
    raw: bytes = key.public_key().public_bytes_raw()
    return raw.hex()


MISSING = "nothing is signed without cryptography, which comes with nomorebets[service]"


def _ed25519() -> Any:
    try:
        return import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    except ModuleNotFoundError:
        raise BadInput(MISSING) from None


def _serialization() -> Any:
    return import_module("cryptography.hazmat.primitives.serialization")
