"""Compares programs over eight devices with JAX's CPU backend.

Run once with JAX_PLATFORMS=cpu and XLA_FLAGS=--xla_force_host_platform_device_count=8, once with
JAX_PLATFORMS=labora,cpu, and compare the outputs. A case that fails prints its error. The cases of Keras need it
installed.
"""

import os

os.environ.setdefault("KERAS_BACKEND", "jax")

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

DEVICES = np.array(jax.devices()[:8])
X = np.arange(64, dtype=np.float32).reshape(8, 8) / 8


def auto():
    return Mesh(DEVICES.reshape(4, 2), ("d", "m"))


def show(*arrays):
    for a in arrays:
        print("  ", a.shape, a.sharding.spec if isinstance(a.sharding, NamedSharding) else "-",
              [s.data.shape for s in a.addressable_shards][:1],
              np.round(np.asarray(a, np.float64).sum(), 3), np.round(np.asarray(a, np.float64).std(), 3))


def elementwise():
    x = jax.device_put(X, NamedSharding(auto(), P("d", "m")))
    show(jax.jit(lambda x: jnp.sin(x) + 1)(x))


def product():
    x = jax.device_put(X, NamedSharding(auto(), P("d", None)))
    w = jax.device_put(X, NamedSharding(auto(), P(None, "m")))
    show(jax.jit(lambda x, w: x @ w)(x, w), jax.jit(lambda x: x.sum(1))(x), jax.jit(jnp.sum)(x), x.T, x + w)


def constraint():
    x = jax.device_put(X, NamedSharding(auto(), P("d", "m")))
    out = NamedSharding(auto(), P("m", None))
    show(jax.jit(lambda x: x * 2, out_shardings=out)(x))
    show(jax.jit(lambda x: jax.lax.with_sharding_constraint(x * 2, out))(x))


def explicit():
    mesh = jax.make_mesh((4, 2), ("d", "m"), axis_types=(AxisType.Explicit,) * 2, devices=DEVICES)
    with jax.set_mesh(mesh):
        x = jax.device_put(X, NamedSharding(mesh, P("d", "m")))
        show(jax.jit(lambda x: (x * 2).T)(x), x + 1, jnp.sum(x, 0))


def gradients():
    x = jax.device_put(X, NamedSharding(auto(), P("d")))
    w = jax.device_put(X, NamedSharding(auto(), P()))
    step = jax.jit(lambda w, x: w - 0.1 * jax.grad(lambda w: jnp.mean((x @ w) ** 2))(w), donate_argnums=0)
    for _ in range(3):
        w = step(w, x)
    print("  ", np.round(np.asarray(w).sum(), 2), len(w.addressable_shards))


def random():
    out = NamedSharding(auto(), P("d"))
    show(jax.jit(lambda: jax.random.normal(jax.random.key(0), (8, 4)), out_shardings=out)())


def pmap():
    show(jax.pmap(lambda x: x + jax.lax.psum(x, "i"), "i")(X))
    show(jax.pmap(lambda x: jax.lax.all_gather(x, "i").sum(0) - jax.lax.axis_index("i"), "i")(X))


def mapped(function, in_specs, out_specs, **options):
    """The results of a function on the shards of `X`, with and without `jit`."""
    f = jax.shard_map(function, mesh=auto(), in_specs=in_specs, out_specs=out_specs, **options)
    show(jax.jit(f)(X), f(X))


def shard_map():
    mapped(lambda x: jax.lax.psum(x, "d"), P("d", "m"), P(None, "m"))
    mapped(lambda x: jax.lax.pmax(x, ("d", "m")), P("d", "m"), P())
    mapped(lambda x: x * jax.lax.axis_index("m") + jax.lax.axis_index("d"), P("d", "m"), P("d", "m"))
    mapped(lambda x: jnp.sin(x), P(("d", "m")), P(("d", "m")))


def shard_map_collectives():
    mapped(lambda x: jax.lax.all_gather(x, "d", tiled=True), P("d", "m"), P(None, "m"), check_vma=False)
    mapped(lambda x: jax.lax.psum_scatter(x, "d", tiled=True), P(None, "m"), P("d", "m"))
    mapped(lambda x: jax.lax.ppermute(x, "d", [(i, (i + 1) % 4) for i in range(4)]), P("d", "m"), P("d", "m"))
    mapped(lambda x: jax.lax.all_to_all(x, "d", 1, 0, tiled=True), P("d", None), P(None, "d"))


def shard_map_partial():
    """Manual over one axis; then with the other axis inside of it."""
    f = lambda x: jax.lax.psum(x, "d") + jax.lax.axis_index("d")
    show(jax.jit(jax.shard_map(f, mesh=auto(), in_specs=P("d"), out_specs=P("d"), axis_names={"d"}, check_vma=False))(X))

    def outer(x):
        inner = lambda x: jax.lax.psum(x, ("m", "d")) + jax.lax.axis_index("d") + jax.lax.axis_index("m")
        specs = {"in_specs": P(None, "m"), "out_specs": P(None, "m")}
        return jax.shard_map(inner, axis_names={"m"}, check_vma=False, **specs)(x)

    f = jax.shard_map(outer, mesh=auto(), in_specs=P("d"), out_specs=P("d"), axis_names={"d"}, check_vma=False)
    show(jax.jit(f)(X))


def shard_map_in_loop():
    f = jax.shard_map(lambda x: x / jax.lax.psum(x.sum(), "d"), mesh=auto(), in_specs=P("d", "m"), out_specs=P("d", "m"))
    show(jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, x: f(x + i), x))(X))
    show(jax.grad(lambda x: jnp.sum(f(x + 1) ** 2))(X))


def fit(distribution):
    """Losses of a small convolutional network in Keras."""
    import keras

    keras.utils.set_random_seed(1)
    keras.distribution.set_distribution(distribution(keras.distribution))
    layers = keras.layers
    model = keras.Sequential([
        keras.Input((8, 8, 3)),
        layers.Conv2D(8, 3, activation="relu"),
        layers.Flatten(),
        layers.Dense(16, activation="relu"),
        layers.Dense(4),
    ])
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    source = np.random.default_rng(1)
    images, labels = source.random((64, 8, 8, 3), np.float32), source.integers(0, 4, 64)
    history = model.fit(images, labels, batch_size=16, epochs=3, shuffle=False, verbose=0)
    losses = [round(loss, 4) for loss in history.history["loss"]]
    print("  ", losses, round(float(model.predict(images, verbose=0).sum()), 2))
    keras.distribution.set_distribution(None)


def keras_data_parallel():
    fit(lambda d: d.DataParallel(devices=d.list_devices()[:8]))


def keras_model_parallel():
    def model_parallel(d):
        mesh = d.DeviceMesh((2, 4), ("batch", "model"), d.list_devices()[:8])
        layout = d.LayoutMap(mesh)
        layout[".*dense.*kernel"] = (None, "model")
        return d.ModelParallel(layout_map=layout, batch_dim_name="batch")

    fit(model_parallel)


CASES = (
    elementwise, product, constraint, explicit, gradients, random, pmap, shard_map,
    shard_map_collectives, shard_map_partial, shard_map_in_loop, keras_data_parallel, keras_model_parallel,
)  # fmt: skip

for case in CASES:
    print(case.__name__)
    try:
        case()
    except Exception as error:  # noqa: BLE001
        print("   failed:", type(error).__name__, str(error).splitlines()[0][:150])
