"""`google.colab.output`: the output of the cell that runs.

Scripts of outputs do not reach the kernel here, so that what needs them is refused with a text.
"""

import contextlib

_callbacks = {}


def clear(wait=False, output_tags=()):
    """Clears the output of the cell, with `wait` when the next output comes.

    Outputs have no tags here: with `output_tags` nothing is cleared, rather than what others had shown.
    """
    if output_tags:
        return
    from IPython.display import clear_output

    clear_output(wait)


@contextlib.contextmanager
def use_tags(tags, append=True):
    """Outputs have no tags here: they are shown without."""
    yield {tags} if isinstance(tags, str) else set(tags)


@contextlib.contextmanager
def temporary():
    """Shows outputs as others: they are not cleared in the end."""
    yield


@contextlib.contextmanager
def _here(*_):
    yield


# Outputs have one area.
redirect_to_element = to_default_area = to_footer_area = to_header_area = _here


def register_callback(function_name, callback):
    """Keeps a function for scripts of outputs, and says that none will call it."""
    _callbacks[function_name] = callback
    print(f"{function_name} is registered, but scripts of outputs call no functions of the kernel. Use ipywidgets.")


def eval_js(script, ignore_result=False, timeout_sec=None):
    """Refused: scripts of outputs do not answer the kernel.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(
        "eval_js: a kernel of this laboratory gets no answers from scripts of the page. Show HTML by "
        "IPython.display.HTML, ask for a value by input() or ipywidgets, and for files by files.upload()."
    )


def enable_custom_widget_manager():
    """Nothing is to be done: JupyterLab loads the widgets that the image has."""


def disable_custom_widget_manager():
    """As `enable_custom_widget_manager`."""


def serve_kernel_port_as_iframe(port, path="/", width="100%", height="400", cache_in_notebook=False):
    """Refused, as `serve_kernel_port_as_window`."""
    serve_kernel_port_as_window(port, path)


def serve_kernel_port_as_window(port, path="/", anchor_text=None):
    """Refused: the server passes nothing on to ports of a runtime.

    Raises:
        NotImplementedError: always.
    """
    raise NotImplementedError(f"port {port}: this laboratory serves no ports of a runtime in the page.")
