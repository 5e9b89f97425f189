"""The package as a wheel, and its tests on releases of JAX and Python."""
