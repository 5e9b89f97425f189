//! The dimensions of results that follow those of operands, for each kind of operation.

use stablehlo::ops::{Convolution, DotGeneral, Gather};
use stablehlo::sharding::{DimSharding, Mesh, TensorSharding};
use stablehlo::{Func, Module, Op, OpKind};

/// Pairs of an operand's dimension and the result's dimension that follows it.
type Pairs = Vec<(usize, usize)>;

/// The shardings of an operation's results, which have the same shape if there are several.
pub(super) fn of_op(
    module: &Module,
    func: &Func,
    op: &Op,
    operands: &[Option<TensorSharding>],
) -> Vec<Option<TensorSharding>> {
    let Some(rank) = op.results.first().map(|v| func.ty(*v).rank()) else { return Vec::new() };
    let mut sharding = None;
    for (i, pairs) in pairs(func, op) {
        let Some(operand) = &operands[i] else { continue };
        let sharding = sharding.get_or_insert_with(|| TensorSharding {
            mesh: operand.mesh.clone(),
            dims: vec![DimSharding { axes: Vec::new(), is_closed: true, priority: None }; rank],
            replicated: Vec::new(),
            unreduced: Vec::new(),
        });
        if operand.mesh == sharding.mesh {
            let whole = pairs.into_iter().filter(|(d, _)| *d < operand.dims.len());
            whole.for_each(|(d, to)| assign(sharding, to, &operand.dims[d]));
            if let (OpKind::Reshape, Some(mesh)) = (&op.kind, module.mesh(&operand.mesh)) {
                split(mesh, operand, &func.ty(op.operands[0]).dims, &func.ty(op.results[0]).dims, sharding);
            }
        }
    }
    vec![sharding; op.results.len()]
}

/// For operands the dimensions that the results follow.
fn pairs(func: &Func, op: &Op) -> Vec<(usize, Pairs)> {
    let shape = |i: usize| func.ty(op.operands[i]).dims.as_slice();
    let result = func.ty(op.results[0]).dims.as_slice();
    let all = || (0..result.len()).map(|d| (d, d)).collect::<Pairs>();
    let equal = |i: usize| (0..result.len()).filter(|d| shape(i).get(*d) == result.get(*d)).map(|d| (d, d)).collect();
    match &op.kind {
        OpKind::Unary(_)
        | OpKind::Binary(_)
        | OpKind::Compare { .. }
        | OpKind::Select
        | OpKind::Clamp
        | OpKind::Complex
        | OpKind::Real
        | OpKind::Imag
        | OpKind::Convert
        | OpKind::ReducePrecision { .. } => {
            (0..op.operands.len()).filter(|i| shape(*i) == result).map(|i| (i, all())).collect()
        }
        OpKind::Slice { .. } | OpKind::Pad { .. } | OpKind::Reverse { .. } => vec![(0, all())],
        OpKind::Concatenate { .. } => (0..op.operands.len()).map(|i| (i, all())).collect(),
        OpKind::BitcastConvert
        | OpKind::DynamicSlice { .. }
        | OpKind::Scatter(_)
        | OpKind::ReduceWindow { .. }
        | OpKind::SelectAndScatter { .. } => vec![(0, equal(0))],
        OpKind::DynamicUpdateSlice => vec![(0, all()), (1, equal(1))],
        OpKind::Sort { dimension, .. } => {
            let kept: Pairs = all().into_iter().filter(|(d, _)| d != dimension).collect();
            (0..op.operands.len()).map(|i| (i, kept.clone())).collect()
        }
        // The last dimensions are those of matrices and of signals.
        OpKind::Cholesky { .. } | OpKind::TriangularSolve(_) => {
            vec![(0, all().into_iter().take(result.len().saturating_sub(2)).collect())]
        }
        OpKind::Fft { length, .. } => {
            vec![(0, all().into_iter().take(result.len().saturating_sub(length.len())).collect())]
        }
        OpKind::BroadcastInDim { dims } => {
            let kept = dims.iter().enumerate().filter(|(d, to)| shape(0)[*d] == result[**to]);
            vec![(0, kept.map(|(d, to)| (d, *to)).collect())]
        }
        OpKind::Transpose { permutation } => {
            vec![(0, permutation.iter().enumerate().map(|(to, d)| (*d, to)).collect())]
        }
        OpKind::Reshape => vec![(0, unsplit(shape(0), result))],
        OpKind::Reduce { dims } => {
            let kept: Pairs =
                (0..shape(0).len()).filter(|d| !dims.contains(d)).enumerate().map(|(to, d)| (d, to)).collect();
            (0..op.operands.len() / 2).map(|i| (i, kept.clone())).collect()
        }
        OpKind::DotGeneral(dot) => dot_pairs(dot, shape(0).len(), shape(1).len()),
        OpKind::Convolution(attrs) => convolution_pairs(attrs),
        OpKind::Gather(attrs) => gather_pairs(attrs, shape(0), shape(1).len()),
        _ => Vec::new(),
    }
}

/// The dimensions of a product's operands that its result has: batch, left, right.
fn dot_pairs(dot: &DotGeneral, lhs_rank: usize, rhs_rank: usize) -> Vec<(usize, Pairs)> {
    let free = |rank: usize, batch: &[usize], contracting: &[usize]| -> Vec<usize> {
        (0..rank).filter(|d| !batch.contains(d) && !contracting.contains(d)).collect()
    };
    let batch = |dims: &[usize]| dims.iter().enumerate().map(|(to, d)| (*d, to)).collect::<Vec<_>>();
    let (mut lhs, mut rhs) = (batch(&dot.lhs_batch), batch(&dot.rhs_batch));
    let lhs_free = free(lhs_rank, &dot.lhs_batch, &dot.lhs_contracting);
    let rhs_free = free(rhs_rank, &dot.rhs_batch, &dot.rhs_contracting);
    let first = dot.lhs_batch.len();
    lhs.extend(lhs_free.iter().enumerate().map(|(i, d)| (*d, first + i)));
    rhs.extend(rhs_free.iter().enumerate().map(|(i, d)| (*d, first + lhs_free.len() + i)));
    vec![(0, lhs), (1, rhs)]
}

/// The batch of a convolution follows that of the input, the features those of the kernel.
fn convolution_pairs(attrs: &Convolution) -> Vec<(usize, Pairs)> {
    let dims = &attrs.dims;
    let is_grouped = attrs.batch_group_count > 1 || attrs.feature_group_count > 1;
    let batch = if attrs.batch_group_count > 1 { Vec::new() } else { vec![(dims.input_batch, dims.output_batch)] };
    let features = if is_grouped { Vec::new() } else { vec![(dims.kernel_output_feature, dims.output_feature)] };
    vec![(0, batch), (1, features)]
}

/// The offset dimensions of a gather follow those of the operand that its slices have in full; the others
/// follow the indices.
fn gather_pairs(attrs: &Gather, operand: &[usize], indices_rank: usize) -> Vec<(usize, Pairs)> {
    let is_kept = |d: &usize| !attrs.collapsed_slice_dims.contains(d) && !attrs.operand_batching_dims.contains(d);
    let slices = (0..operand.len()).filter(is_kept).zip(&attrs.offset_dims);
    let slices = slices.filter(|(d, _)| attrs.slice_sizes.get(*d) == operand.get(*d)).map(|(d, to)| (d, *to));
    let num_batch = indices_rank.saturating_sub(usize::from(attrs.index_vector_dim < indices_rank));
    let rank = attrs.offset_dims.len() + num_batch;
    let batch = (0..indices_rank).filter(|d| *d != attrs.index_vector_dim);
    let batch = batch.zip((0..rank).filter(|to| !attrs.offset_dims.contains(to)));
    vec![(0, slices.collect()), (1, batch.collect())]
}

/// The dimensions that a reshape leaves as they are: the same size, with as many elements before them.
fn unsplit(from: &[usize], to: &[usize]) -> Pairs {
    let (before_from, before_to) = (starts(from), starts(to));
    let mut pairs = Vec::new();
    for d in (0..from.len()).filter(|d| from[*d] > 1) {
        let same = |e: &usize| to[*e] == from[d] && before_to[*e] == before_from[d];
        pairs.extend((0..to.len()).find(same).map(|e| (d, e)));
    }
    pairs
}

/// Divides the dimensions of a reshape's result that have another size than the operand's dimension which
/// begins at the same element, if its shards begin there as well.
fn split(mesh: &Mesh, operand: &TensorSharding, from: &[usize], to: &[usize], sharding: &mut TensorSharding) {
    let Ok(counts) = operand.num_shards(mesh, from) else { return };
    let (before_from, before_to) = (starts(from), starts(to));
    for d in (0..from.len()).filter(|d| counts[*d] > 1) {
        let begins = |e: &usize| to[*e] > 1 && before_to[*e] == before_from[d] && to[*e].is_multiple_of(counts[d]);
        if let Some(e) = (0..to.len()).find(begins) {
            assign(sharding, e, &operand.dims[d]);
        }
    }
}

/// The number of elements before each dimension: the product of the dimensions before it.
fn starts(dims: &[usize]) -> Vec<usize> {
    dims.iter().scan(1usize, |n, dim| Some(std::mem::replace(n, n.saturating_mul(*dim)))).collect()
}

/// Divides a dimension over axes, if it is not divided and no other dimension uses them.
pub(super) fn assign(sharding: &mut TensorSharding, dim: usize, by: &DimSharding) {
    let is_used = |name: &String| sharding.dims.iter().flat_map(|dim| &dim.axes).any(|axis| axis.name == *name);
    if sharding.dims[dim].axes.is_empty() && !by.axes.iter().any(|axis| is_used(&axis.name)) {
        sharding.dims[dim].axes.clone_from(&by.axes);
    }
}
