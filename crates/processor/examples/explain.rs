//! Prints what the compiler makes of a StableHLO file: `cargo run --example explain -- FILE [PASS]`.

use processor::{CompileOptions, Numerics, explain};
use stablehlo::Module;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: explain FILE [PASS]")?;
    let module = Module::parse(&std::fs::read_to_string(&file)?)?;
    let options = CompileOptions { numerics: Numerics::Tpu, ..CompileOptions::default() };
    let explanation = explain(&module, &options)?;
    match arguments.next() {
        Some(pass) => println!("{}", explanation.pass(&pass).ok_or(format!("no pass {pass:?}"))?.text),
        None => println!("{}\n{}", explanation.table(), explanation.plan()),
    }
    Ok(())
}
