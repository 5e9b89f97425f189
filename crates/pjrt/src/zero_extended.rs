//! Structs zero-extended for a plugin of a later version.
//!
//! Structs of the API grow at their end. A plugin of a later version may know longer structs than this crate,
//! and may reject shorter ones. Such a plugin therefore receives every struct followed by zeros. In every
//! field that was added to the API so far, zero means that the caller did not set it.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use crate::abi::AbiStruct;

/// The number of zero bytes after a struct: many times what any struct has grown by between two versions.
const EXTENSION_BYTES: usize = 128;

/// A copy of a C struct, followed by zeros if the plugin is of a later version. The words are `MaybeUninit`
/// because padding bytes of the struct may be uninitialized.
pub(crate) struct ZeroExtended<A> {
    words: Vec<MaybeUninit<u64>>,
    of: PhantomData<A>,
}

impl<A: AbiStruct> ZeroExtended<A> {
    /// Copies a struct; `is_later` says that the plugin is of a later version.
    pub fn new(value: &A, is_later: bool) -> Self {
        // Padding at the end is not copied: it may not be zero, and a later version may have a field there.
        let size = A::STRUCT_SIZE + if is_later { EXTENSION_BYTES } else { 0 };
        let mut words = vec![MaybeUninit::new(0u64); size.max(size_of::<A>()).div_ceil(size_of::<u64>())];
        // SAFETY: the words have room for the whole struct. Its bytes up to the end of the last field are
        // copied; padding between fields may be uninitialized, which `MaybeUninit` allows.
        unsafe {
            std::ptr::copy_nonoverlapping(
                std::ptr::from_ref(value).cast::<u8>(),
                words.as_mut_ptr().cast(),
                A::STRUCT_SIZE,
            );
        }
        words[0] = MaybeUninit::new(size as u64);
        Self { words, of: PhantomData }
    }

    /// The struct, for a plugin to read and write.
    pub fn as_mut_ptr(&mut self) -> *mut A {
        const { assert!(align_of::<A>() <= align_of::<u64>()) };
        self.words.as_mut_ptr().cast()
    }

    /// Copies back what the plugin wrote.
    pub fn read_back(&self, value: &mut A) {
        // SAFETY: as in `new`, in the other direction; any bytes are a valid value of the struct.
        unsafe {
            std::ptr::copy_nonoverlapping(
                self.words.as_ptr().cast::<u8>(),
                std::ptr::from_mut(value).cast(),
                A::STRUCT_SIZE,
            );
            std::ptr::from_mut(value).cast::<usize>().write(A::STRUCT_SIZE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::{PJRT_Device_MemoryStats_Args, PJRT_Event_IsReady_Args};

    #[test]
    fn a_later_plugin_finds_zeros_after_the_struct() {
        let mut args = PJRT_Device_MemoryStats_Args { bytes_in_use: 7, ..AbiStruct::new() };
        let mut extended = ZeroExtended::new(&args, true);
        let known = PJRT_Device_MemoryStats_Args::STRUCT_SIZE;
        // SAFETY: the allocation has this many bytes; it begins with the size and ends with zeros.
        let (size, zeros) = unsafe {
            let start = extended.as_mut_ptr().cast::<u8>();
            (start.cast::<usize>().read(), std::slice::from_raw_parts(start.add(known), EXTENSION_BYTES))
        };
        assert_eq!(size, known + EXTENSION_BYTES);
        assert!(zeros.iter().all(|b| *b == 0));
        // SAFETY: nothing else uses the struct.
        unsafe { (*extended.as_mut_ptr()).bytes_in_use = 8 };
        extended.read_back(&mut args);
        assert_eq!((args.struct_size, args.bytes_in_use), (known, 8));
    }

    #[test]
    fn other_plugins_get_the_struct_unchanged() {
        let mut copy = ZeroExtended::new(&PJRT_Event_IsReady_Args::new(), false);
        // SAFETY: nothing else uses the struct.
        assert_eq!(unsafe { (*copy.as_mut_ptr()).struct_size }, PJRT_Event_IsReady_Args::STRUCT_SIZE);
    }
}
