//! Buffers: arrays on a core.

use std::sync::{Arc, Mutex, MutexGuard};

use pjrt::ErrorKind;
use pjrt::abi::*;
use stablehlo::{ElementType, TensorType};

use crate::caller::Caller;
use crate::client::Shared;
use crate::device::Device;
use crate::entry::Call;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::handle::Handle;
use crate::pins::Pins;

/// An array on a core. Its memory may be gone: donated, or deleted.
pub struct Buffer {
    client: Arc<Shared>,
    device: i32,
    ty: TensorType,
    dims: Vec<i64>,
    memory: Mutex<Option<processor::Buffer>>,
    pub pins: Pins,
}

// SAFETY: buffer handles are made by `into_handle` only.
unsafe impl Handle for Buffer {
    type C = PJRT_Buffer;
    const NAME: &'static str = "buffer";
}

impl Buffer {
    pub fn new(client: Arc<Shared>, device: i32, memory: processor::Buffer) -> Self {
        let ty = memory.ty().clone();
        let dims = ty.dims.iter().map(|d| *d as i64).collect();
        let buffer = Self { client, device, ty, dims, memory: Mutex::new(Some(memory)), pins: Pins::default() };
        buffer.count(1);
        buffer
    }

    /// Tells the core that the buffer's memory comes (1) or goes (-1).
    fn count(&self, sign: i64) {
        if let Ok(device) = self.device() {
            device.count(sign * self.ty.size_in_bytes() as i64);
        }
    }

    pub fn ty(&self) -> &TensorType {
        &self.ty
    }

    /// The core it lies on.
    pub fn device(&self) -> Result<&Device> {
        self.client.device(i64::from(self.device))
    }

    /// Its memory, shared.
    pub fn memory(&self) -> Result<processor::Buffer> {
        self.lock().clone().ok_or_else(gone)
    }

    /// Takes its memory away: the buffer counts as deleted from then on.
    pub fn take(&self) -> Result<processor::Buffer> {
        let memory = self.lock().take().ok_or_else(gone)?;
        self.count(-1);
        Ok(memory)
    }

    /// Undoes [`Buffer::take`].
    pub fn give_back(&self, memory: processor::Buffer) {
        *self.lock() = Some(memory);
        self.count(1);
    }

    fn lock(&self) -> MutexGuard<'_, Option<processor::Buffer>> {
        self.memory.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The same contents on another core: the memory is shared, since neither side writes into it.
    pub fn copy_to(&self, device: &Device) -> Result<Self> {
        Ok(Self::new(device.client()?, device.id(), self.memory()?))
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let _ = self.take();
    }
}

fn gone() -> Error {
    Error::new(ErrorKind::FailedPrecondition, "the buffer was deleted or donated before this call")
}

/// StableHLO's element types by PJRT's numbers.
const TYPES: &[(ElementType, PJRT_Buffer_Type)] = &[
    (ElementType::I1, PJRT_Buffer_Type::PRED),
    (ElementType::I8, PJRT_Buffer_Type::S8),
    (ElementType::I16, PJRT_Buffer_Type::S16),
    (ElementType::I32, PJRT_Buffer_Type::S32),
    (ElementType::I64, PJRT_Buffer_Type::S64),
    (ElementType::Ui8, PJRT_Buffer_Type::U8),
    (ElementType::Ui16, PJRT_Buffer_Type::U16),
    (ElementType::Ui32, PJRT_Buffer_Type::U32),
    (ElementType::Ui64, PJRT_Buffer_Type::U64),
    (ElementType::F16, PJRT_Buffer_Type::F16),
    (ElementType::Bf16, PJRT_Buffer_Type::BF16),
    (ElementType::F32, PJRT_Buffer_Type::F32),
    (ElementType::F64, PJRT_Buffer_Type::F64),
];

/// PJRT's number of an element type.
pub fn raw_type(element: ElementType) -> PJRT_Buffer_Type {
    TYPES.iter().find(|(e, _)| *e == element).map_or(PJRT_Buffer_Type::INVALID, |(_, raw)| *raw)
}

/// The element type of a PJRT number.
pub fn element_type(raw: PJRT_Buffer_Type) -> Result<ElementType> {
    TYPES.iter().find(|(_, r)| *r == raw).map(|(e, _)| *e).ok_or_else(|| {
        let name = raw.name().map_or_else(|| format!("number {}", raw.0), str::to_string);
        Error::new(ErrorKind::Unimplemented, format!("buffers of element type {name} are not supported"))
    })
}

impl Call for PJRT_Buffer_Destroy_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.destroy::<Buffer>(self.buffer);
        Ok(())
    }
}

impl Call for PJRT_Buffer_ElementType_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.r#type = raw_type(caller.get::<Buffer>(self.buffer)?.ty.element);
        Ok(())
    }
}

impl Call for PJRT_Buffer_Dimensions_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let dims = &caller.get::<Buffer>(self.buffer)?.dims;
        (self.dims, self.num_dims) = (dims.as_ptr(), dims.len());
        Ok(())
    }
}

impl Call for PJRT_Buffer_UnpaddedDimensions_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        let dims = &caller.get::<Buffer>(self.buffer)?.dims;
        (self.unpadded_dims, self.num_dims) = (dims.as_ptr(), dims.len());
        Ok(())
    }
}

impl Call for PJRT_Buffer_DynamicDimensionIndices_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Buffer>(self.buffer)?;
        (self.dynamic_dim_indices, self.num_dynamic_dims) = (std::ptr::null(), 0);
        Ok(())
    }
}

impl Call for PJRT_Buffer_OnDeviceSizeInBytes_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.on_device_size_in_bytes = caller.get::<Buffer>(self.buffer)?.ty.size_in_bytes();
        Ok(())
    }
}

impl Call for PJRT_Buffer_Device_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.device = caller.get::<Buffer>(self.buffer)?.device()?.as_handle();
        Ok(())
    }
}

impl Call for PJRT_Buffer_Memory_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.memory = caller.get::<Buffer>(self.buffer)?.device()?.memory()?.as_handle();
        Ok(())
    }
}

impl Call for PJRT_Buffer_Delete_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // Deleting twice is allowed.
        let _ = caller.get::<Buffer>(self.buffer)?.take();
        Ok(())
    }
}

impl Call for PJRT_Buffer_IsDeleted_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.is_deleted = caller.get::<Buffer>(self.buffer)?.lock().is_none().into();
        Ok(())
    }
}

impl Call for PJRT_Buffer_IsOnCpu_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Buffer>(self.buffer)?;
        self.is_on_cpu = true.into();
        Ok(())
    }
}

impl Call for PJRT_Buffer_ReadyEvent_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        caller.get::<Buffer>(self.buffer)?;
        self.event = Event::come().into_handle();
        Ok(())
    }
}

impl Call for PJRT_Buffer_UnsafePointer_Args {
    fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        self.buffer_pointer = caller.get::<Buffer>(self.buffer)?.memory()?.as_bytes().as_ptr() as usize;
        Ok(())
    }
}
