//! Clients: transfers, compilation, execution, donation, shared host memory, and the destruction of all
//! objects.

mod fake;

use std::sync::Arc;

use pjrt::{Argument, Buffer, Client, CompileOptions, ElementType, ErrorKind, ExecuteOptions, HostData, NamedValue};

fn client() -> Client {
    Client::new(&fake::plugin(), &[]).expect("the fake plugin opens a client")
}

fn bytes(client: &Client, device: usize, data: &[u8]) -> Buffer {
    client.buffer_from_host(data, ElementType::U8, &[data.len()], &client.devices()[device]).unwrap()
}

fn on_both() -> CompileOptions {
    CompileOptions { num_replicas: 2, ..CompileOptions::default() }
}

#[test]
fn a_client_reports_its_platform_and_devices() {
    let client = Client::new(&fake::plugin(), &[("cores", NamedValue::Int64(2))]).unwrap();
    assert_eq!((client.platform_name(), client.platform_version()), ("fake", "fake 1"));
    assert_eq!(
        (client.process_index(), client.devices(), client.plugin().name()),
        (0, client.addressable_devices(), "fake")
    );
    let device = &client.devices()[1];
    assert_eq!((device.id(), device.kind(), device.to_string().as_str()), (1, "Fake Core", "FakeDevice(1)"));
    assert_eq!(device.attributes().get("core_on_chip"), Some(&NamedValue::Int64(1)));
    // The plugin has no debug string, no hardware id and no memory statistics.
    assert_eq!((device.debug_string(), device.local_hardware_id()), ("", None));
    assert_eq!(device.memory_stats().unwrap(), None);
    assert!(device.is_addressable());
}

#[test]
fn an_unknown_option_is_the_plugins_error() {
    let error = Client::new(&fake::plugin(), &[("colour", NamedValue::String("red".into()))]).unwrap_err();
    assert_eq!((error.kind(), error.function()), (ErrorKind::InvalidArgument, "PJRT_Client_Create"));
    assert_eq!(error.message(), "unknown option colour = red");
    assert_eq!(fake::live_objects(), 0);
}

#[test]
fn bytes_round_trip_through_a_device() {
    let client = client();
    let data: Vec<u8> = (0..24).collect();
    let buffer = client.buffer_from_host(&data, ElementType::F32, &[2, 3], &client.devices()[1]).unwrap();
    assert_eq!((buffer.element_type(), buffer.dims()), (ElementType::F32, &[2, 3][..]));
    assert_eq!(buffer.device(), &client.devices()[1]);
    assert_eq!(buffer.to_vec().unwrap(), data);
    let scalar = client.buffer_from_host(&[7; 8], ElementType::S64, &[], &client.devices()[0]).unwrap();
    assert_eq!(scalar.to_vec().unwrap(), [7; 8]);
    let empty = client.buffer_from_host(&[], ElementType::F32, &[0, 5], &client.devices()[0]).unwrap();
    assert_eq!(empty.to_vec().unwrap(), []);
}

#[test]
fn a_buffer_is_copied_to_another_device() {
    let client = client();
    let copy = bytes(&client, 0, &[4, 5]).copy_to_device(&client.devices()[1]).unwrap();
    assert_eq!((copy.device(), copy.to_vec().unwrap()), (&client.devices()[1], vec![4, 5]));
}

#[test]
fn data_of_the_wrong_size_is_refused_before_the_call() {
    let client = client();
    let device = &client.devices()[0];
    let error = client.buffer_from_host(&[0; 5], ElementType::F32, &[2], device).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(error.message(), "an array of [2] f32 has 8 bytes, but 5 were given");
    let error = client.buffer_from_host(&[0; 5], ElementType::F32, &[usize::MAX, 8], device).unwrap_err();
    assert!(error.message().contains("exceeds the address space"), "{error}");
    let error = client.buffer_from_host(&[], ElementType::F32, &[0, usize::MAX], device).unwrap_err();
    assert!(error.message().contains("do not fit into 64-bit signed integers"), "{error}");
    let error = bytes(&client, 0, &[1, 2, 3]).to_host(&mut [0; 2]).unwrap_err();
    assert_eq!(error.message(), "an array of [3] ui8 has 3 bytes, but the target has 2");
}

#[test]
fn a_deleted_buffer_cannot_be_read() {
    let client = client();
    let buffer = bytes(&client, 0, &[1, 2]);
    assert!(!buffer.is_deleted().unwrap());
    buffer.wait().unwrap();
    buffer.delete().unwrap();
    assert!(buffer.is_deleted().unwrap());
    assert_eq!(buffer.to_vec().unwrap_err().kind(), ErrorKind::FailedPrecondition);
    assert_eq!(buffer.wait().unwrap_err().message(), "the buffer was deleted or donated");
}

#[test]
fn a_program_that_does_not_compile_is_the_plugins_error() {
    let error = client().compile("nonsense", &CompileOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "PJRT_Client_Compile: line 1: unknown operation nonsense (invalid argument)");
}

#[test]
fn an_executable_describes_itself() {
    let executable = client().compile("outputs=1", &on_both()).unwrap();
    assert_eq!((executable.name(), executable.num_replicas(), executable.num_partitions()), ("fake_program", 2, 1));
    assert_eq!((executable.num_outputs(), executable.addressable_devices().len()), (1, 2));
    let stats = executable.compiled_memory_stats().unwrap();
    assert_eq!((stats.temporaries, stats.peak, stats.total), (640, Some(1000), None));
    assert_eq!(executable.fingerprint().unwrap(), None);
    let error = executable.cost_analysis().unwrap_err();
    assert_eq!((error.kind(), error.function()), (ErrorKind::Unimplemented, "PJRT_Executable_GetCostAnalysis"));
}

#[test]
fn every_device_runs_on_its_own_arguments() {
    let client = client();
    let executable = client.compile("outputs=2", &on_both()).unwrap();
    let inputs =
        [[bytes(&client, 0, &[1]), bytes(&client, 0, &[2])], [bytes(&client, 1, &[3]), bytes(&client, 1, &[4])]];
    let arguments = inputs.iter().map(|row| row.iter().map(Argument::from).collect()).collect();
    let outputs = executable.execute(arguments, &ExecuteOptions::default()).unwrap();
    let read: Vec<Vec<_>> = outputs.iter().map(|row| row.iter().map(|b| b.to_vec().unwrap()[0]).collect()).collect();
    assert_eq!(read, [[1, 2], [3, 4]]);
    assert_eq!(outputs[1][0].device(), &client.devices()[1]);
}

#[test]
fn outputs_of_one_run_are_arguments_of_the_next() {
    let client = client();
    let executable = client.compile("outputs=1", &CompileOptions::default()).unwrap();
    let argument = bytes(&client, 0, &[9]);
    let first = executable.execute_async(vec![vec![(&argument).into()]], &ExecuteOptions::default()).unwrap();
    drop(argument);
    let arguments = vec![vec![Argument::Borrow(&first.outputs()[0][0])]];
    let second = executable.execute(arguments, &ExecuteOptions::default()).unwrap();
    assert!(first.done()[0].is_ready().unwrap());
    assert_eq!(second[0][0].to_vec().unwrap(), [9]);
}

#[test]
fn a_borrowed_argument_is_unchanged_by_a_program_that_aliases_it() {
    let client = client();
    let executable = client.compile("outputs=2 donate=0", &CompileOptions::default()).unwrap();
    let (kept, given) = (bytes(&client, 0, &[1, 5]), bytes(&client, 0, &[2, 6]));
    let arguments = vec![vec![Argument::Borrow(&kept), Argument::Borrow(&given)]];
    let outputs = executable.execute(arguments, &ExecuteOptions::default()).unwrap();
    assert_eq!(kept.to_vec().unwrap(), [1, 5]);
    assert_eq!(outputs[0][0].to_vec().unwrap(), [1, 5]);
}

#[test]
fn an_output_reuses_the_memory_of_a_donated_argument() {
    let client = client();
    let executable = client.compile("outputs=2 donate=0", &CompileOptions::default()).unwrap();
    let (given, kept) = (bytes(&client, 0, &[1, 5]), bytes(&client, 0, &[2, 6]));
    let arguments = vec![vec![Argument::Donate(given), Argument::Borrow(&kept)]];
    let outputs = executable.execute(arguments, &ExecuteOptions::default()).unwrap();
    assert_eq!(outputs[0][0].to_vec().unwrap(), [fake::DONATED, 5]);
    assert_eq!(outputs[0][1].to_vec().unwrap(), [2, 6]);
    assert_eq!(kept.to_vec().unwrap(), [2, 6]);
}

#[test]
fn an_argument_borrowed_on_one_device_is_donated_on_none() {
    let client = client();
    let executable = client.compile("outputs=1 donate=0", &on_both()).unwrap();
    let (kept, given) = (bytes(&client, 0, &[1]), bytes(&client, 1, &[2]));
    let arguments = vec![vec![Argument::Borrow(&kept)], vec![Argument::Donate(given)]];
    let outputs = executable.execute(arguments, &ExecuteOptions::default()).unwrap();
    assert_eq!(outputs[1][0].to_vec().unwrap(), [2]);
    assert_eq!(kept.to_vec().unwrap(), [1]);
}

#[test]
fn a_failed_launch_is_an_error() {
    let client = client();
    let executable = client.compile("outputs=1 fail=execute", &CompileOptions::default()).unwrap();
    let argument = bytes(&client, 0, &[1]);
    let error = executable.execute(vec![vec![(&argument).into()]], &ExecuteOptions::default()).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::ResourceExhausted, "out of fake memory"));
}

#[test]
fn an_error_of_any_device_is_an_error() {
    let client = client();
    let executable = client.compile("outputs=1 fail=1", &on_both()).unwrap();
    let (a, b) = (bytes(&client, 0, &[1]), bytes(&client, 1, &[2]));
    let error = executable.execute(vec![vec![(&a).into()], vec![(&b).into()]], &ExecuteOptions::default()).unwrap_err();
    assert_eq!((error.kind(), error.function()), (ErrorKind::Aborted, "PJRT_LoadedExecutable_Execute"));
    assert_eq!(error.message(), "1 of 2 devices failed, the first is device 1: core 1 caught fire");
}

#[test]
fn arguments_of_the_wrong_number_are_refused() {
    let client = client();
    let executable = client.compile("outputs=1", &on_both()).unwrap();
    let (a, b) = (bytes(&client, 0, &[1]), bytes(&client, 1, &[2]));
    let options = ExecuteOptions::default();
    let error = executable.execute(vec![vec![(&a).into()]], &options).unwrap_err();
    assert_eq!(error.message(), "the program runs on 2 devices, but arguments for 1 were given");
    let error = executable.execute(vec![vec![(&a).into()], vec![(&b).into(), (&b).into()]], &options).unwrap_err();
    assert_eq!(error.message(), "device 0 has 1 arguments, but device 1 has 2");
}

#[test]
fn objects_of_another_client_are_refused() {
    let (one, other) = (client(), client());
    let error = one.buffer_from_host(&[1], ElementType::U8, &[1], &other.devices()[0]).unwrap_err();
    assert!(error.message().contains("FakeDevice(0) belongs to another client"), "{error}");
    let executable = one.compile("outputs=1", &CompileOptions::default()).unwrap();
    let foreign = bytes(&other, 0, &[1]);
    let error = executable.execute(vec![vec![(&foreign).into()]], &ExecuteOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[test]
fn shared_host_memory_is_kept_until_no_device_reads_it() {
    let client = client();
    let data: HostData = Arc::new(vec![1u8, 2, 3, 4]);
    let share = |device: usize| {
        client.buffer_from_host_shared(&data, ElementType::U16, &[2], &client.devices()[device]).unwrap()
    };
    let (first, second) = (share(0), share(1));
    assert_eq!(Arc::strong_count(&data), 3);
    assert_eq!(second.to_vec().unwrap(), [1, 2, 3, 4]);
    drop(first);
    assert_eq!(Arc::strong_count(&data), 2);
    // A deleted buffer does not read the memory any more, although its handle is alive.
    second.delete().unwrap();
    assert_eq!(Arc::strong_count(&data), 1);
}

#[test]
fn shared_host_memory_is_not_kept_when_the_call_is_refused() {
    let client = client();
    let data: HostData = Arc::new(vec![0u8; 3]);
    client.buffer_from_host_shared(&data, ElementType::U16, &[2], &client.devices()[0]).unwrap_err();
    assert_eq!(Arc::strong_count(&data), 1);
}

#[test]
#[cfg_attr(miri, ignore = "memory of which a plugin does not say when it has read it is never freed")]
fn shared_host_memory_outlives_a_faulty_plugin_that_may_still_read_it() {
    for fault in [fake::Fault::NullEvent, fake::Fault::UnknownType, fake::Fault::NoDimensions] {
        let client = client();
        let data: HostData = Arc::new(vec![1u8, 2, 3, 4]);
        fake::FAULT.set(fault);
        let error = client.buffer_from_host_shared(&data, ElementType::U16, &[2], &client.devices()[0]).unwrap_err();
        fake::FAULT.set(fake::Fault::None);
        assert_eq!(Arc::strong_count(&data), 2, "{fault:?}: {error}");
    }
}

#[test]
fn callbacks_receive_the_result_and_may_panic() {
    let client = client();
    let buffer = bytes(&client, 0, &[1]);
    let (sender, receiver) = std::sync::mpsc::channel();
    let good = sender.clone();
    buffer.ready().unwrap().on_ready(move |result| good.send(result).unwrap()).unwrap();
    assert_eq!(receiver.recv().unwrap(), Ok(()));
    buffer.delete().unwrap();
    buffer.ready().unwrap().on_ready(move |result| sender.send(result).unwrap()).unwrap();
    assert_eq!(receiver.recv().unwrap().unwrap_err().kind(), ErrorKind::FailedPrecondition);
    buffer.ready().unwrap().on_ready(|_| panic!("this panic is part of the test")).unwrap();
}

#[test]
fn all_objects_are_destroyed_and_the_client_last() {
    {
        let client = client();
        let executable = client.compile("outputs=1 fail=1", &on_both()).unwrap();
        let (a, b) = (bytes(&client, 0, &[1]), bytes(&client, 1, &[2]));
        drop(client);
        executable.execute(vec![vec![(&a).into()], vec![b.into()]], &ExecuteOptions::default()).unwrap_err();
        drop(executable);
        assert_eq!(a.to_vec().unwrap(), [1]);
        // The remaining buffer keeps the client alive.
        assert_eq!(fake::live_objects(), 2);
    }
    assert_eq!(fake::live_objects(), 0);
}

#[test]
fn handles_are_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<pjrt::Plugin>();
    check::<Client>();
    check::<pjrt::Device>();
    check::<Buffer>();
    check::<pjrt::Event>();
    check::<pjrt::LoadedExecutable>();
    check::<pjrt::Execution>();
    check::<pjrt::Topology>();
    check::<pjrt::Error>();
}
