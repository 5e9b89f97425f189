//! Collectives that the readers expand to `all_reduce` and `all_gather`, and operations on what these return.

use crate::attributes::{self, Attrs};
use crate::builder::FuncBuilder;
use crate::error::{Error, Result};
use crate::literal::Literal;
use crate::ops::{AllGather, AllReduce, Binary, OpKind};
use crate::program::{Block, Value};
use crate::types::TensorType;

/// A collective to expand.
pub(crate) struct Collective<'a> {
    pub operands: &'a [Value],
    pub attrs: &'a Attrs,
    pub regions: &'a [Block],
    /// The stated types of the results.
    pub results: &'a [TensorType],
}

impl Collective<'_> {
    fn operand(&self) -> Result<Value> {
        match self.operands {
            [x] => Ok(*x),
            _ => Err(Error::type_error("one operand is needed")),
        }
    }

    fn size(&self, name: &str) -> Result<usize> {
        let missing = || Error::type_error(format!("attribute '{name}' is missing"));
        self.attrs.size(&[name])?.ok_or_else(missing)
    }
}

/// `reduce_scatter`: the part of an `all_reduce` that belongs to the running process.
pub(crate) fn reduce_scatter(b: &mut FuncBuilder, op: &Collective) -> Result<Vec<Value>> {
    let attrs = attributes::all_reduce(op.attrs)?;
    let dimension = op.size("scatter_dimension")?;
    let (x, [result]) = (op.operand()?, op.results) else {
        return Err(Error::type_error("one result is needed"));
    };
    let (size, part) = (b.dims(x).get(dimension).copied(), result.dims.get(dimension).copied());
    let (Some(size), Some(part)) = (size, part) else {
        return Err(Error::type_error(format!("{} and {result} need a dimension {dimension}", b.ty(x))));
    };
    let count = group_size(&attrs, size.checked_div(part).unwrap_or(1));
    if part * count != size {
        return Err(Error::type_error(format!("{result} is not one of {count} parts of {}", b.ty(x))));
    }
    let rank = rank(b, &attrs)?;
    let sum = b.push(OpKind::AllReduce(attrs), &[x], op.regions.to_vec())?[0];
    Ok(vec![part_of(b, sum, dimension, count, rank)?])
}

/// `all_to_all`: of the operands of all processes of the group the part that belongs to the running one,
/// concatenated.
pub(crate) fn all_to_all(b: &mut FuncBuilder, op: &Collective) -> Result<Vec<Value>> {
    let attrs = by_channel(attributes::all_reduce(op.attrs)?);
    let (split, concat) = (op.size("split_dimension")?, op.size("concat_dimension")?);
    let count = op.size("split_count")?;
    let mut results = Vec::new();
    for (x, result) in op.operands.iter().zip(op.results) {
        let dims = b.dims(*x).to_vec();
        let fits = split < dims.len() && concat < dims.len() && count > 0 && dims[split].is_multiple_of(count);
        if !fits || group_size(&attrs, count) != count {
            let message = format!("{} cannot be split into {count} parts, one for each of a group", b.ty(*x));
            return Err(Error::type_error(message));
        }
        let rank = rank(b, &attrs)?;
        let all = stacked(b, *x, &attrs, count)?;
        let own = part_of(b, all, split + 1, count, rank)?;
        // The number of the process becomes the major part of the concatenated dimension.
        let order: Vec<usize> = (1..=concat).chain([0]).chain(concat + 1..dims.len() + 1).collect();
        let moved = b.transpose(own, &order)?;
        results.push(b.reshape(moved, &result.dims)?);
    }
    Ok(results)
}

/// `collective_broadcast`: the operand of the first process of the group.
pub(crate) fn collective_broadcast(b: &mut FuncBuilder, op: &Collective) -> Result<Vec<Value>> {
    let attrs = by_channel(attributes::all_reduce(op.attrs)?);
    let x = op.operand()?;
    let count = attrs.replica_groups.first().map(Vec::len);
    let count = count.ok_or_else(|| Error::type_error("replica_groups have to name the processes"))?;
    let all = stacked(b, x, &attrs, count)?;
    let (rank, dims) = (b.dims(all).len(), b.dims(x).to_vec());
    let limit: Vec<usize> = std::iter::once(1).chain(dims.iter().copied()).collect();
    let first = b.slice(all, &vec![0; rank], &limit, &vec![1; rank])?;
    Ok(vec![b.reshape(first, &dims)?])
}

/// With a channel the groups of these operations are of partitions, which are the devices of a program of one
/// replica.
fn by_channel(attrs: AllReduce) -> AllReduce {
    AllReduce { use_global_device_ids: attrs.channel_id.is_some(), ..attrs }
}

fn group_size(attrs: &AllReduce, all: usize) -> usize {
    attrs.replica_groups.first().map_or(all, Vec::len)
}

/// The operands of all processes of the group in a new first dimension.
fn stacked(b: &mut FuncBuilder, x: Value, attrs: &AllReduce, count: usize) -> Result<Value> {
    let dims: Vec<usize> = std::iter::once(1).chain(b.dims(x).iter().copied()).collect();
    let row = b.reshape(x, &dims)?;
    let ty = TensorType::new(b.ty(x).element, [&[count], &dims[1..]].concat());
    let kind = OpKind::AllGather(AllGather { dimension: 0, group: attrs.clone() });
    Ok(b.push_typed(kind, &[row], Vec::new(), vec![ty])?[0])
}

/// The number of the running process in its group.
fn rank(b: &mut FuncBuilder, attrs: &AllReduce) -> Result<Value> {
    // A program has either several replicas or several partitions.
    let replica = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
    let id = match attrs.channel_id {
        None => replica,
        Some(_) => {
            let partition = b.push(OpKind::PartitionId, &[], Vec::new())?[0];
            b.push(OpKind::Binary(Binary::Add), &[replica, partition], Vec::new())?[0]
        }
    };
    let last = attrs.replica_groups.iter().flatten().copied().max().unwrap_or(0);
    if attrs.replica_groups.is_empty() || last > 1 << 16 {
        return Ok(id);
    }
    let mut ranks = vec![0u32; usize::try_from(last).unwrap_or(0) + 1];
    for group in &attrs.replica_groups {
        for (rank, id) in group.iter().enumerate() {
            ranks[usize::try_from(*id).unwrap_or(0)] = rank as u32;
        }
    }
    b.table_entry(Literal::from_vec([ranks.len()], ranks)?, id)
}

/// The part of that number of a dimension that is divided into `count` parts.
fn part_of(b: &mut FuncBuilder, x: Value, dimension: usize, count: usize, number: Value) -> Result<Value> {
    let mut sizes = b.dims(x).to_vec();
    sizes[dimension] /= count.max(1);
    let zero = b.constant(Literal::scalar(0u32))?;
    let size = b.constant(Literal::scalar(sizes[dimension] as u32))?;
    let start = b.push(OpKind::Binary(Binary::Multiply), &[number, size], Vec::new())?[0];
    let mut operands = vec![x];
    operands.extend((0..sizes.len()).map(|d| if d == dimension { start } else { zero }));
    Ok(b.push(OpKind::DynamicSlice { sizes }, &operands, Vec::new())?[0])
}
