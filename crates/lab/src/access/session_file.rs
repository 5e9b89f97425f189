//! The file in which sessions of browsers are kept, so that pages connect again when a server starts again.
//! It has no cookie: sessions are known by the SHA-256 of theirs.

use std::net::IpAddr;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::state_file;

/// An account that was used to log in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Login {
    /// Its name.
    pub name: String,
    /// The hash of the password: the session ends when it is another one.
    pub password: String,
    /// From where.
    pub address: IpAddr,
}

/// What a file has.
#[derive(Debug, Serialize, Deserialize)]
pub struct SessionFile {
    /// The SHA-256 of the token that the server was given; none if it made one, or people have accounts.
    pub token: Option<[u8; 32]>,
    /// The key of XSRF tokens.
    pub xsrf_key: [u8; 32],
    /// The sessions.
    pub sessions: Vec<SavedSession>,
}

/// A session in a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedSession {
    /// The SHA-256 of its cookie.
    pub digest: [u8; 32],
    /// When it was last used, as far as that was saved.
    pub used: SystemTime,
    /// Who logged in; nobody with the token.
    pub login: Option<Login>,
}

impl SessionFile {
    /// Reads a file; none if there is none, or it is broken.
    pub fn read(file: &Path) -> Option<SessionFile> {
        let bytes = std::fs::read(file).ok()?;
        let read = serde_json::from_slice(&bytes);
        if let Err(error) = &read {
            tracing::warn!(file = %file.display(), %error, "sessions of an earlier server are lost");
        }
        read.ok()
    }

    /// Writes a file that its owner alone may read.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        let bytes = serde_json::to_vec(self).map_err(|e| Error::internal(format!("{}: {e}", file.display())))?;
        state_file::write(file, &bytes)
    }
}
