"""`tf.estimator`: refused."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from .errors import NotInLabora

    raise NotInLabora(
        f"tf.estimator.{name}: estimators are not in Labora; make a Keras model and train it with "
        f"model.fit, in the scope "
        "of tf.distribute.TPUStrategy for the cores of a TPU"
    )
