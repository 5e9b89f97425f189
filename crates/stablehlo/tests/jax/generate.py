"""Writes the .mlir files of this folder: programs that JAX printed. They are from jax==0.10.2 on the CPU:

    pip install jax==0.10.2 && python generate.py
"""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

HERE = pathlib.Path(__file__).parent
f32 = jnp.float32


def shape(*dims, dtype=f32):
    return jax.ShapeDtypeStruct(dims, dtype)


def write(name, fun, *args, debug_info=False, **options):
    lowered = jax.jit(fun, **options).lower(*args)
    (HERE / f"{name}.mlir").write_text(lowered.as_text(debug_info=debug_info).replace(str(HERE) + "/", ""))


def mlp_loss(params, x, y):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    logits = jax.nn.log_softmax(x @ w + b)
    return -jnp.mean(jnp.take_along_axis(logits, y[:, None], axis=1))


def mlp_step(params, x, y):
    loss, grads = jax.value_and_grad(mlp_loss)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


mlp = [(shape(20, 16), shape(16)), (shape(16, 5), shape(5))]
write("mlp_train_step", mlp_step, mlp, shape(8, 20), shape(8, dtype=jnp.int32), donate_argnums=0)


def conv_loss(params, x, y):
    kernel, scale, w = params
    x = lax.conv_general_dilated(x, kernel, (2, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
    x = jax.nn.relu((x - mean) * lax.rsqrt(var + 1e-3) * scale)
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 1, 1, 1), "SAME")
    logits = x.reshape(x.shape[0], -1) @ w
    return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - (logits * jax.nn.one_hot(y, 10)).sum(-1))


write(
    "conv_train_step",
    lambda p, x, y: jax.tree.map(lambda p, g: p - 0.1 * g, p, jax.grad(conv_loss)(p, x, y)),
    (shape(3, 3, 3, 4), shape(4), shape(64, 10)),
    shape(4, 16, 8, 3),
    shape(4, dtype=jnp.int32),
)
write("depthwise_bf16", lambda x, k: lax.conv_general_dilated(
    x, k, (1, 1), [(1, 0), (2, 1)], lhs_dilation=(2, 1), rhs_dilation=(1, 2), feature_group_count=4,
    dimension_numbers=("NCHW", "OIHW", "NCHW"), precision="highest"),
    shape(2, 4, 8, 8, dtype=jnp.bfloat16), shape(8, 1, 3, 3, dtype=jnp.bfloat16))
write("softmax", jax.nn.softmax, shape(4, 10))
write("gelu", lambda x: (jax.nn.gelu(x), lax.square(x), jax.scipy.special.erf(x), x**3), shape(4, 10))
write("batched_dot", lambda a, b: jnp.einsum("bij,bjk->bik", a, b, precision="highest",
      preferred_element_type=f32), shape(2, 3, 4, dtype=jnp.bfloat16), shape(2, 4, 5, dtype=jnp.bfloat16))
write("scan", lambda x: lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(3), x), shape(7, 3))
write("while", lambda n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 2), (0, 1.0)),
      shape(dtype=jnp.int32))
write("cond", lambda p, i, x: (lax.cond(p, jnp.sin, jnp.cos, x), lax.switch(i, [jnp.exp, jnp.tanh, abs], x)),
      shape(dtype=jnp.bool_), shape(dtype=jnp.int32), shape(3))
write("sort", lambda x: (jnp.sort(x, axis=0), jnp.argsort(x, axis=1), jnp.argmax(x, axis=1)), shape(4, 6))
write("gather_scatter", lambda x, i, u: (x[i], x.at[i].add(u), x.at[:, 2].set(1.0)),
      shape(6, 4), shape(3, dtype=jnp.int32), shape(3, 4))
write("random_bits", lambda k: jax.random.uniform(k, (3, 5)), shape(2, dtype=jnp.uint32))
write("rng_bit_generator", lambda k: jax.random.bits(k, (3, 5)), jax.eval_shape(lambda: jax.random.key(0, impl="rbg")))
write("cumsum", lambda x: (jnp.cumsum(x, axis=1), lax.cumsum(x, 0, reverse=True)), shape(3, 8))
write("slices", lambda x, i: (lax.dynamic_slice(x, (i, 0), (2, 3)), lax.dynamic_update_slice(x, x[:2], (i, 1)),
      x[1:6:2, ::-1], jnp.pad(x, ((1, 2), (0, 0)), constant_values=3), jnp.concatenate([x, x], 1), x.T),
      shape(8, 5), shape(dtype=jnp.int32))
write("bits", lambda i, x: (~i << 2 ^ i >> 1, lax.population_count(i), lax.clz(i), lax.bitcast_convert_type(x, jnp.int32),
      jnp.isnan(x), jnp.sign(x), jnp.clip(x, -1, 1), lax.reduce_precision(x, 8, 7), i % 3, i // 2),
      shape(4, dtype=jnp.uint32), shape(4))
rng = np.random.default_rng(0)
big = rng.standard_normal((8, 8)).astype(np.float32)
write("constants", lambda x: (
    x + big, x * jnp.float32(np.nan), x - jnp.float32(np.inf), x + 1e-30, jnp.array([True, False]),
    jnp.array([1, -2, 3], jnp.int8), jnp.array([[1.5, -0.0]], jnp.bfloat16), jnp.array([0.1, 1e10], jnp.float16),
    jnp.zeros((0, 3)), jnp.arange(40, dtype=jnp.int32) ** 2 % 7, np.arange(40, dtype=np.uint8) > 20,
    np.arange(120) % 3 == 0, np.linspace(0, 1, 128, dtype=np.float32)), shape(8, 8))
write("constants_elements", lambda: (np.array([1.1, 2.5e-8, np.inf, np.nan], np.float32), np.arange(100, dtype=np.int16)))
write("locations", lambda x: jax.named_scope("dense")(lambda x: jnp.tanh(x) + 1)(x), shape(3), debug_info=True)
write("locations_regions", lambda x: lax.scan(lambda c, v: (c + v.sum(), jnp.argmax(v)), 0.0, x), shape(2, 3),
      debug_info=True)
write("random_normal", lambda k: jax.random.normal(k, (4,)), shape(2, dtype=jnp.uint32))
write("top_k", lambda x: lax.top_k(x, 2), shape(3, 5))
write("calls", lambda x: jax.checkpoint(jax.jit(jnp.sin))(x) + jax.jit(jnp.sin)(x), shape(3))
write("all_reduce", lambda x: jax.pmap(lambda x: lax.psum(x, "i"), "i")(x), shape(1, 3))
