//! Tile programs: straight-line code over registers, built from element-wise operations.

use stablehlo::ops::{Binary, CompareType, Unary};
use stablehlo::{ElementType, OpKind, TensorType};

use super::dtype::RegType;
use super::interpreter::{Opcode, Operands, execute};
use super::load_store;
use super::superinstructions as pair;
use crate::ir::{Block, Constants, ValueTypes};
use crate::{Error, Result};
use kernels::Isa;

/// A register, written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reg(pub(crate) usize);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) op: Opcode,
    pub(crate) inputs: [Option<Reg>; 3],
    pub(crate) out: Reg,
}

/// Builds a program operation by operation.
#[derive(Debug, Default)]
pub(crate) struct BytecodeBuilder {
    classes: Vec<RegType>,
    /// Registers loaded once before the first tile.
    pinned: Vec<bool>,
    /// Registers whose tiles are operands in memory, without a place of their own.
    in_memory: Vec<bool>,
    /// Registers that hold one element, the same for all of a tile.
    one_for_all: Vec<bool>,
    instrs: Vec<Instruction>,
}

/// Instructions with registers assigned to slots of tile memory.
#[derive(Debug)]
pub(crate) struct Bytecode {
    pub(crate) instrs: Vec<Instruction>,
    pub(crate) classes: Vec<RegType>,
    /// A slot for each register; none: its tile is an operand in memory.
    pub(crate) slot_of: Vec<Option<usize>>,
    /// Bytes of an element of each slot; 0: it holds one element, for a whole tile.
    pub(crate) slots: Vec<usize>,
    /// The last instruction that reads each register; `usize::MAX`: it is wanted beyond the program.
    pub(crate) last: Vec<usize>,
}

impl Bytecode {
    /// Bytes of a register's tile of so many elements.
    pub(crate) fn bytes(&self, reg: Reg, elements: usize) -> usize {
        let one = self.slot_of[reg.0].is_some_and(|slot| self.slots[slot] == 0);
        self.classes[reg.0].bytes() * if one { 1 } else { elements }
    }
}

/// Whether an operation goes element by element, given elements of the same place.
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
    fn register(&mut self, class: RegType) -> Reg {
        self.classes.push(class);
        self.pinned.push(false);
        self.in_memory.push(false);
        self.one_for_all.push(false);
        Reg(self.classes.len() - 1)
    }

    /// A register that is loaded from outside, for each tile or (`pinned`) once.
    pub(crate) fn input(&mut self, element: ElementType, pinned: bool) -> Result<Reg> {
        let reg = self.register(RegType::of(element)?);
        self.pinned[reg.0] = pinned;
        Ok(reg)
    }

    /// Says that an input's tiles are read where they lie.
    pub(crate) fn read_in_place(&mut self, reg: Reg) {
        self.in_memory[reg.0] = true;
    }

    /// Says that an input is one element for all: it is kept as such where all instructions take it so.
    pub(crate) fn is_one_for_all(&mut self, reg: Reg) {
        self.one_for_all[reg.0] = true;
    }

    pub(crate) fn len(&self) -> usize {
        self.instrs.len()
    }

    fn push(&mut self, op: Opcode, inputs: &[Reg], class: RegType) -> Reg {
        let out = self.register(class);
        let mut slots = [None; 3];
        slots.iter_mut().zip(inputs).for_each(|(s, r)| *s = Some(*r));
        self.instrs.push(Instruction { op, inputs: slots, out });
        out
    }

    /// Rounds a value to its element type, where registers hold more than the type does.
    fn rounded(&mut self, reg: Reg, element: ElementType) -> Reg {
        match element {
            ElementType::F16 => self.push(Opcode::RoundF16, &[reg], RegType::F32),
            _ => reg,
        }
    }

    /// The register's numbers in another class, by way of f32 to and from bf16.
    pub(crate) fn converted(&mut self, reg: Reg, to: RegType) -> Reg {
        match (self.classes[reg.0], to) {
            (from, to) if from == to => reg,
            (RegType::Bf16, RegType::F32) | (RegType::F32, RegType::Bf16) => {
                self.push(Opcode::Convert(self.classes[reg.0], to), &[reg], to)
            }
            (RegType::Bf16, _) | (_, RegType::Bf16) => {
                let wide = self.converted(reg, RegType::F32);
                self.converted(wide, to)
            }
            (from, to) => self.push(Opcode::Convert(from, to), &[reg], to),
        }
    }

    /// An element-wise operation on registers; `operand` is the type of its first operand.
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
                self.push(Opcode::Compare { direction: *direction, total, class: from }, inputs, to)
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
                if !matches!(to, RegType::F32 | RegType::Bf16) {
                    return Err(Error::unsupported(format!("reduce_precision of {}", result.element)));
                }
                let (exponent_bits, mantissa_bits) = (*exponent_bits, *mantissa_bits);
                let wide = self.converted(inputs[0], RegType::F32);
                let out = self.push(Opcode::ReducePrecision { exponent_bits, mantissa_bits }, &[wide], RegType::F32);
                let out = self.converted(out, to);
                self.rounded(out, element)
            }
            OpKind::Iota { dimension } => {
                let inner = result.dims[dimension + 1..].iter().product::<usize>().max(1);
                let size = result.dims[*dimension].max(1);
                let out = self.push(Opcode::Iota { inner, size, class: to }, &[], to);
                self.rounded(out, element)
            }
            other => return Err(Error::unsupported(format!("stablehlo.{} is not element-wise", other.name()))),
        })
    }

    /// Assigns slots: a register's slot is free again after its last use; `outputs` last to the end.
    pub(crate) fn finish(self, outputs: &[Reg]) -> Bytecode {
        let Self { classes, pinned, in_memory, mut one_for_all, instrs } = self;
        let written: Vec<usize> = instrs.iter().map(|i| i.out.0).collect();
        let instrs = pair::join(instrs, classes.len(), outputs);
        outputs.iter().for_each(|r| one_for_all[r.0] = false);
        for instr in &instrs {
            for (place, reg) in instr.inputs.iter().enumerate().filter_map(|(i, r)| r.map(|r| (i, r))) {
                one_for_all[reg.0] &= instr.op.takes_one_for_all(place);
            }
        }
        let mut last = vec![0; classes.len()];
        for (i, instr) in instrs.iter().enumerate() {
            instr.inputs.iter().flatten().for_each(|r| last[r.0] = i);
        }
        let keep = |r: Reg| pinned[r.0] || outputs.contains(&r);
        let mut slots: Vec<usize> = Vec::new();
        let mut free: Vec<usize> = Vec::new();
        let mut slot_of = vec![None; classes.len()];
        let mut take = |r: usize, free: &mut Vec<usize>| {
            let bytes = if one_for_all[r] { 0 } else { classes[r].bytes() };
            match free.iter().position(|s| slots[*s] == bytes) {
                Some(i) => free.swap_remove(i),
                None => {
                    slots.push(bytes);
                    slots.len() - 1
                }
            }
        };
        // Inputs are all loaded before the first instruction.
        for r in (0..classes.len()).filter(|r| !written.contains(r) && !in_memory[*r]) {
            slot_of[r] = Some(take(r, &mut free));
        }
        for (i, instr) in instrs.iter().enumerate() {
            // The result's slot is taken before the operands' are given back: they never coincide.
            slot_of[instr.out.0] = Some(take(instr.out.0, &mut free));
            let mut dead: Vec<Reg> = instr.inputs.iter().flatten().copied().collect();
            dead.push(instr.out);
            dead.sort();
            dead.dedup();
            for r in dead {
                let over = if r == instr.out { last[r.0] <= i } else { last[r.0] == i };
                if over
                    && !keep(r)
                    && let Some(slot) = slot_of[r.0]
                {
                    free.push(slot);
                }
            }
        }
        outputs.iter().for_each(|r| last[r.0] = usize::MAX);
        Bytecode { instrs, classes, slot_of, slots, last }
    }
}

/// A region of scalars (a reduction's, a comparator's) as a program that runs on a few elements at a time.
#[derive(Debug)]
pub(crate) struct ScalarFn {
    program: Bytecode,
    params: Vec<(Reg, ElementType)>,
    results: Vec<(Reg, ElementType)>,
    constants: Vec<(Reg, ElementType, Vec<u8>)>,
    isa: Isa,
}

impl ScalarFn {
    /// Compiles a region whose values are all scalars; `constants` holds what is known from around it.
    pub(crate) fn new(block: &Block, types: &ValueTypes, constants: &Constants, isa: Isa) -> Result<Self> {
        let mut builder = BytecodeBuilder::default();
        let mut regs = std::collections::HashMap::new();
        let mut params = Vec::new();
        for p in &block.params {
            let element = types.of(*p).element;
            let reg = builder.input(element, true)?;
            regs.insert(*p, reg);
            params.push((reg, element));
        }
        let mut literals = Vec::new();
        let mut outside = Vec::new();
        block.free_values(&mut outside);
        let inside = block.nodes.iter().filter_map(|n| match n.op()? {
            OpKind::Constant(literal) => Some((n.results[0], literal)),
            _ => None,
        });
        let around = outside.iter().filter_map(|id| constants.get(id).map(|l| (*id, l)));
        for (id, literal) in inside.chain(around) {
            let element = types.of(id).element;
            let reg = builder.input(element, true)?;
            regs.insert(id, reg);
            literals.push((reg, element, literal.bytes().to_vec()));
        }
        for node in &block.nodes {
            if matches!(node.op(), Some(OpKind::Constant(_))) {
                continue;
            }
            let operand = node.operands.first().map(|id| types.of(*id));
            let result = types.of(node.results[0]);
            let place = |e: Error| e.at(node.label());
            let inputs = node.operands.iter().map(|id| regs.get(id).copied()).collect::<Option<Vec<Reg>>>();
            let Some(inputs) = inputs else {
                return Err(Error::unsupported(
                    "a region that uses a value from around it which is not constant cannot be run here",
                )
                .at(node.label()));
            };
            let reg = match node.op() {
                // Scalars stay scalars.
                Some(OpKind::Reshape | OpKind::BroadcastInDim { .. }) if result.num_elements() == 1 => inputs[0],
                Some(kind) if is_elementwise(kind, operand, result) => {
                    builder.emit(kind, &inputs, operand, result).map_err(place)?
                }
                _ => return Err(Error::unsupported("cannot stand in a region of scalars").at(node.label())),
            };
            regs.insert(node.results[0], reg);
        }
        let results = block
            .results
            .iter()
            .map(|id| {
                let reg = regs.get(id).copied();
                reg.map(|r| (r, types.of(*id).element))
                    .ok_or_else(|| Error::unsupported("a region returns a value from around it that is not constant"))
            })
            .collect::<Result<Vec<_>>>()?;
        let outputs: Vec<Reg> = results.iter().map(|(r, _)| *r).collect();
        Ok(Self { program: builder.finish(&outputs), params, results, constants: literals, isa })
    }

    /// The element-wise operation that the region is, where it is just one of its two parameters.
    pub(crate) fn as_binary(&self) -> Option<Binary> {
        let [(out, _)] = self.results[..] else { return None };
        let first = match &self.program.instrs[..] {
            [one] if one.out == out => one,
            [one, round] if round.op == Opcode::RoundF16 && round.out == out && round.inputs[0] == Some(one.out) => one,
            _ => return None,
        };
        let [(a, _), (b, _)] = self.params[..] else { return None };
        let both = first.inputs == [Some(a), Some(b), None] || first.inputs == [Some(b), Some(a), None];
        match first.op {
            Opcode::Binary(op, _) if both => Some(op),
            _ => None,
        }
    }

    /// The comparison that the region is, of its first two parameters in order.
    pub(crate) fn as_compare(&self) -> Option<stablehlo::ops::Direction> {
        match (&self.program.instrs[..], &self.params[..]) {
            ([one], [(a, _), (b, _), ..]) if one.inputs == [Some(*a), Some(*b), None] => match one.op {
                Opcode::Compare { direction, total: false, .. } => Some(direction),
                _ => None,
            },
            _ => None,
        }
    }

    /// Runs on `n` elements: an operand in each of `inputs`, a result to each of `outputs`, as they lie in memory.
    pub(crate) fn run(&self, n: usize, inputs: &[&[u8]], outputs: &mut [&mut [u8]], registers: &mut ScalarFnRegisters) {
        let registers = &mut registers.0;
        registers.resize_with(self.program.classes.len(), Vec::new);
        for (reg, class) in self.program.classes.iter().enumerate() {
            registers[reg].resize((n * class.bytes()).div_ceil(8), 0u64);
        }
        let bytes = |reg: Reg| n * self.program.classes[reg.0].bytes();
        for ((reg, element), input) in self.params.iter().zip(inputs) {
            let out = &mut bytemuck::cast_slice_mut(&mut registers[reg.0])[..bytes(*reg)];
            load_store::load_linear(self.isa, *element, input, out);
        }
        for (reg, element, literal) in &self.constants {
            let out = &mut bytemuck::cast_slice_mut(&mut registers[reg.0])[..bytes(*reg)];
            load_store::load_uniform(*element, literal, out);
        }
        for instr in &self.program.instrs {
            let mut out = std::mem::take(&mut registers[instr.out.0]);
            let input = |i: usize| match instr.inputs[i] {
                Some(r) => &bytemuck::cast_slice(&registers[r.0])[..bytes(r)],
                None => &[][..],
            };
            let operands = Operands {
                a: input(0),
                b: input(1),
                c: input(2),
                out: &mut bytemuck::cast_slice_mut(&mut out)[..bytes(instr.out)],
                start: 0,
            };
            execute(self.isa, instr.op, operands);
            registers[instr.out.0] = out;
        }
        for ((reg, element), output) in self.results.iter().zip(outputs) {
            load_store::store(self.isa, *element, &bytemuck::cast_slice(&registers[reg.0])[..bytes(*reg)], output);
        }
    }
}

/// Registers of a [`ScalarFn`], kept between runs.
#[derive(Debug, Default)]
pub(crate) struct ScalarFnRegisters(Vec<Vec<u64>>);
