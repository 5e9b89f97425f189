//! The Shardings extension (`pjrt_c_api_shardings_extension.h`): the division of the parameters and
//! outputs of a program of several partitions.

use core::ffi::c_char;

use super::error::PJRT_Function;
use super::extension::PJRT_Extension_Base;
use super::handles::PJRT_Executable;

abi_structs! {
    /// Lists the shardings of the parameters, serialized `xla.OpSharding` messages that the executable owns.
    /// None if the list is null.
    PJRT_Shardings_PJRT_Executable_ParameterShardings_Args {
        executable: *mut PJRT_Executable,
        num_parameters: usize,
        shardings: *const *const c_char,
        sharding_sizes: *const usize,
    }

    /// Lists the shardings of the outputs, as those of parameters.
    PJRT_Shardings_PJRT_Executable_OutputShardings_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        shardings: *const *const c_char,
        sharding_sizes: *const usize,
    }
}

/// The extension, of type [`Shardings`](super::extension::PJRT_Extension_Type::Shardings).
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Shardings_Extension {
    pub base: PJRT_Extension_Base,
    pub PJRT_Shardings_PJRT_Executable_ParameterShardings:
        Option<PJRT_Function<PJRT_Shardings_PJRT_Executable_ParameterShardings_Args>>,
    pub PJRT_Shardings_PJRT_Executable_OutputShardings:
        Option<PJRT_Function<PJRT_Shardings_PJRT_Executable_OutputShardings_Args>>,
}
