//! Memories: each device has one of each kind. All of them are memory of the host, so that an array moves
//! between them without a copy.

use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::{Mutex, MutexGuard};

use pjrt::abi::*;
use pjrt::export::{Caller, Handle, Pointers, catch_or};

use crate::error::{Error, Result};

/// A kind of memory, by its place in [`KINDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryKind(usize);

/// The names of the kinds, that of the default memory first.
const KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];

/// The numbers of the kinds.
pub static KIND_IDS: [i32; KINDS.len()] = [0, 1, 2];

impl MemoryKind {
    /// The kinds, that of the default memory first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS.len()).map(Self)
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn named(name: &str) -> Result<Self> {
        let place = KINDS.iter().position(|kind| *kind == name);
        place.map(Self).ok_or_else(|| Error::invalid(format!("there is no memory kind {name:?}: there are {KINDS:?}")))
    }

    pub fn name(self) -> &'static str {
        KINDS[self.0]
    }

    pub fn id(self) -> i32 {
        self.0 as i32
    }

    /// The place of the kind's memory in a device's list.
    pub fn index(self) -> usize {
        self.0
    }
}

/// The kinds of memory of an executable's parameters or outputs, with their names as lists for callers.
pub struct MemoryKinds {
    kinds: Vec<MemoryKind>,
    names: Pointers<c_char>,
    sizes: Vec<usize>,
}

impl MemoryKinds {
    pub fn new(kinds: Vec<MemoryKind>) -> Self {
        let names = kinds.iter().map(|kind| kind.name().as_ptr().cast_mut().cast()).collect();
        Self { names, sizes: kinds.iter().map(|kind| kind.name().len()).collect(), kinds }
    }

    pub fn kinds(&self) -> &[MemoryKind] {
        &self.kinds
    }

    pub fn names(&self) -> &[*mut c_char] {
        self.names.as_slice()
    }

    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }
}

/// The description of a memory.
pub struct MemoryDescription(pub MemoryKind);

/// The descriptions of a device's memories.
pub static DESCRIPTIONS: [MemoryDescription; KINDS.len()] =
    [MemoryDescription(MemoryKind(0)), MemoryDescription(MemoryKind(1)), MemoryDescription(MemoryKind(2))];

// SAFETY: description handles point to statics of this type only.
unsafe impl Handle for MemoryDescription {
    type C = PJRT_MemoryDescription;
    const NAME: &'static str = "memory description";
}

/// The memory of a device. Since API 0.112 callers may read its first field.
#[repr(C)]
pub struct Memory {
    base: PJRT_Memory,
    id: i32,
    kind: MemoryKind,
    description: String,
    /// The one device that can access the memory, as a list for callers.
    devices: [*mut PJRT_Device; 1],
    user_data: Mutex<HashMap<usize, UserData>>,
}

struct UserData {
    data: *mut c_void,
    deleter: Option<PJRT_Memory_UserDataDeleter>,
}

// SAFETY: the API allows any thread to read, replace and delete user data.
unsafe impl Send for UserData {}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the caller stored the function with this datum, for one call.
            unsafe { deleter(self.data) }
        }
    }
}

// SAFETY: the function table is a static, and this type does not dereference the device's handle.
unsafe impl Send for Memory {}
// SAFETY: as above; the mutable state is behind a lock.
unsafe impl Sync for Memory {}

// SAFETY: memory handles are made by `as_handle` only, of memories that their device owns.
unsafe impl Handle for Memory {
    type C = PJRT_Memory;
    const NAME: &'static str = "memory";
}

static FUNCTIONS: PJRT_Memory_FunctionTable = PJRT_Memory_FunctionTable {
    struct_size: size_of::<PJRT_Memory_FunctionTable>(),
    extension_start: std::ptr::null_mut(),
    instance_struct_size: size_of::<PJRT_Memory>(),
    get_user_data: Some(get_user_data),
    set_user_data: Some(set_user_data),
};

impl Memory {
    /// The memory of a kind of the device with this number and handle. The device owns the memory and
    /// therefore outlives it.
    pub fn new(kind: MemoryKind, device_id: i32, device: *mut PJRT_Device) -> Self {
        let id = device_id * KINDS.len() as i32 + kind.id();
        Self {
            base: PJRT_Memory { vtable: &FUNCTIONS },
            id,
            kind,
            description: format!("LaboraMemory(id={id}, kind={})", kind.name()),
            devices: [device],
            user_data: Mutex::default(),
        }
    }

    pub fn id(&self) -> i32 {
        self.id
    }

    pub fn kind(&self) -> MemoryKind {
        self.kind
    }

    pub fn description(&self) -> &str {
        &self.description
    }

    /// The handles of the devices that can access the memory.
    pub fn devices(&self) -> &[*mut PJRT_Device] {
        &self.devices
    }

    /// The handle of the device that owns the memory.
    pub fn device(&self) -> *mut PJRT_Device {
        self.devices[0]
    }

    fn user_data(&self) -> MutexGuard<'_, HashMap<usize, UserData>> {
        self.user_data.lock().unwrap_or_else(|e| e.into_inner())
    }
}

unsafe extern "C" fn get_user_data(memory: *mut PJRT_Memory, key: *const c_void) -> *mut c_void {
    let frame = ();
    let find = || {
        // SAFETY: C callers pass null or a live memory.
        let memory = unsafe { Caller::new(&frame).get_if_any::<Memory>(memory)? };
        memory.user_data().get(&(key as usize)).map(|d| d.data)
    };
    catch_or(None, find).unwrap_or(std::ptr::null_mut())
}

unsafe extern "C" fn set_user_data(
    memory: *mut PJRT_Memory,
    key: *const c_void,
    data: *mut c_void,
    deleter: Option<PJRT_Memory_UserDataDeleter>,
) {
    let frame = ();
    let store = || {
        // SAFETY: C callers pass null or a live memory.
        if let Some(memory) = unsafe { Caller::new(&frame).get_if_any::<Memory>(memory) } {
            let old = memory.user_data().insert(key as usize, UserData { data, deleter });
            drop(old); // After the lock is released: the deleter is the caller's code.
        }
    };
    catch_or((), store);
}
