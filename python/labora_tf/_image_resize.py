"""`tf.image.resize` and what crops and pads.

A resize is a sum over rows and one over columns, with weights that depend on the sizes alone. Where few rows
go into one, they are gathered; else the weights are a matrix. TensorFlow 1 put the samples at the corners of
pixels (`resize_images`, `align_corners`), TensorFlow 2 puts them at the middle.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf._ops import arg, backend, host, integer, ints, is_int, on_host, plain
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "ResizeMethod central_crop crop_and_resize crop_to_bounding_box pad_to_bounding_box resize resize_area "
    "resize_bicubic resize_bilinear resize_image_with_crop_or_pad resize_image_with_pad resize_images "
    "resize_nearest_neighbor resize_with_crop_or_pad resize_with_pad"
).split()


class ResizeMethod:
    """Names of methods of `tf.image.resize`."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_BY_NUMBER = {0: "bilinear", 1: "nearest", 2: "bicubic", 3: "area"}


def _sinc_window(radius: float) -> Any:
    def kernel(x: np.ndarray) -> np.ndarray:
        return np.where(np.abs(x) < radius, np.sinc(x) * np.sinc(x / radius), 0.0)

    return kernel


def _cubic(x: np.ndarray, a: float) -> np.ndarray:
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((x - 5) * x + 8) * x * a - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0.0))


def _mitchell(x: np.ndarray) -> np.ndarray:
    x = np.abs(x)
    near = ((7 * x - 12) * x * x + 16 / 3) / 6
    far = (((-7 / 3 * x + 12) * x - 20) * x + 32 / 3) / 6
    return np.where(x < 1, near, np.where(x < 2, far, 0.0))


# Radius and kernel of each method that scales with the picture.
_KERNELS: dict[str, tuple[float, Any]] = {
    "bilinear": (1.0, lambda x: np.maximum(0.0, 1 - np.abs(x))),
    "bicubic": (2.0, lambda x: _cubic(x, -0.5)),
    "lanczos3": (3.0, _sinc_window(3.0)),
    "lanczos5": (5.0, _sinc_window(5.0)),
    "gaussian": (1.5, lambda x: np.where(np.abs(x) < 1.5, np.exp(-2.0 * x * x), 0.0)),
    "mitchellcubic": (2.0, _mitchell),
}


@functools.lru_cache(maxsize=256)
def _weights(method: str, size: int, out: int, antialias: bool, mode: str) -> tuple[Any, Any]:
    """(rows, weights), both (out, taps): which rows of the picture go into each new one."""
    scale = size / out
    if mode == "corners" and out > 1:
        scale = (size - 1) / (out - 1)
    steps = np.arange(out, dtype=np.float32)
    if method == "nearest":
        scale32 = np.float32(scale)
        places = (
            np.floor((steps + np.float32(0.5)) * scale32) if mode == "middle" else np.floor(steps * scale32)
        )
        if mode == "corners":
            places = np.floor(steps * scale32 + np.float32(0.5))
        return np.minimum(places, size - 1).astype(np.int64)[:, None], None
    if method == "area":
        return _area(size, out)
    if (antialias and mode == "middle") or method not in ("bilinear", "bicubic"):
        return _scaled(method, size, out, antialias)
    center = (
        (steps + np.float32(0.5)) * np.float32(scale) - np.float32(0.5)
        if mode == "middle"
        else steps * np.float32(scale)
    )
    first = np.floor(center)
    delta = (center - first).astype(np.float32)
    if method == "bilinear":
        rows = np.stack([np.maximum(first, 0), np.minimum(np.ceil(center), size - 1)], 1)
        if mode != "middle":
            rows = np.stack([first, np.minimum(first + 1, size - 1)], 1)
        rows = np.clip(rows, 0, size - 1)
        return rows.astype(np.int64), np.stack([1 - delta, delta], 1).astype(np.float32)
    # A table of 1024 steps gives the weights of the cubic, so the distance is rounded to it.
    delta = np.rint(delta.astype(np.float64) * 1024) / 1024
    rows = first[:, None] + np.arange(-1, 3)[None, :]
    values = _cubic(delta[:, None] - np.arange(-1, 3)[None, :], -0.5 if mode == "middle" else -0.75)
    if mode == "middle":
        values = np.where((rows >= 0) & (rows < size), values, 0.0)
        values = values / values.sum(axis=1, keepdims=True)
    return np.clip(rows, 0, size - 1).astype(np.int64), values.astype(np.float32)


def _area(size: int, out: int) -> tuple[np.ndarray, np.ndarray]:
    scale = size / out
    taps = int(math.ceil(scale)) + 1
    begin = np.arange(out) * scale
    rows = np.floor(begin).astype(np.int64)[:, None] + np.arange(taps)[None, :]
    covered = np.minimum(rows + 1, (begin + scale)[:, None]) - np.maximum(rows, begin[:, None])
    return np.minimum(rows, size - 1), (np.maximum(covered, 0.0) / scale).astype(np.float32)


def _scaled(method: str, size: int, out: int, antialias: bool) -> tuple[np.ndarray, np.ndarray]:
    radius, kernel = _KERNELS[method]
    scale = size / out
    wide = max(scale, 1.0) if antialias else 1.0
    center = (np.arange(out) + 0.5) * scale
    span = radius * wide
    taps = min(2 * int(math.ceil(span)) + 1, size)
    first = np.ceil(center - span - 0.5)
    first = np.clip(first, 0, size - 1)
    rows = first[:, None] + np.arange(taps)[None, :]
    last = np.clip(np.floor(center + span - 0.5), 0, size - 1)
    values = kernel((rows + 0.5 - center[:, None]) / wide)
    values = np.where(rows <= last[:, None], values, 0.0)
    total = values.sum(axis=1, keepdims=True)
    values = np.where(np.abs(total) > 1e-6, values / np.where(total == 0, 1, total), values)
    return np.minimum(rows, size - 1).astype(np.int64), values.astype(np.float32)


@functools.lru_cache(maxsize=64)
def _matrix(method: str, size: int, out: int, antialias: bool, mode: str) -> np.ndarray:
    rows, weights = _weights(method, size, out, antialias, mode)
    matrix = np.zeros((out, size), np.float32)
    np.add.at(matrix, (np.arange(out)[:, None], rows), weights)
    return matrix


def _along(x: np.ndarray, axis: int, method: str, out: int, antialias: bool, mode: str) -> np.ndarray:
    """One axis of a NumPy array resized."""
    size = x.shape[axis]
    if size == out and method in ("bilinear", "area"):
        return x
    rows, weights = _weights(method, size, out, antialias, mode)
    if weights is None:
        return np.take(x, rows[:, 0], axis=axis)
    shape = [1] * x.ndim
    shape[axis] = out
    if rows.shape[1] == 2:
        low, high = np.take(x, rows[:, 0], axis=axis), np.take(x, rows[:, 1], axis=axis)
        return low + (high - low) * weights[:, 1].reshape(shape)
    if rows.shape[1] <= 4:
        return sum(
            np.take(x, rows[:, i], axis=axis) * weights[:, i].reshape(shape) for i in range(rows.shape[1])
        )
    moved = np.tensordot(_matrix(method, size, out, antialias, mode), x, (1, axis))
    return np.moveaxis(moved, 0, axis)


def _on_backend(x: Any, axis: int, method: str, out: int, antialias: bool, mode: str) -> Any:
    size = x.shape[axis]
    if size == out and method in ("bilinear", "area"):
        return x
    if method == "nearest":
        return ops.take(x, _weights(method, size, out, antialias, mode)[0][:, 0].astype(np.int32), axis=axis)
    matrix = ops.convert_to_tensor(_matrix(method, size, out, antialias, mode))
    return ops.einsum("oh,nhwc->nowc" if axis == 1 else "ow,nhwc->nhoc", matrix, x)


def _image(images: Any) -> Any:
    """Pictures as a tensor of rank 3 or 4."""
    x = arg(images)
    if len(x.shape) not in (3, 4):
        raise ValueError(
            f"'image' (shape {tuple(x.shape)}) must be three-dimensional, or four-dimensional for a batch."
        )
    return x


def _resized(images: Any, size: Any, method: Any, keep_ratio: bool, antialias: bool, mode: str) -> Any:
    method = str(_BY_NUMBER.get(method, method)).lower()
    if method not in (*_KERNELS, "nearest", "area"):
        raise ValueError(f"Resize method is not implemented: {method!r}")
    x = _image(images)
    sizes = ints(size)
    if len(sizes) != 2:
        raise ValueError(
            f"'size' must be a 1-D Tensor of 2 elements: new_height, new_width; got {list(sizes)}"
        )
    single = len(x.shape) == 3
    height, width = tuple(x.shape)[-3:-1]
    if height is None or width is None:
        raise ValueError(
            "tf.image.resize needs the height and the width of its pictures: give the Input a shape"
        )
    if keep_ratio:
        factor = min(np.float32(sizes[0]) / np.float32(height), np.float32(sizes[1]) / np.float32(width))
        sizes = tuple(int(np.rint(np.float32(factor) * np.float32(one))) for one in (height, width))
    if min(sizes) <= 0:
        raise InvalidArgumentError("output dimensions must be positive")
    if 0 in (height, width):
        raise InvalidArgumentError("input image must be of non-zero size")
    if on_host(x):
        value = plain(x) if method == "nearest" else plain(x).astype(np.float32, copy=False)
        # TensorFlow's order: rows of bilinear last.
        value = _along(value, value.ndim - 2, method, sizes[1], antialias, mode)
        value = _along(value, value.ndim - 3, method, sizes[0], antialias, mode)
        return host(value)
    x = x[None] if single else x
    x = x if method == "nearest" else ops.cast(x, "float32")
    x = _on_backend(x, 2, method, sizes[1], antialias, mode)
    x = _on_backend(x, 1, method, sizes[0], antialias, mode)
    return x[0] if single else x


def resize(
    images: Any,
    size: Any,
    method: Any = "bilinear",
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Any:
    """Pictures (height, width, channels), or a batch, of another size; float32, but for 'nearest'."""
    return _resized(images, size, method, preserve_aspect_ratio, antialias, "middle")


def resize_images(
    images: Any,
    size: Any,
    method: Any = "bilinear",
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Any:
    """TensorFlow 1's resize: samples at the corners of pixels; pictures of this size stay as they are."""
    x = _image(images)
    sizes = ints(size)
    if tuple(x.shape)[-3:-1] == sizes and not preserve_aspect_ratio:
        return x
    return _resized(x, size, method, preserve_aspect_ratio, False, "corners" if align_corners else "origin")


def _named_resize(method: str) -> Any:
    def resize(
        images: Any,
        size: Any,
        align_corners: bool = False,
        name: str | None = None,
        half_pixel_centers: bool = False,
    ) -> Any:
        mode = "middle" if half_pixel_centers else "corners" if align_corners else "origin"
        return _resized(images, size, method, False, False, mode)

    return resize


resize_bilinear, resize_bicubic = _named_resize("bilinear"), _named_resize("bicubic")
resize_nearest_neighbor, resize_area = _named_resize("nearest"), _named_resize("area")


def crop_to_bounding_box(
    image: Any,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
    name: str | None = None,
) -> Any:
    """The part of this size that begins at the offset."""
    x = _image(image)
    top, left, height, width = (
        integer(one) for one in (offset_height, offset_width, target_height, target_width)
    )
    _assert(left >= 0, "offset_width must be >= 0.")
    _assert(top >= 0, "offset_height must be >= 0.")
    _assert(width > 0, "target_width must be > 0.")
    _assert(height > 0, "target_height must be > 0.")
    rows, columns = tuple(x.shape)[-3:-1]
    _assert(columns is None or columns >= left + width, "width must be >= target + offset.")
    _assert(rows is None or rows >= top + height, "height must be >= target + offset.")
    return x[..., top : top + height, left : left + width, :]


def _assert(condition: bool, message: str) -> None:
    if not condition:
        raise InvalidArgumentError(message)


def pad_to_bounding_box(
    image: Any,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
    name: str | None = None,
) -> Any:
    """Zeros around the picture, which begins at the offset."""
    x = _image(image)
    top, left, height, width = (
        integer(one) for one in (offset_height, offset_width, target_height, target_width)
    )
    rows, columns = tuple(x.shape)[-3:-1]
    bottom, right = height - top - rows, width - left - columns
    _assert(top >= 0, "offset_height must be >= 0")
    _assert(left >= 0, "offset_width must be >= 0")
    _assert(right >= 0, "width must be <= target - offset")
    _assert(bottom >= 0, "height must be <= target - offset")
    widths = [(0, 0)] * (len(x.shape) - 3) + [(top, bottom), (left, right), (0, 0)]
    return host(np.pad(plain(x), widths)) if on_host(x) else ops.pad(x, widths)


def central_crop(image: Any, central_fraction: Any) -> Any:
    """The middle of the picture, this share of its height and width."""
    x, share = _image(image), float(np.asarray(central_fraction))
    if not 0.0 < share <= 1.0:
        raise ValueError("central_fraction must be within (0, 1]")
    if share == 1.0:
        return x
    top, left = (int((size - size * share) / 2) for size in tuple(x.shape)[-3:-1])
    height, width = (size - 2 * start for size, start in zip(tuple(x.shape)[-3:-1], (top, left)))
    return x[..., top : top + height, left : left + width, :]


def resize_with_crop_or_pad(image: Any, target_height: Any, target_width: Any) -> Any:
    """The middle, cut or with zeros around, of this size."""
    x = _image(image)
    height, width = integer(target_height), integer(target_width)
    _assert(width > 0, "target_width must be > 0.")
    _assert(height > 0, "target_height must be > 0.")
    rows, columns = tuple(x.shape)[-3:-1]
    across, down = width - columns, height - rows
    x = crop_to_bounding_box(
        x, max(-down // 2, 0), max(-across // 2, 0), min(height, rows), min(width, columns)
    )
    return pad_to_bounding_box(x, max(down // 2, 0), max(across // 2, 0), height, width)


resize_image_with_crop_or_pad = resize_with_crop_or_pad


def _with_pad(image: Any, target_height: Any, target_width: Any, function: Any) -> Any:
    x = _image(image)
    height, width = integer(target_height), integer(target_width)
    _assert(height > 0 and width > 0, "target_height and target_width must be > 0.")
    rows, columns = tuple(x.shape)[-3:-1]
    ratio = max(np.float32(columns) / np.float32(width), np.float32(rows) / np.float32(height))
    new_rows, new_columns = np.float32(rows) / ratio, np.float32(columns) / ratio
    top = max(0, int(np.floor((np.float32(height) - new_rows) / 2)))
    left = max(0, int(np.floor((np.float32(width) - new_columns) / 2)))
    x = function(x, [int(np.floor(new_rows)), int(np.floor(new_columns))])
    return pad_to_bounding_box(x, top, left, height, width)


def resize_with_pad(
    image: Any, target_height: Any, target_width: Any, method: Any = "bilinear", antialias: bool = False
) -> Any:
    """Resized without distortion, with zeros around."""
    return _with_pad(
        image, target_height, target_width, lambda x, s: resize(x, s, method, antialias=antialias)
    )


def resize_image_with_pad(
    image: Any, target_height: Any, target_width: Any, method: Any = "bilinear", align_corners: bool = False
) -> Any:
    """TensorFlow 1's `resize_with_pad`."""
    return _with_pad(
        image, target_height, target_width, lambda x, s: resize_images(x, s, method, align_corners)
    )


def crop_and_resize(
    image: Any,
    boxes: Any,
    box_indices: Any = None,
    crop_size: Any = None,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
    box_ind: Any = None,
) -> Any:
    """Boxes (y1, x1, y2, x2), of pictures' height and width as 1, each resized to `crop_size`."""
    x = backend(arg(image))
    boxes, places = backend(arg(boxes)), backend(arg(box_indices if box_indices is not None else box_ind))
    if method not in ("bilinear", "nearest"):
        raise ValueError(f"method must be 'bilinear' or 'nearest', not {method!r}")
    x = ops.cast(x, "float32") if is_int(x) else x
    x = ops.take(x, places, axis=0)
    height, width = ints(crop_size)
    rows, inside_y = _samples(boxes[:, 0], boxes[:, 2], x.shape[1], height)
    columns, inside_x = _samples(boxes[:, 1], boxes[:, 3], x.shape[2], width)
    if method == "nearest":
        out = _rows(_rows(x, ops.floor(rows + 0.5), 1), ops.floor(columns + 0.5), 2)
    else:
        top, left = ops.floor(rows), ops.floor(columns)
        dy, dx = (rows - top)[:, :, None, None], (columns - left)[:, None, :, None]
        upper, lower = _rows(x, top, 1), _rows(x, ops.ceil(rows), 1)
        across = [
            _rows(part, left, 2) * (1 - dx) + _rows(part, ops.ceil(columns), 2) * dx
            for part in (upper, lower)
        ]
        out = across[0] * (1 - dy) + across[1] * dy
    inside = inside_y[:, :, None, None] & inside_x[:, None, :, None]
    out = ops.where(inside, out, ops.cast(extrapolation_value, out.dtype))
    return host(out) if on_host(arg(image)) and _ops._host.in_data() else out


def _samples(low: Any, high: Any, size: int, count: int) -> tuple[Any, Any]:
    if count > 1:
        step = (high - low) * (size - 1) / (count - 1)
        places = low[:, None] * (size - 1) + ops.arange(count, dtype="float32")[None, :] * step[:, None]
    else:
        places = (0.5 * (low + high) * (size - 1))[:, None]
    return ops.clip(places, 0, size - 1), (places >= 0) & (places <= size - 1)


def _rows(x: Any, places: Any, axis: int) -> Any:
    shape = [x.shape[0], 1, 1, 1]
    shape[axis] = places.shape[1]
    return ops.take_along_axis(x, ops.reshape(ops.cast(places, "int32"), shape), axis)
