"""`tf.random`: seeds, distributions, shuffles, generators. Distributions as TensorFlow's; the bits are
others.

Eager numbers are drawn on the host by NumPy. A function that is traced draws from seeds that are variables:
those of the Keras layer that is called, or one of this module.
"""

from __future__ import annotations

import random as _python_random
import threading
from typing import Any

import keras
import numpy as np
from keras import ops

from labora_tf import _host, _names, _ops
from labora_tf._glue import special as _special
from labora_tf._host import HostTensor
from labora_tf._ops import arg, backend, host, integer, ints, is_known, on_host, plain
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "Algorithm Generator categorical create_rng_state experimental "
    "fold_in gamma get_global_generator log_uniform_candidate_sampler multinomial normal poisson "
    "random_gamma "
    "random_normal random_poisson random_shuffle random_uniform set_global_generator set_random_seed "
    "set_seed shuffle "
    "split stateless_binomial stateless_categorical stateless_gamma stateless_normal stateless_poisson "
    "stateless_shuffle stateless_truncated_normal stateless_uniform truncated_normal uniform "
    "uniform_candidate_sampler "
    "get_seed stateless_random_normal stateless_random_uniform stateless_split stateless_fold_in "
    "get_op_seeds"
).split()

_lock = threading.Lock()


class _State:
    """The global seed, and the streams of numbers that began with it."""

    seed: int | None = None
    sequence = _python_random.Random()
    streams: dict[Any, np.random.Generator] = {}
    plain = np.random.default_rng()


def set_seed(seed: Any) -> None:
    """The global seed: what is drawn after it is the same each time."""
    seed = integer(seed)
    with _lock:
        _State.seed = seed
        _State.sequence = _python_random.Random(seed)
        _State.streams = {}
        _State.plain = np.random.default_rng(seed & (2**64 - 1))
        generator = _traced.get("generator")
    if generator is not None:
        generator.state.assign(np.asarray([seed & 0xFFFFFFFF, 0], np.uint32))


def set_random_seed(seed: Any) -> None:
    """TensorFlow 1's name of `set_seed`."""
    set_seed(seed)


def get_op_seeds(seed: Any) -> tuple[int | None, int | None]:
    """The two seeds of an operation, as TensorFlow's eager `get_seed` makes them."""
    if _State.seed is None:
        return (None, None) if seed is None else (87654321, integer(seed))
    if seed is None:
        return _State.seed, _State.sequence.randint(0, 2**31 - 1)
    return _State.seed, integer(seed)


def get_seed(op_seed: Any) -> tuple[int | None, int | None]:
    return get_op_seeds(op_seed)


def _stream(kind: str, seed: Any) -> np.random.Generator:
    """The stream of an operation's seed, or that of the global one."""
    if seed is None:
        return _State.plain
    key = (kind, integer(seed), _State.seed)
    with _lock:
        if key not in _State.streams:
            _State.streams[key] = np.random.default_rng(
                [integer(seed) & 0xFFFFFFFF, (_State.seed or 0) & 0xFFFFFFFF]
            )
        return _State.streams[key]


_traced: dict[str, Any] = {}


def _seed_of_trace() -> Any:
    """A `SeedGenerator` for a function that is being traced."""
    context = keras.src.backend.common.global_state.get_global_attribute("current_call_ctx")
    layer = getattr(context, "entry_layer", None)
    if layer is not None:
        for one in [layer, *layer._flatten_layers(include_self=False)]:
            generator = one.__dict__.get("_tf_seed_generator")
            if generator is not None:
                return generator
        # A layer that is built takes no more variables; this one is a seed.
        locked = layer._tracker.locked
        layer._tracker.unlock()
        generator = keras.random.SeedGenerator(_fresh_seed())
        layer._tf_seed_generator = generator
        if locked:
            layer._tracker.lock()
        return generator
    with _lock:
        if "generator" not in _traced:
            _traced["generator"] = keras.random.SeedGenerator(_fresh_seed())
    return _traced["generator"]


def _fresh_seed() -> int:
    return int(_State.plain.integers(2**31 - 1))


def _result(value: np.ndarray, dtype: Any) -> Any:
    """Numbers of NumPy as an eager tensor."""
    value = np.asarray(value)
    if _host.in_data():
        return value.astype(_host.np_dtype(dtype), copy=False).view(HostTensor)
    from labora_tf._tensor import constant

    return constant(value.astype(_host.np_dtype(dtype), copy=False))


def _number(value: Any) -> Any:
    return value if _ops.is_python(value) and np.ndim(value) == 0 else np.asarray(value)


def _traced_parameters(*values: Any) -> bool:
    return not is_known(*values) or any(isinstance(value, keras.KerasTensor) for value in values)


def _name(dtype: Any) -> str:
    from labora_tf import dtypes

    return dtypes.as_dtype(dtype).name


def normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    seed: Any = None,
    name: str | None = None,
) -> Any:
    """Numbers of a normal distribution."""
    sizes = ints(shape)
    if _ops.tracing() or _traced_parameters(mean, stddev):
        drawn = keras.random.normal(sizes, dtype=_name(dtype), seed=_seed_of_trace())
        return drawn * ops.cast(stddev, drawn.dtype) + ops.cast(mean, drawn.dtype)
    drawn = _stream("normal", seed).standard_normal(sizes, np.float32)
    return _result(
        drawn * np.asarray(_number(stddev), np.float32) + np.asarray(_number(mean), np.float32), dtype
    )


def uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = "float32",
    seed: Any = None,
    name: str | None = None,
) -> Any:
    """Numbers of [minval, maxval); for integers `maxval` has to be given."""
    sizes, kind = ints(shape), _name(dtype)
    whole = kind.startswith(("int", "uint"))
    if maxval is None:
        if whole:
            raise ValueError(f"Must specify maxval for integer dtype {kind}")
        maxval = 1
    if _ops.tracing() or _traced_parameters(minval, maxval):
        draw = _seed_of_trace()
        if whole:
            kind = {"int64": "int32"}.get(kind, kind)
            return keras.random.randint(sizes, minval, maxval, dtype=kind, seed=draw)
        drawn = keras.random.uniform(sizes, dtype=kind, seed=draw)
        return drawn * ops.cast(maxval - minval, drawn.dtype) + ops.cast(minval, drawn.dtype)
    return _result(
        _draw_uniform(_stream("uniform", seed), sizes, _number(minval), _number(maxval), whole), dtype
    )


def _draw_uniform(stream: np.random.Generator, sizes: Any, low: Any, high: Any, whole: bool) -> np.ndarray:
    if whole:
        if np.any(np.asarray(low) >= np.asarray(high)):
            raise InvalidArgumentError(f"Need minval < maxval, got {low} >= {high} [Op:RandomUniformInt]")
        return stream.integers(low, high, sizes)
    drawn = stream.random(sizes, np.float32)
    low = np.asarray(low, np.float32)
    return drawn * (np.asarray(high, np.float32) - low) + low


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    seed: Any = None,
    name: str | None = None,
) -> Any:
    """A normal distribution without what is more than two standard deviations away."""
    sizes = ints(shape)
    if _ops.tracing() or _traced_parameters(mean, stddev):
        drawn = keras.random.truncated_normal(sizes, dtype=_name(dtype), seed=_seed_of_trace())
        return drawn * stddev + mean
    drawn = _draw_truncated(_stream("truncated_normal", seed), sizes)
    return _result(
        drawn * np.asarray(_number(stddev), np.float32) + np.asarray(_number(mean), np.float32), dtype
    )


def _draw_truncated(stream: np.random.Generator, sizes: tuple[int, ...]) -> np.ndarray:
    drawn = stream.standard_normal(sizes, np.float32)
    flat = np.asarray(drawn).reshape(-1)
    far = np.nonzero(np.abs(flat) > 2)[0]
    while far.size:
        flat[far] = stream.standard_normal(far.size, np.float32)
        far = far[np.abs(flat[far]) > 2]
    return flat.reshape(sizes)


def shuffle(value: Any, seed: Any = None, name: str | None = None) -> Any:
    """The rows in another order."""
    x = arg(value)
    if not is_known(x) or _ops.tracing():
        return keras.random.shuffle(backend(x), seed=_seed_of_trace())
    order = _stream("shuffle", seed).permutation(x.shape[0])
    return host(plain(x)[order]) if on_host(x) else ops.take(x, order, axis=0)


def gamma(
    shape: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = "float32",
    seed: Any = None,
    name: str | None = None,
) -> Any:
    """Numbers of gamma distributions, shape + the shape of alpha and beta."""
    sizes = ints(shape) + np.broadcast_shapes(np.shape(alpha), np.shape(beta if beta is not None else 1))
    if _ops.tracing() or _traced_parameters(alpha, beta):
        drawn = keras.random.gamma(sizes, alpha, dtype=_name(dtype), seed=_seed_of_trace())
        return drawn if beta is None else drawn / beta
    drawn = _stream("gamma", seed).standard_gamma(np.asarray(alpha), sizes)
    return _result(drawn if beta is None else drawn / np.asarray(beta), dtype)


def poisson(
    shape: Any, lam: Any = None, dtype: Any = "float32", seed: Any = None, name: str | None = None
) -> Any:
    """Numbers of Poisson distributions, shape + the shape of `lam`."""
    lam, shape = (
        (shape, lam) if lam is not None and np.ndim(lam) == 1 and np.ndim(shape) == 0 else (lam, shape)
    )
    sizes = ints(shape) + tuple(np.shape(lam))
    if _ops.tracing() or _traced_parameters(lam):
        raise _ops.unknown(
            "tf.random.poisson is not done in compiled functions; draw before, and give it as an argument"
        )
    return _result(_stream("poisson", seed).poisson(np.asarray(lam), sizes), dtype)


def categorical(
    logits: Any,
    num_samples: Any,
    dtype: Any = None,
    seed: Any = None,
    name: str | None = None,
    output_dtype: Any = None,
) -> Any:
    """`num_samples` classes of each row, drawn with the probabilities softmax(logits)."""
    logits = arg(logits)
    if len(logits.shape) != 2:
        raise InvalidArgumentError(
            f"logits should be a matrix, got shape {list(logits.shape)} [Op:Multinomial]"
        )
    count = integer(num_samples)
    kind = dtype if dtype is not None else output_dtype or "int64"
    if not is_known(logits) or _ops.tracing():
        drawn = keras.random.categorical(backend(logits), count, dtype="int32", seed=_seed_of_trace())
        return _ops.cast(drawn, kind)
    return _result(
        _draw_categorical(_stream("categorical", seed), np.asarray(logits, np.float64), count), kind
    )


def _draw_categorical(stream: np.random.Generator, logits: np.ndarray, count: int) -> np.ndarray:
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    bounds = np.cumsum(weights, axis=-1)
    drawn = stream.random((len(logits), count)) * bounds[:, -1:]
    return np.stack([np.searchsorted(row, some, "right") for row, some in zip(bounds, drawn)])


def multinomial(
    logits: Any, num_samples: Any, seed: Any = None, name: str | None = None, output_dtype: Any = None
) -> Any:
    """TensorFlow 1's `categorical`."""
    return categorical(logits, num_samples, output_dtype, seed)


random_normal, random_uniform, random_shuffle, random_gamma = normal, uniform, shuffle, gamma


def random_poisson(
    lam: Any, shape: Any, dtype: Any = "float32", seed: Any = None, name: str | None = None
) -> Any:
    """TensorFlow 1's order of arguments of `poisson`."""
    return poisson(shape, lam, dtype, seed)


# Without state: the same seed gives the same numbers.


def _two(seed: Any) -> Any:
    if not is_known(seed):
        return _special.key(seed)
    found = np.asarray(seed)
    if found.shape != (2,):
        raise InvalidArgumentError(f"seed must have shape [2], not {list(found.shape)}")
    return found.astype(np.int64)


def _key(seed: Any, salt: int) -> Any:
    """A key for Keras's random functions of two numbers: on the backend."""
    two = _two(seed)
    if isinstance(two, np.ndarray):
        first, second = (int(one) & 0xFFFFFFFF for one in two)
        mixed = np.random.SeedSequence([first, second, salt]).generate_state(2)
        return _special.key(mixed)
    return two ^ _special.key([salt, salt * 2654435761 & 0xFFFFFFFF])


def _generator(seed: Any) -> np.random.Generator:
    first, second = (int(one) & 0xFFFFFFFFFFFFFFFF for one in _two(seed))
    return np.random.default_rng([first, second])


def _stateless_normal(shape: Any, seed: Any, dtype: Any) -> Any:
    if _host.in_data():
        return _result(_generator(seed).standard_normal(ints(shape), np.float32), dtype)
    return keras.random.normal(ints(shape), dtype=_name(dtype), seed=_key(seed, 1))


def stateless_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Any:
    """`normal` of a seed of two integers."""
    return _stateless_normal(shape, seed, dtype) * stddev + mean


def stateless_truncated_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Any:
    if _host.in_data():
        return _result(_draw_truncated(_generator(seed), ints(shape)), dtype) * stddev + mean
    return keras.random.truncated_normal(ints(shape), dtype=_name(dtype), seed=_key(seed, 2)) * stddev + mean


def stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Any:
    """`uniform` of a seed of two integers; integers of the whole range if both bounds are None."""
    kind = _name(dtype)
    whole = kind.startswith(("int", "uint"))
    if maxval is None:
        if whole and minval is not None:
            raise ValueError(f"Must specify maxval for integer dtype {kind}")
        info = np.iinfo(kind if kind != "int64" or _host.in_data() else "int32") if whole else None
        minval, maxval = (info.min, info.max) if whole else (minval or 0, 1)
    if _host.in_data():
        drawn = _draw_uniform(_generator(seed), ints(shape), _number(minval), _number(maxval), whole)
        return _result(drawn, dtype)
    key = _key(seed, 3)
    if whole:
        return keras.random.randint(
            ints(shape), minval, maxval, dtype={"int64": "int32"}.get(kind, kind), seed=key
        )
    return keras.random.uniform(ints(shape), minval, maxval, dtype=kind, seed=key)


def stateless_categorical(
    logits: Any,
    num_samples: Any,
    seed: Any,
    dtype: Any = "int64",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Any:
    if _host.in_data():
        drawn = _draw_categorical(_generator(seed), np.asarray(logits, np.float64), integer(num_samples))
        return _result(drawn, dtype)
    drawn = keras.random.categorical(
        backend(arg(logits)), integer(num_samples), dtype="int32", seed=_key(seed, 4)
    )
    return _ops.cast(drawn, dtype)


def stateless_gamma(
    shape: Any,
    seed: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = "float32",
    name: str | None = None,
    alg: Any = "auto_select",
) -> Any:
    """The shape includes that of the parameters, unlike `gamma`'s."""
    drawn = keras.random.gamma(ints(shape), alpha, dtype=_name(dtype), seed=_key(seed, 5))
    return drawn if beta is None else drawn / beta


def stateless_binomial(
    shape: Any, seed: Any, counts: Any, probs: Any, output_dtype: Any = "int32", name: str | None = None
) -> Any:
    drawn = _generator(seed).binomial(np.asarray(counts).astype(np.int64), np.asarray(probs), ints(shape))
    return _result(drawn, output_dtype)


def stateless_poisson(shape: Any, seed: Any, lam: Any, dtype: Any = "int32", name: str | None = None) -> Any:
    return _result(_generator(seed).poisson(np.asarray(lam), ints(shape)), dtype)


def stateless_shuffle(value: Any, seed: Any, alg: Any = "auto_select", name: str | None = None) -> Any:
    x = arg(value)
    if not is_known(x) or not is_known(seed):
        return keras.random.shuffle(backend(x), seed=_key(seed, 6))
    order = _generator(seed).permutation(x.shape[0])
    return host(plain(x)[order]) if on_host(x) else ops.take(x, order, axis=0)


def _seeds(seed: Any, count: int, salt: int) -> Any:
    two = _two(seed)
    if not isinstance(two, np.ndarray):
        bits = keras.random.randint((count, 2), 0, 2**31 - 1, dtype="int32", seed=_key(seed, salt))
        return bits
    words = np.random.SeedSequence([*(int(one) & 0xFFFFFFFF for one in two), salt]).generate_state(2 * count)
    return _result((words >> 1).astype(np.int32).reshape(count, 2), "int32")


def split(seed: Any, num: Any = 2, alg: Any = "auto_select") -> Any:
    """`num` new seeds of one."""
    return _seeds(seed, integer(num), 7)


def fold_in(seed: Any, data: Any, alg: Any = "auto_select") -> Any:
    """A new seed of a seed and a number."""
    if not is_known(seed, data):
        return _seeds(ops.stack([arg(seed)[0] + arg(data), arg(seed)[1] * 31 + arg(data)]), 1, 8)[0]
    return _seeds(seed, 1, 9 + (int(np.asarray(data)) & 0xFFFFFFF))[0]


stateless_split, stateless_fold_in = split, fold_in
stateless_random_normal, stateless_random_uniform = stateless_normal, stateless_uniform


from labora_tf._random_generator import (  # noqa: E402
    Algorithm,
    Generator,
    create_rng_state,
    get_global_generator,
    set_global_generator,
)
from labora_tf._random_generator import (  # noqa: E402
    log_uniform_candidate_sampler as log_uniform_candidate_sampler,
)
from labora_tf._random_generator import (  # noqa: E402
    uniform_candidate_sampler as uniform_candidate_sampler,
)


experimental = _names.Namespace(
    "tf.random.experimental",
    Algorithm=Algorithm,
    Generator=Generator,
    get_global_generator=get_global_generator,
    set_global_generator=set_global_generator,
    stateless_split=split,
    stateless_fold_in=fold_in,
    stateless_shuffle=stateless_shuffle,
    create_rng_state=create_rng_state,
)


def __getattr__(name: str) -> Any:
    raise _names.missing("tf.random", name)
