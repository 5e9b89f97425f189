"""Programs that people write in Python, for timing Labora beside JAX's CPU backend, Keras on TensorFlow and PyTorch.

A module is a program. Its functions `keras`, `jax` and `torch`, as far as it has them, build it and return a `Run`. Both
Labora and JAX run `jax`, or else `keras`; TensorFlow runs `keras`.
"""
