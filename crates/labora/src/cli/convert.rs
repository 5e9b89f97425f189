//! `labora convert`: from StableHLO text to a portable artifact, and back; between model files of Keras, and
//! from them to other programs.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use keras::models::{Export, ExportFormat};
use stablehlo::Module;
use stablehlo::budget::{read_file, read_stream};
use stablehlo::bytecode::{self, Version, WriteOptions};

use super::failure::Failure;
use super::input_shape::InputShapeArgs;
use super::model_file;

/// The extensions of files with text; other files are artifacts.
const TEXT: &str = "mlir";
/// The extensions of artifacts.
const ARTIFACTS: [&str; 3] = ["mlirbc", "stablehlo", "bc"];

/// Converts a program between StableHLO text and portable artifacts, or a Keras model between its files and
/// to other programs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  labora convert step.mlir step.mlirbc
  labora convert step.mlirbc -                     the text, on standard output
  labora convert model.h5 model.keras              Keras's legacy file to that of Keras 3
  labora convert model.keras model.weights.h5      the weights alone
  labora convert model.keras weights.safetensors   the weights alone, for other programs
  labora convert model.keras model.onnx            the trained model for ONNX Runtime and others
  labora convert model.keras model.stablehlo       the same as a StableHLO program
  labora convert model.keras model.jax             the same for jax.export.deserialize
  labora convert model.keras model.onnx --input-shape 224x224x3    of a model that takes images of any size")]
pub struct ConvertArgs {
    /// Program, text or artifact, as its content tells, - is standard input; or a model (.keras, .h5)
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Text (.mlir) or artifact (.mlirbc, .stablehlo, .bc), - prints the text. Of a model: .keras, .h5,
    /// .weights.h5, .safetensors, .onnx, .stablehlo, .jax
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// StableHLO version whose readers shall read the artifact, 1.0.0 to 1.13.0
    #[arg(long, value_name = "VERSION", default_value_t = Version::NEWEST)]
    target_version: Version,
    /// Rows that an exported model takes [default: any number in .onnx, 1 in .stablehlo and .jax]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    batch_size: Option<u32>,
    /// Make the weights of an exported .stablehlo or .jax arguments, before the inputs
    #[arg(long)]
    weights_as_arguments: bool,
    #[command(flatten)]
    input_shape: InputShapeArgs,
}

pub fn run(args: &ConvertArgs) -> Result<(), Failure> {
    if model_file::is_model(&args.input) {
        if let Some(format) = ExportFormat::of(&args.output) {
            let export = Export {
                format,
                rows: args.batch_size.map(|rows| rows as usize),
                weights_as_arguments: args.weights_as_arguments,
                version: args.target_version,
            };
            return Ok(args.input_shape.of(model_file::open(&args.input)?)?.export(&args.output, export)?);
        }
        model_file::check_name(&args.output).map_err(|failure| {
            failure.hint(
                "name the file .keras or .h5 for the whole model, .weights.h5 or .safetensors for its weights, \
                 or .onnx, .stablehlo or .jax for other programs",
            )
        })?;
        return model_file::save(&args.input_shape.if_given(model_file::open(&args.input)?)?, &args.output);
    }
    let of_input = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", args.input.display()));
    let is_artifact = writes_artifact(&args.output)?;
    let bytes = if is_standard(&args.input) { read_stream(std::io::stdin().lock()) } else { read_file(&args.input) };
    let module = Module::read(&bytes.map_err(|e| of_input(&e))?).map_err(|e| of_input(&e))?;
    let out = if is_artifact {
        let options = WriteOptions { version: args.target_version };
        bytecode::write(&module, options).map_err(|e| of_input(&e))?
    } else {
        module.to_string().into_bytes()
    };
    if is_standard(&args.output) {
        let mut output = std::io::stdout().lock();
        return Ok(output.write_all(&out).and_then(|()| output.flush())?);
    }
    Ok(keras::utils::write_atomically(&args.output, &out)?)
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// True if the output is an artifact, by its extension.
fn writes_artifact(output: &Path) -> Result<bool, Failure> {
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    match extension.as_ref() {
        _ if is_standard(output) => Ok(false),
        TEXT => Ok(false),
        other if ARTIFACTS.contains(&other) => Ok(true),
        _ => Err(Failure::usage(format!("{}: the extension does not tell the form", output.display()))
            .hint("name the output .mlir for text, or .mlirbc for an artifact")),
    }
}
