//! Activations, losses, metrics, optimizers and schedules: the programs they build, run by the interpreter,
//! against real Keras. The numbers are made by `tests/python/golden_functions.py`.

mod activations;
mod golden;
mod losses;
mod metrics;
mod optimizers;
mod schedules;
mod types;
