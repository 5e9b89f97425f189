//! Transfers: from the host, to the host, and from core to core.

use std::ffi::c_void;
use std::sync::Arc;

use pjrt::ErrorKind;
use pjrt::abi::*;
use stablehlo::TensorType;

use crate::buffer::{Buffer, element_type};
use crate::caller::Caller;
use crate::device::Device;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::handle::Handle;
use crate::memory::Memory;

/// Host memory that a buffer goes on using. The caller keeps it as it is until the event comes, which is when the last
/// user is done with it.
struct HostMemory {
    first: *const u8,
    size: usize,
    done: Event,
}

// SAFETY: the memory is only read, and the caller has promised that it stays as it is.
unsafe impl Send for HostMemory {}
// SAFETY: as above.
unsafe impl Sync for HostMemory {}

impl AsRef<[u8]> for HostMemory {
    fn as_ref(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: the caller has `size` bytes there, and keeps them until `done` comes, which is when this is dropped.
        unsafe { std::slice::from_raw_parts(self.first, self.size) }
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        self.done.set();
    }
}

/// The type of a caller's array.
fn tensor_type(raw: PJRT_Buffer_Type, dims: &[i64]) -> Result<TensorType> {
    let element = element_type(raw)?;
    let sizes = dims.iter().map(|d| usize::try_from(*d).ok()).collect::<Option<Vec<usize>>>();
    let bytes = |sizes: &Vec<usize>| sizes.iter().try_fold(element.bytes(), |n, d| n.checked_mul((*d).max(1)));
    let sizes = sizes.filter(|s| bytes(s).is_some_and(|n| n <= isize::MAX as usize));
    let sizes = sizes.ok_or_else(|| Error::invalid(format!("there is no array of dimensions {dims:?}")))?;
    Ok(TensorType::new(element, sizes))
}

/// Byte strides of the dense row-major array; a dimension of size 1 may have any.
fn is_dense(ty: &TensorType, strides: &[i64]) -> bool {
    let width = ty.element.bytes();
    strides.is_empty()
        || ty.num_elements() == 0
        || ty.strides().iter().zip(strides).zip(&ty.dims).all(|((s, given), d)| *d == 1 || (s * width) as i64 == *given)
}

/// A dense copy of a caller's array with any strides.
fn gather(caller: Caller<'_>, data: *const c_void, ty: &TensorType, strides: &[i64]) -> Result<Vec<u8>> {
    let width = ty.element.bytes();
    let mut out = Vec::with_capacity(ty.size_in_bytes());
    let mut index = vec![0usize; ty.dims.len()];
    for _ in 0..ty.num_elements() {
        let offset: i64 = index.iter().zip(strides).map(|(i, s)| *i as i64 * s).sum();
        let element = data.cast::<u8>().wrapping_offset(offset as isize);
        out.extend_from_slice(caller.slice(element, width, "host memory")?);
        for (i, d) in index.iter_mut().zip(&ty.dims).rev() {
            *i += 1;
            if *i < *d {
                break;
            }
            *i = 0;
        }
    }
    Ok(out)
}

impl Call for PJRT_Client_BufferFromHostBuffer_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let device = match caller.get::<Memory>(self.memory) {
            Ok(memory) => memory.device()?,
            Err(_) => caller.get::<Device>(self.device)?,
        };
        let ty = tensor_type(self.r#type, caller.slice(self.dims, self.num_dims, "list of dimensions")?)?;
        let strides = caller.slice(self.byte_strides, self.num_byte_strides, "list of strides")?;
        if !strides.is_empty() && strides.len() != ty.rank() {
            return Err(Error::invalid(format!("{} strides were given for {ty}", strides.len())));
        }
        if self.data.is_null() && ty.size_in_bytes() > 0 {
            return Err(Error::invalid(format!("the host memory of a {ty} is null")));
        }
        let keeps = self.host_buffer_semantics == PJRT_HostBufferSemantics::kImmutableZeroCopy;
        let done = Event::default();
        let memory = if keeps && is_dense(&ty, strides) {
            let host = HostMemory { first: self.data.cast(), size: ty.size_in_bytes(), done: done.clone() };
            processor::Buffer::external(ty, Arc::new(host))
        } else {
            done.set();
            let size = ty.size_in_bytes();
            if is_dense(&ty, strides) {
                processor::Buffer::from_bytes(ty, caller.slice(self.data.cast::<u8>(), size, "host memory")?)
            } else {
                let bytes = gather(caller, self.data, &ty, strides)?;
                processor::Buffer::from_bytes(ty, &bytes)
            }
        }
        .map_err(|e| Error::invalid(e.to_string()))?;
        self.buffer = Buffer::new(device.client()?, device.id(), memory).into_handle();
        self.done_with_host_buffer = done.into_handle();
        Ok(())
    }
}

impl Call for PJRT_Buffer_ToHostBuffer_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let buffer = caller.get::<Buffer>(self.src)?;
        let memory = buffer.memory()?;
        if let Some(layout) = caller.fields(self.host_layout) {
            check_row_major(caller, &layout, buffer.ty())?;
        }
        let bytes = memory.as_bytes();
        if self.dst.is_null() {
            self.dst_size = bytes.len();
            return Ok(());
        }
        if self.dst_size < bytes.len() {
            let message = format!("{} takes {} bytes, the host memory has {}", buffer.ty(), bytes.len(), self.dst_size);
            return Err(Error::invalid(message));
        }
        caller.write(self.dst.cast::<u8>(), bytes, "host memory")?;
        self.event = Event::come().into_handle();
        Ok(())
    }
}

/// The one layout that is written: row-major, which is also what callers ask for.
fn check_row_major(caller: Caller<'_>, layout: &PJRT_Buffer_MemoryLayout, ty: &TensorType) -> Result<()> {
    let row_major = match layout.r#type {
        PJRT_Buffer_MemoryLayout_Type::Tiled => {
            // SAFETY: the type says which member of the union was written.
            let tiled = unsafe { layout.layout.tiled };
            let order = caller.slice(tiled.minor_to_major, tiled.minor_to_major_size, "order of dimensions")?;
            tiled.num_tiles == 0 && order.iter().copied().eq((0..ty.rank() as i64).rev())
        }
        PJRT_Buffer_MemoryLayout_Type::Strides => {
            // SAFETY: as above.
            let strides = unsafe { layout.layout.strides };
            let strides = caller.slice(strides.byte_strides, strides.num_byte_strides, "list of strides")?;
            [0, ty.rank()].contains(&strides.len()) && is_dense(ty, strides)
        }
        _ => false,
    };
    if row_major {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Unimplemented, format!("{ty} can be copied to the host in row-major order only")))
}

impl Call for PJRT_Buffer_CopyRawToHost_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let memory = caller.get::<Buffer>(self.buffer)?.memory()?;
        let bytes = memory.as_bytes();
        let range = usize::try_from(self.offset).ok().zip(usize::try_from(self.transfer_size).ok());
        let part = range.and_then(|(at, size)| bytes.get(at..at.checked_add(size)?)).ok_or_else(|| {
            let message = format!("bytes {}+{} of a buffer of {}", self.offset, self.transfer_size, bytes.len());
            Error::new(ErrorKind::OutOfRange, message)
        })?;
        caller.write(self.dst.cast::<u8>(), part, "host memory")?;
        self.event = Event::come().into_handle();
        Ok(())
    }
}

impl Call for PJRT_Buffer_CopyToDevice_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.dst_buffer =
            caller.get::<Buffer>(self.buffer)?.copy_to(caller.get::<Device>(self.dst_device)?)?.into_handle();
        Ok(())
    }
}

impl Call for PJRT_Buffer_CopyToMemory_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let device = caller.get::<Memory>(self.dst_memory)?.device()?;
        self.dst_buffer = caller.get::<Buffer>(self.buffer)?.copy_to(device)?.into_handle();
        Ok(())
    }
}
