//! `labora summary`: the layers of a model file.

use std::path::PathBuf;

use clap::{Args, value_parser};
use keras::models::Summary;

use super::failure::Failure;
use super::{model_file, print};

/// Print the layers of a model file as Keras's summary does.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora summary model.keras
  labora summary model.h5 --columns 120
  labora summary model.keras --expand-nested --show-trainable
  labora summary model.keras --layer-range conv2d dense")]
pub struct SummaryArgs {
    /// A whole model: .keras, or legacy .h5.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Columns of the terminal.
    #[arg(long, default_value_t = 80, value_name = "N", value_parser = value_parser!(u32).range(40..=1000))]
    columns: u32,
    /// Characters of a line, whatever the columns [default: 4 less than columns, at most 88, with
    /// connections 108].
    #[arg(long, value_name = "N")]
    line_length: Option<usize>,
    /// Show the layers of nested models, too.
    #[arg(long)]
    expand_nested: bool,
    /// Show whether training updates the layers' weights.
    #[arg(long)]
    show_trainable: bool,
    /// The first and the last layer to show: regular expressions that match the beginnings of names.
    #[arg(long, num_args = 2, value_names = ["FIRST", "LAST"])]
    layer_range: Option<Vec<String>>,
}

pub fn run(args: &SummaryArgs) -> Result<(), Failure> {
    let model = model_file::open(&args.model)?;
    let mut summary = Summary::new().columns(args.columns as usize);
    summary = summary.expand_nested(args.expand_nested).show_trainable(args.show_trainable);
    if let Some(length) = args.line_length {
        summary = summary.line_length(length);
    }
    if let Some([first, last]) = args.layer_range.as_deref() {
        summary = summary.layer_range(first, last);
    }
    print::line(model.summary_with(&summary)?.trim_end())
}
