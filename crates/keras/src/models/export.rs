//! Trained models for other programs: ONNX, StableHLO, JAX.

use std::path::Path;

use onnx::Parameter;
use stablehlo::bytecode::{self, Version, WriteOptions};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, TensorType, Value};

use super::model::Model;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::KerasTensor;
use crate::saving::{Exported, Tree};
use crate::utils::write_atomically;

/// The numbers of rows of the two programs of which an ONNX model for any number is made: small, and seldom a
/// size in a layer.
const ROWS: [usize; 2] = [19, 23];

/// What [`Model::export`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// An ONNX model of opset 18 (`.onnx`): weights are initializers, named as Keras names them.
    Onnx,
    /// A portable StableHLO artifact (`.stablehlo`, `.mlirbc`), for TensorFlow, PJRT and `labora`.
    StableHlo,
    /// A function of `jax.export` (`.jax`), for JAX 0.10 and later.
    Jax,
}

impl ExportFormat {
    /// The format of a file by the ending of its name; `None` for others.
    ///
    /// ```
    /// use keras::models::ExportFormat;
    /// assert_eq!(ExportFormat::of("model.onnx".as_ref()), Some(ExportFormat::Onnx));
    /// assert_eq!(ExportFormat::of("model.keras".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "onnx" => Some(Self::Onnx),
            "stablehlo" | "mlirbc" => Some(Self::StableHlo),
            "jax" => Some(Self::Jax),
            _ => None,
        }
    }
}

/// Options of [`Model::export`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    /// The format.
    pub format: ExportFormat,
    /// The number of rows. Default: any number in ONNX, 1 in StableHLO and JAX, whose shapes are fixed.
    pub rows: Option<usize>,
    /// True if the weights are the first parameters of a StableHLO program, in the order of
    /// [`variables`](Model::variables), and a list that is the first argument in JAX. Default: they are
    /// constants. In ONNX they are initializers in any case.
    pub weights_as_arguments: bool,
    /// The version of StableHLO whose readers shall read the program. Default: the newest.
    pub version: Version,
}

impl From<ExportFormat> for Export {
    fn from(format: ExportFormat) -> Self {
        Self { format, rows: None, weights_as_arguments: false, version: Version::default() }
    }
}

impl Model {
    /// Writes the function of inference to a file for other programs; Keras's `model.export`. It replaces an
    /// existing file.
    ///
    /// Inputs have their layers' names and types, outputs their layers' names.
    ///
    /// ```
    /// use keras::models::ExportFormat;
    /// use keras::{Input, Model, layers::Dense};
    /// let input = Input::new([4]);
    /// let model = Model::new(&input, &Dense::new(2).call(&input)?)?;
    /// let folder = tempfile::tempdir().unwrap();
    /// model.export(folder.path().join("model.onnx"), ExportFormat::Onnx)?;
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Program`] if the format cannot express an operation: the message names it and its layer.
    /// [`ErrorKind::File`] if the file cannot be written.
    pub fn export(&self, path: impl AsRef<Path>, export: impl Into<Export>) -> Result<()> {
        let export = export.into();
        if export.rows == Some(0) {
            return Err(Error::argument("export: rows is at least 1"));
        }
        let bytes = match export.format {
            ExportFormat::Onnx => self.to_onnx(export.rows),
            ExportFormat::StableHlo => self.to_stablehlo(&export),
            ExportFormat::Jax => self.to_jax(&export),
        };
        let name = self.name();
        let bytes = bytes.map_err(|e| e.at(format_args!("model '{name}' cannot be exported")))?;
        write_atomically(path.as_ref(), &bytes)
    }

    fn to_onnx(&self, rows: Option<usize>) -> Result<Vec<u8>> {
        let rows = rows.map_or(ROWS, |rows| [rows; 2]);
        let programs = [self.inference(rows[0], true)?, self.inference(rows[1], true)?];
        let weights: Vec<Vec<u8>> =
            self.variables().iter().map(|v| v.values.iter().flat_map(|x| x.to_le_bytes()).collect()).collect();
        let named = self.variables().iter().zip(&weights);
        let weights = named.map(|(v, bytes)| Parameter::Weight { name: &v.path, bytes });
        let inputs = self.inputs().iter().map(|input| Parameter::Input { name: input.layer().name() });
        let parameters: Vec<Parameter> = weights.chain(inputs).collect();
        let names = self.output_names();
        let outputs: Vec<&str> = names.iter().map(String::as_str).collect();
        let [few, many] = &programs;
        let export = onnx::Export { programs: [few, many], rows, parameters: &parameters, outputs: &outputs };
        Ok(export.to_bytes()?)
    }

    fn to_stablehlo(&self, export: &Export) -> Result<Vec<u8>> {
        let program = self.inference(export.rows.unwrap_or(1), export.weights_as_arguments)?;
        Ok(bytecode::write(&program, WriteOptions { version: export.version })?)
    }

    fn to_jax(&self, export: &Export) -> Result<Vec<u8>> {
        let program = self.inference(export.rows.unwrap_or(1), export.weights_as_arguments)?;
        let artifact = bytecode::write(&program, WriteOptions { version: export.version })?;
        let (argument_types, result_types) =
            program.main().map_or_else(Default::default, |main| (main.param_types(), main.result_types()));
        let weights = export.weights_as_arguments.then(|| Tree::List(self.variables().len()));
        let arguments: Vec<Tree> = weights.into_iter().chain(self.inputs().iter().map(|_| Tree::Leaf)).collect();
        let result = if result_types.len() == 1 { Tree::Leaf } else { Tree::List(result_types.len()) };
        let exported = Exported {
            name: self.name(),
            artifact: &artifact,
            arguments: &arguments,
            argument_types: &argument_types,
            result,
            result_types: &result_types,
        };
        exported.to_bytes().map_err(|reason| Error::new(ErrorKind::Program, reason))
    }

    /// The program of inference for so many rows: its parameters are the weights, unless they are constants,
    /// and the inputs in their declared types.
    fn inference(&self, rows: usize, weights_as_arguments: bool) -> Result<Module> {
        self.check_stateless("an exported program")?;
        let mut b = FuncBuilder::new("main");
        let mut variables = Vec::with_capacity(self.variables().len());
        for variable in self.variables() {
            variables.push(match weights_as_arguments {
                true => b.param(TensorType::new(ElementType::F32, variable.shape.as_slice())),
                false => b.constant(Literal::from_vec(variable.shape.as_slice(), &variable.values)?)?,
            });
        }
        let mut parameters: Vec<Value> = Vec::with_capacity(self.inputs().len());
        for input in self.inputs() {
            let name = input.layer().name();
            let dims = input.shape().with_rows(rows).map_err(|e| e.at(format_args!("input '{name}'")))?;
            parameters.push(b.param(TensorType::new(declared(input), dims)));
        }
        let converted = parameters.into_iter().map(|input| b.convert(input, ElementType::F32));
        let inputs = converted.collect::<stablehlo::Result<Vec<Value>>>()?;
        let outputs = self.network().forward(&mut b, &inputs, &mut variables, false, &mut None)?;
        Ok(Module::new(self.name(), b.finish(outputs)))
    }
}

/// The element type of an input.
fn declared(input: &KerasTensor) -> ElementType {
    let config = input.layer().serialize();
    match config["config"]["dtype"].as_str().unwrap_or_default() {
        "bool" => ElementType::I1,
        "int8" => ElementType::I8,
        "int16" => ElementType::I16,
        "int32" => ElementType::I32,
        "int64" => ElementType::I64,
        "uint8" => ElementType::Ui8,
        "uint16" => ElementType::Ui16,
        "uint32" => ElementType::Ui32,
        "uint64" => ElementType::Ui64,
        _ => ElementType::F32,
    }
}
