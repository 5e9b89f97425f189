//! Learning rate schedules: the learning rate as a function of the step.
//!
//! A schedule is added by its file, its line `mod`, and its row in the list below.

mod cosine_decay;
mod cosine_decay_restarts;
mod exponential_decay;
mod inverse_time_decay;
mod learning_rate_schedule;
mod piecewise_constant_decay;
mod polynomial_decay;

pub use learning_rate_schedule::LearningRateSchedule;

crate::objects::kind! {
    dyn LearningRateSchedule, "learning rate schedule" in "keras.optimizers.schedules", [
        cosine_decay::CosineDecay,
        cosine_decay_restarts::CosineDecayRestarts,
        exponential_decay::ExponentialDecay,
        inverse_time_decay::InverseTimeDecay,
        piecewise_constant_decay::PiecewiseConstantDecay,
        polynomial_decay::PolynomialDecay,
    ],
    short names []
}
