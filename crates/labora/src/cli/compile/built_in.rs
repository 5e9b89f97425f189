//! Compilation for the built-in tensor processor: its passes, and the plan that runs.

use processor::{CompileOptions, Explanation, Isa, Numerics, explain};
use serde_json::json;
use stablehlo::Module;

use super::args::CompileArgs;
use super::workload;
use crate::cli::failure::Failure;
use crate::cli::print;
use crate::devices::BuiltIn;

/// Compiles for a built-in device and prints the table of passes; with `--explain` the plan, with `--pass`
/// the program after that pass.
pub fn run(args: &CompileArgs, device: BuiltIn) -> Result<(), Failure> {
    if args.html.is_some() {
        return Err(Failure::usage("--html is for reports on TPUs; the built-in devices print text or JSON"));
    }
    let (cores, numerics) = match device {
        BuiltIn::Tpu => (8, Numerics::Tpu),
        BuiltIn::Cpu => (1, Numerics::Float32),
    };
    let workload = workload::workload(args, cores)?;
    let module = Module::parse(&workload.program).map_err(Failure::new)?;
    let isa = Some(Isa::from_env().map_err(Failure::new)?);
    let options =
        CompileOptions { numerics, isa, disabled_passes: args.disable_pass.clone(), ..CompileOptions::default() };
    let explanation = explain(&module, &options).map_err(Failure::new)?;
    if args.output.json {
        return print::line(serde_json::to_string_pretty(&report(&explanation)).map_err(Failure::new)?);
    }
    match &args.pass {
        Some(pass) => print::line(text_after(&explanation, pass)?),
        None if args.explain => print::line(format!("{}\n{}", explanation.table(), explanation.plan())),
        None => print::line(explanation.table().trim_end()),
    }
}

/// The program after a pass.
fn text_after<'e>(explanation: &'e Explanation, pass: &str) -> Result<&'e str, Failure> {
    let names = || explanation.passes.iter().map(|pass| pass.name).collect::<Vec<_>>().join(", ");
    let unknown = || Failure::usage(format!("there is no pass {pass:?}")).hint(format!("the passes are {}", names()));
    Ok(explanation.pass(pass).ok_or_else(unknown)?.text.trim_end())
}

fn report(explanation: &Explanation) -> serde_json::Value {
    let passes = explanation.passes.iter().map(|pass| {
        let seconds = pass.elapsed.as_secs_f64();
        json!({"name": pass.name, "summary": pass.summary, "seconds": seconds, "changed": pass.changed, "text": pass.text})
    });
    json!({ "passes": passes.collect::<Vec<_>>() })
}
