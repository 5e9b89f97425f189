//! Messages of the session itself: metadata, devices, futures. (`ifrt_proxy/common/ifrt_service.proto`)

use prost::Message;

use super::types::{AttributeMapProto, StatusProto};

/// What every request carries.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct RequestMetadata {
    /// Number of the request; the response repeats it.
    #[prost(fixed64, tag = "1")]
    pub op_id: u64,
    /// The place in the user's program that caused the request, as a number of the client.
    #[prost(fixed64, tag = "5")]
    pub user_context_id: u64,
}

/// What every response carries.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ResponseMetadata {
    /// Number of the request that is answered.
    #[prost(fixed64, tag = "1")]
    pub op_id: u64,
    /// The error, if the request failed. None stands for success.
    #[prost(message, optional, tag = "2")]
    pub status: Option<StatusProto>,
    /// Number of the response, if the server counts them.
    #[prost(int64, tag = "3")]
    pub seq_num: i64,
    /// User contexts that the server no longer needs.
    #[prost(fixed64, repeated, tag = "4")]
    pub destroyed_user_context_ids: Vec<u64>,
}

/// The first request of a session.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct InitRequest {}

/// The devices behind the server.
#[derive(Clone, PartialEq, Message)]
pub struct InitResponse {
    /// Names the session in calls that move host buffers. It is all that they need: it must not be guessable.
    #[prost(uint64, tag = "8")]
    pub session_id: u64,
    /// Name of the platform, for example `tpu`. It decides how JAX lowers a function.
    #[prost(string, tag = "1")]
    pub platform_name: String,
    /// Its version, as a text for people.
    #[prost(string, tag = "2")]
    pub platform_version: String,
    /// Number of the platform.
    #[prost(uint64, tag = "3")]
    pub platform_id: u64,
    /// Index of this process among those of the platform.
    #[prost(uint64, tag = "4")]
    pub process_index: u64,
    /// Name of the runtime behind the server.
    #[prost(string, tag = "5")]
    pub runtime_type: String,
    /// All devices.
    #[prost(message, repeated, tag = "6")]
    pub all_devices: Vec<DeviceProto>,
    /// Ids of the devices that `jax.devices()` lists.
    #[prost(int32, repeated, tag = "10")]
    pub primary_device_ids: Vec<i32>,
    /// Ids of the devices that this process drives.
    #[prost(int32, repeated, tag = "7")]
    pub addressable_device_ids: Vec<i32>,
    /// The memories of the devices.
    #[prost(message, repeated, tag = "9")]
    pub memories: Vec<MemoryProto>,
    /// Named values of the platform.
    #[prost(message, optional, tag = "11")]
    pub client_attributes: Option<AttributeMapProto>,
}

/// A device. (`InitResponse.Device`)
#[derive(Clone, PartialEq, Message)]
pub struct DeviceProto {
    /// Its id, unique on the platform.
    #[prost(int32, tag = "1")]
    pub id: i32,
    /// Its index among the devices of its process.
    #[prost(int32, tag = "9")]
    pub local_device_id: i32,
    /// Its index in the machine.
    #[prost(int32, tag = "2")]
    pub local_hardware_id: i32,
    /// Name of its platform.
    #[prost(string, tag = "11")]
    pub platform_name: String,
    /// What it is, for example `TPU v3`.
    #[prost(string, tag = "3")]
    pub device_kind: String,
    /// Id of the memory that holds arrays for which no memory is named.
    #[prost(int32, optional, tag = "7")]
    pub default_memory_id: Option<i32>,
    /// Ids of its memories.
    #[prost(int32, repeated, tag = "8")]
    pub memory_ids: Vec<i32>,
    /// Its long description.
    #[prost(string, tag = "4")]
    pub debug_string: String,
    /// Its short description, which Python prints.
    #[prost(string, tag = "5")]
    pub to_string: String,
    /// Named values, for example the coordinates of a chip.
    #[prost(message, optional, tag = "10")]
    pub attributes: Option<AttributeMapProto>,
}

/// A memory of devices. (`InitResponse.Memory`)
#[derive(Clone, PartialEq, Eq, Message)]
pub struct MemoryProto {
    /// Its id.
    #[prost(int32, tag = "1")]
    pub id: i32,
    /// Name of its kind, for example `device`: the memory kind of arrays and shardings.
    #[prost(string, tag = "2")]
    pub memory_space_kind: String,
    /// Number of its kind.
    #[prost(int32, tag = "6")]
    pub kind_id: i32,
    /// Ids of the devices that reach it.
    #[prost(int32, repeated, tag = "3")]
    pub device_ids: Vec<i32>,
    /// Its long description.
    #[prost(string, tag = "4")]
    pub debug_string: String,
    /// Its short description.
    #[prost(string, tag = "5")]
    pub to_string: String,
}

/// Waits for a future. A client asks at most once for each.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct CheckFutureRequest {
    /// The future.
    #[prost(fixed64, tag = "1")]
    pub future_handle: u64,
}

/// The future is ready; its error is that of the response.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct CheckFutureResponse {}

/// Waits until values are computed.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct CheckValueReadyRequest {
    /// Handles of arrays.
    #[prost(fixed64, repeated, packed = "false", tag = "1")]
    pub value_handles: Vec<u64>,
}

/// The values are there; the error of the first that failed is that of the response.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct CheckValueReadyResponse {}

/// Asks which devices a program would use by default.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GetDefaultDeviceAssignmentRequest {
    /// Replicas of the program.
    #[prost(fixed64, tag = "1")]
    pub num_replicas: u64,
    /// Partitions of the program.
    #[prost(fixed64, tag = "2")]
    pub num_partitions: u64,
}

/// The devices that a program uses by default.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct GetDefaultDeviceAssignmentResponse {
    /// A device for each replica and partition.
    #[prost(message, optional, tag = "1")]
    pub device_assignment: Option<super::DeviceAssignmentProto>,
}
