//! Event files: TensorFlow's records (`TFRecord`) of `Event` messages
//! (`tensorflow/core/util/event.proto`, `tensorflow/core/framework/summary.proto`).

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crc::{CRC_32_ISCSI, Crc};
use prost::Message;

use crate::error::{Error, Result};

/// `DT_FLOAT` of TensorFlow's `DataType`.
pub(super) const FLOAT: i32 = 1;
/// `DT_DOUBLE`.
pub(super) const DOUBLE: i32 = 2;
/// `DT_STRING`.
pub(super) const STRING: i32 = 7;

#[derive(Clone, PartialEq, Message)]
struct Event {
    /// In seconds since 1970.
    #[prost(double, tag = "1")]
    wall_time: f64,
    #[prost(int64, tag = "2")]
    step: i64,
    #[prost(string, optional, tag = "3")]
    file_version: Option<String>,
    #[prost(message, optional, tag = "5")]
    summary: Option<Summary>,
}

#[derive(Clone, PartialEq, Message)]
struct Summary {
    #[prost(message, repeated, tag = "1")]
    value: Vec<Value>,
}

/// A value of a summary.
#[derive(Clone, PartialEq, Message)]
pub(super) struct Value {
    #[prost(string, tag = "1")]
    pub tag: String,
    #[prost(message, optional, tag = "8")]
    pub tensor: Option<TensorProto>,
    #[prost(message, optional, tag = "9")]
    pub metadata: Option<Metadata>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorProto {
    #[prost(int32, tag = "1")]
    pub dtype: i32,
    #[prost(message, optional, tag = "2")]
    pub shape: Option<TensorShape>,
    /// The numbers, little-endian.
    #[prost(bytes = "vec", tag = "4")]
    pub content: Vec<u8>,
    #[prost(bytes = "vec", repeated, tag = "8")]
    pub strings: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct TensorShape {
    #[prost(message, repeated, tag = "2")]
    pub dim: Vec<Dim>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Dim {
    #[prost(int64, tag = "1")]
    pub size: i64,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Metadata {
    #[prost(message, optional, tag = "1")]
    pub plugin: Option<PluginData>,
    /// `DataClass`: 1 for scalars, 2 for tensors, 3 for sequences of blobs.
    #[prost(int32, tag = "4")]
    pub data_class: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PluginData {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(bytes = "vec", tag = "2")]
    pub content: Vec<u8>,
}

/// A file of events, which is made when the first one is written.
#[derive(Debug)]
pub(super) struct EventFile {
    folder: PathBuf,
    open: Option<(PathBuf, BufWriter<File>)>,
}

impl EventFile {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, open: None }
    }

    /// Writes values of a step.
    pub fn write(&mut self, step: u64, value: Vec<Value>) -> Result<()> {
        if self.open.is_none() {
            self.open = Some(create(&self.folder)?);
            let version = Event { file_version: Some("brain.Event:2".into()), ..Event::default() };
            self.record(version)?;
        }
        let step = i64::try_from(step).unwrap_or(i64::MAX);
        self.record(Event { step, summary: Some(Summary { value }), ..Event::default() })
    }

    fn record(&mut self, event: Event) -> Result<()> {
        let Some((path, file)) = &mut self.open else { return Ok(()) };
        let event = Event { wall_time: now(), ..event }.encode_to_vec();
        let length = (event.len() as u64).to_le_bytes();
        let parts = [&length[..], &masked_crc(&length), &event, &masked_crc(&event)];
        file.write_all(&parts.concat()).map_err(|e| Error::file("write", path, e))
    }

    /// Writes what waits in memory to the file.
    pub fn flush(&mut self) -> Result<()> {
        match &mut self.open {
            Some((path, file)) => file.flush().map_err(|e| Error::file("write", path, e)),
            None => Ok(()),
        }
    }
}

/// Makes a file with a name as TensorFlow gives it: TensorBoard takes files with `tfevents` in their name, in
/// the order of their names.
fn create(folder: &Path) -> Result<(PathBuf, BufWriter<File>)> {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    fs::create_dir_all(folder).map_err(|e| Error::file("create", folder, e))?;
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let name = format!("events.out.tfevents.{}.{}.{}.{number}.v2", now() as u64, host(), std::process::id());
    let path = folder.join(name);
    let file = File::create(&path).map_err(|e| Error::file("write", &path, e))?;
    Ok((path, BufWriter::new(file)))
}

/// The name of this machine.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name: String = name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || ".-_".contains(*c)).collect();
    if name.is_empty() { "localhost".into() } else { name }
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// The checksum of records: CRC-32C, rotated and with a constant added, so that checksums of data that
/// contain checksums stay good (`tensorflow/core/lib/hash/crc32c.h`).
fn masked_crc(data: &[u8]) -> [u8; 4] {
    const CRC_32C: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);
    CRC_32C.checksum(data).rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes()
}
