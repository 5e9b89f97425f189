//! Numbers of terms by their hash.

use serde_json::{Value as Json, json};

use super::encoding::Encoding;
use super::fingerprint::{combined, farm_hash, sip_hash};
use super::vocabulary::Term;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::graph::{Base, Common, InputSpec, Inputs, KerasTensor, Layer, Preparation, SharedLayer};
use crate::layers::preprocessing::OutputMode;
use crate::objects::{Field, Registry};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;
use crate::strings::Feature;

/// The place of bytes among `count`: by FarmHash, or by SipHash with a key.
pub(super) fn bucket(bytes: &[u8], salt: Option<[u64; 2]>, count: u64) -> u64 {
    salt.map_or_else(|| farm_hash(bytes), |key| sip_hash(key, bytes)) % count.max(1)
}

/// The key of SipHash: two numbers; one stands for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Salt(pub [u64; 2]);

impl From<u64> for Salt {
    fn from(both: u64) -> Self {
        Self([both; 2])
    }
}

impl From<[u64; 2]> for Salt {
    fn from(key: [u64; 2]) -> Self {
        Self(key)
    }
}

impl Field for Salt {
    fn expected() -> String {
        "a whole number from 0 on, or a list of two".to_owned()
    }

    fn to_json(&self) -> Json {
        json!(self.0)
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        Ok(Vec::<u64>::from_json(json, registry)?.and_then(|key| match key[..] {
            [both] => Some(both.into()),
            [first, second] => Some([first, second].into()),
            _ => None,
        }))
    }
}

/// A value that is not hashed: a string, or an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaskValue {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
}

impl From<&str> for MaskValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for MaskValue {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl Field for MaskValue {
    fn expected() -> String {
        "a string or a whole number".to_owned()
    }

    fn to_json(&self) -> Json {
        match self {
            Self::Text(text) => json!(text),
            Self::Integer(integer) => json!(integer),
        }
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        let integer = i64::from_json(json, registry)?.map(Self::Integer);
        Ok(json.as_str().map(|text| Self::Text(text.to_owned())).or(integer))
    }
}

/// The type of a result, under its name or as the policy of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultType(&'static str);

impl ResultType {
    const ALL: [&'static str; 3] = ["int64", "int32", "float32"];

    /// The default for an encoding.
    fn of(mode: OutputMode) -> Self {
        Self(if mode == OutputMode::Int { "int64" } else { "float32" })
    }

    fn policy(self) -> Json {
        json!({ "module": "keras", "class_name": "DTypePolicy", "config": { "name": self.0 }, "registered_name": null })
    }
}

impl Field for ResultType {
    fn expected() -> String {
        Self::ALL.map(|name| format!("'{name}'")).join(" or ")
    }

    fn to_json(&self) -> Json {
        json!(self.0)
    }

    fn from_json(json: &Json, _registry: &Registry) -> Result<Option<Self>> {
        let name = json.pointer("/config/name").unwrap_or(json).as_str();
        Ok(Self::ALL.into_iter().find(|known| Some(*known) == name).map(Self))
    }
}

/// Declares a layer of preparation whose results are numbers of this type or of `float32`: the settings of
/// all layers, and the calls.
macro_rules! typed_layer {
    ($layer:ident) => {
        impl Common for $layer {
            fn base(&self) -> Base {
                Base { name: self.name.clone(), ..Base::default() }
            }
        }

        impl $layer {
            /// Calls the layer and returns its symbolic output.
            ///
            /// # Errors
            /// If the inputs' shapes do not fit.
            pub fn call(self, inputs: impl Inputs) -> Result<KerasTensor> {
                SharedLayer::new(self).call(inputs)
            }
        }
    };
}

crate::object! {
    /// Numbers strings or integers by their hash, from 0 to `num_bins - 1`: by FarmHash, or by SipHash with a
    /// `salt`, as TensorFlow does, to the bit.
    ///
    /// It works on the host ([`apply`](Self::apply)); in a model it takes inputs of the model.
    ///
    /// ```
    /// use keras::layers::Hashing;
    /// let numbers = Hashing::new(3).apply(["A", "B", "C", "D", "E"])?;
    /// assert_eq!(numbers, vec![1, 0, 1, 1, 2].into());
    /// # Ok::<(), keras::Error>(())
    /// ```
    Hashing(
        /// The number of bins, with that of the mask.
        num_bins: [usize],
    ): dyn Layer {
        /// The key of SipHash: one number, or two. Default: none; FarmHash is used.
        salt: [Option<Salt>] = None;
        /// The value that has number 0 to itself. Default: none.
        mask_value: [Option<MaskValue>] = None;
        /// The encoding. Default: numbers.
        output_mode: [OutputMode] = OutputMode::Int;
        /// Stored in Keras's configuration only: vectors are dense here, of the same numbers. Default: false.
        sparse: [bool] = false;
        /// The name. Default: `hashing`, numbered.
        name: [Option<String>] = None;
        /// Stored in Keras's configuration only, since the layer has no weights. Default: true.
        trainable: [bool] = true;
        /// The type of the results in Keras. Default: `int64` for numbers, `float32` for vectors.
        dtype: [Option<ResultType>] = None;
    }
    config |layer, config| {
        config.set_json("dtype", layer.dtype.unwrap_or_else(|| ResultType::of(layer.output_mode)).policy());
    }
    check |layer| { layer.check_settings() }
}

typed_layer!(Hashing);

impl Hashing {
    fn check_settings(&self) -> Result<()> {
        if self.num_bins == 0 {
            return Err(Error::argument("Hashing: `num_bins` must be positive; received 0"));
        }
        let is_float = self.dtype.is_some_and(|dtype| dtype.0 == "float32");
        if self.output_mode == OutputMode::Int && is_float {
            return Err(Error::argument("Hashing: with `output_mode` 'int', `dtype` is 'int32' or 'int64'"));
        }
        Ok(())
    }

    fn encoding(&self) -> Encoding<'static> {
        Encoding { layer: "Hashing", mode: self.output_mode.into(), depth: self.num_bins, weights: None }
    }

    /// The numbers of strings or integers, encoded.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a setting is not allowed, or the mask is of
    /// another type than the values.
    pub fn apply(&self, feature: impl Into<Feature>) -> Result<Array> {
        self.prepare(&[feature.into()])
    }

    /// The numbers of terms, of which the mask, if it is among the bins, has number 0.
    fn numbers<T: Term>(&self, terms: &[T], mask: Option<&T>) -> Vec<i64> {
        let has_mask = self.mask_value.is_some() && self.num_bins > 1;
        let (first, salt) = (u64::from(has_mask), self.salt.map(|salt| salt.0));
        let number = |term: &T| match has_mask && Some(term) == mask {
            true => 0,
            false => (first + bucket(&term.bytes(), salt, self.num_bins as u64 - first)) as i64,
        };
        terms.iter().map(number).collect()
    }
}

impl Preparation for Hashing {
    fn prepared_shape(&self, inputs: &[Shape]) -> Result<PartialShape> {
        self.check_settings()?;
        self.encoding().row(&inputs[0])
    }

    fn prepare(&self, inputs: &[Feature]) -> Result<Array> {
        self.check_settings()?;
        let [feature] = inputs else {
            return Err(Error::argument(format!("Hashing takes one input, not {}", inputs.len())));
        };
        let numbers = match (feature, &self.mask_value) {
            (Feature::Strings(strings), None) => self.numbers(strings.values(), None),
            (Feature::Strings(strings), Some(MaskValue::Text(mask))) => self.numbers(strings.values(), Some(mask)),
            (Feature::Numbers(_), None) => self.numbers(&feature.integers("Hashing")?, None),
            (Feature::Numbers(_), Some(MaskValue::Integer(mask))) => {
                self.numbers(&feature.integers("Hashing")?, Some(mask))
            }
            (_, Some(mask)) => {
                return Err(Error::argument(format!(
                    "Hashing: `mask_value` {mask:?} is of another type than the input"
                )));
            }
        };
        self.encoding().encode(&numbers, feature.dims())
    }
}

impl Layer for Hashing {
    fn preparation(&self) -> Option<&dyn Preparation> {
        Some(self)
    }
}

crate::object! {
    /// Numbers pairs, or more, of strings or integers by a hash of them together, from 0 to `num_bins - 1`,
    /// as TensorFlow does, to the bit.
    ///
    /// It works on the host ([`apply`](Self::apply)); in a model it takes inputs of the model.
    ///
    /// ```
    /// use keras::layers::HashedCrossing;
    /// use keras::{Array, Feature};
    /// let colors = Feature::from(["A", "B", "A", "B", "A"]);
    /// let sizes = Feature::from(Array::from(vec![101, 101, 101, 102, 102]));
    /// assert_eq!(HashedCrossing::new(5).apply(&[colors, sizes])?, vec![1, 4, 1, 1, 3].into());
    /// # Ok::<(), keras::Error>(())
    /// ```
    HashedCrossing(
        /// The number of bins.
        num_bins: [usize],
    ): dyn Layer {
        /// The encoding: numbers or vectors with a one. Default: numbers.
        output_mode: [OutputMode] = OutputMode::Int;
        /// Stored in Keras's configuration only: vectors are dense here, of the same numbers. Default: false.
        sparse: [bool] = false;
        /// The name. Default: `hashed_crossing`, numbered.
        name: [Option<String>] = None;
        /// The type of the results in Keras. Default: `int64` for numbers, `float32` for vectors.
        dtype: [Option<ResultType>] = None;
    }
    config |layer, config| {
        config.set("dtype", &layer.dtype.unwrap_or_else(|| ResultType::of(layer.output_mode)));
    }
    check |layer| { layer.check_settings() }
}

typed_layer!(HashedCrossing);

impl HashedCrossing {
    fn check_settings(&self) -> Result<()> {
        let mode = self.output_mode;
        if self.num_bins == 0 || !matches!(mode, OutputMode::Int | OutputMode::OneHot) {
            let (bins, mode) = (self.num_bins, mode.name());
            return Err(Error::argument(format!(
                "HashedCrossing: `num_bins` is positive, and `output_mode` 'int' or 'one_hot'; received {bins} and '{mode}'"
            )));
        }
        Ok(())
    }

    fn encoding(&self) -> Encoding<'static> {
        Encoding { layer: "HashedCrossing", mode: self.output_mode.into(), depth: self.num_bins, weights: None }
    }

    /// The numbers of rows of features, encoded.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there are fewer than two features,
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if they are not all of one shape, `[rows]` or
    /// `[rows, 1]`.
    pub fn apply(&self, features: &[Feature]) -> Result<Array> {
        self.prepare(features)
    }

    /// Checks the full shapes of the features.
    fn check_shapes(shapes: &[&[usize]]) -> Result<()> {
        let Some(first) = shapes.first().filter(|_| shapes.len() > 1) else {
            return Err(Error::argument(format!("HashedCrossing takes at least two inputs, not {}", shapes.len())));
        };
        if matches!(first, [_] | [_, 1]) && shapes.iter().all(|shape| shape == first) {
            return Ok(());
        }
        Err(Error::shape(format!("HashedCrossing: inputs are all of shape [rows] or [rows, 1]; received {shapes:?}")))
    }
}

/// TensorFlow's default for the first fingerprint of a cross.
const CROSS: u64 = 0xDE_CAFC_AFFE;

impl Preparation for HashedCrossing {
    fn prepared_shape(&self, inputs: &[Shape]) -> Result<PartialShape> {
        self.check_settings()?;
        let shapes: Vec<Vec<usize>> = inputs.iter().map(|shape| shape.with_rows(2)).collect();
        Self::check_shapes(&shapes.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
        self.encoding().row(&inputs[0])
    }

    fn prepare(&self, inputs: &[Feature]) -> Result<Array> {
        self.check_settings()?;
        Self::check_shapes(&inputs.iter().map(Feature::dims).collect::<Vec<_>>())?;
        let dims = inputs[0].dims();
        let mut hashes = vec![CROSS; dims.iter().product()];
        for feature in inputs {
            let fingerprints: Vec<u64> = match feature {
                Feature::Strings(strings) => strings.values().iter().map(|text| farm_hash(text.as_bytes())).collect(),
                Feature::Numbers(_) => feature.integers("HashedCrossing")?.into_iter().map(|n| n as u64).collect(),
            };
            hashes.iter_mut().zip(fingerprints).for_each(|(hash, own)| *hash = combined(*hash, own));
        }
        let numbers: Vec<i64> = hashes.iter().map(|hash| (hash % self.num_bins as u64) as i64).collect();
        self.encoding().encode(&numbers, dims)
    }
}

impl Layer for HashedCrossing {
    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(2)
    }

    fn preparation(&self) -> Option<&dyn Preparation> {
        Some(self)
    }
}
