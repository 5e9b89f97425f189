//! Operators of data sets, and windows and splits beside real Keras with TensorFlow.

mod against_keras;
mod operators;
