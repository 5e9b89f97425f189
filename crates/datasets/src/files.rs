//! Reads the files of a data set from a folder or an archive.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::GzDecoder;
use keras::budget::Budget;
use sha2::{Digest, Sha256};

use crate::error::DataError;

/// The largest decompressed size that is accepted, in bytes: above every official file, below a decompression
/// bomb.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// The bytes that tell the kind of a file.
const HEAD: u64 = 512;

/// The kind of a file, determined from its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Gzip,
    Xz,
    Zip,
    Tar,
    Other,
}

/// Returns the kind of a file.
pub(crate) fn kind(path: &Path) -> Result<Kind, DataError> {
    let head = Budget::of_bytes(HEAD).read(open(path)?.take(HEAD), "its head").map_err(DataError::io("read", path))?;
    Ok(match head.as_slice() {
        [0x1f, 0x8b, ..] => Kind::Gzip,
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Kind::Xz,
        [b'P', b'K', 3 | 5, 4 | 6, ..] => Kind::Zip,
        head if head.get(257..262) == Some(b"ustar") => Kind::Tar,
        _ => Kind::Other,
    })
}

/// The location of the files of a data set.
#[derive(Debug)]
pub(crate) enum Files {
    /// A folder; the files in it may have the extension `.gz`.
    Folder(PathBuf),
    /// The unpacked members of an archive.
    Unpacked { archive: PathBuf, members: BTreeMap<String, Vec<u8>> },
}

impl Files {
    /// The folder or the archive.
    pub fn origin(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::Unpacked { archive: path, .. } => path,
        }
    }

    /// Returns the name for messages and the content of a file. A member of an archive can be taken once, so
    /// that its memory is freed early.
    pub fn take(&mut self, name: &str) -> Result<(String, Vec<u8>), DataError> {
        match self {
            Self::Folder(folder) => {
                let path = in_folder(folder, name).unwrap_or_else(|| folder.join(name));
                Ok((path.display().to_string(), read(&path)?))
            }
            Self::Unpacked { archive, members } => {
                let file = format!("{}:{name}", archive.display());
                let bytes =
                    members.remove(name).ok_or_else(|| DataError::malformed(&file, "it is not in the archive"))?;
                Ok((file, bytes))
            }
        }
    }
}

/// The path of a file in a folder, compressed with gzip or not.
pub(crate) fn in_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    [folder.join(name), folder.join(format!("{name}.gz"))].into_iter().find(|path| path.is_file())
}

/// The content of an archive.
pub(crate) struct Archive {
    /// The requested files by their names without folders.
    pub members: BTreeMap<String, Vec<u8>>,
    /// The names of all files.
    pub names: BTreeSet<String>,
}

/// Reads the `requested` files from a tar archive (compressed with gzip or not) or a zip archive.
///
/// A tar archive is read to its end even after all files were found, so that truncation is always detected.
pub(crate) fn read_archive(path: &Path, requested: &BTreeSet<&str>) -> Result<Archive, DataError> {
    match kind(path)? {
        Kind::Gzip => read_tar(path, GzDecoder::new(BufReader::new(open(path)?)), requested),
        Kind::Tar => read_tar(path, BufReader::new(open(path)?), requested),
        Kind::Zip => read_zip(path, requested),
        Kind::Xz => Err(DataError::Xz { path: path.into() }),
        Kind::Other => Err(DataError::malformed(
            &path.display().to_string(),
            "neither a .tar.gz nor a .zip or .npz archive (or a download that was cut off at once)",
        )),
    }
}

fn read_tar(path: &Path, reader: impl Read, requested: &BTreeSet<&str>) -> Result<Archive, DataError> {
    let file = path.display().to_string();
    let mut archive = Archive { members: BTreeMap::new(), names: BTreeSet::new() };
    let mut tar = tar::Archive::new(reader);
    let mut walk = || -> std::io::Result<()> {
        for entry in tar.entries()? {
            let mut entry = entry?;
            let name = entry.path()?.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if !entry.header().entry_type().is_file() || name.starts_with("._") {
                continue;
            }
            if requested.contains(name.as_str()) {
                let bytes = read_limited(&mut entry)?;
                archive.members.insert(name.clone(), bytes);
            }
            archive.names.insert(name);
        }
        Ok(())
    };
    walk().map_err(|e| unpack_error(path, &file, &archive.names, &e))?;
    std::io::copy(&mut tar.into_inner(), &mut std::io::sink()).map_err(|e| DataError::unpack(&file, &e))?;
    Ok(archive)
}

/// The error of reading a tar archive; a gzip file that is not a tar archive has a message of its own.
fn unpack_error(path: &Path, file: &str, names: &BTreeSet<String>, error: &std::io::Error) -> DataError {
    // The tar reader reports an unexpected end within a record as an error of kind `Other`.
    let ended = error.kind() == std::io::ErrorKind::UnexpectedEof || error.to_string().contains("unexpected EOF");
    if !ended && names.is_empty() {
        let found = "one compressed file, no tar archive".to_string();
        return DataError::malformed(
            file,
            format!("{} holds {found} ({error}); for IDX files give their folder", path.display()),
        );
    }
    let kind = if ended { std::io::ErrorKind::UnexpectedEof } else { error.kind() };
    DataError::unpack(file, &std::io::Error::new(kind, error.to_string()))
}

fn read_zip(path: &Path, requested: &BTreeSet<&str>) -> Result<Archive, DataError> {
    let file = path.display().to_string();
    let zip_error = |e: zip::result::ZipError| match e {
        zip::result::ZipError::Io(e) => DataError::unpack(&file, &e),
        // The directory of a zip archive is at its end, so a truncated archive has none.
        zip::result::ZipError::InvalidArchive(reason) => {
            DataError::Truncated { file: file.clone(), reason: reason.into() }
        }
        other => DataError::malformed(&file, other.to_string()),
    };
    let mut zip = zip::ZipArchive::new(BufReader::new(open(path)?)).map_err(zip_error)?;
    let mut archive = Archive { members: BTreeMap::new(), names: BTreeSet::new() };
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(zip_error)?;
        let name = entry.name().map_err(zip_error)?.rsplit('/').next().unwrap_or_default().to_string();
        if requested.contains(name.as_str()) {
            let bytes = read_limited(&mut entry).map_err(|e| DataError::unpack(&file, &e))?;
            archive.members.insert(name.clone(), bytes);
        }
        archive.names.insert(name);
    }
    Ok(archive)
}

/// The content of a file, decompressed if it is a gzip file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, DataError> {
    let file = path.display().to_string();
    match kind(path)? {
        Kind::Gzip => read_limited(&mut GzDecoder::new(BufReader::new(open(path)?))),
        _ => read_limited(&mut open(path)?),
    }
    .map_err(|e| DataError::unpack(&file, &e))
}

fn read_limited(reader: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let read = Budget::of_bytes(MAX_FILE_BYTES).read(reader, "it");
    read.map_err(|e| match e.kind() {
        std::io::ErrorKind::OutOfMemory => std::io::Error::other("it unpacks to more than 1 GiB"),
        _ => e,
    })
}

/// Returns the SHA-256 of a file in hexadecimal.
pub(crate) fn sha256(path: &Path) -> Result<String, DataError> {
    let mut reader = BufReader::with_capacity(1 << 16, open(path)?);
    let mut hash = Sha256::new();
    std::io::copy(&mut reader, &mut HashWriter(&mut hash)).map_err(DataError::io("read", path))?;
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Updates a hash with everything that is written.
struct HashWriter<'a>(&'a mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn open(path: &Path) -> Result<File, DataError> {
    File::open(path).map_err(DataError::io("open", path))
}
