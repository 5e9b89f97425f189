//! Records of running kernels, by which a server that starts again finds them: a file for each in the state
//! folder, which its owner alone may read.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::accelerator::Accelerator;
use super::lifetimes::Lifetimes;
use super::process::{self, Process};
use super::supervisor::wire::{self, Frame, Order};
use crate::error::{Error, Result};
use crate::runtimes::{Minor, Remains};
use crate::state_file;

/// How long a kernel of nobody may take to end.
const END_TIME: Duration = Duration::from_secs(5);

/// A kernel that has a supervisor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The number of the kernel.
    pub id: String,
    /// The name of its specification.
    pub name: String,
    /// The drive of its server.
    pub drive: PathBuf,
    /// The folder in which it runs, a path of the server.
    pub folder: PathBuf,
    /// Its variables, besides those of all runtimes.
    pub variables: Vec<(String, String)>,
    /// What it computes with.
    pub accelerator: Accelerator,
    /// The session of messages of the server itself.
    pub session: String,
    /// True if it has a machine of its own.
    pub is_private: bool,
    /// The folder that server and runtime share.
    pub shared: PathBuf,
    /// The socket of its supervisor, which is there as long as the supervisor is; empty if it is remote.
    pub socket: PathBuf,
    /// The name of its remote runtime.
    #[serde(default)]
    pub remote: Option<String>,
    /// The GPU that it has on this host.
    #[serde(default)]
    pub gpu: Option<Minor>,
    /// What is left when it has ended.
    pub remains: Remains,
}

/// Where records are.
#[derive(Clone, Debug)]
pub struct Records {
    folder: PathBuf,
    /// The drive whose kernels are taken over.
    pub drive: PathBuf,
}

impl Records {
    /// Records in a folder, for the kernels of a drive.
    pub fn new(folder: PathBuf, drive: &Path) -> Records {
        Records { folder, drive: drive.to_path_buf() }
    }

    /// The file of a record with a new number.
    pub fn file(&self, number: &str) -> PathBuf {
        self.folder.join(format!("{number}.json"))
    }

    /// Writes a record.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, file: &Path, record: &Record) -> Result<()> {
        let bytes = serde_json::to_vec(record).map_err(|e| Error::internal(format!("{}: {e}", file.display())))?;
        state_file::write(file, &bytes)
    }

    /// All records. Files of other users, or that others may write or read, are none.
    pub fn all(&self) -> Vec<Record> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let read = |file: PathBuf| {
            let found = read(&file);
            if let Err(error) = &found {
                tracing::warn!(file = %file.display(), "a record of a kernel is passed over: {}", error.message());
            }
            found.ok()
        };
        files.filter(|file| file.extension().is_some_and(|extension| extension == "json")).filter_map(read).collect()
    }
}

impl Records {
    /// The names of the remote runtimes of all records.
    pub fn remotes(&self) -> Vec<String> {
        self.all().into_iter().filter_map(|record| record.remote).collect()
    }

    /// Ends all kernels, whatever their drive. Those of remote runtimes end with their runtimes.
    pub async fn end_all(&self) {
        for record in self.all() {
            if let Err(error) = end(&record).await {
                tracing::warn!(kernel = record.id, "a kernel is left to its supervisor: {}", error.message());
            }
        }
    }
}

async fn end(record: &Record) -> Result<()> {
    if record.remote.is_some() || !process::is_alive(&record.socket).await? {
        record.remains.remove();
        return Ok(());
    }
    let mut process = Process::attach(&record.socket, Lifetimes::default()).await?;
    let order = Frame::Word(Order::End { restart: false, patience: END_TIME });
    wire::write(&mut process.writer, &order).await.map_err(|e| Error::io(record.socket.display(), e))
}

fn read(file: &Path) -> Result<Record> {
    let failed = |e: std::io::Error| Error::io("the file", e);
    let kind = fs::symlink_metadata(file).map_err(failed)?;
    let is_own = kind.is_file() && kind.uid() == rustix::process::getuid().as_raw() && kind.mode() & 0o077 == 0;
    if !is_own {
        return Err(Error::forbidden("others may write or read it"));
    }
    let record: Record = serde_json::from_slice(&fs::read(file).map_err(failed)?)
        .map_err(|e| Error::invalid(format!("it is no record: {e}")))?;
    match record.remains.record.as_deref() == Some(file) {
        true => Ok(record),
        false => Err(Error::invalid("it was moved here")),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn only_records_that_nobody_else_may_read_are_believed() {
        let folder = tempfile::tempdir().unwrap();
        let records = Records::new(folder.path().join("runtimes"), Path::new("/drive"));
        assert_eq!(records.all(), []);
        let file = records.file("1");
        let record = Record {
            id: "k".into(),
            name: "python3".into(),
            drive: "/drive".into(),
            folder: "/drive".into(),
            variables: Vec::new(),
            accelerator: Accelerator::Tpu,
            session: "s".into(),
            is_private: true,
            shared: "/tmp/x/shared".into(),
            socket: "/tmp/x/supervisor".into(),
            remote: None,
            gpu: None,
            remains: Remains { record: Some(file.clone()), ..Remains::default() },
        };
        records.write(&file, &record).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        assert_eq!(records.all(), [record]);
        fs::copy(&file, records.file("copy")).unwrap();
        fs::write(records.file("broken"), "{").unwrap();
        assert_eq!(records.all().len(), 1);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(records.all(), []);
    }
}
