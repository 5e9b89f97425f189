//! The files of a model: a file for each version, and by what a changed one is recognized.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::error::{Error, Result};

/// A file that was changed in this time is perhaps still being written.
const SETTLING_TIME: Duration = Duration::from_millis(500);

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    len: u64,
    modified: SystemTime,
    /// Its number in its file system.
    inode: u64,
    /// The last change of anything, also of the mode or the owner: seconds and nanoseconds.
    changed: (i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> io::Result<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        #[cfg(unix)]
        let (inode, changed) = (metadata.ino(), (metadata.ctime(), metadata.ctime_nsec()));
        #[cfg(not(unix))]
        let (inode, changed) = (0, (0, 0));
        Ok(Self { len: metadata.len(), modified: metadata.modified()?, inode, changed })
    }

    /// True if the content is the same, as far as one can tell. Another mode, or a further name of the file,
    /// does not change the content.
    pub fn has_content_of(&self, other: &Stamp) -> bool {
        Stamp { changed: other.changed, ..*self } == *other
    }

    /// How long to wait before the file is read, as it was changed just now.
    pub fn settles_in(&self) -> Duration {
        // A file of the future comes from another clock.
        let age = self.modified.elapsed().unwrap_or(SETTLING_TIME);
        SETTLING_TIME.saturating_sub(age)
    }
}

/// The file of a version, or the folder of a version that cannot be read.
#[derive(Clone, Debug)]
pub struct File {
    pub path: PathBuf,
    pub stamp: Stamp,
    /// Why the folder cannot be read.
    pub error: Option<Error>,
}

/// The versions in a folder, or the file as version 1.
///
/// # Errors
/// The folder or the file cannot be read.
pub fn find(source: &Path) -> Result<BTreeMap<u64, File>> {
    let metadata = fs::metadata(source).map_err(|e| failed(source, &e))?;
    if !metadata.is_dir() {
        let stamp = Stamp::of(&metadata).map_err(|e| failed(source, &e))?;
        return Ok(BTreeMap::from([(1, File { path: source.to_path_buf(), stamp, error: None })]));
    }
    let mut folders = Vec::new();
    for folder in fs::read_dir(source).map_err(|e| failed(source, &e))? {
        folders.push(folder.map_err(|e| failed(source, &e))?.path());
    }
    // Of 1 and 01, the first one is version 1.
    folders.sort_by(|a, b| b.cmp(a));
    let number = |folder: &Path| folder.file_name()?.to_str()?.parse::<u64>().ok();
    let versions = folders.iter().filter_map(|folder| Some((number(folder)?, in_folder(folder)?)));
    Ok(versions.collect())
}

/// The file of a version; none if there is none yet, or the folder has gone meanwhile.
fn in_folder(folder: &Path) -> Option<File> {
    let metadata = fs::metadata(folder).ok().filter(Metadata::is_dir)?;
    match model_file(folder) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            let stamp = Stamp::of(&metadata).ok()?;
            Some(File { path: folder.to_path_buf(), stamp, error: Some(failed(folder, &error)) })
        }
    }
}

/// The first file of a model in a folder, by its name. Hidden files are copies in progress.
fn model_file(folder: &Path) -> io::Result<Option<File>> {
    let mut paths = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if ["keras", "h5", "hdf5"].contains(&extension) && !is_hidden && path.is_file() {
            paths.push(path);
        }
    }
    let Some(path) = paths.into_iter().min() else { return Ok(None) };
    let stamp = Stamp::of(&fs::metadata(&path)?)?;
    Ok(Some(File { path, stamp, error: None }))
}

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::invalid(format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_are_named_by_numbers_and_have_a_whole_file_are_versions() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for (name, file) in [
            ("1", Some("model.keras")),
            ("02", Some("b.h5")),
            ("2", Some("a.h5")),
            ("3", None),
            ("4", Some(".model.keras")),
            ("5", Some("model.keras.part")),
            ("x6", Some("model.keras")),
            ("-7", Some("model.keras")),
        ] {
            fs::create_dir(path(name)).unwrap();
            if let Some(file) = file {
                fs::write(path(name).join(file), name).unwrap();
            }
        }
        fs::write(path("8"), "a file").unwrap();
        let found = |name: &Path| find(name).unwrap().into_iter().map(|(number, file)| (number, file.path));
        let expected = [(1, path("1/model.keras")), (2, path("02/b.h5"))];
        assert_eq!(found(folder.path()).collect::<Vec<_>>(), expected);
        assert_eq!(found(&path("8")).collect::<Vec<_>>(), [(1, path("8"))]);
        let error = find(&path("9")).unwrap_err();
        assert!(error.message().contains("cannot read") && error.message().contains("9"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_a_new_mode_is_no_new_content() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("m/1")).unwrap();
        fs::create_dir(path("store")).unwrap();
        fs::write(path("store/a.keras"), "a").unwrap();
        fs::write(path("store/b.keras"), "b").unwrap();
        let stamp = || find(&path("m")).unwrap()[&1].stamp;
        let link = |to: &str| {
            let _ = fs::remove_file(path("m/1/model.keras"));
            symlink(path(to), path("m/1/model.keras")).unwrap();
        };
        link("store/a.keras");
        let first = stamp();
        link("store/b.keras");
        assert!(!stamp().has_content_of(&first), "the link leads to another file");
        link("store/a.keras");
        assert_eq!(stamp(), first);
        fs::set_permissions(path("store/a.keras"), fs::Permissions::from_mode(0o600)).unwrap();
        assert!(stamp() != first && stamp().has_content_of(&first));
        link("store/none.keras");
        assert!(find(&path("m")).unwrap().is_empty(), "a link to nothing is a version that is not there yet");
    }
}
