"""Messages on a byte stream: JSON objects, each behind its length in four bytes.

JSON and never pickle, because the far end runs code of strangers. There, functions in C do all of
it, bound here, so that a cell which replaces a part of `json`, `os` or `builtins` changes nothing.
"""

import os
import struct
from collections.abc import Iterator
from json import JSONDecoder, JSONEncoder
from json.encoder import c_make_encoder, encode_basestring_ascii
from typing import Any

Frame = dict[str, Any]

_LENGTH = struct.Struct("!I")
_LARGEST = 64 * 1024**2  # bytes of a message
_MOST = 512 * 1024**2  # bytes of all messages of a run
_CHUNK = 1 << 16

_read, _write, _size = os.read, os.write, len
_scan = JSONDecoder().scan_once
_encode = c_make_encoder(
    None, JSONEncoder().default, encode_basestring_ascii, None, ": ", ", ", False, False, True
)


class BadFrame(ValueError):
    """The bytes that arrived are no message."""


def encode(frame: Frame) -> bytes:
    """Return the bytes of one message."""
    body = "".join(_encode(frame, 0)).encode()
    return _LENGTH.pack(_size(body)) + body


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
                text = body.decode()
                frame, read = _scan(text, 0)
            except (ValueError, RecursionError, StopIteration) as error:
                raise BadFrame(f"no JSON: {error}") from error
            if read != len(text) or not isinstance(frame, dict):
                raise BadFrame("a message that is no object")
            yield frame


def read(descriptor: int) -> Iterator[Frame]:
    """Yield the messages that arrive on a descriptor, until its end.

    Raises:
        BadFrame: what arrived is no message.
    """
    decoder = Decoder()
    while data := _read(descriptor, _CHUNK):
        yield from decoder.feed(data)


def write(descriptor: int, frame: Frame) -> None:
    """Write one message to a blocking descriptor."""
    rest = memoryview(encode(frame))
    while rest:
        rest = rest[_write(descriptor, rest) :]
