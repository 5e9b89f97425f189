//! Classification: how each node of a graph is emitted.
//!
//! Data movement that strides can express becomes a [`View`] and costs nothing. All other nodes become
//! lowering units: parts of fused loops, or library calls with the operands in the layout that the kernel
//! requires.

use stablehlo::{OpKind, TensorType};

use super::lowering::{EmitKind, Lowering, Unit};
use super::views::View;
use super::{batch_loop, contraction, control_flow};
use crate::elementwise::{ReduceKind, ReduceShape, ScalarFn, is_elementwise};
use crate::error::{Error, Result};
use crate::ir::{Node, NodeKind, ValueId};

impl Lowering<'_> {
    /// Defines the results of a node as views or constants, or appends the node's unit, after the copies that
    /// it needs.
    ///
    /// # Errors
    /// A result of an element type that the processor does not compute on.
    pub(super) fn classify(&mut self, node: &Node, units: &mut Vec<Unit>) -> Result<()> {
        if let NodeKind::BatchLoop { blocks } = node.kind {
            let node = batch_loop::canonicalize_operands(self, node, units)?;
            units.push(Unit { node, emit: EmitKind::BatchLoop(blocks) });
            return Ok(());
        }
        let result = match node.results[..] {
            [result] => Some(result),
            _ => None,
        };
        if result.is_some_and(|id| self.facts.splats.contains_key(&id)) {
            return Ok(());
        }
        for id in &node.results {
            let element = self.types.of(*id).element;
            if !element.is_computable() {
                return Err(Error::unsupported(format!("the processor does not compute on {element}")));
            }
        }
        let Some(kind) = node.op() else { return Ok(()) };
        if let Some(id) = result
            && self.define_without_step(node, kind, id, units)?
        {
            return Ok(());
        }
        if let (OpKind::Real | OpKind::Imag, [result]) = (kind, &node.results[..]) {
            units.push(self.part_unit(node, kind, *result));
            return Ok(());
        }
        let operand_type = node.operands.first().map(|id| self.types.of(*id));
        let unit = match (kind, result) {
            (OpKind::Reduce { dims }, Some(_)) => self.reduction_unit(node, dims, units)?,
            (kind, Some(id)) if is_elementwise(kind, operand_type, self.types.of(id)) => {
                Unit { node: node.clone(), emit: EmitKind::Elementwise }
            }
            // Kernels of contractions read strided operands.
            (OpKind::DotGeneral(_) | OpKind::Convolution(_), _) => {
                let node = contraction::canonicalize_operands(self, node, units)?;
                Unit { node, emit: EmitKind::LibraryCall }
            }
            (OpKind::While | OpKind::If | OpKind::Case, _) => {
                let node = control_flow::canonicalize_operands(self, node, units)?;
                Unit { node, emit: EmitKind::LibraryCall }
            }
            (OpKind::Sort { dimension, .. }, _) => match self.sort_limits.get(&node.results[0]).copied() {
                Some(limit) if limit < self.types.of(node.results[0]).dims[*dimension] => {
                    self.top_k_unit(node, limit, units)?
                }
                _ => self.library_call_unit(node, units)?,
            },
            _ => self.library_call_unit(node, units)?,
        };
        units.push(unit);
        Ok(())
    }

    /// Defines a constant, or the result `id` of data movement as a view. Returns false for all other
    /// operations.
    fn define_without_step(&mut self, node: &Node, kind: &OpKind, id: ValueId, units: &mut Vec<Unit>) -> Result<bool> {
        let dims = self.types.of(id).dims.clone();
        let view = match kind {
            OpKind::Constant(literal) => {
                self.define_constant(id, literal);
                return Ok(true);
            }
            OpKind::Transpose { permutation } => self.view(node.operands[0]).transpose(permutation),
            OpKind::BroadcastInDim { dims: result_dims } => self.view(node.operands[0]).broadcast(result_dims, &dims),
            OpKind::Slice { start, stride, .. } => self.view(node.operands[0]).slice(start, stride, &dims),
            OpKind::Reverse { dims } => self.view(node.operands[0]).reverse(dims),
            OpKind::Reshape => match self.view(node.operands[0]).reshape(&dims) {
                Some(view) => view,
                None => {
                    let contiguous = self.materialize(node.operands[0], units)?;
                    View::dense(self.base(contiguous), &dims)
                }
            },
            _ => return Ok(false),
        };
        self.define_view(id, node.operands[0], view);
        Ok(true)
    }

    /// The real or the imaginary parts of a complex array: a copy of every other number in its memory, by a
    /// fused loop.
    fn part_unit(&mut self, node: &Node, kind: &OpKind, result: ValueId) -> Unit {
        let ty = self.types.of(result).clone();
        let array = self.view(node.operands[0]);
        let part = View {
            base: array.base,
            offset: 2 * array.offset + isize::from(*kind == OpKind::Imag),
            strides: array.strides.iter().map(|stride| 2 * stride).collect(),
            dims: array.dims,
        };
        let numbers = self.types.add(ty);
        self.views.insert(numbers, part);
        let node = Node { kind: OpKind::Convert.into(), operands: vec![numbers], ..node.clone() };
        Unit { node, emit: EmitKind::Elementwise }
    }

    /// A reduction by a single operation may end a fused loop; any other is a library call.
    fn reduction_unit(&mut self, node: &Node, dims: &[usize], units: &mut Vec<Unit>) -> Result<Unit> {
        let reducer = ScalarFn::new(&node.regions[0], &self.types, &self.facts.constants, self.isa)?;
        let Some(kind) = reducer.as_binary().and_then(ReduceKind::of) else {
            return self.library_call_unit(node, units);
        };
        let mut node = node.clone();
        let input = self.types.of(node.operands[0]).clone();
        if ReduceShape::new(&input.dims, dims).is_none() {
            // Loops reduce adjacent dimensions: a transposed view puts the reduced ones last.
            let parallel = (0..input.rank()).filter(|d| !dims.contains(d));
            let permutation: Vec<usize> = parallel.chain(dims.iter().copied()).collect();
            let view = self.view(node.operands[0]).transpose(&permutation);
            let transposed = self.types.add(TensorType::new(input.element, view.dims.clone()));
            self.define_view(transposed, node.operands[0], view);
            node.operands[0] = transposed;
            let first = input.rank() - dims.len();
            node.kind = OpKind::Reduce { dims: (first..input.rank()).collect() }.into();
        }
        Ok(Unit { node, emit: EmitKind::Reduce(kind) })
    }

    /// A library call whose kernel takes dense row-major operands.
    pub(super) fn library_call_unit(&mut self, node: &Node, units: &mut Vec<Unit>) -> Result<Unit> {
        let mut node = node.clone();
        for id in &mut node.operands {
            *id = self.materialize(*id, units)?;
        }
        Ok(Unit { node, emit: EmitKind::LibraryCall })
    }
}
