"""`tf.keras.wrappers.scikit_learn`: functions that make models as estimators of scikit-learn (Keras 2's
classes)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import keras
import numpy as np

__all__ = ["KerasClassifier", "KerasRegressor"]


class _Wrapper:
    """A function `build_fn(**settings)` that gives a compiled model, with settings of it and of `fit`."""

    def __init__(self, build_fn: Callable[..., Any] | None = None, **sk_params: Any) -> None:
        self.build_fn, self.sk_params = build_fn, sk_params
        allowed = set(inspect.signature(build_fn or self.__call__).parameters)  # type: ignore[operator]
        allowed |= {"batch_size", "epochs", "nb_epoch", "verbose", "callbacks", "validation_split", "shuffle",
                    "class_weight", "steps_per_epoch", "validation_data", "sample_weight",
                    "initial_epoch"}  # fmt: skip
        for name in sk_params:
            if name not in allowed:
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {**self.sk_params, "build_fn": self.build_fn}

    def set_params(self, **params: Any) -> Any:
        self.build_fn = params.pop("build_fn", self.build_fn)
        self.sk_params.update(params)
        return self

    def _settings(self, function: Callable[..., Any], more: dict[str, Any] | None = None) -> dict[str, Any]:
        names = inspect.signature(function).parameters
        chosen = {name: value for name, value in self.sk_params.items() if name in names}
        return {**chosen, **(more or {})}

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Makes the model and trains it; gives the history."""
        build = self.build_fn or self.__call__  # type: ignore[operator]
        self.model = build(**self._settings(build))
        y = np.asarray(y)
        if self.model.loss == "categorical_crossentropy" and y.ndim != 2:
            y = keras.utils.to_categorical(y)
        settings = {
            k: v for k, v in self.sk_params.items() if k in inspect.signature(self.model.fit).parameters
        }
        if "nb_epoch" in self.sk_params:
            settings["epochs"] = self.sk_params["nb_epoch"]
        return self.model.fit(np.asarray(x), y, **{**settings, **kwargs})

    def _call(self, method: Any, x: Any, kwargs: dict[str, Any]) -> Any:
        settings = {k: v for k, v in self.sk_params.items() if k in ("batch_size", "verbose", "steps")}
        return method(np.asarray(x), **{**settings, **kwargs})


class KerasClassifier(_Wrapper):
    """A classifier; labels may be of any kind."""

    _estimator_type = "classifier"

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Makes the model and trains it; gives the history."""
        y = np.asarray(y)
        if y.ndim == 2 and y.shape[1] > 1:
            self.classes_ = np.arange(y.shape[1])
        else:
            self.classes_, y = np.unique(y, return_inverse=True)
            y = y.reshape(-1)
        self.n_classes_ = len(self.classes_)
        return super().fit(x, y, **kwargs)

    def predict_proba(self, x: Any, **kwargs: Any) -> np.ndarray:
        """The probabilities of the classes."""
        found = self._call(self.model.predict, x, kwargs)
        return np.hstack([1 - found, found]) if found.shape[1] == 1 else found

    def predict(self, x: Any, **kwargs: Any) -> np.ndarray:
        """The classes."""
        return self.classes_[self.predict_proba(x, **kwargs).argmax(axis=1)]

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """The share of right classes."""
        y = np.asarray(y)
        y = y.argmax(axis=1) if y.ndim == 2 and y.shape[1] > 1 else y.reshape(-1)
        return float(np.mean(self.predict(x, **kwargs) == y))


class KerasRegressor(_Wrapper):
    """A regressor."""

    _estimator_type = "regressor"

    def predict(self, x: Any, **kwargs: Any) -> np.ndarray:
        """The values."""
        return np.squeeze(self._call(self.model.predict, x, kwargs), -1)

    def score(self, x: Any, y: Any, **kwargs: Any) -> float:
        """The loss, negated: larger is better."""
        loss = self._call(lambda inputs, **k: self.model.evaluate(inputs, np.asarray(y), **k), x, kwargs)
        return -float(loss[0] if isinstance(loss, list) else loss)
