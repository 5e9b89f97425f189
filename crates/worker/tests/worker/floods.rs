//! Clients that take more than their share: connections, memory, answers that they do not read.

use std::time::Duration;

use ifrt_proxy::Code;
use ifrt_proxy::messages::{
    AssembleArrayFromSingleDeviceArraysRequest, CheckFutureRequest, CheckValueReadyRequest, CopyArraysRequest,
    GetDefaultDeviceAssignmentRequest, HloShardingProto, IfrtRequest, MakeArraysFromHostBufferShardsRequest,
    MakeArraysFromHostBufferShardsSpec, Request, Serialized, ShapeProto, ShardingProto,
};
use prost::Message;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::common::{Worker, free_port, metric};
use crate::load;
use crate::raw::{self, Session};

/// Connections that say nothing: somewhat more than the worker allows. `LABORA_TEST_CONNECTIONS` names another number.
const SILENT: usize = 1200;
/// What the worker allows.
const ALLOWED: usize = 1024;

/// The number of silent connections, as far as this process may have files.
fn silent_connections() -> usize {
    let asked = std::env::var("LABORA_TEST_CONNECTIONS").ok().map_or(SILENT, |text| text.parse().unwrap());
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next());
    let files = files.and_then(|files| files.parse().ok()).unwrap_or(usize::MAX);
    asked.min(files.saturating_sub(300))
}

#[tokio::test]
async fn connections_that_say_nothing_do_not_keep_others_out() {
    let metrics = free_port();
    let mut worker = Worker::start(&["--metrics", &metrics]);
    let count = silent_connections();
    let before = worker.peak_bytes();
    let mut silent = Vec::with_capacity(count);
    for number in 0..count {
        let mut stream = TcpStream::connect(&worker.target).await.unwrap();
        if number % 2 == 1 {
            // Half of what a client begins with. The worker may have closed it already.
            let _ = stream.write_all(b"PRI * HTTP/2.0\r\n").await;
        }
        silent.push(stream);
    }
    // The places of the oldest are given to others.
    let channel = raw::connect(&worker.target).await;
    let mut session = Session::open(&channel).await.unwrap();
    session.store(1, 4, vec![vec![0; 4]]).await.unwrap();
    session.make_array(1, &[1], 7).await.unwrap();
    let refused = metric(&metrics, "labora_worker_refused_total").unwrap();
    assert!(refused as usize >= count.saturating_sub(ALLOWED), "{refused} of {count} are closed");
    let grown = worker.peak_bytes().saturating_sub(before);
    println!("{count} connections, {refused} of them closed: {} MiB more than before", grown >> 20);
    assert!(grown < 64 << 20, "{grown} bytes for {count} connections");
    drop(silent);
    // A connection that has spoken keeps its place.
    let ready = Request::CheckValueReady(CheckValueReadyRequest { value_handles: vec![7] });
    session.ask(ready).await.unwrap();
    assert!(worker.is_alive());
}

#[tokio::test]
async fn a_client_that_takes_no_answers_is_not_read_and_others_go_on() {
    const SENT: u64 = 200_000;
    let metrics = free_port();
    let worker = Worker::start(&["--metrics", &metrics]);
    let requests = || metric(&metrics, "labora_worker_requests_total").unwrap();
    let mut slow = Session::open(&raw::connect(&worker.target).await).await.unwrap();
    for number in 0..SENT {
        let request = Request::CheckFuture(CheckFutureRequest { future_handle: 1 });
        slow.send(IfrtRequest::new(number + 100, request));
    }
    // Until it is read no further.
    let mut read = 0;
    while requests() != read || read < 4096 {
        read = requests();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    // 4096 without an answer, and what the client's 2 MiB for a stream hold.
    assert!(read < SENT / 2, "{read} of {SENT} requests are read");
    let channel = raw::connect(&worker.target).await;
    let mut other = Session::open(&channel).await.unwrap();
    other.store(1, 4, vec![vec![0; 4]]).await.unwrap();
    other.make_array(1, &[1], 7).await.unwrap();
    // It takes them after all: none is lost.
    for number in 0..SENT {
        assert_eq!(slow.next().await.unwrap().unwrap().op_id(), number + 100);
    }
    let peak = worker.peak_bytes();
    assert!(peak < 1 << 30, "{peak}");
}

/// A sharding over devices, each of which holds the whole array.
fn replicated(devices: Vec<i32>) -> Option<ShardingProto> {
    let devices = Some(ifrt_proxy::messages::DeviceListProto { device_ids: devices, version_number: 0 });
    let hlo = HloShardingProto { devices, ..HloShardingProto::default() };
    let serialized = Serialized { type_name: "xla::ifrt::HloSharding".into(), data: hlo.encode_to_vec().into() };
    Some(ShardingProto { serialized_sharding: Some(serialized) })
}

#[tokio::test]
async fn small_requests_do_not_become_large_values() {
    let mut worker = Worker::start(&[]);
    let channel = raw::connect(&worker.target).await;
    let mut session = Session::open(&channel).await.unwrap();
    let before = worker.peak_bytes();
    // An error that repeats a text of the client, under many names: 10 GB if each kept it.
    let names: Vec<u64> = (10..10_010).collect();
    let copy = CopyArraysRequest {
        memory_kind: Some("m".repeat(1 << 20)),
        result_handles: names.clone(),
        ..CopyArraysRequest::default()
    };
    let error = session.ask(Request::CopyArrays(copy)).await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    assert!(error.message().len() < 1 << 17, "{}", error.message().len());
    for name in [names[0], names[9_999]] {
        let ready = Request::CheckValueReady(CheckValueReadyRequest { value_handles: vec![name] });
        let kept = session.ask(ready).await.unwrap_err();
        assert!(kept.message().starts_with("the devices have no memory of the kind"), "{kept}");
    }
    // An array with more shards than there are devices.
    session.store(1, 4, vec![vec![0; 4]]).await.unwrap();
    session.make_array(1, &[1], 7).await.unwrap();
    let assemble = AssembleArrayFromSingleDeviceArraysRequest {
        shape: Some(ShapeProto { dims: vec![1], version_number: 0 }),
        sharding: replicated(vec![0; 100_000]),
        single_device_array_handles: vec![7; 100_000],
        result_handle: 8,
        ..AssembleArrayFromSingleDeviceArraysRequest::default()
    };
    let error = session.ask(Request::AssembleArrayFromSingleDeviceArrays(assemble)).await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument, "{error}");
    for (num_replicas, num_partitions) in [(1 << 20, 1 << 20), (u64::MAX, 2), (0, 1)] {
        let request = GetDefaultDeviceAssignmentRequest { num_replicas, num_partitions };
        let error = session.ask(Request::GetDefaultDeviceAssignment(request)).await.unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument, "{error}");
    }
    // Empty messages: two bytes each on the wire, and a hundred times as many in memory. The session ends.
    let specs = vec![MakeArraysFromHostBufferShardsSpec::default(); 4 << 20];
    let bomb = MakeArraysFromHostBufferShardsRequest { specs, array_handles: vec![] };
    let error = session.ask(Request::MakeArraysFromHostBufferShards(bomb)).await.unwrap_err();
    assert_ne!(error.code(), Code::InvalidArgument, "{error}");
    let grown = worker.peak_bytes().saturating_sub(before);
    assert!(grown < 300 << 20, "{grown}");
    assert!(worker.is_alive() && Session::open(&channel).await.is_ok());
}

/// `cargo xtask worker load` runs more clients for longer, and looks at memory and fairness.
#[test]
fn clients_at_once_get_their_own_numbers() {
    let metrics = free_port();
    let worker = Worker::start(&["--metrics", &metrics]);
    let done = load::run(&worker.target, 8, Duration::from_secs(3), || ()).unwrap();
    assert!(done.len() == 8 && done.iter().all(|done| done.pieces > 0 && done.sessions > 0), "{done:?}");
    assert!(load::unfairness(&done).is_finite());
    assert_eq!(metric(&metrics, "labora_worker_failed_requests_total"), Some(0));
    while metric(&metrics, "labora_worker_held_bytes") != Some(0) {
        std::thread::sleep(Duration::from_millis(10));
    }
}
