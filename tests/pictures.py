"""Drawings as pixels: rendered by vl-convert, and read without an imaging library."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


def pixels(svg: str, scale: float = 1.0) -> Pixels:
    """A drawing as height × width × 4 bytes."""
    import vl_convert

    return read_png(vl_convert.svg_to_png(svg, scale=scale))


def read_png(data: bytes) -> Pixels:
    """The pixels of a PNG of 8 bits a channel, with transparency."""
    at, packed = 8, b""
    wide = high = 0
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            wide, high, depth, colours = struct.unpack_from(">IIBB", chunk)
            assert (depth, colours) == (8, 6), "RGBA of 8 bits"
        elif kind == b"IDAT":
            packed += chunk
        at += length + 12
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(high, 1 + wide * 4)
    filters, lines = raw[:, 0], raw[:, 1:].reshape(high, wide, 4)
    # Every pixel needs those to its left and above: diagonals can be done at once. Row and column 0 are zero.
    done = np.zeros((high + 1, wide + 1, 4), np.int16)
    for step in range(high + wide - 1):
        rows = np.arange(max(0, step - wide + 1), min(high, step + 1))
        columns = step - rows
        left, up = done[rows + 1, columns], done[rows, columns + 1]
        corner = done[rows, columns]
        kinds = filters[rows][:, None]
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        paeth = np.where(
            (to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner)
        )
        guess = np.select(
            [kinds == 1, kinds == 2, kinds == 3, kinds == 4], [left, up, (left + up) // 2, paeth], 0
        )
        done[rows + 1, columns + 1] = (lines[rows, columns] + guess) & 255
    return done[1:, 1:].astype(np.uint8)
