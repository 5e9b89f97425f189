//! The Layouts extension (`pjrt_c_api_layouts_extension.h`, version 4): the order of elements in memory. A
//! serialized layout is text as XLA writes it, such as `{1,0}` for a row-major matrix.

use core::ffi::c_char;

use super::buffer::PJRT_Buffer_Type;
use super::error::PJRT_Function;
use super::extension::PJRT_Extension_Base;
use super::handles::{PJRT_Buffer, PJRT_Client, PJRT_Executable, PJRT_TopologyDescription};

abi_opaque! {
    /// A layout.
    PJRT_Layouts_MemoryLayout;
    /// Owns the result of `PJRT_Layouts_MemoryLayout_Serialize`.
    PJRT_Layouts_SerializedLayout;
}

abi_structs! {
    /// Destroys a layout; null is allowed.
    PJRT_Layouts_MemoryLayout_Destroy_Args {
        layout: *mut PJRT_Layouts_MemoryLayout,
    }

    /// Serializes a layout. The caller deletes the object that owns the bytes with the deleter.
    PJRT_Layouts_MemoryLayout_Serialize_Args {
        layout: *mut PJRT_Layouts_MemoryLayout,
        serialized_bytes: *const c_char,
        serialized_bytes_size: usize,
        serialized_layout: *mut PJRT_Layouts_SerializedLayout,
        serialized_layout_deleter: Option<unsafe extern "C" fn(*mut PJRT_Layouts_SerializedLayout)>,
    }

    /// Returns the layout of a buffer, which the caller destroys.
    PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args {
        buffer: *mut PJRT_Buffer,
        layout: *mut PJRT_Layouts_MemoryLayout,
    }

    /// Returns the layout that a client gives an array by itself; the caller destroys it.
    PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args {
        client: *mut PJRT_Client,
        r#type: PJRT_Buffer_Type,
        dims: *const i64,
        num_dims: usize,
        layout: *mut PJRT_Layouts_MemoryLayout,
    }

    /// Returns the layout that the machines of a topology give an array; the caller destroys it.
    PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args {
        topology_description: *mut PJRT_TopologyDescription,
        r#type: PJRT_Buffer_Type,
        dims: *const i64,
        num_dims: usize,
        layout: *mut PJRT_Layouts_MemoryLayout,
    }

    /// Lists the layouts of the outputs, which the executable owns.
    PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args {
        executable: *mut PJRT_Executable,
        num_outputs: usize,
        layouts: *const *mut PJRT_Layouts_MemoryLayout,
    }

    /// Lists the layouts of the parameters, which the executable owns.
    PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args {
        executable: *mut PJRT_Executable,
        num_parameters: usize,
        layouts: *const *mut PJRT_Layouts_MemoryLayout,
    }
}

/// The extension, of type [`Layouts`](super::extension::PJRT_Extension_Type::Layouts).
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub struct PJRT_Layouts_Extension {
    pub base: PJRT_Extension_Base,
    pub PJRT_Layouts_MemoryLayout_Destroy: Option<PJRT_Function<PJRT_Layouts_MemoryLayout_Destroy_Args>>,
    pub PJRT_Layouts_MemoryLayout_Serialize: Option<PJRT_Function<PJRT_Layouts_MemoryLayout_Serialize_Args>>,
    pub PJRT_Layouts_PJRT_Client_GetDefaultLayout:
        Option<PJRT_Function<PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args>>,
    pub PJRT_Layouts_PJRT_Buffer_MemoryLayout: Option<PJRT_Function<PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args>>,
    pub PJRT_Layouts_PJRT_Topology_GetDefaultLayout:
        Option<PJRT_Function<PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args>>,
    pub PJRT_Layouts_PJRT_Executable_GetOutputLayouts:
        Option<PJRT_Function<PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args>>,
    pub PJRT_Layouts_PJRT_Executable_GetParameterLayouts:
        Option<PJRT_Function<PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args>>,
}
