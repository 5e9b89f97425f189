//! HBM traffic of an instruction.

use crate::hlo::{Array, Computation, Instruction, Module, Shape};

/// Opcodes without traffic of their own: they forward values, or their traffic is counted at other
/// instructions.
const OPCODES_WITHOUT_TRAFFIC: [&str; 11] = [
    "parameter",
    "constant",
    "tuple",
    "get-tuple-element",
    "bitcast",
    "while",
    "conditional",
    "call",
    "copy-done",
    "async-done",
    "after-all",
];

/// Nested fusions through which a parameter is followed to its uses.
const MAX_FUSION_DEPTH: usize = 4;

/// Returns the bytes of operands and result in HBM, including the padding of tiles. Of an operand that is
/// only sliced, the slice counts; of a result that is updated in place, the update.
pub(crate) fn bytes(module: &Module, computation: &Computation, instruction: &Instruction) -> u64 {
    if OPCODES_WITHOUT_TRAFFIC.contains(&instruction.opcode.as_str()) {
        return 0;
    }
    let read = instruction.operands.iter().enumerate().map(|(number, &operand)| {
        let whole = size(&computation.instructions[operand].shape);
        bytes_read(module, instruction, number, MAX_FUSION_DEPTH).map_or(whole, |part| part.min(whole))
    });
    let read = read.fold(0, u64::saturating_add);
    read.saturating_add(bytes_written(module, instruction))
}

fn size(shape: &Shape) -> u64 {
    let arrays = shape.arrays().into_iter().filter(|array| array.is_in_main_memory());
    arrays.map(Array::padded_bytes).fold(0, u64::saturating_add)
}

/// Returns the computation of a fusion; none for other instructions.
fn fused_computation<'m>(module: &'m Module, instruction: &Instruction) -> Option<&'m Computation> {
    if instruction.opcode != "fusion" { None } else { module.computations.get(*instruction.called.first()?) }
}

/// Returns the bytes that an instruction reads of an operand; none if it reads all of the operand.
fn bytes_read(module: &Module, instruction: &Instruction, operand: usize, depth: usize) -> Option<u64> {
    match instruction.opcode.as_str() {
        "dynamic-slice" | "slice" | "gather" if operand == 0 => Some(size(&instruction.shape)),
        "dynamic-update-slice" if operand == 0 => Some(0),
        "fusion" if depth > 0 => {
            let fused = fused_computation(module, instruction)?;
            let is_operand = |i: &Instruction| i.opcode == "parameter" && i.index == operand;
            bytes_used(module, fused, fused.instructions.iter().position(is_operand)?, depth - 1)
        }
        _ => None,
    }
}

/// Returns the bytes that the users of a value in a fusion read of it, also through bitcasts; none if one
/// reads all of it, or if the value is a result.
fn bytes_used(module: &Module, fused: &Computation, value: usize, depth: usize) -> Option<u64> {
    if fused.instructions.get(value).is_some_and(|found| std::ptr::eq(found, fused.root())) {
        return None;
    }
    let mut uses = fused.instructions.iter().enumerate().flat_map(|(at, user)| {
        let places = user.operands.iter().enumerate().filter(move |(_, operand)| **operand == value);
        places.map(move |(number, _)| match user.opcode.as_str() {
            "bitcast" if depth > 0 => bytes_used(module, fused, at, depth - 1),
            _ => bytes_read(module, user, number, depth),
        })
    });
    uses.try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
}

/// Returns the bytes that an instruction writes.
fn bytes_written(module: &Module, instruction: &Instruction) -> u64 {
    match fused_computation(module, instruction) {
        Some(fused) => bytes_of_root(fused, fused.root()),
        None => size(&instruction.shape),
    }
}

/// Returns the bytes that a fusion writes for its root, or for an element of it.
fn bytes_of_root(fused: &Computation, root: &Instruction) -> u64 {
    let operand = |number: usize| fused.instructions.get(*root.operands.get(number)?);
    match root.opcode.as_str() {
        "dynamic-update-slice" => operand(1).map_or_else(|| size(&root.shape), |update| size(&update.shape)),
        // On GPUs, an update in place may be followed by a bitcast, and several results form a tuple.
        "bitcast" => match operand(0) {
            Some(inner) if inner.opcode == "dynamic-update-slice" => bytes_of_root(fused, inner),
            _ => size(&root.shape),
        },
        "tuple" => {
            let elements = root.operands.iter().filter_map(|&at| fused.instructions.get(at));
            elements.map(|element| bytes_of_root(fused, element)).fold(0, u64::saturating_add)
        }
        _ => size(&root.shape),
    }
}
