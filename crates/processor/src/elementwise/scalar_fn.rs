//! Regions over scalars (reducers, comparators), compiled to bytecode.

use std::collections::HashMap;

use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, OpKind};

use super::builder::{BytecodeBuilder, is_elementwise};
use super::bytecode::{Bytecode, Opcode, Reg};
use super::dtype::RegType;
use super::interpreter::execute;
use super::load_store;
use super::operands::Operands;
use super::reduce::ReduceKind;
use crate::error::{Error, Result};
use crate::ir::{Block, Constants, ValueTypes};
use kernels::Isa;

/// A region over scalars, such as a reducer or a comparator, compiled to run on a batch of elements at a
/// time.
#[derive(Debug)]
pub(crate) struct ScalarFn {
    program: Bytecode,
    params: Vec<(Reg, ElementType)>,
    results: Vec<(Reg, ElementType)>,
    constants: Vec<(Reg, ElementType, Vec<u8>)>,
    isa: Isa,
}

impl ScalarFn {
    /// Compiles a region whose values are all scalars; `constants` holds known values of the enclosing
    /// blocks.
    ///
    /// # Errors
    /// The region uses a value of an enclosing block that is not constant, or an operation that is not
    /// element-wise.
    pub(crate) fn new(block: &Block, types: &ValueTypes, constants: &Constants, isa: Isa) -> Result<Self> {
        let mut builder = BytecodeBuilder::default();
        let mut regs = HashMap::new();
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
        let captured = outside.iter().filter_map(|id| constants.get(id).map(|l| (*id, l)));
        for (id, literal) in inside.chain(captured) {
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
            let locate = |e: Error| e.at(node.label());
            let inputs = node.operands.iter().map(|id| regs.get(id).copied()).collect::<Option<Vec<Reg>>>();
            let Some(inputs) = inputs else {
                return Err(Error::unsupported(
                    "the region uses a value of an enclosing region that is not a constant; the processor runs only regions whose \
                     captured values are constants",
                )
                .at(node.label()));
            };
            let reg = match node.op() {
                // These leave a scalar as it is.
                Some(OpKind::Reshape | OpKind::BroadcastInDim { .. }) if result.num_elements() == 1 => inputs[0],
                Some(kind) if is_elementwise(kind, operand, result) => {
                    builder.emit(kind, &inputs, operand, result).map_err(locate)?
                }
                _ => return Err(Error::unsupported("this operation is not element-wise; the processor runs only element-wise operations in this region").at(node.label())),
            };
            regs.insert(node.results[0], reg);
        }
        let results = block
            .results
            .iter()
            .map(|id| {
                let reg = regs.get(id).copied();
                reg.map(|r| (r, types.of(*id).element)).ok_or_else(|| {
                    Error::unsupported("a region returns a value of an enclosing region that is not a constant")
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let outputs: Vec<Reg> = results.iter().map(|(r, _)| *r).collect();
        Ok(Self { program: builder.build(&outputs), params, results, constants: literals, isa })
    }

    /// The binary operation that the region consists of, if it is a single one applied to its two parameters.
    pub(crate) fn as_binary(&self) -> Option<Binary> {
        let [(out, _)] = self.results[..] else { return None };
        let first = match &self.program.instrs[..] {
            [one] if one.out == out => one,
            [one, round] if round.op == Opcode::RoundF16 && round.out == out && round.inputs[0] == Some(one.out) => one,
            _ => return None,
        };
        let [(a, _), (b, _)] = self.params[..] else { return None };
        let takes_both = first.inputs == [Some(a), Some(b), None] || first.inputs == [Some(b), Some(a), None];
        match first.op {
            Opcode::Binary(op, _) if takes_both => Some(op),
            _ => None,
        }
    }

    /// The region as a [`Combiner`], if it is one operation on its two parameters in order, on registers that
    /// hold elements as they are stored, or returns the second.
    pub(crate) fn combiner(&self) -> Option<Combiner> {
        let ([(out, element)], [(a, _), (b, _)]) = (&self.results[..], &self.params[..]) else { return None };
        match &self.program.instrs[..] {
            [] if out == b => Some(Combiner::Second),
            [one] if one.out == *out && one.inputs == [Some(*a), Some(*b), None] && *element != ElementType::F16 => {
                match one.op {
                    Opcode::Binary(op, reg_type) => Some(Combiner::Binary(ReduceKind::of(op)?, reg_type)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The comparison that the region consists of, if it is a single one of its first two parameters in
    /// order.
    pub(crate) fn as_compare(&self) -> Option<Direction> {
        match (&self.program.instrs[..], &self.params[..]) {
            ([one], [(a, _), (b, _), ..]) if one.inputs == [Some(*a), Some(*b), None] => match one.op {
                Opcode::Compare { direction, total: false, .. } => Some(direction),
                _ => None,
            },
            _ => None,
        }
    }

    /// Evaluates the region for each of `n` elements; `inputs` and `outputs` are dense arrays of `n` elements
    /// in memory.
    pub(crate) fn run(&self, n: usize, inputs: &[&[u8]], outputs: &mut [&mut [u8]], registers: &mut ScalarFnRegisters) {
        let registers = &mut registers.0;
        registers.resize_with(self.program.reg_types.len(), Vec::new);
        for (reg, reg_type) in self.program.reg_types.iter().enumerate() {
            registers[reg].resize((n * reg_type.bytes()).div_ceil(8), 0u64);
        }
        let bytes = |reg: Reg| n * self.program.reg_types[reg.0].bytes();
        for ((reg, element), input) in self.params.iter().zip(inputs) {
            let out = &mut bytemuck::cast_slice_mut(&mut registers[reg.0])[..bytes(*reg)];
            load_store::load_linear(self.isa, *element, input, out);
        }
        for (reg, element, literal) in &self.constants {
            let out = &mut bytemuck::cast_slice_mut(&mut registers[reg.0])[..bytes(*reg)];
            load_store::load_broadcast(*element, literal, out);
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

/// A region of two scalars that needs no registers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Combiner {
    /// The second parameter.
    Second,
    Binary(ReduceKind, RegType),
}

/// Registers of a [`ScalarFn`], reused between runs.
#[derive(Debug, Default)]
pub(crate) struct ScalarFnRegisters(Vec<Vec<u64>>);
