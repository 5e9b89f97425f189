//! Manual computations inside of others. The instances of the outer one are those of the inner one as well, so
//! that an instance cuts its own shards, and gathers the results.

use super::instances::Instances;
use super::program::shards;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::{ManualComputation, OpKind};
use crate::program::{Func, Op, Value};
use crate::sharding::Shards;

/// The cuts of a manual computation that is inside of another.
pub(super) struct Nested {
    operands: Vec<Shards>,
    results: Vec<Shards>,
}

impl Nested {
    /// The cuts of an operation, among the instances of the outermost one.
    ///
    /// # Errors
    /// A sharding does not fit the mesh of the outermost one.
    pub fn new(func: &Func, op: &Op, attrs: &ManualComputation, instances: &Instances) -> Result<Self> {
        Ok(Self {
            operands: shards(func, &op.operands, &attrs.in_shardings, attrs, instances)?,
            results: shards(func, &op.results, &attrs.out_shardings, attrs, instances)?,
        })
    }

    /// The shards of the running instance.
    pub fn cut(&self, b: &mut FuncBuilder, operands: &[Value]) -> Result<Vec<Value>> {
        operands.iter().zip(&self.operands).map(|(value, shards)| cut(b, *value, shards)).collect()
    }

    /// The results, of the shards of all instances.
    pub fn join(&self, _b: &mut FuncBuilder, values: Vec<Value>) -> Result<Vec<Value>> {
        if self.results.iter().all(Shards::is_replicated) {
            return Ok(values);
        }
        let message = "a manual computation inside of another whose results are divided";
        Err(Error::new(ErrorKind::Unsupported, message))
    }
}

fn cut(b: &mut FuncBuilder, value: Value, shards: &Shards) -> Result<Value> {
    if shards.is_replicated() {
        return Ok(value);
    }
    let replica = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
    let mut operands = vec![value];
    for d in 0..shards.global.rank() {
        let starts: Vec<u32> = shards.offsets.iter().map(|offset| offset[d] as u32).collect();
        operands.push(entry(b, Literal::from_vec([starts.len()], starts)?, replica)?);
    }
    let sizes = shards.shard.dims.clone();
    Ok(b.push(OpKind::DynamicSlice { sizes }, &operands, Vec::new())?[0])
}

/// The entry of a table of `ui32` for the running replica.
pub(super) fn entry(b: &mut FuncBuilder, table: Literal, replica: Value) -> Result<Value> {
    let table = b.push(OpKind::Constant(table), &[], Vec::new())?[0];
    let row = b.push(OpKind::DynamicSlice { sizes: vec![1] }, &[table, replica], Vec::new())?[0];
    b.reshape(row, &[])
}
