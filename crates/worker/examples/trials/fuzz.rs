//! Random and damaged messages: whatever comes, each request is answered or its session ends, no thread of the worker
//! panics, and nothing is left behind.

use std::collections::HashMap;
use std::time::Duration;

use ifrt_proxy::messages::{
    GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse, GrpcHostBufferStoreMetadata, GrpcHostBufferStoreRequest,
    GrpcHostBufferStoreResponse, GrpcIfrtSessionMetadata, IfrtProxyVersion, IfrtRequest, IfrtResponse, InitRequest,
    Request, Response,
};
use ifrt_proxy::stub::{HOST_BUFFER_STORE_METADATA, SESSION_METADATA};
use keras::utils::Rng;
use prost::Message;
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};
use tonic::{Status, Streaming};
use tonic_prost::ProstCodec;

use super::fuzz_requests::{handle, request};

/// Requests that two releases of JAX sent.
const CAPTURED: [&str; 2] = [
    include_str!("../../../ifrt-proxy/tests/captured/jaxlib-0.10.2.txt"),
    include_str!("../../../ifrt-proxy/tests/captured/jaxlib-0.12.0.1.txt"),
];
/// Messages of a session.
const MESSAGES: u64 = 48;
/// How long the worker may be silent while requests wait for an answer.
const PATIENCE: Duration = Duration::from_millis(200);
const TRIES: usize = 300;

/// What was sent, and what became of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Sessions.
    pub sessions: u64,
    /// Requests.
    pub requests: u64,
    /// Requests whose bytes were damaged.
    pub damaged: u64,
    /// Answers that are no errors.
    pub successes: u64,
    /// Answers that are errors.
    pub errors: u64,
    /// Sessions that ended at a malformed request.
    pub ended: u64,
}

impl Counts {
    /// Adds those of other sessions.
    pub fn add(&mut self, other: &Counts) {
        self.sessions += other.sessions;
        self.requests += other.requests;
        self.damaged += other.damaged;
        self.successes += other.successes;
        self.errors += other.errors;
        self.ended += other.ended;
    }
}

/// The requests of JAX, as bytes.
pub fn captured() -> Vec<Vec<u8>> {
    let lines = CAPTURED.iter().flat_map(|file| file.lines());
    let requests = lines.filter_map(|line| line.strip_prefix("IfrtSession ")?.split(' ').next());
    let bytes = |hex: &str| {
        let byte = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        (0..hex.len()).step_by(2).map_while(byte).collect()
    };
    requests.map(bytes).collect()
}

/// A codec of requests that are bytes already, well-formed or not.
#[derive(Default)]
struct RawCodec;

impl Codec for RawCodec {
    type Encode = Vec<u8>;
    type Decode = IfrtResponse;
    type Encoder = RawCodec;
    type Decoder = RawCodec;

    fn encoder(&mut self) -> RawCodec {
        RawCodec
    }

    fn decoder(&mut self) -> RawCodec {
        RawCodec
    }
}

impl Encoder for RawCodec {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        prost::bytes::BufMut::put_slice(buffer, &item);
        Ok(())
    }
}

impl Decoder for RawCodec {
    type Item = IfrtResponse;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<IfrtResponse>, Status> {
        IfrtResponse::decode(buffer).map(Some).map_err(|e| Status::internal(e.to_string()))
    }
}

/// A client.
struct Client {
    channel: Channel,
    requests: mpsc::UnboundedSender<Vec<u8>>,
    answers: Streaming<IfrtResponse>,
    id: u64,
    /// Requests without an answer yet, by their numbers, which damage can make equal.
    awaited: HashMap<u64, usize>,
    /// Host buffers that requests wait for.
    named: Vec<u64>,
    is_malformed: bool,
}

async fn ready(channel: &Channel) -> Result<Grpc<Channel>, String> {
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await.map_err(|e| format!("the worker is gone: {e}"))?;
    Ok(grpc)
}

impl Client {
    async fn open(target: &str) -> Result<Client, String> {
        let endpoint = Endpoint::from_shared(format!("http://{target}")).map_err(|e| e.to_string())?;
        let channel = endpoint.connect().await.map_err(|e| format!("the worker is gone: {e}"))?;
        let (requests, queue) = mpsc::unbounded_channel();
        let mut call = tonic::Request::new(UnboundedReceiverStream::new(queue));
        let version = Some(IfrtProxyVersion { protocol_version: 25, ifrt_serdes_version_number: 6 });
        let metadata = GrpcIfrtSessionMetadata { version, initialization_data: None }.encode_to_vec();
        call.metadata_mut().insert_bin(SESSION_METADATA, MetadataValue::from_bytes(&metadata));
        let path = PathAndQuery::from_static("/xla.ifrt.proxy.GrpcIfrtService/IfrtSession");
        let opened = ready(&channel).await?.streaming(call, path, RawCodec).await;
        let answers = opened.map_err(|e| format!("no session: {e}"))?.into_inner();
        let mut client =
            Client { channel, requests, answers, id: 0, awaited: HashMap::new(), named: vec![], is_malformed: false };
        client.send(IfrtRequest::new(1, Request::Init(InitRequest {})).encode_to_vec());
        let init = client.answers.message().await.map_err(|e| e.to_string())?.ok_or("the session ended at once")?;
        client.awaited.clear();
        if let Ok(Response::Init(init)) = init.result() {
            client.id = init.session_id;
        }
        Ok(client)
    }

    fn send(&mut self, bytes: Vec<u8>) {
        match IfrtRequest::decode(bytes.as_slice()) {
            Ok(request) => {
                *self.awaited.entry(request.op_id()).or_default() += 1;
                match request.request {
                    Some(Request::MakeArrayFromHostBuffer(r)) => self.named.push(r.host_buffer_handle),
                    Some(Request::MakeArraysFromHostBufferShards(r)) => {
                        let buffers = r.specs.iter().flat_map(|spec| &spec.host_buffers);
                        self.named.extend(buffers.map(|buffer| buffer.host_buffer_handle));
                    }
                    _ => {}
                }
            }
            Err(_) => self.is_malformed = true,
        }
        // A session that has ended takes nothing; its end is found with the answers.
        let _ = self.requests.send(bytes);
    }

    /// Stores a host buffer, of which the worker is told `size`.
    async fn store(&self, session_id: u64, handle: u64, size: i64, data: Vec<u8>) -> Result<(), String> {
        let mut call = tonic::Request::new(tokio_stream::iter([GrpcHostBufferStoreRequest { data: data.into() }]));
        let metadata = GrpcHostBufferStoreMetadata { session_id, handle, buffer_size: size }.encode_to_vec();
        call.metadata_mut().insert_bin(HOST_BUFFER_STORE_METADATA, MetadataValue::from_bytes(&metadata));
        let codec = ProstCodec::<GrpcHostBufferStoreRequest, GrpcHostBufferStoreResponse>::default();
        let path = PathAndQuery::from_static("/xla.ifrt.proxy.GrpcIfrtService/HostBufferStore");
        // Mostly an error.
        let _ = ready(&self.channel).await?.client_streaming(call, path, codec).await;
        Ok(())
    }

    async fn lookup(&self, session_id: u64, handle: u64) -> Result<(), String> {
        let codec = ProstCodec::<GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse>::default();
        let path = PathAndQuery::from_static("/xla.ifrt.proxy.GrpcIfrtService/HostBufferLookup");
        let call = tonic::Request::new(GrpcHostBufferLookupRequest { session_id, handle });
        let _ = ready(&self.channel).await?.server_streaming(call, path, codec).await;
        Ok(())
    }

    /// Waits until each request is answered or the session has ended. Requests that wait for host buffers get them.
    async fn finish(&mut self, counts: &mut Counts) -> Result<(), String> {
        let mut tries = 0;
        while !self.awaited.is_empty() {
            match tokio::time::timeout(PATIENCE, self.answers.message()).await {
                Ok(Ok(Some(answer))) => {
                    tries = 0;
                    self.count(answer, counts)?;
                }
                Ok(ended) if self.is_malformed => {
                    drop(ended);
                    counts.ended += 1;
                    return Ok(());
                }
                Ok(ended) => return Err(format!("the session ended though no request was malformed: {ended:?}")),
                Err(_) if tries < TRIES => {
                    tries += 1;
                    for handle in self.named.clone() {
                        self.store(self.id, handle, 4, vec![1; 4]).await?;
                    }
                }
                Err(_) => return Err(format!("requests without an answer: {:?}", self.awaited)),
            }
        }
        Ok(())
    }

    fn count(&mut self, answer: IfrtResponse, counts: &mut Counts) -> Result<(), String> {
        let op_id = answer.op_id();
        match self.awaited.get_mut(&op_id) {
            None => return Err(format!("an answer to request {op_id}, which was answered or never sent")),
            Some(1) => drop(self.awaited.remove(&op_id)),
            Some(left) => *left -= 1,
        }
        match answer.result() {
            // Of a session that ends.
            Err(error) if !self.is_malformed && error.message().contains("dropped the request") => {
                return Err(error.to_string());
            }
            Err(_) => counts.errors += 1,
            Ok(_) => counts.successes += 1,
        }
        Ok(())
    }
}

/// Damages bytes.
fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    let at = |rng: &mut Rng, len: usize| rng.below(len as u64 + 1) as usize;
    for _ in 0..=rng.below(3) {
        let place = at(rng, bytes.len());
        match rng.below(7) {
            0 if place < bytes.len() => bytes[place] ^= 1 << rng.below(8),
            1 if place < bytes.len() => bytes[place] = [0, 1, 0x7f, 0x80, 0xff][rng.below(5) as usize],
            2 => bytes.insert(place, rng.next_u64() as u8),
            3 if place < bytes.len() => drop(bytes.remove(place)),
            4 => bytes.truncate(place),
            5 if place + 8 <= bytes.len() => {
                let number = handle(rng);
                bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
            }
            _ => {
                let other = &others[rng.below(others.len() as u64) as usize];
                let (start, end) = (at(rng, other.len()), at(rng, other.len()));
                bytes.splice(place..place, other[start.min(end)..start.max(end)].iter().copied());
            }
        }
    }
}

/// A session of random requests. The same seed and number give the same ones.
///
/// # Errors
/// What the worker should not do.
pub async fn session(target: &str, seed: u64, number: u64, counts: &mut Counts) -> Result<(), String> {
    let mut rng = Rng::seeded(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let captured = captured();
    let mut client = Client::open(target).await?;
    counts.sessions += 1;
    // Every third session is one of JAX, from its first request on; the others mix all requests.
    let replays = number.is_multiple_of(3);
    let share = [0, 8, 3][rng.below(3) as usize];
    for index in 0..MESSAGES {
        let mut bytes = match replays {
            true => captured[index as usize % captured.len()].clone(),
            false if rng.below(4) == 0 => captured[rng.below(captured.len() as u64) as usize].clone(),
            false => IfrtRequest::new(100 + index, request(&mut rng)).encode_to_vec(),
        };
        if share > 0 && rng.below(share) == 0 {
            damage(&mut rng, &mut bytes, &captured);
            counts.damaged += 1;
        }
        counts.requests += 1;
        client.send(bytes);
        if rng.below(3) == 0 {
            let data = vec![3; rng.below(64) as usize];
            let lies = [data.len() as i64, data.len() as i64 + 1, data.len() as i64 - 1, -1, i64::MAX, 1 << 40];
            let size = lies[(rng.below(12) as usize).min(11) % if rng.below(2) == 0 { 1 } else { 6 }];
            let id = if rng.below(8) == 0 { rng.next_u64() } else { client.id };
            client.store(id, handle(&mut rng), size, data).await?;
            client.lookup(id, handle(&mut rng)).await?;
        }
    }
    client.finish(counts).await.map_err(|e| format!("session {number} of seed {seed}: {e}"))
}
