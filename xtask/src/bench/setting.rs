//! Where everything runs: our command, the peers' environments, the lowered programs; each made when it is
//! first asked for.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::rows::PROGRAMS;

pub struct Setting {
    pub root: PathBuf,
    /// Whether the peers have large pages where time is measured.
    pub gives_large_pages: bool,
    labora: PathBuf,
    environments: HashMap<&'static str, Result<PathBuf, String>>,
    programs: HashMap<String, PathBuf>,
}

impl Setting {
    /// Builds our command.
    pub fn new(root: &Path) -> Result<Self, String> {
        println!("== cargo build --release --package labora");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--quiet", "--release", "--package", "labora"]).current_dir(root);
        ran(&mut build)?;
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let labora = target.join("release").join(format!("labora{}", std::env::consts::EXE_SUFFIX));
        let root = root.to_path_buf();
        Ok(Self { root, gives_large_pages: true, labora, environments: HashMap::new(), programs: HashMap::new() })
    }

    pub fn labora(&self) -> &Path {
        &self.labora
    }

    /// The Python of the environment of `bench/requirements/NAME.txt`.
    pub fn python(&mut self, name: &'static str) -> Result<PathBuf, String> {
        let pins = self.root.join("bench/requirements").join(format!("{name}.txt"));
        let make = || {
            println!("== the environment of {}", pins.display());
            testkit::virtual_environment(&pins)
        };
        self.environments.entry(name).or_insert_with(make).clone()
    }

    /// The arguments with each `{NAME}` replaced by the file of that program.
    pub fn arguments(&mut self, text: &str) -> Result<Vec<String>, String> {
        let mut arguments = Vec::new();
        for word in text.split_whitespace() {
            let name = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            arguments.push(match name {
                Some(name) => self.program(name)?.display().to_string(),
                None => word.to_string(),
            });
        }
        Ok(arguments)
    }

    /// A program of `bench/programs`, lowered to StableHLO text in the cache folder: `NAME`, or `NAME:DTYPE`.
    fn program(&mut self, named: &str) -> Result<PathBuf, String> {
        if let Some(file) = self.programs.get(named) {
            return Ok(file.clone());
        }
        let (name, dtype) = named.split_once(':').unwrap_or((named, "float32"));
        let known = PROGRAMS.iter().find(|(known, _)| *known == name);
        let &(name, replicas) = known.ok_or_else(|| format!("bench/programs has no {name}.py"))?;
        let python = self.python("jax")?;
        let folder = testkit::cache_folder().join("programs");
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let file = folder.join(format!("{name}-{dtype}-{replicas}.mlir"));
        println!("== lowering {name} in {dtype} for {replicas} replica(s) to {}", file.display());
        let script = self.root.join("bench/programs").join(format!("{name}.py"));
        let mut lower = Command::new(python);
        lower.arg(script).arg(&file).args(["--replicas", &replicas.to_string(), "--dtype", dtype]);
        ran(lower.env("JAX_PLATFORMS", "cpu"))?;
        self.programs.insert(named.to_string(), file.clone());
        Ok(file)
    }
}

/// Runs a command to its end and gives what it printed; an error has the end of what it complained of.
pub fn ran(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("{name} cannot be started: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("{name} failed ({}): {last}", output.status))
}
