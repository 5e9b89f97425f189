//! Modules: computations of instructions.

use serde_json::Value;

use crate::product::Product;
use crate::shape::Shape;

/// A program as the compiler left it.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Computations; a computation calls only those that stand before it.
    pub computations: Vec<Computation>,
    /// The number of the one that is run.
    pub(crate) entry: usize,
}

impl Module {
    /// The computation that is run.
    pub fn entry(&self) -> &Computation {
        &self.computations[self.entry]
    }

    /// Its number.
    pub fn entry_index(&self) -> usize {
        self.entry
    }
}

/// Instructions, in an order in which they can be done.
#[derive(Clone, Debug)]
pub struct Computation {
    /// Its name.
    pub name: String,
    /// Instructions; an operand stands before what uses it.
    pub instructions: Vec<Instruction>,
    /// The number of the instruction whose value is the result.
    pub(crate) root: usize,
}

impl Computation {
    /// The instruction whose value is the result.
    pub fn root(&self) -> &Instruction {
        &self.instructions[self.root]
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// Its name, the only one in the module.
    pub name: String,
    /// What it does, such as `fusion`.
    pub opcode: String,
    /// Of its result.
    pub shape: Shape,
    /// Numbers of instructions in the same computation.
    pub operands: Vec<usize>,
    /// Numbers of computations in the module: a fusion's, a loop's condition and body.
    pub called: Vec<usize>,
    /// Where it comes from: the location of an operation in the program that was compiled, with what the compiler adds. Empty
    /// where the compiler made it up.
    pub op_name: String,
    /// File and line of the program, where it names them.
    pub source: Option<(String, u32)>,
    /// A parameter's number, or that of the part a `get-tuple-element` takes.
    pub index: usize,
    /// What kind of fusion it is, such as `kOutput`; empty of others.
    pub fusion_kind: String,
    /// What it multiplies, where it is a convolution or a matrix product.
    pub product: Option<Product>,
    /// The compiler's own notes.
    pub(crate) backend_config: Vec<u8>,
}

impl Instruction {
    /// The compiler's own notes, where they are JSON, as a TPU's are.
    pub fn backend_config(&self) -> Option<Value> {
        serde_json::from_slice(&self.backend_config).ok()
    }

    /// How many of the device's cycles the compiler expects it to take: `estimated_cycles` in a TPU's notes, by themselves or in
    /// its `window_config`. It leaves it out, or says 0, where it has no model: of collectives, random bits, gathers.
    pub fn estimated_cycles(&self) -> Option<u64> {
        let notes = self.backend_config()?;
        let of_window = notes.get("window_config").and_then(|window| window.get("estimated_cycles"));
        number(of_window.or_else(|| notes.get("estimated_cycles"))?)
    }

    /// How often a loop goes round, where the compiler found out.
    pub fn known_trip_count(&self) -> Option<u64> {
        number(self.backend_config()?.get("known_trip_count")?.get("n")?)
    }
}

/// A number, which protobuf's JSON writes as a text where it has 64 bits.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
