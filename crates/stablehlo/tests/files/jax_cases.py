"""Cases of programs that JAX lowers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import add, rng


def jax_programs():
    def case(name, function, *inputs, tolerance=(2e-5, 2e-6)):
        inputs = [np.asarray(x) for x in inputs]
        text = jax.jit(function, keep_unused=True).lower(*inputs).as_text()
        add("jax", name, text, inputs, tolerance)

    real = lambda *shape: rng.normal(size=shape).astype("f4")
    labels = np.array([0, 2, 1, 2], "i4")

    def cross_entropy(logits, labels):
        return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(logits.shape[0]), labels])

    def dense(w, b, x):
        return jax.nn.relu(x @ w + b)

    def perceptron(params, x, labels):
        (w1, b1), (w2, b2) = params
        return cross_entropy(dense(w1, b1, x) @ w2 + b2, labels)

    case("softmax", jax.nn.softmax, real(3, 5))
    case("log_softmax, gradient", jax.grad(lambda x: jax.nn.log_softmax(x)[:, 1].sum()), real(3, 5))
    case("layer normalisation", lambda x: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-3), real(2, 6))
    case("batch normalisation, gradient", jax.grad(lambda x, g: (g * (x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-3) ** 3).sum()),
         real(2, 3, 3, 2), real(2))
    case("gelu", jax.nn.gelu, real(7))
    case("argmax", lambda x: jnp.argmax(x, -1), real(3, 4))
    case("sort and cumulative sum", lambda x: jnp.cumsum(jnp.sort(x)), real(6))
    case("one hot and embedding", lambda table, i: (table[i], jax.nn.one_hot(i, 5)), real(5, 3), labels)
    case("embedding, gradient", lambda table, i: jax.grad(lambda t: (t[i] ** 2).sum())(table), real(5, 3), labels)
    case("a loop", lambda x: lax.fori_loop(0, 5, lambda i, v: v * 0.5 + i, x), real(3))
    case("a scan", lambda x: lax.scan(lambda c, v: (c + v, c * v), jnp.float32(1), x), real(5))
    case("a switch", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x), np.int32(1), real(3))
    case("max pooling, gradient", jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()),
         rng.permutation(50).reshape(1, 5, 5, 2).astype("f4"))
    case("average pooling, gradient", jax.grad(lambda x: (lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") ** 2).sum()), real(1, 4, 4, 2))
    params = ((real(4, 6), real(6)), (real(6, 3), real(3)))
    flat = [x for pair in params for x in pair]
    unflatten = lambda list_: ((list_[0], list_[1]), (list_[2], list_[3]))
    case("a perceptron's loss", lambda x, y, *p: perceptron(unflatten(p), x, y), real(4, 4), labels, *flat)
    case("a perceptron's gradient", lambda x, y, *p: jax.grad(lambda p: perceptron(unflatten(p), x, y))(p), real(4, 4), labels, *flat)

    def convolve(x, k, stride, padding="SAME", groups=1):
        return lax.conv_general_dilated(x, k, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups,
                                        precision=lax.Precision.HIGHEST)

    for stride, padding, groups in [(1, "SAME", 1), (2, "SAME", 1), (2, "VALID", 1), (1, "VALID", 2)]:
        x, k = real(2, 6, 6, 2), real(3, 3, 2 // groups, 4)
        loss = lambda x, k: (convolve(x, k, stride, padding, groups) ** 2).sum()
        case(f"convolution, stride {stride}, {padding}, {groups} groups: both gradients", jax.grad(loss, (0, 1)), x, k)
