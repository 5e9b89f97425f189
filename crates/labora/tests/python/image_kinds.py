"""Images of all kinds, written, and read by Keras with TensorFlow as `image_dataset_from_directory` does.

Usage: image_kinds.py FOLDER. Writes folders of images into the folder; beside each folder KIND an array for
each number of channels that TensorFlow reads it in, KIND.CHANNELS.npy, of the images in the order of Keras; and
to truncated.json which beginnings of files TensorFlow reads.
"""

import io
import json
import os
import sys
from unittest import mock

os.environ["KERAS_BACKEND"] = "tensorflow"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf
from keras.src.utils import image_dataset_utils
from PIL import Image

folder = sys.argv[1]
size = (9, 7)
rng = np.random.default_rng(11)


def pixels(height, width, channels):
    """Smooth colors with edges: noise would make decoders of JPEG differ by more than they round."""
    rows, columns = np.mgrid[0:height, 0:width]
    waves = [127 + 90 * np.sin(rows / 4 + i) + 30 * np.cos(columns / 3 + 2 * i) for i in range(channels)]
    image = np.stack(waves, axis=-1)
    image[height // 3 : height // 2, width // 4 :] += 25
    return np.clip(image, 0, 255).astype("uint8")


def image(mode="RGB", height=33, width=46):
    channels = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "CMYK": 4}[mode]
    values = pixels(height, width, channels)
    return Image.fromarray(values.squeeze() if channels == 1 else values, mode)


def path(kind, name):
    name = os.path.join(folder, kind, name)
    os.makedirs(os.path.dirname(name), exist_ok=True)
    return name


def png_of_16_bits(name, channels):
    lower = rng.integers(0, 256, (33, 46, channels)).astype("uint16")
    values = (pixels(33, 46, channels).astype("uint16") << 8) + lower
    tf.io.write_file(name, tf.io.encode_png(values))


def write():
    for mode in ["L", "LA", "RGB", "RGBA"]:
        image(mode).save(path("png_" + mode.lower(), "a/1.png"))
    image().convert("P", palette=Image.Palette.ADAPTIVE).save(path("png_palette", "a/1.png"))
    image().quantize(31).save(path("png_palette", "a/2.png"), transparency=3)
    image("L").convert("1").save(path("png_bits", "a/1.png"))
    for channels in [1, 3, 4]:
        png_of_16_bits(path(f"png_16_{channels}", "a/1.png"), channels)
    image().save(path("bmp", "a/1.bmp"))
    image("RGBA").save(path("bmp_32", "a/1.bmp"))
    image("L").save(path("bmp_gray", "a/1.bmp"))
    image().convert("P", palette=Image.Palette.ADAPTIVE).save(path("gif", "a/1.gif"))
    frames = [image("RGB", 20, 30).quantize(40), image("RGB", 20, 30).rotate(90).quantize(40)]
    frames[0].save(path("gif", "a/moving.gif"), save_all=True, append_images=frames[1:])
    for sampling in range(3):
        for kind, is_progressive in [("jpg", False), ("jpg_progressive", True)]:
            file = path(kind, f"a/{sampling}.jpg")
            image().save(file, quality=90, subsampling=sampling, progressive=is_progressive)
    image().save(path("jpg", "a/restart.jpg"), quality=90, restart_marker_blocks=2, comment=b"a comment")
    image("L").save(path("jpg_gray", "a/1.jpg"), quality=90)
    image("CMYK").save(path("jpg_cmyk", "a/1.jpg"), quality=95)
    exif = Image.Exif()
    exif[0x0112] = 6
    image().save(path("exif", "a/turned.jpg"), quality=95, subsampling=0, exif=exif)
    for name, kind in [("png.jpg", "PNG"), ("jpg.png", "JPEG"), ("gif.bmp", "GIF")]:
        image().save(path("misnamed", "a/" + name), kind, quality=90, subsampling=0)
    names = ["B/UPPER.PNG", "B/a.png", "B/deep/2.png", "B/deep/10.png", "a/ünï çødé.png", "a/.dot.png"]
    for name in names + ["c-d/x.y.png", "c/x.png"]:
        image("RGB", 20 + len(name), 31).save(path("names", name))
    os.makedirs(path("names", "d/empty"))
    os.makedirs(path("names", ".hidden/x"))
    open(path("names", "a/notes.txt"), "w").close()


def exact(contents, channels, expand_animations):
    """TensorFlow's decoder, with the exact DCT: its default is a fast one, up to some units away."""
    if tf.io.is_jpeg(contents):
        return tf.io.decode_jpeg(contents, channels=channels, dct_method="INTEGER_ACCURATE")
    return tf.io.decode_image(contents, channels=channels, expand_animations=expand_animations)


def read(kind, channels, color_mode, **settings):
    files = keras.utils.image_dataset_from_directory(
        os.path.join(folder, kind), shuffle=False, verbose=False, color_mode=color_mode
    ).file_paths
    arguments = [size, channels, "bilinear", "channels_last"]
    with mock.patch("tensorflow.image.decode_image", exact):
        images = [image_dataset_utils._load_image_tf(file, *arguments, **settings).numpy() for file in files]
    return np.stack(images).astype("float32")


def is_read(contents):
    try:
        tf.io.decode_image(contents, channels=3, expand_animations=False)
        return True
    except tf.errors.InvalidArgumentError:
        return False


write()
for kind in sorted(os.listdir(folder)):
    for channels, color_mode in [(1, "grayscale"), (3, "rgb"), (4, "rgba")]:
        try:
            np.save(os.path.join(folder, f"{kind}.{channels}.npy"), read(kind, channels, color_mode))
        except tf.errors.InvalidArgumentError:
            pass  # TensorFlow reads PNG alone in any color mode.
for name, settings in [("crop", {"crop_to_aspect_ratio": True}), ("pad", {"pad_to_aspect_ratio": True})]:
    np.save(os.path.join(folder, f"png_rgb.{name}.npy"), read("png_rgb", 3, "rgb", **settings))
truncated = {}
for kind in ["PNG", "JPEG", "BMP", "GIF"]:
    file = io.BytesIO()
    image().save(file, kind)
    contents = file.getvalue()
    for end in range(0, len(contents), max(1, len(contents) // 37)):
        name = f"{kind}.{end}.png"
        with open(path("cut", name), "wb") as cut:
            cut.write(contents[:end])
        truncated[name] = is_read(contents[:end])
with open(os.path.join(folder, "truncated.json"), "w") as file:
    json.dump(truncated, file)
