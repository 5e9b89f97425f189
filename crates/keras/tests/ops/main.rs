//! `keras.ops` against golden values of real Keras (`tests/python/golden_ops.py`).

mod boxes;
mod cases;
mod errors;
mod image_cases;
mod more_cases;
mod names;
