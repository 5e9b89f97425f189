//! Sessions with a server in this process: see `fake.rs`.

mod fake;

use fake::{Fake, TOKEN};
use ifrt_proxy::messages::{Kind, OpSharding};
use remote::{Array, Client, Code, CompileOptions, ConnectOptions, DType, Error, Shape, Sharding};

fn connect(fake: &Fake) -> Client {
    Client::connect(&fake.address, ConnectOptions { token: Some(TOKEN.into()), ..ConnectOptions::default() }).unwrap()
}

fn put(client: &Client, data: &[u8], dims: &[usize], sharding: &Sharding) -> Array {
    client.put(data, DType::U8, &Shape::new(dims.to_vec()).unwrap(), sharding).unwrap()
}

#[test]
fn the_server_tells_its_devices() {
    let fake = Fake::start();
    let client = connect(&fake);
    assert_eq!((client.platform_name(), client.platform_version()), ("fake", "1"));
    assert_eq!((client.protocol().protocol, client.protocol().serdes), (25, 6));
    let devices: Vec<_> = client.devices().iter().map(|device| (device.id, device.kind.as_str())).collect();
    assert_eq!(devices, [(0, "fake core"), (1, "fake core"), (2, "fake core"), (3, "fake core")]);
    assert_eq!(client.devices()[2].memory_kinds, ["device"]);
    assert!(!format!("{client:?}").contains(&0x1234_5678_9abc_def0u64.to_string()), "the id is a secret");
}

#[test]
fn a_wrong_token_and_a_missing_server_are_errors() {
    let mut fake = Fake::start();
    let error = Client::connect(&fake.address, ConnectOptions::default()).unwrap_err();
    assert_eq!(error, Error::new(Code::Unauthenticated, "the token is wrong"));
    fake.stop();
    let error = Client::connect(&"grpc://127.0.0.1:1".parse().unwrap(), ConnectOptions::default()).unwrap_err();
    assert_eq!(error.code(), Code::Unavailable);
}

#[test]
fn arrays_go_up_and_down() {
    let fake = Fake::start();
    let client = connect(&fake);
    let data: Vec<u8> = (0..24).collect();
    let tiled = |dims: &[usize]| Sharding::hlo(vec![0, 1, 2, 3], OpSharding::tiled(dims, 4).unwrap());
    let shardings =
        [Sharding::single_device(2), tiled(&[1, 1]), tiled(&[4, 1]), tiled(&[2, 2]), tiled(&[1, 2]), tiled(&[1, 4])];
    for sharding in shardings {
        for dims in [[4, 6], [3, 8], [24, 1]] {
            let array = put(&client, &data, &dims, &sharding);
            assert_eq!(array.to_host().unwrap(), data, "{dims:?} {sharding:?}");
            assert_eq!(array.shards().unwrap().len(), sharding.devices.len());
        }
    }
    let empty = put(&client, &[], &[0, 3], &Sharding::single_device(0));
    assert_eq!(empty.to_host().unwrap(), []);
    let wide = client.put(&data, DType::F32, &Shape::new(vec![3, 2]).unwrap(), &tiled(&[1, 2])).unwrap();
    assert_eq!(wide.shards().unwrap()[3].to_host().unwrap(), [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23]);
}

#[test]
fn what_is_dropped_is_freed() {
    let fake = Fake::start();
    let client = connect(&fake);
    {
        let x = put(&client, &[1, 2], &[2], &Sharding::single_device(0));
        let program = client.compile("increment", &CompileOptions::default()).unwrap();
        let results = program.execute(&[&x]).unwrap();
        assert_eq!(results[0].to_host().unwrap(), [2, 3]);
        // Nobody waits until the bytes that were fetched are freed.
        while fake.state.lock().unwrap().counts() != (0, 2, 1) {
            let counts = fake.state.lock().unwrap().counts();
            assert!(matches!(counts, (0 | 1, 2, 1)), "{counts:?}");
            std::thread::yield_now();
        }
    }
    let last = put(&client, &[1], &[1], &Sharding::single_device(0));
    last.ready().wait().unwrap();
    assert_eq!(fake.state.lock().unwrap().counts(), (0, 1, 0));
}

#[test]
fn a_session_ends_with_its_last_object() {
    let fake = Fake::start();
    let client = connect(&fake);
    let x = put(&client, &[1], &[1], &Sharding::single_device(0));
    drop(client);
    assert_eq!(x.to_host().unwrap(), [1]);
    assert_eq!(fake.state.lock().unwrap().ended, 0);
    drop(x);
    assert_eq!(fake.state.lock().unwrap().ended, 1);
}

#[test]
fn runs_are_pipelined() {
    let fake = Fake::start();
    let client = connect(&fake);
    let program = client.compile("increment", &CompileOptions::default()).unwrap();
    assert_eq!((program.name(), program.devices(), program.outputs()), ("increment", [0].as_slice(), None));
    let mut x = put(&client, &[0, 10], &[2], &Sharding::single_device(0));
    for _ in 0..100 {
        x = program.execute(&[&x]).unwrap().remove(0);
    }
    assert_eq!(x.to_host().unwrap(), [100, 110]);
    assert_eq!(program.outputs().unwrap()[0].shape.dims(), [2]);
    let state = fake.state.lock().unwrap();
    let runs = state.kinds.iter().filter(|kind| **kind == Kind::LoadedExecutableExecute).count();
    let waits = [Kind::CheckFuture, Kind::CheckValueReady];
    let waits = state.kinds.iter().filter(|kind| waits.contains(kind)).count();
    assert_eq!((runs, waits), (100, 1), "only the compilation is awaited");
}

#[test]
fn an_error_of_a_run_is_that_of_all_that_depends_on_it() {
    let fake = Fake::start();
    let client = connect(&fake);
    let options = CompileOptions::default();
    let increment = client.compile("increment", &options).unwrap();
    let x = put(&client, &[1], &[1], &Sharding::single_device(0));
    let y = increment.execute(&[&x]).unwrap().remove(0);
    y.delete().unwrap();
    assert!(y.is_deleted().unwrap() && !x.is_deleted().unwrap());
    // The second run does not wait; its result has the error, and so has what is computed from it.
    let z = increment.execute(&[&y]).unwrap().remove(0);
    let last = increment.execute(&[&z]).unwrap().remove(0);
    for array in [&z, &last] {
        let error = array.ready().wait().unwrap_err();
        assert_eq!(error.code(), Code::FailedPrecondition);
        assert_eq!(array.to_host().unwrap_err(), error);
    }
    assert_eq!(increment.execute(&[&x]).unwrap()[0].to_host().unwrap(), [2]);

    let fail = client.compile("fail", &options).unwrap();
    let error = fail.execute(&[&x]).unwrap_err();
    assert_eq!(error.to_string(), "INTERNAL: the device caught fire");
}

#[test]
fn errors_of_the_server_and_of_the_caller_are_told() {
    let fake = Fake::start();
    let (client, other) = (connect(&fake), connect(&Fake::start()));
    let options = CompileOptions::default();
    let refused = client.compile("nonsense", &options).unwrap_err();
    assert_eq!(refused.to_string(), "INVALID_ARGUMENT: line 1: unknown operation nonsense");
    let broken = client.compile("broken", &options).unwrap_err();
    assert_eq!(broken, Error::new(Code::ResourceExhausted, "too large for the device"));

    let shape = Shape::new(vec![3]).unwrap();
    let short = client.put(&[1, 2], DType::U8, &shape, &Sharding::single_device(0)).unwrap_err();
    assert_eq!(short.to_string(), "INVALID_ARGUMENT: 2 bytes for an array of ui8 [3]: it has 3");
    let large = vec![0; (1 << 20) + 1];
    let shape = Shape::new(vec![large.len()]).unwrap();
    let quota = client.put(&large, DType::U8, &shape, &Sharding::single_device(0)).unwrap_err();
    assert_eq!(quota, Error::new(Code::ResourceExhausted, "the session's quota is 1 MiB"));

    let program = client.compile("increment", &options).unwrap();
    // The server of `other` is gone, so this array cannot even be made there.
    assert_eq!(other.compile("increment", &options).unwrap_err().code(), Code::Unavailable);
    let second = connect(&fake);
    let foreign = put(&second, &[1], &[1], &Sharding::single_device(0));
    let error = program.execute(&[&foreign]).unwrap_err();
    assert!(error.message().contains("another session"), "{error}");
}

#[test]
fn the_end_of_the_server_is_an_error_of_every_later_call() {
    let mut fake = Fake::start();
    let client = connect(&fake);
    let x = put(&client, &[1], &[1], &Sharding::single_device(0));
    let program = client.compile("increment", &CompileOptions::default()).unwrap();
    program.execute(&[&x]).unwrap();
    fake.stop();
    for error in [x.to_host().unwrap_err(), x.ready().wait().unwrap_err()] {
        assert_eq!(error.code(), Code::Unavailable, "{error}");
    }
    // A pipelined run is accepted, its result has the error.
    let y = program.execute(&[&x]).unwrap().remove(0);
    assert!(y.ready().wait().is_err());
}

#[test]
fn a_server_that_does_not_answer_is_an_error_of_all_that_is_awaited() {
    let fake = Fake::start();
    let client = connect(&fake);
    let x = put(&client, &[1], &[1], &Sharding::single_device(0));
    let (told, answer) = std::sync::mpsc::channel();
    // The server waits for the lock.
    let state = fake.state.lock().unwrap();
    x.on_ready(move |result| told.send(result).unwrap());
    drop((client, x));
    assert_eq!(answer.recv().unwrap().unwrap_err().code(), Code::Unavailable);
    drop(state);
}
