"""FastAPI and Keras as most tutorials have them: a request is a call of `predict_on_batch`, one at a time.

    MODEL=image.keras KERAS_BACKEND=jax uvicorn fastapi_server:app --port 8601
"""

import os
import threading

import keras
import numpy as np
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()
# Keras donates the model's state to each call on JAX: two calls at once fail.
lock = threading.Lock()
model = keras.saving.load_model(os.environ["MODEL"], compile=False)
model.predict_on_batch(np.zeros((1, *model.input_shape[1:]), "float32"))


class Request(BaseModel):
    """The body of TensorFlow Serving's REST."""

    instances: list


@app.post("/v1/models/image:predict")
def predict(request: Request):
    """A function without `async`, which FastAPI calls on its thread pool."""
    x = np.asarray(request.instances, "float32")
    with lock:
        y = np.asarray(model.predict_on_batch(x))
    return {"predictions": y.tolist()}
