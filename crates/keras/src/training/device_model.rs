//! The model on a device: trains, evaluates, predicts.

use std::path::Path;

use crate::callbacks::{History, Logs, Run, Trainee};
use crate::metrics::{Direction, Metric};
use crate::{Array, Error, ErrorKind, Model, Result};

use super::cores::{Cores, PerCore};
use super::driver::Driver;
use super::fit::{self, Record};
use super::inference::{Evaluated, Evaluator, Predictor, Told, place_variables, variables_of};
use super::report::TrainingReport;
use super::session::direction;
use super::{Compile, Device, Fit, Infer, Resolved};

/// A model on a device, made by [`Model::to_device`]: it trains, evaluates and predicts there.
///
/// Between calls its weights lie on the host, so that they can be looked at, saved and loaded at any time.
///
/// ```no_run
/// # fn example(mut model: keras::Model, device: keras::Device, data: keras::datasets::Dataset) -> keras::Result<()> {
/// use keras::{Fit, Infer};
/// let mut tpu_model = model.to_device(&device)?;
/// let fit = Fit { batch_size: 1024, epochs: 50, ..Fit::default() };
/// let history = tpu_model.fit(&data.train, &data.train.labels, fit)?;
/// let test = tpu_model.evaluate(&data.test, &data.test.labels, Infer { batch_size: 1024, ..Infer::default() })?;
/// println!("{:?} {:?}", history.get("loss"), test.get("loss"));
/// tpu_model.save_weights("cifar10.weights.h5", true)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct DeviceModel {
    model: Model,
    cores: Cores,
    /// Counts the times at which the network may have been changed.
    edition: u64,
    /// The weights on the cores, while they are those of the model.
    placed: Option<Vec<PerCore>>,
    /// Of the last training.
    record: Option<Record>,
}

impl Model {
    /// The model on a device, with a copy of the weights. Says on standard error what it found there, unless the device
    /// is [`quiet`](Device::quiet).
    ///
    /// # Errors
    /// None today; a device that cannot be used says so when it is made.
    pub fn to_device(&self, device: &Device) -> Result<DeviceModel> {
        if !device.is_quiet() {
            eprintln!("{device}");
        }
        Ok(DeviceModel {
            model: self.clone(),
            cores: Cores::new(device.clone()),
            edition: 0,
            placed: None,
            record: None,
        })
    }

    /// Checks data for its input.
    fn check_input(&self, x: &Array) -> Result<()> {
        if x.row_dims() == self.input_shape().dims() && x.rows() > 0 {
            return Ok(());
        }
        let (name, expected) = (self.name(), self.input_shape());
        Err(Error::shape(format!(
            "model '{name}' takes rows of shape {expected}, one at least; it was given data of shape {:?}",
            x.dims()
        )))
    }

    /// Checks data and targets, and finds loss and metrics for them.
    pub(super) fn check_data(&self, x: &Array, y: &Array) -> Result<Resolved> {
        self.check_input(x)?;
        if x.rows() != y.rows() {
            let (x, y) = (x.dims(), y.dims());
            return Err(Error::shape(format!(
                "data and targets have to have as many rows: {x:?} and {y:?} were given"
            )));
        }
        let compiled = self.compiled().ok_or_else(|| not_compiled(self))?;
        let predictions = self.output_shape().with_rows(x.rows());
        let resolved = compiled.resolve(y.dims(), &predictions)?;
        if resolved.loss.takes_class_numbers() {
            y.check_class_numbers(self.output_shape().last().unwrap_or(1))?;
        }
        Ok(resolved)
    }
}

pub(super) fn not_compiled(model: &Model) -> Error {
    Error::argument(format!(
        "model '{}' has to be compiled before: call `compile` with optimizer and loss",
        model.name()
    ))
}

impl DeviceModel {
    /// The model, with the weights as they are now.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, to change its weights or what it is trained with.
    pub fn model_mut(&mut self) -> &mut Model {
        self.edition += 1;
        self.placed = None;
        &mut self.model
    }

    /// A copy of the model with the weights trained so far: the article's way back to the CPU.
    ///
    /// # Errors
    /// None today; weights are read back at the end of every training.
    pub fn sync_to_cpu(&self) -> Result<Model> {
        Ok(self.model.clone())
    }

    /// The device it is on.
    pub fn device(&self) -> &Device {
        self.cores.device()
    }

    /// What the last training took: compiling, each call, memory.
    pub fn report(&self) -> Option<&TrainingReport> {
        self.record.as_ref().map(|record| &record.report)
    }

    /// The values of the epochs that the last training finished, also where it ended with an error; none before the first.
    pub fn history(&self) -> Option<&History> {
        self.record.as_ref().map(|record| &record.history)
    }

    /// Says what it is trained with.
    ///
    /// # Errors
    /// As [`Model::compile`].
    pub fn compile(&mut self, compile: Compile) -> Result<()> {
        self.model.compile(compile)
    }

    /// Trains: `x` are rows of the input's shape, `y` their targets. The history has a value for each epoch, by name.
    ///
    /// Each core takes its slice of every batch and normalises it by its own statistics; gradients are averaged over the
    /// cores. The remainder batch is kept. Weights and optimizer go on from where an earlier `fit` ended, and so do
    /// shuffling and dropout: two `fit` of two epochs do what one of four does.
    ///
    /// # Errors
    /// Before anything is trained: data, targets or settings that do not fit. While training: a callback's error, a
    /// device that failed, or a step that is not finite (unless a [`TerminateOnNan`](crate::callbacks::TerminateOnNan) is
    /// given). The model then has the last good weights; where the device failed and took them along, those after the last
    /// epoch that was finished, which the error says. They can be saved, and trained on another device; and
    /// [`history`](Self::history) has the epochs that were finished.
    pub fn fit(&mut self, x: impl Into<Array>, y: impl Into<Array>, settings: Fit<'_>) -> Result<History> {
        self.placed = None;
        let mut record = Record::default();
        let outcome = fit::fit(&mut self.model, &mut self.cores, x.into(), y.into(), settings, &mut record);
        let history = self.record.insert(record).history.clone();
        outcome.map(|()| history)
    }

    /// The loss and the metrics over all rows, by name.
    ///
    /// # Errors
    /// Where data or targets do not fit, or the device fails.
    pub fn evaluate(&mut self, x: impl Into<Array>, y: impl Into<Array>, settings: Infer<'_>) -> Result<Logs> {
        let (x, y) = (x.into(), y.into());
        let resolved = self.model.check_data(&x, &y)?;
        check_batch_size(settings.batch_size)?;
        let evaluated = Evaluated {
            x: &x,
            y: &y,
            first_row: 0,
            batch_size: settings.batch_size,
            resident_steps: settings.resident_steps,
            beside: 0,
        };
        let evaluator = Evaluator::load(&mut self.cores, &self.model, &resolved, &evaluated)?;
        let placed = self.take_placed()?;
        let variables = &placed[..];
        let (mut trainee, mut driver, mut rate) =
            bystander(&self.model, settings, evaluator.steps(), &resolved.metrics);
        driver.tell(&mut trainee, &mut rate, |c, ctx| c.on_test_begin(ctx))?;
        let mut tour = evaluator.begin(&self.cores)?;
        let mut logs = Logs::new();
        while let Some(batch) = evaluator.next(&tour) {
            driver.tell(&mut trainee, &mut rate, |c, ctx| c.on_test_batch_begin(ctx, batch))?;
            logs = evaluator.advance(&self.cores, &mut tour, &|core| variables_of(variables, core))?;
            let last = tour.done() - 1;
            driver.tell(&mut trainee, &mut rate, |c, ctx| c.on_test_batch_end(ctx, last, &logs))?;
        }
        driver.tell(&mut trainee, &mut rate, |c, ctx| c.on_test_end(ctx, &logs))?;
        self.placed = Some(placed);
        Ok(logs)
    }

    /// The outputs for all rows, `float32`.
    ///
    /// ```no_run
    /// # fn example(mut model: keras::training::DeviceModel, image: keras::Array) -> keras::Result<()> {
    /// let probabilities = model.predict(&image, keras::Infer::silent(1))?;
    /// println!("{:?}", probabilities.row(0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Where the data does not fit, or the device fails.
    pub fn predict(&mut self, x: impl Into<Array>, settings: Infer<'_>) -> Result<Array> {
        let x = x.into();
        self.model.check_input(&x)?;
        check_batch_size(settings.batch_size)?;
        let predictor = Predictor::load(&mut self.cores, self.edition, &self.model, &x, settings.batch_size)?;
        let placed = self.take_placed()?;
        let variables = &placed[..];
        let (mut trainee, mut driver, mut rate) = bystander(&self.model, settings, predictor.steps(), &[]);
        driver.tell(&mut trainee, &mut rate, |c, ctx| c.on_predict_begin(ctx))?;
        let outputs = predictor.run(&self.cores, variables, &mut |told| {
            driver.tell(&mut trainee, &mut rate, |c, ctx| match told {
                Told::Begins(batch) => c.on_predict_batch_begin(ctx, batch),
                Told::Ended(batch) => c.on_predict_batch_end(ctx, batch),
            })
        })?;
        driver.tell(&mut trainee, &mut rate, |c, ctx| c.on_predict_end(ctx))?;
        self.placed = Some(placed);
        Ok(outputs)
    }

    /// Writes the weights to a file: `.weights.h5` as Keras 3 does, `.h5` as Keras 2 did.
    ///
    /// # Errors
    /// As [`Model::save_weights`].
    pub fn save_weights(&self, path: impl AsRef<Path>, overwrite: bool) -> Result<()> {
        self.model.save_weights(path, overwrite)
    }

    /// Reads the weights from a file, of Keras 3's form or of Keras 2's.
    ///
    /// # Errors
    /// As [`Model::load_weights`].
    pub fn load_weights(&mut self, path: impl AsRef<Path>) -> Result<()> {
        self.placed = None;
        self.model.load_weights(path)
    }

    /// The weights on the cores; they are brought there, unless they are there. They are put back when all went well: a
    /// device that failed may have lost them.
    fn take_placed(&mut self) -> Result<Vec<PerCore>> {
        self.placed.take().map_or_else(|| place_variables(&self.cores, &self.model), Ok)
    }
}

/// What callbacks are told with while nothing is trained.
fn bystander<'m, 's>(
    model: &'m Model,
    settings: Infer<'s>,
    steps: usize,
    metrics: &'m [Metric],
) -> (Bystander<'m>, Driver<'s>, f32) {
    let run = Run { epochs: 1, steps: Some(steps), verbose: settings.verbose, display: settings.display };
    let driver = Driver::new(settings.callbacks, run, settings.out, true);
    let rate = model.optimizer_state().map_or(0.0, |state| state.learning_rate);
    (Bystander { model, metrics }, driver, rate)
}

fn check_batch_size(batch_size: usize) -> Result<()> {
    if batch_size == 0 {
        return Err(Error::argument("batch_size has to be at least 1"));
    }
    Ok(())
}

/// What callbacks see while nothing is trained: weights that can be read and saved, not changed.
struct Bystander<'m> {
    model: &'m Model,
    metrics: &'m [Metric],
}

impl Trainee for Bystander<'_> {
    fn weights(&mut self) -> Result<Vec<Vec<f32>>> {
        Ok(self.model.variables().iter().map(|v| v.values.clone()).collect())
    }

    fn set_weights(&mut self, _weights: &[Vec<f32>]) -> Result<()> {
        Err(Error::new(ErrorKind::Argument, "weights cannot be changed while a model is evaluated or predicts"))
    }

    fn save_weights(&mut self, path: &Path) -> Result<()> {
        self.model.save_weights(path, true)
    }

    fn metric_direction(&self, name: &str) -> Option<Direction> {
        direction(self.metrics, name)
    }
}
