//! Labora: a tensor-processor laboratory for your own hardware.
//!
//! The steps of the article: a Keras network is converted for a tensor processor and trained on its eight
//! cores; its weights are saved, and images are classified with them on the CPU.
//!
//! ```no_run
//! use labora::prelude::*;
//!
//! let data = datasets::cifar10::load_data(&Default::default())?;
//!
//! let input = Input::new([32, 32, 3]).name("Input");
//! let x = BatchNormalization::new().call(&input)?;
//! let x = Conv2D::new(32, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
//! let x = MaxPooling2D::new((2, 2)).call(&x)?;
//! let x = Flatten::new().call(&x)?;
//! let output = Dense::new(10).activation(Activation::Softmax).call(&x)?;
//! let mut model = Model::new(&input, &output)?;
//! model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
//!
//! let mut tpu_model = model.to_device(&labora::tpu()?)?;
//! tpu_model.fit(&data.train, &data.train.labels, Fit::new().batch_size(1024).epochs(50))?;
//! tpu_model.save_weights("cifar10.weights.h5")?;
//!
//! model.load_weights("cifar10.weights.h5")?;
//! let mut cpu_model = model.to_device(&labora::cpu()?)?;
//! let probabilities = cpu_model.predict(&data.test, Infer::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crates are re-exported: [`datasets`], [`keras`] and [`pjrt`].

#![forbid(unsafe_code)]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod devices;
pub mod key_value_store;
#[cfg(feature = "plots")]
pub mod plots;
pub mod plugins;
#[cfg(feature = "download")]
mod remote_monitor;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod terminal;

pub use datasets;
pub use devices::{cpu, tpu};
pub use keras;
pub use pjrt;
#[cfg(feature = "download")]
pub use remote_monitor::RemoteMonitor;

/// The examples of the page on data sets.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/data.md")]
struct DataPage;

/// The imports of a program like the article's.
pub mod prelude {
    pub use crate::{datasets, keras};
    pub use keras::callbacks::{EarlyStopping, ModelCheckpoint, ReduceLrOnPlateau};
    pub use keras::layers::*;
    pub use keras::optimizers::{Adam, AdamW, Optimizer, RMSprop, SGD};
    pub use keras::{Activation, Array, Compile, DTypePolicy, Device, Fit, Infer, Model, Sequential, Verbose};
}
