//! A session: the requests of one client, in order, and all that it made.
//!
//! One thread carries out the requests of a session. Clients do not wait: they name results themselves and
//! send the next request at once. A request that fails therefore leaves its error under the names of its
//! results, where each later use finds it. Only compilations run beside, and answers that wait for a device
//! are sent when it is ready.

mod arrays;
mod execute;
mod futures;
mod host_copies;
mod programs;
mod reply;
mod tables;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ifrt_proxy::messages::ShardingProto;
use ifrt_proxy::messages::{ComputationDevice, DeviceAssignmentProto};
use ifrt_proxy::messages::{GetDefaultDeviceAssignmentRequest, GetDefaultLayoutRequest};
use ifrt_proxy::messages::{GetDefaultDeviceAssignmentResponse, GetDefaultLayoutResponse, Request, Response};
use ifrt_proxy::{Error, Result};

use crate::backend::Backend;
use crate::convert::Placement;
use crate::error::from_pjrt;
use crate::host_buffers::HostBuffers;
use crate::launch_queue::QueueMember;
use crate::metrics::Metrics;
use crate::quota::Quota;
pub use reply::{Answer, Reply};
use tables::Tables;

/// Bytes of an error's text that are kept under the names of results.
const MAX_KEPT_TEXT: usize = 1 << 10;
/// Replicas times partitions of a default assignment.
const MAX_ASSIGNED: usize = 1 << 20;

/// A session. When it is dropped, all of its arrays, executables and host buffers are freed.
pub struct Session {
    id: u64,
    backend: Arc<Backend>,
    quota: Quota,
    host_buffers: Arc<HostBuffers>,
    metrics: Arc<Metrics>,
    tables: Mutex<Tables>,
    /// Compilations that wait or run.
    compiling: AtomicUsize,
    has_ended: AtomicBool,
    /// True after the first request, which asks for the devices.
    is_initialized: AtomicBool,
    _member: QueueMember,
}

impl Session {
    /// A session that may hold `max_bytes` in arrays and host buffers together.
    pub fn new(id: u64, backend: Arc<Backend>, max_bytes: u64, metrics: Arc<Metrics>) -> Session {
        Session {
            id,
            quota: Quota::new(max_bytes, backend.held_bytes.clone()),
            host_buffers: Arc::default(),
            metrics,
            tables: Mutex::default(),
            compiling: AtomicUsize::new(0),
            has_ended: AtomicBool::new(false),
            is_initialized: AtomicBool::new(false),
            _member: backend.launch_queue.join(),
            backend,
        }
    }

    /// The number that names the session in calls that move host buffers.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What the log calls it: the number itself is secret.
    pub fn name(&self) -> String {
        format!("{:08x}", self.id >> 32)
    }

    /// Ends it: no further request is carried out, and none waits for bytes.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        self.host_buffers.close();
    }

    /// True after [`Session::end`].
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// The bytes that it may hold.
    pub fn quota(&self) -> &Quota {
        &self.quota
    }

    /// Its host buffers.
    pub fn host_buffers(&self) -> &Arc<HostBuffers> {
        &self.host_buffers
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // The tables are valid after every statement.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out a request. Requests are passed one after another, in the order of the stream.
    pub fn process(self: &Arc<Self>, request: Option<Request>, reply: Reply) {
        match request {
            None => reply.send(Err(Error::unimplemented("the request is of a kind that this worker does not know"))),
            Some(Request::CheckFuture(request)) => self.check_future(request, reply),
            Some(Request::CheckValueReady(request)) => self.check_value_ready(&request, reply),
            Some(Request::LoadedExecutableFetchExecuteResult(request)) => self.fetch_execute_result(request, reply),
            Some(Request::CopyToHostBuffer(request)) => self.copy_to_host_buffer(&request, reply),
            Some(Request::Compile(request)) => self.compile(request, reply),
            Some(request) => {
                let results = named_results(&request);
                let status = status_handle(&request);
                let result = self.answer(request);
                if let Err(error) = &result {
                    // It may repeat what the client sent, and stays under each name.
                    self.tables().poison(&results, status, &error.shortened(MAX_KEPT_TEXT));
                }
                reply.send(result);
            }
        }
    }

    /// The answers that need not wait for the device.
    fn answer(self: &Arc<Self>, request: Request) -> Result<Response> {
        match request {
            Request::Init(_) => {
                // Stock clients ask once. Who asks again wants to know what changed.
                let is_asked_again = self.is_initialized.swap(true, Ordering::Relaxed);
                Ok(Response::Init(self.backend.init_response(self.id, is_asked_again)))
            }
            Request::MakeArrayFromHostBuffer(r) => self.make_array(&r).map(Response::MakeArrayFromHostBuffer),
            Request::MakeArraysFromHostBufferShards(r) => {
                self.make_arrays_of_shards(&r).map(Response::MakeArraysFromHostBufferShards)
            }
            Request::AssembleArrayFromSingleDeviceArrays(r) => {
                self.assemble(&r).map(Response::AssembleArrayFromSingleDeviceArrays)
            }
            Request::DisassembleIntoSingleDeviceArrays(r) => {
                self.disassemble(&r).map(Response::DisassembleIntoSingleDeviceArrays)
            }
            Request::FullyReplicatedShard(r) => self.fully_replicated_shard(r).map(Response::FullyReplicatedShard),
            Request::RemapArrays(r) => self.remap(&r).map(Response::RemapArrays),
            Request::CopyArrays(r) => self.copy_arrays(&r).map(Response::CopyArrays),
            Request::DeleteArray(r) => self.delete_arrays(&r).map(Response::DeleteArray),
            Request::IsArrayDeleted(r) => self.is_array_deleted(r).map(Response::IsArrayDeleted),
            Request::DestructArray(r) => self.destruct_arrays(&r).map(Response::DestructArray),
            Request::LoadedExecutableMetadata(r) => self.metadata(r).map(Response::LoadedExecutableMetadata),
            Request::LoadedExecutableExecute(r) => self.execute(&r).map(Response::LoadedExecutableExecute),
            Request::LoadedExecutableCostAnalysis(r) => {
                self.cost_analysis(r).map(Response::LoadedExecutableCostAnalysis)
            }
            Request::LoadedExecutableHumanReadableProgramText(r) => {
                self.program_text(r).map(Response::LoadedExecutableHumanReadableProgramText)
            }
            Request::LoadedExecutableDestruct(r) => self.destruct_executable(r).map(Response::LoadedExecutableDestruct),
            Request::GetDefaultDeviceAssignment(r) => {
                self.default_device_assignment(r).map(Response::GetDefaultDeviceAssignment)
            }
            Request::GetDefaultLayout(r) => self.default_layout(&r).map(Response::GetDefaultLayout),
            other => Err(Error::unimplemented(format!("the worker does not support requests {}", other.kind()))),
        }
    }

    /// Reads a sharding. An array has no more shards than there are devices.
    fn placement(&self, sharding: Option<&ShardingProto>) -> Result<Placement> {
        let placement = Placement::read(sharding)?;
        let count = self.backend.client.addressable_devices().len();
        if placement.devices.len() > count {
            let given = placement.devices.len();
            return Err(Error::invalid(format!("a sharding over {given} devices: the worker has {count}")));
        }
        Ok(placement)
    }

    fn default_device_assignment(
        &self,
        request: GetDefaultDeviceAssignmentRequest,
    ) -> Result<GetDefaultDeviceAssignmentResponse> {
        let (replicas, partitions) = (request.num_replicas, request.num_partitions);
        let invalid = || Error::invalid(format!("{replicas} replicas of {partitions} partitions cannot be assigned"));
        let count = |n: u64| usize::try_from(n).ok().filter(|n| (1..=MAX_ASSIGNED).contains(n)).ok_or_else(invalid);
        let (replicas, partitions) = (count(replicas)?, count(partitions)?);
        if replicas * partitions > MAX_ASSIGNED {
            return Err(invalid());
        }
        let client = &self.backend.client;
        let ids = client.default_device_assignment(replicas, partitions).map_err(from_pjrt)?;
        // The plugin lists replica after replica, the message partition after partition.
        let of_partition = |partition| ids.iter().skip(partition).step_by(partitions).map(|id| (*id).into());
        let device_assignment = DeviceAssignmentProto {
            replica_count: replicas as i32,
            computation_count: partitions as i32,
            computation_devices: (0..partitions)
                .map(|partition| ComputationDevice { replica_device_ids: of_partition(partition).collect() })
                .collect(),
        };
        Ok(GetDefaultDeviceAssignmentResponse { device_assignment: Some(device_assignment) })
    }

    /// The text of a layout. A client ends its process if it cannot read it.
    fn default_layout(&self, request: &GetDefaultLayoutRequest) -> Result<GetDefaultLayoutResponse> {
        let element_type = crate::convert::element_type(request.dtype)?;
        self.backend.device(request.device_id)?;
        let dims = crate::convert::dims(&request.dims)?;
        let row_major = || {
            let order: Vec<String> = (0..dims.len()).rev().map(|dim| dim.to_string()).collect();
            format!("{{{}}}", order.join(","))
        };
        let text = match self.backend.client.default_layout(element_type, &dims) {
            Ok(text) => text,
            Err(error) if error.kind() == pjrt::ErrorKind::Unimplemented => row_major(),
            Err(error) => return Err(from_pjrt(error)),
        };
        Ok(GetDefaultLayoutResponse { serialized_pjrt_layout: text.into_bytes() })
    }
}

/// The names that a client gave to the results of a request.
fn named_results(request: &Request) -> Vec<u64> {
    let one = |handle: u64| if handle == 0 { vec![] } else { vec![handle] };
    match request {
        Request::MakeArrayFromHostBuffer(r) => one(r.array_handle.unwrap_or_default()),
        Request::MakeArraysFromHostBufferShards(r) => r.array_handles.clone(),
        Request::AssembleArrayFromSingleDeviceArrays(r) => one(r.result_handle),
        Request::DisassembleIntoSingleDeviceArrays(r) => r.result_handles.clone(),
        Request::FullyReplicatedShard(r) => one(r.result_handle),
        Request::RemapArrays(r) => r.result_handles.clone(),
        Request::CopyArrays(r) => r.result_handles.clone(),
        Request::LoadedExecutableExecute(r) => r.result_array_handle.clone(),
        _ => vec![],
    }
}

/// The name that a client gave to the status of a run; 0 for none.
fn status_handle(request: &Request) -> u64 {
    match request {
        Request::LoadedExecutableExecute(r) => r.result_status_handle,
        _ => 0,
    }
}
