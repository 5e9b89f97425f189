"""Folders of images, texts and sounds, and the data sets of texts and houses, written and then read by Keras.

Usage: directories.py FOLDER. Writes the files into the folder, and what Keras makes of them to expected.json.
"""

import json
import os
import sys
import wave

folder = sys.argv[1]
os.environ["KERAS_BACKEND"] = "tensorflow"
os.environ["KERAS_HOME"] = os.path.join(folder, "home")
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf
from PIL import Image

rng = np.random.default_rng(5)


def path(*parts):
    name = os.path.join(folder, *parts)
    os.makedirs(os.path.dirname(name), exist_ok=True)
    return name


def image(height, width, mode="RGB"):
    rows, columns = np.mgrid[0:height, 0:width]
    channels = [np.sin(rows / 3 + i) * 90 + columns * (7 + i) % 120 + 60 for i in range(4)]
    pixels = np.clip(np.stack(channels[: len(mode)], axis=-1), 0, 255).astype("uint8")
    return Image.fromarray(pixels.squeeze() if mode == "L" else pixels, mode)


def write_images():
    for name, height, width, mode in [
        ("cat/b.png", 31, 47, "RGB"),
        ("cat/a.PNG", 20, 20, "RGB"),
        ("cat/deep/c.png", 9, 40, "RGBA"),
        ("cat-2/a.bmp", 50, 21, "RGB"),
        ("dog/gray.png", 33, 30, "L"),
        ("dog/z.bmp", 64, 64, "RGB"),
    ]:
        image(height, width, mode).save(path("images", name))
    # TensorFlow reads PNG alone in any color mode.
    for name, height, width, mode in [("x/1.png", 30, 20, "RGB"), ("y/2.png", 12, 12, "RGBA"), ("x/3.png", 9, 9, "L")]:
        image(height, width, mode).save(path("pngs", name))
    image(25, 37, "RGB").convert("P").save(path("gifs", "a", "x.gif"))
    rows, columns = np.mgrid[0:48, 0:64]
    smooth = np.stack([rows * 3, columns * 2, rows + columns], axis=-1).astype("uint8")
    Image.fromarray(smooth).save(path("photos", "a", "photo.jpg"), quality=95, subsampling=0)
    open(path("images", "dog", "notes.txt"), "w").close()
    os.makedirs(path("images", ".hidden", "x"), exist_ok=True)


def relative(files):
    return [os.path.relpath(name, folder) for name in files]


def batches(dataset):
    found = []
    for batch in dataset:
        x, y = batch if isinstance(batch, tuple) else (batch, None)
        labels = None if y is None else y.numpy()
        found.append(
            {
                "x": x.numpy().astype("float64").ravel().round(5).tolist() if x.dtype.name != "string" else None,
                "shape": list(x.shape),
                "texts": [text.decode() for text in x.numpy()] if x.dtype.name == "string" else None,
                "y": None if labels is None else labels.astype("float64").ravel().tolist(),
                "y_shape": None if labels is None else list(labels.shape),
            }
        )
    return found


def described(dataset, files):
    return {"files": files, "classes": dataset.class_names or [], "batches": batches(dataset)}


def images(name="images", **arguments):
    arguments = {"image_size": (8, 10), "shuffle": False, "batch_size": 3, "verbose": False, **arguments}
    dataset = keras.utils.image_dataset_from_directory(os.path.join(folder, name), **arguments)
    return described(dataset, relative(dataset.file_paths))


def photos():
    """A photo whose DCT is computed exactly. TensorFlow's default, the fast one, is up to 4 away from it here."""
    found = images("photos", image_size=(48, 64))
    with open(path("photos", "a", "photo.jpg"), "rb") as file:
        exact = tf.io.decode_jpeg(file.read(), channels=3, dct_method="INTEGER_ACCURATE")
    found["batches"][0]["x"] = exact.numpy().astype("float64").ravel().tolist()
    return found


def order(**arguments):
    """The files of a shuffled split, whose batches TensorFlow shuffles in its own way."""
    dataset = keras.utils.image_dataset_from_directory(
        os.path.join(folder, "images"), image_size=(4, 4), verbose=False, validation_split=0.3, **arguments
    )
    return relative(dataset.file_paths)


def write_texts():
    for name, text in [("neg/1.txt", "it was bad"), ("pos/2.txt", "good"), ("pos/a/1.txt", "fine film"), ("neg/0.txt", "")]:
        with open(path("texts", name), "w") as file:
            file.write(text)


def write_sounds():
    for name, samples, channels in [("a/1.wav", 700, 1), ("b/2.wav", 400, 1), ("b/3.wav", 901, 1)]:
        with wave.open(path("sounds", name), "wb") as file:
            file.setnchannels(channels)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(rng.integers(-32768, 32768, samples * channels).astype("<i2").tobytes())


def write_datasets():
    def texts(count):
        made = np.empty(count, dtype=object)
        for i in range(count):
            made[i] = rng.integers(1, 400, rng.integers(1, 30)).tolist()
        return made

    def labels(count, classes):
        return rng.integers(0, classes, count)

    home = lambda name: path("home", "datasets", name)
    np.savez(home("imdb.npz"), x_train=texts(40), y_train=labels(40, 2), x_test=texts(30), y_test=labels(30, 2))
    np.savez(home("reuters.npz"), x=texts(57), y=labels(57, 46))
    np.savez(home("boston_housing.npz"), x=rng.normal(size=(51, 13)), y=rng.normal(size=51))
    np.savez(home("california_housing.npz"), x=rng.normal(size=(650, 8)).astype("float32"), y=rng.normal(size=650))
    for name in ["imdb_word_index.json", "reuters_word_index.json"]:
        with open(home(name), "w") as file:
            json.dump({"the": 1, "café": 2}, file)


def sequences(module, **arguments):
    parts = module.load_data(**arguments)
    return [{"x": [list(map(int, text)) for text in x], "y": [int(label) for label in y]} for x, y in parts]


def rows(module, **arguments):
    return [{"x": x.astype("float64").ravel().tolist(), "y": y.astype("float64").tolist()} for x, y in module.load_data(**arguments)]


write_images()
write_texts()
write_sounds()
write_datasets()
# The files are not the official ones: their checksums are not compared.
for module in ["imdb", "reuters", "boston_housing", "california_housing"]:
    source = sys.modules[f"keras.src.datasets.{module}"]
    source.get_file = lambda fname=None, *args, **kwargs: os.path.join(folder, "home", "datasets", fname or args[0])

text = keras.utils.text_dataset_from_directory(os.path.join(folder, "texts"), shuffle=False, max_length=7, verbose=False)
sounds = os.path.join(folder, "sounds")
audio = lambda **arguments: described(
    keras.utils.audio_dataset_from_directory(sounds, shuffle=False, batch_size=2, verbose=False, **arguments), None
)


def refusal(rate):
    try:
        audio(sampling_rate=rate)
        return None
    except (ImportError, ValueError) as error:
        return str(error)


methods = ["bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"]
datasets = keras.datasets
with open(path("expected.json"), "w") as file:
    expected = {
        "stretch": images(),
        "crop": images(crop_to_aspect_ratio=True, label_mode="categorical"),
        "pad": images(pad_to_aspect_ratio=True, labels=None, label_mode=None),
        "gray": images("pngs", color_mode="grayscale", class_names=["y", "x"], label_mode="binary"),
        "rgba": images("pngs", color_mode="rgba", labels=[5, 1, 5]),
        "gif": images("gifs"),
        "large": images(image_size=(70, 61)),
        "methods": {method: images(interpolation=method, batch_size=6) for method in methods},
        "orders": {
            subset: [order(subset=subset, seed=seed) for seed in [1, 1337]] for subset in ["training", "validation"]
        },
        "photos": photos(),
        "texts": described(text, None),
        "audio": audio(),
        "audio_500": audio(output_sequence_length=500),
        "audio_refusals": [refusal(rate) for rate in [16000, 0]],
        "imdb": sequences(datasets.imdb),
        "imdb_words": sequences(
            datasets.imdb, num_words=300, skip_top=20, maxlen=20, seed=7, start_char=None, oov_char=None, index_from=0
        ),
        "reuters": sequences(datasets.reuters, test_split=0.3, num_words=350, maxlen=25, seed=4),
        "boston": rows(datasets.boston_housing),
        "california": rows(datasets.california_housing, version="small", test_split=0.1, seed=3),
    }
    json.dump(expected, file)
