//! Signatures of notebooks whose outputs were made here, so that they may be active when they are opened
//! again.
//!
//! HTML and JavaScript in the outputs of a notebook that somebody sent are shown only when the user trusts
//! it.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use super::lines::join;
use super::trust::take_trusted;
use crate::error::{Error, Result};
use crate::random;
use crate::state_file;

/// As many as Jupyter keeps.
const MAX_SIGNATURES: usize = 65_535;

/// The signatures of trusted notebooks.
#[derive(Debug)]
pub struct Signatures {
    secret: Vec<u8>,
    file: PathBuf,
    known: Mutex<VecDeque<String>>,
}

impl Signatures {
    /// Opens the signatures in a folder of the user's; makes the secret if there is none.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn open(folder: &Path) -> Result<Signatures> {
        fs::create_dir_all(folder).map_err(|e| Error::io(folder.display(), e))?;
        let (secret_file, file) = (folder.join("notebook-secret"), folder.join("notebook-signatures"));
        let secret = match fs::read(&secret_file) {
            Ok(secret) if secret.len() >= 32 => secret,
            _ => {
                let secret = random::bytes::<64>()?.to_vec();
                state_file::write(&secret_file, &secret)?;
                secret
            }
        };
        let known = fs::read_to_string(&file).unwrap_or_default().lines().map(String::from).collect();
        Ok(Signatures { secret, file, known: Mutex::new(known) })
    }

    /// True if the notebook was signed as it is.
    pub fn contains(&self, notebook: &Value) -> bool {
        let signature = self.sign(notebook);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).contains(&signature)
    }

    /// Signs a notebook.
    ///
    /// # Errors
    /// The signatures cannot be written.
    pub fn insert(&self, notebook: &Value) -> Result<()> {
        let signature = self.sign(notebook);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(&signature) {
            return Ok(());
        }
        known.push_back(signature);
        if known.len() > MAX_SIGNATURES {
            known.drain(..MAX_SIGNATURES / 4);
        }
        let text: String = known.iter().flat_map(|signature| [signature, "\n"]).collect();
        state_file::write(&self.file, text.as_bytes())
    }

    /// The HMAC of a notebook without marks of trust.
    fn sign(&self, notebook: &Value) -> String {
        let mut notebook = notebook.clone();
        take_trusted(&mut notebook);
        join(&mut notebook);
        notebook.sort_all_objects();
        let mut hmac = Hmac::<Sha256>::new_from_slice(&self.secret).unwrap_or_else(|_| unreachable!("any length"));
        hmac.update(notebook.to_string().as_bytes());
        random::hex(&hmac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_changed_output_is_not_trusted() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let output = json!({"output_type": "stream", "name": "stdout", "text": ["a\n", "b"]});
        let cell = json!({"cell_type": "code", "metadata": {}, "source": "x", "outputs": [output]});
        let mut notebook = json!({"metadata": {}, "cells": [cell], "nbformat": 4, "nbformat_minor": 5});
        let signatures = Signatures::open(folder.path()).unwrap();
        assert!(!signatures.contains(&notebook));
        signatures.insert(&notebook).unwrap();
        let again = Signatures::open(folder.path()).unwrap();
        notebook["cells"][0]["metadata"]["trusted"] = true.into();
        notebook["cells"][0]["outputs"][0]["text"] = "a\nb".into();
        assert!(again.contains(&notebook), "marks and the form of texts do not matter");
        notebook["cells"][0]["outputs"][0]["text"] = "<script>".into();
        assert!(!again.contains(&notebook));
        let mode = fs::metadata(folder.path().join("notebook-secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
