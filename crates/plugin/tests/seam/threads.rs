//! Several threads use one client at once.

use std::thread;

use pjrt::{Argument, CompileOptions, ElementType, ExecuteOptions};

use crate::common::{SQUARE, both, bytes, client, floats};

const SUM: &str = r#"module @sum attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<3xf32>) -> tensor<3xf32> {
    %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<3xf32>) -> tensor<3xf32>
    return %y : tensor<3xf32>
  }
}"#;

#[test]
fn threads_run_programs_on_one_client_at_once() {
    both(|plugin| {
        let client = client(plugin, 2);
        let two = CompileOptions { num_replicas: 2, ..CompileOptions::default() };
        let sum = client.compile(SUM, &two).unwrap();
        let (client, sum) = (&client, &sum);
        let put = |values: [f32; 3], device: usize| {
            client.buffer_from_host(&bytes(&values), ElementType::F32, &[3], &client.devices()[device]).unwrap()
        };
        thread::scope(|scope| {
            // Two threads share an executable whose replicas wait for each other; two compile and donate.
            for thread in 0..2 {
                scope.spawn(move || {
                    for i in 0..50 {
                        let n = (100 * thread + i) as f32;
                        let inputs = [put([n, 1.0, 2.0], 0), put([1.0, n, -2.0], 1)];
                        let arguments = inputs.iter().map(|b| vec![Argument::Borrow(b)]).collect();
                        for out in sum.execute(arguments, &ExecuteOptions::default()).unwrap() {
                            assert_eq!(floats(&out[0].to_vec().unwrap()), [n + 1.0, n + 1.0, 0.0]);
                        }
                    }
                });
                scope.spawn(move || {
                    for i in 0..20 {
                        let square = client.compile(SQUARE, &CompileOptions::default()).unwrap();
                        let n = (100 * thread + i) as f32;
                        let arguments = vec![vec![Argument::Donate(put([n, 2.0, -3.0], 0))]];
                        let out = square.execute(arguments, &ExecuteOptions::default()).unwrap();
                        assert_eq!(floats(&out[0][0].to_vec().unwrap()), [n * n, 4.0, 9.0]);
                    }
                });
            }
        });
        for device in client.devices() {
            assert_eq!(device.memory_stats().unwrap().unwrap().bytes_in_use, 0, "every buffer was destroyed");
        }
    });
}
