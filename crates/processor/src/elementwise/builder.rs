//! Construction of bytecode from element-wise StableHLO operations, and assignment of registers to slots.

use stablehlo::ops::{Binary, CompareType, Unary};
use stablehlo::{ElementType, OpKind, TensorType};

use super::bytecode::{Bytecode, Instruction, Opcode, Reg};
use super::dtype::RegType;
use super::superinstructions;
use crate::error::{Error, Result};

/// Builds a program operation by operation.
#[derive(Debug, Default)]
pub(crate) struct BytecodeBuilder {
    reg_types: Vec<RegType>,
    /// Registers that are loaded once, before the first tile.
    loop_invariant: Vec<bool>,
    /// Registers whose tiles are an operand's memory, so that they need no slot.
    in_memory: Vec<bool>,
    /// Registers that hold a single element, broadcast to the whole tile.
    is_broadcast: Vec<bool>,
    /// The values of registers that hold a known f32.
    constants: Vec<Option<f32>>,
    instrs: Vec<Instruction>,
}

/// Returns true if each element of an operation's result depends only on the operands' elements at the same
/// index.
pub(crate) fn is_elementwise(kind: &OpKind, operand: Option<&TensorType>, result: &TensorType) -> bool {
    match kind {
        OpKind::Unary(_)
        | OpKind::Binary(_)
        | OpKind::Compare { .. }
        | OpKind::Select
        | OpKind::Clamp
        | OpKind::Convert
        | OpKind::ReducePrecision { .. }
        | OpKind::Iota { .. } => true,
        OpKind::BitcastConvert => operand.is_some_and(|o| o.element.bits() == result.element.bits()),
        _ => false,
    }
}

impl BytecodeBuilder {
    fn register(&mut self, reg_type: RegType) -> Reg {
        self.reg_types.push(reg_type);
        self.loop_invariant.push(false);
        self.in_memory.push(false);
        self.is_broadcast.push(false);
        self.constants.push(None);
        Reg(self.reg_types.len() - 1)
    }

    /// Adds an input register, which is loaded once per tile, or once per loop if it is `loop_invariant`.
    ///
    /// # Errors
    /// The processor does not compute on the element type.
    pub(crate) fn input(&mut self, element: ElementType, loop_invariant: bool) -> Result<Reg> {
        let reg = self.register(RegType::of(element)?);
        self.loop_invariant[reg.0] = loop_invariant;
        Ok(reg)
    }

    /// Adds a register of a type that instructions compute in.
    pub(super) fn input_of(&mut self, reg_type: RegType) -> Reg {
        self.register(reg_type)
    }

    /// Takes the instructions so far, and returns them with the types of the registers from that number on.
    pub(super) fn take_instructions(&mut self, first: usize) -> (Vec<Instruction>, Vec<RegType>) {
        (std::mem::take(&mut self.instrs), self.reg_types[first..].to_vec())
    }

    /// Marks an input whose tiles are read directly from the operand's memory, without a slot.
    pub(crate) fn set_in_memory(&mut self, reg: Reg) {
        self.in_memory[reg.0] = true;
    }

    /// Marks an input that is a single element. It is stored as one if all instructions that read it accept
    /// that.
    pub(crate) fn set_broadcast(&mut self, reg: Reg) {
        self.is_broadcast[reg.0] = true;
    }

    /// Tells the value of an input that is a single f32.
    pub(crate) fn set_constant(&mut self, reg: Reg, value: f32) {
        self.constants[reg.0] = Some(value);
    }

    /// The number of instructions so far.
    pub(crate) fn len(&self) -> usize {
        self.instrs.len()
    }

    fn push(&mut self, op: Opcode, inputs: &[Reg], reg_type: RegType) -> Reg {
        let out = self.register(reg_type);
        let mut slots = [None; 3];
        slots.iter_mut().zip(inputs).for_each(|(s, r)| *s = Some(*r));
        self.instrs.push(Instruction { op, inputs: slots, out });
        out
    }

    /// Rounds a register to an element type that has less precision than the register's type.
    fn rounded(&mut self, reg: Reg, element: ElementType) -> Reg {
        match element {
            ElementType::F16 => self.push(Opcode::RoundF16, &[reg], RegType::F32),
            _ => reg,
        }
    }

    /// Converts a register to another register type; conversions from and to bf16 go through f32.
    pub(crate) fn converted(&mut self, reg: Reg, to: RegType) -> Reg {
        match (self.reg_types[reg.0], to) {
            (from, to) if from == to => reg,
            (RegType::Bf16, RegType::F32) | (RegType::F32, RegType::Bf16) => {
                self.push(Opcode::Convert(self.reg_types[reg.0], to), &[reg], to)
            }
            (RegType::Bf16, _) | (_, RegType::Bf16) => {
                let widened = self.converted(reg, RegType::F32);
                self.converted(widened, to)
            }
            (from, to) => self.push(Opcode::Convert(from, to), &[reg], to),
        }
    }

    /// Appends an element-wise operation and returns the register of its result.
    ///
    /// `operand` is the type of the first operand.
    ///
    /// # Errors
    /// The operation is not element-wise, or is not supported for these types.
    pub(crate) fn emit(
        &mut self,
        kind: &OpKind,
        inputs: &[Reg],
        operand: Option<&TensorType>,
        result: &TensorType,
    ) -> Result<Reg> {
        let to = RegType::of(result.element)?;
        let from = match operand {
            Some(ty) => RegType::of(ty.element)?,
            None => to,
        };
        let element = result.element;
        Ok(match kind {
            OpKind::Unary(op) => {
                let out = self.push(Opcode::Unary(*op, from), inputs, to);
                match op {
                    Unary::Abs | Unary::Negate | Unary::Sign | Unary::Not | Unary::IsFinite => out,
                    _ => self.rounded(out, element),
                }
            }
            OpKind::Binary(op) => {
                let out = self.push(Opcode::Binary(*op, from), inputs, to);
                match op {
                    Binary::Maximum | Binary::Minimum => out,
                    _ => self.rounded(out, element),
                }
            }
            OpKind::Compare { direction, compare_type } => {
                let total = *compare_type == Some(CompareType::TotalOrder) && from.is_float();
                self.push(Opcode::Compare { direction: *direction, total, reg_type: from }, inputs, to)
            }
            OpKind::Select => self.push(Opcode::Select(to), inputs, to),
            OpKind::Clamp => self.push(Opcode::Clamp(to), inputs, to),
            OpKind::Convert if from == to => {
                let op = Opcode::Move(to.bytes());
                match (operand.map(|t| t.element), element) {
                    (Some(a), b) if a == b => self.push(op, inputs, to),
                    (_, ElementType::F32) => self.push(op, inputs, to),
                    _ => self.rounded(inputs[0], element),
                }
            }
            OpKind::Convert => {
                let out = self.converted(inputs[0], to);
                self.rounded(out, element)
            }
            OpKind::BitcastConvert => {
                let before = operand.map(|t| t.element).unwrap_or(element);
                let op = match (before, element) {
                    (a, b) if a == b => Opcode::Move(to.bytes()),
                    (ElementType::F16, _) => Opcode::F16ToBits,
                    (_, ElementType::F16) => Opcode::BitsToF16,
                    _ => Opcode::Move(to.bytes()),
                };
                self.push(op, inputs, to)
            }
            OpKind::ReducePrecision { exponent_bits, mantissa_bits } => {
                self.reduce_precision(inputs[0], element, *exponent_bits, *mantissa_bits)?
            }
            OpKind::Iota { dimension } => {
                let inner = result.dims[dimension + 1..].iter().product::<usize>().max(1);
                let size = result.dims[*dimension].max(1);
                let out = self.push(Opcode::Iota { inner, size, reg_type: to }, &[], to);
                self.rounded(out, element)
            }
            other => return Err(Error::unsupported(format!("stablehlo.{} is not element-wise", other.name()))),
        })
    }

    fn reduce_precision(&mut self, x: Reg, element: ElementType, exponent: u32, mantissa_bits: u32) -> Result<Reg> {
        let to = RegType::of(element)?;
        let reg_type = match to {
            RegType::F64 => RegType::F64,
            RegType::F32 | RegType::Bf16 => RegType::F32,
            _ => return Err(Error::unsupported(format!("reduce_precision of {element}"))),
        };
        // A format with the range of f16 keeps its subnormal numbers, which are normal ones of f32.
        let keeps_range = element == ElementType::F16 && exponent >= 5;
        let exponent_bits = if keeps_range { 8 } else { exponent };
        let widened = self.converted(x, reg_type);
        let out = self.push(Opcode::ReducePrecision { exponent_bits, mantissa_bits, reg_type }, &[widened], reg_type);
        let out = self.converted(out, to);
        Ok(self.rounded(out, element))
    }

    /// Fuses superinstructions and assigns slots. A slot is reused after the last use of its register; the
    /// slots of `outputs` and of loop-invariant inputs are never reused.
    pub(crate) fn build(self, outputs: &[Reg]) -> Bytecode {
        let Self { reg_types, loop_invariant, in_memory, mut is_broadcast, constants, instrs } = self;
        let written: Vec<usize> = instrs.iter().map(|i| i.out.0).collect();
        let instrs = superinstructions::fuse(instrs, &constants, outputs);
        outputs.iter().for_each(|r| is_broadcast[r.0] = false);
        for instr in &instrs {
            for (position, reg) in instr.inputs.iter().enumerate().filter_map(|(i, r)| r.map(|r| (i, r))) {
                is_broadcast[reg.0] &= instr.op.accepts_broadcast(position);
            }
        }
        let mut last_use = vec![0; reg_types.len()];
        for (i, instr) in instrs.iter().enumerate() {
            instr.inputs.iter().flatten().for_each(|r| last_use[r.0] = i);
        }
        let is_kept = |r: Reg| loop_invariant[r.0] || outputs.contains(&r);
        let mut slots: Vec<usize> = Vec::new();
        let mut free: Vec<usize> = Vec::new();
        let mut slot_of = vec![None; reg_types.len()];
        let mut allocate = |r: usize, free: &mut Vec<usize>| {
            let bytes = if is_broadcast[r] { 0 } else { reg_types[r].bytes() };
            // The slot that was freed last is in the cache.
            match free.iter().rposition(|s| slots[*s] == bytes) {
                Some(i) => free.remove(i),
                None => {
                    slots.push(bytes);
                    slots.len() - 1
                }
            }
        };
        // All inputs are loaded before the first instruction.
        for r in (0..reg_types.len()).filter(|r| !written.contains(r) && !in_memory[*r]) {
            slot_of[r] = Some(allocate(r, &mut free));
        }
        for (i, instr) in instrs.iter().enumerate() {
            // The result's slot is allocated before the operands' slots are freed, so that they never
            // coincide.
            slot_of[instr.out.0] = Some(allocate(instr.out.0, &mut free));
            let mut candidates: Vec<Reg> = instr.inputs.iter().flatten().copied().collect();
            candidates.push(instr.out);
            candidates.sort();
            candidates.dedup();
            for r in candidates {
                let is_dead = if r == instr.out { last_use[r.0] <= i } else { last_use[r.0] == i };
                if is_dead
                    && !is_kept(r)
                    && let Some(slot) = slot_of[r.0]
                {
                    free.push(slot);
                }
            }
        }
        outputs.iter().for_each(|r| last_use[r.0] = usize::MAX);
        Bytecode { instrs, reg_types, slot_of, slot_element_bytes: slots, last_use }
    }
}
