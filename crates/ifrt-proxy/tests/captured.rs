//! Requests of real clients: what JAX 0.10.2 and 0.12.0 sent while they ran `captured/program.py`.
//!
//! A server that writes down each message answered them: eight devices of platform `tpu`, results of any
//! values. A line of a file is a call, the bytes of one message, and the metadata of the call if it is its
//! first message.

use std::collections::BTreeMap;

use ifrt_proxy::messages::*;
use ifrt_proxy::{CompileOptions, DType, HostLayout, Program, Shape, Sharding, VersionRange};
use prost::Message;

struct Call {
    name: String,
    bytes: Vec<u8>,
    metadata: BTreeMap<String, Vec<u8>>,
}

fn hex(text: &str) -> Vec<u8> {
    let text = text.trim_matches('-');
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn calls(file: &str) -> Vec<Call> {
    let path = format!("{}/tests/captured/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    let read = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let metadata = words[2..].chunks(2).map(|pair| (pair[0].to_owned(), hex(pair[1]))).collect();
        Call { name: words[0].to_owned(), bytes: hex(words[1]), metadata }
    };
    std::fs::read_to_string(path).unwrap().lines().map(read).collect()
}

fn requests(file: &str) -> Vec<Request> {
    let calls = calls(file).into_iter().filter(|call| call.name == "IfrtSession");
    let requests: Vec<_> = calls.map(|call| IfrtRequest::decode(call.bytes.as_slice()).unwrap()).collect();
    // Requests are numbered from 1.
    let numbers: Vec<u64> = requests.iter().map(IfrtRequest::op_id).collect();
    assert_eq!(numbers, (1..=requests.len() as u64).collect::<Vec<_>>());
    requests.into_iter().map(|request| request.request.unwrap()).collect()
}

/// The one request of a kind that is this one, or those of a kind.
macro_rules! all {
    ($file:expr, $kind:ident) => {
        requests($file)
            .into_iter()
            .filter_map(|request| match request {
                Request::$kind(content) => Some(content),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

const FILES: [&str; 2] = ["jaxlib-0.10.2", "jaxlib-0.12.0.1"];

#[test]
fn every_request_is_of_a_kind_that_is_read_and_no_byte_is_unknown() {
    let skipped = [Kind::Compile, Kind::LoadedExecutableDestruct];
    for file in FILES {
        for call in calls(file).iter().filter(|call| call.name == "IfrtSession") {
            let request = IfrtRequest::decode(call.bytes.as_slice()).unwrap();
            let kind = request.request.as_ref().unwrap().kind();
            assert!(kind.is_read(), "{file}: {kind}");
            // A request that is read and written again has its old length: no field was skipped. The options
            // of the deletion of an executable are.
            if !skipped.contains(&kind) {
                assert_eq!(request.encoded_len(), call.bytes.len(), "{file}: {request:?}");
            }
        }
    }
}

#[test]
fn versions_and_session_metadata() {
    for (file, serdes) in [(FILES[0], 3), (FILES[1], 6)] {
        let calls = calls(file);
        let version = VersionRange::SUPPORTED;
        let chosen = version.negotiate(&GrpcGetVersionRequest::decode(calls[0].bytes.as_slice()).unwrap()).unwrap();
        assert_eq!((calls[0].name.as_str(), chosen.protocol, chosen.serdes), ("GetVersion", 25, serdes));

        let bytes = calls[1].metadata["ifrt-proxy-grpc-ifrt-session-metadata-bin"].as_slice();
        let metadata = GrpcIfrtSessionMetadata::decode(bytes).unwrap();
        assert_eq!(metadata.version, Some(chosen.into()));
        let data = metadata.initialization_data.unwrap();
        assert_eq!((data.bytes("authorization"), data.int("cores")), (Some(b"Bearer abc".as_slice()), Some(8)));
    }
}

/// The bytes of the host buffer of a handle.
fn stored(file: &str, handle: u64) -> Vec<u8> {
    let key = "ifrt-proxy-grpc-host-buffer-store-metadata-bin";
    for call in calls(file).iter().filter(|call| call.name == "HostBufferStore") {
        let metadata = GrpcHostBufferStoreMetadata::decode(call.metadata[key].as_slice()).unwrap();
        let part = GrpcHostBufferStoreRequest::decode(call.bytes.as_slice()).unwrap();
        assert_eq!((metadata.session_id, metadata.buffer_size), (0x1234567890abcdef, part.data.len() as i64));
        if metadata.handle == handle {
            return part.data.to_vec();
        }
    }
    panic!("{file}: no host buffer {handle}");
}

#[test]
fn arrays_of_host_buffers() {
    let f32s = |count: u8| (0..count).flat_map(|value| f32::from(value).to_le_bytes()).collect::<Vec<u8>>();
    for (file, memory_kind) in [(FILES[0], Some("device")), (FILES[1], None)] {
        let arrays = all!(file, MakeArrayFromHostBuffer);
        let read = |array: &MakeArrayFromHostBufferRequest| {
            let dtype = DType::try_from(array.dtype.as_ref().unwrap()).unwrap();
            let shape = Shape::try_from(array.shape.as_ref().unwrap()).unwrap();
            let layout = HostLayout::new(dtype, &shape, array.byte_strides.as_ref()).unwrap();
            let bytes = layout.gather(&stored(file, array.host_buffer_handle)).unwrap();
            let sharding = Sharding::try_from(array.sharding.as_ref().unwrap()).unwrap();
            assert_eq!(sharding.memory_kind.as_deref(), memory_kind, "{file}");
            assert!(sharding.is_fully_replicated(shape.dims().len()).unwrap());
            (dtype, shape.dims().to_vec(), bytes, sharding.devices)
        };
        assert_eq!(arrays.len(), 4);
        assert_eq!(read(&arrays[0]), (DType::F32, vec![8], f32s(8), vec![0]));
        // The transpose of 0 1 2 / 3 4 5.
        let transposed = [0u16, 3, 1, 4, 2, 5].iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(read(&arrays[1]), (DType::S16, vec![3, 2], transposed, vec![0]));
        // A byte for each element of four bits: 1, -2, 3.
        assert_eq!(read(&arrays[2]), (DType::S4, vec![3], vec![0x01, 0x0e, 0x03], vec![0]));
        // The data of a replicated array is sent once.
        assert_eq!(read(&arrays[3]), (DType::F32, vec![4], f32s(4), (0..8).collect()));
    }
}

#[test]
fn arrays_of_shards() {
    for file in FILES {
        let made = all!(file, MakeArraysFromHostBufferShards);
        let [request] = made.as_slice() else { panic!("{file}: {made:?}") };
        let spec = &request.specs[0];
        let array = spec.array_spec.as_ref().unwrap();
        let sharding = Sharding::try_from(array.sharding.as_ref().unwrap()).unwrap();
        let tiles = sharding.tiles(1).unwrap();
        assert_eq!((sharding.devices.as_slice(), tiles.dims()), ([0, 1, 2, 3, 4, 5, 6, 7].as_slice(), [8].as_slice()));
        for (device, (buffer, indices)) in spec.host_buffers.iter().zip(&spec.addressable_shard_indices).enumerate() {
            assert_eq!(indices.indices, [device as i64]);
            assert_eq!(tiles.shard(device, &[8]).unwrap()[0], device..device + 1);
            assert_eq!(stored(file, buffer.host_buffer_handle), (device as f32).to_le_bytes());
        }

        let assembled = all!(file, AssembleArrayFromSingleDeviceArrays);
        let sharding = Sharding::try_from(assembled[0].sharding.as_ref().unwrap()).unwrap();
        assert_eq!(sharding.devices, [1]);
        let copied = all!(file, CopyArrays);
        assert_eq!(copied[0].device_ids, [1]);
        assert_eq!(assembled[0].single_device_array_handles, copied[0].result_handles);
    }
}

#[test]
fn programs_with_their_options() {
    for file in FILES {
        let compiled = all!(file, Compile);
        assert_eq!(compiled.len(), 2);
        for (request, partitions) in compiled.into_iter().zip([1, 8]) {
            let options = CompileOptions::try_from(request.compile_options.as_ref().unwrap()).unwrap();
            let assignment = options.device_assignment.as_ref().unwrap();
            assert_eq!((options.num_replicas, options.num_partitions), (1, partitions));
            assert_eq!(assignment.devices(), (0..partitions as i32).collect::<Vec<_>>());
            assert!(options.use_spmd_partitioning && options.use_shardy_partitioner && !options.is_portable);
            assert_eq!(options.propagate_to_outputs, [partitions == 1]);

            let program = Program::try_from(request.program.unwrap()).unwrap();
            assert!(matches!(program, Program::Xla(_)) && program.bytes().starts_with(b"ML\xefR"));
        }
    }
}

#[test]
fn results_get_handles_of_the_client_from_the_second_run_on() {
    for file in FILES {
        let runs = all!(file, LoadedExecutableExecute);
        let [first, second, other] = runs.as_slice() else { panic!("{file}: {runs:?}") };
        assert_eq!((first.result_array_handle.len(), first.args_handles.as_slice()), (0, [1].as_slice()));
        assert_eq!(second.result_array_handle.len(), 1);
        assert!(second.args_handles[0] >= ifrt_proxy::Handle::FIRST_OF_SERVER);
        assert_eq!(other.result_array_handle.len(), 0);
        let options = |run: &LoadedExecutableExecuteRequest| run.execute_options.clone().unwrap();
        assert_eq!(options(second).launch_id, options(first).launch_id + 1);
        assert_eq!(options(second).execution_stream_id, options(first).execution_stream_id);
    }
}
