//! The text of a module as HLO, the form of programs inside XLA, which JAX shows of compiled programs
//! (`compiled.as_text()`).
//!
//! HLO differs from StableHLO in what this module bridges: names have hyphens, a computation returns one
//! value or a tuple, regions are computations that cannot capture values, operands are not broadcast by
//! themselves, and the sizes 1 of an operand are not extended. Constants of more than ten elements are elided,
//! as XLA prints them (`constant({...})`), unless [`PrintOptions`] ask for them.
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
mod shape;

use std::collections::HashMap;

use crate::error::{Error, ErrorKind, Result};
use crate::program::{Func, Module};
use computation::Computation;

/// What of a module is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// True: constants of more than ten elements are printed, too, with all their elements.
    pub print_large_constants: bool,
}

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
    let mut writer = Writer { module, options, computations: Vec::new(), functions: HashMap::new(), names: 0 };
    let entry = Computation::of_function(&mut writer, main)?;
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

/// The name with `_` for what XLA's parser does not take in a name; a module without a name is `main`.
fn identifier(name: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '.';
    let name: String = name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    match name.chars().next() {
        None => "main".into(),
        Some(first) if first.is_ascii_alphabetic() || first == '_' => name,
        Some(_) => format!("_{name}"),
    }
}

/// What the computations of a module share.
struct Writer<'m> {
    module: &'m Module,
    options: PrintOptions,
    /// The texts of the finished computations; each follows those that it calls.
    computations: Vec<String>,
    /// The computations of the functions that were called.
    functions: HashMap<&'m str, String>,
    names: usize,
}

impl<'m> Writer<'m> {
    /// A name that the module does not have yet.
    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("%{}.{}", identifier(base), self.names)
    }

    /// Adds a computation, and returns its name.
    fn add(&mut self, computation: Computation<'m>, base: &str) -> String {
        let name = self.name(base);
        self.computations.push(computation.print("", &name));
        name
    }

    /// The computation of a function of the module.
    fn function(&mut self, name: &str) -> Result<String> {
        if let Some(known) = self.functions.get(name) {
            return Ok(known.clone());
        }
        let module = self.module;
        let missing = || Error::new(ErrorKind::Program, format!("the module has no function @{name}"));
        let func = module.func(name).ok_or_else(missing)?;
        let computation = Computation::of_function(self, func)?;
        let named = self.add(computation, &func.name);
        self.functions.insert(&func.name, named.clone());
        Ok(named)
    }
}
