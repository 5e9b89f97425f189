//! Manual computations inside of others. The instances of the outer one are those of the inner one as well,
//! so that an instance cuts its own shards, and gathers the results.

use super::check;
use super::instances::Instances;
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Collective, ManualComputation, OpKind};
use crate::program::{Func, Op, Value};
use crate::sharding::TensorSharding;
use crate::sharding::shards::Shards;

/// The cuts of a manual computation that is inside of another.
pub(super) struct Nested {
    operands: Vec<Shards>,
    results: Vec<Shards>,
    /// For each result the manual axes of each dimension.
    axes: Vec<Vec<Vec<String>>>,
}

impl Nested {
    /// The cuts of an operation, among the instances of the outermost one.
    ///
    /// # Errors
    /// A sharding does not fit the mesh of the outermost one.
    pub fn new(func: &Func, op: &Op, attrs: &ManualComputation, instances: &Instances) -> Result<Self> {
        let axes = |sharding: &TensorSharding| {
            let part = check::manual_part(sharding, &attrs.manual_axes);
            part.dims.into_iter().map(|dim| dim.axes.into_iter().map(|axis| axis.name).collect()).collect()
        };
        Ok(Self {
            operands: instances.shards(func, &op.operands, &attrs.in_shardings, attrs)?,
            results: instances.shards(func, &op.results, &attrs.out_shardings, attrs)?,
            axes: attrs.out_shardings.iter().map(axes).collect(),
        })
    }

    /// The shards of the running instance.
    pub fn cut(&self, b: &mut FuncBuilder, operands: &[Value]) -> Result<Vec<Value>> {
        operands.iter().zip(&self.operands).map(|(value, shards)| cut(b, *value, shards)).collect()
    }

    /// The results, of the shards of all instances: gathered in one dimension after the other.
    pub fn join(&self, b: &mut FuncBuilder, mut values: Vec<Value>, instances: &Instances) -> Result<Vec<Value>> {
        for (value, (shards, axes)) in values.iter_mut().zip(self.results.iter().zip(&self.axes)) {
            for (dimension, axes) in axes.iter().enumerate() {
                if shards.shard.dims[dimension] == shards.global.dims[dimension] {
                    continue;
                }
                let mut ty = b.ty(*value).clone();
                ty.dims[dimension] = shards.global.dims[dimension];
                let replica_groups = groups(shards, dimension, axes, instances);
                let groups = Collective { replica_groups, ..Collective::default() };
                let kind = OpKind::AllGather { dimension, groups };
                *value = b.push_typed(kind, &[*value], Vec::new(), vec![ty])?[0];
            }
        }
        Ok(values)
    }
}

/// Instances that differ in these axes alone, in the order of their shards along a dimension.
fn groups(shards: &Shards, dimension: usize, axes: &[String], instances: &Instances) -> Vec<Vec<i64>> {
    let mut groups = instances.along(axes);
    for group in &mut groups {
        group.sort_by_key(|instance| shards.offsets[*instance as usize][dimension]);
    }
    groups
}

fn cut(b: &mut FuncBuilder, value: Value, shards: &Shards) -> Result<Value> {
    if shards.is_replicated() {
        return Ok(value);
    }
    let replica = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
    let mut operands = vec![value];
    for d in 0..shards.global.rank() {
        let starts: Vec<u32> = shards.offsets.iter().map(|offset| offset[d] as u32).collect();
        operands.push(b.table_entry(Literal::from_vec([starts.len()], starts)?, replica)?);
    }
    let sizes = shards.shard.dims.clone();
    Ok(b.push(OpKind::DynamicSlice { sizes }, &operands, Vec::new())?[0])
}
