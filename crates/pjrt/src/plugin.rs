//! Plugins: implementations of the PJRT C API.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use libloading::Library;

use crate::abi::*;
use crate::call::Api;
use crate::error::{Error, ErrorKind, Result};
use crate::named_value::Attributes;
use crate::preload::reason;

/// An initialized plugin, loaded from a file or linked in. Clones refer to the same plugin.
///
/// ```no_run
/// let plugin = pjrt::Plugin::load("libtpu.so")?;
/// let (major, minor) = plugin.api_version();
/// println!("{} has PJRT C API {major}.{minor}", plugin.name());
/// # Ok::<(), pjrt::Error>(())
/// ```
#[derive(Clone)]
pub struct Plugin {
    inner: Arc<Inner>,
}

struct Inner {
    api: Api,
    name: String,
    path: Option<PathBuf>,
    attributes: Attributes,
}

impl Plugin {
    /// Loads a shared library and initializes the plugin in it. The plugin's name is that of the file without
    /// the prefix `lib` and the extension.
    ///
    /// The library stays loaded until the process ends: plugins start threads and return tables and texts
    /// with the lifetime of the process. Loading a file again gives the same plugin.
    ///
    /// # Errors
    /// The file does not exist ([`ErrorKind::NotFound`]), is not a shared library for this machine or lacks
    /// the symbol `GetPjrtApi` ([`ErrorKind::InvalidArgument`]), the plugin is of an incompatible version or
    /// incomplete ([`ErrorKind::FailedPrecondition`]), or its initialization fails.
    pub fn load(path: impl AsRef<Path>) -> Result<Plugin> {
        const OPERATION: &str = "Plugin::load";
        let given = path.as_ref();
        let error = |kind, message: String| Error::new(kind, OPERATION, format!("{}: {message}", given.display()));
        // The system would search a path without a slash in its library folders instead of the current one.
        let path = given.canonicalize().map_err(|io| {
            let kind = match io.kind() {
                std::io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
                _ => ErrorKind::NotFound,
            };
            error(kind, format!("no such plugin: {io}"))
        })?;
        // SAFETY: this runs the library's initializers. They cannot be checked beforehand; naming a file as a
        // plugin is the caller's consent to run its code.
        let library = unsafe { Library::new(&path) }.map_err(|load| {
            let reason = reason(&load);
            error(ErrorKind::InvalidArgument, format!("not a shared library that can be loaded here: {reason}"))
        })?;
        // SAFETY: the PJRT C API defines the type of the symbol with this name.
        let get_api = unsafe { library.get::<GetPjrtApi>(b"GetPjrtApi\0") }.map(|symbol| *symbol).map_err(|_| {
            let message = "this shared library has no function GetPjrtApi, so it is not a PJRT plugin";
            error(ErrorKind::InvalidArgument, message.into())
        })?;
        std::mem::forget(library);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.strip_prefix("lib").unwrap_or(&stem).to_string();
        // SAFETY: a plugin's table is valid as long as its library, which is never unloaded.
        unsafe { Plugin::initialize(name, Some(path), get_api, OPERATION) }
            .map_err(|error| error.with_context(given.display()))
    }

    /// Initializes a plugin that is linked into this program.
    ///
    /// # Safety
    /// `get_api` returns null, or a table of functions that implement the PJRT C API. The table lives, and
    /// does not change, until the process ends.
    pub unsafe fn linked(name: impl Into<String>, get_api: GetPjrtApi) -> Result<Plugin> {
        let name = name.into();
        // SAFETY: the caller guarantees this.
        unsafe { Plugin::initialize(name.clone(), None, get_api, "Plugin::linked") }
            .map_err(|error| error.with_context(name))
    }

    /// # Safety
    /// As [`Plugin::linked`].
    unsafe fn initialize(
        name: String,
        path: Option<PathBuf>,
        get_api: GetPjrtApi,
        operation: &'static str,
    ) -> Result<Plugin> {
        // SAFETY: the function has no arguments; the caller guarantees the table that it returns.
        let api = unsafe { Api::new(get_api(), operation)? };
        initialize_once(api)?;
        let mut args = PJRT_Plugin_Attributes_Args::new();
        let attributes = if api.has::<PJRT_Plugin_Attributes_Args>() {
            // SAFETY: the arguments have no pointers, and the plugin's attributes live as long as the
            // process.
            unsafe {
                api.call(&mut args)?;
                Attributes::read(args.attributes, args.num_attributes)
            }
        } else {
            Attributes::default()
        };
        Ok(Plugin { inner: Arc::new(Inner { api, name, path, attributes }) })
    }

    /// The plugin's name: given by [`Plugin::linked`], or derived from the file's name by [`Plugin::load`].
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The file that the plugin was loaded from; `None` if it is linked in.
    pub fn path(&self) -> Option<&Path> {
        self.inner.path.as_deref()
    }

    /// The major and minor version of the PJRT C API that the plugin was built for.
    pub fn api_version(&self) -> (i32, i32) {
        self.inner.api.version()
    }

    /// The plugin's attributes, such as `stablehlo_current_version`.
    pub fn attributes(&self) -> &Attributes {
        &self.inner.attributes
    }

    /// The functions in [`abi`](crate::abi) that the plugin's table lacks. A function of the table may still
    /// return [`ErrorKind::Unimplemented`].
    pub fn missing_functions(&self) -> Vec<&'static str> {
        let missing = API_FUNCTIONS.iter().filter(|function| !self.inner.api.provides(function.offset));
        missing.map(|function| function.name).collect()
    }

    /// The types of the plugin's extensions, in the order of its chain.
    pub fn extensions(&self) -> Vec<PJRT_Extension_Type> {
        // SAFETY: the chain belongs to the plugin's table, which lives as long as the process.
        unsafe { extensions(self.inner.api.extension_start()) }.map(|extension| extension.r#type).collect()
    }

    pub(crate) fn api(&self) -> Api {
        self.inner.api
    }
}

impl fmt::Debug for Plugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.api_version();
        write!(f, "Plugin({:?}, API {major}.{minor})", self.name())
    }
}

/// Calls `PJRT_Plugin_Initialize` unless it was called before in this process.
///
/// The record is global because PJRT allows one call per process, and a library is loaded once per process.
fn initialize_once(api: Api) -> Result<()> {
    static INITIALIZED: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    // A poisoned lock is not an error: the list is valid after every statement.
    let mut initialized = INITIALIZED.lock().unwrap_or_else(PoisonError::into_inner);
    if initialized.contains(&api.address()) || !api.has::<PJRT_Plugin_Initialize_Args>() {
        return Ok(());
    }
    // SAFETY: the arguments have no pointers.
    unsafe { api.call(&mut PJRT_Plugin_Initialize_Args::new())? };
    initialized.push(api.address());
    Ok(())
}
