"""Blocks of space, patches, and bits: the rarer names of arrays at the root and of `tf.nn`."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import _host
from labora_tf._glue import special as _special
from labora_tf._ops import arg, backend, host, integer, ints, on_host, plain
from labora_tf.errors import InvalidArgumentError


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Any:
    """The tensor, if its shape is compatible; else an error."""
    from labora_tf._shape import as_shape

    x = arg(x)
    if not as_shape(tuple(x.shape)).is_compatible_with(shape):
        raise InvalidArgumentError(
            f"Shape of tensor x {list(x.shape)} is not compatible with expected shape "
            f"{list(as_shape(shape))}. "
            "[Op:EnsureShape]"
        )
    return x


def bitcast(input: Any, type: Any, name: str | None = None) -> Any:  # noqa: A002
    """The same bits as another type."""
    from labora_tf import dtypes

    x, wanted = arg(input), dtypes.as_dtype(type)
    if on_host(x):
        old, new = x.dtype.itemsize, wanted.dtype.itemsize
        value = (
            np.ascontiguousarray(plain(x)).reshape(*x.shape, 1)
            if new <= old
            else np.ascontiguousarray(plain(x))
        )
        out = value.view(wanted.dtype)
        return host(out[..., 0] if out.shape[-1] == 1 else out)
    return _special.bitcast(x, wanted.dtype)


def _nchw(function: str, data_format: str) -> None:
    if data_format != "NHWC":
        raise ValueError(f"tf.nn.{function} takes data_format='NHWC', not {data_format!r}")


def space_to_depth(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Any:  # noqa: A002
    """Blocks of height and width moved into the channels."""
    _nchw("space_to_depth", data_format)
    x, size = backend(arg(input)), integer(block_size)
    batch, height, width, channels = x.shape
    if height % size or width % size:
        raise InvalidArgumentError(
            f"Image height {height} and width {width} should be divisible by block_size: {size}"
        )
    x = ops.reshape(x, (-1 if batch is None else batch, height // size, size, width // size, size, channels))
    x = ops.transpose(x, (0, 1, 3, 2, 4, 5))
    return ops.reshape(
        x, (-1 if batch is None else batch, height // size, width // size, size * size * channels)
    )


def depth_to_space(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Any:  # noqa: A002
    """Channels moved into blocks of height and width."""
    _nchw("depth_to_space", data_format)
    x, size = backend(arg(input)), integer(block_size)
    batch, height, width, channels = x.shape
    if channels % (size * size):
        raise InvalidArgumentError(
            f"Dimension size must be evenly divisible by {size * size} but is {channels}"
        )
    batch = -1 if batch is None else batch
    if batch == -1 and (height is None or width is None):
        raise ValueError("tf.nn.depth_to_space needs the height and the width")
    x = ops.reshape(x, (batch, height, width, size, size, channels // size**2))
    x = ops.transpose(x, (0, 1, 3, 2, 4, 5))
    return ops.reshape(x, (batch, height * size, width * size, channels // size**2))


def space_to_batch(input: Any, block_shape: Any, paddings: Any, name: str | None = None) -> Any:  # noqa: A002
    """Blocks of space moved into the batch, after padding with zeros."""
    x = backend(arg(input))
    block = ints(block_shape) if np.ndim(block_shape) else (integer(block_shape),) * len(np.asarray(paddings))
    count = len(block)
    x = ops.pad(
        x,
        [(0, 0), *(tuple(map(int, pair)) for pair in np.asarray(paddings)), *[(0, 0)] * (x.ndim - 1 - count)],
    )
    batch, rest = x.shape[0], tuple(x.shape)[1 + count :]
    sizes = [x.shape[1 + i] // block[i] for i in range(count)]
    shape = [batch]
    for size, step in zip(sizes, block):
        shape += [size, step]
    x = ops.reshape(x, (*shape, *rest))
    order = [2 * i + 2 for i in range(count)] + [0] + [2 * i + 1 for i in range(count)]
    x = ops.transpose(x, (*order, *range(2 * count + 1, len(x.shape))))
    return ops.reshape(x, (batch * int(np.prod(block)), *sizes, *rest))


def batch_to_space(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Any:  # noqa: A002
    """The inverse of `space_to_batch`; `crops` is what is cut off."""
    x = backend(arg(input))
    block = ints(block_shape) if np.ndim(block_shape) else (integer(block_shape),) * len(np.asarray(crops))
    count = len(block)
    batch = x.shape[0] // int(np.prod(block))
    sizes, rest = tuple(x.shape)[1 : 1 + count], tuple(x.shape)[1 + count :]
    x = ops.reshape(x, (*block, batch, *sizes, *rest))
    order = [count]
    for i in range(count):
        order += [count + 1 + i, i]
    x = ops.transpose(x, (*order, *range(2 * count + 1, len(x.shape))))
    x = ops.reshape(x, (batch, *(size * step for size, step in zip(sizes, block)), *rest))
    cuts = [slice(int(a), x.shape[1 + i] - int(b)) for i, (a, b) in enumerate(np.asarray(crops))]
    return x[(slice(None), *cuts)]


space_to_batch_nd, batch_to_space_nd = space_to_batch, batch_to_space


def extract_volume_patches(
    input: Any,
    ksizes: Any,
    strides: Any,
    padding: str,
    name: str | None = None,  # noqa: A002
) -> Any:
    """Patches of a volume, flat in the channels."""
    return _patches(backend(arg(input)), ints(ksizes)[1:-1], ints(strides)[1:-1], (1, 1, 1), padding)


def extract_patches(
    images: Any, sizes: Any, strides: Any, rates: Any, padding: str, name: str | None = None
) -> Any:
    """Patches of pictures, (batch, rows, columns, size * size * channels)."""
    x = arg(images)
    out = _patches(backend(x), ints(sizes)[1:-1], ints(strides)[1:-1], ints(rates)[1:-1], padding)
    return host(out, x.dtype) if on_host(x) and _host.in_data() else out


def _patches(x: Any, sizes: Any, strides: Any, rates: Any, padding: str) -> Any:
    dtype = str(x.dtype)
    before = []
    shape = list(x.shape)[1:-1]
    counts = []
    for length, size, step, rate in zip(shape, sizes, strides, rates):
        span = (size - 1) * rate + 1
        if padding.upper() == "SAME":
            count = -(-length // step)
            total = max((count - 1) * step + span - length, 0)
            before.append((total // 2, total - total // 2))
        else:
            count = (length - span) // step + 1
            before.append((0, 0))
        counts.append(count)
    x = ops.pad(x, [(0, 0), *before, (0, 0)])
    for axis, (count, size, step, rate) in enumerate(zip(counts, sizes, strides, rates), 1):
        places = (np.arange(count)[:, None] * step + np.arange(size)[None, :] * rate).reshape(-1)
        x = ops.take(x, places, axis=axis)
    parts = [x.shape[0]]
    for count, size in zip(counts, sizes):
        parts += [count, size]
    rank = len(sizes)
    x = ops.reshape(x, (*parts, x.shape[-1]))
    order = [0, *(1 + 2 * i for i in range(rank)), *(2 + 2 * i for i in range(rank)), 2 * rank + 1]
    x = ops.transpose(x, order)
    return ops.cast(ops.reshape(x, (parts[0], *counts, -1)), dtype)
