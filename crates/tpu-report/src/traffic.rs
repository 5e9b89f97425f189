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
            let parameter = fused.instructions.iter().position(is_operand)?;
            let mut uses = fused.instructions.iter().flat_map(|user| {
                let places = user.operands.iter().enumerate().filter(move |(_, at)| **at == parameter);
                places.map(move |(number, _)| bytes_read(module, user, number, depth - 1))
            });
            uses.try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
        }
        _ => None,
    }
}

/// Returns the bytes that an instruction writes.
fn bytes_written(module: &Module, instruction: &Instruction) -> u64 {
    let root = fused_computation(module, instruction).map_or(instruction, Computation::root);
    let of_update = || {
        let fused = fused_computation(module, instruction)?;
        let update = fused.instructions.get(*root.operands.get(1)?)?;
        Some(size(&update.shape))
    };
    match root.opcode.as_str() {
        "dynamic-update-slice" => of_update().unwrap_or_else(|| size(&instruction.shape)),
        _ => size(&instruction.shape),
    }
}
