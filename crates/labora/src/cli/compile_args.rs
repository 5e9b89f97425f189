//! The flags that give a model a loss and metrics.

use clap::Args;
use keras::losses::Loss;
use keras::metrics::Metric;
use keras::models::{LossSpec, Losses, MetricSpec};
use keras::objects::{Handle, Kind};
use keras::optimizers::Optimizer;
use keras::{Compile, Model};

use super::failure::Failure;
use super::object::object;

/// The loss and the metrics of a training or an evaluation.
#[derive(Args, Debug)]
pub struct CompileArgs {
    /// Loss of Keras, also with settings: mse, 'CategoricalCrossentropy(from_logits=True)'; of several
    /// outputs one for each [default: that of the model's file].
    #[arg(long, value_name = "NAME", num_args = 1..)]
    loss: Vec<String>,
    /// Metrics of Keras for the model's only output: accuracy, 'TopKCategoricalAccuracy(k=3)' [default:
    /// those of the model's file; none with --loss].
    #[arg(long, value_name = "NAME", num_args = 1..)]
    metrics: Vec<String>,
}

impl CompileArgs {
    /// Compiles the model as the flags say; without them, it is compiled as its file says. A model that is
    /// compiled again has no state of its optimizer.
    ///
    /// # Errors
    /// A name is unknown, or the file has no loss and none is given.
    pub fn apply(&self, model: &mut Model, optimizer: Handle<dyn Optimizer>) -> Result<(), Failure> {
        let about = |flag: &'static str| move |reason: String| Failure::usage(format!("{flag}: {reason}"));
        let metrics = self.metrics.iter().map(|text| spec::<dyn Metric, MetricSpec>(text));
        let metrics = metrics.collect::<Result<Vec<MetricSpec>, String>>().map_err(about("--metrics"))?;
        let before = model.compiled().cloned();
        let compile = match (&self.loss[..], before) {
            ([], None) => {
                let name = model.name();
                return Err(Failure::new(format!("model '{name}' has no loss and no optimizer"))
                    .hint("give them, as in --loss sparse_categorical_crossentropy --metrics accuracy"));
            }
            ([], Some(_)) if metrics.is_empty() => return Ok(()),
            ([], Some(before)) => before.metrics(metrics),
            (losses, before) => {
                let optimizer = before.map_or(optimizer, |before| before.optimizer().clone());
                let losses = losses.iter().map(|text| spec::<dyn Loss, LossSpec>(text));
                let mut losses = losses.collect::<Result<Vec<LossSpec>, String>>().map_err(about("--loss"))?;
                let losses = match losses.len() {
                    1 => Losses::All(losses.swap_remove(0)),
                    _ => Losses::Each(losses.into_iter().map(Some).collect()),
                };
                Compile::new(optimizer, losses).metrics(metrics)
            }
        };
        Ok(model.compile(compile)?)
    }
}

/// A name, whose meaning can depend on shapes, or an object with settings.
fn spec<K: Kind + ?Sized, S: From<String> + From<Handle<K>>>(text: &str) -> Result<S, String> {
    if text.contains('(') { object::<K>(text).map(S::from) } else { Ok(S::from(text.to_owned())) }
}
