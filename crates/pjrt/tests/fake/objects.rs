//! The objects of the fake plugin, and their count.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::rc::Rc;

use super::{FAULT, Fault};
use pjrt::abi::*;
use pjrt::{NamedValue, NamedValueList};

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
}

/// The number of live objects of this thread. The plugin runs on its caller's thread, so tests do not affect
/// each other.
pub fn live_objects() -> usize {
    LIVE.get()
}

pub fn create<T>(object: T) -> *mut T {
    LIVE.set(LIVE.get() + 1);
    Box::into_raw(Box::new(object))
}

pub fn destroy<T>(object: *mut T) {
    LIVE.set(LIVE.get() - 1);
    // SAFETY: `create` made the pointer, and the client destroys it once.
    drop(unsafe { Box::from_raw(object) });
}

pub fn object<'a, T>(raw: *const T) -> &'a T {
    assert!(!raw.is_null(), "the client passed null");
    // SAFETY: `create` made the pointer, and the client has not destroyed it.
    unsafe { &*raw }
}

pub fn text(text: &str) -> (*const c_char, usize) {
    (text.as_ptr().cast(), text.len())
}

#[repr(C)]
pub struct FakeError {
    base: PJRT_Error,
    pub code: PJRT_Error_Code,
    pub message: String,
}

impl FakeError {
    pub fn new(code: PJRT_Error_Code, message: impl Into<String>) -> FakeError {
        FakeError { base: PJRT_Error { vtable: std::ptr::null() }, code, message: message.into() }
    }

    pub fn into_raw(self) -> *mut PJRT_Error {
        create(self).cast()
    }

    fn copy(&self) -> FakeError {
        FakeError::new(self.code, self.message.clone())
    }
}

/// An event. Clones refer to the same event: one for the client, one for the work that sets it.
#[derive(Clone)]
pub struct FakeEvent(Rc<EventState>);

#[derive(Default)]
struct EventState {
    result: RefCell<Option<Result<(), FakeError>>>,
    callbacks: RefCell<Vec<(PJRT_Event_OnReadyCallback, *mut c_void)>>,
}

impl FakeEvent {
    pub fn pending() -> FakeEvent {
        FakeEvent(Rc::default())
    }

    pub fn ready(result: Result<(), FakeError>) -> FakeEvent {
        let event = FakeEvent::pending();
        *event.0.result.borrow_mut() = Some(result);
        event
    }

    pub fn is_ready(&self) -> bool {
        self.0.result.borrow().is_some()
    }

    pub fn result(&self) -> Result<(), FakeError> {
        match &*self.0.result.borrow() {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => Err(error.copy()),
            None => panic!("the client waits for an event that nothing sets"),
        }
    }

    pub fn on_ready(&self, callback: PJRT_Event_OnReadyCallback, user_arg: *mut c_void) {
        self.0.callbacks.borrow_mut().push((callback, user_arg));
        if self.is_ready() {
            self.call_back();
        }
    }

    pub fn set(&self) {
        *self.0.result.borrow_mut() = Some(Ok(()));
        self.call_back();
    }

    fn call_back(&self) {
        for (callback, user_arg) in self.0.callbacks.take() {
            let error = self.result().err().map_or(std::ptr::null_mut(), FakeError::into_raw);
            // SAFETY: the client registered the callback with its argument, for one call.
            unsafe { callback(error, user_arg) };
        }
    }
}

pub struct FakeDevice {
    pub id: i32,
    pub display: String,
    pub attributes: NamedValueList,
}

pub struct FakeClient {
    devices: Vec<*mut PJRT_Device>,
}

impl FakeClient {
    pub fn new() -> FakeClient {
        let device = |id: i32| {
            let attributes = NamedValueList::new([("core_on_chip", NamedValue::Int64(id.into()))]);
            Box::into_raw(Box::new(FakeDevice { id, display: format!("FakeDevice({id})"), attributes })).cast()
        };
        FakeClient { devices: (0..2).map(device).collect() }
    }

    pub fn device_list(&self) -> (*const *mut PJRT_Device, usize) {
        (self.devices.as_ptr(), self.devices.len())
    }
}

impl Drop for FakeClient {
    fn drop(&mut self) {
        for &device in &self.devices {
            // SAFETY: `new` made the pointer with `Box::into_raw`, and only `drop` frees it.
            drop(unsafe { Box::from_raw(device.cast::<FakeDevice>()) });
        }
    }
}

#[derive(Clone)]
pub struct FakeExecutable {
    pub client: *mut PJRT_Client,
    pub num_replicas: usize,
    pub num_outputs: usize,
    donated: Option<i64>,
    fail: Option<String>,
}

impl FakeExecutable {
    pub fn compile(client: *mut PJRT_Client, code: &str, num_replicas: usize) -> Result<FakeExecutable, FakeError> {
        let mut executable = FakeExecutable { client, num_replicas, num_outputs: 0, donated: None, fail: None };
        for word in code.split_whitespace() {
            match word.split_once('=') {
                Some(("outputs", count)) => executable.num_outputs = count.parse().expect("a number"),
                Some(("donate", index)) => executable.donated = Some(index.parse().expect("a number")),
                Some(("fail", what)) => executable.fail = Some(what.to_string()),
                _ => {
                    let message = format!("line 1: unknown operation {word}");
                    return Err(FakeError::new(PJRT_Error_Code::INVALID_ARGUMENT, message));
                }
            }
        }
        Ok(executable)
    }
}

/// # Safety
/// Options and lists are what the API requires.
pub unsafe fn execute(args: &PJRT_LoadedExecutable_Execute_Args) -> Result<(), FakeError> {
    let executable = object(args.executable.cast::<FakeExecutable>());
    if executable.fail.as_deref() == Some("execute") {
        return Err(FakeError::new(PJRT_Error_Code::RESOURCE_EXHAUSTED, "out of fake memory"));
    }
    // SAFETY: the caller guarantees this.
    unsafe { super::check_size(args.options)? };
    // SAFETY: the caller guarantees this.
    let (kept, argument_rows, output_rows) = unsafe {
        let options = args.options.read();
        let (kept, count) = (options.non_donatable_input_indices, options.num_non_donatable_input_indices);
        (
            if count == 0 { &[] } else { std::slice::from_raw_parts(kept, count) },
            std::slice::from_raw_parts(args.argument_lists, args.num_devices),
            std::slice::from_raw_parts(args.output_lists, args.num_devices),
        )
    };
    for device in 0..args.num_devices {
        for output in 0..executable.num_outputs {
            assert!(output < args.num_args, "the fake program has an output for each of its first arguments");
            // SAFETY: the rows have `num_args` arguments and `num_outputs` outputs.
            let argument = object(unsafe { argument_rows[device].add(output).read() }.cast::<FakeBuffer>());
            let donated = executable.donated == Some(output as i64) && !kept.contains(&(output as i64));
            let output_buffer = if donated { argument.donate()? } else { argument.copy()? };
            // SAFETY: as above.
            unsafe { output_rows[device].add(output).write(create(output_buffer).cast()) };
        }
        let result = match executable.fail.as_deref() {
            Some(failing) if failing == device.to_string() => {
                Err(FakeError::new(PJRT_Error_Code::ABORTED, format!("core {failing} caught fire")))
            }
            _ => Ok(()),
        };
        // SAFETY: the client passes a list with an element for each device.
        unsafe { args.device_complete_events.add(device).write(create(FakeEvent::ready(result)).cast()) };
    }
    Ok(())
}

pub struct FakeBuffer {
    pub element_type: PJRT_Buffer_Type,
    pub dims: Vec<i64>,
    data: RefCell<Data>,
}

enum Data {
    Own(Vec<u8>),
    /// Memory of the host, and the event that becomes ready when it is not read any more.
    Host(*const u8, usize, FakeEvent),
    Deleted,
}

impl FakeBuffer {
    /// # Safety
    /// Data and dimensions are readable, and the data stays alive as long as the semantics require.
    pub unsafe fn from_host(args: &PJRT_Client_BufferFromHostBuffer_Args) -> (FakeBuffer, FakeEvent) {
        // SAFETY: the caller guarantees this.
        let dims = unsafe { std::slice::from_raw_parts(args.dims, args.num_dims) }.to_vec();
        let width = pjrt::ElementType::from_raw(args.r#type).expect("a known type").host_bytes();
        let size = width * dims.iter().product::<i64>() as usize;
        let start = args.data.cast::<u8>();
        let (data, done) = match args.host_buffer_semantics {
            PJRT_HostBufferSemantics::kImmutableZeroCopy => {
                let done = FakeEvent::pending();
                (Data::Host(start, size, done.clone()), done)
            }
            _ => {
                // SAFETY: the caller guarantees this.
                let copy = unsafe { std::slice::from_raw_parts(start, size) }.to_vec();
                (Data::Own(copy), FakeEvent::ready(Ok(())))
            }
        };
        (FakeBuffer { element_type: args.r#type, dims, data: RefCell::new(data) }, done)
    }

    pub fn bytes(&self) -> Result<Vec<u8>, FakeError> {
        match &*self.data.borrow() {
            Data::Own(bytes) => Ok(bytes.clone()),
            // SAFETY: the host keeps the memory until the event is ready, which is set when the data is
            // dropped.
            Data::Host(start, size, _) => Ok(unsafe { std::slice::from_raw_parts(*start, *size) }.to_vec()),
            Data::Deleted => {
                Err(FakeError::new(PJRT_Error_Code::FAILED_PRECONDITION, "the buffer was deleted or donated"))
            }
        }
    }

    pub fn delete(&self) {
        let deleted = self.data.replace(Data::Deleted);
        if let (Data::Host(_, _, done), Fault::None) = (deleted, FAULT.get()) {
            done.set();
        }
    }

    pub fn is_deleted(&self) -> bool {
        matches!(*self.data.borrow(), Data::Deleted)
    }

    pub fn copy(&self) -> Result<FakeBuffer, FakeError> {
        let data = RefCell::new(Data::Own(self.bytes()?));
        Ok(FakeBuffer { element_type: self.element_type, dims: self.dims.clone(), data })
    }

    /// A copy whose first byte marks that it reuses the argument's memory, so that tests can check it.
    fn donate(&self) -> Result<FakeBuffer, FakeError> {
        let copy = self.copy()?;
        if let Data::Own(bytes) = &mut *copy.data.borrow_mut() {
            bytes[0] = DONATED;
        }
        self.delete();
        Ok(copy)
    }
}

/// The first byte of an output that reuses the memory of an argument.
pub const DONATED: u8 = 0xdd;

impl Drop for FakeBuffer {
    fn drop(&mut self) {
        self.delete();
    }
}
