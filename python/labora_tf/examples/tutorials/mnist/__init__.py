"""`tensorflow.examples.tutorials.mnist`."""

from . import input_data

__all__ = ["input_data"]
