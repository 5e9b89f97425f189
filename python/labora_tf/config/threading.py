"""`tf.config.threading`: accepted, and nothing else."""

_threads = {"inter": 0, "intra": 0}


def get_inter_op_parallelism_threads() -> int:
    """What was set."""
    return _threads["inter"]


def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Accepted."""
    _threads["inter"] = int(num_threads)


def get_intra_op_parallelism_threads() -> int:
    """What was set."""
    return _threads["intra"]


def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Accepted."""
    _threads["intra"] = int(num_threads)
