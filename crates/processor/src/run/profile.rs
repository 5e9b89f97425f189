//! A simple profile: where the time of runs goes, by step.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

/// Time by step, over all replicas; filled while [`Executable::set_profiling`](crate::Executable::set_profiling) is on.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The steps, the longest first.
    pub entries: Vec<ProfileEntry>,
}

/// One kind of step.
#[derive(Clone, Debug)]
pub struct ProfileEntry {
    /// Operations and shapes.
    pub name: String,
    /// How often it ran.
    pub count: u64,
    /// How long altogether.
    pub time: Duration,
    /// Arithmetic operations altogether.
    pub flops: u64,
    /// Bytes read and written altogether.
    pub bytes: u64,
}

/// Sums while a replica runs.
#[derive(Debug, Default)]
pub(crate) struct Tally(pub(crate) HashMap<String, (u64, Duration, u64, u64)>);

impl Tally {
    pub(crate) fn add(&mut self, name: &str, time: Duration, flops: u64, bytes: u64) {
        let entry = match self.0.get_mut(name) {
            Some(entry) => entry,
            None => self.0.entry(name.to_string()).or_default(),
        };
        entry.0 += 1;
        entry.1 += time;
        entry.2 += flops;
        entry.3 += bytes;
    }

    pub(crate) fn join(&mut self, other: Tally) {
        for (name, (count, time, flops, bytes)) in other.0 {
            let entry = self.0.entry(name).or_default();
            entry.0 += count;
            entry.1 += time;
            entry.2 += flops;
            entry.3 += bytes;
        }
    }

    pub(crate) fn profile(&self) -> Profile {
        let mut entries: Vec<ProfileEntry> = self
            .0
            .iter()
            .map(|(name, (count, time, flops, bytes))| ProfileEntry {
                name: name.clone(),
                count: *count,
                time: *time,
                flops: *flops,
                bytes: *bytes,
            })
            .collect();
        entries.sort_by(|a, b| b.time.cmp(&a.time).then_with(|| a.name.cmp(&b.name)));
        Profile { entries }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: f64 = self.entries.iter().map(|e| e.time.as_secs_f64()).sum();
        writeln!(f, "{:>9} {:>6} {:>8} {:>9} {:>7}  step", "ms", "%", "times", "GFLOP/s", "GB/s")?;
        for e in &self.entries {
            let s = e.time.as_secs_f64();
            let rate = |n: u64| n as f64 / s.max(1e-12) / 1e9;
            let (ms, share) = (s * 1e3, 100.0 * s / total.max(1e-12));
            let (flops, bytes) = (rate(e.flops), rate(e.bytes));
            writeln!(f, "{ms:9.2} {share:6.1} {:8} {flops:9.1} {bytes:7.1}  {}", e.count, e.name)?;
        }
        write!(f, "{:9.2}", total * 1e3)
    }
}
