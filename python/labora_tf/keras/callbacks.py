"""`tf.keras.callbacks`: Keras's; `ModelCheckpoint` takes any file name, as it did."""

from __future__ import annotations

from typing import Any

import keras

from . import _mirror, _saving


class ModelCheckpoint(keras.callbacks.ModelCheckpoint):
    """Saves the model or its weights, when an epoch or a number of batches ends.

    A name without an ending that is not a file of weights is a folder with a file of Keras 3.
    """

    def __init__(
        self,
        filepath: Any,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: Any = "epoch",
        options: Any = None,
        initial_value_threshold: float | None = None,
        period: int = 1,
        load_weights_on_restart: bool = False,
        **kwargs: Any,
    ) -> None:
        if kwargs:
            raise TypeError(f"ModelCheckpoint: unknown arguments {sorted(kwargs)}")
        path = str(filepath)
        ending = ".weights.h5" if save_weights_only else ".keras"
        super().__init__(
            "model" + ending,
            monitor=monitor,
            verbose=verbose,
            save_best_only=save_best_only,
            save_weights_only=save_weights_only,
            mode=mode,
            save_freq=save_freq,
            initial_value_threshold=initial_value_threshold,
        )
        self.filepath = path
        self.period = period
        self.load_weights_on_restart = load_weights_on_restart
        self._epochs_since_last = 0

    def on_train_begin(self, logs: Any = None) -> None:
        import os

        if self.load_weights_on_restart and os.path.exists(self.filepath):
            self.model.load_weights(self.filepath)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self._epochs_since_last += 1
        if self._epochs_since_last >= self.period:
            self._epochs_since_last = 0
            super().on_epoch_end(epoch, logs)

    def _set_monitor_op(self) -> None:
        # The modes that Keras 2 knew by the metric's name.
        if self.mode == "auto" and ("acc" in self.monitor or self.monitor.startswith("fmeasure")):
            self.mode = "max"
        super()._set_monitor_op()


class LearningRateScheduler(keras.callbacks.LearningRateScheduler):
    """Keras's, which notes the rate as `lr` in the history, too."""

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        super().on_epoch_end(epoch, logs)
        if logs is not None and "learning_rate" in logs:
            logs["lr"] = logs["learning_rate"]


class ReduceLROnPlateau(keras.callbacks.ReduceLROnPlateau):
    """Keras's, which notes the rate as `lr` in the history, too. `epsilon` is `min_delta`."""

    def __init__(self, *args: Any, epsilon: float | None = None, **kwargs: Any) -> None:
        if epsilon is not None:
            kwargs["min_delta"] = epsilon
        super().__init__(*args, **kwargs)

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        super().on_epoch_end(epoch, logs)
        if logs is not None and "learning_rate" in logs:
            logs["lr"] = logs["learning_rate"]


class TensorBoard(keras.callbacks.Callback):
    """Writes the losses and metrics of epochs for TensorBoard; graphs, histograms and images are not
    written."""

    def __init__(
        self,
        log_dir: Any = "./logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        update_freq: Any = "epoch",
        profile_batch: Any = 0,
        **_: Any,
    ) -> None:
        super().__init__()
        self.log_dir, self.update_freq = str(log_dir), update_freq
        self._writers: dict[str, Any] = {}
        self._steps = 0
        if histogram_freq or write_images:
            from ..logging import warning

            warning("TensorBoard: only scalars are written here, no histograms and no images")

    def _writer(self, part: str) -> Any:
        if part not in self._writers:
            import os

            from ..summary import create_file_writer

            self._writers[part] = create_file_writer(os.path.join(self.log_dir, part))
        return self._writers[part]

    def _write(self, logs: Any, step: int, prefix: str) -> None:
        for name, value in (logs or {}).items():
            part, key = ("validation", name[4:]) if name.startswith("val_") else ("train", name)
            self._writer(part).write_scalar(prefix + key, float(value), step)
        for writer in self._writers.values():
            writer.flush()

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        self._steps += 1
        if self.update_freq == "batch" or (
            isinstance(self.update_freq, int) and self._steps % self.update_freq == 0
        ):
            self._write(logs, self._steps, "batch_")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        logs = dict(logs or {})
        logs.setdefault(
            "learning_rate", float(keras.ops.convert_to_numpy(self.model.optimizer.learning_rate))
        )
        self._write(logs, epoch, "epoch_")

    def on_train_end(self, logs: Any = None) -> None:
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()


_mirror.fill(globals(), "callbacks")
__all__ = _mirror.star(globals())
