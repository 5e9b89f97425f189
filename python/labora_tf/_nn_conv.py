"""Convolutions and pools of `tf.nn`, under TensorFlow's arguments."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf._glue import special as _special
from labora_tf._ops import arg, backend, ints
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "atrous_conv2d avg_pool avg_pool1d avg_pool2d avg_pool3d conv1d conv1d_transpose conv2d "
    "conv2d_transpose conv3d "
    "conv3d_transpose conv_transpose convolution depthwise_conv2d dilation2d max_pool max_pool1d "
    "max_pool2d max_pool3d "
    "pool separable_conv2d depthwise_conv2d_native erosion2d"
).split()


def _spatial(value: Any, rank: int, channels_first: bool, what: str) -> tuple[int, ...]:
    """One number for each spatial axis, of one number, of `rank` numbers, or of numbers for all axes."""
    if value is None:
        return (1,) * rank
    sizes = ints(value) if np.ndim(value) else (_ops.integer(value),)
    if len(sizes) == 1:
        return sizes * rank
    if len(sizes) == rank:
        return sizes
    if len(sizes) == rank + 2:
        outer = (sizes[0], sizes[1] if channels_first else sizes[-1])
        if outer != (1, 1):
            raise InvalidArgumentError(
                f"{what} of the batch and of the channels must be 1, got {list(sizes)}"
            )
        return sizes[2:] if channels_first else sizes[1:-1]
    raise ValueError(f"{what} should be of length 1, {rank} or {rank + 2} but was {len(sizes)}")


def _channels_first(data_format: Any) -> bool:
    return data_format is not None and str(data_format).upper().startswith("NC")


def _padding(padding: Any, rank: int, first: bool) -> Any:
    """ "SAME", "VALID", or pairs for the spatial axes."""
    if isinstance(padding, str):
        if padding.upper() not in ("SAME", "VALID"):
            raise ValueError(f"padding must be 'SAME' or 'VALID', not {padding!r}")
        return padding.upper()
    pairs = [tuple(ints(pair)) for pair in padding]
    if len(pairs) == rank + 2:
        pairs = pairs[2:] if first else pairs[1:-1]
    return pairs


def _check_channels(x: Any, kernel: Any, first: bool) -> None:
    channels = x.shape[1 if first else -1]
    if channels is not None and channels % kernel.shape[-2]:
        raise InvalidArgumentError(
            f"input depth must be evenly divisible by filter depth: {channels} vs {kernel.shape[-2]} "
            "[Op:Conv]"
        )


def _pairs(padding: Any, sizes: Any, kernel: Any, strides: Any, dilations: Any) -> list[tuple[int, int]]:
    """Padding as pairs."""
    if not isinstance(padding, str):
        return padding
    pairs = []
    for size, width, step, dilation in zip(sizes, kernel, strides, dilations):
        span = (width - 1) * dilation + 1
        total = max((-(-size // step) - 1) * step + span - size, 0) if padding == "SAME" else 0
        pairs.append((total // 2, total - total // 2))
    return pairs


def _conv(
    x: Any, kernel: Any, strides: Any, padding: Any, data_format: Any, dilations: Any, rank: int
) -> Any:
    x, kernel = (backend(value) for value in _ops.pair(x, kernel))
    if len(x.shape) < rank + 2 or len(kernel.shape) != rank + 2:
        raise ValueError(
            f"a convolution of {rank} axes takes an input of rank {rank + 2} and filters of rank "
            f"{rank + 2}, not "
            f"{tuple(x.shape)} and {tuple(kernel.shape)}"
        )
    first = _channels_first(data_format)
    strides = _spatial(strides, rank, first, "strides")
    dilations = _spatial(dilations, rank, first, "dilations")
    padding = _padding(padding, rank, first)
    _check_channels(x, kernel, first)
    batch = tuple(x.shape)[: len(x.shape) - rank - 1]
    if len(batch) > 1:
        x = ops.reshape(x, (-1, *tuple(x.shape)[len(batch) :]))
    if not isinstance(padding, str):
        wide = [(0, 0), (0, 0), *padding] if first else [(0, 0), *padding, (0, 0)]
        x, padding = ops.pad(x, wide), "VALID"
    out = ops.conv(
        x,
        kernel,
        strides=strides,
        padding=padding.lower(),
        data_format="channels_first" if first else "channels_last",
        dilation_rate=dilations,
    )
    return ops.reshape(out, (*batch, *tuple(out.shape)[1:])) if len(batch) > 1 else out


def conv1d(
    input: Any = None,  # noqa: A002
    filters: Any = None,
    stride: Any = 1,
    padding: Any = "VALID",
    data_format: Any = "NWC",
    dilations: Any = None,
    name: str | None = None,
    value: Any = None,
    use_cudnn_on_gpu: Any = None,
) -> Any:
    """A convolution of sequences: (batch, width, channels) and (width, in, out)."""
    input = input if input is not None else value  # noqa: A001
    stride = stride[0] if isinstance(stride, (list, tuple)) and len(stride) == 1 else stride
    return _conv(input, filters, stride, padding, data_format, dilations, 1)


def conv2d(
    input: Any = None,  # noqa: A002
    filters: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: str | None = None,
    filter: Any = None,  # noqa: A002
    use_cudnn_on_gpu: Any = True,
    **more: Any,
) -> Any:
    """A convolution of pictures: (batch, height, width, channels) and (height, width, in, out).

    `strides`: one number, two, or four; `padding`: "SAME", "VALID", or pairs for each axis.
    """
    filters = filters if filters is not None else filter
    # TensorFlow 1 had use_cudnn_on_gpu before the format.
    if isinstance(data_format, bool):
        data_format = dilations if isinstance(dilations, str) else "NHWC"
        dilations = None
    _ops.no_more("conv2d", more)
    return _conv(input, filters, strides, padding, data_format, dilations, 2)


def conv3d(
    input: Any = None,  # noqa: A002
    filters: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
    filter: Any = None,  # noqa: A002
) -> Any:
    """A convolution of volumes."""
    return _conv(
        input, filters if filters is not None else filter, strides, padding, data_format, dilations, 3
    )


def convolution(
    input: Any,  # noqa: A002
    filters: Any = None,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
    filter: Any = None,  # noqa: A002
    dilation_rate: Any = None,
) -> Any:
    """A convolution over as many axes as the filters have."""
    filters = filters if filters is not None else filter
    rank = len(np.shape(filters)) - 2
    return _conv(input, filters, strides, padding, data_format, dilations or dilation_rate, rank)


def atrous_conv2d(value: Any, filters: Any, rate: int, padding: str, name: str | None = None) -> Any:
    """A convolution with holes in the filter."""
    return _conv(value, filters, 1, padding, "NHWC", rate, 2)


def _transpose(
    x: Any, kernel: Any, shape: Any, strides: Any, padding: Any, data_format: Any, dilations: Any, rank: int
) -> Any:
    """The gradient of a convolution by its input; the filters are (..., out, in)."""
    x, kernel = (backend(value) for value in _ops.pair(x, kernel))
    first = _channels_first(data_format)
    strides = _spatial(strides, rank, first, "strides")
    dilations = _spatial(dilations, rank, first, "dilations")
    padding = _padding(padding, rank, first)
    wanted = ints(shape)
    if len(wanted) == rank:
        spatial = wanted
    else:
        spatial = wanted[2:] if first else wanted[1:-1]
        channels = wanted[1] if first else wanted[-1]
        if channels != kernel.shape[-2]:
            raise ValueError(
                f"output_shape does not match filter's output channels, {channels} != {kernel.shape[-2]}"
            )
    if first:
        x = ops.moveaxis(x, 1, -1)
    sizes = tuple(x.shape)[1:-1]
    outer = []
    for size, out, width, step, dilation, (before, after) in zip(
        sizes,
        spatial,
        kernel.shape,
        strides,
        dilations,
        _pairs(padding, spatial, kernel.shape, strides, dilations),
    ):
        span = (width - 1) * dilation + 1
        if (out + before + after - span) // step + 1 != size:
            raise InvalidArgumentError(
                f"Conv2DSlowBackpropInput: output_shape {list(wanted)} does not fit the input "
                f"{list(x.shape)} with "
                f"strides {list(strides)} and padding {padding}"
            )
        start = span - 1 - before
        outer.append((start, out + span - 1 - start - ((size - 1) * step + 1)))
    letters = "DHW"[-rank:]
    numbers = (f"N{letters}C", f"{letters}IO", f"N{letters}C")
    kernel = ops.swapaxes(kernel, -1, -2)
    out = _special.conv_gradient_of_input(x, kernel, strides, outer, dilations, numbers)
    return ops.moveaxis(out, -1, 1) if first else out


def conv2d_transpose(
    input: Any = None,  # noqa: A002
    filters: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: Any = "NHWC",
    dilations: Any = None,
    name: str | None = None,
    value: Any = None,
    filter: Any = None,  # noqa: A002
) -> Any:
    """The gradient of `conv2d` by its input. `filters` are (height, width, out, in)."""
    input = input if input is not None else value  # noqa: A001
    filters = filters if filters is not None else filter
    return _transpose(input, filters, output_shape, strides, padding, data_format, dilations, 2)


def conv1d_transpose(
    input: Any,  # noqa: A002
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The gradient of `conv1d` by its input."""
    return _transpose(input, filters, output_shape, strides, padding, data_format, dilations, 1)


def conv3d_transpose(
    input: Any,  # noqa: A002
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The gradient of `conv3d` by its input."""
    return _transpose(input, filters, output_shape, strides, padding, data_format, dilations, 3)


def conv_transpose(
    input: Any,  # noqa: A002
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any = "SAME",
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    rank = len(np.shape(filters)) - 2
    return _transpose(input, filters, output_shape, strides, padding, data_format, dilations, rank)


def depthwise_conv2d(
    input: Any,  # noqa: A002
    filter: Any = None,  # noqa: A002
    strides: Any = None,
    padding: Any = None,
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
    rate: Any = None,
    filters: Any = None,
) -> Any:
    """Each channel with filters of its own: (height, width, in, multiplier)."""
    x, kernel = (backend(value) for value in _ops.pair(input, filter if filter is not None else filters))
    first = _channels_first(data_format)
    strides = _spatial(strides, 2, first, "strides")
    dilations = _spatial(dilations if dilations is not None else rate, 2, first, "dilations")
    padding = _padding(padding, 2, first)
    if x.shape[1 if first else -1] != kernel.shape[-2]:
        raise InvalidArgumentError(
            f"input and filter must have the same depth: {list(x.shape)} vs {list(kernel.shape)}"
        )
    if first:
        x = ops.moveaxis(x, 1, -1)
    channels = x.shape[-1]
    pairs = _pairs(padding, tuple(x.shape)[1:-1], kernel.shape, strides, dilations)
    kernel = ops.reshape(kernel, (*tuple(kernel.shape)[:2], 1, channels * kernel.shape[-1]))
    out = _special.conv(x, kernel, strides, pairs, dilations, ("NHWC", "HWIO", "NHWC"), channels)
    return ops.moveaxis(out, -1, 1) if first else out


depthwise_conv2d_native = depthwise_conv2d


def separable_conv2d(
    input: Any,  # noqa: A002
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
    rate: Any = None,
) -> Any:
    """A depthwise convolution, then one over the channels."""
    between = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations, rate=rate)
    return _conv(between, pointwise_filter, 1, "VALID", data_format, None, 2)


def _pool(x: Any, how: str, size: Any, strides: Any, padding: Any, data_format: Any, rank: int) -> Any:
    x = backend(arg(x))
    if len(x.shape) != rank + 2:
        raise ValueError(f"a pool of {rank} axes takes an input of rank {rank + 2}, not {tuple(x.shape)}")
    first = _channels_first(data_format)
    size = _spatial(size, rank, first, "ksize")
    strides = size if strides is None else _spatial(strides, rank, first, "strides")
    padding = _padding(padding, rank, first)
    if isinstance(padding, str):
        pool = ops.max_pool if how == "max" else ops.average_pool
        layout = "channels_first" if first else "channels_last"
        return pool(x, size, strides=strides, padding=padding.lower(), data_format=layout)
    if how != "max":
        raise ValueError("tf.nn.avg_pool takes padding 'SAME' or 'VALID'")
    outer = (lambda parts, one: [one, one, *parts]) if first else (lambda parts, one: [one, *parts, one])
    return _special.reduce_window(
        x, "max", tuple(outer(size, 1)), tuple(outer(strides, 1)), outer(padding, (0, 0))
    )


def _pool_of(how: str, rank: int, data_format: str) -> Any:
    def pool(
        input: Any = None,  # noqa: A002
        ksize: Any = None,
        strides: Any = None,
        padding: Any = "VALID",
        data_format: Any = data_format,
        name: str | None = None,
        value: Any = None,
    ) -> Any:
        return _pool(input if input is not None else value, how, ksize, strides, padding, data_format, rank)

    words = "largest value" if how == "max" else "mean"
    return _ops.named(pool, f"{how}_pool{rank}d", f"The {words} of each window.")


max_pool1d, max_pool2d, max_pool3d = (
    _pool_of("max", rank, form) for rank, form in ((1, "NWC"), (2, "NHWC"), (3, "NDHWC"))
)
avg_pool1d, avg_pool2d, avg_pool3d = (
    _pool_of("avg", rank, form) for rank, form in ((1, "NWC"), (2, "NHWC"), (3, "NDHWC"))
)


def _any_pool(how: str) -> Any:
    def pool(
        input: Any = None,  # noqa: A002
        ksize: Any = None,
        strides: Any = None,
        padding: Any = "VALID",
        data_format: Any = None,
        name: str | None = None,
        value: Any = None,
    ) -> Any:
        x = backend(arg(input if input is not None else value))
        return _pool(x, how, ksize, strides, padding, data_format, len(x.shape) - 2)

    return _ops.named(pool, f"{how}_pool", "Windows over all axes but the batch and the channels.")


max_pool, avg_pool = _any_pool("max"), _any_pool("avg")


def pool(
    input: Any,  # noqa: A002
    window_shape: Any,
    pooling_type: str,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: Any = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """Windows of the kind "MAX" or "AVG"; strides are 1 by default."""
    x = backend(arg(input))
    if dilations is not None and set(ints(dilations)) != {1}:
        raise NotImplementedError("tf.nn.pool with dilations is not in Labora")
    rank = len(x.shape) - 2
    strides = (1,) * rank if strides is None else strides
    return _pool(x, pooling_type.lower(), window_shape, strides, padding, data_format, rank)


def dilation2d(
    input: Any,  # noqa: A002
    filters: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Any:
    """The largest of x + filter in each window: dilation of grey pictures."""
    _ops.only("tf.nn.dilation2d", "data_format", data_format, "NHWC")
    x, kernel = (backend(value) for value in _ops.pair(input, filters))
    strides = _spatial(strides, 2, False, "strides")
    dilations = _spatial(dilations, 2, False, "dilations")
    pairs = _pairs(padding.upper(), tuple(x.shape)[1:-1], kernel.shape, strides, dilations)
    x = ops.pad(x, [(0, 0), *pairs, (0, 0)], constant_values=-float("inf"))
    height, width = (
        (x.shape[1 + i] - (kernel.shape[i] - 1) * dilations[i] - 1) // strides[i] + 1 for i in range(2)
    )
    parts = []
    for row in range(kernel.shape[0]):
        for column in range(kernel.shape[1]):
            top, left = row * dilations[0], column * dilations[1]
            piece = x[
                :,
                top : top + (height - 1) * strides[0] + 1 : strides[0],
                left : left + (width - 1) * strides[1] + 1 : strides[1],
            ]
            parts.append(piece + kernel[row, column])
    return functools.reduce(ops.maximum, parts)


def erosion2d(
    value: Any,
    filters: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Any:
    """The smallest of x - filter in each window."""
    filters = ops.flip(backend(arg(filters)), (0, 1))
    return -dilation2d(-backend(arg(value)), filters, strides, padding, data_format, dilations)
