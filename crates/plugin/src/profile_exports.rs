//! Profiles for hosts that are not written in Rust, such as the Python package. The C API of PJRT has no
//! function for them, so that the library exports its own.

use std::ffi::{CString, c_char};
use std::ptr;

use pjrt::export::catch_or;

use crate::profile::ActiveProfile;
use crate::trace;

/// A profile that is being recorded.
pub struct LaboraProfile(ActiveProfile);

/// Begins a profile of everything that runs on this library. Null if it failed.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub extern "C" fn Labora_StartProfile() -> *mut LaboraProfile {
    catch_or(ptr::null_mut(), || Box::into_raw(Box::new(LaboraProfile(ActiveProfile::new()))))
}

/// Ends a profile: waits for the runs that were started meanwhile, and returns their events, a JSON array in
/// Chrome's trace event format that ends with a zero. [`Labora_FreeText`] frees it. Null if it failed.
///
/// # Safety
/// `profile` is null, or of [`Labora_StartProfile`] and is not used afterwards.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Labora_StopProfile(profile: *mut LaboraProfile) -> *mut c_char {
    if profile.is_null() {
        return ptr::null_mut();
    }
    catch_or(ptr::null_mut(), || {
        // SAFETY: the profile was made by a box, and this is its last use.
        let profile = unsafe { Box::from_raw(profile) };
        // Quoted names have no zeros in them.
        CString::new(trace::events(&profile.0.finish())).map_or(ptr::null_mut(), CString::into_raw)
    })
}

/// Frees a text of this library.
///
/// # Safety
/// `text` is null, or of [`Labora_StopProfile`] and is not used afterwards.
// SAFETY: the prefix of the name is this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn Labora_FreeText(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the text was made by `CString::into_raw`, and this is its last use.
        drop(unsafe { CString::from_raw(text) });
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    #[test]
    fn a_profile_without_runs_is_an_empty_array() {
        let profile = Labora_StartProfile();
        // SAFETY: the profile is new, and the text is freed after its last use.
        unsafe {
            let text = Labora_StopProfile(profile);
            let read = CStr::from_ptr(text).to_str().unwrap().split_whitespace().collect::<String>();
            assert_eq!(read, "[]");
            Labora_FreeText(text);
            Labora_FreeText(Labora_StopProfile(ptr::null_mut()));
        }
    }
}
