"""`tf.errors`: exceptions of TensorFlow's operations, and the one for what is not here."""

from __future__ import annotations

from typing import Any

__all__ = [
    "AbortedError",
    "AlreadyExistsError",
    "CancelledError",
    "DataLossError",
    "DeadlineExceededError",
    "FailedPreconditionError",
    "InternalError",
    "InvalidArgumentError",
    "NotFoundError",
    "OpError",
    "OperatorNotAllowedInGraphError",
    "OutOfRangeError",
    "PermissionDeniedError",
    "ResourceExhaustedError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "UnknownError",
]


class NotInLabora(AttributeError, NotImplementedError):
    """A name or an option that TensorFlow has and this package has not; the message says what to use."""


class OpError(Exception):
    """The base of errors of operations. `OpError(message)` and TensorFlow's `OpError(node, op, message)`."""

    error_code = 2

    def __init__(self, *args: Any) -> None:
        self.node_def, self.op = (args[0], args[1]) if len(args) >= 3 else (None, None)
        self.message = str(args[2] if len(args) >= 3 else args[0] if args else "")
        super().__init__(self.message)


def _error(name: str, code: int, *bases: type) -> type:
    members = {"error_code": code, "__module__": __name__, "__doc__": f"Code {code} of TensorFlow's errors."}
    return type(name, (OpError, *bases), members)


CancelledError = _error("CancelledError", 1)
UnknownError = _error("UnknownError", 2)
InvalidArgumentError = _error("InvalidArgumentError", 3, ValueError)
DeadlineExceededError = _error("DeadlineExceededError", 4)
NotFoundError = _error("NotFoundError", 5, FileNotFoundError)
AlreadyExistsError = _error("AlreadyExistsError", 6, FileExistsError)
PermissionDeniedError = _error("PermissionDeniedError", 7, PermissionError)
ResourceExhaustedError = _error("ResourceExhaustedError", 8)
FailedPreconditionError = _error("FailedPreconditionError", 9)
AbortedError = _error("AbortedError", 10)
OutOfRangeError = _error("OutOfRangeError", 11)
UnimplementedError = _error("UnimplementedError", 12)
InternalError = _error("InternalError", 13)
UnavailableError = _error("UnavailableError", 14)
DataLossError = _error("DataLossError", 15)
UnauthenticatedError = _error("UnauthenticatedError", 16)


class OperatorNotAllowedInGraphError(TypeError):
    """Python's control flow met a tensor whose value is not known yet."""


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from labora_tf import _names

    raise _names.missing("tf.errors", name)
