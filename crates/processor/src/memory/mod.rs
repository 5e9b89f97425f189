//! Memory: aligned blocks, the buffers that go in and out of a run, and the addresses of the values of a run.
//!
//! Besides `elementwise`, this is the only folder of the crate with `unsafe` code: everything else sees
//! slices. Its types are sound on their own. Which thread may read and write what follows from who owns or
//! borrows a table of addresses, and not from the caller's care:
//!
//! * [`RunMemory::address_tables`] borrows the memory of a run exclusively and hands out one [`AddressTable`]
//!   per replica. A table writes to its replica's memory only. It owns the scratch arena attached to it.
//! * [`AddressTable::partition`] borrows a table exclusively, and divides a batch loop among threads. Each
//!   partition is claimed once, and confined to an arena and blocks of rows of its own.
//! * [`AddressTable::for_all_replicas`] borrows the tables of all replicas exclusively, and may write what
//!   they share.
//! * [`LentTables`] owns the tables of the replicas in an all-reduce until the last chunk is finished. Each
//!   chunk is claimed once.
//! * [`PrepackMemory::address_table`] borrows the cache of packed weights exclusively, and writes to nothing
//!   else.
//!
//! A memory plan that is wrong is therefore an internal error, never a data race.

mod address_table;
mod aligned;
mod allocation;
mod buffer;
mod buffer_pool;
mod lending;
mod partition;
mod raw_slice;
mod run_memory;
#[cfg(test)]
mod tests;

pub(crate) use address_table::{Access, AddressTable, BoundAccess, OperandVec, TableState};
pub(crate) use aligned::{ALIGNMENT, AlignedBytes};
pub(crate) use allocation::{Allocation, Allocations};
pub(crate) use buffer::BufferId;
pub use buffer::{Buffer, WeakBuffer};
pub use buffer_pool::BufferPool;
pub(crate) use lending::LentTables;
pub(crate) use partition::PartitionedAddresses;
pub(crate) use raw_slice::RawSlice;
pub(crate) use run_memory::{PrepackMemory, ReplicaMemory, RunMemory, SharedMemory};
