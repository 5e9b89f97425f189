//! Networks of `keras.applications`, compared with Keras's: configurations and numbers of parameters
//! (`golden/configs.zip`), outputs and training steps (real Keras, by `python/applications.py`).
//!
//! Most networks take long and are left to
//! `cargo test -p labora-keras --test applications -- --include-ignored`, which takes minutes and gigabytes.

mod against_keras;
mod build;
mod configs;
mod imagenet;
#[path = "../steps/program.rs"]
#[allow(dead_code)]
mod program;
