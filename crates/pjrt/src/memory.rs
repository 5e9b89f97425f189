//! Memories: the memory spaces of devices.

use crate::abi::*;
use crate::call::{implemented, non_null, text};
use crate::device::Device;
use crate::error::Result;
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
        // SAFETY: the device is alive, and its memories and their texts live as long.
        unsafe {
            if implemented(api.call(&mut args))?.is_none() {
                return Ok(None);
            }
            let memory = non_null("PJRT_Device_DefaultMemory", args.memory)?.as_ptr();
            let mut id = PJRT_Memory_Id_Args { memory, ..AbiStruct::new() };
            let mut kind = PJRT_Memory_Kind_Args { memory, ..AbiStruct::new() };
            let mut debug = PJRT_Memory_DebugString_Args { memory, ..AbiStruct::new() };
            let mut display = PJRT_Memory_ToString_Args { memory, ..AbiStruct::new() };
            api.call(&mut id)?;
            api.call(&mut kind)?;
            implemented(api.call(&mut debug))?;
            implemented(api.call(&mut display))?;
            Ok(Some(Memory {
                id: id.id,
                kind: text(kind.kind, kind.kind_size),
                debug_string: text(debug.debug_string, debug.debug_string_size),
                display: text(display.to_string, display.to_string_size),
            }))
        }
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
