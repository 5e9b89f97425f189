//! The order of an array's elements on a device.

use crate::abi::*;
use crate::call::{Api, non_null, slice, text};
use crate::client::Client;
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::executable::Executable;
use crate::extension::call_extension;

impl Client {
    /// The layout that the client gives an array by itself, as XLA writes it: `{1,0}` is a row-major matrix.
    ///
    /// # Errors
    /// The plugin has no such function, or does not support the array.
    pub fn default_layout(&self, element_type: ElementType, dims: &[usize]) -> Result<String> {
        const FUNCTION: &str = "PJRT_Layouts_PJRT_Client_GetDefaultLayout";
        let dims = dims.iter().map(|&dim| i64::try_from(dim)).collect::<Result<Vec<i64>, _>>().map_err(|_| {
            Error::new(ErrorKind::InvalidArgument, FUNCTION, format!("the dimensions {dims:?} do not fit into 64 bits"))
        })?;
        let (api, client) = (self.plugin().api(), self.as_ptr());
        let mut args = PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args {
            client,
            r#type: element_type.raw(),
            dims: dims.as_ptr(),
            num_dims: dims.len(),
            ..AbiStruct::new()
        };
        // SAFETY: the client is alive, and the dimensions live during the call, which hands over the layout.
        unsafe {
            call_extension(api, &mut args)?;
            let layout = non_null(FUNCTION, args.layout)?.as_ptr();
            let serialized = serialize(api, layout);
            let mut destroy = PJRT_Layouts_MemoryLayout_Destroy_Args { layout, ..AbiStruct::new() };
            // There is nothing left to do after an error.
            let _ = call_extension(api, &mut destroy);
            serialized
        }
    }
}

impl Executable {
    /// The layouts of the parameters, as XLA writes them.
    ///
    /// # Errors
    /// The plugin has no such function.
    pub fn parameter_layouts(&self) -> Result<Vec<String>> {
        let mut args =
            PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and owns the layouts of the list that the call returns.
        unsafe {
            call_extension(self.api(), &mut args)?;
            let layouts = slice(args.layouts, args.num_parameters);
            layouts.iter().map(|&layout| serialize(self.api(), layout)).collect()
        }
    }

    /// The layouts of the outputs, as XLA writes them.
    ///
    /// # Errors
    /// The plugin has no such function.
    pub fn output_layouts(&self) -> Result<Vec<String>> {
        let mut args =
            PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: as in `parameter_layouts`.
        unsafe {
            call_extension(self.api(), &mut args)?;
            let layouts = slice(args.layouts, args.num_outputs);
            layouts.iter().map(|&layout| serialize(self.api(), layout)).collect()
        }
    }
}

/// # Safety
/// `layout` is a live layout of this plugin.
unsafe fn serialize(api: Api, layout: *mut PJRT_Layouts_MemoryLayout) -> Result<String> {
    let mut args = PJRT_Layouts_MemoryLayout_Serialize_Args { layout, ..AbiStruct::new() };
    // SAFETY: the layout is alive; the bytes live until the object that owns them is deleted.
    unsafe {
        call_extension(api, &mut args)?;
        let written = text(args.serialized_bytes, args.serialized_bytes_size);
        if let Some(delete) = args.serialized_layout_deleter {
            delete(args.serialized_layout);
        }
        Ok(written)
    }
}
