"""`tensorflow.examples`."""
