//! The file of the trained model, and where it goes if something fails.

use std::path::{Path, PathBuf};

use keras::training::DeviceModel;
use keras::{ErrorKind, saving};

use crate::cli::failure::Failure;
use crate::cli::model_file;

/// The file for the weights of an interrupted training without `--save`.
const INTERRUPTED_WEIGHTS: &str = "interrupted.weights.h5";

/// What a file `.h5` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegacyFile {
    /// The weights.
    Weights,
    /// The whole model.
    Model,
}

/// The file of `--save`, and what it has.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    pub path: Option<&'a Path>,
    pub legacy: LegacyFile,
}

impl<'a> Target<'a> {
    /// Checks the name, and that the file can be written.
    pub fn check(self) -> Result<(), Failure> {
        let Some(path) = self.path else { return Ok(()) };
        match self.legacy {
            LegacyFile::Weights if !is_archive(path) => {
                saving::Format::of(path).map_err(Failure::usage)?;
            }
            _ => model_file::check_name(path)?,
        }
        Ok(keras::utils::check_writable(path)?)
    }

    /// The file of `--save`, or that of interrupted trainings.
    pub fn or_interrupted(self) -> &'a Path {
        self.path.unwrap_or(Path::new(INTERRUPTED_WEIGHTS))
    }

    /// True if the file has the whole model.
    pub fn has_model(self, path: &Path) -> bool {
        is_archive(path) || self.legacy == LegacyFile::Model && model_file::is_model(path)
    }

    fn write(self, model: &DeviceModel, path: &Path) -> keras::Result<()> {
        if self.has_model(path) { model.model().save(path) } else { model.save_weights(path) }
    }

    /// Saves what was trained. If that fails, as on a full disk, it is saved to another folder, which the
    /// error names: a training may have taken days.
    pub fn save(self, model: &DeviceModel, path: &Path) -> Result<(), Failure> {
        if !model.device().is_first_process() {
            return Ok(());
        }
        let Err(error) = self.write(model, path) else { return Ok(()) };
        let failure = Failure::new(&error);
        let name = path.file_name().unwrap_or(path.as_os_str());
        let folders = [Some(std::env::temp_dir()), std::env::current_dir().ok(), std::env::home_dir()];
        for other in folders.into_iter().flatten().map(|folder| folder.join(name)) {
            if !other.exists() && self.write(model, &other).is_ok() {
                return Err(failure.hint(format!("the trained weights are in {} instead", other.display())));
            }
        }
        Err(failure.hint("the trained weights could not be saved anywhere else either"))
    }

    /// After a failure, saves the last good weights to the file of `--save`, or, if whole epochs were
    /// completed, to the default file.
    pub fn save_last_good(self, model: &DeviceModel, has_epochs: bool, error: &keras::Error) -> Failure {
        let failure = Failure::new(error);
        let has_trained = model.report().is_some_and(|r| !r.calls.is_empty()) || error.kind() == ErrorKind::Training;
        let path = match self.path {
            Some(path) if has_trained => path,
            None if has_epochs => Path::new(INTERRUPTED_WEIGHTS),
            _ => return failure,
        };
        match self.write(model, path) {
            Ok(()) => failure.hint(format!("the last good weights are in {}", path.display())),
            Err(second) => failure.hint(format!("the last good weights could not be saved: {second}")),
        }
    }
}

/// The name of a file beside another one: `w.weights.h5` and `run.toml` give `w.run.toml`.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = [".weights.h5", ".h5", ".hdf5", ".keras"].iter().find_map(|end| name.strip_suffix(end));
    path.with_file_name(format!("{}.{ending}", stem.unwrap_or(&name)))
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("keras"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_beside_the_model_have_its_name() {
        for (path, expected) in
            [("a/w.weights.h5", "a/w.run.toml"), ("m.keras", "m.run.toml"), ("a.b.h5", "a.b.run.toml")]
        {
            assert_eq!(beside(Path::new(path), "run.toml"), Path::new(expected));
        }
    }
}
