//! How a program of several partitions divides its parameters and outputs.

use std::ffi::c_char;

use crate::abi::*;
use crate::call::{implemented, slice};
use crate::error::Result;
use crate::executable::Executable;
use crate::extension::call_extension;

impl Executable {
    /// The division of each parameter: serialized `xla.OpSharding` messages. `None` if the plugin reports
    /// none, as for a program of one partition.
    ///
    /// # Errors
    /// The plugin's own.
    pub fn parameter_shardings(&self) -> Result<Option<Vec<Vec<u8>>>> {
        let mut args =
            PJRT_Shardings_PJRT_Executable_ParameterShardings_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and its lists live as long.
        unsafe {
            let has_shardings = implemented(call_extension(self.api(), &mut args))?.is_some();
            Ok(has_shardings.then(|| texts(args.shardings, args.sharding_sizes, args.num_parameters)).flatten())
        }
    }

    /// The division of each output, as [`Executable::parameter_shardings`] gives that of parameters.
    ///
    /// # Errors
    /// The plugin's own.
    pub fn output_shardings(&self) -> Result<Option<Vec<Vec<u8>>>> {
        let mut args =
            PJRT_Shardings_PJRT_Executable_OutputShardings_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: as above.
        unsafe {
            let has_shardings = implemented(call_extension(self.api(), &mut args))?.is_some();
            Ok(has_shardings.then(|| texts(args.shardings, args.sharding_sizes, args.num_outputs)).flatten())
        }
    }
}

/// Copies a list of texts, given by their starts and sizes; `None` if the list is null.
///
/// # Safety
/// Both lists are null or have `count` entries, and each start points to as many bytes as its size says.
pub(crate) unsafe fn texts(starts: *const *const c_char, sizes: *const usize, count: usize) -> Option<Vec<Vec<u8>>> {
    if starts.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees both lists.
    let (starts, sizes) = unsafe { (slice(starts, count), slice(sizes, count)) };
    // SAFETY: the caller guarantees the texts.
    Some(starts.iter().zip(sizes).map(|(&start, &size)| unsafe { slice(start.cast::<u8>(), size) }.to_vec()).collect())
}
