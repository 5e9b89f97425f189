//! Image data sets, as in `keras.datasets`: CIFAR-10, CIFAR-100, MNIST, Fashion-MNIST, and the built-in
//! `shapes`.
//!
//! ```no_run
//! use datasets::{Options, cifar10};
//!
//! let data = cifar10::load_data(&Options::default())?;
//! assert_eq!(data.train.shape(), [50_000, 32, 32, 3]);
//! println!("image 0 shows a {}", data.class_names[data.train.labels[0] as usize]);
//!
//! // By name; `shapes` needs neither files nor a network.
//! let data = datasets::load("shapes", &Options::default())?;
//! # Ok::<(), datasets::DataError>(())
//! ```
//!
//! A data set is searched for in [`Options::path`], then in the folder named by `LABORA_DATA`, then in
//! Keras's cache (`$KERAS_HOME/datasets` or `~/.keras/datasets`). If it is in none of them, its official
//! archive is downloaded into that cache under Keras's own file name, so Keras and this crate share their
//! downloads.
//!
//! The feature `download`, on by default, compiles the HTTP client with TLS. Without it [`load`] reads files
//! that are on the machine only.
//!
//! The feature `parquet` compiles the reader of Parquet files, [`parquet_file`].
//!
//! | module | contents |
//! |---|---|
//! | [`catalog`] | the table of data sets: shapes, classes, file names, URLs, checksums |
//! | `load` | loads a data set by name |
//! | `locate` | finds the files of a data set in a folder or an archive |
//! | `files` | reads folders, tar, gzip and zip |
//! | `cifar`, `pickle`, `idx`, `npy` | one file format each, as functions over bytes |
//! | `download` | downloads, resumes and verifies an archive |
//! | [`shapes`] | the built-in data set |
//! | [`sequences`], [`housing`] | the texts of IMDB and Reuters, the houses of Boston and California |
//! | `stored` | the files of these in Keras's cache |
//! | [`array_file`] | arrays of any shape in NumPy's `.npy` and `.npz`, and columns of CSV files |
//! | [`csv_file`], [`parquet_file`], [`npy_file`], [`directory`] | data sets that need not fit into memory: CSV and Parquet files, `.npy` files, folders of images, texts and sounds |
//! | `columns` | the columns of tables as the arrays of a model |
//! | [`image_file`] | images from PNG, JPEG, BMP and GIF files, as models take them |

#![forbid(unsafe_code)]

pub mod array_file;
pub mod catalog;
mod cifar;
mod claims;
mod columns;
pub mod csv_file;
mod dataset;
pub mod directory;
#[cfg(feature = "download")]
mod download;
mod error;
mod files;
pub mod housing;
mod idx;
pub mod image_file;
mod images;
mod load;
mod locate;
mod npy;
pub mod npy_file;
mod options;
pub mod parquet_file;
#[doc(hidden)]
pub mod parse;
mod pickle;
pub mod sequences;
pub mod shapes;
mod stored;

pub use dataset::Dataset;
pub use error::DataError;
pub use housing::{boston_housing, california_housing};
pub use images::Images;
pub use load::load;
pub use options::{LabelMode, Options};
pub use sequences::{imdb, reuters};

/// Declares one module per data set, so that code reads as in Keras: `cifar10::load_data(...)`.
macro_rules! entry_points {
    ($($(#[doc = $doc:literal])* $module:ident)*) => { $(
        $(#[doc = $doc])*
        pub mod $module {
            use crate::dataset::Dataset;
            use crate::error::DataError;
            use crate::options::Options;

            /// Loads the data set.
            ///
            /// # Errors
            /// See [`DataError`].
            pub fn load_data(options: &Options) -> Result<Dataset, DataError> {
                crate::load::load(stringify!($module), options)
            }
        }
    )* };
}

entry_points! {
    /// CIFAR-10: 50,000 + 10,000 color images of 32 x 32 in ten classes (A. Krizhevsky, 2009).
    cifar10
    /// CIFAR-100: like CIFAR-10 with a hundred classes, which form twenty superclasses
    /// ([`LabelMode`]).
    cifar100
    /// MNIST: 60,000 + 10,000 handwritten digits, grayscale, 28 x 28 (Y. LeCun, C. Cortes, C. Burges).
    mnist
    /// Fashion-MNIST: 60,000 + 10,000 articles of clothing, grayscale, 28 x 28 (H. Xiao, K. Rasul, R.
    /// Vollgraf, 2017).
    fashion_mnist
}
