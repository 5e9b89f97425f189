"""What `keras.callbacks.TensorBoard` asks of `tensorflow.summary`, where TensorFlow is not installed: event files as
TensorBoard itself writes them."""

import contextlib
import io
import os
import time

# The writers with their steps, and the conditions, of the `with` statements that are open.
_writers, _conditions = [], []


class SummaryWriter:
    """A file of events in a folder."""

    def __init__(self, folder):
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        self._file = EventFileWriter(os.fspath(folder))

    @contextlib.contextmanager
    def as_default(self, step=None):
        """What is written in the `with` statement goes to this file."""
        _writers.append((self, step))
        try:
            yield self
        finally:
            _writers.pop()

    def write(self, summary, step):
        from tensorboard.compat.proto.event_pb2 import Event

        self._file.add_event(Event(wall_time=time.time(), step=int(step), summary=summary))

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


def create_file_writer(logdir):
    """A writer of events in this folder."""
    return SummaryWriter(logdir)


@contextlib.contextmanager
def record_if(condition):
    """Nothing is written in the `with` statement while the condition, or what it returns, is false."""
    _conditions.append(condition)
    try:
        yield
    finally:
        _conditions.pop()


def _add(make, step):
    """Writes the summary that `make` returns; false if there is no writer, or the last condition is false."""
    condition = _conditions[-1] if _conditions else True
    if not _writers or not (condition() if callable(condition) else condition):
        return False
    writer, own = _writers[-1]
    step = own if step is None else step
    if step is None:
        raise ValueError("a summary needs a step: give it here or to `as_default`")
    writer.write(make(), step)
    return True


def scalar(name, data, step=None, description=None):
    """Writes a number."""
    import numpy as np
    from tensorboard.plugins.scalar.summary_v2 import scalar_pb

    return _add(lambda: scalar_pb(name, np.asarray(data), description), step)


def histogram(name, data, step=None, buckets=None, description=None):
    """Writes how often values are in equal intervals."""
    import numpy as np
    from tensorboard.plugins.histogram.summary_v2 import histogram_pb

    return _add(lambda: histogram_pb(name, np.asarray(data), buckets, description), step)


def text(name, data, step=None, description=None):
    """Writes a text."""
    from tensorboard.plugins.text.summary_v2 import text_pb

    return _add(lambda: text_pb(name, data, description), step)


def image(name, data, step=None, max_outputs=3, description=None):
    """Writes pictures of numbers from 0 to 1, or of bytes: count, rows, columns, and one, three or four channels."""
    import numpy as np
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.plugins.image import metadata
    from tensorboard.util import tensor_util

    def make():
        pictures = np.asarray(data)
        sizes = [str(size).encode() for size in (pictures.shape[2], pictures.shape[1])]
        pictures = [_png(picture) for picture in pictures[:max_outputs]]
        told = metadata.create_summary_metadata(display_name=None, description=description)
        tensor = tensor_util.make_tensor_proto(np.array(sizes + pictures, object))
        return Summary(value=[Summary.Value(tag=name, tensor=tensor, metadata=told)])

    return _add(make, step)


def _png(picture):
    import numpy as np
    from PIL import Image

    if picture.dtype != np.uint8:
        # As TensorFlow's `convert_image_dtype` with saturation.
        picture = np.clip(np.nan_to_num(picture.astype(np.float64)) * 255.5, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    Image.fromarray(picture[..., 0] if picture.shape[-1] == 1 else picture).save(file, "PNG")
    return file.getvalue()


def trace_on(graph=True, profiler=False, profiler_outdir=None):
    """Nothing: programs of JAX have no graph of TensorFlow."""


def trace_export(name, step=None, profiler_outdir=None):
    """Nothing, as `trace_on`."""


def keras_model_summary(name, data, step=None):
    """Writes the structure of a model, for TensorBoard's page of graphs."""
    from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata
    from tensorboard.util import tensor_util

    try:
        structure = data.to_json()
    except Exception as error:
        print(f"TensorBoard: the model's structure is left out, since it cannot be written as JSON: {error}")
        return False

    def make():
        plugin = SummaryMetadata.PluginData(plugin_name="graph_keras_model", content=b"1")
        told = SummaryMetadata(plugin_data=plugin)
        tensor = tensor_util.make_tensor_proto(structure)
        return Summary(value=[Summary.Value(tag=name, tensor=tensor, metadata=told)])

    return _add(make, step)


def complete(module, is_installed):
    """Completes `keras.src.callbacks.tensorboard`."""
    import sys

    stock, stock_model = module.TensorBoard.summary, module.keras_model_summary

    def summary(self):
        return stock.fget(self) if is_installed() else sys.modules[__name__]

    def model_summary(name, data, step=None):
        return (stock_model if is_installed() else keras_model_summary)(name, data, step)

    module.TensorBoard.summary, module.keras_model_summary = property(summary), model_summary
