"""The public names of TensorFlow, and what is said of those that are not here.

`names.txt` lists the names of TensorFlow 2 and those that `tf.compat.v1` adds (`tools/tf/names.py` makes it).
A name that is in the list and not in this package raises `NotInLabora` with a sentence: of the name, or of
its namespace. A name that TensorFlow does not have either raises AttributeError, with the name that was
probably meant.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import os
from typing import Any

from labora_tf.errors import NotInLabora as NotInLabora

__all__ = ["NotInLabora", "is_here", "listed", "missing", "sentence"]

_GRAPHS = "belongs to TensorFlow 1's graphs; operations are eager here: compute at once, or in a tf.function"
_EXPORT = "keep a model with model.save('m.keras') and its weights with model.save_weights('m.weights.h5')"
_RAGGED = "make it dense: pad to one length, e.g. tf.keras.utils.pad_sequences or Dataset.padded_batch"

# Namespaces, the longer ones first where one is in another.
_SPACES: dict[str, str] = {
    "tf.audio": "read WAV files with scipy.io.wavfile, on the host",
    "tf.autodiff": "use tf.GradientTape",
    "tf.compat.v1.app": "call your main function",
    "tf.compat.v1.distributions": "draw with tf.random, or use scipy.stats on the host",
    "tf.compat.v1.estimator": "use a Keras model: compile, fit, evaluate",
    "tf.estimator": "use a Keras model: compile, fit, evaluate",
    "tf.compat.v1.feature_column": (
        "use Keras's preprocessing layers: tf.keras.layers.Embedding, CategoryEncoding ..."
    ),
    "tf.feature_column": "use Keras's preprocessing layers: tf.keras.layers.Embedding, CategoryEncoding ...",
    "tf.compat.v1.graph_util": _GRAPHS,
    "tf.graph_util": _GRAPHS,
    "tf.compat.v1.layers": "use the class of the same name in tf.keras.layers",
    "tf.compat.v1.lite": _EXPORT,
    "tf.lite": f"nothing is converted for phones here; {_EXPORT}",
    "tf.compat.v1.manip": "the same operations are at the root: tf.reshape, tf.roll, tf.tile ...",
    "tf.compat.v1.metrics": (
        "use the classes of tf.keras.metrics: m = tf.keras.metrics.Mean(); m.update_state(x); m.result()"
    ),
    "tf.metrics": "use the classes of tf.keras.metrics: m = tf.keras.metrics.Mean(); m.update_state(x)",
    "tf.initializers": "use tf.keras.initializers",
    "tf.losses": "use tf.keras.losses",
    "tf.compat.v1.mixed_precision": "use tf.keras.mixed_precision.set_global_policy('mixed_bfloat16')",
    "tf.mixed_precision": "use tf.keras.mixed_precision.set_global_policy('mixed_bfloat16')",
    "tf.compat.v1.nn.rnn_cell": (
        "use Keras's cells: tf.keras.layers.LSTMCell, GRUCell, and tf.keras.layers.RNN"
    ),
    "tf.compat.v1.profiler": "time steps with time.perf_counter around model.fit or train_step",
    "tf.profiler": "time steps with time.perf_counter around model.fit or train_step",
    "tf.compat.v1.ragged": _RAGGED,
    "tf.ragged": _RAGGED,
    "tf.compat.v1.saved_model": _EXPORT,
    "tf.saved_model": _EXPORT,
    "tf.compat.v1.summary": "use tf.summary.create_file_writer and tf.summary.scalar",
    "tf.compat.v1.tpu": "use tf.distribute.TPUStrategy",
    "tf.tpu": "use tf.distribute.TPUStrategy with a Keras model or strategy.run",
    "tf.compat.v1.train": f"of training sessions: use a Keras model's fit, or tf.GradientTape; {_EXPORT}",
    "tf.compat.v1.user_ops": "it is TensorFlow's example of an operation of one's own",
    "tf.compat.v1.resource_loader": "open the file with open()",
    "tf.compat.v1.sparse": "make it dense: tf.sparse.to_dense(x)",
    "tf.sparse": "make it dense: tf.sparse.to_dense(x)",
    "tf.compat.v1.spectral": "the same operations are in tf.signal",
    "tf.compat.v1.sets": "use tf.sets.intersection, union, difference",
    "tf.compat.v1.initializers": "use tf.keras.initializers",
    "tf.compat.v1.losses": "the functions of a graph's collection are not here; keep losses in a Python list",
    "tf.compat.v1.logging": "use Python's logging",
    "tf.compat.v1.data": "datasets are iterated with a for loop: for batch in dataset",
    "tf.data.experimental.service": "the input pipeline runs on this host: use Dataset.map and prefetch",
    "tf.data.experimental": "see the methods of tf.data.Dataset and tf.data.Options",
    "tf.distribute.coordinator": "there is one worker: use tf.distribute.TPUStrategy",
    "tf.distribute.experimental": "there is one worker: use tf.distribute.TPUStrategy or MirroredStrategy",
    "tf.distribute.cluster_resolver": "use tf.distribute.cluster_resolver.TPUClusterResolver",
    "tf.distribute": "use tf.distribute.TPUStrategy, MirroredStrategy or get_strategy",
    "tf.experimental.dtensor": (
        "lay arrays out with tf.distribute.TPUStrategy, keras.distribution or jax.sharding"
    ),
    "tf.experimental.numpy": "use numpy on the host, keras.ops or jax.numpy",
    "tf.experimental.dlpack": "use np.asarray(x) and tf.constant(x)",
    "tf.experimental": "use what TensorFlow has without `experimental`, or keras.ops",
    "tf.linalg.experimental": "use tf.linalg.solve",
    "tf.linalg": "make the matrix dense and use tf.linalg.matmul, solve, inv, svd",
    "tf.lookup": "use tf.lookup.StaticHashTable or tf.keras.layers.StringLookup",
    "tf.mlir": "nothing of TensorFlow's compiler is here",
    "tf.quantization": "quantize a Keras model with model.quantize('int8')",
    "tf.queue": "feed a model with tf.data.Dataset, or use Python's queue.Queue",
    "tf.raw_ops": "use the function of tf, tf.math or tf.nn that the operation belongs to",
    "tf.types": "use tf.Tensor and tf.Variable in annotations",
    "tf.xla": "use tf.function(jit_compile=True)",
    "tf.io": "read the file with Python or tf.io.read_file and decode it",
    "tf.config": "devices are listed by tf.config.list_logical_devices",
    "tf.debugging": "check values with tf.debugging.check_numerics or numpy",
    "tf.random": "draw with tf.random.normal, uniform, categorical, or tf.random.stateless_*",
    "tf.summary": "use tf.summary.scalar, or keras.callbacks.TensorBoard",
    "tf.sysconfig": "there is no library of TensorFlow to build against",
    "tf.test": "use pytest or unittest, with numpy.testing",
    "tf.train": f"{_EXPORT}; tf.train.Checkpoint keeps variables",
    "tf.strings": "work on Python's strings, before tf.constant or in tf.py_function",
    "tf.signal": "use numpy.fft or scipy.signal on the host, in tf.numpy_function",
    "tf.dtypes": "use tf.float32, tf.bfloat16, tf.int32 ...",
    "tf.autograph": (
        "functions are traced by tf.function; write tf.cond and tf.while_loop where values decide"
    ),
    "tf.image": "use the other functions of tf.image, or Pillow on the host",
    "tf.nn": "use tf.keras.layers and keras.ops.nn",
    "tf.math": "use keras.ops, or scipy.special on the host",
    "tf.errors": "catch tf.errors.OpError or Python's exceptions",
    "tf.compat": "use the names of tf",
    "tf.data": "use the methods of tf.data.Dataset",
}
# Names at the root and in `tf.compat.v1`, which are of many kinds.
_ROOT: dict[str, str] = {
    "CriticalSection": "use threading.Lock",
    "RaggedTensor": _RAGGED,
    "RaggedTensorSpec": _RAGGED,
    "RegisterGradient": "use tf.custom_gradient",
    "Graph": _GRAPHS,
    "Operation": _GRAPHS,
    "import_graph_def": _GRAPHS,
    "load_library": "operations in C++ cannot be loaded; write it with tf's operations or tf.py_function",
    "load_op_library": "operations in C++ cannot be loaded; write it with tf's operations or tf.py_function",
    "fingerprint": "use hashlib on the host",
    "print": "use Python's print",
}
_OLD_ROOT = {
    "app": "call your main function",
    "flags": "use argparse or absl.flags",
    "estimator": "use a Keras model: compile, fit, evaluate",
    "hub": "use keras.applications or keras_hub's models",
    "contrib": "of tf.contrib only what TPU notebooks use is here; see tf.keras",
    "feature_column": _SPACES["tf.feature_column"],
    "distributions": _SPACES["tf.compat.v1.distributions"],
    "summary": _SPACES["tf.summary"],
    "saved_model": _EXPORT,
    "lite": _EXPORT,
}


@functools.cache
def listed() -> dict[str, frozenset[str]]:
    """TensorFlow's namespaces and their names."""
    with open(os.path.join(os.path.dirname(__file__), "names.txt"), encoding="utf-8") as file:
        lines = [line.split() for line in file]
    return {line[0]: frozenset(line[1:]) for line in lines if line}


def _has(space: str, name: str) -> bool:
    names = listed()
    old = space.replace("tf", "tf.compat.v1", 1) if not space.startswith("tf.compat.v1") else space
    new = space.replace("tf.compat.v1", "tf", 1)
    if any(name in names.get(one, ()) for one in (space, old, new)):
        return True
    return any(f"{one}.{name}" in names for one in (space, old, new)) or (space == "tf" and name in _OLD_ROOT)


def sentence(space: str, name: str) -> str:
    """What is said of a name that TensorFlow has and this package has not."""
    full = f"{space}.{name}"
    inner = full
    while inner not in ("tf", "tf.compat.v1", ""):
        if inner in _SPACES:
            return f"{full} is not in Labora: {_SPACES[inner]}"
        inner = inner.rpartition(".")[0]
    if name in _ROOT or name in _OLD_ROOT:
        return f"{full} is not in Labora: {_ROOT.get(name) or _OLD_ROOT[name]}"
    import keras

    if hasattr(keras.ops, name):
        return f"{full} is not in Labora: use keras.ops.{name}"
    if name.startswith("sparse_") or "Sparse" in name:
        return f"{full} is not in Labora: {_SPACES['tf.sparse']}"
    if "agged" in name:
        return f"{full} is not in Labora: {_RAGGED}"
    if name in listed().get("tf.compat.v1", ()):
        return f"{full} is not in Labora: it {_GRAPHS}, with Keras models and tf.Variable for what is trained"
    return f"{full} is not in Labora: use other functions of tf, keras.ops, or tf.numpy_function"


def missing(space: str, name: str) -> AttributeError:
    """The error for a name that is not here: of a namespace as the user wrote it, `tf` or `tf.nn`."""
    space = space.replace("tensorflow", "tf", 1)
    if not name.startswith("_") and _has(space, name):
        return NotInLabora(sentence(space, name))
    text = f"module '{space.replace('tf', 'tensorflow', 1)}' has no attribute '{name}'"
    if not name.startswith("_"):
        near = difflib.get_close_matches(name, sorted(_near(space)), 1, 0.75)
        if near:
            text += f"; did you mean {space}.{near[0]}?"
    return AttributeError(text)


class Namespace:
    """A namespace that is no module: its names, and `missing` for others."""

    def __init__(self, space: str, **members: Any) -> None:
        self._space = space
        self.__dict__.update(members)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing(self._space, name)


def _near(space: str) -> set[str]:
    names = set(listed().get(space, ())) | set(listed().get(space.replace("tf", "tf.compat.v1", 1), ()))
    try:
        names |= set(getattr(_module(space), "__all__", ()))
    except AttributeError:
        pass
    return names


def _module(space: str) -> Any:
    found = importlib.import_module("labora_tf")
    for part in space.split(".")[1:]:
        found = getattr(found, part)
    return found


def is_here(space: str, name: str) -> bool:
    """Whether this package has a name.

    Raises:
        AttributeError: it is neither here nor refused with a sentence.
    """
    try:
        getattr(_module(space), name)
    except NotInLabora:
        return False
    except (AttributeError, ImportError) as error:
        if _refuses(space):
            return False
        raise AttributeError(f"{space}.{name}: {error}") from None
    return True


def _refuses(space: str) -> bool:
    """Whether the namespace itself is refused, so that its names cannot be asked for."""
    try:
        _module(space)
    except NotInLabora:
        return True
    except AttributeError:
        return False
    return False
