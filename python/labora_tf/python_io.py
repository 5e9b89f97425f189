"""`tf.python_io` of TensorFlow 1: TFRecord files."""

from __future__ import annotations

from labora_tf.io._records import TFRecordCompressionType, TFRecordOptions, TFRecordWriter, tf_record_iterator

__all__ = ["TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator"]
