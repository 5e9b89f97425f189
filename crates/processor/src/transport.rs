//! Transports: how the processes that run a program together exchange bytes.

use std::fmt::Debug;

/// The way from this process to the others that run the same programs, each with its own replicas:
/// [`CompileOptions::transport`](crate::CompileOptions::transport).
///
/// The processor calls it from one thread at a time, in the same order in all processes: once for the
/// operands of an all-reduce that have one element type, after the replicas of this process are reduced. What
/// is added, and in which order, is not the transport's concern.
///
/// ```
/// /// The transport of a process that is alone.
/// #[derive(Debug)]
/// struct Alone;
///
/// impl processor::Transport for Alone {
///     fn rank(&self) -> usize {
///         0
///     }
///     fn size(&self) -> usize {
///         1
///     }
///     fn all_to_all(&self, send: &[u8], receive: &mut [u8]) -> Result<(), String> {
///         receive.copy_from_slice(send);
///         Ok(())
///     }
///     fn all_gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), String> {
///         all.copy_from_slice(own);
///         Ok(())
///     }
/// }
/// let options =
///     processor::CompileOptions { transport: Some(std::sync::Arc::new(Alone)), ..Default::default() };
/// assert!(options.transport.is_some());
/// ```
pub trait Transport: Debug + Send + Sync {
    /// The number of this process, from 0 to `size - 1`.
    fn rank(&self) -> usize;

    /// The number of processes.
    fn size(&self) -> usize;

    /// Sends block `i` of `send` to process `i`, and receives its block in block `i` of `receive`. All blocks
    /// of all processes have the same length, `send.len() / size`, which is that of `receive`, too.
    ///
    /// # Errors
    /// A message, with which the run fails: a process was lost.
    fn all_to_all(&self, send: &[u8], receive: &mut [u8]) -> Result<(), String>;

    /// Receives the bytes `own` of process `i` in block `i` of `all`; they are as many in each process.
    ///
    /// # Errors
    /// As [`all_to_all`](Self::all_to_all).
    fn all_gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), String>;
}
