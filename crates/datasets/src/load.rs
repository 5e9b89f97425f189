//! Loads a data set by name.

use crate::catalog::{self, Encoding, Entry, Layout};
use crate::dataset::Dataset;
use crate::error::DataError;
use crate::files::Files;
use crate::images::{Builder, Images};
use crate::options::{LabelMode, Options};
use crate::{cifar, idx, locate, npy, shapes};

/// Loads a data set by its name; [`catalog::names`] lists them.
///
/// # Errors
/// See [`DataError`]. If [`DataError::is_unavailable`] returns true, [`shapes`] can stand in for the data
/// set.
pub fn load(name: &str, options: &Options) -> Result<Dataset, DataError> {
    if name == shapes::NAME {
        return Ok(shapes::load_data(&options.shapes));
    }
    let entry = catalog::find(name)?;
    let mut found = locate::search(entry, options)?;
    let coarse = entry.coarse_classes.filter(|_| options.labels == LabelMode::Coarse);
    let class_names = coarse.unwrap_or(entry.classes);
    let reader = Reader { entry, layout: found.layout, coarse: coarse.is_some(), classes: class_names.len() };
    let train = reader.read(&mut found.files, found.layout.train)?;
    let test = reader.read(&mut found.files, found.layout.test)?;
    for (part, images, official) in [("training", &train, entry.counts[0]), ("test", &test, entry.counts[1])] {
        if images.len() != official {
            found.warnings.push(format!("{} of the official {official} {part} images are there", images.len()));
        }
    }
    let source = found.files.origin().display().to_string();
    Ok(Dataset { name: entry.name, class_names, train, test, source, warnings: found.warnings })
}

/// Parses the files of one part (training or test) of a data set.
struct Reader {
    entry: &'static Entry,
    layout: &'static Layout,
    coarse: bool,
    classes: usize,
}

impl Reader {
    fn read(&self, files: &mut Files, names: &[&str]) -> Result<Images, DataError> {
        let mut builder = Builder::new(self.entry.image_shape, self.classes);
        match self.layout.encoding {
            Encoding::Binary { label_bytes } => {
                let label = if self.coarse { 0 } else { label_bytes - 1 };
                for name in names {
                    let (file, bytes) = files.take(name)?;
                    cifar::read_binary(&file, &bytes, cifar::Record { label_bytes, label }, &mut builder)?;
                }
            }
            Encoding::Pickle { labels, coarse } => {
                let key = coarse.filter(|_| self.coarse).unwrap_or(labels);
                for name in names {
                    let (file, bytes) = files.take(name)?;
                    cifar::read_pickle(&file, &bytes, key, &mut builder)?;
                }
            }
            Encoding::Idx => {
                let (image_file, images) = files.take(names[0])?;
                let (label_file, labels) = files.take(names[1])?;
                idx::read(&image_file, &images, &label_file, &labels, &mut builder)?;
            }
            Encoding::Npz => {
                let (image_file, images) = files.take(names[0])?;
                let (label_file, labels) = files.take(names[1])?;
                npy::read(&image_file, &images, &label_file, &labels, &mut builder)?;
            }
        }
        Ok(builder.finish())
    }
}
