"""`tf.signal`: Fourier transforms, windows, frames, mel scales. On the host, by NumPy, outside of compiled
functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf._ops import arg, backend, host, integer, ints, is_known, on_host, plain

__all__ = (
    "dct fft fft2d fft3d fftshift frame hamming_window hann_window idct ifft ifft2d ifft3d ifftshift "
    "inverse_stft "
    "inverse_stft_window_fn irfft irfft2d kaiser_window linear_to_mel_weight_matrix "
    "mfccs_from_log_mel_spectrograms "
    "overlap_and_add rfft rfft2d stft"
).split()


def _known(x: Any, function: str) -> np.ndarray:
    x = arg(x)
    if not is_known(x):
        raise _ops.unknown(
            f"tf.signal.{function} is computed on the host and not in compiled functions; do it in "
            "Dataset.map"
        )
    return np.asarray(x)


def _back(value: np.ndarray, like: Any) -> Any:
    """Results in single precision for arguments in single precision; on the host for those of the host."""
    double = np.asarray(like).dtype in (np.float64, np.complex128)
    if not double:
        value = value.astype({"f": np.float32, "c": np.complex64}.get(value.dtype.kind, value.dtype))
    return host(value) if on_host(arg(like)) else backend(host(value))


def _transform(name: str, function: Any) -> Any:
    def transform(input: Any, name: str | None = None) -> Any:  # noqa: A002
        return _back(function(_known(input, operation)), input)

    operation = name
    return _ops.named(transform, name, "")


fft, ifft = _transform("fft", np.fft.fft), _transform("ifft", np.fft.ifft)
fft2d, ifft2d = _transform("fft2d", np.fft.fft2), _transform("ifft2d", np.fft.ifft2)
fft3d = _transform("fft3d", lambda x: np.fft.fftn(x, axes=(-3, -2, -1)))
ifft3d = _transform("ifft3d", lambda x: np.fft.ifftn(x, axes=(-3, -2, -1)))


def rfft(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Any:
    """The transform of real numbers: the first half of it."""
    length = None if fft_length is None else ints(fft_length)[0]
    x = arg(input_tensor)
    if not is_known(x) and length is None:
        real, imaginary = ops.rfft(x)
        return ops.cast(real, "complex64") + ops.cast(imaginary, "complex64") * ops.convert_to_tensor(
            np.complex64(1j)
        )
    return _back(np.fft.rfft(_known(x, "rfft"), length), input_tensor)


def irfft(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Any:
    """The inverse of `rfft`."""
    length = None if fft_length is None else ints(fft_length)[0]
    return _back(np.fft.irfft(_known(input_tensor, "irfft"), length), input_tensor)


def rfft2d(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Any:
    return _back(
        np.fft.rfft2(_known(input_tensor, "rfft2d"), None if fft_length is None else ints(fft_length)),
        input_tensor,
    )


def irfft2d(input_tensor: Any, fft_length: Any = None, name: str | None = None) -> Any:
    length = None if fft_length is None else ints(fft_length)
    return _back(np.fft.irfft2(_known(input_tensor, "irfft2d"), length), input_tensor)


def fftshift(x: Any, axes: Any = None, name: str | None = None) -> Any:
    """The zero frequency in the middle."""
    return _back(np.fft.fftshift(_known(x, "fftshift"), _ops.axes(axes)), x)


def ifftshift(x: Any, axes: Any = None, name: str | None = None) -> Any:
    return _back(np.fft.ifftshift(_known(x, "ifftshift"), _ops.axes(axes)), x)


def dct(input: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, name: Any = None) -> Any:  # noqa: A002
    """The discrete cosine transform, of the types 1 to 4."""
    from scipy import fft as scipy_fft

    return _back(scipy_fft.dct(_known(input, "dct"), type, n=n, axis=axis, norm=norm), input)


def idct(input: Any, type: int = 2, n: Any = None, axis: int = -1, norm: Any = None, name: Any = None) -> Any:  # noqa: A002
    """The inverse of `dct`, without its factor 1 / (2 n) unless `norm` is 'ortho'."""
    from scipy import fft as scipy_fft

    x = _known(input, "idct")
    kind = {1: 1, 2: 3, 3: 2, 4: 4}[type]
    return _back(scipy_fft.dct(x, kind, n=n, axis=axis, norm=norm), input)


def hann_window(
    window_length: Any, periodic: bool = True, dtype: Any = "float32", name: str | None = None
) -> Any:
    """0.5 - 0.5 cos(2 pi n / N)."""
    return _window(window_length, periodic, 0.5, 0.5, dtype)


def hamming_window(
    window_length: Any, periodic: bool = True, dtype: Any = "float32", name: str | None = None
) -> Any:
    """0.54 - 0.46 cos(2 pi n / N)."""
    return _window(window_length, periodic, 0.54, 0.46, dtype)


def _window(length: Any, periodic: bool, a: float, b: float, dtype: Any) -> Any:
    count = integer(length)
    if count == 1:
        return _ops.cast(arg(np.ones(1, np.float32)), dtype)
    even = 1 - count % 2
    steps = count + int(periodic) * even - 1
    values = a - b * np.cos(2 * np.pi * np.arange(count) / steps)
    return _ops.cast(arg(values.astype(np.float32)), dtype)


def kaiser_window(
    window_length: Any, beta: float = 12.0, dtype: Any = "float32", name: str | None = None
) -> Any:
    return _ops.cast(arg(np.kaiser(integer(window_length), beta).astype(np.float32)), dtype)


def frame(
    signal: Any,
    frame_length: Any,
    frame_step: Any,
    pad_end: bool = False,
    pad_value: Any = 0,
    axis: int = -1,
    name: str | None = None,
) -> Any:
    """Pieces of a length, each a step after the one before."""
    x, length, step = arg(signal), integer(frame_length), integer(frame_step)
    axis %= len(x.shape)
    size = x.shape[axis]
    if pad_end:
        count = -(-size // step)
        missing = max(0, length + step * (count - 1) - size)
        from labora_tf._array_ops import pad

        x = pad(x, [(0, missing if i == axis else 0) for i in range(len(x.shape))], constant_values=pad_value)
    else:
        count = max(0, 1 + (size - length) // step)
    places = np.arange(count)[:, None] * step + np.arange(length)[None, :]
    if on_host(x):
        return host(np.take(plain(x), places, axis=axis))
    return ops.take(x, places, axis=axis)


def overlap_and_add(signal: Any, frame_step: Any, name: str | None = None) -> Any:
    """The sum of frames at their places: the inverse of `frame`."""
    x, step = _known(signal, "overlap_and_add"), integer(frame_step)
    frames, length = x.shape[-2:]
    out = np.zeros((*x.shape[:-2], (frames - 1) * step + length), x.dtype)
    for number in range(frames):
        out[..., number * step : number * step + length] += x[..., number, :]
    return _back(out, signal)


def _enclosing(length: int) -> int:
    return 1 << max(0, length - 1).bit_length()


def stft(
    signals: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Any = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Any:
    """The short-time Fourier transform; `fft_length` is the next power of two by default."""
    length = integer(frame_length)
    fft_size = _enclosing(length) if fft_length is None else integer(fft_length)
    pieces = frame(signals, length, frame_step, pad_end)
    if window_fn is not None:
        window = window_fn(length, dtype="float32")
        pieces = pieces * (np.asarray(window) if on_host(pieces) else window)
    if not is_known(pieces):
        pieces = ops.pad(pieces, [(0, 0)] * (len(pieces.shape) - 1) + [(0, fft_size - length)])
        return rfft(pieces)
    return rfft(pieces, [fft_size])


def inverse_stft(
    stfts: Any,
    frame_length: Any,
    frame_step: Any,
    fft_length: Any = None,
    window_fn: Any = hann_window,
    name: str | None = None,
) -> Any:
    """The inverse of `stft`, exact with the window of `inverse_stft_window_fn`."""
    length = integer(frame_length)
    fft_size = _enclosing(length) if fft_length is None else integer(fft_length)
    pieces = np.fft.irfft(_known(stfts, "inverse_stft"), fft_size)[..., :length].astype(np.float32)
    if fft_size < length:
        pieces = np.pad(pieces, [(0, 0)] * (pieces.ndim - 1) + [(0, length - fft_size)])
    if window_fn is not None:
        pieces = pieces * np.asarray(window_fn(length, dtype="float32"))
    out = overlap_and_add(host(pieces), frame_step)
    return out if on_host(arg(stfts)) else backend(out)


def inverse_stft_window_fn(
    frame_step: Any, forward_window_fn: Any = hann_window, name: str | None = None
) -> Any:
    """The window for `inverse_stft` that undoes the forward one."""
    step = integer(frame_step)

    def window(frame_length: Any, dtype: Any = "float32") -> Any:
        length = integer(frame_length)
        forward = np.asarray(forward_window_fn(length, dtype=dtype))
        overlaps = -(-length // step)
        square = np.pad(forward**2, (0, overlaps * step - length)).reshape(overlaps, step).sum(axis=0)
        return arg((forward / np.tile(square, overlaps)[:length]).astype(np.float32))

    return window


def _mel(hertz: Any) -> Any:
    return 1127.0 * np.log1p(np.asarray(hertz) / 700.0)


def linear_to_mel_weight_matrix(
    num_mel_bins: Any = 20,
    num_spectrogram_bins: Any = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: Any = 125.0,
    upper_edge_hertz: Any = 3800.0,
    dtype: Any = "float32",
    name: str | None = None,
) -> Any:
    """(num_spectrogram_bins, num_mel_bins): spectrograms times it are on the mel scale."""
    bins, rate = integer(num_mel_bins), float(np.asarray(sample_rate))
    if lower_edge_hertz >= upper_edge_hertz:
        raise ValueError(
            f"lower_edge_hertz {lower_edge_hertz:.1f} >= upper_edge_hertz {upper_edge_hertz:.1f}"
        )
    frequencies = _mel(np.linspace(0.0, rate / 2.0, integer(num_spectrogram_bins))[1:])[:, None]
    edges = np.linspace(_mel(lower_edge_hertz), _mel(upper_edge_hertz), bins + 2)
    lower, center, upper = (edges[i : bins + i][None, :] for i in range(3))
    rising, falling = (frequencies - lower) / (center - lower), (upper - frequencies) / (upper - center)
    weights = np.maximum(0.0, np.minimum(rising, falling))
    return _ops.cast(arg(np.pad(weights, [(1, 0), (0, 0)]).astype(np.float32)), dtype)


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: Any, name: str | None = None) -> Any:
    """Cepstral coefficients: the cosine transform of the logarithms."""
    count = np.shape(log_mel_spectrograms)[-1]
    return dct(log_mel_spectrograms) * (1.0 / np.sqrt(2.0 * count).astype(np.float32))


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.signal", name)
