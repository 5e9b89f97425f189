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
use kernels::{Isa, MathMode};
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

/// What this machine can do at most, in GFLOP/s: products of f32, or of bf16 with sums in f32, on all the threads that a
/// client would use, measured for about that long. For the fraction of the peak that benchmarks report.
pub fn peak(bf16: bool, duration: Duration) -> f64 {
    let multiply = if bf16 { MathMode::Bf16 } else { MathMode::F32 };
    match Options::read(&Attributes::default()) {
        Ok(options) => measure(options.isa, multiply, options.threads, duration).gflops,
        Err(_) => 0.0,
    }
}

/// What its bf16 dot product can do at most, an instruction that multiplies vectors of pairs, in GFLOP/s on as many threads; none
/// where the processor has none. Some processors multiply rounded operands faster as f32 (see `Isa::best`), and tile registers
/// are another matter, so [`peak`] may be more.
pub fn bf16_dot_peak(duration: Duration) -> Option<f64> {
    let has_dot = |isa: &Isa| measure(*isa, MathMode::Bf16, 1, Duration::ZERO).multiplier == Multiplier::Bf16Dot;
    let isa = Isa::available().find(has_dot)?;
    let options = Options::read(&Attributes::default()).ok()?;
    Some(measure(isa, MathMode::Bf16, options.threads, duration).gflops)
}

/// The symbol that programs which load PJRT plugins look for.
// SAFETY: no other symbol of that name is linked in: the name is PJRT's for this one purpose.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const PJRT_Api {
    // SAFETY: there are no arguments.
    unsafe { entry::guard(std::ptr::null(), |_| std::ptr::from_ref(table::api())) }
}
