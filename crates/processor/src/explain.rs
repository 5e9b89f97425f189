//! Explanations of a compilation: the program after each pass, as a report or as files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kernels::Isa;
use stablehlo::Module;

use crate::error::{Error, ErrorKind, Result};
use crate::ir;
use crate::options::CompileOptions;
use crate::pipeline::{self, Pass, Stage};
use crate::plan::print;
use crate::plan::program::Program;

/// The environment variable that names a folder for dumps.
const DUMP: &str = "LABORA_DUMP";

/// The program after each pass of a compilation.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The passes that ran, in order.
    pub passes: Vec<PassReport>,
}

/// One pass of a compilation.
#[derive(Clone, Debug)]
pub struct PassReport {
    /// The pass's name.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Its duration.
    pub elapsed: Duration,
    /// True if the pass changed the program.
    pub changed: bool,
    /// The program after the pass: StableHLO text while it is a graph ([`Module::parse`] reads it), the plan
    /// from lowering on.
    pub text: String,
    /// True if `text` is StableHLO.
    pub is_graph: bool,
}

/// Compiles a module, and reports the program after each pass.
///
/// ```
/// use processor::{CompileOptions, explain};
/// use stablehlo::{ElementType::F32, FuncBuilder, Module, TensorType};
/// let mut b = FuncBuilder::new("main");
/// let x = b.param(TensorType::new(F32, [3]));
/// let y = b.multiply(x, x)?;
/// let module = Module::new("squares", b.finish(vec![y]));
/// let explanation = explain(&module, &CompileOptions::default())?;
/// let folded = explanation.pass("transpose_folding").expect("the pass runs by default");
/// assert!(!folded.changed && Module::parse(&folded.text).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`compile`](crate::compile).
pub fn explain(module: &Module, options: &CompileOptions) -> Result<Explanation> {
    let isa = options.isa.unwrap_or_else(Isa::best);
    let mut passes: Vec<PassReport> = Vec::new();
    pipeline::compile(module, isa, options, &mut |pass, stage, elapsed| {
        let text = text(stage, isa)?;
        let changed = passes.last().is_none_or(|last| last.text != text);
        let is_graph = matches!(stage, Stage::Graph(_));
        passes.push(PassReport { name: pass.name, summary: pass.summary, elapsed, changed, text, is_graph });
        Ok(())
    })?;
    Ok(Explanation { passes })
}

impl Explanation {
    /// The report of a pass; none if there is no such pass, or it was disabled.
    pub fn pass(&self, name: &str) -> Option<&PassReport> {
        self.passes.iter().find(|pass| pass.name == name)
    }

    /// The final plan.
    pub fn plan(&self) -> &str {
        self.passes.last().map_or("", |pass| &pass.text)
    }

    /// A table of the passes: name, time, whether it changed the program, summary.
    pub fn table(&self) -> String {
        let mut table = String::new();
        for pass in &self.passes {
            let changed = if pass.changed { "changed" } else { "-" };
            let ms = pass.elapsed.as_secs_f64() * 1e3;
            let _ = writeln!(table, "{:<26} {ms:>9.3} ms  {changed:<8} {}", pass.name, pass.summary);
        }
        table
    }
}

/// Compiles, and writes the program after each pass to the folder that `LABORA_DUMP` names.
pub(crate) fn compile(module: &Module, isa: Isa, options: &CompileOptions) -> Result<Program> {
    let Some(folder) = std::env::var_os(DUMP).filter(|folder| !folder.is_empty()) else {
        return pipeline::compile(module, isa, options, &mut |_, _, _| Ok(()));
    };
    let folder = program_folder(Path::new(&folder), &module.name)?;
    let mut number = 0;
    pipeline::compile(module, isa, options, &mut |pass: &Pass, stage, _| {
        let extension = if matches!(stage, Stage::Graph(_)) { "mlir" } else { "plan" };
        let path = folder.join(format!("{number:02}_{}.{extension}", pass.name));
        number += 1;
        std::fs::write(&path, text(stage, isa)?).map_err(|e| unwritable(&path, &e))
    })
}

/// A new folder for the dumps of one program: its name, with a number where that folder exists.
fn program_folder(dump: &Path, name: &str) -> Result<PathBuf> {
    std::fs::create_dir_all(dump).map_err(|e| unwritable(dump, &e))?;
    let legal = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let name: String = name.chars().map(legal).collect();
    let name = if name.is_empty() { "program".into() } else { name };
    for number in 0.. {
        let path = dump.join(if number == 0 { name.clone() } else { format!("{name}.{number}") });
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(unwritable(&path, &e)),
        }
    }
    unreachable!("numbers never end")
}

/// The error of a folder or file that cannot be written.
fn unwritable(path: &Path, e: &std::io::Error) -> Error {
    let message = format!("{DUMP}: cannot write {}: {e}; name a folder that can be written to", path.display());
    Error::new(ErrorKind::Arguments, message)
}

/// The text of a stage.
fn text(stage: &Stage, isa: Isa) -> Result<String> {
    Ok(match stage {
        Stage::Start => String::new(),
        Stage::Graph(graph) => ir::to_module(graph)?.to_string(),
        Stage::Plan(program) => print::text(program, isa),
    })
}
