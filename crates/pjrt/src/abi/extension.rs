//! Extensions: a chain of structs, each with functions outside the main table.

abi_enums! {
    /// The type of an extension.
    PJRT_Extension_Type {
        Gpu_Custom_Call = 0,
        Profiler = 1,
        Custom_Partitioner = 2,
        Stream = 3,
        Layouts = 4,
        FFI = 5,
        MemoryDescriptions = 6,
        Triton = 7,
        RawBuffer = 8,
        PhaseCompile = 9,
        Example = 10,
        Unknown = 11,
        CrossHostTransfers = 12,
        ExecutableMetadata = 13,
        Callback = 14,
        HostAllocator = 15,
        TpuTopology = 16,
        TpuExecutable = 17,
        Megascale = 18,
        Shardings = 19,
        AbiVersion = 20,
        Collectives = 21,
        MultiSlice = 22,
        HostMemoryAllocator = 23,
        XlaTransform = 24,
        ExecuteChain = 25,
    }
}

/// The start of every extension's struct.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PJRT_Extension_Base {
    /// The size of the whole extension struct, in bytes.
    pub struct_size: usize,
    /// The type of the extension.
    pub r#type: PJRT_Extension_Type,
    /// The next extension, or null.
    pub next: *mut PJRT_Extension_Base,
}

/// Iterates over a chain of extensions.
///
/// # Safety
/// `first` is null, or points to a chain that lives and does not change as long as the iterator is used.
pub unsafe fn extensions(first: *const PJRT_Extension_Base) -> impl Iterator<Item = PJRT_Extension_Base> {
    let mut next = first;
    std::iter::from_fn(move || {
        if next.is_null() {
            return None;
        }
        // SAFETY: not null, and the caller guarantees that the chain is alive.
        let extension = unsafe { next.read() };
        next = extension.next;
        Some(extension)
    })
}
