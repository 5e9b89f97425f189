//! Prints a hash of each program's results on seeded inputs, to tell whether a change of the compiler or the kernels keeps them to
//! the bit: `cargo run --release -p labora-processor --example hash_results -- FILE...`, before and after.
//! `--disable NAME` leaves a pass or a decision out.
//!
//! A file holds StableHLO text, one program or several separated by `// -----`. Each runs with both numerics, with tiles for the
//! cache and with tiles of one row.

use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, compile};
use stablehlo::{Literal, Module, TensorType};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_disabled = |pair: &&[String]| pair[0] == "--disable";
    let disabled_passes: Vec<String> = arguments.windows(2).filter(is_disabled).map(|pair| pair[1].clone()).collect();
    for file in arguments.iter().filter(|argument| *argument != "--disable" && !disabled_passes.contains(argument)) {
        let text = std::fs::read_to_string(file)?;
        let mut all = 0xcbf2_9ce4_8422_2325_u64;
        let mut programs = 0;
        for program in stablehlo::filetest::split(&text) {
            let module = Module::parse(program)?;
            for numerics in [Numerics::Float32, Numerics::Tpu] {
                for cache_bytes in [None, Some(1)] {
                    let disabled_passes = disabled_passes.clone();
                    let options =
                        CompileOptions { numerics, cache_bytes, disabled_passes, ..CompileOptions::default() };
                    // What cannot be compiled counts by its message.
                    match run(&module, &options) {
                        Ok(bytes) => hash(&mut all, &bytes),
                        Err(message) => hash(&mut all, message.as_bytes()),
                    }
                }
            }
            programs += 1;
        }
        let name = file.rsplit('/').next().unwrap_or(file);
        println!("{all:016x}  {programs:4} programs  {name}");
    }
    Ok(())
}

/// The bytes of all results of all replicas.
fn run(module: &Module, options: &CompileOptions) -> Result<Vec<u8>, String> {
    let executable = compile(module, options).map_err(|e| e.to_string())?;
    let mut seed = 1;
    let mut argument = |ty: &TensorType| Argument::Borrow(Buffer::from_literal(&literal(ty, &mut seed)));
    let arguments =
        (0..executable.num_replicas()).map(|_| executable.param_types().iter().map(&mut argument).collect()).collect();
    let results = executable.run(&Cores::default(), arguments).map_err(|e| e.to_string())?;
    Ok(results.iter().flatten().flat_map(|buffer| buffer.to_literal().bytes().to_vec()).collect())
}

/// Numbers from -1 to 1, or from 0 to 3.
fn literal(ty: &TensorType, seed: &mut u64) -> Literal {
    let mut values = Vec::with_capacity(ty.num_elements());
    for _ in 0..ty.num_elements() {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let fraction = (*seed >> 40) as f64 / (1u64 << 24) as f64;
        values.push(if ty.element.is_float() { 2.0 * fraction - 1.0 } else { (4.0 * fraction).floor() });
    }
    // Types of fewer than 8 bits are not computed on, and get zeros.
    let zeros = |_| Literal::from_bytes(ty.clone(), vec![0; ty.size_in_bytes()]);
    Literal::from_f64(ty.clone(), &values).or_else(zeros).expect("as many values as elements")
}

fn hash(state: &mut u64, bytes: &[u8]) {
    for byte in bytes {
        *state = (*state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
}
