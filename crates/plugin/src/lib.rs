//! The software tensor processor behind the PJRT C API.
//!
//! [`linked`] gives it to the program that it is linked into; built as a shared library, `GetPjrtApi` gives the same table
//! of functions to JAX or any other program that loads PJRT plugins.
//!
//! ```
//! let plugin = labora_plugin::linked()?;
//! let client = pjrt::Client::new(&plugin, &[("cores", pjrt::NamedValue::Int64(2))])?;
//! assert_eq!(client.addressable_devices().len(), 2);
//! # Ok::<(), pjrt::Error>(())
//! ```
//!
//! # Options of a client
//! | name | values | default |
//! |---|---|---|
//! | `cores` | how many devices: 1 to 1024 | 8, as in a TPU v2-8 |
//! | `threads` | how many cores run at once | `LABORA_THREADS`, else as many as the machine has |
//! | `numerics` | what f32 products at default precision are: `tpu`: they multiply in bf16; `float32`: in f32; `highest`: in f32, and sums are never rearranged to save multiplications | `tpu` |
//! | `isa` | which kernels, such as `avx2` | `LABORA_ISA`, else the best that the machine has |
//!
//! # How it is built
//! Every function of the table goes through one door, `entry`: it checks `struct_size`, copies the arguments in and out so
//! that older and newer callers are understood alike, and turns errors and panics into `PJRT_Error`s. What stands behind
//! the door are safe functions on the plugin's own objects, a file for each matter; they follow pointers of the caller
//! through the `Caller` that the door hands them. Work is done during the call; the
//! events of the API are therefore come when they are handed out, but for those of host memory that a buffer keeps using.

mod buffer;
mod caller;
mod client;
mod device;
mod entry;
mod error;
mod event;
mod executable;
mod execute;
mod handle;
mod memory;
mod options;
mod pins;
mod profile;
mod program;
mod signature;
mod table;
mod transfer;

use std::time::Duration;

use kernels::peak::{Multiplier, measure};
use kernels::{Isa, Multiply};
use pjrt::Attributes;
use pjrt::abi::PJRT_Api;

pub use processor::{Profile, RunProfile, StepEvent, StepInfo, StepTotal};
pub use profile::profile;
pub use signature::{Parameter, Signature, signature};

use options::Options;

/// The plugin, linked in.
///
/// # Errors
/// None in practice; those of [`pjrt::Plugin::linked`].
pub fn linked() -> pjrt::Result<pjrt::Plugin> {
    // SAFETY: the function gives the table of this very plugin, which lives as long as the process.
    unsafe { pjrt::Plugin::linked("labora", GetPjrtApi) }
}

/// Measures the machine's peak in GFLOP/s for about that long: f32 multiply-adds, or bf16 ones that accumulate in f32, with
/// the instruction set and the threads of a client that is created with these options. 0 if the options are invalid.
pub fn peak(bf16: bool, options: &Attributes, duration: Duration) -> f64 {
    let multiply = if bf16 { Multiply::Bf16 } else { Multiply::F32 };
    match Options::read(options) {
        Ok(options) => measure(options.isa, multiply, options.threads, duration).gflops,
        Err(_) => 0.0,
    }
}

/// Measures the peak of the processor's bf16 dot-product instruction in GFLOP/s, with as many threads; none if it has no such
/// instruction. [`peak`] may be higher: some processors multiply rounded operands faster in f32 (see `Isa::best`), and tile
/// registers are not considered here.
pub fn bf16_dot_peak(options: &Attributes, duration: Duration) -> Option<f64> {
    let has_dot = |isa: &Isa| measure(*isa, Multiply::Bf16, 1, Duration::ZERO).multiplier == Multiplier::Bf16Dot;
    let isa = Isa::available().find(has_dot)?;
    let options = Options::read(options).ok()?;
    Some(measure(isa, Multiply::Bf16, options.threads, duration).gflops)
}

/// The symbol that programs which load PJRT plugins look for.
// SAFETY: no other symbol of that name is linked in: the name is PJRT's for this one purpose.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const PJRT_Api {
    // SAFETY: there are no arguments.
    unsafe { entry::guard(std::ptr::null(), |_| std::ptr::from_ref(table::api())) }
}
