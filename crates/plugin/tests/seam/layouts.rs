//! Layouts other than row-major, and kinds of memory: of arrays from the host, and of programs.

use std::ptr::null_mut;

use pjrt::abi::*;
use pjrt::{Argument, Buffer, CompileOptions, ElementType, ExecuteOptions};

use crate::common::{both, bytes, client, floats};
use crate::raw::{Client, Failure, call, destroy_buffer, destroy_event, destroy_executable};
use crate::topology::{call_extension, destroy_layout, extension, layout_text};

/// A matrix and its elements column by column.
const ROWS: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
const COLUMNS: [f32; 6] = [1.0, 4.0, 2.0, 5.0, 3.0, 6.0];

/// Calls `f` with the layout of an order of dimensions, the one that varies fastest first.
fn with_order<T>(minor_to_major: &[i64], f: impl FnOnce(*mut PJRT_Buffer_MemoryLayout) -> T) -> T {
    let tiled = PJRT_Buffer_MemoryLayout_Tiled {
        minor_to_major: minor_to_major.as_ptr(),
        minor_to_major_size: minor_to_major.len(),
        ..AbiStruct::new()
    };
    f(&mut PJRT_Buffer_MemoryLayout {
        layout: PJRT_Buffer_MemoryLayout_Value { tiled },
        r#type: PJRT_Buffer_MemoryLayout_Type::Tiled,
        ..AbiStruct::new()
    })
}

/// Puts the matrix, whose elements the host has in row-major order, into a memory.
fn put(client: &Client, layout: *mut PJRT_Buffer_MemoryLayout, memory: *mut PJRT_Memory) -> *mut PJRT_Buffer {
    let data = bytes(&ROWS);
    let mut args = PJRT_Client_BufferFromHostBuffer_Args {
        client: client.0,
        data: data.as_ptr().cast(),
        r#type: PJRT_Buffer_Type::F32,
        dims: [2, 3].as_ptr(),
        num_dims: 2,
        host_buffer_semantics: PJRT_HostBufferSemantics::kImmutableOnlyDuringCall,
        device: client.device(0),
        memory,
        device_layout: layout,
        ..AbiStruct::new()
    };
    call(&mut args).unwrap();
    destroy_event(args.done_with_host_buffer);
    args.buffer
}

/// Copies a matrix to the host, in a layout.
fn to_host(src: *mut PJRT_Buffer, layout: *mut PJRT_Buffer_MemoryLayout) -> Result<Vec<f32>, Failure> {
    let mut target = [0u8; 24];
    let mut args = PJRT_Buffer_ToHostBuffer_Args {
        src,
        host_layout: layout,
        dst: target.as_mut_ptr().cast(),
        dst_size: 24,
        ..AbiStruct::new()
    };
    call(&mut args)?;
    call(&mut PJRT_Event_Await_Args { event: args.event, ..AbiStruct::new() })?;
    destroy_event(args.event);
    Ok(floats(&target))
}

/// The elements of a matrix as they are in memory.
fn memory_of(buffer: *mut PJRT_Buffer) -> Vec<f32> {
    let mut target = [0u8; 24];
    let mut args = PJRT_Buffer_CopyRawToHost_Args {
        buffer,
        dst: target.as_mut_ptr().cast(),
        transfer_size: 24,
        ..AbiStruct::new()
    };
    call(&mut args).unwrap();
    call(&mut PJRT_Event_Await_Args { event: args.event, ..AbiStruct::new() }).unwrap();
    destroy_event(args.event);
    floats(&target)
}

/// The layout of a buffer as text.
fn layout_of(buffer: *mut PJRT_Buffer) -> String {
    let layouts: PJRT_Layouts_Extension = extension(PJRT_Extension_Type::Layouts);
    let mut args = PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args { buffer, ..AbiStruct::new() };
    call_extension(layouts.PJRT_Layouts_PJRT_Buffer_MemoryLayout, &mut args).unwrap();
    let text = layout_text(args.layout);
    destroy_layout(args.layout);
    text
}

/// The kind of the memory that a buffer is in.
fn memory_kind_of(buffer: *mut PJRT_Buffer) -> String {
    let mut memory = PJRT_Buffer_Memory_Args { buffer, ..AbiStruct::new() };
    call(&mut memory).unwrap();
    let mut kind = PJRT_Memory_Kind_Args { memory: memory.memory, ..AbiStruct::new() };
    call(&mut kind).unwrap();
    // SAFETY: the text lives as long as the memory.
    let text = unsafe { std::slice::from_raw_parts(kind.kind.cast::<u8>(), kind.kind_size) };
    String::from_utf8_lossy(text).into_owned()
}

/// The memories of the first device.
fn memories(client: &Client) -> Vec<*mut PJRT_Memory> {
    let mut args = PJRT_Device_AddressableMemories_Args { device: client.device(0), ..AbiStruct::new() };
    call(&mut args).unwrap();
    // SAFETY: the list lives as long as the device.
    unsafe { std::slice::from_raw_parts(args.memories, args.num_memories).to_vec() }
}

/// Runs a program of one result.
fn run(executable: *mut PJRT_LoadedExecutable, argument: *mut PJRT_Buffer) -> Result<*mut PJRT_Buffer, Failure> {
    let mut output = null_mut();
    let (arguments, outputs): (_, *mut *mut PJRT_Buffer) = ([argument], &mut output);
    let list = arguments.as_ptr();
    let mut args = PJRT_LoadedExecutable_Execute_Args {
        executable,
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
fn an_array_is_in_memory_as_its_layout_says() {
    let client = Client::new();
    let columns = with_order(&[0, 1], |layout| put(&client, layout, null_mut()));
    assert_eq!((layout_of(columns), memory_of(columns)), ("{0,1}".into(), COLUMNS.to_vec()));
    // The host gets it in the layout that it asks for, or as it is.
    assert_eq!(to_host(columns, null_mut()).unwrap(), COLUMNS);
    assert_eq!(with_order(&[0, 1], |layout| to_host(columns, layout)).unwrap(), COLUMNS);
    assert_eq!(with_order(&[1, 0], |layout| to_host(columns, layout)).unwrap(), ROWS);
    assert_eq!(with_order(&[], |layout| to_host(columns, layout)).unwrap(), COLUMNS);
    let (code, message) = with_order(&[0, 0], |layout| to_host(columns, layout)).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT);
    assert!(message.contains("is not an order of the 2 dimensions"), "{message}");
    let rows = put(&client, null_mut(), null_mut());
    assert_eq!((layout_of(rows), memory_of(rows)), ("{1,0}".into(), ROWS.to_vec()));
    assert_eq!(with_order(&[0, 1], |layout| to_host(rows, layout)).unwrap(), COLUMNS);
    [columns, rows].into_iter().for_each(destroy_buffer);
}

#[test]
fn a_program_takes_and_returns_arrays_in_the_layouts_that_it_states() {
    let client = Client::new();
    let text = |param: &str, result: &str| {
        format!(
            "func.func @main(%x: tensor<2x3xf32> {{mhlo.layout_mode = \"{param}\", tf.aliasing_output = 0 : i32}})
                -> (tensor<2x3xf32> {{mhlo.layout_mode = \"{result}\"}}) {{
              %c = stablehlo.constant dense<[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
              %y = stablehlo.add %x, %c : tensor<2x3xf32>
              return %y : tensor<2x3xf32>
            }}"
        )
    };
    let sum = |order: &[f32]| order.iter().map(|x| 11.0 * x).collect::<Vec<f32>>();
    for (param, result) in [("{0,1}", "default"), ("default", "{0,1}"), ("{0,1}", "{0,1}"), ("auto", "auto")] {
        let program = client.compile(&text(param, result));
        let order: &[i64] = if param == "{0,1}" { &[0, 1] } else { &[1, 0] };
        let x = with_order(order, |layout| put(&client, layout, null_mut()));
        let y = run(program, x).unwrap();
        let (layout, elements) = if result == "{0,1}" { ("{0,1}", &COLUMNS) } else { ("{1,0}", &ROWS) };
        assert_eq!((layout_of(y), memory_of(y)), (layout.into(), sum(elements)), "{param} to {result}");
        [x, y].into_iter().for_each(destroy_buffer);
        destroy_executable(program);
    }
    let program = client.compile(&text("{0,1}", "default"));
    let x = put(&client, null_mut(), null_mut());
    let (_, message) = run(program, x).unwrap_err();
    assert!(message.contains("argument 0 of executable main has the layout {0,1}, not {1,0}"), "{message}");
    destroy_buffer(x);
    destroy_executable(program);
    let (code, message) = client.try_compile(&text("{1,0:T(8,128)}", "default")).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::UNIMPLEMENTED);
    assert!(message.contains("parameter 0 of the program: the layout \"{1,0:T(8,128)}\""), "{message}");
}

/// The shards of a result in column order are those of the transposed array.
#[test]
fn shards_have_the_layout_of_their_array() {
    let text = r#"module {
      sdy.mesh @mesh = <["x"=2]>
      func.func public @main(%x: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
          -> (tensor<2x4xf32> {mhlo.layout_mode = "{0,1}", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
              tensor<2x4xf32> {mhlo.layout_mode = "{0,1}", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
        return %x, %x : tensor<2x4xf32>, tensor<2x4xf32>
      }
    }"#;
    both(|plugin| {
        let client = client(plugin, 2);
        let program = client.compile(text, &CompileOptions { num_partitions: 2, ..Default::default() }).unwrap();
        let put = |values: &[f32], device: usize| {
            client.buffer_from_host(&bytes(values), ElementType::F32, &[2, 2], &client.devices()[device]).unwrap()
        };
        let shards: Vec<Buffer> = vec![put(&[1.0, 2.0, 5.0, 6.0], 0), put(&[3.0, 4.0, 7.0, 8.0], 1)];
        let arguments = shards.iter().map(|x| vec![Argument::Borrow(x)]).collect();
        let outputs = program.execute(arguments, &ExecuteOptions::default()).unwrap();
        // The client asks for rows.
        let rows = |device: usize, output: usize| floats(&outputs[device][output].to_vec().unwrap());
        assert_eq!((rows(0, 0), rows(1, 0)), (vec![1.0, 2.0, 3.0, 4.0], vec![5.0, 6.0, 7.0, 8.0]));
        assert_eq!((rows(0, 1), rows(1, 1)), (vec![1.0, 2.0, 5.0, 6.0], vec![3.0, 4.0, 7.0, 8.0]));
    });
}

#[test]
fn arrays_and_results_are_in_memories_of_the_kinds_that_were_asked_for() {
    let client = Client::new();
    let list = memories(&client);
    let [device, pinned, unpinned] = list[..] else { panic!("a device has {} memories", list.len()) };
    let x = put(&client, null_mut(), pinned);
    assert_eq!(memory_kind_of(x), "pinned_host");
    let mut copy = PJRT_Buffer_CopyToMemory_Args { buffer: x, dst_memory: unpinned, ..AbiStruct::new() };
    call(&mut copy).unwrap();
    assert_eq!((memory_kind_of(copy.dst_buffer), memory_of(copy.dst_buffer)), ("unpinned_host".into(), ROWS.to_vec()));
    let y = put(&client, null_mut(), device);
    assert_eq!(memory_kind_of(y), "device");

    let text = "func.func @main(%x: tensor<2x3xf32> {mhlo.memory_kind = \"pinned_host\"})
        -> (tensor<2x3xf32> {mhlo.memory_kind = \"unpinned_host\"}) {
      return %x : tensor<2x3xf32>
    }";
    let program = client.compile(text);
    let z = run(program, x).unwrap();
    assert_eq!((memory_kind_of(z), memory_of(z)), ("unpinned_host".into(), ROWS.to_vec()));
    [x, copy.dst_buffer, y, z].into_iter().for_each(destroy_buffer);
    destroy_executable(program);
    let (_, message) = client.try_compile(&text.replace("unpinned", "far")).unwrap_err();
    assert!(message.contains("there is no memory kind \"far_host\""), "{message}");
}
