//! Activations, losses, metrics, optimizers and fans: the programs they build, run by the interpreter,
//! compared with Keras's values from `tests/python/golden_functions.py`.

mod activations;
mod fans;
mod golden;
mod losses;
mod metrics;
mod optimizers;
mod types;
