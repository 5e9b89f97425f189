"""`tf.keras.preprocessing.text`: words as numbers."""

from typing import Any

from keras.src.legacy.preprocessing.text import (
    Tokenizer,
    hashing_trick,
    one_hot,
    text_to_word_sequence,
    tokenizer_from_json,
)

__all__ = ["Tokenizer", "hashing_trick", "one_hot", "text_to_word_sequence", "tokenizer_from_json"]


def __getattr__(name: str) -> Any:
    if name == "text_dataset_from_directory":
        from .. import utils

        return utils.text_dataset_from_directory
    raise AttributeError(f"module 'tensorflow.keras.preprocessing.text' has no attribute {name!r}")
