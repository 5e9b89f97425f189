"""Shared by the programs: lowering to StableHLO text, optimizers, and the sum over replicas.

A program is one training step as plain JAX: `program(rows, replicas, dtype)` gives the step, `step(state, *inputs) -> (state,
loss)`, its state before the first step, and the shapes of its inputs on a replica. Layers compute in `dtype`: with `--dtype
mixed_bfloat16` that is bfloat16, as in Keras's policy of that name and in PyTorch's autocast: weights, optimizer, moments of
normalizations, softmax and loss are float32, and activations are bfloat16. In the text, the state's leaves are the leading
parameters and the leading results, so that a runner can feed results back as arguments. With `--replicas N` the batch is
divided into N parts, and the gradients are averaged over the replicas by `stablehlo.all_reduce`.
"""

import argparse

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


def main(program, batch):
    """The command line of a program's script: lowers `program(rows, replicas, dtype)` and writes its text."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", help="the file that the StableHLO text is written to")
    parser.add_argument("--batch", type=int, default=batch, help="examples in a step, over all replicas")
    parser.add_argument("--replicas", type=int, default=1)
    parser.add_argument("--dtype", choices=["float32", "mixed_bfloat16"], default="float32")
    given = parser.parse_args()
    if given.batch % given.replicas:
        parser.error(f"--batch {given.batch} does not divide among --replicas {given.replicas}")
    dtype = jnp.bfloat16 if given.dtype == "mixed_bfloat16" else jnp.float32
    step, state, inputs = program(given.batch // given.replicas, given.replicas, dtype)
    leaves, tree = jax.tree.flatten(shape_of(state))

    def flat(*values):
        new, loss = step(jax.tree.unflatten(tree, values[: len(leaves)]), *values[len(leaves) :])
        return (*jax.tree.leaves(new), loss)

    # The state is donated: results may take its memory.
    donated = tuple(range(len(leaves)))
    text = jax.jit(flat, donate_argnums=donated, keep_unused=True).lower(*leaves, *inputs).as_text()
    # Lowered as a program for one replica; its all_reduce names the replicas that it sums over.
    text = text.replace("mhlo.num_replicas = 1", f"mhlo.num_replicas = {given.replicas}")
    with open(given.out, "w", encoding="utf-8") as file:
        file.write(text)


def dense(x, weights, bias):
    """A layer that computes in the type of `x`."""
    return x @ weights.astype(x.dtype) + bias.astype(x.dtype)


def shape_of(values):
    """The same tree with shapes instead of numbers, from which a program is lowered."""
    return jax.tree.map(lambda v: jax.ShapeDtypeStruct(v.shape, v.dtype), values)


def mean_over_replicas(gradients, replicas):
    """Each gradient's mean over the replicas."""
    if replicas == 1:
        return gradients
    return jax.tree.map(lambda g: _sum.bind(g, replicas=replicas) / replicas, gradients)


def momentum(parameters, velocity, gradients, rate=0.1, decay=0.9):
    """Stochastic gradient descent with momentum, as PyTorch and Keras write it."""
    velocity = jax.tree.map(lambda v, g: decay * v + g, velocity, gradients)
    return jax.tree.map(lambda p, v: p - rate * v, parameters, velocity), velocity


def adam(parameters, moments, gradients, rate=1e-3, b1=0.9, b2=0.999, epsilon=1e-7):
    """Adam (Kingma and Ba, 2014); the moments are `(count, first, second)`."""
    count, first, second = moments
    count = count + 1
    first = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, first, gradients)
    second = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, second, gradients)
    scale = rate * jnp.sqrt(1 - b2**count) / (1 - b1**count)
    # Runners of the text generate the state, and a generated moment may be negative.
    new = jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(jnp.abs(v)) + epsilon), parameters, first, second)
    return new, (count, first, second)


def adam_state(parameters):
    """Adam's moments before the first step."""
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    return jnp.zeros((), jnp.float32), zeros, jax.tree.map(jnp.zeros_like, parameters)


def cross_entropy(logits, labels):
    """The mean over the batch of the categorical cross-entropy of logits [batch, classes] with labels [batch]."""
    log_probabilities = jax.nn.log_softmax(logits)
    chosen = jax.nn.one_hot(labels, logits.shape[-1], dtype=logits.dtype)
    return -(chosen * log_probabilities).sum() / logits.shape[0]


# The sum over replicas. JAX's own functions lower to partitions of one program instead of replicas.
_sum = Primitive("sum_over_replicas")
_sum.def_abstract_eval(lambda value, replicas: value)


def _lower_sum(context, value, *, replicas):
    kind = value.type
    groups = ir.DenseIntElementsAttr.get(np.arange(replicas, dtype=np.int64).reshape(1, replicas))
    reduce = stablehlo.AllReduceOp([kind], [value], replica_groups=groups)
    scalar = ir.RankedTensorType.get([], ir.RankedTensorType(kind).element_type)
    block = reduce.regions[0].blocks.append(scalar, scalar)
    with ir.InsertionPoint(block):
        stablehlo.ReturnOp([stablehlo.AddOp(*block.arguments).result])
    return reduce.results


mlir.register_lowering(_sum, _lower_sum)
