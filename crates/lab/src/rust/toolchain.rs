//! The user's Rust toolchain.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result};

/// The oldest release by which the kernel can be compiled: 1 and this.
const MINOR_VERSION: u32 = 95;
/// What installs a toolchain.
const HINT: &str = "install Rust 1.95 or later from https://rustup.rs";

/// A Rust toolchain: the compiler, Cargo and a linker.
#[derive(Clone, Debug)]
pub struct Toolchain {
    sysroot: PathBuf,
    libraries: PathBuf,
    version: String,
    sources: Option<PathBuf>,
}

impl Toolchain {
    /// The toolchain whose `rustc` is called in the user's home.
    ///
    /// # Errors
    /// There is none, it is too old, or it has no Cargo or no linker.
    pub fn find() -> Result<Toolchain> {
        let version = said("rustc", "--version")?;
        let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok()).unwrap_or(0);
        if minor < MINOR_VERSION {
            return Err(Error::invalid(format!("{version} is too old for Rust notebooks: {HINT}")));
        }
        let sysroot = PathBuf::from(said("rustc", "--print=sysroot")?);
        if !sysroot.join("bin/cargo").is_file() {
            return Err(Error::invalid(format!("{} has no bin/cargo: {HINT}", sysroot.display())));
        }
        said("cc", "--version").map_err(|_| {
            Error::invalid("Rust notebooks need a linker, cc: install the compiler of C of this system (Debian: gcc)")
        })?;
        let libraries = PathBuf::from(said("rustc", "--print=target-libdir")?);
        let named = std::env::var_os("RUST_SRC_PATH").map(PathBuf::from);
        let own = sysroot.join("lib/rustlib/src/rust/library");
        let sources = named.into_iter().chain([own]).find(|folder| folder.join("core/src").is_dir());
        Ok(Toolchain { sysroot, libraries, version, sources })
    }

    /// What this machine has for Rust notebooks, and what is lost without: a line for each thing.
    pub fn report() -> String {
        match Toolchain::find() {
            Err(error) => format!("no   Rust notebooks (--rust): {}", error.message()),
            Ok(toolchain) => {
                let sources = match toolchain.sources {
                    Some(_) => "yes  the standard library's sources, by which types of variables are known",
                    None => {
                        "no   the standard library's sources: a variable that a cell of Rust leaves to others needs \
                         its type, as in `let x: f32 = ...`; `rustup component add rust-src` installs them"
                    }
                };
                format!("yes  Rust notebooks (--rust): {}\n{sources}", toolchain.version)
            }
        }
    }

    /// What `rustc --version` says.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The folder of its programs.
    pub fn programs(&self) -> PathBuf {
        self.sysroot.join("bin")
    }

    /// The folder of its shared libraries, the standard library among them.
    pub fn libraries(&self) -> &Path {
        &self.libraries
    }

    /// The folder of the standard library's sources, by which evcxr knows the types of variables.
    pub fn sources(&self) -> Option<&Path> {
        self.sources.as_deref()
    }

    /// The folders that programs of it read.
    pub fn folders(&self) -> impl Iterator<Item = PathBuf> {
        // What is below `/usr` is visible anyway.
        let is_own = |folder: &PathBuf| !folder.starts_with("/usr");
        let outside = self.sources.clone().filter(|sources| !sources.starts_with(&self.sysroot));
        [Some(self.sysroot.clone()), outside].into_iter().flatten().filter(is_own)
    }

    /// All that decides about an image.
    pub fn description(&self) -> String {
        let sources = self.sources.as_deref().unwrap_or(Path::new("none"));
        format!("{} {} {}", self.version, self.sysroot.display(), sources.display())
    }
}

/// The first line that a program says.
fn said(program: &str, argument: &str) -> Result<String> {
    let mut command = Command::new(program);
    // A folder may have a toolchain of its own.
    command.arg(argument).current_dir(std::env::home_dir().unwrap_or_else(|| "/".into()));
    let output = command.output().ok().filter(|output| output.status.success());
    let output = output.ok_or_else(|| Error::invalid(format!("{program} cannot be run: {HINT}")))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().trim().to_string())
}
