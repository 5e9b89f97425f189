//! From operations to instructions.

use super::attributes as attr;
use super::computation::Computation;
use super::constant::constant;
use super::instruction::{attributes, opcode};
use super::shape::{list, shape, shapes, tuple};
use super::writer::Writer;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Block, Func, Op, Value, captured_values};
use crate::types::TensorType;

/// The computation of a function.
pub fn function<'m>(w: &mut Writer<'m>, func: &'m Func) -> Result<Computation<'m>> {
    let mut c = Computation::new(func);
    parameters(&mut c, w, &func.body.params)?;
    body(&mut c, w, &func.body, false, &[])?;
    Ok(c)
}

/// The name of the computation of a function that is called.
fn called<'m>(w: &mut Writer<'m>, name: &str) -> Result<String> {
    if let Some(known) = w.functions.get(name) {
        return Ok(known.clone());
    }
    let missing = || Error::new(ErrorKind::Program, format!("the module has no function @{name}"));
    let func = w.module.func(name).ok_or_else(missing)?;
    let computation = function(w, func)?;
    let named = add(w, &computation, &func.name);
    w.functions.insert(&func.name, named.clone());
    Ok(named)
}

/// Adds a computation to the module; returns its name.
fn add(w: &mut Writer, computation: &Computation, base: &str) -> String {
    let name = w.name(base);
    w.computations.push(computation.print("", &name));
    name
}

/// The computation of a region with the region's own parameters, such as that of a reduction. It may capture
/// constants.
fn region<'m>(c: &Computation<'m>, w: &mut Writer<'m>, region: &'m Block) -> Result<String> {
    let mut inner = c.inner();
    parameters(&mut inner, w, &region.params)?;
    body(&mut inner, w, region, false, &[])?;
    Ok(add(w, &inner, "region"))
}

/// The computation of a region that takes a tuple of its parameters and of captured values. `returned` are
/// the values that its tuple has behind the results; without any, one result is no tuple.
fn region_of_tuple<'m>(
    c: &Computation<'m>,
    w: &mut Writer<'m>,
    region: &'m Block,
    captured: &[Value],
    returned: Option<&[Value]>,
    base: &str,
) -> Result<String> {
    let mut inner = c.inner();
    let values: Vec<Value> = region.params.iter().chain(captured).copied().collect();
    let parameter = inner.parameter(w, &tuple(&c.types(&values))?);
    inner.elements(w, &parameter, &values)?;
    body(&mut inner, w, region, returned.is_some(), returned.unwrap_or_default())?;
    Ok(add(w, &inner, base))
}

fn parameters<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, params: &[Value]) -> Result<()> {
    for value in params {
        let name = c.parameter(w, &shape(c.ty(*value))?);
        c.set(*value, name);
    }
    Ok(())
}

/// Adds the instructions of a block, and its results with `more` values behind them.
fn body<'m>(
    c: &mut Computation<'m>,
    w: &mut Writer<'m>,
    block: &'m Block,
    is_tuple: bool,
    more: &[Value],
) -> Result<()> {
    for op in &block.ops {
        c.location.clone_from(&op.location);
        if let (OpKind::Constant(_), [value]) = (&op.kind, &op.results[..]) {
            c.constants.insert(*value, op);
        }
        instruction(c, w, op)?;
    }
    c.location = None;
    let results: Vec<Value> = block.results.iter().chain(more).copied().collect();
    let types = c.types(&results);
    c.root = match &results[..] {
        [one] if !is_tuple => name_of(c, w, *one)?,
        several => tuple_of(c, w, several)?,
    };
    c.result = if is_tuple { tuple(&types)? } else { shapes(&types)? };
    Ok(())
}

/// The name of a value. A captured constant is repeated.
fn name_of<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, value: Value) -> Result<String> {
    if let Some(name) = c.get(value) {
        return Ok(name.clone());
    }
    let what = "a region uses a value of the enclosing computation, which HLO allows in loops and conditionals alone";
    let unsupported = || Error::new(ErrorKind::Unsupported, what);
    let op = c.constants.get(&value).copied().ok_or_else(unsupported)?;
    instruction(c, w, op)?;
    c.get(value).cloned().ok_or_else(unsupported)
}

fn names_of<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, values: &[Value]) -> Result<Vec<String>> {
    values.iter().map(|value| name_of(c, w, *value)).collect()
}

/// The name of a tuple of these values.
fn tuple_of<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, values: &[Value]) -> Result<String> {
    let shape = tuple(&c.types(values))?;
    let names = names_of(c, w, values)?;
    Ok(c.add(w, "tuple", format!("{shape} tuple({})", names.join(", "))))
}

/// Adds the instructions of an operation.
fn instruction<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    match &op.kind {
        OpKind::Constant(literal) => {
            let ty = literal.ty();
            let name = c.add(w, "constant", format!("{} constant({})", shape(ty)?, constant(literal, w.options)?));
            c.set(op.result(), name);
            Ok(())
        }
        OpKind::Select | OpKind::Clamp | OpKind::BroadcastInDim { .. } | OpKind::AllToAll { .. } => {
            rearranged(c, w, op)
        }
        OpKind::While => while_loop(c, w, op),
        OpKind::If | OpKind::Case => conditional(c, w, op),
        OpKind::OptimizationBarrier => {
            let operands = tuple_of(c, w, &op.operands)?;
            let shape = tuple(&c.types(&op.results))?;
            let barrier = c.add(w, "opt-barrier", format!("{shape} opt-barrier({operands})"));
            c.elements(w, &barrier, &op.results)
        }
        OpKind::ShardingConstraint(_) => {
            let name = name_of(c, w, op.operands[0])?;
            c.set(op.result(), name);
            Ok(())
        }
        OpKind::ManualComputation(_) => {
            Err(Error::new(ErrorKind::Unsupported, "HLO has no operation sdy.manual_computation"))
        }
        _ => plain(c, w, op),
    }
}

/// An operation that is one instruction.
fn plain<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    let opcode = opcode(&op.kind);
    let functions = match &op.kind {
        OpKind::CustomCall { called_computations, .. } => called_computations.iter().map(String::as_str).collect(),
        other => Vec::from_iter(other.callee()),
    };
    let functions = functions.into_iter().map(|name| called(w, name)).collect::<Result<Vec<String>>>()?;
    let mut attributes = attributes(&op.kind, &functions);
    let regions = match &op.kind {
        OpKind::SelectAndScatter { .. } => vec!["select", "scatter"],
        _ => vec!["to_apply"; op.regions.len()],
    };
    for (name, block) in regions.into_iter().zip(&op.regions) {
        attributes.push_str(&format!(", {name}={}", region(c, w, block)?));
    }
    let operands = names_of(c, w, &op.operands)?;
    let types = c.types(&op.results);
    let result = c.add(w, &opcode, format!("{} {opcode}({}){attributes}", shapes(&types)?, operands.join(", ")));
    named(c, w, op, result)
}

/// Gives the results their names: that of the instruction, or those of its tuple's elements.
fn named<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &Op, result: String) -> Result<()> {
    match &op.results[..] {
        [one] => c.set(*one, result),
        several => c.elements(w, &result, several)?,
    }
    Ok(())
}

/// Operations whose operands or results HLO wants in other shapes.
fn rearranged<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    if let OpKind::AllToAll { .. } = op.kind {
        return op
            .operands
            .iter()
            .zip(&op.results)
            .try_for_each(|(operand, result)| all_to_all(c, w, op, *operand, *result));
    }
    let ty = c.ty(op.result());
    let name = match &op.kind {
        OpKind::BroadcastInDim { dims } => {
            let operand = name_of(c, w, op.operands[0])?;
            broadcast(c, w, operand, c.ty(op.operands[0]), dims, ty)?
        }
        kind => {
            let mut operands = Vec::new();
            for value in &op.operands {
                let (name, own) = (name_of(c, w, *value)?, c.ty(*value));
                let wanted = ty.with_element(own.element);
                let needs = own.rank() == 0 && ty.rank() > 0;
                operands.push(if needs { broadcast(c, w, name, own, &[], &wanted)? } else { name });
            }
            c.op(w, &opcode(kind), ty, &operands, "")?
        }
    };
    c.set(op.result(), name);
    Ok(())
}

/// `broadcast_in_dim`: dimensions of size 1 that are extended are dropped, and the others are put in order.
fn broadcast<'m>(
    c: &mut Computation<'m>,
    w: &mut Writer<'m>,
    mut operand: String,
    own: &TensorType,
    dims: &[usize],
    ty: &TensorType,
) -> Result<String> {
    let kept: Vec<usize> = (0..dims.len()).filter(|i| own.dims[*i] == ty.dims[dims[*i]]).collect();
    let mut own = own.clone();
    if kept.len() < dims.len() {
        own.dims = kept.iter().map(|i| own.dims[*i]).collect();
        operand = c.op(w, "reshape", &own, &[operand], "")?;
    }
    let mut order: Vec<usize> = (0..kept.len()).collect();
    order.sort_by_key(|i| dims[kept[*i]]);
    if !order.is_sorted() {
        own.dims = order.iter().map(|i| own.dims[*i]).collect();
        operand = c.op(w, "transpose", &own, &[operand], &attr::dims("dimensions", &order))?;
    }
    let mut targets: Vec<usize> = kept.iter().map(|i| dims[*i]).collect();
    targets.sort_unstable();
    c.op(w, "broadcast", ty, &[operand], &attr::dims("dimensions", &targets))
}

/// HLO's `all-to-all` of one dimension exchanges parts in their places: they are then moved.
fn all_to_all<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &Op, operand: Value, result: Value) -> Result<()> {
    let OpKind::AllToAll { split, concat, count, groups } = &op.kind else { return Ok(()) };
    let (own, ty) = (c.ty(operand), c.ty(result));
    let name = name_of(c, w, operand)?;
    let mut name =
        c.op(w, "all-to-all", own, &[name], &(attr::groups(groups) + &attr::dims("dimensions", &[*split])))?;
    if split != concat {
        let mut parts = own.clone();
        parts.dims[*split] /= *count;
        parts.dims.insert(*split, *count);
        name = c.op(w, "reshape", &parts, &[name], "")?;
        let mut order = Vec::new();
        for dim in 0..own.rank() {
            if dim == *concat {
                order.push(*split);
            }
            order.push(if dim >= *split { dim + 1 } else { dim });
        }
        let moved = TensorType::new(parts.element, order.iter().map(|dim| parts.dims[*dim]).collect::<Vec<_>>());
        name = c.op(w, "transpose", &moved, &[name], &attr::dims("dimensions", &order))?;
        name = c.op(w, "reshape", ty, &[name], "")?;
    }
    c.set(result, name);
    Ok(())
}

/// A loop over a tuple of its variables and of the values that its regions capture.
fn while_loop<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    let captured = captured_values(&op.regions);
    let [condition, step] = &op.regions[..] else {
        return Err(Error::new(ErrorKind::Program, "stablehlo.while has two regions"));
    };
    let test = region_of_tuple(c, w, condition, &captured, None, "condition")?;
    let step = region_of_tuple(c, w, step, &captured, Some(&captured), "body")?;
    let state: Vec<Value> = op.operands.iter().chain(&captured).copied().collect();
    let operands = tuple_of(c, w, &state)?;
    let shape = tuple(&c.types(&state))?;
    let text = format!("{shape} while({operands}), condition={test}, body={step}");
    let result = c.add(w, "while", text);
    c.elements(w, &result, &op.results)
}

/// A branch for a predicate or an index; each takes a tuple of the values that it captures.
fn conditional<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    let mut operands = vec![name_of(c, w, op.operands[0])?];
    let mut branches = Vec::new();
    for region in &op.regions {
        let captured = captured_values(std::slice::from_ref(region));
        branches.push(region_of_tuple(c, w, region, &captured, None, "branch")?);
        operands.push(tuple_of(c, w, &captured)?);
    }
    let computations = match (&op.kind, &branches[..]) {
        (OpKind::If, [yes, no]) => format!(", true_computation={yes}, false_computation={no}"),
        _ => format!(", branch_computations={{{}}}", list(&branches)),
    };
    let shape = shapes(&c.types(&op.results))?;
    let result = c.add(w, "conditional", format!("{shape} conditional({}){computations}", operands.join(", ")));
    named(c, w, op, result)
}
