"""What Keras's tests import from the `conftest.py` of its repository, which its wheel does not have."""

import pytest


def skip_if_backend(name: str, reason: str) -> pytest.MarkDecorator:
    """Skips a test on a backend of Keras."""
    import keras

    return pytest.mark.skipif(keras.config.backend() == name, reason=reason)
