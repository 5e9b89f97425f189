"""`tf.keras`: Keras 3 with the names and habits that `tf.keras` had from 2018 to Keras 2.

Modules without a file here are Keras's own. What is changed in Keras's classes stands in `_habits` and, for
its trainer, in `_glue.trainer`.
"""

from __future__ import annotations

import keras as _keras

from . import _mirror

__version__ = _keras.__version__
_mirror.fill(globals(), "")
_mirror.build()
