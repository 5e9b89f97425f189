"""The suites: what they test, where their tests are, and how they run."""

from __future__ import annotations

import dataclasses
import pathlib

HERE = pathlib.Path(__file__).parent


@dataclasses.dataclass(frozen=True)
class Suite:
    """A suite of tests."""

    name: str
    title: str
    requirements: str
    """The file in this folder with the packages that the tests run with."""
    source: str
    """Where the tests are: `installed`, in the installed package; `sdist`, in the source distribution of the
    package of the suite's name; `checkout`, in a folder or an archive that is given."""
    files: tuple[str, ...]
    """Patterns of the files, relative to the source's folder."""
    versions: tuple[str, ...]
    """Packages whose versions the page names."""
    arguments: tuple[str, ...] = ()
    """Arguments for pytest."""
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    group_depth: int = 0
    """The table has a row for so many leading folders below the patterns' common one; 0: a row per file."""
    allowed: float = 0.0
    """The share of the tests that pass on the CPU backend and may fail here, each with a reason."""
    support: str = ""
    """A folder below `support` with modules that the tests import and that their source does not have."""


_JAX = ("jax", "jaxlib", "numpy")

SUITES = [
    Suite(
        name="keras",
        title="Keras's own tests",
        requirements="keras.txt",
        source="installed",
        files=("keras/src/**/*_test.py",),
        versions=("keras", *_JAX, "tensorflow-cpu"),
        arguments=("-c", "/dev/null"),
        environment={"KERAS_BACKEND": "jax", "TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"},
        support="keras",
        group_depth=1,
        allowed=0.005,
    ),
    Suite(
        name="array-api",
        title="The array API standard's test suite",
        requirements="libraries.txt",
        source="checkout",
        files=("array_api_tests/test_*.py",),
        versions=_JAX,
        # As JAX's own continuous integration runs it.
        arguments=("--max-examples=5", "--derandomize", "--disable-deadline"),
        environment={"ARRAY_API_TESTS_MODULE": "jax.numpy", "JAX_ENABLE_X64": "1"},
    ),
    Suite(
        name="flax",
        title="Flax's own tests",
        requirements="libraries.txt",
        source="sdist",
        files=("tests/**/*_test.py", "tests/nnx/test_*.py"),
        versions=("flax", *_JAX),
    ),
    Suite(
        name="optax",
        title="Optax's own tests",
        requirements="libraries.txt",
        source="sdist",
        files=("optax/**/*_test.py",),
        versions=("optax", "flax", *_JAX),
    ),
    Suite(
        name="equinox",
        title="Equinox's own tests",
        requirements="equinox.txt",
        source="checkout",
        files=("tests/test_*.py",),
        versions=("equinox", *_JAX),
        # The suite's configuration gives the CPU backend as many.
        environment={"LABORA_CORES": "2", "JAX_NUM_CPU_DEVICES": "2"},
    ),
    Suite(
        name="jax",
        title="JAX's own tests",
        requirements="jax.txt",
        source="checkout",
        files=("tests/*_test.py",),
        versions=_JAX,
        environment={"JAX_SKIP_SLOW_TESTS": "1", "JAX_NUM_GENERATED_CASES": "1"},
    ),
]
