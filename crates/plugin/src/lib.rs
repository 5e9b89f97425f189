//! The software tensor processor behind the PJRT C API.
//!
//! [`linked`] returns the plugin that is linked into a program. Built as a shared library, `GetPjrtApi`
//! returns the same function table to JAX or any other program that loads PJRT plugins.
//!
//! ```
//! let plugin = labora_plugin::linked()?;
//! let client = pjrt::Client::new(&plugin, &[("cores", pjrt::NamedValue::Int64(2))])?;
//! assert_eq!(client.addressable_devices().len(), 2);
//! # Ok::<(), pjrt::Error>(())
//! ```
//!
//! # Options of a client
//! * `cores`: the number of devices, 1 to 1024. Default 8, as in a TPU v2-8.
//! * `threads`: the number of devices that run at once, 1 to 1024. Default `LABORA_THREADS`, else the number
//!   of the machine's processors.
//! * `numerics`: the computation of f32 products at default precision. `tpu` multiplies in bf16, `float32` in
//!   f32; `highest` multiplies in f32 and does not rearrange sums to save multiplications. Default `tpu`.
//! * `memory_limit`: the most that the buffers and a run of all devices may take together, in bytes.
//!   Default: what the machine or the process's control group has, of which only single requests beyond it
//!   are refused.
//! * `trace`: a file to which all runs with their steps are written, for Perfetto or Chrome. Default none.
//! * `synchronous`: a call of `execute` returns when its results are there. Default false.
//! * `short_callbacks`: a short program that calls the host runs in the call of `execute` too, so that an
//!   error of the host is one of the call. Default false; the Python package sets it, as JAX's CPU backend
//!   does it.
//! * `zero_copy`: host memory that the caller promises to keep unchanged (`kImmutableZeroCopy`) is used in
//!   place if it is aligned to its elements. Default false: it is copied in the call, as all other host
//!   memory is. JAX makes the promise for arrays of NumPy, which its users change.
//! * `collectives`: `mpi` for a client of several processes, which MPI's launcher has started; each has
//!   `cores` devices of its own. Default `none`. `node_id` and `num_nodes` may say who this process is; they
//!   are checked.
//! * `isa`: the instruction set of the kernels, such as `avx2`. Default `LABORA_ISA`, else the best one of
//!   the machine.
//!
//! Numbers and flags may also be given as texts. The options of one compilation (`env_option_overrides`) are
//! `numerics`, `isa` and `disabled_passes`, a list of names with commas between them. Options of XLA's
//! compiler are accepted and have no effect.
//!
//! # Structure
//! * `calls` implements the functions, and `table` lists them. All calls come in by [`pjrt::export`], whose
//!   `Caller` alone follows pointers of the caller.
//! * `objects` are the clients, devices, buffers and executables that the functions operate on. They do not
//!   know the functions.
//!
//! * `launch` runs programs. A call of `execute` returns at once, with buffers whose content is promised;
//!   the client's queue runs one program after another on a thread of its own. Short programs whose inputs
//!   are there run on the caller's thread instead if the queue is empty, since to wake a thread would take
//!   as long.
//!
//! All other calls return when their work is done. The event of a copy to the host is ready when the array
//! is; that of host memory which a buffer uses in place (`zero_copy`), when the buffer is gone.

mod boundary;
mod calls;
mod collectives;
mod donation;
mod element_type;
mod error;
mod exit_exports;
mod extensions;
mod implementation;
mod interrupts;
mod launch;
mod layout;
mod layout_modes;
mod memory_account;
mod objects;
mod options;
mod peak;
mod profile;
mod profile_exports;
mod serialized_exports;
mod sharding;
mod signature;
mod table;
mod trace;
mod xla_options;

use pjrt::abi::PJRT_Api;
use pjrt::export::catch_or;

pub use exit_exports::{Labora_AbandonRuns, Labora_UnfinishedRuns};
pub use objects::callbacks::{HostFunction, Labora_SetCallback, LaboraArray, LaboraCallback, set_callback};
pub use peak::{bf16_dot_peak, peak};
pub use processor::{HostArray, HostArrayMut, Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub use profile::profile;
pub use profile_exports::{Labora_FreeText, Labora_StartProfile, Labora_StopProfile, LaboraProfile};
pub use serialized_exports::Labora_SerializedDevices;
pub use signature::{Parameter, Signature, signature};

/// The plugin that is linked into this program.
///
/// # Errors
/// Those of [`pjrt::Plugin::linked`], none of which occurs with this plugin.
pub fn linked() -> pjrt::Result<pjrt::Plugin> {
    // SAFETY: the function returns the table of this plugin, which lives as long as the process.
    unsafe { pjrt::Plugin::linked("labora", GetPjrtApi) }
}

/// The symbol that programs which load PJRT plugins look up.
// SAFETY: PJRT reserves the name for this purpose, so that no other symbol has it.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const PJRT_Api {
    catch_or(std::ptr::null(), || std::ptr::from_ref(table::api()))
}
