//! Weight files: round trips, bad input, and both ways with real Keras.

mod bad_input;
mod fixtures;
mod hostile;
mod real_keras;
mod round_trip;
