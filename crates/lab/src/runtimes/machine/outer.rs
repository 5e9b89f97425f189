//! The outer helper, and how both wait.

use std::fs;
use std::io::IsTerminal;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};

use nix::errno::Errno;
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitStatus, wait};
use nix::unistd::{getgid, getuid, setgroups, setsid};
use tokio::signal::unix::{SignalKind, signal};

use super::description::{Description, INNER};
use super::loopback;
use super::outside::{self, Outside};
use crate::network::Network;

/// Joins the control groups, makes the namespaces, and starts the inner helper in them.
pub fn run(machine: &Description) -> Result<ExitCode, String> {
    // A terminal's shell has a session already. A kernel gets one, so that it has no terminal of the server.
    let _ = setsid();
    for group in &machine.cgroups {
        let file = group.join("cgroup.procs");
        fs::write(&file, std::process::id().to_string()).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let (user, group) = (getuid(), getgid());
    if user.is_root() {
        setgroups(&[]).map_err(|e| format!("supplementary groups: {e}"))?;
    }
    let failed = |e: Errno| format!("namespaces of the user's own: {e}; {}", why_no_namespaces());
    // A process with threads may not leave its user namespace.
    unshare(CloneFlags::CLONE_NEWUSER).map_err(failed)?;
    for (file, map) in
        [("setgroups", "deny".to_string()), ("uid_map", format!("0 {user} 1")), ("gid_map", format!("0 {group} 1"))]
    {
        fs::write(format!("/proc/self/{file}"), map).map_err(|e| format!("/proc/self/{file}: {e}"))?;
    }
    let _signals = ignore_interrupts()?;
    let mut outside = Outside::of_environment()?.start(machine)?;
    let mut namespaces =
        CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWUTS | CloneFlags::CLONE_NEWCGROUP;
    if machine.network != Network::Host {
        namespaces |= CloneFlags::CLONE_NEWNET;
    }
    unshare(namespaces).map_err(failed)?;
    if machine.network != Network::Host {
        loopback::up().map_err(|e| format!("the loopback interface: {e}"))?;
    }
    let proxy = outside::listener(machine)?;
    let description = serde_json::to_string(machine).map_err(|e| e.to_string())?;
    let is_kernel = !std::io::stdin().is_terminal();
    let mut command = Command::new("/proc/self/exe");
    command.arg0("labora-machine").arg(INNER).arg(description).env_remove(outside::VARIABLE);
    if is_kernel {
        command.stdin(Stdio::null());
        // The server keeps the other end: when it ends, however that may be, so does the machine.
        std::thread::spawn(|| {
            let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
            std::process::exit(1);
        });
    }
    // Only now, since threads are of the namespace in which their process began.
    unshare(CloneFlags::CLONE_NEWPID).map_err(|e| format!("a namespace of processes: {e}"))?;
    let child = command.spawn().map_err(|e| format!("the first process: {e}"))?;
    outside.tell(child.id(), proxy);
    let ended = wait_for(child.id());
    outside.end();
    ended
}

/// Interrupts are for the program, which is in the same group. Handlers, unlike ignored signals, are not
/// inherited by it.
pub fn ignore_interrupts() -> Result<impl Sized, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let failed = |e: std::io::Error| format!("signals: {e}");
    let runtime = runtime.map_err(failed)?;
    let entered = runtime.enter();
    let handlers = (signal(SignalKind::interrupt()).map_err(failed)?, signal(SignalKind::quit()).map_err(failed)?);
    drop(entered);
    Ok((runtime, handlers))
}

/// Starts the machine's program and waits for its end, as the first process that has to fetch the end of
/// every orphan.
pub fn run_to_end(machine: &Description) -> Result<ExitCode, String> {
    let (program, arguments) = machine.argv.split_first().ok_or("no program is named")?;
    // The outer helper is the parent: without it the machine ends.
    set_pdeathsig(Signal::SIGKILL).map_err(|e| format!("the signal at the parent's end: {e}"))?;
    if let Some((companion, arguments)) = machine.companion.as_deref().and_then(<[String]>::split_first) {
        // Interrupts of the program are none of it.
        let started = Command::new(companion).args(arguments).process_group(0).spawn();
        started.map_err(|e| format!("{companion}: {e}"))?;
    }
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&machine.folder);
    let child = command.spawn().map_err(|e| format!("{program}: {e}"))?;
    wait_for(child.id())
}

fn wait_for(child: u32) -> Result<ExitCode, String> {
    loop {
        let (ended, code) = match wait() {
            Ok(WaitStatus::Exited(pid, code)) => (pid, code),
            Ok(WaitStatus::Signaled(pid, signal, _)) => (pid, 128 + signal as i32),
            Ok(_) | Err(Errno::EINTR) => continue,
            Err(error) => return Err(format!("the end of the program: {error}")),
        };
        if u32::try_from(ended.as_raw()) == Ok(child) {
            return Ok(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)));
        }
    }
}

/// What may keep a user from making namespaces.
fn why_no_namespaces() -> &'static str {
    let read = |name: &str| fs::read_to_string(format!("/proc/sys/{name}")).unwrap_or_default();
    if read("kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
        return "sysctl kernel.apparmor_restrict_unprivileged_userns=0, or a profile of AppArmor, allows them";
    }
    if read("kernel/unprivileged_userns_clone").trim() == "0" {
        return "sysctl kernel.unprivileged_userns_clone=1 allows them";
    }
    if read("user/max_user_namespaces").trim() == "0" {
        return "sysctl user.max_user_namespaces allows them";
    }
    "in a container, its seccomp profile has to allow unshare and mount"
}
