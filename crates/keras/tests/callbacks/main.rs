//! Callbacks in simulated trainings, and their output.

mod files;
mod fit;
mod learning_rate;
mod progress;
mod stopping;
