//! Compiles a program in StableHLO text, runs it on made-up inputs, and prints its memory and where the time goes.
//!
//!     cargo run --release -p processor --example run_program -- FILE [--numerics tpu|float32|highest] [--threads N]
//!         [--times 2] [--bare N] [--set PARAMETER=NUMBER]... [--disable PASS]...
//!
//! `--bare N` also runs the program N times without a profile and prints the shortest and the median time.
//! Floats are random between -0.05 and 0.05, integers 0; `--set 7=4` fills parameter 7 with fours.

use std::time::Instant;

use processor::{Argument, Buffer, CompileOptions, Cores, Numerics, Profile, compile};
use stablehlo::{Literal, Module};

fn options(name: &str) -> Vec<String> {
    let args: Vec<String> = std::env::args().collect();
    args.windows(2).filter(|pair| pair[0] == name).map(|pair| pair[1].clone()).collect()
}

fn option(name: &str) -> Option<String> {
    options(name).pop()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    let module = Module::parse(&std::fs::read_to_string(&file)?)?;
    let numerics = match option("--numerics") {
        Some(name) => Numerics::parse(&name).ok_or("there are no numerics of that name")?,
        None => Numerics::default(),
    };
    let cores = option("--threads").and_then(|t| t.parse().ok()).map(Cores::new).unwrap_or_default();
    let times: usize = option("--times").and_then(|t| t.parse().ok()).unwrap_or(2);
    let mut set = std::collections::HashMap::new();
    for pair in options("--set") {
        let (parameter, number) = pair.split_once('=').ok_or("--set takes PARAMETER=NUMBER")?;
        set.insert(parameter.parse::<usize>()?, number.parse::<f64>()?);
    }
    let start = Instant::now();
    let executable = compile(
        &module,
        &CompileOptions { numerics, disabled_passes: options("--disable"), ..CompileOptions::default() },
    )?;
    println!("compiled in {:.3} s for {}", start.elapsed().as_secs_f64(), executable.isa());
    let memory = executable.memory(cores.threads());
    println!("{memory:?}\npeak {:.1} MiB", memory.peak_bytes as f64 / 1048576.0);
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 40) as f64 / (1u64 << 24) as f64 - 0.5
    };
    let mut shared = Vec::new();
    for (i, ty) in executable.param_types().iter().enumerate() {
        shared.push(match set.get(&i) {
            Some(number) => Buffer::from_literal(&Literal::full(ty.clone(), *number)?),
            None if ty.element.is_float() => {
                let values: Vec<f64> = (0..ty.num_elements()).map(|_| 0.1 * random()).collect();
                Buffer::from_literal(&Literal::from_f64(ty.clone(), &values)?)
            }
            None => Buffer::zeroed(ty.clone()),
        });
    }
    let bare: usize = option("--bare").and_then(|t| t.parse().ok()).unwrap_or(0);
    let mut seconds = Vec::new();
    for _ in 0..bare {
        let arguments = vec![shared.iter().cloned().map(Argument::Borrow).collect(); executable.num_replicas()];
        let start = Instant::now();
        executable.run(&cores, arguments)?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    if let (Some(shortest), Some(median)) = (seconds.first(), seconds.get(seconds.len() / 2)) {
        println!("without a profile: shortest {:.3} ms, median {:.3} ms", shortest * 1e3, median * 1e3);
    }
    let mut profile = Profile::default();
    for run in 0..=times {
        let donated = |i: usize, b: &Buffer| -> processor::Result<Argument> {
            Ok(match executable.aliases()[i] {
                Some(_) => Argument::Donate(Buffer::from_bytes(b.ty().clone(), b.as_bytes())?),
                None => Argument::Borrow(b.clone()),
            })
        };
        let arguments = (0..executable.num_replicas())
            .map(|_| shared.iter().enumerate().map(|(i, b)| donated(i, b)).collect())
            .collect::<processor::Result<Vec<Vec<Argument>>>>()?;
        let start = Instant::now();
        let (_, measured) = executable.run_profiled(&cores, arguments)?;
        println!("run {run}: {:.3} s", start.elapsed().as_secs_f64());
        if run > 0 {
            profile.runs.extend(measured.runs);
        }
    }
    println!("{}", profile);
    Ok(())
}
