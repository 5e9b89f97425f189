//! The gRPC service: sessions, and the bytes of host buffers.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;

use ifrt_proxy::messages::{
    self, GrpcGetVersionRequest, GrpcGetVersionResponse, GrpcHostBufferDeleteRequest, GrpcHostBufferLookupRequest,
    GrpcHostBufferLookupResponse, GrpcHostBufferStoreMetadata, GrpcHostBufferStoreRequest, GrpcIfrtSessionMetadata,
    IfrtRequest, IfrtResponse,
};
use ifrt_proxy::stub::CHUNK_BYTES;
use ifrt_proxy::stub::server::IfrtProxy;
use ifrt_proxy::{Code, Error, Result, Version, VersionRange};
use prost::Message;
use security::Token;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio_stream::Stream;
use tonic::{Request, Status, Streaming};

use super::connection::Peer;
use super::sessions::Sessions;
use super::token;
use crate::backend::Backend;
use crate::host_buffers::HostBuffer;
use crate::metrics::Metrics;
use crate::quota::Charge;
use crate::session::{Answer, Reply, Session};

/// Requests of a session that are not answered yet.
const MAX_REQUESTS: usize = 4096;
/// Bytes of a session's requests that wait. A program is one request, with all of its constants.
pub const MAX_REQUEST_BYTES: usize = 1 << 30;
/// What a byte of a request that is no program may take in memory: an empty message takes two on the wire.
const BYTES_PER_BYTE: usize = 64;

/// What a worker allows its clients.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes that a session may hold, in arrays and host buffers together.
    pub max_bytes: u64,
    /// Sessions at a time.
    pub max_sessions: usize,
}

/// The service.
pub struct Service {
    pub backend: Arc<Backend>,
    pub limits: Limits,
    pub token: Option<Token>,
    pub sessions: Arc<Sessions>,
    pub metrics: Arc<Metrics>,
    /// True once no new session is accepted.
    pub is_draining: watch::Receiver<bool>,
}

/// The end of a session, from either side.
#[derive(Default)]
struct End(Notify);

/// The answers of a session. The session ends when the client drops the stream.
pub struct Answers {
    answers: mpsc::UnboundedReceiver<Answer>,
    end: Arc<End>,
}

impl Stream for Answers {
    type Item = Result<IfrtResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.answers.poll_recv(context).map(|answer| answer.map(|answer| Ok(answer.response)))
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.end.0.notify_one();
    }
}

/// The parts of a host buffer.
pub struct Parts {
    buffer: Arc<HostBuffer>,
    at: usize,
    metrics: Arc<Metrics>,
}

impl Stream for Parts {
    type Item = Result<GrpcHostBufferLookupResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let end = self.buffer.bytes.len().min(self.at + CHUNK_BYTES);
        if self.at == end {
            return Poll::Ready(None);
        }
        let data = self.buffer.bytes.slice(self.at..end);
        self.metrics.sent_bytes.add(data.len() as u64);
        self.at = end;
        Poll::Ready(Some(Ok(GrpcHostBufferLookupResponse { data })))
    }
}

impl IfrtProxy for Service {
    type SessionStream = Answers;
    type LookupStream = Parts;

    async fn get_version(&self, request: Request<GrpcGetVersionRequest>) -> Result<GrpcGetVersionResponse, Status> {
        Ok(VersionRange::SUPPORTED.negotiate(request.get_ref())?.into())
    }

    async fn session(
        &self,
        metadata: GrpcIfrtSessionMetadata,
        requests: Request<Streaming<IfrtRequest>>,
    ) -> Result<Answers, Status> {
        let peer = peer(&requests);
        let opened = self.open(&metadata, &requests, peer);
        let session = opened.inspect_err(|error| {
            self.metrics.refused.add(1);
            tracing::warn!(%peer, %error, "session refused");
        })?;
        Ok(self.run(session, requests.into_inner(), peer)?)
    }

    async fn store(
        &self,
        metadata: GrpcHostBufferStoreMetadata,
        parts: Request<Streaming<GrpcHostBufferStoreRequest>>,
    ) -> Result<(), Status> {
        let session = self.sessions.find(metadata.session_id, peer(&parts))?;
        let buffer = receive(&session, metadata.buffer_size, parts.into_inner(), &self.metrics).await;
        // Stock clients end their session if a buffer cannot be stored. One without room is an error of the
        // request that names it, and no more.
        let failed = buffer.as_ref().err().filter(|error| error.code() != Code::ResourceExhausted).cloned();
        session.host_buffers().store(metadata.handle, buffer)?;
        // The request that names the buffer gets the same error.
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    async fn lookup(&self, request: Request<GrpcHostBufferLookupRequest>) -> Result<Parts, Status> {
        let session = self.sessions.find(request.get_ref().session_id, peer(&request))?;
        let buffer = session.host_buffers().get(request.get_ref().handle)?;
        Ok(Parts { buffer, at: 0, metrics: self.metrics.clone() })
    }

    async fn delete(&self, request: Request<GrpcHostBufferDeleteRequest>) -> Result<(), Status> {
        let session = self.sessions.find(request.get_ref().session_id, peer(&request))?;
        Ok(session.host_buffers().delete(request.get_ref().handle)?)
    }
}

impl Service {
    fn open(
        &self,
        metadata: &GrpcIfrtSessionMetadata,
        requests: &Request<Streaming<IfrtRequest>>,
        peer: Peer,
    ) -> Result<Arc<Session>> {
        if let Some(token) = &self.token {
            token::check(token, metadata, requests.metadata())?;
        }
        if *self.is_draining.borrow() {
            return Err(Error::new(Code::Unavailable, "the worker ends: it takes no new session"));
        }
        let version: Version = metadata.version.ok_or_else(|| Error::invalid("a session without a version"))?.into();
        if !VersionRange::SUPPORTED.contains(version) {
            return Err(Error::new(Code::FailedPrecondition, format!("the worker does not speak {version}")));
        }
        let id = self.sessions.new_id(self.limits.max_sessions)?;
        let (backend, metrics) = (self.backend.clone(), self.metrics.clone());
        let session = Arc::new(Session::new(id, backend, self.limits.max_bytes, metrics));
        self.sessions.open(&session, peer);
        self.metrics.sessions.add(1);
        tracing::info!(session = session.name(), %peer, %version, "session opened");
        Ok(session)
    }

    /// Starts the thread that carries out the requests, and the task that receives them.
    fn run(&self, session: Arc<Session>, mut requests: Streaming<IfrtRequest>, peer: Peer) -> Result<Answers> {
        let (answers, receiver) = mpsc::unbounded_channel();
        let (queue, mut queued) = mpsc::unbounded_channel::<(IfrtRequest, Reply, OwnedSemaphorePermit)>();
        let end = Arc::new(End::default());
        let id = session.id();
        let worker = session.clone();
        let spawned = thread::Builder::new().name("session".into()).spawn(move || {
            while let Some((request, reply, _bytes)) = queued.blocking_recv() {
                if worker.has_ended() {
                    break;
                }
                worker.process(request.request, reply);
            }
        });
        if let Err(error) = spawned {
            self.sessions.close(id);
            return Err(Error::new(Code::ResourceExhausted, format!("a thread for the session: {error}")));
        }
        let (sessions, metrics, ended) = (self.sessions.clone(), self.metrics.clone(), end.clone());
        tokio::spawn(async move {
            let reason = receive_requests(&mut requests, &queue, &answers, &ended, &metrics).await;
            // Requests that wait are dropped with the queue; the one that runs is the last.
            session.end();
            sessions.close(id);
            tracing::info!(session = session.name(), %peer, reason, "session ended");
        });
        Ok(Answers { answers: receiver, end })
    }
}

/// Receives the requests of a session and queues them until it ends. Returns why it ended.
async fn receive_requests(
    requests: &mut Streaming<IfrtRequest>,
    queue: &mpsc::UnboundedSender<(IfrtRequest, Reply, OwnedSemaphorePermit)>,
    answers: &mpsc::UnboundedSender<Answer>,
    end: &End,
    metrics: &Arc<Metrics>,
) -> String {
    let count = Arc::new(Semaphore::new(MAX_REQUESTS));
    let bytes = Arc::new(Semaphore::new(MAX_REQUEST_BYTES));
    let receive = async {
        loop {
            // A client that does not take its answers is not read any more.
            let Ok(permit) = count.clone().acquire_owned().await else { break "closed".to_string() };
            let request = match requests.message().await {
                Ok(Some(request)) => request,
                Ok(None) => break "the client closed it".to_string(),
                Err(status) => break format!("{}: {}", status.code(), status.message()),
            };
            metrics.requests.add(1);
            let is_program = matches!(request.request, Some(messages::Request::Compile(_)));
            let size = request.encoded_len() * if is_program { 1 } else { BYTES_PER_BYTE };
            // Larger ones were refused as they were received.
            let size = size.min(MAX_REQUEST_BYTES) as u32;
            let Ok(bytes) = bytes.clone().acquire_many_owned(size).await else { break "closed".to_string() };
            let reply = Reply::new(request.op_id(), answers.clone(), permit, metrics.clone());
            if queue.send((request, reply, bytes)).is_err() {
                break "its thread ended".to_string();
            }
        }
    };
    tokio::select! {
        reason = receive => reason,
        () = end.0.notified() => "the client is gone".to_string(),
    }
}

/// Receives the bytes of a host buffer. What a client promises is charged before it is allocated.
///
/// # Errors
/// `RESOURCE_EXHAUSTED` if there is no room for them: all of them were received, and dropped.
async fn receive(
    session: &Session,
    size: i64,
    mut parts: Streaming<GrpcHostBufferStoreRequest>,
    metrics: &Metrics,
) -> Result<Arc<HostBuffer>> {
    let invalid = |what: &str| Error::invalid(format!("a host buffer of {size} bytes: {what}"));
    let expected = usize::try_from(size).map_err(|_| invalid("no size"))?;
    let mut room = reserve(session, expected);
    let mut received = 0;
    while let Some(part) = parts.message().await? {
        if part.data.len() > expected - received {
            return Err(invalid("the client sends more"));
        }
        metrics.received_bytes.add(part.data.len() as u64);
        received += part.data.len();
        if let Ok((bytes, _)) = &mut room {
            bytes.extend_from_slice(&part.data);
        }
    }
    if received != expected {
        return Err(invalid(&format!("the client sent {received}")));
    }
    room.map(|(bytes, charge)| HostBuffer::new(bytes, charge))
}

/// Memory for the bytes of a host buffer, and its charge.
///
/// # Errors
/// `RESOURCE_EXHAUSTED`.
fn reserve(session: &Session, size: usize) -> Result<(Vec<u8>, Charge)> {
    let charge = session.quota().charge(size as u64, "a host buffer")?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|e| Error::new(Code::ResourceExhausted, e.to_string()))?;
    Ok((bytes, charge))
}

/// Who sent a request.
fn peer<T>(request: &Request<T>) -> Peer {
    request.extensions().get::<Peer>().copied().unwrap_or(Peer(None))
}
