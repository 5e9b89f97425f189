//! Functions of buffers, except transfers.

use pjrt::ErrorKind;
use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters};

use crate::element_type::to_pjrt;
use crate::error::{Error, Result};
use crate::implementation::Labora;
use crate::interrupts;
use crate::objects::buffer::Buffer;

destructors! {
    Labora;
    PJRT_Buffer_Destroy_Args: buffer as Buffer;
}

getters! {
    Labora;
    PJRT_Buffer_ElementType_Args: buffer as Buffer => r#type = to_pjrt(buffer.ty().element);
    PJRT_Buffer_Dimensions_Args: buffer as Buffer => (dims, num_dims) = array(buffer.dims());
    PJRT_Buffer_UnpaddedDimensions_Args: buffer as Buffer => (unpadded_dims, num_dims) = array(buffer.dims());
    // All dimensions are static.
    PJRT_Buffer_DynamicDimensionIndices_Args: buffer as Buffer =>
        (dynamic_dim_indices, num_dynamic_dims) = (std::ptr::null(), 0);
    PJRT_Buffer_OnDeviceSizeInBytes_Args: buffer as Buffer => on_device_size_in_bytes = buffer.size_in_bytes();
    PJRT_Buffer_Device_Args: buffer as Buffer => device = buffer.device().as_handle();
    PJRT_Buffer_Memory_Args: buffer as Buffer =>
        memory = buffer.device().memory(buffer.memory_kind()).as_handle();
    PJRT_Buffer_IsDeleted_Args: buffer as Buffer => is_deleted = buffer.is_deleted().into();
    PJRT_Buffer_IsOnCpu_Args: buffer as Buffer => is_on_cpu = true.into();
    PJRT_Buffer_ReadyEvent_Args: buffer as Buffer => event = buffer.ready_event().into_handle();
    // Waits for the content.
    PJRT_Buffer_UnsafePointer_Args: buffer as Buffer =>
        buffer_pointer = interrupts::wait(&buffer.content()?)?.as_bytes().as_ptr() as usize;
}

impl Call<Labora> for PJRT_Buffer_Delete_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.buffer)? };
        // Deleting a deleted buffer is allowed.
        let _ = buffer.take_content();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Buffer_IncreaseExternalReferenceCount_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.buffer)? };
        buffer.external_references().add(buffer.content()?);
        Ok(())
    }
}

impl Call<Labora> for PJRT_Buffer_DecreaseExternalReferenceCount_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.buffer)? };
        match buffer.external_references().remove() {
            Some(_) => Ok(()),
            None => Err(Error::new(ErrorKind::FailedPrecondition, "the buffer has no external reference to remove")),
        }
    }
}

impl Call<Labora> for PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.buffer)? };
        let content = buffer.external_references().content().map_or_else(|| buffer.content(), Ok)?;
        // Waits for the content.
        self.device_memory_ptr = interrupts::wait(&content)?.as_bytes().as_ptr().cast_mut().cast();
        Ok(())
    }
}
