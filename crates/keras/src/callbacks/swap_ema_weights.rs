//! Evaluates with moving averages of the weights.

use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use crate::error::Result;

/// Exchanges the weights and their moving averages before each validation, and back after it
/// (`keras.callbacks.SwapEMAWeights`). The optimizer has to have `use_ema`.
///
/// With [`swap_on_epoch`](Self::swap_on_epoch) the averages stay in the place of the weights from the end
/// of an epoch to the beginning of the next one, so that callbacks after this one, such as a
/// [`ModelCheckpoint`](super::ModelCheckpoint), see them. Whatever is set, a training ends with the
/// averages as weights, as it does without this callback.
///
/// ```
/// use keras::{Fit, callbacks::SwapEmaWeights, optimizers::Adam};
/// let optimizer = Adam::new().use_ema(true);
/// let fit = Fit::default().callback(SwapEmaWeights::new());
/// # let _ = (optimizer, fit);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SwapEmaWeights {
    swap_on_epoch: bool,
    is_swapped: bool,
}

impl SwapEmaWeights {
    /// Exchanges them for validations.
    pub fn new() -> Self {
        Self::default()
    }

    /// If true, the averages are the weights between epochs, too. Default: false.
    #[must_use]
    pub fn swap_on_epoch(mut self, swap_on_epoch: bool) -> Self {
        self.swap_on_epoch = swap_on_epoch;
        self
    }

    /// Puts the averages in the place of the weights, or the weights back.
    fn set(&mut self, ctx: &mut TrainContext<'_>, is_swapped: bool) -> Result<()> {
        if self.is_swapped != is_swapped {
            ctx.model.swap_averages()?;
            self.is_swapped = is_swapped;
        }
        Ok(())
    }
}

impl Callback for SwapEmaWeights {
    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        self.is_swapped = false;
        Ok(())
    }

    fn on_epoch_begin(&mut self, ctx: &mut TrainContext<'_>, _epoch: usize) -> Result<()> {
        self.set(ctx, false)
    }

    fn on_test_begin(&mut self, ctx: &mut TrainContext<'_>) -> Result<()> {
        self.set(ctx, true)
    }

    fn on_test_end(&mut self, ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        self.set(ctx, false)
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, _epoch: usize, _logs: &mut Logs) -> Result<()> {
        self.set(ctx, self.swap_on_epoch)
    }

    fn on_train_end(&mut self, ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        // The end of a training takes the averages from the optimizer.
        self.set(ctx, false)
    }
}
