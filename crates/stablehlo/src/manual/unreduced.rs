//! Operands and results of a manual computation that are sums over instances: those of shardings with
//! unreduced axes.

use super::instances::Instances;
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Binary, Collective, Direction, ManualComputation, OpKind};
use crate::program::Value;
use crate::sharding::TensorSharding;
use crate::types::TensorType;

/// The terms of the operands that the running instance holds: the first of the instances that share a sum has
/// all of it, the others zero.
pub(super) fn terms(
    b: &mut FuncBuilder,
    attrs: &ManualComputation,
    mut operands: Vec<Value>,
    instances: &Instances,
) -> Result<Vec<Value>> {
    for (operand, sharding) in operands.iter_mut().zip(&attrs.in_shardings) {
        let axes = unreduced(sharding, attrs);
        if axes.is_empty() {
            continue;
        }
        let groups = instances.along(&axes);
        let is_first = |instance: i64| groups.iter().any(|group| group.first() == Some(&instance));
        let table: Vec<u32> = (0..instances.len() as i64).map(|instance| u32::from(is_first(instance))).collect();
        let replica = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
        let flag = b.table_entry(Literal::from_vec([table.len()], table)?, replica)?;
        let none = b.constant(Literal::scalar(0u32))?;
        let compare = OpKind::Compare { direction: Direction::Ne, compare_type: None };
        let predicate = b.push(compare, &[flag, none], Vec::new())?[0];
        let ty = b.ty(*operand).clone();
        let zero = TensorType::scalar(ty.element);
        let zero = b.constant(Literal::from_bytes(zero.clone(), vec![0; zero.size_in_bytes()])?)?;
        let zeros = b.push_typed(OpKind::BroadcastInDim { dims: Vec::new() }, &[zero], Vec::new(), vec![ty])?[0];
        *operand = b.push(OpKind::Select, &[predicate, *operand, zeros], Vec::new())?[0];
    }
    Ok(operands)
}

/// The sums of the terms that the instances return.
pub(super) fn totals(
    b: &mut FuncBuilder,
    attrs: &ManualComputation,
    mut results: Vec<Value>,
    instances: &Instances,
) -> Result<Vec<Value>> {
    for (result, sharding) in results.iter_mut().zip(&attrs.out_shardings) {
        let axes = unreduced(sharding, attrs);
        if axes.is_empty() {
            continue;
        }
        let region = b.scalar_region(Binary::Add, b.ty(*result).element)?;
        let groups = Collective { replica_groups: instances.along(&axes), ..Collective::default() };
        *result = b.push(OpKind::AllReduce(groups), &[*result], vec![region])?[0];
    }
    Ok(results)
}

/// The manual axes over which a sharding is unreduced.
fn unreduced(sharding: &TensorSharding, attrs: &ManualComputation) -> Vec<String> {
    let names = sharding.unreduced.iter().map(|axis| axis.name.clone());
    names.filter(|name| attrs.manual_axes.contains(name)).collect()
}
