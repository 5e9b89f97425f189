//! The volume of the drive.

use std::path::PathBuf;
use std::str::FromStr;

/// A folder of a volume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The name of the PersistentVolumeClaim.
    pub name: String,
    /// The folder in the volume; the volume itself if it is empty.
    pub folder: PathBuf,
}

impl FromStr for Claim {
    type Err = String;

    /// Reads `NAME` or `NAME/FOLDER`.
    fn from_str(text: &str) -> std::result::Result<Claim, String> {
        let (name, folder) = text.split_once('/').unwrap_or((text, ""));
        let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
        match !name.is_empty() && (folder.is_empty() || folder.split('/').all(is_plain)) {
            true => Ok(Claim { name: name.into(), folder: folder.into() }),
            false => Err("the name of a PersistentVolumeClaim, or NAME/FOLDER of it".into()),
        }
    }
}
