//! The text of a module as HLO, the form of programs inside XLA, which JAX shows of compiled programs
//! (`compiled.as_text()`).
//!
//! HLO differs from StableHLO in what this module bridges: names have hyphens, a computation returns one
//! value or a tuple, regions are computations that cannot capture values, operands are not broadcast by
//! themselves, and the sizes 1 of an operand are not extended. Constants of more than ten elements are
//! elided, as XLA prints them (`constant({...})`), unless [`PrintOptions`] ask for them.
//!
//! ```
//! use stablehlo::Module;
//! let module = Module::parse(
//!     "module @twice {
//!        func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
//!          %y = stablehlo.add %x, %x : tensor<2xf32>
//!          return %y : tensor<2xf32>
//!        }
//!      }",
//! )?;
//! let text = stablehlo::hlo::text(&module)?;
//! assert!(text.starts_with("HloModule twice, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n"));
//! assert!(text.contains("ROOT %add.2 = f32[2]{0} add(%parameter.1, %parameter.1)\n"));
//! # Ok::<(), stablehlo::Error>(())
//! ```
//!
//! Source: `xla/hlo/parser/hlo_parser.cc` and `xla/hlo/translate/mhlo_to_hlo` of
//! [openxla/xla](https://github.com/openxla/xla).

mod attributes;
mod computation;
mod constant;
mod conversion;
mod instruction;
mod shape;
mod writer;

use crate::error::{Error, ErrorKind, Result};
use crate::program::{Func, Module};
pub use writer::PrintOptions;
use writer::{Writer, identifier};

/// The text of the module as HLO, with long constants elided.
///
/// # Errors
/// As [`text_with`].
pub fn text(module: &Module) -> Result<String> {
    text_with(module, PrintOptions::default())
}

/// The text of the module as HLO.
///
/// # Errors
/// A program without `@main`, an operation or an element type that HLO lacks (`sdy.manual_computation`,
/// 6-bit floats), and a region that captures more than constants where HLO has no place for them.
pub fn text_with(module: &Module, options: PrintOptions) -> Result<String> {
    let main = module.main().ok_or_else(|| Error::new(ErrorKind::Program, "the module has no function @main"))?;
    let mut writer = Writer::new(module, options);
    let entry = conversion::function(&mut writer, main)?;
    let entry = entry.print("ENTRY ", &writer.name("main"));
    let mut out = format!("HloModule {}", identifier(&module.name));
    out.push_str(&aliases(main));
    out.push_str(&format!(", entry_computation_layout={{{}}}", shape::signature(main)?));
    for (name, count) in [("replica_count", module.num_replicas), ("num_partitions", module.num_partitions)] {
        if count != 1 {
            out.push_str(&format!(", {name}={count}"));
        }
    }
    out.push_str("\n\n");
    for computation in writer.computations.iter().chain([&entry]) {
        out.push_str(computation);
        out.push('\n');
    }
    Ok(out)
}

/// The donated parameters, and the results that may reuse their memory.
fn aliases(main: &Func) -> String {
    let is_tuple = main.body.results.len() != 1;
    let donated = main.params.iter().enumerate().filter_map(|(number, param)| Some((param.aliasing_output?, number)));
    let pairs: Vec<String> = donated
        .map(|(result, parameter)| {
            let index = if is_tuple { result.to_string() } else { String::new() };
            format!("{{{index}}}: ({parameter}, {{}}, may-alias)")
        })
        .collect();
    if pairs.is_empty() { String::new() } else { format!(", input_output_alias={{ {} }}", pairs.join(", ")) }
}
