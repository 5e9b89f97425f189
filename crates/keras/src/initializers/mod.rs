//! Initializers: the distributions of initial weights.
//!
//! An initializer is added by its file, its line `mod`, and its row in the list below.

mod constant;
mod fans;
mod identity;
mod initializer;
mod ones;
mod orthogonal;
mod random_normal;
mod random_uniform;
mod stft;
mod truncated_normal;
mod variance_scaling;
mod zeros;

pub use fans::fans;
pub use initializer::{Initializer, from_name};
pub use stft::{Scaling, Side, StftWindow};
pub use variance_scaling::{Distribution, FanMode};

crate::objects::kind! {
    dyn Initializer, "initializer" in "keras.initializers", [
        constant::Constant,
        variance_scaling::GlorotNormal,
        variance_scaling::GlorotUniform,
        variance_scaling::HeNormal,
        variance_scaling::HeUniform,
        identity::Identity,
        variance_scaling::LecunNormal,
        variance_scaling::LecunUniform,
        ones::Ones,
        orthogonal::Orthogonal,
        random_normal::RandomNormal,
        random_uniform::RandomUniform,
        stft::STFT,
        truncated_normal::TruncatedNormal,
        variance_scaling::VarianceScaling,
        zeros::Zeros,
    ],
    short names [
        "IdentityInitializer" => "Identity",
        "OrthogonalInitializer" => "Orthogonal",
        "STFTInitializer" => "STFT",
        "normal" => "RandomNormal",
        "uniform" => "RandomUniform",
        "one" => "Ones",
        "zero" => "Zeros",
    ]
}
