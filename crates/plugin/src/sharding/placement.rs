//! The placement of one array: the part of it that each partition holds.

use processor::Buffer;
use stablehlo::sharding::{Mesh, TensorSharding};
use stablehlo::{Module, TensorType};

use crate::error::{Error, Result};

/// The placement of a global array on the partitions of a program.
pub struct Placement {
    /// The type of the global array.
    global: TensorType,
    /// The type of each partition's shard.
    shard: TensorType,
    /// For each partition the first index of its shard.
    offsets: Vec<Vec<usize>>,
    /// The serialized `xla.OpSharding`.
    op_sharding: Vec<u8>,
}

impl Placement {
    /// The placement of an array without a sharding: each partition holds all of it.
    pub fn replicated(ty: &TensorType, num_partitions: usize) -> Self {
        let offsets = vec![vec![0; ty.rank()]; num_partitions];
        Self { global: ty.clone(), shard: ty.clone(), offsets, op_sharding: Vec::new() }
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
        let mesh = module.mesh(&sharding.mesh).ok_or_else(unknown)?;
        if mesh.num_devices()? != num_partitions {
            let message = format!(
                "the mesh {mesh} of the sharding {sharding} has not {num_partitions} devices, one for each partition of the program"
            );
            return Err(Error::invalid(message));
        }
        let counts = sharding.num_shards(mesh, &ty.dims)?;
        let dims = sharding.shard_shape(mesh, &ty.dims)?;
        let offsets = (0..num_partitions)
            .map(|partition| Ok(sharding.shard_offset(mesh, &ty.dims, position(mesh, partition)?)?))
            .collect::<Result<Vec<_>>>()?;
        let op_sharding = match counts.iter().all(|n| *n == 1) {
            true => Vec::new(),
            false => op_sharding(mesh, sharding, &ty.dims, &counts)?,
        };
        Ok(Self { global: ty.clone(), shard: TensorType::new(ty.element, dims), offsets, op_sharding })
    }

    /// The type of a partition's shard.
    pub fn shard(&self) -> &TensorType {
        &self.shard
    }

    /// The serialized `xla.OpSharding`; empty if the array is replicated.
    pub fn op_sharding(&self) -> &[u8] {
        &self.op_sharding
    }

    /// The global array of the partitions' shards. Shards that are still the parts of one array are not
    /// copied.
    pub fn assemble(&self, mut shards: Vec<Buffer>) -> Result<Buffer> {
        if self.shard == self.global {
            return Ok(shards.swap_remove(0));
        }
        if let Some(whole) = self.common_array(&shards) {
            return Ok(whole);
        }
        Ok(Buffer::build(self.global.clone(), |bytes| {
            for (i, (shard, offset)) in shards.iter().zip(&self.offsets).enumerate() {
                if self.offsets[..i].contains(offset) {
                    continue;
                }
                let mut from = shard.as_bytes().chunks_exact(self.run_bytes().max(1));
                self.for_each_run(offset, |at| {
                    if let Some(run) = from.next() {
                        bytes[at..at + run.len()].copy_from_slice(run);
                    }
                });
            }
        }))
    }

    /// The array of which the shards are views, each of its own place.
    fn common_array(&self, shards: &[Buffer]) -> Option<Buffer> {
        let (whole, _) = shards.first()?.view_of()?;
        let mut places = shards.iter().zip(&self.offsets);
        let is_in_place = places.all(|(shard, offset)| {
            shard.view_of().is_some_and(|(w, at)| w.is_same(whole) && at == self.first_byte(offset))
        });
        (is_in_place && *whole.ty() == self.global).then(|| whole.clone())
    }

    /// The shards of a global array, by partition. Equal shards share their memory; shards that are
    /// contiguous in the array are views of it.
    pub fn cut(&self, array: &Buffer) -> Result<Vec<Buffer>> {
        if self.shard == self.global {
            return Ok(vec![array.clone(); self.offsets.len()]);
        }
        let mut shards: Vec<Buffer> = Vec::with_capacity(self.offsets.len());
        for (i, offset) in self.offsets.iter().enumerate() {
            let shard = match self.offsets[..i].iter().position(|o| o == offset) {
                Some(same) => shards[same].clone(),
                None if self.run_bytes() == self.shard.size_in_bytes() => {
                    array.view(self.shard.clone(), self.first_byte(offset))?
                }
                None => Buffer::build(self.shard.clone(), |bytes| {
                    let mut to = bytes.chunks_exact_mut(self.run_bytes().max(1));
                    self.for_each_run(offset, |at| {
                        if let Some(run) = to.next() {
                            run.copy_from_slice(&array.as_bytes()[at..at + run.len()]);
                        }
                    });
                }),
            };
            shards.push(shard);
        }
        Ok(shards)
    }

    /// The bytes of the longest run of elements of a shard that is contiguous in the global array.
    fn run_bytes(&self) -> usize {
        let is_split = |d: &usize| self.shard.dims[*d] != self.global.dims[*d];
        let first = (0..self.shard.rank()).rev().find(is_split).unwrap_or(0);
        self.shard.dims[first..].iter().product::<usize>() * self.shard.element.bytes()
    }

    /// Calls `run` with the first byte, in the global array, of each run of a shard, in order.
    fn for_each_run(&self, offset: &[usize], mut run: impl FnMut(usize)) {
        let bytes = self.run_bytes();
        if bytes == 0 {
            return;
        }
        let num_runs = self.shard.size_in_bytes() / bytes;
        let per_run = bytes / self.shard.element.bytes();
        let mut index = offset.to_vec();
        for n in 0..num_runs {
            let mut rest = n * per_run;
            for d in (0..index.len()).rev() {
                index[d] = offset[d] + rest % self.shard.dims[d];
                rest /= self.shard.dims[d];
            }
            run(self.first_byte(&index));
        }
    }

    /// The byte of the global array at which the element with that index starts.
    fn first_byte(&self, index: &[usize]) -> usize {
        let element = index.iter().zip(&self.global.dims).fold(0, |n, (i, dim)| n * dim + i);
        element * self.global.element.bytes()
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
