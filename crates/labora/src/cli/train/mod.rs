//! `labora train`: trains a network on the images of a data set, and tests it.

mod args;
mod network;

use datasets::Dataset;
use keras::training::{DeviceModel, Validation};
use keras::{Infer, Verbose};

use super::dataset::{DatasetInfo, is_generated};
use super::failure::Failure;
use super::hosts::{self, Hosts};
use super::print;
use super::run_file::Run;
use super::training::{LegacyFile, Rows, TrainRows, Trained, Training};
use network::NetworkName;

pub use args::TrainArgs;

/// Batch size and epochs of the article.
const ARTICLE_BATCH_AND_EPOCHS: [u32; 2] = [1024, 50];
/// Batch size and epochs for generated images. There are fewer of them and they are easier; smaller batches
/// give the moving averages of batch normalization the steps that they need.
const GENERATED_BATCH_AND_EPOCHS: [u32; 2] = [128, 3];

/// Images evaluated at a time, over all cores.
const TEST_BATCH: usize = 1024;

pub fn run(args: &TrainArgs, run: &Run) -> Result<(), Failure> {
    if args.training.print_run {
        return print::line(run.text.trim_end());
    }
    let hosts = args.device.join(args.hosts, args.coordinator.as_deref())?;
    hosts::leave(&hosts, train(args, run, &hosts))
}

/// Trains in this process, one of several. The first one prints, and writes the files.
fn train(args: &TrainArgs, run: &Run, hosts: &Hosts) -> Result<(), Failure> {
    let is_first = hosts.rank() == 0;
    let mut training = Training {
        args: &args.training,
        run,
        defaults: ARTICLE_BATCH_AND_EPOCHS,
        legacy: LegacyFile::Weights,
        device: &args.device,
        reconnect: args.reconnect,
        processes: hosts.count(),
        rank: hosts.rank(),
        verbose: if is_first { args.training.verbose() } else { Verbose::Silent },
    };
    if is_first {
        training.check()?;
    }
    let device = args.device.open_among(hosts)?;
    // Processes on other hosts, and files of results, get the named data set or none.
    let may_draw = !run.names_data && !args.training.leaves_files() && hosts.count() == 1;
    let (data, drawn) = if may_draw { args.data.load_or_draw()? } else { (args.data.load()?, None) };
    if let Some(drawn) = &drawn {
        process::say(format_args!("{drawn}\n"));
    }
    if is_generated(data.name) {
        training.defaults = GENERATED_BATCH_AND_EPOCHS;
    }
    let model =
        args.model.model(&DatasetInfo::of(&data), args.dtype.policy, args.weights.as_deref(), &args.training)?;
    training.say(model.summary());
    training.say(format!("{} training and {} test images: {}", data.train.len(), data.test.len(), data.source));
    let device = if training.verbose == Verbose::Silent { device.quiet() } else { device };
    let mut on_device = model.to_device(&device)?;

    let is_split = args.training.validation_split > 0.0;
    let validation = (!is_split).then(|| Validation::from(&data.test));
    let rows = Rows { train: TrainRows::Arrays((&data.train).into()), validation };
    let trained = training.run(&mut on_device, &rows)?;
    finish(args, &training, &mut on_device, &data, &trained)?;
    if let Some(drawn) = &drawn {
        process::say(format_args!("\n{drawn}"));
    }
    Ok(())
}

/// Tests the model, writes the requested files, and suggests the next command.
fn finish(
    args: &TrainArgs,
    training: &Training<'_>,
    model: &mut DeviceModel,
    data: &Dataset,
    trained: &Trained,
) -> Result<(), Failure> {
    let logs = model.evaluate(&data.test, &data.test.labels, Infer::silent(TEST_BATCH))?;
    let loss = logs.get("loss").unwrap_or(f64::NAN);
    // A model of a file has the metrics that it was compiled with.
    let accuracy = ["sparse_categorical_accuracy", "accuracy"].iter().find_map(|name| logs.get(name));
    let percent = accuracy.map(|accuracy| accuracy * 100.0);
    training.say(match percent {
        Some(percent) => format!("Test loss {loss:.4}, test accuracy {percent:.2}%"),
        None => format!("Test loss {loss:.4}"),
    });
    let Trained { seconds, compile_seconds, rows_per_second, .. } = trained;
    training.say(format!("Trained in {seconds:.1} s, {rows_per_second:.0} images/s"));
    if !model.device().is_first_process() {
        return Ok(());
    }
    let results = [
        ("test_loss", loss),
        ("test_accuracy", accuracy.unwrap_or(f64::NAN)),
        ("seconds", *seconds),
        ("compile_seconds", *compile_seconds),
        ("images_per_s", *rows_per_second),
    ];
    let (name, device) = (data.name, args.device.name());
    let title = match percent {
        Some(percent) => format!("{name} on {device}: test accuracy {percent:.1}%"),
        None => format!("{name} on {device}: test loss {loss:.4}"),
    };
    training.write(trained, &results, &title)?;
    let location = args.data.data.as_ref().map_or(String::new(), |p| format!(" --data {}", p.display()));
    match (&args.training.save, &args.model) {
        (None, _) => training.say(format!("Next: labora train {name}{location} --save {name}.weights.h5")),
        (Some(path), NetworkName::Article) if !training.saves_model() => {
            training.say(format!("Next: labora predict --weights {} --index 0 {name}{location}", path.display()));
        }
        (Some(path), _) if training.saves_model() => training.say(format!("Next: labora summary {}", path.display())),
        _ => {}
    }
    Ok(())
}
