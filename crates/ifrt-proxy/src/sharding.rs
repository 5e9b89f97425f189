//! Shardings of arrays: the devices that hold an array, and what each holds.

use prost::Message;

use crate::error::{Error, Result};
use crate::messages::{
    ConcreteEvenShardingProto, DeviceListProto, HloShardingProto, OpSharding, Serialized, ShardingProto,
    SingleDeviceShardingProto,
};
use crate::shape::Shape;
use crate::tiles::Tiles;

/// The devices that hold an array, and what each holds.
///
/// ```
/// use ifrt_proxy::messages::{OpSharding, ShardingProto};
/// use ifrt_proxy::{Partition, Sharding};
///
/// let halves = Sharding::hlo(vec![4, 5], OpSharding::tiled(&[2], 2)?);
/// let sent = ShardingProto::from(&halves);
/// assert_eq!(sent.serialized_sharding.as_ref().unwrap().type_name, "xla::ifrt::HloSharding");
/// assert_eq!(Sharding::try_from(&sent)?, halves);
/// assert_eq!(halves.tiles(1)?.shard(1, &[6])?, [3..6]);
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharding {
    /// Ids of the devices, in the order of the shards.
    pub devices: Vec<i32>,
    /// The kind of memory, for example `device`; none stands for the devices' default.
    pub memory_kind: Option<String>,
    /// What each device holds.
    pub partition: Partition,
}

/// What each device of a [`Sharding`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partition {
    /// There is one device, which holds all.
    SingleDevice,
    /// As XLA says.
    Hlo(Box<OpSharding>),
    /// Shards of one shape, whose places are not told.
    ConcreteEven {
        /// Global shape.
        shape: Shape,
        /// Shape of each shard.
        shard_shape: Shape,
        /// True if every device holds all.
        is_fully_replicated: bool,
    },
}

const SINGLE_DEVICE: &str = "xla::ifrt::SingleDeviceSharding";
const HLO: &str = "xla::ifrt::HloSharding";
const CONCRETE_EVEN: &str = "xla::ifrt::ConcreteEvenSharding";

impl Sharding {
    /// All on one device, in its default memory.
    pub fn single_device(device: i32) -> Sharding {
        Sharding { devices: vec![device], memory_kind: None, partition: Partition::SingleDevice }
    }

    /// On devices as XLA says, in their default memory.
    pub fn hlo(devices: Vec<i32>, sharding: OpSharding) -> Sharding {
        Sharding { devices, memory_kind: None, partition: Partition::Hlo(Box::new(sharding)) }
    }

    /// The same in another kind of memory.
    pub fn with_memory_kind(self, memory_kind: impl Into<String>) -> Sharding {
        Sharding { memory_kind: Some(memory_kind.into()), ..self }
    }

    /// The tiles of arrays with that many dimensions.
    ///
    /// # Errors
    /// See [`Tiles::new`]; and a `ConcreteEven` partition that is not replicated does not tell its tiles.
    pub fn tiles(&self, rank: usize) -> Result<Tiles> {
        match &self.partition {
            Partition::Hlo(sharding) => Tiles::new(sharding, rank, self.devices.len()),
            Partition::ConcreteEven { is_fully_replicated: false, .. } if self.devices.len() > 1 => {
                Err(Error::unimplemented(format!("{CONCRETE_EVEN} does not say which part a device holds")))
            }
            _ => Tiles::new(&OpSharding::replicated(), rank, self.devices.len()),
        }
    }

    /// True if every device holds the whole array.
    ///
    /// # Errors
    /// See [`Sharding::tiles`].
    pub fn is_fully_replicated(&self, rank: usize) -> Result<bool> {
        match &self.partition {
            Partition::ConcreteEven { is_fully_replicated, .. } => Ok(*is_fully_replicated || self.devices.len() == 1),
            _ => Ok(self.tiles(rank)?.is_fully_replicated()),
        }
    }

    /// The shape of the largest shard.
    ///
    /// # Errors
    /// See [`Sharding::tiles`]; or the shape is another one than that of a `ConcreteEven` partition.
    pub fn shard_shape(&self, global: &Shape) -> Result<Shape> {
        match &self.partition {
            Partition::ConcreteEven { shape, shard_shape, .. } if shape == global => Ok(shard_shape.clone()),
            Partition::ConcreteEven { shape, .. } => {
                let (has, is) = (global.dims(), shape.dims());
                Err(Error::invalid(format!("a sharding of shape {is:?} is used for an array of shape {has:?}")))
            }
            _ => Shape::new(self.tiles(global.dims().len())?.shard_shape(global.dims())?),
        }
    }
}

impl TryFrom<&ShardingProto> for Sharding {
    type Error = Error;

    fn try_from(proto: &ShardingProto) -> Result<Sharding> {
        let missing = |what: &str| Error::invalid(format!("a sharding without {what}"));
        let serialized = proto.serialized_sharding.as_ref().ok_or_else(|| missing("its type"))?;
        let devices =
            |list: Option<DeviceListProto>| Ok(list.ok_or_else(|| missing("devices"))?.device_ids) as Result<_>;
        match serialized.type_name.as_str() {
            SINGLE_DEVICE => {
                let read: SingleDeviceShardingProto = decode(serialized)?;
                let single = Sharding::single_device(read.device_id);
                Ok(Sharding { memory_kind: read.memory_kind, ..single })
            }
            HLO => {
                let read: HloShardingProto = decode(serialized)?;
                let sharding = read.xla_op_sharding.ok_or_else(|| missing("the part of each device"))?;
                let hlo = Sharding::hlo(devices(read.devices)?, sharding);
                Ok(Sharding { memory_kind: read.memory_kind, ..hlo })
            }
            CONCRETE_EVEN => {
                let read: ConcreteEvenShardingProto = decode(serialized)?;
                let partition = Partition::ConcreteEven {
                    shape: Shape::try_from(read.shape.as_ref().ok_or_else(|| missing("a shape"))?)?,
                    shard_shape: Shape::try_from(read.shard_shape.as_ref().ok_or_else(|| missing("a shape"))?)?,
                    is_fully_replicated: read.is_fully_replicated,
                };
                Ok(Sharding { devices: devices(read.devices)?, memory_kind: read.memory_kind, partition })
            }
            other => {
                let known = format!("{SINGLE_DEVICE}, {HLO} and {CONCRETE_EVEN}");
                Err(Error::unimplemented(format!("shardings of type {other:?} are not served: only {known}")))
            }
        }
    }
}

fn decode<M: Message + Default>(serialized: &Serialized) -> Result<M> {
    let invalid = |e| Error::invalid(format!("{}: {e}", serialized.type_name));
    M::decode(serialized.data.clone()).map_err(invalid)
}

impl From<&Sharding> for ShardingProto {
    fn from(sharding: &Sharding) -> ShardingProto {
        let devices = Some(DeviceListProto { device_ids: sharding.devices.clone(), version_number: 0 });
        let memory_kind = sharding.memory_kind.clone();
        let (type_name, data) = match &sharding.partition {
            Partition::SingleDevice => {
                let device_id = sharding.devices.first().copied().unwrap_or_default();
                let proto = SingleDeviceShardingProto { device_id, memory_kind, version_number: 0 };
                (SINGLE_DEVICE, proto.encode_to_vec())
            }
            Partition::Hlo(hlo) => {
                let xla_op_sharding = Some(hlo.as_ref().clone());
                let proto = HloShardingProto { devices, xla_op_sharding, memory_kind, version_number: 0 };
                (HLO, proto.encode_to_vec())
            }
            Partition::ConcreteEven { shape, shard_shape, is_fully_replicated } => {
                let proto = ConcreteEvenShardingProto {
                    devices,
                    shape: Some(shape.into()),
                    shard_shape: Some(shard_shape.into()),
                    memory_kind,
                    is_fully_replicated: *is_fully_replicated,
                    version_number: 0,
                };
                (CONCRETE_EVEN, proto.encode_to_vec())
            }
        };
        let serialized = Serialized { type_name: type_name.to_owned(), data: data.into() };
        ShardingProto { serialized_sharding: Some(serialized) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shardings_are_read_back() {
        let even = Partition::ConcreteEven {
            shape: Shape::new(vec![4]).unwrap(),
            shard_shape: Shape::new(vec![2]).unwrap(),
            is_fully_replicated: false,
        };
        let shardings = [
            Sharding::single_device(3),
            Sharding::single_device(0).with_memory_kind("device"),
            Sharding::hlo(vec![0, 1, 2, 3], OpSharding::tiled(&[2, 1], 4).unwrap()).with_memory_kind("device"),
            Sharding { devices: vec![1, 2], memory_kind: None, partition: even },
        ];
        for sharding in shardings {
            assert_eq!(Sharding::try_from(&ShardingProto::from(&sharding)).unwrap(), sharding);
        }
    }

    #[test]
    fn shards_have_shapes() {
        let shape = Shape::new(vec![4, 6]).unwrap();
        assert_eq!(Sharding::single_device(3).shard_shape(&shape).unwrap(), shape);
        let tiled = Sharding::hlo(vec![0, 1, 2, 3], OpSharding::tiled(&[2, 1], 4).unwrap());
        assert_eq!(tiled.shard_shape(&shape).unwrap().dims(), [2, 6]);
        assert!(!tiled.is_fully_replicated(2).unwrap());
        assert!(Sharding::hlo(vec![0, 1], OpSharding::replicated()).is_fully_replicated(2).unwrap());
    }

    #[test]
    fn unknown_types_and_missing_parts_are_refused() {
        assert!(Sharding::try_from(&ShardingProto::default()).is_err());
        let of = |name: &str, data: &'static [u8]| {
            let serialized = Serialized { type_name: name.into(), data: data.into() };
            Sharding::try_from(&ShardingProto { serialized_sharding: Some(serialized) }).unwrap_err()
        };
        assert_eq!(of("xla::ifrt::OpaqueSharding", b"").code(), crate::Code::Unimplemented);
        assert_eq!(of(HLO, b"").code(), crate::Code::InvalidArgument);
        assert_eq!(of(HLO, b"\xff\xff").code(), crate::Code::InvalidArgument);
    }
}
