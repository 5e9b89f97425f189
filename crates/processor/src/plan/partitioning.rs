//! Limits of work partitioning, which lowering and the passes on steps share.
//!
//! They are constants, so that results do not depend on the machine or the number of threads.

/// Partitions of the work of all replicas together: enough for the threads of most machines, but few enough
/// that each is large.
pub(crate) const PARTITIONS: usize = 8;

/// Fused loops of at least this many elements are divided among threads: dividing costs some microseconds.
pub(crate) const PARALLEL_LOOP_ELEMENTS: usize = 256 * 1024;

/// A step with results of at least this many bytes is worth a rendezvous of all replicas, after which one
/// computes it for all. Smaller steps take part in a rendezvous that takes place anyway.
pub(crate) const MIN_DEDUPLICATED_BYTES: usize = 64 * 1024;
