"""Colab's module for notebooks: `files`, `drive` and `userdata`, as far as a laboratory of one's own has them."""

from google.colab import drive, files, userdata

__all__ = ["drive", "files", "userdata"]
