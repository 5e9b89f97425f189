"""Random calls of JAX's public functions, run on its CPU backend and on the plugin, with results compared in units."""
