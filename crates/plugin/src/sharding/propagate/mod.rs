//! Propagation of shardings from parameters to results that state none: forward, through the operations for
//! which each dimension of a result follows one of an operand, from constraints and manual computations.
//! Other results are replicated.

mod rules;

use super::inspection::{self, Inspection};
use rules::assign;
use stablehlo::sharding::TensorSharding;
use stablehlo::{Block, Func, Module, Op, OpKind, Value};

/// The maximum number of values that are visited, those of called functions at each call. Results that depend
/// on others are replicated.
const MAX_VALUES: usize = 1 << 22;

/// Custom calls that return their operands in another layout or memory.
const IDENTITIES: [&str; 2] = ["LayoutConstraint", "annotate_device_placement"];

/// The maximum depth of calls that are followed, which bounds the stack.
const MAX_CALL_DEPTH: usize = 64;

/// The sharding of each result of `main`, if one follows from those of the parameters; and the shardings that
/// the host is to be told of.
pub fn results(
    module: &Module,
    main: &Func,
    params: Vec<Option<TensorSharding>>,
) -> (Vec<Option<TensorSharding>>, Vec<Inspection>) {
    let mut propagation = Propagation { module, values_left: MAX_VALUES, depth: 0, inspections: Vec::new() };
    let results = propagation.func(main, params);
    (results, propagation.inspections)
}

/// The sharding of each value of `main`, a function without calls, if one follows from those of the
/// parameters.
pub fn values(module: &Module, main: &Func, params: Vec<Option<TensorSharding>>) -> Vec<Option<TensorSharding>> {
    let mut propagation = Propagation { module, values_left: MAX_VALUES, depth: 0, inspections: Vec::new() };
    let mut known = vec![None; main.num_values()];
    propagation.block(main, &main.body, params, &mut known);
    known
}

/// A sharding whose open dimensions are filled with the axes of another one. One without axes may be over any
/// mesh, and takes that of the other.
pub fn filled(stated: &TensorSharding, other: Option<&TensorSharding>) -> TensorSharding {
    let mut filled = stated.clone();
    if let Some(other) = other.filter(|other| other.dims.len() == stated.dims.len()) {
        let has_axes = stated.dims.iter().any(|dim| !dim.axes.is_empty()) || !stated.unreduced.is_empty();
        if !has_axes && stated.dims.iter().any(|dim| !dim.is_closed) {
            filled.mesh.clone_from(&other.mesh);
        }
        for d in 0..filled.dims.len() {
            if !filled.dims[d].is_closed && filled.dims[d].axes.is_empty() {
                assign(&mut filled, d, &other.dims[d]);
            }
        }
    }
    filled
}

/// A sharding without the dimensions that are divided over some of these axes.
fn without_axes(mut sharding: TensorSharding, axes: &[String]) -> TensorSharding {
    for dim in &mut sharding.dims {
        if dim.axes.iter().any(|axis| axes.contains(&axis.name)) {
            dim.axes.clear();
        }
    }
    sharding
}

struct Propagation<'m> {
    module: &'m Module,
    values_left: usize,
    depth: usize,
    inspections: Vec<Inspection>,
}

/// The sharding of a value, if one is known.
type Known = Option<TensorSharding>;

impl Propagation<'_> {
    fn func(&mut self, func: &Func, params: Vec<Known>) -> Vec<Known> {
        if self.depth == MAX_CALL_DEPTH || self.values_left < func.num_values() {
            return vec![None; func.body.results.len()];
        }
        self.values_left -= func.num_values();
        self.depth += 1;
        let mut known: Vec<Known> = vec![None; func.num_values()];
        let results = self.block(func, &func.body, params, &mut known);
        self.depth -= 1;
        results
    }

    /// The shardings of a block's results.
    fn block(&mut self, func: &Func, block: &Block, params: Vec<Known>, known: &mut Vec<Known>) -> Vec<Known> {
        for (param, sharding) in block.params.iter().zip(params) {
            known[param.index()] = sharding;
        }
        for op in &block.ops {
            let results = self.op(func, op, known);
            for (value, sharding) in op.results.iter().zip(results) {
                known[value.index()] = sharding;
            }
        }
        of(&block.results, known)
    }

    /// The shardings of an operation's results.
    fn op(&mut self, func: &Func, op: &Op, known: &mut Vec<Known>) -> Vec<Known> {
        let operands = of(&op.operands, known);
        match &op.kind {
            OpKind::ShardingConstraint(sharding) => vec![Some(filled(sharding, operands[0].as_ref()))],
            OpKind::ManualComputation(attrs) => {
                // Open dimensions may be divided over the axes that are not manual, inside and outside.
                let free = |known: Known| known.map(|sharding| without_axes(sharding, &attrs.manual_axes));
                let operands = operands.into_iter().map(free).collect();
                let returned = op.regions.first().map(|region| self.block(func, region, operands, known));
                let mut returned = returned.unwrap_or_default().into_iter().map(free);
                let result = |stated| Some(filled(stated, returned.next().flatten().as_ref()));
                attrs.out_shardings.iter().map(result).collect()
            }
            OpKind::OptimizationBarrier => operands,
            kind if inspection::callback_of(kind).is_some() => {
                let callback = inspection::callback_of(kind).unwrap_or_default();
                let values = op.operands.iter().zip(operands);
                let inspection =
                    |(value, sharding): (&Value, Known)| Inspection { callback, ty: func.ty(*value).clone(), sharding };
                self.inspections.extend(values.map(inspection));
                Vec::new()
            }
            OpKind::CustomCall { target, .. } if IDENTITIES.contains(&target.as_str()) => operands,
            // An operation of the host may return anything.
            OpKind::CustomCall { .. } => Vec::new(),
            OpKind::While => {
                // What the loop carries has one sharding from iteration to iteration.
                let returned = op.regions.get(1).map(|body| self.block(func, body, operands.clone(), known));
                let pairs = operands.into_iter().zip(returned.into_iter().flatten());
                pairs.map(|(initial, returned)| initial.or(returned)).collect()
            }
            OpKind::If | OpKind::Case => {
                let branches: Vec<Vec<Known>> =
                    op.regions.iter().map(|branch| self.block(func, branch, Vec::new(), known)).collect();
                (0..op.results.len()).map(|i| branches.iter().find_map(|results| results[i].clone())).collect()
            }
            kind => match kind.callee().map(|callee| self.module.func(callee)) {
                Some(Some(callee)) => self.func(callee, operands),
                Some(None) => Vec::new(),
                None if operands.iter().all(Option::is_none) => Vec::new(),
                None => rules::of_op(self.module, func, op, &operands),
            },
        }
    }
}

/// The shardings of values.
fn of(values: &[Value], known: &[Known]) -> Vec<Known> {
    values.iter().map(|v| known[v.index()].clone()).collect()
}
