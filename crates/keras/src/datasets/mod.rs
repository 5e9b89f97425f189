//! Data sets of small images, as in `keras.datasets`.
//!
//! ```no_run
//! use keras::datasets::{self, Options, cifar10};
//!
//! let data = cifar10::load_data(&Options::default())?;
//! assert_eq!(data.train.shape(), [50_000, 32, 32, 3]);
//! println!("image 0 shows a {}", data.class_names[data.train.labels[0] as usize]);
//!
//! // By name; `shapes` needs neither files nor a network.
//! let data = datasets::load("shapes", &Options::default())?;
//! # Ok::<(), keras::datasets::DataError>(())
//! ```
//!
//! A data set is looked for in [`Options::path`], then in the folder that `LABORA_DATA` names, then in Keras's own cache
//! (`$KERAS_HOME/datasets` or `~/.keras/datasets`); if it is nowhere, its official archive is downloaded into that cache
//! under the name that Keras uses, so that either finds what the other has fetched. The ways in:
//!
//! | file | matter |
//! |---|---|
//! | [`catalog`] | the table: shapes, classes, file names, addresses, checksums |
//! | `locate` | finds the files of a data set in a folder or an archive |
//! | `files` | reads folders, tar, gzip and zip |
//! | `cifar`, `pickle`, `idx`, `npy` | one file format each, as functions over bytes |
//! | `download` | fetches, resumes and checks an archive |
//! | [`shapes`] | the built-in data set |
//! | [`image_file`] | one image from a PNG or JPEG file |

pub mod catalog;
mod cifar;
mod download;
mod error;
mod files;
mod idx;
pub mod image_file;
mod images;
mod locate;
mod npy;
#[doc(hidden)]
pub mod parse;
mod pickle;
pub mod shapes;

use std::path::PathBuf;

pub use error::DataError;
pub use images::Images;

use catalog::{Encoding, Entry, Layout};
use files::Files;

/// Where to look and what to allow. The default looks in all the usual places and downloads when it has to.
///
/// ```
/// use keras::datasets::Options;
/// let options = Options { path: Some("/data/cifar-10-binary.tar.gz".into()), ..Options::default() };
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The one place to look: a folder with the files, its parent, or an archive. Nothing else is searched then.
    pub path: Option<PathBuf>,
    /// A folder searched before the cache; by default the value of the environment variable `LABORA_DATA`.
    pub folder: Option<PathBuf>,
    /// Where downloads go and are found again; by default `$KERAS_HOME/datasets` or `~/.keras/datasets`.
    pub cache: Option<PathBuf>,
    /// Whether to download what is nowhere on the machine (default), or to give [`DataError::NotFound`].
    pub download: bool,
    /// An address that has the official archives by their names, in place of the official servers.
    pub mirror: Option<String>,
    /// Whether a download draws a progress bar on a terminal (default).
    pub progress: bool,
    /// Which of CIFAR-100's two labellings.
    pub labels: LabelMode,
    /// What [`shapes`] draws.
    pub shapes: shapes::Config,
}

impl Default for Options {
    fn default() -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let keras = variable("KERAS_HOME").or_else(|| std::env::home_dir().map(|home| home.join(".keras")));
        Self {
            path: None,
            folder: variable("LABORA_DATA"),
            cache: keras.map(|folder| folder.join("datasets")),
            download: true,
            mirror: None,
            progress: true,
            labels: LabelMode::Fine,
            shapes: shapes::Config::default(),
        }
    }
}

/// Which labels of a data set that has two kinds (CIFAR-100).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelMode {
    /// The 100 classes.
    #[default]
    Fine,
    /// The 20 groups of classes.
    Coarse,
}

/// A data set in memory. Cloning shares the images.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The name in the table.
    pub name: &'static str,
    /// The class names, in the order of the labels.
    pub class_names: &'static [&'static str],
    /// For training.
    pub train: Images,
    /// For testing.
    pub test: Images,
    /// Where it came from, for people: a path, or how it was made.
    pub source: String,
    /// What the user should know: a checksum that differs, fewer images than the official set has.
    pub warnings: Vec<String>,
}

/// Loads a data set by its name ([`catalog::names`] has them all).
///
/// # Errors
/// See [`DataError`]. [`DataError::is_unavailable`] tells whether going on with [`shapes`] is sensible.
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

/// Turns the files of one part (training or test) into images.
struct Reader {
    entry: &'static Entry,
    layout: &'static Layout,
    coarse: bool,
    classes: usize,
}

impl Reader {
    fn read(&self, files: &mut Files, names: &[&str]) -> Result<Images, DataError> {
        let mut builder = images::Builder::new(self.entry.image_shape, self.classes);
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

/// Declares one module a data set, so that code reads as in Keras: `cifar10::load_data(...)`.
macro_rules! entry_points {
    ($($(#[$doc:meta])* $module:ident)*) => { $(
        $(#[$doc])*
        pub mod $module {
            /// Loads the data set.
            ///
            /// # Errors
            /// See [`DataError`](super::DataError).
            pub fn load_data(options: &super::Options) -> Result<super::Dataset, super::DataError> {
                super::load(stringify!($module), options)
            }
        }
    )* };
}

entry_points! {
    /// CIFAR-10: 50,000 + 10,000 colour images of 32 x 32 in ten classes (A. Krizhevsky, 2009).
    cifar10
    /// CIFAR-100: as CIFAR-10, in a hundred classes, which form twenty groups ([`LabelMode`]).
    cifar100
    /// MNIST: 60,000 + 10,000 handwritten digits, grey, 28 x 28 (Y. LeCun, C. Cortes, C. Burges).
    mnist
    /// Fashion-MNIST: 60,000 + 10,000 pieces of clothing, grey, 28 x 28 (H. Xiao, K. Rasul, R. Vollgraf, 2017).
    fashion_mnist
}
