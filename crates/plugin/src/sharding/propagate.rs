//! Propagation of shardings from parameters to results that state none: forward, through the operations for
//! which each dimension of a result follows one of an operand. Other results are replicated.

use stablehlo::ops::DotGeneral;
use stablehlo::sharding::{DimSharding, TensorSharding};
use stablehlo::{Func, Module, Op, OpKind};

/// The maximum number of values that are visited, those of called functions at each call. Results that depend
/// on others are replicated.
const MAX_VALUES: usize = 1 << 22;

/// The maximum depth of calls that are followed, which bounds the stack.
const MAX_CALL_DEPTH: usize = 64;

/// The sharding of each result of `main`, if one follows from those of the parameters.
pub fn results(module: &Module, main: &Func, params: Vec<Option<TensorSharding>>) -> Vec<Option<TensorSharding>> {
    let mut propagation = Propagation { module, values_left: MAX_VALUES, depth: 0 };
    propagation.func(main, params)
}

/// A sharding whose open dimensions are filled with the axes of another one.
pub fn filled(stated: &TensorSharding, other: Option<&TensorSharding>) -> TensorSharding {
    let mut filled = stated.clone();
    if let Some(other) = other.filter(|other| other.dims.len() == stated.dims.len()) {
        for d in 0..filled.dims.len() {
            if !filled.dims[d].is_closed && filled.dims[d].axes.is_empty() {
                assign(&mut filled, d, &other.dims[d]);
            }
        }
    }
    filled
}

struct Propagation<'m> {
    module: &'m Module,
    values_left: usize,
    depth: usize,
}

impl Propagation<'_> {
    fn func(&mut self, func: &Func, params: Vec<Option<TensorSharding>>) -> Vec<Option<TensorSharding>> {
        if self.depth == MAX_CALL_DEPTH || self.values_left < func.num_values() {
            return vec![None; func.body.results.len()];
        }
        self.values_left -= func.num_values();
        self.depth += 1;
        let mut known: Vec<Option<TensorSharding>> = vec![None; func.num_values()];
        for (param, sharding) in func.params.iter().zip(params) {
            known[param.value.index()] = sharding;
        }
        for op in &func.body.ops {
            let operands: Vec<Option<&TensorSharding>> =
                op.operands.iter().map(|v| known[v.index()].as_ref()).collect();
            if operands.iter().all(Option::is_none) {
                continue;
            }
            let results = match &op.kind {
                OpKind::Call { callee } => match self.module.func(callee) {
                    Some(callee) => {
                        let operands = operands.into_iter().map(Option::<&_>::cloned).collect();
                        self.func(callee, operands)
                    }
                    None => continue,
                },
                _ => of_op(func, op, &operands),
            };
            for (value, sharding) in op.results.iter().zip(results) {
                known[value.index()] = sharding;
            }
        }
        self.depth -= 1;
        func.body.results.iter().map(|v| known[v.index()].clone()).collect()
    }
}

/// The shardings of an operation's results.
fn of_op(func: &Func, op: &Op, operands: &[Option<&TensorSharding>]) -> Vec<Option<TensorSharding>> {
    let Some(result) = op.results.first().map(|v| func.ty(*v)) else { return Vec::new() };
    let shape = |i: usize| &func.ty(op.operands[i]).dims;
    // Pairs of an operand's dimension and the result's dimension that follows it.
    let pairs: Vec<(usize, Vec<(usize, usize)>)> = match &op.kind {
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
            let same = (0..result.rank()).map(|d| (d, d)).collect::<Vec<_>>();
            (0..operands.len()).filter(|i| *shape(*i) == result.dims).map(|i| (i, same.clone())).collect()
        }
        OpKind::BroadcastInDim { dims } => {
            let kept = dims.iter().enumerate().filter(|(d, to)| shape(0)[*d] == result.dims[**to]);
            vec![(0, kept.map(|(d, to)| (d, *to)).collect())]
        }
        OpKind::Transpose { permutation } => {
            vec![(0, permutation.iter().enumerate().map(|(to, d)| (*d, to)).collect())]
        }
        OpKind::Reshape => vec![(0, unsplit(shape(0), &result.dims))],
        OpKind::Reduce { dims } => {
            let kept: Vec<(usize, usize)> =
                (0..shape(0).len()).filter(|d| !dims.contains(d)).enumerate().map(|(to, d)| (d, to)).collect();
            vec![(0, kept)]
        }
        OpKind::DotGeneral(dot) => dot_pairs(dot, shape(0).len(), shape(1).len()),
        OpKind::OptimizationBarrier => return operands.iter().map(|o| o.cloned()).collect(),
        _ => return Vec::new(),
    };
    let mut sharding = None;
    for (i, pairs) in pairs {
        let Some(operand) = operands[i] else { continue };
        let sharding = sharding.get_or_insert_with(|| TensorSharding {
            mesh: operand.mesh.clone(),
            dims: vec![DimSharding { axes: Vec::new(), is_closed: true, priority: None }; result.rank()],
            replicated: Vec::new(),
            unreduced: Vec::new(),
        });
        if operand.mesh == sharding.mesh {
            pairs.into_iter().for_each(|(d, to)| assign(sharding, to, &operand.dims[d]));
        }
    }
    vec![sharding; op.results.len()]
}

/// Divides a dimension over axes, if it is not divided and no other dimension uses them.
fn assign(sharding: &mut TensorSharding, dim: usize, by: &DimSharding) {
    let is_used = |name: &String| sharding.dims.iter().flat_map(|dim| &dim.axes).any(|axis| axis.name == *name);
    if sharding.dims[dim].axes.is_empty() && !by.axes.iter().any(|axis| is_used(&axis.name)) {
        sharding.dims[dim].axes.clone_from(&by.axes);
    }
}

/// The dimensions of a product's operands that its result has: batch, left, right.
fn dot_pairs(dot: &DotGeneral, lhs_rank: usize, rhs_rank: usize) -> Vec<(usize, Vec<(usize, usize)>)> {
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

/// The dimensions that a reshape leaves as they are: the same size, with as many elements before them.
fn unsplit(from: &[usize], to: &[usize]) -> Vec<(usize, usize)> {
    let starts = |dims: &[usize]| -> Vec<usize> {
        dims.iter().scan(1usize, |n, dim| Some(std::mem::replace(n, n.saturating_mul(*dim)))).collect()
    };
    let (before_from, before_to) = (starts(from), starts(to));
    let mut pairs = Vec::new();
    for d in (0..from.len()).filter(|d| from[*d] > 1) {
        let same = |e: &usize| to[*e] == from[d] && before_to[*e] == before_from[d];
        pairs.extend((0..to.len()).find(same).map(|e| (d, e)));
    }
    pairs
}
