//! The trait of learning rate schedules.

use crate::error::{Error, Result};
use crate::objects::Object;

/// The learning rate as a function of the step, which the host computes in double precision.
///
/// ```
/// use keras::objects::Registry;
/// use keras::optimizers::schedules::LearningRateSchedule;
/// use keras::optimizers::Adam;
///
/// keras::object! {
///     /// The inverse square root of the step, from the step `from` on.
///     InverseSquareRoot(): dyn LearningRateSchedule {
///         /// The last step with the learning rate `1 / sqrt(from)`. Default: 100.
///         from: [u64] = 100;
///     }
/// }
///
/// impl LearningRateSchedule for InverseSquareRoot {
///     fn at(&self, step: u64) -> f64 {
///         1.0 / (step.max(self.from) as f64).sqrt()
///     }
/// }
///
/// let adam = Adam::new().learning_rate(InverseSquareRoot::new().from(400));
/// assert_eq!(InverseSquareRoot::new().from(400).at(1), 0.05);
/// let mut registry = Registry::new();
/// registry.add::<InverseSquareRoot>();
/// let schedule = registry.from_name::<dyn LearningRateSchedule>("inverse_square_root")?;
/// assert_eq!(schedule.at(10_000), 0.01);
/// # Ok::<(), keras::Error>(())
/// ```
pub trait LearningRateSchedule: Object {
    /// The learning rate of a step, counted from 0.
    fn at(&self, step: u64) -> f64;
}

/// The part of these steps that is done. A schedule over 0 steps is at its end from the start.
pub(super) fn fraction(step: u64, steps: u64) -> f64 {
    step as f64 / steps.max(1) as f64
}

/// As [`fraction`], rounded down if the schedule is a staircase.
pub(super) fn stairs(step: u64, steps: u64, staircase: bool) -> f64 {
    let fraction = fraction(step, steps);
    if staircase { fraction.floor() } else { fraction }
}

/// Refuses schedules over 0 steps.
pub(super) fn check_steps(schedule: &str, setting: &str, steps: u64) -> Result<()> {
    if steps == 0 {
        return Err(Error::argument(format!("{schedule}: {setting} is 0, expected a number of steps from 1 on")));
    }
    Ok(())
}
