//! Shardings: IFRT's, and XLA's `OpSharding`. (`ifrt/sharding_serdes.proto`, `pjrt_ifrt/xla_sharding.proto`,
//! `xla_data.proto`)

use prost::{Enumeration, Message};

use super::types::{DeviceListProto, ShapeProto};

/// An array on one device. (`xla::ifrt::SingleDeviceSharding`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct SingleDeviceShardingProto {
    /// The device.
    #[prost(int32, tag = "1")]
    pub device_id: i32,
    /// The kind of memory; none stands for the device's default.
    #[prost(string, optional, tag = "2")]
    pub memory_kind: Option<String>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "3")]
    pub version_number: i32,
}

/// An array on devices, cut as XLA says. (`xla::ifrt::HloSharding`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct HloShardingProto {
    /// The devices; tile assignments count in this list.
    #[prost(message, optional, tag = "1")]
    pub devices: Option<DeviceListProto>,
    /// What each device holds.
    #[prost(message, optional, tag = "2")]
    pub xla_op_sharding: Option<OpSharding>,
    /// The kind of memory; none stands for the devices' default.
    #[prost(string, optional, tag = "3")]
    pub memory_kind: Option<String>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "4")]
    pub version_number: i32,
}

/// An array whose shards all have one shape. (`xla::ifrt::ConcreteEvenSharding`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ConcreteEvenShardingProto {
    /// The devices.
    #[prost(message, optional, tag = "1")]
    pub devices: Option<DeviceListProto>,
    /// Global shape.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<ShapeProto>,
    /// Shape of each shard.
    #[prost(message, optional, tag = "3")]
    pub shard_shape: Option<ShapeProto>,
    /// The kind of memory; none stands for the devices' default.
    #[prost(string, optional, tag = "4")]
    pub memory_kind: Option<String>,
    /// True if every device holds the whole array.
    #[prost(bool, tag = "5")]
    pub is_fully_replicated: bool,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "6")]
    pub version_number: i32,
}

/// XLA's sharding of a value.
///
/// Of the tile assignment there are three forms: a list of devices (V1), an iota that is reshaped and
/// transposed (V2), and a mesh with named axes (V3, `named_sharding`).
#[derive(Clone, PartialEq, Eq, Message)]
pub struct OpSharding {
    /// How the value is divided.
    #[prost(enumeration = "OpShardingType", tag = "1")]
    pub r#type: i32,
    /// Sizes of the tile assignment: for each dimension the number of its tiles, then those of
    /// `last_tile_dims`.
    #[prost(int64, repeated, tag = "3")]
    pub tile_assignment_dimensions: Vec<i64>,
    /// V1: the device of each tile, in row-major order. For `Maximal` the one device.
    #[prost(int64, repeated, tag = "4")]
    pub tile_assignment_devices: Vec<i64>,
    /// The shardings of a tuple's elements.
    #[prost(message, repeated, tag = "5")]
    pub tuple_shardings: Vec<OpSharding>,
    /// True if the last dimension of the tile assignment counts devices that hold the same tile.
    #[prost(bool, tag = "6")]
    pub replicate_on_last_tile_dim: bool,
    /// What the dimensions of the tile assignment mean that follow those of the value.
    #[prost(enumeration = "OpShardingType", repeated, tag = "8")]
    pub last_tile_dims: Vec<i32>,
    /// V2: the shape of the iota.
    #[prost(int64, repeated, tag = "9")]
    pub iota_reshape_dims: Vec<i64>,
    /// V2: the permutation of its dimensions.
    #[prost(int32, repeated, tag = "10")]
    pub iota_transpose_perm: Vec<i32>,
    /// V3: the sharding by the axes of a mesh.
    #[prost(message, optional, tag = "14")]
    pub named_sharding: Option<NamedShardingProto>,
}

/// How a value is divided. (`OpSharding.Type`)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enumeration)]
#[repr(i32)]
pub enum OpShardingType {
    /// Every device holds all of it.
    Replicated = 0,
    /// One device holds all of it.
    Maximal = 1,
    /// It is a tuple; each element has a sharding of its own.
    Tuple = 2,
    /// It is cut into tiles.
    Other = 3,
    /// The program itself treats each device's part.
    Manual = 4,
    /// The partitioner may choose.
    Unknown = 5,
    /// Each device holds a term of the sum.
    Unreduced = 6,
}

/// A sharding by the axes of a mesh. (`NamedShardingProto`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct NamedShardingProto {
    /// The mesh.
    #[prost(message, optional, tag = "2")]
    pub mesh: Option<MeshProto>,
    /// The axes that cut each dimension of the value, the major one first.
    #[prost(message, repeated, tag = "3")]
    pub dim_shardings: Vec<DimensionSharding>,
    /// Axes along which the value is the same.
    #[prost(message, repeated, tag = "4")]
    pub replicated_axes: Vec<AxisRefProto>,
    /// Axes along which the devices hold terms of a reduction.
    #[prost(message, repeated, tag = "5")]
    pub unreduced_axes: Vec<AxisRefProto>,
    /// Axes that the program itself treats.
    #[prost(message, repeated, tag = "7")]
    pub manual_axes: Vec<AxisRefProto>,
    /// The reduction of `unreduced_axes`: 0 sum, 1 maximum, 2 minimum.
    #[prost(int32, tag = "8")]
    pub reduction_op: i32,
}

/// The axes that cut one dimension. (`NamedShardingProto.DimensionSharding`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DimensionSharding {
    /// The axes, the major one first.
    #[prost(message, repeated, tag = "1")]
    pub axes: Vec<AxisRefProto>,
    /// True if the partitioner may not add axes.
    #[prost(bool, tag = "2")]
    pub is_closed: bool,
}

/// An axis of a mesh, or a part of it. (`AxisRefProto`)
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct AxisRefProto {
    /// Index of the axis in the mesh.
    #[prost(int64, tag = "1")]
    pub mesh_axis_index: i64,
    /// The part; none stands for the whole axis.
    #[prost(message, optional, tag = "2")]
    pub sub_axis_info: Option<SubAxis>,
}

/// A part of an axis: the axis is `pre_size` x `size` x the rest. (`AxisRefProto.SubAxis`)
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct SubAxis {
    /// Product of the sizes before the part.
    #[prost(int64, tag = "1")]
    pub pre_size: i64,
    /// Size of the part.
    #[prost(int64, tag = "2")]
    pub size: i64,
}

/// Devices in a grid with named axes. (`MeshProto`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct MeshProto {
    /// The axes, the major one first.
    #[prost(message, repeated, tag = "1")]
    pub axes: Vec<MeshAxis>,
    /// The device at each place of the grid; empty stands for 0, 1, 2 and so on.
    #[prost(int64, repeated, tag = "2")]
    pub device_ids: Vec<i64>,
    /// The devices as an iota that is reshaped and transposed, instead of `device_ids`.
    #[prost(message, optional, tag = "3")]
    pub iota_transform: Option<IotaTransform>,
}

/// An axis of a mesh. (`MeshProto.MeshAxis`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct MeshAxis {
    /// Its name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// Its size.
    #[prost(int64, tag = "2")]
    pub size: i64,
}

/// An iota that is reshaped and transposed. (`MeshProto.IotaTransform`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct IotaTransform {
    /// The shape of the iota.
    #[prost(int64, repeated, tag = "1")]
    pub reshape_dims: Vec<i64>,
    /// The permutation of its dimensions.
    #[prost(int64, repeated, tag = "2")]
    pub transpose_perm: Vec<i64>,
}
