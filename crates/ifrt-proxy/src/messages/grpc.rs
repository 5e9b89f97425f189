//! Messages of the calls that are not in a session: the version, and the bytes of arrays.
//! (`ifrt_proxy/common/grpc_ifrt_service.proto`)

use bytes::Bytes;
use prost::Message;

use super::types::AttributeMapProto;

/// A version of the protocol, with that of IFRT's serialized types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Message)]
pub struct IfrtProxyVersion {
    /// Version of the requests and responses.
    #[prost(int32, tag = "1")]
    pub protocol_version: i32,
    /// Version of IFRT's serialized types: shapes, shardings, attribute maps and the like.
    #[prost(int32, tag = "2")]
    pub ifrt_serdes_version_number: i32,
}

/// The versions that a client can speak.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcGetVersionRequest {
    /// The oldest.
    #[prost(message, optional, tag = "1")]
    pub min_version: Option<IfrtProxyVersion>,
    /// The newest.
    #[prost(message, optional, tag = "2")]
    pub max_version: Option<IfrtProxyVersion>,
}

/// The version that the server chose. A client ends its process if it is outside of the request's range.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcGetVersionResponse {
    /// The chosen version.
    #[prost(message, optional, tag = "1")]
    pub version: Option<IfrtProxyVersion>,
}

/// Metadata of the call that opens a session.
#[derive(Clone, PartialEq, Message)]
pub struct GrpcIfrtSessionMetadata {
    /// The version that was negotiated.
    #[prost(message, optional, tag = "1")]
    pub version: Option<IfrtProxyVersion>,
    /// What the user passes to the server, for example the key `authorization` with a token.
    #[prost(message, optional, tag = "2")]
    pub initialization_data: Option<AttributeMapProto>,
}

/// Metadata of the call that stores the bytes of a host buffer.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferStoreMetadata {
    /// The session, from [`InitResponse`](super::InitResponse).
    #[prost(fixed64, tag = "1")]
    pub session_id: u64,
    /// The handle under which requests of the session name the buffer.
    #[prost(fixed64, tag = "2")]
    pub handle: u64,
    /// The number of bytes that follow. A server does not allocate what a client merely promises.
    #[prost(int64, tag = "3")]
    pub buffer_size: i64,
}

/// A part of a host buffer on its way to the server.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct GrpcHostBufferStoreRequest {
    /// The bytes, after those of the message before.
    #[prost(bytes = "bytes", tag = "1")]
    pub data: Bytes,
}

/// The host buffer is stored.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferStoreResponse {}

/// Asks for the bytes of a host buffer.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferLookupRequest {
    /// The session, from [`InitResponse`](super::InitResponse).
    #[prost(fixed64, tag = "1")]
    pub session_id: u64,
    /// The handle of the buffer.
    #[prost(fixed64, tag = "2")]
    pub handle: u64,
}

/// A part of a host buffer on its way to the client.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct GrpcHostBufferLookupResponse {
    /// The bytes, after those of the message before.
    #[prost(bytes = "bytes", tag = "1")]
    pub data: Bytes,
}

/// Frees a host buffer.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferDeleteRequest {
    /// The session, from [`InitResponse`](super::InitResponse).
    #[prost(fixed64, tag = "1")]
    pub session_id: u64,
    /// The handle of the buffer.
    #[prost(fixed64, tag = "2")]
    pub handle: u64,
}

/// The host buffer is freed.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferDeleteResponse {}

/// Asks the server to read a host buffer from a file that both sides see.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferReadFromDiskRequest {
    /// Session, handle and size of the buffer.
    #[prost(message, optional, tag = "1")]
    pub metadata: Option<GrpcHostBufferStoreMetadata>,
}

/// The host buffer is stored.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct GrpcHostBufferReadFromDiskResponse {}
