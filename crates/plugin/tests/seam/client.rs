//! Clients: devices, buffers, programs and errors.

use std::sync::Arc;

use pjrt::{
    Argument, Client, CompileOptions, DeviceAssignment, ElementType, ErrorKind, ExecuteOptions, HostData, NamedValue,
};

use crate::common::{SQUARE, both, bytes, client, floats};

#[test]
fn devices_describe_themselves() {
    both(|plugin| {
        let client = client(plugin, 8);
        assert_eq!(client.platform_name(), "labora");
        assert_eq!(client.process_index(), 0);
        assert!(client.platform_version().contains(env!("CARGO_PKG_VERSION")));
        let ids: Vec<i32> = client.addressable_devices().iter().map(pjrt::Device::id).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6, 7]);
        let core = &client.devices()[3];
        assert_eq!(core.attributes().get("chip"), Some(&NamedValue::Int64(1)));
        assert_eq!(core.attributes().get("numerics"), Some(&NamedValue::String("float32".into())));
        assert!(plugin.attributes().get("stablehlo_current_version").is_some());
    });
}

#[test]
fn a_program_runs_and_a_donated_buffer_is_deleted() {
    both(|plugin| {
        let client = client(plugin, 1);
        let square = client.compile(SQUARE, &CompileOptions::default()).unwrap();
        let x =
            client.buffer_from_host(&bytes(&[1.0, 2.0, -3.0]), ElementType::F32, &[3], &client.devices()[0]).unwrap();
        let out = square.execute(vec![vec![Argument::Borrow(&x)]], &ExecuteOptions::default()).unwrap();
        assert_eq!(floats(&out[0][0].to_vec().unwrap()), [1.0, 4.0, 9.0]);
        assert_eq!(floats(&x.to_vec().unwrap()), [1.0, 2.0, -3.0], "a borrowed argument stays as it was");
        let again = square.execute(vec![vec![Argument::Donate(x)]], &ExecuteOptions::default()).unwrap();
        assert_eq!(floats(&again[0][0].to_vec().unwrap()), [1.0, 4.0, 9.0]);
        assert_eq!(square.num_outputs(), 1);
        assert_eq!(square.outputs().unwrap()[0].dims, [3]);
        let memory = square.compiled_memory_stats().unwrap();
        assert_eq!((memory.arguments, memory.outputs, memory.aliased), (12, 12, 12));
    });
}

#[test]
fn eight_replicas_all_reduce() {
    let text = "module @sum attributes {mhlo.num_replicas = 8 : i32} {
      func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %c : tensor<f32>
        }) : (tensor<2xf32>) -> tensor<2xf32>
        return %y : tensor<2xf32>
      }
    }";
    both(|plugin| {
        let client = client(plugin, 8);
        let options = CompileOptions { num_replicas: 8, ..CompileOptions::default() };
        let sum = client.compile(text, &options).unwrap();
        let inputs: Vec<_> = client
            .devices()
            .iter()
            .map(|d| client.buffer_from_host(&bytes(&[d.id() as f32, 1.0]), ElementType::F32, &[2], d).unwrap())
            .collect();
        let arguments = inputs.iter().map(|b| vec![Argument::Borrow(b)]).collect();
        for out in sum.execute(arguments, &ExecuteOptions::default()).unwrap() {
            assert_eq!(floats(&out[0].to_vec().unwrap()), [28.0, 8.0]);
        }
    });
}

#[test]
fn replicas_run_on_their_assigned_devices() {
    both(|plugin| {
        let client = client(plugin, 4);
        let assignment = Some(DeviceAssignment::replicas([2]));
        let square = client.compile(SQUARE, &CompileOptions { device_assignment: assignment, ..Default::default() });
        let square = square.unwrap();
        assert_eq!(square.addressable_devices()[0].id(), 2);
        let buffer_on = |d: usize| {
            client.buffer_from_host(&bytes(&[1.0; 3]), ElementType::F32, &[3], &client.devices()[d]).unwrap()
        };
        let (assigned, other) = (buffer_on(2), buffer_on(0));
        assert!(square.execute(vec![vec![Argument::Borrow(&assigned)]], &ExecuteOptions::default()).is_ok());
        let error = square.execute(vec![vec![Argument::Borrow(&other)]], &ExecuteOptions::default()).err().unwrap();
        assert!(error.message().contains("must be on device 2, but is on 0"), "{error}");
    });
}

#[test]
fn shared_host_memory_is_copied_in_the_call_and_once_for_all_devices() {
    both(|plugin| {
        let client = client(plugin, 2);
        let data = Arc::new(bytes(&[1.0; 5000]));
        let host: HostData = data.clone();
        let share = |d| client.buffer_from_host_shared(&host, ElementType::F32, &[5000], d).unwrap();
        let copies: Vec<_> = client.devices().iter().map(share).collect();
        assert_eq!(Arc::strong_count(&data), 2, "no buffer references the memory");
        assert!(copies.iter().all(|copy| copy.to_vec().unwrap() == *data));
    });
}

#[test]
fn shared_host_memory_is_read_in_place_and_released_by_a_client_for_zero_copies() {
    both(|plugin| {
        let options = [("cores", NamedValue::Int64(2)), ("zero_copy", NamedValue::Bool(true))];
        let client = pjrt::Client::new(plugin, &options).unwrap();
        let data = Arc::new(bytes(&[1.0, 2.0, 3.0]));
        let host: HostData = data.clone();
        let copies: Vec<_> = client
            .devices()
            .iter()
            .map(|d| client.buffer_from_host_shared(&host, ElementType::F32, &[3], d).unwrap())
            .collect();
        drop(host);
        assert!(Arc::strong_count(&data) > 1, "the buffers reference the memory");
        assert_eq!(floats(&copies[1].to_vec().unwrap()), [1.0, 2.0, 3.0]);
        let in_use = || client.devices()[1].memory_stats().unwrap().unwrap().bytes_in_use;
        assert_eq!(in_use(), 12);
        drop(copies);
        assert_eq!(in_use(), 0);
        assert_eq!(Arc::strong_count(&data), 1, "no buffer references the memory any more");
    });
}

#[test]
fn every_element_type_round_trips() {
    both(|plugin| {
        let client = client(plugin, 2);
        let (first, second) = (&client.devices()[0], &client.devices()[1]);
        for element in ElementType::ALL {
            let data: Vec<u8> = (0..6 * element.host_bytes() as u8).map(|b| b & 1).collect();
            match client.buffer_from_host(&data, *element, &[2, 3], first) {
                Ok(buffer) => {
                    assert_eq!((buffer.element_type(), buffer.dims()), (*element, &[2usize, 3][..]));
                    assert_eq!(buffer.to_vec().unwrap(), data);
                    let copy = buffer.copy_to_device(second).unwrap();
                    assert_eq!((copy.device().id(), copy.to_vec().unwrap()), (1, data));
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::Unimplemented, "{element}: {error}"),
            }
        }
    });
}

#[test]
fn complex_arrays_are_arguments_and_results() {
    let text = "func.func @main(%x: tensor<2xcomplex<f32>> {tf.aliasing_output = 0 : i32}) -> tensor<2xcomplex<f32>> {
        %y = stablehlo.multiply %x, %x : tensor<2xcomplex<f32>>
        return %y : tensor<2xcomplex<f32>>
    }";
    both(|plugin| {
        let client = client(plugin, 1);
        let square = client.compile(text, &CompileOptions::default()).unwrap();
        let numbers = bytes(&[1.0, 2.0, 0.0, -3.0]);
        let x = client.buffer_from_host(&numbers, ElementType::C64, &[2], &client.devices()[0]).unwrap();
        for argument in
            [Argument::Borrow(&x), Argument::Borrow(&x), Argument::Donate(x.copy_to_device(x.device()).unwrap())]
        {
            let out = square.execute(vec![vec![argument]], &ExecuteOptions::default()).unwrap();
            assert_eq!((out[0][0].element_type(), out[0][0].dims()), (ElementType::C64, &[2usize][..]));
            assert_eq!(floats(&out[0][0].to_vec().unwrap()), [-3.0, 4.0, -9.0, 0.0]);
        }
        assert_eq!(square.outputs().unwrap()[0].element_type, ElementType::C64);
    });
}

#[test]
fn errors_name_their_cause() {
    both(|plugin| {
        let client = client(plugin, 1);
        let fails = |text: &str| client.compile(text, &CompileOptions::default()).expect_err(text);
        let syntax = fails("func.func @main() -> tensor<f32> {\n  %c = stablehlo.constant dense<1.0 : tensor<f32>\n}");
        assert_eq!(syntax.kind(), ErrorKind::InvalidArgument);
        assert!(syntax.message().contains("line 2, column 37"), "{syntax}");
        let types = fails(
            "func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
               %z = stablehlo.add %x, %y : tensor<2xf32>
               return %z : tensor<2xf32>
             }",
        );
        assert!(types.message().contains("tensor<3xf32>"), "{types}");
        let custom = fails(
            "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
               %z = stablehlo.custom_call @unknown_target(%x) : (tensor<2xf32>) -> tensor<2xf32>
               return %z : tensor<2xf32>
             }",
        );
        assert_eq!(custom.kind(), ErrorKind::Unimplemented);
        assert!(custom.message().contains("unknown_target"), "{custom}");

        let square = client.compile(SQUARE, &CompileOptions::default()).unwrap();
        let short = client.buffer_from_host(&bytes(&[1.0]), ElementType::F32, &[1], &client.devices()[0]).unwrap();
        let error = square.execute(vec![vec![Argument::Borrow(&short)]], &ExecuteOptions::default()).err().unwrap();
        assert!(error.message().contains("tensor<3xf32>") && error.message().contains("tensor<1xf32>"), "{error}");

        let eight = CompileOptions { num_replicas: 8, ..CompileOptions::default() };
        let error = client.compile(SQUARE, &eight).err().unwrap();
        assert!(error.message().contains("8 replicas"), "{error}");

        let highest = Client::new(plugin, &[("numerics", NamedValue::String("highest".into()))]).unwrap();
        let numerics = highest.devices()[0].attributes().get("numerics").cloned();
        assert_eq!(numerics, Some(NamedValue::String("highest".into())));

        let option = |name: &str, value: NamedValue| Client::new(plugin, &[(name, value)]).err().unwrap();
        assert!(option("cores", NamedValue::Int64(0)).message().contains("1 to 1024"));
        assert!(option("isa", NamedValue::String("mmx".into())).message().contains("portable"));
        let numerics = option("numerics", NamedValue::String("float64".into()));
        assert!(numerics.message().contains("tpu, float32, highest"), "{numerics}");
        assert!(option("colour", NamedValue::Int64(1)).message().contains("numerics"));
    });
}
