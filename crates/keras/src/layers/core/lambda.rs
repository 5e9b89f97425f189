//! A formula as a layer.

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::graph::{Base, Common, InputSpec, KerasTensor, Layer, Scope, SharedLayer};
use crate::objects::{Config, Declared, Handle, Object, Registry};
use crate::ops::Tensor;

type Formula = dyn Fn(&[Tensor]) -> Result<Tensor> + Send + Sync;

/// A closure on tensors as a layer, without weights.
///
/// A file has its name only: like Keras in safe mode, this crate does not create it from a file.
///
/// ```
/// use keras::{Input, layers::Lambda, ops};
/// let x = Input::new([8]);
/// let y = Lambda::new(|x| Ok(ops::square(&x[0]) + 1.0)).name("squares").call(&x)?;
/// assert_eq!((y.shape(), y.layer().name()), (x.shape(), "squares"));
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone)]
pub struct Lambda {
    function: Arc<Formula>,
    name: Option<String>,
}

impl Lambda {
    /// A layer of this formula, which is given the inputs.
    pub fn new(function: impl Fn(&[Tensor]) -> Result<Tensor> + Send + Sync + 'static) -> Self {
        Self { function: Arc::new(function), name: None }
    }

    /// Sets the name. Default: `lambda`, numbered.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Calls the layer and returns its symbolic output.
    ///
    /// # Errors
    /// If the formula does not fit the inputs.
    pub fn call(self, inputs: impl crate::graph::Inputs) -> Result<KerasTensor> {
        self.shared().call(inputs)
    }

    /// Makes the layer callable several times.
    pub fn shared(self) -> SharedLayer {
        SharedLayer::new(self)
    }
}

impl fmt::Debug for Lambda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lambda").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Object for Lambda {
    fn class_name(&self) -> &'static str {
        Self::CLASS_NAME
    }

    fn package(&self) -> Option<&'static str> {
        None
    }

    fn get_config(&self) -> Config {
        let mut config = Config::new();
        config.set("name", &self.name);
        config.set("trainable", &true);
        config
    }
}

impl Declared for Lambda {
    type Kind = dyn Layer;
    const CLASS_NAME: &'static str = "Lambda";
    const PACKAGE: Option<&'static str> = None;
    const SETTINGS: &'static [&'static str] = &["name", "trainable", "dtype", "function", "arguments"];

    fn from_config(_config: &Config, _registry: &Registry) -> Result<Self> {
        Err(Error::argument(
            "a Lambda layer of a file is code of Python, which is not run; write the layer with `keras::layer!` and \
             add it to the registry",
        ))
    }

    fn into_handle(self) -> Handle<dyn Layer> {
        Handle::new(Arc::new(self))
    }
}

impl Common for Lambda {
    fn base(&self) -> Base {
        Base { name: self.name.clone(), ..Base::default() }
    }
}

impl Layer for Lambda {
    fn input_spec(&self) -> InputSpec {
        InputSpec::at_least(1)
    }

    fn call(&self, _scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
        (self.function)(inputs)
    }
}
