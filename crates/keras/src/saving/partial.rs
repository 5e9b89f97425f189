//! Which weights of a file are taken: all of them, or those that fit.

use std::fmt;

/// How the weights of a file are loaded: Keras's arguments of `load_weights`.
///
/// ```
/// use keras::{Input, Model, layers::Dense, saving::LoadWeights};
/// let network = |classes: usize| {
///     let input = Input::new([4]);
///     let hidden = Dense::new(8).call(&input)?;
///     Model::new(&input, &Dense::new(classes).name("head").call(&hidden)?)
/// };
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("three.weights.h5");
/// network(3)?.save_weights(&path)?;
/// let skipped = network(5)?.load_weights_with(&path, &LoadWeights::new().skip_mismatch(true))?;
/// assert_eq!((skipped.len(), skipped[0].layer.as_str()), (1, "head"));
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadWeights {
    skip_mismatch: bool,
    by_name: bool,
    objects_to_skip: Vec<String>,
}

impl LoadWeights {
    /// Every layer of the model is found in the file, and every weight of the file in the model.
    pub fn new() -> Self {
        Self::default()
    }

    /// If true, a layer that the file does not have, or has with other shapes, keeps its weights, and weights
    /// of the file without a layer are ignored. In a legacy file single weights of other shapes are skipped,
    /// not their layers; in all formats a nested model is one layer. Default: false.
    #[must_use]
    pub fn skip_mismatch(mut self, skip_mismatch: bool) -> Self {
        self.skip_mismatch = skip_mismatch;
        self
    }

    /// If true, the layers of a legacy `.h5` are found by their names, not by their order; layers without
    /// their name in the file keep their weights. Default: false.
    #[must_use]
    pub fn by_name(mut self, by_name: bool) -> Self {
        self.by_name = by_name;
        self
    }

    /// The names of layers that keep their weights whatever the file has; not of a legacy `.h5`. Default:
    /// none.
    #[must_use]
    pub fn objects_to_skip(mut self, layers: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.objects_to_skip = layers.into_iter().map(Into::into).collect();
        self
    }

    /// The names of the layers that keep their weights.
    pub(super) fn skipped_layers(&self) -> &[String] {
        &self.objects_to_skip
    }

    /// True if layers are found by their names.
    pub(super) fn is_by_name(&self) -> bool {
        self.by_name
    }
}

/// A layer that kept weights which a file does not have, or has with another shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The layer's name.
    pub layer: String,
    /// What the layer expects, and what the file has.
    pub reason: String,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layer {} was skipped: {}", self.layer, self.reason)
    }
}

/// The reading of a file, with what it has skipped so far.
pub(super) struct Reading<'a> {
    pub options: &'a LoadWeights,
    pub skipped: Vec<Skipped>,
}

impl<'a> Reading<'a> {
    pub fn new(options: &'a LoadWeights) -> Self {
        Self { options, skipped: Vec::new() }
    }

    /// True if mismatches are skipped.
    pub fn skips_mismatches(&self) -> bool {
        self.options.skip_mismatch
    }

    /// True if this layer keeps its weights whatever the file has.
    pub fn keeps(&self, layer: &str) -> bool {
        self.options.objects_to_skip.iter().any(|name| name == layer)
    }

    /// Notes that weights of a layer keep their values.
    pub fn skip(&mut self, layer: &str, reason: String) {
        self.skipped.push(Skipped { layer: layer.to_owned(), reason });
    }

    /// Notes weights of a layer that do not fit to the file, which is an error unless mismatches are skipped.
    pub fn mismatch(&mut self, layer: &str, reason: String) -> Result<(), String> {
        self.left_over(&reason)?;
        self.skip(layer, reason);
        Ok(())
    }

    /// Weights of the file that belong to no layer, which is an error unless mismatches are skipped.
    pub fn left_over(&self, reason: &str) -> Result<(), String> {
        if self.skips_mismatches() { Ok(()) } else { Err(format!("weights of another model: {reason}")) }
    }
}
