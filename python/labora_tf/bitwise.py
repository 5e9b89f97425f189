"""`tf.bitwise`: operations on the bits of integers."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf._ops import binary, unary

__all__ = ["bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"]

bitwise_and = binary("bitwise_and", np.bitwise_and, ops.bitwise_and, "")
bitwise_or = binary("bitwise_or", np.bitwise_or, ops.bitwise_or, "")
bitwise_xor = binary("bitwise_xor", np.bitwise_xor, ops.bitwise_xor, "")
left_shift = binary("left_shift", np.left_shift, ops.bitwise_left_shift, "")
right_shift = binary("right_shift", np.right_shift, ops.bitwise_right_shift, "")
invert = unary("invert", np.invert, ops.bitwise_not, "Every bit turned.")


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.bitwise", name)
