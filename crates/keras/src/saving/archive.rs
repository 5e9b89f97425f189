//! `.keras` archives: a zip file of `metadata.json`, `config.json` and `model.weights.h5`.
//!
//! Nothing is unpacked to the disk, and each member is read up to a limit that follows from what is
//! expected, so that an archive that unpacks to more than it should is refused.

use std::io::{Cursor, Read, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::legacy::KERAS_VERSION;

const METADATA: &str = "metadata.json";
const CONFIG: &str = "config.json";
const WEIGHTS: &str = "model.weights.h5";
const ASSETS: &str = "assets";

/// The maximum size of a configuration in bytes.
const MAX_CONFIG: u64 = 64 << 20;

/// The bytes of an archive; assets have their paths below [`ASSETS`].
pub(super) fn write(config: &Json, weights: &[u8], assets: &[(String, &str)]) -> Result<Vec<u8>, String> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let metadata = json!({ "keras_version": KERAS_VERSION, "date_saved": now() });
    let (metadata, config) = (metadata.to_string(), config.to_string());
    let mut members = vec![(METADATA.to_owned(), metadata.as_bytes()), (CONFIG.to_owned(), config.as_bytes())];
    members.push((WEIGHTS.to_owned(), weights));
    members.extend(assets.iter().map(|(path, text)| (format!("{ASSETS}/{path}"), text.as_bytes())));
    for (name, bytes) in members {
        zip.start_file(name, options.large_file(bytes.len() as u64 >= u64::from(u32::MAX)))
            .map_err(|e| e.to_string())?;
        zip.write_all(bytes).map_err(|e| e.to_string())?;
    }
    Ok(zip.finish().map_err(|e| e.to_string())?.into_inner())
}

/// The time as Keras writes it, such as `2026-11-25@02:42:16`.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // The calendar repeats every 400 years of 146097 days; years are counted from the 1st of March.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let of_years = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * of_years + of_years / 4 - of_years / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = of_years + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}@{hour:02}:{minute:02}:{second:02}")
}

/// An open archive.
pub(crate) struct Archive {
    zip: ZipArchive<Cursor<Vec<u8>>>,
    size: u64,
}

impl Archive {
    /// Returns true if these bytes begin as an archive does.
    pub fn is(bytes: &[u8]) -> bool {
        bytes.starts_with(b"PK\x03\x04")
    }

    pub fn open(bytes: Vec<u8>) -> Result<Self, String> {
        let size = bytes.len() as u64;
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| format!("damaged or truncated: {e}"))?;
        Ok(Self { zip, size })
    }

    /// The configuration of the model.
    pub fn config(&mut self) -> Result<Json, String> {
        let bytes = self.member(CONFIG, MAX_CONFIG)?;
        serde_json::from_slice(&bytes).map_err(|e| format!("{CONFIG} is damaged: {e}"))
    }

    /// The version of Keras that wrote the archive, if it says so.
    pub fn keras_version(&mut self) -> Option<String> {
        let metadata: Json = serde_json::from_slice(&self.member(METADATA, MAX_CONFIG).ok()?).ok()?;
        metadata.get("keras_version")?.as_str().map(str::to_owned)
    }

    /// The bytes of the weights, of which there are at most so many.
    pub fn weights(&mut self, limit: u64) -> Result<Vec<u8>, String> {
        self.member(WEIGHTS, limit)
    }

    /// The content of an asset; `None` if there is none of this path.
    pub fn asset(&mut self, path: &str) -> Result<Option<String>, String> {
        let name = format!("{ASSETS}/{path}");
        if self.zip.index_for_name(&name).is_none() {
            return Ok(None);
        }
        let bytes = self.member(&name, MAX_CONFIG)?;
        String::from_utf8(bytes).map(Some).map_err(|e| format!("{name} is no text: {e}"))
    }

    /// The bytes of the archive, a limit of what members have that are not compressed, as Keras's.
    pub fn size(&self) -> u64 {
        self.size
    }

    fn member(&mut self, name: &str, limit: u64) -> Result<Vec<u8>, String> {
        let member = self.zip.by_name(name).map_err(|e| format!("{name} cannot be read: {e}"))?;
        let mut bytes = Vec::new();
        let read = member.take(limit + 1).read_to_end(&mut bytes).map_err(|e| format!("{name} is damaged: {e}"))?;
        if read as u64 > limit {
            return Err(format!("{name} has more than the {limit} bytes that are expected"));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_up_to_their_limit() {
        let bytes = write(&json!({ "a": 1 }), &[7; 1000], &[("layers/x/vocabulary.txt".into(), "a\nb")]).unwrap();
        assert!(Archive::is(&bytes));
        let mut archive = Archive::open(bytes.clone()).unwrap();
        assert_eq!(archive.config().unwrap(), json!({ "a": 1 }));
        assert_eq!(archive.weights(1000).unwrap(), [7; 1000]);
        assert_eq!(archive.asset("layers/x/vocabulary.txt").unwrap().as_deref(), Some("a\nb"));
        assert_eq!(archive.asset("layers/y/vocabulary.txt").unwrap(), None);
        let message = archive.weights(999).unwrap_err();
        assert_eq!(message, "model.weights.h5 has more than the 999 bytes that are expected");
        for parts in 0..20 {
            assert!(Archive::open(bytes[..bytes.len() * parts / 20].to_vec()).is_err(), "{parts} twentieths");
        }
    }

    #[test]
    fn times_are_of_this_century() {
        let time = now();
        assert!(time.starts_with("20") && time.len() == 19 && &time[10..11] == "@", "{time}");
    }
}
