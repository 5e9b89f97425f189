//! Plugins: where processors come from.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use libloading::Library;

use crate::abi::*;
use crate::call::Api;
use crate::error::{Error, ErrorKind, Result};
use crate::named_value::Attributes;
use crate::preload::reason;

/// A plugin, loaded or linked in, and set up. Clones are the same plugin.
///
/// ```no_run
/// let plugin = pjrt::Plugin::load("libtpu.so")?;
/// let (major, minor) = plugin.api_version();
/// println!("{} speaks PJRT C API {major}.{minor}", plugin.name());
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
    /// Loads a shared library and sets the plugin in it up. Its name is the file's, without `lib` and the ending.
    ///
    /// The library stays loaded until the process ends: plugins start threads and hand out tables and texts with the lifetime
    /// of the process, so their code must never go away. Loading a file again gives the same plugin again.
    ///
    /// # Errors
    /// The file does not exist ([`ErrorKind::NotFound`]), is no shared library for this machine or lacks the symbol
    /// `GetPjrtApi` ([`ErrorKind::InvalidArgument`]), the plugin is of an incompatible version or incomplete
    /// ([`ErrorKind::FailedPrecondition`]), or it fails to set itself up.
    pub fn load(path: impl AsRef<Path>) -> Result<Plugin> {
        const OPERATION: &str = "Plugin::load";
        let given = path.as_ref();
        let error = |kind, message: String| Error::new(kind, OPERATION, format!("{}: {message}", given.display()));
        // A path without a slash would be searched in the system's library folders, a surprise for a file of that name.
        let path = given.canonicalize().map_err(|io| {
            let kind = match io.kind() {
                std::io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
                _ => ErrorKind::NotFound,
            };
            error(kind, format!("no such plugin: {io}"))
        })?;
        // SAFETY: this runs the library's initialisers. Whoever names a file as a plugin asks for just that; there is no way to
        // see beforehand what it does.
        let library = unsafe { Library::new(&path) }.map_err(|load| {
            let reason = reason(&load);
            error(ErrorKind::InvalidArgument, format!("not a shared library that can be loaded here: {reason}"))
        })?;
        // SAFETY: a symbol of this name has this type in every PJRT plugin; that is what the name says.
        let get_api = unsafe { library.get::<GetPjrtApi>(b"GetPjrtApi\0") }.map(|symbol| *symbol).map_err(|_| {
            let message = "this shared library has no function GetPjrtApi, so it is no PJRT plugin";
            error(ErrorKind::InvalidArgument, message.into())
        })?;
        std::mem::forget(library);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.strip_prefix("lib").unwrap_or(&stem).to_string();
        // SAFETY: a plugin's table lives and stays as it is as long as its library, which was just made to stay for good.
        unsafe { Plugin::start(name, Some(path), get_api, OPERATION) }
            .map_err(|error| error.with_context(given.display()))
    }

    /// Takes a plugin that is linked into this program.
    ///
    /// # Safety
    /// `get_api` returns null or a table of functions that keep to the rules of the PJRT C API; the table lives, and does not
    /// change, until the process ends.
    pub unsafe fn linked(name: impl Into<String>, get_api: GetPjrtApi) -> Result<Plugin> {
        let name = name.into();
        // SAFETY: as the caller says.
        unsafe { Plugin::start(name.clone(), None, get_api, "Plugin::linked") }
            .map_err(|error| error.with_context(name))
    }

    /// # Safety
    /// As [`Plugin::linked`].
    unsafe fn start(
        name: String,
        path: Option<PathBuf>,
        get_api: GetPjrtApi,
        operation: &'static str,
    ) -> Result<Plugin> {
        // SAFETY: the function takes nothing; the caller vouches for what it returns.
        let api = unsafe { Api::new(get_api(), operation)? };
        initialize(api)?;
        let mut args = PJRT_Plugin_Attributes_Args::new();
        let attributes = if api.has::<PJRT_Plugin_Attributes_Args>() {
            // SAFETY: there are no pointers to go in, and the attributes that come out live as long as the process.
            unsafe {
                api.call(&mut args)?;
                Attributes::read(args.attributes, args.num_attributes)
            }
        } else {
            Attributes::default()
        };
        Ok(Plugin { inner: Arc::new(Inner { api, name, path, attributes }) })
    }

    /// The plugin's name: given when linked, else made of the file's.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The file it was loaded from; `None` if it is linked in.
    pub fn path(&self) -> Option<&Path> {
        self.inner.path.as_deref()
    }

    /// Major and minor version of the PJRT C API that the plugin was written for.
    pub fn api_version(&self) -> (i32, i32) {
        self.inner.api.version()
    }

    /// What the plugin says of itself, such as `stablehlo_current_version`.
    pub fn attributes(&self) -> &Attributes {
        &self.inner.attributes
    }

    /// The functions described in [`abi`](crate::abi) that the plugin has no pointer for. (Others may still answer that they
    /// are not implemented.)
    pub fn missing_functions(&self) -> Vec<&'static str> {
        let missing = API_FUNCTIONS.iter().filter(|function| !self.inner.api.provides(function.offset));
        missing.map(|function| function.name).collect()
    }

    /// The extensions of the plugin, in the order of its chain.
    pub fn extensions(&self) -> Vec<PJRT_Extension_Type> {
        // SAFETY: the chain belongs to the plugin's table and lives as long.
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

/// Has a plugin set itself up, unless this was done before in this process.
///
/// PJRT allows the call once a process, and libraries are one a process, whoever loads them: that is why the record of it is
/// global too.
fn initialize(api: Api) -> Result<()> {
    static INITIALIZED: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    // Nothing panics while the lock is held; were it to, the list would still be good.
    let mut initialized = INITIALIZED.lock().unwrap_or_else(PoisonError::into_inner);
    if initialized.contains(&api.address()) || !api.has::<PJRT_Plugin_Initialize_Args>() {
        return Ok(());
    }
    // SAFETY: the struct has no pointers of its own.
    unsafe { api.call(&mut PJRT_Plugin_Initialize_Args::new())? };
    initialized.push(api.address());
    Ok(())
}
