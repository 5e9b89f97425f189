//! The rights that the first process gives up before the program starts.

use std::collections::BTreeMap;
use std::fs;

use nix::sys::prctl::{set_dumpable, set_no_new_privs};
use nix::sys::resource::{Resource, setrlimit};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, remove_capability_from_bounding_set,
    set_capabilities_secure_bits,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

use super::description::Description;

/// The capability with the highest number that Linux may have.
const LAST_CAPABILITY: u32 = 63;

/// System calls that no notebook needs, and in which the kernel has had many faults: modules, mounts, keys,
/// tracing of the kernel, asynchronous rings, other namespaces.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pivot_root,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// System calls whose argument of this position is a file's mode. A program of root in its namespace must
/// leave no file in the drive that runs with its owner's rights on the host.
const MODES: &[(libc::c_long, u8)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (libc::SYS_mknodat, 2),
    (libc::SYS_openat, 3),
    (FCHMODAT2, 2),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, 1),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 2),
];
/// fchmodat2(2), which has one number on all architectures.
const FCHMODAT2: libc::c_long = 452;
/// Set-user-ID and set-group-ID.
const SPECIAL_MODES: [u64; 2] = [0o4000, 0o2000];
/// Sockets to the hypervisor, to the kernel's cryptography, and of raw packets.
const REFUSED_FAMILIES: [libc::c_int; 3] = [libc::AF_VSOCK, libc::AF_ALG, libc::AF_PACKET];

/// From here on numbers of system calls are those of x32, a second way to each call of x86-64, which the
/// lists above do not name. No other architecture has calls there.
const FOREIGN_CALLS: u32 = 0x4000_0000;

/// Gives up all rights, and sets the limits of a process.
///
/// # Errors
/// The system refuses; then nothing may be started.
pub fn give_up(machine: &Description) -> Result<(), String> {
    limit(machine)?;
    // Below this namespace there shall be no other, in which programs had all capabilities.
    let file = "/proc/sys/user/max_user_namespaces";
    fs::write(file, "0").map_err(|e| format!("{file}: {e}"))?;
    super::files::protect_proc()?;
    set_dumpable(false).map_err(|e| format!("memory of the first process: {e}"))?;
    drop_capabilities().map_err(|e| format!("capabilities: {e}"))?;
    set_no_new_privs().map_err(|e| format!("no_new_privs: {e}"))?;
    for program in filters().map_err(|e| format!("the filter of system calls: {e}"))? {
        seccompiler::apply_filter(&program).map_err(|e| format!("the filter of system calls: {e}"))?;
    }
    Ok(())
}

fn limit(machine: &Description) -> Result<(), String> {
    let limits = machine.limits;
    let mut all = vec![(Resource::RLIMIT_CORE, 0), (Resource::RLIMIT_NPROC, limits.processes)];
    if !machine.has_memory_limit {
        // A limit of each process, where none of all together can be set.
        all.push((Resource::RLIMIT_DATA, limits.memory));
    }
    all.into_iter().try_for_each(|(resource, value)| {
        setrlimit(resource, value, value).map_err(|e| format!("the limit {resource:?} = {value}: {e}"))
    })
}

fn drop_capabilities() -> rustix::io::Result<()> {
    use CapabilitiesSecureBits as Bits;
    for number in 0..=LAST_CAPABILITY {
        match remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << number)) {
            // The kernel has fewer.
            Err(rustix::io::Errno::INVAL) => break,
            done => done?,
        }
    }
    set_capabilities_secure_bits(
        Bits::NO_ROOT
            | Bits::NO_ROOT_LOCKED
            | Bits::NO_SETUID_FIXUP
            | Bits::NO_SETUID_FIXUP_LOCKED
            | Bits::NO_CAP_AMBIENT_RAISE
            | Bits::NO_CAP_AMBIENT_RAISE_LOCKED,
    )?;
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    rustix::thread::set_capabilities(None, sets)
}

/// Three filters, since each has one answer: calls that are forbidden, one that programs do without, and
/// calls of another table of numbers.
fn filters() -> Result<[BpfProgram; 3], seccompiler::BackendError> {
    let mut forbidden: BTreeMap<i64, Vec<SeccompRule>> = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    for (call, argument) in MODES {
        let rules = SPECIAL_MODES.iter().map(|mode| {
            let has_mode = SeccompCmpOp::MaskedEq(*mode);
            SeccompRule::new(vec![SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, has_mode, *mode)?])
        });
        forbidden.insert(*call, rules.collect::<Result<_, _>>()?);
    }
    let families = REFUSED_FAMILIES.iter().map(|family| {
        let family = u64::from(family.unsigned_abs());
        SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, family)?])
    });
    forbidden.insert(libc::SYS_socket, families.collect::<Result<_, _>>()?);
    // The mode of openat2 is behind a pointer, which a filter cannot read.
    let absent = BTreeMap::from([(libc::SYS_openat2, Vec::new())]);
    let filter = |calls, errno: i32| -> Result<BpfProgram, seccompiler::BackendError> {
        let answer = SeccompAction::Errno(errno.unsigned_abs());
        let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
        SeccompFilter::new(calls, SeccompAction::Allow, answer, architecture)?.try_into()
    };
    Ok([filter(forbidden, libc::EPERM)?, filter(absent, libc::ENOSYS)?, foreign_calls()])
}

/// Refuses calls from [`FOREIGN_CALLS`] on: filters of the library compare single numbers alone.
fn foreign_calls() -> BpfProgram {
    let instruction = |code: u32, jf: u8, k: u32| sock_filter { code: code as u16, jt: 0, jf, k };
    vec![
        // The first field of what a filter reads is the number.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, FOREIGN_CALLS),
        instruction(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs()),
        instruction(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
