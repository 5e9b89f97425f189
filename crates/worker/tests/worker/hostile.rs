//! Clients that lie, that use what is not theirs, and that ask for what nobody knows.

use std::collections::BTreeMap;
use std::net::IpAddr;

use ifrt_proxy::Code;
use ifrt_proxy::messages::{
    AttributeMapProto, AttributeProto, AttributeValue, ByteStrides, CheckValueReadyRequest, CompileRequest,
    CopyToHostBufferRequest, DestructArrayRequest, GrpcIfrtSessionMetadata, IfrtProxyVersion, IfrtRequest, InitRequest,
    LoadedExecutableExecuteRequest, Request, RequestMetadata, Response, Serialized, Unread,
};
use tonic::transport::Endpoint;

use crate::common::{Worker, free_port, metric};
use crate::fuzz;
use crate::raw::{self, Session};

const MIB: usize = 1 << 20;

#[tokio::test]
async fn sizes_that_lie_are_refused_and_the_session_goes_on() {
    let mut worker = Worker::start(&["--max-bytes", "16MiB"]);
    let channel = raw::connect(&worker.target).await;
    let mut session = Session::open(&channel).await.unwrap();
    for size in [1 << 40, i64::MAX, -1, 3, 5] {
        let error = session.store(1, size, vec![vec![0; 4]]).await.unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument, "{size}: {error}");
        // The request that names the buffer gets the same error, and takes it out.
        assert_eq!(session.make_array(1, &[1], 7).await.unwrap_err(), error);
        session.ask(Request::DestructArray(DestructArrayRequest { array_handle: vec![7] })).await.unwrap();
    }
    for dims in [&[2][..], &[-1], &[i64::MAX, i64::MAX], &[1 << 40, 0, 1 << 40], &[1; 100]] {
        session.store(1, 4, vec![vec![0; 4]]).await.unwrap();
        let error = session.make_array(1, dims, 7).await.unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument, "{dims:?}: {error}");
        session.ask(Request::DestructArray(DestructArrayRequest { array_handle: vec![7] })).await.unwrap();
    }
    // Elements that overlap, as with strides of 0, would make gigabytes of four bytes: no layout has them.
    session.store(1, 4, vec![vec![0; 4]]).await.unwrap();
    let strides = Some(ByteStrides { strides: vec![0, 0] });
    let request = raw::make_array(1, &[1 << 20, 1 << 20], 7);
    let error = session.ask(Request::MakeArrayFromHostBuffer(request_with(request, strides))).await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument, "{error}");
    // What fits is held until it is freed.
    session.store(2, 12 * MIB as i64, vec![vec![0; MIB]; 12]).await.unwrap();
    session.make_array(2, &[3 * MIB as i64], 8).await.unwrap();
    // What does not is received all the same: the error is that of the request which names it.
    session.store(3, 8 * MIB as i64, vec![vec![0; MIB]; 8]).await.unwrap();
    assert_eq!(session.make_array(3, &[2 * MIB as i64], 9).await.unwrap_err().code(), Code::ResourceExhausted);
    session.ask(Request::DestructArray(DestructArrayRequest { array_handle: vec![8] })).await.unwrap();
    session.store(4, 8 * MIB as i64, vec![vec![0; MIB]; 8]).await.unwrap();
    assert!(worker.is_alive());
}

fn request_with(
    request: ifrt_proxy::messages::MakeArrayFromHostBufferRequest,
    byte_strides: Option<ByteStrides>,
) -> ifrt_proxy::messages::MakeArrayFromHostBufferRequest {
    ifrt_proxy::messages::MakeArrayFromHostBufferRequest { byte_strides, ..request }
}

#[tokio::test]
async fn what_belongs_to_another_session_cannot_be_used() {
    let worker = Worker::start(&[]);
    let channel = raw::connect(&worker.target).await;
    let mut owner = Session::open(&channel).await.unwrap();
    owner.store(1, 4, vec![1f32.to_le_bytes().to_vec()]).await.unwrap();
    owner.make_array(1, &[1], 7).await.unwrap();
    let copy = CopyToHostBufferRequest { array_handle: 7, host_buffer_handle: 9, byte_strides: None };
    owner.ask(Request::CopyToHostBuffer(copy.clone())).await.unwrap();
    assert_eq!(raw::lookup(&channel, owner.id, 9).await.unwrap(), 1f32.to_le_bytes());

    let mut other = Session::open(&channel).await.unwrap();
    assert_ne!(other.id, owner.id);
    let use_of_it = [
        Request::CheckValueReady(CheckValueReadyRequest { value_handles: vec![7] }),
        Request::CopyToHostBuffer(copy),
        Request::DestructArray(DestructArrayRequest { array_handle: vec![7] }),
        Request::LoadedExecutableExecute(LoadedExecutableExecuteRequest {
            loaded_executable_handle: 1 << 48,
            ..LoadedExecutableExecuteRequest::default()
        }),
    ];
    for request in use_of_it {
        let error = other.ask(request).await.unwrap_err();
        assert_eq!(error.code(), Code::NotFound, "{error}");
    }
    // A stolen number is of no use from another address; a guessed one is of none from anywhere.
    let elsewhere = Endpoint::from_shared(format!("http://{}", worker.target)).unwrap();
    let elsewhere = elsewhere.local_address(Some(IpAddr::from([127, 0, 0, 2]))).connect().await.unwrap();
    for (channel, id) in [(&elsewhere, owner.id), (&channel, owner.id ^ 1), (&channel, 0)] {
        assert_eq!(raw::lookup(channel, id, 9).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(raw::store(channel, id, 5, 1, vec![vec![0]]).await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!(raw::lookup(&channel, owner.id, 9).await.unwrap(), 1f32.to_le_bytes());
}

#[tokio::test]
async fn requests_that_nobody_knows_are_answered() {
    let worker = Worker::start(&[]);
    let channel = raw::connect(&worker.target).await;
    let mut session = Session::open(&channel).await.unwrap();
    let Ok(Response::Init(init)) = session.ask(Request::Init(InitRequest {})).await else { panic!("no devices") };
    assert!(init.client_attributes.unwrap().attributes.contains_key("serialize_with_sdy"), "JAX's export asks for it");
    let newer =
        IfrtRequest { request_metadata: Some(RequestMetadata { op_id: 77, user_context_id: 0 }), request: None };
    assert_eq!(session.exchange(newer).await.unwrap_err().code(), Code::Unimplemented);
    for request in [Request::ReshardArrays(Unread {}), Request::LoadedHostCallbackPoll(Unread {})] {
        assert_eq!(session.ask(request).await.unwrap_err().code(), Code::Unimplemented);
    }
    let of = |type_name: &str, data: &'static [u8]| Some(Serialized { type_name: type_name.into(), data: data.into() });
    for (program, options, code) in [
        (None, None, Code::InvalidArgument),
        (of("xla::ifrt::MpmdProgram", b""), None, Code::Unimplemented),
        (of("xla::ifrt::XlaProgram", b"junk"), of("xla::ifrt::XlaCompileOptions", b""), Code::InvalidArgument),
        (
            of("xla::ifrt::XlaProgram", b"ML\xefR\x0d"),
            of("xla::ifrt::XlaCompileOptions", b"\xff"),
            Code::InvalidArgument,
        ),
    ] {
        let request = CompileRequest { program, compile_options: options, host_callbacks: vec![] };
        let error = session.ask(Request::Compile(request)).await.unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    // A name that is in use, and one that is the server's.
    session.store(1, 4, vec![vec![0; 4]]).await.unwrap();
    session.make_array(1, &[1], 7).await.unwrap();
    for name in [7, 1 << 50] {
        session.store(1, 4, vec![vec![0; 4]]).await.unwrap();
        assert_eq!(session.make_array(1, &[1], name).await.unwrap_err().code(), Code::InvalidArgument);
    }
    let ready = Request::CheckValueReady(CheckValueReadyRequest { value_handles: vec![7] });
    assert!(matches!(session.ask(ready).await, Ok(Response::CheckValueReady(_))));
}

#[tokio::test]
async fn only_the_token_opens_a_session_and_it_is_not_logged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "correct-horse-battery\n").unwrap();
    let worker = Worker::start(&["--token-file", file.to_str().unwrap()]);
    let channel = raw::connect(&worker.target).await;
    let metadata = |token: Option<&str>| GrpcIfrtSessionMetadata {
        version: Some(IfrtProxyVersion { protocol_version: 25, ifrt_serdes_version_number: 6 }),
        initialization_data: token.map(|token| AttributeMapProto {
            attributes: BTreeMap::from([(
                "authorization".to_string(),
                AttributeProto { value: Some(AttributeValue::String(token.into())) },
            )]),
            version_number: 0,
        }),
    };
    for wrong in [None, Some("Bearer correct-horse-batterY"), Some("Bearer "), Some("wrong-and-secret-too")] {
        let error = Session::open_with(&channel, metadata(wrong)).await.err().unwrap();
        assert_eq!(error.code(), Code::Unauthenticated, "{error}");
    }
    let session = Session::open_with(&channel, metadata(Some("Bearer correct-horse-battery"))).await.unwrap();
    drop((session, channel));
    worker.terminate();
    let (success, log) = worker.ended().await;
    assert!(success, "{log}");
    assert_eq!(log.matches("session refused").count(), 4, "{log}");
    assert!(!log.contains("horse") && !log.contains("secret"), "{log}");
}

/// `cargo xtask worker fuzz` runs more sessions.
#[tokio::test]
async fn random_and_damaged_requests_are_answered_and_leave_nothing() {
    let metrics = free_port();
    let worker = Worker::start(&["--max-bytes", "1GiB", "--metrics", &metrics]);
    let mut counts = fuzz::Counts::default();
    for number in 0..24 {
        let mut of_session = fuzz::Counts::default();
        fuzz::session(&worker.target, 1, number, &mut of_session).await.unwrap();
        counts.add(&of_session);
    }
    // Some are as they should be, and some are not.
    assert!(counts.successes > 50 && counts.errors > 100 && counts.damaged > 100 && counts.ended > 0, "{counts:?}");
    for name in ["labora_worker_open_sessions", "labora_worker_held_bytes", "labora_worker_running_programs"] {
        while metric(&metrics, name) != Some(0) {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
    worker.terminate();
    let (success, log) = worker.ended().await;
    assert!(success && !log.contains("panicked"), "{log}");
}

#[test]
fn connections_for_callbacks_need_the_token_and_end_at_what_is_malformed() {
    use std::io::{Read, Write};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "correct-horse-battery\n").unwrap();
    let worker = Worker::start(&["--token-file", file.to_str().unwrap()]);
    let preface = b"LABORA CALLBACKS 1\n";
    let begin = |token: &[u8]| [preface, &(token.len() as u32).to_le_bytes()[..], token].concat();
    // What the worker answers to these bytes, until it closes the connection.
    let answer = |bytes: &[u8]| {
        let mut stream = std::net::TcpStream::connect(&worker.target).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        // It may reset the connection, since it does not read what follows.
        let _ = stream.read_to_end(&mut answer);
        answer
    };
    assert_eq!(answer(&begin(b"Bearer wrong-horse-battery")), [0; 8]);
    assert_eq!(answer(&begin(b"")), [0; 8]);
    assert!(answer(b"LABORA CALLBACKS 2\n\0\0\0\0").is_empty());
    assert!(answer(&[&preface[..], &u32::MAX.to_le_bytes()].concat()).is_empty());
    let right = begin(b"Bearer correct-horse-battery");
    // An error longer than any, to a call that nobody made.
    let long = [&7u64.to_le_bytes()[..], &[1], &u64::MAX.to_le_bytes()].concat();
    let opened = answer(&[&right[..], &long].concat());
    assert!(opened.len() == 8 && opened != [0; 8], "{opened:?}");
    worker.terminate();
    let (success, log) = worker.wait();
    assert!(success && !log.contains("horse"), "{log}");
}
