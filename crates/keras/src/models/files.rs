//! Saves and loads the weights of a model.

use std::path::Path;

use super::model::Model;
use super::variable::Variable;
use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Factor, WeightSpec};
use crate::saving::{self, Format, LayerWeights, LoadWeights, ModelWeights, Skipped, WeightValue};

impl Model {
    /// The weights, layer by layer, in the form that [`saving`] writes: with the products of low-rank factors
    /// in the weights that they adapt.
    pub fn weights(&self) -> ModelWeights {
        self.weights_in(false)
    }

    /// The weights as files have them; legacy ones have the factors of low-rank products themselves.
    pub(super) fn weights_in(&self, legacy: bool) -> ModelWeights {
        let layers = self.layers().iter().map(|layer| {
            let own = self.variables_of(layer);
            let order = in_files(layer.weights(), own, legacy);
            let mut values = if legacy { own.iter().map(|v| v.values.clone()).collect() } else { merged(own) };
            let weights = order.iter().map(|i| {
                let v = &own[*i];
                let value = WeightValue::new(v.path.as_str(), v.shape.as_slice(), std::mem::take(&mut values[*i]));
                value.part(v.part.as_str()).int8(v.int8)
            });
            let mut all = LayerWeights::new(layer.name(), layer.layer().class_name(), weights.collect());
            if let Some(preparation) = layer.layer().preparation() {
                (all.states, all.assets) = (preparation.states(), preparation.assets());
            }
            all
        });
        ModelWeights { name: self.name().to_owned(), layers: layers.collect() }
    }

    /// Saves the weights to a file that Keras can read: `.weights.h5` in Keras 3's format, `.h5` or `.hdf5`
    /// in the legacy format; or to `.safetensors`, by their paths in Keras. Replaces an existing file, as
    /// Keras does by default.
    ///
    /// ```
    /// use keras::{Input, Model, layers::Dense};
    /// let input = Input::new([4]);
    /// let mut model = Model::new(&input, &Dense::new(2).call(&input)?)?;
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("model.weights.h5");
    /// model.save_weights(&path)?;
    /// let saved = model.variables().to_vec();
    /// model.initialize(1)?;
    /// model.load_weights(&path)?;
    /// assert_eq!(model.variables(), saved);
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if the file name has another extension, [`ErrorKind::File`] if the file cannot
    /// be written; an existing file then stays unchanged.
    pub fn save_weights(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let legacy = Format::of(path).is_ok_and(|format| format == Format::Legacy);
        saving::save_weights(path, &self.weights_in(legacy))
    }

    /// Saves the weights as [`save_weights`](Self::save_weights) does, but never replaces a file: Keras's
    /// `overwrite=False`.
    ///
    /// # Errors
    /// Those of [`save_weights`](Self::save_weights), and [`ErrorKind::File`] if the file exists.
    pub fn save_weights_without_overwrite(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        if path.exists() {
            let path = path.display();
            return Err(Error::new(
                ErrorKind::File,
                format!("{path} exists already: choose another name or delete it"),
            ));
        }
        self.save_weights(path)
    }

    /// Loads the weights from a file in Keras 3's or the legacy format, or from safetensors.
    ///
    /// # Errors
    /// [`ErrorKind::File`] if the file cannot be read, [`ErrorKind::Weights`] if it is damaged or belongs to
    /// another model; the weights then stay unchanged.
    pub fn load_weights(&mut self, path: impl AsRef<Path>) -> Result<()> {
        self.load_weights_with(path, &LoadWeights::new()).map(|_| ())
    }

    /// Loads the weights as [`load_weights`](Self::load_weights) does, with settings: those of another model
    /// as far as they fit, or by the names of layers. Returns which layers kept weights, and why; Keras warns
    /// of them.
    ///
    /// # Errors
    /// Those of [`load_weights`](Self::load_weights); [`ErrorKind::Argument`] for a layer to skip that the
    /// model does not have.
    pub fn load_weights_with(&mut self, path: impl AsRef<Path>, options: &LoadWeights) -> Result<Vec<Skipped>> {
        let path = path.as_ref();
        // Legacy files differ in what these weights are, and in their order.
        let differs = self.variables().iter().any(|v| v.factor.is_some() || v.int8);
        let legacy = differs && saving::is_legacy(path)?;
        let (loaded, skipped) = saving::load_weights_with(path, &self.weights_in(legacy), options)?;
        let values = loaded.layers.into_iter().flat_map(|layer| layer.weights).map(|weight| weight.data);
        self.set_weights_of_file(values.collect(), legacy)?;
        Ok(skipped)
    }

    /// Sets the values of the weights that files have, in the order of [`weights_in`](Self::weights_in).
    /// Factors of low-rank products that files do not have become zeros; states that layers carry from batch
    /// to batch stay.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`] if the number of weights or of a weight's values does not match.
    pub(super) fn set_weights_of_file(&mut self, values: Vec<Vec<f32>>, legacy: bool) -> Result<()> {
        let is_kept = |v: &Variable| v.carried && v.values.len() == v.count();
        let (mut all, mut values) = (Vec::with_capacity(self.variables().len()), values.into_iter());
        for layer in self.layers() {
            let own = self.variables_of(layer);
            let first = all.len();
            all.extend(own.iter().map(|v| if is_kept(v) { v.values.clone() } else { vec![0.0; v.count()] }));
            for i in in_files(layer.weights(), own, legacy) {
                all[first + i] = values.next().unwrap_or_default();
            }
        }
        all.extend(values);
        self.set_weights(all)
    }
}

/// The indices of a layer's weights that files have, in the order of files. Legacy ones have low-rank
/// factors, too, and weights that were declared as trained before the others; those of a frozen layer with
/// factors are in the order of their declarations, as in Keras.
fn in_files(specs: &[WeightSpec], own: &[Variable], legacy: bool) -> Vec<usize> {
    let stored = |i: &usize| !own[*i].carried && (legacy || own[*i].factor.is_none());
    let mut order: Vec<usize> = (0..own.len()).filter(stored).collect();
    let factors = own.iter().any(|v| v.factor.is_some());
    let quantized = own.iter().any(|v| v.int8);
    match legacy {
        true if factors => order.sort_by_key(|i| !own[*i].trainable),
        true if quantized => order.sort_by_key(|i| !specs[*i].trainable),
        // A model as a layer has trained weights first, among which the kernels of its layers are not.
        false if factors || quantized => order.sort_by_key(|i| specs[*i].number),
        _ => {}
    }
    order
}

/// The values of a layer's weights, with those of low-rank products added.
pub(super) fn merged(variables: &[Variable]) -> Vec<Vec<f32>> {
    let mut all: Vec<Vec<f32>> = variables.iter().map(|v| v.values.clone()).collect();
    for a in variables {
        let Some(Factor::First { weight, second, scale }) = &a.factor else { continue };
        let layer = a.path.strip_suffix(a.path.rsplit('/').next().unwrap_or_default()).unwrap_or_default();
        let at = |name: &str| variables.iter().position(|v| v.path.strip_prefix(layer) == Some(name));
        let (Some(sum), Some(b)) = (at(weight), at(second).map(|b| &variables[b])) else { continue };
        let sum = &mut all[sum];
        let (rank, width) = (b.shape.first().copied().unwrap_or(1), b.shape.last().copied().unwrap_or(1));
        for (row, a) in sum.chunks_mut(width.max(1)).zip(a.values.chunks(rank.max(1))) {
            for (column, value) in row.iter_mut().enumerate() {
                let product: f32 =
                    a.iter().zip(b.values.iter().skip(column).step_by(width.max(1))).map(|(a, b)| a * b).sum();
                *value += *scale as f32 * product;
            }
        }
    }
    all
}
