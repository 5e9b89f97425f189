//! A server in this process, whose devices are lists of bytes. It checks what a real server relies on.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use ifrt_proxy::messages::*;
use ifrt_proxy::stub::server::{IfrtProxy, IfrtProxyServer};
use ifrt_proxy::{
    Address, Code, CompileOptions, DType, Error, Handles, Program, Result, Shape, Sharding, VersionRange,
};
use tokio::runtime::Runtime;
use tokio_stream::Stream;
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::{Status, Streaming};

/// The id of the one session.
const SESSION: u64 = 0x1234_5678_9abc_def0;

/// The token that opens the session.
pub const TOKEN: &str = "open sesame";

/// An array: a list of bytes for each device.
#[derive(Clone)]
struct Stored {
    dtype: DType,
    shape: Shape,
    sharding: Sharding,
    shards: Vec<Vec<u8>>,
}

/// What the server holds.
pub struct State {
    buffers: HashMap<u64, Vec<u8>>,
    arrays: HashMap<u64, Result<Option<Stored>>>,
    programs: HashMap<u64, String>,
    futures: HashMap<u64, Result<()>>,
    handles: Handles,
    /// The kinds of all requests.
    pub kinds: Vec<Kind>,
    /// Sessions whose requests have ended, not broken off.
    pub ended: usize,
}

impl State {
    /// Numbers of host buffers, arrays and programs.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.buffers.len(), self.arrays.len(), self.programs.len())
    }

    fn array(&self, handle: u64) -> Result<&Stored> {
        let missing = || Error::new(Code::NotFound, format!("no array {handle}"));
        let deleted = || Error::new(Code::FailedPrecondition, format!("array {handle} is deleted"));
        self.arrays.get(&handle).ok_or_else(missing)?.as_ref().map_err(Error::clone)?.as_ref().ok_or_else(deleted)
    }

    fn answer(&mut self, request: Request) -> Result<Response> {
        self.kinds.push(request.kind());
        match request {
            Request::Init(_) => Ok(Response::Init(init())),
            Request::MakeArrayFromHostBuffer(request) => self.make(request),
            Request::MakeArraysFromHostBufferShards(request) => self.make_of_shards(request),
            Request::CheckValueReady(request) => {
                request.value_handles.iter().try_for_each(|handle| self.array(*handle).map(drop))?;
                Ok(Response::CheckValueReady(CheckValueReadyResponse {}))
            }
            Request::CheckFuture(request) => {
                // A future is asked for once.
                self.futures.remove(&request.future_handle).expect("no such future")?;
                Ok(Response::CheckFuture(CheckFutureResponse {}))
            }
            Request::CopyToHostBuffer(request) => {
                let array = self.array(request.array_handle)?;
                assert_eq!(array.shards.len(), 1, "an array of one device is copied");
                let bytes = array.shards[0].clone();
                self.buffers.insert(request.host_buffer_handle, bytes);
                Ok(Response::CopyToHostBuffer(EmptyResponse {}))
            }
            Request::DisassembleIntoSingleDeviceArrays(request) => self.disassemble(request),
            Request::DeleteArray(request) => {
                for handle in request.array_handle {
                    self.array(handle)?;
                    self.arrays.insert(handle, Ok(None));
                }
                let deletion_future_handle = self.future(Ok(()));
                Ok(Response::DeleteArray(DeleteArrayResponse { deletion_future_handle }))
            }
            Request::IsArrayDeleted(request) => {
                let deleted = matches!(self.arrays.get(&request.array_handle), Some(Ok(None)));
                Ok(Response::IsArrayDeleted(IsArrayDeletedResponse { deleted }))
            }
            Request::DestructArray(request) => {
                for handle in request.array_handle {
                    assert!(self.arrays.remove(&handle).is_some(), "array {handle} is freed once");
                }
                Ok(Response::DestructArray(EmptyResponse {}))
            }
            Request::Compile(request) => self.compile(request),
            Request::LoadedExecutableExecute(request) => self.execute(request),
            Request::LoadedExecutableDestruct(request) => {
                assert!(self.programs.remove(&request.loaded_executable_handle).is_some());
                Ok(Response::LoadedExecutableDestruct(EmptyResponse {}))
            }
            other => Err(Error::unimplemented(format!("{} is not served", other.kind()))),
        }
    }

    fn future(&mut self, result: Result<()>) -> u64 {
        let handle = self.handles.next().get();
        self.futures.insert(handle, result);
        handle
    }

    fn make(&mut self, request: MakeArrayFromHostBufferRequest) -> Result<Response> {
        let sharding = Sharding::try_from(&request.sharding.unwrap())?;
        let data = self.buffers.remove(&request.host_buffer_handle).expect("the bytes come first");
        let stored = Stored {
            dtype: DType::try_from(&request.dtype.unwrap())?,
            shape: Shape::try_from(&request.shape.unwrap())?,
            shards: vec![data; sharding.devices.len()],
            sharding,
        };
        assert!(stored.sharding.is_fully_replicated(stored.shape.dims().len())?);
        let array_handle = request.array_handle.unwrap();
        self.arrays.insert(array_handle, Ok(Some(stored)));
        Ok(Response::MakeArrayFromHostBuffer(ArrayResponse { array_handle }))
    }

    fn make_of_shards(&mut self, request: MakeArraysFromHostBufferShardsRequest) -> Result<Response> {
        for (spec, handle) in request.specs.into_iter().zip(&request.array_handles) {
            let array = spec.array_spec.unwrap();
            let sharding = Sharding::try_from(&array.sharding.unwrap())?;
            let mut shards = vec![Vec::new(); sharding.devices.len()];
            for (buffer, indices) in spec.host_buffers.iter().zip(&spec.addressable_shard_indices) {
                let data = self.buffers.remove(&buffer.host_buffer_handle).expect("the bytes come first");
                indices.indices.iter().for_each(|index| shards[*index as usize] = data.clone());
            }
            let (dtype, shape) = (DType::try_from(&array.dtype.unwrap())?, Shape::try_from(&array.shape.unwrap())?);
            self.arrays.insert(*handle, Ok(Some(Stored { dtype, shape, sharding, shards })));
        }
        Ok(Response::MakeArraysFromHostBufferShards(ArraysResponse { array_handles: request.array_handles }))
    }

    fn disassemble(&mut self, request: DisassembleIntoSingleDeviceArraysRequest) -> Result<Response> {
        let array = self.array(request.array_handle).cloned();
        for (index, handle) in request.result_handles.iter().enumerate() {
            let shard = array.clone().map(|array| {
                let sharding = Sharding::single_device(array.sharding.devices[index]);
                Some(Stored { shards: vec![array.shards[index].clone()], sharding, ..array })
            });
            self.arrays.insert(*handle, shard);
        }
        array?;
        let array_handles = request.result_handles;
        Ok(Response::DisassembleIntoSingleDeviceArrays(ArraysResponse { array_handles }))
    }

    /// Programs are words: `increment` adds 1 to each byte, `fail` fails when it runs, `broken` when it
    /// compiles, and all others are refused.
    fn compile(&mut self, request: CompileRequest) -> Result<Response> {
        let options = CompileOptions::try_from(&request.compile_options.unwrap())?;
        let Program::StableHloText(text) = Program::try_from(request.program.unwrap())? else {
            return Err(Error::unimplemented("only texts"));
        };
        let result = match text.as_str() {
            "increment" | "fail" => Ok(()),
            "broken" => Err(Error::new(Code::ResourceExhausted, "too large for the device")),
            other => return Err(Error::invalid(format!("line 1: unknown operation {other}"))),
        };
        let handle = self.handles.next().get();
        self.programs.insert(handle, text.clone());
        Ok(Response::Compile(CompileResponse {
            loaded_executable_handle: handle,
            name: text,
            device_ids: (0..options.num_partitions as i32).collect(),
            ready_future_handle: Some(self.future(result)),
            ..CompileResponse::default()
        }))
    }

    fn execute(&mut self, request: LoadedExecutableExecuteRequest) -> Result<Response> {
        let text = self.programs[&request.loaded_executable_handle].clone();
        let named = request.result_array_handle.first().copied();
        let result = self.array(request.args_handles[0]).cloned().and_then(|mut array| match text.as_str() {
            "increment" => {
                array.shards.iter_mut().flatten().for_each(|byte| *byte = byte.wrapping_add(1));
                Ok(array)
            }
            _ => Err(Error::internal("the device caught fire")),
        });
        // A run that fails is the error of its results.
        let outputs = match (&result, named) {
            (Ok(array), _) => vec![OutputProto {
                dtype: Some(array.dtype.into()),
                shape: Some((&array.shape).into()),
                sharding: Some((&array.sharding).into()),
                array_handle: named.unwrap_or_else(|| self.handles.next().get()),
            }],
            (Err(error), None) => return Err(error.clone()),
            (Err(_), Some(_)) => Vec::new(),
        };
        if let Some(handle) = named.or(outputs.first().map(|output| output.array_handle)) {
            self.arrays.insert(handle, result.clone().map(Some));
        }
        result?;
        Ok(Response::LoadedExecutableExecute(LoadedExecutableExecuteResponse { status_handle: 0, outputs }))
    }
}

fn init() -> InitResponse {
    let device = |id: i32| DeviceProto {
        id,
        device_kind: "fake core".into(),
        default_memory_id: Some(id),
        memory_ids: vec![id],
        to_string: format!("Core({id})"),
        ..DeviceProto::default()
    };
    let memory = |id: i32| MemoryProto { id, memory_space_kind: "device".into(), ..MemoryProto::default() };
    InitResponse {
        session_id: SESSION,
        platform_name: "fake".into(),
        platform_version: "1".into(),
        all_devices: (0..4).map(device).collect(),
        primary_device_ids: (0..4).collect(),
        memories: (0..4).map(memory).collect(),
        ..InitResponse::default()
    }
}

/// A server; it ends when it is dropped.
pub struct Fake {
    pub address: Address,
    pub state: Arc<Mutex<State>>,
    runtime: Option<Runtime>,
}

impl Fake {
    pub fn start() -> Fake {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let state = State {
            buffers: HashMap::new(),
            arrays: HashMap::new(),
            programs: HashMap::new(),
            futures: HashMap::new(),
            handles: Handles::of_server(),
            kinds: Vec::new(),
            ended: 0,
        };
        let state = Arc::new(Mutex::new(state));
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = Address::Tcp { host: "127.0.0.1".into(), port: listener.local_addr().unwrap().port() };
        let service = IfrtProxyServer::new(Arc::new(Service(Arc::clone(&state))));
        let server = tonic::transport::Server::builder().add_service(service);
        runtime.spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
        Fake { address, state, runtime: Some(runtime) }
    }

    /// Ends all sessions.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.stop();
    }
}

struct Service(Arc<Mutex<State>>);

type Parts<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

impl IfrtProxy for Service {
    type SessionStream = Parts<IfrtResponse>;
    type LookupStream = Parts<GrpcHostBufferLookupResponse>;

    async fn get_version(
        &self,
        request: tonic::Request<GrpcGetVersionRequest>,
    ) -> Result<GrpcGetVersionResponse, Status> {
        Ok(VersionRange::SUPPORTED.negotiate(request.get_ref())?.into())
    }

    async fn session(
        &self,
        metadata: GrpcIfrtSessionMetadata,
        requests: tonic::Request<Streaming<IfrtRequest>>,
    ) -> Result<Self::SessionStream, Status> {
        let data = metadata.initialization_data.unwrap_or_default();
        if data.bytes("authorization") != Some(format!("Bearer {TOKEN}").as_bytes()) {
            return Err(Error::new(Code::Unauthenticated, "the token is wrong").into());
        }
        let state = Arc::clone(&self.0);
        let (send, answers) = tokio::sync::mpsc::channel(16);
        tokio::spawn(async move {
            let mut requests = requests.into_inner();
            while let Ok(request) = requests.message().await {
                let Some(request) = request else {
                    state.lock().unwrap().ended += 1;
                    break;
                };
                let number = request.op_id();
                let answer = state.lock().unwrap().answer(request.request.unwrap());
                if send.send(Ok(IfrtResponse::new(number, answer))).await.is_err() {
                    break;
                }
            }
        });
        Ok(Box::pin(ReceiverStream::new(answers)))
    }

    async fn store(
        &self,
        metadata: GrpcHostBufferStoreMetadata,
        parts: tonic::Request<Streaming<GrpcHostBufferStoreRequest>>,
    ) -> Result<(), Status> {
        assert_eq!(metadata.session_id, SESSION);
        let (mut parts, mut bytes) = (parts.into_inner(), Vec::new());
        while let Some(part) = parts.message().await? {
            bytes.extend_from_slice(&part.data);
        }
        if bytes.len() > 1 << 20 {
            return Err(Error::new(Code::ResourceExhausted, "the session's quota is 1 MiB").into());
        }
        self.0.lock().unwrap().buffers.insert(metadata.handle, bytes);
        Ok(())
    }

    async fn lookup(&self, request: tonic::Request<GrpcHostBufferLookupRequest>) -> Result<Self::LookupStream, Status> {
        let bytes = self.0.lock().unwrap().buffers[&request.get_ref().handle].clone();
        let parts: Vec<_> = bytes.chunks(5).map(|part| part.to_vec().into()).collect();
        Ok(Box::pin(tokio_stream::iter(parts.into_iter().map(|data| Ok(GrpcHostBufferLookupResponse { data })))))
    }

    async fn delete(&self, request: tonic::Request<GrpcHostBufferDeleteRequest>) -> Result<(), Status> {
        assert!(self.0.lock().unwrap().buffers.remove(&request.get_ref().handle).is_some());
        Ok(())
    }
}
