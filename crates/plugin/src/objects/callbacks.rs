//! Callbacks: functions of the host program, such as Python's, that programs call.
//!
//! The host registers one function for all callbacks: `Labora_SetCallback`, or [`set_callback`] in a program
//! that the plugin is linked into. A program names a callback by a number: the `backend_config` of its custom
//! call `labora.callback`.

use std::ffi::c_void;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use pjrt::ErrorKind;
use processor::{HostArray, HostArrayMut, HostCallback};
use stablehlo::{ElementType, TensorType};

use crate::element_type::to_pjrt;
use crate::error::{Error, Result};
use crate::objects::queue::Callbacks;

/// An array in the call of a callback. It is valid during the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaboraArray {
    /// The element type, a `PJRT_Buffer_Type`.
    pub element_type: i32,
    /// The number of dimensions.
    pub rank: i32,
    /// The dimensions.
    pub dims: *const i64,
    /// The elements in row-major order; those of an argument are only read.
    pub data: *mut c_void,
}

/// The host's function for all callbacks. It reads the `num_args` arguments and writes the contents of the
/// `num_results` results, whose memory is the plugin's. If it returns anything but 0, the run fails with
/// the text that it wrote to `message`: UTF-8, ended by a zero or by the capacity.
pub type LaboraCallback = unsafe extern "C" fn(
    index: u64,
    num_args: usize,
    args: *const LaboraArray,
    num_results: usize,
    results: *mut LaboraArray,
    message: *mut u8,
    message_capacity: usize,
) -> i32;

/// The capacity of the message of a callback, in bytes.
const MESSAGE_CAPACITY: usize = 64 << 10;

/// The host's function for all callbacks, in Rust: it gets the number, the arguments, and the results to be
/// written. The run fails with the text of an error.
pub type HostFunction = dyn Fn(u64, &[HostArray<'_>], &mut [HostArrayMut<'_>]) -> Result<(), String> + Send + Sync;

/// What the host registered.
#[derive(Clone)]
enum Registered {
    C(LaboraCallback),
    Rust(Arc<HostFunction>),
}

/// The function that the host registered. It is global because the C API has no function for callbacks.
static REGISTERED: Mutex<Option<Registered>> = Mutex::new(None);

/// Registers the host's function for callbacks of all clients. It is called on any thread, several times at
/// once.
pub fn set_callback(function: Arc<HostFunction>) {
    *REGISTERED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Registered::Rust(function));
}

/// Registers the host's function for callbacks; null removes it. Programs that are running keep on with the
/// one that they called last.
///
/// # Safety
/// The function can be called as [`LaboraCallback`] says, on any thread, several times at once, until
/// another one is registered and all programs that were running then have ended.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Labora_SetCallback(callback: Option<LaboraCallback>) {
    *REGISTERED.lock().unwrap_or_else(PoisonError::into_inner) = callback.map(Registered::C);
}

/// The host, as programs of a client call it.
pub struct Host(pub Option<Callbacks>);

impl Host {
    /// Tells a callback the sharding of a value: it gets a serialized `xla.OpSharding` as an array of bytes.
    ///
    /// # Errors
    /// The callback fails.
    pub fn inspect(&self, callback: u64, sharding: &[u8]) -> Result<()> {
        let ty = TensorType::new(ElementType::Ui8, [sharding.len()]);
        let outcome = self.call(callback, &[HostArray { ty: &ty, bytes: sharding }], &mut []);
        outcome.map_err(|message| Error::new(ErrorKind::Internal, format!("inspecting a sharding: {message}")))
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Host")
    }
}

impl HostCallback for Host {
    fn call(&self, index: u64, arguments: &[HostArray<'_>], results: &mut [HostArrayMut<'_>]) -> Result<(), String> {
        let Some(queue) = &self.0 else {
            return Err(format!("callback {index} cannot run: the program was compiled without a client"));
        };
        let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match registered {
            Some(Registered::C(callback)) => call_c(queue, callback, index, arguments, results),
            Some(Registered::Rust(function)) => queue.call(|| function(index, arguments, results)),
            None => Err(format!("callback {index} cannot run: the host has registered no function for callbacks")),
        }
    }
}

/// Calls the host's function of the C interface.
fn call_c(
    queue: &Callbacks,
    callback: LaboraCallback,
    index: u64,
    arguments: &[HostArray<'_>],
    results: &mut [HostArrayMut<'_>],
) -> Result<(), String> {
    let types = arguments.iter().map(|a| a.ty).chain(results.iter().map(|r| r.ty));
    let dims: Vec<Vec<i64>> = types.map(|ty| ty.dims.iter().map(|d| *d as i64).collect()).collect();
    let array = |ty: &TensorType, dims: &[i64], data: *mut u8| LaboraArray {
        element_type: to_pjrt(ty.element).0 as i32,
        rank: dims.len() as i32,
        dims: dims.as_ptr(),
        data: data.cast(),
    };
    let (dims_of_arguments, dims_of_results) = dims.split_at(arguments.len());
    let given = arguments.iter().zip(dims_of_arguments);
    let given: Vec<LaboraArray> = given.map(|(a, dims)| array(a.ty, dims, a.bytes.as_ptr().cast_mut())).collect();
    let wanted = results.iter_mut().zip(dims_of_results);
    let mut wanted: Vec<LaboraArray> = wanted.map(|(r, dims)| array(r.ty, dims, r.bytes.as_mut_ptr())).collect();
    let mut message = vec![0u8; MESSAGE_CAPACITY];
    let call = || {
        // SAFETY: whoever registered the function promised that it can be called so; the arrays, their
        // dimensions and contents live until it returns, and nobody else uses those of results.
        unsafe {
            callback(
                index,
                given.len(),
                given.as_ptr(),
                wanted.len(),
                wanted.as_mut_ptr(),
                message.as_mut_ptr(),
                MESSAGE_CAPACITY,
            )
        }
    };
    if queue.call(call) == 0 {
        return Ok(());
    }
    let text = message.split(|byte| *byte == 0).next().unwrap_or_default();
    match String::from_utf8_lossy(text) {
        text if text.is_empty() => Err(format!("callback {index} failed without a message")),
        text => Err(text.into_owned()),
    }
}
