//! The audit log: who did what, when and from where, a JSON object in each line. It has no secrets.

use std::fs::{File, OpenOptions};
use std::future::Future;
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::clock::rfc3339;
use crate::error::{Error, Result};

tokio::task_local! {
    /// The address of the client whose request this task serves.
    static ADDRESS: IpAddr;
}

/// Bytes at the end of the log in which [`Audit::last`] looks.
const TAIL: u64 = 256 << 10;

/// The log; clones write the same one. The default writes none.
#[derive(Clone, Debug, Default)]
pub struct Audit(Option<Arc<Log>>);

#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: Mutex<File>,
}

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
        Ok(Audit(Some(Arc::new(Log { path: file.to_path_buf(), file: Mutex::new(opened) }))))
    }

    /// Notes what somebody did. `more` is an object whose fields are added.
    pub fn note(&self, who: Option<&str>, what: &str, more: Value) {
        let Some(log) = &self.0 else { return };
        let address = ADDRESS.try_with(|address| address.to_canonical().to_string()).ok();
        let mut line = json!({"time": rfc3339(SystemTime::now()), "who": who, "address": address, "what": what});
        if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
            line.extend(more);
        }
        let written = log.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(format!("{line}\n").as_bytes());
        if let Err(error) = written {
            tracing::error!(%error, "the audit log cannot be written");
        }
    }

    /// Where it is.
    pub fn path(&self) -> Option<&Path> {
        self.0.as_ref().map(|log| log.path.as_path())
    }

    /// The last lines that note one of these, the newest first, at most `count`: of the last 256 KiB.
    pub fn last(&self, what: &[&str], count: usize) -> Vec<Value> {
        let text = self.path().and_then(|path| tail(path).ok()).unwrap_or_default();
        // A line that begins before these bytes is no JSON.
        let lines = text.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.filter(|line| line["what"].as_str().is_some_and(|own| what.contains(&own))).take(count).collect()
    }
}

/// The end of a file.
fn tail(path: &Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
        assert_eq!(audit.last(&["login", "other"], 9), lines[..1]);
        assert_eq!(audit.last(&["login", "stop"], 1), lines[1..]);
    }
}
