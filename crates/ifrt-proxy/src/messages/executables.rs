//! Messages that compile, describe, run and free programs. (`ifrt_proxy/common/ifrt_service.proto`,
//! `ifrt/execute_options.proto`)

use std::collections::BTreeMap;

use prost::{Message, Oneof};

use super::sharding::OpSharding;
use super::types::{AttributeMapProto, DTypeProto, Serialized, ShapeProto, ShardingProto, StatusProto};
use super::xla::{CompiledMemoryStatsProto, XlaLayoutProto};

/// Compiles a program.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct CompileRequest {
    /// The program; its type name says in which form.
    #[prost(message, optional, tag = "1")]
    pub program: Option<Serialized>,
    /// The options; their type name says of which compiler.
    #[prost(message, optional, tag = "2")]
    pub compile_options: Option<Serialized>,
    /// Serialized functions of the host that the program calls. Stock clients refuse to send any.
    #[prost(bytes = "vec", repeated, tag = "3")]
    pub host_callbacks: Vec<Vec<u8>>,
}

/// The program compiles, or is compiled.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct CompileResponse {
    /// Handle of the executable.
    #[prost(fixed64, tag = "1")]
    pub loaded_executable_handle: u64,
    /// Handles of the functions of the host.
    #[prost(fixed64, repeated, tag = "8")]
    pub loaded_host_callback_handles: Vec<u64>,
    /// Name of the program.
    #[prost(string, tag = "2")]
    pub name: String,
    /// Number of its devices.
    #[prost(int32, tag = "3")]
    pub num_devices: i32,
    /// Ids of its devices, in the order of its partitions and replicas.
    #[prost(int32, repeated, tag = "10")]
    pub device_ids: Vec<i32>,
    /// Ids of those of its devices that the process drives.
    #[prost(int32, repeated, tag = "5")]
    pub addressable_device_ids: Vec<i32>,
    /// A value that equal programs share, or the error why there is none.
    #[prost(oneof = "Fingerprint", tags = "6, 7")]
    pub fingerprint: Option<Fingerprint>,
    /// A future that is ready when the program is compiled; none if it is.
    #[prost(fixed64, optional, tag = "9")]
    pub ready_future_handle: Option<u64>,
}

/// The fingerprint of a program.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum Fingerprint {
    /// The value.
    #[prost(bytes, tag = "6")]
    Value(Vec<u8>),
    /// Why there is none.
    #[prost(message, tag = "7")]
    Error(StatusProto),
}

/// Names the executable that a request is about.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct LoadedExecutableRequest {
    /// The executable.
    #[prost(fixed64, tag = "1")]
    pub loaded_executable_handle: u64,
}

/// What a client asks about each executable after it was compiled.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct LoadedExecutableMetadataResponse {
    /// Shardings of the parameters; none if the program has one device and none is known.
    #[prost(message, optional, tag = "1")]
    pub parameter_shardings: Option<ShardingList>,
    /// Shardings of the results, as tile assignments: clients cannot read named shardings here.
    #[prost(message, optional, tag = "2")]
    pub output_shardings: Option<ShardingList>,
    /// Layouts of the parameters, or the error why they are not known.
    #[prost(oneof = "ParameterLayouts", tags = "4, 5")]
    pub parameter_layouts: Option<ParameterLayouts>,
    /// Layouts of the results, or the error why they are not known.
    #[prost(oneof = "OutputLayouts", tags = "6, 7")]
    pub output_layouts: Option<OutputLayouts>,
    /// The kinds of memory of the results.
    #[prost(message, optional, tag = "3")]
    pub output_memory_kinds: Option<OutputMemoryKind>,
    /// The parameters that are donated, or the error why they are not known.
    #[prost(oneof = "Donated", tags = "8, 9")]
    pub donated_input_indices: Option<Donated>,
    /// Sizes of memory, or the error why they are not known.
    #[prost(oneof = "MemoryStats", tags = "10, 11")]
    pub compiled_memory_stats: Option<MemoryStats>,
    /// Bytes of the machine code.
    #[prost(int64, tag = "12")]
    pub size_of_generated_code_in_bytes: i64,
}

/// Layouts of parameters.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum ParameterLayouts {
    /// The layouts.
    #[prost(message, tag = "4")]
    List(LayoutList),
    /// Why they are not known.
    #[prost(message, tag = "5")]
    Error(StatusProto),
}

/// Layouts of results.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum OutputLayouts {
    /// The layouts.
    #[prost(message, tag = "6")]
    List(LayoutList),
    /// Why they are not known.
    #[prost(message, tag = "7")]
    Error(StatusProto),
}

/// Parameters that are donated.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum Donated {
    /// Their indices.
    #[prost(message, tag = "8")]
    Indices(DonatedInputIndices),
    /// Why they are not known.
    #[prost(message, tag = "9")]
    Error(StatusProto),
}

/// Sizes of the memory of a program.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum MemoryStats {
    /// The sizes.
    #[prost(message, tag = "10")]
    Stats(CompiledMemoryStatsProto),
    /// Why they are not known.
    #[prost(message, tag = "11")]
    Error(StatusProto),
}

/// Shardings of parameters or results.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ShardingList {
    /// One for each.
    #[prost(message, repeated, tag = "1")]
    pub shardings: Vec<OpSharding>,
}

/// Layouts of parameters or results.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct LayoutList {
    /// One for each.
    #[prost(message, repeated, tag = "1")]
    pub layouts: Vec<XlaLayoutProto>,
}

/// The kinds of memory of the results of one module.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct MemoryKindList {
    /// One for each result.
    #[prost(string, repeated, tag = "1")]
    pub memory_kinds: Vec<String>,
}

/// The kinds of memory of the results.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct OutputMemoryKind {
    /// Why they are not known; none stands for success.
    #[prost(message, optional, tag = "1")]
    pub status: Option<StatusProto>,
    /// A list for each module of the program.
    #[prost(message, repeated, tag = "2")]
    pub memory_kind_lists: Vec<MemoryKindList>,
}

/// The indices of parameters that are donated.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DonatedInputIndices {
    /// The indices.
    #[prost(fixed32, repeated, tag = "1")]
    pub donated_input_indices: Vec<u32>,
}

/// The compiler's estimates, by name.
#[derive(Clone, PartialEq, Message)]
pub struct LoadedExecutableCostAnalysisResponse {
    /// The estimates, or the error.
    #[prost(oneof = "CostAnalysis", tags = "1, 2")]
    pub result: Option<CostAnalysis>,
}

/// The result of a cost analysis.
#[derive(Clone, PartialEq, Oneof)]
pub enum CostAnalysis {
    /// Why there is none.
    #[prost(message, tag = "1")]
    Status(StatusProto),
    /// The estimates, by name.
    #[prost(message, tag = "2")]
    Attributes(AttributeMapProto),
}

/// The program as a text for people.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct LoadedExecutableHumanReadableProgramTextResponse {
    /// The text, or the error.
    #[prost(oneof = "ProgramText", tags = "1, 2")]
    pub result: Option<ProgramText>,
}

/// The result of a request for a program's text.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum ProgramText {
    /// Why there is none.
    #[prost(message, tag = "1")]
    Status(StatusProto),
    /// The text.
    #[prost(string, tag = "2")]
    Text(String),
}

/// Runs an executable.
#[derive(Clone, PartialEq, Message)]
pub struct LoadedExecutableExecuteRequest {
    /// The executable.
    #[prost(fixed64, tag = "1")]
    pub loaded_executable_handle: u64,
    /// The arguments.
    #[prost(fixed64, repeated, tag = "2")]
    pub args_handles: Vec<u64>,
    /// Options of this run.
    #[prost(message, optional, tag = "3")]
    pub execute_options: Option<ExecuteOptionsProto>,
    /// The devices to run on, for programs that are compiled for any.
    #[prost(int32, repeated, tag = "4")]
    pub device_ids: Vec<i32>,
    /// The handles of the results. The first run of an executable sends none: the client does not know yet
    /// how many there are.
    #[prost(fixed64, repeated, tag = "5")]
    pub result_array_handle: Vec<u64>,
    /// The handle of the run's status.
    #[prost(fixed64, tag = "6")]
    pub result_status_handle: u64,
}

/// Options of a run. (`ifrt::ExecuteOptionsProto`)
#[derive(Clone, PartialEq, Message)]
pub struct ExecuteOptionsProto {
    /// True if a tuple of results is taken apart.
    #[prost(bool, tag = "2")]
    pub untuple_result: bool,
    /// Number of the run, the same in all processes that take part.
    #[prost(int32, tag = "3")]
    pub launch_id: i32,
    /// Indices of parameters that must not be donated in this run.
    #[prost(int32, repeated, tag = "7")]
    pub non_donatable_input_indices: Vec<i32>,
    /// True if the status is asked for.
    #[prost(bool, tag = "9")]
    pub fill_status: bool,
    /// Runs of one stream are in order.
    #[prost(int64, tag = "11")]
    pub execution_stream_id: i64,
    /// Named values for the runtime.
    #[prost(message, optional, tag = "10")]
    pub custom_options: Option<AttributeMapProto>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "12")]
    pub version_number: i32,
}

/// The run is queued.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct LoadedExecutableExecuteResponse {
    /// A future with the run's status; zero if none was asked for.
    #[prost(fixed64, tag = "1")]
    pub status_handle: u64,
    /// The results.
    #[prost(message, repeated, tag = "2")]
    pub outputs: Vec<OutputProto>,
}

/// A result of a run. (`LoadedExecutableExecuteResponse.Output`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct OutputProto {
    /// Element type.
    #[prost(message, optional, tag = "1")]
    pub dtype: Option<DTypeProto>,
    /// Global shape.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<ShapeProto>,
    /// The devices, and what each holds.
    #[prost(message, optional, tag = "3")]
    pub sharding: Option<ShardingProto>,
    /// The handle of the array.
    #[prost(fixed64, tag = "4")]
    pub array_handle: u64,
}

/// Waits for a run, and asks what it took.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct LoadedExecutableFetchExecuteResultRequest {
    /// The run, by the handle of its status.
    #[prost(fixed64, tag = "1")]
    pub result_status_handle: u64,
}

/// The run has ended.
#[derive(Clone, PartialEq, Message)]
pub struct LoadedExecutableFetchExecuteResultResponse {
    /// Seconds on the devices, by the device's kind, if they were measured.
    #[prost(btree_map = "string, double", tag = "1")]
    pub device_time: BTreeMap<String, f64>,
}

/// An executable will be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct LoadedExecutableDeleteResponse {
    /// A future that is ready when it is.
    #[prost(fixed64, tag = "1")]
    pub future_handle: u64,
}

/// Whether an executable is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct LoadedExecutableIsDeletedResponse {
    /// True if it is.
    #[prost(bool, tag = "1")]
    pub is_deleted: bool,
}
