//! Calls of the function table, as a C program makes them. The safe functions here satisfy the API.

use std::ffi::c_void;
use std::ptr::null_mut;

use pjrt::abi::*;
use pjrt::{CompileOptions, NamedValue, NamedValueList};

use crate::common::bytes;

/// The code and the message of an error.
pub type Failure = (PJRT_Error_Code, String);

pub fn table() -> &'static PJRT_Api {
    // SAFETY: the plugin's table lives as long as the process.
    unsafe { labora_plugin::GetPjrtApi().as_ref() }.expect("the plugin has a table")
}

/// Calls the function at an offset in the table.
///
/// # Safety
/// `args` is what the function requires.
pub unsafe fn call_at(offset: usize, args: *mut c_void) -> Result<(), Failure> {
    type Function = unsafe extern "C" fn(*mut c_void) -> *mut PJRT_Error;
    // SAFETY: the table has a function at this offset, and all functions take one pointer.
    unsafe {
        let function = std::ptr::from_ref(table()).byte_add(offset).cast::<Option<Function>>().read();
        read(function.expect("the table has no null functions")(args))
    }
}

/// Calls the function with these arguments.
pub fn call<A: ApiArgs>(args: &mut A) -> Result<(), Failure> {
    // SAFETY: the tests of this folder pass arguments that satisfy the API, or that the plugin must refuse
    // without dereferencing them.
    unsafe { call_at(A::OFFSET, std::ptr::from_mut(args).cast()) }
}

/// Reads and destroys an error.
///
/// # Safety
/// `error` is null or a live error of the plugin.
pub unsafe fn read(error: *mut PJRT_Error) -> Result<(), Failure> {
    if error.is_null() {
        return Ok(());
    }
    let api = table();
    let mut message = PJRT_Error_Message_Args { error, ..AbiStruct::new() };
    let mut code = PJRT_Error_GetCode_Args { error, ..AbiStruct::new() };
    let mut destroy = PJRT_Error_Destroy_Args { error, ..AbiStruct::new() };
    // SAFETY: the error is alive until the last call, which destroys it.
    unsafe {
        api.PJRT_Error_Message.unwrap()(&mut message);
        assert!(api.PJRT_Error_GetCode.unwrap()(&mut code).is_null());
        let text = std::slice::from_raw_parts(message.message.cast::<u8>(), message.message_size);
        let text = String::from_utf8(text.to_vec()).unwrap();
        api.PJRT_Error_Destroy.unwrap()(&mut destroy);
        Err((code.code, text))
    }
}

/// A client that is destroyed when dropped.
pub struct Client(pub *mut PJRT_Client);

impl Client {
    pub fn new() -> Self {
        Self::with(&[]).unwrap()
    }

    /// A client with options.
    pub fn with(options: &[(&str, NamedValue)]) -> Result<Self, Failure> {
        let options = NamedValueList::new(options.iter().cloned());
        let mut args = PJRT_Client_Create_Args {
            create_options: options.as_ptr(),
            num_options: options.len(),
            ..AbiStruct::new()
        };
        call(&mut args)?;
        Ok(Self(args.client))
    }

    pub fn device(&self, id: i32) -> *mut PJRT_Device {
        let mut args = PJRT_Client_LookupDevice_Args { client: self.0, id, ..AbiStruct::new() };
        call(&mut args).unwrap();
        args.device
    }

    pub fn compile(&self, text: &str) -> *mut PJRT_LoadedExecutable {
        self.compile_for(1, text)
    }

    /// Compiles a program that may be wrong.
    pub fn try_compile(&self, text: &str) -> Result<*mut PJRT_LoadedExecutable, Failure> {
        self.compile_with(&CompileOptions::default().encode(), text)
    }

    /// Compiles a program for a number of replicas.
    pub fn compile_for(&self, num_replicas: usize, text: &str) -> *mut PJRT_LoadedExecutable {
        self.compile_with(&CompileOptions { num_replicas, ..CompileOptions::default() }.encode(), text).unwrap()
    }

    /// Compiles a program with serialized options.
    pub fn compile_with(&self, options: &[u8], text: &str) -> Result<*mut PJRT_LoadedExecutable, Failure> {
        let program = PJRT_Program {
            code: text.as_ptr().cast_mut().cast(),
            code_size: text.len(),
            format: c"mlir".as_ptr(),
            format_size: 4,
            ..AbiStruct::new()
        };
        let mut args = PJRT_Client_Compile_Args {
            client: self.0,
            program: &program,
            compile_options: options.as_ptr().cast(),
            compile_options_size: options.len(),
            ..AbiStruct::new()
        };
        call(&mut args)?;
        Ok(args.executable)
    }

    /// A vector on the first device.
    pub fn vector(&self, values: &[f32]) -> *mut PJRT_Buffer {
        self.vector_on(0, values)
    }

    /// A vector on a device.
    pub fn vector_on(&self, device: i32, values: &[f32]) -> *mut PJRT_Buffer {
        self.try_vector_on(device, values).unwrap()
    }

    /// A vector on a device, for which there may be no memory.
    pub fn try_vector_on(&self, device: i32, values: &[f32]) -> Result<*mut PJRT_Buffer, Failure> {
        let (data, dims) = (bytes(values), [values.len() as i64]);
        let mut args = PJRT_Client_BufferFromHostBuffer_Args {
            client: self.0,
            data: data.as_ptr().cast(),
            r#type: PJRT_Buffer_Type::F32,
            dims: dims.as_ptr(),
            num_dims: 1,
            host_buffer_semantics: PJRT_HostBufferSemantics::kImmutableOnlyDuringCall,
            device: self.device(device),
            ..AbiStruct::new()
        };
        call(&mut args)?;
        destroy_event(args.done_with_host_buffer);
        Ok(args.buffer)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        call(&mut PJRT_Client_Destroy_Args { client: self.0, ..AbiStruct::new() }).unwrap();
    }
}

pub fn destroy_event(event: *mut PJRT_Event) {
    call(&mut PJRT_Event_Destroy_Args { event, ..AbiStruct::new() }).unwrap();
}

pub fn destroy_buffer(buffer: *mut PJRT_Buffer) {
    call(&mut PJRT_Buffer_Destroy_Args { buffer, ..AbiStruct::new() }).unwrap();
}

pub fn destroy_executable(executable: *mut PJRT_LoadedExecutable) {
    call(&mut PJRT_LoadedExecutable_Destroy_Args { executable, ..AbiStruct::new() }).unwrap();
}

pub fn is_deleted(buffer: *mut PJRT_Buffer) -> bool {
    // A C program may leave the field uninitialized, so that it is neither 0 nor 1.
    let mut args = PJRT_Buffer_IsDeleted_Args { buffer, is_deleted: PJRT_Bool(0xa5), ..AbiStruct::new() };
    call(&mut args).unwrap();
    assert!(args.is_deleted.0 < 2, "the result is {:?}", args.is_deleted);
    args.is_deleted.get()
}

/// The functions that return an error or null.
fn fallible() -> impl Iterator<Item = &'static ApiFunction> {
    API_FUNCTIONS.iter().filter(|f| !["PJRT_Error_Destroy", "PJRT_Error_Message"].contains(&f.name))
}

#[test]
fn every_function_refuses_null_arguments() {
    for function in fallible() {
        // SAFETY: the plugin must refuse null.
        let (code, message) = unsafe { call_at(function.offset, null_mut()) }.expect_err(function.name);
        let refused = [PJRT_Error_Code::INVALID_ARGUMENT, PJRT_Error_Code::UNIMPLEMENTED].contains(&code);
        assert!(refused && message.contains(function.name), "{}: {code:?} {message}", function.name);
    }
    let api = table();
    // SAFETY: the plugin must refuse null.
    unsafe {
        api.PJRT_Error_Destroy.unwrap()(null_mut());
        api.PJRT_Error_Message.unwrap()(null_mut());
    }
}

#[test]
fn an_error_has_its_own_functions() {
    let mut args = PJRT_Event_Await_Args::new();
    // SAFETY: the arguments satisfy the API, also those of the functions in the error's own table.
    unsafe {
        let error = table().PJRT_Event_Await.unwrap()(&mut args);
        let functions = &*(*error).vtable;
        assert_eq!(functions.get_code.unwrap()(error), PJRT_Error_Code::INVALID_ARGUMENT);
        let (mut text, mut size) = (std::ptr::null(), 0);
        functions.message.unwrap()(error, &mut text, &mut size);
        assert_eq!(std::slice::from_raw_parts(text.cast::<u8>(), size), b"the event is null");
        functions.message.unwrap()(error, null_mut(), null_mut());
        functions.destroy.unwrap()(error);
        functions.destroy.unwrap()(null_mut());
        assert_eq!(functions.get_code.unwrap()(null_mut()), PJRT_Error_Code::OK);
    }
}

#[test]
fn a_memory_keeps_user_data_until_it_is_destroyed() {
    unsafe extern "C" fn count(data: *mut c_void) {
        // SAFETY: the data are the counters below, which outlive the client.
        unsafe { *data.cast::<usize>() += 1 };
    }
    let mut freed = [0usize; 2];
    let [first, second] = freed.each_mut().map(|f| std::ptr::from_mut(f).cast::<c_void>());
    let client = Client::new();
    let mut args = PJRT_Device_DefaultMemory_Args { device: client.device(0), ..AbiStruct::new() };
    call(&mut args).unwrap();
    let (memory, key) = (args.memory, std::ptr::from_ref(&KEY).cast::<c_void>());
    static KEY: u8 = 0;
    // SAFETY: the memory is alive until the client is dropped, and the arguments satisfy the API.
    unsafe {
        let functions = &*(*memory).vtable;
        let (get, set) = (functions.get_user_data.unwrap(), functions.set_user_data.unwrap());
        assert!(get(memory, key).is_null());
        set(memory, key, first, Some(count));
        assert_eq!(get(memory, key), first);
        set(memory, key, second, Some(count));
        assert_eq!((*first.cast::<usize>(), *second.cast::<usize>()), (1, 0), "the old datum is deleted");
        set(null_mut(), key, second, None);
        assert!(get(null_mut(), key).is_null());
        drop(client);
        assert_eq!((*first.cast::<usize>(), *second.cast::<usize>()), (1, 1));
    }
}
