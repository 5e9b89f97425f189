//! The objects that Keras registers: created from real Keras's configurations, run by the interpreter,
//! compared with Keras's values from `tests/python/golden_objects.py`.

#[path = "../functions/golden.rs"]
#[allow(dead_code)]
mod golden;
mod initializers;
mod json;
mod layers;
mod losses;
mod metrics;
mod names;
mod python_json;
mod registry;
mod schedules;
mod weights;
