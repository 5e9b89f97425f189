//! Checkpoints of a training, from which `--resume` goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use keras::budget::read_text;
use keras::callbacks::{BackupAndRestore, CallbackList, EarlyStopping, History};
use keras::utils::{self, FolderLock};

use crate::cli::failure::Failure;
use crate::cli::run_file;

/// The file with the flags of the training.
const RUN: &str = "run.toml";
/// The folder of the callback that stops early.
const EARLY_STOPPING: &str = "early_stopping";

/// The folder of a training's checkpoints, and what was in it.
pub struct Checkpoint {
    folder: PathBuf,
    history: History,
    /// No other training uses the folder.
    lock: Arc<FolderLock>,
}

impl Checkpoint {
    /// The folder for the training that the run file `run` describes. Without `resume`, what is in it is
    /// deleted.
    ///
    /// # Errors
    /// The checkpoint there is that of another training, another process trains with it, or the folder
    /// cannot be written.
    pub fn open(folder: &Path, resume: bool, run: &str) -> Result<Self, Failure> {
        let lock = Arc::new(FolderLock::take(folder)?);
        let found = Self { folder: folder.to_owned(), history: History::new(), lock };
        if !resume {
            found.delete()?;
        }
        let path = folder.join(RUN);
        let history = found.backup().saved()?;
        if history.is_some()
            && let Ok(before) = read_text(&path)
            && let Some(key) = run_file::difference(&before, run)
        {
            let hint = format!("give the same --{key} as {} has, or begin anew without --resume", path.display());
            let folder = folder.display();
            return Err(Failure::usage(format!("--resume: the checkpoint in {folder} has another {key}")).hint(hint));
        }
        utils::write_atomically(&path, run.as_bytes())?;
        Ok(Self { history: history.unwrap_or_default(), ..found })
    }

    /// The epochs that are done.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Where the checkpoints are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What there is to go on from, as a hint.
    pub fn saved(&self) -> Option<String> {
        let epochs = self.backup().saved().ok()??.epochs().len();
        let folder = self.folder.display();
        Some(format!("the checkpoint in {folder} has {epochs} epochs: --resume goes on from there"))
    }

    /// Adds the callbacks that save checkpoints; `early` is the one that stops the training.
    pub fn add_to(&self, callbacks: &mut CallbackList<'_>, early: Option<EarlyStopping>) {
        if let Some(early) = early {
            callbacks.push(early.backup_dir(self.folder.join(EARLY_STOPPING)).delete_checkpoint(false));
        }
        callbacks.push(self.backup());
    }

    /// Deletes the checkpoint, once the results of the training are written.
    pub fn delete(&self) -> Result<(), Failure> {
        let about = |path: &Path, error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(Failure::new(error).about(path.display())),
        };
        let (early, run) = (self.folder.join(EARLY_STOPPING), self.folder.join(RUN));
        fs::remove_dir_all(&early).or_else(|e| about(&early, e))?;
        fs::remove_file(&run).or_else(|e| about(&run, e))?;
        // A write that was interrupted leaves its temporary file.
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&format!(".{RUN}."))) {
            // A file that stays costs space alone.
            let _ = fs::remove_file(entry.path());
        }
        Ok(self.backup().delete()?)
    }

    fn backup(&self) -> BackupAndRestore {
        BackupAndRestore::new(&self.folder).delete_checkpoint(false).lock(self.lock.clone())
    }
}
