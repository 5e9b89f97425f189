"""Writes the file tests of this folder: programs, inputs, and expected results.

Expected results are from XLA's CPU compiler, which is another implementation of the same specification. They are from
numpy if XLA deviates from the specification (a comment states each case) or does not support the program. Run it in
an environment with

    pip install jax==0.10.2 numpy ml_dtypes
    python generate.py

and review the changes before they are committed.
"""

from cases import write
from contraction_cases import contractions
from control_cases import control, random_bits, replicas
from data_movement_cases import data_movement, indexing
from elementwise_cases import binary, compare, convert, selection, unary
from jax_cases import jax_programs
from reduction_cases import reductions, sorting
from zero_size_cases import zero_size

# The order matters: the cases draw their values from one sequence of random numbers.
GROUPS = [
    unary, binary, compare, convert, selection, data_movement, indexing, contractions, reductions, sorting, control,
    random_bits, replicas, jax_programs, zero_size,
]

if __name__ == "__main__":
    for group in GROUPS:
        group()
    write()
