//! Programs of several partitions: one program over global arrays.

use pjrt::{Argument, Buffer, Client, CompileOptions, ElementType, ExecuteOptions};

use crate::common::{both, bytes, client, floats};

/// Products of rows that are divided over four devices with weights that all of them hold. The third and the
/// fourth result state no sharding: they follow the rows, and are replicated.
const PRODUCT: &str = r#"module @product attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  sdy.mesh @grid = <["a"=2, "b"=2]>
  func.func public @main(
      %x: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %w: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 1 : i32})
      -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"a"}, {"b"}]>},
          tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x4xf32>, tensor<f32>) {
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x4xf32>) -> tensor<8x4xf32>
    %d = stablehlo.add %w, %w : tensor<2x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    return %p, %d, %p, %s : tensor<8x4xf32>, tensor<2x4xf32>, tensor<8x4xf32>, tensor<f32>
  }
}"#;

/// A function that calls itself.
const RECURSION: &str = r#"module {
  sdy.mesh @mesh = <["x"=2]>
  func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = func.call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
  func.func public @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    %y = func.call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}"#;

fn options(num_partitions: usize) -> CompileOptions {
    CompileOptions { num_partitions, ..Default::default() }
}

fn put(client: &Client, values: &[f32], dims: &[usize], device: usize) -> Buffer {
    client.buffer_from_host(&bytes(values), ElementType::F32, dims, &client.devices()[device]).unwrap()
}

fn values(buffer: &Buffer) -> Vec<f32> {
    floats(&buffer.to_vec().unwrap())
}

#[test]
fn results_are_cut_by_their_shardings() {
    let x: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let w: Vec<f32> = (0..8).map(|i| (i * i) as f32 - 5.0).collect();
    let product = |row: usize, column: usize| x[2 * row] * w[column] + x[2 * row + 1] * w[4 + column];
    both(|plugin| {
        let client = client(plugin, 4);
        let program = client.compile(PRODUCT, &options(4)).unwrap();
        let shards: Vec<Buffer> = (0..4).map(|d| put(&client, &x[4 * d..4 * d + 4], &[2, 2], d)).collect();
        let weights = (0..4).map(|d| put(&client, &w, &[2, 4], d));
        let arguments = shards.iter().zip(weights).map(|(x, w)| vec![Argument::Borrow(x), Argument::Donate(w)]);
        let outputs = program.execute(arguments.collect(), &ExecuteOptions::default()).unwrap();
        for (d, outputs) in outputs.iter().enumerate() {
            let block: Vec<f32> = (0..4)
                .flat_map(|r| (0..2).map(move |c| (r, c)))
                .map(|(r, c)| product(d / 2 * 4 + r, d % 2 * 2 + c))
                .collect();
            assert_eq!(values(&outputs[0]), block, "device {d}");
            assert_eq!(values(&outputs[1]), w.iter().map(|w| 2.0 * w).collect::<Vec<_>>(), "device {d}");
            let rows: Vec<f32> = (0..8).map(|i| product(2 * d + i / 4, i % 4)).collect();
            assert_eq!(values(&outputs[2]), rows, "device {d}");
            let sum: f32 = (0..32).map(|i| product(i / 4, i % 4)).sum();
            assert_eq!(values(&outputs[3]), [sum], "device {d}");
        }
    });
}

/// The result of one run is the argument of the next.
#[test]
fn views_are_assembled_again() {
    let text = r#"module {
  sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
  func.func public @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 0 : i32})
      -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %y = stablehlo.add %x, %c : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}"#;
    both(|plugin| {
        let client = client(plugin, 2);
        let program = client.compile(text, &options(2)).unwrap();
        let mut shards: Vec<Buffer> = (0..2).map(|d| put(&client, &[0.0, 0.0], &[2], d)).collect();
        for run in 1..4 {
            let arguments = shards.into_iter().map(|x| vec![Argument::Donate(x)]).collect();
            let outputs = program.execute(arguments, &ExecuteOptions::default()).unwrap();
            shards = outputs.into_iter().map(|mut list| list.swap_remove(0)).collect();
            let run = run as f32;
            // Device 1 is first in the mesh.
            assert_eq!(values(&shards[0]), [3.0 * run, 4.0 * run]);
            assert_eq!(values(&shards[1]), [run, 2.0 * run]);
        }
    });
}

#[test]
fn shardings_that_do_not_fit_are_refused() {
    both(|plugin| {
        let client = client(plugin, 4);
        for (text, partitions, message) in [
            (PRODUCT.to_string(), 2, "has not 2 devices"),
            (PRODUCT.replace("8x", "6x"), 4, "cannot be divided into 4 equal shards"),
            (PRODUCT.replace("sdy.mesh @mesh", "sdy.mesh @other"), 4, "a mesh that the module lacks"),
            (PRODUCT.replace(r#"<@mesh, [{}, {}]>, tf"#, r#"<@mesh, []>, tf"#), 4, "has 0 dimensions"),
            (RECURSION.to_string(), 2, "recursive calls are not allowed"),
            (PRODUCT.replace(r#"["x"=4]>"#, r#"["x"=4], device_ids=[0, 1, 2, 4]>"#), 4, "lacks device 3"),
        ] {
            let error = client.compile(&text, &options(partitions)).err().unwrap().to_string();
            assert!(error.contains(message), "{error}");
        }
    });
}
