"""Random StableHLO programs, run by XLA's CPU client and by a PJRT plugin, with results compared in units.

`python -m fuzz --help` lists the options; `cargo xtask fuzz-xla` runs it with the plugin of this workspace. With
`--functions` it calls JAX's functions instead, where the package `labora` is installed.
"""
