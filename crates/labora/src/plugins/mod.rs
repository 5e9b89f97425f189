//! Discovery and loading of PJRT plugins, which provide the devices that are not built in.
//!
//! Plugins are searched in this order; of several plugins with the same name, the first one counts:
//! * the variable `LABORA_PJRT_PLUGINS`: `name=path`, separated by commas;
//! * JAX's variable `PJRT_NAMES_AND_LIBRARY_PATHS`: `name:path`, separated by commas;
//! * the active Python environment (`VIRTUAL_ENV`, `CONDA_PREFIX`): `libtpu` of `pip install libtpu`,
//!   `cuda13` and `cuda12` of `pip install jax-cuda13-plugin` and its like, with the CUDA libraries of the
//!   `nvidia-*` packages beside them, and `xla_cpu` of `pip install xla-cpu-pjrt`.
//!
//! ```
//! for plugin in labora::plugins::find() {
//!     println!("{} ({}): {}", plugin.name, plugin.source, plugin.path.display());
//! }
//! ```

mod found;
mod places;
mod python;
mod tpu_slice;

pub use found::{Found, NO_TPU_ENVIRONMENT, Source};
pub use places::Places;

/// Returns the plugins of this process's environment.
pub fn find() -> Vec<Found> {
    Places::of_process().find()
}

/// Returns the plugin with that name.
pub fn named(name: &str) -> Option<Found> {
    find().into_iter().find(|found| found.name == name)
}
