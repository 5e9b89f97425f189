//! What hosts that are not written in Rust, such as the Python package, ask of executables that are not
//! loaded yet. The C API of PJRT has no function for it, so that the library exports its own.

use pjrt::export::{Caller, catch_or};

use crate::objects::loaded_executable::LoadedExecutable;

/// Writes the ids of the devices that a serialized executable was compiled for, in the order of its
/// replicas or partitions, as far as there is room. Returns their number; 0 if the bytes do not say.
///
/// # Safety
/// `bytes` has `size` bytes, and `ids` room for `capacity` numbers.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Labora_SerializedDevices(
    bytes: *const u8,
    size: usize,
    ids: *mut i32,
    capacity: usize,
) -> usize {
    catch_or(0, || {
        let frame = ();
        // SAFETY: the caller of this function guarantees the bytes.
        let bytes = unsafe { Caller::new(&frame).slice::<_>(bytes, size, "serialized executable") };
        let found = bytes.map_err(Into::into).and_then(LoadedExecutable::serialized_devices).unwrap_or_default();
        let count = found.len().min(capacity);
        // SAFETY: the caller of this function guarantees the room.
        unsafe { std::ptr::copy_nonoverlapping(found.as_ptr(), ids, count) };
        found.len()
    })
}
