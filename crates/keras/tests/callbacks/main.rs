//! Callbacks, told of trainings that are made up, and what they print.

mod files;
mod fit;
mod learning_rate;
mod progress;
mod stopping;
