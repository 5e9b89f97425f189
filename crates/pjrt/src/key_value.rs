//! The key-value store by which the processes of a client find each other: the caller's, for the plugin.

use core::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use crate::abi::*;
use crate::error::{Error, ErrorKind, Result};

/// A store that the processes of a client share. Plugins exchange through it what devices each process has,
/// and how their own transport (NCCL) reaches them. Keys and values are bytes. The plugin calls it from any
/// thread, several at once.
pub trait KeyValueStore: Send + Sync {
    /// Stores a value, replacing that of the same key.
    ///
    /// # Errors
    /// The store cannot be reached.
    fn put(&self, key: &[u8], value: &[u8]) -> Result<()>;

    /// The value of a key, once there is one.
    ///
    /// # Errors
    /// [`ErrorKind::DeadlineExceeded`] if there is none within `timeout`; the store cannot be reached.
    fn get(&self, key: &[u8], timeout: Duration) -> Result<Vec<u8>>;

    /// The value of a key; `None` if there is none yet.
    ///
    /// # Errors
    /// The store cannot be reached.
    fn try_get(&self, key: &[u8]) -> Result<Option<Vec<u8>>>;
}

/// A store in the form in which callbacks find it: behind a pointer that does not move.
pub(crate) struct StoreHandle(Box<Arc<dyn KeyValueStore>>);

impl StoreHandle {
    pub(crate) fn new(store: Arc<dyn KeyValueStore>) -> Self {
        Self(Box::new(store))
    }

    /// Fills in the callbacks, which may be called as long as this handle lives.
    pub(crate) fn add_to(&self, args: &mut PJRT_Client_Create_Args) {
        let user_arg: *mut c_void = std::ptr::from_ref(&*self.0).cast_mut().cast();
        args.kv_get_callback = Some(get);
        args.kv_get_user_arg = user_arg;
        args.kv_try_get_callback = Some(try_get);
        args.kv_try_get_user_arg = user_arg;
        args.kv_put_callback = Some(put);
        args.kv_put_user_arg = user_arg;
    }
}

/// The store behind the argument of a callback.
///
/// # Safety
/// `user_arg` is that of [`StoreHandle::add_to`], of a handle that lives during `'c`.
unsafe fn store<'c>(user_arg: *mut c_void) -> &'c dyn KeyValueStore {
    // SAFETY: the caller of this function guarantees the pointer.
    unsafe { &**user_arg.cast::<Arc<dyn KeyValueStore>>() }
}

/// Bytes of the plugin.
///
/// # Safety
/// `bytes` is null, or points to `size` bytes that live and do not change during `'c`.
unsafe fn slice_of<'c>(bytes: *const c_char, size: usize) -> &'c [u8] {
    match bytes.is_null() {
        true => &[],
        // SAFETY: the caller of this function guarantees the bytes.
        false => unsafe { std::slice::from_raw_parts(bytes.cast(), size) },
    }
}

/// Calls a function of the store, and makes its error, or its panic, one of the plugin.
///
/// # Safety
/// `callback_error` is null, or points to the plugin's function.
unsafe fn answer<T>(
    callback_error: *mut PJRT_CallbackError,
    call: impl FnOnce() -> Result<T>,
) -> Result<T, *mut PJRT_Error> {
    let outcome = catch_unwind(AssertUnwindSafe(call));
    let panicked = |_| Err(Error::new(ErrorKind::Internal, "KeyValueStore", "the store panicked"));
    outcome.unwrap_or_else(panicked).map_err(|error| {
        let message = error.to_string();
        if callback_error.is_null() {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller guarantees the function, which copies the text.
        unsafe { (*callback_error)(error.kind().code(), message.as_ptr().cast(), message.len()) }
    })
}

/// The value in memory that [`free`] releases: its length, then its bytes.
fn allocate(value: &[u8]) -> *mut c_char {
    let mut block = Vec::with_capacity(size_of::<usize>() + value.len());
    block.extend_from_slice(&value.len().to_ne_bytes());
    block.extend_from_slice(value);
    let start = Box::into_raw(block.into_boxed_slice()).cast::<u8>();
    // SAFETY: the block has the bytes of the length, so that the result is inside it or at its end.
    unsafe { start.add(size_of::<usize>()).cast() }
}

unsafe extern "C" fn free(value: *mut c_char) {
    if value.is_null() {
        return;
    }
    // SAFETY: the plugin passes what `allocate` has returned, once. Before it is the length, in the first
    // bytes of the block, which `from_raw` releases as the slice that it was.
    unsafe {
        let start = value.cast::<u8>().sub(size_of::<usize>());
        let len = start.cast::<usize>().read_unaligned() + size_of::<usize>();
        drop(Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)));
    }
}

/// Hands a value to the plugin, in the fields of its arguments, or returns the error.
fn give_value(
    outcome: Result<Vec<u8>, *mut PJRT_Error>,
    (value, size): (&mut *mut c_char, &mut usize),
    deleter: &mut Option<PJRT_KeyValueGetCallback_ValueDeleter>,
) -> *mut PJRT_Error {
    match outcome {
        Ok(bytes) => {
            (*value, *size, *deleter) =
                (allocate(&bytes), bytes.len(), Some(free as PJRT_KeyValueGetCallback_ValueDeleter));
            std::ptr::null_mut()
        }
        Err(error) => error,
    }
}

unsafe extern "C" fn get(args: *mut PJRT_KeyValueGetCallback_Args) -> *mut PJRT_Error {
    // SAFETY: the plugin passes its arguments, which are its own to write during the call: the key of the
    // stated size, its function for errors, and the argument that it was given with the callback.
    let (args, outcome) = unsafe {
        let args = &mut *args;
        let timeout = Duration::from_millis(u64::try_from(args.timeout_in_ms).unwrap_or(0));
        let key = slice_of(args.key, args.key_size);
        let outcome = answer(args.callback_error, || store(args.user_arg).get(key, timeout));
        (args, outcome)
    };
    give_value(outcome, (&mut args.value, &mut args.value_size), &mut args.value_deleter_callback)
}

unsafe extern "C" fn try_get(args: *mut PJRT_KeyValueTryGetCallback_Args) -> *mut PJRT_Error {
    // SAFETY: as in `get`.
    let (args, outcome) = unsafe {
        let args = &mut *args;
        let key = slice_of(args.key, args.key_size);
        let missing = || {
            let message = format!("no {}", String::from_utf8_lossy(key));
            Error::new(ErrorKind::NotFound, "KeyValueStore", message)
        };
        let outcome = answer(args.callback_error, || store(args.user_arg).try_get(key)?.ok_or_else(missing));
        (args, outcome)
    };
    give_value(outcome, (&mut args.value, &mut args.value_size), &mut args.value_deleter_callback)
}

unsafe extern "C" fn put(args: *mut PJRT_KeyValuePutCallback_Args) -> *mut PJRT_Error {
    // SAFETY: as in `get`, and the value has the stated size.
    let outcome = unsafe {
        let args = &*args;
        answer(args.callback_error, || {
            store(args.user_arg).put(slice_of(args.key, args.key_size), slice_of(args.value, args.value_size))
        })
    };
    outcome.err().unwrap_or(std::ptr::null_mut())
}

#[cfg(test)]
mod tests {
    use core::ffi::c_int;
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct Memory(Mutex<HashMap<Vec<u8>, Vec<u8>>>);

    impl KeyValueStore for Memory {
        fn put(&self, key: &[u8], value: &[u8]) -> Result<()> {
            assert_ne!(key, b"panic");
            self.0.lock().unwrap().insert(key.to_vec(), value.to_vec());
            Ok(())
        }

        fn get(&self, key: &[u8], timeout: Duration) -> Result<Vec<u8>> {
            let late = || Error::new(ErrorKind::DeadlineExceeded, "get", format!("not within {timeout:?}"));
            self.try_get(key)?.ok_or_else(late)
        }

        fn try_get(&self, key: &[u8]) -> Result<Option<Vec<u8>>> {
            Ok(self.0.lock().unwrap().get(key).cloned())
        }
    }

    static ERRORS: Mutex<Vec<(PJRT_Error_Code, String)>> = Mutex::new(Vec::new());

    unsafe extern "C" fn note(code: PJRT_Error_Code, message: *const c_char, size: usize) -> *mut PJRT_Error {
        // SAFETY: the callback under test passes a text of that size.
        let text = unsafe { slice_of(message, size) };
        ERRORS.lock().unwrap().push((code, String::from_utf8_lossy(text).into_owned()));
        std::ptr::dangling_mut()
    }

    /// What a plugin would do with the callbacks that it was given.
    struct Plugin {
        args: PJRT_Client_Create_Args,
        note: PJRT_CallbackError,
    }

    impl Plugin {
        fn put(&mut self, key: &[u8], value: &[u8]) -> bool {
            let mut args = PJRT_KeyValuePutCallback_Args {
                key: key.as_ptr().cast(),
                key_size: key.len(),
                value: value.as_ptr().cast(),
                value_size: value.len(),
                callback_error: &raw mut self.note,
                user_arg: self.args.kv_put_user_arg,
                ..AbiStruct::new()
            };
            // SAFETY: the arguments are as the API says.
            unsafe { self.args.kv_put_callback.unwrap()(&raw mut args) }.is_null()
        }

        fn get(&mut self, key: &[u8], timeout_in_ms: c_int) -> Option<Vec<u8>> {
            let mut args = PJRT_KeyValueGetCallback_Args {
                key: key.as_ptr().cast(),
                key_size: key.len(),
                timeout_in_ms,
                callback_error: &raw mut self.note,
                user_arg: self.args.kv_get_user_arg,
                ..AbiStruct::new()
            };
            // SAFETY: the arguments are as the API says; the value is freed once.
            unsafe {
                if !self.args.kv_get_callback.unwrap()(&raw mut args).is_null() {
                    return None;
                }
                let value = slice_of(args.value, args.value_size).to_vec();
                args.value_deleter_callback.unwrap()(args.value);
                Some(value)
            }
        }

        fn try_get(&mut self, key: &[u8]) -> Option<Vec<u8>> {
            let mut args = PJRT_KeyValueTryGetCallback_Args {
                key: key.as_ptr().cast(),
                key_size: key.len(),
                callback_error: &raw mut self.note,
                user_arg: self.args.kv_try_get_user_arg,
                ..AbiStruct::new()
            };
            // SAFETY: as above.
            unsafe {
                if !self.args.kv_try_get_callback.unwrap()(&raw mut args).is_null() {
                    return None;
                }
                let value = slice_of(args.value, args.value_size).to_vec();
                args.value_deleter_callback.unwrap()(args.value);
                Some(value)
            }
        }
    }

    #[test]
    fn a_plugin_reads_what_was_stored_and_receives_errors() {
        let handle = StoreHandle::new(Arc::new(Memory::default()));
        let mut plugin = Plugin { args: AbiStruct::new(), note };
        handle.add_to(&mut plugin.args);
        assert!(plugin.put(b"global_topology/cuda", &[0, 255, 7]));
        assert!(plugin.put(b"empty", b""));
        assert_eq!(plugin.get(b"global_topology/cuda", 100), Some(vec![0, 255, 7]));
        assert_eq!(plugin.try_get(b"empty"), Some(Vec::new()));
        assert_eq!((plugin.try_get(b"missing"), plugin.get(b"missing", 5)), (None, None));
        assert!(!plugin.put(b"panic", b"x"));
        let errors = ERRORS.lock().unwrap();
        let codes: Vec<PJRT_Error_Code> = errors.iter().map(|(code, _)| *code).collect();
        use PJRT_Error_Code as Code;
        assert_eq!(codes, [Code::NOT_FOUND, Code::DEADLINE_EXCEEDED, Code::INTERNAL]);
        assert!(errors[1].1.contains("not within 5ms"), "{errors:?}");
    }
}
