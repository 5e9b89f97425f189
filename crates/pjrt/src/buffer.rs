//! Buffers: arrays on a device.

use std::fmt;
use std::ptr::NonNull;

use crate::abi::*;
use crate::call::{Api, handle, slice};
use crate::device::Device;
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;

/// An array on a device. Its content may still be on its way; whoever reads it waits.
pub struct Buffer {
    raw: RawBuffer,
    element_type: ElementType,
    dims: Vec<usize>,
}

/// A buffer of the plugin that is freed when dropped.
pub(crate) struct RawBuffer {
    device: Device,
    raw: NonNull<PJRT_Buffer>,
}

// SAFETY: PJRT buffers may be used from any thread.
unsafe impl Send for RawBuffer {}
// SAFETY: as above.
unsafe impl Sync for RawBuffer {}

impl RawBuffer {
    /// # Safety
    /// `raw` is a buffer on this device that nobody else frees.
    pub(crate) unsafe fn new(device: Device, raw: NonNull<PJRT_Buffer>) -> RawBuffer {
        RawBuffer { device, raw }
    }

    fn api(&self) -> Api {
        self.device.client().api()
    }
}

impl Drop for RawBuffer {
    fn drop(&mut self) {
        let mut args = PJRT_Buffer_Destroy_Args { buffer: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive and ours. An error cannot be reported from here and leaves nothing to do.
        let _ = unsafe { self.api().call(&mut args) };
    }
}

impl Buffer {
    /// # Safety
    /// `raw` is a buffer on this device that nobody else frees.
    pub(crate) unsafe fn from_raw(device: Device, raw: NonNull<PJRT_Buffer>) -> Result<Buffer> {
        // SAFETY: as the caller says.
        Buffer::read(unsafe { RawBuffer::new(device, raw) })
    }

    /// Asks for type and dimensions.
    pub(crate) fn read(raw: RawBuffer) -> Result<Buffer> {
        let buffer = raw.raw.as_ptr();
        let mut element_type = PJRT_Buffer_ElementType_Args { buffer, ..AbiStruct::new() };
        let mut dims = PJRT_Buffer_Dimensions_Args { buffer, ..AbiStruct::new() };
        // SAFETY: the buffer is alive, and its dimensions live as long.
        let dims = unsafe {
            raw.api().call(&mut element_type)?;
            raw.api().call(&mut dims)?;
            read_dims("PJRT_Buffer_Dimensions", slice(dims.dims, dims.num_dims))?
        };
        let element_type = read_element_type("PJRT_Buffer_ElementType", element_type.r#type)?;
        Ok(Buffer { raw, element_type, dims })
    }

    /// The type of the elements.
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// The dimensions, the last one fastest in host memory.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// How many bytes the array takes in host memory.
    pub fn host_bytes(&self) -> Result<usize> {
        self.element_type.array_bytes(&self.dims).ok_or_else(|| {
            let message = format!("{:?} {} are more bytes than memory has", self.dims, self.element_type);
            Error::new(ErrorKind::OutOfRange, "Buffer::host_bytes", message)
        })
    }

    /// The device it lies on.
    pub fn device(&self) -> &Device {
        &self.raw.device
    }

    /// Copies the array into host memory, dense, the last dimension fastest. Waits for the content.
    ///
    /// # Errors
    /// `target` is not of the array's size, the buffer was deleted or donated, or the work that makes it failed.
    pub fn to_host(&self, target: &mut [u8]) -> Result<()> {
        const FUNCTION: &str = "PJRT_Buffer_ToHostBuffer";
        let needed = self.host_bytes()?;
        if target.len() != needed {
            let (dims, element_type, given) = (&self.dims, self.element_type, target.len());
            let message =
                format!("an array of {dims:?} {element_type} has {needed} bytes, but there is room for {given}");
            return Err(Error::new(ErrorKind::InvalidArgument, FUNCTION, message));
        }
        // Without a layout the plugin would copy the bytes in its device's own order.
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
            src: self.raw(),
            host_layout: &mut layout,
            dst: target.as_mut_ptr().cast(),
            dst_size: target.len(),
            ..AbiStruct::new()
        };
        // SAFETY: the buffer is alive, `target` has room for it, and stays until the event has come: it is awaited before
        // anything else is done. The event is ours.
        unsafe {
            self.raw.api().call(&mut args)?;
            Event::from_raw(self.raw.api(), FUNCTION, args.event)?.wait()
        }
    }

    /// The array's bytes, as [`Buffer::to_host`] gives them.
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.host_bytes()?];
        self.to_host(&mut bytes)?;
        Ok(bytes)
    }

    /// Copies the array to another device of the same client.
    pub fn copy_to_device(&self, device: &Device) -> Result<Buffer> {
        const FUNCTION: &str = "PJRT_Buffer_CopyToDevice";
        device.check_client(self.device().client(), FUNCTION)?;
        let mut args =
            PJRT_Buffer_CopyToDevice_Args { buffer: self.raw(), dst_device: device.raw(), ..AbiStruct::new() };
        // SAFETY: buffer and device are alive and of one client; the buffer that comes out is ours.
        unsafe {
            self.raw.api().call(&mut args)?;
            Buffer::from_raw(device.clone(), handle(FUNCTION, args.dst_buffer)?)
        }
    }

    /// The event of the content being there.
    pub fn ready(&self) -> Result<Event> {
        let mut args = PJRT_Buffer_ReadyEvent_Args { buffer: self.raw(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive, the event is ours.
        unsafe {
            self.raw.api().call(&mut args)?;
            Event::from_raw(self.raw.api(), "PJRT_Buffer_ReadyEvent", args.event)
        }
    }

    /// Waits for the content; the error is that of the work that makes it.
    pub fn wait(&self) -> Result<()> {
        self.ready()?.wait()
    }

    /// Gives the device memory back now. The buffer cannot be read any more.
    pub fn delete(&self) -> Result<()> {
        let mut args = PJRT_Buffer_Delete_Args { buffer: self.raw(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive.
        unsafe { self.raw.api().call(&mut args) }
    }

    /// Whether it was deleted.
    pub fn is_deleted(&self) -> Result<bool> {
        let mut args = PJRT_Buffer_IsDeleted_Args { buffer: self.raw(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive.
        unsafe { self.raw.api().call(&mut args)? };
        Ok(args.is_deleted.get())
    }

    /// How many bytes it takes on its device, padding included.
    pub fn device_bytes(&self) -> Result<usize> {
        let mut args = PJRT_Buffer_OnDeviceSizeInBytes_Args { buffer: self.raw(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive.
        unsafe { self.raw.api().call(&mut args)? };
        Ok(args.on_device_size_in_bytes)
    }

    pub(crate) fn raw(&self) -> *mut PJRT_Buffer {
        self.raw.raw.as_ptr()
    }
}

/// Dimensions as the plugin gives them; negative ones would be dynamic, which no buffer is.
pub(crate) fn read_dims(function: &'static str, dims: &[i64]) -> Result<Vec<usize>> {
    let converted = dims.iter().map(|&dim| usize::try_from(dim)).collect::<Result<Vec<usize>, _>>();
    converted.map_err(|_| {
        Error::new(ErrorKind::Unimplemented, function, format!("the dimensions {dims:?} are not all static"))
    })
}

/// An element type as the plugin gives it.
pub(crate) fn read_element_type(function: &'static str, code: PJRT_Buffer_Type) -> Result<ElementType> {
    ElementType::from_raw(code).ok_or_else(|| {
        Error::new(ErrorKind::Unimplemented, function, format!("the plugin uses the unknown element type {}", code.0))
    })
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({:?} {} on {})", self.dims, self.element_type, self.device())
    }
}
