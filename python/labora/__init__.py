"""Labora: a tensor processor for JAX and Keras on the CPU.

Installing this package is enough: JAX finds the platform ``labora`` and uses it by default. Options have to be set
before JAX starts its first computation:

>>> import labora
>>> labora.configure(numerics="tpu", threads=2)
"""

from labora._labora import __version__
from labora._options import configure
from labora._plugin import devices
from labora._profile import Profile, Step, profile

__all__ = ["Profile", "Step", "__version__", "configure", "devices", "profile"]
