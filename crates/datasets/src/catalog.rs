//! The table of the data sets that come from archives: shapes, classes, file names, URLs and checksums.

use crate::error::DataError;
use crate::shapes;

/// Where Keras downloads its own files from.
pub(crate) const BASE: &str = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/";

/// One data set of the table; [`find`] returns it by name.
#[derive(Debug)]
pub struct Entry {
    /// The name, as in `keras.datasets`.
    pub name: &'static str,
    /// Height, width and channels of an image.
    pub image_shape: [usize; 3],
    /// The official numbers of training and test images.
    pub counts: [usize; 2],
    /// The class names, indexed by label.
    pub classes: &'static [&'static str],
    /// The class names of the coarse labels, for a data set that has them.
    pub coarse_classes: Option<&'static [&'static str]>,
    /// The layouts it exists in, in order of preference.
    pub(crate) layouts: &'static [Layout],
    /// The download, for when it is not on the machine.
    #[cfg_attr(not(feature = "download"), expect(dead_code, reason = "only the download reads it"))]
    pub(crate) download: Download,
    /// The checksums of all official archives, which identify a file that the user names.
    pub(crate) checksums: &'static [Checksum],
}

/// The SHA-256 of an official file.
#[derive(Debug)]
pub(crate) struct Checksum {
    #[cfg_attr(not(feature = "download"), expect(dead_code, reason = "only the download reads it"))]
    pub file: &'static str,
    pub sha256: &'static str,
}

/// Files under one URL, stored in Keras's cache under Keras's own names.
#[derive(Debug)]
#[cfg_attr(not(feature = "download"), expect(dead_code, reason = "only the download reads it"))]
pub(crate) struct Download {
    pub base: &'static str,
    /// The folder in the cache; empty for the cache itself.
    pub folder: &'static str,
    /// Pairs of file name at the URL and file name in the cache.
    pub files: &'static [(&'static str, &'static str)],
}

/// The file format of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// `label_bytes` labels (the last one is the fine label), then the image as planes, R G B.
    Binary { label_bytes: usize },
    /// A pickled dictionary with `data` (uint8, one row of planes per image) and a list of labels under a
    /// key.
    Pickle { labels: &'static str, coarse: Option<&'static str> },
    /// MNIST's IDX: one file of images and one of labels.
    Idx,
    /// NumPy's zip of arrays `x_train`, `y_train`, `x_test`, `y_test`.
    Npz,
}

/// One layout: the encoding and the file names.
#[derive(Debug)]
pub(crate) struct Layout {
    pub encoding: Encoding,
    /// Folders below the given one that may hold the files.
    pub folders: &'static [&'static str],
    /// Archives that may hold the files (for [`Encoding::Npz`] the file itself).
    pub archives: &'static [&'static str],
    pub train: &'static [&'static str],
    pub test: &'static [&'static str],
}

impl Layout {
    /// All required files.
    pub fn files(&self) -> impl Iterator<Item = &'static str> {
        self.train.iter().chain(self.test).copied()
    }
}

const IDX_TRAIN: &[&str] = &["train-images-idx3-ubyte", "train-labels-idx1-ubyte"];
const IDX_TEST: &[&str] = &["t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"];
const NPZ_TRAIN: &[&str] = &["x_train.npy", "y_train.npy"];
const NPZ_TEST: &[&str] = &["x_test.npy", "y_test.npy"];

static TABLE: [Entry; 4] = [
    Entry {
        name: "cifar10",
        image_shape: [32, 32, 3],
        counts: [50_000, 10_000],
        classes: &["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"],
        coarse_classes: None,
        layouts: &[
            Layout {
                encoding: Encoding::Binary { label_bytes: 1 },
                folders: &["cifar-10-batches-bin"],
                archives: &["cifar-10-binary.tar.gz"],
                train: &[
                    "data_batch_1.bin",
                    "data_batch_2.bin",
                    "data_batch_3.bin",
                    "data_batch_4.bin",
                    "data_batch_5.bin",
                ],
                test: &["test_batch.bin"],
            },
            Layout {
                encoding: Encoding::Pickle { labels: "labels", coarse: None },
                folders: &["cifar-10-batches-py", "cifar-10-batches-py-target/cifar-10-batches-py"],
                archives: &[
                    "cifar-10-python.tar.gz",
                    "cifar-10-batches-py-target_archive",
                    "cifar-10-batches-py.tar.gz",
                ],
                train: &["data_batch_1", "data_batch_2", "data_batch_3", "data_batch_4", "data_batch_5"],
                test: &["test_batch"],
            },
        ],
        download: Download {
            base: "https://www.cs.toronto.edu/~kriz/",
            folder: "",
            files: &[("cifar-10-python.tar.gz", "cifar-10-batches-py-target_archive")],
        },
        checksums: &[
            Checksum {
                file: "cifar-10-python.tar.gz",
                sha256: "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce",
            },
            Checksum {
                file: "cifar-10-binary.tar.gz",
                sha256: "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
            },
        ],
    },
    Entry {
        name: "cifar100",
        image_shape: [32, 32, 3],
        counts: [50_000, 10_000],
        classes: &CIFAR100_FINE,
        coarse_classes: Some(&CIFAR100_COARSE),
        layouts: &[
            Layout {
                encoding: Encoding::Binary { label_bytes: 2 },
                folders: &["cifar-100-binary"],
                archives: &["cifar-100-binary.tar.gz"],
                train: &["train.bin"],
                test: &["test.bin"],
            },
            Layout {
                encoding: Encoding::Pickle { labels: "fine_labels", coarse: Some("coarse_labels") },
                folders: &["cifar-100-python", "cifar-100-python-target/cifar-100-python"],
                archives: &["cifar-100-python.tar.gz", "cifar-100-python-target_archive"],
                train: &["train"],
                test: &["test"],
            },
        ],
        download: Download {
            base: "https://www.cs.toronto.edu/~kriz/",
            folder: "",
            files: &[("cifar-100-python.tar.gz", "cifar-100-python-target_archive")],
        },
        checksums: &[
            Checksum {
                file: "cifar-100-python.tar.gz",
                sha256: "85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7",
            },
            Checksum {
                file: "cifar-100-binary.tar.gz",
                sha256: "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec",
            },
        ],
    },
    Entry {
        name: "mnist",
        image_shape: [28, 28, 1],
        counts: [60_000, 10_000],
        classes: &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        coarse_classes: None,
        layouts: &[
            Layout {
                encoding: Encoding::Npz,
                folders: &[],
                archives: &["mnist.npz"],
                train: NPZ_TRAIN,
                test: NPZ_TEST,
            },
            Layout {
                encoding: Encoding::Idx,
                folders: &["mnist", "MNIST/raw"],
                archives: &[],
                train: IDX_TRAIN,
                test: IDX_TEST,
            },
        ],
        download: Download { base: BASE, folder: "", files: &[("mnist.npz", "mnist.npz")] },
        checksums: &[
            Checksum { file: "mnist.npz", sha256: "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1" },
            Checksum {
                file: "train-images-idx3-ubyte.gz",
                sha256: "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
            },
            Checksum {
                file: "train-labels-idx1-ubyte.gz",
                sha256: "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
            },
            Checksum {
                file: "t10k-images-idx3-ubyte.gz",
                sha256: "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
            },
            Checksum {
                file: "t10k-labels-idx1-ubyte.gz",
                sha256: "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
            },
        ],
    },
    Entry {
        name: "fashion_mnist",
        image_shape: [28, 28, 1],
        counts: [60_000, 10_000],
        classes: &[
            "T-shirt/top",
            "Trouser",
            "Pullover",
            "Dress",
            "Coat",
            "Sandal",
            "Shirt",
            "Sneaker",
            "Bag",
            "Ankle boot",
        ],
        coarse_classes: None,
        layouts: &[
            Layout {
                encoding: Encoding::Idx,
                folders: &["fashion-mnist", "fashion_mnist", "FashionMNIST/raw"],
                archives: &[],
                train: IDX_TRAIN,
                test: IDX_TEST,
            },
            Layout {
                encoding: Encoding::Npz,
                folders: &[],
                archives: &["fashion_mnist.npz", "fashion-mnist.npz"],
                train: NPZ_TRAIN,
                test: NPZ_TEST,
            },
        ],
        download: Download {
            base: BASE,
            folder: "fashion-mnist",
            files: &[
                ("train-labels-idx1-ubyte.gz", "train-labels-idx1-ubyte.gz"),
                ("train-images-idx3-ubyte.gz", "train-images-idx3-ubyte.gz"),
                ("t10k-labels-idx1-ubyte.gz", "t10k-labels-idx1-ubyte.gz"),
                ("t10k-images-idx3-ubyte.gz", "t10k-images-idx3-ubyte.gz"),
            ],
        },
        checksums: &[
            Checksum {
                file: "train-images-idx3-ubyte.gz",
                sha256: "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
            },
            Checksum {
                file: "train-labels-idx1-ubyte.gz",
                sha256: "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
            },
            Checksum {
                file: "t10k-images-idx3-ubyte.gz",
                sha256: "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
            },
            Checksum {
                file: "t10k-labels-idx1-ubyte.gz",
                sha256: "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
            },
        ],
    },
];

#[rustfmt::skip]
const CIFAR100_FINE: [&str; 100] = [
    "apple", "aquarium_fish", "baby", "bear", "beaver", "bed", "bee", "beetle", "bicycle", "bottle",
    "bowl", "boy", "bridge", "bus", "butterfly", "camel", "can", "castle", "caterpillar", "cattle",
    "chair", "chimpanzee", "clock", "cloud", "cockroach", "couch", "crab", "crocodile", "cup", "dinosaur",
    "dolphin", "elephant", "flatfish", "forest", "fox", "girl", "hamster", "house", "kangaroo", "keyboard",
    "lamp", "lawn_mower", "leopard", "lion", "lizard", "lobster", "man", "maple_tree", "motorcycle", "mountain",
    "mouse", "mushroom", "oak_tree", "orange", "orchid", "otter", "palm_tree", "pear", "pickup_truck", "pine_tree",
    "plain", "plate", "poppy", "porcupine", "possum", "rabbit", "raccoon", "ray", "road", "rocket",
    "rose", "sea", "seal", "shark", "shrew", "skunk", "skyscraper", "snail", "snake", "spider",
    "squirrel", "streetcar", "sunflower", "sweet_pepper", "table", "tank", "telephone", "television", "tiger", "tractor",
    "train", "trout", "tulip", "turtle", "wardrobe", "whale", "willow_tree", "wolf", "woman", "worm",
];

#[rustfmt::skip]
const CIFAR100_COARSE: [&str; 20] = [
    "aquatic_mammals", "fish", "flowers", "food_containers", "fruit_and_vegetables",
    "household_electrical_devices", "household_furniture", "insects", "large_carnivores", "large_man-made_outdoor_things",
    "large_natural_outdoor_scenes", "large_omnivores_and_herbivores", "medium_mammals", "non-insect_invertebrates", "people",
    "reptiles", "small_mammals", "trees", "vehicles_1", "vehicles_2",
];

/// The whole table.
pub fn entries() -> &'static [Entry] {
    &TABLE
}

/// All names that [`load`](crate::load()) accepts: the table's, and `shapes`.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|e| e.name).chain([shapes::NAME])
}

/// The entry with this name.
///
/// # Errors
/// [`DataError::UnknownDataset`], with the closest known name if one is similar.
pub fn find(name: &str) -> Result<&'static Entry, DataError> {
    TABLE.iter().find(|e| e.name == name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> DataError {
    let near = keras::naming::nearest(name, names());
    DataError::UnknownDataset { name: name.into(), near, known: names().collect::<Vec<_>>().join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similar_name_is_suggested() {
        for (requested, near) in [
            ("cifar-10", Some("cifar10")),
            ("CIFAR10", Some("cifar10")),
            ("cifar1000", Some("cifar100")),
            ("fashion-mnist", Some("fashion_mnist")),
            ("minst", Some("mnist")),
            ("shape", Some("shapes")),
            ("imagenet", None),
        ] {
            let DataError::UnknownDataset { near: found, .. } = find(requested).unwrap_err() else { panic!() };
            assert_eq!(found, near, "{requested}");
        }
        let message = find("cifar11").unwrap_err().to_string();
        assert!(
            message.contains("did you mean \"cifar10\"?") && message.contains("fashion_mnist, shapes"),
            "{message}"
        );
    }

    #[test]
    fn the_table_is_consistent() {
        for entry in entries() {
            assert_eq!(find(entry.name).unwrap().name, entry.name);
            assert!(entry.checksums.iter().all(|c| c.sha256.len() == 64));
            for (remote, _) in entry.download.files {
                assert!(entry.checksums.iter().any(|c| c.file == *remote), "{remote} has no checksum");
            }
        }
    }
}
