//! A client that sends what it is told, right or wrong.

use ifrt_proxy::messages::{
    ArrayResponse, DTypeProto, GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse, GrpcHostBufferStoreMetadata,
    GrpcHostBufferStoreRequest, GrpcHostBufferStoreResponse, GrpcIfrtSessionMetadata, IfrtProxyVersion, IfrtRequest,
    IfrtResponse, InitRequest, MakeArrayFromHostBufferRequest, Request, Response, Serialized, ShapeProto,
    ShardingProto, SingleDeviceShardingProto,
};
use ifrt_proxy::stub::{HOST_BUFFER_STORE_METADATA, SESSION_METADATA};
use ifrt_proxy::{Error, Result};
use prost::Message;
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::Streaming;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};
use tonic_prost::ProstCodec;

/// A version that the worker speaks.
const VERSION: IfrtProxyVersion = IfrtProxyVersion { protocol_version: 25, ifrt_serdes_version_number: 6 };

fn path(call: &'static str) -> PathAndQuery {
    PathAndQuery::from_static(call)
}

/// Connects.
pub async fn connect(target: &str) -> Channel {
    Endpoint::from_shared(format!("http://{target}")).unwrap().connect().await.unwrap()
}

/// A session, and the connection for its host buffers.
pub struct Session {
    channel: Channel,
    requests: mpsc::UnboundedSender<IfrtRequest>,
    answers: Streaming<IfrtResponse>,
    /// Its number.
    pub id: u64,
    sent: u64,
}

impl Session {
    /// Opens a session.
    pub async fn open(channel: &Channel) -> Result<Session> {
        Session::open_with(channel, GrpcIfrtSessionMetadata { version: Some(VERSION), initialization_data: None }).await
    }

    /// Opens a session with this metadata.
    pub async fn open_with(channel: &Channel, metadata: GrpcIfrtSessionMetadata) -> Result<Session> {
        let mut grpc = Grpc::new(channel.clone());
        grpc.ready().await.unwrap();
        let (requests, receiver) = mpsc::unbounded_channel();
        let mut request = tonic::Request::new(UnboundedReceiverStream::new(receiver));
        request.metadata_mut().insert_bin(SESSION_METADATA, MetadataValue::from_bytes(&metadata.encode_to_vec()));
        let codec = ProstCodec::<IfrtRequest, IfrtResponse>::default();
        let call = path("/xla.ifrt.proxy.GrpcIfrtService/IfrtSession");
        let answers = grpc.streaming(request, call, codec).await?.into_inner();
        let mut session = Session { channel: channel.clone(), requests, answers, id: 0, sent: 0 };
        match session.ask(Request::Init(InitRequest {})).await? {
            Response::Init(init) => session.id = init.session_id,
            other => panic!("{other:?}"),
        }
        Ok(session)
    }

    /// Sends a request and waits for its answer.
    pub async fn ask(&mut self, request: Request) -> Result<Response> {
        self.sent += 1;
        self.exchange(IfrtRequest::new(self.sent, request)).await
    }

    /// Sends a message and waits for the answer.
    pub async fn exchange(&mut self, request: IfrtRequest) -> Result<Response> {
        let op_id = request.op_id();
        self.requests.send(request).map_err(|_| Error::internal("the session has ended"))?;
        let answer = self.answers.message().await?.ok_or_else(|| Error::internal("the session has ended"))?;
        assert_eq!(answer.op_id(), op_id);
        answer.result()
    }

    /// Sends a message, and does not wait.
    pub fn send(&self, request: IfrtRequest) {
        self.requests.send(request).unwrap();
    }

    /// The next answer; none if the session has ended in order.
    pub async fn next(&mut self) -> Result<Option<IfrtResponse>> {
        Ok(self.answers.message().await?)
    }

    /// Stores a host buffer that is said to have `size` bytes.
    pub async fn store(&self, handle: u64, size: i64, parts: Vec<Vec<u8>>) -> Result<()> {
        store(&self.channel, self.id, handle, size, parts).await
    }

    /// Makes an array of f32 on the first device.
    pub async fn make_array(&mut self, buffer: u64, dims: &[i64], array: u64) -> Result<u64> {
        match self.ask(Request::MakeArrayFromHostBuffer(make_array(buffer, dims, array))).await? {
            Response::MakeArrayFromHostBuffer(ArrayResponse { array_handle }) => Ok(array_handle),
            other => panic!("{other:?}"),
        }
    }
}

/// Stores a host buffer of a session.
pub async fn store(channel: &Channel, session_id: u64, handle: u64, size: i64, parts: Vec<Vec<u8>>) -> Result<()> {
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await.unwrap();
    let metadata = GrpcHostBufferStoreMetadata { session_id, handle, buffer_size: size };
    let parts: Vec<_> = parts.into_iter().map(|part| GrpcHostBufferStoreRequest { data: part.into() }).collect();
    let mut request = tonic::Request::new(tokio_stream::iter(parts));
    request.metadata_mut().insert_bin(HOST_BUFFER_STORE_METADATA, MetadataValue::from_bytes(&metadata.encode_to_vec()));
    let codec = ProstCodec::<GrpcHostBufferStoreRequest, GrpcHostBufferStoreResponse>::default();
    grpc.client_streaming(request, path("/xla.ifrt.proxy.GrpcIfrtService/HostBufferStore"), codec).await?;
    Ok(())
}

/// Fetches a host buffer of a session.
pub async fn lookup(channel: &Channel, session_id: u64, handle: u64) -> Result<Vec<u8>> {
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await.unwrap();
    let codec = ProstCodec::<GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse>::default();
    let request = tonic::Request::new(GrpcHostBufferLookupRequest { session_id, handle });
    let call = path("/xla.ifrt.proxy.GrpcIfrtService/HostBufferLookup");
    let mut parts = grpc.server_streaming(request, call, codec).await?.into_inner();
    let mut bytes = Vec::new();
    while let Some(part) = parts.message().await? {
        bytes.extend_from_slice(&part.data);
    }
    Ok(bytes)
}

/// A request for an array of f32 on the first device.
pub fn make_array(buffer: u64, dims: &[i64], array: u64) -> MakeArrayFromHostBufferRequest {
    let single = SingleDeviceShardingProto { device_id: 0, memory_kind: None, version_number: 0 };
    let serialized =
        Serialized { type_name: "xla::ifrt::SingleDeviceSharding".into(), data: single.encode_to_vec().into() };
    MakeArrayFromHostBufferRequest {
        dtype: Some(DTypeProto { kind: 11, version_number: 0 }),
        shape: Some(ShapeProto { dims: dims.to_vec(), version_number: 0 }),
        sharding: Some(ShardingProto { serialized_sharding: Some(serialized) }),
        host_buffer_handle: buffer,
        array_handle: Some(array),
        ..MakeArrayFromHostBufferRequest::default()
    }
}
