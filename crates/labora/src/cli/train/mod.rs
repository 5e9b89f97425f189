//! `labora train`: trains the article's network and saves its weights.

mod args;
mod outputs;
mod reconnect;

use std::path::Path;
use std::time::Instant;

use datasets::Dataset;
use keras::Verbose;
use keras::callbacks::{CallbackList, History, ModelCheckpoint};
use keras::training::DeviceModel;
use keras::{ErrorKind, Fit, Infer, StopFlag};

use super::dataset::{DatasetInfo, is_generated};
use super::failure::Failure;
use super::hosts::{self, Hosts};
use super::print;
use super::verbosity::verbose;
use super::workloads::{article_loss, article_network_for};
use outputs::Outcome;

pub use args::TrainArgs;

/// Batch size and epochs of the article.
const ARTICLE_BATCH_AND_EPOCHS: (u32, u32) = (1024, 50);
/// Batch size and epochs for generated images. There are fewer of them and they are easier; smaller batches
/// give the moving averages of batch normalization the steps that they need.
const GENERATED_BATCH_AND_EPOCHS: (u32, u32) = (128, 3);

/// The file for the weights of an interrupted training without `--save`.
const INTERRUPTED_WEIGHTS: &str = "interrupted.weights.h5";

/// Images evaluated at a time, over all cores.
const TEST_BATCH: usize = 1024;

pub fn run(args: &TrainArgs) -> Result<(), Failure> {
    let hosts = args.device.join(args.hosts, args.coordinator.as_deref())?;
    hosts::leave(&hosts, train(args, &hosts))
}

/// Trains in this process, one of several. The first one prints, and writes the files.
fn train(args: &TrainArgs, hosts: &Hosts) -> Result<(), Failure> {
    let (is_first, processes) = (hosts.rank() == 0, hosts.count());
    if is_first {
        outputs::check(args)?;
    }
    let mut optimizer = args.optimizer.create();
    if let Some(rate) = args.learning_rate {
        optimizer = optimizer.at_rate(rate.into());
    }
    let device = args.device.open_among(hosts)?;
    let data = args.data.load_or_generate()?;
    let verbose = if is_first { verbose(args.verbose) } else { Verbose::Silent };
    let say = |text: String| {
        if verbose != Verbose::Silent {
            // A closed standard output does not end a training.
            let _ = print::line(text);
        }
    };

    let mut model = article_network_for(&DatasetInfo::of(&data), args.dtype.policy)?;
    model.initialize(args.seed)?;
    if let Some(weights) = &args.weights {
        model.load_weights(weights)?;
    }
    model.compile(article_loss(optimizer))?;
    say(model.summary());
    say(format!("{} training and {} test images: {}", data.train.len(), data.test.len(), data.source));
    let device = if verbose == Verbose::Silent { device.quiet() } else { device };
    let mut on_device = model.to_device(&device)?;

    let stop = stop_on_interrupt();
    let start = Instant::now();
    let fitted = reconnect::fit(
        args,
        &mut on_device,
        |epoch| Fit {
            initial_epoch: epoch,
            callbacks: checkpoints(args, processes),
            ..fit_settings(args, &data, verbose, &stop)
        },
        &data,
    );
    let seconds = start.elapsed().as_secs_f64();
    let history = match fitted {
        Ok(history) => history,
        Err(error) => return Err(save_last_good_weights(args, &on_device, error)),
    };

    if stop.is_set() {
        let path = args.save.as_deref().unwrap_or(Path::new(INTERRUPTED_WEIGHTS));
        save_trained(&on_device, path)?;
        let file = path.display();
        let message = format!("stopped by Ctrl-C after {seconds:.0} s; the current weights are in {file}");
        let hint = format!("to start from these weights: labora train --weights {file}");
        return Err(Failure::interrupted(message).hint(hint));
    }
    if let Some(path) = &args.save {
        save_trained(&on_device, path)?;
        say(format!("Weights: {}", path.display()));
    }
    finish(args, &mut on_device, &data, &history, seconds, &say)
}

/// With several processes, of which each may be lost, the weights are saved after every epoch.
fn checkpoints<'a>(args: &TrainArgs, processes: usize) -> CallbackList<'a> {
    let mut callbacks = CallbackList::new();
    if let Some(path) = args.save.as_ref().filter(|_| processes > 1) {
        callbacks.push(ModelCheckpoint::new(path.to_string_lossy()));
    }
    callbacks
}

fn fit_settings<'a>(args: &TrainArgs, data: &'a Dataset, verbose: Verbose, stop: &StopFlag) -> Fit<'a> {
    let (batch_size, epochs) =
        if is_generated(data.name) { GENERATED_BATCH_AND_EPOCHS } else { ARTICLE_BATCH_AND_EPOCHS };
    Fit {
        batch_size: args.batch_size.unwrap_or(batch_size) as usize,
        epochs: args.epochs.unwrap_or(epochs) as usize,
        validation_data: Some((&data.test).into()),
        seed: args.seed,
        verbose,
        stop: stop.clone(),
        ..Fit::default()
    }
}

/// Evaluates the model, writes the requested files, and suggests the next command.
fn finish(
    args: &TrainArgs,
    model: &mut DeviceModel,
    data: &Dataset,
    history: &History,
    seconds: f64,
    say: &dyn Fn(String),
) -> Result<(), Failure> {
    let logs = model.evaluate(&data.test, &data.test.labels, Infer::silent(TEST_BATCH))?;
    let [loss, accuracy] = [logs.get("loss"), logs.get("sparse_categorical_accuracy")].map(|v| v.unwrap_or(f64::NAN));
    let images_per_s = model.report().map_or(0.0, |r| r.rows_per_second());
    let compile_seconds = model.report().map_or(0.0, |r| r.compile_seconds);
    let outcome = Outcome { history, test_loss: loss, test_accuracy: accuracy, seconds, compile_seconds, images_per_s };
    say(format!("Test loss {loss:.4}, test accuracy {:.2}%", accuracy * 100.0));
    say(format!("Trained in {seconds:.1} s, {images_per_s:.0} images/s"));
    if !model.device().is_first_process() {
        return Ok(());
    }
    if let Some(path) = &args.history {
        outputs::write_history(path, &outcome)?;
        say(format!("History: {}", path.display()));
    }
    if let Some(path) = &args.plot {
        let title = format!("{} on {}: test accuracy {:.1}%", data.name, args.device.name(), accuracy * 100.0);
        outputs::write_plot(path, &title, history)?;
        say(format!("Plot: {}", path.display()));
    }
    let location = args.data.data.as_ref().map_or(String::new(), |p| format!(" --data {}", p.display()));
    say(match &args.save {
        Some(path) => format!("Next: labora predict --weights {} --index 0 {}{location}", path.display(), data.name),
        None => format!("Next: labora train {}{location} --save {}.weights.h5", data.name, data.name),
    });
    Ok(())
}

/// Saves the trained weights. If that fails, as on a full disk, they are saved to another folder, which the
/// error names: a training may have taken days.
fn save_trained(model: &DeviceModel, path: &Path) -> Result<(), Failure> {
    let Err(error) = model.save_weights(path) else { return Ok(()) };
    let failure = Failure::new(&error);
    let name = path.file_name().unwrap_or(path.as_os_str());
    let folders = [Some(std::env::temp_dir()), std::env::current_dir().ok(), std::env::home_dir()];
    for other in folders.into_iter().flatten().map(|folder| folder.join(name)) {
        if !other.exists() && model.save_weights(&other).is_ok() {
            return Err(failure.hint(format!("the trained weights are in {} instead", other.display())));
        }
    }
    Err(failure.hint("the trained weights could not be saved anywhere else either"))
}

/// After a failure, saves the last good weights to the file of `--save`, or, if whole epochs were completed,
/// to the default file.
fn save_last_good_weights(args: &TrainArgs, model: &DeviceModel, error: keras::Error) -> Failure {
    let failure = Failure::new(&error);
    let has_trained = model.report().is_some_and(|r| !r.calls.is_empty()) || error.kind() == ErrorKind::Training;
    // A training that went on after a lost connection may have its epochs from before.
    let has_gone_on = args.reconnect.is_some() && model.model().optimizer_state().is_some_and(|s| s.iterations > 0);
    let has_epochs = has_gone_on || model.history().is_some_and(|history| !history.epochs().is_empty());
    let path = match &args.save {
        Some(path) if has_trained => path.as_path(),
        None if has_epochs => Path::new(INTERRUPTED_WEIGHTS),
        _ => return failure,
    };
    match model.save_weights(path) {
        Ok(()) => failure.hint(format!("the last good weights are in {}", path.display())),
        Err(second) => failure.hint(format!("the last good weights could not be saved: {second}")),
    }
}

/// Returns a flag that the first Ctrl-C sets; the second one ends the process.
fn stop_on_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let flag = stop.clone();
    let handler = move || {
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.set();
        eprintln!("\nStopping after the steps in progress; press Ctrl-C again to stop at once.");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will end the program without saving: {error}");
    }
    stop
}
