//! What the runtimes of one person have.

use std::path::PathBuf;

use super::machine::Limits;
use super::tally::Tally;
use crate::accounts::Quota;

/// What the runtimes of one person have.
#[derive(Clone, Debug)]
pub struct PersonalOptions {
    /// The folder that is their drive.
    pub drive: PathBuf,
    /// A folder that others share.
    pub shared: Shared,
    /// Limits of each that are not the usual ones.
    pub quota: Quota,
    /// Counts them.
    pub tally: Tally,
}

impl PersonalOptions {
    /// The limits of each, where there are usual ones.
    pub fn limits(&self, usual: Limits) -> Limits {
        let mib = |limit: Option<u32>, usual: u64| limit.map_or(usual, |mib| u64::from(mib) << 20);
        let Quota { memory, disk, cpus, .. } = self.quota;
        Limits { memory: mib(memory, usual.memory), disk: mib(disk, usual.disk), cpus: cpus.or(usual.cpus), ..usual }
    }
}

/// A folder that people share.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Its name in the drives.
    pub name: &'static str,
    /// Where it is, a path of the server.
    pub folder: PathBuf,
    /// True if the person may write it.
    pub is_writable: bool,
}
