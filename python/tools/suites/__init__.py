"""Test suites of other Python projects, on JAX's CPU backend and on Labora: `cargo xtask suite NAME`."""
