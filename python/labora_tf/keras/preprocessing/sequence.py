"""`tf.keras.preprocessing.sequence`: sequences of numbers."""

from keras.src.legacy.preprocessing.sequence import TimeseriesGenerator, make_sampling_table, skipgrams
from keras.utils import pad_sequences

__all__ = ["TimeseriesGenerator", "make_sampling_table", "pad_sequences", "skipgrams"]
