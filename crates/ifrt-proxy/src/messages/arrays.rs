//! Messages that make, move, combine and free arrays. (`ifrt_proxy/common/ifrt_service.proto`,
//! `ifrt/remap_plan.proto`)
//!
//! Handles that a request gives to its results (`array_handle`, `result_handle` ...) are those of the client,
//! which goes on without waiting. If they are zero or absent, the server chooses handles and answers them.

use prost::Message;

use super::types::{ArrayCopySemantics, ArraySpecProto, ByteStrides, DTypeProto, DeviceListProto};
use super::types::{LayoutProto, ShapeProto, ShardingProto, SingleDeviceShardSemantics};

/// Makes an array of a host buffer. A replicated array needs its data once.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct MakeArrayFromHostBufferRequest {
    /// Element type.
    #[prost(message, optional, tag = "1")]
    pub dtype: Option<DTypeProto>,
    /// Global shape.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<ShapeProto>,
    /// The devices that will hold the array.
    #[prost(message, optional, tag = "3")]
    pub sharding: Option<ShardingProto>,
    /// The layout on the device; none stands for the default one.
    #[prost(message, optional, tag = "7")]
    pub layout: Option<LayoutProto>,
    /// The host buffer that was stored, or is being stored, under this handle.
    #[prost(fixed64, tag = "4")]
    pub host_buffer_handle: u64,
    /// Where the elements are in the buffer; none stands for row-major order without gaps.
    #[prost(message, optional, tag = "5")]
    pub byte_strides: Option<ByteStrides>,
    /// The handle of the array.
    #[prost(fixed64, optional, tag = "6")]
    pub array_handle: Option<u64>,
}

/// Makes arrays whose shards are host buffers of their own.
#[derive(Clone, PartialEq, Message)]
pub struct MakeArraysFromHostBufferShardsRequest {
    /// One for each array.
    #[prost(message, repeated, tag = "1")]
    pub specs: Vec<MakeArraysFromHostBufferShardsSpec>,
    /// The handles of the arrays.
    #[prost(fixed64, repeated, tag = "2")]
    pub array_handles: Vec<u64>,
}

/// An array of [`MakeArraysFromHostBufferShardsRequest`].
#[derive(Clone, PartialEq, Message)]
pub struct MakeArraysFromHostBufferShardsSpec {
    /// For each host buffer the shards that it fills, by their index among the addressable ones.
    #[prost(message, repeated, tag = "1")]
    pub addressable_shard_indices: Vec<ShardIndices>,
    /// The host buffers.
    #[prost(message, repeated, tag = "2")]
    pub host_buffers: Vec<HostBufferProto>,
    /// Type, global shape and sharding of the array.
    #[prost(message, optional, tag = "3")]
    pub array_spec: Option<ArraySpecProto>,
}

/// The shards that a host buffer fills. (`MakeArraysFromHostBufferShardsRequest.ShardIndices`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ShardIndices {
    /// Indices among the addressable shards.
    #[prost(int64, repeated, tag = "1")]
    pub indices: Vec<i64>,
}

/// A host buffer with what its bytes mean. (`MakeArraysFromHostBufferShardsRequest.HostBuffer`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct HostBufferProto {
    /// Element type.
    #[prost(message, optional, tag = "1")]
    pub dtype: Option<DTypeProto>,
    /// Shape of the shard.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<ShapeProto>,
    /// The host buffer that was stored, or is being stored, under this handle.
    #[prost(fixed64, tag = "3")]
    pub host_buffer_handle: u64,
    /// Where the elements are in the buffer; none stands for row-major order without gaps.
    #[prost(message, optional, tag = "4")]
    pub byte_strides: Option<ByteStrides>,
}

/// Makes one array of arrays of one device each.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct AssembleArrayFromSingleDeviceArraysRequest {
    /// Global shape.
    #[prost(message, optional, tag = "1")]
    pub shape: Option<ShapeProto>,
    /// The devices, and what each holds.
    #[prost(message, optional, tag = "2")]
    pub sharding: Option<ShardingProto>,
    /// The shards, in the order of the sharding's devices.
    #[prost(fixed64, repeated, tag = "3")]
    pub single_device_array_handles: Vec<u64>,
    /// What becomes of the shards.
    #[prost(enumeration = "ArrayCopySemantics", tag = "4")]
    pub copy_semantics: i32,
    /// Which shards are given; none stands for all.
    #[prost(enumeration = "SingleDeviceShardSemantics", optional, tag = "5")]
    pub single_device_shard_semantics: Option<i32>,
    /// The handle of the array.
    #[prost(fixed64, tag = "6")]
    pub result_handle: u64,
    /// Element type; clients send it since an array may have no shards.
    #[prost(message, optional, tag = "7")]
    pub dtype: Option<DTypeProto>,
}

/// Makes arrays of the shards of others, without moving data.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct RemapArraysRequest {
    /// Which shard becomes which.
    #[prost(message, optional, tag = "1")]
    pub plan: Option<RemapPlanProto>,
    /// The arrays that the shards are taken from.
    #[prost(fixed64, repeated, tag = "2")]
    pub array_handles: Vec<u64>,
    /// What becomes of them.
    #[prost(enumeration = "ArrayCopySemantics", tag = "3")]
    pub copy_semantics: i32,
    /// The handles of the new arrays.
    #[prost(fixed64, repeated, tag = "4")]
    pub result_handles: Vec<u64>,
}

/// Which shard of an input becomes which shard of an output.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct RemapPlanProto {
    /// The inputs.
    #[prost(message, repeated, tag = "1")]
    pub input_specs: Vec<ArraySpecProto>,
    /// The outputs.
    #[prost(message, repeated, tag = "2")]
    pub output_specs: Vec<ArraySpecProto>,
    /// Intervals of shards, and where they go.
    #[prost(message, repeated, tag = "3")]
    pub mappings: Vec<RemapMappingProto>,
    /// For each output the devices that it takes from each input; a shorter form of `mappings`.
    #[prost(message, repeated, tag = "5")]
    pub input_devices_for_output: Vec<InputDevicesForOutput>,
    /// Version of the form of this message: zero.
    #[prost(int32, tag = "4")]
    pub version_number: i32,
}

/// Intervals of shards of one input, and where they go in one output. (`RemapPlanProto.MappingProto`)
///
/// An interval is `start`, `end` (not included) and `step`.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct RemapMappingProto {
    /// Index of the input.
    #[prost(int32, tag = "1")]
    pub in_array: i32,
    /// Index of the output.
    #[prost(int32, tag = "2")]
    pub out_array: i32,
    /// First shard of each interval of the input.
    #[prost(int64, repeated, tag = "3")]
    pub from_start: Vec<i64>,
    /// End of each interval of the input.
    #[prost(int64, repeated, tag = "4")]
    pub from_end: Vec<i64>,
    /// Step of each interval of the input.
    #[prost(int64, repeated, tag = "5")]
    pub from_step: Vec<i64>,
    /// First shard of each interval of the output.
    #[prost(int64, repeated, tag = "6")]
    pub to_start: Vec<i64>,
    /// End of each interval of the output.
    #[prost(int64, repeated, tag = "7")]
    pub to_end: Vec<i64>,
    /// Step of each interval of the output.
    #[prost(int64, repeated, tag = "8")]
    pub to_step: Vec<i64>,
}

/// The devices that an output takes from an input. (`RemapPlanProto.InputDevices`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct InputDevices {
    /// Index of the input.
    #[prost(int32, tag = "1")]
    pub in_array: i32,
    /// Its devices.
    #[prost(message, optional, tag = "2")]
    pub device_list: Option<DeviceListProto>,
}

/// The devices that an output takes from the inputs. (`RemapPlanProto.InputDevicesForOutput`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct InputDevicesForOutput {
    /// Index of the output.
    #[prost(int32, tag = "1")]
    pub out_array: i32,
    /// The devices of each input.
    #[prost(message, repeated, tag = "2")]
    pub input_devices: Vec<InputDevices>,
}

/// Copies an array of one device, or a replicated one, into a host buffer that the client then looks up.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct CopyToHostBufferRequest {
    /// The array.
    #[prost(fixed64, tag = "2")]
    pub array_handle: u64,
    /// Where the elements go in the buffer; none stands for row-major order without gaps.
    #[prost(message, optional, tag = "3")]
    pub byte_strides: Option<ByteStrides>,
    /// The handle of the host buffer.
    #[prost(fixed64, tag = "1")]
    pub host_buffer_handle: u64,
}

/// Takes an array apart into arrays of one device each.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DisassembleIntoSingleDeviceArraysRequest {
    /// The array.
    #[prost(fixed64, tag = "1")]
    pub array_handle: u64,
    /// What becomes of it.
    #[prost(enumeration = "ArrayCopySemantics", tag = "2")]
    pub copy_semantics: i32,
    /// Which shards are asked for; none stands for all.
    #[prost(enumeration = "SingleDeviceShardSemantics", optional, tag = "3")]
    pub single_device_shard_semantics: Option<i32>,
    /// The handles of the shards.
    #[prost(fixed64, repeated, tag = "4")]
    pub result_handles: Vec<u64>,
}

/// Copies arrays to other devices or to another kind of memory.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct CopyArraysRequest {
    /// The arrays, all on the same devices.
    #[prost(fixed64, repeated, tag = "1")]
    pub array_handles: Vec<u64>,
    /// The devices to copy to; empty stands for the present ones.
    #[prost(int32, repeated, tag = "2")]
    pub device_ids: Vec<i32>,
    /// The kind of memory to copy to; none stands for the present one.
    #[prost(string, optional, tag = "3")]
    pub memory_kind: Option<String>,
    /// What becomes of the arrays.
    #[prost(enumeration = "ArrayCopySemantics", tag = "4")]
    pub copy_semantics: i32,
    /// The handles of the copies.
    #[prost(fixed64, repeated, tag = "5")]
    pub result_handles: Vec<u64>,
}

/// Takes one shard of a replicated array.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct FullyReplicatedShardRequest {
    /// The array.
    #[prost(fixed64, tag = "1")]
    pub array_handle: u64,
    /// What becomes of it.
    #[prost(enumeration = "ArrayCopySemantics", tag = "2")]
    pub copy_semantics: i32,
    /// The handle of the shard.
    #[prost(fixed64, tag = "3")]
    pub result_handle: u64,
}

/// Deletes the data of arrays; their handles stay.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DeleteArrayRequest {
    /// The arrays.
    #[prost(fixed64, repeated, tag = "2")]
    pub array_handle: Vec<u64>,
}

/// The arrays will be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct DeleteArrayResponse {
    /// A future that is ready when they are.
    #[prost(fixed64, tag = "1")]
    pub deletion_future_handle: u64,
}

/// Asks whether an array's data is deleted, or was donated.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct IsArrayDeletedRequest {
    /// The array.
    #[prost(fixed64, tag = "1")]
    pub array_handle: u64,
}

/// Whether an array's data is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct IsArrayDeletedResponse {
    /// True if it is.
    #[prost(bool, tag = "1")]
    pub deleted: bool,
}

/// Frees arrays and their handles. Clients collect them, and send them before another request.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DestructArrayRequest {
    /// The arrays.
    #[prost(fixed64, repeated, tag = "2")]
    pub array_handle: Vec<u64>,
}

/// The answer with one array.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct ArrayResponse {
    /// Its handle.
    #[prost(fixed64, tag = "1")]
    pub array_handle: u64,
}

/// The answer with several arrays.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ArraysResponse {
    /// Their handles.
    #[prost(fixed64, repeated, tag = "1")]
    pub array_handles: Vec<u64>,
}

/// The answer that says only that the request was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct EmptyResponse {}

/// Asks for the layout that an array gets by default.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct GetDefaultLayoutRequest {
    /// Element type.
    #[prost(message, optional, tag = "1")]
    pub dtype: Option<DTypeProto>,
    /// Shape of the shard.
    #[prost(int64, repeated, tag = "2")]
    pub dims: Vec<i64>,
    /// The device.
    #[prost(int32, tag = "3")]
    pub device_id: i32,
    /// The kind of memory.
    #[prost(string, tag = "4")]
    pub memory_kind: String,
}

/// The layout that an array gets by default.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct GetDefaultLayoutResponse {
    /// A layout as a text, for example `{1,0}`. A client ends its process if it cannot read it.
    #[prost(bytes = "vec", tag = "1")]
    pub serialized_pjrt_layout: Vec<u8>,
}
