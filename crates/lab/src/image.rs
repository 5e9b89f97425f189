//! The runtime image: a Python environment with JupyterLab's pages and the kernels, made once from a list of
//! pinned packages and a wheel, and named by them.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::kernels::MODULES;
use crate::random;

/// The packages of the image, unless others are named.
pub const REQUIREMENTS: &str = include_str!("../image/requirements.txt");

/// The oldest Python for which there are all packages of that list: 3 and this.
const MINOR_VERSION: u32 = 12;

/// Lines of a program that failed, of its errors or else of its output, that are told: Debian's venv says
/// there, in eight lines, which package it lacks.
const TOLD_LINES: usize = 8;

/// Names of Python in the search path; the first that is recent enough makes the image.
const PYTHONS: [&str; 4] = ["python3", "python3.14", "python3.13", "python3.12"];

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
    /// The image of a list of packages and a wheel, made in `cache` unless it is there. `list` is a file like
    /// pip's, or a folder with a Python environment; none means the list of this crate, with the lines of
    /// `more`. Without a `wheel` the image has the packages of the list alone.
    ///
    /// # Errors
    /// Python cannot be started, a package cannot be installed, the environment has no JupyterLab, or a wheel
    /// is named for an environment that exists.
    pub fn open(
        list: Option<&Path>,
        more: &str,
        wheel: Option<&Path>,
        cache: &Path,
        report: impl FnMut(Progress),
    ) -> Result<Image> {
        let source = Source::new(list, more, wheel, cache)?;
        if let Some(text) = &source.list {
            make_once(&source.folder, || install(text, wheel, &source.folder, report))?;
        }
        let image = Image { prefix: source.folder };
        for needed in [image.python(), image.lab().join("static/index.html")] {
            if !needed.exists() {
                let message = format!("the image lacks {}: its list needs jupyterlab and ipykernel", needed.display());
                return Err(Error::invalid(message));
            }
        }
        Ok(image)
    }

    /// The image of the same arguments if it is there; none if [`Image::open`] has to make it.
    ///
    /// # Errors
    /// The list or the wheel cannot be read, or a wheel is named for an environment that exists.
    pub fn find(list: Option<&Path>, more: &str, wheel: Option<&Path>, cache: &Path) -> Result<Option<Image>> {
        let source = Source::new(list, more, wheel, cache)?;
        let is_there = source.list.is_none() || source.folder.join(READY).is_file();
        Ok(is_there.then_some(Image { prefix: source.folder }))
    }

    /// The folder in `cache` of the modules that every runtime of Python has, from which all kernels of this
    /// image read them: written once, and compiled, so that no kernel does either.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn modules(&self, cache: &Path) -> Result<PathBuf> {
        let settings = fs::read_to_string(self.folder().join("pyvenv.cfg")).unwrap_or_default();
        let version = settings.lines().find(|line| line.starts_with("version"));
        let mut hash = Sha256::new_with_prefix(version.unwrap_or_default());
        MODULES.iter().flat_map(|(name, text)| [name, text]).for_each(|part| hash.update(Sha256::digest(part)));
        let folder = cache.join(format!("modules-{}", random::hex(&hash.finalize()[..8])));
        make_once(&folder, || {
            for (name, text) in MODULES {
                let file = folder.join(name);
                let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text));
                written.map_err(|e| Error::io(file.display(), e))?;
            }
            let mut compiler = Command::new(self.python());
            compiler.args(["-m", "compileall", "-q", "-j", "0"]).arg(&folder);
            // Of an environment of others the version is not known.
            if version.is_some() { run(&mut compiler, |_| ()) } else { Ok(()) }
        })?;
        Ok(folder)
    }

    /// The environment in a folder, whatever is in it.
    pub fn of(folder: &Path) -> Image {
        Image { prefix: folder.to_path_buf() }
    }

    /// The Python that makes an image of a list, as [`Image::open`] has it.
    ///
    /// # Errors
    /// None is recent enough; which there are.
    pub fn maker(list: Option<&Path>) -> Result<String> {
        find_python(list.is_none())
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

/// Where an image is, and the packages that it has.
struct Source {
    folder: PathBuf,
    /// The list of packages, unless the folder is an environment of others.
    list: Option<String>,
}

impl Source {
    /// The one of the arguments of [`Image::open`].
    fn new(list: Option<&Path>, more: &str, wheel: Option<&Path>, cache: &Path) -> Result<Source> {
        let text = match (list, wheel) {
            (Some(folder), Some(wheel)) if folder.is_dir() => {
                let (python, wheel) = (folder.join("bin/python"), wheel.display());
                let how = format!("install it there: {} -m pip install {wheel}", python.display());
                return Err(Error::invalid(format!("{} is there already, and gets no wheel: {how}", folder.display())));
            }
            (Some(folder), None) if folder.is_dir() => {
                let folder = folder.canonicalize().map_err(|e| Error::io(folder.display(), e))?;
                return Ok(Source { folder, list: None });
            }
            (Some(file), _) => fs::read_to_string(file).map_err(|e| Error::io(file.display(), e))?,
            (None, _) => format!("{REQUIREMENTS}{more}"),
        };
        let mut hash = Sha256::new_with_prefix(&text);
        if let Some(wheel) = wheel {
            hash.update(fs::read(wheel).map_err(|e| Error::io(wheel.display(), e))?);
        }
        let digest = random::hex(&hash.finalize()[..8]);
        Ok(Source { folder: cache.join(format!("lab-{digest}")), list: Some(text) })
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

/// The wheel of Labora's package that has the version of this program and is beside it, as in a release: with
/// it, JAX and Keras of a runtime compute on Labora's processor.
pub fn wheel() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let is_own = |name: &str| name.starts_with(concat!("labora-", env!("CARGO_PKG_VERSION"), "-"));
    let files = fs::read_dir(program.parent()?).ok()?.flatten().map(|entry| entry.path());
    let wheels = files.filter(|file| file.extension().is_some_and(|extension| extension == "whl"));
    wheels.filter(|file| file.file_name().and_then(|name| name.to_str()).is_some_and(is_own)).min()
}

/// Installs the packages of a list, and a wheel, in a new environment.
fn install(list: &str, wheel: Option<&Path>, folder: &Path, mut report: impl FnMut(Progress)) -> Result<()> {
    let named = list.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).count();
    let total = named + usize::from(wheel.is_some());
    report(Progress { done: 0, total, step: "a virtual environment; made once, in some minutes".into() });
    let python = find_python(list.starts_with(REQUIREMENTS))?;
    let hint = |e: Error| Error::internal(format!("{} (LABORA_PYTHON names another Python)", e.message()));
    run(Command::new(&python).args(["-m", "venv", "--clear"]).arg(folder), |_| ()).map_err(hint)?;
    let file = folder.join("requirements.txt");
    fs::write(&file, list).map_err(|e| Error::io(folder.display(), e))?;
    let mut done = 0;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off", "--requirement"]);
    run(pip.arg(&file).args(wheel), |line| {
        let step = line.trim();
        done += usize::from(step.starts_with("Collecting ") || step.starts_with("Processing "));
        if ["Collecting ", "Downloading ", "Installing "].iter().any(|verb| step.starts_with(verb)) {
            // Without where pip has read of the package.
            let short: String = step.split(" (from ").next().unwrap_or(step).chars().take(60).collect();
            report(Progress { done: done.min(total), total, step: short });
        }
    })
}

/// The Python that makes images: the one of `LABORA_PYTHON`, else the first of [`PYTHONS`] that is recent
/// enough; for lists of others, which may ask for less, simply the first.
fn find_python(is_own_list: bool) -> Result<String> {
    let named = std::env::var("LABORA_PYTHON").ok().filter(|python| !python.is_empty());
    let all = named.map_or_else(|| PYTHONS.map(String::from).to_vec(), |python| vec![python]);
    if !is_own_list {
        return Ok(all[0].clone());
    }
    first_recent(&all)
}

/// The first Python that is recent enough for JupyterLab's packages, before its pip finds those that it
/// cannot have.
fn first_recent(all: &[String]) -> Result<String> {
    let mut why = Vec::new();
    for python in all {
        let mut minor = 0;
        let found = run(Command::new(python).args(["-c", "import sys; print(sys.version_info.minor)"]), |line| {
            minor = line.trim().parse().unwrap_or(0);
        });
        match found {
            Ok(()) if minor >= MINOR_VERSION => return Ok(python.clone()),
            Ok(()) => why.push(format!("{python} is Python 3.{minor}")),
            Err(_) => why.push(format!("{python} cannot be started")),
        }
    }
    Err(Error::internal(format!(
        "the runtime image needs Python 3.{MINOR_VERSION} or later with its module venv: install one, or name it with \
         LABORA_PYTHON ({})",
        why.join(", ")
    )))
}

/// Runs a program to its end, and passes on the lines of its output.
///
/// # Errors
/// It cannot be started, or fails: then with the last lines that it wrote.
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
    let mut lines = Vec::new();
    for text in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
        let Ok(text) = text else { break };
        line(&text);
        lines.push(text);
    }
    let status = child.wait().map_err(failed)?;
    let errors = errors.and_then(|errors| errors.join().ok()).unwrap_or_default();
    match status.success() {
        true => Ok(()),
        false => {
            let said = if errors.iter().any(|text| !text.trim().is_empty()) { errors } else { lines };
            let said: Vec<&str> = said.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
            let last = said[said.len().saturating_sub(TOLD_LINES)..].join(" / ");
            Err(Error::internal(format!("{name} failed: {last}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_no_image_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = Image::open(Some(folder.path()), "", None, folder.path(), |_| ()).unwrap_err();
        assert!(error.message().contains("its list needs jupyterlab"), "{error}");
        let wheel = folder.path().join("x.whl");
        let error = Image::open(Some(folder.path()), "", Some(&wheel), folder.path(), |_| ()).unwrap_err();
        assert!(error.message().contains("bin/python -m pip install /"), "{error}");
    }

    #[test]
    fn the_first_python_that_is_recent_enough_is_taken_and_others_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let python = |minor: u32| {
            let file = folder.path().join(format!("python3.{minor}"));
            // By another program: one that this process writes may not be started while another thread forks.
            let script = format!("printf '#!/bin/sh\\necho {minor}\\n' > \"$0\"; chmod 755 \"$0\"");
            assert!(Command::new("sh").args(["-c", &script]).arg(&file).status().unwrap().success());
            file.display().to_string()
        };
        let absent = folder.path().join("absent").display().to_string();
        assert_eq!(first_recent(&[absent.clone(), python(11), python(13), python(12)]).unwrap(), python(13));
        let error = first_recent(&[absent, python(11)]).unwrap_err();
        for said in ["needs Python 3.12 or later", "absent cannot be started", "is Python 3.11", "LABORA_PYTHON"] {
            assert!(error.message().contains(said), "{error}");
        }
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
