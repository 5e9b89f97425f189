//! Serialized executables, the text of a program, and options of a compilation.

use pjrt::abi::*;
use pjrt::{CompileOptions, NamedValue, OptionValue};

use crate::common::SQUARE;
use crate::raw::{Client, Failure, call, destroy_executable};

fn executable_of(loaded_executable: *mut PJRT_LoadedExecutable) -> *mut PJRT_Executable {
    let mut args = PJRT_LoadedExecutable_GetExecutable_Args { loaded_executable, ..AbiStruct::new() };
    call(&mut args).unwrap();
    args.executable
}

fn destroy(executable: *mut PJRT_Executable) {
    call(&mut PJRT_Executable_Destroy_Args { executable, ..AbiStruct::new() }).unwrap();
}

/// The bytes of a result whose owner is deleted.
fn owned<T>(start: *const i8, size: usize, owner: *mut T, deleter: Option<unsafe extern "C" fn(*mut T)>) -> Vec<u8> {
    // SAFETY: the plugin returned the bytes with their size and owner.
    unsafe {
        let bytes = std::slice::from_raw_parts(start.cast::<u8>(), size).to_vec();
        deleter.unwrap()(owner);
        bytes
    }
}

fn serialize(executable: *mut PJRT_Executable) -> Result<Vec<u8>, Failure> {
    let mut args = PJRT_Executable_Serialize_Args { executable, ..AbiStruct::new() };
    call(&mut args)?;
    let (start, size) = (args.serialized_bytes.cast(), args.serialized_bytes_size);
    Ok(owned(start, size, args.serialized_executable, args.serialized_executable_deleter))
}

fn load(client: &Client, bytes: &[u8], options: &[u8]) -> Result<*mut PJRT_LoadedExecutable, Failure> {
    let mut args = PJRT_Executable_DeserializeAndLoad_Args {
        client: client.0,
        serialized_executable: bytes.as_ptr().cast(),
        serialized_executable_size: bytes.len(),
        overridden_serialized_compile_options: options.as_ptr().cast(),
        overridden_serialized_compile_options_size: options.len(),
        ..AbiStruct::new()
    };
    call(&mut args)?;
    Ok(args.loaded_executable)
}

fn fingerprint(executable: *mut PJRT_Executable) -> Vec<u8> {
    let mut args = PJRT_Executable_Fingerprint_Args { executable, ..AbiStruct::new() };
    call(&mut args).unwrap();
    // SAFETY: the executable is alive.
    let text = unsafe {
        std::slice::from_raw_parts(args.executable_fingerprint.cast::<u8>(), args.executable_fingerprint_size)
    };
    text.to_vec()
}

fn devices_of(loaded: *mut PJRT_LoadedExecutable) -> Vec<*mut PJRT_Device> {
    let mut args = PJRT_LoadedExecutable_AddressableDevices_Args { executable: loaded, ..AbiStruct::new() };
    call(&mut args).unwrap();
    // SAFETY: the executable is alive.
    unsafe { std::slice::from_raw_parts(args.addressable_devices, args.num_addressable_devices) }.to_vec()
}

#[test]
fn a_serialized_executable_is_loaded_by_another_client() {
    let client = Client::new();
    let loaded = client.compile(SQUARE);
    let executable = executable_of(loaded);
    let bytes = serialize(executable).unwrap();
    let mut options = PJRT_Executable_GetCompileOptions_Args { executable, ..AbiStruct::new() };
    call(&mut options).unwrap();
    let (start, size) = (options.serialized_bytes.cast(), options.serialized_bytes_size);
    let options = owned(start, size, options.serialized_compile_options, options.serialized_compile_options_deleter);
    assert_eq!(CompileOptions::decode(&options).unwrap(), CompileOptions::default());
    let print = fingerprint(executable);
    destroy(executable);
    destroy_executable(loaded);
    drop(client);

    let client = Client::new();
    let again = load(&client, &bytes, &[]).unwrap();
    let executable = executable_of(again);
    assert_eq!(fingerprint(executable), print);
    assert_eq!(serialize(executable).unwrap(), bytes);
    assert_eq!(devices_of(again), [client.device(0)]);
    destroy(executable);
    destroy_executable(again);
    let third =
        CompileOptions { device_assignment: Some(pjrt::DeviceAssignment::replicas([2])), ..CompileOptions::default() };
    let elsewhere = load(&client, &bytes, &third.encode()).unwrap();
    assert_eq!(devices_of(elsewhere), [client.device(2)]);
    destroy_executable(elsewhere);
}

#[test]
fn foreign_and_damaged_bytes_are_refused() {
    let client = Client::new();
    let loaded = client.compile(SQUARE);
    let executable = executable_of(loaded);
    let bytes = serialize(executable).unwrap();
    let refused = |bytes: &[u8]| {
        let (code, message) = load(&client, bytes, &[]).unwrap_err();
        assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT);
        message
    };
    assert!(refused(b"").contains("no executable that labora's plugin serialized"));
    assert!(refused(SQUARE.as_bytes()).contains("no executable"));
    assert!(refused(&bytes[..bytes.len() - 1]).contains("damaged"));
    let mut newer = bytes.clone();
    newer[8] += 1;
    assert!(refused(&newer).contains("which reads format 1: compile the program again"));
    for at in (0..bytes.len()).step_by(if cfg!(miri) { 200 } else { 1 }) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x40;
        refused(&damaged);
    }
    // The options that replace those of the container may be wrong as well.
    assert!(load(&client, &bytes, &[0xff]).is_err());
    destroy(executable);
    destroy_executable(loaded);
}

#[test]
fn the_program_is_read_in_two_calls() {
    let client = Client::new();
    let loaded = client.compile(SQUARE);
    let executable = executable_of(loaded);
    let mut program = PJRT_Program::new();
    let mut args = PJRT_Executable_OptimizedProgram_Args { executable, program: &mut program, ..AbiStruct::new() };
    call(&mut args).unwrap();
    let mut code = vec![0u8; program.code_size];
    program.code = code.as_mut_ptr().cast();
    program.code_size -= 1;
    args.program = &mut program;
    assert!(call(&mut args).unwrap_err().1.contains("bytes, its memory"));
    program.code_size += 1;
    args.program = &mut program;
    call(&mut args).unwrap();
    // SAFETY: the plugin wrote the format.
    let format = unsafe { std::slice::from_raw_parts(program.format.cast::<u8>(), program.format_size) };
    assert_eq!((format, code), (&b"mlir"[..], SQUARE.as_bytes().to_vec()));
    // A caller of a future version has a longer struct; one that knows less has a shorter one.
    let mut args = PJRT_Executable_OptimizedProgram_Args { executable, ..AbiStruct::new() };
    assert_eq!(call(&mut args).unwrap_err().1, "the program is null");
    destroy(executable);
    destroy_executable(loaded);
}

#[test]
fn options_of_a_compilation_are_followed_or_refused() {
    let client = Client::with(&[("numerics", NamedValue::String("float32".into()))]).unwrap();
    let compile = |overrides: &[(&str, OptionValue)]| {
        let overrides = overrides.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let options = CompileOptions { overrides, ..CompileOptions::default() };
        let loaded = client.compile_with(&options.encode(), SQUARE)?;
        let executable = executable_of(loaded);
        let print = fingerprint(executable);
        destroy(executable);
        destroy_executable(loaded);
        Ok::<_, Failure>(print)
    };
    let text = |text: &str| OptionValue::String(text.into());
    let plain = compile(&[]).unwrap();
    assert_eq!(compile(&[("numerics", text("float32"))]).unwrap(), plain);
    assert_ne!(compile(&[("numerics", text("highest"))]).unwrap(), plain);
    assert_eq!(compile(&[("xla_embed_ir_in_executable", OptionValue::Bool(true))]).unwrap(), plain);
    assert_ne!(compile(&[("disabled_passes", text("cse,dce"))]).unwrap(), plain);
    for (name, value, words) in [
        ("xla_cpu_fast", OptionValue::Int64(4), "the options of a compilation are numerics, isa"),
        ("xla_dump_to", OptionValue::Float64(0.5), "0.5 is not a valid string value"),
        ("numerics", OptionValue::Bool(true), "tpu, float32, highest"),
        ("disabled_passes", text("sce"), "sce"),
        ("isa", text("mmx"), "portable"),
    ] {
        let (code, message) = compile(&[(name, value)]).unwrap_err();
        let codes = [PJRT_Error_Code::INVALID_ARGUMENT, PJRT_Error_Code::UNIMPLEMENTED];
        assert!(codes.contains(&code) && message.contains(words), "{message}");
    }
    // Build options with run_backend_only, and a map entry whose value has a type that is not known.
    let (code, message) = client.compile_with(&[0x1a, 2, 0x58, 1], SQUARE).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::UNIMPLEMENTED);
    assert!(message.contains("run_backend_only"), "{message}");
    let entry = [0x3a, 14, 0x0a, 1, b'p', 0x12, 9, 0x29, 0, 0, 0, 0, 0, 0, 0, 0];
    let (_, message) = client.compile_with(&entry, SQUARE).unwrap_err();
    assert!(message.contains("compiler option p has no value"), "{message}");
}

#[test]
fn a_portable_executable_runs_on_the_device_that_a_call_names() {
    let client = Client::new();
    let options = CompileOptions { compile_portable_executable: true, ..CompileOptions::default() };
    let loaded = client.compile_with(&options.encode(), SQUARE).unwrap();
    let x = client.vector_on(3, &[1.0, 2.0, 3.0]);
    let mut output = std::ptr::null_mut();
    let (arguments, outputs): (_, *mut *mut PJRT_Buffer) = ([x], &mut output);
    let list = arguments.as_ptr();
    let mut args = PJRT_LoadedExecutable_Execute_Args {
        executable: loaded,
        argument_lists: &list,
        num_devices: 1,
        num_args: 1,
        output_lists: &outputs,
        execute_device: client.device(3),
        ..AbiStruct::new()
    };
    call(&mut args).unwrap();
    let mut device = PJRT_Buffer_Device_Args { buffer: output, ..AbiStruct::new() };
    call(&mut device).unwrap();
    assert_eq!(device.device, client.device(3));
    [x, output].into_iter().for_each(crate::raw::destroy_buffer);
    destroy_executable(loaded);
}
