"""`tf.contrib.cloud`: how programs gave a TPU their rights in Google's cloud storage."""

from __future__ import annotations

from typing import Any

__all__ = ["configure_colab_session", "configure_gcs"]


def configure_gcs(session: Any, credentials: Any = None, block_cache: Any = None, device: Any = None) -> None:
    """Nothing: paths of cloud storage are refused where a file of theirs is opened, with or without rights."""


def configure_colab_session(session: Any) -> None:
    """Nothing, as `configure_gcs`."""
