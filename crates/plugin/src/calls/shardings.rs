//! Functions of the Shardings extension.

use std::ffi::c_char;
use std::ptr::null;
use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::getters;

use crate::implementation::Labora;
use crate::objects::executable::Executable;
use crate::sharding::OpShardings;

/// Shardings in three fields: their number, and the starts and sizes of their messages. Programs of one
/// partition have none.
fn arrays(shardings: Option<&OpShardings>) -> (usize, *const *const c_char, *const usize) {
    shardings.map_or((0, null(), null()), |shardings| {
        (shardings.sizes.len(), shardings.texts.as_slice().as_ptr().cast(), shardings.sizes.as_ptr())
    })
}

getters! {
    Labora;
    PJRT_Shardings_PJRT_Executable_ParameterShardings_Args: executable as Arc<Executable> =>
        (num_parameters, shardings, sharding_sizes) =
            arrays(executable.partitioning.as_ref().map(|p| &p.param_shardings));
    PJRT_Shardings_PJRT_Executable_OutputShardings_Args: executable as Arc<Executable> =>
        (num_outputs, shardings, sharding_sizes) =
            arrays(executable.partitioning.as_ref().map(|p| &p.result_shardings));
}
