//! Calls of functions of extensions, which are outside of the main table.

use crate::abi::*;
use crate::call::Api;
use crate::error::{Error, ErrorKind, Result};

/// The arguments of a function of an extension.
pub(crate) trait ExtensionArgs: AbiStruct {
    /// The extension that has the function.
    const EXTENSION: PJRT_Extension_Type;
    /// The function's name, for messages.
    const FUNCTION: &'static str;
    /// The offset of the function's pointer in the extension's struct, in bytes.
    const OFFSET: usize;
}

macro_rules! extension_functions {
    ($($extension:ident in $table:ident { $($function:ident($args:ident);)* })*) => {$($(
        impl ExtensionArgs for $args {
            const EXTENSION: PJRT_Extension_Type = PJRT_Extension_Type::$extension;
            const FUNCTION: &'static str = stringify!($function);
            const OFFSET: usize = {
                // The field has the type through which `call_extension` calls it.
                let _: fn(&$table) -> &Option<PJRT_Function<$args>> = |table| &table.$function;
                core::mem::offset_of!($table, $function)
            };
        }
    )*)*};
}

extension_functions! {
    Layouts in PJRT_Layouts_Extension {
        PJRT_Layouts_MemoryLayout_Destroy(PJRT_Layouts_MemoryLayout_Destroy_Args);
        PJRT_Layouts_MemoryLayout_Serialize(PJRT_Layouts_MemoryLayout_Serialize_Args);
        PJRT_Layouts_PJRT_Client_GetDefaultLayout(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args);
        PJRT_Layouts_PJRT_Executable_GetParameterLayouts(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args);
        PJRT_Layouts_PJRT_Executable_GetOutputLayouts(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args);
    }
    Shardings in PJRT_Shardings_Extension {
        PJRT_Shardings_PJRT_Executable_ParameterShardings(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args);
        PJRT_Shardings_PJRT_Executable_OutputShardings(PJRT_Shardings_PJRT_Executable_OutputShardings_Args);
    }
}

/// Calls the function of an extension that takes `A`. An extension or function that the plugin lacks is an
/// error of kind [`ErrorKind::Unimplemented`].
///
/// # Safety
/// The pointers in `args` are what the function requires: live handles of this plugin, and memory of the
/// stated sizes.
pub(crate) unsafe fn call_extension<A: ExtensionArgs>(api: Api, args: &mut A) -> Result<()> {
    let start = api.find_extension(A::EXTENSION).filter(|start| {
        // SAFETY: an extension begins with its base, which says how many bytes are filled.
        let size = unsafe { start.read() }.struct_size;
        A::OFFSET + size_of::<usize>() <= size
    });
    // SAFETY: the pointer is within the extension's struct (checked above), and `extension_functions` checks
    // that the field at this offset has this type.
    let function =
        start.and_then(|start| unsafe { start.cast::<u8>().add(A::OFFSET).cast::<Option<PJRT_Function<A>>>().read() });
    let Some(function) = function else {
        let (major, minor) = api.version();
        let message = format!("the plugin (PJRT C API {major}.{minor}) does not have this function of an extension");
        return Err(Error::new(ErrorKind::Unimplemented, A::FUNCTION, message));
    };
    // SAFETY: the caller guarantees the pointers in `args`; a function of the API returns null or an error
    // that its caller owns.
    unsafe {
        let error = api.call_with(args, |args| function(args));
        api.check(A::FUNCTION, error)
    }
}
