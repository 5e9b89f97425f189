//! The extension module `labora._labora`. JAX loads the same file as a PJRT plugin: it exports `GetPjrtApi`, and
//! the functions `Labora_...` for callbacks to Python, profiles, serialized executables and the end of the process.

use pyo3::prelude::*;

/// The version of the plugin, and its exported functions, which are kept by being named here.
#[pymodule]
fn _labora(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("api_address", plugin::GetPjrtApi as *const () as usize)?;
    Ok(())
}
