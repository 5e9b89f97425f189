//! Constraints: functions that training applies to weights after each step.
//!
//! A constraint is added by its file, its line `mod`, and its row in the list below.

mod constraint;
mod max_norm;
mod min_max_norm;
mod non_neg;
mod unit_norm;

pub use constraint::Constraint;

crate::objects::kind! {
    dyn Constraint, "constraint" in "keras.constraints", [
        max_norm::MaxNorm,
        min_max_norm::MinMaxNorm,
        non_neg::NonNeg,
        unit_norm::UnitNorm,
    ],
    short names [
        "nonneg" => "NonNeg",
        "maxnorm" => "MaxNorm",
        "unitnorm" => "UnitNorm",
        "minmaxnorm" => "MinMaxNorm",
    ]
}
