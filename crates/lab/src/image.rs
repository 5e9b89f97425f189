//! The runtime image: a Python environment with JupyterLab's pages and the kernels, made once from a list of
//! pinned packages and named by it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::random;

/// The packages of the image, unless others are named.
pub const REQUIREMENTS: &str = include_str!("../image/requirements.txt");

/// The oldest Python for which there are all packages of that list: 3 and this.
const MINOR_VERSION: u32 = 12;

/// The file that says that an environment is whole.
const READY: &str = "labora-ready";

/// A Python environment.
#[derive(Clone, Debug)]
pub struct Image {
    prefix: PathBuf,
}

/// A step of the installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Packages that were found.
    pub done: usize,
    /// Packages in all.
    pub total: usize,
    /// What happens now.
    pub step: String,
}

impl Image {
    /// The image of a list of packages, made in `cache` unless it is there. `list` is a file like pip's, or a
    /// folder with a Python environment; none means the list of this crate.
    ///
    /// # Errors
    /// Python cannot be started, a package cannot be installed, or the environment has no JupyterLab.
    pub fn open(list: Option<&Path>, cache: &Path, report: impl FnMut(Progress)) -> Result<Image> {
        let prefix = match list {
            Some(folder) if folder.is_dir() => folder.canonicalize().map_err(|e| Error::io(folder.display(), e))?,
            Some(file) => {
                let text = fs::read_to_string(file).map_err(|e| Error::io(file.display(), e))?;
                make(&text, cache, report)?
            }
            None => make(REQUIREMENTS, cache, report)?,
        };
        let image = Image { prefix };
        for needed in [image.python(), image.lab().join("static/index.html")] {
            if !needed.exists() {
                let message = format!("the image lacks {}: its list needs jupyterlab and ipykernel", needed.display());
                return Err(Error::invalid(message));
            }
        }
        Ok(image)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.prefix
    }

    /// Its Python.
    pub fn python(&self) -> PathBuf {
        self.prefix.join("bin/python")
    }

    /// The folder of JupyterLab's bundle.
    pub fn lab(&self) -> PathBuf {
        self.share().join("lab")
    }

    /// The folder of extensions that were installed with it.
    pub fn extensions(&self) -> PathBuf {
        self.share().join("labextensions")
    }

    /// The folder of its kernels.
    pub fn kernels(&self) -> PathBuf {
        self.share().join("kernels")
    }

    fn share(&self) -> PathBuf {
        self.prefix.join("share/jupyter")
    }
}

/// Makes a folder unless it is whole. One process makes it; others wait. What is left of an attempt that
/// failed is removed.
///
/// # Errors
/// The folder cannot be written, or `make` fails.
pub(crate) fn make_once(folder: &Path, make: impl FnOnce() -> Result<()>) -> Result<()> {
    let io = |e: std::io::Error| Error::io(folder.display(), e);
    fs::create_dir_all(folder.parent().unwrap_or(folder)).map_err(io)?;
    let lock = File::create(folder.with_extension("lock")).map_err(io)?;
    lock.lock().map_err(io)?;
    if folder.join(READY).is_file() {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(io)?;
    }
    make()?;
    fs::write(folder.join(READY), "").map_err(io)
}

/// Makes the environment of a list unless it is there; returns its folder.
fn make(list: &str, cache: &Path, report: impl FnMut(Progress)) -> Result<PathBuf> {
    let digest = random::hex(&Sha256::digest(list)[..8]);
    let folder = cache.join(format!("lab-{digest}"));
    make_once(&folder, || install(list, &folder, report))?;
    Ok(folder)
}

/// Installs the packages of a list in a new environment.
fn install(list: &str, folder: &Path, mut report: impl FnMut(Progress)) -> Result<()> {
    let total = list.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).count();
    report(Progress { done: 0, total, step: "a virtual environment".into() });
    let python = std::env::var("LABORA_PYTHON").ok().filter(|python| !python.is_empty());
    let python = python.unwrap_or_else(|| "python3".into());
    let hint =
        |e: Error| Error::internal(format!("{} LABORA_PYTHON names another Python, 3.12 or later.", e.message()));
    if list == REQUIREMENTS {
        check_version(&python).map_err(hint)?;
    }
    run(Command::new(&python).args(["-m", "venv", "--clear"]).arg(folder), |_| ()).map_err(hint)?;
    let file = folder.join("requirements.txt");
    fs::write(&file, list).map_err(|e| Error::io(folder.display(), e))?;
    let mut done = 0;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off", "--requirement"]);
    run(pip.arg(&file), |line| {
        let step = line.trim();
        done += usize::from(step.starts_with("Collecting "));
        if ["Collecting ", "Downloading ", "Installing "].iter().any(|verb| step.starts_with(verb)) {
            let short: String = step.chars().take(60).collect();
            report(Progress { done: done.min(total), total, step: short });
        }
    })
}

/// Refuses a Python that is too old before its pip finds packages that it cannot have.
fn check_version(python: &str) -> Result<()> {
    let mut minor = 0;
    run(Command::new(python).args(["-c", "import sys; print(sys.version_info.minor)"]), |line| {
        minor = line.trim().parse().unwrap_or(0);
    })?;
    match minor >= MINOR_VERSION {
        true => Ok(()),
        false => {
            Err(Error::invalid(format!("{python} is Python 3.{minor}, which is too old for JupyterLab's packages.")))
        }
    }
}

/// Runs a program to its end, and passes on the lines of its output.
///
/// # Errors
/// It cannot be started, or fails: then with the last lines that it wrote to its standard error.
pub(crate) fn run(command: &mut Command, mut line: impl FnMut(&str)) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |e: std::io::Error| Error::internal(format!("{name} cannot be started: {e}."));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("PYTHONUNBUFFERED", "1")
        .spawn()
        .map_err(failed)?;
    let errors = child.stderr.take().map(|errors| {
        std::thread::spawn(move || BufReader::new(errors).lines().map_while(std::io::Result::ok).collect::<Vec<_>>())
    });
    let output = child.stdout.take().map(BufReader::new);
    output.into_iter().flat_map(BufRead::lines).map_while(std::io::Result::ok).for_each(|text| line(&text));
    let status = child.wait().map_err(failed)?;
    let errors = errors.and_then(|errors| errors.join().ok()).unwrap_or_default();
    match status.success() {
        true => Ok(()),
        false => {
            let last = errors[errors.len().saturating_sub(3)..].join(" / ");
            Err(Error::internal(format!("{name} failed: {last}.")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_no_image_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = Image::open(Some(folder.path()), folder.path(), |_| ()).unwrap_err();
        assert!(error.message().contains("its list needs jupyterlab"), "{error}");
    }

    #[test]
    fn a_python_that_is_too_old_is_refused_before_it_is_asked_for_packages() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let python = folder.path().join("python");
        fs::write(&python, "#!/bin/sh\necho 11\n").unwrap();
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        let error = check_version(&python.display().to_string()).unwrap_err();
        assert!(error.message().contains("is Python 3.11, which is too old"), "{error}");
    }

    #[test]
    fn all_packages_are_pinned() {
        for line in REQUIREMENTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            assert!(line.contains("=="), "{line}");
        }
        for needed in ["jupyterlab==", "ipykernel==", "keras==", "jax=="] {
            assert!(REQUIREMENTS.lines().any(|line| line.starts_with(needed)), "{needed}");
        }
    }
}
