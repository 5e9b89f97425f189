"""No argument is ignored in silence: those that no function reads are in a table, each with its reason."""

from __future__ import annotations

import ast
import fnmatch
import pathlib

import numpy as np
import pytest

import labora_tf as tf

ROOT = pathlib.Path(tf.__file__).parent
#: Parameters that mean nothing here, in whatever function.
HARMLESS = {
    "name scope tensor_name _sentinel": "names of operations in graphs, and arguments that nobody gives",
    "session session_config graph": "there is one graph, and its values are there without a session",
    "use_locking read_value": "one thread assigns, and a variable is its value",
    "parallel_iterations swap_memory num_parallel_calls num_parallel_batches experimental_use_pfor": "speed",
    "use_cudnn_on_gpu a_is_sparse b_is_sparse fallback_to_while_loop warn": "speed",
    "options run_metadata experimental_trackable": "where and how fast: files and replicas are the same",
    "validate_indices validate_shape validate_args infer_shape": "checks that are made in any case",
    "back_prop": "what is wrapped around the function reads it",
    "out_type output_idx_type": "integers of 64 bits that fit are integers of 32 bits on the backend",
    "alg": "the numbers of generators are not TensorFlow's in any case",
    "expand_composites": "there are no composite tensors",
    "layout": "there are no DTensors",
    "deterministic": "the same bytes each time",
    "description": "no file of summaries has them",
}
#: Functions (patterns of `file function`) and their parameters.
REASONS = {
    "* *.__exit__": {"_": "exceptions pass"},
    "_array_ops.py split": {"num": "the number of parts that follows from the sizes"},
    "_checkpoints.py checkpoints_iterator": {"_ __": "refused in the body"},
    "_control_flow.py case": {"strict": "a check of the order of predicates in graphs"},
    "_control_flow.py map_fn": {"dtype fn_output_signature": "the type that the results have"},
    "_control_flow.py numpy_function": {"stateful": "it is called each time"},
    "_control_flow.py while_loop": {"shape_invariants return_same_structure": "other shapes are errors"},
    "_example.py Feature.WhichOneof": {"group": "a message has one group"},
    "_function.py *": {
        "owner verbose args kwargs": "protocols of Python and texts",
        "control_inputs inputs": "what is eager has happened",
        "autograph jit_compile reduce_retracing experimental_* ": "how it is compiled",
    },
    "_gather.py argsort": {"stable": "it always is"},
    "_glue/*": {"feed_dict _ avals purge_model_variables state": "protocols of JAX and Keras, eager values"},
    "_host.py *": {"context return_scalar feed_dict": "protocols of NumPy, eager values"},
    "_host_ops.py convert_to_tensor": {"dtype_hint": "text has one type"},
    "_image_color.py adjust_jpeg_quality": {"dct_method": "a hint of speed"},
    "_nn_norm.py moments": {"shift": "TensorFlow does not use it either"},
    "_placement.py DevicesDistribution.get_tensor_layout": {"path": "no tensor has a layout of its own"},
    "_random_generator.py *": {"num_true": "a shape that the labels have"},
    "_replica.py _overriding": {"base": "the class whose subclasses are listed"},
    "_root.py _switch.switch": {"args kwargs": "switches of behaviour, of which there is one; said once"},
    "_root.py get_static_value": {"partial": "all of a value is known, or none"},
    "_root.py name_scope.__init__": {"values skip_on_eager": "tensors of a graph"},
    "_tape.py *": {"op_type": "a name of a registry that is refused"},
    "_tensorflow_datasets.py *": {
        "data_dir shuffle_files download read_config builder_kwargs download_and_prepare_kwargs "
        "try_gcs": "Keras's files are read, in their order"
    },
    "_tensor_array.py TensorArray.__init__": {
        "clear_after_read tensor_array_name handle flow colocate_with_first_write_call": "memory and graphs"
    },
    "_text_layers.py *": {
        "vocabulary_dtype batch_size": "the same vocabulary",
        "args kwargs": "`training` and masks, which lookups do not have",
    },
    "_variable.py Variable.__init__": {
        "caching_device variable_def import_scope": "graphs",
        "shape": "assigning another shape is an error",
    },
    "_variable.py Variable.scatter_*": {"_ __": "use_locking and name"},
    "_variable_scope.py *": {"values regularizer": "losses are collected under names that are refused"},
    "autograph.py *": {"level alsologtostdout _ __": "hints and texts"},
    "compat/__init__.py forward_compatible": {"year month day": "one version is there"},
    "compat/v1.py _v1_nn.embedding_lookup": {"partition_strategy": "there is one table"},
    "config/*": {
        "experimental_priority _ cluster_spec_or_resolver job_name task_index protocol remote_host "
        "make_master_device_default cluster_device_filters": "the runtime is connected to its TPU",
        "device devices device_type enable enabled": "memory and speed of devices",
    },
    "contrib/cloud.py configure_gcs": {"credentials block_cache device": "cloud paths are refused"},
    "contrib/eager.py enable_eager_execution": {"_ __": "settings of sessions and placement"},
    "contrib/tpu/*": {"_ embedding_config job memo": "the runtime has its TPU"},
    "debugging.py *": {"data summarize _ stack_height_limit path_length_limit enabled": "texts of errors"},
    "distribute/__init__.py _Accepted.__init__": {"args kwargs": "how values are exchanged"},
    "distribute/cluster_resolver.py *": {
        "_ __ zone project coordinator_name coordinator_address credentials service discovery_url task_type "
        "task_id rpc_layer": "the runtime is connected to its TPU"
    },
    "distribute/*": {
        "cross_device_ops args kwargs replication_mode colocate_with_variable destinations group "
        "steps_per_run": "how values are exchanged, and where they are"
    },
    "examples/*": {"train_dir source_url": "where the files come from"},
    "image.py *": {"sorted_input canonicalized_coordinates tile_size seed2": "speed; a second seed"},
    "keras/_backend_arrays.py map_fn": {"dtype": "the type that the results have"},
    "keras/_habits.py *": {"_ __": "queues and workers; settings of graphs"},
    "keras/_saving.py *": {"save_traces": "of SavedModel, which is not written"},
    "keras/backend.py *": {"_ tensor value": "there are no sessions and sparse tensors"},
    "keras/callbacks.py *": {"logs batch write_graph profile_batch _": "protocols of Keras, settings"},
    "keras/utils.py multi_gpu_model": {"cpu_merge cpu_relocation": "placement"},
    "keras/wrappers/scikit_learn.py *": {"deep": "protocol of scikit-learn"},
    "linalg.py *": {"padding_value align": "bands are refused", "grad_a grad_b": "speed"},
    "lookup.py *": {"_ experimental_is_anonymous lookup_key_dtype": "names in graphs; keys have one type"},
    "losses.py compute_weighted_loss": {"loss_collection": "collections are refused"},
    "nn.py *": {"unique": "speed", "partition_strategy": "there is one table", "sorted": "it always is"},
    "python/*": {"_ __": "settings of sessions and placement"},
    "session.py *": {"feed_dict _ var_list": "eager values; settings of sessions"},
    "strings.py split": {"result_type": "ragged rows are refused"},
    "summary.py *": {
        "_ __ graph summary data step global_step buckets max_outputs": "what is not written is said",
        "max_queue flush_millis what": "when it is written; a writer that writes nothing",
    },
    "test.py is_gpu_available": {"cuda_only min_cuda_compute_capability": "there is no GPU"},
    "tpu/*": {
        "_ __ args kwargs": "queues and settings of TensorFlow's compiler",
        "device_coordinates job cluster_resolver": "one host",
    },
    "train.py *": {
        "_ __ ex": "use_locking and name; threads, of which there are none",
        "global_step_tensor": "there is one counter",
    },
}


def _is_refusal(function):
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def _parameters(function):
    found = function.args
    names = [one.arg for one in (*found.posonlyargs, *found.args, *found.kwonlyargs)]
    return names + [one.arg for one in (found.vararg, found.kwarg) if one is not None]


def _unread(node, prefix=""):
    """(function, parameter) of all parameters that no line reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            inner = [one for line in child.body for one in ast.walk(line)]
            names = (one for one in inner if isinstance(one, ast.Name))
            read = {one.id for one in names if not isinstance(one.ctx, ast.Store)}
            if not _is_refusal(child):
                yield from ((prefix + child.name, name) for name in _parameters(child) if name not in read)
            yield from _unread(child, f"{prefix}{child.name}.")
        else:
            yield from _unread(child, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix)


def _unread_of_the_package():
    for path in sorted(ROOT.rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        if not file.startswith(("data/", "io/")):
            for function, name in _unread(ast.parse(path.read_text(encoding="utf-8"))):
                if name not in ("self", "cls"):
                    yield f"{file} {function}", name


def test_ignored_arguments_have_a_reason():
    harmless = {name for names in HARMLESS for name in names.split()}
    used, missing = set(), []
    for place, name in _unread_of_the_package():
        patterns = [pattern for pattern in REASONS if fnmatch.fnmatchcase(place, pattern)]
        named = {(p, n) for p in patterns for names in REASONS[p] for n in names.split()}
        found = {(p, n) for p, n in named if fnmatch.fnmatchcase(name, n)}
        used |= found
        if name not in harmless and not found:
            missing.append(f"{place}: {name}")
    assert not missing, "arguments that are ignored without a reason:\n" + "\n".join(missing)
    every = {(p, n) for p, reasons in REASONS.items() for names in reasons for n in names.split()}
    assert used == every, f"reasons for arguments that are read: {sorted(every - used)}"


def test_no_function_replaces_another():
    """A second function of a name takes the first one's place for its callers, too."""
    for path in sorted(ROOT.rglob("*.py")):
        lines = ast.parse(path.read_text(encoding="utf-8")).body
        for block in [lines, *(line.body for line in lines if isinstance(line, ast.ClassDef))]:
            functions = [line for line in block if isinstance(line, ast.FunctionDef)]
            names = [function.name for function in functions if not function.decorator_list]
            assert len(names) == len(set(names)), f"{path}: {sorted({n for n in names if names.count(n) > 1})}"


def test_arguments_that_count(capfd):
    """Beside TensorFlow's documented results."""
    assert tf.convert_to_tensor([1, 2], dtype_hint=tf.float32).dtype == tf.float32
    assert tf.convert_to_tensor([1.5], preferred_dtype=tf.int32).dtype == tf.float32
    with pytest.raises(TypeError, match="Expected Tensor's shape"):
        tf.constant([1.0, 2.0], shape=(2, 1), verify_shape=True)
    one, two = tf.constant(True), tf.constant(1) < 2
    pairs = [(one, lambda: tf.constant(1)), (two, lambda: tf.constant(2))]
    assert int(tf.case(pairs, default=lambda: tf.constant(3))) == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="More than one condition"):
        tf.case(pairs, default=lambda: tf.constant(3), exclusive=True)
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        squares, stopped = tf.map_fn(lambda v: v * v, x), tf.map_fn(lambda v: v * v, x, back_prop=False)
    assert tape.gradient(squares, x).numpy().tolist() == [2.0, 4.0]
    assert tape.gradient(stopped, x) is None
    tf.Print(x, [tf.range(10)], "x is", first_n=0)
    tf.Print(x, [tf.range(10)], "x is", summarize=1)
    assert capfd.readouterr().err.endswith("x is [0 ... 9]\n")
    points = tf.math.sobol_sample(2, 3, dtype=tf.float16)
    assert points.dtype == tf.float16


def test_errors_of_text():
    strings = tf.strings
    broken = tf.constant(b"a\xffb\x01")
    assert strings.unicode_decode(broken, "UTF-8").numpy().tolist() == [97, 65533, 98, 1]
    assert strings.unicode_decode(broken, "UTF-8", errors="ignore").numpy().tolist() == [97, 98, 1]
    assert strings.unicode_decode(broken, "UTF-8", replacement_char=63).numpy().tolist() == [97, 63, 98, 1]
    found = strings.unicode_decode(broken, "UTF-8", replace_control_characters=True).numpy().tolist()
    assert found == [97, 65533, 98, 65533]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid formatting"):
        strings.unicode_decode(broken, "UTF-8", errors="strict")
    assert strings.unicode_transcode(broken, "UTF-8", "UTF-8", replacement_char=63).numpy() == b"a?b\x01"
    assert strings.unicode_encode([97, 0x110000], "UTF-8", replacement_char=63).numpy() == b"a?"
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of range"):
        strings.unicode_encode([0xD800], "UTF-8", errors="strict")


def test_averages_of_fused_normalization():
    x = np.linspace(-1.0, 1.0, 2 * 3 * 3 * 2, dtype=np.float32).reshape(2, 3, 3, 2)
    mean, variance = np.float32([1.0, 2.0]), np.float32([3.0, 4.0])
    _, averages, variances = tf.compat.v1.nn.fused_batch_norm(
        x, np.ones(2, np.float32), np.zeros(2, np.float32), mean, variance, exponential_avg_factor=0.25
    )
    rows = x.reshape(-1, 2).astype(np.float64)
    np.testing.assert_allclose(averages.numpy(), 0.75 * mean + 0.25 * rows.mean(axis=0), rtol=1e-6)
    expected = 0.75 * variance + 0.25 * rows.var(axis=0, ddof=1)
    np.testing.assert_allclose(variances.numpy(), expected, rtol=1e-6)
    channels_first = np.moveaxis(x, -1, 1)
    found = tf.keras.backend.batch_normalization(channels_first, mean, variance, mean, variance, axis=1)
    expected = tf.keras.backend.batch_normalization(x, mean, variance, mean, variance)
    np.testing.assert_array_equal(np.moveaxis(found.numpy(), 1, -1), expected.numpy())


def test_scopes_of_variables():
    tf.reset_default_graph()
    with tf.variable_scope("a", dtype=tf.int32, constraint=lambda value: value):
        found = tf.get_variable("b", (2,), initializer=tf.zeros_initializer())
        assert found.dtype == tf.int32 and found.constraint is not None
    with pytest.raises(tf.errors.NotInLabora, match="custom_getter"):
        tf.get_variable("c", (2,), custom_getter=lambda *_: None)
    with pytest.raises(TypeError, match="unexpected keyword"):
        tf.Variable(1.0, trainible=False)


def test_managers_of_checkpoints(tmp_path):
    step = tf.Variable(0)
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(step=step), tmp_path, 1, step_counter=step, checkpoint_interval=5
    )
    assert manager.save() is not None and manager.save() is None
    step.assign(5)
    assert manager.save() is not None and manager.save(check_interval=False) is not None
    assert len(manager.checkpoints) == 1 and len(list(tmp_path.glob("ckpt-*"))) == 1
    keeper = tf.train.CheckpointManager(
        tf.train.Checkpoint(step=step), tmp_path / "kept", 1, keep_checkpoint_every_n_hours=0
    )
    paths = [keeper.save() for _ in range(3)]
    assert all(list((tmp_path / "kept").glob(f"{path.rpartition('/')[2]}*")) for path in paths)


REFUSED = {
    "tf.gather_nd([1], [[0]], bad_indices_policy='IGNORE')": "bad_indices_policy",
    "tf.nn.dilation2d(np.ones((1, 2, 2, 1)), np.ones((1, 1, 1)), [1] * 4, 'SAME', 'NCHW')": "data_format",
    "tf.strided_slice([1, 2], [0], [1], var=[1, 2])": "assign",
    "tf.keras.backend.placeholder((2,), sparse=True)": "sparse",
    "tf.keras.backend.function([tf.keras.Input((1,))], [], givens={})": "givens",
    "tf.tpu.cross_replica_sum(1.0, group_assignment=[[0]])": "group_assignment",
    "tf.train.ExponentialMovingAverage(0.9, zero_debias=True)": "zero_debias",
    "tf.keras.layers.StringLookup(encoding='latin-1')": "encoding",
    "tf.keras.layers.TextVectorization(encoding='latin-1')": "encoding",
    "tf.config.set_logical_device_configuration('CPU', [0, 1])": "TPUStrategy",
    "tf.distribute.TPUStrategy(experimental_spmd_xla_partitioning=True)": "experimental_spmd",
}


@pytest.mark.parametrize("call", REFUSED)
def test_arguments_that_are_refused(call):
    with pytest.raises(NotImplementedError, match=REFUSED[call]):
        eval(call, {"tf": tf, "np": np})


def test_devices_that_are_not_there():
    with pytest.raises(ValueError, match="are not there"):
        tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    with pytest.raises(TypeError, match="unexpected keyword"):
        tf.distribute.TPUStrategy(steps=1)
