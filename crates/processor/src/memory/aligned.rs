//! A block of memory aligned to cache lines.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use super::ALIGNMENT;

/// Bytes of a large page. A processor looks up where a page lies each time it comes to one that it has not seen for a while, and
/// foresees reads no further than to a page's end, which small ones (4 KiB) make slow.
const LARGE_PAGE: usize = 2 << 20;

/// Bytes aligned to [`ALIGNMENT`]; large blocks to large pages.
pub(crate) struct AlignedBytes {
    ptr: NonNull<u8>,
    len: usize,
    /// What was allocated: a little more, to find an aligned place in.
    allocated: *mut u8,
}

// SAFETY: the block is owned and holds plain bytes; access through `&self` only reads.
unsafe impl Send for AlignedBytes {}
// SAFETY: as above.
unsafe impl Sync for AlignedBytes {}

impl AlignedBytes {
    /// All zero. Large blocks cost memory, and time, only once they are touched.
    pub(crate) fn zeroed(len: usize) -> Self {
        // SAFETY: zeroed memory is initialised.
        unsafe { Self::allocated(len, alloc_zeroed) }
    }

    pub(crate) fn copied(bytes: &[u8]) -> Self {
        // SAFETY: what is allocated has room for the bytes and is nobody else's; all of it is written here.
        unsafe {
            let block = Self::allocated(bytes.len(), alloc);
            block.ptr.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len());
            block
        }
    }

    /// # Safety
    /// `allocate` is one of the allocator's functions; where it gives memory that is not initialised, the caller writes all of
    /// the block before it is read.
    unsafe fn allocated(len: usize, allocate: unsafe fn(Layout) -> *mut u8) -> Self {
        if len == 0 {
            return Self { ptr: NonNull::<Line>::dangling().cast(), len, allocated: std::ptr::null_mut() };
        }
        let layout = Self::layout(len);
        // SAFETY: the layout's size is not zero.
        let allocated = unsafe { allocate(layout) };
        let pages = large_pages(len);
        let alignment = if pages > 0 { LARGE_PAGE } else { ALIGNMENT };
        // SAFETY: there are that many bytes more than the block takes, so that an aligned place is among the first.
        let aligned = |start: NonNull<u8>| unsafe { start.add(start.align_offset(alignment)) };
        let Some(ptr) = NonNull::new(allocated).map(aligned) else { handle_alloc_error(layout) };
        ask_for_large_pages(ptr, pages * LARGE_PAGE);
        Self { ptr, len, allocated }
    }

    /// Of what is allocated. It asks for no alignment of its own: for such memory the system's allocator would not know that
    /// fresh pages are zero, and clear them.
    fn layout(len: usize) -> Layout {
        let bytes = match large_pages(len) {
            0 => len + ALIGNMENT,
            pages => len.max(pages * LARGE_PAGE) + LARGE_PAGE,
        };
        Layout::array::<u8>(bytes).expect("sizes of tensors stay far below isize::MAX")
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn as_ptr(&self) -> *mut u8 {
        self.ptr.as_ptr()
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        // SAFETY: the block holds `len` initialised bytes and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), self.len) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr(), self.len) }
    }
}

/// Large pages for a block of so many bytes: what is left over has small ones if it is less than half of a large one.
fn large_pages(len: usize) -> usize {
    if cfg!(all(target_os = "linux", not(miri))) { (len + LARGE_PAGE / 2) / LARGE_PAGE } else { 0 }
}

/// Asks the system for large pages from there on, which Linux gives to who asks. If it has none the block is slower, but no less
/// a block.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(start: NonNull<u8>, bytes: usize) {
    if bytes > 0 {
        // SAFETY: these bytes are the block's own, and keep what is in them.
        let _ = unsafe { rustix::mm::madvise(start.as_ptr().cast(), bytes, rustix::mm::Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: NonNull<u8>, _: usize) {}

impl Drop for AlignedBytes {
    fn drop(&mut self) {
        if self.len > 0 {
            // SAFETY: allocated with this very layout.
            unsafe { dealloc(self.allocated, Self::layout(self.len)) }
        }
    }
}

impl std::fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AlignedBytes({})", self.len)
    }
}

/// Gives a dangling pointer the right alignment.
#[repr(align(64))]
struct Line;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_any_size_are_zero_and_keep_what_is_copied() {
        for len in [0, 1, 100, LARGE_PAGE / 2 - 1, LARGE_PAGE / 2, LARGE_PAGE + 7, 3 * LARGE_PAGE] {
            let mut block = AlignedBytes::zeroed(len);
            assert_eq!(block.as_ptr().align_offset(ALIGNMENT), 0);
            assert!(block.as_slice().iter().all(|byte| *byte == 0), "{len}");
            block.as_mut_slice().iter_mut().enumerate().for_each(|(i, byte)| *byte = (i * 7) as u8);
            assert!(AlignedBytes::copied(block.as_slice()).as_slice() == block.as_slice(), "{len}");
        }
    }

    /// What the system says of the mapping in which an address lies: a line of `VmFlags`.
    #[cfg(target_os = "linux")]
    fn flags_at(address: usize) -> String {
        let maps = std::fs::read_to_string("/proc/self/smaps").expect("Linux tells of a process's memory");
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
    #[cfg_attr(miri, ignore = "reads a file of the system's")]
    fn large_blocks_are_advised_to_lie_in_large_pages() {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return eprintln!("skipped: this Linux has no transparent huge pages");
        }
        let block = AlignedBytes::zeroed(2 * LARGE_PAGE + LARGE_PAGE / 2);
        let start = block.as_ptr() as usize;
        assert!(start.is_multiple_of(LARGE_PAGE));
        for page in 0..3 {
            let flags = flags_at(start + page * LARGE_PAGE);
            assert!(flags.split_whitespace().any(|flag| flag == "hg"), "page {page}: {flags}");
        }
        // What is left over of these is less than half a page.
        assert_eq!(
            [0, LARGE_PAGE / 2 - 1, LARGE_PAGE / 2, LARGE_PAGE, 7 * LARGE_PAGE / 2 - 1].map(large_pages),
            [0, 0, 1, 1, 3]
        );
    }
}
