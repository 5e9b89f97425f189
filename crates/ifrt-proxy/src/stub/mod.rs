//! The gRPC service `xla.ifrt.proxy.GrpcIfrtService`: its name, the paths of its calls, and the metadata that
//! they carry.

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "server")]
mod session_codec;

/// The name of the service.
pub const SERVICE_NAME: &str = "xla.ifrt.proxy.GrpcIfrtService";

/// The key of the metadata of a session:
/// [`GrpcIfrtSessionMetadata`](crate::messages::GrpcIfrtSessionMetadata).
pub const SESSION_METADATA: &str = "ifrt-proxy-grpc-ifrt-session-metadata-bin";

/// The key of the metadata of a host buffer that is stored:
/// [`GrpcHostBufferStoreMetadata`](crate::messages::GrpcHostBufferStoreMetadata).
pub const HOST_BUFFER_STORE_METADATA: &str = "ifrt-proxy-grpc-host-buffer-store-metadata-bin";

/// Bytes of a message with a part of a host buffer, as stock clients and servers cut it.
pub const CHUNK_BYTES: usize = 1 << 20;

/// The path of a call.
macro_rules! call_path {
    ($call:literal) => {
        concat!("/xla.ifrt.proxy.GrpcIfrtService/", $call)
    };
}
use call_path;
