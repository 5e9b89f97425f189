//! Handles: C objects of a plugin that this crate owns, and the client that all others keep alive.

use std::ptr::NonNull;

use crate::abi::*;
use crate::call::{Api, non_null};
use crate::error::Result;
use crate::key_value::StoreHandle;
use crate::plugin::Plugin;

/// A C object that a plugin hands over to its caller, and the function that destroys it.
pub(crate) trait PluginObject: Sized {
    /// The arguments of that function.
    type Destroy: ApiArgs;

    /// Its arguments for this object.
    fn destroy_args(object: *mut Self) -> Self::Destroy;
}

macro_rules! plugin_objects {
    ($($object:ident: $args:ident { $field:ident };)*) => {$(
        impl PluginObject for $object {
            type Destroy = $args;

            fn destroy_args(object: *mut Self) -> $args {
                $args { $field: object, ..AbiStruct::new() }
            }
        }
    )*};
}

plugin_objects! {
    PJRT_Client: PJRT_Client_Destroy_Args { client };
    PJRT_Buffer: PJRT_Buffer_Destroy_Args { buffer };
    PJRT_Event: PJRT_Event_Destroy_Args { event };
    PJRT_Executable: PJRT_Executable_Destroy_Args { executable };
    PJRT_LoadedExecutable: PJRT_LoadedExecutable_Destroy_Args { executable };
    PJRT_TopologyDescription: PJRT_TopologyDescription_Destroy_Args { topology };
}

/// A C object that is destroyed when the handle is dropped. In a struct that also keeps the object's client
/// alive, the handle is declared first, because fields are dropped in the order of their declaration.
pub(crate) struct Handle<T: PluginObject> {
    api: Api,
    raw: NonNull<T>,
}

// SAFETY: PJRT requires that clients, buffers, events, executables and topologies can be used from any
// thread.
unsafe impl<T: PluginObject> Send for Handle<T> {}
// SAFETY: as above; they can be used from several threads at once.
unsafe impl<T: PluginObject> Sync for Handle<T> {}

impl<T: PluginObject> Handle<T> {
    /// Takes ownership of an object. A null pointer is an error of the `function` that returned it.
    ///
    /// # Safety
    /// `raw` is null, or a live object of this plugin that nobody else destroys.
    pub(crate) unsafe fn from_raw(api: Api, function: &'static str, raw: *mut T) -> Result<Handle<T>> {
        Ok(Handle { api, raw: non_null(function, raw)? })
    }

    /// The plugin's function table.
    pub(crate) fn api(&self) -> Api {
        self.api
    }

    /// The object. It is alive as long as this handle.
    pub(crate) fn as_ptr(&self) -> *mut T {
        self.raw.as_ptr()
    }
}

impl<T: PluginObject> Drop for Handle<T> {
    fn drop(&mut self) {
        // SAFETY: the object is alive and owned by this handle, which is not used any more. `drop` has no way
        // to report an error, and there is nothing left to do after one.
        let _ = unsafe { self.api.call(&mut T::destroy_args(self.raw.as_ptr())) };
    }
}

/// A plugin's client object. Everything that belongs to a client keeps it alive.
pub(crate) struct ClientHandle {
    // Declared first, hence destroyed before the store, which it may call until then.
    client: Handle<PJRT_Client>,
    plugin: Plugin,
    _store: Option<StoreHandle>,
}

impl ClientHandle {
    /// The handle of a client; `store` is that of its callbacks.
    pub(crate) fn new(client: Handle<PJRT_Client>, plugin: Plugin, store: Option<StoreHandle>) -> ClientHandle {
        ClientHandle { client, plugin, _store: store }
    }

    pub(crate) fn api(&self) -> Api {
        self.client.api()
    }

    pub(crate) fn plugin(&self) -> &Plugin {
        &self.plugin
    }

    pub(crate) fn as_ptr(&self) -> *mut PJRT_Client {
        self.client.as_ptr()
    }
}
