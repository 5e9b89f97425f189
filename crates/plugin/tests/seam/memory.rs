//! The option `memory_limit`.

use pjrt::NamedValue;
use pjrt::abi::*;

use crate::raw::{Client, call, destroy_buffer, destroy_executable};

/// A thousand numbers, 4000 bytes, made of eight.
const SPREAD: &str = "module @spread {
    func.func public @main(%x: tensor<8xf32>) -> tensor<125x8xf32> {
        %y = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<125x8xf32>
        return %y : tensor<125x8xf32>
    }
}";

fn run(spread: *mut PJRT_LoadedExecutable, x: *mut PJRT_Buffer) -> Result<*mut PJRT_Buffer, (PJRT_Error_Code, String)> {
    let mut output = std::ptr::null_mut();
    let (arguments, outputs): (_, *mut *mut PJRT_Buffer) = ([x], &mut output);
    let list = arguments.as_ptr();
    let mut args = PJRT_LoadedExecutable_Execute_Args {
        executable: spread,
        argument_lists: &list,
        num_devices: 1,
        num_args: 1,
        output_lists: &outputs,
        ..AbiStruct::new()
    };
    call(&mut args)?;
    Ok(output)
}

#[test]
fn what_exceeds_the_limit_is_refused_and_nothing_is_lost() {
    let limit = ("memory_limit", NamedValue::String("10000".into()));
    let client = Client::with(&[limit, ("cores", NamedValue::Int64(2))]).unwrap();
    let spread = client.compile(SPREAD);
    let x = client.vector(&[1.0; 8]);
    let mut held = vec![run(spread, x).unwrap(), run(spread, x).unwrap()];
    let (code, message) = run(spread, x).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::RESOURCE_EXHAUSTED);
    let expected = "a run of executable spread takes 4000 bytes; 8032 of the 10000 bytes of memory_limit are in use";
    assert_eq!(message, expected);
    let (code, message) = client.try_vector_on(1, &[0.0; 500]).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::RESOURCE_EXHAUSTED);
    assert!(message.starts_with("an array tensor<500xf32> takes 2000 bytes; 8032 of"), "{message}");
    let mut stats = PJRT_Device_MemoryStats_Args { device: client.device(0), ..AbiStruct::new() };
    call(&mut stats).unwrap();
    assert_eq!((stats.bytes_in_use, stats.bytes_limit), (8032, 5000));

    // Memory that is given back can be used again, also by a copy on another device, which shares it.
    let mut copy = PJRT_Buffer_CopyToDevice_Args { buffer: held[0], dst_device: client.device(1), ..AbiStruct::new() };
    call(&mut copy).unwrap();
    destroy_buffer(held.remove(0));
    assert!(run(spread, x).is_err(), "the copy holds the memory");
    destroy_buffer(copy.dst_buffer);
    held.push(run(spread, x).unwrap());
    held.push(x);
    held.into_iter().for_each(destroy_buffer);
    destroy_executable(spread);
}

#[test]
fn a_run_that_exceeds_the_machine_is_refused() {
    let client = Client::new();
    let text = SPREAD.replace("125x8", "1099511627776x8");
    let spread = client.compile(&text);
    let x = client.vector(&[1.0; 8]);
    let (code, message) = run(spread, x).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::RESOURCE_EXHAUSTED);
    assert!(message.contains("takes 35184372088832 bytes; this machine has"), "{message}");
    destroy_buffer(x);
    destroy_executable(spread);
}
