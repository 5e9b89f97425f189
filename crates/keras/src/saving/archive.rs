//! `.keras` archives: a zip file of `metadata.json`, `config.json` and `model.weights.h5`.
//!
//! Nothing is unpacked to the disk, and what members unpack to is taken from the budget of the file.

use std::io::{Cursor, ErrorKind, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value as Json, json};
use stablehlo::budget::Budget;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::hdf5::Reader;
use super::legacy::KERAS_VERSION;
use crate::json;

const METADATA: &str = "metadata.json";
const CONFIG: &str = "config.json";
const WEIGHTS: &str = "model.weights.h5";
const ASSETS: &str = "assets";

/// The bytes of an archive; assets have their paths below [`ASSETS`].
pub(super) fn write(config: &Json, weights: &[u8], assets: &[(String, &str)]) -> Result<Vec<u8>, String> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let metadata = json!({ "keras_version": KERAS_VERSION, "date_saved": now() });
    let (metadata, config) = (json::write(&metadata), json::write(config));
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
    budget: Budget,
}

impl Archive {
    /// Returns true if these bytes begin as an archive does.
    pub fn is(bytes: &[u8]) -> bool {
        bytes.starts_with(b"PK\x03\x04")
    }

    /// Opens a file, given its content, whose members are read within a budget.
    pub fn open(bytes: Vec<u8>, budget: &Budget) -> Result<Self, String> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| format!("damaged or truncated: {e}"))?;
        Ok(Self { zip, budget: budget.clone() })
    }

    /// The configuration of the model.
    pub fn config(&mut self) -> Result<Json, String> {
        self.json(CONFIG)
    }

    /// The version of Keras that wrote the archive, if it says so.
    pub fn keras_version(&mut self) -> Result<Option<String>, String> {
        if self.zip.index_for_name(METADATA).is_none() {
            return Ok(None);
        }
        Ok(self.json(METADATA)?.get("keras_version").and_then(Json::as_str).map(str::to_owned))
    }

    /// The weights.
    pub fn weights(&mut self) -> Result<Reader, String> {
        Reader::open(self.member(WEIGHTS)?, &self.budget)
    }

    /// The content of an asset; `None` if there is none of this path.
    pub fn asset(&mut self, path: &str) -> Result<Option<String>, String> {
        let name = format!("{ASSETS}/{path}");
        if self.zip.index_for_name(&name).is_none() {
            return Ok(None);
        }
        String::from_utf8(self.member(&name)?).map(Some).map_err(|e| format!("{name} is no text: {e}"))
    }

    /// What the file may still take.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    fn json(&mut self, name: &str) -> Result<Json, String> {
        let bytes = self.member(name)?;
        let json = json::read(&bytes, &self.budget).map_err(|e| format!("{name} is damaged: {e}"));
        self.budget.give_back(bytes.len() as u64);
        json
    }

    fn member(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let member = self.zip.by_name(name).map_err(|e| format!("{name} cannot be read: {e}"))?;
        let read = self.budget.read(member, name);
        read.map_err(|e| match e.kind() {
            ErrorKind::OutOfMemory => e.to_string(),
            _ => format!("{name} is damaged: {e}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_within_the_budget() {
        let vocabulary = "a\n".repeat(1000);
        let bytes =
            write(&json!({ "a": f64::NAN }), &[7; 10], &[("layers/x/vocabulary.txt".into(), &vocabulary)]).unwrap();
        assert!(Archive::is(&bytes));
        let budget = Budget::of_file(bytes.len() as u64);
        let mut archive = Archive::open(bytes.clone(), &budget).unwrap();
        assert_eq!(archive.config().unwrap(), json!({ "a": null }));
        assert_eq!(archive.keras_version().unwrap().as_deref(), Some(KERAS_VERSION));
        assert_eq!(archive.weights().err().unwrap(), "not an HDF5 file");
        assert_eq!(archive.asset("layers/x/vocabulary.txt").unwrap(), Some(vocabulary));
        assert_eq!(archive.asset("layers/y/vocabulary.txt").unwrap(), None);
        budget.take(budget.left() - 1999, "others").unwrap();
        let message = archive.asset("layers/x/vocabulary.txt").unwrap_err();
        assert!(message.starts_with("assets/layers/x/vocabulary.txt takes more than the 64.0 MiB"), "{message}");
        for parts in 0..20 {
            let cut = bytes[..bytes.len() * parts / 20].to_vec();
            assert!(Archive::open(cut, &Budget::of_file(0)).is_err(), "{parts} twentieths");
        }
    }

    #[test]
    fn times_are_of_this_century() {
        let time = now();
        assert!(time.starts_with("20") && time.len() == 19 && &time[10..11] == "@", "{time}");
    }
}
