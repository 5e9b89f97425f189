//! How each operation treats the rows of a batch: the index maps along dimension 0.

use stablehlo::OpKind;
use stablehlo::ops::{DotGeneral, WindowDim};

use crate::elementwise::{ReduceKind, is_elementwise};
use crate::ir::{ContractionRole, Node, ValueTypes};

/// What a row of the result needs of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// The same row.
    Tiled,
    /// All of it.
    Full,
}

/// How a node may run block by block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BatchDependence {
    /// One for each operand.
    pub(crate) operands: Vec<Access>,
    /// Whether the result gathers over all rows; otherwise its rows are the operands'.
    pub(crate) is_reduction: bool,
    /// Whether it is only another way of reading its operand: made anew wherever it is wanted.
    pub(crate) is_view: bool,
    /// Whether it is worth making a region for.
    pub(crate) is_anchor: bool,
}

/// Whole operands of more bytes are not read once more for each block, unless a block has much to do with them.
const LARGEST_WHOLE: usize = 256 * 1024;
/// Rows of a product, for each row of the batch, that are much to do.
const MANY_ROWS: usize = 32;
/// Results of more bytes are not gathered block by block.
const LARGEST_GATHERED: usize = 256 * 1024;

/// How a node treats `rows` rows; none where it has to run by itself.
pub(crate) fn batch_dependence(node: &Node, rows: usize, types: &ValueTypes) -> Option<BatchDependence> {
    let [result] = node.results[..] else { return None };
    let result = types.of(result);
    let operand = |i: usize| types.of(node.operands[i]);
    let has_rows = |i: usize| operand(i).dims.first() == Some(&rows);
    let rows_of_result = result.dims.first() == Some(&rows);
    let by_row = |uses: Vec<Access>| {
        let fits = uses.iter().enumerate().all(|(i, u)| *u == Access::Full || has_rows(i));
        (rows_of_result && fits).then_some(BatchDependence {
            operands: uses,
            is_reduction: false,
            is_view: false,
            is_anchor: false,
        })
    };
    let free = |uses: Vec<Access>| by_row(uses).map(|t| BatchDependence { is_view: true, ..t });
    let heavy = |t: Option<BatchDependence>| t.map(|t| BatchDependence { is_anchor: true, ..t });
    let gathered = |uses: Vec<Access>| {
        let fits = uses.iter().enumerate().all(|(i, u)| *u == Access::Full || has_rows(i));
        let small = result.size_in_bytes() <= LARGEST_GATHERED;
        (fits && small).then_some(BatchDependence {
            operands: uses,
            is_reduction: true,
            is_view: false,
            is_anchor: false,
        })
    };
    // A batched operand first, then scalars.
    let first =
        || (0..node.operands.len()).map(|i| if i == 0 { Access::Tiled } else { Access::Full }).collect::<Vec<_>>();
    match node.op()? {
        OpKind::Iota { dimension } if *dimension != 0 => free(Vec::new()),
        OpKind::Constant(literal) if literal.splat().is_some() => free(Vec::new()),
        OpKind::Iota { .. } => None,
        kind if is_elementwise(kind, node.operands.first().map(|o| types.of(*o)), result) => {
            let scalar = |i: usize| operand(i).dims.is_empty();
            by_row((0..node.operands.len()).map(|i| if scalar(i) { Access::Full } else { Access::Tiled }).collect())
        }
        OpKind::BroadcastInDim { dims } => match dims.iter().position(|d| *d == 0) {
            Some(0) if operand(0).dims[0] == rows => free(vec![Access::Tiled]),
            Some(i) if operand(0).dims[i] != 1 => None,
            _ => free(vec![Access::Full]),
        },
        OpKind::Reshape => free(vec![Access::Tiled]),
        OpKind::Transpose { permutation } if permutation.first() == Some(&0) => free(vec![Access::Tiled]),
        OpKind::Slice { start, limit, stride } if start.first() == Some(&0) && limit[0] == rows && stride[0] == 1 => {
            free(vec![Access::Tiled])
        }
        OpKind::Reverse { dims } if !dims.contains(&0) => free(vec![Access::Tiled]),
        OpKind::Pad { low, high, interior } if low.first() == Some(&0) && high[0] == 0 && interior[0] == 0 => {
            by_row(first())
        }
        OpKind::Concatenate { dimension } if *dimension != 0 => by_row(vec![Access::Tiled; node.operands.len()]),
        OpKind::Reduce { dims } if node.operands.len() == 2 && !dims.contains(&0) => by_row(first()),
        OpKind::Reduce { .. } if joins_as_it_goes(node) => gathered(first()),
        OpKind::ReduceWindow { window } if node.operands.len() == 2 && window.first().is_some_and(is_plain) => {
            heavy(by_row(first()))
        }
        OpKind::SelectAndScatter { window } if window.first().is_some_and(is_plain) => {
            heavy(by_row(vec![Access::Tiled, Access::Tiled, Access::Full]))
        }
        OpKind::DotGeneral(attrs) => match product_of_rows(attrs) {
            Some(Product::Batched) => heavy(by_row(vec![Access::Tiled, Access::Tiled])),
            Some(Product::Left) => {
                let lhs = operand(0);
                let contracted: usize = attrs.lhs_contracting.iter().map(|d| lhs.dims[*d]).product();
                let each = lhs.num_elements() / (rows * contracted).max(1);
                let worth = operand(1).size_in_bytes() <= LARGEST_WHOLE || each >= MANY_ROWS;
                worth.then(|| heavy(by_row(vec![Access::Tiled, Access::Full]))).flatten()
            }
            Some(Product::Contracted) if has_wide_sums(result) => heavy(gathered(vec![Access::Tiled, Access::Tiled])),
            _ => None,
        },
        OpKind::Convolution(attrs) if attrs.batch_group_count == 1 => {
            let d = &attrs.dims;
            if d.input_batch == 0 && d.output_batch == 0 {
                heavy(by_row(vec![Access::Tiled, Access::Full]))
            } else if node.role == Some(ContractionRole::BackwardWeights) && has_wide_sums(result) {
                heavy(gathered(vec![Access::Tiled, Access::Tiled]))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// A reduction of one operand by one operation, whose results of some rows can be joined with those of others.
fn joins_as_it_goes(node: &Node) -> bool {
    let body = &node.regions[0];
    let [operation] = &body.nodes[..] else { return false };
    let both = operation.operands == body.params || operation.operands.iter().rev().eq(&body.params);
    let is_result = operation.results == body.results;
    matches!(operation.op(), Some(OpKind::Binary(op)) if ReduceKind::of(*op).is_some())
        && node.operands.len() == 2
        && both
        && is_result
}

/// A window that sees one row at a time.
fn is_plain(window: &WindowDim) -> bool {
    *window == WindowDim::new(1)
}

/// AllReduceTask that are added up in memory, block after block, must not lose by it.
fn has_wide_sums(result: &stablehlo::TensorType) -> bool {
    matches!(result.element, stablehlo::ElementType::F32 | stablehlo::ElementType::F64)
}

/// Where dimension 0 of the left operand goes in a product.
enum Product {
    /// It is a batch dimension, as dimension 0 of the right one is.
    Batched,
    /// It is dimension 0 of the result, and the right operand does not have it.
    Left,
    /// It is contracted with dimension 0 of the right one.
    Contracted,
}

fn product_of_rows(attrs: &DotGeneral) -> Option<Product> {
    if attrs.lhs_batch.first() == Some(&0) {
        return (attrs.rhs_batch.first() == Some(&0)).then_some(Product::Batched);
    }
    if let Some(i) = attrs.lhs_contracting.iter().position(|d| *d == 0) {
        let batched = !attrs.lhs_batch.is_empty();
        return (attrs.rhs_contracting[i] == 0 && !batched).then_some(Product::Contracted);
    }
    // Free dimensions of the left operand come right after the batch dimensions, in order.
    attrs.lhs_batch.is_empty().then_some(Product::Left)
}
