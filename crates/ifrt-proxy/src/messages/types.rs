//! IFRT's types: element types, shapes, byte strides, serialized values, attribute maps, and statuses.
//! (`ifrt/{dtype,shape,serdes,device,layout,array_spec,attribute_map}.proto`,
//! `ifrt_proxy/common/types.proto`)
//!
//! The field `version_number` of a message is the version of its own form, not the one that was negotiated;
//! up to version 6 of the serialized types it is zero.

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::{Enumeration, Message, Oneof};

/// An element type.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct DTypeProto {
    /// A [`Kind`](crate::DType), by its number.
    #[prost(int32, tag = "1")]
    pub kind: i32,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "2")]
    pub version_number: i32,
}

/// A shape: the size of each dimension, the outermost first.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ShapeProto {
    /// Sizes of the dimensions, in elements.
    #[prost(int64, repeated, tag = "1")]
    pub dims: Vec<i64>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "2")]
    pub version_number: i32,
}

/// Where the elements of an array are in a host buffer.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ByteStrides {
    /// For each dimension the bytes from an element to the next one.
    #[prost(int64, repeated, tag = "1")]
    pub strides: Vec<i64>,
}

/// A value of a type that is chosen by name: a program, options, a sharding, a layout.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct Serialized {
    /// Name of the C++ type, for example `xla::ifrt::XlaProgram`.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// Its bytes; the type decides how they are read.
    #[prost(bytes = "bytes", tag = "2")]
    pub data: Bytes,
}

/// A list of devices.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DeviceListProto {
    /// Ids of the devices, in order.
    #[prost(int32, repeated, tag = "1")]
    pub device_ids: Vec<i32>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "2")]
    pub version_number: i32,
}

/// A sharding, by the name of its type.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ShardingProto {
    /// See [`Sharding`](crate::Sharding).
    #[prost(message, optional, tag = "1")]
    pub serialized_sharding: Option<Serialized>,
}

/// A layout, by the name of its type.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct LayoutProto {
    /// The type and its bytes.
    #[prost(message, optional, tag = "1")]
    pub serialized_layout: Option<Serialized>,
}

/// What is known of an array without its values.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ArraySpecProto {
    /// Element type.
    #[prost(message, optional, tag = "1")]
    pub dtype: Option<DTypeProto>,
    /// Global shape.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<ShapeProto>,
    /// The devices that hold the array, and what each holds.
    #[prost(message, optional, tag = "3")]
    pub sharding: Option<ShardingProto>,
    /// The serialized layout; none stands for the default one.
    #[prost(bytes = "vec", optional, tag = "4")]
    pub layout: Option<Vec<u8>>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "5")]
    pub version_number: i32,
}

/// Named values.
#[derive(Clone, PartialEq, Message)]
pub struct AttributeMapProto {
    /// The values, by name.
    #[prost(btree_map = "string, message", tag = "1")]
    pub attributes: BTreeMap<String, AttributeProto>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "2")]
    pub version_number: i32,
}

/// A value of an [`AttributeMapProto`].
#[derive(Clone, PartialEq, Message)]
pub struct AttributeProto {
    /// The value; none if it is of a type that is unknown here.
    #[prost(oneof = "AttributeValue", tags = "1, 2, 3, 4, 5")]
    pub value: Option<AttributeValue>,
}

/// The types of values of an [`AttributeMapProto`].
#[derive(Clone, PartialEq, Oneof)]
pub enum AttributeValue {
    /// A text or bytes; Python's `bytes`.
    #[prost(bytes, tag = "1")]
    String(Vec<u8>),
    /// A truth value.
    #[prost(bool, tag = "2")]
    Bool(bool),
    /// An integer.
    #[prost(sfixed64, tag = "3")]
    Int64(i64),
    /// Integers.
    #[prost(message, tag = "4")]
    Int64List(Int64List),
    /// A number.
    #[prost(float, tag = "5")]
    Float(f32),
}

/// Integers of an [`AttributeMapProto`].
#[derive(Clone, PartialEq, Eq, Message)]
pub struct Int64List {
    /// The integers, in order.
    #[prost(sfixed64, repeated, tag = "1")]
    pub elements: Vec<i64>,
}

/// A canonical code with a text. (`tensorflow.StatusProto`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct StatusProto {
    /// A [`Code`](crate::Code), by its number.
    #[prost(int32, tag = "1")]
    pub code: i32,
    /// What is wrong; JAX raises it whole.
    #[prost(string, tag = "2")]
    pub message: String,
}

/// What becomes of the array that a new one is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enumeration)]
#[repr(i32)]
pub enum ArrayCopySemantics {
    /// Never sent.
    Unspecified = 0,
    /// The new array shares no memory with it.
    AlwaysCopy = 1,
    /// The new array may share its memory.
    ReuseInput = 2,
    /// It is deleted; the new array may take its memory.
    DonateInput = 3,
}

/// Which shards of an array are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enumeration)]
#[repr(i32)]
pub enum SingleDeviceShardSemantics {
    /// Sent by clients that know no other.
    Unspecified = 0,
    /// Those on devices of this process.
    AddressableShards = 1,
    /// All.
    AllShards = 2,
}
