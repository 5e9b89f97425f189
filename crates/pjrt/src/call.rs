//! Calls of a plugin's functions: version checks before a call, error conversion after it.

use std::ffi::c_char;
use std::ptr::NonNull;

use crate::abi::*;
use crate::error::{Error, ErrorKind, Result};
use crate::zero_extended::ZeroExtended;

/// The oldest minor version that is supported. The order of the functions has not changed since 0.57.
const MIN_MINOR_VERSION: i32 = 57;

/// The size of [`PJRT_Api`] that every plugin must fill, in bytes: errors, initialization and events. Without
/// these functions no call can report its result.
const MIN_API_SIZE: usize = field_end!(PJRT_Api, PJRT_Event_OnReady);

/// A function of the API that cannot fail.
type InfallibleFunction<Args> = unsafe extern "C" fn(args: *mut Args);

/// The checked function table of a plugin. The table and the plugin's code live as long as the process.
#[derive(Clone, Copy)]
pub(crate) struct Api {
    table: NonNull<PJRT_Api>,
    struct_size: usize,
}

// SAFETY: the table is never written after the plugin returns it, and PJRT functions may be called from any
// thread.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

impl Api {
    /// Checks a table's version and size.
    ///
    /// # Safety
    /// `table` is null, or points to a `PJRT_Api` of which `struct_size` bytes are filled and stay unchanged
    /// for the rest of the process.
    pub(crate) unsafe fn new(table: *const PJRT_Api, operation: &'static str) -> Result<Api> {
        let incompatible = |message: String| Err(Error::new(ErrorKind::FailedPrecondition, operation, message));
        let Some(table) = NonNull::new(table.cast_mut()) else {
            return incompatible("GetPjrtApi returned null: the plugin could not be initialized".into());
        };
        // SAFETY: the caller guarantees that the table is readable; a struct of the API begins with its size.
        let struct_size = unsafe { table.cast::<usize>().read() };
        if struct_size < field_end!(PJRT_Api, pjrt_api_version) {
            return incompatible(format!(
                "the plugin's PJRT_Api has {struct_size} bytes, too few even for its version: this is not a PJRT function table"
            ));
        }
        // SAFETY: `struct_size` includes the version.
        let version = unsafe { (&raw const (*table.as_ptr()).pjrt_api_version).read() };
        let (major, minor) = (version.major_version, version.minor_version);
        if major != PJRT_API_MAJOR || minor < MIN_MINOR_VERSION {
            return incompatible(format!(
                "the plugin has PJRT C API {major}.{minor}, but {PJRT_API_MAJOR}.{MIN_MINOR_VERSION} or a later \
                 {PJRT_API_MAJOR}.x is required: use a plugin of another version"
            ));
        }
        if struct_size < MIN_API_SIZE {
            return incompatible(format!(
                "the plugin's PJRT_Api has {struct_size} bytes, but errors and events alone require {MIN_API_SIZE}: the plugin \
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
            return incompatible("the plugin lacks a function for errors or events: it is incomplete".into());
        }
        Ok(api)
    }

    /// The address of the table, which identifies the plugin.
    pub(crate) fn address(&self) -> usize {
        self.table.as_ptr() as usize
    }

    /// The major and minor version of the API that the plugin was built for.
    pub(crate) fn version(&self) -> (i32, i32) {
        // SAFETY: `new` checked that the table includes the version.
        let version = unsafe { (&raw const (*self.table.as_ptr()).pjrt_api_version).read() };
        (version.major_version, version.minor_version)
    }

    /// The start of the chain of extensions.
    pub(crate) fn extension_start(&self) -> *const PJRT_Extension_Base {
        // SAFETY: `new` checked that the table includes the version, which comes after this field.
        unsafe { (&raw const (*self.table.as_ptr()).extension_start).read() }
    }

    /// The start of the extension of this type; `None` if the plugin does not have it.
    pub(crate) fn find_extension(&self, r#type: PJRT_Extension_Type) -> Option<NonNull<PJRT_Extension_Base>> {
        let mut next = self.extension_start().cast_mut();
        while let Some(start) = NonNull::new(next) {
            // SAFETY: the chain belongs to the plugin's table, which lives as long as the process.
            let extension = unsafe { start.read() };
            if extension.r#type == r#type {
                return Some(start);
            }
            next = extension.next;
        }
        None
    }

    /// Returns true if the function pointer at this offset is within the plugin's table and not null.
    pub(crate) fn provides(&self, offset: usize) -> bool {
        offset + size_of::<usize>() <= self.struct_size
            // SAFETY: the pointer is within the table; a null pointer and a number 0 are the same bytes.
            && unsafe { self.table.cast::<u8>().add(offset).cast::<usize>().read() } != 0
    }

    /// Returns true if the plugin has the function that takes `A`.
    pub(crate) fn has<A: ApiArgs>(&self) -> bool {
        self.provides(A::OFFSET)
    }

    /// Returns true if the plugin has a later version of the API than this crate: its structs may be longer.
    pub(crate) fn is_later(&self) -> bool {
        self.version().1 > PJRT_API_MINOR
    }

    /// Calls `function` with `args`, zero-extended if the plugin's structs may be longer.
    pub(crate) fn call_with<A: AbiStruct, R>(&self, args: &mut A, function: impl FnOnce(*mut A) -> R) -> R {
        if !self.is_later() {
            return function(args);
        }
        let mut extended = ZeroExtended::new(args, true);
        let result = function(extended.as_mut_ptr());
        extended.read_back(args);
        result
    }

    /// Calls the function that takes `A`.
    ///
    /// # Safety
    /// The pointers in `args` are what the function requires: live handles of this plugin, and memory of the
    /// stated sizes.
    pub(crate) unsafe fn call<A: ApiArgs>(&self, args: &mut A) -> Result<()> {
        if !self.has::<A>() {
            let (major, minor) = self.version();
            return Err(Error::new(
                ErrorKind::Unimplemented,
                A::FUNCTION,
                format!("the plugin (PJRT C API {major}.{minor}) does not have this function"),
            ));
        }
        // SAFETY: `has` checked that the pointer is within the table and not null. The table that defines
        // `A::OFFSET` gives the function at this offset the type `PJRT_Function<A>`; the two functions of
        // another type are never called here.
        let function = unsafe { self.table.cast::<u8>().add(A::OFFSET).cast::<PJRT_Function<A>>().read() };
        // SAFETY: the caller guarantees the pointers in `args`.
        let error = self.call_with(args, |args| unsafe { function(args) });
        // SAFETY: a PJRT function returns null, or an error that its caller owns.
        unsafe { self.check(A::FUNCTION, error) }
    }

    /// Converts an error of the plugin to an [`Error`], and destroys it. Null is no error.
    ///
    /// # Safety
    /// `error` is null, or a live error of this plugin that nobody else destroys.
    pub(crate) unsafe fn check(&self, function: &'static str, error: *mut PJRT_Error) -> Result<()> {
        if error.is_null() {
            return Ok(());
        }
        let (destroy, message) = self.error_functions();
        let mut message_args = PJRT_Error_Message_Args { error, ..AbiStruct::new() };
        if let Some(message) = message {
            // SAFETY: the error is alive.
            self.call_with(&mut message_args, |args| unsafe { message(args) });
        }
        // SAFETY: the plugin has just returned the text, which lives as long as the error.
        let text = unsafe { text(message_args.message, message_args.message_size) };
        let mut code_args = PJRT_Error_GetCode_Args { error, ..AbiStruct::new() };
        // SAFETY: the error is alive. If the call itself fails, the kind of the error is unknown.
        let kind = match unsafe { self.get_code(&mut code_args) } {
            true => ErrorKind::from_code(code_args.code),
            false => ErrorKind::Unknown,
        };
        let mut destroy_args = PJRT_Error_Destroy_Args { error, ..AbiStruct::new() };
        if let Some(destroy) = destroy {
            // SAFETY: the caller hands the error over; it is not used after this.
            self.call_with(&mut destroy_args, |args| unsafe { destroy(args) });
        }
        Err(Error::new(kind, function, text))
    }

    /// Reads an error's code; returns false if the plugin cannot report it.
    ///
    /// # Safety
    /// `args.error` is alive.
    unsafe fn get_code(&self, args: &mut PJRT_Error_GetCode_Args) -> bool {
        // SAFETY: `new` checked that the table includes these functions.
        match unsafe { (&raw const (*self.table.as_ptr()).PJRT_Error_GetCode).read() } {
            // SAFETY: the caller guarantees that the error is alive. An error of this call is leaked: reading
            // it could recurse without end.
            Some(function) => self.call_with(args, |args| unsafe { function(args) }).is_null(),
            None => false,
        }
    }

    /// `PJRT_Error_Destroy` and `PJRT_Error_Message`, which cannot fail and therefore have types of their
    /// own.
    fn error_functions(
        &self,
    ) -> (Option<InfallibleFunction<PJRT_Error_Destroy_Args>>, Option<InfallibleFunction<PJRT_Error_Message_Args>>)
    {
        let table = self.table.as_ptr();
        // SAFETY: `new` checked that the table includes these functions.
        unsafe { ((&raw const (*table).PJRT_Error_Destroy).read(), (&raw const (*table).PJRT_Error_Message).read()) }
    }
}

/// Copies a text of the plugin. Bytes that are not UTF-8 are replaced.
///
/// # Safety
/// `start` is null, or points to `size` readable bytes.
pub(crate) unsafe fn text(start: *const c_char, size: usize) -> String {
    // SAFETY: the caller guarantees this.
    String::from_utf8_lossy(unsafe { slice(start.cast::<u8>(), size) }).into_owned()
}

/// An array of the plugin as a slice. A null pointer is an empty slice.
///
/// # Safety
/// `start` is null, or points to `count` readable values that nobody writes while the slice is used.
pub(crate) unsafe fn slice<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if start.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the caller guarantees this.
    unsafe { std::slice::from_raw_parts(start, count) }
}

/// A pointer that must not be null after a successful call of `function`.
pub(crate) fn non_null<T>(function: &'static str, raw: *mut T) -> Result<NonNull<T>> {
    NonNull::new(raw)
        .ok_or_else(|| Error::new(ErrorKind::Internal, function, "the plugin reported success but returned null"))
}

/// Replaces an error of kind [`ErrorKind::Unimplemented`] by `None`.
pub(crate) fn implemented<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::Unimplemented => Ok(None),
        Err(error) => Err(error),
    }
}
