//! Structs on their way to a plugin of a later version.
//!
//! Structs of the API grow at their end. A plugin of a later version may know longer ones, and may refuse
//! whatever is shorter than what it knows. So such a plugin gets each struct with zeros behind: in every field
//! that was ever added, zero means that the caller has nothing to say.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use crate::abi::AbiStruct;

/// Bytes of zeros behind a struct, many times what any struct has grown by between two versions.
const TAIL: usize = 128;

/// A struct with zeros behind. Its padding may be anything, so that its words are not numbers.
pub(crate) struct Outgoing<A> {
    words: Vec<MaybeUninit<u64>>,
    of: PhantomData<A>,
}

impl<A: AbiStruct> Outgoing<A> {
    /// The struct as it is, or for a plugin of a later version with the zeros.
    pub fn new(value: &A, is_later: bool) -> Self {
        // Padding is not copied: it may be no zeros, and a later version may have a field there.
        let size = A::STRUCT_SIZE + if is_later { TAIL } else { 0 };
        let mut words = vec![MaybeUninit::new(0u64); size.max(size_of::<A>()).div_ceil(size_of::<u64>())];
        // SAFETY: there is room for the whole struct; its bytes up to the end of its last field are copied, padding within
        // included, of which nobody asks what it is.
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

    /// The struct, for a plugin to read and to write.
    pub fn as_mut_ptr(&mut self) -> *mut A {
        const { assert!(align_of::<A>() <= align_of::<u64>()) };
        self.words.as_mut_ptr().cast()
    }

    /// Brings back what the plugin wrote.
    pub fn read_back(&self, value: &mut A) {
        // SAFETY: as in `new`, the other way round; any bytes are a valid value of the struct.
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
    fn a_later_plugin_finds_zeros_behind_the_struct() {
        let mut args = PJRT_Device_MemoryStats_Args { bytes_in_use: 7, ..AbiStruct::new() };
        let mut outgoing = Outgoing::new(&args, true);
        let behind = PJRT_Device_MemoryStats_Args::STRUCT_SIZE;
        // SAFETY: there are so many bytes, which begin with the size and end with zeros.
        let (size, tail) = unsafe {
            let start = outgoing.as_mut_ptr().cast::<u8>();
            (start.cast::<usize>().read(), std::slice::from_raw_parts(start.add(behind), TAIL))
        };
        assert_eq!(size, behind + TAIL);
        assert!(tail.iter().all(|b| *b == 0));
        // SAFETY: nobody else uses the struct.
        unsafe { (*outgoing.as_mut_ptr()).bytes_in_use = 8 };
        outgoing.read_back(&mut args);
        assert_eq!((args.struct_size, args.bytes_in_use), (behind, 8));
    }

    #[test]
    fn others_get_it_as_it_is() {
        let mut outgoing = Outgoing::new(&PJRT_Event_IsReady_Args::new(), false);
        // SAFETY: nobody else uses the struct.
        assert_eq!(unsafe { (*outgoing.as_mut_ptr()).struct_size }, PJRT_Event_IsReady_Args::STRUCT_SIZE);
    }
}
