//! The file system of a machine: a root in memory with what is visible of the host.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{chdir, pivot_root, sethostname};

use super::description::{Access, Description, HOME, Mount};

/// Devices that programs may use.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];
/// Links of `/dev`.
const DEVICE_LINKS: [(&str, &str); 5] = [
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
    ("ptmx", "pts/ptmx"),
];
/// Parts of `/proc` that would change the host.
const READ_ONLY_PROC: [&str; 6] = ["acpi", "bus", "fs", "irq", "sys", "sysrq-trigger"];
/// Parts of `/proc` that tell of the host's memory, keys and programs.
const HIDDEN_PROC: [&str; 6] = ["kcore", "keys", "kmsg", "kpageflags", "sched_debug", "timer_list"];
/// The users, as programs ask for them.
const USERS: &str = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n";
const GROUPS: &str = "root:x:0:\nnogroup:x:65534:\n";
const HOSTS: &str = "127.0.0.1 localhost runtime\n::1 localhost\n";

type Done<T = ()> = Result<T, String>;

/// Builds the root and moves into it.
pub fn build(machine: &Description) -> Done {
    let root = &machine.root;
    // Mounts are this machine's own.
    attach(None, Path::new("/"), None, MsFlags::MS_REC | MsFlags::MS_SLAVE, None)?;
    let options = format!("mode=0755,size={},nr_inodes={}", machine.limits.disk, machine.limits.disk / 4096 + 4096);
    let own = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    attach(Some("tmpfs"), root, Some("tmpfs"), own, Some(&options))?;
    for folder in ["tmp", "var/tmp", "run", "etc", "dev/shm", "dev/pts", "proc", ".layers", HOME.trim_matches('/')] {
        fs::create_dir_all(root.join(folder)).map_err(|e| format!("/{folder}: {e}"))?;
    }
    devices(root, machine.limits.disk)?;
    for (number, file) in machine.files.iter().enumerate() {
        show(root, file, number)?;
    }
    for (name, text) in [("passwd", USERS), ("group", GROUPS), ("hosts", HOSTS), ("hostname", "runtime\n")] {
        fs::write(root.join("etc").join(name), text).map_err(|e| format!("/etc/{name}: {e}"))?;
    }
    let quiet = own | MsFlags::MS_NOEXEC;
    attach(Some("proc"), &root.join("proc"), Some("proc"), quiet, None)?;
    sethostname("runtime").map_err(|e| format!("the name of the host: {e}"))?;
    chdir(root).map_err(|e| format!("{}: {e}", root.display()))?;
    // The old root is mounted over the new one, then taken away.
    pivot_root(".", ".").map_err(|e| format!("the root of the file system: {e}"))?;
    umount2(".", MntFlags::MNT_DETACH).map_err(|e| format!("the host's root: {e}"))?;
    chdir("/").map_err(|e| format!("/: {e}"))
}

/// Makes parts of `/proc` read-only, and hides others.
pub fn protect_proc() -> Done {
    let proc = Path::new("/proc");
    for name in READ_ONLY_PROC {
        let path = proc.join(name);
        if path.exists() {
            bind(&path, &path)?;
            read_only(&path, MsFlags::empty())?;
        }
    }
    for name in HIDDEN_PROC {
        let path = proc.join(name);
        if path.exists() {
            bind(Path::new("/dev/null"), &path)?;
        }
    }
    Ok(())
}

fn devices(root: &Path, size: u64) -> Done {
    let folder = root.join("dev");
    for name in DEVICES {
        let (host, device) = (Path::new("/dev").join(name), folder.join(name));
        File::create(&device).map_err(|e| format!("/dev/{name}: {e}"))?;
        bind(&host, &device)?;
        // The device works; its mode and owner, which are the host's, stay.
        read_only(&device, MsFlags::empty())?;
    }
    for (name, target) in DEVICE_LINKS {
        symlink(target, folder.join(name)).map_err(|e| format!("/dev/{name}: {e}"))?;
    }
    let quiet = MsFlags::MS_NOSUID | MsFlags::MS_NOEXEC;
    attach(Some("devpts"), &folder.join("pts"), Some("devpts"), quiet, Some("newinstance,ptmxmode=0666,mode=0620"))?;
    let options = format!("mode=1777,size={size}");
    attach(Some("tmpfs"), &folder.join("shm"), Some("tmpfs"), quiet | MsFlags::MS_NODEV, Some(&options))
}

/// Shows a folder or file of the host.
fn show(root: &Path, file: &Mount, number: usize) -> Done {
    let target = root.join(file.target.strip_prefix("/").unwrap_or(&file.target));
    let failed = |e: std::io::Error| format!("{}: {e}", file.target.display());
    let kind = fs::symlink_metadata(&file.source).map_err(|e| format!("{}: {e}", file.source.display()))?;
    fs::create_dir_all(target.parent().unwrap_or(root)).map_err(failed)?;
    if kind.is_symlink() {
        let link = fs::read_link(&file.source).map_err(failed)?;
        return symlink(link, &target).map_err(failed);
    }
    if kind.is_dir() {
        fs::create_dir_all(&target).map_err(failed)?;
    } else {
        File::create(&target).map_err(failed)?;
    }
    if file.access == Access::Layered {
        return layer(root, file, &target, number);
    }
    bind(&file.source, &target)?;
    let mut all = vec![target.clone()];
    all.extend(mounts_below(&target)?);
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    for path in all {
        match file.access {
            Access::Writable => change(&path, flags)?,
            // The device works; its mode and owner, which are the host's, stay.
            Access::Device => read_only(&path, MsFlags::MS_NOSUID | MsFlags::MS_NOEXEC)?,
            Access::ReadOnly | Access::Layered => read_only(&path, flags)?,
        }
    }
    Ok(())
}

/// Shows a folder with a layer above it that takes what is written.
fn layer(root: &Path, file: &Mount, target: &Path, number: usize) -> Done {
    let layers = root.join(".layers").join(number.to_string());
    let (upper, work) = (layers.join("upper"), layers.join("work"));
    for folder in [&upper, &work] {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    // Characters that separate options.
    let name = |path: &Path| path.display().to_string().replace('\\', "\\\\").replace(',', "\\,").replace(':', "\\:");
    let options =
        format!("lowerdir={},upperdir={},workdir={},userxattr", name(&file.source), name(&upper), name(&work));
    attach(Some("overlay"), target, Some("overlay"), MsFlags::MS_NOSUID | MsFlags::MS_NODEV, Some(&options))
}

fn bind(source: &Path, target: &Path) -> Done {
    let failed = |e| format!("{} at {}: {e}", source.display(), target.display());
    mount(Some(source), target, None::<&str>, MsFlags::MS_BIND | MsFlags::MS_REC, None::<&str>).map_err(failed)
}

fn read_only(path: &Path, flags: MsFlags) -> Done {
    change(path, flags | MsFlags::MS_RDONLY)
}

/// Adds flags to a mount. The flags that it has may not be taken away in a user namespace.
fn change(path: &Path, flags: MsFlags) -> Done {
    let now = statvfs(path).map_err(|e| format!("{}: {e}", path.display()))?.flags();
    let kept = [
        (FsFlags::ST_RDONLY, MsFlags::MS_RDONLY),
        (FsFlags::ST_NOSUID, MsFlags::MS_NOSUID),
        (FsFlags::ST_NODEV, MsFlags::MS_NODEV),
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ];
    let kept = kept.iter().filter(|(flag, _)| now.contains(*flag)).fold(MsFlags::empty(), |all, (_, flag)| all | *flag);
    attach(None, path, None, flags | kept | MsFlags::MS_BIND | MsFlags::MS_REMOUNT, None)
}

/// The mounts below a folder, as `/proc/self/mountinfo` has them.
fn mounts_below(folder: &Path) -> Done<Vec<PathBuf>> {
    let text = fs::read_to_string("/proc/self/mountinfo").map_err(|e| format!("/proc/self/mountinfo: {e}"))?;
    let paths = text.lines().filter_map(|line| line.split(' ').nth(4));
    let paths = paths.map(|path| PathBuf::from(path.replace("\\040", " ").replace("\\011", "\t")));
    Ok(paths.filter(|path| path != folder && path.starts_with(folder)).collect())
}

fn attach(source: Option<&str>, target: &Path, kind: Option<&str>, flags: MsFlags, options: Option<&str>) -> Done {
    mount(source, target, kind, flags, options)
        .map_err(|e| format!("{} at {}: {e}", kind.unwrap_or("a mount"), target.display()))
}
