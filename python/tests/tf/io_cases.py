"""Files, records, examples and images: what is computed with real TensorFlow and with Labora's."""

from __future__ import annotations

import base64
import os
import struct
import zlib

import numpy as np
from data_cases import elements, encode


def _example(tf):
    f = tf.train.Feature
    return tf.train.Example(
        features=tf.train.Features(
            feature={
                "label": f(int64_list=tf.train.Int64List(value=[3])),
                "ints": f(int64_list=tf.train.Int64List(value=[-1, 0, 300, 2**62, -(2**63)] * 20)),
                "x": f(float_list=tf.train.FloatList(value=[0.1, 1e30, -2.5])),
                "image": f(bytes_list=tf.train.BytesList(value=[b"\x00\xff'\"\n"])),
                "words": f(bytes_list=tf.train.BytesList(value=[b"a", b"", b"ccc"])),
            }
        )
    )


def messages(tf, folder):
    # The order of a map's entries is not fixed, so that messages with one entry are compared as bytes.
    f = tf.train.Feature
    for feature in (
        f(int64_list=tf.train.Int64List(value=[1, -2, 3])),
        f(float_list=tf.train.FloatList(value=[1.5, 2])),
        f(bytes_list=tf.train.BytesList(value=[b"a\n\x01", b"'\""])),
        f(),
        f(int64_list=tf.train.Int64List()),
    ):
        example = tf.train.Example(features=tf.train.Features(feature={"k": feature}))
        data = example.SerializeToString()
        yield data, str(example), tf.train.Example.FromString(data) == example
    example = _example(tf)
    again = tf.train.Example()
    again.ParseFromString(example.SerializeToString())
    yield str(again) == str(example), sorted(again.features.feature), len(example.SerializeToString())
    feature = again.features.feature
    yield list(feature["ints"].int64_list.value[:5]), list(feature["x"].float_list.value)
    yield feature["image"].bytes_list.value[0], feature["label"].WhichOneof("kind")
    sequence = tf.train.SequenceExample(
        context=tf.train.Features(feature={"n": f(int64_list=tf.train.Int64List(value=[2]))}),
        feature_lists=tf.train.FeatureLists(
            feature_list={
                "t": tf.train.FeatureList(
                    feature=[f(float_list=tf.train.FloatList(value=[i, i])) for i in range(3)]
                )
            }
        ),
    )
    data = sequence.SerializeToString()
    yield data, str(sequence)
    yield tf.io.parse_single_sequence_example(
        data,
        context_features={"n": tf.io.FixedLenFeature([], tf.int64)},
        sequence_features={"t": tf.io.FixedLenSequenceFeature([2], tf.float32)},
    )


def parsing(tf, folder):
    data = _example(tf).SerializeToString()
    fixed, variable = tf.io.FixedLenFeature, tf.io.VarLenFeature
    features = {
        "label": fixed([], tf.int64),
        "x": fixed([3], tf.float32),
        "image": fixed([], tf.string),
        "words": variable(tf.string),
        "missing": fixed([2], tf.float32, default_value=[1.0, 2.0]),
        "absent": variable(tf.int64),
        "ints": tf.io.FixedLenSequenceFeature([5], tf.int64, allow_missing=True),
    }

    def dense(parsed):
        return {
            key: tf.sparse.to_dense(value) if hasattr(value, "indices") else value
            for key, value in sorted(parsed.items())
        }

    yield dense(tf.io.parse_single_example(data, features))
    yield dense(tf.io.parse_example([data, data], features))
    words = tf.io.parse_single_example(data, features)["words"]
    yield words.indices, words.values, words.dense_shape
    words = tf.io.parse_example([data, data], features)["words"]
    yield words.indices, words.values, words.dense_shape

    def kind(**features):
        try:
            tf.io.parse_single_example(data, features)
        except Exception as error:  # noqa: BLE001
            return type(error).__name__

    yield kind(nothing=fixed([], tf.int64)), kind(label=fixed([], tf.float32)), kind(x=fixed([2], tf.float32))
    yield (
        kind(label=fixed([1], tf.int64)),
        kind(words=tf.io.FixedLenSequenceFeature([2], tf.string, allow_missing=True)),
    )
    dataset = tf.data.Dataset.from_tensor_slices([data, data, data])
    small = {"label": fixed([], tf.int64), "x": fixed([3], tf.float32)}
    yield elements(dataset.map(lambda d: tf.io.parse_single_example(d, small)).batch(2))
    yield elements(dataset.batch(2).map(lambda d: tf.io.parse_example(d, small)))
    ragged = dataset.map(lambda d: tf.io.parse_single_example(d, {"words": variable(tf.string)})["words"])
    yield elements(ragged.map(tf.sparse.to_dense).batch(3))
    yield [tf.sparse.to_dense(batch) for batch in ragged.batch(2)]


def records(tf, folder):
    made = [b"", b"a", b"hello" * 300, bytes(range(256)) * 17]
    for kind in ("", "GZIP", "ZLIB"):
        path = f"{folder}/r{kind}"
        with tf.io.TFRecordWriter(path, kind) as writer:
            for record in made:
                writer.write(record)
        yield elements(tf.data.TFRecordDataset(path, compression_type=kind)) == made
        if not kind:
            with open(path, "rb") as file:
                whole = file.read()
            yield whole[:60], len(whole)
    names = [f"{folder}/r"] * 2
    yield elements(tf.data.TFRecordDataset(names, num_parallel_reads=2))
    for kind, level in (("GZIP", None), ("GZIP", 0), ("GZIP", 6), ("ZLIB", None), ("ZLIB", 9)):
        options = tf.io.TFRecordOptions(kind, compression_level=level)
        with tf.io.TFRecordWriter(f"{folder}/o", options) as writer:
            for i in range(100):
                writer.write(b"hello%d" % i)
        yield os.path.getsize(f"{folder}/o")
    options = tf.io.TFRecordOptions(compression_type="GZIP")
    with tf.io.TFRecordWriter(f"{folder}/o", options) as writer:
        writer.write(b"x")
    yield elements(tf.data.TFRecordDataset(f"{folder}/o", "GZIP"))

    def kind_of(data):
        with open(f"{folder}/broken", "wb") as file:
            file.write(data)
        try:
            return len(elements(tf.data.TFRecordDataset(f"{folder}/broken")))
        except Exception as error:  # noqa: BLE001
            return type(error).__name__

    flipped = bytearray(whole)
    flipped[200] ^= 1
    yield kind_of(whole[:-1]), kind_of(bytes(flipped)), kind_of(b""), kind_of(whole[:-5]), kind_of(whole[:50])
    yield kind_of(b"\xff" * 100)


def values(tf, folder):
    for array in (
        np.float32([[1, 2], [3, 4]]),
        np.int64(7),
        np.uint8([]),
        np.array([True, False]),
        np.array([b"a", b"", b"ccc"], object),
        np.float64([1e300]),
        np.complex64([1 + 2j]),
    ):
        data = tf.io.serialize_tensor(tf.constant(array) if array.dtype == object else array)
        kind = tf.string if array.dtype == object else tf.as_dtype(array.dtype)
        yield data, tf.io.parse_tensor(data, kind)
    yield tf.io.parse_tensor(tf.io.serialize_tensor(np.float16([1.5, -2])), tf.float16)
    yield tf.io.decode_raw([b"\x01\x02\x03\x04"], tf.uint8), tf.io.decode_raw(b"\x01\x02\x03\x04", tf.int16)
    yield tf.io.decode_raw(b"\x01\x02", tf.uint16, little_endian=False)
    yield (
        tf.io.decode_base64("aGk_-w"),
        tf.io.encode_base64(b"hi?\xfb"),
        tf.io.encode_base64(b"hi?\xfb", pad=True),
    )
    yield tf.io.decode_csv(["1,2.5,a", '-3,,"b,""c"'], [[0], [1.5], ["x"]])
    yield tf.io.decode_csv("7;NA", [np.array([], np.int64), [9.0]], field_delim=";", na_value="NA")
    yield tf.io.decode_csv("1,2,3", [[0], [0]], select_cols=[0, 2])


def kind_of(function):
    """The result of a function as JSON, or the name of its error."""
    try:
        return encode(function())
    except Exception as error:  # noqa: BLE001
        return type(error).__name__


def texts(tf, folder):
    """Numbers that texts say, and fields of CSV."""
    types = (tf.int32, tf.int64, tf.float32, tf.float64)
    for text in (
        *("1", "+5", " 7 ", "7 ", "-0", "1.5", "1e3", "1e400", "nan", "inf", "-", "", "0x10", "0xg"),
        *("1_000", "٣", "2147483648", "-9223372036854775809"),
    ):
        for kind in types:
            yield kind_of(lambda: tf.strings.to_number(text, kind))
            yield kind_of(lambda: tf.io.decode_csv(text + ",z", [tf.constant([], kind), ["q"]]))
    for record in (
        '1,"2',
        '1,"a"b',
        '1,a"b',
        '1,"a,""b"""',
        '"1",""',
        "1,a\nb",
        '1,"a\nb"',
        "1,",
        "1",
        "1,2,3",
        "",
        '"1","2",',
    ):
        for quotes in (True, False):
            yield kind_of(lambda: tf.io.decode_csv(record, [[0], ["z"]], use_quote_delim=quotes))
    yield kind_of(lambda: tf.io.decode_csv([["1,2"], ["3,4"]], [[0], [0]]))
    yield kind_of(lambda: tf.io.decode_csv("1,2", [[0], [[0]]]))
    yield kind_of(lambda: tf.io.decode_csv("1,2", [tf.constant([], tf.string), [0]]))
    yield kind_of(lambda: tf.io.decode_csv("1,2", [[0], [0]], field_delim="ab"))


def files(tf, folder):
    g = tf.io.gfile
    path = f"{folder}/new/deep/file.txt"
    tf.io.write_file(path, "héllo\nworld")
    yield (
        tf.io.read_file(path),
        g.exists(path),
        g.isdir(path),
        g.isdir(f"{folder}/new"),
        g.exists(f"{folder}/no"),
    )
    with g.GFile(path) as file:
        yield file.readline(), file.read(2), file.tell(), file.read(), file.size()
    with g.GFile(path, "rb") as file:
        yield list(file)
    with g.GFile(path, "a") as file:
        file.write("!")
    with g.GFile(path, "w") as file:
        for content in (3, None, [1, 2], np.float32([1]), tf.constant("e")):
            yield kind_of(lambda: file.write(content))
        file.write("a"), file.write(b"b"), file.write(bytearray(b"c"))
    with g.GFile(path, "r+") as file:
        yield file.read()
    yield (
        g.stat(path).length,
        g.listdir(f"{folder}/new"),
        [name.rsplit("/", 1)[1] for name in g.glob(f"{folder}/new/*")],
    )
    g.copy(path, f"{folder}/copy")
    g.rename(f"{folder}/copy", f"{folder}/moved")
    yield g.exists(f"{folder}/copy"), g.exists(f"{folder}/moved"), g.join("a", "b", "c")
    yield [(len(top) > 0, dirs, names) for top, dirs, names in g.walk(f"{folder}/new")]
    g.remove(f"{folder}/moved")
    g.makedirs(f"{folder}/m/n")
    g.rmtree(f"{folder}/new")

    def kind(function):
        try:
            function()
        except Exception as error:  # noqa: BLE001
            return type(error).__name__

    yield kind(lambda: g.GFile(f"{folder}/none").read()), kind(lambda: g.listdir(f"{folder}/none"))
    yield (
        kind(lambda: g.remove(f"{folder}/none")),
        kind(lambda: g.mkdir(f"{folder}/m")),
        kind(lambda: g.rmtree("/none")),
    )
    yield (
        kind(lambda: tf.io.read_file(f"{folder}/none")),
        kind(lambda: g.copy(f"{folder}/none", f"{folder}/x")),
    )


def png_of_16_bits(samples, interlaced=False):
    """A PNG file, written by hand: neither Pillow nor TensorFlow writes all of these."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    passes = (
        *((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4)),
        *((2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)),
    )
    height, width, channels = samples.shape
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    rows = b""
    for y, x, dy, dx in passes if interlaced else ((0, 0, 1, 1),):
        part = samples[y::dy, x::dx].astype(">u2")
        rows += b"".join(b"\0" + row.tobytes() for row in part if row.size)
    head = struct.pack(">IIBBBBB", width, height, 16, kind, 0, 0, interlaced)
    body = chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body


def deep_images(tf, folder):
    """PNG images of 16 bits a sample."""
    rng = np.random.RandomState(1)
    for channels in (1, 2, 3, 4):
        for interlaced in (False, True):
            png = png_of_16_bits(rng.randint(0, 65536, (5, 3, channels)), interlaced)
            for count in (0, 1, 3, 4):
                for kind in (tf.uint8, tf.uint16):
                    yield kind_of(lambda: tf.io.decode_png(png, channels=count, dtype=kind))
            yield kind_of(lambda: tf.io.decode_image(png, dtype=tf.uint16))
            yield kind_of(lambda: tf.io.decode_image(png, dtype=tf.float32))


# Small files of Pillow's.
FILES = {
    "jpeg": (
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB"
        "RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P"
        "T09PT09PT09PT09PT0//wAARCAAJAAcDAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA"
        "AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6"
        "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG"
        "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA"
        "AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5"
        "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE"
        "xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDJ0rT/AJR8vaus5TZ0r7o+lAH/2Q=="
    ),
    "cmyk": (
        "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZM"
        "TlJTUjI+WmFaUGBKUVJP/8AAFAgABAAEBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//E"
        "ALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2"
        "Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrC"
        "w8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwDsrmeTzjzXQXM8nnHmr1zPJ5x5"
        "rsrmeTzjzX//2Q=="
    ),
    "gif": "R0lGODdhAwADAIIAAChGZB89Wx07WRY0UhQyUAknRQAePAAAACwAAAAAAwADAAAIDQANFBhQgEAAAgIABAQAOw==",
    "animation": (
        "R0lGODlhAwADAIEAACE/XRUzUQ0rSQAePCH5BAAFAAAALAAAAAADAAMAAAgMAAcICDAQQAAAAAICACH5BAEFAAQALAAAAAAD"
        "AAMAgfjavOzOsOTGqNe5mwgMAAEACDBQQAABAwICADs="
    ),
    "webp": (
        "UklGRkgAAABXRUJQVlA4TDwAAAAvAoAAAEegoG0bNiX1j8QUtm2DwuJAQds2bErqH6fNfzz+/YGgWxBA0C0I7g/IBCyT1xBD"
        "FVlE9D/K/AA="
    ),
    "alpha": (
        "UklGRlAAAABXRUJQVlA4TEMAAAAvAoAAEEegoG0bNtS3h2QK27ZBYXGgoG0bNtS3B2wK27ZBYXEQAPD/L0mzs5IkSbOzknR/"
        "DzIBy+Q1xFBFFhH9jzI/AA=="
    ),
    "bit": (
        "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAJAQAAAADWIwsOAAAAGklEQVR4nGNgYOBiYGDQYmBh8mPgYvJi0AIABg4BCe4aegQA"
        "AAAASUVORK5CYII="
    ),
    "palette": (
        "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAJBAMAAAAMdiuQAAAAMFBMVEV+nLpvjatkgqBde5lWdJJQboxJZ4VBX307WXczUW8o"
        "RmQfPVsPLUsAAAAAAAAAAACUwnMDAAAALUlEQVR4nCXHsQEAIAgEMfz997JxBnEC7jfAgnRZp+9WUFbDE6RFTT3NdKjo+Lzc"
        "HnhILSGXAAAAAElFTkSuQmCC"
    ),
}


def bmp(bits, width, height, rng):
    """A BMP file; a negative height is from top to bottom."""
    pixels = rng.randint(0, 256, (bits // 8 * width + 3) // 4 * 4 * abs(height)).astype(np.uint8).tobytes()
    head = struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54)
    return b"BM" + head + struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, *[0] * 6) + pixels


def image_formats(tf, folder):
    """Each function with each format: what it takes, channels, types, frames."""
    rng = np.random.RandomState(2)
    data = {name: base64.b64decode(text) for name, text in FILES.items()}
    data["png"] = tf.io.encode_png(rng.randint(0, 256, (3, 2, 3)).astype(np.uint8)).numpy()
    for bits in (8, 16, 24, 32):
        data[f"bmp{bits}"] = bmp(bits, 3, 2, rng)
    data["down"], data["short"] = bmp(24, 3, -2, rng), data["bmp24"][:-4]
    io = tf.io
    for name in sorted(data):
        content = data[name]
        exact = name not in ("jpeg", "cmyk")  # these are read with another inverse transform
        for function in (io.decode_png, io.decode_bmp, io.decode_image, io.decode_webp, io.decode_jpeg):
            for count in (0, 1, 3, 4):
                value = kind_of(lambda: function(content, channels=count))
                yield value if exact or isinstance(value, str) else value["shape"]
        yield kind_of(lambda: io.decode_gif(content)) if exact else 0
        yield kind_of(lambda: io.decode_image(content, expand_animations=False)) if exact else 0
        if exact and content[:2] != b"BM":  # TensorFlow crashes
            yield kind_of(lambda: io.decode_image(content, dtype=tf.uint16))
            yield kind_of(lambda: io.decode_image(content, dtype=tf.float32))
    for name in ("jpeg", "cmyk"):
        for count in (0, 1, 3):
            for ratio in (1, 2, 4, 8):
                yield kind_of(
                    lambda: io.decode_jpeg(data[name], count, ratio, dct_method="INTEGER_ACCURATE")
                )
    yield kind_of(lambda: io.decode_jpeg(data["jpeg"], dct_method="FAST"))
    yield kind_of(lambda: io.decode_jpeg(data["jpeg"], ratio=3))
    for channels in (1, 2, 3, 4):
        deep = rng.randint(0, 65536, (3, 2, channels)).astype(np.uint16)
        yield io.decode_png(io.encode_png(deep, compression=3), channels=4, dtype=tf.uint16)
    pixels = rng.randint(0, 256, (3, 2, 3)).astype(np.uint8)
    for form in ("", "rgb", "grayscale", "bgr"):
        yield kind_of(lambda: io.extract_jpeg_shape(io.encode_jpeg(pixels, format=form)))
    yield kind_of(lambda: io.encode_jpeg(pixels[:, :, :2])), kind_of(lambda: io.encode_png(pixels[0]))


def images(tf, folder):
    rng = np.random.RandomState(0)
    smooth = np.linspace(0, 255, 12 * 10 * 3).reshape(12, 10, 3).astype(np.uint8)
    noise = rng.randint(0, 256, (7, 5, 4)).astype(np.uint8)
    for array in (smooth, noise, noise[..., :3], noise[..., :1], noise[..., :2]):
        png = tf.io.encode_png(array)
        yield tf.io.decode_png(png)
        yield tf.io.decode_image(png) if array.shape[2] != 2 else 0
    png = tf.io.encode_png(smooth)
    yield (
        tf.io.decode_png(png, channels=1),
        tf.io.decode_png(png, channels=4),
        tf.io.decode_image(png, channels=3),
    )
    yield tf.io.decode_png(tf.io.encode_png(noise[..., :3]), channels=1)
    yield tf.io.decode_image(png, dtype=tf.float32), tf.io.decode_png(png, dtype=tf.uint16)
    yield tf.io.decode_png(tf.io.encode_png(np.uint16([[[1], [65535]]])), dtype=tf.uint16)
    yield bool(tf.io.is_jpeg(tf.io.encode_jpeg(smooth))), tf.io.extract_jpeg_shape(tf.io.encode_jpeg(smooth))
    bad = []
    for data in (b"", b"nothing", png.numpy()[:40]):
        try:
            tf.io.decode_image(data)
        except Exception as error:  # noqa: BLE001
            bad.append(type(error).__name__)
    yield bad


CASES = {
    name: function
    for name, function in list(globals().items())
    if callable(function)
    and getattr(function, "__code__", None) is not None
    and function.__code__.co_flags & 0x20
}
