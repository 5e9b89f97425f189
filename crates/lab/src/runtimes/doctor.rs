//! What the machine has for sandboxes, and what is lost without.

use std::path::Path;

use super::sandbox::Sandbox;
use crate::error::Result;

/// The device of the first GPU of NVIDIA.
const GPU: &str = "/dev/nvidia0";

/// A report for people: a line for each thing, with what is lost where it is absent. The second value is true
/// if notebooks can run in sandboxes. With `has_worker` the program that serves a TPU is there.
pub fn report(sandbox: &Result<Sandbox>, has_worker: bool) -> (String, bool) {
    let mut lines = Vec::new();
    let mut line = |is_there: bool, what: &str, lost: &str| lines.push(line(is_there, what, lost));
    match sandbox {
        Ok(sandbox) => {
            line(true, "namespaces, an overlay, capabilities dropped, a filter of system calls", "");
            let limited = sandbox.limited();
            let groups = "no control group can be made";
            for (name, what, instead) in [
                ("memory", "a limit of memory", "it is set for each process, not for all together (RLIMIT_DATA)"),
                ("pids", "a limit of processes by a control group", "RLIMIT_NPROC limits them, except for root"),
                ("shares", "equal shares of the processors", "who starts more processes has more of their time"),
            ] {
                line(limited.contains(&name), what, &format!("{groups}; {instead}"));
            }
            line(
                !nix::unistd::getuid().is_root(),
                "a server of an ordinary user",
                "as root, a fault of the kernel in a sandbox concerns the whole machine: start it as another user",
            );
        }
        Err(error) => {
            line(false, "sandboxes", error.message());
            line(false, "notebooks and terminals", "they are refused without --no-sandbox");
        }
    }
    let how = "no notebook has a TPU: `cargo build --release -p labora-worker` makes labora-worker, which has to be \
               beside labora-lab";
    line(has_worker, "a TPU of eight software cores for notebooks", how);
    let card =
        if Path::new(GPU).exists() { "there is one, which private machines do not see" } else { "there is none" };
    let how = "--kubernetes with --gpu RESOURCE gives notebooks one of a cluster";
    line(false, "a GPU for notebooks on this host", &format!("{card}; {how}"));
    (lines.join("\n"), sandbox.is_ok())
}

/// A line of a report: what is there, or not, and what is lost then.
pub(super) fn line(is_there: bool, what: &str, lost: &str) -> String {
    let mark = if is_there { "yes" } else { "no " };
    if is_there || lost.is_empty() { format!("{mark}  {what}") } else { format!("{mark}  {what}: {lost}") }
}
