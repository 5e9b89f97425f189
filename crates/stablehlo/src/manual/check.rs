//! The checks of a manual computation that need its mesh.

use std::collections::HashSet;

use crate::error::{Error, Result};
use crate::ops::{ManualComputation, OpKind};
use crate::program::{Block, Func, Module, Op, captured_values};
use crate::sharding::{Mesh, TensorSharding};
use crate::types::TensorType;

/// Checks that all shardings name meshes of the module with the same axes, that these include the manual
/// axes, that the region has the types of the shards, and that it uses no value of its surroundings.
pub(crate) fn check(module: &Module, func: &Func, op: &Op, attrs: &ManualComputation) -> Result<()> {
    let Some(region) = op.regions.first() else { return Ok(()) };
    if !captured_values(std::slice::from_ref(region)).is_empty() {
        let message = "its region uses values that are defined outside; pass them as operands";
        return Err(Error::type_error(message));
    }
    let mesh = mesh(module, attrs)?;
    let lists = [
        ("operand", &op.operands, &attrs.in_shardings, &region.params),
        ("result", &op.results, &attrs.out_shardings, &region.results),
    ];
    for (what, values, shardings, locals) in lists {
        for (i, ((value, sharding), local)) in values.iter().zip(shardings).zip(locals).enumerate() {
            let (global, local) = (func.ty(*value), func.ty(*local));
            let expected = local_type(global, sharding, &mesh, &attrs.manual_axes)
                .map_err(|e| e.at(format!("{what} {i} of a manual computation")))?;
            if *local != expected {
                return Err(Error::type_error(format!(
                    "{what} {i} of type {global} has shards of {expected} in the manual computation, but its region has {local}"
                )));
            }
        }
    }
    Ok(())
}

/// The mesh of a manual computation: that of its shardings, or if it has none, the first of the module with
/// its axes.
pub(super) fn mesh(module: &Module, attrs: &ManualComputation) -> Result<Mesh> {
    let has_axes = |mesh: &Mesh| attrs.manual_axes.iter().all(|name| mesh.axes.iter().any(|(n, _)| n == name));
    let mut shardings = attrs.in_shardings.iter().chain(&attrs.out_shardings);
    let named = |sharding: &TensorSharding| {
        let unknown =
            || Error::type_error(format!("the sharding {sharding} names a mesh that the module does not define"));
        sharding.inline_mesh().or_else(|| module.mesh(&sharding.mesh).cloned()).ok_or_else(unknown)
    };
    let mesh = match shardings.next() {
        Some(first) => named(first)?,
        None => module.meshes.iter().map(|(_, mesh)| mesh).find(|mesh| has_axes(mesh)).cloned().ok_or_else(|| {
            Error::type_error(format!("no mesh of the module has the manual axes {:?}", attrs.manual_axes))
        })?,
    };
    for other in shardings {
        let other = named(other)?;
        if other.axes != mesh.axes {
            return Err(Error::type_error(format!("a manual computation has two meshes, {mesh} and {other}")));
        }
    }
    mesh.num_devices()?;
    if !has_axes(&mesh) {
        return Err(Error::type_error(format!("mesh {mesh} lacks one of the manual axes {:?}", attrs.manual_axes)));
    }
    Ok(mesh)
}

/// A sharding without the axes that are not manual.
pub(super) fn manual_part(sharding: &TensorSharding, manual_axes: &[String]) -> TensorSharding {
    let mut part = sharding.clone();
    for dim in &mut part.dims {
        dim.axes.retain(|axis| manual_axes.contains(&axis.name));
    }
    part
}

/// The type of a shard inside a manual computation.
fn local_type(ty: &TensorType, sharding: &TensorSharding, mesh: &Mesh, axes: &[String]) -> Result<TensorType> {
    if ty.is_token() {
        return Ok(ty.clone());
    }
    Ok(TensorType::new(ty.element, manual_part(sharding, axes).shard_shape(mesh, &ty.dims)?))
}

/// The axes that manual computations in a block divide, in called functions as well. `seen` are functions
/// that were visited.
pub(super) fn nested_axes<'m>(
    module: &'m Module,
    block: &'m Block,
    axes: &mut Vec<String>,
    seen: &mut HashSet<&'m str>,
) {
    for op in &block.ops {
        if let OpKind::ManualComputation(attrs) = &op.kind {
            axes.extend(attrs.manual_axes.iter().cloned());
        }
        op.regions.iter().for_each(|region| nested_axes(module, region, axes, seen));
        if let Some(callee) = op.kind.callee().and_then(|name| module.func(name))
            && seen.insert(&callee.name)
        {
            nested_axes(module, &callee.body, axes, seen);
        }
    }
}
