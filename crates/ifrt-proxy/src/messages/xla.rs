//! Messages of XLA: layouts, device assignments, compile options, sizes of memory. (`xla_data.proto`,
//! `pjrt/proto/{compile_options,executable_metadata}.proto`, `pjrt_ifrt/xla_compiler.proto`)
//!
//! Declared are the fields that a worker or a client of ours reads or writes. The others, above all some 900
//! bytes of debug options, are skipped.

use prost::{Message, Oneof};

/// XLA's layout of an array. (`xla::LayoutProto`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct XlaLayoutProto {
    /// The dimensions, the fastest first.
    #[prost(int64, repeated, tag = "1")]
    pub minor_to_major: Vec<i64>,
    /// Tiles, each applied to those before.
    #[prost(message, repeated, tag = "6")]
    pub tiles: Vec<TileProto>,
    /// Bits of an element in memory; zero stands for those of its type.
    #[prost(int64, tag = "7")]
    pub element_size_in_bits: i64,
    /// Number of the memory space.
    #[prost(int64, tag = "8")]
    pub memory_space: i64,
    /// What the array is padded to, in elements.
    #[prost(int64, tag = "16")]
    pub tail_padding_alignment_in_elements: i64,
}

/// A tile of a layout. (`xla::TileProto`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct TileProto {
    /// Its sizes, in elements.
    #[prost(int64, repeated, tag = "1")]
    pub dimensions: Vec<i64>,
}

/// A device for each replica and partition. (`xla::DeviceAssignmentProto`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DeviceAssignmentProto {
    /// Replicas.
    #[prost(int32, tag = "1")]
    pub replica_count: i32,
    /// Partitions.
    #[prost(int32, tag = "2")]
    pub computation_count: i32,
    /// The devices of each partition.
    #[prost(message, repeated, tag = "3")]
    pub computation_devices: Vec<ComputationDevice>,
}

/// The devices of a partition. (`DeviceAssignmentProto.ComputationDevice`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ComputationDevice {
    /// The device of each replica.
    #[prost(int64, repeated, tag = "1")]
    pub replica_device_ids: Vec<i64>,
}

/// The compile options of IFRT for XLA. (`xla::ifrt::XlaCompileOptions`)
#[derive(Clone, PartialEq, Message)]
pub struct XlaCompileOptionsProto {
    /// XLA's own.
    #[prost(message, optional, tag = "1")]
    pub compile_options: Option<CompileOptionsProto>,
    /// Version of the form of this message: 0 up to version 3 of the serialized types, 4 from then on.
    #[prost(int32, tag = "3")]
    pub version_number: i32,
}

/// [`XlaCompileOptionsProto`] with XLA's own options as bytes, since they may have more fields than are
/// declared here.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct RawXlaCompileOptionsProto {
    /// A serialized [`CompileOptionsProto`].
    #[prost(bytes = "bytes", tag = "1")]
    pub compile_options: bytes::Bytes,
}

/// XLA's compile options. (`xla::CompileOptionsProto`)
#[derive(Clone, PartialEq, Message)]
pub struct CompileOptionsProto {
    /// True if the arguments are one tuple.
    #[prost(bool, tag = "2")]
    pub parameter_is_tupled_arguments: bool,
    /// What to compile for.
    #[prost(message, optional, tag = "3")]
    pub executable_build_options: Option<ExecutableBuildOptionsProto>,
    /// True if the program is compiled for any one device.
    #[prost(bool, tag = "4")]
    pub compile_portable_executable: bool,
    /// Options of the compiler, by name. The order is kept.
    #[prost(message, repeated, tag = "7")]
    pub env_option_overrides: Vec<EnvOptionOverridesEntry>,
}

/// What to compile for. (`xla::ExecutableBuildOptionsProto`)
#[derive(Clone, PartialEq, Message)]
pub struct ExecutableBuildOptionsProto {
    /// The device; -1 if it is not a particular one.
    #[prost(int64, tag = "1")]
    pub device_ordinal: i64,
    /// Replicas.
    #[prost(int64, tag = "4")]
    pub num_replicas: i64,
    /// Partitions.
    #[prost(int64, tag = "5")]
    pub num_partitions: i64,
    /// True if the program is partitioned by its shardings.
    #[prost(bool, tag = "6")]
    pub use_spmd_partitioning: bool,
    /// The device of each replica and partition.
    #[prost(message, optional, tag = "9")]
    pub device_assignment: Option<DeviceAssignmentProto>,
    /// Whether the compiler may choose the sharding of each parameter without one.
    #[prost(bool, repeated, tag = "18")]
    pub allow_spmd_sharding_propagation_to_parameters: Vec<bool>,
    /// Whether the compiler may choose the sharding of each result without one.
    #[prost(bool, repeated, tag = "12")]
    pub allow_spmd_sharding_propagation_to_output: Vec<bool>,
    /// True if Shardy partitions, rather than GSPMD.
    #[prost(bool, tag = "19")]
    pub use_shardy_partitioner: bool,
}

/// An option of the compiler. (an entry of `CompileOptionsProto.env_option_overrides`)
#[derive(Clone, PartialEq, Message)]
pub struct EnvOptionOverridesEntry {
    /// Its name.
    #[prost(string, tag = "1")]
    pub key: String,
    /// Its value.
    #[prost(message, optional, tag = "2")]
    pub value: Option<OptionOverrideProto>,
}

/// The value of an option. (`xla::OptionOverrideProto`)
#[derive(Clone, PartialEq, Message)]
pub struct OptionOverrideProto {
    /// The value; none if it is of a type that is unknown here.
    #[prost(oneof = "OverrideValue", tags = "1, 2, 3, 4")]
    pub value: Option<OverrideValue>,
}

/// The types of values of options.
#[derive(Clone, PartialEq, Oneof)]
pub enum OverrideValue {
    /// A text. Bytes, since a path need not be UTF-8.
    #[prost(bytes, tag = "1")]
    String(Vec<u8>),
    /// A truth value.
    #[prost(bool, tag = "2")]
    Bool(bool),
    /// An integer.
    #[prost(int64, tag = "3")]
    Int(i64),
    /// A number.
    #[prost(double, tag = "4")]
    Double(f64),
}

/// Sizes of the memory of a program, in bytes. (`xla::CompiledMemoryStatsProto`)
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct CompiledMemoryStatsProto {
    /// Machine code.
    #[prost(int64, tag = "1")]
    pub generated_code_size_in_bytes: i64,
    /// Arguments.
    #[prost(int64, tag = "2")]
    pub argument_size_in_bytes: i64,
    /// Results.
    #[prost(int64, tag = "3")]
    pub output_size_in_bytes: i64,
    /// Results that take the memory of arguments.
    #[prost(int64, tag = "4")]
    pub alias_size_in_bytes: i64,
    /// Values in between.
    #[prost(int64, tag = "5")]
    pub temp_size_in_bytes: i64,
    /// The most that is live at a time.
    #[prost(int64, tag = "14")]
    pub peak_memory_in_bytes: i64,
}
