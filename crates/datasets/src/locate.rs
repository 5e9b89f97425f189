//! Finds a data set on this machine, or downloads it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::catalog::{Encoding, Entry, Layout, entries};
use crate::error::DataError;
use crate::files::{self, Files, Kind};
use crate::options::Options;

/// The files of a data set.
#[derive(Debug)]
pub(crate) struct Found {
    pub layout: &'static Layout,
    pub files: Files,
    pub warnings: Vec<String>,
}

/// Searches the given path only; without one, the folder, the cache, and the network.
pub(crate) fn search(entry: &'static Entry, options: &Options) -> Result<Found, DataError> {
    if let Some(path) = &options.path {
        return given(entry, path);
    }
    let mut warnings = Vec::new();
    let mut places = Vec::new();
    if let Some(folder) = &options.folder {
        places.push(folder.clone());
        if !folder.exists() {
            warnings.push(format!("the data folder {} does not exist (LABORA_DATA)", folder.display()));
        } else if let Some(found) = optional(given(entry, folder))? {
            return Ok(found);
        }
    }
    if let Some(cache) = &options.cache {
        places.push(cache.clone());
        if let Some(mut found) = cached(entry, cache, &mut warnings)? {
            found.warnings.splice(..0, warnings);
            return Ok(found);
        }
        #[cfg(feature = "download")]
        if options.download {
            download(entry, cache, options)?;
            if let Some(mut found) = cached(entry, cache, &mut warnings)? {
                found.warnings.splice(..0, warnings);
                return Ok(found);
            }
        }
    }
    Err(DataError::NotFound { dataset: entry.name, places, forms: forms(entry) })
}

/// Converts "not found" to `None`: a folder that is meant for all data sets need not contain this one.
fn optional(found: Result<Found, DataError>) -> Result<Option<Found>, DataError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(DataError::NotFound { .. } | DataError::WrongArchive { .. }) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Reads a path that the user named: a folder of files, its parent, or an archive.
fn given(entry: &'static Entry, path: &Path) -> Result<Found, DataError> {
    if !path.exists() {
        return Err(DataError::MissingPath { dataset: entry.name, path: path.into() });
    }
    if !path.is_dir() {
        return archive(entry, path);
    }
    let mut partial = None;
    for layout in entry.layouts {
        match folder(entry, layout, path) {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => {}
            Err(error) => partial = partial.or(Some(error)),
        }
    }
    let archives = entry.layouts.iter().flat_map(|l| l.archives).map(|name| path.join(name));
    if let Some(file) = archives.clone().find(|file| file.is_file()) {
        return archive(entry, &file);
    }
    if let Some(error) = partial {
        return Err(error);
    }
    let xz = archives.map(|file| PathBuf::from(file.display().to_string().replace(".tar.gz", ".tar.xz")));
    if let Some(path) = xz.into_iter().find(|file| file.extension().is_some_and(|e| e == "xz") && file.is_file()) {
        return Err(DataError::Xz { path });
    }
    let names = std::fs::read_dir(path).map_err(DataError::io("list", path))?;
    let names: BTreeSet<String> =
        names.flatten().map(|file| file.file_name().to_string_lossy().trim_end_matches(".gz").to_string()).collect();
    match dataset_of_files(&names) {
        Some(other) => Err(wrong(entry, path, other)),
        None => Err(DataError::NotFound { dataset: entry.name, places: vec![path.into()], forms: forms(entry) }),
    }
}

/// Finds the layout's files in `path` or in one of the layout's own folders below it.
fn folder(entry: &'static Entry, layout: &'static Layout, path: &Path) -> Result<Option<Found>, DataError> {
    if layout.encoding == Encoding::Npz {
        return Ok(None);
    }
    let places = std::iter::once(path.to_path_buf()).chain(layout.folders.iter().map(|name| path.join(name)));
    let mut incomplete = None;
    for place in places {
        let (present, missing): (Vec<_>, Vec<_>) =
            layout.files().partition(|name| files::in_folder(&place, name).is_some());
        if missing.is_empty() {
            let compressed = present.iter().map(|name| place.join(format!("{name}.gz"))).filter(|file| file.is_file());
            let warnings = check_all(entry, compressed)?;
            return Ok(Some(Found { layout, files: Files::Folder(place), warnings }));
        }
        if !present.is_empty() && incomplete.is_none() {
            incomplete = Some(DataError::WrongArchive {
                dataset: entry.name,
                path: place,
                found: format!("{} but not {}", present.join(", "), missing.join(", ")),
                expected: "all of them".into(),
            });
        }
    }
    incomplete.map_or(Ok(None), Err)
}

/// Reads an archive that the user named: its checksum may differ, but it must contain the right files.
fn archive(entry: &'static Entry, path: &Path) -> Result<Found, DataError> {
    if files::kind(path)? == Kind::Xz {
        return Err(DataError::Xz { path: path.into() });
    }
    let warnings = check_all(entry, std::iter::once(path.to_path_buf()))?;
    let mut found = unpack(entry, path)?;
    found.warnings = warnings;
    Ok(found)
}

fn unpack(entry: &'static Entry, path: &Path) -> Result<Found, DataError> {
    let requested = entry.layouts.iter().flat_map(Layout::files).collect();
    let files::Archive { mut members, names } = files::read_archive(path, &requested)?;
    let Some(layout) = entry.layouts.iter().find(|l| l.files().all(|name| members.contains_key(name))) else {
        let found = dataset_of_files(&names).unwrap_or_else(|| {
            let some = names.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(", ");
            if some.is_empty() { "nothing".into() } else { format!("other files ({some}, ...)") }
        });
        return Err(wrong(entry, path, found));
    };
    members.retain(|name, _| layout.files().any(|file| file == name));
    Ok(Found { layout, files: Files::Unpacked { archive: path.into(), members }, warnings: Vec::new() })
}

/// Compares files with the official checksums. Another data set's checksum is an error, an unknown one a
/// warning.
fn check_all(entry: &'static Entry, paths: impl Iterator<Item = PathBuf>) -> Result<Vec<String>, DataError> {
    let mut unknown = Vec::new();
    for path in paths {
        let sum = files::sha256(&path)?;
        let owner = entries().iter().find(|e| e.checksums.iter().any(|c| c.sha256 == sum));
        match owner {
            Some(owner) if owner.name == entry.name => {}
            Some(other) => return Err(wrong(entry, &path, format!("{}'s data", other.name))),
            None => unknown.push(path.display().to_string()),
        }
    }
    Ok(match unknown.as_slice() {
        [] => Vec::new(),
        [one] => vec![format!("{one} is not the official file (its SHA-256 differs); used all the same")],
        [first, more @ ..] => vec![format!(
            "{first} and {} more are not the official files (their SHA-256 differ); used all the same",
            more.len()
        )],
    })
}

/// Finds the data set in the cache; an archive with another checksum is ignored with a warning, as in Keras.
fn cached(entry: &'static Entry, cache: &Path, warnings: &mut Vec<String>) -> Result<Option<Found>, DataError> {
    for layout in entry.layouts {
        // An incomplete folder is not an error here: the download completes it.
        if let Ok(Some(found)) = folder(entry, layout, cache).map_err(|_| ()) {
            // IDX files directly in the cache could belong to MNIST or Fashion-MNIST: their names are the
            // same.
            if layout.encoding != Encoding::Idx || found.files.origin() != cache {
                return Ok(Some(found));
            }
        }
    }
    for file in entry.layouts.iter().flat_map(|l| l.archives).map(|name| cache.join(name)).filter(|f| f.is_file()) {
        let sum = files::sha256(&file).map_err(DataError::in_cache)?;
        if entry.checksums.iter().any(|c| c.sha256 == sum) {
            return unpack(entry, &file).map(Some);
        }
        let warning = format!("{} was ignored: its SHA-256 is not the official one", file.display());
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    Ok(None)
}

/// Downloads the official files into the cache.
#[cfg(feature = "download")]
fn download(entry: &'static Entry, cache: &Path, options: &Options) -> Result<(), DataError> {
    use crate::download::{Request, fetch};

    let download = &entry.download;
    let base = options.mirror.as_deref().unwrap_or(download.base);
    let folder = cache.join(download.folder);
    for (remote, local) in download.files {
        let sum = entry.checksums.iter().find(|c| c.file == *remote).map_or("", |c| c.sha256);
        let (url, target) = (format!("{}/{remote}", base.trim_end_matches('/')), folder.join(local));
        fetch(&Request::new(&url, &target, sum, options.progress)).map_err(DataError::in_cache)?;
    }
    Ok(())
}

/// Returns the data set that has files with these names, for messages.
fn dataset_of_files(names: &BTreeSet<String>) -> Option<String> {
    let has = |layout: &Layout| layout.files().all(|file| names.contains(file));
    let mut owners = entries().iter().filter(|e| e.layouts.iter().any(has)).map(|e| e.name);
    let first = owners.next()?;
    Some(owners.fold(format!("the files of {first}"), |text, more| format!("{text} or {more}")))
}

fn wrong(entry: &'static Entry, path: &Path, found: String) -> DataError {
    DataError::WrongArchive { dataset: entry.name, path: path.into(), found, expected: forms(entry) }
}

/// The folders and archives that a data set can be given as, for messages.
fn forms(entry: &Entry) -> String {
    let mut forms = Vec::new();
    for layout in entry.layouts {
        forms.extend(layout.folders.first().map(|name| format!("the folder {name}")));
        forms.extend(layout.archives.first().map(|name| format!("the file {name}")));
    }
    forms.join(", ")
}
