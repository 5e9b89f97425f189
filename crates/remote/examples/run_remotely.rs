//! Runs a program on the devices of a worker: `cargo run -p labora-remote --example run_remotely -- ADDRESS`.
//!
//! The environment variable `LABORA_WORKER_TOKEN` has the worker's token, if it asks for one.

use std::process::ExitCode;

use remote::{Client, CompileOptions, ConnectOptions, DType, Error, Shape, Sharding};

/// Squares of four numbers, and their sum.
const PROGRAM: &str = "
module @squares {
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
    %squares = stablehlo.multiply %x, %x : tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %squares, %sum : tensor<4xf32>, tensor<f32>
  }
}";

fn main() -> ExitCode {
    match run(std::env::args().nth(1).as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(argument: Option<&str>) -> Result<(), Error> {
    let none = || Error::invalid("no worker is named: pass its address, for example grpc://localhost:8470");
    let address = argument.ok_or_else(none)?.parse()?;
    let options = ConnectOptions { token: std::env::var("LABORA_WORKER_TOKEN").ok(), ..ConnectOptions::default() };
    let client = Client::connect(&address, options)?;
    println!("{} ({}), {}", client.platform_name(), client.platform_version(), client.protocol());
    for device in client.devices() {
        println!("  {}: {} {:?}", device.description, device.kind, device.memory_kinds);
    }

    let squares = client.compile(PROGRAM, &CompileOptions::default())?;
    let bytes: Vec<u8> = [1f32, 2.0, 3.0, 4.0].into_iter().flat_map(f32::to_le_bytes).collect();
    let device = Sharding::single_device(squares.devices().first().copied().unwrap_or_default());
    let mut x = client.put(&bytes, DType::F32, &Shape::new(vec![4])?, &device)?;
    // The runs are queued one after another, without waiting.
    for _ in 0..3 {
        let mut results = squares.execute(&[&x])?.into_iter();
        let (Some(next), Some(sum)) = (results.next(), results.next()) else {
            return Err(Error::internal("the program has two results"));
        };
        println!("{}: {:?}, sum {:?}", squares.name(), floats(&next.to_host()?), floats(&sum.to_host()?));
        x = next;
    }
    Ok(())
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect()
}
