//! From operations to instructions.

use super::Writer;
use super::attributes as attr;
use super::computation::Computation;
use super::constant::constant;
use super::shape::{list, shape, shapes, tuple};
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{Binary, OpKind, Unary};
use crate::program::{Op, Value, captured_values};
use crate::types::TensorType;

/// Adds the instructions of an operation.
pub fn instruction<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
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
            let operands = c.tuple(w, &op.operands)?;
            let shape = tuple(&c.types(&op.results))?;
            let barrier = c.add(w, "opt-barrier", format!("{shape} opt-barrier({operands})"));
            c.elements(w, &barrier, &op.results)
        }
        OpKind::ShardingConstraint(_) => {
            let name = c.name(w, op.operands[0])?;
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
    let mut attributes = attributes(w, &op.kind)?;
    let regions = match &op.kind {
        OpKind::SelectAndScatter { .. } => vec!["select", "scatter"],
        _ => vec!["to_apply"; op.regions.len()],
    };
    for (name, region) in regions.into_iter().zip(&op.regions) {
        let computation = c.of_region(w, region)?;
        attributes.push_str(&format!(", {name}={}", w.add(computation, "region")));
    }
    let operands = c.names(w, &op.operands)?;
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

fn opcode(kind: &OpKind) -> String {
    let name = match kind {
        OpKind::Unary(unary) => Unary::name(*unary),
        OpKind::Binary(binary) => Binary::name(*binary),
        OpKind::Compare { .. } => "compare",
        OpKind::Complex => "complex",
        OpKind::Real => "real",
        OpKind::Imag => "imag",
        OpKind::Convert => "convert",
        OpKind::BitcastConvert => "bitcast-convert",
        OpKind::ReducePrecision { .. } => "reduce-precision",
        OpKind::Iota { .. } => "iota",
        OpKind::Reshape => "reshape",
        OpKind::Transpose { .. } => "transpose",
        OpKind::Reverse { .. } => "reverse",
        OpKind::Slice { .. } => "slice",
        OpKind::Pad { .. } => "pad",
        OpKind::Concatenate { .. } => "concatenate",
        OpKind::DynamicSlice { .. } => "dynamic-slice",
        OpKind::DynamicUpdateSlice => "dynamic-update-slice",
        OpKind::Gather(_) => "gather",
        OpKind::Scatter(_) => "scatter",
        OpKind::DotGeneral(_) => "dot",
        OpKind::Convolution(_) => "convolution",
        OpKind::Reduce { .. } => "reduce",
        OpKind::ReduceWindow { .. } => "reduce-window",
        OpKind::SelectAndScatter { .. } => "select-and-scatter",
        OpKind::Sort { .. } => "sort",
        OpKind::Fft { .. } => "fft",
        OpKind::Cholesky { .. } => "cholesky",
        OpKind::TriangularSolve(_) => "triangular-solve",
        OpKind::RngBitGenerator { .. } => "rng-bit-generator",
        OpKind::Call { .. } | OpKind::Composite { .. } => "call",
        OpKind::CreateToken | OpKind::AfterAll => "after-all",
        OpKind::AllReduce(_) => "all-reduce",
        OpKind::AllGather { .. } => "all-gather",
        OpKind::ReduceScatter { .. } => "reduce-scatter",
        OpKind::CollectivePermute { .. } => "collective-permute",
        OpKind::CollectiveBroadcast(_) => "collective-broadcast",
        OpKind::ReplicaId => "replica-id",
        OpKind::PartitionId => "partition-id",
        OpKind::CustomCall { .. } => "custom-call",
        // The callers convert these themselves.
        OpKind::Constant(_) => "constant",
        OpKind::Select => "select",
        OpKind::Clamp => "clamp",
        OpKind::BroadcastInDim { .. } => "broadcast",
        OpKind::AllToAll { .. } => "all-to-all",
        OpKind::OptimizationBarrier => "opt-barrier",
        OpKind::While => "while",
        OpKind::If | OpKind::Case => "conditional",
        OpKind::ShardingConstraint(_) | OpKind::ManualComputation(_) => "custom-call",
    };
    name.replace('_', "-")
}

/// The attributes of an operation that is one instruction, without its regions.
fn attributes(w: &mut Writer, kind: &OpKind) -> Result<String> {
    Ok(match kind {
        OpKind::Compare { direction, compare_type } => attr::comparison(*direction, *compare_type),
        OpKind::ReducePrecision { exponent_bits, mantissa_bits } => {
            format!(", exponent_bits={exponent_bits}, mantissa_bits={mantissa_bits}")
        }
        OpKind::Iota { dimension } => format!(", iota_dimension={dimension}"),
        OpKind::Transpose { permutation: dims } | OpKind::Reverse { dims } | OpKind::Reduce { dims } => {
            attr::dims("dimensions", dims)
        }
        OpKind::Slice { start, limit, stride } => {
            let range = |i: usize| {
                let step = if stride[i] == 1 { String::new() } else { format!(":{}", stride[i]) };
                format!("[{}:{}{step}]", start[i], limit[i])
            };
            format!(", slice={{{}}}", (0..start.len()).map(range).collect::<Vec<_>>().join(", "))
        }
        OpKind::Pad { low, high, interior } => {
            let one = |i: usize| {
                let inside = if interior[i] == 0 { String::new() } else { format!("_{}", interior[i]) };
                format!("{}_{}{inside}", low[i], high[i])
            };
            format!(", padding={}", (0..low.len()).map(one).collect::<Vec<_>>().join("x"))
        }
        OpKind::Concatenate { dimension } => attr::dims("dimensions", &[*dimension]),
        OpKind::DynamicSlice { sizes } => attr::dims("dynamic_slice_sizes", sizes),
        OpKind::Gather(gather) => attr::gather(gather),
        OpKind::Scatter(scatter) => attr::scatter(scatter),
        OpKind::DotGeneral(dot) => attr::dot(dot),
        OpKind::Convolution(convolution) => attr::convolution(convolution),
        OpKind::ReduceWindow { window } | OpKind::SelectAndScatter { window } => attr::window(window),
        OpKind::Sort { dimension, is_stable } => {
            attr::dims("dimensions", &[*dimension]) + &attr::flag("is_stable", *is_stable)
        }
        OpKind::Fft { fft_type, length } => {
            format!(", fft_type={}{}", fft_type.name(), attr::dims("fft_length", length))
        }
        OpKind::Cholesky { lower } => attr::flag("lower", *lower),
        OpKind::TriangularSolve(solve) => attr::triangular_solve(solve),
        OpKind::RngBitGenerator { algorithm } => attr::rng_algorithm(*algorithm).into(),
        OpKind::Call { callee } => format!(", to_apply={}", w.function(callee)?),
        OpKind::Composite { name, attributes, decomposition, version } => {
            let dictionary = if attributes.is_empty() { "{}" } else { attributes };
            format!(
                ", to_apply={}, is_composite=true, frontend_attributes={{composite.attributes={},composite.name={},\
                 composite.version={}}}",
                w.function(decomposition)?,
                attr::quoted(dictionary),
                attr::quoted(name),
                attr::quoted(&version.to_string()),
            )
        }
        OpKind::AllReduce(groups) | OpKind::CollectiveBroadcast(groups) => attr::groups(groups),
        OpKind::AllGather { dimension, groups } | OpKind::ReduceScatter { dimension, groups } => {
            attr::groups(groups) + &attr::dims("dimensions", &[*dimension])
        }
        OpKind::CollectivePermute { pairs, channel_id } => {
            let pairs: Vec<String> = pairs.iter().map(|(source, target)| format!("{{{source},{target}}}")).collect();
            format!("{}, source_target_pairs={{{}}}", attr::channel(*channel_id), pairs.join(","))
        }
        OpKind::CustomCall { target, backend_config, has_side_effect, called_computations, .. } => {
            let called = called_computations.iter().map(|name| w.function(name)).collect::<Result<Vec<_>>>()?;
            let mut text = format!(", custom_call_target={}", attr::quoted(target));
            text.push_str(&attr::flag("custom_call_has_side_effect", *has_side_effect));
            if !called.is_empty() {
                text.push_str(&format!(", called_computations={{{}}}", called.join(", ")));
            }
            if !backend_config.is_empty() {
                text.push_str(&format!(", backend_config={}", attr::quoted(backend_config)));
            }
            text
        }
        _ => String::new(),
    })
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
            let operand = c.name(w, op.operands[0])?;
            broadcast(c, w, operand, c.ty(op.operands[0]), dims, ty)?
        }
        kind => {
            let mut operands = Vec::new();
            for value in &op.operands {
                let (name, own) = (c.name(w, *value)?, c.ty(*value));
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
    let name = c.name(w, operand)?;
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
        let moved = parts.with_element(parts.element);
        let moved = TensorType::new(moved.element, order.iter().map(|dim| parts.dims[*dim]).collect::<Vec<_>>());
        name = c.op(w, "transpose", &moved, &[name], &attr::dims("dimensions", &order))?;
        name = c.op(w, "reshape", ty, &[name], "")?;
    }
    c.set(result, name);
    Ok(())
}

/// A loop over a tuple of its variables and of the values that its regions capture.
fn while_loop<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    let captured = captured_values(&op.regions);
    let [condition, body] = &op.regions[..] else {
        return Err(Error::new(ErrorKind::Program, "stablehlo.while has two regions"));
    };
    let test = c.of_region_of_tuple(w, condition, &captured, None)?;
    let test = w.add(test, "condition");
    let step = c.of_region_of_tuple(w, body, &captured, Some(&captured))?;
    let step = w.add(step, "body");
    let state: Vec<Value> = op.operands.iter().chain(&captured).copied().collect();
    let operands = c.tuple(w, &state)?;
    let shape = tuple(&c.types(&state))?;
    let text = format!("{shape} while({operands}), condition={test}, body={step}");
    let result = c.add(w, "while", text);
    c.elements(w, &result, &op.results)
}

/// A branch for a predicate or an index; each takes a tuple of the values that it captures.
fn conditional<'m>(c: &mut Computation<'m>, w: &mut Writer<'m>, op: &'m Op) -> Result<()> {
    let mut operands = vec![c.name(w, op.operands[0])?];
    let mut branches = Vec::new();
    for region in &op.regions {
        let captured = captured_values(std::slice::from_ref(region));
        let branch = c.of_region_of_tuple(w, region, &captured, None)?;
        branches.push(w.add(branch, "branch"));
        operands.push(c.tuple(w, &captured)?);
    }
    let computations = match (&op.kind, &branches[..]) {
        (OpKind::If, [yes, no]) => format!(", true_computation={yes}, false_computation={no}"),
        _ => format!(", branch_computations={{{}}}", list(&branches)),
    };
    let shape = shapes(&c.types(&op.results))?;
    let result = c.add(w, "conditional", format!("{shape} conditional({}){computations}", operands.join(", ")));
    named(c, w, op, result)
}
