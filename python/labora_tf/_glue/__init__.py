"""What depends on the backend of Keras: habits of tensors, gradients, compilation, placement.

Only this folder imports jax.
"""

from __future__ import annotations

from . import compile as compile
from . import custom as custom
from . import habits as habits
from . import state as state
from . import tape as tape
from . import variables as variables
from .host import host_scope as host_scope
