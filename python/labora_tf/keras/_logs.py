"""Logs and histories by the names of their time: TensorFlow 1 called the metric `accuracy` `acc`."""

from __future__ import annotations

import functools
from typing import Any

import keras
from keras.src.utils import python_utils

_OTHER = {"acc": "accuracy", "accuracy": "acc", "val_acc": "val_accuracy", "val_accuracy": "val_acc"}


class Logs(dict):
    """Values by the names of metrics. One of accuracy is found by its other name, too, if that one is not there."""

    def __missing__(self, name: Any) -> Any:
        other = _OTHER.get(name)
        if other is None or other not in self:
            raise KeyError(name)
        return self[other]

    def get(self, name: Any, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default


def install() -> None:
    """Gives callbacks such logs, and `fit` such a history."""
    plain, init = python_utils.pythonify_logs, keras.callbacks.History.__init__

    @functools.wraps(plain)
    def pythonify_logs(logs: Any) -> Logs:
        return Logs(plain(logs))

    @functools.wraps(init)
    def initialize(self: Any) -> None:
        init(self)
        self.history = Logs()

    python_utils.pythonify_logs, keras.callbacks.History.__init__ = pythonify_logs, initialize
