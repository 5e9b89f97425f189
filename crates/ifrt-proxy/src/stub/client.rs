//! The client's side: connects to a server, and calls it.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use prost::Message;
use tokio_stream::Stream;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::metadata::MetadataValue;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};
use tonic::{IntoStreamingRequest, Request, Streaming};
use tonic_prost::ProstCodec;

use super::{CHUNK_BYTES, HOST_BUFFER_STORE_METADATA, SESSION_METADATA, call_path};
use crate::address::Address;
use crate::error::{Code, Error, Result};
use crate::handle::Handle;
use crate::messages::{
    GrpcGetVersionRequest, GrpcGetVersionResponse, GrpcHostBufferDeleteRequest, GrpcHostBufferDeleteResponse,
    GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse, GrpcHostBufferStoreMetadata, GrpcHostBufferStoreRequest,
    GrpcHostBufferStoreResponse, GrpcIfrtSessionMetadata, IfrtRequest, IfrtResponse,
};
use crate::version::{Version, VersionRange};

/// Bytes that a stream may be ahead of its reader, and all streams of a connection.
const STREAM_WINDOW: u32 = 16 << 20;
const CONNECTION_WINDOW: u32 = 64 << 20;

/// Bytes for which memory is taken before they come. What is larger grows as it comes.
const MAX_RESERVED: usize = 1 << 30;

/// How long a server may take to accept a connection, and then for the handshake of TLS.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// A connection to a server. Clones share it.
///
/// Answers may have any size. A large transfer holds up other calls of its connection, which is why stock
/// clients move host buffers over a second one.
#[derive(Clone, Debug)]
pub struct IfrtProxyClient {
    grpc: Grpc<Channel>,
}

/// What an encrypted connection needs: PEM files' contents.
#[derive(Clone)]
pub struct Tls {
    /// Certificates of the authorities, one of which has to have signed that of the server.
    pub authorities: Vec<u8>,
    /// The client's certificate and its private key, if the server asks for them.
    pub identity: Option<(Vec<u8>, Vec<u8>)>,
}

impl Tls {
    fn config(&self) -> ClientTlsConfig {
        let config =
            ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&self.authorities)).timeout(CONNECT_TIMEOUT);
        match &self.identity {
            Some((certificate, key)) => config.identity(Identity::from_pem(certificate, key)),
            None => config,
        }
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the key.
        f.debug_struct("Tls").field("has_identity", &self.identity.is_some()).finish_non_exhaustive()
    }
}

/// How long a server may be silent before it is asked whether it is there, and how long before it answers;
/// then the connection is lost. Default: 15 s, thus a lost connection is noticed within 30 s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keepalive(pub Duration);

impl Default for Keepalive {
    fn default() -> Keepalive {
        Keepalive(Duration::from_secs(15))
    }
}

impl IfrtProxyClient {
    /// Connects without TLS.
    ///
    /// # Errors
    /// Nobody answers at that address.
    pub async fn connect(address: &Address) -> Result<IfrtProxyClient> {
        IfrtProxyClient::connect_with(address, None, Keepalive::default()).await
    }

    /// Connects, with TLS if it is given.
    ///
    /// # Errors
    /// Nobody answers at that address, certificate or key are malformed, or one side does not trust the
    /// other.
    pub async fn connect_with(address: &Address, tls: Option<&Tls>, keepalive: Keepalive) -> Result<IfrtProxyClient> {
        let uri = address.http().unwrap_or_else(|| address.to_string().replacen("grpc://", "", 1));
        let uri = if tls.is_some() { uri.replacen("http://", "https://", 1) } else { uri };
        if tls.is_some() && matches!(address, Address::Unix(_)) {
            return Err(Error::invalid(format!("{address}: a socket of this machine has no TLS: leave it out")));
        }
        let unavailable = |e: tonic::transport::Error| {
            // The source of the error says what happened; the error itself only "transport error".
            let mut cause: &dyn std::error::Error = &e;
            while let Some(source) = cause.source() {
                cause = source;
            }
            Error::new(Code::Unavailable, format!("no worker answers at {address}: {cause}"))
        };
        let endpoint = Endpoint::from_shared(uri).map_err(unavailable)?;
        let endpoint = endpoint
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .tcp_nodelay(true)
            .connect_timeout(CONNECT_TIMEOUT)
            .http2_keep_alive_interval(keepalive.0)
            .keep_alive_timeout(keepalive.0)
            .keep_alive_while_idle(true);
        let endpoint = match tls {
            Some(tls) => endpoint.tls_config(tls.config()).map_err(unavailable)?,
            None => endpoint,
        };
        Ok(IfrtProxyClient::new(endpoint.connect().await.map_err(unavailable)?))
    }

    /// Calls over a channel that is connected, for example with TLS.
    pub fn new(channel: Channel) -> IfrtProxyClient {
        let grpc = Grpc::new(channel);
        let grpc = grpc.max_decoding_message_size(usize::MAX).max_encoding_message_size(usize::MAX);
        IfrtProxyClient { grpc }
    }

    /// Agrees on a version.
    ///
    /// # Errors
    /// The server speaks none of these, or the call failed.
    pub async fn get_version(&self, range: &VersionRange) -> Result<Version> {
        let mut grpc = self.ready().await?;
        let codec = ProstCodec::<GrpcGetVersionRequest, GrpcGetVersionResponse>::default();
        let path = PathAndQuery::from_static(call_path!("GetVersion"));
        let answer = grpc.unary(Request::new(range.request()), path, codec).await?;
        range.accept(answer.get_ref())
    }

    /// Opens a session. It ends, with all of its objects, when `requests` ends.
    ///
    /// # Errors
    /// The server refused the session, or the call failed. The first request must be sent, or be on its way,
    /// for a server to answer.
    pub async fn session(
        &self,
        metadata: &GrpcIfrtSessionMetadata,
        requests: impl Stream<Item = IfrtRequest> + Send + 'static,
    ) -> Result<Streaming<IfrtResponse>> {
        let mut grpc = self.ready().await?;
        let codec = ProstCodec::<IfrtRequest, IfrtResponse>::default();
        let path = PathAndQuery::from_static(call_path!("IfrtSession"));
        let mut request = requests.into_streaming_request();
        insert(&mut request, SESSION_METADATA, metadata);
        Ok(grpc.streaming(request, path, codec).await?.into_inner())
    }

    /// Stores the bytes of a host buffer, under a handle that the client chose.
    ///
    /// # Errors
    /// The server refused the buffer, or the call failed.
    pub async fn store(&self, session_id: u64, handle: Handle, data: Bytes) -> Result<()> {
        let mut grpc = self.ready().await?;
        let codec = ProstCodec::<GrpcHostBufferStoreRequest, GrpcHostBufferStoreResponse>::default();
        let path = PathAndQuery::from_static(call_path!("HostBufferStore"));
        let buffer_size = i64::try_from(data.len()).unwrap_or(i64::MAX);
        let metadata = GrpcHostBufferStoreMetadata { session_id, handle: handle.get(), buffer_size };
        // Parts share the memory of `data`.
        let parts = (0..data.len()).step_by(CHUNK_BYTES).map(move |start| {
            let end = data.len().min(start + CHUNK_BYTES);
            GrpcHostBufferStoreRequest { data: data.slice(start..end) }
        });
        let mut request = tokio_stream::iter(parts.collect::<Vec<_>>()).into_streaming_request();
        insert(&mut request, HOST_BUFFER_STORE_METADATA, &metadata);
        grpc.client_streaming(request, path, codec).await?;
        Ok(())
    }

    /// Reads the bytes of a host buffer.
    ///
    /// # Errors
    /// There is no such buffer, it has more than `max_bytes`, or the call failed.
    pub async fn lookup(&self, session_id: u64, handle: Handle, max_bytes: usize) -> Result<Vec<u8>> {
        let mut grpc = self.ready().await?;
        let codec = ProstCodec::<GrpcHostBufferLookupRequest, GrpcHostBufferLookupResponse>::default();
        let path = PathAndQuery::from_static(call_path!("HostBufferLookup"));
        let request = GrpcHostBufferLookupRequest { session_id, handle: handle.get() };
        let mut parts = grpc.server_streaming(Request::new(request), path, codec).await?.into_inner();
        let mut bytes = Vec::with_capacity(max_bytes.min(MAX_RESERVED));
        while let Some(part) = parts.message().await? {
            if bytes.len() + part.data.len() > max_bytes {
                return Err(Error::internal(format!("host buffer {handle} has more than {max_bytes} bytes")));
            }
            bytes.extend_from_slice(&part.data);
        }
        Ok(bytes)
    }

    /// Frees a host buffer.
    ///
    /// # Errors
    /// The call failed.
    pub async fn delete(&self, session_id: u64, handle: Handle) -> Result<()> {
        let mut grpc = self.ready().await?;
        let codec = ProstCodec::<GrpcHostBufferDeleteRequest, GrpcHostBufferDeleteResponse>::default();
        let path = PathAndQuery::from_static(call_path!("HostBufferDelete"));
        let request = GrpcHostBufferDeleteRequest { session_id, handle: handle.get() };
        grpc.unary(Request::new(request), path, codec).await?;
        Ok(())
    }

    /// A copy of the connection that takes a call.
    async fn ready(&self) -> Result<Grpc<Channel>> {
        let mut grpc = self.grpc.clone();
        grpc.ready().await.map_err(|e| Error::new(Code::Unavailable, format!("the connection is lost: {e}")))?;
        Ok(grpc)
    }
}

/// Puts a message into the metadata of a call.
fn insert<T>(request: &mut Request<T>, key: &'static str, message: &impl Message) {
    request.metadata_mut().insert_bin(key, MetadataValue::from_bytes(&message.encode_to_vec()));
}
