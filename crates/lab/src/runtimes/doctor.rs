//! What the machine has for sandboxes, and what is lost without.

use std::fs;
use std::os::linux::fs::MetadataExt;
use std::path::Path;

use super::gpus::Gpus;
use super::sandbox::Sandbox;
use crate::error::Result;

/// A report for people: a line for each thing, with what is lost where it is absent. The second value is true
/// if notebooks can run in sandboxes. With `has_worker` the program that serves a TPU is there.
pub fn report(sandbox: &Result<Sandbox>, drive: &Path, has_worker: bool) -> (String, bool) {
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
            let lost = "a program can fill the disk before --home ends its runtimes, half a minute after a warning; ext4 \
                        and XFS have them with the mount option prjquota";
            line(has_project_quotas(drive), "project quotas of the drive's file system (setquota -P sets them)", lost);
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
    (lines.join("\n"), sandbox.is_ok())
}

/// A line of the report on the image: what makes it, if it is not there.
pub fn report_image(maker: &Result<Option<String>>) -> String {
    match maker {
        Ok(None) => line(true, "the runtime image", ""),
        Ok(Some(python)) => line(true, &format!("{python}, with which the first start makes the runtime image"), ""),
        Err(error) => line(false, "the runtime image", error.message()),
    }
}

/// Two lines of the report on GPUs. With `has_plugin` the image has JAX's plugin for CUDA.
pub fn report_gpus(gpus: &Gpus, has_plugin: bool) -> String {
    let what = "a GPU for notebooks on this host";
    if let Some(why) = gpus.lacks() {
        return line(false, what, &why);
    }
    let how = "JAX and Keras compute on its processors; Labora's own list of packages has it, made anew with the GPU";
    let plugin = line(has_plugin, "JAX's plugin for CUDA in the image", how);
    format!("{}\n{plugin}", line(true, &format!("{what}: {}", gpus.describe()), ""))
}

/// A line of a report: what is there, or not, and what is lost then.
pub(super) fn line(is_there: bool, what: &str, lost: &str) -> String {
    let mark = if is_there { "yes" } else { "no " };
    if is_there || lost.is_empty() { format!("{mark}  {what}") } else { format!("{mark}  {what}: {lost}") }
}

/// True if the file system of a folder was mounted so that it has project quotas.
fn has_project_quotas(folder: &Path) -> bool {
    let (Ok(mounts), Ok(folder)) = (fs::read_to_string("/proc/self/mountinfo"), fs::metadata(folder)) else {
        return false;
    };
    let device = format!("{}:{}", rustix::fs::major(folder.st_dev()), rustix::fs::minor(folder.st_dev()));
    are_with_project_quotas(&mounts, &device)
}

/// The same of the text of `/proc/self/mountinfo` and the numbers of a device. The last part of a line has
/// the options of the file system.
fn are_with_project_quotas(mounts: &str, device: &str) -> bool {
    let of_device = mounts.lines().filter(|line| line.split(' ').nth(2) == Some(device));
    let mut options = of_device.flat_map(|line| line.rsplit(' ').next().unwrap_or_default().split(','));
    options.any(|option| matches!(option, "prjquota" | "pquota"))
}

#[cfg(test)]
mod tests {
    use super::are_with_project_quotas;

    #[test]
    fn project_quotas_are_an_option_of_the_file_system() {
        // In the form of proc_pid_mountinfo(5).
        let mounts = "22 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda1 rw,discard\n\
                      41 22 253:16 / /srv rw,noatime shared:9 - xfs /dev/vdb rw,attr2,inode64,prjquota\n\
                      42 22 253:32 / /home rw,prjquota - ext4 /dev/vdc rw,quota,usrquota\n";
        let has = |device: &str| are_with_project_quotas(mounts, device);
        assert_eq!([has("253:0"), has("253:16"), has("253:32"), has("253:1")], [false, true, false, false]);
    }
}
