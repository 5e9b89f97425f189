"""`tf.io.gfile` and `tf.gfile`: files of this machine. Paths of cloud storage are refused."""

from __future__ import annotations

import glob as _glob
import os
import shutil
from collections import namedtuple
from collections.abc import Iterator
from typing import Any

from labora_tf import errors

_MODES = {"r", "w", "a", "rb", "wb", "ab", "r+", "w+", "a+", "rb+", "wb+", "ab+", "r+b", "w+b", "a+b"}


def _path(path: Any) -> str:
    """A path as text; cloud storage is refused."""
    if hasattr(path, "numpy"):
        path = path.numpy()
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"A path must be a string, got {type(path).__name__}.")
    text = os.fsdecode(path)
    scheme, colon, rest = text.partition("://")
    if not colon:
        return text
    if scheme == "file":
        return rest
    raise errors.UnimplementedError(
        None,
        None,
        f"File system scheme '{scheme}' is not in Labora (path: '{text}'): this runtime reads files of its "
        f"own disk "
        "alone. Copy the files here and give their local path.",
    )


def _error_of(error: OSError, path: str) -> errors.OpError:
    """What TensorFlow raises where Python raises `error`."""
    if isinstance(error, errors.OpError):
        return error
    kinds = {
        FileNotFoundError: errors.NotFoundError,
        PermissionError: errors.PermissionDeniedError,
        IsADirectoryError: errors.FailedPreconditionError,
        NotADirectoryError: errors.FailedPreconditionError,
        FileExistsError: errors.AlreadyExistsError,
    }
    kind = next((new for old, new in kinds.items() if isinstance(error, old)), errors.UnknownError)
    return kind(None, None, f"{path}; {error.strerror or error}")


class _guard:
    """Errors of Python's file functions as TensorFlow's."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, OSError):
            raise _error_of(error, self._path) from None


def _open(path: Any, mode: str) -> Any:
    """Python's file of a path."""
    name = _path(path)
    with _guard(name):
        if "r" in mode and os.path.isdir(name):
            raise errors.FailedPreconditionError(None, None, f"{name}; Is a directory")
        return open(name, mode)


class GFile:
    """`tf.io.gfile.GFile(name, mode="r")`: a file that is opened at its first use. Text without a `b`, else
    bytes."""

    def __init__(self, name: Any, mode: str = "r", encoding: str = "utf-8") -> None:
        if mode not in _MODES:
            raise ValueError(f"mode is not 'r' or 'w' or 'a' or one with '+' or 'b': {mode}")
        self._name, self._mode, self._encoding, self._file = name, mode, encoding, None

    def _opened(self) -> Any:
        if self._file is None:
            self._file = _open(self._name, self._mode.replace("b", "") + "b")
        return self._file

    def _convert(self, data: bytes) -> Any:
        return data if "b" in self._mode else data.decode(self._encoding)

    @property
    def name(self) -> Any:
        return self._name

    @property
    def mode(self) -> str:
        return self._mode

    def read(self, n: int = -1) -> Any:
        """`n` bytes, or all that follows."""
        if self._mode.startswith(("w", "a")) and "+" not in self._mode:
            raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
        return self._convert(self._opened().read(n))

    def readline(self) -> Any:
        return self._convert(self._opened().readline())

    def readlines(self) -> list[Any]:
        return list(self)

    def write(self, file_content: Any) -> None:
        if self._mode.startswith("r") and "+" not in self._mode:
            raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
        if isinstance(file_content, str):
            file_content = file_content.encode(self._encoding)
        if not isinstance(file_content, (bytes, bytearray)):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        self._opened().write(file_content)

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        self._opened().seek(position if offset is None else offset, whence)

    def tell(self) -> int:
        return self._opened().tell()

    def size(self) -> int:
        """The size of the file in bytes."""
        if self._file is not None and not self._file.closed and self._mode != "r":
            self._file.flush()
        return stat(self._name).length

    def flush(self) -> None:
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        if self._file is None and self._mode.startswith("w"):
            self._opened()
        if self._file is not None:
            self._file.close()
            self._file = None
            self._mode = self._mode.replace("w", "a")

    def seekable(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__

    def __enter__(self) -> GFile:
        self._opened()
        return self

    def __exit__(self, *args: Any) -> None:
        self.close()


FileStatistics = namedtuple("FileStatistics", ["length", "mtime_nsec", "is_directory"])


def exists(path: Any) -> bool:
    return os.path.exists(_path(path))


def isdir(path: Any) -> bool:
    return os.path.isdir(_path(path))


def listdir(path: Any) -> list[str]:
    """The names in a folder."""
    name = _path(path)
    if not os.path.isdir(name):
        raise errors.NotFoundError(None, None, f"Could not find directory {name}")
    with _guard(name):
        return os.listdir(name)


def glob(pattern: Any) -> list[str]:
    """The files that match a pattern or one of a list of patterns."""
    given = [pattern] if isinstance(pattern, (str, bytes, os.PathLike)) else list(pattern)
    return [name for one in given for name in sorted(_glob.glob(_path(one)))]


def makedirs(path: Any) -> None:
    """Makes a folder and those above it; nothing if it is there."""
    name = _path(path)
    with _guard(name):
        os.makedirs(name, exist_ok=True)


def mkdir(path: Any) -> None:
    """Makes a folder in one that is there; nothing if it is there."""
    name = _path(path)
    with _guard(name):
        if not os.path.isdir(name):
            os.mkdir(name)


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copies a file; `AlreadyExistsError` if the target is there, unless `overwrite`."""
    source, target = _path(src), _path(dst)
    if os.path.exists(target) and not overwrite:
        raise errors.AlreadyExistsError(None, None, "file already exists")
    with _guard(source):
        shutil.copyfile(source, target)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    source, target = _path(src), _path(dst)
    if os.path.exists(target) and not overwrite:
        raise errors.AlreadyExistsError(None, None, "file already exists")
    with _guard(source):
        os.replace(source, target)


def remove(path: Any) -> None:
    """Removes a file."""
    name = _path(path)
    with _guard(name):
        os.remove(name)


def rmtree(path: Any) -> None:
    """Removes a folder and all in it."""
    name = _path(path)
    if not os.path.exists(name):
        raise errors.NotFoundError(None, None, f"{name}; No such file or directory")
    with _guard(name):
        shutil.rmtree(name)


def stat(path: Any) -> FileStatistics:
    """`length`, `mtime_nsec` and `is_directory` of a path."""
    name = _path(path)
    with _guard(name):
        found = os.stat(name)
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(name))


def walk(top: Any, topdown: bool = True, onerror: Any = None) -> Iterator[tuple[str, list[str], list[str]]]:
    """Triples of a folder, the folders in it and the files in it."""
    return os.walk(_path(top), topdown, onerror)


def join(path: Any, *paths: Any) -> str:
    return os.path.join(_path(path), *(_path(one) for one in paths))


def get_registered_schemes() -> list[str]:
    return ["", "file"]


# The names of TensorFlow 1.
Open = FastGFile = GFile
Copy, DeleteRecursively, Exists, Glob, IsDirectory, ListDirectory = copy, rmtree, exists, glob, isdir, listdir
MakeDirs, MkDir, Remove, Rename, Stat, Walk = makedirs, mkdir, remove, rename, stat, walk


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from labora_tf import _names

    raise _names.missing("tf.io.gfile", name)
