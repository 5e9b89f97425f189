//! Transfers: from the host, to the host, and between devices.

use std::borrow::Cow;
use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

use pjrt::ErrorKind;
use pjrt::abi::*;
use pjrt::export::{Call, Caller, Event, Handle};
use stablehlo::TensorType;

use crate::element_type::from_pjrt;
use crate::error::{Error, Result};
use crate::implementation::Labora;
use crate::layout::Layout;
use crate::objects::buffer::Buffer;
use crate::objects::client::Client;
use crate::objects::content::Content;
use crate::objects::device::Device;
use crate::objects::host_memory::HostMemory;
use crate::objects::memory::{Memory, MemoryKind};
use crate::objects::shape::Shape;

/// The type of an array with these dimensions.
///
/// # Errors
/// The element type is not supported, a dimension is negative, or the array exceeds the address space.
fn tensor_type(code: PJRT_Buffer_Type, dims: &[i64]) -> Result<TensorType> {
    let element = from_pjrt(code)?;
    let sizes = dims.iter().map(|d| usize::try_from(*d).ok()).collect::<Option<Vec<usize>>>();
    let bytes = |sizes: &Vec<usize>| sizes.iter().try_fold(element.bytes(), |n, d| n.checked_mul((*d).max(1)));
    let sizes = sizes.filter(|s| bytes(s).is_some_and(|n| n <= isize::MAX as usize));
    let sizes = sizes.ok_or_else(|| Error::invalid(format!("an array cannot have the dimensions {dims:?}")))?;
    Ok(TensorType::new(element, sizes))
}

/// Returns true if the byte strides are those of the dense row-major array. A dimension of size 1 may have
/// any stride.
fn is_row_major(ty: &TensorType, strides: &[i64]) -> bool {
    let width = ty.element.bytes();
    ty.num_elements() == 0
        || ty.strides().iter().zip(strides).zip(&ty.dims).all(|((s, given), d)| *d == 1 || (s * width) as i64 == *given)
}

/// The byte strides of the dense row-major array.
fn byte_strides(ty: &TensorType) -> Vec<i64> {
    ty.strides().iter().map(|stride| (stride * ty.element.bytes()) as i64).collect()
}

/// A dense row-major copy of a host array with any strides.
///
/// # Safety
/// `data` is null, or points to an array of this type with these byte strides.
unsafe fn copy_strided(caller: Caller<'_>, data: *const c_void, ty: &TensorType, strides: &[i64]) -> Result<Vec<u8>> {
    let width = ty.element.bytes();
    let mut out = Vec::with_capacity(ty.size_in_bytes());
    let mut outcome = Ok(());
    for_each_offset(&ty.dims, strides, |offset| {
        let element = data.cast::<u8>().wrapping_offset(offset as isize);
        // SAFETY: the element at this index is in the caller's array.
        match unsafe { caller.slice(element, width, "host memory") } {
            Ok(element) => out.extend_from_slice(element),
            Err(error) => outcome = Err(error),
        }
    });
    outcome?;
    Ok(out)
}

/// Calls `f` with the offset in bytes of each element of an array with these dimensions and byte strides, in
/// row-major order.
fn for_each_offset(dims: &[usize], strides: &[i64], mut f: impl FnMut(i64)) {
    let mut index = vec![0usize; dims.len()];
    for _ in 0..dims.iter().product::<usize>() {
        f(index.iter().zip(strides).map(|(i, s)| *i as i64 * s).sum());
        for (i, d) in index.iter_mut().zip(dims).rev() {
            *i += 1;
            if *i < *d {
                break;
            }
            *i = 0;
        }
    }
}

/// The content of a new buffer. The second value is the event that is ready when the plugin does not use the
/// host memory any more.
///
/// # Safety
/// The arguments satisfy the C API; their array has the shape's type and byte strides `strides`.
unsafe fn buffer_content(
    caller: Caller<'_>,
    args: &PJRT_Client_BufferFromHostBuffer_Args,
    shape: &Shape,
    strides: &[i64],
    client: &Client,
) -> Result<(Content, Event)> {
    // The array as it is to be in memory: with transposed dimensions unless it is row-major.
    let layout = shape.layout();
    let strides = match strides.is_empty() {
        true => &byte_strides(shape.ty()),
        false => strides,
    };
    let (ty, strides) = (layout.memory_type(shape.ty()), &layout.in_memory(strides));
    // Whatever the caller promises, the memory is copied in this call unless the client was made for zero
    // copies: JAX promises kImmutableZeroCopy for arrays of NumPy that the user is free to change, and its
    // `jax.numpy.array` is a program that may run only after the call.
    let is_zero_copy =
        client.options().is_zero_copy && args.host_buffer_semantics == PJRT_HostBufferSemantics::kImmutableZeroCopy;
    let is_row_major = is_row_major(&ty, strides);
    let size = ty.size_in_bytes();
    if is_zero_copy && is_row_major {
        let done = Event::pending();
        // SAFETY: the array has `size` bytes. With these semantics the caller keeps it unchanged until `done`
        // is ready.
        let host = unsafe { HostMemory::new(args.data.cast(), size, done.clone()) };
        let memory = processor::Buffer::external(ty, Arc::new(host))?;
        // The host's memory is not the client's.
        return Ok((Content::present(memory, None), done));
    }
    let mut reservations =
        client.memory_account().reserve(size as u64, &[size as u64], format_args!("an array {ty}"))?;
    let memory = if is_row_major {
        // SAFETY: the array has `size` bytes.
        let bytes = unsafe { caller.slice(args.data.cast::<u8>(), size, "host memory")? };
        client.last_host_copy().copy(ty, bytes)
    } else {
        // SAFETY: the caller of this function guarantees type and strides.
        let bytes = unsafe { copy_strided(caller, args.data, &ty, strides)? };
        processor::Buffer::from_bytes(ty, &bytes)
    };
    Ok((Content::present(memory?, reservations.pop().flatten()), Event::ready()))
}

impl Call<Labora> for PJRT_Client_BufferFromHostBuffer_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live client, a live memory, a live device, and lists of the
        // stated lengths. A memory's device is alive, because it owns the memory.
        let (client, device, kind, dims, strides) = unsafe {
            let client = caller.get::<Arc<Client>>(self.client)?;
            let memory = caller.get_if_any::<Memory>(self.memory);
            let kind = memory.map_or(MemoryKind::default(), Memory::kind);
            let device: *mut PJRT_Device = memory.map_or(self.device, Memory::device);
            let device = caller.get::<Device>(device)?;
            let dims = caller.slice(self.dims, self.num_dims, "list of dimensions")?;
            let strides = caller.slice(self.byte_strides, self.num_byte_strides, "list of strides")?;
            (client, device, kind, dims, strides)
        };
        device.check_addressable()?;
        let ty = tensor_type(self.r#type, dims)?;
        // SAFETY: the layout is null or the caller's.
        let layout = unsafe { layout_of(caller, self.device_layout, &ty)? };
        let layout = layout.unwrap_or_else(|| Layout::row_major(ty.rank()));
        if !strides.is_empty() && strides.len() != ty.rank() {
            return Err(Error::invalid(format!("{} strides were given for {ty}", strides.len())));
        }
        if self.data.is_null() && ty.size_in_bytes() > 0 {
            return Err(Error::invalid(format!("the host memory of a {ty} is null")));
        }
        let shape = Shape::new(ty, layout);
        // SAFETY: type and strides are those of the arguments.
        let (content, done) = unsafe { buffer_content(caller, self, &shape, strides, client)? };
        self.buffer = Buffer::new(device.to_arc()?, kind, shape, content).into_handle();
        self.done_with_host_buffer = done.into_handle();
        Ok(())
    }
}

/// Host memory that a copy is written to.
struct Target(*mut u8);

/// What is written of an array's memory.
enum Part {
    /// A range of bytes.
    Range(Range<usize>),
    /// All, in another order: elements of so many bytes, with these dimensions and byte strides.
    Transposed { width: usize, dims: Vec<usize>, strides: Vec<i64> },
}

// SAFETY: the API gives the memory to the plugin, whatever its threads, until the event of the copy is ready.
unsafe impl Send for Target {}

impl Target {
    /// Writes a part of an array's memory.
    ///
    /// # Safety
    /// The memory has as many bytes as the part, and nobody else uses it.
    unsafe fn write(self, memory: &processor::Buffer, part: &Part) {
        let bytes = memory.as_bytes();
        let copied = match part {
            Part::Range(range) => Cow::Borrowed(bytes.get(range.clone()).unwrap_or_default()),
            Part::Transposed { width, dims, strides } => Cow::Owned(transposed(bytes, *width, dims, strides)),
        };
        // SAFETY: the caller of this function guarantees the memory.
        unsafe { std::ptr::copy_nonoverlapping(copied.as_ptr(), self.0, copied.len()) };
    }
}

/// The elements of an array with these dimensions and byte strides, in row-major order.
fn transposed(bytes: &[u8], width: usize, dims: &[usize], strides: &[i64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for_each_offset(dims, strides, |offset| {
        let element = usize::try_from(offset).ok().and_then(|at| bytes.get(at..at + width));
        out.extend_from_slice(element.unwrap_or_default());
    });
    out
}

/// Copies a part of an array's memory to the host once it is there. Returns the event of the copy.
///
/// # Safety
/// `target` is null, or points to as much memory as the part has bytes, which nobody else uses until the
/// event is ready.
unsafe fn copy_to_host(content: &Content, part: Part, target: *mut u8) -> Result<Event> {
    if matches!(&part, Part::Range(range) if range.is_empty()) {
        return Ok(content.event());
    }
    if target.is_null() {
        return Err(Error::invalid("the host memory is null"));
    }
    let target = Target(target);
    let copy = move |memory: processor::Buffer| {
        // SAFETY: the caller of `copy_to_host` guarantees the memory until the event is ready.
        unsafe { target.write(&memory, &part) };
    };
    if content.is_ready() {
        copy(content.wait()?);
        return Ok(Event::ready());
    }
    let done = Event::pending();
    let event = done.clone();
    content.on_ready(move |memory| event.set(memory.map(copy).map_err(Into::into)));
    Ok(done)
}

/// What is written for a copy of an array in another layout.
fn part_of(shape: &Shape, layout: &Layout) -> Part {
    let (from, size) = (shape.layout(), shape.ty().size_in_bytes());
    if from == layout || size == 0 {
        return Part::Range(0..size);
    }
    let in_memory = byte_strides(&from.memory_type(shape.ty()));
    let strides: Vec<i64> = from.places().iter().map(|place| in_memory[*place]).collect();
    let (dims, strides) = (layout.in_memory(&shape.ty().dims), layout.in_memory(&strides));
    Part::Transposed { width: shape.ty().element.bytes(), dims, strides }
}

impl Call<Labora> for PJRT_Buffer_ToHostBuffer_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.src)? };
        let content = buffer.content()?;
        // SAFETY: the layout is null or the caller's.
        let layout = unsafe { layout_of(caller, self.host_layout, buffer.ty())? };
        let part = part_of(buffer.shape(), layout.as_ref().unwrap_or(buffer.shape().layout()));
        let size = buffer.size_in_bytes();
        if self.dst.is_null() {
            self.dst_size = size;
            return Ok(());
        }
        if self.dst_size < size {
            let message = format!("{} has {size} bytes, the host memory has {}", buffer.ty(), self.dst_size);
            return Err(Error::invalid(message));
        }
        // SAFETY: the host memory has `dst_size` bytes, which are at least as many as written.
        self.event = unsafe { copy_to_host(&content, part, self.dst.cast())? }.into_handle();
        Ok(())
    }
}

/// The layout of an array that a caller states; `None` if it states none, or no dimensions.
///
/// # Errors
/// It has tiles, or its array is not dense.
///
/// # Safety
/// The pointer is null, or the type of the layout says which member of its union is set, and the member's
/// lists have the stated lengths.
unsafe fn layout_of(
    caller: Caller<'_>,
    layout: *const PJRT_Buffer_MemoryLayout,
    ty: &TensorType,
) -> Result<Option<Layout>> {
    // SAFETY: the caller of this function guarantees the layout.
    let Some(layout) = (unsafe { caller.copy_struct(layout) }) else { return Ok(None) };
    let unsupported = |what| {
        let message = format!("{ty} in memory that {what} is not supported: only an order of the dimensions is");
        Err(Error::new(ErrorKind::Unimplemented, message))
    };
    match layout.r#type {
        PJRT_Buffer_MemoryLayout_Type::Tiled => {
            // SAFETY: the caller of this function guarantees the member and its lists.
            let (tiled, order) = unsafe {
                let tiled = layout.layout.tiled;
                (tiled, caller.slice(tiled.minor_to_major, tiled.minor_to_major_size, "order of dimensions")?)
            };
            if tiled.num_tiles > 0 {
                return unsupported("has tiles");
            }
            if order.is_empty() {
                return Ok(None);
            }
            let order = order.iter().rev().map(|dim| usize::try_from(*dim).unwrap_or(usize::MAX)).collect();
            Layout::new(order, ty.rank()).map(Some)
        }
        PJRT_Buffer_MemoryLayout_Type::Strides => {
            // SAFETY: the caller of this function guarantees the member and its lists.
            let strides = unsafe {
                let strides = layout.layout.strides;
                caller.slice(strides.byte_strides, strides.num_byte_strides, "list of strides")?
            };
            if strides.is_empty() {
                return Ok(Some(Layout::row_major(ty.rank())));
            }
            let mut order: Vec<usize> = (0..strides.len()).collect();
            order.sort_by_key(|dim| std::cmp::Reverse(strides[*dim]));
            let layout = Layout::new(order, ty.rank())?;
            match is_row_major(&layout.memory_type(ty), &layout.in_memory(strides)) {
                true => Ok(Some(layout)),
                false => unsupported("is not dense"),
            }
        }
        _ => unsupported("has a layout of an unknown kind"),
    }
}

impl Call<Labora> for PJRT_Buffer_CopyRawToHost_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live buffer.
        let buffer = unsafe { caller.get::<Buffer>(self.buffer)? };
        let (content, available) = (buffer.content()?, buffer.size_in_bytes());
        let range = usize::try_from(self.offset).ok().zip(usize::try_from(self.transfer_size).ok());
        let range = range.and_then(|(at, size)| Some(at..at.checked_add(size)?).filter(|range| range.end <= available));
        let range = range.ok_or_else(|| {
            let (size, offset) = (self.transfer_size, self.offset);
            let message = format!("a copy of {size} bytes at offset {offset} exceeds the buffer's {available} bytes");
            Error::new(ErrorKind::OutOfRange, message)
        })?;
        // SAFETY: the host memory has `transfer_size` bytes, as many as written.
        self.event = unsafe { copy_to_host(&content, Part::Range(range), self.dst.cast())? }.into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Buffer_CopyToDevice_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live buffer and a live device.
        let (buffer, device) = unsafe { (caller.get::<Buffer>(self.buffer)?, caller.get::<Device>(self.dst_device)?) };
        device.check_addressable()?;
        self.dst_buffer = buffer.copy_to(device, MemoryKind::default())?.into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_Buffer_CopyToMemory_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a live buffer and a live memory, whose device is alive because
        // it owns the memory.
        let (buffer, device, kind) = unsafe {
            let memory = caller.get::<Memory>(self.dst_memory)?;
            (caller.get::<Buffer>(self.buffer)?, caller.get::<Device>(memory.device())?, memory.kind())
        };
        device.check_addressable()?;
        self.dst_buffer = buffer.copy_to(device, kind)?.into_handle();
        Ok(())
    }
}
