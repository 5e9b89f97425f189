//! Where the MPI library is found.

use libloading::Library;

use crate::abi::Functions;
use crate::error::{Error, ErrorKind, Result};

/// The environment variable that names the library.
const VARIABLE: &str = "LABORA_MPI";

/// The names of libraries with the standard ABI: that of the standard, and Debian's for each make.
const NAMES: [&str; 3] = ["libmpi_abi.so.1", "libmpi_abi_mpich.so.1", "libmpi_abi_openmpi.so.1"];

/// Loads the library that `LABORA_MPI` names, else the first that the system finds. It is never unloaded.
///
/// # Errors
/// There is none, or it lacks the standard ABI.
pub fn load() -> Result<Functions> {
    let error = |message: String| Error::new(ErrorKind::Library, message);
    let named = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let (name, library) = match named {
        Some(path) => {
            let name = path.to_string_lossy().into_owned();
            let library = open(&path)
                .map_err(|reason| error(format!("{VARIABLE} names {name}, which cannot be loaded: {reason}")))?;
            (name, library)
        }
        None => NAMES.iter().find_map(|name| Some((name.to_string(), open(name.as_ref()).ok()?))).ok_or_else(|| {
            error(format!(
                "no MPI library with the standard ABI was found ({}): install MPICH 5 (`pip install mpich`) or Intel \
                 MPI 2021.19, or name the library by {VARIABLE}",
                NAMES.join(", ")
            ))
        })?,
    };
    // SAFETY: the symbols have the names and types of the standard ABI, whose version is checked before any
    // other function is called. The library is never unloaded, see below.
    let functions = unsafe { Functions::find(&library) }.map_err(|symbol| {
        error(format!("{name} has no {symbol}: it has not the standard ABI of MPI 5.0; name another by {VARIABLE}"))
    });
    std::mem::forget(library);
    let functions = functions?;
    let (mut major, mut minor) = (-1, -1);
    // SAFETY: the function may be called before MPI is initialized, and writes two numbers.
    let code = unsafe { (functions.abi_get_version)(&raw mut major, &raw mut minor) };
    if code != 0 || major != 1 {
        return Err(error(format!("{name} has version {major}.{minor} of MPI's standard ABI; 1.0 is needed")));
    }
    Ok(functions)
}

fn open(path: &std::ffi::OsStr) -> Result<Library, libloading::Error> {
    // MPI libraries load their own modules, which need the library's symbols.
    #[cfg(unix)]
    {
        use libloading::os::unix;
        // SAFETY: this runs the library's initializers. They cannot be checked beforehand; to name or install
        // a library by this name is the user's consent to run its code.
        unsafe { unix::Library::open(Some(path), unix::RTLD_NOW | unix::RTLD_GLOBAL) }.map(Into::into)
    }
    #[cfg(not(unix))]
    {
        // SAFETY: as above.
        unsafe { Library::new(path) }
    }
}
