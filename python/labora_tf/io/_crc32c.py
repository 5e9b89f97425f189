"""CRC-32C (Castagnoli), of which TFRecord files keep a masked form."""

from __future__ import annotations

import functools

import numpy as np

_POLYNOMIAL = 0x82F63B78
_BLOCK = 1024


def _make_table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return table


_TABLE = _make_table()


@functools.cache
def _block_tables() -> tuple[np.ndarray, np.ndarray, list[list[int]]]:
    """What each byte at each place of a block adds to the block's remainder, and what a block of zeros makes
    of the four bytes of a remainder."""
    table = np.array(_TABLE, np.uint32)
    places = np.empty((_BLOCK, 256), np.uint32)
    row = table
    for place in range(_BLOCK - 1, -1, -1):
        places[place] = row
        row = (row >> np.uint32(8)) ^ table[row & np.uint32(255)]
    # A remainder is xor'ed into the first four bytes of what follows.
    shifts = [places[i].tolist() for i in range(4)]
    return places.reshape(-1), np.arange(_BLOCK) * 256, shifts


def _bytewise(data: bytes | memoryview, state: int) -> int:
    table = _TABLE
    for byte in data:
        state = (state >> 8) ^ table[(state ^ byte) & 255]
    return state


def crc32c(data: bytes) -> int:
    """The checksum of bytes."""
    size = len(data)
    if size < 64:
        return _bytewise(data, 0xFFFFFFFF) ^ 0xFFFFFFFF
    table, offsets, (first, second, third, fourth) = _block_tables()
    numbers = np.frombuffer(data, np.uint8).astype(np.intp)
    # To begin with ones is to invert the first four bytes and begin with zeros.
    numbers[:4] ^= 255
    head = size % _BLOCK
    state = 0
    if head:
        places = offsets[_BLOCK - head :] + numbers[:head]
        state = int(np.bitwise_xor.reduce(table.take(places)))
    for begin in range(head, size, 256 * _BLOCK):
        blocks = numbers[begin : begin + 256 * _BLOCK].reshape(-1, _BLOCK) + offsets
        for remainder in np.bitwise_xor.reduce(table.take(blocks), axis=1).tolist():
            state = (
                remainder
                ^ first[state & 255]
                ^ second[(state >> 8) & 255]
                ^ third[(state >> 16) & 255]
                ^ fourth[state >> 24]
            )
    return state ^ 0xFFFFFFFF


def masked(data: bytes) -> int:
    """The masked checksum of TFRecord files."""
    value = crc32c(data)
    return (((value >> 15) | (value << 17)) + 0xA282EAD8) & 0xFFFFFFFF
