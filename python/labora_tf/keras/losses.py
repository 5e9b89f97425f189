"""`tf.keras.losses`: Keras's, and `Reduction`."""

from __future__ import annotations

from . import _mirror

_mirror.fill(globals(), "losses")


class Reduction:
    """`tf.keras.losses.Reduction`, as the names that Keras 3 takes."""

    AUTO = SUM_OVER_BATCH_SIZE = "sum_over_batch_size"
    SUM, NONE = "sum", "none"


__all__ = _mirror.star(globals())
