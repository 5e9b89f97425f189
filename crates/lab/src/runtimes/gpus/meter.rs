//! How much of a GPU's memory is in use, as `nvidia-smi` says.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Reads the memory of a GPU.
#[derive(Clone, Debug)]
pub struct Meter {
    program: PathBuf,
    address: String,
}

impl Meter {
    /// The meter of the GPU with an address on the PCI bus.
    pub fn new(root: &Path, address: &str) -> Meter {
        let own = PathBuf::from("nvidia-smi");
        let program = if root == Path::new("/") { own } else { root.join("usr/bin").join(own) };
        Meter { program, address: address.into() }
    }

    /// Bytes in use, and all of them; none if the program is not there or says something else.
    pub fn read(&self) -> Option<(u64, u64)> {
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
}
