"""Errors of JAX's functions on Labora and on JAX's CPU backend, in units in the last place: docs/results/accuracy.md.

`rows` is the table of what is measured, and `measure` measures a row. See `python python/tools/accuracy --help`.
"""
