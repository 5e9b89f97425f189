//! Superinstructions of register programs.

use stablehlo::ops::Binary;

use super::super::bytecode::{Fused2, Opcode};
use super::super::dtype::RegType;
use super::super::superinstructions;
use super::builder::{Operand, RegisterProgramBuilder, VirtualInstr, Work};
use super::instruction::{Triple, is_pair};
use super::short_runs;

/// Fuses each operation whose result has a single use into the operation that uses it, where there is a
/// superinstruction for both; then, of short runs, pairs with a third operation.
pub(super) fn fuse(builder: &mut RegisterProgramBuilder) {
    fold_into_users(builder, pair);
    fold_into_users(builder, triple);
}

/// Replaces an instruction whose result has a single use, and its user, by the instruction that `combine`
/// returns for them, given the position of the result among the user's operands.
fn fold_into_users(
    builder: &mut RegisterProgramBuilder,
    combine: impl Fn(&VirtualInstr, &VirtualInstr, usize) -> Option<VirtualInstr>,
) {
    let uses = uses(builder);
    let mut writer: Vec<Option<usize>> = vec![None; builder.regs.len()];
    let mut kept: Vec<Option<VirtualInstr>> = Vec::with_capacity(builder.instrs.len());
    for (at, instr) in std::mem::take(&mut builder.instrs).into_iter().enumerate() {
        if let (Some((reg, 0)), Work::Elementwise(_)) = (instr.out, &instr.work) {
            writer[reg.0] = Some(at);
        }
        let candidates = instr.inputs.iter().enumerate().filter_map(|(position, operand)| {
            let at = writer[operand.reg.0].filter(|_| uses[operand.reg.0] == 1)?;
            let earlier = kept[at].as_ref()?;
            let is_whole = operand.first == 0 && (earlier.elements == instr.elements || operand.is_broadcast);
            (is_whole && earlier.section == instr.section).then_some(())?;
            Some((at, combine(earlier, &instr, position)?))
        });
        // The latest candidate, as in fused loops.
        match candidates.max_by_key(|(at, _)| *at) {
            Some((at, combined)) => {
                kept[at] = None;
                kept.push(Some(combined));
            }
            None => kept.push(Some(instr)),
        }
    }
    builder.instrs = kept.into_iter().flatten().collect();
}

/// How often each register is used.
fn uses(builder: &RegisterProgramBuilder) -> Vec<usize> {
    let mut uses = vec![0; builder.regs.len()];
    for instr in &builder.instrs {
        instr.inputs.iter().for_each(|operand| uses[operand.reg.0] += 1);
        if let Work::Gather(value) = &instr.work {
            value.iter().for_each(|(reg, _)| uses[reg.0] += 1);
        }
    }
    builder.predicate.iter().for_each(|operand| uses[operand.reg.0] += 1);
    // What is placed in another register is used there.
    uses.iter_mut().zip(&builder.regs).filter(|(_, reg)| reg.place.is_some()).for_each(|(uses, _)| *uses += 1);
    uses
}

/// The operands of an instruction whose result is read so.
fn read_as(instr: &VirtualInstr, read: Operand) -> impl Iterator<Item = Operand> {
    let inputs = instr.inputs.clone().into_iter();
    inputs.map(move |operand| Operand { is_broadcast: operand.is_broadcast || read.is_broadcast, ..operand })
}

/// The superinstruction for an operation and the one that reads its result at a position.
fn pair(earlier: &VirtualInstr, later: &VirtualInstr, position: usize) -> Option<VirtualInstr> {
    let (Work::Elementwise(first), Work::Elementwise(second)) = (&earlier.work, &later.work) else { return None };
    let op = superinstructions::pair(*first, *second, position)?;
    let inputs = read_as(earlier, later.inputs[position]).chain([later.inputs[1 - position]]).collect();
    Some(VirtualInstr { work: Work::Elementwise(Opcode::Fused2(op)), inputs, ..later.clone() })
}

/// The superinstruction for a pair and an operation, one of which reads the other's result.
fn triple(earlier: &VirtualInstr, later: &VirtualInstr, position: usize) -> Option<VirtualInstr> {
    let (Work::Elementwise(first), Work::Elementwise(second)) = (&earlier.work, &later.work) else { return None };
    let read = later.inputs[position];
    let (triple, inputs) = match (first, second) {
        (first, Opcode::Binary(third, RegType::F32)) => {
            let Fused2 { first: Some(first), second, swapped, .. } = is_pair(*first)? else { return None };
            let third = (*third, position == 1 && is_ordered(*third));
            let inputs = read_as(earlier, read).chain([later.inputs[1 - position]]).collect();
            (Triple::Chain { first, second: (second, swapped), third }, inputs)
        }
        (Opcode::Binary(other, RegType::F32), second) => {
            let Fused2 { first: Some(first), second, swapped, .. } = is_pair(*second)? else { return None };
            if position != 2 {
                return None;
            }
            let inputs: Vec<Operand> = later.inputs[..2].iter().copied().chain(read_as(earlier, read)).collect();
            (Triple::Tree { first, other: *other, last: (second, swapped) }, inputs)
        }
        _ => return None,
    };
    short_runs::triple(triple, later.elements as usize)?;
    Some(VirtualInstr { work: Work::Triple(triple), inputs, ..later.clone() })
}

/// Returns true if an operation depends on the order of its operands.
fn is_ordered(op: Binary) -> bool {
    matches!(op, Binary::Subtract | Binary::Divide)
}
