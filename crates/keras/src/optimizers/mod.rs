//! Optimizers: the rules that update weights from gradients.
//!
//! An optimizer declares its settings ([`optimizer!`](crate::optimizer)) and the variables ("slots") that it
//! stores for each parameter, and writes its rule on [`ops`](crate::ops). Formulas and defaults are Keras's.
//!
//! An optimizer is added by its file, its line `mod`, and its row in the list below.

mod adafactor;
mod adagrad;
mod adam;
mod adamax;
mod declare;
mod ftrl;
mod learning_rate;
mod loss_scale;
mod multi;
mod muon;
mod optimizer;
mod options;
mod rms_prop;
mod rule;
mod schedule_free;
pub mod schedules;
mod sgd;

pub use learning_rate::LearningRate;
pub use multi::OptimizerMap;
pub use optimizer::{Declaration, LossScaling, Optimizer, Part, Slot, Step, Update, Updated, from_name};
pub use options::Options;

crate::objects::kind! {
    dyn Optimizer, "optimizer" in "keras.optimizers", [
        adafactor::Adafactor,
        adagrad::Adadelta,
        adagrad::Adagrad,
        adam::Adam,
        adam::AdamW,
        adamax::Adamax,
        adamax::Lamb,
        adamax::Lion,
        adamax::Nadam,
        ftrl::Ftrl,
        loss_scale::LossScaleOptimizer,
        multi::MultiOptimizer,
        muon::Muon,
        rms_prop::RMSprop,
        schedule_free::ScheduleFreeAdamW,
        sgd::SGD,
    ],
    short names ["adamw" => "AdamW", "rmsprop" => "RMSprop"]
}
