//! Weight files: round trips, bad input, and exchange with Keras in both directions.

mod bad_input;
mod bounded;
mod fixtures;
mod hostile;
mod keras_1;
mod partial;
mod real_keras;
mod round_trip;
mod safetensors;
mod structured;
mod whole_models;
