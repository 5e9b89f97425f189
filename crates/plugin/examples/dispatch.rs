//! Measures the dispatch of a tiny program: nanoseconds per run by the processor alone, and per call
//! through the C API, of which the client's part is the smaller. Usage: `cargo run --release -p
//! labora-plugin --example dispatch`

use std::time::{Duration, Instant};

use pjrt::{Argument, Client, CompileOptions, ElementType, ExecuteOptions};

const PROGRAM: &str = "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %y = stablehlo.add %x, %x : tensor<4x4xf32>
    return %y : tensor<4x4xf32>
}";

/// The time of the fastest of ten rounds of `calls` calls, per call.
fn fastest(calls: u32, mut call: impl FnMut()) -> Duration {
    let round = |call: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed() / calls
    };
    (0..10).map(|_| round(&mut call)).min().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = stablehlo::Module::parse(PROGRAM)?;
    let executable = processor::compile(&module, &processor::CompileOptions::default())?;
    let cores = processor::Cores::default();
    let ty = executable.param_types()[0].clone();
    let x = processor::Buffer::from_bytes(ty, &[0; 64])?;
    let run = fastest(20_000, || {
        let arguments = vec![vec![processor::Argument::Borrow(x.clone())]];
        drop(executable.run(&cores, arguments).expect("the program runs"));
    });
    println!("processor: {} ns", run.as_nanos());

    let client = Client::new(&labora_plugin::linked()?, &[])?;
    let add = client.compile(PROGRAM, &CompileOptions::default())?;
    let x = client.buffer_from_host(&[0; 64], ElementType::F32, &[4, 4], &client.devices()[0])?;
    let options = ExecuteOptions::default();
    let execute = fastest(20_000, || {
        drop(add.execute_async(vec![vec![Argument::Borrow(&x)]], &options).expect("the program runs"));
    });
    println!("through the C API: {} ns", execute.as_nanos());
    Ok(())
}
