"""Images: `tf.io.decode_jpeg`, `decode_png`, `decode_image`, `encode_jpeg` and others, by Pillow."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from labora_tf import _host, errors
from labora_tf.io._features import _bytes

_LARGEST = 1 << 28  # pixels; larger pictures are taken for attacks
_MODES = {0: None, 1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def _open(data: bytes, formats: list[str]) -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("Decoding images needs Pillow: pip install pillow") from None
    try:
        image = Image.open(io.BytesIO(data), formats=formats)
    except Image.DecompressionBombError as error:
        raise _invalid(f"The image is too large: {error}") from None
    except Exception as error:
        what = formats[0] if len(formats) == 1 else "JPEG, PNG, GIF, BMP"
        raise _invalid(f"Unknown image file format. One of {what} required. ({error})") from None
    if image.width * image.height > _LARGEST:
        raise _invalid(f"An image of {image.width} x {image.height} pixels is too large.")
    return image


def _load(image: Any) -> None:
    try:
        image.load()
    except Exception as error:
        raise _invalid(f"Invalid image data: {error}") from None


def _natural_mode(image: Any) -> str:
    """The mode of an image with as many channels as the file has."""
    if image.mode == "P":
        return "RGBA" if "transparency" in image.info else "RGB"
    if image.mode == "1":
        return "L"
    return {"CMYK": "RGB", "YCbCr": "RGB", "LA": "LA", "PA": "RGBA"}.get(image.mode, image.mode)


def _gray(pixels: np.ndarray, half: int = 0) -> np.ndarray:
    """Luminance as libpng computes it: of 8 bits cut off, of 16 bits rounded by a `half`."""
    weights = np.array([9797, 19234, 3737], np.int64)  # of 32768
    return ((pixels.astype(np.int64) @ weights + half) >> 15).astype(pixels.dtype)


# Of samples of 16 bits Pillow keeps a byte: these ways of reading give the high and the low one. Gray with
# alpha is read as the four bytes that it has.
_HALVES = {
    "LA;16B": ("RGBA",),
    "RGB;16B": ("RGB;16B", "RGB;16L"),
    "RGBA;16B": ("RGBA;16B", "RGBA;16L"),
}


def _deep(image: Any) -> np.ndarray | None:
    """The samples of a PNG image of 16 bits as uint16 [height, width, channels]; None for other images."""
    layout = image.tile[0][3] if image.tile else None
    if layout == "I;16B":
        _load(image)
        return np.asarray(image).astype(np.uint16)[:, :, None]
    if layout not in _HALVES:
        return None
    data, halves = image.fp.getvalue(), []
    for way in _HALVES[layout]:
        again = _open(data, ["PNG"])
        again.tile = [again.tile[0]._replace(args=way)]
        _load(again)
        halves.append(np.asarray(again).astype(np.uint16))
    if layout == "LA;16B":
        halves = [halves[0][:, :, ::2], halves[0][:, :, 1::2]]
    return halves[0] << 8 | halves[1]


def _with_channels(samples: np.ndarray, channels: int, transparent: bool) -> np.ndarray:
    """Samples of 16 bits with another number of channels."""
    color, alpha = (
        (samples[:, :, :-1], samples[:, :, -1:]) if samples.shape[2] in (2, 4) else (samples, None)
    )
    if channels == 1 and color.shape[2] == 3:
        color = _gray(color, 16384)[:, :, None]
    elif channels >= 3 and color.shape[2] == 1:
        color = np.repeat(color, 3, axis=2)
    if channels in (1, 3) or (channels == 0 and alpha is None):
        return color
    if alpha is None and transparent:
        raise errors.UnimplementedError(
            None, None, "A PNG image of 16 bits with a transparent color can be read with channels=3 alone."
        )
    alpha = np.full_like(color[:, :, :1], 65535) if alpha is None else alpha
    return np.concatenate([color, alpha], axis=2)


def _pixels(image: Any, channels: int, png: bool = False) -> np.ndarray:
    """The pixels [height, width, channels]: uint16 of a PNG image of 16 bits, else uint8."""
    samples = _deep(image) if png else None
    if samples is not None:
        return _with_channels(samples, channels, "transparency" in image.info)
    _load(image)
    mode = _MODES[channels] or _natural_mode(image)
    if png and mode == "L" and image.mode not in ("L", "LA", "1"):
        return _gray(np.asarray(image.convert("RGB")))[:, :, None]
    pixels = np.asarray(image if image.mode == mode else image.convert(mode))
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


def _as_type(pixels: np.ndarray, dtype: Any) -> Any:
    """Pixels of 8 or 16 bits in a type; of floats, 1 is the largest."""
    wanted, deep = _host.np_dtype(dtype), pixels.dtype == np.uint16
    if wanted == np.uint8:
        return (pixels >> 8 if deep else pixels).astype(np.uint8).view(_host.HostTensor)
    if wanted == np.uint16:
        return (pixels.astype(np.uint16) * np.uint16(1 if deep else 257)).view(_host.HostTensor)
    if wanted == np.float32:
        scale = np.float32(1.0 / (65535 if deep else 255))
        return (pixels.astype(np.float32) * scale).view(_host.HostTensor)
    raise ValueError(f"Images can be decoded as uint8, uint16 and float32, not {_host.type_name(wanted)}.")


def _channels(channels: Any, allowed: tuple[int, ...]) -> int:
    count = 0 if channels is None else int(channels)
    if count not in allowed:
        raise _invalid(f"channels must be one of {', '.join(map(str, allowed))}, got {count}")
    return count


def decode_jpeg(
    contents: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Any:
    """A JPEG image as uint8 [height, width, channels]; `channels` 0: those of the file. `ratio` 2, 4, 8:
    smaller.

    The inverse transform is the exact one; TensorFlow's default is a faster one that differs by a few
    levels."""
    count = _channels(channels, (0, 1, 3))
    if ratio not in (1, 2, 4, 8):
        raise _invalid(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    image = _open(_bytes(contents), ["JPEG", "PNG", "GIF", "BMP"])
    if image.format != "JPEG":
        return _decode_any(image, count, np.uint8, False)
    if ratio != 1:
        image.draft(None, (-(-image.width // ratio), -(-image.height // ratio)))
    if count == 1 and image.mode != "L":
        image.draft("L", image.size)
    return _as_type(_pixels(image, count), np.uint8)


def decode_png(contents: Any, channels: int = 0, dtype: Any = np.uint8, name: str | None = None) -> Any:
    """A PNG image as uint8 or uint16 [height, width, channels]."""
    count = _channels(channels, (0, 1, 3, 4))
    return _decode_any(_open(_bytes(contents), ["PNG", "JPEG", "GIF", "BMP"]), count, dtype, False)


def decode_bmp(contents: Any, channels: int = 0, name: str | None = None) -> Any:
    """A BMP image as uint8 [height, width, channels]."""
    count = _channels(channels, (0, 1, 3, 4))
    return _as_type(_pixels(_open(_bytes(contents), ["BMP"]), count), np.uint8)


def decode_gif(contents: Any, name: str | None = None) -> Any:
    """The frames of a GIF as uint8 [frames, height, width, 3]."""
    return _frames(_open(_bytes(contents), ["GIF"]))


def _frames(image: Any) -> Any:
    from PIL import ImageSequence

    frames: list[np.ndarray] = []
    most = _LARGEST // max(image.width * image.height, 1)
    try:
        for frame in ImageSequence.Iterator(image):
            if len(frames) == most:
                raise _invalid(f"A GIF of more than {most} frames of this size is too large.")
            frames.append(np.asarray(frame.convert("RGB")))
    except (OSError, EOFError, SyntaxError, ValueError) as error:
        raise _invalid(f"Invalid GIF data: {error}") from None
    return np.stack(frames).view(_host.HostTensor)


def _decode_any(image: Any, count: int, dtype: Any, expand: bool) -> Any:
    if image.format == "GIF":
        if count not in (0, 3):
            raise _invalid("channels must be 0 or 3 for GIF")
        frames = _frames(image)
        return _as_type(np.asarray(frames if expand else frames[0]).view(np.ndarray), dtype)
    return _as_type(_pixels(image, count, image.format == "PNG"), dtype)


def decode_image(
    contents: Any,
    channels: int | None = None,
    dtype: Any = np.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Any:
    """A JPEG, PNG, BMP or GIF image; a GIF has a dimension for its frames unless
    `expand_animations=False`."""
    count = _channels(channels, (0, 1, 3, 4))
    return _decode_any(
        _open(_bytes(contents), ["JPEG", "PNG", "GIF", "BMP"]), count, dtype, expand_animations
    )


def decode_and_crop_jpeg(contents: Any, crop_window: Any, channels: int = 0, **kwargs: Any) -> Any:
    """A part `[y, x, height, width]` of a JPEG image."""
    y, x, height, width = (int(value) for value in crop_window)
    image = decode_jpeg(contents, channels, **kwargs)
    rows, columns = image.shape[:2]
    if min(y, x) < 0 or min(height, width) <= 0 or y + height > rows or x + width > columns:
        raise _invalid("Invalid JPEG data or crop window")
    return image[y : y + height, x : x + width]


def extract_jpeg_shape(contents: Any, output_type: Any = np.int32, name: str | None = None) -> Any:
    """`[height, width, channels]` of a JPEG image."""
    image = _open(_bytes(contents), ["JPEG"])
    return _host.tensor(
        np.array([image.height, image.width, len(image.getbands())], _host.np_dtype(output_type))
    )


def is_jpeg(contents: Any, name: str | None = None) -> Any:
    return _host.tensor(_bytes(contents)[:3] == b"\xff\xd8\xff")


def _image_of(image: Any, modes: dict[int, str]) -> Any:
    from PIL import Image

    pixels = np.asarray(_host.tensor(image)).view(np.ndarray)
    if pixels.ndim != 3 or pixels.shape[2] not in modes or not pixels.size:
        raise _invalid(
            f"image must be 3-dimensional with {sorted(modes)} channels, got the shape {pixels.shape}"
        )
    if pixels.dtype == np.uint16 and pixels.shape[2] == 1:
        return Image.fromarray(pixels[:, :, 0])
    if pixels.dtype != np.uint8:
        raise TypeError(f"An image must be uint8, got {_host.type_name(pixels.dtype)}: use tf.cast first.")
    return Image.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else np.ascontiguousarray(pixels))


def encode_jpeg(
    image: Any,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Any:
    """A uint8 image [height, width, 1 or 3] as a JPEG string."""
    if not 0 <= int(quality) <= 100:
        raise _invalid(f"quality must be in [0,100], got {quality}")
    out = io.BytesIO()
    _image_of(image, {1: "L", 3: "RGB"}).save(
        out,
        "JPEG",
        quality=int(quality),
        progressive=progressive,
        optimize=optimize_size,
        subsampling=2 if chroma_downsampling else 0,
        dpi=(x_density, y_density),
    )
    return _host.tensor(out.getvalue())


def encode_png(image: Any, compression: int = -1, name: str | None = None) -> Any:
    """A uint8 image [height, width, 1 to 4], or a gray uint16 one, as a PNG string; a batch of images as
    strings."""
    if getattr(image, "ndim", 3) > 3:
        return _host.tensor([encode_png(one, compression) for one in image])
    out = io.BytesIO()
    level = {} if compression < 0 else {"compress_level": int(compression)}
    _image_of(image, {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}).save(out, "PNG", **level)
    return _host.tensor(out.getvalue())
