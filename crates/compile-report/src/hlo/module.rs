//! Modules: computations of instructions.

use serde_json::Value;

use super::contraction::Contraction;
use super::shape::Shape;

/// A compiled program, as the compiler's passes left it.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name of the module.
    pub name: String,
    /// The computations; a computation calls only earlier ones.
    pub computations: Vec<Computation>,
    /// The index of the entry computation.
    pub(super) entry: usize,
}

impl Module {
    /// Returns the entry computation.
    pub fn entry(&self) -> &Computation {
        &self.computations[self.entry]
    }

    /// Returns the index of the entry computation.
    pub fn entry_index(&self) -> usize {
        self.entry
    }
}

/// Instructions in a topological order.
#[derive(Clone, Debug)]
pub struct Computation {
    /// The name of the computation.
    pub name: String,
    /// The instructions; each operand precedes its users.
    pub instructions: Vec<Instruction>,
    /// The index of the root instruction.
    pub(super) root: usize,
}

impl Computation {
    /// Returns the root: the instruction whose value is the result of the computation.
    pub fn root(&self) -> &Instruction {
        &self.instructions[self.root]
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The name, unique in the module.
    pub name: String,
    /// The opcode, such as `fusion`.
    pub opcode: String,
    /// The shape of the result.
    pub shape: Shape,
    /// Indices of the operands in the same computation.
    pub operands: Vec<usize>,
    /// Indices of called computations in the module: a fusion's computation, a loop's body and condition.
    pub called: Vec<usize>,
    /// The `op_name` of its metadata: the location of an operation in the source program, with the compiler's
    /// additions. Empty for instructions that the compiler inserted.
    pub op_name: String,
    /// File and line in the source program, if known.
    pub source: Option<(String, u32)>,
    /// The number of a parameter, or the tuple index of a `get-tuple-element`.
    pub index: usize,
    /// The fusion kind, such as `kOutput`; empty for other instructions.
    pub fusion_kind: String,
    /// The target of a custom call, such as `__cudnn$convForward`; empty for other instructions.
    pub target: String,
    /// The size of the contraction, if this is a `convolution`, a `dot`, or a call of cuDNN or cuBLAS.
    pub contraction: Option<Contraction>,
    /// The backend config: the compiler's own annotations, uninterpreted.
    pub(super) backend_config: Vec<u8>,
}

impl Instruction {
    /// Returns the backend config if it is JSON, as it is for TPUs and GPUs.
    pub fn backend_config(&self) -> Option<Value> {
        serde_json::from_slice(&self.backend_config).ok()
    }

    /// Returns the device cycles that the compiler expects the instruction to take: `estimated_cycles` of a
    /// TPU's backend config or of the `window_config` in it. It is absent or 0 where the compiler has no
    /// model: for collectives, random bits and gathers.
    pub fn estimated_cycles(&self) -> Option<u64> {
        let config = self.backend_config()?;
        let of_window = config.get("window_config").and_then(|window| window.get("estimated_cycles"));
        number(of_window.or_else(|| config.get("estimated_cycles"))?)
    }

    /// Returns the trip count of a loop, if the compiler derived it.
    pub fn known_trip_count(&self) -> Option<u64> {
        number(self.backend_config()?.get("known_trip_count")?.get("n")?)
    }
}

/// Reads an integer. Protobuf's JSON mapping writes 64-bit integers as strings.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
