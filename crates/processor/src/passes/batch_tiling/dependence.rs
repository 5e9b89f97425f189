//! Dependence of each operation on the rows of a batch: the indexing maps along dimension 0.
//!
//! For a batch of `rows` rows, [`batch_dependence`] says whether row `i` of a node's result needs only row
//! `i` of an operand ([`Access::Tiled`]) or all of that operand ([`Access::Full`]), and whether dimension 0
//! is a parallel or a reduction dimension of the operation. The answer comes from the operation and its types
//! alone; stages, profitability and uses are the matter of `stages`.

use stablehlo::ops::{DotGeneral, WindowDim};
use stablehlo::{ElementType, OpKind, TensorType};

use crate::elementwise::{ReduceKind, is_elementwise};
use crate::ir::{ContractionRole, Node, ValueTypes};
use kernels::Machine;

/// The part of an operand that one row of the result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// The same row.
    Tiled,
    /// The whole operand.
    Full,
}

/// The dependence of a node on the rows of the batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BatchDependence {
    /// One for each operand.
    pub(crate) operands: Vec<Access>,
    /// True if the node reduces over the rows; false if its result has one row for each row of its tiled
    /// operands.
    pub(crate) is_reduction: bool,
    /// True if the node only views its operand differently (or has none), so that each use can have its own
    /// copy of the node.
    pub(crate) is_view: bool,
    /// The work of the node that may justify a loop.
    pub(crate) anchor: Option<Anchor>,
}

/// Work that justifies a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Contractions and window operations: much arithmetic for each byte.
    Arithmetic,
    /// Reductions of rows, whose operand is read again by what depends on the result, as in a softmax or a
    /// layer normalization. They justify a loop where there is no arithmetic: then memory is the bound.
    RowReduction,
}

/// A dot with a larger right operand is not tiled, because each block would read that operand again: a
/// quarter of the second-level cache, the rest of which is for the tiles. [`MIN_GEMM_ROWS_PER_EXAMPLE`] makes
/// an exception.
const MAX_UNTILED_RHS_BYTES: usize = Machine::REFERENCE.l2_bytes / 4;
/// Rows of the product for each row of the batch from which on the arithmetic outweighs reading the right
/// operand again.
const MIN_GEMM_ROWS_PER_EXAMPLE: usize = 32;
/// Reductions with a larger result are not tiled, because each block would read and write that result: a
/// quarter of the second-level cache.
const MAX_REDUCTION_RESULT_BYTES: usize = Machine::REFERENCE.l2_bytes / 4;

/// The dependence of a node on a batch of `rows` rows; none if the node cannot be tiled.
pub(crate) fn batch_dependence(node: &Node, rows: usize, types: &ValueTypes) -> Option<BatchDependence> {
    let [result] = node.results[..] else { return None };
    let tiling = NodeTiling { node, result: types.of(result), rows, types };
    let unary = || tiling.view(vec![Access::Tiled]);
    match node.op()? {
        OpKind::Iota { dimension } if *dimension != 0 => tiling.view(Vec::new()),
        OpKind::Constant(literal) if literal.splat().is_some() => tiling.view(Vec::new()),
        OpKind::Iota { .. } => None,
        kind if is_elementwise(kind, node.operands.first().map(|o| types.of(*o)), tiling.result) => {
            let access = |i| if tiling.operand(i).dims.is_empty() { Access::Full } else { Access::Tiled };
            tiling.parallel((0..node.operands.len()).map(access).collect())
        }
        OpKind::BroadcastInDim { dims } => match dims.iter().position(|d| *d == 0) {
            Some(0) if tiling.operand(0).dims[0] == rows => unary(),
            Some(i) if tiling.operand(0).dims[i] != 1 => None,
            _ => tiling.view(vec![Access::Full]),
        },
        OpKind::Reshape => unary(),
        OpKind::Transpose { permutation } if permutation.first() == Some(&0) => unary(),
        OpKind::Slice { start, limit, stride } if start.first() == Some(&0) && limit[0] == rows && stride[0] == 1 => {
            unary()
        }
        OpKind::Reverse { dims } if !dims.contains(&0) => unary(),
        OpKind::Pad { low, high, interior } if low.first() == Some(&0) && high[0] == 0 && interior[0] == 0 => {
            tiling.parallel(tiling.first_operand_tiled())
        }
        OpKind::Concatenate { dimension } if *dimension != 0 => {
            tiling.parallel(vec![Access::Tiled; node.operands.len()])
        }
        OpKind::Reduce { dims } if node.operands.len() == 2 && !dims.contains(&0) => {
            with_anchor(Anchor::RowReduction, tiling.parallel(tiling.first_operand_tiled()))
        }
        OpKind::Reduce { .. } if is_single_operation_reduce(node) => tiling.reduction(tiling.first_operand_tiled()),
        OpKind::ReduceWindow { window }
            if node.operands.len() == 2 && window.first().is_some_and(is_trivial_window) =>
        {
            anchor(tiling.parallel(tiling.first_operand_tiled()))
        }
        OpKind::SelectAndScatter { window } if window.first().is_some_and(is_trivial_window) => {
            anchor(tiling.parallel(vec![Access::Tiled, Access::Tiled, Access::Full]))
        }
        OpKind::DotGeneral(attrs) => tiling.dot(attrs),
        OpKind::Convolution(attrs) if attrs.batch_group_count == 1 => {
            let d = &attrs.dims;
            if d.input_batch == 0 && d.output_batch == 0 {
                anchor(tiling.parallel(vec![Access::Tiled, Access::Full]))
            } else if node.role == Some(ContractionRole::BackwardWeights) {
                tiling.weight_gradient()
            } else {
                None
            }
        }
        _ => None,
    }
}

/// A node with the batch that it may be tiled along.
struct NodeTiling<'n> {
    node: &'n Node,
    result: &'n TensorType,
    rows: usize,
    types: &'n ValueTypes,
}

impl NodeTiling<'_> {
    fn operand(&self, i: usize) -> &TensorType {
        self.types.of(self.node.operands[i])
    }

    /// Returns true if the operands that are read row by row have the batch for dimension 0.
    fn tiled_operands_have_batch(&self, operands: &[Access]) -> bool {
        let has_batch = |i: usize| self.operand(i).dims.first() == Some(&self.rows);
        operands.iter().enumerate().all(|(i, access)| *access == Access::Full || has_batch(i))
    }

    /// A node whose result has the batch for dimension 0, and is computed row by row.
    fn parallel(&self, operands: Vec<Access>) -> Option<BatchDependence> {
        let result_has_batch = self.result.dims.first() == Some(&self.rows);
        (result_has_batch && self.tiled_operands_have_batch(&operands)).then_some(BatchDependence {
            operands,
            is_reduction: false,
            is_view: false,
            anchor: None,
        })
    }

    /// As [`parallel`](Self::parallel), for a node that costs nothing.
    fn view(&self, operands: Vec<Access>) -> Option<BatchDependence> {
        self.parallel(operands).map(|dependence| BatchDependence { is_view: true, ..dependence })
    }

    /// A node whose result accumulates over the rows.
    fn reduction(&self, operands: Vec<Access>) -> Option<BatchDependence> {
        let is_small = self.result.size_in_bytes() <= MAX_REDUCTION_RESULT_BYTES;
        (self.tiled_operands_have_batch(&operands) && is_small).then_some(BatchDependence {
            operands,
            is_reduction: true,
            is_view: false,
            anchor: None,
        })
    }

    /// The first operand is read row by row; the others, such as initial values, are read whole.
    fn first_operand_tiled(&self) -> Vec<Access> {
        (0..self.node.operands.len()).map(|i| if i == 0 { Access::Tiled } else { Access::Full }).collect()
    }

    fn dot(&self, attrs: &DotGeneral) -> Option<BatchDependence> {
        match BatchInDot::of(attrs)? {
            BatchInDot::Batch => anchor(self.parallel(vec![Access::Tiled, Access::Tiled])),
            BatchInDot::Free => {
                let lhs = self.operand(0);
                let contracted: usize = attrs.lhs_contracting.iter().map(|d| lhs.dims[*d]).product();
                let rows_per_example = lhs.num_elements() / (self.rows * contracted).max(1);
                let is_profitable = self.operand(1).size_in_bytes() <= MAX_UNTILED_RHS_BYTES
                    || rows_per_example >= MIN_GEMM_ROWS_PER_EXAMPLE;
                is_profitable.then(|| anchor(self.parallel(vec![Access::Tiled, Access::Full]))).flatten()
            }
            BatchInDot::Contracted => self.weight_gradient(),
        }
    }

    /// A contraction over the batch. Its partial sums are stored in the result's type between two blocks,
    /// which must not round them.
    fn weight_gradient(&self) -> Option<BatchDependence> {
        let stores_sums_exactly = matches!(self.result.element, ElementType::F32 | ElementType::F64);
        stores_sums_exactly.then(|| anchor(self.reduction(vec![Access::Tiled, Access::Tiled]))).flatten()
    }
}

fn anchor(dependence: Option<BatchDependence>) -> Option<BatchDependence> {
    with_anchor(Anchor::Arithmetic, dependence)
}

fn with_anchor(anchor: Anchor, dependence: Option<BatchDependence>) -> Option<BatchDependence> {
    dependence.map(|dependence| BatchDependence { anchor: Some(anchor), ..dependence })
}

/// Returns true if a `reduce` of one operand applies a single associative operation, so that the results of
/// several blocks can be combined.
fn is_single_operation_reduce(node: &Node) -> bool {
    let body = &node.regions[0];
    let [operation] = &body.nodes[..] else { return false };
    let takes_both = operation.operands == body.params || operation.operands.iter().rev().eq(&body.params);
    matches!(operation.op(), Some(OpKind::Binary(op)) if ReduceKind::of(*op).is_some())
        && node.operands.len() == 2
        && takes_both
        && operation.results == body.results
}

/// Returns true if a window covers one row and moves by one row.
fn is_trivial_window(window: &WindowDim) -> bool {
    *window == WindowDim::new(1)
}

/// The role of the left operand's dimension 0 in a dot.
enum BatchInDot {
    /// A batch dimension, paired with dimension 0 of the right operand.
    Batch,
    /// A free dimension: dimension 0 of the result, which the right operand does not have.
    Free,
    /// Contracted with dimension 0 of the right operand.
    Contracted,
}

impl BatchInDot {
    fn of(attrs: &DotGeneral) -> Option<Self> {
        if attrs.lhs_batch.first() == Some(&0) {
            return (attrs.rhs_batch.first() == Some(&0)).then_some(Self::Batch);
        }
        if let Some(i) = attrs.lhs_contracting.iter().position(|d| *d == 0) {
            let is_batched = !attrs.lhs_batch.is_empty();
            return (attrs.rhs_contracting[i] == 0 && !is_batched).then_some(Self::Contracted);
        }
        // Free dimensions of the left operand follow the batch dimensions in the result, in order.
        attrs.lhs_batch.is_empty().then_some(Self::Free)
    }
}
