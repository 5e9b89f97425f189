//! Tensors in the large memory, and what the padding of their tiles costs.

use hlo::{Computation, Instruction, Module, Shape};

use super::report::Workload;

/// Whose tensor it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An argument of the program.
    Argument,
    /// A value in a step, there until it is used up.
    Step,
    /// A value beside the steps, once a call.
    Call,
}

impl Place {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Place::Argument => "argument",
            Place::Step => "step",
            Place::Call => "call",
        }
    }
}

/// A tensor in the large memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The argument's name, or where the value comes from.
    pub name: String,
    /// Whose it is.
    pub place: Place,
    /// Its array: type, dimensions, layout.
    pub array: hlo::Array,
}

impl Tensor {
    /// Bytes that fill up tiles.
    pub fn wasted_bytes(&self) -> u64 {
        self.array.padded_bytes().saturating_sub(self.array.bytes())
    }

    /// The share of its memory that fills up tiles, from 0 to 1.
    pub fn waste(&self) -> f64 {
        self.wasted_bytes() as f64 / self.array.padded_bytes().max(1) as f64
    }
}

/// Instructions whose value is somebody else's.
const NOT_OWN: [&str; 7] = ["parameter", "constant", "tuple", "get-tuple-element", "bitcast", "while", "copy-done"];

/// All tensors: arguments, then values that are computed, each the largest first.
pub fn all(module: &Module, step: Option<&Computation>, workload: &Workload) -> Vec<Tensor> {
    let entry = module.entry();
    let mut arguments: Vec<Tensor> = Vec::new();
    for parameter in entry.instructions.iter().filter(|i| i.opcode == "parameter") {
        arguments.extend(of_shape(&parameter.shape, &workload.argument(parameter.index), Place::Argument));
    }
    let mut values: Vec<Tensor> = Vec::new();
    let beside = if step.is_some() { Place::Call } else { Place::Step };
    for (computation, place) in step.map(|step| (step, Place::Step)).into_iter().chain([(entry, beside)]) {
        for instruction in computation.instructions.iter().filter(|i| !NOT_OWN.contains(&i.opcode.as_str())) {
            values.extend(of_shape(&instruction.shape, &origin(computation, instruction, workload), place));
        }
    }
    for list in [&mut arguments, &mut values] {
        list.sort_by_key(|tensor| std::cmp::Reverse(tensor.array.padded_bytes()));
    }
    arguments.extend(values);
    arguments
}

fn of_shape(shape: &Shape, name: &str, place: Place) -> Vec<Tensor> {
    let arrays = shape.arrays().into_iter().filter(|array| array.is_in_main_memory());
    arrays.map(|array| Tensor { name: name.to_string(), place, array: array.clone() }).collect()
}

/// Where a value comes from; of a copy that the compiler made, what it is a copy of.
fn origin(computation: &Computation, instruction: &Instruction, workload: &Workload) -> String {
    if !instruction.op_name.is_empty() {
        return instruction.op_name.clone();
    }
    let copied = instruction.operands.first().map(|&at| &computation.instructions[at]);
    match copied {
        Some(copied) if instruction.opcode == "copy" && copied.opcode == "parameter" => {
            format!("copy of {}", workload.argument(copied.index))
        }
        _ => instruction.name.clone(),
    }
}
