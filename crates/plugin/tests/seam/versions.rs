//! Clients of other versions of the C API: the plugin accepts their argument structs, and writes no byte
//! beyond them.
//!
//! The sizes are those of the header at 0.90 and of the structs that JAX passes: 0.10.2 (API 0.112), 0.11.1
//! (0.114), 0.11.2 (0.115) and 0.12.0 (0.116), recorded 2026-11-20. The tests of `jax` run some of these
//! clients.

use std::ptr::null;

use pjrt::CompileOptions;
use pjrt::abi::*;

use crate::common::{SQUARE, bytes, floats};
use crate::raw::{Failure, call_at, table};
use crate::structs::{Foreign, GARBAGE};

/// The versions of the simulated clients. The last one stands for a future version, in which all structs have
/// grown.
const VERSIONS: [i32; 8] = [57, 90, 112, 113, 114, 115, 116, 200];

/// The number of bytes by which a struct of the future version is longer.
const FUTURE_GROWTH_BYTES: usize = 24;

/// Structs that have grown since 0.57, with the first version of each size and the size in bytes.
const SIZE_HISTORY: &[(&str, &[(i32, usize)])] = &[
    ("PJRT_Client_Create_Args", &[(57, 72), (61, 88)]),
    ("PJRT_Device_MemoryStats_Args", &[(57, 185), (113, 201)]),
    ("PJRT_Executable_GetCompiledMemoryStats_Args", &[(57, 104), (72, 112), (90, 120), (104, 144)]),
    ("PJRT_Executable_DeserializeAndLoad_Args", &[(57, 64), (115, 72)]),
    ("PJRT_ExecuteOptions", &[(57, 72), (64, 80), (76, 88), (78, 112), (97, 120), (112, 144), (116, 160)]),
];

/// Functions whose failure aborts a JAX process, and those that JAX needs to run a program.
const REQUIRED: &[&str] = &[
    "PJRT_Error_ForEachPayload",
    "PJRT_Plugin_Attributes",
    "PJRT_Client_Devices",
    "PJRT_Client_AddressableDevices",
    "PJRT_Client_ProcessIndex",
    "PJRT_Client_LookupDevice",
    "PJRT_Client_DefaultDeviceAssignment",
    "PJRT_Client_Compile",
    "PJRT_Client_BufferFromHostBuffer",
    "PJRT_Device_GetAttributes",
    "PJRT_Memory_AddressableByDevices",
    "PJRT_Memory_Id",
    "PJRT_Memory_Kind",
    "PJRT_Memory_Kind_Id",
    "PJRT_Memory_DebugString",
    "PJRT_Memory_ToString",
    "PJRT_LoadedExecutable_GetExecutable",
    "PJRT_LoadedExecutable_AddressableDevices",
    "PJRT_LoadedExecutable_GetDeviceAssignment",
    "PJRT_LoadedExecutable_Delete",
    "PJRT_LoadedExecutable_IsDeleted",
    "PJRT_LoadedExecutable_Execute",
    "PJRT_LoadedExecutable_Fingerprint",
    "PJRT_Executable_Name",
    "PJRT_Executable_NumReplicas",
    "PJRT_Executable_NumPartitions",
    "PJRT_Executable_NumOutputs",
    "PJRT_Executable_SizeOfGeneratedCodeInBytes",
    "PJRT_Executable_OutputElementTypes",
    "PJRT_Executable_OutputDimensions",
    "PJRT_Executable_OutputMemoryKinds",
    "PJRT_Buffer_ElementType",
    "PJRT_Buffer_Dimensions",
    "PJRT_Buffer_Device",
    "PJRT_Buffer_Delete",
    "PJRT_Buffer_IsDeleted",
    "PJRT_Buffer_IsOnCpu",
    "PJRT_Buffer_ReadyEvent",
    "PJRT_Buffer_ToHostBuffer",
    "PJRT_Buffer_CopyToMemory",
    "PJRT_Buffer_IncreaseExternalReferenceCount",
    "PJRT_Buffer_DecreaseExternalReferenceCount",
    "PJRT_Buffer_OpaqueDeviceMemoryDataPointer",
    "PJRT_Event_IsReady",
    "PJRT_Event_Error",
    "PJRT_Event_OnReady",
    "PJRT_Event_Await",
];

/// The size of a struct in a version, in bytes.
fn size_in(version: i32, name: &str, newest: usize) -> usize {
    let history = SIZE_HISTORY.iter().find(|(candidate, _)| *candidate == name);
    let size = history.and_then(|(_, sizes)| sizes.iter().rev().find(|(since, _)| *since <= version));
    size.map_or(newest, |(_, size)| *size) + if version == 200 { FUTURE_GROWTH_BYTES } else { 0 }
}

/// The functions that return an error or null.
fn fallible() -> impl Iterator<Item = &'static ApiFunction> {
    API_FUNCTIONS.iter().filter(|f| !["PJRT_Error_Destroy", "PJRT_Error_Message"].contains(&f.name))
}

/// Returns true if the plugin implements a function. The error of a missing function contains its name,
/// whatever its arguments are.
fn is_implemented(function: &ApiFunction) -> bool {
    // SAFETY: the plugin must refuse null.
    let (code, message) = unsafe { call_at(function.offset, std::ptr::null_mut()) }.expect_err(function.name);
    if code == PJRT_Error_Code::UNIMPLEMENTED {
        assert_eq!(message, format!("{} is not implemented by labora's plugin", function.name));
    }
    code != PJRT_Error_Code::UNIMPLEMENTED
}

/// A struct of zeros with this `struct_size`, followed by garbage.
struct Zeros {
    memory: Vec<u8>,
    size: usize,
}

impl Zeros {
    fn new(size: usize) -> Self {
        let mut memory = vec![0; size.max(size_of::<usize>())];
        memory[..size_of::<usize>()].copy_from_slice(&size.to_ne_bytes());
        memory.resize(memory.len() + 64, GARBAGE);
        Self { memory, size }
    }

    /// Calls the function with the struct, and checks that its size and the bytes after it are unchanged.
    fn call(&mut self, function: &ApiFunction) -> Result<(), Failure> {
        // Structs are aligned to words.
        let bytes = self.memory.len();
        let mut words = vec![0u64; bytes.div_ceil(8)];
        let start = words.as_mut_ptr().cast::<u8>();
        // SAFETY: the words have room for all bytes, and the struct has `struct_size` bytes; null handles are
        // allowed.
        let result = unsafe {
            start.copy_from_nonoverlapping(self.memory.as_ptr(), bytes);
            let result = call_at(function.offset, start.cast());
            start.copy_to_nonoverlapping(self.memory.as_mut_ptr(), bytes);
            result
        };
        assert_eq!(self.memory[..size_of::<usize>()], self.size.to_ne_bytes(), "{}", function.name);
        let after = &self.memory[self.size.max(size_of::<usize>())..];
        assert!(after.iter().all(|b| *b == GARBAGE), "{} wrote after its struct of {} bytes", function.name, self.size);
        result
    }
}

#[test]
fn functions_that_clients_require_are_implemented() {
    let missing: Vec<&str> =
        fallible().filter(|f| REQUIRED.contains(&f.name)).filter(|f| !is_implemented(f)).map(|f| f.name).collect();
    assert_eq!(missing, [""; 0]);
    assert!(REQUIRED.iter().all(|name| API_FUNCTIONS.iter().any(|f| f.name == *name)));
}

#[test]
fn missing_functions_are_unimplemented_for_clients_of_every_version() {
    let missing: Vec<&ApiFunction> = fallible().filter(|f| !is_implemented(f)).collect();
    assert!(missing.iter().any(|f| f.name == "PJRT_Client_DmaMap"));
    for function in missing {
        let sizes = VERSIONS.map(|version| size_in(version, function.args, function.args_size));
        for size in sizes.into_iter().chain([0, 8, 16]) {
            let mut args = Zeros::new(size);
            let (code, message) = args.call(function).expect_err(function.name);
            assert_eq!(code, PJRT_Error_Code::UNIMPLEMENTED);
            assert_eq!(message, format!("{} is not implemented by labora's plugin", function.name));
            assert!(args.memory[8..args.size.max(8)].iter().all(|b| *b == 0), "{} wrote something", function.name);
        }
    }
}

#[test]
fn structs_below_the_minimum_size_are_refused() {
    for function in fallible().filter(|f| is_implemented(f)) {
        let smallest = size_in(VERSIONS[0], function.args, function.args_size);
        for size in [0, 1, 8, 15, smallest - 1] {
            let (code, message) = Zeros::new(size).call(function).expect_err(function.name);
            assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT, "{message}");
            let words =
                [function.name, function.args, &format!("struct_size {size};"), &format!("at least {smallest} bytes")];
            assert!(words.iter().all(|w| message.contains(w)), "{message}");
        }
    }
}

#[test]
fn structs_of_every_version_are_accepted_and_no_byte_beyond_them_is_written() {
    for function in fallible().filter(|f| is_implemented(f) && f.name != "PJRT_Client_Create") {
        for version in VERSIONS {
            let size = size_in(version, function.args, function.args_size);
            // Null handles are errors. The size must not be one.
            if let Err((code, message)) = Zeros::new(size).call(function) {
                assert!(!message.contains("struct_size"), "{version}: {message}");
                assert_ne!(code, PJRT_Error_Code::INTERNAL, "{message}");
            }
        }
    }
}

/// A client of a version: the structs that it passes have that version's sizes.
struct Session(i32);

impl Session {
    fn call<A: ApiArgs + Copy>(&self, args: A) -> A {
        let mut foreign = Foreign::new(args, size_in(self.0, A::NAME, A::STRUCT_SIZE));
        foreign.call().unwrap_or_else(|(_, message)| panic!("{} in 0.{}: {message}", A::FUNCTION, self.0));
        foreign.args()
    }

    /// Options that do not donate the first argument, in this version's size.
    fn options(&self, borrowed: &[i64; 1]) -> Foreign<PJRT_ExecuteOptions> {
        let options = PJRT_ExecuteOptions {
            non_donatable_input_indices: borrowed.as_ptr(),
            num_non_donatable_input_indices: 1,
            ..AbiStruct::new()
        };
        Foreign::new(options, size_in(self.0, PJRT_ExecuteOptions::NAME, PJRT_ExecuteOptions::STRUCT_SIZE))
    }

    fn read(&self, buffer: *mut PJRT_Buffer) -> Vec<f32> {
        let mut data = [0u8; 12];
        let args = PJRT_Buffer_ToHostBuffer_Args {
            src: buffer,
            dst: data.as_mut_ptr().cast(),
            dst_size: data.len(),
            ..AbiStruct::new()
        };
        let event = self.call(args).event;
        self.call(PJRT_Event_Await_Args { event, ..AbiStruct::new() });
        self.call(PJRT_Event_Destroy_Args { event, ..AbiStruct::new() });
        floats(&data)
    }
}

#[test]
fn a_program_runs_for_clients_of_every_version() {
    for session in VERSIONS.map(Session) {
        let client = session.call(PJRT_Client_Create_Args::new()).client;
        let device = session.call(PJRT_Client_LookupDevice_Args { client, id: 1, ..AbiStruct::new() }).device;
        let options = CompileOptions {
            device_assignment: Some(pjrt::DeviceAssignment::replicas([1])),
            ..CompileOptions::default()
        }
        .encode();
        let program = PJRT_Program {
            code: SQUARE.as_ptr().cast_mut().cast(),
            code_size: SQUARE.len(),
            format: c"mlir".as_ptr(),
            format_size: 4,
            ..AbiStruct::new()
        };
        let compiled = session.call(PJRT_Client_Compile_Args {
            client,
            program: &program,
            compile_options: options.as_ptr().cast(),
            compile_options_size: options.len(),
            ..AbiStruct::new()
        });
        let (data, dims) = (bytes(&[1.0, -2.0, 3.0]), [3]);
        let placed = session.call(PJRT_Client_BufferFromHostBuffer_Args {
            client,
            data: data.as_ptr().cast(),
            r#type: PJRT_Buffer_Type::F32,
            dims: dims.as_ptr(),
            num_dims: 1,
            host_buffer_semantics: PJRT_HostBufferSemantics::kImmutableOnlyDuringCall,
            device,
            ..AbiStruct::new()
        });
        session.call(PJRT_Event_Destroy_Args { event: placed.done_with_host_buffer, ..AbiStruct::new() });

        let borrowed = [0];
        let mut options = session.options(&borrowed);
        let (argument, mut output, mut event) = ([placed.buffer], [std::ptr::null_mut()], [std::ptr::null_mut()]);
        session.call(PJRT_LoadedExecutable_Execute_Args {
            executable: compiled.executable,
            options: options.as_mut_ptr(),
            argument_lists: [argument.as_ptr()].as_ptr(),
            num_devices: 1,
            num_args: 1,
            output_lists: [output.as_mut_ptr()].as_ptr(),
            device_complete_events: event.as_mut_ptr(),
            ..AbiStruct::new()
        });
        options.check_unchanged();
        assert_eq!(session.read(output[0]), [1.0, 4.0, 9.0], "0.{}", session.0);
        assert_eq!(session.read(placed.buffer), [1.0, -2.0, 3.0], "a borrowed argument is unchanged");
        let stats = session.call(PJRT_Device_MemoryStats_Args { device, ..AbiStruct::new() });
        assert_eq!(stats.bytes_in_use, 24);

        session.call(PJRT_Event_Destroy_Args { event: event[0], ..AbiStruct::new() });
        for buffer in [placed.buffer, output[0]] {
            session.call(PJRT_Buffer_Destroy_Args { buffer, ..AbiStruct::new() });
        }
        let executable = compiled.executable;
        session.call(PJRT_LoadedExecutable_Destroy_Args { executable, ..AbiStruct::new() });
        session.call(PJRT_Client_Destroy_Args { client, ..AbiStruct::new() });
    }
}

#[test]
fn clients_of_every_version_read_and_destroy_errors() {
    for version in VERSIONS {
        let mut args = PJRT_Event_Await_Args::new();
        // SAFETY: the plugin must refuse a null event; the error is destroyed once and not used afterwards.
        unsafe {
            let error = table().PJRT_Event_Await.unwrap()(&mut args);
            let size = |newest| newest + if version == 200 { FUTURE_GROWTH_BYTES } else { 0 };
            let mut message = Foreign::new(
                PJRT_Error_Message_Args { error, ..AbiStruct::new() },
                size(PJRT_Error_Message_Args::STRUCT_SIZE),
            );
            table().PJRT_Error_Message.unwrap()(message.as_mut_ptr());
            message.check_unchanged();
            assert_eq!(message.args().message_size, "the event is null".len());
            let mut destroy = Foreign::new(
                PJRT_Error_Destroy_Args { error, ..AbiStruct::new() },
                size(PJRT_Error_Destroy_Args::STRUCT_SIZE),
            );
            table().PJRT_Error_Destroy.unwrap()(destroy.as_mut_ptr());
            destroy.check_unchanged();
            // A struct that is too short is ignored: these two functions cannot report an error.
            let mut short = Foreign::new(PJRT_Error_Message_Args { error: null(), ..AbiStruct::new() }, 16);
            table().PJRT_Error_Message.unwrap()(short.as_mut_ptr());
            short.check_unchanged();
        }
    }
}
