//! The files of a folder, their labels, shuffling and splits.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use keras::data::{Dataset, Items};
use keras::utils::MersenneTwister;
use keras::{Array, Arrays, Error, Result};

use crate::error::DataError;

/// Where the labels of files come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Each folder in the folder is a class, in the order of the names.
    #[default]
    Inferred,
    /// There are no labels; files may be anywhere in the folder.
    None,
    /// The classes of all files in the order of their paths; files may be anywhere in the folder.
    Given(Vec<i32>),
}

/// The form of the labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelMode {
    /// Class numbers, `i32` of shape `[rows]`.
    #[default]
    Int,
    /// One-hot vectors, `f32` of shape `[rows, classes]`.
    Categorical,
    /// 0 or 1, `f32` of shape `[rows, 1]`, of two classes.
    Binary,
}

/// The part of the files that a data set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subset {
    /// All but the last files.
    Training,
    /// The last files, as many as the split says.
    Validation,
}

/// The common settings of data sets of folders, with Keras's defaults.
#[derive(Clone, Debug)]
pub struct Directory {
    /// Where labels come from. Default: from the folders.
    pub labels: Labels,
    /// The form of the labels. Default: class numbers.
    pub label_mode: LabelMode,
    /// The names of the folders that are classes, in the order of the classes. Default: all folders.
    pub class_names: Option<Vec<String>>,
    /// The number of files of a batch. Default: 32.
    pub batch_size: usize,
    /// If true (default), the files are shuffled, and each pass over them has another order.
    pub shuffle: bool,
    /// The seed of shuffling. Default: another one each time.
    pub seed: Option<u32>,
    /// The part of the files that is for validation, from 0 to 1. Default: 0.
    pub validation_split: f64,
    /// The part of the files that the data set has, if they are split.
    pub subset: Option<Subset>,
    /// If true, symbolic links to folders are followed within the classes. Default: false.
    pub follow_links: bool,
    /// The number of threads that read files; 0 (default) for as many as the machine has.
    pub threads: usize,
}

impl Default for Directory {
    fn default() -> Self {
        Self {
            labels: Labels::Inferred,
            label_mode: LabelMode::Int,
            class_names: None,
            batch_size: 32,
            shuffle: true,
            seed: None,
            validation_split: 0.0,
            subset: None,
            follow_links: false,
            threads: 0,
        }
    }
}

/// The data set of a folder, its files and classes.
#[derive(Clone, Debug)]
pub struct Files<D = Dataset> {
    /// The data set.
    pub dataset: D,
    /// The files in the order in which the data set has them without shuffling again.
    pub files: Vec<PathBuf>,
    /// The names of the classes; empty without labels.
    pub class_names: Vec<String>,
}

/// The files of a data set.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub files: Vec<PathBuf>,
    /// The class of each file.
    pub labels: Option<Vec<i32>>,
    pub class_names: Vec<String>,
    pub mode: LabelMode,
    seed: u32,
}

impl Directory {
    /// The files with these endings, shuffled and split.
    pub(super) fn index(&self, folder: &Path, endings: &[&str]) -> Result<Index> {
        self.check(folder)?;
        let classes = self.class_folders(folder)?;
        let (mut files, mut labels) = (Vec::new(), Vec::new());
        for (class, name) in classes.iter().enumerate() {
            let found = self.walk(&folder.join(name), endings)?;
            labels.extend(std::iter::repeat_n(class as i32, found.len()));
            files.extend(found);
        }
        let (mut labels, class_names) = match &self.labels {
            Labels::Inferred => (Some(labels), classes),
            Labels::None => (None, Vec::new()),
            Labels::Given(given) if given.len() == files.len() => {
                let mut names = given.clone();
                names.sort_unstable();
                names.dedup();
                (Some(given.clone()), names.iter().map(i32::to_string).collect())
            }
            Labels::Given(given) => {
                let (given, found, folder) = (given.len(), files.len(), folder.display());
                return Err(Error::argument(format!("{given} labels were given for the {found} files of {folder}")));
            }
        };
        if self.label_mode == LabelMode::Binary && labels.is_some() && class_names.len() != 2 {
            return Err(Error::argument(format!("binary labels take two classes, not {class_names:?}")));
        }
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0) as u32);
        if self.shuffle {
            // Both get the same order.
            MersenneTwister::numpy(seed).shuffle(&mut files);
            labels.iter_mut().for_each(|labels| MersenneTwister::numpy(seed).shuffle(labels));
        }
        let range = self.range(files.len())?;
        if range.is_empty() {
            let folder = folder.display();
            return Err(Error::argument(format!("{folder} has no files that end in one of {endings:?}")));
        }
        let labels = labels.map(|labels| labels[range.clone()].to_vec());
        Ok(Index { files: files[range].to_vec(), labels, class_names, mode: self.label_mode, seed })
    }

    fn check(&self, folder: &Path) -> Result<()> {
        if self.class_names.is_some() && self.labels != Labels::Inferred {
            return Err(Error::argument("class_names are the names of folders: labels must be inferred"));
        }
        if !(0.0..1.0).contains(&self.validation_split) {
            let split = self.validation_split;
            return Err(Error::argument(format!("validation_split must be at least 0 and below 1, not {split}")));
        }
        if (self.validation_split > 0.0) != self.subset.is_some() {
            return Err(Error::argument("validation_split and subset are given together, or none of them"));
        }
        if self.validation_split > 0.0 && self.shuffle && self.seed.is_none() {
            return Err(Error::argument(
                "a split of shuffled files needs a seed, so that training and validation have no file in common",
            ));
        }
        match folder.is_dir() {
            true => Ok(()),
            false => Err(Error::argument(format!("{} is no folder", folder.display()))),
        }
    }

    /// The range of the files of the subset.
    fn range(&self, files: usize) -> Result<std::ops::Range<usize>> {
        let validation = (self.validation_split * files as f64) as usize;
        if self.subset.is_some() && validation == 0 {
            let split = self.validation_split;
            return Err(Error::argument(format!(
                "validation_split={split} keeps none of {files} files for validation"
            )));
        }
        Ok(match self.subset {
            None => 0..files,
            Some(Subset::Training) => 0..files - validation,
            Some(Subset::Validation) => files - validation..files,
        })
    }

    /// The names of the folders that are classes, in the order of the classes; the folder itself, which has
    /// no name, if labels are not inferred.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](keras::ErrorKind::Argument) if a folder of `class_names` is missing.
    pub fn class_folders(&self, folder: &Path) -> Result<Vec<String>> {
        if self.labels != Labels::Inferred {
            return Ok(vec![String::new()]);
        }
        let is_class = |name: &String| !name.starts_with('.') && folder.join(name).is_dir();
        let found: Vec<String> = names(folder)?.into_iter().filter(is_class).collect();
        let Some(given) = &self.class_names else { return Ok(found) };
        match given.iter().find(|name| !found.contains(name)) {
            Some(missing) => {
                let folder = folder.display();
                Err(Error::argument(format!("{folder} has no folder {missing:?} of a class; it has {found:?}")))
            }
            None => Ok(given.clone()),
        }
    }

    /// The files with these endings below a folder: folder by folder in the order of their paths.
    fn walk(&self, folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
        let (mut folders, mut waiting) = (Vec::new(), vec![folder.to_path_buf()]);
        while let Some(next) = waiting.pop() {
            let entries = names(&next)?;
            for path in entries.iter().map(|name| next.join(name)) {
                if path.is_dir() && (self.follow_links || !path.is_symlink()) {
                    waiting.push(path);
                }
            }
            folders.push((next, entries));
        }
        // Paths are compared as text, as Python does.
        folders.sort_by_cached_key(|(folder, _)| folder.as_os_str().to_owned());
        let has_ending = |name: &String| endings.iter().any(|ending| name.to_lowercase().ends_with(ending));
        let files = folders.into_iter().flat_map(|(folder, names)| {
            names.into_iter().filter(has_ending).map(move |name| folder.join(name)).filter(|path| !path.is_dir())
        });
        files.map(readable).collect()
    }
}

/// The path, if what it names has an end: a pipe would be waited for.
fn readable(path: PathBuf) -> Result<PathBuf> {
    if path.exists() && !path.is_file() {
        return Err(Error::argument(format!(
            "{}: it is not a regular file: take it out of the folder",
            path.display()
        )));
    }
    Ok(path)
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let failed = |e| DataError::Io { action: "list", path: folder.to_path_buf(), source: e };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.push(name.into_string().map_err(|name| {
            Error::argument(format!("{}: the name {name:?} is not valid Unicode: rename it", folder.display()))
        })?);
    }
    names.sort_unstable();
    Ok(names)
}

impl Index {
    /// The labels of some files; nothing without labels.
    pub fn labels_of(&self, files: &[usize]) -> Result<Arrays> {
        let Some(labels) = &self.labels else { return Ok(Arrays::default()) };
        let (rows, classes) = (files.len(), self.class_names.len());
        let labels: Vec<i32> = files.iter().map(|file| labels[*file]).collect();
        let array = match self.mode {
            LabelMode::Int => Array::from(labels),
            LabelMode::Binary => Array::new([rows, 1], labels.iter().map(|label| *label as f32).collect::<Vec<f32>>())?,
            LabelMode::Categorical => {
                let one_hot = |label: i32| (0..classes as i32).map(move |class| f32::from(u8::from(class == label)));
                Array::new([rows, classes], labels.iter().copied().flat_map(one_hot).collect::<Vec<f32>>())?
            }
        };
        Ok(array.into())
    }

    /// How files become batches.
    pub fn items(&self, directory: &Directory) -> Items {
        let shuffle = directory.shuffle.then_some(u64::from(self.seed));
        Items { batch_size: directory.batch_size, shuffle, threads: directory.threads }
    }
}
