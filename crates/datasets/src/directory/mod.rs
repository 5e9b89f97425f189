//! Folders of files as data sets, as Keras's `image_dataset_from_directory`, `text_dataset_from_directory`
//! and `audio_dataset_from_directory`.
//!
//! Files, labels, classes and splits are those of Keras, in Keras's order, also when they are shuffled with a
//! seed. With `shuffle`, each pass over the data draws another order, which is not that of TensorFlow.
//!
//! ```no_run
//! use datasets::directory::{Directory, Images, Subset, image_dataset_from_directory};
//! let folder = Directory { validation_split: 0.2, seed: Some(1), ..Directory::default() };
//! let images = |subset| {
//!     let folder = Directory { subset: Some(subset), ..folder.clone() };
//!     image_dataset_from_directory("flowers", &folder, Images { image_size: [180, 180], ..Images::default() })
//! };
//! let (train, test) = (images(Subset::Training)?, images(Subset::Validation)?);
//! println!("{:?}: {} files", train.class_names, train.files.len() + test.files.len());
//! # Ok::<(), keras::Error>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `index` | the files of a folder, their labels, shuffling and splits |
//! | `images` | images, as [`image_file`](crate::image_file) reads them |
//! | `texts` | texts |
//! | `audio`, `wav` | sounds; 16-bit WAV files |

mod audio;
mod images;
mod index;
mod texts;
mod wav;

pub use crate::image_file::{ColorMode, Fitting, Images, Interpolation};
pub use audio::{Audio, audio_dataset_from_directory};
pub use images::image_dataset_from_directory;
pub use index::{Directory, Files, LabelMode, Labels, Subset};
pub use texts::{Texts, text_dataset_from_directory};
