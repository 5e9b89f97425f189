//! Memory: aligned blocks, the buffers that go in and out of a run, and the frame that a replica runs on.
//!
//! Apart from the kernels and the tile loops (`kernels`, `tile`), this is the only place with `unsafe` code: everything
//! else sees slices.

mod address_table;
mod aligned;
mod buffer;
mod buffer_pool;
mod frame;

pub(crate) use address_table::{Access, AddressTable, LentSlice, RawSlice};
pub(crate) use aligned::AlignedBytes;
pub use buffer::Buffer;
pub(crate) use buffer::BufferId;
pub(crate) use buffer_pool::BufferPool;
pub(crate) use frame::{Allocation, Allocations, Frame, SharedMemory};

/// Every block, buffer and arena offset is a multiple of this: a cache line, and a 512-bit register.
pub(crate) const ALIGNMENT: usize = 64;
