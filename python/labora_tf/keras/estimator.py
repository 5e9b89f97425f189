"""`tf.keras.estimator`: refused."""

from __future__ import annotations

from typing import Any


def model_to_estimator(*_: Any, **__: Any) -> Any:
    """Refused: estimators."""
    raise NotImplementedError(
        "tf.keras.estimator.model_to_estimator: estimators are not in Labora; train the model with "
        "model.fit, in the "
        "scope of tf.distribute.TPUStrategy for the cores of a TPU"
    )
