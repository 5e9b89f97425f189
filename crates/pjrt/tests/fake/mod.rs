//! A fake plugin with two devices for tests of the client. It stores and copies bytes, fails on request, and
//! counts its live objects.
//!
//! A program is a list of words: `outputs=N` (output i is a copy of argument i), `donate=I` (output I reuses
//! the memory of argument I if that is donated), `fail=execute` and `fail=DEVICE`. Other words do not
//! compile.
#![allow(dead_code, unused_imports)] // Each test file uses a part of this module.

mod objects;

use std::cell::Cell;
use std::ffi::c_char;
use std::mem::offset_of;
use std::sync::OnceLock;

use objects::*;
use pjrt::abi::*;
use pjrt::{CompileOptions, NamedValue, NamedValueList, Plugin};

pub use objects::{DONATED, live_objects};

/// The complete plugin.
pub fn plugin() -> Plugin {
    // SAFETY: the functions of the table implement the API.
    unsafe { Plugin::linked("fake", get_api) }.expect("the fake plugin initializes")
}

pub unsafe extern "C" fn get_api() -> *const PJRT_Api {
    static API: OnceLock<PJRT_Api> = OnceLock::new();
    API.get_or_init(full_api)
}

/// A table whose allocation ends at `end`: a read beyond it is a read beyond the allocation.
pub fn truncated_api(minor: i32, end: usize) -> *const PJRT_Api {
    let mut api = full_api();
    api.struct_size = end;
    api.pjrt_api_version.minor_version = minor;
    let mut words = vec![0u64; end / 8].into_boxed_slice();
    // SAFETY: both have `end` bytes, and a table has no padding.
    unsafe { std::ptr::copy_nonoverlapping((&raw const api).cast::<u8>(), words.as_mut_ptr().cast::<u8>(), end) };
    Box::leak(words).as_ptr().cast()
}

pub fn full_api() -> PJRT_Api {
    let version = PJRT_Api_Version { major_version: 0, minor_version: PJRT_API_MINOR, ..AbiStruct::new() };
    PJRT_Api {
        pjrt_api_version: version,
        PJRT_Error_Destroy: Some(error_destroy),
        PJRT_Error_Message: Some(error_message),
        PJRT_Error_GetCode: Some(error_get_code),
        PJRT_Plugin_Initialize: Some(plugin_initialize),
        PJRT_Plugin_Attributes: Some(plugin_attributes),
        PJRT_Event_Destroy: Some(event_destroy),
        PJRT_Event_IsReady: Some(event_is_ready),
        PJRT_Event_Await: Some(event_await),
        PJRT_Event_OnReady: Some(event_on_ready),
        PJRT_Client_Create: Some(client_create),
        PJRT_Client_Destroy: Some(client_destroy),
        PJRT_Client_PlatformName: Some(client_platform_name),
        PJRT_Client_PlatformVersion: Some(client_platform_version),
        PJRT_Client_ProcessIndex: Some(client_process_index),
        PJRT_Client_Devices: Some(client_devices),
        PJRT_Client_AddressableDevices: Some(client_addressable_devices),
        PJRT_Client_Compile: Some(client_compile),
        PJRT_Client_BufferFromHostBuffer: Some(client_buffer_from_host_buffer),
        PJRT_DeviceDescription_Id: Some(device_description_id),
        PJRT_DeviceDescription_ProcessIndex: Some(device_description_process_index),
        PJRT_DeviceDescription_Attributes: Some(device_description_attributes),
        PJRT_DeviceDescription_Kind: Some(device_description_kind),
        PJRT_DeviceDescription_ToString: Some(device_description_to_string),
        PJRT_Device_GetDescription: Some(device_get_description),
        PJRT_Device_IsAddressable: Some(device_is_addressable),
        PJRT_Device_LocalHardwareId: Some(device_local_hardware_id),
        PJRT_Executable_Destroy: Some(executable_destroy),
        PJRT_Executable_Name: Some(executable_name),
        PJRT_Executable_NumReplicas: Some(executable_num_replicas),
        PJRT_Executable_NumPartitions: Some(executable_num_partitions),
        PJRT_Executable_NumOutputs: Some(executable_num_outputs),
        PJRT_Executable_GetCompiledMemoryStats: Some(executable_get_compiled_memory_stats),
        PJRT_LoadedExecutable_Destroy: Some(loaded_executable_destroy),
        PJRT_LoadedExecutable_GetExecutable: Some(loaded_executable_get_executable),
        PJRT_LoadedExecutable_AddressableDevices: Some(loaded_executable_addressable_devices),
        PJRT_LoadedExecutable_Execute: Some(loaded_executable_execute),
        PJRT_Buffer_Destroy: Some(buffer_destroy),
        PJRT_Buffer_ElementType: Some(buffer_element_type),
        PJRT_Buffer_Dimensions: Some(buffer_dimensions),
        PJRT_Buffer_Delete: Some(buffer_delete),
        PJRT_Buffer_IsDeleted: Some(buffer_is_deleted),
        PJRT_Buffer_CopyToDevice: Some(buffer_copy_to_device),
        PJRT_Buffer_ToHostBuffer: Some(buffer_to_host_buffer),
        PJRT_Buffer_ReadyEvent: Some(buffer_ready_event),
        ..AbiStruct::new()
    }
}

/// Functions of the API: each checks `struct_size`, runs the body and converts its error.
macro_rules! functions {
    ($($name:ident($args:ident: $type:ty) $body:block)*) => {$(
        unsafe extern "C" fn $name($args: *mut $type) -> *mut PJRT_Error {
            // SAFETY: the caller's struct has `struct_size` bytes.
            let size = unsafe { check_size($args) };
            // SAFETY: a caller of the API passes a live struct that nobody else uses.
            let $args = unsafe { &mut *$args };
            run(|| {
                size?;
                $body
                Ok(())
            })
        }
    )*};
}

thread_local! {
    /// The number of bytes by which this plugin's structs are longer than the client's. Per thread, because
    /// each test runs on a thread of its own.
    pub static STRUCT_GROWTH_BYTES: Cell<usize> = const { Cell::new(0) };
}

/// What the plugin does wrong with a buffer that it has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    NullEvent,
    UnknownType,
    NoDimensions,
}

thread_local! {
    /// What this thread's calls do wrong. With a fault, transfers of host memory never end.
    pub static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
}

/// Accepts structs of the plugin's own size only. If its structs are longer than the client's
/// ([`STRUCT_GROWTH_BYTES`]), it accepts longer ones too, whose additional bytes must be zero.
///
/// # Safety
/// `args` points to `struct_size` readable bytes.
unsafe fn check_size<A: AbiStruct>(args: *const A) -> Result<(), FakeError> {
    // SAFETY: the caller guarantees this.
    let bytes = unsafe {
        let size = args.cast::<usize>().read();
        std::slice::from_raw_parts(args.cast::<u8>(), size)
    };
    let (known, growth) = (A::STRUCT_SIZE, STRUCT_GROWTH_BYTES.get());
    if growth == 0 {
        assert_eq!(bytes.len(), known, "struct_size of {}", A::NAME);
    } else if bytes.len() < known + growth {
        let message = format!("Unexpected {} size: expected {}, got {}", A::NAME, known + growth, bytes.len());
        return Err(FakeError::new(PJRT_Error_Code::INVALID_ARGUMENT, message));
    }
    assert!(bytes[known..].iter().all(|b| *b == 0), "the additional bytes of {}", A::NAME);
    Ok(())
}

fn run(body: impl FnOnce() -> Result<(), FakeError>) -> *mut PJRT_Error {
    body().err().map_or(std::ptr::null_mut(), FakeError::into_raw)
}

unsafe extern "C" fn error_destroy(args: *mut PJRT_Error_Destroy_Args) {
    // SAFETY: the caller passes a live error of this plugin.
    unsafe { destroy((*args).error.cast::<FakeError>()) };
}

unsafe extern "C" fn error_message(args: *mut PJRT_Error_Message_Args) {
    // SAFETY: the caller passes a live struct that nobody else uses.
    let args = unsafe { &mut *args };
    (args.message, args.message_size) = text(&object(args.error.cast::<FakeError>()).message);
}

functions! {
    error_get_code(args: PJRT_Error_GetCode_Args) {
        args.code = object(args.error.cast::<FakeError>()).code;
    }

    plugin_initialize(args: PJRT_Plugin_Initialize_Args) {
        assert!(args.extension_start.is_null());
    }

    plugin_attributes(args: PJRT_Plugin_Attributes_Args) {
        static LIST: OnceLock<NamedValueList> = OnceLock::new();
        let version = NamedValue::Int64List(vec![1, 17, 0]);
        let list = LIST.get_or_init(|| NamedValueList::new([("stablehlo_current_version", version)]));
        (args.attributes, args.num_attributes) = (list.as_ptr(), list.len());
    }

    event_destroy(args: PJRT_Event_Destroy_Args) {
        destroy(args.event.cast::<FakeEvent>());
    }
    event_is_ready(args: PJRT_Event_IsReady_Args) {
        args.is_ready = object(args.event.cast::<FakeEvent>()).is_ready().into();
    }
    event_await(args: PJRT_Event_Await_Args) {
        object(args.event.cast::<FakeEvent>()).result()?;
    }
    event_on_ready(args: PJRT_Event_OnReady_Args) {
        let callback = args.callback.expect("a callback");
        object(args.event.cast::<FakeEvent>()).on_ready(callback, args.user_arg);
    }

    client_create(args: PJRT_Client_Create_Args) {
        // SAFETY: the caller's options are readable.
        let options = unsafe { pjrt::Attributes::read(args.create_options, args.num_options) };
        if let Some((name, value)) = options.iter().find(|(name, _)| *name != "cores") {
            let message = format!("unknown option {name} = {value}");
            return Err(FakeError::new(PJRT_Error_Code::INVALID_ARGUMENT, message));
        }
        args.client = create(FakeClient::new()).cast();
    }
    client_destroy(args: PJRT_Client_Destroy_Args) {
        destroy(args.client.cast::<FakeClient>());
    }
    client_platform_name(args: PJRT_Client_PlatformName_Args) {
        (args.platform_name, args.platform_name_size) = text("fake");
    }
    client_platform_version(args: PJRT_Client_PlatformVersion_Args) {
        (args.platform_version, args.platform_version_size) = text("fake 1");
    }
    client_process_index(args: PJRT_Client_ProcessIndex_Args) {
        args.process_index = 0;
    }
    client_devices(args: PJRT_Client_Devices_Args) {
        let client = object(args.client.cast::<FakeClient>());
        (args.devices, args.num_devices) = client.device_list();
    }
    client_addressable_devices(args: PJRT_Client_AddressableDevices_Args) {
        let client = object(args.client.cast::<FakeClient>());
        (args.addressable_devices, args.num_addressable_devices) = client.device_list();
    }

    device_description_id(args: PJRT_DeviceDescription_Id_Args) {
        args.id = object(args.device_description.cast::<FakeDevice>()).id;
    }
    device_description_process_index(args: PJRT_DeviceDescription_ProcessIndex_Args) {
        args.process_index = 0;
    }
    device_description_attributes(args: PJRT_DeviceDescription_Attributes_Args) {
        let device = object(args.device_description.cast::<FakeDevice>());
        (args.attributes, args.num_attributes) = (device.attributes.as_ptr(), device.attributes.len());
    }
    device_description_kind(args: PJRT_DeviceDescription_Kind_Args) {
        (args.device_kind, args.device_kind_size) = text("Fake Core");
    }
    device_description_to_string(args: PJRT_DeviceDescription_ToString_Args) {
        let device = object(args.device_description.cast::<FakeDevice>());
        (args.to_string, args.to_string_size) = text(&device.display);
    }
    device_get_description(args: PJRT_Device_GetDescription_Args) {
        args.device_description = args.device.cast();
    }
    device_is_addressable(args: PJRT_Device_IsAddressable_Args) {
        args.is_addressable = true.into();
    }
    device_local_hardware_id(args: PJRT_Device_LocalHardwareId_Args) {
        args.local_hardware_id = -1;
    }

    client_compile(args: PJRT_Client_Compile_Args) {
        // SAFETY: the caller's program and options are readable.
        let (code, format, options) = unsafe {
            check_size(args.program)?;
            let program = args.program.read();
            let bytes = |start: *const c_char, size| std::slice::from_raw_parts(start.cast::<u8>(), size);
            (
                bytes(program.code, program.code_size),
                bytes(program.format, program.format_size),
                bytes(args.compile_options, args.compile_options_size),
            )
        };
        assert_eq!(format, b"mlir");
        let options = CompileOptions::decode(options).map_err(|error| error.message().to_string());
        let options = options.map_err(|message| FakeError::new(PJRT_Error_Code::INVALID_ARGUMENT, message))?;
        let code = std::str::from_utf8(code).expect("a text program");
        args.executable = create(FakeExecutable::compile(args.client, code, options.num_replicas)?).cast();
    }
    loaded_executable_destroy(args: PJRT_LoadedExecutable_Destroy_Args) {
        destroy(args.executable.cast::<FakeExecutable>());
    }
    loaded_executable_get_executable(args: PJRT_LoadedExecutable_GetExecutable_Args) {
        let copy = object(args.loaded_executable.cast::<FakeExecutable>()).clone();
        args.executable = create(copy).cast();
    }
    loaded_executable_addressable_devices(args: PJRT_LoadedExecutable_AddressableDevices_Args) {
        let executable = object(args.executable.cast::<FakeExecutable>());
        let client = object(executable.client.cast::<FakeClient>());
        (args.addressable_devices, args.num_addressable_devices) = (client.device_list().0, executable.num_replicas);
    }
    loaded_executable_execute(args: PJRT_LoadedExecutable_Execute_Args) {
        // SAFETY: the caller passes live options, and lists of the stated sizes.
        unsafe { execute(args)? };
    }
    executable_destroy(args: PJRT_Executable_Destroy_Args) {
        destroy(args.executable.cast::<FakeExecutable>());
    }
    executable_name(args: PJRT_Executable_Name_Args) {
        (args.executable_name, args.executable_name_size) = text("fake_program");
    }
    executable_num_replicas(args: PJRT_Executable_NumReplicas_Args) {
        args.num_replicas = object(args.executable.cast::<FakeExecutable>()).num_replicas;
    }
    executable_num_partitions(args: PJRT_Executable_NumPartitions_Args) {
        args.num_partitions = 1;
    }
    executable_num_outputs(args: PJRT_Executable_NumOutputs_Args) {
        args.num_outputs = object(args.executable.cast::<FakeExecutable>()).num_outputs;
    }
    executable_get_compiled_memory_stats(args: PJRT_Executable_GetCompiledMemoryStats_Args) {
        // As a plugin before API 0.90: it reports the peak, but no total.
        args.temp_size_in_bytes = 640;
        args.peak_memory_in_bytes = 1000;
    }

    client_buffer_from_host_buffer(args: PJRT_Client_BufferFromHostBuffer_Args) {
        assert_eq!(args.num_byte_strides, 0);
        // SAFETY: the caller's data and dimensions are readable.
        let (buffer, done) = unsafe { FakeBuffer::from_host(args) };
        args.buffer = create(buffer).cast();
        match FAULT.get() {
            Fault::NullEvent => drop(done),
            _ => args.done_with_host_buffer = create(done).cast(),
        }
    }
    buffer_destroy(args: PJRT_Buffer_Destroy_Args) {
        destroy(args.buffer.cast::<FakeBuffer>());
    }
    buffer_element_type(args: PJRT_Buffer_ElementType_Args) {
        args.r#type = match FAULT.get() {
            Fault::UnknownType => PJRT_Buffer_Type(9999),
            _ => object(args.buffer.cast::<FakeBuffer>()).element_type,
        };
    }
    buffer_dimensions(args: PJRT_Buffer_Dimensions_Args) {
        let buffer = object(args.buffer.cast::<FakeBuffer>());
        if FAULT.get() == Fault::NoDimensions {
            return Err(FakeError::new(PJRT_Error_Code::INTERNAL, "no dimensions"));
        }
        (args.dims, args.num_dims) = (buffer.dims.as_ptr(), buffer.dims.len());
    }
    buffer_delete(args: PJRT_Buffer_Delete_Args) {
        object(args.buffer.cast::<FakeBuffer>()).delete();
    }
    buffer_copy_to_device(args: PJRT_Buffer_CopyToDevice_Args) {
        assert!(!args.dst_device.is_null());
        args.dst_buffer = create(object(args.buffer.cast::<FakeBuffer>()).copy()?).cast();
    }
    buffer_is_deleted(args: PJRT_Buffer_IsDeleted_Args) {
        args.is_deleted = object(args.buffer.cast::<FakeBuffer>()).is_deleted().into();
    }
    buffer_to_host_buffer(args: PJRT_Buffer_ToHostBuffer_Args) {
        let bytes = object(args.src.cast::<FakeBuffer>()).bytes()?;
        assert_eq!(args.dst_size, bytes.len());
        // SAFETY: the caller has room for `dst_size` bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), args.dst.cast::<u8>(), bytes.len()) };
        args.event = create(FakeEvent::ready(Ok(()))).cast();
    }
    buffer_ready_event(args: PJRT_Buffer_ReadyEvent_Args) {
        let result = object(args.buffer.cast::<FakeBuffer>()).bytes().map(|_| ());
        args.event = create(FakeEvent::ready(result)).cast();
    }
}

/// An error of this plugin, for functions that a test defines.
pub fn error(code: PJRT_Error_Code, message: &str) -> *mut PJRT_Error {
    FakeError::new(code, message).into_raw()
}

/// The end of the table, in bytes, if the client's functions are its last.
pub const END_OF_CLIENT_FUNCTIONS: usize = offset_of!(PJRT_Api, PJRT_Client_BufferFromHostBuffer) + 8;
