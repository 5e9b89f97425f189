//! The execution of batch loops: partitions on idle threads, then their partial reductions combined.

use std::sync::Mutex;

use super::executor::Executor;
use crate::elementwise::{combine, store_accumulator};
use crate::error::Result;
use crate::ir::BlockPosition;
use crate::ir::ValueId;
use crate::memory::{AddressTable, AlignedBytes, PartitionedAddresses};
use crate::plan::step::{BatchLoop, PartialReduction, Step};
use crate::sync::lock;
use crate::threads::cores::Cores;
use kernels::Isa;

/// Runs all blocks of a batch loop, its partitions on as many threads as are idle.
///
/// # Errors
/// The first error of a step, or that one panicked.
pub(crate) fn run(
    executor: &mut Executor<'_>,
    (isa, cores): (Isa, &Cores),
    arenas: &mut [AlignedBytes],
    (step, batch_loop): (&Step, &BatchLoop),
) -> Result<()> {
    let mut addresses = std::mem::replace(&mut executor.addresses, AddressTable::vacant());
    let outcome = run_with(executor, &mut addresses, (isa, cores), arenas, (step, batch_loop));
    executor.addresses = addresses;
    outcome
}

fn run_with(
    executor: &mut Executor<'_>,
    addresses: &mut AddressTable<'_>,
    (isa, cores): (Isa, &Cores),
    arenas: &mut [AlignedBytes],
    (step, batch_loop): (&Step, &BatchLoop),
) -> Result<()> {
    let is_total = |id: &ValueId| batch_loop.partial_reductions.iter().any(|r| r.total == *id);
    let tiled = step.writes.iter().copied().filter(|id| !is_total(id));
    let mut partitioned = addresses.partition(arenas, batch_loop.blocks, tiled)?;
    let recorders = Mutex::new(Vec::new());
    let template = executor.fork(executor.thread, AddressTable::vacant());
    executor.with_addresses(AddressTable::vacant(), |own| {
        let work = || run_partitions(batch_loop, &partitioned, own);
        cores.fork_join(batch_loop.partitions, work, |permit| {
            let mut helper = template.fork(permit.number, AddressTable::vacant());
            helper.loop_scratch = permit.local.take();
            let outcome = run_partitions(batch_loop, &partitioned, &mut helper);
            permit.local.put(helper.loop_scratch);
            lock(&recorders).push(helper.recorder);
            outcome
        })
    })?;
    lock(&recorders).drain(..).for_each(|recorder| executor.recorder.join(recorder));
    batch_loop.partial_reductions.iter().try_for_each(|r| combine_partials(isa, r, &mut partitioned))
}

/// Runs partition after partition until all are claimed.
fn run_partitions<'p>(
    batch_loop: &BatchLoop,
    partitioned: &'p PartitionedAddresses<'_, '_>,
    executor: &mut Executor<'p>,
) -> Result<()> {
    while let Some((addresses, blocks)) = partitioned.claim() {
        executor.addresses = addresses;
        for block in blocks.clone() {
            executor.addresses.enter_block(block);
            executor.position = BlockPosition { first: block == blocks.start, last: block + 1 == blocks.end };
            for step in &batch_loop.body {
                executor.run_recorded(step)?;
            }
        }
    }
    Ok(())
}

/// Combines the results of the partitions in their order.
fn combine_partials(
    isa: Isa,
    reduction: &PartialReduction,
    partitioned: &mut PartitionedAddresses<'_, '_>,
) -> Result<()> {
    let (partials, total) = partitioned.partial_results(reduction.partial, reduction.total)?;
    let (mut sum, mut previous) = (AlignedBytes::copied(partials[0]), AlignedBytes::zeroed(partials[0].len()));
    for partial in &partials[1..] {
        std::mem::swap(&mut sum, &mut previous);
        combine(isa, reduction.kind, reduction.reg_type, previous.as_slice(), partial, sum.as_mut_slice());
    }
    store_accumulator(isa, reduction.element, sum.as_slice(), total);
    Ok(())
}
