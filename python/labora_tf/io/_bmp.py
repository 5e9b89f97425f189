"""BMP images of 8, 24 and 32 bits a pixel, the three that TensorFlow reads."""

from __future__ import annotations

import struct

import numpy as np

from labora_tf import errors

_HEAD = 30  # bytes up to the number of bits a pixel


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def decode(data: bytes, channels: int, largest: int) -> np.ndarray:
    """The pixels [height, width, channels]. Pixels of 8 bits are gray, whatever the file's palette says."""
    if data[:2] != b"BM" or len(data) < _HEAD:
        raise _invalid("Invalid BMP data: the file is incomplete")
    start, width, height, bits = struct.unpack("<10xI4xii2xH", data[:_HEAD])
    own, rows = bits // 8, abs(height)
    if bits not in (8, 24, 32):
        raise _invalid(f"Number of channels inherent in the image must be 1, 3 or 4, was {bits}/8")
    if channels not in (0, 3, 4):
        raise _invalid(f"`channels` must be 0, 3 or 4 for BMP, but got {channels}")
    if width <= 0 or rows == 0 or width * rows > largest:
        raise _invalid(f"A BMP image of {width} x {height} pixels cannot be read")
    row = (own * width + 3) // 4 * 4
    if len(data) < start + row * rows:
        raise _invalid("Incomplete bmp content")
    lines = np.frombuffer(data, np.uint8, row * rows, start).reshape(rows, row)
    pixels = lines[:: -1 if height > 0 else 1, : own * width].reshape(rows, width, own)
    if own > 1:
        pixels = pixels[:, :, [2, 1, 0, 3][:own]]
    elif channels > 1:
        pixels = np.repeat(pixels, 3, axis=2)
    if channels == 4 and own < 4:
        return np.concatenate([pixels, np.full_like(pixels[:, :, :1], 255)], axis=2)
    return np.ascontiguousarray(pixels[:, :, :channels] if channels else pixels)
