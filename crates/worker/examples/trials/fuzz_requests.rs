//! Requests of all kinds with random content: small numbers and names that are often right, and some that lie.

use ifrt_proxy::messages::{
    ArraySpecProto, AssembleArrayFromSingleDeviceArraysRequest, ByteStrides, CheckFutureRequest,
    CheckValueReadyRequest, CompileRequest, CopyArraysRequest, CopyToHostBufferRequest, DTypeProto, DeleteArrayRequest,
    DestructArrayRequest, DeviceListProto, DisassembleIntoSingleDeviceArraysRequest, ExecuteOptionsProto,
    FullyReplicatedShardRequest, GetDefaultDeviceAssignmentRequest, GetDefaultLayoutRequest, HloShardingProto,
    HostBufferProto, InitRequest, IsArrayDeletedRequest, LoadedExecutableExecuteRequest,
    LoadedExecutableFetchExecuteResultRequest, LoadedExecutableRequest, MakeArrayFromHostBufferRequest,
    MakeArraysFromHostBufferShardsRequest, MakeArraysFromHostBufferShardsSpec, OpSharding, RemapArraysRequest,
    RemapMappingProto, RemapPlanProto, Request, Serialized, ShapeProto, ShardIndices, ShardingProto,
    SingleDeviceShardingProto,
};
use ifrt_proxy::{CompileOptions, Program};
use keras::utils::Rng;
use prost::Message;

/// Programs; a damaged text is mostly an error, and sometimes another program.
const PROGRAMS: [&str; 3] = [
    "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
       %y = stablehlo.add %x, %x : tensor<4xf32>
       return %y : tensor<4xf32>
     }",
    "func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<i32>) {
       %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
       %c = stablehlo.constant dense<3> : tensor<i32>
       return %z, %c : tensor<2x2xf32>, tensor<i32>
     }",
    "func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
       %y = stablehlo.sine %x : tensor<4xf32>
       return %y : tensor<4xf32>
     }",
];

fn one<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u64) as usize]
}

/// A handle: of the client, of the server, or of nobody.
pub fn handle(rng: &mut Rng) -> u64 {
    match rng.below(16) {
        0..10 => 1 + rng.below(12),
        10..14 => (1 << 48) + 1 + rng.below(8),
        _ => one(rng, &[0, u64::MAX, (1 << 48) - 1, 1 << 48, 1 << 63]),
    }
}

fn handles(rng: &mut Rng) -> Vec<u64> {
    (0..rng.below(4)).map(|_| handle(rng)).collect()
}

fn dims(rng: &mut Rng) -> Vec<i64> {
    let lists: [&[i64]; 10] =
        [&[], &[1], &[4], &[2, 3], &[3, 2], &[0, 4], &[-1], &[1 << 40, 2], &[i64::MAX, i64::MAX], &[1; 70]];
    let last = if rng.below(4) == 0 { 10 } else { 6 };
    lists[rng.below(last) as usize].to_vec()
}

fn shape(rng: &mut Rng) -> Option<ShapeProto> {
    (rng.below(20) > 0).then(|| ShapeProto { dims: dims(rng), version_number: 0 })
}

fn dtype(rng: &mut Rng) -> Option<DTypeProto> {
    let kind = if rng.below(3) > 0 { 11 } else { rng.below(40) as i32 - 2 };
    (rng.below(20) > 0).then_some(DTypeProto { kind, version_number: 0 })
}

fn strides(rng: &mut Rng) -> Option<ByteStrides> {
    let number = |rng: &mut Rng| one(rng, &[4, 8, 12, 0, -4, i64::MAX, 1]);
    (rng.below(5) == 0).then(|| ByteStrides { strides: (0..rng.below(4)).map(|_| number(rng)).collect() })
}

fn devices(rng: &mut Rng) -> Vec<i32> {
    match rng.below(4) {
        0 => vec![0],
        1 => (0..8).collect(),
        2 => (0..rng.below(10)).map(|_| rng.below(10) as i32 - 1).collect(),
        _ => vec![one(rng, &[0, 1, 7, 8, -1, i32::MAX])],
    }
}

fn sharding(rng: &mut Rng) -> Option<ShardingProto> {
    let (type_name, data) = match rng.below(8) {
        0..4 => {
            let device_id = one(rng, &[0, 0, 0, 1, 7, 8, -1]);
            let single = SingleDeviceShardingProto { device_id, memory_kind: None, version_number: 0 };
            ("xla::ifrt::SingleDeviceSharding", single.encode_to_vec())
        }
        4..7 => {
            let op = OpSharding {
                r#type: rng.below(6) as i32,
                tile_assignment_dimensions: dims(rng),
                tile_assignment_devices: devices(rng).into_iter().map(i64::from).collect(),
                iota_reshape_dims: if rng.below(2) == 0 { dims(rng) } else { vec![] },
                iota_transpose_perm: (0..rng.below(3) as i32).collect(),
                ..OpSharding::default()
            };
            let devices = Some(DeviceListProto { device_ids: devices(rng), version_number: 0 });
            let hlo = HloShardingProto { devices, xla_op_sharding: Some(op), ..HloShardingProto::default() };
            ("xla::ifrt::HloSharding", hlo.encode_to_vec())
        }
        _ => ("xla::ifrt::ConcreteEvenSharding", vec![rng.next_u64() as u8; rng.below(9) as usize]),
    };
    let serialized = Serialized { type_name: type_name.into(), data: data.into() };
    (rng.below(20) > 0).then_some(ShardingProto { serialized_sharding: Some(serialized) })
}

fn spec(rng: &mut Rng) -> ArraySpecProto {
    ArraySpecProto { dtype: dtype(rng), shape: shape(rng), sharding: sharding(rng), layout: None, version_number: 0 }
}

fn compile(rng: &mut Rng) -> CompileRequest {
    let mut text = one(rng, &PROGRAMS).to_string();
    if rng.below(3) == 0 {
        let at = rng.below(text.len() as u64) as usize;
        let with = one(rng, &["0", "9", "-1", "x", "<", "}", "f64", "%x", ""]);
        text.replace_range(at..at + 1, with);
    }
    let options = CompileOptions {
        num_replicas: one(rng, &[1, 1, 1, 1, 2, 8, 0, 1 << 40]),
        num_partitions: one(rng, &[1, 1, 1, 1, 2, 0, usize::MAX]),
        ..CompileOptions::default()
    };
    CompileRequest {
        program: (rng.below(20) > 0).then(|| Program::StableHloText(text).into()),
        compile_options: (rng.below(20) > 0).then(|| Serialized::from(&options)),
        host_callbacks: vec![vec![]; usize::from(rng.below(20) == 0)],
    }
}

fn remap(rng: &mut Rng) -> RemapArraysRequest {
    let numbers = |rng: &mut Rng| vec![one(rng, &[0, 1, 2, 8, -1, i64::MAX]); rng.below(3) as usize];
    let mapping = |rng: &mut Rng| RemapMappingProto {
        in_array: rng.below(3) as i32 - 1,
        out_array: rng.below(3) as i32 - 1,
        from_start: numbers(rng),
        from_end: numbers(rng),
        from_step: numbers(rng),
        to_start: numbers(rng),
        to_end: numbers(rng),
        to_step: numbers(rng),
    };
    let plan = RemapPlanProto {
        output_specs: (0..rng.below(3)).map(|_| spec(rng)).collect(),
        mappings: (0..rng.below(3)).map(|_| mapping(rng)).collect(),
        ..RemapPlanProto::default()
    };
    RemapArraysRequest {
        plan: Some(plan),
        array_handles: handles(rng),
        copy_semantics: 2,
        result_handles: handles(rng),
    }
}

fn shards(rng: &mut Rng) -> MakeArraysFromHostBufferShardsRequest {
    let buffer = |rng: &mut Rng| HostBufferProto {
        dtype: dtype(rng),
        shape: shape(rng),
        host_buffer_handle: handle(rng),
        byte_strides: strides(rng),
    };
    let spec = |rng: &mut Rng| MakeArraysFromHostBufferShardsSpec {
        addressable_shard_indices: (0..rng.below(3))
            .map(|_| ShardIndices { indices: vec![rng.below(10) as i64 - 1; rng.below(3) as usize] })
            .collect(),
        host_buffers: (0..rng.below(3)).map(|_| buffer(rng)).collect(),
        array_spec: (rng.below(9) > 0).then(|| spec(rng)),
    };
    MakeArraysFromHostBufferShardsRequest {
        specs: (0..rng.below(3)).map(|_| spec(rng)).collect(),
        array_handles: handles(rng),
    }
}

fn execute(rng: &mut Rng) -> LoadedExecutableExecuteRequest {
    let options = ExecuteOptionsProto {
        fill_status: rng.below(2) == 0,
        launch_id: rng.next_u64() as i32,
        non_donatable_input_indices: vec![rng.below(3) as i32 - 1; rng.below(2) as usize],
        ..ExecuteOptionsProto::default()
    };
    LoadedExecutableExecuteRequest {
        loaded_executable_handle: handle(rng),
        args_handles: handles(rng),
        execute_options: (rng.below(9) > 0).then_some(options),
        device_ids: if rng.below(5) == 0 { devices(rng) } else { vec![] },
        result_array_handle: handles(rng),
        result_status_handle: if rng.below(2) == 0 { 0 } else { handle(rng) },
    }
}

fn make_array(rng: &mut Rng) -> MakeArrayFromHostBufferRequest {
    MakeArrayFromHostBufferRequest {
        dtype: dtype(rng),
        shape: shape(rng),
        sharding: sharding(rng),
        host_buffer_handle: handle(rng),
        byte_strides: strides(rng),
        array_handle: (rng.below(5) > 0).then(|| handle(rng)),
        ..MakeArrayFromHostBufferRequest::default()
    }
}

fn assemble(rng: &mut Rng) -> AssembleArrayFromSingleDeviceArraysRequest {
    AssembleArrayFromSingleDeviceArraysRequest {
        shape: shape(rng),
        sharding: sharding(rng),
        single_device_array_handles: handles(rng),
        result_handle: handle(rng),
        dtype: dtype(rng),
        ..AssembleArrayFromSingleDeviceArraysRequest::default()
    }
}

/// A request of any kind.
pub fn request(rng: &mut Rng) -> Request {
    let program = |rng: &mut Rng| LoadedExecutableRequest { loaded_executable_handle: handle(rng) };
    match rng.below(32) {
        0..7 => Request::MakeArrayFromHostBuffer(make_array(rng)),
        7 => Request::MakeArraysFromHostBufferShards(shards(rng)),
        8 => Request::AssembleArrayFromSingleDeviceArrays(assemble(rng)),
        9 => Request::RemapArrays(remap(rng)),
        10 | 11 => Request::CopyArrays(CopyArraysRequest {
            array_handles: handles(rng),
            device_ids: devices(rng),
            memory_kind: None,
            copy_semantics: rng.below(5) as i32,
            result_handles: handles(rng),
        }),
        12 | 13 => Request::CopyToHostBuffer(CopyToHostBufferRequest {
            array_handle: handle(rng),
            byte_strides: strides(rng),
            host_buffer_handle: handle(rng),
        }),
        14 => Request::DisassembleIntoSingleDeviceArrays(DisassembleIntoSingleDeviceArraysRequest {
            array_handle: handle(rng),
            result_handles: handles(rng),
            ..DisassembleIntoSingleDeviceArraysRequest::default()
        }),
        15 => Request::FullyReplicatedShard(FullyReplicatedShardRequest {
            array_handle: handle(rng),
            copy_semantics: 2,
            result_handle: handle(rng),
        }),
        16 => Request::DeleteArray(DeleteArrayRequest { array_handle: handles(rng) }),
        17 => Request::IsArrayDeleted(IsArrayDeletedRequest { array_handle: handle(rng) }),
        18 => Request::DestructArray(DestructArrayRequest { array_handle: handles(rng) }),
        19 | 20 => Request::Compile(compile(rng)),
        21 => Request::LoadedExecutableMetadata(program(rng)),
        22..26 => Request::LoadedExecutableExecute(execute(rng)),
        26 => Request::LoadedExecutableFetchExecuteResult(LoadedExecutableFetchExecuteResultRequest {
            result_status_handle: handle(rng),
        }),
        27 => Request::LoadedExecutableCostAnalysis(program(rng)),
        28 => Request::LoadedExecutableHumanReadableProgramText(program(rng)),
        29 => Request::CheckFuture(CheckFutureRequest { future_handle: handle(rng) }),
        30 => Request::CheckValueReady(CheckValueReadyRequest { value_handles: handles(rng) }),
        _ => match rng.below(4) {
            0 => Request::LoadedExecutableDestruct(program(rng)),
            1 => Request::GetDefaultDeviceAssignment(GetDefaultDeviceAssignmentRequest {
                num_replicas: one(rng, &[1, 8, 0, 1 << 20, u64::MAX]),
                num_partitions: one(rng, &[1, 8, 0, 1 << 20, u64::MAX]),
            }),
            2 => Request::GetDefaultLayout(GetDefaultLayoutRequest {
                dtype: dtype(rng),
                dims: dims(rng),
                device_id: rng.below(10) as i32 - 1,
                memory_kind: String::new(),
            }),
            _ => Request::Init(InitRequest {}),
        },
    }
}
