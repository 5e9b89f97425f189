//! How much of a GPU's memory is in use, as `nvidia-smi` says.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// Reads the memory of a GPU.
#[derive(Clone, Debug)]
pub struct Meter {
    program: PathBuf,
    address: String,
    /// Held while the program runs.
    running: Arc<Mutex<()>>,
}

impl Meter {
    /// The meter of the GPU with an address on the PCI bus.
    pub fn new(root: &Path, address: &str) -> Meter {
        let own = PathBuf::from("nvidia-smi");
        let program = if root == Path::new("/") { own } else { root.join("usr/bin").join(own) };
        Meter { program, address: address.into(), running: Arc::default() }
    }

    /// Bytes in use, and all of them; none if the program is not there, says something else, or runs already:
    /// where the driver hangs, so does the program, and one is enough.
    pub fn read(&self) -> Option<(u64, u64)> {
        let _running = self.running.try_lock().ok()?;
        let mut command = Command::new(&self.program);
        command.arg("--query-gpu=memory.used,memory.total").arg("--format=csv,noheader,nounits");
        command.arg(format!("--id={}", self.address)).stdin(Stdio::null()).stderr(Stdio::null());
        let output = command.output().ok().filter(|output| output.status.success())?;
        parse(&String::from_utf8_lossy(&output.stdout))
    }
}

/// The bytes of a line in MiB.
fn parse(text: &str) -> Option<(u64, u64)> {
    let mib = |number: &str| number.trim().parse::<u64>().ok().and_then(|mib| mib.checked_mul(1 << 20));
    let (used, total) = text.lines().next()?.split_once(',')?;
    Some((mib(used)?, mib(total)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_in_mib() {
        assert_eq!(parse("1024, 143771\n"), Some((1 << 30, 143_771 << 20)));
        assert_eq!(parse("[N/A], [N/A]\n"), None);
        assert_eq!(parse(""), None);
        assert_eq!(Meter::new(Path::new("/nowhere"), "0000:01:00.0").read(), None);
    }

    #[test]
    fn the_program_runs_once_at_a_time() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("usr/bin/nvidia-smi");
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        // By another program: one that this process writes may not be started while another thread forks.
        let script = "printf '#!/bin/sh\\necho 1, 2\\n' > \"$0\"; chmod 755 \"$0\"";
        assert!(Command::new("sh").args(["-c", script]).arg(&program).status().unwrap().success());
        let meter = Meter::new(root.path(), "0000:01:00.0");
        let same = meter.clone();
        assert_eq!(same.read(), Some((1 << 20, 2 << 20)));
        let running = meter.running.lock().unwrap();
        assert_eq!(same.read(), None);
        drop(running);
        assert!(same.read().is_some());
    }
}
