"""Messages on a byte stream: JSON objects, each behind its length in four bytes.

JSON and never pickle, because the far end runs code of strangers.
"""

import json
import os
import struct
from collections.abc import Iterator
from typing import Any

Frame = dict[str, Any]

_LENGTH = struct.Struct("!I")
_LARGEST = 64 * 1024**2  # bytes of a message
_MOST = 512 * 1024**2  # bytes of all messages of a run
_CHUNK = 1 << 16


class BadFrame(ValueError):
    """The bytes that arrived are no message."""


def encode(frame: Frame) -> bytes:
    """Return the bytes of one message."""
    body = json.dumps(frame).encode()
    return _LENGTH.pack(len(body)) + body


class Decoder:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._total = 0

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Take the next bytes and yield each message that they complete.

        Raises:
            BadFrame: the bytes are no message, or too large, alone or all together.
        """
        self._bytes += data
        self._total += len(data)
        if self._total > _MOST:
            raise BadFrame(f"more than {_MOST // 1024**2} MB of messages")
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            if length > _LARGEST:
                raise BadFrame(f"a message of {length} bytes")
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                return
            body = bytes(self._bytes[_LENGTH.size : end])
            del self._bytes[:end]
            try:
                frame = json.loads(body)
            except (ValueError, RecursionError) as error:
                raise BadFrame(str(error)) from error
            if not isinstance(frame, dict):
                raise BadFrame("a message that is no object")
            yield frame


def read(descriptor: int) -> Iterator[Frame]:
    """Yield the messages that arrive on a descriptor, until its end.

    Raises:
        BadFrame: what arrived is no message.
    """
    decoder = Decoder()
    while data := os.read(descriptor, _CHUNK):
        yield from decoder.feed(data)


def write(descriptor: int, frame: Frame) -> None:
    """Write one message to a blocking descriptor."""
    rest = memoryview(encode(frame))
    while rest:
        rest = rest[os.write(descriptor, rest) :]
