"""`tensorflow.python.platform.tf_logging`."""

from ...logging import *  # noqa: F403
from ...logging import DEBUG, ERROR, FATAL, INFO, WARN  # noqa: F401
