//! Superinstructions of register programs.

use super::super::bytecode::Opcode;
use super::super::superinstructions;
use super::builder::{Operand, RegisterProgramBuilder, VirtualInstr, Work};

/// Fuses each operation whose result has a single use into the operation that uses it, where there is a
/// superinstruction for both.
pub(super) fn fuse(builder: &mut RegisterProgramBuilder) {
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
    let mut writer: Vec<Option<usize>> = vec![None; builder.regs.len()];
    let mut kept: Vec<Option<VirtualInstr>> = Vec::with_capacity(builder.instrs.len());
    for (at, instr) in std::mem::take(&mut builder.instrs).into_iter().enumerate() {
        if let (Some((reg, 0)), Work::Elementwise(_)) = (instr.out, &instr.work) {
            writer[reg.0] = Some(at);
        }
        let candidates = instr.inputs.iter().enumerate().filter_map(|(position, operand)| {
            let at = writer[operand.reg.0].filter(|_| uses[operand.reg.0] == 1)?;
            Some((at, fused(kept[at].as_ref()?, &instr, position)?))
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

/// The superinstruction for an operation and the one that reads its result at a position.
fn fused(earlier: &VirtualInstr, later: &VirtualInstr, position: usize) -> Option<VirtualInstr> {
    let (Work::Elementwise(first), Work::Elementwise(second)) = (&earlier.work, &later.work) else { return None };
    let read = later.inputs[position];
    let is_whole = read.first == 0 && (earlier.elements == later.elements || read.is_broadcast);
    if earlier.section != later.section || !is_whole {
        return None;
    }
    let op = superinstructions::pair(*first, *second, position)?;
    let widened = |operand: Operand| Operand { is_broadcast: operand.is_broadcast || read.is_broadcast, ..operand };
    let inputs = vec![widened(earlier.inputs[0]), widened(earlier.inputs[1]), later.inputs[1 - position]];
    Some(VirtualInstr { work: Work::Elementwise(Opcode::Fused2(op)), inputs, ..later.clone() })
}
