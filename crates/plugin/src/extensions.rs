//! The chain of extensions of the function table.

use pjrt::abi::*;
use pjrt::export::entry_point;

use crate::implementation::Labora;

/// The start of an extension's struct.
fn base<T>(r#type: PJRT_Extension_Type, next: *mut PJRT_Extension_Base) -> PJRT_Extension_Base {
    PJRT_Extension_Base { struct_size: size_of::<T>(), r#type, next }
}

/// Gives the extension's memory to callers, who read it as long as the process lives.
fn leak<T>(extension: T) -> *mut PJRT_Extension_Base {
    std::ptr::from_mut(Box::leak(Box::new(extension))).cast()
}

/// Creates the chain; returns the first extension.
pub fn first() -> *mut PJRT_Extension_Base {
    let memory_descriptions = leak(PJRT_MemoryDescriptions_Extension {
        base: base::<PJRT_MemoryDescriptions_Extension>(PJRT_Extension_Type::MemoryDescriptions, std::ptr::null_mut()),
        PJRT_DeviceDescription_MemorySpaces: Some(entry_point::<Labora, _>()),
        PJRT_MemoryDescription_Kind: Some(entry_point::<Labora, _>()),
    });
    let shardings = leak(PJRT_Shardings_Extension {
        base: base::<PJRT_Shardings_Extension>(PJRT_Extension_Type::Shardings, memory_descriptions),
        PJRT_Shardings_PJRT_Executable_ParameterShardings: Some(entry_point::<Labora, _>()),
        PJRT_Shardings_PJRT_Executable_OutputShardings: Some(entry_point::<Labora, _>()),
    });
    leak(PJRT_Layouts_Extension {
        base: base::<PJRT_Layouts_Extension>(PJRT_Extension_Type::Layouts, shardings),
        PJRT_Layouts_MemoryLayout_Destroy: Some(entry_point::<Labora, _>()),
        PJRT_Layouts_MemoryLayout_Serialize: Some(entry_point::<Labora, _>()),
        PJRT_Layouts_PJRT_Client_GetDefaultLayout: Some(entry_point::<Labora, _>()),
        PJRT_Layouts_PJRT_Buffer_MemoryLayout: Some(entry_point::<Labora, _>()),
        PJRT_Layouts_PJRT_Topology_GetDefaultLayout: Some(entry_point::<Labora, _>()),
        PJRT_Layouts_PJRT_Executable_GetOutputLayouts: Some(entry_point::<Labora, _>()),
        PJRT_Layouts_PJRT_Executable_GetParameterLayouts: Some(entry_point::<Labora, _>()),
    })
}
