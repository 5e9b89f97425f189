//! What a helper is told about the machine.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::network::Network;

/// The first argument of the outer helper.
pub const OUTER: &str = "--labora-machine";
/// The first argument of the inner helper.
pub const INNER: &str = "--labora-machine-init";
/// Where the folder that server and program share is mounted.
pub const SHARED: &str = "/run/labora";
/// Where the drive is mounted.
pub const DRIVE: &str = "/content";
/// The home of the user.
pub const HOME: &str = "/root";

/// A machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    /// An empty folder of the host on which the root is mounted.
    pub root: PathBuf,
    /// What is visible of the host's files.
    pub files: Vec<Mount>,
    /// What it reaches.
    pub network: Network,
    /// Limits of all its programs together.
    pub limits: Limits,
    /// Control groups that its programs join.
    pub cgroups: Vec<PathBuf>,
    /// True if they limit the memory.
    pub has_memory_limit: bool,
    /// The folder in which the program starts.
    pub folder: PathBuf,
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// A program that runs beside it.
    pub companion: Option<Vec<String>>,
}

/// A folder or file of the host.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mount {
    /// The path on the host.
    pub source: PathBuf,
    /// The path in the machine.
    pub target: PathBuf,
    /// What may be done there.
    pub access: Access,
}

/// What programs may do with files of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// Read.
    ReadOnly,
    /// Read and write.
    Writable,
    /// Read; what is written is in the machine's own layer, and gone with it.
    Layered,
    /// Use as a device; its mode and owner, which are the host's, stay.
    Device,
}

/// Limits of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of the layer that is written.
    pub disk: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Processors' worth of time; none means all.
    pub cpus: Option<u32>,
}
