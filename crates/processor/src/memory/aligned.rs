//! Blocks of memory aligned to cache lines.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use crate::error::{Error, Result};

/// Every block, buffer and arena offset is a multiple of this many bytes: a cache line, and a 512-bit
/// register.
pub(crate) const ALIGNMENT: usize = 64;

/// Bytes of a large page. With small pages (4 KiB) more accesses miss the TLB, and the hardware prefetchers,
/// which stop at page boundaries, restart more often.
const LARGE_PAGE_BYTES: usize = 2 << 20;

/// Bytes aligned to [`ALIGNMENT`], and to large pages if there are enough of them.
pub(crate) struct AlignedBytes {
    ptr: NonNull<u8>,
    len: usize,
    /// The address of the allocation, which is a little larger so that it contains an aligned address.
    allocated: *mut u8,
}

// SAFETY: the block is owned and holds plain bytes. `&self` gives out shared slices only; the pointer that
// bytes may be written through takes `&mut self`.
unsafe impl Send for AlignedBytes {}
// SAFETY: as above.
unsafe impl Sync for AlignedBytes {}

impl AlignedBytes {
    /// A block of zeros. A large block takes memory and time only once it is touched.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub(crate) fn try_zeroed(len: usize) -> Result<Self> {
        // SAFETY: zeroed memory is initialized.
        unsafe { Self::allocated(len, alloc_zeroed) }.ok_or_else(|| Error::out_of_memory(len))
    }

    /// A copy of `bytes`.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub(crate) fn try_copied(bytes: &[u8]) -> Result<Self> {
        // SAFETY: the new block has room for the bytes and nothing else refers to it; all of it is written
        // here.
        unsafe {
            let block = Self::allocated(bytes.len(), alloc).ok_or_else(|| Error::out_of_memory(bytes.len()))?;
            block.ptr.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len());
            Ok(block)
        }
    }

    /// A block of zeros that is small, or without which the process cannot go on: the process ends if the
    /// system has no memory for it.
    pub(crate) fn zeroed(len: usize) -> Self {
        Self::try_zeroed(len).unwrap_or_else(|_| handle_alloc_error(Self::layout(len)))
    }

    /// A copy of `bytes`, as [`zeroed`](Self::zeroed).
    pub(crate) fn copied(bytes: &[u8]) -> Self {
        Self::try_copied(bytes).unwrap_or_else(|_| handle_alloc_error(Self::layout(bytes.len())))
    }

    /// A block; none if the system has no memory for it.
    ///
    /// # Safety
    /// `allocate` is one of the allocator's functions. If it returns memory that is not initialized, the
    /// caller writes all of the block before it is read.
    unsafe fn allocated(len: usize, allocate: unsafe fn(Layout) -> *mut u8) -> Option<Self> {
        if len == 0 {
            return Some(Self { ptr: NonNull::<Line>::dangling().cast(), len, allocated: std::ptr::null_mut() });
        }
        let layout = Self::layout(len);
        // SAFETY: the layout's size is not zero.
        let allocated = unsafe { allocate(layout) };
        let pages = large_pages(len);
        let alignment = if pages > 0 { LARGE_PAGE_BYTES } else { ALIGNMENT };
        // SAFETY: the allocation has `alignment` bytes more than the block, so it contains the block at an
        // aligned address.
        let aligned = |start: NonNull<u8>| unsafe { start.add(start.align_offset(alignment)) };
        let ptr = NonNull::new(allocated).map(aligned)?;
        advise_large_pages(ptr, pages * LARGE_PAGE_BYTES);
        Some(Self { ptr, len, allocated })
    }

    /// The layout of the allocation. It does not ask for the alignment of the block: the system's allocator
    /// would then not know that fresh pages are zero, and clear them.
    fn layout(len: usize) -> Layout {
        let bytes = match large_pages(len) {
            0 => len + ALIGNMENT,
            pages => len.max(pages * LARGE_PAGE_BYTES) + LARGE_PAGE_BYTES,
        };
        Layout::array::<u8>(bytes).expect("the sizes of tensors are far below isize::MAX")
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The address of the first byte, to write through.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        // SAFETY: the block holds `len` initialized bytes, and is not written while `self` is borrowed.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), self.len) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: the block holds `len` initialized bytes, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr(), self.len) }
    }
}

/// The number of large pages for a block of `len` bytes. A rest of less than half a large page gets small
/// pages.
fn large_pages(len: usize) -> usize {
    if cfg!(all(target_os = "linux", not(miri))) { (len + LARGE_PAGE_BYTES / 2) / LARGE_PAGE_BYTES } else { 0 }
}

/// Asks the system for large pages. If it has none, the block is slower but still valid.
#[cfg(target_os = "linux")]
fn advise_large_pages(start: NonNull<u8>, bytes: usize) {
    if bytes > 0 {
        // SAFETY: these bytes are in the block's allocation, and the advice keeps their contents.
        let _ = unsafe { rustix::mm::madvise(start.as_ptr().cast(), bytes, rustix::mm::Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_: NonNull<u8>, _: usize) {}

impl Drop for AlignedBytes {
    fn drop(&mut self) {
        if self.len > 0 {
            // SAFETY: allocated with this very layout.
            unsafe { dealloc(self.allocated, Self::layout(self.len)) }
        }
    }
}

impl Default for AlignedBytes {
    /// A block of no bytes, which takes no allocation.
    fn default() -> Self {
        Self::zeroed(0)
    }
}

impl std::fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AlignedBytes({})", self.len)
    }
}

/// Has the alignment of a block, for the dangling pointer of an empty one.
#[repr(align(64))]
struct Line;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_any_size_are_zero_and_keep_what_is_copied() {
        let large = [LARGE_PAGE_BYTES / 2 - 1, LARGE_PAGE_BYTES / 2, LARGE_PAGE_BYTES + 7, 3 * LARGE_PAGE_BYTES];
        // The interpreter has no large pages, and takes seconds for a megabyte.
        let large = if cfg!(miri) { &[][..] } else { &large };
        for len in [0, 1, 63, 64, 100].into_iter().chain(large.iter().copied()) {
            let mut block = AlignedBytes::zeroed(len);
            assert_eq!(block.as_mut_ptr().align_offset(ALIGNMENT), 0);
            assert!(block.as_slice().iter().all(|byte| *byte == 0), "{len}");
            block.as_mut_slice().iter_mut().enumerate().for_each(|(i, byte)| *byte = (i * 7) as u8);
            assert!(AlignedBytes::copied(block.as_slice()).as_slice() == block.as_slice(), "{len}");
        }
    }

    /// The line `VmFlags` of the system's description of the mapping that contains an address.
    #[cfg(target_os = "linux")]
    fn flags_at(address: usize) -> String {
        let maps = std::fs::read_to_string("/proc/self/smaps").expect("Linux describes the memory of a process");
        let mut inside = false;
        for line in maps.lines() {
            let range = line.split_once(' ').and_then(|(range, _)| range.split_once('-'));
            let ends = range.map(|(a, b)| [a, b].map(|end| usize::from_str_radix(end, 16)));
            match ends {
                Some([Ok(start), Ok(end)]) => inside = (start..end).contains(&address),
                _ if inside && line.starts_with("VmFlags") => return line.to_owned(),
                _ => {}
            }
        }
        panic!("no mapping holds {address:x}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    #[cfg_attr(miri, ignore = "reads a file of the system")]
    fn large_blocks_are_advised_to_be_in_large_pages() {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return eprintln!("skipped: this Linux has no transparent huge pages");
        }
        let block = AlignedBytes::zeroed(2 * LARGE_PAGE_BYTES + LARGE_PAGE_BYTES / 2);
        let start = block.as_slice().as_ptr() as usize;
        assert!(start.is_multiple_of(LARGE_PAGE_BYTES));
        for page in 0..3 {
            let flags = flags_at(start + page * LARGE_PAGE_BYTES);
            assert!(flags.split_whitespace().any(|flag| flag == "hg"), "page {page}: {flags}");
        }
        // The rest of each of these is less than half a page.
        assert_eq!(
            [0, LARGE_PAGE_BYTES / 2 - 1, LARGE_PAGE_BYTES / 2, LARGE_PAGE_BYTES, 7 * LARGE_PAGE_BYTES / 2 - 1]
                .map(large_pages),
            [0, 0, 1, 1, 3]
        );
    }
}
