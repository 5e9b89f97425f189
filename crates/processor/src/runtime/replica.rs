//! The execution of a program by its replicas, each on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{Builder, ScopedJoinHandle};

use super::all_reduce::AllReduceTask;
use super::batch_loop;
use super::bound_steps::{BoundWhile, StepRunner, selected_branch};
use super::context::RunContext;
use super::exchange;
use super::executor::{Executor, in_step};
use super::hosts::HostsTask;
use super::once::OnceTask;
use super::profile::StepEvent;
use super::rendezvous::{Action, Rendezvous, RendezvousKey};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::ValueId;
use crate::memory::{Access, AddressTable, AlignedBytes, PrepackMemory, RunMemory};
use crate::plan::step::{BatchLoop, Step, StepKind};
use crate::threads::cores::Permit;

/// Runs the program on each replica's memory. Returns the steps that ran if the run is profiled.
///
/// # Errors
/// The error that the run failed with. If several replicas failed, it is the one that the others failed
/// because of.
pub(crate) fn run_replicas<'m>(context: &'m RunContext<'m>, memory: &'m mut RunMemory<'_>) -> Result<Vec<StepEvent>> {
    let tables = match <[AddressTable<'_>; 1]>::try_from(memory.address_tables()) {
        Ok([only]) => return run_replica(context, &Rendezvous::new(1), 0, only),
        Err(tables) => tables,
    };
    let rendezvous = Rendezvous::new(tables.len());
    let run = &|(replica, addresses)| run_replica(context, &rendezvous, replica, addresses);
    let outcomes: Vec<Result<Vec<StepEvent>>> = std::thread::scope(|scope| {
        let start = |(replica, addresses)| {
            let started = Builder::new().spawn_scoped(scope, move || run((replica, addresses)));
            // The others must not wait for it.
            started.map_err(|e| {
                let error = Error::new(ErrorKind::OutOfMemory, format!("no thread for replica {replica}: {e}"));
                rendezvous.end(replica, Some(&error));
                error
            })
        };
        let handles: Vec<_> = tables.into_iter().enumerate().map(start).collect();
        let join =
            |handle: ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| Err(Error::from_panic(panic)));
        handles.into_iter().map(|handle| handle.and_then(join)).collect()
    });
    let mut events = Vec::new();
    let mut failure: Option<Error> = None;
    for outcome in outcomes {
        match outcome {
            Ok(own) => events.extend(own),
            // Replicas that waited for one that failed have a collective error, which says less than the
            // cause.
            Err(e) if failure.as_ref().is_none_or(|first| is_collective(first) && !is_collective(&e)) => {
                failure = Some(e);
            }
            Err(_) => {}
        }
    }
    failure.map_or(Ok(events), Err)
}

fn is_collective(e: &Error) -> bool {
    e.kind() == ErrorKind::Collective
}

/// Runs prepack steps, which fill the cache of weights before replicas read it. Returns them if the run is
/// profiled.
///
/// # Errors
/// The first error of a step, or that one panicked.
pub(crate) fn run_prepack_steps<'s>(
    context: &RunContext<'_>,
    memory: &mut PrepackMemory<'_>,
    mut steps: impl Iterator<Item = &'s Step>,
) -> Result<Vec<StepEvent>> {
    let mut permit = context.cores.acquire(0)?;
    let mut executor = Executor::new(context, 0, memory.address_table());
    executor.thread = permit.number;
    executor.loop_scratch = permit.local.take();
    let outcome = catch_unwind(AssertUnwindSafe(|| steps.try_for_each(|step| executor.run_recorded(step))))
        .unwrap_or_else(|panic| Err(Error::from_panic(panic)));
    permit.local.put(executor.loop_scratch);
    context.cores.release(permit);
    outcome.map(|()| executor.recorder.into_events())
}

fn run_replica<'m>(
    context: &'m RunContext<'m>,
    rendezvous: &Rendezvous<'m>,
    replica: usize,
    addresses: AddressTable<'m>,
) -> Result<Vec<StepEvent>> {
    let executor = Executor::new(context, replica, addresses);
    let mut runner = ReplicaRunner { context, rendezvous, replica, executor, permit: None };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        runner.acquire_permit()?;
        runner.attach_scratch();
        runner.run_steps(context.steps)
    }))
    .unwrap_or_else(|panic| Err(Error::from_panic(panic)));
    runner.release_permit();
    rendezvous.end(replica, outcome.as_ref().err());
    let events = runner.executor.recorder.into_events();
    outcome.map(|()| events)
}

/// A replica that executes the program.
struct ReplicaRunner<'r, 'm> {
    context: &'m RunContext<'m>,
    rendezvous: &'r Rendezvous<'m>,
    replica: usize,
    executor: Executor<'m>,
    /// None while the replica waits for others. Its scratch arena is attached to the executor's addresses.
    permit: Option<Permit>,
}

impl<'m> ReplicaRunner<'_, 'm> {
    fn acquire_permit(&mut self) -> Result<()> {
        let mut permit = self.context.cores.acquire(self.context.scratch_bytes)?;
        self.executor.thread = permit.number;
        self.executor.loop_scratch = permit.local.take();
        // A single replica runs on the caller's thread, which is not ours to move.
        if self.rendezvous.all().len() > 1 {
            self.context.cores.migrate_thread(permit.number);
        }
        self.permit = Some(permit);
        Ok(())
    }

    fn release_permit(&mut self) {
        let Some(mut permit) = self.permit.take() else { return };
        permit.arena = self.executor.addresses.detach_scratch().or(permit.arena);
        permit.local.put(self.executor.loop_scratch.take());
        self.context.cores.release(permit);
    }

    /// Goes on with the replica's memory, and the scratch arena of the permit.
    fn resume(&mut self, addresses: AddressTable<'m>) {
        self.executor.addresses = addresses;
        self.attach_scratch();
    }

    /// Attaches the scratch arena of the permit.
    fn attach_scratch(&mut self) {
        if let Some(arena) = self.permit.as_mut().and_then(|permit| permit.arena.take()) {
            self.executor.addresses.attach_scratch(arena);
        }
    }

    /// Releases the permit and hands over the replica's memory, in order to wait.
    fn suspend(&mut self) -> AddressTable<'m> {
        self.release_permit();
        std::mem::replace(&mut self.executor.addresses, AddressTable::vacant())
    }

    fn run_steps(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.executor.recorder.begin();
            self.run_step(step).map_err(|e| in_step(e, step))?;
            self.executor.recorder.end(step, self.executor.thread, &self.executor.team);
        }
        Ok(())
    }

    fn run_step(&mut self, step: &Step) -> Result<()> {
        match &step.kind {
            StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy => self.executor.run_leaf(step),
            StepKind::While { condition, predicate, body } => self.run_while(step, (condition, *predicate, body)),
            StepKind::BatchLoop(batch_loop) => self.run_batch_loop(step, batch_loop),
            StepKind::Branch { branches } => {
                let index = self.executor.addresses.access(&step.reads, &[], None)?.reads[0];
                let branch = selected_branch(index, branches.len());
                self.run_steps(&branches[branch])
            }
            StepKind::AllReduce(spec) => {
                let reduce = |tables| Ok(Action::Reduce(Arc::new(AllReduceTask::new(spec, step, tables)?)));
                if self.context.hosts.is_none() {
                    return self.meet(step, spec.group_of(self.replica), reduce);
                }
                // The replicas of this process, then the processes.
                let rendezvous = self.rendezvous;
                self.meet(step, (0, rendezvous.all()), reduce)?;
                let exchange = |tables| Ok(Action::Hosts(Arc::new(HostsTask::new(spec, step, tables)?)));
                self.meet(step, (0, rendezvous.all()), exchange)
            }
            StepKind::Exchange(spec) => {
                let group = spec.group_of(self.replica);
                self.meet(step, group, |tables| Ok(Action::Once(Arc::new(OnceTask::new(tables)))))
            }
            StepKind::OncePerRun(_) => {
                let rendezvous = self.rendezvous;
                self.meet(step, (0, rendezvous.all()), |tables| Ok(Action::Once(Arc::new(OnceTask::new(tables)))))
            }
            StepKind::HostCall(call) => self.call_outside(step, |reads, writes| call.run(reads, writes)),
            StepKind::ManualCall(call) => {
                let RunContext { manual, cores, .. } = *self.context;
                self.call_outside(step, |reads, writes| manual.run(call.program, cores, reads, writes))
            }
            StepKind::ReplicaId => {
                let replica = (self.context.first_replica + self.replica) as u32;
                let mut access = self.executor.addresses.access(&[], &step.writes, None)?;
                access.writes[0].copy_from_slice(&replica.to_ne_bytes());
                Ok(())
            }
        }
    }

    /// Runs a `while` loop. After its first iteration, its steps are bound to their addresses.
    fn run_while(&mut self, step: &Step, (condition, predicate, body): (&[Step], ValueId, &[Step])) -> Result<()> {
        // A step that suspends this thread hands its addresses over.
        let keeps_addresses = !step.synchronizes();
        loop {
            self.run_steps(condition)?;
            let holds = self.executor.addresses.access(&[predicate], &[], None)?.reads[0][0] != 0;
            if !holds {
                return Ok(());
            }
            self.run_steps(body)?;
            if keeps_addresses {
                break;
            }
        }
        let Executor { isa, addresses, .. } = &mut self.executor;
        BoundWhile::new(*isa, addresses, (condition, predicate, body))?.run(self)
    }

    /// Waits for the others of a group at a step, and works with them on what it is that `create` returns.
    fn meet(
        &mut self,
        step: &Step,
        (group, members): (usize, &[usize]),
        create: impl FnOnce(Vec<AddressTable<'m>>) -> Result<Action<'m>>,
    ) -> Result<()> {
        let addresses = self.suspend();
        let key = RendezvousKey { step: step.id, name: &step.name, group, members };
        let addresses = match self.rendezvous.join(self.replica, key, addresses, create)? {
            Action::Reduce(task) => {
                self.acquire_permit()?;
                self.executor.recorder.begin();
                task.work(self.context.isa);
                task.reclaim(members.iter().filter(|member| **member < self.replica).count())
            }
            Action::Hosts(task) => {
                self.acquire_permit()?;
                if let Some(hosts) = self.context.hosts {
                    task.work(self.context.isa, hosts)?;
                }
                task.reclaim(members.iter().filter(|member| **member < self.replica).count())
            }
            Action::Once(task) => {
                if task.try_lead() {
                    self.acquire_permit()?;
                    match &step.kind {
                        StepKind::Exchange(spec) => {
                            self.executor.recorder.begin();
                            task.lead(|tables| exchange::run(spec, step, members, tables))?;
                        }
                        _ => task.lead(|tables| {
                            let addresses = AddressTable::for_all_replicas(tables)?;
                            self.executor.with_addresses(addresses, |e| run_once(step, e))
                        })?,
                    }
                } else {
                    // Others wait without a permit, so that the leader has helpers.
                    task.wait()?;
                    self.acquire_permit()?;
                }
                task.reclaim(members.iter().filter(|member| **member < self.replica).count())
            }
        };
        self.resume(addresses);
        Ok(())
    }

    /// Calls the host, or a manual computation, without a permit, so that it can run programs on these cores.
    fn call_outside(&mut self, step: &Step, call: impl FnOnce(&[&[u8]], Vec<&mut [u8]>) -> Result<()>) -> Result<()> {
        let mut addresses = self.suspend();
        let access = addresses.access(&step.reads, &step.writes, None);
        access.and_then(|Access { reads, writes }| call(&reads, writes.into_vec()))?;
        self.acquire_permit()?;
        self.resume(addresses);
        Ok(())
    }

    /// Runs all blocks of a batch loop, its partitions on as many threads as are idle.
    fn run_batch_loop(&mut self, step: &Step, batch_loop: &BatchLoop) -> Result<()> {
        let RunContext { isa, cores, partition_bytes: bytes, .. } = *self.context;
        let Some(permit) = &mut self.permit else {
            return Err(Error::new(ErrorKind::Internal, "a batch loop needs a permit"));
        };
        let arenas = &mut permit.partitions;
        arenas.retain(|arena| arena.len() >= bytes);
        while arenas.len() < batch_loop.partitions {
            arenas.push(AlignedBytes::try_zeroed(bytes)?);
        }
        let arenas = &mut arenas[..batch_loop.partitions];
        batch_loop::run(&mut self.executor, (isa, cores), arenas, (step, batch_loop))
    }
}

impl<'m> StepRunner<'m> for ReplicaRunner<'_, 'm> {
    fn executor(&mut self) -> &mut Executor<'m> {
        &mut self.executor
    }

    fn run_unbound(&mut self, step: &Step) -> Result<()> {
        self.run_step(step)
    }
}

/// Runs the steps inside one, all of them leaf steps.
fn run_once(step: &Step, executor: &mut Executor<'_>) -> Result<()> {
    step.blocks_of_steps().into_iter().flatten().try_for_each(|inner| executor.run_recorded(inner))
}
