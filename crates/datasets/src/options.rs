//! The settings of loading: search path, download, labels.

use std::path::PathBuf;

use crate::shapes;

/// Places to search for a data set, and whether to download it. The default searches all usual places and
/// downloads if necessary.
///
/// ```
/// use datasets::Options;
/// let options = Options { path: Some("/data/cifar-10-binary.tar.gz".into()), ..Options::default() };
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The only place to search: a folder with the files, its parent, or an archive. Default: none.
    pub path: Option<PathBuf>,
    /// A folder searched before the cache. Default: the value of the environment variable `LABORA_DATA`.
    pub folder: Option<PathBuf>,
    /// The folder of downloads. Default: `$KERAS_HOME/datasets` or `~/.keras/datasets`.
    pub cache: Option<PathBuf>,
    /// If true (default), downloads a data set that is not on the machine; otherwise loading fails with
    /// [`DataError::NotFound`](crate::DataError::NotFound), as it always does without the feature `download`.
    pub download: bool,
    /// A URL that serves the official archives by their names, in place of the official servers. Default:
    /// none.
    pub mirror: Option<String>,
    /// If true (default), a download draws a progress bar on a terminal.
    pub progress: bool,
    /// The labels of CIFAR-100. Default: [`LabelMode::Fine`].
    pub labels: LabelMode,
    /// The settings of [`shapes`](crate::shapes).
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

/// The labels of a data set that has two kinds (CIFAR-100).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelMode {
    /// The 100 classes.
    #[default]
    Fine,
    /// The 20 superclasses.
    Coarse,
}
