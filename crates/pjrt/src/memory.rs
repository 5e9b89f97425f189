//! Memories: the memory spaces of devices.

use crate::abi::*;
use crate::buffer::Buffer;
use crate::call::{Api, implemented, non_null, slice, text};
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::executable::Executable;
use crate::sharding::texts;

/// A memory of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Memory {
    /// The id, unique among the client's memories.
    pub id: i32,
    /// The name of its kind, such as `device` or `pinned_host`.
    pub kind: String,
    /// A long text for logs.
    pub debug_string: String,
    /// A short text for people.
    pub display: String,
}

impl Device {
    /// The memory in which the device's arrays are by default; `None` if the plugin has no memories.
    ///
    /// ```no_run
    /// # fn example(client: &pjrt::Client) -> pjrt::Result<()> {
    /// for device in client.addressable_devices() {
    ///     println!("{device}: {:?}", device.default_memory()?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The plugin's own.
    pub fn default_memory(&self) -> Result<Option<Memory>> {
        let api = self.plugin().api();
        let mut args = PJRT_Device_DefaultMemory_Args { device: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the device is alive, and its memories live as long.
        unsafe {
            if implemented(api.call(&mut args))?.is_none() {
                return Ok(None);
            }
            describe(api, non_null("PJRT_Device_DefaultMemory", args.memory)?.as_ptr()).map(Some)
        }
    }

    /// The memories that the device can use; none if the plugin has no memories.
    ///
    /// # Errors
    /// The plugin's own.
    pub fn memories(&self) -> Result<Vec<Memory>> {
        let api = self.plugin().api();
        // SAFETY: the device is alive, and its memories live as long.
        self.memory_handles()?.into_iter().map(|memory| unsafe { describe(api, memory) }).collect()
    }

    fn memory_handles(&self) -> Result<Vec<*mut PJRT_Memory>> {
        let mut args = PJRT_Device_AddressableMemories_Args { device: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the device is alive, and the list of its memories lives as long.
        unsafe {
            match implemented(self.plugin().api().call(&mut args))? {
                Some(_) => Ok(slice(args.memories, args.num_memories).to_vec()),
                None => Ok(vec![]),
            }
        }
    }

    /// The handle of the memory of a kind.
    pub(crate) fn memory_handle(&self, kind: &str) -> Result<*mut PJRT_Memory> {
        for memory in self.memory_handles()? {
            // SAFETY: the device is alive, and its memories live as long.
            if unsafe { read_kind(self.plugin().api(), memory)? } == kind {
                return Ok(memory);
            }
        }
        let text = format!("{self} has no memory of the kind {kind:?}");
        Err(Error::new(ErrorKind::InvalidArgument, "PJRT_Device_AddressableMemories", text))
    }
}

impl Buffer {
    /// The kind of the memory that holds the array; `None` if the plugin has no memories.
    ///
    /// # Errors
    /// The plugin's own.
    pub fn memory_kind(&self) -> Result<Option<String>> {
        let api = self.device().plugin().api();
        let mut args = PJRT_Buffer_Memory_Args { buffer: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the buffer is alive, and so is the device whose memory it is in.
        unsafe {
            match implemented(api.call(&mut args))? {
                Some(_) => read_kind(api, non_null("PJRT_Buffer_Memory", args.memory)?.as_ptr()).map(Some),
                None => Ok(None),
            }
        }
    }
}

/// Reads what a memory is.
///
/// # Safety
/// The memory is one of a live client's.
unsafe fn describe(api: Api, memory: *mut PJRT_Memory) -> Result<Memory> {
    let mut id = PJRT_Memory_Id_Args { memory, ..AbiStruct::new() };
    let mut debug = PJRT_Memory_DebugString_Args { memory, ..AbiStruct::new() };
    let mut display = PJRT_Memory_ToString_Args { memory, ..AbiStruct::new() };
    // SAFETY: the memory is alive, and its texts live as long.
    unsafe {
        api.call(&mut id)?;
        implemented(api.call(&mut debug))?;
        implemented(api.call(&mut display))?;
        Ok(Memory {
            id: id.id,
            kind: read_kind(api, memory)?,
            debug_string: text(debug.debug_string, debug.debug_string_size),
            display: text(display.to_string, display.to_string_size),
        })
    }
}

/// Reads the kind of a memory.
///
/// # Safety
/// As [`describe`].
unsafe fn read_kind(api: Api, memory: *mut PJRT_Memory) -> Result<String> {
    let mut kind = PJRT_Memory_Kind_Args { memory, ..AbiStruct::new() };
    // SAFETY: the memory is alive, and its texts live as long.
    unsafe {
        api.call(&mut kind)?;
        Ok(text(kind.kind, kind.kind_size))
    }
}

impl Executable {
    /// The kind of memory of each output; `None` if the plugin does not report it.
    ///
    /// # Errors
    /// The plugin's own.
    pub fn output_memory_kinds(&self) -> Result<Option<Vec<String>>> {
        let mut args = PJRT_Executable_OutputMemoryKinds_Args { executable: self.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the executable is alive, and its lists live as long.
        let kinds = unsafe {
            let has_kinds = implemented(self.api().call(&mut args))?.is_some();
            has_kinds.then(|| texts(args.memory_kinds, args.memory_kind_sizes, args.num_outputs)).flatten()
        };
        Ok(kinds.map(|kinds| kinds.iter().map(|kind| String::from_utf8_lossy(kind).into_owned()).collect()))
    }
}
