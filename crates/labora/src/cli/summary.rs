//! `labora summary`: the layers of a model file.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::failure::Failure;
use super::{model_file, print};

/// Print the layers of a model file as Keras's summary does.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora summary model.keras
  labora summary model.h5 --columns 120")]
pub struct SummaryArgs {
    /// A whole model: .keras, or legacy .h5.
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Columns of the terminal.
    #[arg(long, default_value_t = 80, value_name = "N", value_parser = value_parser!(u32).range(40..=1000))]
    columns: u32,
}

pub fn run(args: &SummaryArgs) -> Result<(), Failure> {
    let model = model_file::open(&args.model)?;
    print::line(model.summary_for(args.columns as usize).trim_end())
}
