//! Shows progress bars.

use super::callback::Callback;
use super::context::{TrainContext, output_failed};
use super::logs::Logs;
use crate::error::Result;
use crate::utils::progbar::{Clock, Progbar, Style, system_clock};
use crate::verbosity::Verbose;

/// Shows a [`Progbar`] for each epoch, evaluation or prediction, as the run's `verbose` says. If the user
/// adds one, it replaces the default one.
pub struct ProgbarLogger {
    make_clock: fn() -> Clock,
    bar: Option<Progbar>,
    seen: usize,
    in_fit: bool,
    /// The number of steps of the first epoch, for the later ones if the number is unknown.
    target: Option<usize>,
}

impl Default for ProgbarLogger {
    fn default() -> Self {
        Self { make_clock: system_clock, bar: None, seen: 0, in_fit: false, target: None }
    }
}

impl ProgbarLogger {
    /// Measures time with the machine's clock.
    pub fn new() -> Self {
        Self::default()
    }

    fn begin(&mut self, ctx: &TrainContext<'_>) {
        let style = Style { verbose: ctx.run.verbose, display: ctx.run.display, ..Style::default() };
        self.seen = 0;
        self.bar = Some(Progbar::new(ctx.run.steps.or(self.target), style).with_clock((self.make_clock)()));
    }

    fn advance(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        self.seen = batch + 1;
        let Some(bar) = &mut self.bar else { return Ok(()) };
        bar.advance(ctx.out, self.seen, &logs.iter().collect::<Vec<_>>()).map_err(output_failed)
    }

    fn end(&mut self, ctx: &mut TrainContext<'_>, logs: &Logs) -> Result<()> {
        let Some(mut bar) = self.bar.take() else { return Ok(()) };
        self.target = self.target.or(Some(self.seen));
        bar.finish(ctx.out, self.seen, &logs.iter().collect::<Vec<_>>()).map_err(output_failed)
    }
}

impl Callback for ProgbarLogger {
    fn shows_progress(&self) -> bool {
        true
    }

    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        // Validation within a training shows no bar.
        self.in_fit = true;
        self.target = None;
        Ok(())
    }

    fn on_train_end(&mut self, _ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        self.in_fit = false;
        Ok(())
    }

    fn on_epoch_begin(&mut self, ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        self.begin(ctx);
        if ctx.run.verbose != Verbose::Silent && ctx.run.epochs > 1 {
            let epochs = ctx.run.epochs;
            ctx.print(&format!("Epoch {}/{epochs}", epoch + 1))?;
        }
        Ok(())
    }

    fn on_train_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        self.advance(ctx, batch, logs)
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, _epoch: usize, logs: &mut Logs) -> Result<()> {
        self.end(ctx, logs)
    }

    fn on_test_begin(&mut self, ctx: &mut TrainContext<'_>) -> Result<()> {
        if !self.in_fit {
            self.target = None;
            self.begin(ctx);
        }
        Ok(())
    }

    fn on_test_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        if self.in_fit { Ok(()) } else { self.advance(ctx, batch, logs) }
    }

    fn on_test_end(&mut self, ctx: &mut TrainContext<'_>, logs: &Logs) -> Result<()> {
        if self.in_fit { Ok(()) } else { self.end(ctx, logs) }
    }

    fn on_predict_begin(&mut self, ctx: &mut TrainContext<'_>) -> Result<()> {
        self.target = None;
        self.begin(ctx);
        Ok(())
    }

    fn on_predict_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize) -> Result<()> {
        self.advance(ctx, batch, &Logs::new())
    }

    fn on_predict_end(&mut self, ctx: &mut TrainContext<'_>) -> Result<()> {
        self.end(ctx, &Logs::new())
    }
}
