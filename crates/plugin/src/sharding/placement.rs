//! The placement of one array: the part of it that each partition holds.

use std::sync::Arc;

use processor::{Buffer, BufferPool};
use stablehlo::sharding::shards::Shards;
use stablehlo::sharding::{AxisRef, DimSharding, Mesh, TensorSharding};
use stablehlo::{Module, TensorType};

use crate::error::{Error, Result};
use crate::layout::Layout;

/// The placement of a global array on the partitions of a program.
pub struct Placement {
    /// The shard of each partition, as arrays in memory. Terms of a sum are the parts of a first dimension of
    /// their own.
    shards: Shards,
    /// The type of a partition's array.
    shard: TensorType,
    /// The row-major array that has the memory of a partition's array.
    memory: TensorType,
    /// The number of terms of a sum, if that is what the partitions hold.
    terms: Option<usize>,
    /// The serialized `xla.OpSharding`.
    op_sharding: Vec<u8>,
    /// The memory of the array that is assembled from the partitions' arrays.
    pool: Arc<BufferPool>,
}

impl Placement {
    /// The placement of an array without a sharding: each partition holds all of it.
    pub fn replicated(ty: &TensorType, layout: &Layout, num_partitions: usize) -> Self {
        let memory = layout.memory_type(ty);
        let shards = Shards::replicated(&memory, num_partitions);
        Self { shards, shard: ty.clone(), memory, terms: None, op_sharding: Vec::new(), pool: Arc::default() }
    }

    /// The placement of an array with this layout by a sharding over one of the module's meshes.
    ///
    /// # Errors
    /// The sharding does not fit the array, or the mesh the number of partitions.
    pub fn new(
        ty: &TensorType,
        sharding: &TensorSharding,
        layout: &Layout,
        module: &Module,
        num_partitions: usize,
    ) -> Result<Self> {
        if sharding.dims.len() != ty.rank() {
            let message = format!("the sharding {sharding} of {ty} has {} dimensions", sharding.dims.len());
            return Err(Error::invalid(message));
        }
        if sharding.dims.iter().all(|dim| dim.axes.is_empty()) && sharding.unreduced.is_empty() {
            return Ok(Self::replicated(ty, layout, num_partitions));
        }
        let unknown = || Error::invalid(format!("the sharding {sharding} names a mesh that the module lacks"));
        let inline = sharding.inline_mesh();
        let mesh = inline.as_ref().or_else(|| module.mesh(&sharding.mesh)).ok_or_else(unknown)?;
        if mesh.num_devices()? != num_partitions {
            let message = format!(
                "the mesh {mesh} of the sharding {sharding} has not {num_partitions} devices, one for each partition of the program"
            );
            return Err(Error::invalid(message));
        }
        let counts = sharding.num_shards(mesh, &ty.dims)?;
        let positions = (0..num_partitions).map(|partition| position(mesh, partition)).collect::<Result<Vec<_>>>()?;
        let terms = terms(mesh, sharding)?;
        let in_memory = TensorSharding { dims: layout.in_memory(&sharding.dims), ..sharding.clone() };
        let global = layout.memory_type(ty);
        let shards = match terms {
            None => Shards::new(&global, &in_memory, mesh, &positions)?,
            Some(count) => {
                let global = TensorType::new(ty.element, [&[count], &global.dims[..]].concat());
                Shards::new(&global, &stacked(&in_memory), mesh, &positions)?
            }
        };
        let shard = TensorType::new(ty.element, sharding.shard_shape(mesh, &ty.dims)?);
        let memory = layout.memory_type(&shard);
        let op_sharding = match counts.iter().all(|n| *n == 1) && terms.is_none() {
            true => Vec::new(),
            false => op_sharding(mesh, sharding, &ty.dims, &counts, terms)?,
        };
        let pool = BufferPool::new(std::iter::once(shards.global.size_in_bytes()));
        Ok(Self { shards, shard, memory, terms, op_sharding, pool })
    }

    /// The type of a partition's array.
    pub fn shard(&self) -> &TensorType {
        &self.shard
    }

    /// The type, as it is in memory, of the array that is cut into the partitions' arrays; that of all terms
    /// in a first dimension if they are [terms](Self::terms).
    pub fn global(&self) -> &TensorType {
        &self.shards.global
    }

    /// The number of terms of a sum, if that is what the partitions hold.
    pub fn terms(&self) -> Option<usize> {
        self.terms
    }

    /// The serialized `xla.OpSharding`; empty if the array is replicated.
    pub fn op_sharding(&self) -> &[u8] {
        &self.op_sharding
    }

    /// The first partition that holds the same shard.
    pub fn first_holder(&self, partition: usize) -> usize {
        self.shards.first_holder(partition)
    }

    /// The global array of the partitions' shards. Shards that are still the parts of one array are not
    /// copied.
    pub fn assemble(&self, mut shards: Vec<Buffer>) -> Result<Buffer> {
        if self.shards.is_replicated() {
            return Ok(shards.swap_remove(0));
        }
        if let Some(whole) = self.common_array(&shards) {
            return Ok(whole);
        }
        let global = self.shards.global.clone();
        let join = |bytes: &mut [u8]| self.shards.join_all(|partition| shards[partition].as_bytes(), bytes);
        Ok(Buffer::build_in(&self.pool, global, join)?)
    }

    /// The array of which the shards are views, each of its own place.
    fn common_array(&self, shards: &[Buffer]) -> Option<Buffer> {
        let (whole, _) = shards.first()?.view_of()?;
        let is_in_place = shards.iter().enumerate().all(|(partition, shard)| {
            shard.view_of().is_some_and(|(w, at)| w.is_same(whole) && Some(at) == self.shards.contiguous_at(partition))
        });
        (is_in_place && *whole.ty() == self.shards.global).then(|| whole.clone())
    }

    /// The shards of a global array, by partition. Equal shards share their memory; shards that are
    /// contiguous in the array are views of it.
    pub fn cut(&self, array: &Buffer) -> Result<Vec<Buffer>> {
        let partitions = self.shards.offsets.len();
        if self.shards.is_replicated() {
            return Ok(vec![array.clone(); partitions]);
        }
        let mut cut: Vec<Buffer> = Vec::with_capacity(partitions);
        for partition in 0..partitions {
            let ty = || self.memory.clone();
            let shard = match (self.shards.first_holder(partition), self.shards.contiguous_at(partition)) {
                (first, _) if first < partition => cut[first].clone(),
                (_, Some(byte)) => array.view(ty(), byte)?,
                _ => Buffer::build(ty(), |bytes| self.shards.cut(partition, array.as_bytes(), bytes))?,
            };
            cut.push(shard);
        }
        Ok(cut)
    }
}

/// The position of a partition in a mesh, whose list of devices are partitions.
fn position(mesh: &Mesh, partition: usize) -> Result<usize> {
    if mesh.device_ids.is_empty() {
        return Ok(partition);
    }
    let missing = || Error::invalid(format!("mesh {mesh} lacks device {partition}"));
    mesh.device_ids.iter().position(|id| *id == partition).ok_or_else(missing)
}

/// The number of terms into which a sharding divides a sum, over its unreduced axes; `None` if there is one.
fn terms(mesh: &Mesh, sharding: &TensorSharding) -> Result<Option<usize>> {
    let size = |axis: &AxisRef| match axis.sub_axis {
        Some(part) => Some(part.size),
        None => mesh.axes.iter().find(|(name, _)| *name == axis.name).map(|(_, size)| *size),
    };
    let count: Option<usize> = sharding.unreduced.iter().map(size).product();
    let count = count.ok_or_else(|| Error::invalid(format!("the sharding {sharding} names axes that {mesh} lacks")))?;
    Ok(Some(count).filter(|count| *count > 1))
}

/// The sharding of the terms of a sum in a first dimension of their own.
fn stacked(sharding: &TensorSharding) -> TensorSharding {
    let mut stacked = sharding.clone();
    let axes = std::mem::take(&mut stacked.unreduced);
    stacked.dims.insert(0, DimSharding { axes, is_closed: true, priority: None });
    stacked
}

/// The `xla.OpSharding` message (xla/xla_data.proto): type OTHER, the number of shards of each dimension, and
/// the devices of the shards, in the order of the shards. Devices with the same shard are a last dimension of
/// their own, and those with terms of a sum another one.
fn op_sharding(
    mesh: &Mesh,
    sharding: &TensorSharding,
    shape: &[usize],
    counts: &[usize],
    terms: Option<usize>,
) -> Result<Vec<u8>> {
    const REPLICATED: usize = 0;
    const UNREDUCED: usize = 6;
    let num_devices = mesh.num_devices()?;
    let term = TensorSharding { dims: stacked(sharding).dims[..1].to_vec(), ..stacked(sharding) };
    let mut devices = Vec::with_capacity(num_devices);
    for at in 0..num_devices {
        let offset = sharding.shard_offset(mesh, shape, at)?;
        let number = term.shard_offset(mesh, &[terms.unwrap_or(1)], at)?[0];
        devices.push((offset, number, mesh.device_ids.get(at).copied().unwrap_or(at)));
    }
    let copies = num_devices / counts.iter().product::<usize>() / terms.unwrap_or(1);
    // The copies of each term, in the order of the mesh, with the terms of a copy next to each other.
    devices.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let per_shard = copies * terms.unwrap_or(1);
    let of_shard = |shard: &[(Vec<usize>, usize, usize)]| {
        let place = |n: usize| shard[n % terms.unwrap_or(1) * copies + n / terms.unwrap_or(1)].2;
        (0..shard.len()).map(place).collect::<Vec<_>>()
    };
    let ids: Vec<usize> = devices.chunks(per_shard.max(1)).flat_map(of_shard).collect();
    let mut tiles = counts.to_vec();
    let copied = if copies > 1 { Some((copies, REPLICATED)) } else { None };
    let subgroups: Vec<(usize, usize)> = copied.into_iter().chain(terms.map(|n| (n, UNREDUCED))).collect();
    tiles.extend(subgroups.iter().map(|(size, _)| *size));
    let mut message = vec![1 << 3, 3];
    packed(&mut message, 3, &tiles);
    packed(&mut message, 4, &ids);
    if terms.is_some() {
        packed(&mut message, 8, &subgroups.iter().map(|(_, kind)| *kind).collect::<Vec<_>>());
    } else if copies > 1 {
        message.extend([6 << 3, 1]);
    }
    Ok(message)
}

/// Appends a packed field of numbers.
fn packed(message: &mut Vec<u8>, field: u8, numbers: &[usize]) {
    let mut bytes = Vec::new();
    numbers.iter().for_each(|n| varint(&mut bytes, *n));
    message.push(field << 3 | 2);
    varint(message, bytes.len());
    message.extend(bytes);
}

fn varint(bytes: &mut Vec<u8>, mut n: usize) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}
