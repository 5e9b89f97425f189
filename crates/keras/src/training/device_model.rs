//! A model on a device, which trains, evaluates and predicts.

use std::io::Write;
use std::path::Path;

use serde_json::Value as Json;

use crate::array::Array;
use crate::arrays::{Arrays, Samples};
use crate::callbacks::{History, Logs, ModelHandle, Run};
use crate::data::{Background, Dataset};
use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Direction;
use crate::models::{Compile, Model, Resolved};
use crate::saving::{LoadWeights, Skipped};
use crate::verbosity::Verbose;

use super::check::{
    adjusted, check_batch_size, check_has_rows, check_inputs, check_one_process, check_samples, weighted,
};
use super::cores::{CACHED_PROGRAMS, Cores, PerCore};
use super::device::Device;
use super::driver::Driver;
use super::evaluation::{EvaluationData, Evaluator, evaluation_feed};
use super::fit::{self, Data, Record};
use super::inference::{place_variables, variables_of};
use super::lru_cache::CACHED_SIZES;
use super::options::{Fit, Infer, Validation};
use super::prediction::{PredictionEvent, Predictor};
use super::report::TrainingReport;
use super::session::{direction, weight_shapes};

/// A model on a device, created by [`Model::to_device`], which trains, evaluates and predicts.
///
/// Between calls the weights are stored on the host, so they can be read, saved and loaded at any time.
///
/// ```no_run
/// use keras::{Array, Fit, Infer};
///
/// # fn example(model: keras::Model, device: keras::Device, data: [Array; 4]) -> keras::Result<()> {
/// let [x, y, x_test, y_test] = data;
/// let mut tpu_model = model.to_device(&device)?;
/// let fit = Fit { batch_size: 1024, epochs: 50, ..Fit::default() };
/// let history = tpu_model.fit(&x, &y, fit)?;
/// let test = tpu_model.evaluate(&x_test, &y_test, Infer { batch_size: 1024, ..Infer::default() })?;
/// println!("{:?} {:?}", history.get("loss"), test.get("loss"));
/// tpu_model.save_weights("cifar10.weights.h5")?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct DeviceModel {
    model: Model,
    cores: Cores,
    /// The number of mutable accesses to the model, each of which may have changed the network.
    version: u64,
    /// The weights on the cores, if they equal the model's.
    placed: Option<Vec<PerCore>>,
    /// The record of the last training.
    record: Option<Record>,
}

impl Model {
    /// The model on a device, with a copy of the weights. Prints a description of the device to standard
    /// error, unless the device is [`quiet`](Device::quiet). A model with stateful layers uses one core, as
    /// the rows of its batches are not divided.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] for a stateful model and a device of several processes; an unusable device is
    /// an error of [`Device::new`].
    pub fn to_device(&self, device: &Device) -> Result<DeviceModel> {
        let device = if self.stateful_rows().is_some() { device.one_core()? } else { device.clone() };
        if !device.is_quiet() && device.is_first_process() {
            // Nobody may read it.
            let _ = writeln!(std::io::stderr(), "{device}");
        }
        let programs = if self.has_known_shapes() { CACHED_PROGRAMS } else { CACHED_PROGRAMS + CACHED_SIZES };
        let cores = Cores::new(device, programs);
        Ok(DeviceModel { model: self.clone(), cores, version: 0, placed: None, record: None })
    }
}

impl DeviceModel {
    /// The model with the current weights.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, mutable: to change its weights or its training configuration.
    pub fn model_mut(&mut self) -> &mut Model {
        self.version += 1;
        self.placed = None;
        &mut self.model
    }

    /// Sets the states of all stateful layers to zeros, so that the next batch begins new sequences.
    pub fn reset_states(&mut self) {
        self.model.reset_states();
    }

    /// A copy of the model with the trained weights, on the host.
    ///
    /// # Errors
    /// Currently none; weights are copied to the host at the end of every training.
    pub fn sync_to_cpu(&self) -> Result<Model> {
        Ok(self.model.clone())
    }

    /// The device of the model.
    pub fn device(&self) -> &Device {
        self.cores.device()
    }

    /// The measurements of the last training: compilation, calls, memory.
    pub fn report(&self) -> Option<&TrainingReport> {
        self.record.as_ref().map(|record| &record.report)
    }

    /// The history of the last training, even if it ended with an error; `None` before the first.
    pub fn history(&self) -> Option<&History> {
        self.record.as_ref().map(|record| &record.history)
    }

    /// Sets the training configuration.
    ///
    /// # Errors
    /// Those of [`Model::compile`].
    pub fn compile(&mut self, compile: Compile) -> Result<()> {
        self.model.compile(compile)
    }

    /// Trains on rows `x` of the input's shape with targets `y`; of a model with several inputs or outputs,
    /// on an array for each. The history has one value per epoch and name.
    ///
    /// Each core takes its slice of every batch and normalizes it with the statistics of that slice;
    /// gradients are averaged over the cores. The remainder batch is included. Weights, optimizer, shuffling
    /// and dropout continue from the previous `fit`: two calls with two epochs each are equivalent to one
    /// with four.
    ///
    /// # Errors
    /// Before the training: [`ErrorKind::Shape`], [`ErrorKind::Argument`] or [`ErrorKind::Data`] for data,
    /// targets or settings that do not fit. During the training: a callback's error, [`ErrorKind::Device`],
    /// or [`ErrorKind::Training`] for a step that is not finite, unless there is a
    /// [`TerminateOnNan`](crate::callbacks::TerminateOnNan). The model then has the last good weights, and
    /// [`history`](Self::history) the completed epochs. If the weights were lost with the device, the model
    /// has those after the last completed epoch, and the message says so.
    pub fn fit(&mut self, x: impl Into<Arrays>, y: impl Into<Arrays>, settings: Fit<'_>) -> Result<History> {
        self.train(x.into(), y.into(), settings, true)
    }

    /// [`fit`](Self::fit); `ends` is false if a training goes on after it, so that averages do not replace
    /// the weights.
    pub(super) fn train(&mut self, x: Arrays, y: Arrays, mut settings: Fit<'_>, ends: bool) -> Result<History> {
        let weights = std::mem::take(&mut settings.sample_weight);
        let x = adjusted(&self.model, x);
        if let Some(Validation::Arrays(samples)) = &mut settings.validation_data {
            samples.x = adjusted(&self.model, std::mem::take(&mut samples.x));
        }
        let samples = weighted(Samples { x, y, weights }, &settings.class_weight)?;
        self.train_on(Data::Arrays(samples), settings, ends)
    }

    /// Trains on the batches of a data set, as [`fit`](Self::fit) does on arrays: the same rows in the same
    /// batches give the same weights, to the bit. Batches are brought to the device while it computes, and
    /// need not fit into memory.
    ///
    /// The data set is opened for each epoch; with [`steps_per_epoch`](Fit::steps_per_epoch) an epoch takes
    /// so many batches, and the next one goes on after them. A data set that is repeated for ever needs it.
    ///
    /// ```no_run
    /// # fn example(mut model: keras::DeviceModel, train: keras::data::Dataset, test: keras::data::Dataset)
    /// # -> keras::Result<()> {
    /// let history = model.fit_dataset(&train.shuffle(10_000, 1), keras::Fit::new().epochs(3).validation(&test))?;
    /// println!("{:?} {:?}", history.get("loss"), model.evaluate_dataset(&test, keras::Infer::new())?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit); [`ErrorKind::Argument`] for a device of several processes, and for
    /// settings that are for arrays; the errors of the data set, which end the training: the model has the
    /// weights after the last step.
    pub fn fit_dataset(&mut self, dataset: &Dataset, settings: Fit<'_>) -> Result<History> {
        self.train_on(Data::Dataset(dataset.clone()), settings, true)
    }

    fn train_on(&mut self, data: Data, settings: Fit<'_>, ends: bool) -> Result<History> {
        self.placed = None;
        let mut record = Record::default();
        let outcome = fit::fit(&mut self.model, &self.cores, data, settings, ends, &mut record);
        let history = self.record.insert(record).history.clone();
        outcome.map(|()| history)
    }

    /// The loss and the metrics over all rows, by name.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`], [`ErrorKind::Argument`] or [`ErrorKind::Data`] if data or targets do not fit,
    /// [`ErrorKind::Device`] if the device fails.
    pub fn evaluate(&mut self, x: impl Into<Arrays>, y: impl Into<Arrays>, mut settings: Infer<'_>) -> Result<Logs> {
        let weights = std::mem::take(&mut settings.sample_weight);
        let mut samples = Samples { x: adjusted(&self.model, x.into()), y: y.into(), weights };
        let resolved = check_samples(&self.model, &samples)?;
        check_batch_size(settings.batch_size)?;
        if let Some(rows) = self.rows_of_steps(&settings)? {
            let Samples { x, y, weights } = samples;
            let [x, y, weights] = [x, y, weights].map(|arrays| arrays.first_rows(rows));
            samples = Samples { x: x?, y: y?, weights: weights? };
        }
        let data = EvaluationData {
            samples: &samples,
            first_row: 0,
            batch_size: settings.batch_size,
            resident_steps: settings.resident_steps,
            other_bytes: 0,
        };
        let evaluator = Evaluator::load(&self.cores, &self.model, &resolved, &data)?;
        self.run_evaluation(&evaluator, &resolved, settings)
    }

    /// The loss and the metrics over all batches of a data set, by name.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate) and of the data set; [`ErrorKind::Argument`] for a device of
    /// several processes.
    pub fn evaluate_dataset(&mut self, dataset: &Dataset, settings: Infer<'_>) -> Result<Logs> {
        check_one_process(&self.cores)?;
        let (feed, resolved) = evaluation_feed(
            &self.model,
            self.cores.device(),
            first_batches(dataset, &settings)?,
            settings.resident_steps,
        )?;
        self.run_evaluation(&Evaluator::of_dataset(feed, &resolved), &resolved, settings)
    }

    fn run_evaluation(&mut self, evaluator: &Evaluator, resolved: &Resolved, settings: Infer<'_>) -> Result<Logs> {
        let placed = self.take_placed()?;
        let variables = &placed[..];
        let (mut handle, mut driver, mut rate) =
            inference_run(&self.model, self.cores.device(), settings, evaluator.steps(), Some(resolved));
        driver.notify(&mut handle, &mut rate, |c, ctx| c.on_test_begin(ctx))?;
        let mut states = self.model.states();
        let mut run = evaluator.begin(&self.cores, &states)?;
        let mut logs = Logs::new();
        while let Some(batch) = evaluator.next(&self.cores, &self.model, &mut run)? {
            driver.notify(&mut handle, &mut rate, |c, ctx| c.on_test_batch_begin(ctx, batch))?;
            logs = evaluator.advance(&self.cores, &mut run, &|core| variables_of(variables, core))?;
            let last = run.done() - 1;
            driver.notify(&mut handle, &mut rate, |c, ctx| c.on_test_batch_end(ctx, last, &logs))?;
        }
        run.read_states(&mut states)?;
        driver.notify(&mut handle, &mut rate, |c, ctx| c.on_test_end(ctx, &logs))?;
        self.model.set_states(states);
        self.placed = Some(placed);
        Ok(logs)
    }

    /// The output for all rows, as `float32`, of a model with one output.
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
    /// [`ErrorKind::Shape`] or [`ErrorKind::Argument`] if the data or the settings do not fit, or the model
    /// has several outputs; [`ErrorKind::Device`] if the device fails.
    pub fn predict(&mut self, x: impl Into<Arrays>, settings: Infer<'_>) -> Result<Array> {
        let outputs = self.model.outputs().len();
        if outputs != 1 {
            let name = self.model.name();
            return Err(Error::argument(format!("model '{name}' has {outputs} outputs: use `predict_all`")));
        }
        Ok(self.predict_all(x, settings)?.swap_remove(0))
    }

    /// The outputs for all rows, as `float32`, in the order of the model's outputs.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`] or [`ErrorKind::Argument`] if the data or the settings do not fit,
    /// [`ErrorKind::Device`] if the device fails.
    pub fn predict_all(&mut self, x: impl Into<Arrays>, settings: Infer<'_>) -> Result<Vec<Array>> {
        let mut x = adjusted(&self.model, x.into());
        check_inputs(&self.model, &x)?;
        check_batch_size(settings.batch_size)?;
        if let Some(rows) = self.rows_of_steps(&settings)? {
            x = x.first_rows(rows)?;
        }
        let predictor = Predictor::load(&self.cores, self.version, &self.model, &x, settings.batch_size)?;
        let placed = self.take_placed()?;
        let variables = &placed[..];
        let (mut handle, mut driver, mut rate) =
            inference_run(&self.model, self.cores.device(), settings, Some(predictor.steps()), None);
        driver.notify(&mut handle, &mut rate, |c, ctx| c.on_predict_begin(ctx))?;
        let mut states = self.model.states();
        let outputs = predictor.run(&self.cores, variables, &mut states, &mut |event| {
            driver.notify(&mut handle, &mut rate, |c, ctx| match event {
                PredictionEvent::Begin(batch) => c.on_predict_batch_begin(ctx, batch),
                PredictionEvent::End(batch) => c.on_predict_batch_end(ctx, batch),
            })
        })?;
        driver.notify(&mut handle, &mut rate, |c, ctx| c.on_predict_end(ctx))?;
        self.model.set_states(states);
        self.placed = Some(placed);
        Ok(outputs)
    }

    /// The outputs for all rows of a data set, as `float32`, in the order of the model's outputs. Targets in
    /// its batches have no effect.
    ///
    /// # Errors
    /// Those of [`predict_all`](Self::predict_all) and of the data set; [`ErrorKind::Argument`] for a device
    /// of several processes.
    pub fn predict_dataset(&mut self, dataset: &Dataset, settings: Infer<'_>) -> Result<Vec<Array>> {
        check_one_process(&self.cores)?;
        let dataset = first_batches(dataset, &settings)?;
        let placed = self.take_placed()?;
        let (mut handle, mut driver, mut rate) =
            inference_run(&self.model, self.cores.device(), settings, dataset.num_batches(), None);
        driver.notify(&mut handle, &mut rate, |c, ctx| c.on_predict_begin(ctx))?;
        let mut batches = dataset.batches(0)?;
        let mut loaded = Background::spawn(1, move || batches.next())?;
        let mut outputs: Vec<(Vec<usize>, Vec<f32>)> = vec![Default::default(); self.model.outputs().len()];
        let (mut number, mut rows, mut states) = (0, 0, self.model.states());
        while let Some(mut batch) = loaded.next()?.transpose()? {
            batch.x = adjusted(&self.model, batch.x);
            driver.notify(&mut handle, &mut rate, |c, ctx| c.on_predict_batch_begin(ctx, number))?;
            let checked = check_has_rows(&batch).and_then(|()| check_inputs(&self.model, &batch.x));
            checked.map_err(|e| e.at(format!("batch {} of the data set", number + 1)))?;
            let predictor = Predictor::load(&self.cores, self.version, &self.model, &batch.x, batch.rows())?;
            let of_batch = predictor.run(&self.cores, &placed, &mut states, &mut |_| Ok(()))?;
            for ((row_dims, all), output) in outputs.iter_mut().zip(of_batch) {
                if rows > 0 && row_dims != output.row_dims() {
                    return Err(rows_of_several_sizes(number + 1, row_dims, output.row_dims()));
                }
                *row_dims = output.row_dims().to_vec();
                all.extend_from_slice(output.as_f32().unwrap_or_default());
            }
            rows += batch.rows();
            driver.notify(&mut handle, &mut rate, |c, ctx| c.on_predict_batch_end(ctx, number))?;
            number += 1;
        }
        driver.notify(&mut handle, &mut rate, |c, ctx| c.on_predict_end(ctx))?;
        self.model.set_states(states);
        self.placed = Some(placed);
        let array = |(row_dims, values): (Vec<usize>, Vec<f32>)| Array::new([&[rows][..], &row_dims].concat(), values);
        outputs.into_iter().map(array).collect()
    }

    /// Saves the weights to a file, replacing an existing one: `.weights.h5` in Keras 3's format, `.h5` in
    /// the legacy format. Of several processes, the first one does.
    ///
    /// # Errors
    /// Those of [`Model::save_weights`].
    pub fn save_weights(&self, path: impl AsRef<Path>) -> Result<()> {
        if self.device().is_first_process() { self.model.save_weights(path) } else { Ok(()) }
    }

    /// Loads the weights from a file in Keras 3's or the legacy format.
    ///
    /// # Errors
    /// Those of [`Model::load_weights`].
    pub fn load_weights(&mut self, path: impl AsRef<Path>) -> Result<()> {
        self.placed = None;
        self.model.load_weights(path)
    }

    /// Loads the weights that fit, or by the names of layers, and returns which layers kept theirs.
    ///
    /// # Errors
    /// Those of [`Model::load_weights_with`].
    pub fn load_weights_with(&mut self, path: impl AsRef<Path>, options: &LoadWeights) -> Result<Vec<Skipped>> {
        self.placed = None;
        self.model.load_weights_with(path, options)
    }

    /// The cores of the device, with their programs.
    pub(super) fn cores(&self) -> &Cores {
        &self.cores
    }

    /// The number of rows of the batches that the settings ask for.
    fn rows_of_steps(&self, settings: &Infer<'_>) -> Result<Option<usize>> {
        let batch = settings.batch_size.next_multiple_of(self.device().cores());
        Ok(checked_steps(settings)?.map(|steps| steps.saturating_mul(batch)))
    }

    /// Takes the weights on the cores, copying them there if necessary. The caller puts them back after
    /// success only: a device that failed may have lost them.
    fn take_placed(&mut self) -> Result<Vec<PerCore>> {
        self.placed.take().map_or_else(|| place_variables(&self.cores, &self.model), Ok)
    }
}

/// The error of predictions that are no single array.
fn rows_of_several_sizes(batch: usize, before: &[usize], here: &[usize]) -> Error {
    Error::shape(format!(
        "batch {batch} of the data set: the outputs for its rows have shape {here:?}, those before {before:?}: call \
         `predict_on_batch` for each batch"
    ))
}

/// The batches of a data set that the settings ask for.
fn first_batches(dataset: &Dataset, settings: &Infer<'_>) -> Result<Dataset> {
    Ok(checked_steps(settings)?.map_or_else(|| dataset.clone(), |steps| dataset.take(steps)))
}

/// The number of batches, if it is set.
fn checked_steps(settings: &Infer<'_>) -> Result<Option<usize>> {
    match settings.steps {
        Some(0) => Err(Error::argument("steps must be at least 1")),
        steps => Ok(steps),
    }
}

/// The model handle, the driver and the learning rate of an evaluation or a prediction.
fn inference_run<'m, 's>(
    model: &'m Model,
    device: &Device,
    settings: Infer<'s>,
    steps: Option<usize>,
    resolved: Option<&'m Resolved>,
) -> (ReadOnlyModel<'m>, Driver<'s>, f32) {
    let verbose = if device.is_first_process() { settings.verbose } else { Verbose::Silent };
    let run = Run { epochs: 1, steps, verbose, display: settings.display };
    let driver = Driver::new(settings.callbacks, run, settings.out, true);
    let rate = model.optimizer_state().map_or(0.0, |state| state.learning_rate);
    (ReadOnlyModel { model, resolved }, driver, rate)
}

/// The model of callbacks during evaluation and prediction: its weights can be read and saved, not changed.
struct ReadOnlyModel<'m> {
    model: &'m Model,
    resolved: Option<&'m Resolved>,
}

impl ModelHandle for ReadOnlyModel<'_> {
    fn weight_shapes(&self) -> Vec<(String, Vec<usize>)> {
        weight_shapes(self.model)
    }

    fn to_json(&self) -> Option<Json> {
        Some(self.model.to_json())
    }

    fn iterations(&self) -> u64 {
        self.model.optimizer_state().map_or(0, |state| state.iterations)
    }

    fn weights(&mut self) -> Result<Vec<Vec<f32>>> {
        Ok(self.model.variables().iter().map(|v| v.values.clone()).collect())
    }

    fn set_weights(&mut self, _weights: &[Vec<f32>]) -> Result<()> {
        Err(Error::new(ErrorKind::Argument, "weights cannot be changed during evaluation and prediction"))
    }

    fn save_weights(&mut self, path: &Path) -> Result<()> {
        self.model.save_weights(path)
    }

    fn save(&mut self, path: &Path) -> Result<()> {
        self.model.save(path)
    }

    fn metric_direction(&self, name: &str) -> Option<Direction> {
        direction(self.resolved?, name)
    }
}
