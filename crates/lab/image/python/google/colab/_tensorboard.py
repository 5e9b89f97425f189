"""`%tensorboard` in a page that reaches no port of the runtime: the curves of its logs as a figure."""

import os
import pathlib
import shlex


def complete(module):
    """Lets the module `tensorboard.notebook` show what this page can."""
    if os.environ.get("LABORA_SANDBOX"):
        module.start = _start
        module.display = lambda port=None, height=None: print(_where("LOGDIR"))
    else:
        # Its program and the browser are on the same machine.
        module._display_colab = module._display_ipython


def _where(folder):
    return (
        "The page reaches no port of a private machine, so TensorBoard itself is not shown here. On a computer with the "
        f"folder of this drive, `tensorboard --logdir {folder}` shows all of it, at http://localhost:6006."
    )


def _start(arguments):
    words = shlex.split(arguments, comments=True)
    words = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    if "--logdir" not in words[:-1]:
        raise ValueError("%tensorboard needs the folder of logs: %tensorboard --logdir FOLDER")
    folder = words[words.index("--logdir") + 1]
    curves = _curves(folder)
    print(_where(folder))
    if not curves:
        print(f"There are no scalars below {folder} yet; run this again when there are.")
        return
    _draw(curves)


def _curves(folder):
    """The scalars of logs: for each tag, and each run, its steps and values."""
    from tensorboard.backend.event_processing import event_accumulator
    from tensorboard.util import tensor_util

    curves = {}
    runs = {file.parent for file in pathlib.Path(folder).rglob("events.out.tfevents.*")}
    for run in sorted(runs):
        # Zero keeps all of a kind; no pictures and histograms.
        kept = {"scalars": 0, "tensors": 0, "images": 1, "histograms": 1, "compressedHistograms": 1, "audio": 1}
        events = event_accumulator.EventAccumulator(str(run), kept)
        events.Reload()
        name = run.relative_to(folder).as_posix()
        for tag in events.Tags()["scalars"]:
            points = [(event.step, event.value) for event in events.Scalars(tag)]
            curves.setdefault(tag, {})[name] = points
        for tag in events.Tags()["tensors"]:
            if events.SummaryMetadata(tag).plugin_data.plugin_name == "scalars":
                points = [(event.step, tensor_util.make_ndarray(event.tensor_proto)) for event in events.Tensors(tag)]
                curves.setdefault(tag, {})[name] = points
    return curves


def _draw(curves):
    import matplotlib.pyplot as plt

    columns = min(3, len(curves))
    rows = -(-len(curves) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(5 * columns, 3.5 * rows), squeeze=False)
    for axis in axes.flat[len(curves) :]:
        axis.set_visible(False)
    for axis, (tag, runs) in zip(axes.flat, sorted(curves.items()), strict=False):
        for run, points in runs.items():
            axis.plot(*zip(*points, strict=True), marker="." if len(points) < 20 else "", label=run)
        axis.set_title(tag)
        axis.set_xlabel("step")
        axis.legend()
    figure.tight_layout()
    plt.show()
