"""`tensorflow.python.lib.io.file_io`: the functions of `tf.io.gfile` by the names of TensorFlow's inside."""

from __future__ import annotations

from typing import Any

from labora_tf.io.gfile import (
    GFile,
    copy,
    exists,
    glob,
    isdir,
    join,
    listdir,
    makedirs,
    mkdir,
    remove,
    rename,
    rmtree,
    stat,
    walk,
)

__all__ = [
    "FileIO",
    "copy",
    "create_dir",
    "delete_file",
    "delete_recursively",
    "file_exists",
    "get_matching_files",
    "is_directory",
    "join",
    "list_directory",
    "read_file_to_string",
    "recursive_create_dir",
    "rename",
    "stat",
    "walk",
    "write_string_to_file",
]

FileIO, file_exists, is_directory, get_matching_files, list_directory = GFile, exists, isdir, glob, listdir
create_dir, recursive_create_dir, delete_file, delete_recursively = mkdir, makedirs, remove, rmtree


def read_file_to_string(filename: Any, binary_mode: bool = False) -> Any:
    """The content of a file: text, or bytes in binary mode."""
    with GFile(filename, "rb" if binary_mode else "r") as file:
        return file.read()


def write_string_to_file(filename: Any, file_content: Any) -> None:
    """Writes text, or bytes, into a file."""
    with GFile(filename, "wb" if isinstance(file_content, bytes) else "w") as file:
        file.write(file_content)
