//! The model: a network, its weights on the host, and what it is trained with.

use crate::graph::{Inputs, KerasTensor, Network, SharedLayer};
use crate::initializers::Rng;
use crate::training::Compile;
use crate::{Error, Result, Shape, naming};

use super::Variable;

/// The seed of a model's first weights, unless [`Model::initialize`] is given another.
const DEFAULT_SEED: u64 = 0;

/// A network between an input and an output, with its weights on the host.
///
/// It is the architecture and the numbers; [`to_device`](Self::to_device) gives the model that trains and predicts.
///
/// ```
/// use keras::{Activation, Input, Model, layers::Dense};
/// let input = Input::new([784]);
/// let x = Dense::new(64).activation(Activation::Relu).call(&input)?;
/// let output = Dense::new(10).activation(Activation::Softmax).call(&x)?;
/// let model = Model::new(&input, &output)?;
/// assert_eq!(model.count_params(), 784 * 64 + 64 + 64 * 10 + 10);
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    network: Network,
    sequential: bool,
    variables: Vec<Variable>,
    /// For each layer of the network: where its weights begin among the variables.
    first_variable: Vec<usize>,
    pub(crate) compiled: Option<Compile>,
    pub(crate) optimizer_state: Option<OptimizerState>,
}

/// What the optimizer has gathered, so that another `fit` goes on where the last one ended.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerState {
    /// Steps done.
    pub iterations: u64,
    /// The learning rate of the next step; a schedule's is computed anew.
    pub learning_rate: f32,
    /// `[slot][trainable variable]`, in the order of the optimizer's slot names.
    pub slots: Vec<Vec<Vec<f32>>>,
}

impl Model {
    /// The model between an [`Input`](crate::Input) and an output. Its weights are drawn from seed 0.
    ///
    /// # Errors
    /// Where the output does not depend on the input alone, or two layers have the same name.
    pub fn new(input: impl Inputs, output: impl Inputs) -> Result<Self> {
        let one = |mut tensors: Vec<KerasTensor>, what: &str| match tensors.pop() {
            Some(tensor) if tensors.is_empty() => Ok(tensor),
            _ => Err(Error::argument(format!("a model has one {what} here; it was given another number of them"))),
        };
        let (input, output) = (one(input.tensors(), "input")?, one(output.tensors(), "output")?);
        Self::assemble(naming::auto_name("Functional"), input, output, false)
    }

    pub(crate) fn assemble(name: String, input: KerasTensor, output: KerasTensor, sequential: bool) -> Result<Self> {
        if !input.is_input() {
            return Err(Error::argument(format!("a model begins with an `Input`, not with {input:?}")));
        }
        let network = Network::new(input, output)?;
        let mut model = Self {
            name,
            network,
            sequential,
            variables: Vec::new(),
            first_variable: Vec::new(),
            compiled: None,
            optimizer_state: None,
        };
        model.initialize(DEFAULT_SEED);
        Ok(model)
    }

    /// The same model under another name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Its name, such as `functional`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Draws all weights anew by their layers' initialisers. The same seed gives the same weights.
    pub fn initialize(&mut self, seed: u64) {
        let mut rng = Rng::seeded(seed);
        self.variables.clear();
        self.first_variable.clear();
        self.optimizer_state = None;
        for layer in &self.network.layers {
            self.first_variable.push(self.variables.len());
            for spec in layer.weights() {
                self.variables.push(Variable {
                    path: format!("{}/{}", layer.name(), spec.name),
                    name: spec.name,
                    shape: spec.shape.clone(),
                    trainable: spec.trainable && layer.layer().base().trainable,
                    values: spec.initializer.values(&spec.shape, &mut rng),
                });
            }
        }
    }

    /// The shape of one row of its input.
    pub fn input_shape(&self) -> &Shape {
        self.network.input.shape()
    }

    /// The shape of one row of its output.
    pub fn output_shape(&self) -> &Shape {
        self.network.output.shape()
    }

    /// Its layers in Keras's order, the input's with them (a [`Sequential`](super::Sequential) lists none for its input).
    pub fn layers(&self) -> &[SharedLayer] {
        let hidden = usize::from(self.sequential);
        &self.network.layers[hidden..]
    }

    /// The layer of that name.
    pub fn layer(&self, name: &str) -> Option<&SharedLayer> {
        self.layers().iter().find(|l| l.name() == name)
    }

    /// All its weights, layer by layer.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The weights of one of its layers; none of a layer that is not its own.
    pub fn variables_of(&self, layer: &SharedLayer) -> &[Variable] {
        self.range_of(layer).map_or(&[], |range| &self.variables[range])
    }

    /// The place of a layer's weights among [`variables`](Self::variables).
    pub(crate) fn range_of(&self, layer: &SharedLayer) -> Option<std::ops::Range<usize>> {
        let i = self.network.layers.iter().position(|l| l.is(layer))?;
        let first = self.first_variable[i];
        Some(first..first + layer.weights().len())
    }

    /// Gives the weight of that path other values.
    ///
    /// # Errors
    /// Where there is no such weight, or their number is not that of its shape.
    pub fn set_variable(&mut self, path: &str, values: Vec<f32>) -> Result<()> {
        let Some(variable) = self.variables.iter_mut().find(|v| v.path == path) else {
            let name = &self.name;
            return Err(Error::argument(format!("model '{name}' has no weight '{path}'")));
        };
        if values.len() != variable.values.len() {
            return Err(Error::shape(format!(
                "weight '{path}' of shape {:?} takes {} values, {} were given",
                variable.shape,
                variable.values.len(),
                values.len()
            )));
        }
        variable.values = values;
        Ok(())
    }

    /// Gives every weight other values, in the order of [`variables`](Self::variables).
    ///
    /// # Errors
    /// Where their number is another, or that of a weight's values.
    pub fn set_weights(&mut self, weights: Vec<Vec<f32>>) -> Result<()> {
        let fits = weights.len() == self.variables.len()
            && weights.iter().zip(&self.variables).all(|(w, v)| w.len() == v.values.len());
        if !fits {
            return Err(Error::shape(format!(
                "model '{}' has {} weights with {} values; {} weights with {} values were given",
                self.name,
                self.variables.len(),
                self.count_params(),
                weights.len(),
                weights.iter().map(Vec::len).sum::<usize>()
            )));
        }
        self.variables.iter_mut().zip(weights).for_each(|(variable, values)| variable.values = values);
        Ok(())
    }

    /// Number of values of all weights.
    pub fn count_params(&self) -> usize {
        self.variables.iter().map(|v| v.values.len()).sum()
    }

    /// Says what it is trained with. What an earlier optimizer has gathered is forgotten.
    ///
    /// # Errors
    /// Where the loss or a metric cannot be computed from its output.
    pub fn compile(&mut self, compile: Compile) -> Result<()> {
        compile.check(self.output_shape())?;
        self.compiled = Some(compile);
        self.optimizer_state = None;
        Ok(())
    }

    /// What it was compiled with.
    pub fn compiled(&self) -> Option<&Compile> {
        self.compiled.as_ref()
    }

    /// What the optimizer has gathered; none before the first `fit`.
    pub fn optimizer_state(&self) -> Option<&OptimizerState> {
        self.optimizer_state.as_ref()
    }

    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    pub(crate) fn is_sequential(&self) -> bool {
        self.sequential
    }
}
