//! The layout of a register program: offsets of registers, and instructions for both phases.

use std::collections::HashMap;

use super::super::bytecode::Reg;
use super::super::dtype::RegType;
use super::builder::{Element, Operand, RegInfo, RegisterProgramBuilder, Role, Section, Value, VirtualInstr, Work};
use super::functions::{elementwise, other};
use super::instruction::{ArrayAccess, Detail, Instr, Start};
use super::program::{ExternalLoad, Phase, RegisterProgram, ResultStore};
use super::{fusion, short_runs};
use crate::error::{Error, ErrorKind, Result};
use crate::memory::{ALIGNMENT, AlignedBytes};

/// Registers of at least this many bytes begin at a cache line.
const ALIGNED_BYTES: usize = 32;

/// Places of registers.
struct Layout<'b> {
    regs: &'b [RegInfo],
    instrs: &'b [VirtualInstr],
    /// The offset of each register that has a place of its own; of carried values in even iterations.
    offsets: HashMap<Reg, usize>,
    details: Vec<Detail>,
}

impl RegisterProgramBuilder {
    /// Builds the program, given the next values of those that are carried in registers, in their order.
    ///
    /// # Errors
    /// A register that is used has no place, or an operation has no function: faults of this builder.
    pub(crate) fn build(mut self, next: &[Value]) -> Result<RegisterProgram> {
        self.end_body(next);
        fusion::fuse(&mut self);
        layout(self)
    }
}

/// Lays out the registers of a program that is complete.
fn layout(builder: RegisterProgramBuilder) -> Result<RegisterProgram> {
    let RegisterProgramBuilder { regs, instrs, arrays, carried, carried_writes, predicate, .. } = builder;
    let mut layout = Layout { regs: &regs, instrs: &instrs, offsets: HashMap::new(), details: Vec::new() };
    let bytes = layout.place(&carried, predicate);
    let mut image = AlignedBytes::zeroed(bytes);
    let mut loads = Vec::new();
    for (at, reg) in regs.iter().enumerate() {
        let Some(to) = layout.offset((Reg(at), 0), 0) else { continue };
        match &reg.role {
            Role::Constant(bytes) => image.as_mut_slice()[to..to + bytes.len()].copy_from_slice(bytes),
            Role::External(read, from) => {
                let size = reg.reg_type.bytes();
                loads.push(ExternalLoad { read: *read, from: from.clone(), size, to });
            }
            _ => {}
        }
    }
    let once = layout.code(Section::Once, 0)?;
    let predicate = predicate.ok_or_else(|| fault("the condition has no predicate"))?;
    let mut phase = |phase| -> Result<Phase> {
        Ok(Phase {
            condition: layout.code(Section::Condition, phase)?,
            predicate: layout.at(predicate, phase)? as usize,
            body: layout.code(Section::Body, phase)?,
        })
    };
    let phases = [phase(0)?, phase(1)?];
    let stored = |([before, _], write): (&[Reg; 2], &usize)| {
        let from = [layout.place_of((*before, 0), 0)?, layout.place_of((*before, 0), 1)?];
        let RegInfo { reg_type, elements, .. } = &regs[before.0];
        Ok(ResultStore { write: *write, from, bytes: *elements as usize * reg_type.bytes() })
    };
    let results = carried.iter().zip(&carried_writes).map(stored).collect::<Result<_>>()?;
    let details = layout.details;
    Ok(RegisterProgram { image, loads, once, phases, details, arrays, results })
}

fn fault(what: &str) -> Error {
    Error::new(ErrorKind::Internal, format!("register program: {what}"))
}

impl Layout<'_> {
    /// Gives offsets to all registers that are used. Returns the bytes of all.
    fn place(&mut self, carried: &[[Reg; 2]], predicate: Option<Operand>) -> usize {
        let mut end = 0;
        carried.iter().for_each(|[before, _]| self.allocate(*before, &mut end));
        // Both places of carried values have the same layout.
        carried.iter().for_each(|[_, after]| self.allocate(*after, &mut end));
        for instr in self.instrs {
            let gathered = match &instr.work {
                Work::Gather(value) => &value[..],
                _ => &[],
            };
            let used = instr.inputs.iter().map(|operand| operand.reg).chain(gathered.iter().map(|(reg, _)| *reg));
            used.chain(instr.out.map(|(reg, _)| reg)).for_each(|reg| self.allocate(self.root((reg, 0)).0, &mut end));
        }
        if let Some(predicate) = predicate {
            self.allocate(self.root((predicate.reg, 0)).0, &mut end);
        }
        end.next_multiple_of(ALIGNMENT)
    }

    fn allocate(&mut self, reg: Reg, end: &mut usize) {
        let RegInfo { reg_type, elements, .. } = &self.regs[reg.0];
        let bytes = *elements as usize * reg_type.bytes();
        let alignment = if bytes >= ALIGNED_BYTES { ALIGNMENT } else { 8 };
        self.offsets.entry(reg).or_insert_with(|| {
            let offset = end.next_multiple_of(alignment);
            *end = offset + bytes;
            offset
        });
    }

    /// The element of a register with a place of its own that an element is.
    fn root(&self, (mut reg, mut at): Element) -> Element {
        while let Some((parent, first)) = self.regs[reg.0].place {
            (reg, at) = (parent, first + at);
        }
        (reg, at)
    }

    /// The offset of an element in a phase; none if its register is not used.
    fn offset(&self, element: Element, phase: usize) -> Option<usize> {
        let (reg, at) = self.root(element);
        // In odd iterations the two places of carried values are swapped.
        let place = match self.regs[reg.0].role {
            Role::Carried(number) if phase == 1 => {
                self.counterpart(|role| matches!(role, Role::Next(n) if *n == number))
            }
            Role::Next(number) if phase == 1 => {
                self.counterpart(|role| matches!(role, Role::Carried(n) if *n == number))
            }
            _ => Some(reg),
        };
        let first = self.offsets.get(&place?)?;
        Some(first + at as usize * self.regs[reg.0].reg_type.bytes())
    }

    fn counterpart(&self, is_it: impl Fn(&Role) -> bool) -> Option<Reg> {
        self.regs.iter().position(|reg| is_it(&reg.role)).map(Reg)
    }

    /// The offset of an element whose register is used.
    fn place_of(&self, element: Element, phase: usize) -> Result<usize> {
        self.offset(element, phase).ok_or_else(|| fault("a register that is used has no place"))
    }

    /// The offset of an operand.
    fn at(&self, operand: Operand, phase: usize) -> Result<u32> {
        Ok(self.place_of((operand.reg, operand.first), phase)? as u32)
    }

    /// The instructions of a section in a phase.
    fn code(&mut self, section: Section, phase: usize) -> Result<Vec<Instr>> {
        let own = self.instrs.iter().filter(|instr| instr.section == section);
        own.map(|instr| self.instr(instr, phase)).collect()
    }

    /// The instruction with its offsets in a phase.
    fn instr(&mut self, instr: &VirtualInstr, phase: usize) -> Result<Instr> {
        let VirtualInstr { work, inputs, out, elements, .. } = instr;
        let at: Vec<u32> = inputs.iter().map(|operand| self.at(*operand, phase)).collect::<Result<_>>()?;
        let bytes = |operand: &Operand| {
            let count = if operand.is_broadcast { 1 } else { *elements };
            count * self.regs[operand.reg.0].reg_type.bytes() as u32
        };
        let size = out.map_or(0, |(reg, _)| self.regs[reg.0].reg_type.bytes() as u32);
        let detail = match work {
            Work::Elementwise(op) => {
                let mut lengths = [0; 3];
                lengths.iter_mut().zip(inputs).for_each(|(length, operand)| *length = bytes(operand));
                Detail::Elementwise { op: *op, inputs: lengths, out: elements * size }
            }
            Work::Triple(_) => Detail::Triple,
            Work::Copy => Detail::Copy { bytes: elements * size },
            Work::Gather(value) => {
                let from = value.iter().map(|element| Ok(self.place_of(*element, phase)? as u32));
                Detail::Gather { size, from: from.collect::<Result<_>>()? }
            }
            Work::Reduce(reduction) => Detail::Reduce(*reduction),
            Work::Gemm(plan) => Detail::Gemm(plan.clone()),
            Work::Branch(sections) => {
                Detail::Branch(sections.iter().map(|section| self.code(*section, phase)).collect::<Result<_>>()?)
            }
            Work::Slice(spec) => {
                let starts =
                    spec.starts.iter().zip(inputs).zip(&at).filter(|(((max, _), _), _)| *max > 0 || spec.skips);
                let start = |(((max, stride), operand), register): (((&usize, &usize), &Operand), &u32)| Start {
                    register: *register,
                    reg_type: self.regs[operand.reg.0].reg_type,
                    max: *max,
                    stride: *stride,
                };
                let starts =
                    starts.map(|(((max, stride), operand), register)| start((((max, stride), operand), register)));
                let starts = starts.collect();
                let first = match (spec.array, out) {
                    (Some(_), _) => spec.first,
                    (None, Some(out)) if spec.writes => self.place_of(*out, phase)?,
                    (None, _) => *at.last().ok_or_else(|| fault("a slice has no array"))? as usize,
                };
                Detail::Slice(ArrayAccess {
                    array: spec.array,
                    first,
                    starts,
                    runs: spec.runs.clone(),
                    run_bytes: spec.run_bytes,
                    writes: spec.writes,
                    skips: spec.skips,
                })
            }
        };
        let is_flag = inputs.first().is_some_and(|operand| self.regs[operand.reg.0].reg_type == RegType::Bool);
        let run = match work {
            Work::Elementwise(op) => elementwise(*op, *elements as usize),
            Work::Triple(triple) => short_runs::triple(*triple, *elements as usize)
                .ok_or_else(|| fault("three operations were fused that have no function"))?,
            _ => other(&detail, is_flag),
        };
        let mut offsets = [0; 4];
        match work {
            // The starts are in the details.
            Work::Slice(_) => offsets[0] = at.last().copied().unwrap_or(0),
            _ => offsets.iter_mut().zip(&at).for_each(|(offset, at)| *offset = *at),
        }
        let mut steps = [1; 4];
        steps.iter_mut().zip(inputs).for_each(|(step, operand)| *step = u8::from(!operand.is_broadcast));
        self.details.push(detail);
        let out = out.map(|element| self.place_of(element, phase)).transpose()?.unwrap_or(0) as u32;
        Ok(Instr { run, out, inputs: offsets, steps, elements: *elements, detail: self.details.len() as u32 - 1 })
    }
}
