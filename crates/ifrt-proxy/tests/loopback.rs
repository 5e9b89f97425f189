//! The client's stub calls the server's, over TCP and over a Unix domain socket.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use ifrt_proxy::messages::*;
use ifrt_proxy::stub::CHUNK_BYTES;
use ifrt_proxy::stub::client::IfrtProxyClient;
use ifrt_proxy::stub::server::{IfrtProxy, IfrtProxyServer};
use ifrt_proxy::{Address, Code, Error, Handle, Handles, Version, VersionRange};
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream, UnixListenerStream};
use tokio_stream::{Stream, StreamExt};
use tonic::transport::Server;
use tonic::{Status, Streaming};

const SESSION: u64 = 0xfeed_0000_0000_0001;

/// Keeps host buffers, and answers requests with their own number and kind.
#[derive(Default)]
struct Echo {
    buffers: Mutex<HashMap<u64, Vec<Bytes>>>,
}

impl Echo {
    fn check(&self, session_id: u64) -> Result<(), Status> {
        if session_id == SESSION { Ok(()) } else { Err(Error::new(Code::NotFound, "no such session").into()) }
    }
}

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

impl IfrtProxy for Echo {
    type SessionStream = Answers<IfrtResponse>;
    type LookupStream = Answers<GrpcHostBufferLookupResponse>;

    async fn get_version(
        &self,
        request: tonic::Request<GrpcGetVersionRequest>,
    ) -> Result<GrpcGetVersionResponse, Status> {
        Ok(VersionRange::SUPPORTED.negotiate(request.get_ref())?.into())
    }

    async fn session(
        &self,
        metadata: GrpcIfrtSessionMetadata,
        requests: tonic::Request<Streaming<IfrtRequest>>,
    ) -> Result<Self::SessionStream, Status> {
        let data = metadata.initialization_data.unwrap_or_default();
        if data.bytes("authorization") != Some(b"Bearer abc") {
            return Err(Error::new(Code::Unauthenticated, "the token is wrong").into());
        }
        let answer = |request: IfrtRequest| {
            let answer = match request.request.as_ref().map(Request::kind) {
                Some(Kind::Init) => {
                    let response = InitResponse { session_id: SESSION, ..InitResponse::default() };
                    Ok(Response::Init(response))
                }
                Some(kind) => Err(Error::unimplemented(format!("{kind} is not served"))),
                None => Err(Error::unimplemented("a request of an unknown kind")),
            };
            IfrtResponse::new(request.op_id(), answer)
        };
        Ok(Box::pin(requests.into_inner().map(move |request| request.map(answer))))
    }

    async fn store(
        &self,
        metadata: GrpcHostBufferStoreMetadata,
        parts: tonic::Request<Streaming<GrpcHostBufferStoreRequest>>,
    ) -> Result<(), Status> {
        self.check(metadata.session_id)?;
        let mut parts = parts.into_inner();
        let mut stored = Vec::new();
        while let Some(part) = parts.message().await? {
            stored.push(part.data);
        }
        let size: usize = stored.iter().map(Bytes::len).sum();
        assert_eq!(size as i64, metadata.buffer_size);
        self.buffers.lock().unwrap().insert(metadata.handle, stored);
        Ok(())
    }

    async fn lookup(&self, request: tonic::Request<GrpcHostBufferLookupRequest>) -> Result<Self::LookupStream, Status> {
        self.check(request.get_ref().session_id)?;
        let handle = request.get_ref().handle;
        let parts = self.buffers.lock().unwrap().get(&handle).cloned();
        let parts = parts.ok_or_else(|| Error::new(Code::NotFound, format!("no host buffer {handle}")))?;
        Ok(Box::pin(tokio_stream::iter(parts.into_iter().map(|data| Ok(GrpcHostBufferLookupResponse { data })))))
    }

    async fn delete(&self, request: tonic::Request<GrpcHostBufferDeleteRequest>) -> Result<(), Status> {
        self.check(request.get_ref().session_id)?;
        self.buffers.lock().unwrap().remove(&request.get_ref().handle);
        Ok(())
    }
}

/// The limit of the requests of a session.
const MAX_REQUEST_BYTES: usize = 8 << 20;

/// A server at a free port of this machine.
async fn serve() -> (Arc<Echo>, Address) {
    let echo = Arc::new(Echo::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::Tcp { host: "127.0.0.1".into(), port: listener.local_addr().unwrap().port() };
    let service = IfrtProxyServer::new(Arc::clone(&echo)).max_request_bytes(MAX_REQUEST_BYTES);
    let server = Server::builder().add_service(service);
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    (echo, address)
}

fn metadata(token: &str) -> GrpcIfrtSessionMetadata {
    let data = AttributeMapProto::default().with("authorization", token);
    GrpcIfrtSessionMetadata { version: Some(VersionRange::SUPPORTED.max.into()), initialization_data: Some(data) }
}

#[tokio::test]
async fn a_session_answers_requests_in_order() {
    let (_, address) = serve().await;
    let client = IfrtProxyClient::connect(&address).await.unwrap();
    assert_eq!(client.get_version(&VersionRange::SUPPORTED).await.unwrap(), VersionRange::SUPPORTED.max);

    let (send, requests) = tokio::sync::mpsc::channel(4);
    send.send(IfrtRequest::new(1, Request::Init(InitRequest {}))).await.unwrap();
    let mut answers = client.session(&metadata("Bearer abc"), ReceiverStream::new(requests)).await.unwrap();
    let first = answers.message().await.unwrap().unwrap();
    assert_eq!(first.op_id(), 1);
    let Response::Init(init) = first.result().unwrap() else { panic!("not the answer to Init") };
    assert_eq!(init.session_id, SESSION);

    send.send(IfrtRequest::new(2, Request::BitcastArrays(Unread {}))).await.unwrap();
    let second = answers.message().await.unwrap().unwrap();
    assert_eq!(second.op_id(), 2);
    assert_eq!(second.result().unwrap_err(), Error::unimplemented("BitcastArrays is not served"));

    drop(send);
    assert!(answers.message().await.unwrap().is_none());
}

#[tokio::test]
async fn host_buffers_go_up_and_down_in_parts() {
    let (echo, address) = serve().await;
    let client = IfrtProxyClient::connect(&address).await.unwrap();
    let handles = Handles::of_client();
    for size in [0, 1, CHUNK_BYTES, 5 * CHUNK_BYTES + 7] {
        let handle = handles.next();
        let data: Vec<u8> = (0..size).map(|index| (index % 251) as u8).collect();
        client.store(SESSION, handle, data.clone().into()).await.unwrap();
        assert_eq!(echo.buffers.lock().unwrap()[&handle.get()].len(), size.div_ceil(CHUNK_BYTES));
        assert_eq!(client.lookup(SESSION, handle, size).await.unwrap(), data);
        if size > 0 {
            let error = client.lookup(SESSION, handle, size - 1).await.unwrap_err();
            assert!(error.message().contains("more than"), "{error}");
        }
        client.delete(SESSION, handle).await.unwrap();
        let error = client.lookup(SESSION, handle, size).await.unwrap_err();
        assert_eq!(error, Error::new(Code::NotFound, format!("no host buffer {handle}")));
    }
    let handle = Handle::from_wire(1).unwrap();
    assert_eq!(client.store(7, handle, Bytes::new()).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn errors_of_the_server_arrive_with_code_and_text() {
    let (_, address) = serve().await;
    let client = IfrtProxyClient::connect(&address).await.unwrap();
    let requests = tokio_stream::iter([IfrtRequest::new(1, Request::Init(InitRequest {}))]);
    let error = client.session(&metadata("Bearer x"), requests).await.unwrap_err();
    assert_eq!(error.to_string(), "UNAUTHENTICATED: the token is wrong");

    let old = Version { protocol: 14, serdes: 0 };
    let error = client.get_version(&VersionRange { min: old, max: old }).await.unwrap_err();
    assert_eq!(error.code(), Code::FailedPrecondition);
    assert!(error.message().contains("the client speaks protocol 14 to 14"), "{error}");
}

#[tokio::test]
async fn requests_above_the_limit_are_refused() {
    let (_, address) = serve().await;
    let client = IfrtProxyClient::connect(&address).await.unwrap();
    for (size, is_served) in [(MAX_REQUEST_BYTES / 2, true), (MAX_REQUEST_BYTES + 1, false)] {
        let program = Serialized { type_name: "any".into(), data: vec![0; size].into() };
        let request = CompileRequest { program: Some(program), ..CompileRequest::default() };
        let requests = tokio_stream::iter([IfrtRequest::new(1, Request::Compile(request))]);
        let mut answers = client.session(&metadata("Bearer abc"), requests).await.unwrap();
        match answers.message().await {
            Ok(answer) => assert!(is_served && answer.unwrap().op_id() == 1),
            Err(status) => assert!(!is_served && status.code() == tonic::Code::OutOfRange, "{size}: {status}"),
        }
    }
}

#[tokio::test]
async fn calls_without_metadata_and_unknown_calls_are_refused() {
    let (_, address) = serve().await;
    let channel = tonic::transport::Endpoint::from_shared(address.http().unwrap()).unwrap().connect().await.unwrap();
    let call = async |path: &'static str| {
        let mut grpc = tonic::client::Grpc::new(channel.clone());
        grpc.ready().await.unwrap();
        let codec = tonic_prost::ProstCodec::<GrpcHostBufferStoreRequest, GrpcHostBufferStoreResponse>::default();
        let request = tonic::Request::new(GrpcHostBufferStoreRequest::default());
        grpc.unary(request, path.parse().unwrap(), codec).await.unwrap_err()
    };
    let store = call("/xla.ifrt.proxy.GrpcIfrtService/HostBufferStore").await;
    let expected = "metadata ifrt-proxy-grpc-host-buffer-store-metadata-bin: missing";
    assert_eq!((store.code(), store.message()), (tonic::Code::InvalidArgument, expected));
    let disk = call("/xla.ifrt.proxy.GrpcIfrtService/HostBufferReadFromDisk").await;
    assert_eq!(disk.code(), tonic::Code::Unimplemented);
    let unknown = call("/xla.ifrt.proxy.GrpcIfrtService/Unknown").await;
    assert_eq!(unknown.code(), tonic::Code::Unimplemented);
    assert!(unknown.message().contains("/xla.ifrt.proxy.GrpcIfrtService/Unknown"), "{unknown}");
}

#[tokio::test]
async fn unix_domain_sockets_work_and_missing_servers_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("worker.sock");
    let address: Address = format!("grpc://unix:{}", path.display()).parse().unwrap();
    let error = IfrtProxyClient::connect(&address).await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable);
    assert!(error.message().starts_with(&format!("no worker answers at {address}: ")), "{error}");

    let listener = tokio::net::UnixListener::bind(&path).unwrap();
    let server = Server::builder().add_service(IfrtProxyServer::new(Arc::new(Echo::default())));
    tokio::spawn(server.serve_with_incoming(UnixListenerStream::new(listener)));
    let client = IfrtProxyClient::connect(&address).await.unwrap();
    assert_eq!(client.get_version(&VersionRange::SUPPORTED).await.unwrap(), VersionRange::SUPPORTED.max);
}
