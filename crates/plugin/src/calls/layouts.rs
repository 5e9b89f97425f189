//! Functions of the Layouts extension. The default layout is row-major.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters};

use crate::error::Result;
use crate::implementation::Labora;
use crate::layout::Layout;
use crate::objects::buffer::Buffer;
use crate::objects::client::Client;
use crate::objects::executable::Executable;
use crate::objects::serialized::Bytes;
use crate::objects::topology::Topology;

destructors! {
    Labora;
    PJRT_Layouts_MemoryLayout_Destroy_Args: layout as Layout;
}

getters! {
    Labora;
    PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args: buffer as Buffer =>
        layout = buffer.shape().layout().clone().into_handle();
    PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args: executable as Arc<Executable> =>
        (layouts, num_outputs) = array(executable.output_layouts.handles());
    PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args: executable as Arc<Executable> =>
        (layouts, num_parameters) = array(executable.parameter_layouts.handles());
}

impl Call<Labora> for PJRT_Layouts_MemoryLayout_Serialize_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live layout.
        let bytes = unsafe { caller.get::<Layout>(self.layout)? }.to_string().into_bytes();
        (self.serialized_layout, self.serialized_bytes, self.serialized_bytes_size) = Bytes::owned_by_caller(bytes);
        self.serialized_layout_deleter = Some(Bytes::delete);
        Ok(())
    }
}

impl Call<Labora> for PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live client.
        unsafe { caller.get::<Arc<Client>>(self.client)? };
        // SAFETY: the argument is null or a list of the stated length.
        let rank = unsafe { caller.slice(self.dims, self.num_dims, "list of dimensions")? }.len();
        self.layout = Layout::row_major(rank).into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live topology.
        unsafe { caller.get::<Topology>(self.topology_description)? };
        // SAFETY: the argument is null or a list of the stated length.
        let rank = unsafe { caller.slice(self.dims, self.num_dims, "list of dimensions")? }.len();
        self.layout = Layout::row_major(rank).into_handle();
        Ok(())
    }
}
