//! Processes on several hosts that train together, started by a launcher: over MPI on the built-in devices,
//! over the plugin's own transport on others.

use std::sync::Arc;
use std::time::Duration;

use mpi::{Launcher, World};

use super::failure::Failure;
use crate::devices::Process;
use crate::key_value_store::TcpStore;

/// The time that process 0 gets to save weights after a failure, before another process ends all of them.
const GRACE: Duration = Duration::from_secs(5);
/// The time that the launcher gets to print what process 0 wrote: when a job ends, MPICH's may drop it.
const FORWARDING: Duration = Duration::from_millis(300);

/// This process among those of a training.
#[derive(Clone, Debug)]
pub enum Hosts {
    /// There is no other process.
    Alone,
    /// The built-in devices: MPI has started the processes.
    Mpi(&'static World),
    /// A plugin's devices: any launcher has started the processes.
    Plugin(Process),
}

impl Hosts {
    /// The number of this process, from 0.
    pub fn rank(&self) -> usize {
        match self {
            Self::Alone => 0,
            Self::Mpi(world) => world.rank(),
            Self::Plugin(process) => process.id,
        }
    }

    /// The number of processes.
    pub fn count(&self) -> usize {
        match self {
            Self::Alone => 1,
            Self::Mpi(world) => world.size(),
            Self::Plugin(process) => process.count,
        }
    }
}

/// Joins the other processes if the launcher has started several, or `asked` for more than one, over MPI.
///
/// # Errors
/// There are not as many processes as asked for, or MPI cannot be used.
pub fn join(asked: Option<u32>) -> Result<Hosts, Failure> {
    if !has_several(asked, launcher()?.as_ref()) {
        return Ok(Hosts::Alone);
    }
    let world = World::join().map_err(|error| {
        Failure::new(error).hint("`--hosts 1` trains in this process alone; docs/hosts.md says how to start several")
    })?;
    check_count(asked, world.size())?;
    Ok(if world.size() > 1 { Hosts::Mpi(world) } else { Hosts::Alone })
}

/// As [`join`], for the devices of a plugin: process 0 keeps a store at the address of `--coordinator`.
///
/// # Errors
/// There are not as many processes as asked for; the address is missing, or is not process 0's.
pub fn join_by_coordinator(asked: Option<u32>, coordinator: Option<&str>) -> Result<Hosts, Failure> {
    let launcher = launcher()?;
    if !has_several(asked, launcher.as_ref()) {
        return Ok(Hosts::Alone);
    }
    let (rank, size) = launcher.as_ref().map_or((0, Some(1)), |launcher| (launcher.rank, launcher.size));
    // A Kubernetes Job does not say how many there are.
    let count = size
        .or(asked.map(|n| n as usize))
        .ok_or_else(|| Failure::usage("the launcher does not say how many processes there are").hint("--hosts N"))?;
    check_count(asked, count)?;
    if rank >= count {
        return Err(Failure::usage(format!("this is process {rank}, counted from 0, but --hosts {count}")));
    }
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let of_environment = || Some(format!("{}:{}", variable("MASTER_ADDR")?, variable("MASTER_PORT")?));
    let address = coordinator.map(str::to_string).or_else(of_environment).ok_or_else(|| {
        Failure::usage("the processes need an address of process 0 to find each other")
            .hint("--coordinator HOST:PORT, or MASTER_ADDR and MASTER_PORT")
    })?;
    let store = if rank == 0 { TcpStore::serve(&address)? } else { TcpStore::at(&address) };
    Ok(Hosts::Plugin(Process { id: rank, count, store: Arc::new(store) }))
}

/// Refuses several processes on devices that are of one.
///
/// # Errors
/// There are several.
pub fn refuse(asked: Option<u32>, devices: &str) -> Result<Hosts, Failure> {
    match has_several(asked, launcher()?.as_ref()) {
        false => Ok(Hosts::Alone),
        true => Err(Failure::usage(format!("several processes cannot train together on {devices}"))
            .hint("start one process, or `--hosts 1` for trainings that are independent")),
    }
}

/// Leaves the other processes after `outcome`: orderly after success, else all of them end, as the others
/// would wait for this one.
///
/// # Errors
/// That of `outcome`, or MPI cannot be ended.
pub fn leave(hosts: &Hosts, outcome: Result<(), Failure>) -> Result<(), Failure> {
    let failure = match (outcome, hosts) {
        (outcome, Hosts::Alone) => return outcome,
        (Ok(()), Hosts::Mpi(world)) => return world.finalize().map_err(Failure::new),
        (Ok(()), Hosts::Plugin(_)) => return Ok(()),
        (Err(failure), _) => failure.about(format!("process {} of {}", hosts.rank(), hosts.count())),
    };
    failure.report();
    std::thread::sleep(if hosts.rank() > 0 { GRACE } else { FORWARDING });
    if let Hosts::Mpi(world) = hosts {
        world.abort(i32::from(failure.code()));
    }
    Err(Failure::reported(failure.code()))
}

fn launcher() -> Result<Option<Launcher>, Failure> {
    Launcher::of_this_process().map_err(Failure::new)
}

fn has_several(asked: Option<u32>, launcher: Option<&Launcher>) -> bool {
    asked.map_or_else(|| launcher.is_some_and(Launcher::has_several), |asked| asked > 1)
}

fn check_count(asked: Option<u32>, started: usize) -> Result<(), Failure> {
    match asked.filter(|asked| *asked as usize != started) {
        None => Ok(()),
        Some(asked) => {
            let message = format!("--hosts {asked}, but {started} process(es) were started");
            Err(Failure::usage(message).hint(format!("mpiexec -n {asked} labora ...")))
        }
    }
}
