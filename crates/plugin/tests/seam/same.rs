//! Arguments that are equal on all replicas: buffers of several devices that share memory.

use std::ptr::null_mut;

use pjrt::abi::*;
use pjrt::{Argument, Buffer, CompileOptions, ElementType, ErrorKind, ExecuteOptions};

use crate::common::{both, bytes, client, floats};
use crate::raw::{self, call, destroy_buffer, destroy_event, destroy_executable, is_deleted};

const N: usize = 20_000;

/// A step from weights, which are equal on both replicas, towards the mean of the replicas' own arguments.
/// The second output is each replica's own argument doubled.
fn program(marked: bool) -> String {
    let same = if marked { ", mhlo.is_same_data_across_replicas = true" } else { "" };
    format!(
        r#"module @shared attributes {{mhlo.num_replicas = 2 : i32}} {{
  func.func public @main(%w: tensor<{N}xf32> {{tf.aliasing_output = 0 : i32{same}}}, %x: tensor<{N}xf32>)
      -> (tensor<{N}xf32>, tensor<{N}xf32>) {{
    %half = stablehlo.constant dense<0.5> : tensor<{N}xf32>
    %s = "stablehlo.all_reduce"(%x) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }}) : (tensor<{N}xf32>) -> tensor<{N}xf32>
    %mean = stablehlo.multiply %s, %half : tensor<{N}xf32>
    %away = stablehlo.subtract %mean, %w : tensor<{N}xf32>
    %step = stablehlo.multiply %away, %half : tensor<{N}xf32>
    %new = stablehlo.add %w, %step : tensor<{N}xf32>
    %twice = stablehlo.add %x, %x : tensor<{N}xf32>
    return %new, %twice : tensor<{N}xf32>, tensor<{N}xf32>
  }}
}}"#
    )
}

fn all(buffer: &Buffer, value: f32) -> bool {
    floats(&buffer.to_vec().unwrap()).iter().all(|v| *v == value)
}

#[test]
fn replicated_weights_are_donated_in_turn_and_stay_on_each_device() {
    both(|plugin| {
        let client = client(plugin, 2);
        let options = CompileOptions { num_replicas: 2, ..Default::default() };
        let shared = client.compile(&program(true), &options).unwrap();
        let unshared = client.compile(&program(false), &options).unwrap();
        let peak = |p: &pjrt::LoadedExecutable| p.compiled_memory_stats().unwrap().peak.unwrap();
        assert!(peak(&shared) < peak(&unshared), "{} and {}", peak(&shared), peak(&unshared));
        let devices = client.devices();
        let put = |value: f32, device: usize| {
            client.buffer_from_host(&bytes(&[value; N]), ElementType::F32, &[N], &devices[device]).unwrap()
        };
        let own = [put(4.0, 0), put(8.0, 1)];
        // First two buffers with equal contents, then copies between devices, then the outputs of the last
        // execution.
        let first = put(0.0, 0);
        let copied = first.copy_to_device(&devices[1]).unwrap();
        for mut weights in [vec![put(0.0, 0), put(0.0, 1)], vec![first, copied]] {
            for expected in [3.0, 4.5, 5.25] {
                let arguments =
                    weights.into_iter().zip(&own).map(|(w, x)| vec![Argument::Donate(w), Argument::Borrow(x)]);
                let outputs = shared.execute(arguments.collect(), &ExecuteOptions::default()).unwrap();
                assert!(all(&outputs[0][0], expected) && all(&outputs[1][0], expected));
                assert!(
                    all(&outputs[0][1], 8.0) && all(&outputs[1][1], 16.0),
                    "the second output is each replica's own"
                );
                weights = outputs.into_iter().map(|mut list| list.swap_remove(0)).collect();
            }
            // Each device's buffer is deleted by itself.
            weights[0].delete().unwrap();
            assert!(weights[0].is_deleted().unwrap() && !weights[1].is_deleted().unwrap());
            assert!(all(&weights[1], 5.25));
        }
    });
}

#[test]
fn unequal_arguments_are_refused_by_number() {
    both(|plugin| {
        let client = client(plugin, 2);
        let program =
            client.compile(&program(true), &CompileOptions { num_replicas: 2, ..Default::default() }).unwrap();
        let put = |value: f32, device: usize| {
            client.buffer_from_host(&bytes(&[value; N]), ElementType::F32, &[N], &client.devices()[device]).unwrap()
        };
        let arguments = (0..2).map(|d| vec![Argument::Donate(put(d as f32, d)), Argument::Donate(put(0.0, d))]);
        let error = program.execute(arguments.collect(), &ExecuteOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("argument 0") && error.to_string().contains("replica 1"), "{error}");
    });
}

#[test]
fn a_refused_execution_has_no_effect() {
    let client = raw::Client::new();
    let executable = client.compile_for(2, &program(true));
    let run = |buffers: [[*mut PJRT_Buffer; 2]; 2]| {
        let lists = buffers.each_ref().map(|list| list.as_ptr());
        let mut outputs = [[null_mut::<PJRT_Buffer>(); 2]; 2];
        let output_lists = outputs.each_mut().map(|list| list.as_mut_ptr());
        let mut events = [null_mut(); 2];
        let mut args = PJRT_LoadedExecutable_Execute_Args {
            executable,
            argument_lists: lists.as_ptr(),
            num_devices: 2,
            num_args: 2,
            output_lists: output_lists.as_ptr(),
            device_complete_events: events.as_mut_ptr(),
            ..AbiStruct::new()
        };
        call(&mut args).map(|()| {
            events.into_iter().for_each(destroy_event);
            outputs
        })
    };
    let own = [0, 1].map(|device| client.vector_on(device, &[1.0; N]));
    let (w, wrong, right) =
        (client.vector_on(0, &[2.0; N]), client.vector_on(1, &[3.0; N]), client.vector_on(1, &[2.0; N]));
    let (code, message) = run([[w, own[0]], [wrong, own[1]]]).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT, "{message}");
    assert!(message.contains("argument 0"), "{message}");
    assert!(!is_deleted(w) && !is_deleted(wrong), "{message}");
    let outputs = run([[w, own[0]], [right, own[1]]]).unwrap();
    assert!(is_deleted(w) && is_deleted(right) && !is_deleted(own[0]));
    [w, wrong, right].into_iter().chain(own).chain(outputs.into_iter().flatten()).for_each(destroy_buffer);
    destroy_executable(executable);
}
