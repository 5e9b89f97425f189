//! Single files of data sets in Keras's cache.

use std::path::PathBuf;

use crate::catalog::BASE;
use crate::error::DataError;
use crate::files;
use crate::options::Options;

/// A file as Keras stores it.
pub(crate) struct StoredFile {
    /// The data set.
    pub dataset: &'static str,
    /// The name, at the URL and in the cache.
    pub name: &'static str,
    /// The SHA-256 of the official file; `None` for one of which only an MD5 is published, which is not
    /// downloaded.
    #[cfg_attr(not(feature = "download"), expect(dead_code, reason = "only the download reads it"))]
    pub sha256: Option<&'static str>,
}

impl StoredFile {
    /// Name for messages and content: of the path that the user named, which is the file or a folder with it,
    /// otherwise of the folder, the cache or the network.
    pub fn read(&self, options: &Options) -> Result<(String, Vec<u8>), DataError> {
        let path = self.find(options)?;
        Ok((path.display().to_string(), files::read(&path)?))
    }

    fn find(&self, options: &Options) -> Result<PathBuf, DataError> {
        if let Some(path) = &options.path {
            return match (path.is_file(), path.join(self.name)) {
                (true, _) => Ok(path.clone()),
                (false, file) if file.is_file() => Ok(file),
                (false, _) if path.exists() => Err(self.not_found(vec![path.clone()])),
                (false, _) => Err(DataError::MissingPath { dataset: self.dataset, path: path.clone() }),
            };
        }
        let places: Vec<PathBuf> = [&options.folder, &options.cache].into_iter().flatten().cloned().collect();
        if let Some(file) = places.iter().map(|place| place.join(self.name)).find(|file| file.is_file()) {
            return Ok(file);
        }
        #[cfg(feature = "download")]
        if let (true, Some(cache), Some(sha256)) = (options.download, &options.cache, self.sha256) {
            let base = options.mirror.as_deref().unwrap_or(BASE);
            let target = cache.join(self.name);
            let url = format!("{}/{}", base.trim_end_matches('/'), self.name);
            let request = crate::download::Request::new(&url, &target, sha256, options.progress);
            crate::download::fetch(&request).map_err(DataError::in_cache)?;
            return Ok(target);
        }
        Err(self.not_found(places))
    }

    fn not_found(&self, places: Vec<PathBuf>) -> DataError {
        let forms = format!("the file {}, from {BASE}{}", self.name, self.name);
        DataError::NotFound { dataset: self.dataset, places, forms }
    }
}
