//! Argument structs of other versions, and uninitialized fields in them.

use pjrt::abi::*;

use crate::raw::{Client, Failure, call, call_at, destroy_event, is_deleted};

pub const GARBAGE: u8 = 0xa5;
/// The number of bytes after a struct that are checked for writes.
const GUARD_BYTES: usize = 64;

/// A struct in the memory of a caller of another version: a number of bytes followed by garbage.
pub struct Foreign<A> {
    memory: Vec<u64>,
    size: usize,
    of: std::marker::PhantomData<A>,
}

impl<A: AbiStruct + Copy> Foreign<A> {
    /// `args` truncated or extended to `size` bytes. Additional bytes are garbage.
    pub fn new(args: A, size: usize) -> Self {
        let mut memory = vec![u64::from_ne_bytes([GARBAGE; 8]); (size.max(size_of::<A>()) + GUARD_BYTES) / 8];
        // SAFETY: both have at least `known` bytes.
        unsafe {
            let known = size.clamp(size_of::<usize>(), A::STRUCT_SIZE);
            std::ptr::copy_nonoverlapping((&raw const args).cast::<u8>(), memory.as_mut_ptr().cast(), known);
        }
        memory[0] = size as u64;
        Self { memory, size, of: std::marker::PhantomData }
    }

    pub fn as_mut_ptr(&mut self) -> *mut A {
        self.memory.as_mut_ptr().cast()
    }

    /// Checks that the size, and the bytes after the fields that the plugin knows, are unchanged.
    #[track_caller]
    pub fn check_unchanged(&self) {
        assert_eq!(self.memory[0], self.size as u64);
        let known = self.size.clamp(size_of::<usize>(), A::STRUCT_SIZE);
        // SAFETY: the memory ends with garbage, which is initialized. Padding of the struct itself may not
        // be.
        let after = unsafe {
            let start = self.memory.as_ptr().cast::<u8>();
            std::slice::from_raw_parts(start.add(known), 8 * self.memory.len() - known)
        };
        assert!(after.iter().all(|b| *b == GARBAGE), "bytes after a {} were written: {after:x?}", A::NAME);
    }

    pub fn args(&self) -> A {
        // SAFETY: the memory has at least the size of the struct, and any bytes are a valid value.
        unsafe { self.memory.as_ptr().cast::<A>().read() }
    }
}

impl<A: ApiArgs + Copy> Foreign<A> {
    /// Calls the function, and checks that no byte after the struct was written.
    pub fn call(&mut self) -> Result<(), Failure> {
        // SAFETY: the struct has `struct_size` bytes, and its fields satisfy the API.
        let result = unsafe { call_at(A::OFFSET, self.as_mut_ptr().cast()) };
        self.check_unchanged();
        result
    }
}

#[test]
fn known_fields_of_a_newer_caller_are_read() {
    let client = Client::new();
    for more in [8, 40] {
        let args = PJRT_Client_Devices_Args { client: client.0, ..AbiStruct::new() };
        let mut newer = Foreign::new(args, PJRT_Client_Devices_Args::STRUCT_SIZE + more);
        newer.call().unwrap();
        assert_eq!(newer.args().num_devices, 8);
    }
}

#[test]
fn garbage_in_result_fields_is_ignored() {
    let client = Client::new();
    let mut stats = PJRT_Device_MemoryStats_Args::new();
    // SAFETY: any bytes are a valid value of the struct.
    unsafe { std::ptr::write_bytes((&raw mut stats).cast::<u8>(), GARBAGE, size_of_val(&stats)) };
    stats.struct_size = PJRT_Device_MemoryStats_Args::STRUCT_SIZE;
    (stats.extension_start, stats.device) = (std::ptr::null_mut(), client.device(0));
    call(&mut stats).unwrap();
    assert_eq!((stats.bytes_in_use, stats.peak_bytes_in_use, stats.peak_bytes_in_use_is_set.0), (0, 0, 1));
    // The plugin marks statistics that it does not count.
    assert_eq!((stats.num_allocs_is_set.0, stats.largest_alloc_size_is_set.0, stats.pool_bytes_is_set.0), (0, 0, 0));

    let device = client.device(1);
    let mut addressable =
        PJRT_Device_IsAddressable_Args { device, is_addressable: PJRT_Bool(GARBAGE), ..AbiStruct::new() };
    call(&mut addressable).unwrap();
    assert_eq!(addressable.is_addressable.0, 1);

    let buffer = client.vector(&[1.0]);
    assert!(!is_deleted(buffer));
    let mut cpu = PJRT_Buffer_IsOnCpu_Args { buffer, is_on_cpu: PJRT_Bool(GARBAGE), ..AbiStruct::new() };
    call(&mut cpu).unwrap();
    assert_eq!(cpu.is_on_cpu.0, 1);
    let mut ready = PJRT_Buffer_ReadyEvent_Args { buffer, ..AbiStruct::new() };
    call(&mut ready).unwrap();
    let mut is_ready = PJRT_Event_IsReady_Args { event: ready.event, is_ready: PJRT_Bool(GARBAGE), ..AbiStruct::new() };
    call(&mut is_ready).unwrap();
    assert_eq!(is_ready.is_ready.0, 1);
    destroy_event(ready.event);
    crate::raw::destroy_buffer(buffer);
}
