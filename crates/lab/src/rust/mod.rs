//! The kernel of Rust notebooks: evcxr, and Labora's crates compiled for its cells. It is made once for a
//! toolchain and a state of the crates, and has all that cells need, so that they are compiled without a
//! network.
//!
//! | file or folder of the image | content |
//! |---|---|
//! | `labora-rust-kernel` | the kernel |
//! | `labora` | the crates' sources: compilers check that they are as they were compiled |
//! | `notebook` | the crate that cells depend on: Labora's library as one shared library |
//! | `cargo` | Cargo's home: the sources of the crates of others |
//! | `config` | what evcxr runs when a kernel starts |
//! | `cells` | evcxr's crate of a cell, with all that it depends on compiled |
//! | `kernels/rust/kernel.json` | how the kernel is started |

mod crates;
mod files;
mod sources;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::image::{Progress, make_once, run};
use crate::random;
use files::write;
pub use sources::Sources;
pub use toolchain::Toolchain;

/// The name of the kernel.
pub const KERNEL: &str = "rust";

/// The program of the kernel.
const PROGRAM: &str = "labora-rust-kernel";
/// The kernel's own sources.
const MANIFEST: &str = include_str!("../../image/rust/kernel.toml");
const LOCK: &str = include_str!("../../image/rust/kernel.lock");
const MAIN: &str = include_str!("../../image/rust/kernel.rs");

/// An image of Rust: the kernel with what its cells need.
#[derive(Clone, Debug)]
pub struct RustImage {
    folder: PathBuf,
    toolchain: Toolchain,
}

impl RustImage {
    /// The image of Labora's crates of `checkout`, made in `cache` unless it is there; none means the
    /// checkout in which this program was built.
    ///
    /// # Errors
    /// There is no checkout, no toolchain that is new enough or no linker, or a crate cannot be compiled.
    pub fn open(checkout: Option<&Path>, cache: &Path, mut report: impl FnMut(Progress)) -> Result<RustImage> {
        let sources = Sources::find(checkout)?;
        let toolchain = Toolchain::find()?;
        let kernel = cache.join(format!("rust-kernel-{}", digest(&[MANIFEST, LOCK, MAIN, toolchain.version()])));
        make_once(&kernel, || make_kernel(&kernel, &toolchain, &mut report))?;
        let program = kernel.join(PROGRAM);
        let state = [program.display().to_string(), sources.digest()?, toolchain.description()];
        let folder = cache.join(format!("rust-{}", digest(&state)));
        let image = RustImage { folder, toolchain };
        make_once(&image.folder, || image.make(&program, &sources, &mut report))?;
        Ok(image)
    }

    /// Its folder, in which kernels write.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of its kernels.
    pub fn kernels(&self) -> PathBuf {
        self.folder.join("kernels")
    }

    /// What kernels read besides.
    pub fn read(&self) -> impl Iterator<Item = PathBuf> {
        self.toolchain.folders()
    }

    fn make(&self, program: &Path, sources: &Sources, report: &mut impl FnMut(Progress)) -> Result<()> {
        let io = |e: std::io::Error| Error::io(self.folder.display(), e);
        let step = |step: &str| Progress { done: 0, total: 1, step: step.into() };
        report(step("the sources of Labora's crates"));
        sources.copy(&self.folder.join("labora"))?;
        fs::copy(program, self.folder.join(PROGRAM)).map_err(io)?;
        report(step("the sources of other crates"));
        crates::write_notebook(&self.folder, |command| self.surround(command))?;
        let notebook = self.folder.join("notebook");
        // Offline, versions are those that were fetched. Crates that a notebook adds come from the network.
        let first = format!(":offline 1\n:dep labora = {{ path = {:?}, package = \"labora-notebook\" }}\n", notebook);
        for (name, text) in [("config/init.evcxr", first.as_str()), ("config/prelude.rs", ":offline 0\n")] {
            write(&self.folder.join(name), text)?;
        }
        report(step("Labora's crates for cells: some minutes"));
        let cells = self.folder.join("cells");
        fs::create_dir_all(&cells).map_err(io)?;
        let mut maker = Command::new(self.folder.join(PROGRAM));
        self.surround(maker.arg("--make-cells").env("EVCXR_TMPDIR", &cells));
        run(&mut maker, |_| ())?;
        write(&self.kernels().join(KERNEL).join("kernel.json"), &self.specification().to_string())
    }

    /// Gives a program the variables of the kernel, and none of Cargo's that change how crates are compiled.
    fn surround(&self, command: &mut Command) {
        let is_of_cargo = |name: &str| ["CARGO", "RUST"].iter().any(|prefix| name.starts_with(prefix));
        for (name, _) in std::env::vars().filter(|(name, _)| is_of_cargo(name)) {
            command.env_remove(name);
        }
        command.envs(self.variables()).current_dir(&self.folder);
    }

    /// The variables of the kernel.
    fn variables(&self) -> Vec<(&'static str, String)> {
        let folder = |name: &str| self.folder.join(name).display().to_string();
        let mut variables = vec![
            ("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", self.toolchain.programs().display())),
            // evcxr moves the libraries of cells, and paths in them are relative.
            ("LD_LIBRARY_PATH", self.toolchain.libraries().display().to_string()),
            ("CARGO_HOME", folder("cargo")),
            // Nothing that is compiled once gains from it.
            ("CARGO_INCREMENTAL", "0".into()),
            ("EVCXR_CONFIG_DIR", folder("config")),
            ("LABORA_RUST_CELLS", folder("cells")),
        ];
        variables.extend(self.toolchain.sources().map(|sources| ("RUST_SRC_PATH", sources.display().to_string())));
        variables
    }

    /// How the kernel is started.
    fn specification(&self) -> Value {
        let variables: serde_json::Map<String, Value> =
            self.variables().into_iter().map(|(name, value)| (name.to_string(), value.into())).collect();
        json!({
            "argv": [self.folder.join(PROGRAM), "--control_file", "{connection_file}"],
            "display_name": "Rust",
            "language": "rust",
            "interrupt_mode": "message",
            "env": variables,
        })
    }
}

/// Compiles the kernel, and keeps the program alone.
fn make_kernel(folder: &Path, toolchain: &Toolchain, report: &mut impl FnMut(Progress)) -> Result<()> {
    let total = LOCK.matches("[[package]]").count();
    report(Progress { done: 0, total, step: "the kernel of Rust notebooks: some minutes".into() });
    for (name, text) in [("Cargo.toml", MANIFEST), ("Cargo.lock", LOCK), ("src/main.rs", MAIN)] {
        write(&folder.join(name), text)?;
    }
    let target = folder.join("target");
    let mut cargo = Command::new(toolchain.programs().join("cargo"));
    cargo.args(["build", "--release", "--locked", "--message-format", "json"]);
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", &target).env("RUSTC", toolchain.programs().join("rustc"));
    let mut done = 0;
    run(&mut cargo, |line| {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        if let Some(name) = message["target"]["name"].as_str() {
            done += 1;
            report(Progress { done: done.min(total), total, step: name.into() });
        }
    })?;
    let io = |e: std::io::Error| Error::io(folder.display(), e);
    fs::copy(target.join("release").join(PROGRAM), folder.join(PROGRAM)).map_err(io)?;
    fs::remove_dir_all(target).map_err(io)
}

/// A short name of texts.
fn digest(texts: &[impl AsRef<[u8]>]) -> String {
    let mut hash = Sha256::new();
    texts.iter().for_each(|text| hash.update(Sha256::digest(text)));
    random::hex(&hash.finalize()[..8])
}
