"""Colours, brightness and chance of `tf.image`."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops, dtypes, random
from labora_tf._host import HostTensor
from labora_tf._ops import arg, host, integer, ints, is_float, is_known, on_host, plain
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation "
    "convert_image_dtype flip_left_right flip_up_down grayscale_to_rgb hsv_to_rgb per_image_standardization "
    "random_brightness random_contrast random_crop random_flip_left_right random_flip_up_down random_hue "
    "random_jpeg_quality random_saturation rgb_to_grayscale rgb_to_hsv rgb_to_yiq rgb_to_yuv rot90 "
    "stateless_random_brightness stateless_random_contrast stateless_random_crop "
    "stateless_random_flip_left_right "
    "stateless_random_flip_up_down stateless_random_hue stateless_random_jpeg_quality "
    "stateless_random_saturation "
    "transpose transpose_image yiq_to_rgb yuv_to_rgb"
).split()


def _picture(image: Any, least: int = 3) -> Any:
    x = arg(image)
    if len(x.shape) < least:
        raise ValueError(f"'image' (shape {tuple(x.shape)}) must be at least three-dimensional.")
    return x


def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: str | None = None) -> Any:
    """Another type, scaled: floats are in [0, 1], integers in their whole range."""
    x, wanted = arg(image), dtypes.as_dtype(dtype)
    found = dtypes.as_dtype(str(x.dtype) if not on_host(x) else x.dtype)
    if found == wanted:
        return x
    if found.is_integer and wanted.is_integer:
        if found.max > wanted.max:
            scaled = x // ((found.max + 1) // (wanted.max + 1))
            return _saturated(scaled, wanted) if saturate else _ops.cast(scaled, wanted)
        wide = _saturated(x, wanted) if saturate else _ops.cast(x, wanted)
        return wide * ((wanted.max + 1) // (found.max + 1))
    if found.is_floating and wanted.is_floating:
        return _ops.cast(x, wanted)
    if found.is_integer:
        if on_host(x):
            kind = wanted.as_numpy_dtype
            return host(plain(x).astype(kind) * np.asarray(1.0 / found.max, kind))
        return _ops.cast(x, wanted) * (1.0 / found.max)
    scaled = x * (wanted.max + 0.5)
    return _saturated(scaled, wanted) if saturate else _ops.cast(scaled, wanted)


def _saturated(x: Any, wanted: Any) -> Any:
    if on_host(x):
        low, high = wanted.limits
        return _ops.cast(host(np.clip(plain(x), low, high)), wanted)
    from labora_tf.math import saturate_cast

    return saturate_cast(x, wanted)


def _as_float(image: Any, least: int = 0) -> tuple[Any, Any]:
    """The picture as floats, and its own type."""
    x = _picture(image, least)
    if is_float(x) and str(x.dtype) in ("float32", "float64", "float16"):
        return x, None
    return convert_image_dtype(x, "float32"), str(x.dtype)


def _again(x: Any, dtype: Any, saturate: bool = True) -> Any:
    return x if dtype is None else convert_image_dtype(x, dtype, saturate=saturate)


def _xp(x: Any) -> Any:
    return np if isinstance(x, HostTensor) else ops


def _done(x: Any, like: Any) -> Any:
    if isinstance(like, HostTensor):
        return host(x, like.dtype if like.dtype.kind == "f" else None)
    return x


def _scalar(value: Any) -> Any:
    """A factor as a number where it is known, so that it does not change the type."""
    return float(np.asarray(value)) if is_known(value) else value


def adjust_brightness(image: Any, delta: Any) -> Any:
    """`delta` added to the picture in [0, 1]."""
    x, dtype = _as_float(image)
    return _again(x + _scalar(delta), dtype)


def adjust_contrast(images: Any, contrast_factor: Any) -> Any:
    """(x - mean) factor + mean, of each channel of each picture."""
    x, dtype = _as_float(images, 3)
    mean = _xp(x).mean(plain(x) if on_host(x) else x, (-3, -2), keepdims=True)
    mean = _done(mean, x)
    return _again((x - mean) * _scalar(contrast_factor) + mean, dtype)


def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Any:
    """gain x ** gamma, of the picture in [0, 1]."""
    if is_known(gamma) and float(np.asarray(gamma)) < 0:
        raise ValueError("Gamma should be a non-negative real number.")
    x, dtype = _as_float(image)
    return _again(_scalar(gain) * x ** _scalar(gamma), dtype)


def rgb_to_hsv(images: Any, name: str | None = None) -> Any:
    """Hue, saturation, value, of floats in [0, 1]."""
    x = _picture(images, 1)
    xp, value = _xp(x), plain(x) if on_host(x) else x
    if x.shape[-1] != 3:
        raise InvalidArgumentError(
            f"input must have 3 channels but instead has {x.shape[-1]} channels [Op:RGBToHSV]"
        )
    red, green, blue = _channels(value)
    high = xp.maximum(xp.maximum(red, green), blue)
    span = high - xp.minimum(xp.minimum(red, green), blue)
    one = xp.ones_like(span)
    sixth = 1 / (6 * xp.where(span > 0, span, one))
    hue = xp.where(green == high, sixth * (blue - red) + 2 / 6, sixth * (red - green) + 4 / 6)
    hue = xp.where(red == high, sixth * (green - blue), hue)
    hue = xp.where(span > 0, hue, xp.zeros_like(hue))
    hue = xp.where(hue < 0, hue + 1, hue)
    return _done(xp.stack([hue, span / xp.where(high > 0, high, one), high], -1), x)


def _channels(value: Any) -> Any:
    """The three channels, each in one piece of memory if they are NumPy's."""
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(np.moveaxis(value, -1, 0))
    return [value[..., i] for i in range(3)]


def hsv_to_rgb(images: Any, name: str | None = None) -> Any:
    """The inverse of `rgb_to_hsv`."""
    x = _picture(images, 1)
    xp, value = _xp(x), plain(x) if on_host(x) else x
    if x.shape[-1] != 3:
        raise InvalidArgumentError(
            f"input must have 3 channels but instead has {x.shape[-1]} channels [Op:HSVToRGB]"
        )
    hue, saturation, high = _channels(value)
    six, white = hue * 6, 1 - saturation
    out = []
    for part in (xp.abs(six - 3) - 1, 2 - xp.abs(six - 2), 2 - xp.abs(six - 4)):
        pure = xp.minimum(xp.maximum(part, xp.zeros_like(part)), xp.ones_like(part))
        out.append((white + saturation * pure) * high)
    return _done(xp.stack(out, -1), x)


def adjust_hue(image: Any, delta: Any, name: str | None = None) -> Any:
    """The hue turned by `delta`, in [-1, 1]."""
    if is_known(delta) and not -1 <= float(np.asarray(delta)) <= 1:
        raise InvalidArgumentError("delta must be in the interval [-1, 1]")
    x, dtype = _as_float(image, 3)
    hsv = rgb_to_hsv(x)
    hue = (hsv[..., :1] + _scalar(delta)) % 1.0
    return _again(hsv_to_rgb(_join([hue, hsv[..., 1:]])), dtype)


def _join(parts: list[Any]) -> Any:
    return host(np.concatenate(parts, -1)) if on_host(*parts) else ops.concatenate(parts, -1)


def adjust_saturation(image: Any, saturation_factor: Any, name: str | None = None) -> Any:
    """The saturation times a factor."""
    x, dtype = _as_float(image, 3)
    hsv = rgb_to_hsv(x)
    scaled = hsv[..., 1:2] * _scalar(saturation_factor)
    scaled = host(np.clip(plain(scaled), 0, 1)) if on_host(scaled) else ops.clip(scaled, 0, 1)
    return _again(hsv_to_rgb(_join([hsv[..., :1], scaled, hsv[..., 2:]])), dtype)


def adjust_jpeg_quality(image: Any, jpeg_quality: Any, dct_method: str = "", name: str | None = None) -> Any:
    """Encoded as JPEG of this quality, and decoded."""
    from labora_tf.io import decode_jpeg, encode_jpeg

    x = _picture(image)
    small = convert_image_dtype(x, "uint8", saturate=True)
    coded = encode_jpeg(host(np.asarray(small)), quality=integer(jpeg_quality))
    out = convert_image_dtype(decode_jpeg(coded, channels=x.shape[-1]), str(x.dtype))
    return out if on_host(x) else _ops.backend(out)


def per_image_standardization(image: Any) -> Any:
    """(x - mean) / max(deviation, 1 / sqrt(count)), of each picture."""
    x = _picture(image)
    if not is_float(x):
        x = _ops.cast(x, "float32")
    count = int(np.prod(tuple(x.shape)[-3:]))
    xp, value = _xp(x), plain(x) if on_host(x) else x
    axes = (-3, -2, -1)
    mean = xp.mean(value, axes, keepdims=True)
    deviation = xp.maximum(xp.std(value, axes, keepdims=True), np.float32(1.0 / np.sqrt(count)))
    return _done((value - mean) / deviation, x)


def rgb_to_grayscale(images: Any, name: str | None = None) -> Any:
    """0.2989 R + 0.5870 G + 0.1140 B, with one channel."""
    x = _picture(images, 1)
    value, dtype = _as_float(x)
    weights = np.asarray([0.2989, 0.5870, 0.1140], np.float32)
    grey = (
        _done(np.tensordot(plain(value), weights, 1)[..., None], value)
        if on_host(value)
        else ops.expand_dims(ops.tensordot(value, ops.cast(weights, value.dtype), 1), -1)
    )
    return _again(grey, dtype, saturate=False)


def grayscale_to_rgb(images: Any, name: str | None = None) -> Any:
    """The one channel three times."""
    x = _picture(images, 1)
    if x.shape[-1] not in (None, 1):
        raise ValueError("Last dimension of a grayscale image should be size 1.")
    return host(np.repeat(plain(x), 3, -1)) if on_host(x) else ops.repeat(x, 3, -1)


def _linear(name: str, kernel: list[list[float]]) -> Any:
    matrix = np.asarray(kernel, np.float32)

    def convert(images: Any, name: str | None = None) -> Any:
        x = _picture(images, 1)
        if on_host(x):
            return host(plain(x) @ matrix.astype(x.dtype))
        return ops.tensordot(x, ops.cast(matrix, x.dtype), 1)

    return _ops.named(convert, name, "A linear change of the three channels.")


rgb_to_yuv = _linear(
    "rgb_to_yuv",
    [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026]],
)
yuv_to_rgb = _linear("yuv_to_rgb", [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]])
rgb_to_yiq = _linear(
    "rgb_to_yiq",
    [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]],
)
yiq_to_rgb = _linear(
    "yiq_to_rgb", [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
)


def flip_left_right(image: Any) -> Any:
    """Mirrored."""
    return _picture(image)[..., ::-1, :]


def flip_up_down(image: Any) -> Any:
    """Upside down."""
    return _picture(image)[..., ::-1, :, :]


def transpose(image: Any, name: str | None = None) -> Any:
    """Height and width swapped."""
    x = _picture(image)
    return host(np.swapaxes(plain(x), -3, -2)) if on_host(x) else ops.swapaxes(x, -3, -2)


transpose_image = transpose


def rot90(image: Any, k: Any = 1, name: str | None = None) -> Any:
    """Turned counter-clockwise by 90 degrees, `k` times."""
    x = _picture(image)
    if not is_known(k):
        turns = [_turned(x, number) for number in range(4)]
        if x.shape[-3] != x.shape[-2]:
            raise ValueError("tf.image.rot90 by a number that is drawn needs pictures as high as wide")
        return ops.take(ops.stack(turns), arg(k) % 4, axis=0)
    return _turned(x, integer(k) % 4)


def _turned(x: Any, turns: int) -> Any:
    if turns == 1:
        return transpose(x)[..., ::-1, :, :]
    if turns == 2:
        return x[..., ::-1, ::-1, :]
    return transpose(x)[..., ::-1, :] if turns == 3 else x


# Chance. `seed` is a seed as in tf.random; the stateless ones take two integers.


def _chance(
    seed: Any, stateless: bool, low: Any, high: Any, shape: tuple[int, ...] = (), kind: str = "image"
) -> Any:
    """A number drawn from [low, high): of NumPy, unless a function is traced."""
    if stateless:
        if not is_known(seed) or not is_known(low, high):
            return random.stateless_uniform(shape, seed, low, high)
        drawn = random._generator(seed).random(shape)
    elif _ops.tracing():
        return random.uniform(shape, low, high, seed=seed)
    else:
        drawn = random._stream(kind, seed).random(shape)
    return drawn * (high - low) + low


def _flipped(image: Any, seed: Any, stateless: bool, flip: Any) -> Any:
    x = _picture(image)
    batch = len(x.shape) == 4
    drawn = _chance(seed, stateless, 0.0, 1.0, (x.shape[0],) if batch else ())
    if not is_known(drawn) or not is_known(x):
        mask = ops.reshape(drawn < 0.5, (-1, 1, 1, 1) if batch else ())
        return ops.where(mask, flip(x), x)
    if not batch:
        return flip(x) if drawn < 0.5 else x
    mask = (np.asarray(drawn) < 0.5).reshape(-1, 1, 1, 1)
    return host(np.where(mask, plain(flip(x)), plain(x))) if on_host(x) else ops.where(mask, flip(x), x)


def random_flip_left_right(image: Any, seed: Any = None) -> Any:
    """Mirrored, or not; each picture of a batch for itself."""
    return _flipped(image, seed, False, flip_left_right)


def random_flip_up_down(image: Any, seed: Any = None) -> Any:
    return _flipped(image, seed, False, flip_up_down)


def stateless_random_flip_left_right(image: Any, seed: Any) -> Any:
    return _flipped(image, seed, True, flip_left_right)


def stateless_random_flip_up_down(image: Any, seed: Any) -> Any:
    return _flipped(image, seed, True, flip_up_down)


def _bound(value: Any, name: str) -> None:
    if value < 0:
        raise ValueError(f"{name} must be non-negative.")


def random_brightness(image: Any, max_delta: Any, seed: Any = None) -> Any:
    """`adjust_brightness` by a number of [-max_delta, max_delta)."""
    _bound(max_delta, "max_delta")
    return adjust_brightness(image, _chance(seed, False, -max_delta, max_delta))


def stateless_random_brightness(image: Any, max_delta: Any, seed: Any) -> Any:
    _bound(max_delta, "max_delta")
    return adjust_brightness(image, _chance(seed, True, -max_delta, max_delta))


def random_hue(image: Any, max_delta: Any, seed: Any = None) -> Any:
    """`adjust_hue` by a number of [-max_delta, max_delta)."""
    _hue_bound(max_delta)
    return adjust_hue(image, _chance(seed, False, -max_delta, max_delta))


def stateless_random_hue(image: Any, max_delta: Any, seed: Any) -> Any:
    _hue_bound(max_delta)
    return adjust_hue(image, _chance(seed, True, -max_delta, max_delta))


def _hue_bound(max_delta: Any) -> None:
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    _bound(max_delta, "max_delta")


def _range(lower: Any, upper: Any) -> None:
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    _bound(lower, "lower")


def random_contrast(image: Any, lower: Any, upper: Any, seed: Any = None) -> Any:
    """`adjust_contrast` by a factor of [lower, upper)."""
    _range(lower, upper)
    return adjust_contrast(image, _chance(seed, False, lower, upper))


def stateless_random_contrast(image: Any, lower: Any, upper: Any, seed: Any) -> Any:
    _range(lower, upper)
    return adjust_contrast(image, _chance(seed, True, lower, upper))


def random_saturation(image: Any, lower: Any, upper: Any, seed: Any = None) -> Any:
    """`adjust_saturation` by a factor of [lower, upper)."""
    _range(lower, upper)
    return adjust_saturation(image, _chance(seed, False, lower, upper))


def stateless_random_saturation(image: Any, lower: Any, upper: Any, seed: Any) -> Any:
    _range(lower, upper)
    return adjust_saturation(image, _chance(seed, True, lower, upper))


def random_jpeg_quality(image: Any, min_jpeg_quality: int, max_jpeg_quality: int, seed: Any = None) -> Any:
    """`adjust_jpeg_quality` by a quality of [min, max)."""
    return adjust_jpeg_quality(image, int(_chance(seed, False, min_jpeg_quality, max_jpeg_quality)))


def stateless_random_jpeg_quality(image: Any, min_jpeg_quality: int, max_jpeg_quality: int, seed: Any) -> Any:
    return adjust_jpeg_quality(image, int(_chance(seed, True, min_jpeg_quality, max_jpeg_quality)))


def _cropped(value: Any, size: Any, seed: Any, stateless: bool) -> Any:
    x, sizes = arg(value), ints(size)
    if len(sizes) != len(x.shape):
        raise InvalidArgumentError(
            f"size {list(sizes)} must have one number for each axis of {list(x.shape)}"
        )
    sizes = tuple(length if wanted == -1 else wanted for wanted, length in zip(sizes, x.shape))
    if any(wanted > length for wanted, length in zip(sizes, x.shape)):
        raise InvalidArgumentError(f"Need value.shape >= size, got {list(x.shape)} vs {list(sizes)}")
    drawn = _chance(seed, stateless, 0.0, 1.0, (len(sizes),), "random_crop")
    room = np.asarray([length - wanted + 1 for wanted, length in zip(sizes, x.shape)])
    if not is_known(drawn):
        starts = ops.cast(ops.floor(drawn * room.astype(np.float32)), "int32")
        return ops.slice(_ops.backend(x), starts, sizes)
    starts = np.floor(np.asarray(drawn) * room).astype(int).tolist()
    return x[tuple(slice(start, start + wanted) for start, wanted in zip(starts, sizes))]


def random_crop(value: Any, size: Any, seed: Any = None, name: str | None = None) -> Any:
    """A part of this size, at a place drawn."""
    return _cropped(value, size, seed, False)


def stateless_random_crop(value: Any, size: Any, seed: Any, name: str | None = None) -> Any:
    return _cropped(value, size, seed, True)
