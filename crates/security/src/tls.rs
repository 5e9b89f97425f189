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
    /// Reads the files. `protocol` is the name by which both sides agree on what is spoken (ALPN): `h2` or
    /// `http/1.1`.
    ///
    /// # Errors
    /// A file cannot be read, or the key is not that of the certificate.
    pub fn acceptor(&self, protocol: &str) -> Result<TlsAcceptor> {
        let failed = |e| Error::of_file(&self.certificate, e);
        let provider = Arc::new(ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions();
        let builder = builder.map_err(failed)?;
        let builder = match &self.client_authority {
            None => builder.with_no_client_auth(),
            Some(file) => {
                let roots = Arc::new(root_certificates(file)?);
                let verifier = WebPkiClientVerifier::builder_with_provider(roots, provider).build();
                builder.with_client_cert_verifier(verifier.map_err(|e| Error::of_file(file, e))?)
            }
        };
        let chain = certificate_chain(&self.certificate)?;
        let mut config = builder.with_single_cert(chain, private_key(&self.key)?).map_err(failed)?;
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// The certificates of a PEM file.
///
/// # Errors
/// The file cannot be read, or has none.
pub fn certificate_chain(file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let certificates = read.map_err(|e| Error::of_file(file, e))?;
    match certificates.is_empty() {
        true => Err(Error::of_file(file, "the file has no certificate")),
        false => Ok(certificates),
    }
}

/// The certificates of a PEM file as authorities.
///
/// # Errors
/// As [`certificate_chain`], or one of them cannot be an authority.
pub fn root_certificates(file: &Path) -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    for certificate in certificate_chain(file)? {
        roots.add(certificate).map_err(|e| Error::of_file(file, e))?;
    }
    Ok(roots)
}

/// The private key of a PEM file.
///
/// # Errors
/// The file cannot be read, or has none.
pub fn private_key(file: &Path) -> Result<PrivateKeyDer<'static>> {
    PrivateKeyDer::from_pem_file(file).map_err(|e| Error::of_file(file, e))
}
