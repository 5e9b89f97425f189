//! Goes on with a training that was interrupted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value as Json, json};
use stablehlo::budget::read_file;

use super::batch_count::BatchCount;
use super::callback::Callback;
use super::context::{ModelHandle, TrainContext};
use super::history::History;
use super::logs::Logs;
use crate::error::{Error, ErrorKind, Result};
use crate::json;
use crate::utils::{FolderLock, write_atomically};

/// The file that names the newest backup. A backup counts from the moment in which this file is replaced.
const METADATA: &str = "training_metadata.json";

/// Saves the model and the state of its optimizer after each epoch, so that the same `fit`, after the process
/// was interrupted, goes on with the epoch that follows: the result is that of an undisturbed training, to
/// the bit. The backup is deleted when the training is complete.
///
/// The folder has the newest backup, a `.keras` file, and `training_metadata.json`, which names it. Other
/// callbacks begin anew, as in Keras, but for [`EarlyStopping`](super::EarlyStopping::backup_dir) with a
/// folder of its own. An epoch that was stopped before its end is not saved.
///
/// Two trainings cannot use one folder at the same time: the second one is refused.
///
/// Files have no states of stateful layers, which begin with zeros again.
///
/// With [`save_freq`](Self::save_freq) there are backups within epochs, too, and the training goes on with
/// the batch that follows. Keras's `BackupAndRestore` begins the epoch anew, with the weights of the backup.
///
/// ```
/// use keras::{Fit, callbacks::BackupAndRestore};
/// let fit = Fit::default().callback(BackupAndRestore::new("backup"));
/// # let _ = fit;
/// ```
#[derive(Clone, Debug)]
pub struct BackupAndRestore {
    folder: PathBuf,
    delete_checkpoint: bool,
    save_freq: Option<usize>,
    /// The batches since the last backup, and the index of the last one.
    batches: BatchCount,
    /// The number of epochs that are done.
    done: usize,
    /// The values of all epochs of which the backup knows.
    history: History,
    /// Held while a training uses the folder.
    lock: Option<Arc<FolderLock>>,
}

impl BackupAndRestore {
    /// Backups in this folder, which is created if it does not exist.
    pub fn new(backup_dir: impl Into<PathBuf>) -> Self {
        Self {
            folder: backup_dir.into(),
            delete_checkpoint: true,
            save_freq: None,
            batches: BatchCount::default(),
            done: 0,
            history: History::new(),
            lock: None,
        }
    }

    /// Gives it the lock of its folder, which the caller holds longer than the training takes.
    #[must_use]
    pub fn lock(mut self, lock: Arc<FolderLock>) -> Self {
        self.lock = Some(lock);
        self
    }

    /// The number of batches after which there is a backup within an epoch; if several batches run as one
    /// program, the backup follows them. Default: none, there is one at the end of each epoch alone.
    #[must_use]
    pub fn save_freq(mut self, save_freq: usize) -> Self {
        self.save_freq = Some(save_freq);
        self
    }

    /// If true, the backup is deleted when the training is complete. Default: true.
    #[must_use]
    pub fn delete_checkpoint(mut self, delete_checkpoint: bool) -> Self {
        self.delete_checkpoint = delete_checkpoint;
        self
    }

    /// The history of the epochs that the backup has, from which a training would go on; `None` if there is
    /// no backup.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if the file that names the backup is damaged.
    pub fn saved(&self) -> Result<Option<History>> {
        Ok(self.newest()?.map(|backup| backup.history))
    }

    /// The newest backup.
    fn newest(&self) -> Result<Option<Backup>> {
        let path = self.folder.join(METADATA);
        let text = match read_file(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file("read", &path, error)),
        };
        let damaged = || {
            let hint = "delete it to begin the training anew";
            Error::new(ErrorKind::File, format!("{}: it does not name a backup; {hint}", path.display()))
        };
        let json: Json = json::parse(&text).map_err(|_| damaged())?;
        let name = json["file"].as_str().filter(|name| !name.contains(['/', '\\'])).ok_or_else(damaged)?;
        let epoch = json["epoch"].as_u64().and_then(|epoch| usize::try_from(epoch).ok()).ok_or_else(damaged)?;
        let history = History::from_text(&json["history"], epoch);
        let progress = json.get("progress").filter(|progress| !progress.is_null()).cloned();
        Ok(Some(Backup { file: self.folder.join(name), epoch, history, progress }))
    }

    /// Saves the model, how far it is within an epoch, if it is within one, and then the name of the file.
    fn save(&mut self, ctx: &mut TrainContext<'_>, name: &str, progress: Option<&Json>) -> Result<()> {
        let path = self.folder.join(name);
        ctx.model.back_up(&path)?;
        let batch = progress.map_or(0, |progress| progress["steps"].as_u64().unwrap_or(0));
        let metadata = json!({
            "epoch": self.done, "batch": batch, "file": name, "history": self.history.to_text(), "progress": progress,
        });
        write_atomically(&self.folder.join(METADATA), metadata.to_string().as_bytes())?;
        self.delete_others(Some(&path));
        self.batches.begin_anew();
        Ok(())
    }

    /// Deletes the backup, as the end of a training does.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if the file that names it cannot be deleted.
    pub fn delete(&self) -> Result<()> {
        let metadata = self.folder.join(METADATA);
        if metadata.exists() {
            std::fs::remove_file(&metadata).map_err(|e| Error::file("delete", &metadata, e))?;
        }
        self.delete_others(None);
        // The folder may have files of others.
        let _ = std::fs::remove_dir(&self.folder);
        Ok(())
    }

    /// Deletes all backups but this one, also those that an interruption has left unfinished.
    fn delete_others(&self, keep: Option<&Path>) {
        let files = std::fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        for path in files.filter(|path| keep != Some(path.as_path())) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            // A write that was interrupted leaves its temporary file, whose name begins with a period.
            let is_unfinished = name.starts_with(".epoch-") || name.starts_with(&format!(".{METADATA}."));
            if is_unfinished || name.starts_with("epoch-") && name.ends_with(".keras") {
                // A file that stays costs space alone.
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

/// A backup.
struct Backup {
    file: PathBuf,
    /// The number of epochs that it has, and their history.
    epoch: usize,
    history: History,
    /// How far it is within the epoch that follows.
    progress: Option<Json>,
}

impl Callback for BackupAndRestore {
    fn restore(&mut self, model: &mut dyn ModelHandle) -> Result<Option<usize>> {
        if self.lock.is_none() {
            self.lock = Some(Arc::new(FolderLock::take(&self.folder)?));
        }
        (self.done, self.history) = (0, History::new());
        if self.save_freq == Some(0) {
            return Err(Error::argument("BackupAndRestore: save_freq is a number of batches, at least 1"));
        }
        let Some(backup) = self.newest()? else { return Ok(None) };
        model.restore(&backup.file)?;
        if let Some(progress) = &backup.progress {
            model.set_progress(progress)?;
        }
        (self.done, self.history) = (backup.epoch, backup.history);
        Ok(Some(backup.epoch))
    }

    fn on_train_batch_end(&mut self, ctx: &mut TrainContext<'_>, batch: usize, logs: &Logs) -> Result<()> {
        self.batches.count(batch);
        // A step that is not finite ends the training.
        let is_finite = logs.get("loss").is_none_or(f64::is_finite);
        if !is_finite || self.save_freq.is_none_or(|freq| self.batches.since < freq) {
            return Ok(());
        }
        let progress = ctx.model.progress()?;
        let name = format!("epoch-{}-batch-{}.keras", self.done, batch + 1);
        self.save(ctx, &name, Some(&progress))
    }

    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        if ctx.interrupted {
            return Ok(());
        }
        self.history.on_epoch_end(ctx, epoch, logs)?;
        self.done = epoch + 1;
        let name = format!("epoch-{}.keras", self.done);
        self.save(ctx, &name, None)
    }

    fn on_train_end(&mut self, ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        // A training that was stopped from outside goes on from the backup.
        if self.delete_checkpoint && (self.done >= ctx.run.epochs || ctx.stop_training) {
            self.delete()?;
        }
        self.lock = None;
        Ok(())
    }
}
