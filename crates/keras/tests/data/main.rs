//! Operators of data sets, and windows, splits and layers on strings, beside real Keras with TensorFlow.

mod against_keras;
mod lookup;
mod operators;
