//! Layers that number strings and integers by a vocabulary.

use super::encoding::LookupMode;
use super::hashing::Salt;
use super::index_lookup::IndexLookup;
use super::vocabulary::{Term, Vocabulary};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::graph::{Layer, Preparation, Scope};
use crate::ops::{self, Tensor};
use crate::partial_shape::PartialShape;
use crate::saving::{VOCABULARY, WeightValue};
use crate::shape::Shape;
use crate::strings::{Feature, Strings};
use stablehlo::ElementType;

crate::choices! {
    /// How unknown integers are spread over several numbers.
    OovMethod {
        /// By the remainder of a division.
        Floormod = "floormod",
        /// By their hash.
        Farmhash = "farmhash",
    }
}

/// Declares a layer with a vocabulary of terms of one type; `hashed` tells whether unknown terms are numbered
/// by their hash.
macro_rules! lookup_layer {
    (
        $(#[$doc:meta])*
        $layer:ident of $term:tt, unknown $oov:expr, { $($settings:tt)* } fixed { $($fixed:tt)* }
        hashed |$this:ident| $hashed:expr;
        in programs $in_programs:literal
    ) => {
        crate::layer! {
            $(#[$doc])*
            $layer() {
                /// The most terms, with the special ones, that [`adapt`](Self::adapt) keeps, and that a
                /// vocabulary may have. Default: any number.
                max_tokens: [Option<usize>] = None;
                /// The numbers of unknown terms; with 0 they are errors. Default: 1.
                num_oov_indices: [usize] = 1;
                /// The term of number 0, such as padding; encoded vectors leave it out. Default: none.
                mask_token: [Option<$term>] = None;
                /// The term of unknown numbers in the inverse function.
                oov_token: [Option<$term>] = Some($oov);
                /// The terms, with or without the special ones at the start. Default: those of
                /// [`adapt`](Self::adapt).
                vocabulary: [Option<Vocabulary<$term>>] = None;
                /// False if [`adapt`](Self::adapt) has computed the vocabulary, which `.keras` files have as
                /// an asset then. Default: true.
                has_input_vocabulary: [bool] = true;
                /// The factor of each term of the vocabulary with [`LookupMode::TfIdf`].
                idf_weights: [Option<Vec<f64>>] = None;
                /// If true, the inverse function: terms of numbers. Default: false.
                invert: [bool] = false;
                /// The encoding. Default: numbers.
                output_mode: [LookupMode] = LookupMode::Int;
                /// If true, vectors have `max_tokens` elements. Default: as many as there are terms.
                pad_to_max_tokens: [bool] = false;
                /// The key of SipHash for unknown terms. Default: none; FarmHash is used.
                salt: [Option<Salt>] = None;
                /// Stored in Keras's configuration only: vectors are dense here, of the same numbers.
                /// Default: false.
                sparse: [bool] = false;
                $($settings)*
            }
            fixed { "vocabulary_size": "computed", $($fixed)* }
            config |layer, config| {
                config.remove("has_input_vocabulary");
                if !layer.has_input_vocabulary {
                    config.set_json("vocabulary", serde_json::Value::Null);
                    config.set_json("idf_weights", serde_json::Value::Null);
                }
                let size = layer.vocabulary.as_ref().map(|_| layer.vocabulary_size());
                config.set("vocabulary_size", &size);
            }
            check |layer| { layer.lookup().check() }
        }

        impl $layer {
            fn lookup(&self) -> IndexLookup<'_, $term> {
                let $this = self;
                IndexLookup {
                    layer: stringify!($layer),
                    max_tokens: self.max_tokens,
                    num_oov_indices: self.num_oov_indices,
                    mask_token: self.mask_token.as_ref(),
                    oov_token: self.oov_token.as_ref(),
                    vocabulary: self.vocabulary.as_ref(),
                    is_adapted: !self.has_input_vocabulary,
                    idf_weights: self.idf_weights.as_deref(),
                    invert: self.invert,
                    mode: self.output_mode,
                    pad_to_max_tokens: self.pad_to_max_tokens,
                    hashed: $hashed,
                    salt: self.salt.map(|salt| salt.0),
                }
            }

            /// Sets the vocabulary to the terms of data, the most frequent first; each row is a document. A
            /// second call forgets the first one's terms.
            ///
            /// # Errors
            /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the vocabulary was set otherwise, or
            /// the data have other terms.
            pub fn adapt(self, data: impl Into<Feature>) -> Result<Self> {
                let data: Feature = data.into();
                self.adapt_batches([Ok(data)])
            }

            /// [`adapt`](Self::adapt) to data in batches, which need not fit into memory: those of an
            /// iterator, or the [inputs](crate::data::Dataset::inputs) of a data set.
            ///
            /// # Errors
            /// Those of [`adapt`](Self::adapt) and of the batches.
            pub fn adapt_batches<B: Into<Feature>>(
                mut self,
                batches: impl IntoIterator<Item = Result<B>>,
            ) -> Result<Self> {
                let (vocabulary, weights) = self.lookup().adapted(|counts| {
                    for batch in batches {
                        let data = batch?.into();
                        let terms = <$term as Term>::of(&data, stringify!($layer))?;
                        let row = data.dims()[1..].iter().product::<usize>().max(1);
                        terms.chunks(row).for_each(|document| counts.add(document));
                    }
                    Ok(())
                })?;
                (self.vocabulary, self.idf_weights, self.has_input_vocabulary) = (Some(vocabulary), weights, false);
                self.lookup().check()?;
                Ok(self)
            }

            /// The numbers of terms, encoded.
            ///
            /// # Errors
            /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no vocabulary where one is
            /// needed, a term is unknown and has no number, or the layer is an inverse function.
            pub fn apply(&self, terms: impl Into<Feature>) -> Result<Array> {
                self.prepare(&[terms.into()])
            }

            /// The terms in the order of their numbers, with or without the special ones.
            pub fn get_vocabulary(&self, include_special_tokens: bool) -> Vec<$term> {
                self.lookup().get_vocabulary(include_special_tokens)
            }

            /// The number of terms, with the special ones.
            pub fn vocabulary_size(&self) -> usize {
                self.lookup().vocabulary_size()
            }

            /// The terms of whole numbers, with [`invert`](Self::invert).
            fn terms(&self, numbers: &Array) -> Result<Vec<$term>> {
                if !self.invert {
                    let layer = stringify!($layer);
                    return Err(Error::argument(format!("{layer}: set `invert` for the terms of numbers")));
                }
                self.lookup().check()?;
                self.lookup().terms(&Feature::from(numbers).integers(stringify!($layer))?)
            }
        }

        impl Preparation for $layer {
            fn in_programs(&self) -> bool {
                $in_programs
            }

            fn prepared_shape(&self, inputs: &[Shape]) -> Result<PartialShape> {
                self.lookup().check()?;
                self.lookup().encoding(&[])?.row(&inputs[0])
            }

            fn prepare(&self, inputs: &[Feature]) -> Result<Array> {
                let (lookup, layer) = (self.lookup(), stringify!($layer));
                lookup.check()?;
                let [feature] = inputs else {
                    return Err(Error::argument(format!("{layer} takes one input, not {}", inputs.len())));
                };
                if self.invert {
                    return Err(Error::argument(format!("{layer}: with `invert`, ask for the `terms` of numbers")));
                }
                let weights = lookup.weights();
                let numbers = lookup.numbers(&<$term as Term>::of(feature, layer)?)?;
                lookup.encoding(&weights)?.encode(&numbers, feature.dims())
            }

            fn assets(&self) -> Vec<(String, String)> {
                self.lookup().asset().map(|terms| (VOCABULARY.to_owned(), terms)).into_iter().collect()
            }

            fn states(&self) -> Vec<WeightValue> {
                self.lookup().state("").into_iter().collect()
            }
        }
    };
}

lookup_layer! {
    /// Numbers strings by a vocabulary; unknown strings have numbers of their own.
    ///
    /// It works on the host ([`apply`](Self::apply)); in a model it takes an input of the model.
    ///
    /// ```
    /// use keras::layers::StringLookup;
    /// use keras::{Array, Strings};
    /// let layer = StringLookup::new().adapt(["b", "a", "b"])?;
    /// assert_eq!(layer.get_vocabulary(true), ["[UNK]", "b", "a"]);
    /// assert_eq!(layer.apply(["a", "b", "z"])?, vec![2, 1, 0].into());
    /// let inverse = StringLookup::new().vocabulary(["b", "a"]).invert(true);
    /// assert_eq!(inverse.strings(&Array::from(vec![2, 0]))?, Strings::from(["a", "[UNK]"]));
    /// # Ok::<(), keras::Error>(())
    /// ```
    StringLookup of String, unknown "[UNK]".to_owned(), {} fixed { "encoding": "utf-8", "oov_method": "floormod" }
    hashed |_layer| true;
    in programs false
}

impl StringLookup {
    /// The strings of whole numbers, with [`invert`](Self::invert).
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) without `invert`.
    pub fn strings(&self, numbers: &Array) -> Result<Strings> {
        Strings::new(numbers.dims(), self.terms(numbers)?)
    }
}

impl Layer for StringLookup {
    fn preparation(&self) -> Option<&dyn Preparation> {
        Some(self)
    }
}

lookup_layer! {
    /// Numbers integers by a vocabulary; unknown integers have numbers of their own.
    ///
    /// It works on the host ([`apply`](Self::apply)) and in programs, whose integers have 32 bits.
    ///
    /// ```
    /// use keras::layers::IntegerLookup;
    /// use keras::{Array, Input};
    /// let layer = IntegerLookup::new().adapt(Array::from(vec![42, 7, 42]))?;
    /// assert_eq!(layer.get_vocabulary(true), [-1, 42, 7]);
    /// assert_eq!(layer.apply(Array::from(vec![7, 42, 5]))?, vec![2, 1, 0].into());
    /// assert_eq!(layer.call(&Input::new([4]))?.shape().to_string(), "(None, 4)");
    /// # Ok::<(), keras::Error>(())
    /// ```
    IntegerLookup of i64, unknown -1, {
        /// How unknown integers are spread over several numbers. Default: by the remainder of a division.
        oov_method: [OovMethod] = OovMethod::Floormod;
    } fixed { "vocabulary_dtype": "int64" }
    hashed |layer| layer.oov_method == OovMethod::Farmhash;
    in programs true
}

impl IntegerLookup {
    /// The integers of whole numbers, with [`invert`](Self::invert).
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) without `invert`, or if a term has more than 32
    /// bits.
    pub fn integers(&self, numbers: &Array) -> Result<Array> {
        let narrow = |term: i64| {
            i32::try_from(term).map_err(|_| Error::argument(format!("IntegerLookup: {term} has more than 32 bits")))
        };
        Array::new(numbers.dims(), self.terms(numbers)?.into_iter().map(narrow).collect::<Result<Vec<i32>>>()?)
    }

    /// Refuses what programs cannot do.
    fn check_program(&self) -> Result<()> {
        self.lookup().check()?;
        let wide = |term: &&i64| i32::try_from(**term).is_err();
        let reason = if self.num_oov_indices == 0 {
            "programs cannot refuse unknown terms: set `num_oov_indices` to 1 or more"
        } else if self.num_oov_indices > 1 && self.oov_method == OovMethod::Farmhash {
            "programs have no hash of integers: set `oov_method` to 'floormod'"
        } else if self.invert {
            "with `invert`, ask for the `integers` of numbers"
        } else if self.vocabulary.iter().flat_map(|v| v.terms()).chain(&self.mask_token).any(|term| wide(&term)) {
            "integers of programs have 32 bits: the vocabulary has greater ones"
        } else {
            return Ok(());
        };
        Err(Error::argument(format!("IntegerLookup: {reason}, or call `apply` on the host")))
    }
}

impl Layer for IntegerLookup {
    fn check(&self, inputs: &[Shape]) -> Result<()> {
        self.check_program()?;
        self.prepared_shape(inputs).map(drop)
    }

    fn preparation(&self) -> Option<&dyn Preparation> {
        Some(self)
    }

    fn converts_inputs(&self) -> bool {
        false
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        let (lookup, x) = (self.lookup(), ops::cast(&inputs[0], "int32"));
        let start = lookup.token_start() as i64;
        let unknown = ops::mod_(&x, &ops::full_like(&x, self.num_oov_indices as f64));
        let mut numbers = unknown + (start - self.num_oov_indices as i64) as f64;
        let mut terms: Vec<(f64, f64)> =
            self.get_vocabulary(false).into_iter().zip(start..).map(|(term, n)| (term as f64, n as f64)).collect();
        terms.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        if !terms.is_empty() {
            let column = |of: fn(&(f64, f64)) -> f64| {
                ops::constant(ElementType::I32, &[terms.len()], &terms.iter().map(of).collect::<Vec<f64>>())
            };
            let (sorted, own) = (column(|(term, _)| *term), column(|(_, number)| *number));
            let place = ops::clip(&ops::searchsorted(&sorted, &x, false), 0.0, terms.len() as f64 - 1.0);
            let known = ops::equal(&ops::take(&sorted, &place, 0), &x);
            numbers = ops::where_(&known, &ops::take(&own, &place, 0), &numbers);
        }
        if let Some(mask) = self.mask_token {
            let number = if self.output_mode == LookupMode::Int { 0.0 } else { -1.0 };
            let masked = ops::equal(&x, &ops::full_like(&x, mask as f64));
            numbers = ops::where_(&masked, &ops::full_like(&numbers, number), &numbers);
        }
        let weights = lookup.weights();
        let depth = lookup.encoding(&weights)?.depth;
        Ok(match self.output_mode {
            LookupMode::Int => numbers,
            LookupMode::OneHot if numbers.ndim() > 1 && numbers.dim(-1) == 1 => {
                ops::one_hot(&ops::squeeze(&numbers, -1), depth)
            }
            LookupMode::OneHot => ops::one_hot(&numbers, depth),
            LookupMode::MultiHot => ops::max(&ops::one_hot(&numbers, depth), 1, false),
            LookupMode::Count => ops::sum(&ops::one_hot(&numbers, depth), 1, false),
            LookupMode::TfIdf => {
                let factors: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
                ops::sum(&ops::one_hot(&numbers, depth), 1, false) * ops::array(&factors, &[1, depth])
            }
        })
    }
}
