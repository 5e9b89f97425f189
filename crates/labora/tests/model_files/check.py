"""Opens the files that labora has saved, and prints what differs from the predictions of the originals.

    check.py OURS FOLDER    FOLDER has the manifest of make.py
"""

import json
import pathlib
import sys

import keras
import numpy as np

import cases
from make import flat, pack

ELLIPSES = ("arrangements", "attention_scores", "explicit_masks", "tensorflow_functions")
cases.use(keras)
ours, folder = map(pathlib.Path, sys.argv[1:])
for case in json.loads((folder / "manifest.json").read_text()):
    # The classes of a user are registered when a model of them is built.
    if case["name"].startswith("custom_"):
        cases.CASES[case["name"]]["build"]()
    arrays = lambda listed: [np.asarray(a["values"], a["dtype"]).reshape(a["shape"]) for a in listed]
    batches = [case, *case["others"]]
    stages = [("loaded", [batch["predictions"] for batch in batches])]
    stages += [("trained", case["trained"]["predictions"])] if "trained" in case else []
    for stage, expected in stages:
        for file in case["files"]:
            name, ending = file.split(".", 1)
            path = ours / f"{name}.{stage}.{'keras' if ending.startswith('weights') else ending}"
            # Keras opens no `.h5` of a model with operations that it has written, and no other one with an ellipsis.
            if not path.exists() or (ending == "h5" and case["name"] in ELLIPSES):
                continue
            try:
                # Keras does not find the losses that its own legacy files name.
                model = keras.models.load_model(path, compile=ending == "keras")
                tolerance = 1e-5 if stage == "loaded" else 1e-4
                for batch, predictions in zip(batches, expected, strict=True):
                    given = pack(getattr(model, "_inputs_struct", None), arrays(batch["inputs"]))
                    found = flat(model.predict_on_batch(given))
                    for a, b in zip(found, arrays(predictions), strict=True):
                        np.testing.assert_allclose(a, b, tolerance, tolerance)
                if (ours / file).exists() and stage == "loaded":
                    model.load_weights(ours / file)
            except Exception as error:
                print(f"{path.name}, opened by Keras: {' / '.join(str(error).strip().splitlines()[:4])}")
