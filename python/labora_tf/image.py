"""`tf.image`: measures, boxes; sizes are in `_image_resize`, colours and chance in `_image_color`."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _image_color, _image_resize, _ops, random
from labora_tf import _blocks as _blocks
from labora_tf._blocks import extract_patches
from labora_tf._image_color import *  # noqa: F403
from labora_tf._image_color import convert_image_dtype
from labora_tf._image_resize import *  # noqa: F403
from labora_tf._ops import arg, backend, host, integer, on_host
from labora_tf.errors import InvalidArgumentError

_OF_IO = (
    "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png decode_webp encode_jpeg "
    "encode_png extract_jpeg_shape is_jpeg"
).split()
__all__ = (
    (
        "combined_non_max_suppression draw_bounding_boxes extract_image_patches extract_patches "
        "image_gradients "
        "non_max_suppression non_max_suppression_padded non_max_suppression_with_scores psnr "
        "sample_distorted_bounding_box "
        "sobel_edges ssim ssim_multiscale stateless_sample_distorted_bounding_box total_variation "
        "non_max_suppression_overlaps"
    ).split()
    + _image_color.__all__
    + _image_resize.__all__
)


def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Any:
    """The peak signal-to-noise ratio in dB, of each picture."""
    a, b, limit = _scaled_pair(a, b, max_val)
    error = ops.mean(ops.square(a - b), axis=(-3, -2, -1))
    return 20 * ops.log(limit) / np.float32(np.log(10.0)) - np.float32(10 / np.log(10.0)) * ops.log(error)


def _two(a: Any, b: Any) -> tuple[Any, Any]:
    a, b = (backend(convert_image_dtype(arg(value), "float32")) for value in (a, b))
    if tuple(a.shape)[-3:] != tuple(b.shape)[-3:]:
        raise ValueError(f"the pictures must have the same shape: {tuple(a.shape)} and {tuple(b.shape)}")
    if len(a.shape) < 3:
        raise ValueError(f"pictures have at least three axes, not {tuple(a.shape)}")
    return a, b


def _scaled_pair(a: Any, b: Any, max_val: Any) -> tuple[Any, Any, Any]:
    """Two pictures as floats and the largest value in their scale."""
    one = arg(a)
    first, second = _two(a, b)
    limit = ops.cast(max_val, "float32")
    if _ops.is_int(one):
        limit = limit / float(np.iinfo(str(one.dtype)).max)
    return first, second, limit


def _gauss(size: int, sigma: float) -> np.ndarray:
    steps = (np.arange(size) - (size - 1) / 2.0) ** 2 * (-0.5 / sigma**2)
    grid = (steps[None, :] + steps[:, None]).reshape(-1)
    grid = np.exp(grid - grid.max())
    return (grid / grid.sum()).reshape(size, size).astype(np.float32)


def _ssim_parts(a: Any, b: Any, limit: Any, size: int, sigma: float, k1: float, k2: float) -> tuple[Any, Any]:
    """(luminance times contrast, contrast), maps of each channel."""
    c1, c2 = (k1 * limit) ** 2, (k2 * limit) ** 2
    channels, lead = a.shape[-1], tuple(a.shape)[:-3]
    if min(a.shape[-3:-1]) < size:
        raise InvalidArgumentError(f"the pictures must be at least as large as the filter, {size}")
    kernel = ops.convert_to_tensor(np.tile(_gauss(size, sigma)[:, :, None, None], (1, 1, channels, 1)))

    def blur(x: Any) -> Any:
        flat = ops.depthwise_conv(
            ops.reshape(x, (-1, *tuple(x.shape)[-3:])), kernel, 1, "valid", "channels_last"
        )
        return ops.reshape(flat, (*lead, *tuple(flat.shape)[1:]))

    mean_a, mean_b = blur(a), blur(b)
    product = mean_a * mean_b * 2.0
    squares = ops.square(mean_a) + ops.square(mean_b)
    luminance = (product + c1) / (squares + c1)
    both, sums = blur(a * b) * 2.0, blur(ops.square(a) + ops.square(b))
    contrast = (both - product + c2) / (sums - squares + c2)
    return luminance * contrast, contrast


def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Any:
    """The structural similarity of each pair of pictures."""
    a, b, limit = _scaled_pair(img1, img2, max_val)
    value, _ = _ssim_parts(a, b, limit, filter_size, filter_sigma, k1, k2)
    return ops.mean(value, axis=-1) if return_index_map else ops.mean(ops.mean(value, axis=(-3, -2)), axis=-1)


def ssim_multiscale(
    img1: Any,
    img2: Any,
    max_val: Any,
    power_factors: Any = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333),
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Any:
    """`ssim` over several sizes, each half of the one before."""
    a, b, limit = _scaled_pair(img1, img2, max_val)
    parts = []
    for number in range(len(power_factors)):
        if number:
            a, b = _half(a), _half(b)
        value, contrast = _ssim_parts(a, b, limit, filter_size, filter_sigma, k1, k2)
        last = number == len(power_factors) - 1
        parts.append(ops.relu(ops.mean(value if last else contrast, axis=(-3, -2))))
    out = 1.0
    for part, power in zip(parts, power_factors):
        out = out * ops.power(part, power)
    return ops.mean(out, axis=-1)


def _half(x: Any) -> Any:
    lead = tuple(x.shape)[:-3]
    flat = ops.reshape(x, (-1, *tuple(x.shape)[-3:]))
    odd = [(0, 0), (0, flat.shape[1] % 2), (0, flat.shape[2] % 2), (0, 0)]
    flat = ops.pad(flat, odd, "symmetric") if flat.shape[1] % 2 or flat.shape[2] % 2 else flat
    flat = ops.average_pool(flat, 2, 2, "valid", "channels_last")
    return ops.reshape(flat, (*lead, *tuple(flat.shape)[1:]))


def total_variation(images: Any, name: str | None = None) -> Any:
    """The sum of the absolute differences of neighbouring pixels, of each picture."""
    x = backend(arg(images))
    if len(x.shape) not in (3, 4):
        raise ValueError("'images' must be either 3 or 4-dimensional.")
    down, across = x[..., 1:, :, :] - x[..., :-1, :, :], x[..., :, 1:, :] - x[..., :, :-1, :]
    axes = (-3, -2, -1)
    return ops.sum(ops.abs(down), axes) + ops.sum(ops.abs(across), axes)


def image_gradients(image: Any) -> tuple[Any, Any]:
    """Differences (dy, dx) of neighbouring pixels; 0 at the end."""
    x = backend(arg(image))
    if len(x.shape) != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {tuple(x.shape)}.")
    down = ops.pad(x[:, 1:] - x[:, :-1], [(0, 0), (0, 1), (0, 0), (0, 0)])
    across = ops.pad(x[:, :, 1:] - x[:, :, :-1], [(0, 0), (0, 0), (0, 1), (0, 0)])
    return down, across


def sobel_edges(image: Any) -> Any:
    """Sobel's (dy, dx) in a last axis of two."""
    x = backend(arg(image))
    padded = ops.pad(x, [(0, 0), (1, 1), (1, 1), (0, 0)], "reflect")
    height, width = tuple(x.shape)[1:3]
    out = []
    for kernel in ([[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]):
        total = 0
        for row in range(3):
            for column in range(3):
                if kernel[row][column]:
                    total = (
                        total + kernel[row][column] * padded[:, row : row + height, column : column + width]
                    )
        out.append(total)
    return ops.stack(out, -1)


def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Any:
    """TensorFlow 1's `extract_patches`."""
    return extract_patches(images, ksizes if ksizes is not None else sizes, strides, rates, padding)


# Boxes: on the host.


def _numpy(value: Any, function: str) -> np.ndarray:
    value = arg(value)
    if not _ops.is_known(value):
        raise _ops.unknown(
            f"tf.image.{function} has a size that depends on values, which compiled functions cannot have"
        )
    return np.asarray(value)


def _overlap(box: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Intersection over union of a box and others."""
    low, high = np.minimum(boxes[..., :2], boxes[..., 2:]), np.maximum(boxes[..., :2], boxes[..., 2:])
    first, last = np.minimum(box[:2], box[2:]), np.maximum(box[:2], box[2:])
    sides = np.maximum(np.minimum(high, last) - np.maximum(low, first), 0.0)
    common, areas = sides.prod(axis=-1), (high - low).prod(axis=-1)
    area = (last - first).prod()
    union = area + areas - common
    return np.where((area > 0) & (areas > 0), common / np.where(union > 0, union, 1), 0.0)


def _chosen(
    boxes: np.ndarray, scores: np.ndarray, count: int, iou: float, least: float, soft: float = 0.0
) -> tuple[list[int], list[float]]:
    scores = scores.astype(np.float32).copy()
    left = [i for i in range(len(scores)) if scores[i] > least]
    picked: list[int] = []
    values: list[float] = []
    while left and len(picked) < count:
        best = max(left, key=lambda i: (scores[i], -i))
        if scores[best] <= least:
            break
        picked.append(best)
        values.append(float(scores[best]))
        left.remove(best)
        if not left:
            break
        overlaps = _overlap(boxes[best], boxes[left])
        if soft > 0:
            weights = np.where(overlaps <= iou, np.exp(-(overlaps**2) * 0.5 / soft), 0.0)
            scores[left] = scores[left] * weights
            left = [i for i in left if scores[i] > least]
        else:
            left = [i for i, overlap in zip(left, overlaps) if overlap <= iou]
    return picked, values


def non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Any:
    """Indices of the best boxes (y1, x1, y2, x2), without those that overlap a better one."""
    found, _ = _chosen(
        _numpy(boxes, "non_max_suppression"),
        _numpy(scores, "non_max_suppression"),
        integer(max_output_size),
        float(iou_threshold),
        float(score_threshold),
    )
    return arg(np.asarray(found, np.int32))


def non_max_suppression_with_scores(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Indices and scores; with `soft_nms_sigma`, boxes that overlap lose score instead."""
    sigma = float(soft_nms_sigma)
    found, values = _chosen(
        _numpy(boxes, "non_max_suppression"),
        _numpy(scores, "non_max_suppression"),
        integer(max_output_size),
        1.0 if sigma > 0 else float(iou_threshold),
        float(score_threshold),
        sigma,
    )
    return arg(np.asarray(found, np.int32)), arg(np.asarray(values, np.float32))


def non_max_suppression_overlaps(
    overlaps: Any,
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    name: str | None = None,
) -> Any:
    """With a matrix of overlaps instead of boxes."""
    matrix, values = _numpy(overlaps, "non_max_suppression"), _numpy(scores, "non_max_suppression")
    picked: list[int] = []
    for place in np.argsort(-values, kind="stable"):
        if len(picked) == integer(max_output_size) or values[place] <= score_threshold:
            break
        if all(matrix[place, other] <= overlap_threshold for other in picked):
            picked.append(int(place))
    return arg(np.asarray(picked, np.int32))


def non_max_suppression_padded(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Any, Any]:
    """Indices, with zeros up to the maximum if wanted, and how many are valid."""
    found, _ = _chosen(
        _numpy(boxes, "non_max_suppression"),
        _numpy(scores, "non_max_suppression"),
        integer(max_output_size),
        float(iou_threshold),
        float(score_threshold),
    )
    count = len(found)
    if pad_to_max_output_size:
        found = found + [0] * (integer(max_output_size) - count)
    return arg(np.asarray(found, np.int32)), arg(np.int32(count))


Suppressed = collections.namedtuple(
    "CombinedNonMaxSuppression", ("nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections")
)


def combined_non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> Suppressed:
    """Of each picture and class; boxes are (batch, count, 1 or classes, 4)."""
    boxes, scores = _numpy(boxes, "non_max_suppression"), _numpy(scores, "non_max_suppression")
    classes, per_class, total = scores.shape[-1], integer(max_output_size_per_class), integer(max_total_size)
    size = min(total, per_class * classes) if pad_per_class else total
    out = [
        np.zeros((len(boxes), size, 4), np.float32),
        *(np.zeros((len(boxes), size), np.float32) for _ in range(2)),
    ]
    valid = np.zeros(len(boxes), np.int32)
    for row in range(len(boxes)):
        all_found = []
        for kind in range(classes):
            some = boxes[row, :, kind if boxes.shape[2] > 1 else 0]
            found, values = _chosen(
                some, scores[row, :, kind], per_class, float(iou_threshold), float(score_threshold)
            )
            all_found += [(value, kind, some[place]) for place, value in zip(found, values)]
        all_found.sort(key=lambda one: -one[0])
        for place, (value, kind, box) in enumerate(all_found[:size]):
            out[0][row, place] = np.clip(box, 0, 1) if clip_boxes else box
            out[1][row, place], out[2][row, place] = value, kind
        valid[row] = min(len(all_found), size)
    return Suppressed(*(arg(part) for part in (*out, valid)))


_COLORS = np.asarray(
    [
        [1, 1, 0, 1],
        [0, 0, 1, 1],
        [1, 0, 0, 1],
        [0, 1, 0, 1],
        [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1],
        [0.5, 0, 0, 1],
        [0, 0, 0.5, 1],
        [0, 1, 1, 1],
        [1, 0, 1, 1],
    ],
    np.float32,
)


def draw_bounding_boxes(images: Any, boxes: Any, colors: Any = None, name: str | None = None) -> Any:
    """Frames of one pixel around boxes (y1, x1, y2, x2), of the picture's height and width as 1."""
    x = arg(images)
    out = np.array(_numpy(x, "draw_bounding_boxes"))
    boxes = _numpy(boxes, "draw_bounding_boxes")
    palette = _COLORS if colors is None or np.size(colors) == 0 else np.asarray(colors, np.float32)
    batch, height, width, channels = out.shape
    for row in range(batch):
        for number, box in enumerate(boxes[row]):
            color = palette[number % len(palette)][:channels].astype(out.dtype)
            if channels == 1:
                color = np.ones(1, out.dtype)
            top, left, bottom, right = (
                int(np.float32(side) * np.float32(length - 1))
                for side, length in zip(box, (height, width, height, width))
            )
            if top >= bottom or left >= right:
                continue
            rows = slice(max(top, 0), min(bottom, height - 1) + 1)
            columns = slice(max(left, 0), min(right, width - 1) + 1)
            for line in (top, bottom):
                if 0 <= line < height:
                    out[row, line, columns] = color
            for line in (left, right):
                if 0 <= line < width:
                    out[row, rows, line] = color
    return host(out) if on_host(x) else backend(host(out))


def _sample_box(
    stream: Any, image_size: Any, boxes: Any, least: Any, ratios: Any, areas: Any, attempts: int, whole: bool
) -> tuple[Any, Any, Any]:
    height, width, channels = (int(one) for one in np.asarray(image_size).reshape(-1))
    boxes = np.asarray(boxes, np.float32).reshape(-1, 4)
    if not len(boxes):
        if not whole:
            raise InvalidArgumentError(
                "No bounding boxes provided as input. One must set use_image_if_no_bounding_boxes"
            )
        boxes = np.asarray([[0, 0, 1, 1]], np.float32)
    least = float(np.asarray(0.1 if least is None else least))
    ratios, areas = ratios or (0.75, 1.33), areas or (0.05, 1)
    top, left, rows, columns = 0, 0, height, width
    for _ in range(attempts):
        area = stream.uniform(*areas) * height * width
        ratio = stream.uniform(*ratios)
        tall, wide = int(round(float(np.sqrt(area / ratio)))), int(round(float(np.sqrt(area * ratio))))
        if not (0 < tall <= height and 0 < wide <= width):
            continue
        y, x = int(stream.integers(0, height - tall + 1)), int(stream.integers(0, width - wide + 1))
        pixels = boxes * np.asarray([height, width, height, width])
        sides = np.minimum(pixels[:, 2:], [y + tall, x + wide]) - np.maximum(pixels[:, :2], [y, x])
        covered = np.maximum(sides, 0).prod(axis=1) / np.maximum(
            (pixels[:, 2:] - pixels[:, :2]).prod(axis=1), 1e-9
        )
        if np.any(covered >= least):
            top, left, rows, columns = y, x, tall, wide
            break
    box = np.asarray(
        [[[top / height, left / width, (top + rows) / height, (left + columns) / width]]], np.float32
    )
    return host([top, left, 0], np.int32), host([rows, columns, -1], np.int32), arg(box)


def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: Any = 0,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    name: str | None = None,
    seed2: Any = None,
) -> tuple[Any, Any, Any]:
    """(begin, size, box) for `tf.slice`: a part that covers enough of a box, of a ratio and an area drawn."""
    return _sample_box(
        random._stream("box", seed or None),
        image_size,
        bounding_boxes,
        min_object_covered,
        aspect_ratio_range,
        area_range,
        max_attempts,
        use_image_if_no_bounding_boxes,
    )


def stateless_sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: Any,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    name: str | None = None,
) -> tuple[Any, Any, Any]:
    return _sample_box(
        random._generator(seed),
        image_size,
        bounding_boxes,
        min_object_covered,
        aspect_ratio_range,
        area_range,
        max_attempts,
        use_image_if_no_bounding_boxes,
    )


def __getattr__(name: str) -> Any:
    if name in _OF_IO:
        from labora_tf import io

        return getattr(io, name)
    from labora_tf import _names

    raise _names.missing("tf.image", name)
