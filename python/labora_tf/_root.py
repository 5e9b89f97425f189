"""Names at the root that have no better place: `tf.clip_by_value`, `tf.device`, `tf.random_normal`,
switches of 2018.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import keras
import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf._ops import arg, backend, host, is_known, on_host, plain
from labora_tf.errors import InvalidArgumentError, NotInLabora

# Names that another module has, perhaps under another name there.
_LAZY: dict[str, str] = {
    name: f"random.{name}"
    for name in "random_normal random_uniform random_shuffle random_gamma random_poisson truncated_normal "
    "multinomial set_random_seed get_seed".split()
}
_LAZY |= {
    name: f"strings.{name}"
    for name in "as_string string_join reduce_join regex_replace string_split string_strip string_to_number "
    "substr "
    "string_to_hash_bucket string_to_hash_bucket_fast decode_base64 encode_base64".split()
}
_LAZY |= {
    name: f"debugging.{name}"
    for name in "Assert assert_all_finite assert_equal assert_greater assert_greater_equal assert_integer "
    "assert_less "
    "assert_less_equal assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal "
    "assert_positive assert_proper_iterable assert_rank assert_rank_at_least assert_rank_in "
    "assert_same_float_dtype "
    "assert_scalar assert_type check_numerics is_numeric_tensor verify_tensor_all_finite".split()
}
_LAZY |= {name: f"signal.{name}" for name in "fft ifft fft2d ifft2d fft3d ifft3d".split()}
_LAZY |= {
    name: f"io.{name}"
    for name in "decode_compressed decode_csv decode_raw matching_files parse_example "
    "parse_single_example parse_single_sequence_example parse_tensor read_file serialize_tensor write_file "
    "FixedLenFeature "
    "FixedLenSequenceFeature VarLenFeature SparseFeature".split()
}
_LAZY |= {name: f"nn.{name}" for name in ("depth_to_space", "space_to_depth")}
_LAZY |= {
    "random_crop": "image.random_crop",
    "extract_image_patches": "image.extract_image_patches",
    "sigmoid": "math.sigmoid",
    "log_sigmoid": "math.log_sigmoid",
    "confusion_matrix": "math.confusion_matrix",
    "SparseTensor": "sparse.SparseTensor",
    "SparseTensorValue": "sparse.SparseTensorValue",
    "sparse_tensor_to_dense": "sparse.to_dense",
    "get_logger": "logging.get_logger",
    "saturate_cast": "math.saturate_cast",
    "arg_max": "math.argmax",
    "arg_min": "math.argmin",
    "floor_div": "math.floordiv",
    "reverse_v2": "_array_ops.reverse",
    "self_adjoint_eigvals": "linalg.eigvalsh",
    "AUTO_REUSE": "compat.v1.AUTO_REUSE",
    "py_func": "_control_flow.py_function",
}
_INITIALIZERS = {
    "zeros_initializer": "Zeros",
    "ones_initializer": "Ones",
    "constant_initializer": "Constant",
    "random_normal_initializer": "RandomNormal",
    "random_uniform_initializer": "RandomUniform",
    "truncated_normal_initializer": "TruncatedNormal",
    "glorot_uniform_initializer": "GlorotUniform",
    "glorot_normal_initializer": "GlorotNormal",
    "orthogonal_initializer": "Orthogonal",
    "variance_scaling_initializer": "VarianceScaling",
}
_SWITCHES = (
    "enable_eager_execution enable_v2_behavior enable_resource_variables enable_v2_tensorshape "
    "enable_control_flow_v2 "
    "enable_tensor_equality disable_resource_variables disable_v2_tensorshape disable_control_flow_v2 "
    "disable_tensor_equality disable_v2_behavior disable_eager_execution control_flow_v2_enabled "
    "resource_variables_enabled enable_numpy_behavior"
).split()
_OWN = (
    "clip_by_average_norm clip_by_global_norm clip_by_norm clip_by_value device get_static_value "
    "is_symbolic_tensor "
    "name_scope timestamp inside_function fixed_size_partitioner trainable_variables global_variables "
    "local_variables "
    "get_variable variable_scope get_collection make_tensor_proto make_ndarray "
    "get_current_name_scope grad_pass_through"
).split()
__all__ = [
    *_LAZY,
    *_INITIALIZERS,
    *_SWITCHES,
    *_OWN,
    "Print",
    "GraphKeys",
    "AggregationMethod",
    "app",
    "flags",
]
_AT_ROOT = __all__


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        module, _, member = _LAZY[name].rpartition(".")
        value = getattr(importlib.import_module(f"labora_tf.{module}"), member)
    elif name in _INITIALIZERS:
        value = getattr(keras.initializers, _INITIALIZERS[name])
    elif name in _SWITCHES:
        value = _switch(name)
    elif name in ("flags", "app"):
        value = _absl(name)
    else:
        raise AttributeError(f"module 'tensorflow' has no attribute '{name}'")
    globals()[name] = value
    return value


_graph_mode = {"off": False}


def _switch(name: str) -> Any:
    def switch(*args: Any, **kwargs: Any) -> Any:
        if name.endswith("_enabled"):
            return True
        if name in ("disable_v2_behavior", "disable_eager_execution") and not _graph_mode["off"]:
            from labora_tf._tensor import say_once

            _graph_mode["off"] = True
            say_once("operations stay eager here: a tf.Session evaluates what is there already")
        return None

    return _ops.named(switch, name, "Accepted.")


def _absl(name: str) -> Any:
    """`tf.flags` and `tf.app`, of absl; a notebook has no command line, so flags have their defaults."""
    import types

    from absl import app, flags

    flags.FLAGS.mark_as_parsed()
    return flags if name == "flags" else types.SimpleNamespace(run=app.run, flags=flags)


def get_current_name_scope() -> str:
    """The prefix of the open `tf.name_scope`s."""
    stack = _names.__dict__.get("stack", [])
    return stack[-1].rstrip("/") if stack else ""


def grad_pass_through(f: Any) -> Any:
    """`f`, whose gradient is that of the identity."""

    def call(x: Any, *args: Any, **kwargs: Any) -> Any:
        x = backend(arg(x))
        return x + ops.stop_gradient(f(x, *args, **kwargs) - x)

    return call


class AggregationMethod:
    """How gradients are added; accepted."""

    ADD_N, DEFAULT, EXPERIMENTAL_TREE, EXPERIMENTAL_ACCUMULATE_N = 0, 0, 1, 2


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """Values below the minimum or above the maximum become these."""
    if hasattr(t, "values") and hasattr(t, "indices"):
        t = t.values
    t = arg(t)
    low, high = (
        _ops.like(v, t) if _ops.is_python(v) and not _ops._has_backend(v) else arg(v)
        for v in (clip_value_min, clip_value_max)
    )
    if on_host(t, low, high):
        return host(np.minimum(np.maximum(plain(t), plain(low)), plain(high)), t.dtype)
    t, low, high = backend(t), backend(low), backend(high)
    return ops.minimum(ops.maximum(t, low), high)


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Any:
    """Shortened to the norm, over the axes (None: all), if it is longer."""
    t = backend(arg(t))
    clip_norm = ops.cast(clip_norm, str(t.dtype))
    square = ops.sum(ops.square(t), _ops.axes(axes), keepdims=True)
    some = square > 0
    norm = ops.where(some, ops.sqrt(ops.where(some, square, ops.ones_like(square))), square)
    return t * clip_norm / ops.maximum(norm, clip_norm)


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Any:
    """Shortened to a norm divided by the number of elements."""
    t = backend(arg(t))
    count = float(np.prod(tuple(t.shape)))
    norm = ops.sqrt(ops.sum(ops.square(t))) / count
    return t * clip_norm / ops.maximum(norm, clip_norm)


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """All tensors shortened by one factor, so that their common norm is at most this; and the norm before."""
    from labora_tf.linalg import global_norm

    if not isinstance(t_list, (list, tuple)):
        raise TypeError("t_list should be a sequence of tensors")
    norm = global_norm(t_list) if use_norm is None else backend(arg(use_norm))
    scale = clip_norm * ops.minimum(1.0 / norm, 1.0 / ops.cast(clip_norm, str(norm.dtype)))
    scale = ops.where(ops.isfinite(norm), scale, float("nan"))
    out = []
    for tensor in t_list:
        if tensor is not None and hasattr(tensor, "indices") and hasattr(tensor, "values"):
            out.append(type(tensor)(tensor.values * scale, tensor.indices, tensor.dense_shape))
        else:
            out.append(
                None if tensor is None else backend(arg(tensor)) * ops.cast(scale, str(arg(tensor).dtype))
            )
    return out, norm


@contextlib.contextmanager
def device(device_name: Any) -> Iterator[None]:
    """What is made in this block is on the device: the host for `/CPU:0` and None, a core for `/TPU:3`.

    There is no GPU: as with TensorFlow's soft placement, what is to be on one is on the host.

    Raises:
        InvalidArgumentError: there is no such device.
    """
    from labora_tf._glue import placement, replicas

    name = device_name() if callable(device_name) else getattr(device_name, "name", device_name)
    text = "" if name is None else str(name).upper()
    kind, _, index = text.rpartition("/")[2].removeprefix("DEVICE:").partition(":")
    if not kind or kind == "CPU" or text.startswith("/JOB:") and "DEVICE" not in text:
        yield
        return
    if kind == "GPU":
        _without_gpu(device_name)
        yield
        return
    if kind != "TPU":
        raise ValueError(f"tf.device: {device_name!r} is not a device: '/CPU:0', '/TPU:0' ...")
    count = len(placement.cores())
    if int(index or 0) >= count:
        raise InvalidArgumentError(f"tf.device({device_name!r}): there are {count} cores of a TPU")
    with replicas.on_core(placement.cores()[int(index or 0)]):
        yield


def _without_gpu(device_name: Any) -> None:
    """Says that what is to be on a GPU is on the host, or refuses it where TensorFlow does."""
    from labora_tf import config, session
    from labora_tf._tensor import say_once

    if not config.get_soft_device_placement():
        raise InvalidArgumentError(
            f"tf.device({device_name!r}): there is no GPU, and soft placement is off; use '/CPU:0', or a "
            "strategy of tf.distribute for the TPU"
        )
    if session.in_graphs():
        session.placed_on_gpu.append(str(device_name))
    say_once(
        "tf.device('/GPU:0'): there is no GPU here, so that this runs on the CPU; a strategy of "
        "tf.distribute uses the TPU"
    )


_names = threading.local()


class name_scope:  # noqa: N801
    """A prefix for names; `with tf.name_scope("layer") as scope`, or a decorator."""

    def __init__(
        self, name: Any = None, default_name: Any = None, values: Any = None, skip_on_eager: bool = True
    ) -> None:
        self._name = name if name is not None else default_name or ""

    @property
    def name(self) -> str:
        return self._name

    def __enter__(self) -> str:
        stack = _names.__dict__.setdefault("stack", [])
        stack.append(f"{stack[-1] if stack else ''}{self._name}/" if self._name else "")
        return stack[-1]

    def __exit__(self, *_: Any) -> None:
        _names.stack.pop()

    def __call__(self, function: Any) -> Any:
        import functools

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with name_scope(self._name):
                return function(*args, **kwargs)

        return call


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value as NumPy's array, or None if it is not known."""
    if isinstance(tensor, keras.Variable) or not is_known(tensor):
        return None
    value = np.asarray(arg(tensor))
    return value[()] if not value.ndim else value


def is_symbolic_tensor(tensor: Any) -> bool:
    return not is_known(tensor)


def timestamp(name: str | None = None) -> Any:
    """Seconds since 1970."""
    from labora_tf import _host

    return _host.tensor(np.float64(time.time()))


def inside_function() -> bool:
    """Whether a `tf.function` is being traced."""
    from labora_tf._function import in_function

    return in_function()


def Print(  # noqa: N802
    input_: Any,
    data: Any,
    message: str = "",
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """TensorFlow 1's: prints `data` and gives `input_` back. An eager call is the first of its operation."""
    from labora_tf import _control_flow

    if first_n is None or first_n:
        _control_flow.print(message, *data, summarize=3 if summarize is None else summarize)
    return input_


class GraphKeys:
    """Names of collections of TensorFlow 1's graphs."""

    GLOBAL_VARIABLES, LOCAL_VARIABLES, TRAINABLE_VARIABLES = (
        "variables",
        "local_variables",
        "trainable_variables",
    )
    UPDATE_OPS, REGULARIZATION_LOSSES, LOSSES, SUMMARIES = (
        "update_ops",
        "regularization_losses",
        "losses",
        "summaries",
    )


def _refused(name: str, instead: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotInLabora(f"tf.{name} belongs to TensorFlow 1's graphs, which are not in Labora; {instead}")

    return _ops.named(refuse, name, "Refused.")


_OF_MODELS = "a Keras model has model.trainable_variables and model.variables"
trainable_variables = _refused("trainable_variables", _OF_MODELS)
global_variables, local_variables = (_refused(f"{n}_variables", _OF_MODELS) for n in ("global", "local"))
get_variable = _refused("get_variable", "make it once: v = tf.Variable(initial_value)")
variable_scope = _refused("variable_scope", "keep variables in a Keras layer or a tf.Module")
get_collection = _refused(
    "get_collection", "keep what it would hold in a Python list; layers have layer.losses"
)
fixed_size_partitioner = _refused("fixed_size_partitioner", "variables are whole")


def make_ndarray(tensor: Any) -> np.ndarray:
    """The array of a TensorProto (here: of a tensor)."""
    return np.asarray(tensor)


def make_tensor_proto(
    values: Any, dtype: Any = None, shape: Any = None, verify_shape: bool = False, **_: Any
) -> Any:
    raise NotInLabora(
        "tf.make_tensor_proto is not in Labora; tf.io.serialize_tensor(x) gives a TensorProto's bytes"
    )
