//! Construction of register programs.
//!
//! A value is a list of elements of registers, so that data movement with static indices costs nothing:
//! a slice, a transpose or a concatenation is another list. An instruction reads and writes contiguous
//! elements of a register; where a list is not contiguous, its registers are placed so that it is, or it is
//! copied.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kernels::{GemmPlan, GemmSpec};
use stablehlo::{ElementType, OpKind, TensorType};

use super::super::builder::BytecodeBuilder;
use super::super::bytecode::{Opcode, Reg};
use super::super::dtype::RegType;
use super::super::reduce::{ReduceKind, ReduceShape};
use super::instruction::{Reduction, Triple};
use super::program::{Array, ArrayPlace};
use crate::error::Result;

/// An element of a register.
pub(crate) type Element = (Reg, u32);

/// A value: its elements in row-major order.
pub(crate) type Value = Rc<[Element]>;

/// Contiguous elements of a register, or one element that is broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) reg: Reg,
    pub(super) first: u32,
    pub(super) is_broadcast: bool,
}

/// When an instruction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Once,
    Condition,
    Body,
    /// If the conditional selects the branch of that number, counted over all conditionals.
    Branch(usize),
}

/// What a register is.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// The result of an instruction of this section, or elements of several of them.
    Result(Section),
    /// A constant: the bytes of its elements.
    Constant(Vec<u8>),
    /// Elements of an operand: its position among the step's reads, and offsets in bytes.
    External(usize, Vec<usize>),
    /// The carried value of that number, before an iteration.
    Carried(usize),
    /// The carried value of that number, after an iteration.
    Next(usize),
}

/// A register.
#[derive(Clone, Debug)]
pub(super) struct RegInfo {
    pub(super) reg_type: RegType,
    pub(super) elements: u32,
    pub(super) role: Role,
    /// The elements of another register that it is.
    pub(super) place: Option<Element>,
}

/// The work of an instruction.
#[derive(Clone, Debug)]
pub(super) enum Work {
    Elementwise(Opcode),
    Triple(Triple),
    /// Copies contiguous elements.
    Copy,
    /// Copies elements of any registers.
    Gather(Value),
    Reduce(Reduction),
    /// A product of matrices.
    Gemm(Arc<GemmPlan>),
    /// Reads or writes a slice of an array. The first operands are the starts, the next is what is written.
    Slice(SliceSpec),
    /// Runs the section that the operand selects: an `i1` (true selects the first) or an `i32` index.
    Branch(Vec<Section>),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct VirtualInstr {
    pub(super) work: Work,
    pub(super) section: Section,
    pub(super) inputs: Vec<Operand>,
    /// The first element that is written; none for a write to memory.
    pub(super) out: Option<Element>,
    pub(super) elements: u32,
}

/// A dynamic slice.
#[derive(Clone, Debug)]
pub(crate) struct SliceSpec {
    /// The number of an array in memory; none for a register.
    pub(crate) array: Option<usize>,
    /// The offset of the array in its memory in bytes.
    pub(crate) first: usize,
    /// For each start: the largest index, and bytes from one index to the next.
    pub(crate) starts: Vec<(usize, usize)>,
    /// The offsets of contiguous runs in bytes, and the bytes of each.
    pub(crate) runs: Vec<usize>,
    pub(crate) run_bytes: usize,
    pub(crate) writes: bool,
    /// A write that starts outside of the array is skipped; if not set, starts are clamped.
    pub(crate) skips: bool,
}

/// Builds a program operation by operation: those of the condition, then those of the body.
#[derive(Debug)]
pub(crate) struct RegisterProgramBuilder {
    opcodes: BytecodeBuilder,
    pub(super) regs: Vec<RegInfo>,
    pub(super) instrs: Vec<VirtualInstr>,
    pub(super) section: Section,
    /// The number of branches of conditionals.
    pub(super) branches: usize,
    /// For each list of elements that has been copied, the register.
    pub(super) copies: HashMap<Value, Reg>,
    pub(super) arrays: Vec<Array>,
    /// The registers of carried values before and after an iteration.
    pub(super) carried: Vec<[Reg; 2]>,
    /// For each carried value in registers, the position of its result among the step's writes.
    pub(super) carried_writes: Vec<usize>,
    pub(super) predicate: Option<Operand>,
}

impl RegisterProgramBuilder {
    pub(crate) fn new() -> Self {
        Self {
            opcodes: BytecodeBuilder::default(),
            regs: Vec::new(),
            instrs: Vec::new(),
            section: Section::Condition,
            branches: 0,
            copies: HashMap::new(),
            arrays: Vec::new(),
            carried: Vec::new(),
            carried_writes: Vec::new(),
            predicate: None,
        }
    }

    /// Bytes of all registers, about.
    pub(crate) fn bytes(&self) -> usize {
        self.regs.iter().map(|reg| reg.elements as usize * reg.reg_type.bytes()).sum()
    }

    /// The number of operations on elements in an iteration.
    pub(crate) fn operations(&self) -> u64 {
        let operations = |instr: &VirtualInstr| match &instr.work {
            Work::Elementwise(_) | Work::Reduce(_) => u64::from(instr.elements),
            Work::Gemm(plan) => plan.flops(),
            _ => 0,
        };
        self.instrs.iter().map(operations).sum()
    }

    /// The number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.instrs.len()
    }

    fn register(&mut self, element: ElementType, elements: usize, role: Role) -> Result<Reg> {
        let reg = self.opcodes.input(element, false)?;
        let reg_type = RegType::of(element)?;
        self.regs.push(RegInfo { reg_type, elements: elements as u32, role, place: None });
        debug_assert_eq!(reg.0 + 1, self.regs.len());
        Ok(reg)
    }

    /// A register of a type that instructions compute in.
    pub(super) fn register_of(&mut self, reg_type: RegType, elements: u32) -> Reg {
        let reg = self.opcodes.input_of(reg_type);
        self.regs.push(RegInfo { reg_type, elements, role: Role::Result(self.section), place: None });
        reg
    }

    /// A constant with these bytes.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn constant(&mut self, element: ElementType, bytes: &[u8]) -> Result<Value> {
        let elements = bytes.len() / element.bytes();
        let known = |reg: &RegInfo| matches!(&reg.role, Role::Constant(b) if b == bytes) && reg.elements == 1;
        let reg_type = RegType::of(element)?;
        let reg = match self.regs.iter().position(|reg| known(reg) && reg.reg_type == reg_type) {
            Some(at) => Reg(at),
            None => self.register(element, elements, Role::Constant(bytes.to_vec()))?,
        };
        Ok(whole(reg, elements))
    }

    /// A value from outside of the loop: the position of the operand among the step's reads, and the offsets
    /// of its elements in bytes.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn external(&mut self, element: ElementType, read: usize, offsets: Vec<usize>) -> Result<Value> {
        let elements = offsets.len();
        Ok(whole(self.register(element, elements, Role::External(read, offsets))?, elements))
    }

    /// A carried value that is kept in registers: its first value is elements of an operand, its last is
    /// written to a result.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn carried(&mut self, ty: &TensorType, read: usize, offsets: Vec<usize>, write: usize) -> Result<Value> {
        let (number, elements) = (self.carried.len(), offsets.len());
        let before = self.register(ty.element, elements, Role::Carried(number))?;
        let after = self.register(ty.element, elements, Role::Next(number))?;
        self.carried.push([before, after]);
        self.carried_writes.push(write);
        self.initial(read, offsets, before);
        Ok(whole(before, elements))
    }

    fn initial(&mut self, read: usize, offsets: Vec<usize>, before: Reg) {
        // The place of the value before the first iteration: a register that is loaded from outside.
        let RegInfo { reg_type, elements, .. } = self.regs[before.0];
        let reg = self.opcodes.input_of(reg_type);
        let role = Role::External(read, offsets);
        self.regs.push(RegInfo { reg_type, elements, role, place: Some((before, 0)) });
        debug_assert_eq!(reg.0 + 1, self.regs.len());
    }

    /// An array in memory, of which the loop accesses slices. Returns its number.
    pub(crate) fn array(&mut self, place: ArrayPlace, bytes: usize) -> usize {
        self.arrays.push(Array { place, bytes });
        self.arrays.len() - 1
    }

    /// Ends the condition.
    pub(crate) fn end_condition(&mut self, predicate: &Value) {
        self.predicate = Some(Operand { reg: predicate[0].0, first: predicate[0].1, is_broadcast: false });
        self.section = Section::Body;
    }

    /// The section of an instruction with these operands.
    fn section_of(&self, inputs: impl Iterator<Item = Reg>) -> Section {
        let is_variant = |reg: Reg| {
            !matches!(self.regs[reg.0].role, Role::Constant(_) | Role::External(..) | Role::Result(Section::Once))
        };
        if inputs.into_iter().any(is_variant) { self.section } else { Section::Once }
    }

    pub(super) fn push(
        &mut self,
        work: Work,
        section: Section,
        inputs: Vec<Operand>,
        out: Option<Element>,
        elements: u32,
    ) {
        if let Some((reg, _)) = out
            && let role @ Role::Result(_) = &mut self.regs[reg.0].role
        {
            *role = Role::Result(section);
        }
        self.instrs.push(VirtualInstr { work, section, inputs, out, elements });
    }

    /// Appends an element-wise operation.
    ///
    /// # Errors
    /// The operation is not supported for these types.
    pub(crate) fn elementwise(
        &mut self,
        kind: &OpKind,
        operands: &[Value],
        operand: Option<&TensorType>,
        result: &TensorType,
    ) -> Result<Value> {
        let elements = result.num_elements();
        // Registers of the operands for the bytecode, each with what it stands for.
        let mut stand_ins = Vec::new();
        for value in operands {
            // A scalar predicate of a select, or bound of a clamp, stands for all elements.
            let value: Value = match value.len() {
                1 if elements > 1 => std::iter::repeat_n(value[0], elements).collect(),
                _ => value.clone(),
            };
            let is_broadcast = elements > 1 && value.iter().all(|element| *element == value[0]);
            let operand = match is_broadcast {
                true => Operand { reg: value[0].0, first: value[0].1, is_broadcast: true },
                false => self.contiguous(&value),
            };
            stand_ins.push((operand, value));
        }
        let inputs: Vec<Reg> = stand_ins.iter().map(|(operand, _)| operand.reg).collect();
        let result_reg = self.opcodes.emit(kind, &inputs, operand, result)?;
        self.take_instructions(&stand_ins, elements as u32);
        Ok(match stand_ins.iter().position(|(operand, _)| operand.reg == result_reg) {
            // A conversion that changes nothing.
            Some(at) => stand_ins[at].1.clone(),
            None => whole(result_reg, elements),
        })
    }

    /// Takes the instructions that the bytecode builder has added, on as many elements. Operands are found by
    /// their registers: `stand_ins` are those of the operation, in its order.
    fn take_instructions(&mut self, stand_ins: &[(Operand, Value)], elements: u32) {
        let (instrs, reg_types) = self.opcodes.take_instructions(self.regs.len());
        for reg_type in &reg_types {
            let role = Role::Result(self.section);
            self.regs.push(RegInfo { reg_type: *reg_type, elements, role, place: None });
        }
        for instr in instrs {
            let mut inputs = Vec::new();
            for (position, reg) in instr.inputs.iter().flatten().enumerate() {
                // Instructions with several operands have those of the operation, in its order.
                let given = match stand_ins.get(position) {
                    Some((operand, value)) if operand.reg == *reg => Some((*operand, value.clone())),
                    _ => stand_ins.iter().find(|(operand, _)| operand.reg == *reg).cloned(),
                };
                inputs.push(match given {
                    Some((operand, value)) if operand.is_broadcast && !instr.op.accepts_broadcast(position) => {
                        self.contiguous(&value)
                    }
                    Some((operand, _)) => operand,
                    None => Operand { reg: *reg, first: 0, is_broadcast: false },
                });
            }
            let section = self.section_of(inputs.iter().map(|operand| operand.reg));
            self.push(Work::Elementwise(instr.op), section, inputs, Some((instr.out, 0)), elements);
        }
    }

    /// Appends a reduction of a value of that shape.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn reduce(
        &mut self,
        kind: ReduceKind,
        (value, shape): (&Value, ReduceShape),
        init: &Value,
        element: ElementType,
    ) -> Result<Value> {
        let mut operand = self.contiguous(value);
        let reg_type = RegType::accumulator_of(element)?;
        let converted = self.opcodes.converted(operand.reg, reg_type);
        if converted != operand.reg {
            self.take_instructions(&[(operand, value.clone())], value.len() as u32);
            operand = Operand { reg: converted, first: 0, is_broadcast: false };
        }
        let mut initial = Operand { reg: init[0].0, first: init[0].1, is_broadcast: false };
        let converted = self.opcodes.converted(initial.reg, reg_type);
        if converted != initial.reg {
            self.take_instructions(&[(initial, init.clone())], 1);
            initial = Operand { reg: converted, first: 0, is_broadcast: false };
        }
        let elements = shape.kept * shape.inner;
        let section = self.section_of([operand.reg, initial.reg].into_iter());
        let out = self.register_of(RegType::of(element)?, elements as u32);
        let init_bytes = reg_type.bytes() as u32;
        let reduction = Reduction { kind, shape, reg_type, element, init_bytes };
        self.push(Work::Reduce(reduction), section, vec![operand, initial], Some((out, 0)), elements as u32);
        Ok(whole(out, elements))
    }

    /// Appends a product of matrices, each of whose operands has the elements that the plan reads, in order.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn gemm(&mut self, plan: GemmPlan, operands: [&Value; 2], element: ElementType) -> Result<Value> {
        let inputs = operands.map(|value| self.contiguous(value)).to_vec();
        let GemmSpec { batch, m, n, .. } = *plan.spec();
        let elements = batch * m * n;
        let section = self.section_of(inputs.iter().map(|operand| operand.reg));
        let out = self.register_of(RegType::of(element)?, elements as u32);
        self.push(Work::Gemm(Arc::new(plan)), section, inputs, Some((out, 0)), elements as u32);
        Ok(whole(out, elements))
    }

    /// Reads a dynamic slice of an array in memory, or of a value: that many elements of a type.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn read_slice(
        &mut self,
        mut spec: SliceSpec,
        array: Option<&Value>,
        starts: &[Value],
        (element, elements): (ElementType, usize),
    ) -> Result<Value> {
        let mut inputs: Vec<Operand> = starts.iter().map(single).collect();
        if let Some(array) = array {
            spec.array = None;
            inputs.push(self.contiguous(array));
        }
        let section = match spec.array {
            Some(_) => self.section,
            None => self.section_of(inputs.iter().map(|operand| operand.reg)),
        };
        let out = self.register_of(RegType::of(element)?, elements as u32);
        self.push(Work::Slice(spec), section, inputs, Some((out, 0)), elements as u32);
        Ok(whole(out, elements))
    }

    /// Writes a dynamic slice of an array in memory.
    pub(crate) fn write_slice(&mut self, spec: SliceSpec, starts: &[Value], update: &Value) {
        let mut inputs: Vec<Operand> = starts.iter().map(single).collect();
        inputs.push(self.contiguous(update));
        self.push(Work::Slice(spec), self.section, inputs, None, update.len() as u32);
    }

    /// A copy of a value, to write slices of it ([`write_into`](Self::write_into)). Each iteration makes it
    /// anew, even of an invariant value: another iteration has written to it.
    pub(crate) fn copied(&mut self, value: &Value) -> Value {
        let out = self.register_of(self.regs[value[0].0.0].reg_type, value.len() as u32);
        // The operand stays as it is, so that its registers are not placed here.
        let (work, operand) = match is_contiguous(value) {
            true => (Work::Copy, vec![single(value)]),
            false => (Work::Gather(value.clone()), Vec::new()),
        };
        self.push(work, self.section, operand, Some((out, 0)), value.len() as u32);
        whole(out, value.len())
    }

    /// Writes a dynamic slice of a copy that nothing else has read yet.
    pub(crate) fn write_into(&mut self, spec: SliceSpec, copy: &Value, starts: &[Value], update: &Value) {
        let mut inputs: Vec<Operand> = starts.iter().map(single).collect();
        inputs.push(self.contiguous(update));
        self.push(Work::Slice(spec), self.section, inputs, Some(copy[0]), update.len() as u32);
    }

    /// The elements of a list, contiguous.
    fn contiguous(&mut self, value: &Value) -> Operand {
        let (reg, first) = value[0];
        if is_contiguous(value) {
            return Operand { reg, first, is_broadcast: false };
        }
        if let Some(reg) = self.copies.get(value) {
            return Operand { reg: *reg, first: 0, is_broadcast: false };
        }
        let copy = self.register_of(self.regs[reg.0].reg_type, value.len() as u32);
        let section = self.section_of(value.iter().map(|(reg, _)| *reg));
        self.regs[copy.0].role = Role::Result(section);
        self.fill(copy, value, section);
        self.copies.insert(value.clone(), copy);
        Operand { reg: copy, first: 0, is_broadcast: false }
    }

    /// Fills a register with the elements of a list: places registers there, and copies what cannot be
    /// placed.
    pub(super) fn fill(&mut self, target: Reg, value: &Value, section: Section) {
        let runs = runs(value);
        let mut copied = Vec::new();
        for run in runs {
            let (reg, first) = value[run.start];
            let info = &self.regs[reg.0];
            let is_result = matches!(info.role, Role::Result(own) if own == section);
            if is_result && info.place.is_none() && first == 0 && run.len() == info.elements as usize && reg != target {
                self.regs[reg.0].place = Some((target, run.start as u32));
            } else {
                copied.push(run);
            }
        }
        if copied.len() > 2 && copied.iter().map(|run| run.len()).sum::<usize>() == value.len() {
            self.push(Work::Gather(value.clone()), section, Vec::new(), Some((target, 0)), value.len() as u32);
            return;
        }
        for run in copied {
            let (reg, first) = value[run.start];
            let input = Operand { reg, first, is_broadcast: false };
            let out = (target, run.start as u32);
            self.push(Work::Copy, section, vec![input], Some(out), run.len() as u32);
        }
    }

    /// Ends the body with the next values of those that are carried in registers, in their order.
    pub(super) fn end_body(&mut self, next: &[Value]) {
        for (number, value) in next.iter().enumerate() {
            self.fill(self.carried[number][1], value, Section::Body);
        }
    }
}

/// All elements of a register.
pub(super) fn whole(reg: Reg, elements: usize) -> Value {
    (0..elements as u32).map(|i| (reg, i)).collect()
}

/// The element of a scalar.
pub(super) fn single(value: &Value) -> Operand {
    Operand { reg: value[0].0, first: value[0].1, is_broadcast: false }
}

/// Returns true if the elements are contiguous in one register.
pub(crate) fn is_contiguous(value: &Value) -> bool {
    let (reg, first) = value[0];
    value.iter().enumerate().all(|(i, element)| *element == (reg, first + i as u32))
}

/// The longest runs of contiguous elements of a register.
fn runs(value: &Value) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, (reg, at)) in value.iter().enumerate() {
        match runs.last_mut() {
            // A new register begins a run of its own even where it is contiguous by chance.
            Some(run) if i > 0 && value[i - 1].0 == *reg && value[i - 1].1 + 1 == *at => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}
