//! Processes started by `mpiexec`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An MPI library and its launcher.
pub struct Mpi {
    /// The folder with `bin/mpiexec` and `lib`.
    folder: PathBuf,
}

/// A program with its arguments and variables.
#[derive(Clone, Default)]
pub struct Program {
    pub path: PathBuf,
    pub arguments: Vec<OsString>,
}

/// The end of a job.
#[derive(Debug)]
pub struct Ended {
    pub succeeded: bool,
    pub out: String,
    pub err: String,
}

impl Mpi {
    /// MPICH, unless the machine lacks it.
    pub fn mpich() -> Option<Self> {
        testkit::mpich().map(|folder| Self { folder })
    }

    /// Intel MPI, unless the machine lacks it.
    pub fn intel() -> Option<Self> {
        testkit::intel_mpi().map(|folder| Self { folder })
    }

    /// The library with the standard ABI.
    pub fn library(&self) -> PathBuf {
        let lib = self.folder.join("lib");
        ["libmpi_abi.so.1", "libmpi_abi.so"].map(|name| lib.join(name)).into_iter().find(|p| p.is_file()).unwrap()
    }

    /// A program in this environment, without `mpiexec`.
    pub fn alone(&self, program: &Program) -> Command {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments);
        self.prepare(&mut command);
        command
    }

    /// One job: as many processes of each program.
    pub fn job(&self, programs: &[(usize, Program)]) -> Command {
        let mut command = Command::new(self.folder.join("bin/mpiexec"));
        for (i, (count, program)) in programs.iter().enumerate() {
            if i > 0 {
                command.arg(":");
            }
            command.args(["-n", &count.to_string()]).arg(&program.path).args(&program.arguments);
        }
        self.prepare(&mut command);
        command
    }

    fn prepare(&self, command: &mut Command) {
        for name in ["LABORA_DATA", "LABORA_WORKER", "COLAB_TPU_ADDR", "TPU_NAME", "JAX_BACKEND_TARGET"] {
            command.env_remove(name);
        }
        let lib = self.folder.join("lib");
        command
            .env("LABORA_MPI", self.library())
            .env("LABORA_THREADS", "1")
            .env("LD_LIBRARY_PATH", &lib)
            .env("I_MPI_ROOT", &self.folder)
            .env("FI_PROVIDER_PATH", lib.join("libfabric/prov"))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }
}

impl Program {
    pub fn new(path: impl AsRef<Path>, arguments: &[&str]) -> Self {
        Self { path: path.as_ref().to_path_buf(), arguments: arguments.iter().map(OsString::from).collect() }
    }

    /// The `labora` command.
    pub fn labora(arguments: &[&str]) -> Self {
        Self::new(env!("CARGO_BIN_EXE_labora"), arguments)
    }
}

impl Ended {
    /// Runs a command to its end.
    pub fn of(mut command: Command) -> Self {
        let output = command.output().unwrap();
        Self {
            succeeded: output.status.success(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts success. Returns standard output.
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert!(self.succeeded, "{}\n{}", self.out, self.err);
        self.out
    }

    /// Asserts a failure whose messages contain these words.
    #[track_caller]
    pub fn fails_with(self, words: &str) {
        assert!(!self.succeeded && self.err.contains(words), "not {words:?}:\n{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}
