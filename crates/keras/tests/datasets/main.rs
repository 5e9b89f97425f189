//! Data sets: found in all their forms, and every bad input an error.

mod bad_input;
mod fixtures;
mod forms;
mod hostile;
mod real;
