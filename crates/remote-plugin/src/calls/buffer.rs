//! Functions of buffers, except transfers.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters};

use crate::error::Result;
use crate::implementation::Remote;
use crate::objects::buffer::Buffer;

destructors! {
    Remote;
    PJRT_Buffer_Destroy_Args: buffer as Buffer;
}

getters! {
    Remote;
    PJRT_Buffer_ElementType_Args: buffer as Buffer => r#type = buffer.ty().element.raw();
    PJRT_Buffer_Dimensions_Args: buffer as Buffer => (dims, num_dims) = array(&buffer.ty().dims);
    PJRT_Buffer_OnDeviceSizeInBytes_Args: buffer as Buffer => on_device_size_in_bytes = buffer.ty().host_bytes();
    PJRT_Buffer_Device_Args: buffer as Buffer => device = buffer.device().as_handle();
    PJRT_Buffer_ReadyEvent_Args: buffer as Buffer => event = buffer.ready_event().into_handle();
}

impl Call<Remote> for PJRT_Buffer_Delete_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        unsafe { caller.get::<Buffer>(self.buffer)? }.delete()
    }
}

impl Call<Remote> for PJRT_Buffer_IsDeleted_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        self.is_deleted = unsafe { caller.get::<Buffer>(self.buffer)? }.is_deleted()?.into();
        Ok(())
    }
}
