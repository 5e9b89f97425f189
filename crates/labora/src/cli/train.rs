//! `labora train`: the article, from the images to the weights.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Instant;

use keras::callbacks::History;
use keras::training::DeviceModel;
use keras::utils::progbar::Verbose;
use keras::{ErrorKind, Fit, Infer, StopFlag, optimizers};

use super::args::Train;
use super::failure::Failure;
use super::outputs::{self, Outcome};
use super::setup::Subject;
use super::{print, setup};

/// Batch size and epochs of the article.
const ARTICLE: (u32, u32) = (1024, 50);
/// Batch size and epochs on images that this program draws. They are fewer and learnt sooner; smaller batches give the
/// moving averages of batch normalisation the steps that they need.
const DRAWN: (u32, u32) = (128, 3);

/// Where the weights of an interrupted training go when no file was named.
const RESCUED: &str = "interrupted.weights.h5";

/// Images measured at a time, over all cores.
const TEST_BATCH: usize = 1024;

pub fn run(args: &Train) -> Result<(), Failure> {
    outputs::check(args)?;
    let mut optimizer = optimizers::from_name(&args.optimizer).map_err(Failure::usage)?;
    if let Some(rate) = args.learning_rate {
        optimizer.options_mut().learning_rate = rate.into();
    }
    let device = setup::device(&args.on)?;
    let data = setup::data_or_shapes(&args.data)?;
    let verbose = verbose(args.verbose);
    let say = |text: String| {
        if verbose != Verbose::Silent {
            // A reader that has gone away does not end a training.
            let _ = print::line(text);
        }
    };

    let mut model = setup::network(&Subject::of(&data), args.dtype)?;
    model.initialize(args.seed);
    if let Some(weights) = &args.weights {
        model.load_weights(weights)?;
    }
    model.compile(setup::compile(optimizer))?;
    say(model.summary());
    say(format!("{} training and {} test images: {}", data.train.len(), data.test.len(), data.source));
    let device = if verbose == Verbose::Silent { device.quiet() } else { device };
    let mut tpu_model = model.to_device(&device)?;

    let (batch_size, epochs) = if data.name == keras::datasets::shapes::NAME { DRAWN } else { ARTICLE };
    let stop = stop_on_interrupt();
    let settings = Fit {
        batch_size: args.batch_size.unwrap_or(batch_size) as usize,
        epochs: args.epochs.unwrap_or(epochs) as usize,
        validation_data: Some(((&data.test).into(), (&data.test.labels).into())),
        seed: args.seed,
        verbose,
        stop: stop.clone(),
        ..Fit::default()
    };
    let start = Instant::now();
    let fitted = tpu_model.fit(&data.train, &data.train.labels, settings);
    let seconds = start.elapsed().as_secs_f64();
    let history = match fitted {
        Ok(history) => history,
        Err(error) => return Err(keep_what_is_good(args, &tpu_model, error)),
    };

    if stop.is_set() {
        let path = args.save.as_deref().unwrap_or(Path::new(RESCUED));
        tpu_model.save_weights(path, true)?;
        let file = path.display();
        let message = format!("stopped by Ctrl-C after {seconds:.0} s; the weights so far are in {file}");
        return Err(Failure::interrupted(message).hint(format!("to go on from there: labora train --weights {file}")));
    }
    if let Some(path) = &args.save {
        tpu_model.save_weights(path, true)?;
        say(format!("Weights: {}", path.display()));
    }
    finish(args, &mut tpu_model, &data, &history, seconds, &say)
}

/// Tests, writes what was asked for, and says what can be done next.
fn finish(
    args: &Train,
    model: &mut DeviceModel,
    data: &keras::datasets::Dataset,
    history: &History,
    seconds: f64,
    say: &dyn Fn(String),
) -> Result<(), Failure> {
    let settings = Infer::silent(TEST_BATCH);
    let test = model.evaluate(&data.test, &data.test.labels, settings)?;
    let test = [test.get("loss"), test.get("sparse_categorical_accuracy")].map(|v| v.unwrap_or(f64::NAN));
    let images_per_s = model.report().map_or(0.0, |r| r.rows_per_second());
    let compile_seconds = model.report().map_or(0.0, |r| r.compile_seconds);
    let outcome = Outcome { history, test, seconds, compile_seconds, images_per_s };
    say(format!("Test loss {:.4}, test accuracy {:.2}%", test[0], test[1] * 100.0));
    say(format!("Trained in {seconds:.1} s, {images_per_s:.0} images/s"));
    if let Some(path) = &args.history {
        outputs::write_history(path, &outcome)?;
        say(format!("History: {}", path.display()));
    }
    if let Some(path) = &args.plot {
        let title = format!("{} on {}: test accuracy {:.1}%", data.name, args.on.device, test[1] * 100.0);
        outputs::write_plot(path, &title, history)?;
        say(format!("Plot: {}", path.display()));
    }
    let place = args.data.data.as_ref().map_or(String::new(), |p| format!(" --data {}", p.display()));
    say(match &args.save {
        Some(path) => format!("Next: labora predict --weights {} --index 0 {}{place}", path.display(), data.name),
        None => format!("Next: labora train {}{place} --save {}.weights.h5", data.name, data.name),
    });
    Ok(())
}

/// After a failure: what was trained so far is saved where weights were to be saved, after whole epochs in any case.
fn keep_what_is_good(args: &Train, model: &DeviceModel, error: keras::Error) -> Failure {
    let failure = Failure::new(&error);
    let has_trained = model.report().is_some_and(|r| !r.calls.is_empty()) || error.kind() == ErrorKind::Training;
    let has_epochs = model.history().is_some_and(|history| !history.epochs().is_empty());
    let path = match &args.save {
        Some(path) if has_trained => path.as_path(),
        None if has_epochs => Path::new(RESCUED),
        _ => return failure,
    };
    match model.save_weights(path, true) {
        Ok(()) => failure.hint(format!("the last good weights are in {}", path.display())),
        Err(second) => failure.hint(format!("the last good weights could not be saved: {second}")),
    }
}

/// What Keras's `verbose` numbers mean; without one, a bar in a terminal and lines elsewhere.
pub fn verbose(number: Option<u8>) -> Verbose {
    match number {
        Some(0) => Verbose::Silent,
        Some(1) => Verbose::Bar,
        Some(_) => Verbose::Line,
        None if std::io::stdout().is_terminal() => Verbose::Bar,
        None => Verbose::Line,
    }
}

/// A flag that the first Ctrl-C sets; the second ends the program at once.
fn stop_on_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let flag = stop.clone();
    let handler = move || {
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.set();
        eprintln!("\nStopping after the steps under way; once more to stop at once.");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will end the program without saving: {error}");
    }
    stop
}
