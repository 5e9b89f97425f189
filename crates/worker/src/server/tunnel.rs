//! The tunnel: a listener of this machine whose connections go on to a worker with TLS, which stock JAX
//! lacks.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ifrt_proxy::{Code, Error, Result};
use security::{certificate_chain, private_key, root_certificates};
use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;

use super::address::Listener;
use super::connection::{self, Connection};

/// The time for a connection to the worker and its handshake.
const CONNECT_TIME: Duration = Duration::from_secs(20);

/// The worker at the other end, and the files that both sides trust, in PEM format.
#[derive(Clone, Debug)]
pub struct Tunnel {
    /// Name or IP address of the worker, which its certificate has to state.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The authorities, one of which has signed the worker's certificate.
    pub authorities: PathBuf,
    /// This side's certificate and its key, if the worker asks for one.
    pub identity: Option<(PathBuf, PathBuf)>,
}

impl Tunnel {
    /// Connects once, so that wrong files are told at once; then carries connections until the process ends.
    ///
    /// # Errors
    /// A file cannot be read, the worker does not answer, or this side does not trust it. A worker that
    /// refuses this side's certificate ends the connections of clients, which is logged.
    pub async fn run(self, listener: Listener, started: impl FnOnce()) -> Result<()> {
        let connector = self.connector()?;
        drop(self.connect(&connector).await?);
        let tunnel = Arc::new(self);
        let failed = |e: std::io::Error| Error::internal(format!("the listener: {e}"));
        let mut connections = connection::accept(listener, None, Arc::default(), None).map_err(failed)?;
        started();
        while let Some(near) = connections.recv().await {
            tokio::spawn(carry(tunnel.clone(), connector.clone(), near.map_err(failed)?));
        }
        Ok(())
    }

    fn connector(&self) -> Result<TlsConnector> {
        let roots = root_certificates(&self.authorities).map_err(Error::invalid)?;
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder =
            builder.with_safe_default_protocol_versions().map_err(|e| Error::internal(format!("TLS: {e}")))?;
        let builder = builder.with_root_certificates(roots);
        let mut config = match &self.identity {
            None => builder.with_no_client_auth(),
            Some((certificate, key)) => {
                let read = private_key(key).map_err(Error::invalid)?;
                let chain = certificate_chain(certificate).map_err(Error::invalid)?;
                let refused = |e| Error::invalid(format!("{}: {e}", certificate.display()));
                builder.with_client_auth_cert(chain, read).map_err(refused)?
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(TlsConnector::from(Arc::new(config)))
    }

    /// A connection to the worker.
    async fn connect(&self, connector: &TlsConnector) -> Result<impl AsyncRead + AsyncWrite + Unpin> {
        let (host, port) = (self.host.as_str(), self.port);
        let lost = |problem: &dyn std::fmt::Display| {
            Error::new(Code::Unavailable, format!("no connection to {host}:{port}: {problem}"))
        };
        let name = ServerName::try_from(host.to_owned()).map_err(|e| Error::invalid(format!("{host}: {e}")))?;
        let connect = async {
            let stream = TcpStream::connect((host, port)).await?;
            connection::configure(&stream);
            connector.connect(name, stream).await
        };
        match timeout(CONNECT_TIME, connect).await {
            Ok(connected) => connected.map_err(|e| lost(&e)),
            Err(_) => Err(lost(&"it does not answer")),
        }
    }
}

/// Carries the bytes of a connection, both ways, until one side ends it.
async fn carry(tunnel: Arc<Tunnel>, connector: TlsConnector, mut near: Connection) {
    match tunnel.connect(&connector).await {
        Ok(mut far) => {
            // Also a worker that refuses this side's certificate: TLS 1.3 tells it after the handshake.
            if let Err(error) = copy_bidirectional(&mut near, &mut far).await {
                tracing::warn!(%error, "connection ended");
            }
        }
        Err(error) => tracing::warn!(%error, "connection dropped"),
    }
}
