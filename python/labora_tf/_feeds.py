"""Infeed and outfeed, by which programs of 2018 send batches to a loop that runs on a TPU: refused by name."""

from __future__ import annotations

from .errors import NotInLabora

_SENTENCE = (
    "{name} is not in Labora: a program on a core reads no queue while it runs. Give the batches to it as inputs, "
    "tf.contrib.tpu.shard(step, [images, labels], num_shards=8) in a loop over session.run, or train with the fit of "
    "tf.contrib.tpu.keras_to_tpu_model(model)"
)


def missing(space: str, name: str) -> AttributeError:
    """The error for a name that a module of feeds has not."""
    if is_feed(name):
        return NotInLabora(_SENTENCE.format(name=f"{space}.{name}"))
    return AttributeError(f"module '{space.replace('tf', 'tensorflow', 1)}' has no attribute '{name}'")


def is_feed(name: str) -> bool:
    """Whether a name is of TensorFlow's operations and classes of infeed and outfeed."""
    return "infeed" in name.lower() or "outfeed" in name.lower()
