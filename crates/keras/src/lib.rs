//! Keras in Rust: layers, models and training on PJRT devices.
//!
//! ```
//! use keras::layers::{Conv2D, Dense, Flatten, MaxPooling2D, Padding};
//! use keras::{Activation, Compile, Input, Model, optimizers::Adam};
//!
//! let input = Input::new([32, 32, 3]).name("Input");
//! let x = Conv2D::new(32, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&input)?;
//! let x = MaxPooling2D::new((2, 2)).call(&x)?;
//! let x = Flatten::new().call(&x)?;
//! let output = Dense::new(10).activation(Activation::Softmax).call(&x)?;
//! let mut model = Model::new(&input, &output)?;
//! model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
//! println!("{}", model.summary());
//! # Ok::<(), keras::Error>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`applications`] | networks that are ready to use |
//! | [`ops`] | functions of tensors, with which layers are written |
//! | [`layers`] | one file per layer |
//! | [`symbolic`] | the functions of `ops` on symbolic tensors, as steps of models |
//! | [`graph`] | the interface of layers, symbolic tensors, and the network between an input and an output |
//! | [`models`] | a network with its weights; `compile`, summaries and configurations |
//! | [`trace`] | the StableHLO programs of training, evaluation and prediction |
//! | [`training`] | `fit`, `evaluate` and `predict` on a device |
//! | [`data`] | data sets that need not fit into memory |
//! | [`callbacks`] | hooks into training |
//! | [`bounding_boxes`] | boxes of objects in images |
//! | [`saving`] | weight files, shared with Keras |
//! | [`visualization`] | drawings of models, confusion matrices |
//! | [`objects`] | the registry, and the declaration of objects |
//! | [`activations`], [`constraints`], [`initializers`], [`losses`], [`metrics`], [`optimizers`], [`regularizers`] | formulas |

#![forbid(unsafe_code)]

pub mod activations;
pub mod applications;
mod array;
mod arrays;
pub mod bounding_boxes;
pub mod callbacks;
pub mod constraints;
pub mod data;
mod dtype;
mod error;
pub mod graph;
pub mod initializers;
pub mod json;
pub mod layers;
pub mod losses;
pub mod metrics;
pub mod models;
pub mod naming;
pub mod objects;
pub mod ops;
pub mod optimizers;
mod partial_shape;
pub mod random;
pub mod regularizers;
pub mod saving;
mod shape;
mod strings;
pub mod symbolic;
pub mod trace;
pub mod training;
pub mod utils;
mod verbosity;
pub mod visualization;

pub use activations::Activation;
pub use array::{Array, Values};
pub use arrays::{Arrays, Samples};
pub use dtype::{DTypePolicy, Quantization};
pub use error::{Error, ErrorKind, Result};
pub use graph::KerasTensor;
pub use layers::Input;
pub use models::{Compile, Model, Sequential};
pub use partial_shape::PartialShape;
pub use shape::Shape;
pub use stablehlo::budget;
pub use strings::{Feature, Strings};
pub use training::{Device, DeviceModel, Fit, Function, Infer, StopFlag, ValidationFreq};
pub use verbosity::{Display, Verbose};
// The declarations of objects name it, also in the crates of users.
#[doc(hidden)]
pub use serde_json;
