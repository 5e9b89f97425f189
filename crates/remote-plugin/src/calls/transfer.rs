//! Transfers: from the host, to the host, and between devices.

use std::sync::Arc;

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Event, Handle};

use crate::error::{Error, Result};
use crate::implementation::Remote;
use crate::objects::buffer::Buffer;
use crate::objects::client::Client;
use crate::objects::device::Device;
use crate::objects::types::ArrayType;

impl Call<Remote> for PJRT_Client_BufferFromHostBuffer_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live client, a live device, and lists of the stated lengths.
        let (client, device, dims, strides) = unsafe {
            let client = caller.get::<Arc<Client>>(self.client)?;
            let dims = caller.slice(self.dims, self.num_dims, "list of dimensions")?;
            let strides = caller.slice(self.byte_strides, self.num_byte_strides, "list of strides")?;
            (client, caller.get::<Device>(self.device)?, dims, strides)
        };
        let ty = ArrayType::of_caller(self.r#type, dims)?;
        if !self.memory.is_null() || !self.device_layout.is_null() || !ty.is_row_major(strides) {
            let message = "arrays are sent to a worker as dense and row-major, to the memory of a device";
            return Err(Error::unimplemented(message));
        }
        // SAFETY: the array has as many bytes as its dimensions say.
        let data = unsafe { caller.slice(self.data.cast::<u8>(), ty.host_bytes(), "host memory")? };
        let (arrays, done) = if self.host_buffer_semantics == PJRT_HostBufferSemantics::kImmutableZeroCopy {
            let (arrays, upload) = client.put_shared(data, &ty, device)?;
            (arrays, upload.done())
        } else {
            (client.put(data, &ty, device)?, Event::ready())
        };
        self.buffer = Buffer::new(arrays, 0, device.to_arc()?, Arc::new(ty)).into_handle();
        self.done_with_host_buffer = done.into_handle();
        Ok(())
    }
}

/// Host memory that a copy is written to, and its size in bytes.
struct Target(*mut u8, usize);

// SAFETY: the API gives the memory to the plugin, whatever its threads, until the event of the copy is ready.
unsafe impl Send for Target {}

impl Target {
    /// Writes as many bytes as the memory has.
    ///
    /// # Errors
    /// There are more or fewer bytes: the server tells the shapes of results, and may tell other ones than
    /// the program has.
    ///
    /// # Safety
    /// The memory has its size, and nobody else uses it.
    unsafe fn write(self, bytes: &[u8]) -> Result<()> {
        let (has, size) = (bytes.len(), self.1);
        if has != size {
            return Err(Error::invalid(format!("the server sent {has} bytes for an array of {size} bytes")));
        }
        // SAFETY: the caller of this function guarantees the memory.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.0, size) };
        Ok(())
    }
}

/// Checks that a caller's layout is row-major; null stands for that.
///
/// # Safety
/// The pointer is null, or the type of the layout says which member of its union is set, and the member's
/// lists have the stated lengths.
unsafe fn check_layout(caller: Caller<'_>, layout: *const PJRT_Buffer_MemoryLayout, ty: &ArrayType) -> Result<()> {
    // SAFETY: the caller of this function guarantees the layout.
    let Some(layout) = (unsafe { caller.copy_struct(layout) }) else { return Ok(()) };
    let is_row_major = match layout.r#type {
        PJRT_Buffer_MemoryLayout_Type::Tiled => {
            // SAFETY: the caller of this function guarantees the member and its list.
            let (tiled, order) = unsafe {
                let tiled = layout.layout.tiled;
                (tiled, caller.slice(tiled.minor_to_major, tiled.minor_to_major_size, "order of dimensions")?)
            };
            let row_major = (0..ty.dims.len() as i64).rev();
            tiled.num_tiles == 0 && (order.is_empty() || row_major.eq(order.iter().copied()))
        }
        PJRT_Buffer_MemoryLayout_Type::Strides => {
            // SAFETY: as above.
            let strides = unsafe {
                let strides = layout.layout.strides;
                caller.slice(strides.byte_strides, strides.num_byte_strides, "list of strides")?
            };
            ty.is_row_major(strides)
        }
        _ => false,
    };
    match is_row_major {
        true => Ok(()),
        false => Err(Error::unimplemented("arrays of a worker are copied to the host as dense and row-major only")),
    }
}

impl Call<Remote> for PJRT_Buffer_ToHostBuffer_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.src)? };
        // SAFETY: the layout is null or the caller's.
        unsafe { check_layout(caller, self.host_layout, buffer.ty())? };
        let size = buffer.ty().host_bytes();
        if self.dst.is_null() && size > 0 {
            self.dst_size = size;
            return Ok(());
        }
        if self.dst_size < size {
            let given = self.dst_size;
            return Err(Error::invalid(format!("the array has {size} bytes, the host memory has {given}")));
        }
        let (target, done) = (Target(self.dst.cast(), size), Event::pending());
        let set = done.clone();
        buffer.array()?.read(move |bytes| {
            // SAFETY: the host memory has `dst_size` bytes, which are at least `size`. The caller leaves it
            // to the plugin until the event is ready.
            let written = bytes.map_err(Error::from).and_then(|bytes| unsafe { target.write(&bytes) });
            set.set(written.map_err(Error::into));
        });
        self.event = done.into_handle();
        Ok(())
    }
}

impl Call<Remote> for PJRT_Buffer_CopyToDevice_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live buffer and a live device.
        let (buffer, device) = unsafe { (caller.get::<Buffer>(self.buffer)?, caller.get::<Device>(self.dst_device)?) };
        self.dst_buffer = buffer.copy_to(device.to_arc()?)?.into_handle();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_as_many_bytes_as_the_memory_has_are_written() {
        let mut memory = [7u8; 4];
        // SAFETY: the memory has two bytes at least, which nobody else uses.
        let mut write = |bytes: &[u8]| unsafe { Target(memory.as_mut_ptr(), 2).write(bytes) };
        assert!(write(&[1, 2, 3]).is_err());
        assert!(write(&[1]).is_err());
        write(&[1, 2]).unwrap();
        assert_eq!(memory, [1, 2, 7, 7]);
    }
}
