//! Topologies, and the extensions for layouts and memories.

use pjrt::abi::*;
use pjrt::{CompileOptions, NamedValue, Topology};

use crate::common::{SQUARE, both};
use crate::raw::{Client, call, destroy_executable, read, table};

#[test]
fn programs_are_compiled_for_a_topology() {
    both(|plugin| {
        let topology = Topology::new(plugin, "labora:4", &[("numerics", NamedValue::String("highest".into()))]);
        let topology = topology.unwrap();
        assert_eq!(topology.devices().len(), 4);
        assert_eq!(topology.platform_name().unwrap(), "labora");
        assert_eq!(topology.attributes().unwrap().get("cores"), Some(&NamedValue::Int64(4)));
        let square = topology.compile(SQUARE, &CompileOptions::default()).unwrap();
        assert_eq!(square.outputs().unwrap()[0].dims, [3]);
        let costs = square.cost_analysis().unwrap();
        assert_eq!(costs.get("flops"), Some(&NamedValue::Float(3.0)));
        assert_eq!(costs.get("bytes accessed"), Some(&NamedValue::Float(24.0)));
        assert_eq!(Topology::new(plugin, "", &[]).unwrap().devices().len(), 8);
        for name in ["labora:0", "labora:many", "labora:", "v5e:2x2"] {
            let error = Topology::new(plugin, name, &[]).unwrap_err();
            assert!(error.message().contains("there is no topology"), "{name}: {error}");
        }
    });
}

#[test]
fn a_topology_is_serialized() {
    let client = Client::with(&[("cores", NamedValue::Int64(3))]).unwrap();
    let mut of_client = PJRT_Client_TopologyDescription_Args { client: client.0, ..AbiStruct::new() };
    call(&mut of_client).unwrap();
    let mut args = PJRT_TopologyDescription_Serialize_Args { topology: of_client.topology, ..AbiStruct::new() };
    call(&mut args).unwrap();
    let deserialize = |start: *const i8, size| {
        let mut args = PJRT_TopologyDescription_Deserialize_Args {
            serialized_topology: start.cast(),
            serialized_topology_size: size,
            ..AbiStruct::new()
        };
        call(&mut args)?;
        Ok::<_, crate::raw::Failure>(args.topology)
    };
    let again = deserialize(args.serialized_bytes.cast(), args.serialized_bytes_size).unwrap();
    // SAFETY: the plugin returned the owner with its deleter.
    unsafe { args.serialized_topology_deleter.unwrap()(args.serialized_topology) };
    let fingerprint = |topology: *mut PJRT_TopologyDescription| {
        let mut args = PJRT_TopologyDescription_Fingerprint_Args { topology, ..AbiStruct::new() };
        call(&mut args).unwrap();
        args.fingerprint
    };
    assert_eq!(fingerprint(again), fingerprint(of_client.topology));
    let mut devices = PJRT_TopologyDescription_GetDeviceDescriptions_Args { topology: again, ..AbiStruct::new() };
    call(&mut devices).unwrap();
    assert_eq!(devices.num_descriptions, 3);
    call(&mut PJRT_TopologyDescription_Destroy_Args { topology: again, ..AbiStruct::new() }).unwrap();
    for text in ["", "labora topology 2\n", "labora topology 1\nnonsense", "labora topology 1\ncores=0", "\u{ff}"] {
        assert!(deserialize(text.as_ptr().cast(), text.len()).is_err(), "{text:?}");
    }
}

/// The extension of a type.
pub fn extension<T: Copy>(r#type: PJRT_Extension_Type) -> T {
    let mut next = table().extension_start;
    while !next.is_null() {
        // SAFETY: the chain lives as long as the process, and the type says which struct it is.
        unsafe {
            if (*next).r#type == r#type {
                assert_eq!((*next).struct_size, size_of::<T>());
                return next.cast::<T>().read();
            }
            next = (*next).next;
        }
    }
    panic!("no extension {:?}", r#type.name());
}

/// Calls a function of an extension.
pub fn call_extension<A>(function: Option<PJRT_Function<A>>, args: &mut A) -> Result<(), crate::raw::Failure> {
    // SAFETY: the tests pass arguments that satisfy the API, or that the plugin must refuse.
    unsafe { read(function.expect("the extension has no null functions")(args)) }
}

/// The serialized form of a layout.
pub fn layout_text(layout: *mut PJRT_Layouts_MemoryLayout) -> String {
    let layouts: PJRT_Layouts_Extension = extension(PJRT_Extension_Type::Layouts);
    let mut args = PJRT_Layouts_MemoryLayout_Serialize_Args { layout, ..AbiStruct::new() };
    call_extension(layouts.PJRT_Layouts_MemoryLayout_Serialize, &mut args).unwrap();
    // SAFETY: the plugin returned the bytes with their size and owner.
    unsafe {
        let bytes = std::slice::from_raw_parts(args.serialized_bytes.cast::<u8>(), args.serialized_bytes_size);
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        args.serialized_layout_deleter.unwrap()(args.serialized_layout);
        text
    }
}

pub fn destroy_layout(layout: *mut PJRT_Layouts_MemoryLayout) {
    let layouts: PJRT_Layouts_Extension = extension(PJRT_Extension_Type::Layouts);
    let mut args = PJRT_Layouts_MemoryLayout_Destroy_Args { layout, ..AbiStruct::new() };
    call_extension(layouts.PJRT_Layouts_MemoryLayout_Destroy, &mut args).unwrap();
}

#[test]
fn layouts_are_row_major_by_default() {
    let layouts: PJRT_Layouts_Extension = extension(PJRT_Extension_Type::Layouts);
    let (text, destroy) = (layout_text, destroy_layout);
    let client = Client::new();
    let x = client.vector(&[1.0]);
    let mut of_buffer = PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args { buffer: x, ..AbiStruct::new() };
    call_extension(layouts.PJRT_Layouts_PJRT_Buffer_MemoryLayout, &mut of_buffer).unwrap();
    assert_eq!(text(of_buffer.layout), "{0}");
    destroy(of_buffer.layout);
    crate::raw::destroy_buffer(x);

    let dims = [5, 0, 7];
    let mut of_client = PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args {
        client: client.0,
        r#type: PJRT_Buffer_Type::F32,
        dims: dims.as_ptr(),
        num_dims: 3,
        ..AbiStruct::new()
    };
    call_extension(layouts.PJRT_Layouts_PJRT_Client_GetDefaultLayout, &mut of_client).unwrap();
    assert_eq!(text(of_client.layout), "{2,1,0}");
    destroy(of_client.layout);

    let loaded = client.compile(
        "func.func @main(%x: tensor<2x3xf32>, %y: tensor<i32>) -> tensor<i32> {
        return %y : tensor<i32>
    }",
    );
    let mut inner = PJRT_LoadedExecutable_GetExecutable_Args { loaded_executable: loaded, ..AbiStruct::new() };
    call(&mut inner).unwrap();
    let executable = inner.executable;
    let mut of_parameters = PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args { executable, ..AbiStruct::new() };
    call_extension(layouts.PJRT_Layouts_PJRT_Executable_GetParameterLayouts, &mut of_parameters).unwrap();
    let mut of_outputs = PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args { executable, ..AbiStruct::new() };
    call_extension(layouts.PJRT_Layouts_PJRT_Executable_GetOutputLayouts, &mut of_outputs).unwrap();
    // SAFETY: the lists live as long as the executable.
    let (parameters, outputs) = unsafe {
        (
            std::slice::from_raw_parts(of_parameters.layouts, of_parameters.num_parameters),
            std::slice::from_raw_parts(of_outputs.layouts, of_outputs.num_outputs),
        )
    };
    assert_eq!(parameters.iter().map(|layout| text(*layout)).collect::<Vec<_>>(), ["{1,0}", "{}"]);
    assert_eq!(outputs.iter().map(|layout| text(*layout)).collect::<Vec<_>>(), ["{}"]);
    call(&mut PJRT_Executable_Destroy_Args { executable, ..AbiStruct::new() }).unwrap();
    destroy_executable(loaded);

    // Null handles and short structs are refused.
    let mut null = PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args::new();
    let (_, message) = call_extension(layouts.PJRT_Layouts_PJRT_Buffer_MemoryLayout, &mut null).unwrap_err();
    assert_eq!(message, "the buffer is null");
    let mut short = PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args { struct_size: 8, ..AbiStruct::new() };
    let (_, message) = call_extension(layouts.PJRT_Layouts_PJRT_Buffer_MemoryLayout, &mut short).unwrap_err();
    assert!(message.contains("PJRT_Layouts_PJRT_Buffer_MemoryLayout was called with struct_size 8"), "{message}");
    destroy(std::ptr::null_mut());
}

#[test]
fn a_device_has_a_memory_of_each_kind() {
    let memories: PJRT_MemoryDescriptions_Extension = extension(PJRT_Extension_Type::MemoryDescriptions);
    let client = Client::new();
    let mut args = PJRT_Device_GetDescription_Args { device: client.device(1), ..AbiStruct::new() };
    call(&mut args).unwrap();
    let mut list =
        PJRT_DeviceDescription_MemorySpaces_Args { device_description: args.device_description, ..AbiStruct::new() };
    call_extension(memories.PJRT_DeviceDescription_MemorySpaces, &mut list).unwrap();
    // SAFETY: the list has this many elements.
    let descriptions = unsafe { std::slice::from_raw_parts(list.memory_spaces, list.num_memory_spaces) };
    let kind = |description: &*const PJRT_MemoryDescription| {
        let mut args = PJRT_MemoryDescription_Kind_Args { memory_description: *description, ..AbiStruct::new() };
        call_extension(memories.PJRT_MemoryDescription_Kind, &mut args).unwrap();
        // SAFETY: the text lives as long as the description.
        let text = unsafe { std::slice::from_raw_parts(args.kind.cast::<u8>(), args.kind_size) };
        (String::from_utf8_lossy(text).into_owned(), args.kind_id)
    };
    let kinds: Vec<(String, i32)> = descriptions.iter().map(kind).collect();
    assert_eq!(kinds, [("device".into(), 0), ("pinned_host".into(), 1), ("unpinned_host".into(), 2)]);
    let mut null = PJRT_MemoryDescription_Kind_Args::new();
    assert!(call_extension(memories.PJRT_MemoryDescription_Kind, &mut null).is_err());
}
