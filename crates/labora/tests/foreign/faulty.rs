//! Fault injection: wrappers around functions of the built-in plugin that fail or delay on request, and check
//! their caller.
//!
//! Faults are per thread. A test calls everything here on its own thread.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ptr::null_mut;
use std::sync::{Mutex, OnceLock};

use pjrt::abi::*;
use pjrt::{Client, NamedValue, Plugin};

/// The place of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Compile,
    /// The upload of an array of at least that many bytes.
    Upload(usize),
    /// The launch of an execution.
    Launch,
    /// The end of an execution on the device of that number.
    End(usize),
    /// The download of an array.
    Read,
}

/// A transient or permanent fault.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub at: At,
    /// Successful calls before the fault.
    pub skip: usize,
    pub code: PJRT_Error_Code,
    pub message: &'static str,
    /// True if everything fails after it.
    pub is_final: bool,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
    static LOST: Cell<Option<Fault>> = const { Cell::new(None) };
    static IS_LATE: Cell<bool> = const { Cell::new(false) };
    /// Addresses of donated buffers.
    static GIVEN: RefCell<HashSet<usize>> = RefCell::default();
    /// Violations of the API by the caller.
    static WRONG: RefCell<Vec<String>> = RefCell::default();
    /// Number of delayed events that were awaited.
    static WAITED: Cell<usize> = const { Cell::new(0) };
}

/// Creates a client with that many devices, which multiply in f32.
pub fn client(devices: i64) -> Client {
    // SAFETY: the functions implement the API, except for the faults that tests inject.
    let plugin = unsafe { Plugin::linked("faulty", get_api) }.unwrap();
    let options = [("cores", NamedValue::Int64(devices)), ("numerics", NamedValue::String("float32".into()))];
    Client::new(&plugin, &options).unwrap()
}

/// Injects a fault, and ends a permanent one.
pub fn fail(fault: Option<Fault>) {
    FAULT.set(fault);
    LOST.set(None);
}

/// From now on, events are ready only when they are awaited, and so are their results.
pub fn be_late() {
    IS_LATE.set(true);
}

/// Returns the violations of the API so far.
pub fn wrong() -> Vec<String> {
    WRONG.take()
}

/// Returns the number of delayed events that were awaited.
pub fn waited() -> usize {
    WAITED.get()
}

/// Returns the fault of this place, if one is due.
fn due(is_here: impl Fn(At) -> bool) -> Option<Fault> {
    if let Some(lost) = LOST.get() {
        return Some(lost);
    }
    let mut fault = FAULT.get().filter(|fault| is_here(fault.at))?;
    if fault.skip > 0 {
        fault.skip -= 1;
        FAULT.set(Some(fault));
        return None;
    }
    FAULT.set(None);
    LOST.set(fault.is_final.then_some(fault));
    Some(fault)
}

/// An error of the wrapper.
struct OwnError {
    code: PJRT_Error_Code,
    message: &'static str,
}

/// An event of the wrapper, around one of the wrapped plugin.
struct OwnEvent {
    inner: *mut PJRT_Event,
    failure: Option<Fault>,
    /// The work that is deferred until the event is awaited.
    work: Option<Box<dyn FnOnce()>>,
    /// True if the caller must await the event before it uses the result.
    is_needed: bool,
}

/// Addresses of the wrapper's objects.
static OWN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn is_own<T>(handle: *const T) -> bool {
    OWN.lock().unwrap().contains(&(handle as usize))
}

fn hand_out<T, C>(object: T) -> *mut C {
    let raw = Box::into_raw(Box::new(object));
    OWN.lock().unwrap().push(raw as usize);
    raw.cast()
}

/// # Safety
/// `handle` was returned by [`hand_out`] for a `T`, and is not used afterwards.
unsafe fn take_back<T, C>(handle: *mut C) -> Box<T> {
    OWN.lock().unwrap().retain(|own| *own != handle as usize);
    // SAFETY: the contract of this function.
    unsafe { Box::from_raw(handle.cast()) }
}

fn error_of(fault: Fault) -> *mut PJRT_Error {
    hand_out(OwnError { code: fault.code, message: fault.message })
}

/// Returns the API of the wrapped plugin.
fn real() -> &'static PJRT_Api {
    // SAFETY: the table lives as long as the process.
    unsafe { ::plugin::GetPjrtApi().as_ref() }.unwrap()
}

unsafe extern "C" fn get_api() -> *const PJRT_Api {
    static API: OnceLock<PJRT_Api> = OnceLock::new();
    API.get_or_init(|| PJRT_Api {
        PJRT_Error_Destroy: Some(error_destroy),
        PJRT_Error_Message: Some(error_message),
        PJRT_Error_GetCode: Some(error_get_code),
        PJRT_Event_Destroy: Some(event_destroy),
        PJRT_Event_Await: Some(event_await),
        PJRT_Event_OnReady: Some(event_on_ready),
        PJRT_Client_Compile: Some(compile),
        PJRT_Client_BufferFromHostBuffer: Some(upload),
        PJRT_LoadedExecutable_Execute: Some(execute),
        PJRT_Buffer_ToHostBuffer: Some(read),
        PJRT_Buffer_CopyToDevice: Some(copy),
        PJRT_Buffer_Destroy: Some(destroy),
        ..*real()
    })
}

/// Defines wrappers around functions with the same arguments. `$args` are the caller's during the call.
macro_rules! functions {
    ($($name:ident($args:ident: $type:ty) $body:block)*) => {$(
        unsafe extern "C" fn $name($args: *mut $type) -> *mut PJRT_Error {
            // SAFETY: the caller keeps to the API: the struct and what it points to live during the call.
            unsafe { $body }
        }
    )*};
}

unsafe extern "C" fn error_destroy(args: *mut PJRT_Error_Destroy_Args) {
    // SAFETY: the caller gives back what it was given.
    unsafe {
        match is_own((*args).error) {
            true => drop(take_back::<OwnError, _>((*args).error)),
            false => real().PJRT_Error_Destroy.unwrap()(args),
        }
    }
}

unsafe extern "C" fn error_message(args: *mut PJRT_Error_Message_Args) {
    // SAFETY: the caller passes what it was given.
    unsafe {
        if !is_own((*args).error) {
            return real().PJRT_Error_Message.unwrap()(args);
        }
        let message = (*(*args).error.cast::<OwnError>()).message;
        ((*args).message, (*args).message_size) = (message.as_ptr().cast(), message.len());
    }
}

functions! {
    error_get_code(args: PJRT_Error_GetCode_Args) {
        if !is_own((*args).error) {
            return real().PJRT_Error_GetCode.unwrap()(args);
        }
        (*args).code = (*(*args).error.cast::<OwnError>()).code;
        null_mut()
    }

    event_destroy(args: PJRT_Event_Destroy_Args) {
        if is_own((*args).event) {
            let own = take_back::<OwnEvent, _>((*args).event);
            if own.is_needed {
                WRONG.with_borrow_mut(|wrong| wrong.push("an event was destroyed before it was ready".into()));
            }
            if own.inner.is_null() {
                return null_mut();
            }
            (*args).event = own.inner;
        }
        real().PJRT_Event_Destroy.unwrap()(args)
    }
    event_await(args: PJRT_Event_Await_Args) {
        if !is_own((*args).event) {
            return real().PJRT_Event_Await.unwrap()(args);
        }
        let own = &mut *(*args).event.cast::<OwnEvent>();
        own.is_needed = false;
        WAITED.set(WAITED.get() + 1);
        if let Some(work) = own.work.take() {
            work();
        }
        if !own.inner.is_null() {
            await_real(own.inner);
        }
        own.failure.map_or(null_mut(), error_of)
    }
    event_on_ready(args: PJRT_Event_OnReady_Args) {
        if is_own((*args).event) {
            let own = &mut *(*args).event.cast::<OwnEvent>();
            if own.inner.is_null() {
                // That of a read, which is over by now or at once.
                own.is_needed = false;
                WAITED.set(WAITED.get() + 1);
                own.work.take().into_iter().for_each(|work| work());
                (*args).callback.unwrap()(own.failure.map_or(null_mut(), error_of), (*args).user_arg);
                return null_mut();
            }
            (*args).event = own.inner;
        }
        real().PJRT_Event_OnReady.unwrap()(args)
    }

    compile(args: PJRT_Client_Compile_Args) {
        match due(|at| at == At::Compile) {
            Some(fault) => error_of(fault),
            None => real().PJRT_Client_Compile.unwrap()(args),
        }
    }

    upload(args: PJRT_Client_BufferFromHostBuffer_Args) {
        let dims = match (*args).num_dims {
            0 => &[][..],
            rank => std::slice::from_raw_parts((*args).dims, rank),
        };
        // The arrays of these tests have at most 4 bytes per element.
        let bytes = 4 * dims.iter().product::<i64>() as usize;
        match due(|at| matches!(at, At::Upload(least) if bytes >= least)) {
            Some(fault) => error_of(fault),
            None => real().PJRT_Client_BufferFromHostBuffer.unwrap()(args),
        }
    }

    read(args: PJRT_Buffer_ToHostBuffer_Args) {
        see(&[(*args).src], "read");
        if let Some(fault) = due(|at| at == At::Read) {
            // As on an asynchronous device, the call succeeds and its event fails.
            (*args).event = hand_out(OwnEvent { inner: null_mut(), failure: Some(fault), work: None, is_needed: false });
            return null_mut();
        }
        if !IS_LATE.get() {
            return real().PJRT_Buffer_ToHostBuffer.unwrap()(args);
        }
        let mut later = *args;
        let work = move || {
            // The caller's layout may be freed before; it is row-major.
            later.host_layout = null_mut();
            let error = real().PJRT_Buffer_ToHostBuffer.unwrap()(&mut later);
            assert!(error.is_null());
            await_real(later.event);
            drop_real(later.event);
        };
        let work: Option<Box<dyn FnOnce()>> = Some(Box::new(work));
        (*args).event = hand_out(OwnEvent { inner: null_mut(), failure: None, work, is_needed: true });
        null_mut()
    }

    copy(args: PJRT_Buffer_CopyToDevice_Args) {
        see(&[(*args).buffer], "copied");
        real().PJRT_Buffer_CopyToDevice.unwrap()(args)
    }

    destroy(args: PJRT_Buffer_Destroy_Args) {
        GIVEN.with_borrow_mut(|given| given.remove(&((*args).buffer as usize)));
        real().PJRT_Buffer_Destroy.unwrap()(args)
    }

    execute(args: PJRT_LoadedExecutable_Execute_Args) {
        let options = &*(*args).options;
        let kept = match options.num_non_donatable_input_indices {
            0 => &[][..],
            count => std::slice::from_raw_parts(options.non_donatable_input_indices, count),
        };
        let lists = std::slice::from_raw_parts((*args).argument_lists, (*args).num_devices);
        for list in lists {
            let list = std::slice::from_raw_parts(*list, (*args).num_args);
            see(list, "passed to a program");
            let given = list.iter().enumerate().filter(|(i, _)| !kept.contains(&(*i as i64)));
            GIVEN.with_borrow_mut(|all| all.extend(given.map(|(_, buffer)| *buffer as usize)));
        }
        if let Some(fault) = due(|at| at == At::Launch) {
            return error_of(fault);
        }
        let error = real().PJRT_LoadedExecutable_Execute.unwrap()(args);
        if !error.is_null() {
            return error;
        }
        let events = std::slice::from_raw_parts_mut((*args).device_complete_events, (*args).num_devices);
        for (device, event) in events.iter_mut().enumerate() {
            let failure = due(|at| at == At::End(device));
            if failure.is_some() || IS_LATE.get() {
                *event = hand_out(OwnEvent { inner: *event, failure, work: None, is_needed: true });
            }
        }
        null_mut()
    }
}

/// Waits until an event has occurred, which must not fail.
///
/// # Safety
/// `event` is one of the wrapped plugin.
unsafe fn await_real(event: *mut PJRT_Event) {
    // SAFETY: the contract of this function.
    let error = unsafe { real().PJRT_Event_Await.unwrap()(&mut PJRT_Event_Await_Args { event, ..AbiStruct::new() }) };
    assert!(error.is_null());
}

/// # Safety
/// `event` is one of the wrapped plugin, and not used afterwards.
unsafe fn drop_real(event: *mut PJRT_Event) {
    // SAFETY: the contract of this function.
    let error =
        unsafe { real().PJRT_Event_Destroy.unwrap()(&mut PJRT_Event_Destroy_Args { event, ..AbiStruct::new() }) };
    assert!(error.is_null());
}

/// Checks that buffers have not been donated.
fn see(buffers: &[*mut PJRT_Buffer], done: &str) {
    let given = GIVEN.with_borrow(|given| buffers.iter().any(|buffer| given.contains(&(*buffer as usize))));
    if given {
        WRONG.with_borrow_mut(|wrong| wrong.push(format!("a donated buffer was {done}")));
    }
}
