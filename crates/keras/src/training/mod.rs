//! Training, evaluation and prediction on a device.
//!
//! | file | contents |
//! |---|---|
//! | `options` | settings of `fit`, `evaluate`, `predict`; the flag that stops a training |
//! | `device`, `cores` | the cores of a PJRT client; programs and buffers on them |
//! | `exchange` | what the processes of a device tell each other |
//! | `function` | formulas of users, compiled for a core |
//! | `device_model`, `on_batch` | the user's object: a model on a device; single batches |
//! | `check`, `class_weights` | checks of data against a model; class weights as sample weights |
//! | `fit`, `plan`, `training_run` | `fit`: its entry, its compiled programs, its epochs |
//! | `epochs` | the rows of each epoch: of arrays, or of a data set |
//! | `epoch_data`, `feed`, `stream` | rows of arrays: all on the device, or streamed in chunks |
//! | `dataset_epochs`, `blocks` | batches of a data set, streamed in blocks |
//! | `session` | the state of a training on the device |
//! | `evaluation`, `prediction`, `inference` | `evaluate`, `predict`, and the loop that they share |
//! | `grad_cam` | where in an image a classifier sees a class |
//! | `order`, `pace` | the rows of each step; the number of steps of a call |
//! | `lru_cache` | the compiled programs that were used last |
//! | `device_error` | the messages of failing devices |
//! | `driver`, `totals`, `report` | callbacks, logs, measurements |

mod blocks;
mod check;
mod class_weights;
mod cores;
mod dataset_epochs;
mod device;
mod device_error;
mod device_model;
mod driver;
mod epoch_data;
mod epochs;
mod evaluation;
mod exchange;
mod feed;
mod fit;
mod function;
mod grad_cam;
mod inference;
mod lru_cache;
mod on_batch;
mod options;
mod order;
mod pace;
mod plan;
mod prediction;
mod progress;
mod report;
mod session;
mod stream;
mod totals;
mod training_run;

pub use device::Device;
pub use device_model::DeviceModel;
pub use function::Function;
pub use options::{Fit, Infer, StopFlag, Validation, ValidationFreq};
pub use report::{Call, TrainingReport};
