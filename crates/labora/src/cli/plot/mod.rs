//! `labora plot`: images of the history of a training, and of the model of a file.

pub mod bars;
mod graph;
pub mod history;
mod inside;

use std::path::{Path, PathBuf};

use clap::Args;
use keras::utils;

use super::device::CpuArgs;
use super::failure::Failure;
use super::{model_file, print};
use crate::plots::Form;
use crate::plots::curves::Curve;
use crate::terminal::curves::curve;
use graph::GraphArgs;
use history::Recorded;
use inside::InsideArgs;

/// Plot loss and metrics of a training over its epochs, or the graph of a model file and what is inside.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora train --history cifar10.json
  labora plot cifar10.json --title \"CIFAR-10, eight cores\"
  labora plot log.csv --terminal
  labora plot model.keras --to model.svg --show-shapes --expand-nested
  labora plot model.keras --filters --output filters.png
  labora plot model.keras --activations conv2d_1 --input cat.png
  labora plot model.keras --grad-cam cat.png --classes names.txt")]
pub struct PlotArgs {
    /// The history that `labora train --history` wrote, the CSV of Keras's CSVLogger, the log of a training,
    /// or a whole model, .keras or legacy .h5.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The title [default: the name of the file, and the test accuracy of a history].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The image to write, .png or .svg, of a graph .svg or .dot [default: FILE with the extension png, of
    /// a graph svg].
    #[arg(long, visible_alias = "to", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show the curves of a history in the terminal; an image is only written to --output.
    #[arg(long)]
    terminal: bool,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    inside: InsideArgs,
    #[command(flatten)]
    device: CpuArgs,
}

pub fn run(args: &PlotArgs) -> Result<(), Failure> {
    if model_file::is_model(&args.file) {
        if args.terminal {
            return Err(Failure::usage("--terminal shows the history of a training, not a model"));
        }
        return plot_model(args);
    }
    if args.inside.is_any() || args.graph.is_any() {
        let file = args.file.display();
        return Err(Failure::usage(format!("{file} is no model file: its name ends in .keras or .h5")));
    }
    plot_history(args)
}

fn plot_history(args: &PlotArgs) -> Result<(), Failure> {
    let recorded = history::read(&args.file)?;
    if args.terminal {
        show(&recorded)?;
        if args.output.is_none() {
            return Ok(());
        }
    }
    let title = args.title.clone().unwrap_or_else(|| {
        let name = stem(&args.file);
        recorded.test_accuracy.map_or(name.clone(), |a| format!("{name}: test accuracy {:.1}%", a * 100.0))
    });
    let output = args.output.clone().unwrap_or_else(|| args.file.with_extension("png"));
    let plot = recorded.plot(form_of(&output)?, &title)?;
    write(&output, &plot)
}

/// Prints the curves.
fn show(recorded: &Recorded) -> Result<(), Failure> {
    for panel in recorded.panels() {
        for Curve { label, values } in &panel.curves {
            print::line(curve(&format!("{}, {label}", panel.title), values))?;
        }
    }
    Ok(())
}

fn plot_model(args: &PlotArgs) -> Result<(), Failure> {
    let model = model_file::open(&args.file)?;
    if !args.inside.is_any() {
        let output = args.output.clone().unwrap_or_else(|| args.file.with_extension("svg"));
        return write(&output, args.graph.draw(&model, &output)?.as_bytes());
    }
    if args.graph.is_any() {
        return Err(Failure::usage("the options of the graph do not go with --filters, --activations or --grad-cam"));
    }
    let output = args.output.clone().unwrap_or_else(|| args.file.with_extension("png"));
    if form_of(&output)? != Form::Png {
        return Err(Failure::usage(format!("{}: images are written as .png", output.display())));
    }
    utils::check_writable(&output)?;
    let image = args.inside.draw(&model, args.title.as_deref(), &args.device)?;
    write(&output, &image)
}

/// The form that the ending of a file's name tells.
pub fn form_of(path: &Path) -> Result<Form, Failure> {
    match path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase().as_str() {
        "png" => Ok(Form::Png),
        "svg" => Ok(Form::Svg),
        _ => Err(Failure::usage(format!("{}: the ending does not tell the form", path.display()))
            .hint("name the file .png or .svg")),
    }
}

/// The name of a file without its ending.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn write(output: &Path, content: &[u8]) -> Result<(), Failure> {
    utils::write_atomically(output, content)?;
    print::line(format!("Plot: {}", output.display()))
}
