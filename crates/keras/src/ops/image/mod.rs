//! `keras.ops.image`: functions of images.
//!
//! Images are `(height, width, channels)`, or a batch of them, `(batch, height, width, channels)`. Keras's
//! `data_format` is `channels_last`: [`moveaxis`](crate::ops::moveaxis) makes it of others. Interpolations
//! and modes are Keras's names.
//!
//! ```
//! use keras::ops::{self, image};
//! use stablehlo::{ElementType::F32, TensorType};
//! let images = TensorType::new(F32, [8, 32, 32, 3]);
//! let module = ops::program(&[images], |x| {
//!     let gray = image::rgb_to_grayscale(&x[0]);
//!     Ok(vec![image::resize(&gray, [16, 16], "bicubic", true, false, false, 0.0)])
//! })?;
//! assert_eq!(module.main().unwrap().result_types()[0].to_string(), "tensor<8x16x16x1xf32>");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod color;
mod elastic;
mod filters;
mod margins;
mod patches;
mod resize;
mod sampling;
mod transforms;

pub use color::*;
pub(crate) use color::{hsv_of_rgb, rgb_of_hsv};
pub(crate) use elastic::Elastic;
pub use elastic::elastic_transform;
pub use filters::*;
pub(crate) use filters::{filtered, gaussian_kernel};
pub use margins::*;
pub use patches::*;
pub use resize::*;
pub(crate) use resize::{Resize, linear};
pub(crate) use sampling::Sampling;
pub use sampling::map_coordinates;
pub(crate) use transforms::projected;
pub use transforms::*;

/// The functions of this module, by file.
pub const NAMES: [&[&str]; 8] = [
    color::NAMES,
    elastic::NAMES,
    filters::NAMES,
    margins::NAMES,
    patches::NAMES,
    resize::NAMES,
    sampling::NAMES,
    transforms::NAMES,
];
