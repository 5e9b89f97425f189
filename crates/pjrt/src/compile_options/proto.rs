//! The protobuf messages, declared by hand with the fields that are used. Field numbers are those of
//! `xla/pjrt/proto/compile_options.proto`, and of `DeviceAssignmentProto` in `xla/xla_data.proto`; unknown
//! fields are skipped.
//!
//! Strings are declared as bytes: a program may pass a path that is not UTF-8, which is no reason to reject a
//! message. Counts are `int32` in the schema and `int64` here, which has the same wire format: a number that
//! is out of range is then an error of its own, not a truncated count.

use prost::{Message, Oneof};

/// `CompileOptionsProto`
#[derive(Clone, PartialEq, Message)]
pub struct CompileOptionsProto {
    #[prost(message, optional, tag = "3")]
    pub executable_build_options: Option<ExecutableBuildOptionsProto>,
    #[prost(bool, tag = "4")]
    pub compile_portable_executable: bool,
    /// A protobuf map, which is encoded as repeated entries. The order of entries is kept.
    #[prost(message, repeated, tag = "7")]
    pub env_option_overrides: Vec<EnvOptionOverridesEntry>,
}

/// `ExecutableBuildOptionsProto`
#[derive(Clone, PartialEq, Message)]
pub struct ExecutableBuildOptionsProto {
    /// -1 if the program is not compiled for one particular device.
    #[prost(int64, tag = "1")]
    pub device_ordinal: i64,
    #[prost(int64, tag = "4")]
    pub num_replicas: i64,
    #[prost(int64, tag = "5")]
    pub num_partitions: i64,
    #[prost(bool, tag = "6")]
    pub use_spmd_partitioning: bool,
    #[prost(message, optional, tag = "9")]
    pub device_assignment: Option<DeviceAssignmentProto>,
    #[prost(bool, tag = "19")]
    pub use_shardy_partitioner: bool,
}

/// `DeviceAssignmentProto`
#[derive(Clone, PartialEq, Message)]
pub struct DeviceAssignmentProto {
    #[prost(int64, tag = "1")]
    pub replica_count: i64,
    #[prost(int64, tag = "2")]
    pub computation_count: i64,
    #[prost(message, repeated, tag = "3")]
    pub computation_devices: Vec<ComputationDevice>,
}

/// `DeviceAssignmentProto.ComputationDevice`
#[derive(Clone, PartialEq, Message)]
pub struct ComputationDevice {
    #[prost(int64, repeated, tag = "1")]
    pub replica_device_ids: Vec<i64>,
}

/// An entry of `CompileOptionsProto.env_option_overrides`.
#[derive(Clone, PartialEq, Message)]
pub struct EnvOptionOverridesEntry {
    #[prost(bytes = "vec", tag = "1")]
    pub key: Vec<u8>,
    #[prost(message, optional, tag = "2")]
    pub value: Option<OptionOverrideProto>,
}

/// `OptionOverrideProto`
#[derive(Clone, PartialEq, Message)]
pub struct OptionOverrideProto {
    #[prost(oneof = "OverrideValue", tags = "1, 2, 3, 4")]
    pub value: Option<OverrideValue>,
}

/// The value of an [`OptionOverrideProto`].
#[derive(Clone, PartialEq, Oneof)]
pub enum OverrideValue {
    #[prost(bytes, tag = "1")]
    String(Vec<u8>),
    #[prost(bool, tag = "2")]
    Bool(bool),
    #[prost(int64, tag = "3")]
    Int64(i64),
    #[prost(double, tag = "4")]
    Float64(f64),
}
