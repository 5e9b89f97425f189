//! Tensors in HBM, and the memory that the padding of their tiles takes.

use crate::hlo::{Array, Computation, Instruction, Module, Shape};
use crate::workload::Workload;

/// The part of a program that a tensor belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// An argument of the program.
    Argument,
    /// A value computed in each step.
    Step,
    /// A value computed outside the main loop, once per call.
    Call,
}

impl Scope {
    /// Returns the name: `argument`, `step` or `call`.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Argument => "argument",
            Scope::Step => "step",
            Scope::Call => "call",
        }
    }
}

/// A tensor in HBM.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The name of the argument, or the operation that computes the value.
    pub name: String,
    /// The part of the program that the tensor belongs to.
    pub scope: Scope,
    /// The element type, dimensions and layout.
    pub array: Array,
}

impl Tensor {
    /// Returns the padding of the tiles in bytes.
    pub fn padding_bytes(&self) -> u64 {
        self.array.padded_bytes().saturating_sub(self.array.bytes())
    }

    /// Returns the share of the tensor's memory that is padding, from 0 to 1.
    pub fn padding_share(&self) -> f64 {
        self.padding_bytes() as f64 / self.array.padded_bytes().max(1) as f64
    }
}

/// Opcodes whose result shares the buffer of another instruction.
const ALIASING_OPCODES: [&str; 7] =
    ["parameter", "constant", "tuple", "get-tuple-element", "bitcast", "while", "copy-done"];

/// Returns the tensors in HBM: arguments, then computed values, each the largest first. `step` is the body of
/// the main loop.
pub(crate) fn in_main_memory(module: &Module, step: Option<&Computation>, workload: &Workload) -> Vec<Tensor> {
    let entry = module.entry();
    let mut arguments: Vec<Tensor> = Vec::new();
    for parameter in entry.instructions.iter().filter(|i| i.opcode == "parameter") {
        arguments.extend(of_shape(&parameter.shape, &workload.argument(parameter.index), Scope::Argument));
    }
    let mut values: Vec<Tensor> = Vec::new();
    let of_entry = if step.is_some() { Scope::Call } else { Scope::Step };
    for (computation, scope) in step.map(|step| (step, Scope::Step)).into_iter().chain([(entry, of_entry)]) {
        for instruction in computation.instructions.iter().filter(|i| !ALIASING_OPCODES.contains(&i.opcode.as_str())) {
            values.extend(of_shape(&instruction.shape, &origin(computation, instruction, workload), scope));
        }
    }
    for list in [&mut arguments, &mut values] {
        list.sort_by_key(|tensor| std::cmp::Reverse(tensor.array.padded_bytes()));
    }
    arguments.extend(values);
    arguments
}

fn of_shape(shape: &Shape, name: &str, scope: Scope) -> Vec<Tensor> {
    let arrays = shape.arrays().into_iter().filter(|array| array.is_in_main_memory());
    arrays.map(|array| Tensor { name: name.to_string(), scope, array: array.clone() }).collect()
}

/// Returns the operation that computes a value. A copy that the compiler inserted is named after its operand.
fn origin(computation: &Computation, instruction: &Instruction, workload: &Workload) -> String {
    if !instruction.op_name.is_empty() {
        return instruction.op_name.clone();
    }
    let operand = instruction.operands.first().map(|&at| &computation.instructions[at]);
    match operand {
        Some(operand) if instruction.opcode == "copy" && operand.opcode == "parameter" => {
            format!("copy of {}", workload.argument(operand.index))
        }
        _ => instruction.name.clone(),
    }
}
