//! Buffers: arrays on a device.

use std::fmt;

use crate::abi::*;
use crate::call::slice;
use crate::device::Device;
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::handle::Handle;
use crate::shape::{read_dims, read_element_type};

/// The function that copies to host memory.
const TO_HOST: &str = "PJRT_Buffer_ToHostBuffer";

/// An array on a device. Its content may still be in transfer or being computed; reading it waits.
pub struct Buffer {
    raw: RawBuffer,
    element_type: ElementType,
    dims: Vec<usize>,
}

/// A buffer whose type and dimensions are not read yet.
pub(crate) struct RawBuffer {
    // Declared first, hence destroyed before the device can let its client go.
    handle: Handle<PJRT_Buffer>,
    device: Device,
}

impl RawBuffer {
    /// Takes ownership of a buffer. A null pointer is an error of the `function` that returned it.
    ///
    /// # Safety
    /// `raw` is null, or a live buffer on this device that nobody else destroys.
    pub(crate) unsafe fn from_raw(device: Device, function: &'static str, raw: *mut PJRT_Buffer) -> Result<RawBuffer> {
        // SAFETY: the caller's promise is the one that `Handle::from_raw` requires.
        let handle = unsafe { Handle::from_raw(device.client().api(), function, raw)? };
        Ok(RawBuffer { handle, device })
    }
}

impl Buffer {
    /// Reads the type and the dimensions of a buffer.
    pub(crate) fn new(raw: RawBuffer) -> Result<Buffer> {
        let (api, buffer) = (raw.handle.api(), raw.handle.as_ptr());
        let mut element_type = PJRT_Buffer_ElementType_Args { buffer, ..AbiStruct::new() };
        let mut dims = PJRT_Buffer_Dimensions_Args { buffer, ..AbiStruct::new() };
        // SAFETY: the buffer is alive, and its dimensions live as long.
        let dims = unsafe {
            api.call(&mut element_type)?;
            api.call(&mut dims)?;
            read_dims("PJRT_Buffer_Dimensions", slice(dims.dims, dims.num_dims))?
        };
        let element_type = read_element_type("PJRT_Buffer_ElementType", element_type.r#type)?;
        Ok(Buffer { raw, element_type, dims })
    }

    /// The type of the elements.
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// The dimensions. In host memory the last one varies fastest.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The size of the array in host memory, in bytes.
    ///
    /// # Errors
    /// The size is beyond the address space.
    pub fn host_bytes(&self) -> Result<usize> {
        self.element_type.array_bytes(&self.dims).ok_or_else(|| {
            let message = format!("an array of {:?} {} exceeds the address space", self.dims, self.element_type);
            Error::new(ErrorKind::OutOfRange, "Buffer::host_bytes", message)
        })
    }

    /// The device that holds the array.
    pub fn device(&self) -> &Device {
        &self.raw.device
    }

    /// Copies the array to host memory: dense, row-major, in this machine's byte order. Waits for the
    /// content.
    ///
    /// # Errors
    /// `target` does not have the array's size, the buffer was deleted or donated, or the computation of the
    /// content failed.
    pub fn to_host(&self, target: &mut [u8]) -> Result<()> {
        let needed = self.host_bytes()?;
        if target.len() != needed {
            let (dims, element_type, given) = (&self.dims, self.element_type, target.len());
            let message = format!("an array of {dims:?} {element_type} has {needed} bytes, but the target has {given}");
            return Err(Error::new(ErrorKind::InvalidArgument, TO_HOST, message));
        }
        // SAFETY: `target` has the array's size and stays borrowed until the event is ready, because the
        // event is awaited first.
        unsafe { self.start_copy(target)?.wait() }
    }

    /// Copies the array to host memory as [`Buffer::to_vec`] does, without waiting: `callback` receives the
    /// bytes, on this thread or on one of the plugin's. It must not call the plugin, which may hold locks.
    ///
    /// ```no_run
    /// # fn example(buffer: &pjrt::Buffer) -> pjrt::Result<()> {
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// buffer.read(move |bytes| drop(sender.send(bytes)))?;
    /// let bytes: Vec<u8> = receiver.recv().expect("the callback is called once")?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Buffer::to_host`] for what fails at once; `callback` is not called then. It receives later
    /// errors.
    pub fn read(&self, callback: impl FnOnce(Result<Vec<u8>>) + Send + 'static) -> Result<()> {
        let mut bytes = vec![0; self.host_bytes()?];
        // SAFETY: the callback below owns the bytes, whose memory does not move with the vector, until the
        // event is ready. If the callback cannot be registered, the bytes are never freed.
        let done = unsafe { self.start_copy(&mut bytes)? };
        done.on_ready(move |result| callback(result.map(|()| bytes)))
    }

    /// Starts a copy to host memory.
    ///
    /// # Safety
    /// `target` has the array's size, and is alive and used by nothing else until the event is ready.
    unsafe fn start_copy(&self, target: &mut [u8]) -> Result<Event> {
        // Without a layout the plugin would copy the bytes in the device's own order.
        let minor_to_major: Vec<i64> = (0..self.dims.len() as i64).rev().collect();
        let tiled = PJRT_Buffer_MemoryLayout_Tiled {
            minor_to_major: minor_to_major.as_ptr(),
            minor_to_major_size: minor_to_major.len(),
            ..AbiStruct::new()
        };
        let mut layout = PJRT_Buffer_MemoryLayout {
            layout: PJRT_Buffer_MemoryLayout_Value { tiled },
            r#type: PJRT_Buffer_MemoryLayout_Type::Tiled,
            ..AbiStruct::new()
        };
        let mut args = PJRT_Buffer_ToHostBuffer_Args {
            src: self.as_ptr(),
            host_layout: &mut layout,
            dst: target.as_mut_ptr().cast(),
            dst_size: target.len(),
            ..AbiStruct::new()
        };
        let api = self.raw.handle.api();
        // SAFETY: the buffer is alive, and the caller guarantees the target. The call hands over the event.
        unsafe {
            api.call(&mut args)?;
            Event::from_raw(api, TO_HOST, args.event)
        }
    }

    /// The array's bytes, as [`Buffer::to_host`] writes them.
    ///
    /// # Errors
    /// As [`Buffer::to_host`].
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.host_bytes()?];
        self.to_host(&mut bytes)?;
        Ok(bytes)
    }

    /// Copies the array to another device of the same client.
    ///
    /// # Errors
    /// The device belongs to another client, or the buffer was deleted or donated.
    pub fn copy_to_device(&self, device: &Device) -> Result<Buffer> {
        const FUNCTION: &str = "PJRT_Buffer_CopyToDevice";
        device.check_client(self.device().client(), FUNCTION)?;
        let mut args =
            PJRT_Buffer_CopyToDevice_Args { buffer: self.as_ptr(), dst_device: device.as_ptr(), ..AbiStruct::new() };
        // SAFETY: buffer and device are alive and belong to one client; the call hands over the new buffer.
        let copy = unsafe {
            self.raw.handle.api().call(&mut args)?;
            RawBuffer::from_raw(device.clone(), FUNCTION, args.dst_buffer)?
        };
        Buffer::new(copy)
    }

    /// Copies the array to a device's memory of a kind, such as `pinned_host`.
    ///
    /// # Errors
    /// As [`Buffer::copy_to_device`], or the device has no such memory.
    pub fn copy_to_memory(&self, device: &Device, kind: &str) -> Result<Buffer> {
        const FUNCTION: &str = "PJRT_Buffer_CopyToMemory";
        device.check_client(self.device().client(), FUNCTION)?;
        let dst_memory = device.memory_handle(kind)?;
        let mut args = PJRT_Buffer_CopyToMemory_Args { buffer: self.as_ptr(), dst_memory, ..AbiStruct::new() };
        // SAFETY: buffer and memory are alive and belong to one client; the call hands over the new buffer.
        let copy = unsafe {
            self.raw.handle.api().call(&mut args)?;
            RawBuffer::from_raw(device.clone(), FUNCTION, args.dst_buffer)?
        };
        Buffer::new(copy)
    }

    /// The event that becomes ready with the buffer's content.
    pub fn ready(&self) -> Result<Event> {
        let api = self.raw.handle.api();
        let mut args = PJRT_Buffer_ReadyEvent_Args { buffer: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive; the call hands over the event.
        unsafe {
            api.call(&mut args)?;
            Event::from_raw(api, "PJRT_Buffer_ReadyEvent", args.event)
        }
    }

    /// Waits for the content.
    ///
    /// # Errors
    /// The error of the work that computes the content.
    pub fn wait(&self) -> Result<()> {
        self.ready()?.wait()
    }

    /// Frees the device memory now. The buffer cannot be read afterwards.
    pub fn delete(&self) -> Result<()> {
        let mut args = PJRT_Buffer_Delete_Args { buffer: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive.
        unsafe { self.raw.handle.api().call(&mut args) }
    }

    /// Returns true if the buffer was deleted or donated.
    pub fn is_deleted(&self) -> Result<bool> {
        let mut args = PJRT_Buffer_IsDeleted_Args { buffer: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive.
        unsafe { self.raw.handle.api().call(&mut args)? };
        Ok(args.is_deleted.get())
    }

    /// The size of the buffer on its device in bytes, padding included.
    pub fn device_bytes(&self) -> Result<usize> {
        let mut args = PJRT_Buffer_OnDeviceSizeInBytes_Args { buffer: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive.
        unsafe { self.raw.handle.api().call(&mut args)? };
        Ok(args.on_device_size_in_bytes)
    }

    pub(crate) fn as_ptr(&self) -> *mut PJRT_Buffer {
        self.raw.handle.as_ptr()
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({:?} {} on {})", self.dims, self.element_type, self.device())
    }
}
