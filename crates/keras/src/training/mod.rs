//! Training, evaluation and prediction on a device.
//!
//! | file | matter |
//! |---|---|
//! | `compile` | optimizer, loss, metrics: by value or by name |
//! | `options` | settings of `fit`, `evaluate`, `predict`; the flag that ends a training |
//! | `device`, `cores` | the cores of a PJRT client; programs and buffers on them |
//! | `device_model` | what users hold: a model on a device |
//! | `fit` | epochs, calls, callbacks |
//! | `feed`, `stream` | the rows of each epoch: all on the device, or chunk after chunk |
//! | `session` | the state of a training on the device |
//! | `inference` | evaluation and prediction |
//! | `order`, `pace` | which rows at which step; how many steps a call |
//! | `recent` | what was compiled last |
//! | `trouble` | what is said when a device fails |
//! | `driver`, `totals`, `report` | what callbacks, history and benchmarks are told |

mod compile;
mod cores;
mod device;
mod device_model;
mod driver;
mod feed;
mod fit;
mod inference;
mod options;
mod order;
mod pace;
mod recent;
mod report;
mod session;
mod stream;
mod totals;
mod trouble;

pub use compile::{Compile, LossSpec, MetricSpec, Resolved};
pub use device::Device;
pub use device_model::DeviceModel;
pub use options::{Fit, Infer, StopFlag};
pub use report::{Call, TrainingReport};
