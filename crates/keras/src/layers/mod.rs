//! Layers, in Keras's modules. Each file is one layer or a family: formula and an example, settings, then
//! weights, shapes and the formula itself.
//!
//! A layer is declared by [`layer!`](crate::layer): the list of its settings generates the constructor, the
//! setters, the configuration in Keras's files, and a row of the registry. [`Layer`] is the interface of a
//! layer; [`Scope`](crate::graph::Scope) is what its formula has access to.
//!
//! A layer is added by its file, its lines in the `mod.rs` of its folder, and its row in the list below.

mod convolution;
mod core;
mod declare;
#[cfg(test)]
mod evaluate;
mod merging;
mod normalization;
mod pooling;
mod preprocessing;
mod regularization;
mod reshaping;
mod window;

pub use self::core::Input;
pub use crate::graph::{Base, CallContext, Common, InputSpec, Layer, WeightSpec};
pub use preprocessing::{Factor, FillMode, FlipMode, Interpolation};
pub use window::{Padding, Sizes};

crate::objects::kind! {
    dyn Layer, "layer" in "keras.layers", [
        convolution::Conv2D,
        core::Activation,
        core::Dense,
        core::InputLayer,
        merging::Add,
        merging::Concatenate,
        normalization::BatchNormalization,
        pooling::GlobalAveragePooling2D,
        pooling::MaxPooling2D,
        preprocessing::RandomFlip,
        preprocessing::RandomTranslation,
        regularization::Dropout,
        reshaping::Flatten,
    ],
    short names []
}
