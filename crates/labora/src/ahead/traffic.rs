//! What an instruction moves from and to the large memory.

use hlo::{Computation, Instruction, Module, Shape};

/// Instructions that move nothing by themselves: names, tuples, or what others do for them.
const MOVELESS: [&str; 11] = [
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

/// How deep fusions stand in each other where their parameters are followed.
const DEEPEST: usize = 4;

/// Bytes of an instruction's operands and result that are stored in the large memory, tiles filled up. Of an operand that is only cut
/// into, what is cut out counts; of a result that is written in place, what is written.
pub fn bytes(module: &Module, within: &Computation, instruction: &Instruction) -> u64 {
    if MOVELESS.contains(&instruction.opcode.as_str()) {
        return 0;
    }
    let read = instruction.operands.iter().enumerate().map(|(number, &operand)| {
        let whole = size(&within.instructions[operand].shape);
        read_of(module, instruction, number, DEEPEST).map_or(whole, |part| part.min(whole))
    });
    let read = read.fold(0, u64::saturating_add);
    read.saturating_add(written(module, instruction))
}

fn size(shape: &Shape) -> u64 {
    let arrays = shape.arrays().into_iter().filter(|array| array.is_in_main_memory());
    arrays.map(hlo::Array::padded_bytes).fold(0, u64::saturating_add)
}

/// The computation that a fusion stands for.
fn fused<'m>(module: &'m Module, instruction: &Instruction) -> Option<&'m Computation> {
    if instruction.opcode != "fusion" { None } else { module.computations.get(*instruction.called.first()?) }
}

/// What an instruction reads of one of its operands; none where it is all of it.
fn read_of(module: &Module, instruction: &Instruction, number: usize, depth: usize) -> Option<u64> {
    match instruction.opcode.as_str() {
        "dynamic-slice" | "slice" | "gather" if number == 0 => Some(size(&instruction.shape)),
        "dynamic-update-slice" if number == 0 => Some(0),
        "fusion" if depth > 0 => {
            let inner = fused(module, instruction)?;
            let is_it = |i: &Instruction| i.opcode == "parameter" && i.index == number;
            let parameter = inner.instructions.iter().position(is_it)?;
            let mut uses = inner.instructions.iter().flat_map(|user| {
                let places = user.operands.iter().enumerate().filter(move |(_, at)| **at == parameter);
                places.map(move |(number, _)| read_of(module, user, number, depth - 1))
            });
            uses.try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
        }
        _ => None,
    }
}

/// What an instruction writes.
fn written(module: &Module, instruction: &Instruction) -> u64 {
    let root = fused(module, instruction).map_or(instruction, Computation::root);
    let of_update = || {
        let inner = fused(module, instruction)?;
        let update = inner.instructions.get(*root.operands.get(1)?)?;
        Some(size(&update.shape))
    };
    match root.opcode.as_str() {
        "dynamic-update-slice" => of_update().unwrap_or_else(|| size(&instruction.shape)),
        _ => size(&instruction.shape),
    }
}
