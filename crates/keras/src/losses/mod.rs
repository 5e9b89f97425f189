//! Losses: the functions that training minimizes, an object a file.
//!
//! A loss is added by its file, its line `mod`, and its row in the list below.

mod binary_crossentropy;
mod binary_focal_crossentropy;
mod categorical_crossentropy;
mod categorical_focal_crossentropy;
mod categorical_generalized_cross_entropy;
mod categorical_hinge;
mod circle;
mod cosine_similarity;
mod ctc;
mod declare;
mod dice;
mod formulas;
mod from_name;
mod hinge;
mod huber;
mod kl_divergence;
mod log_cosh;
mod loss;
mod mean_absolute_error;
mod mean_absolute_percentage_error;
mod mean_squared_error;
mod mean_squared_logarithmic_error;
mod poisson;
mod reduction;
mod sparse_categorical_crossentropy;
mod squared_hinge;
mod targets;
mod tversky;

pub(crate) use formulas::axis_last;
pub use from_name::{from_name, resolve};
pub use loss::Loss;
pub use reduction::Reduction;
pub(crate) use targets::TargetKind;
pub use targets::Targets;

crate::objects::kind! {
    dyn Loss, "loss" in "keras.losses", [
        binary_crossentropy::BinaryCrossentropy,
        binary_focal_crossentropy::BinaryFocalCrossentropy,
        categorical_crossentropy::CategoricalCrossentropy,
        categorical_focal_crossentropy::CategoricalFocalCrossentropy,
        categorical_generalized_cross_entropy::CategoricalGeneralizedCrossEntropy,
        categorical_hinge::CategoricalHinge,
        circle::Circle,
        cosine_similarity::CosineSimilarity,
        ctc::CTC,
        dice::Dice,
        hinge::Hinge,
        huber::Huber,
        kl_divergence::KLDivergence,
        log_cosh::LogCosh,
        mean_absolute_error::MeanAbsoluteError,
        mean_absolute_percentage_error::MeanAbsolutePercentageError,
        mean_squared_error::MeanSquaredError,
        mean_squared_logarithmic_error::MeanSquaredLogarithmicError,
        poisson::Poisson,
        sparse_categorical_crossentropy::SparseCategoricalCrossentropy,
        squared_hinge::SquaredHinge,
        tversky::Tversky,
    ],
    short names [
        "bce" => "BinaryCrossentropy",
        "BCE" => "BinaryCrossentropy",
        "kld" => "KLDivergence",
        "KLD" => "KLDivergence",
        "kullback_leibler_divergence" => "KLDivergence",
        "mae" => "MeanAbsoluteError",
        "MAE" => "MeanAbsoluteError",
        "mse" => "MeanSquaredError",
        "MSE" => "MeanSquaredError",
        "mape" => "MeanAbsolutePercentageError",
        "MAPE" => "MeanAbsolutePercentageError",
        "msle" => "MeanSquaredLogarithmicError",
        "MSLE" => "MeanSquaredLogarithmicError",
        "logcosh" => "LogCosh",
    ]
}
