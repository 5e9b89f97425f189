"""`tf.io`, `tf.train.Example` and files beside real TensorFlow's results (io_expected.json)."""

from __future__ import annotations

import base64
import json
import os
import struct
import subprocess
import sys

import numpy as np
import pytest

HERE = os.path.dirname(__file__)
sys.path.insert(0, HERE)

import labora_tf as tf  # noqa: E402  isort: skip  (it chooses Keras's backend)
import data_cases  # noqa: E402
import io_cases  # noqa: E402
from test_data import check_case  # noqa: E402

from labora_tf import _example, _wire  # noqa: E402
from labora_tf.io import _crc32c  # noqa: E402

with open(os.path.join(HERE, "io_expected.json")) as file:
    EXPECTED = json.load(file)
FILES = EXPECTED["files_of_tensorflow"]


@pytest.mark.parametrize("name", sorted(io_cases.CASES))
def test_like_tensorflow(name, tmp_path):
    if "image" in name:
        pytest.importorskip("PIL")
    check_case(io_cases.CASES, EXPECTED, name, tmp_path)


@pytest.mark.parametrize("kind", ["", "GZIP", "ZLIB"])
def test_records_that_tensorflow_wrote(kind, tmp_path):
    path = tmp_path / "f"
    path.write_bytes(base64.b64decode(FILES["records" + kind]))
    features = {
        "i": tf.io.FixedLenFeature([], tf.int64),
        "x": tf.io.FixedLenFeature([2], tf.float32),
        "s": tf.io.FixedLenFeature([], tf.string),
    }
    data = tf.data.TFRecordDataset(str(path), kind).map(lambda r: tf.io.parse_single_example(r, features))
    rows = [(int(row["i"]), row["x"].tolist(), row["s"]) for row in data.as_numpy_iterator()]
    assert rows == [(i, [i / 2, -1.0], b"row %d" % i) for i in range(3)]


def test_jpeg():
    pytest.importorskip("PIL")
    got = tf.io.decode_jpeg(base64.b64decode(FILES["jpeg"])).numpy().astype(int)
    exact = np.array(data_values(FILES["jpeg_exact"]))
    fast = np.array(data_values(FILES["jpeg_pixels"]))
    assert np.abs(got - exact).max() <= 1
    assert np.abs(got - fast).max() <= 8


def data_values(encoded):
    assert encoded["dtype"] == "uint8"
    return encoded["values"]


def test_checksums():
    # RFC 3720, B.4
    assert _crc32c.crc32c(b"\0" * 32) == 0x8A9136AA
    assert _crc32c.crc32c(b"\xff" * 32) == 0x62A8AB43
    assert _crc32c.crc32c(bytes(range(32))) == 0x46DD794E
    assert _crc32c.crc32c(b"123456789") == 0xE3069283
    rng = np.random.RandomState(0)
    for size in (0, 1, 1023, 1024, 1025, 5000, 300000):
        data = rng.bytes(size)
        assert _crc32c.crc32c(data) == _crc32c._bytewise(data, 0xFFFFFFFF) ^ 0xFFFFFFFF


def test_hostile_records_do_not_allocate(tmp_path):
    path = tmp_path / "f"
    # TensorFlow takes a file that ends within the head of a record as complete.
    path.write_bytes(b"\0" * 5)
    with pytest.raises(tf.errors.DataLossError, match="truncated"):
        list(tf.data.TFRecordDataset(str(path)))
    for length in (2**60, 2**31 - 1, 2**63):
        head = struct.pack("<Q", length)
        path.write_bytes(head + struct.pack("<I", _crc32c.masked(head)) + b"x" * 50)
        with pytest.raises(tf.errors.DataLossError):
            list(tf.data.TFRecordDataset(str(path)))
    for kind in ("GZIP", "ZLIB"):
        path.write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\x03 broken")
        with pytest.raises(tf.errors.DataLossError):
            list(tf.data.TFRecordDataset(str(path), kind))


def test_broken_messages_end_in_errors():
    good = io_cases._example(tf).SerializeToString()
    rng = np.random.RandomState(0)
    features = {"label": tf.io.FixedLenFeature([], tf.int64), "ints": tf.io.VarLenFeature(tf.int64)}
    for _ in range(2000):
        data = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            data[rng.randint(len(data))] = rng.randint(256)
        data = bytes(data[: rng.randint(len(data) + 1)])
        try:
            tf.train.Example.FromString(data)
        except _wire.DecodeError:
            pass
        try:
            tf.io.parse_single_example(data, features)
        except tf.errors.InvalidArgumentError:
            pass


def test_hostile_tensors():
    def message(*sizes, dtype=1):
        shape = b"".join(_wire.put_bytes(2, b"\x08" + _wire.put_varint(size)) for size in sizes)
        return b"\x08" + bytes([dtype]) + _wire.put_bytes(2, shape)

    for data in (
        message(2**40),
        message(2**32, 2**32),
        message(-1),
        message(3) + _wire.put_bytes(4, b"abc"),
        message(2**20, dtype=7) + _wire.put_bytes(4, b"abc"),
        b"\xff\xff",
    ):
        with pytest.raises(tf.errors.InvalidArgumentError):
            tf.io.parse_tensor(data, tf.string if data[1:2] == b"\x07" else tf.float32)
    assert tf.io.parse_tensor(message(3), tf.float32).numpy().tolist() == [0, 0, 0]


def test_values_of_features_are_checked():
    with pytest.raises(TypeError):
        tf.train.BytesList(value=["text"])
    with pytest.raises(TypeError):
        tf.train.Int64List(value=[1.5])
    with pytest.raises(TypeError):
        tf.train.Feature(int64_list=tf.train.BytesList())
    with pytest.raises(ValueError):
        tf.train.Int64List(value=[2**63])
    assert tf.train.Int64List(value=np.array([1, 2])).value == [1, 2]
    assert tf.train.FloatList(value=np.float32([0.1])).value == [float(np.float32(0.1))]
    feature = tf.train.Feature()
    feature.int64_list.value.append(3)
    assert tf.train.Feature.FromString(feature.SerializeToString()).int64_list.value == [3]
    assert _example.Example.FromString(b"") == tf.train.Example()


def test_paths_of_clouds_are_refused():
    for call in (tf.io.gfile.exists, tf.io.gfile.glob):
        with pytest.raises(tf.errors.UnimplementedError, match="gs"):
            call("gs://bucket/x")
    with pytest.raises(tf.errors.UnimplementedError, match="gs"):
        list(tf.data.TFRecordDataset("gs://bucket/x"))


def test_names_of_2018(tmp_path):
    from labora_tf import gfile, python_io

    path = str(tmp_path / "r")
    with python_io.TFRecordWriter(path) as writer:
        writer.write(b"one")
    assert list(python_io.tf_record_iterator(path)) == [b"one"]
    assert (
        gfile.Exists(path)
        and gfile.ListDirectory(str(tmp_path)) == ["r"]
        and gfile.Glob(f"{tmp_path}/*") == [path]
    )
    with gfile.GFile(path, "rb") as file:
        assert len(file.read()) == 19
    gfile.MakeDirs(str(tmp_path / "a/b"))
    gfile.DeleteRecursively(str(tmp_path / "a"))
    assert not gfile.IsDirectory(str(tmp_path / "a"))


def test_what_is_refused():
    with pytest.raises(NotImplementedError, match="VarLenFeature"):
        tf.io.RaggedFeature(tf.int64)
    with pytest.raises(NotImplementedError):
        tf.io.parse_sequence_example(b"")


READ = """
import sys, tensorflow as tf
features = {"a": tf.io.VarLenFeature(tf.int64), "b": tf.io.FixedLenFeature([2], tf.float32)}
for kind in ("", "GZIP", "ZLIB"):
    rows = [tf.io.parse_single_example(r, features) for r in tf.data.TFRecordDataset(sys.argv[1] + kind,
    kind)]
    assert [tf.sparse.to_dense(row["a"]).numpy().tolist() for row in rows] == [[0, -1], [1, -2]], rows
    assert rows[1]["b"].numpy().tolist() == [0.5, 1.0]
assert tf.io.parse_tensor(tf.io.read_file(sys.argv[1] + "t"), tf.int64).numpy().tolist() == [[1, 2]]
print("read")
"""


@pytest.mark.long
def test_tensorflow_reads_our_files(tmp_path):
    python = os.environ.get("LABORA_TENSORFLOW_PYTHON", "")
    if not os.path.exists(python):
        pytest.skip("LABORA_TENSORFLOW_PYTHON names no Python with TensorFlow")
    path = str(tmp_path / "r")
    for kind in ("", "GZIP", "ZLIB"):
        with tf.io.TFRecordWriter(path + kind, tf.io.TFRecordOptions(kind)) as writer:
            for i in range(2):
                feature = {
                    "a": tf.train.Feature(int64_list=tf.train.Int64List(value=[i, -1 - i])),
                    "b": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, i])),
                }
                example = tf.train.Example(features=tf.train.Features(feature=feature))
                writer.write(example.SerializeToString())
    tf.io.write_file(path + "t", tf.io.serialize_tensor(np.int64([[1, 2]])))
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "KERAS_BACKEND")}
    done = subprocess.run([python, "-c", READ, path], capture_output=True, text=True, env=environment)
    assert done.stdout.strip().endswith("read"), done.stderr


assert data_cases.CASES and io_cases.CASES
