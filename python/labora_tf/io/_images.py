"""Images: `tf.io.decode_jpeg`, `decode_png`, `decode_image`, `encode_jpeg` and others, by Pillow."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np

from labora_tf import _host, errors
from labora_tf.io import _bmp
from labora_tf.io._features import _bytes

_LARGEST = 1 << 28  # pixels; larger pictures are taken for attacks
_MODES = {0: None, 1: "L", 3: "RGB", 4: "RGBA"}
_FORMATS = ("JPEG", "PNG", "GIF", "WEBP")


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def _open(data: bytes, formats: tuple[str, ...] = _FORMATS) -> Any:
    try:
        from PIL import Image, features
    except ImportError:
        raise ImportError("Decoding images needs Pillow: pip install pillow") from None
    known = [one for one in formats if one != "WEBP" or features.check("webp")]
    try:
        image = Image.open(io.BytesIO(data), formats=known)
    except Image.DecompressionBombError as error:
        raise _invalid(f"The image is too large: {error}") from None
    except Exception as error:
        what = known[0] if len(known) == 1 else "JPEG, PNG, GIF, BMP, WebP"
        raise _invalid(f"Unknown image file format. One of {what} required. ({error})") from None
    if image.width * image.height > _LARGEST:
        raise _invalid(f"An image of {image.width} x {image.height} pixels is too large.")
    return image


def _load(image: Any) -> None:
    try:
        image.load()
    except Exception as error:
        raise _invalid(f"Invalid image data: {error}") from None


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
        again = _open(data, ("PNG",))
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


def _png(image: Any, count: int) -> np.ndarray:
    """The pixels [height, width, channels]: uint16 of an image of 16 bits, else uint8."""
    transparent = "transparency" in image.info
    samples = _deep(image)
    if samples is not None:
        return _with_channels(samples, count, transparent)
    bits = {"1": 1, "2": 2, "4": 4}.get(image.tile[0][3][-1], 8)
    _load(image)
    natural = {"1": "L", "P": "RGBA" if transparent else "RGB"}.get(image.mode, image.mode)
    mode = _MODES[count] or natural
    if mode == "L" and image.mode not in ("L", "LA", "1"):
        return _gray(np.asarray(image.convert("RGB")))[:, :, None]
    pixels = np.asarray(image if image.mode == mode else image.convert(mode))
    if mode == "RGBA" and bits < 8 and not transparent:
        # As TensorFlow: the largest sample of the file is the alpha that it adds.
        pixels = np.concatenate([pixels[:, :, :3], np.full_like(pixels[:, :, :1], (1 << bits) - 1)], axis=2)
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


def _jpeg(image: Any, count: int, ratio: int = 1) -> np.ndarray:
    """The pixels as uint8 [height, width, channels], of a `ratio`-th of the size."""
    if count == 4:
        raise _invalid("JPEG does not support 4 channels")
    if count == 1 and image.mode == "CMYK":
        raise _invalid("A JPEG image of CMYK cannot be read with channels=1")
    gray = "L" if count == 1 and image.mode == "RGB" else None
    if gray or ratio != 1:
        image.draft(gray, (image.width / ratio, image.height / ratio))
    _load(image)
    pixels = np.asarray(image)
    if image.mode == "CMYK":
        light = 255 - pixels.astype(np.int32)
        return (light[:, :, :3] * light[:, :, 3:] // 255).astype(np.uint8)
    if pixels.ndim == 2:
        return np.repeat(pixels[:, :, None], 3 if count == 3 else 1, axis=2)
    return pixels


def _as_type(pixels: np.ndarray, dtype: Any, png: bool = False) -> Any:
    """Pixels of 8 or 16 bits in a type. Of floats, 1 is the largest; those of PNG are made of 16 bits."""
    wanted, deep = _host.np_dtype(dtype), pixels.dtype == np.uint16
    if wanted == np.uint8:
        return (pixels >> 8 if deep else pixels).astype(np.uint8).view(_host.HostTensor)
    if wanted not in (np.uint16, np.float32):
        raise ValueError(
            f"Images can be decoded as uint8, uint16 and float32, not {_host.type_name(wanted)}."
        )
    if not deep and (png or wanted == np.uint16):
        pixels, deep = pixels.astype(np.uint16) * np.uint16(257 if png else 256), True
    if wanted == np.float32:
        pixels = pixels.astype(np.float32) * np.float32(1.0 / (65535 if deep else 255))
    return pixels.view(_host.HostTensor)


def _channels(channels: Any, allowed: tuple[int, ...] = (0, 1, 3, 4)) -> int:
    count = 0 if channels is None else int(channels)
    if count not in allowed:
        raise _invalid(f"`channels` must be one of {', '.join(map(str, allowed))}, got {count}")
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

    The inverse transform is `INTEGER_ACCURATE`. TensorFlow's default is `INTEGER_FAST`, whose values are one
    or two levels off (in images of noise up to 7). A truncated file is an error."""
    if ratio not in (1, 2, 4, 8):
        raise _invalid(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct_method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
        raise _invalid("dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}")
    data = _bytes(contents)
    if data[:3] != b"\xff\xd8\xff":
        return _decode(data, "decode_jpeg", channels)
    count, image = _channels(channels), _open(data)
    if not fancy_upscaling and len({sampling[1:3] for sampling in image.layer}) > 1:
        raise errors.UnimplementedError(
            None, None, "fancy_upscaling=False is not in Labora for images with fewer samples of color."
        )
    return _as_type(_jpeg(image, count, ratio), np.uint8)


def decode_png(contents: Any, channels: int = 0, dtype: Any = np.uint8, name: str | None = None) -> Any:
    """A PNG image as uint8 or uint16 [height, width, channels]."""
    return _decode(_bytes(contents), "decode_png", channels, dtype)


def decode_bmp(contents: Any, channels: int = 0, name: str | None = None) -> Any:
    """A BMP image as uint8 [height, width, channels]."""
    return _decode(_bytes(contents), "decode_bmp", channels)


def decode_gif(contents: Any, name: str | None = None) -> Any:
    """The frames of a GIF as uint8 [frames, height, width, 3]."""
    frames = _decode(_bytes(contents), "decode_gif", 3)
    return frames if frames.ndim == 4 else frames[None]


def decode_webp(contents: Any, channels: int = 0, dtype: Any = np.uint8, name: str | None = None) -> Any:
    """The frames of a WebP image [frames, height, width, 3 or 4]."""
    return _decode(_bytes(contents), "decode_webp", channels, dtype)


def _frames(image: Any, mode: str) -> np.ndarray:
    from PIL import ImageSequence

    frames: list[np.ndarray] = []
    most = _LARGEST // max(image.width * image.height, 1)
    try:
        for frame in ImageSequence.Iterator(image):
            if len(frames) == most:
                break
            frames.append(np.asarray(frame.convert(mode)))
    except Exception as error:
        raise _invalid(f"Invalid {image.format} data: {error}") from None
    if len(frames) == most:
        raise _invalid(f"An animation of more than {most - 1} frames of this size is too large.")
    return np.stack(frames)


def _animation(image: Any, function: str, count: int) -> np.ndarray:
    """The frames of a GIF or a WebP image."""
    if image.format == "GIF":
        if count not in (0, 3):
            raise _invalid(f"channels must be 0 or 3 for GIF, got {count}")
        if function in ("decode_bmp", "decode_webp"):
            raise _invalid(f"Trying to decode GIF format using {function}. Use `decode_gif` instead.")
        frames = _frames(image, "RGB")
        if function not in ("decode_gif", "decode_image"):
            if len(frames) > 1:
                raise _invalid(
                    f"Got {len(frames)} frames, but animated gifs can only be decoded by tf.io.decode_gif or "
                    "tf.io.decode_image"
                )
            frames = frames[0]
        return frames
    if count not in (0, len(image.getbands())):
        raise _invalid(f"A WebP image of {len(image.getbands())} channels cannot be read with {count}.")
    return _frames(image, image.mode)


def _decode(data: bytes, function: str, channels: Any, dtype: Any = np.uint8) -> Any:
    """An image of any of the formats, as TensorFlow's operations take them."""
    count = _channels(channels)
    if data[:2] == b"BM":
        if function not in ("decode_bmp", "decode_image"):
            raise _invalid(
                "Trying to decode BMP format using a wrong op. Use `decode_bmp` or `decode_image` instead. "
                f"Op used: {function}"
            )
        return _as_type(_bmp.decode(data, count, _LARGEST), dtype)
    image = _open(data)
    if image.format == "WEBP" and _host.np_dtype(dtype) != np.uint8:
        raise _invalid(f"WebP only supports uint8 for dtype, got {_host.type_name(_host.np_dtype(dtype))}")
    if image.format in ("GIF", "WEBP"):
        return _as_type(_animation(image, function, count), dtype)
    if function == "decode_bmp":
        raise _invalid(f"Trying to decode {image.format} format using decode_bmp. Use `decode_image`.")
    if image.format == "PNG":
        return _as_type(_png(image, count), dtype, png=True)
    return _as_type(_jpeg(image, count), dtype)


def decode_image(
    contents: Any,
    channels: int | None = None,
    dtype: Any = np.uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Any:
    """A JPEG, PNG, BMP, GIF or WebP image; a GIF or WebP image has a dimension for its frames unless
    `expand_animations=False`, which gives the first."""
    image = _decode(_bytes(contents), "decode_image", channels, dtype)
    return image[0] if image.ndim == 4 and not expand_animations else image


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
    image = _open(_bytes(contents), ("JPEG",))
    return _host.tensor(
        np.array([image.height, image.width, len(image.getbands())], _host.np_dtype(output_type))
    )


def is_jpeg(contents: Any, name: str | None = None) -> Any:
    return _host.tensor(_bytes(contents)[:3] == b"\xff\xd8\xff")


def _pixels_of(image: Any, channels: tuple[int, ...]) -> np.ndarray:
    pixels = np.asarray(_host.tensor(image)).view(np.ndarray)
    if pixels.ndim != 3 or pixels.shape[2] not in channels or not pixels.size:
        raise _invalid(
            f"image must be 3-dimensional with {', '.join(map(str, channels))} channels, got the shape "
            f"{list(pixels.shape)}"
        )
    return pixels


def _image_of(pixels: np.ndarray) -> Any:
    from PIL import Image

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
    if format not in ("", "grayscale", "rgb"):
        raise _invalid(f"format must be one of '', 'grayscale' and 'rgb', got {format!r}")
    if density_unit not in ("in", "cm"):
        raise _invalid(f"density_unit must be 'in' or 'cm', got {density_unit!r}")
    pixels = _pixels_of(image, {"": (1, 3), "grayscale": (1,), "rgb": (3,)}[format])
    inch = 2.54 if density_unit == "cm" else 1
    out = io.BytesIO()
    _image_of(pixels).save(
        out,
        "JPEG",
        quality=int(quality),
        progressive=progressive,
        optimize=optimize_size,
        subsampling=2 if chroma_downsampling else 0,
        dpi=(round(x_density * inch), round(y_density * inch)),
        **({"xmp": xmp_metadata.encode()} if xmp_metadata else {}),
    )
    return _host.tensor(out.getvalue())


def encode_png(image: Any, compression: int = -1, name: str | None = None) -> Any:
    """A uint8 or uint16 image [height, width, 1 to 4] as a PNG string; a batch of images as strings."""
    if getattr(image, "ndim", 3) > 3:
        return _host.tensor([encode_png(one, compression) for one in image])
    pixels = _pixels_of(image, (1, 2, 3, 4))
    if pixels.dtype == np.uint16:
        return _host.tensor(_deep_png(pixels, int(compression)))
    out = io.BytesIO()
    level = {} if compression < 0 else {"compress_level": int(compression)}
    _image_of(pixels).save(out, "PNG", **level)
    return _host.tensor(out.getvalue())


def _deep_png(pixels: np.ndarray, level: int) -> bytes:
    """A PNG file of 16 bits a sample, which Pillow writes of gray images alone."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width, channels = pixels.shape
    color = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    lines = pixels.astype(">u2").reshape(height, -1).view(np.uint8)
    lines = np.pad(lines, ((0, 0), (1, 0)))  # no filter
    head = struct.pack(">IIBBBBB", width, height, 16, color, 0, 0, 0)
    body = zlib.compress(lines.tobytes(), level)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
