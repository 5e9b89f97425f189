"""`tf.keras` of 2018 to Keras 2, beside TensorFlow's numbers (keras_expected.json, by
tools/tf/record_keras.py)."""

from __future__ import annotations

import json
import os
import sys

import keras
import numpy as np
import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import keras_cases as cases  # noqa: E402

import labora_tf as tf  # noqa: E402

with open(os.path.join(HERE, "keras_expected.json"), encoding="utf-8") as _file:
    EXPECTED = json.load(_file)
ROWS = np.random.RandomState(0).rand(40, 4).astype("float32")
LABELS = np.random.RandomState(1).randint(0, 2, (40,))
K = tf.keras.backend


class _First:
    """`tf` with the optimizers and rates of TensorFlow 1 where TensorFlow 2 has them."""

    class compat:  # noqa: N801
        class v1:  # noqa: N801
            train = tf.train

    Variable, constant, float32 = tf.Variable, tf.constant, tf.float32


@pytest.mark.parametrize("name", sorted(cases.OPTIMIZERS))
def test_optimizers_of_1(name):
    found = test_optimizers_of_1.__dict__.setdefault("found", cases.optimizers_of_1(_First))
    np.testing.assert_allclose(found[name], EXPECTED["optimizers_of_1"][name], rtol=2e-5)


def test_rates_of_1():
    found = cases.rates_of_1(_First)
    for name, expected in EXPECTED["rates_of_1"].items():
        np.testing.assert_allclose(found[name], expected, rtol=1e-5, err_msg=name)


def test_backend_functions():
    found = cases.backend(tf)
    for name, expected in EXPECTED["backend"].items():
        np.testing.assert_allclose(found[name], expected, rtol=2e-4, atol=2e-6, err_msg=name)


def test_backend_values():
    variable = K.variable([1.0, 2.0])
    K.set_value(variable, [3.0, 4.0])
    assert K.get_value(variable).tolist() == [3.0, 4.0]
    assert K.batch_get_value([variable])[0].tolist() == [3.0, 4.0]
    assert (K.floatx(), K.image_data_format(), K.learning_phase()) == ("float32", "channels_last", 0)
    assert K.int_shape(K.placeholder((None, 3))) == (None, 3)
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(2, activation="relu")(inputs)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(hidden))
    function = K.function([model.input, K.learning_phase()], [model.layers[1].output])
    assert function([ROWS, 0])[0].shape == (40, 2)
    loss = tf.keras.layers.Lambda(lambda x: K.mean(K.square(x), axis=-1))(inputs)
    assert loss.shape == (None,)
    with pytest.raises(NotImplementedError, match="GradientTape"):
        K.gradients(variable, [variable])


def test_the_learning_phase_is_an_input_of_functions(capsys):
    inputs = tf.keras.Input((100,))
    model = tf.keras.Model(inputs, tf.keras.layers.Dropout(0.5)(inputs))
    function = K.function([model.input, K.learning_phase()], [model.output])
    np.testing.assert_array_equal(function([np.ones((1, 100)), 0])[0], np.ones((1, 100)))
    assert set(function([np.ones((1, 100)), 1])[0].reshape(-1).tolist()) == {0.0, 2.0}
    K.set_learning_phase(0)
    assert "K.set_learning_phase: models do not ask for it here" in capsys.readouterr().err


def test_chance_in_graphs_of_models():
    inputs = tf.keras.Input((4,))

    def sampled(mean):
        return mean + K.random_normal(shape=(K.shape(mean)[0], K.int_shape(mean)[1]), stddev=2.0)

    drawn = tf.keras.Model(inputs, tf.keras.layers.Lambda(sampled, output_shape=(4,))(inputs))
    values = drawn.predict(np.zeros((2500, 4)), verbose=0)
    assert abs(values.mean()) < 0.1 and abs(values.std() - 2.0) < 0.1
    dropped = tf.keras.layers.Lambda(lambda x: K.dropout(x, 0.5), output_shape=(4,))(inputs)
    values = tf.keras.Model(inputs, dropped).predict(np.ones((2500, 4)), verbose=0)
    assert abs(values.mean() - 1.0) < 0.1 and set(values.reshape(-1).tolist()) == {0.0, 2.0}


def test_prints_of_tensors(capsys):
    assert K.print_tensor(tf.range(10), message="x is").shape == (10,)
    assert capsys.readouterr().out == "x is [0 1 2 ... 7 8 9]\n"


def test_transposed_convolutions_have_their_output_shape():
    x, kernel = tf.constant(ROWS.reshape(2, 4, 5, 4)), tf.constant(ROWS[:18].reshape(3, 3, 2, 4))
    for height, width in ((8, 10), (7, 9)):
        found = K.conv2d_transpose(x, kernel, (2, height, width, 2), (2, 2), "same")
        expected = tf.nn.conv2d_transpose(x, kernel, (2, height, width, 2), 2, "SAME")
        np.testing.assert_array_equal(found.numpy(), expected.numpy())
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not fit"):
        K.conv2d_transpose(x, kernel, (2, 20, 20, 2), (2, 2), "same")


def small(**optimizer):
    model = tf.keras.models.Sequential()
    model.add(tf.keras.layers.Dense(4, activation="relu", input_dim=4))
    model.add(tf.keras.layers.Dense(1, activation="sigmoid"))
    model.compile(
        loss="binary_crossentropy",
        optimizer=tf.keras.optimizers.SGD(**{"lr": 0.1, **optimizer}),
        metrics=["acc"],
        experimental_run_tf_function=False,
    )
    return model


def test_habits_of_models():
    model = small(decay=1e-2, momentum=0.9, nesterov=True)

    def batches():
        while True:
            yield ROWS[:20], LABELS[:20]

    history = model.fit_generator(
        batches(), steps_per_epoch=2, epochs=2, verbose=0, workers=4, max_queue_size=10
    )
    assert set(history.history) == {"loss", "acc"}
    assert model.metrics_names == ["loss", "acc"]
    assert float(K.get_value(model.optimizer.lr)) == pytest.approx(0.1)
    assert float(model.optimizer.learning_rate) == pytest.approx(0.1 / 1.04)
    assert model.predict_classes(ROWS).shape == (40, 1)
    assert model.predict_proba(ROWS).shape == (40, 1)
    assert len(model.evaluate_generator(batches(), steps=2)) == 2
    assert model.fit(ROWS.tolist(), LABELS.tolist(), verbose=0, use_multiprocessing=True).history["loss"]
    assert model.fit(zip([ROWS, ROWS], [LABELS, LABELS], strict=True), verbose=0).history["loss"]
    model.train_on_batch(ROWS, LABELS)
    with pytest.raises(NotImplementedError, match="target_tensors"):
        model.compile("sgd", "mse", target_tensors=[1])


def test_decay_is_that_of_keras_2():
    variable = tf.Variable([1.0])
    optimizer = tf.keras.optimizers.SGD(lr=0.5, decay=0.5)
    expected = 1.0
    for step in range(3):
        optimizer.apply_gradients([(tf.constant([1.0]), variable)])
        expected -= 0.5 / (1.0 + 0.5 * step)
    np.testing.assert_allclose(variable.numpy(), [expected], rtol=1e-6)


def test_states_of_recurrent_layers_last():
    """Two calls with halves of a sequence are one with the whole, as on TensorFlow; states are no weights."""

    def make(steps, **options):
        rows = tf.keras.Input(batch_shape=(2, steps, 1))
        return tf.keras.Sequential([rows, tf.keras.layers.LSTM(3, **options), tf.keras.layers.Dense(1)])

    halves, whole = make(3, stateful=True), make(6)
    whole.set_weights(halves.get_weights())
    x = np.random.RandomState(3).rand(2, 6, 1).astype("float32")
    expected = whole.predict(x, verbose=0)
    first = halves.predict(x[:, :3], verbose=0)
    np.testing.assert_allclose(halves.predict(x[:, 3:], verbose=0), expected, rtol=1e-5)
    halves.layers[0].reset_states()
    np.testing.assert_allclose(halves.predict_on_batch(x[:, :3]), first, rtol=1e-5)
    np.testing.assert_allclose(halves.predict_on_batch(x[:, 3:]), expected, rtol=1e-5)
    assert len(halves.get_weights()) == 5


def test_optimizers():
    for of in (tf.keras.optimizers, tf.keras.optimizers.legacy, tf.optimizers):
        optimizer = of.Adam(lr=1e-3)
        assert type(optimizer) is keras.optimizers.Adam
        assert isinstance(optimizer, of.Adam)

    class Own(tf.keras.optimizers.Adam):
        pass

    assert isinstance(Own(lr=0.1), keras.optimizers.Adam)
    variable = tf.Variable(3.0)
    tf.keras.optimizers.SGD(0.1).minimize(lambda: variable * variable, [variable])
    np.testing.assert_allclose(variable.numpy(), 2.4, rtol=1e-6)
    assert type(tf.train.AdamOptimizer()) is keras.optimizers.Adam
    assert tf.contrib.tpu.CrossShardOptimizer(optimizer) is optimizer


def test_files_of_models(tmp_path):
    os.chdir(tmp_path)
    model = small()
    expected = model.predict(ROWS, verbose=0)
    for name in ("m.h5", "m.keras", "deep/er/m.hdf5"):
        model.save(name)
        np.testing.assert_allclose(
            tf.keras.models.load_model(name).predict(ROWS, verbose=0), expected, rtol=1e-6
        )
    assert type(keras.models.load_model("m.keras").optimizer) is keras.optimizers.SGD
    np.testing.assert_allclose(keras.models.load_model("m.h5").predict(ROWS, verbose=0), expected, rtol=1e-6)
    for name in ("w.h5", "w.weights.h5", "checkpoints/cp-0001.ckpt"):
        model.save_weights(name)
        other = small()
        other.load_weights(name).expect_partial()
        np.testing.assert_allclose(other.predict(ROWS, verbose=0), expected, rtol=1e-6)
    assert tf.train.latest_checkpoint("checkpoints").endswith("cp-0001.ckpt")
    for name in ("w.weights.h5", "m.keras"):
        with pytest.raises(NotImplementedError, match="no names of layers"):
            small().load_weights(name, by_name=True)
    other = small()
    for mine, theirs in zip(other.layers, model.layers, strict=True):
        mine.name = theirs.name
    other.load_weights("w.h5", by_name=True)
    np.testing.assert_allclose(other.predict(ROWS, verbose=0), expected, rtol=1e-6)
    model.save("folder")
    assert os.listdir("folder") == ["model.keras"]
    again = tf.keras.models.load_model("folder")
    np.testing.assert_allclose(again.predict(ROWS, verbose=0), expected, rtol=1e-6)
    other = small()
    other.load_weights("folder")
    np.testing.assert_allclose(other.predict(ROWS, verbose=0), expected, rtol=1e-6)
    model.fit(ROWS, LABELS, verbose=0, callbacks=[tf.keras.callbacks.ModelCheckpoint("each-{epoch}")])
    trained = tf.keras.models.load_model("each-1").predict(ROWS, verbose=0)
    np.testing.assert_array_equal(trained, model.predict(ROWS, verbose=0))
    with pytest.raises(NotImplementedError, match="signatures=...\\): Labora cannot write TensorFlow's SavedModel"):
        model.save("folder", signatures={"serving_default": model.predict})


def test_losses_of_short_names_in_h5(tmp_path):
    for loss in ("mse", "mae"):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        model.compile("sgd", loss, metrics=[loss])
        model.save(tmp_path / "m.h5")
        again = tf.keras.models.load_model(tmp_path / "m.h5")
        found, expected = again.evaluate(ROWS, LABELS, verbose=0), model.evaluate(ROWS, LABELS, verbose=0)
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_missing_files_of_models(tmp_path):
    os.chdir(tmp_path)
    model = small()
    with pytest.raises(FileNotFoundError):
        model.load_weights("none.h5")


def test_checkpoints(tmp_path):
    model, optimizer = small(), tf.keras.optimizers.Adam()
    optimizer.build(model.trainable_variables)
    checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer, step=tf.Variable(7))
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=2)
    for _ in range(3):
        manager.save()
    assert len(manager.checkpoints) == 2
    other = tf.train.Checkpoint(model=small(), optimizer=tf.keras.optimizers.Adam(), step=tf.Variable(0))
    other.restore(tf.train.latest_checkpoint(tmp_path)).assert_consumed()
    assert int(other.step.numpy()) == 7
    for a, b in zip(model.get_weights(), other.model.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(tf.errors.NotFoundError):
        other.restore(str(tmp_path / "none"))


def test_layers_and_names():
    layers = tf.keras.layers
    for layer in (layers.CuDNNLSTM(3), layers.CuDNNGRU(3), layers.LSTM(3, implementation=2)):
        assert layer(np.ones((2, 5, 4), "float32")).shape == (2, 3)
    embedding = layers.Embedding(5, 2, weights=[np.arange(10.0).reshape(5, 2)], input_length=3)
    np.testing.assert_array_equal(np.asarray(embedding(np.array([[4]])))[0, 0], [8.0, 9.0])
    assert layers.BatchNormalization(fused=True)(np.ones((2, 3), "float32")).shape == (2, 3)
    with pytest.raises(NotImplementedError, match="virtual_batch_size"):
        layers.BatchNormalization(virtual_batch_size=8)
    assert layers.experimental.preprocessing.Rescaling(1.0 / 255) is not None
    assert tf.keras.losses.Reduction.NONE == "none"
    from labora_tf.keras.applications.resnet50 import preprocess_input

    from labora_tf.keras.layers import Dense
    from labora_tf.keras.wrappers.scikit_learn import KerasClassifier

    assert Dense is keras.layers.Dense and callable(preprocess_input)
    classifier = KerasClassifier(build_fn=small, epochs=1, verbose=0)
    classifier.fit(ROWS, np.where(LABELS, "yes", "no"))
    assert set(classifier.predict(ROWS)) <= {"yes", "no"}
    with pytest.raises(AttributeError, match="foo"):
        _ = tf.keras.layers.foo


def test_custom_layers_of_keras_2():
    class Scale(tf.keras.layers.Layer):
        def __init__(self, units, **kwargs):
            self.units = units
            super(Scale, self).__init__(**kwargs)  # noqa: UP008

        def build(self, input_shape):
            self.kernel = self.add_weight(
                name="kernel", shape=(input_shape[1], self.units), initializer="ones"
            )
            super(Scale, self).build(input_shape)  # noqa: UP008

        def call(self, x):
            return K.dot(x, self.kernel)

        def compute_output_shape(self, input_shape):
            return (input_shape[0], self.units)

    model = tf.keras.Sequential([Scale(3, input_shape=(4,))])
    np.testing.assert_allclose(model.predict(ROWS, verbose=0)[:, 0], ROWS.sum(axis=1), rtol=1e-5)

    class Positives(tf.keras.metrics.Metric):
        def __init__(self, name="positives", **kwargs):
            super().__init__(name=name, **kwargs)
            self.total = self.add_weight("total", initializer="zeros")

        def update_state(self, y_true, y_pred, sample_weight=None):
            self.total.assign_add(tf.reduce_sum(tf.cast(y_pred > 0, tf.float32)))

        def result(self):
            return self.total

    metric = Positives()
    metric.update_state(None, tf.constant([1.0, -1.0]))
    assert float(metric.result()) == 1.0
    metric.reset_states()
    assert float(metric.result()) == 0.0


def test_preprocessing(tmp_path):
    of = tf.keras.preprocessing
    assert of.sequence.pad_sequences([[1, 2], [3]], maxlen=3).tolist() == [[0, 1, 2], [0, 0, 3]]
    tokenizer = of.text.Tokenizer(num_words=10)
    tokenizer.fit_on_texts(["a b", "b c"])
    assert tokenizer.texts_to_sequences(["b a"]) == [[1, 2]]
    pytest.importorskip("PIL")
    generator = of.image.ImageDataGenerator(rescale=1 / 255, horizontal_flip=True)
    for label in ("cat", "dog"):
        (tmp_path / label).mkdir()
        for i in range(3):
            of.image.array_to_img(np.full((8, 8, 3), 40 * i)).save(tmp_path / label / f"{i}.png")
    flow = generator.flow_from_directory(tmp_path, target_size=(8, 8), batch_size=4, class_mode="binary")
    assert flow.class_indices == {"cat": 0, "dog": 1}
    model = tf.keras.Sequential(
        [tf.keras.layers.Flatten(input_shape=(8, 8, 3)), tf.keras.layers.Dense(1, activation="sigmoid")]
    )
    model.compile("sgd", "binary_crossentropy", metrics=["acc"])
    model.fit_generator(
        flow, steps_per_epoch=2, epochs=1, verbose=0, validation_data=flow, validation_steps=1
    )


def test_summaries(tmp_path):
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=3):
        tf.summary.scalar("loss", tf.constant(0.5))
    assert len(list(tmp_path.iterdir())) == 1


def test_jax_of_the_user(run_python):
    program = """
        import numpy as np, labora_tf as tf
        from labora_tf._glue import placement
        import jax
        cpu = jax.devices()[1]
        placement.host.cache_clear(); placement.host = lambda: cpu  # A host that is not JAX's default device.
        tf._placement.user_imported_jax()
        model = tf.keras.Sequential([tf.keras.layers.Dense(3, input_shape=(4,))])
        model.compile("sgd", "mse"); model.fit(np.ones((5, 4)), np.ones((5, 3)), verbose=0)
        assert model.weights[0]._value.sharding.device_set == {cpu}
        tf.keras.backend.clear_session()
        again = tf.keras.Sequential([tf.keras.layers.Dense(3, input_shape=(4,))])
        assert again.weights[0]._value.sharding.device_set == {cpu}
        assert jax.numpy.ones(3).sharding.device_set == {jax.devices()[0]}
        print("done")
    """
    assert run_python(program) == "done"


@pytest.fixture
def run_python():
    import subprocess
    import textwrap

    def run(program: str) -> str:
        result = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=300
        )
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    return run


def test_functions_of_volumes_and_of_symbols():
    """Defaults of three axes, and tensors of models as arguments."""
    volume = np.arange(2 * 4 * 4 * 4, dtype=np.float32).reshape(2, 4, 4, 4, 1)
    assert K.pool3d(volume, (2, 2, 2)).numpy().reshape(2, -1)[:, -1].tolist() == [63.0, 127.0]
    windows = np.lib.stride_tricks.sliding_window_view(volume[..., 0], (2, 2, 2), axis=(1, 2, 3))
    found = K.conv3d(volume, np.ones((2, 2, 2, 1, 1), np.float32)).numpy()[..., 0]
    np.testing.assert_allclose(found, windows.sum(axis=(-3, -2, -1)), rtol=1e-6)
    padded = K.spatial_3d_padding(volume).numpy()
    np.testing.assert_array_equal(padded, np.pad(volume, [(0, 0), (1, 1), (1, 1), (1, 1), (0, 0)]))
    inputs = tf.keras.Input((3, 4))
    total = K.sum(K.square(K.relu(K.permute_dimensions(inputs, (0, 2, 1)))), axis=[1, 2])
    rows = ROWS[:6].reshape(2, 3, 4) - 0.5
    expected = (np.maximum(rows.astype(np.float64), 0.0) ** 2).sum(axis=(1, 2))
    np.testing.assert_allclose(tf.keras.Model(inputs, total)(rows), expected, rtol=1e-6)
