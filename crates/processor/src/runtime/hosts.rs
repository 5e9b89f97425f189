//! All-reduces over several processes: once the replicas of each process are reduced, one thread of each
//! exchanges the result with the other processes.
//!
//! A process receives its block of the elements from all others, reduces it by [`Tree`] in the order of their
//! ranks, and all receive the reduced blocks: each process sends and receives `2 (n - 1) / n` times the
//! operands, which is the least for an all-reduce. The order is this module's, never the transport's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use stablehlo::ElementType;

use super::tree::{CHUNK_ELEMENTS, Tree};
use crate::elementwise::{ReduceKind, RegType};
use crate::error::{Error, ErrorKind, Result};
use crate::memory::{AddressTable, LentTables};
use crate::plan::all_reduce::AllReduceSpec;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};
use crate::sync::lock;
use crate::transport::Transport;
use kernels::Isa;

/// Up to so many bytes are sent to all at once, and reduced by all: one exchange takes less time than two.
const SMALL_BYTES: usize = 32 << 10;

/// The processes that run a program together, each a part of its replicas.
#[derive(Debug)]
pub(crate) struct Hosts {
    transport: Arc<dyn Transport>,
    /// What is sent and what is received, kept from run to run.
    staging: Mutex<[Vec<u8>; 2]>,
}

impl Hosts {
    /// The processes of a transport for a program.
    ///
    /// # Errors
    /// The replicas cannot be divided among the processes, or the program has callbacks, or collectives that
    /// are no all-reduces over all replicas.
    pub(crate) fn new(transport: Arc<dyn Transport>, program: &Program) -> Result<Self> {
        let (size, replicas) = (transport.size(), program.replicas);
        if size == 0 || !replicas.is_multiple_of(size) {
            return Err(Error::unsupported(format!("{replicas} replicas cannot be divided among {size} processes")));
        }
        if size > 1 {
            if !program.manual.is_empty() {
                return Err(Error::unsupported("a manual computation cannot run on several processes"));
            }
            check_steps(&program.steps, replicas)?;
        }
        Ok(Self { transport, staging: Mutex::default() })
    }

    /// The number of processes.
    pub(crate) fn size(&self) -> usize {
        self.transport.size()
    }

    /// The number of this process's first replica, of `replicas` in all.
    pub(crate) fn first_replica(&self, replicas: usize) -> usize {
        replicas / self.size() * self.transport.rank()
    }

    /// Reduces the values of all processes, into `values` of each.
    fn all_reduce(&self, isa: Isa, kind: ReduceKind, element: (RegType, ElementType), values: &mut [u8]) -> Result<()> {
        let (size, chunk_bytes) = (self.size(), CHUNK_ELEMENTS * element.1.bytes());
        let lost = |message: String| {
            Error::new(ErrorKind::Collective, format!("an all-reduce over {size} processes failed: {message}"))
        };
        let mut tree = Tree::new(isa, kind, size);
        let mut reduce = |out: &mut [u8], received: &[u8]| {
            let block = out.len();
            for (i, out) in out.chunks_mut(chunk_bytes).enumerate() {
                let (start, len) = (i * chunk_bytes, out.len());
                tree.reduce(element, size, out, |rank, raw| {
                    raw.copy_from_slice(&received[rank * block + start..][..len]);
                });
            }
        };
        let mut staging = lock(&self.staging);
        let [send, received] = &mut *staging;
        if values.len() * size <= SMALL_BYTES {
            received.resize(values.len() * size, 0);
            self.transport.all_gather(values, received).map_err(lost)?;
            reduce(values, received);
            return Ok(());
        }
        let elements = values.len() / element.1.bytes();
        let block = elements.div_ceil(size) * element.1.bytes();
        send.resize(block * size, 0);
        received.resize(block * size, 0);
        send[..values.len()].copy_from_slice(values);
        self.transport.all_to_all(send, received).map_err(lost)?;
        let own = &mut send[..block];
        reduce(own, received);
        self.transport.all_gather(own, received).map_err(lost)?;
        values.copy_from_slice(&received[..values.len()]);
        Ok(())
    }
}

/// Refuses collectives that the processes cannot run together.
fn check_steps(steps: &[Step], replicas: usize) -> Result<()> {
    for step in steps {
        let is_refused = match &step.kind {
            StepKind::Exchange(_) | StepKind::HostCall(_) => true,
            StepKind::AllReduce(spec) => !spec.spans_all_replicas(replicas),
            _ => false,
        };
        if is_refused {
            let name = &step.name;
            let message = format!(
                "{name}: programs of several processes can have all_reduce over all replicas only, and no callbacks"
            );
            return Err(Error::unsupported(message));
        }
        step.blocks_of_steps().into_iter().try_for_each(|block| check_steps(block, replicas))?;
    }
    Ok(())
}

/// The second half of an all-reduce, by all replicas of this process: one of them exchanges the results of
/// the first half with the other processes.
pub(crate) struct HostsTask<'m> {
    kind: ReduceKind,
    elements: Vec<(RegType, ElementType)>,
    /// The results, both read and written. A chunk is a whole result.
    memory: LentTables<'m>,
    is_led: AtomicBool,
}

impl<'m> HostsTask<'m> {
    /// The task of the replicas that `tables` belong to, in the order of their numbers.
    ///
    /// # Errors
    /// An internal error if results share memory that they must not share.
    pub(crate) fn new(spec: &AllReduceSpec, step: &Step, tables: Vec<AddressTable<'m>>) -> Result<Self> {
        let whole = vec![usize::MAX; step.writes.len()];
        let memory = LentTables::new(tables, &step.writes, &step.writes, &whole)?;
        Ok(Self { kind: spec.kind, elements: spec.elements.clone(), memory, is_led: AtomicBool::new(false) })
    }

    /// Exchanges the results if no other thread does so.
    ///
    /// # Errors
    /// A collective error: another process was lost.
    pub(crate) fn work(&self, isa: Isa, hosts: &Hosts) -> Result<()> {
        if self.is_led.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        // The other replicas wait until these are dropped.
        let mut results: Vec<_> = std::iter::from_fn(|| self.memory.claim()).collect();
        let mut values = Vec::new();
        let mut done: Vec<(RegType, ElementType)> = Vec::new();
        for element in &self.elements {
            if done.contains(element) {
                continue;
            }
            done.push(*element);
            values.clear();
            for result in results.iter().filter(|result| self.elements[result.operand()] == *element) {
                let start = values.len();
                values.resize(start + result.len(), 0);
                result.read(0, &mut values[start..]);
            }
            hosts.all_reduce(isa, self.kind, *element, &mut values)?;
            let mut rest = &values[..];
            for result in results.iter_mut().filter(|result| self.elements[result.operand()] == *element) {
                let (own, others) = rest.split_at(result.len());
                result.write(own);
                rest = others;
            }
        }
        Ok(())
    }

    /// Waits until the exchange is done, and gives a participant the table of its replica back.
    pub(crate) fn reclaim(&self, participant: usize) -> AddressTable<'m> {
        self.memory.reclaim(participant)
    }
}
