//! The placement of one array: the part of it that each partition holds.

use processor::Buffer;
use stablehlo::sharding::{Mesh, Shards, TensorSharding};
use stablehlo::{Module, TensorType};

use crate::error::{Error, Result};

/// The placement of a global array on the partitions of a program.
pub struct Placement {
    /// The shard of each partition.
    shards: Shards,
    /// The serialized `xla.OpSharding`.
    op_sharding: Vec<u8>,
}

impl Placement {
    /// The placement of an array without a sharding: each partition holds all of it.
    pub fn replicated(ty: &TensorType, num_partitions: usize) -> Self {
        Self { shards: Shards::replicated(ty, num_partitions), op_sharding: Vec::new() }
    }

    /// The placement by a sharding over one of the module's meshes.
    ///
    /// # Errors
    /// The sharding does not fit the array, or the mesh the number of partitions.
    pub fn new(ty: &TensorType, sharding: &TensorSharding, module: &Module, num_partitions: usize) -> Result<Self> {
        if !sharding.unreduced.is_empty() {
            let message = format!("the sharding {sharding} has unreduced axes, which labora's plugin does not support");
            return Err(Error::new(pjrt::ErrorKind::Unimplemented, message));
        }
        if sharding.dims.len() != ty.rank() {
            let message = format!("the sharding {sharding} of {ty} has {} dimensions", sharding.dims.len());
            return Err(Error::invalid(message));
        }
        if sharding.dims.iter().all(|dim| dim.axes.is_empty()) {
            return Ok(Self::replicated(ty, num_partitions));
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
        let shards = Shards::new(ty, sharding, mesh, &positions)?;
        let op_sharding = match counts.iter().all(|n| *n == 1) {
            true => Vec::new(),
            false => op_sharding(mesh, sharding, &ty.dims, &counts)?,
        };
        Ok(Self { shards, op_sharding })
    }

    /// The type of a partition's shard.
    pub fn shard(&self) -> &TensorType {
        &self.shards.shard
    }

    /// The serialized `xla.OpSharding`; empty if the array is replicated.
    pub fn op_sharding(&self) -> &[u8] {
        &self.op_sharding
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
        Ok(Buffer::build(global, |bytes| self.shards.join_all(|partition| shards[partition].as_bytes(), bytes)))
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
            let ty = || self.shards.shard.clone();
            let shard = match (self.shards.first_holder(partition), self.shards.contiguous_at(partition)) {
                (first, _) if first < partition => cut[first].clone(),
                (_, Some(byte)) => array.view(ty(), byte)?,
                _ => Buffer::build(ty(), |bytes| self.shards.cut(partition, array.as_bytes(), bytes)),
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

/// The `xla.OpSharding` message (xla/xla_data.proto): type OTHER, the number of shards of each dimension, and
/// the devices of the shards, in the order of the shards. Devices with the same shard are a last dimension of
/// their own.
fn op_sharding(mesh: &Mesh, sharding: &TensorSharding, shape: &[usize], counts: &[usize]) -> Result<Vec<u8>> {
    let num_devices = mesh.num_devices()?;
    let mut devices = Vec::with_capacity(num_devices);
    for at in 0..num_devices {
        let offset = sharding.shard_offset(mesh, shape, at)?;
        devices.push((offset, mesh.device_ids.get(at).copied().unwrap_or(at)));
    }
    devices.sort_by(|a, b| a.0.cmp(&b.0));
    let copies = num_devices / counts.iter().product::<usize>();
    let mut tiles = counts.to_vec();
    if copies > 1 {
        tiles.push(copies);
    }
    let mut message = vec![1 << 3, 3];
    packed(&mut message, 3, &tiles);
    packed(&mut message, 4, &devices.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    if copies > 1 {
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
