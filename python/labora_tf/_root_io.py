"""Names of `tf` itself for files and examples: TensorFlow 1's for those of `tf.io` and `tf.sparse`."""

from __future__ import annotations

from labora_tf.data._spec import SparseTensorSpec
from labora_tf.io import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    SparseFeature,
    VarLenFeature,
    decode_base64,
    decode_compressed,
    decode_csv,
    decode_raw,
    encode_base64,
    matching_files,
    parse_example,
    parse_single_example,
    parse_single_sequence_example,
    parse_tensor,
    read_file,
    serialize_tensor,
    write_file,
)
from labora_tf.sparse import SparseTensor, SparseTensorValue, sparse_tensor_to_dense

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "SparseFeature",
    "SparseTensor",
    "SparseTensorSpec",
    "SparseTensorValue",
    "VarLenFeature",
    "decode_base64",
    "decode_compressed",
    "decode_csv",
    "decode_raw",
    "encode_base64",
    "matching_files",
    "parse_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_tensor",
    "sparse_tensor_to_dense",
    "write_file",
]
