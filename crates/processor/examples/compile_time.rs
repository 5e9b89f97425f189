//! Measures how the time to compile grows with a program's length.
//!
//! ```text
//! cargo run -p labora-processor --example compile_time -- [OPERATIONS]... [--shape chain|plain|steps|wide|loops]
//!     [--replicas N] [--elements N]
//! ```
//!
//! Prints the seconds of [`processor::compile`] for each length. Shapes of program:
//! - `chain`: element-wise operations on the last result, an early value now and then, a reduction every 1,000.
//! - `plain`: `add` of the last result and a parameter, and nothing else.
//! - `steps`: operations that do not fuse, so that each is a step of its own.
//! - `wide`: values that all live until the end, each stored by a step of its own.
//! - `loops`: small `while` loops one after another.

use std::fmt::Write;
use std::time::Instant;

use processor::{CompileOptions, compile};
use stablehlo::Module;

/// The operation that defines `%v{i}`, of type `ty`.
fn operation(shape: &str, i: usize, ty: &str) -> String {
    let last = i - 1;
    match shape {
        "plain" => format!("%v{i} = stablehlo.add %v{last}, %x : {ty}"),
        "steps" if i.is_multiple_of(2) => format!("%v{i} = stablehlo.add %v{last}, %v{} : {ty}", i / 2),
        "steps" => format!(
            "%t{i} = stablehlo.reverse %v{last}, dims = [0] : {ty}\n\
             %s{i} = stablehlo.reduce(%t{i} init: %zero) applies stablehlo.add across dimensions = [0] : \
             ({ty}, tensor<f32>) -> tensor<f32>\n\
             %v{i} = stablehlo.broadcast_in_dim %s{i}, dims = [] : (tensor<f32>) -> {ty}"
        ),
        "wide" if i.is_multiple_of(2) => format!(
            "%s{i} = stablehlo.reduce(%v{last} init: %zero) applies stablehlo.add across dimensions = [0] : \
             ({ty}, tensor<f32>) -> tensor<f32>\n\
             %b{i} = stablehlo.broadcast_in_dim %s{i}, dims = [] : (tensor<f32>) -> {ty}\n\
             %v{i} = stablehlo.add %b{i}, %v{last} : {ty}"
        ),
        "wide" => format!("%v{i} = stablehlo.tanh %v{last} : {ty}"),
        "loops" => format!(
            "%v{i} = stablehlo.while(%c{i} = %v{last}) : {ty} cond {{\n\
             %s{i} = stablehlo.reduce(%c{i} init: %zero) applies stablehlo.add across dimensions = [0] : \
             ({ty}, tensor<f32>) -> tensor<f32>\n\
             %p{i} = stablehlo.compare LT, %s{i}, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>\n\
             stablehlo.return %p{i} : tensor<i1>\n}} do {{\n\
             %n{i} = stablehlo.tanh %c{i} : {ty}\nstablehlo.return %n{i} : {ty}\n}}"
        ),
        _ if i.is_multiple_of(1000) => format!(
            "%s{i} = stablehlo.reduce(%v{last} init: %zero) applies stablehlo.add across dimensions = [0] : \
             ({ty}, tensor<f32>) -> tensor<f32>\n\
             %v{i} = stablehlo.broadcast_in_dim %s{i}, dims = [] : (tensor<f32>) -> {ty}"
        ),
        _ if i.is_multiple_of(97) => format!("%v{i} = stablehlo.multiply %v{last}, %v{} : {ty}", i / 2),
        _ if i.is_multiple_of(3) => format!("%v{i} = stablehlo.add %v{last}, %x : {ty}"),
        _ if i % 3 == 1 => format!("%v{i} = stablehlo.multiply %v{last}, %y : {ty}"),
        _ => format!("%v{i} = stablehlo.tanh %v{last} : {ty}"),
    }
}

/// A program of that many operations.
fn program(shape: &str, operations: usize, replicas: usize, elements: usize) -> String {
    let ty = format!("tensor<{elements}xf32>");
    let mut text = format!(
        "module @chain attributes {{mhlo.num_replicas = {replicas} : i32}} {{\n\
         func.func public @main(%x: {ty}, %y: {ty}) -> {ty} {{\n\
         %zero = stablehlo.constant dense<0.0> : tensor<f32>\n%v0 = stablehlo.add %x, %y : {ty}\n"
    );
    (1..=operations).for_each(|i| text += &(operation(shape, i, &ty) + "\n"));
    let mut last = format!("%v{operations}");
    if shape == "wide" {
        // Every stored value is read once more, the first one last.
        for i in (1..=operations).rev() {
            let _ = writeln!(text, "%r{i} = stablehlo.reverse %v{i}, dims = [0] : {ty}");
            let _ = writeln!(text, "%w{i} = stablehlo.add {last}, %r{i} : {ty}");
            last = format!("%w{i}");
        }
    }
    text + &format!("return {last} : {ty}\n}}\n}}\n")
}

fn option(name: &str) -> Option<String> {
    let args: Vec<String> = std::env::args().collect();
    args.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].clone())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = |name: &str, default: usize| option(name).map_or(Ok(default), |text| text.parse());
    let (replicas, elements) = (number("--replicas", 1)?, number("--elements", 64)?);
    let shape = option("--shape").unwrap_or_else(|| "chain".into());
    let lengths = std::env::args().skip(1).take_while(|argument| !argument.starts_with("--"));
    let mut lengths: Vec<usize> = lengths.map(|length| length.parse()).collect::<Result<_, _>>()?;
    if lengths.is_empty() {
        lengths = vec![3_000, 10_000, 30_000];
    }
    for operations in lengths {
        let module = Module::parse(&program(&shape, operations, replicas, elements))?;
        let start = Instant::now();
        compile(&module, &CompileOptions::default())?;
        println!("{shape} of {operations} operations: {:.3} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
