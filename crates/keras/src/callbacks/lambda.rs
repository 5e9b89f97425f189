//! A callback built from closures.

use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use crate::error::Result;

type Hook<'a, A> = Option<Box<dyn FnMut(&mut TrainContext<'_>, A) -> Result<()> + 'a>>;
type LoggedHook<'a> = Option<Box<dyn FnMut(&mut TrainContext<'_>, usize, &Logs) -> Result<()> + 'a>>;

/// A callback built from closures.
///
/// ```
/// use keras::callbacks::LambdaCallback;
/// let mut losses = Vec::new();
/// let callback = LambdaCallback::new().epoch_end(|_ctx, _epoch, logs| {
///     losses.extend(logs.get("loss"));
///     Ok(())
/// });
/// ```
#[derive(Default)]
pub struct LambdaCallback<'a> {
    train_begin: Hook<'a, ()>,
    train_end: LoggedHook<'a>,
    epoch_begin: Hook<'a, usize>,
    epoch_end: LoggedHook<'a>,
    batch_begin: Hook<'a, usize>,
    batch_end: LoggedHook<'a>,
}

impl<'a> LambdaCallback<'a> {
    /// A callback that does nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Called when training begins.
    #[must_use]
    pub fn train_begin(mut self, mut hook: impl FnMut(&mut TrainContext<'_>) -> Result<()> + 'a) -> Self {
        self.train_begin = Some(Box::new(move |ctx, ()| hook(ctx)));
        self
    }

    /// Called when training has ended.
    #[must_use]
    pub fn train_end(mut self, mut hook: impl FnMut(&mut TrainContext<'_>, &Logs) -> Result<()> + 'a) -> Self {
        self.train_end = Some(Box::new(move |ctx, _, logs| hook(ctx, logs)));
        self
    }

    /// Called when an epoch begins.
    #[must_use]
    pub fn epoch_begin(mut self, hook: impl FnMut(&mut TrainContext<'_>, usize) -> Result<()> + 'a) -> Self {
        self.epoch_begin = Some(Box::new(hook));
        self
    }

    /// Called when an epoch has ended.
    #[must_use]
    pub fn epoch_end(mut self, hook: impl FnMut(&mut TrainContext<'_>, usize, &Logs) -> Result<()> + 'a) -> Self {
        self.epoch_end = Some(Box::new(hook));
        self
    }

    /// Called when a training batch begins.
    #[must_use]
    pub fn train_batch_begin(mut self, hook: impl FnMut(&mut TrainContext<'_>, usize) -> Result<()> + 'a) -> Self {
        self.batch_begin = Some(Box::new(hook));
        self
    }

    /// Called when a training batch has ended.
    #[must_use]
    pub fn train_batch_end(mut self, hook: impl FnMut(&mut TrainContext<'_>, usize, &Logs) -> Result<()> + 'a) -> Self {
        self.batch_end = Some(Box::new(hook));
        self
    }
}

fn call<A>(hook: &mut Hook<'_, A>, ctx: &mut TrainContext<'_>, argument: A) -> Result<()> {
    hook.as_mut().map_or(Ok(()), |hook| hook(ctx, argument))
}

fn call_logged(hook: &mut LoggedHook<'_>, ctx: &mut TrainContext<'_>, index: usize, logs: &Logs) -> Result<()> {
    hook.as_mut().map_or(Ok(()), |hook| hook(ctx, index, logs))
}

impl Callback for LambdaCallback<'_> {
    fn on_train_begin(&mut self, ctx: &mut TrainContext<'_>) -> Result<()> {
        call(&mut self.train_begin, ctx, ())
    }

    fn on_train_end(&mut self, ctx: &mut TrainContext<'_>, logs: &Logs) -> Result<()> {
        call_logged(&mut self.train_end, ctx, 0, logs)
    }

    fn on_epoch_begin(&mut self, ctx: &mut TrainContext<'_>, epoch: usize) -> Result<()> {
        call(&mut self.epoch_begin, ctx, epoch)
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        call_logged(&mut self.epoch_end, ctx, epoch, logs)
    }

    fn on_train_batch_begin(&mut self, ctx: &mut TrainContext<'_>, batch: usize) -> Result<()> {
        call(&mut self.batch_begin, ctx, batch)
    }

    fn on_train_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        call_logged(&mut self.batch_end, ctx, batch, logs)
    }
}
