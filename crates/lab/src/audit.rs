//! The audit log: who did what, when and from where, a JSON object in each line. It has no secrets.

use std::fs::{File, OpenOptions};
use std::future::Future;
use std::io::Write;
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::clock::rfc3339;
use crate::error::{Error, Result};

tokio::task_local! {
    /// The address of the client whose request this task serves.
    static ADDRESS: IpAddr;
}

/// The log; clones write the same one. The default writes none.
#[derive(Clone, Debug, Default)]
pub struct Audit(Option<Arc<Mutex<File>>>);

impl Audit {
    /// Appends to a file, which is made if it is not there. Its owner alone may read it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(file: &Path) -> Result<Audit> {
        let failed = |e: std::io::Error| Error::io(file.display(), e);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let opened = OpenOptions::new().append(true).create(true).mode(0o600).open(file).map_err(failed)?;
        Ok(Audit(Some(Arc::new(Mutex::new(opened)))))
    }

    /// Notes what somebody did. `more` is an object whose fields are added.
    pub fn note(&self, who: Option<&str>, what: &str, more: Value) {
        let Some(file) = &self.0 else { return };
        let address = ADDRESS.try_with(|address| address.to_canonical().to_string()).ok();
        let mut line = json!({"time": rfc3339(SystemTime::now()), "who": who, "address": address, "what": what});
        if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
            line.extend(more);
        }
        let written = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(format!("{line}\n").as_bytes());
        if let Err(error) = written {
            tracing::error!(%error, "the audit log cannot be written");
        }
    }
}

/// Serves a request of a client: what is noted meanwhile has the client's address.
pub async fn of_client<T>(address: IpAddr, served: impl Future<Output = T>) -> T {
    ADDRESS.scope(address, served).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_says_who_what_when_and_from_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/audit.jsonl");
        let audit = Audit::open(&file).unwrap();
        of_client("10.0.0.1".parse().unwrap(), async { audit.note(Some("ada"), "login", json!({"role": "student"})) })
            .await;
        audit.note(None, "stop", Value::Null);
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            (&lines[0]["who"], &lines[0]["address"], &lines[0]["what"]),
            (&json!("ada"), &json!("10.0.0.1"), &json!("login"))
        );
        assert_eq!(
            (&lines[0]["role"], &lines[1]["who"], &lines[1]["address"]),
            (&json!("student"), &Value::Null, &Value::Null)
        );
        assert!(lines[0]["time"].as_str().unwrap().ends_with('Z'));
    }
}
