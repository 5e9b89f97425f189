//! Calling the functions of a plugin: version checks before, errors after.

use std::ffi::c_char;
use std::ptr::NonNull;

use crate::abi::*;
use crate::error::{Error, ErrorKind, Result};
use crate::field_end;
use crate::outgoing::Outgoing;

/// The oldest minor version understood: 0.57 put the functions into the order they have had since.
const OLDEST_MINOR: i32 = 57;

/// Bytes of [`PJRT_Api`] that every plugin must fill: errors, initialisation and events. Without these no call can report.
const SMALLEST_API: usize = field_end!(PJRT_Api, PJRT_Event_OnReady);

/// The function table of a plugin, checked. It and the plugin's code live as long as the process.
#[derive(Clone, Copy)]
pub(crate) struct Api {
    table: NonNull<PJRT_Api>,
    struct_size: usize,
}

// SAFETY: the table is never written after the plugin hands it out, and PJRT functions may be called from any thread.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

impl Api {
    /// Checks a table's version and size.
    ///
    /// # Safety
    /// `table` is null, or points to a `PJRT_Api` of which `struct_size` bytes are filled and stay unchanged for the rest of
    /// the process.
    pub(crate) unsafe fn new(table: *const PJRT_Api, operation: &'static str) -> Result<Api> {
        let refuse = |message: String| Err(Error::new(ErrorKind::FailedPrecondition, operation, message));
        let Some(table) = NonNull::new(table.cast_mut()) else {
            return refuse("GetPjrtApi returned null: the plugin could not set itself up".into());
        };
        // SAFETY: the caller vouches for the table; a struct of the API always begins with its size.
        let struct_size = unsafe { table.cast::<usize>().read() };
        if struct_size < field_end!(PJRT_Api, pjrt_api_version) {
            return refuse(format!(
                "the plugin's PJRT_Api has {struct_size} bytes, too few even for its version: this is no PJRT function table"
            ));
        }
        // SAFETY: `struct_size` reaches behind the version.
        let version = unsafe { (&raw const (*table.as_ptr()).pjrt_api_version).read() };
        let (major, minor) = (version.major_version, version.minor_version);
        if major != PJRT_API_MAJOR || minor < OLDEST_MINOR {
            return refuse(format!(
                "the plugin speaks PJRT C API {major}.{minor}, but {PJRT_API_MAJOR}.{OLDEST_MINOR} or a later \
                 {PJRT_API_MAJOR}.x is needed: use a plugin of another version"
            ));
        }
        if struct_size < SMALLEST_API {
            return refuse(format!(
                "the plugin's PJRT_Api has {struct_size} bytes, but errors and events alone need {SMALLEST_API}: the plugin \
                 is incomplete"
            ));
        }
        let api = Api { table, struct_size };
        let (destroy, message) = api.error_functions();
        let complete = destroy.is_some()
            && message.is_some()
            && api.has::<PJRT_Error_GetCode_Args>()
            && api.has::<PJRT_Event_Destroy_Args>()
            && api.has::<PJRT_Event_Await_Args>();
        if !complete {
            return refuse("the plugin lacks a function for errors or events: it is incomplete".into());
        }
        Ok(api)
    }

    /// The address of the table, which tells plugins apart.
    pub(crate) fn address(&self) -> usize {
        self.table.as_ptr() as usize
    }

    /// Major and minor version that the plugin speaks.
    pub(crate) fn version(&self) -> (i32, i32) {
        // SAFETY: `new` checked that the table reaches behind the version.
        let version = unsafe { (&raw const (*self.table.as_ptr()).pjrt_api_version).read() };
        (version.major_version, version.minor_version)
    }

    /// The start of the chain of extensions.
    pub(crate) fn extension_start(&self) -> *const PJRT_Extension_Base {
        // SAFETY: `new` checked that the table reaches behind the version, which stands behind this field.
        unsafe { (&raw const (*self.table.as_ptr()).extension_start).read() }
    }

    /// Whether the function's pointer at that place is within the plugin's table and not null.
    pub(crate) fn provides(&self, offset: usize) -> bool {
        offset + size_of::<usize>() <= self.struct_size
            // SAFETY: the pointer lies within the table; a null pointer and a number 0 are the same bytes.
            && unsafe { self.table.cast::<u8>().add(offset).cast::<usize>().read() } != 0
    }

    /// Whether the plugin has the function that takes `A`.
    pub(crate) fn has<A: ApiArgs>(&self) -> bool {
        self.provides(A::OFFSET)
    }

    /// Whether the plugin speaks a later version than this crate describes: its structs may be longer than ours.
    pub(crate) fn is_later(&self) -> bool {
        self.version().1 > PJRT_API_MINOR
    }

    /// Has `function` called with `args`, in a form that the plugin takes.
    fn pass<A: AbiStruct, R>(&self, args: &mut A, function: impl FnOnce(*mut A) -> R) -> R {
        if !self.is_later() {
            return function(args);
        }
        let mut outgoing = Outgoing::new(args, true);
        let result = function(outgoing.as_mut_ptr());
        outgoing.read_back(args);
        result
    }

    /// Calls the function that takes `A`.
    ///
    /// # Safety
    /// The pointers in `args` are what the function asks for: handles of this plugin that are alive, memory of the stated
    /// sizes.
    pub(crate) unsafe fn call<A: ApiArgs>(&self, args: &mut A) -> Result<()> {
        if !self.has::<A>() {
            let (major, minor) = self.version();
            return Err(Error::new(
                ErrorKind::Unimplemented,
                A::FUNCTION,
                format!("the plugin (PJRT C API {major}.{minor}) does not have this function"),
            ));
        }
        // SAFETY: `has` checked that the pointer lies within the table and is not null; the table that made `A::OFFSET` gives
        // the function at this place the type `PJRT_Function<A>` (the two functions of another type are never called here).
        let function = unsafe { self.table.cast::<u8>().add(A::OFFSET).cast::<PJRT_Function<A>>().read() };
        // SAFETY: the caller vouches for the pointers in `args`.
        let error = self.pass(args, |args| unsafe { function(args) });
        // SAFETY: a PJRT function returns null or an error that is ours to free.
        unsafe { self.check(A::FUNCTION, error) }
    }

    /// Turns an error of the plugin into one of ours, and frees it. Null is no error.
    ///
    /// # Safety
    /// `error` is null or an error of this plugin that nobody else frees.
    pub(crate) unsafe fn check(&self, function: &'static str, error: *mut PJRT_Error) -> Result<()> {
        if error.is_null() {
            return Ok(());
        }
        let (destroy, message) = self.error_functions();
        let mut message_args = PJRT_Error_Message_Args { error, ..AbiStruct::new() };
        if let Some(message) = message {
            // SAFETY: the error is alive.
            self.pass(&mut message_args, |args| unsafe { message(args) });
        }
        // SAFETY: the plugin has just said where the text lies, and it lives as long as the error.
        let text = unsafe { text(message_args.message, message_args.message_size) };
        let mut code_args = PJRT_Error_GetCode_Args { error, ..AbiStruct::new() };
        // SAFETY: the error is alive. Should the call itself fail, its own error is read the same way one level down, and the
        // code stays 0, which is no code of an error and reads as unknown.
        let kind = match unsafe { self.get_code(&mut code_args) } {
            true => ErrorKind::from_code(code_args.code),
            false => ErrorKind::Unknown,
        };
        let mut destroy_args = PJRT_Error_Destroy_Args { error, ..AbiStruct::new() };
        if let Some(destroy) = destroy {
            // SAFETY: the error is alive and ours; nothing of it is used after this.
            self.pass(&mut destroy_args, |args| unsafe { destroy(args) });
        }
        Err(Error::new(kind, function, text))
    }

    /// Reads an error's code; false if the plugin cannot say.
    ///
    /// # Safety
    /// `args.error` is alive.
    unsafe fn get_code(&self, args: &mut PJRT_Error_GetCode_Args) -> bool {
        // SAFETY: `new` checked that the table reaches this far.
        match unsafe { (&raw const (*self.table.as_ptr()).PJRT_Error_GetCode).read() } {
            // SAFETY: the caller vouches for the error. An error about an error is dropped: reading it could go on for ever.
            Some(function) => self.pass(args, |args| unsafe { function(args) }).is_null(),
            None => false,
        }
    }

    /// The two functions that cannot fail and so have a type of their own.
    #[allow(clippy::type_complexity)]
    fn error_functions(
        &self,
    ) -> (
        Option<unsafe extern "C" fn(*mut PJRT_Error_Destroy_Args)>,
        Option<unsafe extern "C" fn(*mut PJRT_Error_Message_Args)>,
    ) {
        let table = self.table.as_ptr();
        // SAFETY: `new` checked that the table reaches this far.
        unsafe { ((&raw const (*table).PJRT_Error_Destroy).read(), (&raw const (*table).PJRT_Error_Message).read()) }
    }
}

/// Reads a text that the plugin points at; what is no UTF-8 is replaced.
///
/// # Safety
/// `start` is null, or `size` bytes behind it can be read.
pub(crate) unsafe fn text(start: *const c_char, size: usize) -> String {
    // SAFETY: as the caller says.
    String::from_utf8_lossy(unsafe { slice(start.cast::<u8>(), size) }).into_owned()
}

/// A slice of what the plugin points at; null is an empty one.
///
/// # Safety
/// `start` is null, or `count` values behind it can be read, and nobody writes them while the slice is used.
pub(crate) unsafe fn slice<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if start.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: as the caller says.
    unsafe { std::slice::from_raw_parts(start, count) }
}

/// A handle that the plugin has promised, or an error in its place.
pub(crate) fn handle<T>(function: &'static str, raw: *mut T) -> Result<NonNull<T>> {
    NonNull::new(raw)
        .ok_or_else(|| Error::new(ErrorKind::Internal, function, "the plugin reported success but returned null"))
}
