//! Processes on several hosts that train together, started by MPI's launcher.

use std::time::Duration;

use mpi::{Launcher, World};

use super::failure::Failure;

/// The time that process 0 gets to save weights after a failure, before another process ends all of them.
const GRACE: Duration = Duration::from_secs(5);

/// Joins the other processes if the launcher has started several, or `asked` for more than one. Returns none
/// if this process is alone.
///
/// # Errors
/// There are not as many processes as asked for, or MPI cannot be used.
pub fn join(asked: Option<u32>) -> Result<Option<&'static World>, Failure> {
    let launcher = Launcher::of_this_process().map_err(Failure::new)?;
    let is_alone = asked == Some(1) || asked.is_none() && !launcher.is_some_and(|l| l.has_several());
    if is_alone {
        return Ok(None);
    }
    let world = World::join().map_err(|error| {
        Failure::new(error).hint("`--hosts 1` trains in this process alone; docs/hosts.md says how to start several")
    })?;
    match asked {
        Some(asked) if asked as usize != world.size() => {
            let started = world.size();
            let message = format!("--hosts {asked}, but {started} process(es) were started");
            Err(Failure::usage(message).hint(format!("mpiexec -n {asked} labora ...")))
        }
        _ => Ok((world.size() > 1).then_some(world)),
    }
}

/// Ends MPI after `outcome`: orderly after success, else for all processes at once, as the others would wait
/// for this one.
///
/// # Errors
/// That of `outcome`, or MPI cannot be ended.
pub fn leave(world: &World, outcome: Result<(), Failure>) -> Result<(), Failure> {
    let failure = match outcome {
        Ok(()) => return world.finalize().map_err(Failure::new),
        Err(failure) => failure.about(format!("process {} of {}", world.rank(), world.size())),
    };
    failure.report();
    if world.rank() > 0 {
        std::thread::sleep(GRACE);
    }
    world.abort(i32::from(failure.code()));
    Err(Failure::reported(failure.code()))
}
