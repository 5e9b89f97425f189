//! Shared libraries that a plugin expects in the process.

use std::error::Error;
use std::path::PathBuf;

use libloading::Library;

/// Loads shared libraries permanently, with `RTLD_GLOBAL` where the system has it: their symbols are visible
/// to libraries loaded later. NVIDIA's plugin finds CUDA's libraries this way. Returns the libraries that
/// could not be loaded, each with the system's reason.
///
/// The order does not matter: a library that fails because of a missing dependency is tried again after the
/// dependency.
///
/// ```
/// let failed = pjrt::preload(["/nowhere/libcudart.so".into()]);
/// assert_eq!(failed.len(), 1);
/// ```
pub fn preload(libraries: impl IntoIterator<Item = PathBuf>) -> Vec<(PathBuf, String)> {
    let mut pending: Vec<(PathBuf, String)> = libraries.into_iter().map(|path| (path, String::new())).collect();
    loop {
        let before = pending.len();
        pending = pending
            .into_iter()
            .filter_map(|(path, _)| match open(&path) {
                Ok(library) => {
                    std::mem::forget(library);
                    None
                }
                Err(error) => Some((path, reason(&error))),
            })
            .collect();
        if pending.is_empty() || pending.len() == before {
            return pending;
        }
    }
}

/// The system's reason, which is the source of the error; the error itself only says which call failed.
pub(crate) fn reason(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(unix)]
fn open(path: &PathBuf) -> Result<Library, libloading::Error> {
    use libloading::os::unix;
    // SAFETY: this runs the library's initializers, to which the caller consents by naming it; see
    // `Plugin::load`.
    unsafe { unix::Library::open(Some(path), unix::RTLD_NOW | unix::RTLD_GLOBAL) }.map(Library::from)
}

#[cfg(not(unix))]
fn open(path: &PathBuf) -> Result<Library, libloading::Error> {
    // SAFETY: as above.
    unsafe { Library::new(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri loads no libraries")]
    fn libraries_that_cannot_be_loaded_are_returned() {
        let failed = preload(["/no/such/first.so", "/no/such/second.so"].map(PathBuf::from));
        assert_eq!(failed.len(), 2);
        assert!(failed.iter().all(|(path, reason)| reason.contains(&path.display().to_string())), "{failed:?}");
        assert_eq!(preload([]), []);
    }
}
