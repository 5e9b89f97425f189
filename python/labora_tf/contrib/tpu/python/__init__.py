"""Modules of `tf.contrib.tpu` under their long names."""
