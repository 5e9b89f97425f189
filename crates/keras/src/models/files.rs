//! A model's weights in files.

use std::path::Path;

use crate::saving::{self, LayerWeights, ModelWeights, WeightValue};
use crate::{Error, ErrorKind, Model, Result};

impl Model {
    /// Its weights apart from it, layer by layer: what [`saving`] writes.
    pub fn weights(&self) -> ModelWeights {
        let layers = self.layers().iter().map(|layer| {
            let own = self.variables_of(layer).iter();
            let weights = own.map(|v| WeightValue::new(v.path.as_str(), v.shape.as_slice(), v.values.as_slice()));
            LayerWeights::new(layer.name(), layer.layer().class_name(), weights.collect())
        });
        ModelWeights { name: self.name().to_owned(), layers: layers.collect() }
    }

    /// Writes its weights to a file that real Keras reads: `.weights.h5` in Keras 3's form, `.h5` in the older one.
    /// Without `overwrite` a file that is there stays.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense};
    /// let input = Input::new([4]);
    /// let mut model = Model::new(&input, &Dense::new(2).call(&input)?)?;
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("model.weights.h5");
    /// model.save_weights(&path, true)?;
    /// let saved = model.variables().to_vec();
    /// model.initialize(1);
    /// model.load_weights(&path)?;
    /// assert_eq!(model.variables(), saved);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where the name asks for neither form, the file is there and must not be overwritten, or it cannot be written; an
    /// earlier file stays as it was.
    pub fn save_weights(&self, path: impl AsRef<Path>, overwrite: bool) -> Result<()> {
        let path = path.as_ref();
        if !overwrite && path.exists() {
            return Err(Error::new(
                ErrorKind::File,
                format!("{} is there already: allow overwriting, or give another name", path.display()),
            ));
        }
        saving::save_weights(path, &self.weights())
    }

    /// Reads its weights from a file, of Keras 3's form or of the older one.
    ///
    /// # Errors
    /// Where the file cannot be read, is damaged, or belongs to another model; the weights stay as they were.
    pub fn load_weights(&mut self, path: impl AsRef<Path>) -> Result<()> {
        let loaded = saving::load_weights(path.as_ref(), &self.weights())?;
        let values = loaded.layers.into_iter().flat_map(|layer| layer.weights).map(|weight| weight.data);
        self.set_weights(values.collect())
    }
}
