//! The server's side: a trait to implement, and the tower service that calls it.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll};

use prost::Message;
use tonic::codegen::{Body, BoxFuture, Service, StdError, http};
use tonic::server::{ClientStreamingService, Grpc, ServerStreamingService, StreamingService, UnaryService};
use tonic::{Request, Response, Status, Streaming};
use tonic_prost::ProstCodec;

use super::session_codec::SessionCodec;

use super::{HOST_BUFFER_STORE_METADATA, SERVICE_NAME, SESSION_METADATA, call_path};
use crate::messages::{
    GrpcGetVersionRequest, GrpcGetVersionResponse, GrpcHostBufferDeleteRequest, GrpcHostBufferDeleteResponse,
    GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse, GrpcHostBufferReadFromDiskRequest,
    GrpcHostBufferReadFromDiskResponse, GrpcHostBufferStoreMetadata, GrpcHostBufferStoreRequest,
    GrpcHostBufferStoreResponse, GrpcIfrtSessionMetadata, IfrtRequest, IfrtResponse,
};

/// What a server implements. Its methods may be written as `async fn`.
///
/// Metadata is read before a method is called: calls without it are refused. The request itself is passed
/// for its peer and its other metadata.
pub trait IfrtProxy: Send + Sync + 'static {
    /// The answers of a session.
    type SessionStream: tonic::codegen::tokio_stream::Stream<Item = Result<IfrtResponse, Status>> + Send + 'static;
    /// The parts of a host buffer.
    type LookupStream: tonic::codegen::tokio_stream::Stream<Item = Result<GrpcHostBufferLookupResponse, Status>>
        + Send
        + 'static;

    /// Chooses a version: see [`VersionRange::negotiate`](crate::VersionRange::negotiate).
    fn get_version(
        &self,
        request: Request<GrpcGetVersionRequest>,
    ) -> impl Future<Output = Result<GrpcGetVersionResponse, Status>> + Send;

    /// Serves a session. All of its arrays and executables are freed when the stream of requests ends.
    fn session(
        &self,
        metadata: GrpcIfrtSessionMetadata,
        requests: Request<Streaming<IfrtRequest>>,
    ) -> impl Future<Output = Result<Self::SessionStream, Status>> + Send;

    /// Stores a host buffer. A request of the session may name it before its bytes are here.
    fn store(
        &self,
        metadata: GrpcHostBufferStoreMetadata,
        parts: Request<Streaming<GrpcHostBufferStoreRequest>>,
    ) -> impl Future<Output = Result<(), Status>> + Send;

    /// Sends the bytes of a host buffer.
    fn lookup(
        &self,
        request: Request<GrpcHostBufferLookupRequest>,
    ) -> impl Future<Output = Result<Self::LookupStream, Status>> + Send;

    /// Frees a host buffer.
    fn delete(&self, request: Request<GrpcHostBufferDeleteRequest>) -> impl Future<Output = Result<(), Status>> + Send;
}

/// The tower service of an [`IfrtProxy`], for `tonic::transport::Server::add_service`.
///
/// A larger message than expected is refused with `OUT_OF_RANGE` before its bytes are read. Of a request of a
/// session, all but programs and their options may have 4 MiB, since empty messages become large values.
/// `HostBufferReadFromDisk`, which would read files of the server's machine, is refused.
#[derive(Debug)]
pub struct IfrtProxyServer<T> {
    inner: Arc<T>,
    max_request_bytes: usize,
}

/// The most bytes of a message that only names something: a version, or a host buffer.
const MAX_NAME_BYTES: usize = 64 << 10;

/// The most bytes of a part of a host buffer. Stock clients send 1 MiB.
const MAX_PART_BYTES: usize = 16 << 20;

impl<T> Clone for IfrtProxyServer<T> {
    fn clone(&self) -> Self {
        IfrtProxyServer { inner: Arc::clone(&self.inner), max_request_bytes: self.max_request_bytes }
    }
}

impl<T: IfrtProxy> IfrtProxyServer<T> {
    /// The most bytes of a request of a session, by default: 2 GiB, which is protobuf's own limit.
    pub const MAX_REQUEST_BYTES: usize = 2 << 30;

    /// The service of `inner`, which connections share.
    pub fn new(inner: Arc<T>) -> Self {
        IfrtProxyServer { inner, max_request_bytes: Self::MAX_REQUEST_BYTES }
    }

    /// The same with another limit for the requests of a session. A program is one request with all of its
    /// constants.
    pub fn max_request_bytes(self, max_request_bytes: usize) -> Self {
        IfrtProxyServer { max_request_bytes, ..self }
    }
}

impl<T> tonic::server::NamedService for IfrtProxyServer<T> {
    const NAME: &'static str = SERVICE_NAME;
}

impl<T, B> Service<http::Request<B>> for IfrtProxyServer<T>
where
    T: IfrtProxy,
    B: Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Self::Error>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let inner = Arc::clone(&self.inner);
        let of_session = self.max_request_bytes;
        match request.uri().path() {
            call_path!("GetVersion") => {
                Box::pin(async move { Ok(grpc(MAX_NAME_BYTES).unary(GetVersion(inner), request).await) })
            }
            call_path!("IfrtSession") => {
                let grpc = Grpc::new(SessionCodec).max_decoding_message_size(of_session);
                let mut grpc = grpc.max_encoding_message_size(usize::MAX);
                Box::pin(async move { Ok(grpc.streaming(Session(inner), request).await) })
            }
            call_path!("HostBufferStore") => {
                Box::pin(async move { Ok(grpc(MAX_PART_BYTES).client_streaming(Store(inner), request).await) })
            }
            call_path!("HostBufferLookup") => {
                Box::pin(async move { Ok(grpc(MAX_NAME_BYTES).server_streaming(Lookup(inner), request).await) })
            }
            call_path!("HostBufferDelete") => {
                Box::pin(async move { Ok(grpc(MAX_NAME_BYTES).unary(Delete(inner), request).await) })
            }
            call_path!("HostBufferReadFromDisk") => {
                Box::pin(async move { Ok(grpc(MAX_NAME_BYTES).unary(ReadFromDisk, request).await) })
            }
            other => {
                let text = format!("{SERVICE_NAME} has no call {other}");
                Box::pin(async move { Ok(Status::unimplemented(text).into_http()) })
            }
        }
    }
}

/// Encodes messages of any size, and decodes those of up to `max_bytes`.
fn grpc<Send: Message + 'static, Receive: Message + Default + 'static>(
    max_bytes: usize,
) -> Grpc<ProstCodec<Send, Receive>> {
    Grpc::new(ProstCodec::default()).max_decoding_message_size(max_bytes).max_encoding_message_size(usize::MAX)
}

/// The message in the metadata of a call.
fn metadata<M: Message + Default, T>(request: &Request<T>, key: &'static str) -> Result<M, Status> {
    let invalid = |problem: String| Status::invalid_argument(format!("metadata {key}: {problem}"));
    let value = request.metadata().get_bin(key).ok_or_else(|| invalid("missing".into()))?;
    let bytes = value.to_bytes().map_err(|e| invalid(e.to_string()))?;
    M::decode(bytes).map_err(|e| invalid(e.to_string()))
}

struct GetVersion<T>(Arc<T>);

impl<T: IfrtProxy> UnaryService<GrpcGetVersionRequest> for GetVersion<T> {
    type Response = GrpcGetVersionResponse;
    type Future = BoxFuture<Response<Self::Response>, Status>;

    fn call(&mut self, request: Request<GrpcGetVersionRequest>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move { inner.get_version(request).await.map(Response::new) })
    }
}

struct Session<T>(Arc<T>);

impl<T: IfrtProxy> StreamingService<IfrtRequest> for Session<T> {
    type Response = IfrtResponse;
    type ResponseStream = T::SessionStream;
    type Future = BoxFuture<Response<Self::ResponseStream>, Status>;

    fn call(&mut self, request: Request<Streaming<IfrtRequest>>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move {
            let metadata = metadata(&request, SESSION_METADATA)?;
            inner.session(metadata, request).await.map(Response::new)
        })
    }
}

struct Store<T>(Arc<T>);

impl<T: IfrtProxy> ClientStreamingService<GrpcHostBufferStoreRequest> for Store<T> {
    type Response = GrpcHostBufferStoreResponse;
    type Future = BoxFuture<Response<Self::Response>, Status>;

    fn call(&mut self, request: Request<Streaming<GrpcHostBufferStoreRequest>>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move {
            let metadata = metadata(&request, HOST_BUFFER_STORE_METADATA)?;
            inner.store(metadata, request).await.map(|()| Response::new(GrpcHostBufferStoreResponse {}))
        })
    }
}

struct Lookup<T>(Arc<T>);

impl<T: IfrtProxy> ServerStreamingService<GrpcHostBufferLookupRequest> for Lookup<T> {
    type Response = GrpcHostBufferLookupResponse;
    type ResponseStream = T::LookupStream;
    type Future = BoxFuture<Response<Self::ResponseStream>, Status>;

    fn call(&mut self, request: Request<GrpcHostBufferLookupRequest>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move { inner.lookup(request).await.map(Response::new) })
    }
}

struct Delete<T>(Arc<T>);

impl<T: IfrtProxy> UnaryService<GrpcHostBufferDeleteRequest> for Delete<T> {
    type Response = GrpcHostBufferDeleteResponse;
    type Future = BoxFuture<Response<Self::Response>, Status>;

    fn call(&mut self, request: Request<GrpcHostBufferDeleteRequest>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move { inner.delete(request).await.map(|()| Response::new(GrpcHostBufferDeleteResponse {})) })
    }
}

struct ReadFromDisk;

impl UnaryService<GrpcHostBufferReadFromDiskRequest> for ReadFromDisk {
    type Response = GrpcHostBufferReadFromDiskResponse;
    type Future = BoxFuture<Response<Self::Response>, Status>;

    fn call(&mut self, _: Request<GrpcHostBufferReadFromDiskRequest>) -> Self::Future {
        let text = "HostBufferReadFromDisk would read files of the server's machine: send the buffer instead";
        Box::pin(async move { Err(Status::unimplemented(text)) })
    }
}
