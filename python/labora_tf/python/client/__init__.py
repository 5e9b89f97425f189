"""`tensorflow.python.client`."""

from . import device_lib

__all__ = ["device_lib"]
