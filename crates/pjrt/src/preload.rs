//! Shared libraries that a plugin expects to find in the process.

use std::error::Error;
use std::path::PathBuf;

use libloading::Library;

/// Loads shared libraries for good, with their symbols visible to what is loaded later, as `RTLD_GLOBAL` has it: NVIDIA's
/// plugin looks for CUDA's libraries in this way. Gives those that could not be loaded, each with the system's reason.
///
/// The order does not matter: what fails because another one is missing is tried again once that one is there.
pub fn preload(libraries: impl IntoIterator<Item = PathBuf>) -> Vec<(PathBuf, String)> {
    let mut waiting: Vec<(PathBuf, String)> = libraries.into_iter().map(|path| (path, String::new())).collect();
    loop {
        let before = waiting.len();
        waiting = waiting
            .into_iter()
            .filter_map(|(path, _)| match open(&path) {
                Ok(library) => {
                    std::mem::forget(library);
                    None
                }
                Err(error) => Some((path, reason(&error))),
            })
            .collect();
        if waiting.is_empty() || waiting.len() == before {
            return waiting;
        }
    }
}

/// What the system said; the error by itself says only that something failed.
pub(crate) fn reason(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(unix)]
fn open(path: &PathBuf) -> Result<Library, libloading::Error> {
    use libloading::os::unix;
    // SAFETY: this runs the library's initialisers, which is what the caller asks for by naming it; see `Plugin::load`.
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
    fn what_cannot_be_loaded_is_said_and_the_rest_goes_on() {
        let failed = preload(["/no/such/first.so", "/no/such/second.so"].map(PathBuf::from));
        assert_eq!(failed.len(), 2);
        assert!(failed.iter().all(|(path, reason)| reason.contains(&path.display().to_string())), "{failed:?}");
        assert_eq!(preload([]), []);
    }
}
