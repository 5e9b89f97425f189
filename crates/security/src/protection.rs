//! The arguments of a command that serves.

use std::path::PathBuf;

use crate::error::Result;
use crate::tls::Tls;
use crate::token::Token;

/// How a server is protected. For `#[command(flatten)]`.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Protection")]
pub struct Protection {
    /// File with a token of at least 16 bytes, which clients must present as `Bearer TOKEN`.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The server's certificate chain, in PEM format.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Its private key.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// The authority whose certificates clients must present.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    client_ca: Option<PathBuf>,
    /// Allows an address that others reach without protection: they use and fill this machine.
    #[arg(long)]
    insecure: bool,
}

impl Protection {
    /// The token of the file; none if no file is named.
    ///
    /// # Errors
    /// Those of [`Token::read`].
    pub fn token(&self) -> Result<Option<Token>> {
        self.token_file.as_deref().map(Token::read).transpose()
    }

    /// The files of TLS; none without a certificate.
    pub fn tls(&self) -> Option<Tls> {
        let (certificate, key) = self.tls_cert.clone().zip(self.tls_key.clone())?;
        Some(Tls { certificate, key, client_authority: self.client_ca.clone() })
    }

    /// True if clients need a token.
    pub fn has_token(&self) -> bool {
        self.token_file.is_some()
    }

    /// True if clients need a certificate.
    pub fn has_client_authority(&self) -> bool {
        self.client_ca.is_some()
    }

    /// True if an address that others reach is allowed without protection.
    pub fn is_waived(&self) -> bool {
        self.insecure
    }
}
