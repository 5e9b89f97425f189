//! TLS: the server's certificate, and that of clients.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use crate::error::{Error, Result};

/// The files of a TLS server, in PEM format.
#[derive(Clone, Debug)]
pub struct Tls {
    /// The certificate, and those that connect it to its authority.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
    /// The authority of clients' certificates; none lets clients come without one.
    pub client_authority: Option<PathBuf>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// A file cannot be read, or the key is not that of the certificate.
    pub fn acceptor(&self) -> Result<TlsAcceptor> {
        let provider = Arc::new(ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions();
        let builder = builder.map_err(|e| invalid(&self.certificate, &e))?;
        let builder = match &self.client_authority {
            None => builder.with_no_client_auth(),
            Some(file) => {
                let mut roots = RootCertStore::empty();
                for certificate in certificates(file)? {
                    roots.add(certificate).map_err(|e| invalid(file, &e))?;
                }
                let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
                builder.with_client_cert_verifier(verifier.map_err(|e| invalid(file, &e))?)
            }
        };
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|e| invalid(&self.key, &e))?;
        let config = builder.with_single_cert(certificates(&self.certificate)?, key);
        let mut config = config.map_err(|e| invalid(&self.certificate, &e))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let certificates = read.map_err(|e| invalid(file, &e))?;
    match certificates.is_empty() {
        true => Err(Error::invalid(format!("{}: the file has no certificate", file.display()))),
        false => Ok(certificates),
    }
}

fn invalid(file: &Path, problem: &dyn std::fmt::Display) -> Error {
    Error::invalid(format!("{}: {problem}", file.display()))
}
