//! The state of the expansion: which real values stand for each complex one.

use std::collections::HashMap;

use stablehlo::ops::{Binary, Unary};
use stablehlo::{ElementType, Literal, OpKind, TensorType};

use super::arithmetic::Range;
use super::pair::Pair;
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Block, Node, ValueId, ValueTypes};
use crate::passes::emitter::Emitter;

/// The expansion of a graph.
pub(super) struct Expander<'t> {
    pub(super) emitter: Emitter<'t>,
    /// The parts of each complex value that is defined so far.
    pairs: HashMap<ValueId, Pair>,
    /// Arrays of complex numbers in memory, in the blocks around: parameters of `main`, and operands and
    /// results of operations on such arrays.
    arrays: HashMap<ValueId, ValueId>,
    /// Real values that others replace.
    renamed: HashMap<ValueId, ValueId>,
}

impl<'t> Expander<'t> {
    pub(super) fn new(types: &'t mut ValueTypes) -> Self {
        let emitter = Emitter { types, nodes: Vec::new(), location: None };
        Self { emitter, pairs: HashMap::new(), arrays: HashMap::new(), renamed: HashMap::new() }
    }

    pub(super) fn is_complex(&self, id: ValueId) -> bool {
        self.emitter.types.of(id).element.is_complex()
    }

    /// The value that stands for a real one.
    fn real(&self, id: ValueId) -> ValueId {
        self.renamed.get(&id).copied().unwrap_or(id)
    }

    /// The parts of a complex value; a real one has itself for both, for operations on one part at a time.
    pub(super) fn parts(&self, id: ValueId) -> Result<Pair> {
        if !self.is_complex(id) {
            let id = self.real(id);
            return Ok(Pair { re: id, im: id });
        }
        let undefined = || Error::new(ErrorKind::Internal, format!("the complex value {id} has no parts"));
        self.pairs.get(&id).copied().ok_or_else(undefined)
    }

    /// Values with each complex one replaced by its real and its imaginary part.
    pub(super) fn flattened(&self, ids: &[ValueId]) -> Result<Vec<ValueId>> {
        let mut flat = Vec::with_capacity(ids.len());
        for id in ids {
            let Pair { re, im } = self.parts(*id)?;
            flat.push(re);
            if self.is_complex(*id) {
                flat.push(im);
            }
        }
        Ok(flat)
    }

    /// The type of the parts of a complex value.
    pub(super) fn part_type(&self, id: ValueId) -> TensorType {
        let ty = self.emitter.types.of(id);
        ty.with_element(ty.element.part())
    }

    /// New values for the parts of a complex value that is being defined.
    pub(super) fn new_parts(&mut self, id: ValueId) -> Pair {
        let ty = self.part_type(id);
        let pair = Pair { re: self.emitter.types.add(ty.clone()), im: self.emitter.types.add(ty) };
        self.pairs.insert(id, pair);
        pair
    }

    /// New definitions: each complex value is replaced by new ones for its parts.
    pub(super) fn defined(&mut self, ids: &[ValueId]) -> Vec<ValueId> {
        let mut flat = Vec::with_capacity(ids.len());
        for id in ids {
            if self.is_complex(*id) {
                let Pair { re, im } = self.new_parts(*id);
                flat.extend([re, im]);
            } else {
                flat.push(*id);
            }
        }
        flat
    }

    pub(super) fn set(&mut self, id: ValueId, pair: Pair) {
        self.pairs.insert(id, pair);
    }

    /// The array in memory of a complex value; a real value itself.
    fn array(&mut self, id: ValueId) -> Result<ValueId> {
        if !self.is_complex(id) {
            return Ok(self.real(id));
        }
        if let Some(array) = self.arrays.get(&id) {
            return Ok(*array);
        }
        let (Pair { re, im }, ty) = (self.parts(id)?, self.emitter.ty(id));
        let array = self.emitter.push(OpKind::Complex, &[re, im], ty);
        self.arrays.insert(id, array);
        Ok(array)
    }

    /// Returns true if all complex values among these are in memory as arrays.
    fn are_arrays(&self, ids: &[ValueId]) -> bool {
        ids.iter().all(|id| !self.is_complex(*id) || self.arrays.contains_key(id))
    }

    /// Defines the parts of a complex array, which is in memory.
    fn read_array(&mut self, id: ValueId) {
        self.arrays.insert(id, id);
        let ty = self.part_type(id);
        let re = self.emitter.push(OpKind::Real, &[id], ty.clone());
        let im = self.emitter.push(OpKind::Imag, &[id], ty);
        self.set(id, Pair { re, im });
    }

    /// Expands the body of `main`, whose parameters and results remain complex arrays.
    pub(super) fn main(&mut self, block: &mut Block) -> Result<()> {
        for id in &block.params {
            if self.is_complex(*id) {
                self.read_array(*id);
            }
        }
        self.nodes(std::mem::take(&mut block.nodes))?;
        for id in &mut block.results {
            *id = self.array(*id)?;
        }
        block.nodes = std::mem::take(&mut self.emitter.nodes);
        Ok(())
    }

    /// Expands a region, whose parameters are defined already.
    pub(super) fn region(&mut self, block: &mut Block) -> Result<()> {
        let outside = std::mem::take(&mut self.emitter.nodes);
        let arrays = self.arrays.clone();
        self.nodes(std::mem::take(&mut block.nodes))?;
        block.results = self.flattened(&block.results)?;
        block.nodes = std::mem::replace(&mut self.emitter.nodes, outside);
        self.arrays = arrays;
        Ok(())
    }

    fn nodes(&mut self, nodes: Vec<Node>) -> Result<()> {
        for node in nodes {
            self.emitter.location.clone_from(&node.location);
            let label = node.label();
            self.node(node).map_err(|e| e.at(label))?;
        }
        Ok(())
    }

    fn node(&mut self, mut node: Node) -> Result<()> {
        let touches_complex = node.operands.iter().chain(&node.results).any(|id| self.is_complex(*id));
        let Some(kind) = node.op().cloned() else { return self.on_arrays(node) };
        match kind {
            OpKind::While | OpKind::If | OpKind::Case => self.control_flow(node),
            OpKind::Real | OpKind::Imag => self.part(&kind, &node),
            _ if !touches_complex && node.regions.is_empty() => {
                node.operands.iter_mut().for_each(|id| *id = self.real(*id));
                self.emitter.nodes.push(node);
                Ok(())
            }
            OpKind::Reduce { .. } | OpKind::ReduceWindow { .. } | OpKind::Scatter(_) | OpKind::AllReduce(_) => {
                self.reducer(node)
            }
            OpKind::Sort { .. } => self.sort(node),
            OpKind::DotGeneral(_) | OpKind::Convolution(_) => self.contraction(&node),
            OpKind::BroadcastInDim { .. } | OpKind::Select => self.movement(&node),
            OpKind::Reshape
            | OpKind::Transpose { .. }
            | OpKind::Reverse { .. }
            | OpKind::Slice { .. }
            | OpKind::Pad { .. }
            | OpKind::Concatenate { .. }
            | OpKind::DynamicSlice { .. }
            | OpKind::DynamicUpdateSlice
            | OpKind::Gather(_) => match self.are_arrays(&node.operands) {
                true => self.on_arrays(node),
                false => self.movement(&node),
            },
            _ if self.elementwise(&kind, &node)? => Ok(()),
            _ => self.on_arrays(node),
        }
    }

    /// `real` and `imag`.
    fn part(&mut self, kind: &OpKind, node: &Node) -> Result<()> {
        let (operand, result) = (node.operands[0], node.results[0]);
        let Pair { re, im } = self.parts(operand)?;
        if *kind == OpKind::Real {
            self.renamed.insert(result, re);
        } else if self.is_complex(operand) {
            self.renamed.insert(result, im);
        } else {
            let zero = self.emitter.full_like(re, 0.0);
            self.renamed.insert(result, zero);
        }
        Ok(())
    }

    /// Data movement: the same for either part.
    fn movement(&mut self, node: &Node) -> Result<()> {
        let pairs = node.operands.iter().map(|id| self.parts(*id)).collect::<Result<Vec<Pair>>>()?;
        let (ty, Some(kind)) = (self.part_type(node.results[0]), node.op()) else { return Ok(()) };
        let real: Vec<ValueId> = pairs.iter().map(|pair| pair.re).collect();
        let imaginary: Vec<ValueId> = pairs.iter().map(|pair| pair.im).collect();
        let re = self.emitter.push(kind.clone(), &real, ty.clone());
        let im = self.emitter.push(kind.clone(), &imaginary, ty);
        self.set(node.results[0], Pair { re, im });
        Ok(())
    }

    /// A contraction: four real ones.
    fn contraction(&mut self, node: &Node) -> Result<()> {
        let (x, y) = (self.parts(node.operands[0])?, self.parts(node.operands[1])?);
        let ty = self.part_type(node.results[0]);
        let mut product = |a: ValueId, b: ValueId| {
            let result = self.emitter.types.add(ty.clone());
            self.emitter.nodes.push(Node { operands: vec![a, b], results: vec![result], ..node.clone() });
            result
        };
        let [rr, ii, ri, ir] = [product(x.re, y.re), product(x.im, y.im), product(x.re, y.im), product(x.im, y.re)];
        let pair = Pair { re: self.emitter.sub(rr, ii), im: self.emitter.add(ri, ir) };
        self.set(node.results[0], pair);
        Ok(())
    }

    /// An element-wise operation, or one that creates elements. Returns false for other operations.
    fn elementwise(&mut self, kind: &OpKind, node: &Node) -> Result<bool> {
        let result = node.results[0];
        let operands = node.operands.iter().map(|id| self.parts(*id)).collect::<Result<Vec<Pair>>>()?;
        let e = &mut self.emitter;
        let pair = match (kind, &operands[..]) {
            (OpKind::Constant(literal), []) => {
                let [re, im] = split(literal)?;
                let ty = re.ty().clone();
                Pair { re: e.push(OpKind::Constant(re), &[], ty.clone()), im: e.push(OpKind::Constant(im), &[], ty) }
            }
            (OpKind::Iota { .. }, []) => {
                let ty = e.ty(result);
                let ty = ty.with_element(ty.element.part());
                Pair { re: e.push(kind.clone(), &[], ty.clone()), im: e.full(ty, 0.0) }
            }
            (OpKind::Complex, [re, im]) => Pair { re: re.re, im: im.re },
            (OpKind::Convert, [x]) => match (self.is_complex(node.operands[0]), self.is_complex(result)) {
                (true, true) => {
                    let element = self.part_type(result).element;
                    self.emitter.converted(*x, element)
                }
                (false, _) => {
                    let ty = self.part_type(result);
                    let re = self.emitter.convert(x.re, ty.element);
                    Pair { re, im: self.emitter.full(ty, 0.0) }
                }
                (true, false) => {
                    self.emitter.define(OpKind::Convert, &[x.re], result);
                    return Ok(true);
                }
            },
            (OpKind::Compare { direction, .. }, [x, y]) => {
                let mask = e.pair_compare(*direction, *x, *y);
                self.renamed.insert(result, mask);
                return Ok(true);
            }
            (OpKind::Clamp, [min, x, max]) => {
                let ty = e.ty(x.re);
                let mut bound =
                    |z: &Pair| Pair { re: e.broadcast(z.re, ty.clone()), im: e.broadcast(z.im, ty.clone()) };
                let (min, max) = (bound(min), bound(max));
                let above = self.binary(Binary::Maximum, *x, min)?;
                self.binary(Binary::Minimum, above, max)?
            }
            (OpKind::Unary(Unary::Abs), [z]) => {
                let modulus = self.modulus(*z);
                self.renamed.insert(result, modulus);
                return Ok(true);
            }
            (OpKind::Unary(Unary::Negate), [z]) => e.pair_negate(*z),
            (OpKind::Unary(op), [z]) => match e.pair_unary(*op, *z) {
                Some(pair) => pair,
                None => return Err(not_defined(op.name())),
            },
            (OpKind::Binary(op), [x, y]) => self.binary(*op, *x, *y)?,
            _ => return Ok(false),
        };
        self.set(result, pair);
        Ok(true)
    }

    fn binary(&mut self, op: Binary, x: Pair, y: Pair) -> Result<Pair> {
        use stablehlo::ops::Direction::{Gt, Lt};
        let e = &mut self.emitter;
        Ok(match op {
            Binary::Add => e.pair_add(x, y),
            Binary::Subtract => e.pair_sub(x, y),
            Binary::Multiply => e.pair_mul(x, y),
            Binary::Divide => e.in_f64([x, y], |e, [x, y], range| e.pair_div(x, y, range)),
            Binary::Power => e.in_f64([x, y], |e, [x, y], range| e.pair_power(x, y, range)),
            Binary::Atan2 => e.in_f64([x, y], |e, [y, x], range| e.pair_atan2(y, x, range)),
            Binary::Maximum => e.pair_extremum(Lt, x, y),
            Binary::Minimum => e.pair_extremum(Gt, x, y),
            _ => return Err(not_defined(op.name())),
        })
    }

    /// `abs`
    fn modulus(&mut self, z: Pair) -> ValueId {
        let element = self.emitter.types.of(z.re).element;
        let range = Range::of(element);
        let z = self.emitter.converted(z, ElementType::F64);
        let modulus = self.emitter.modulus(z, range);
        self.emitter.convert(modulus, element)
    }

    /// An operation that computes on complex arrays in memory: it stays, its operands become arrays, and the
    /// parts of its results are read from them.
    fn on_arrays(&mut self, mut node: Node) -> Result<()> {
        for region in &mut node.regions {
            if region.params.iter().any(|id| self.is_complex(*id)) {
                return Err(Error::unsupported("the processor does not run this operation on complex numbers"));
            }
            self.region(region)?;
        }
        for id in &mut node.operands {
            *id = self.array(*id)?;
        }
        let results = node.results.clone();
        self.emitter.nodes.push(node);
        for id in results {
            if self.is_complex(id) {
                self.read_array(id);
            }
        }
        Ok(())
    }
}

fn not_defined(op: &str) -> Error {
    Error::unsupported(format!("{op} is not defined for complex numbers"))
}

/// The parts of a complex literal.
fn split(literal: &Literal) -> Result<[Literal; 2]> {
    let ty = literal.ty().with_element(literal.ty().element.part());
    let n = ty.element.bytes();
    let part = |from: usize| {
        let bytes = literal.bytes().chunks_exact(2 * n).flat_map(|z| z[from..from + n].iter().copied()).collect();
        Literal::from_bytes(ty.clone(), bytes)
    };
    Ok([part(0)?, part(n)?])
}
