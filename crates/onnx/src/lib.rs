//! StableHLO programs of inference as ONNX models, of opset 18.
//!
//! ```
//! use onnx::{Export, Parameter};
//! use stablehlo::{ElementType::F32, FuncBuilder, Module, TensorType};
//! let program = |rows: usize| -> stablehlo::Result<Module> {
//!     let mut b = FuncBuilder::new("main");
//!     let w = b.param(TensorType::new(F32, [3, 2]));
//!     let x = b.param(TensorType::new(F32, [rows, 3]));
//!     let y = b.matmul(x, w)?;
//!     Ok(Module::new("dense", b.finish(vec![y])))
//! };
//! let (few, many) = (program(7)?, program(11)?);
//! let parameters = [
//!     Parameter::Weight { name: "dense/kernel", bytes: &[0; 4 * 6] },
//!     Parameter::Input { name: "x" },
//! ];
//! let export = Export { programs: [&few, &many], rows: [7, 11], parameters: &parameters, outputs: &["y"] };
//! assert!(export.to_bytes()?.len() > 24);
//! # Ok::<(), stablehlo::Error>(())
//! ```
//!
//! # The dimension of rows
//!
//! A program has fixed shapes, an ONNX model any number of rows. So the program is given twice, for two
//! numbers of rows: what differs between the two is a size that depends on the rows, and which line goes
//! through both sizes. Programs that differ in anything else are refused.
//!
//! | file | contents |
//! |---|---|
//! | `proto` | the messages of ONNX |
//! | `dim` | sizes that depend on the number of rows |
//! | `parameter` | what the parameters of a program are in a model |
//! | `graph` | the graph under construction |
//! | `lower` | from operations to operators, one file for each group of operations |
#![forbid(unsafe_code)]

mod dim;
mod graph;
mod lower;
mod parameter;
mod proto;

use prost::Message;
use stablehlo::{Error, ErrorKind, Module, Result};

use graph::{Graph, Tensor};
use lower::Lowering;
pub use parameter::Parameter;
use proto::{ModelProto, OperatorSetIdProto};

/// The set of operators.
const OPSET: i64 = 18;
/// The version of the format that came with it.
const IR_VERSION: i64 = 8;
/// A protobuf message is smaller than 2 GiB.
const MAX_BYTES: usize = i32::MAX as usize;

/// A program, and the names of what goes in and out.
#[derive(Clone, Copy, Debug)]
pub struct Export<'a> {
    /// The program for two numbers of rows; the same program twice for a model with fixed shapes.
    pub programs: [&'a Module; 2],
    /// The numbers of rows of the two programs; if they differ, the first dimension of each input.
    pub rows: [usize; 2],
    /// The parameters of the programs, in their order.
    pub parameters: &'a [Parameter<'a>],
    /// The names of the results.
    pub outputs: &'a [&'a str],
}

impl Export<'_> {
    /// The bytes of an `.onnx` file.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for an operation that has no counterpart in ONNX, with the layer that has
    /// it; for programs that differ in more than shapes; for a model of more than 2 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut lowering = Lowering { modules: self.programs, rows: self.rows, graph: Graph::new() };
        let (inputs, results) = lowering.main(self.parameters)?;
        let mut outputs = Vec::with_capacity(results.len());
        for (result, wish) in results.into_iter().zip(self.outputs) {
            let name = lowering.graph.name(wish);
            lowering.graph.rename(&result.name, name.clone());
            outputs.push(Tensor { name, ..result });
        }
        let name = &self.programs[0].name;
        let name = if name.is_empty() { "main" } else { name };
        let graph = lowering.graph.finish(name, &inputs, &outputs)?;
        let model = ModelProto {
            ir_version: IR_VERSION,
            producer_name: "labora".into(),
            producer_version: env!("CARGO_PKG_VERSION").into(),
            graph: Some(graph),
            opset_import: vec![OperatorSetIdProto { domain: String::new(), version: OPSET }],
        };
        if model.encoded_len() > MAX_BYTES {
            let message = "an ONNX file has at most 2 GiB, the model has more: save its weights alone";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(model.encode_to_vec())
    }
}
