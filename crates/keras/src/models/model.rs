//! The model: a network, its weights on the host, and its training configuration.

use super::compile::{Compile, not_compiled};
use super::variable::Variable;
use crate::error::{Error, Result};
use crate::graph::{Inputs, KerasTensor, Network, SharedLayer, WeightSpec};
use crate::naming;
use crate::objects::Handle;
use crate::optimizers::{LearningRate, Optimizer, Slot};
use crate::partial_shape::PartialShape;
use crate::utils::Rng;
use serde_json::{Map, Value as Json};
use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

/// The seed of a model's initial weights; [`Model::initialize`] takes another one.
const DEFAULT_SEED: u64 = 0;

/// The greatest number of calls of layers: as many operations a program may have.
const MAX_CALLS: u64 = 1 << 20;

/// A network between inputs and outputs, with its weights on the host.
///
/// [`to_device`](Self::to_device) returns the model that trains and predicts.
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
    /// The keys of the outputs, if they are a dictionary; otherwise none.
    output_keys: Vec<String>,
    sequential: bool,
    /// The calls of layers that its program has, with those inside of models that are layers.
    calls: u64,
    variables: Vec<Variable>,
    /// For each layer of the network, the index of its first variable.
    first_variable: Vec<usize>,
    pub(crate) compiled: Option<Compile>,
    pub(crate) optimizer_state: Option<OptimizerState>,
    pub(super) notes: Map<String, Json>,
}

/// The state of the optimizer, from which the next `fit` continues.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerState {
    /// The number of steps done.
    pub iterations: u64,
    /// The learning rate of the next step, unless a schedule computes it.
    pub learning_rate: f32,
    /// `[slot][trainable variable]`, in the order of the optimizer's slots; one number for a variable without
    /// the slot.
    pub slots: Vec<Vec<Vec<f32>>>,
}

impl Model {
    /// The model between an [`Input`](crate::Input), or several, and outputs. The initial weights are drawn
    /// with seed 0.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the output depends on another input or on none,
    /// or two layers have the same name.
    pub fn new(input: impl Inputs, output: impl Inputs) -> Result<Self> {
        Self::assemble(naming::auto_name("Functional"), input.tensors(), output.tensors(), false)
    }

    pub(crate) fn assemble(
        name: String,
        inputs: Vec<KerasTensor>,
        outputs: Vec<KerasTensor>,
        sequential: bool,
    ) -> Result<Self> {
        let mut model = Self::declare(name, inputs, outputs, sequential)?;
        model.initialize(DEFAULT_SEED)?;
        Ok(model)
    }

    /// [`assemble`](Self::assemble) without values of the weights: whoever reads a file compares their shapes
    /// with it before there is memory for them.
    pub(super) fn declare(
        name: String,
        inputs: Vec<KerasTensor>,
        outputs: Vec<KerasTensor>,
        sequential: bool,
    ) -> Result<Self> {
        if let Some(input) = inputs.iter().find(|input| !input.is_input()) {
            return Err(Error::argument(format!("the input of a model is an `Input`, not {input:?}")));
        }
        if inputs.is_empty() || outputs.is_empty() {
            return Err(Error::argument("a model has at least one input and one output"));
        }
        let network = Network::new(inputs, outputs)?;
        if network.inputs.is_empty() {
            return Err(Error::argument("a model has at least one input of its programs"));
        }
        let (variables, first_variable) = declared(&network)?;
        let of_call = |call: &KerasTensor| Self::inside(call.layer()).map_or(1, |model| model.calls);
        let calls = network.calls.iter().map(of_call).fold(0u64, u64::saturating_add);
        if calls > MAX_CALLS {
            return Err(Error::argument(format!(
                "model '{name}' calls {calls} layers, with those of models inside of it; at most {MAX_CALLS} are possible"
            )));
        }
        Ok(Self {
            name,
            network,
            output_keys: Vec::new(),
            sequential,
            calls,
            variables,
            first_variable,
            compiled: None,
            optimizer_state: None,
            notes: Map::new(),
        })
    }

    /// The model with its layers in the order of these names, and weights drawn again if it had some.
    pub(super) fn in_order(mut self, names: &[&str]) -> Result<Self> {
        let is_drawn = !self.is_declared();
        self.network.sort_layers(names);
        (self.variables, self.first_variable) = declared(&self.network)?;
        if is_drawn {
            self.initialize(DEFAULT_SEED)?;
        }
        Ok(self)
    }

    /// The calls of layers that its program has, with those inside of models that are layers.
    pub(super) fn calls(&self) -> u64 {
        self.calls
    }

    /// True if weights have no values yet: see [`declare`](Self::declare).
    pub(super) fn is_declared(&self) -> bool {
        self.variables.iter().any(|v| v.values.len() != v.count())
    }

    /// [`initialize`](Self::initialize) with the seed of new models.
    pub(super) fn draw(&mut self) -> Result<()> {
        self.initialize(DEFAULT_SEED)
    }

    /// Sets the name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The name, such as `functional`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reinitializes all weights with their layers' initializers. The same seed gives the same weights.
    ///
    /// # Errors
    /// Those of an initializer that does not take a weight's shape; the model is then as before.
    pub fn initialize(&mut self, seed: u64) -> Result<()> {
        let (mut rng, mut drawn) = (Rng::seeded(seed), Vec::with_capacity(self.variables.len()));
        for (spec, Variable { path, .. }) in self.weight_specs().zip(&self.variables) {
            let expected = allocatable(&spec.shape).map_err(|e| e.at(path))?;
            let values = spec.initializer.values(&spec.shape, &mut rng).map_err(|e| e.at(path))?;
            let given = values.len();
            if given != expected {
                let shape = &spec.shape;
                return Err(Error::shape(format!(
                    "{path}: the initializer has {given} values for a weight of shape {shape:?}, not {expected}"
                )));
            }
            drawn.push(values);
        }
        (self.variables, self.first_variable) = declared(&self.network)?;
        self.variables.iter_mut().zip(drawn).for_each(|(variable, values)| variable.values = values);
        self.optimizer_state = None;
        Ok(())
    }

    /// The declarations of all weights, in the order of [`variables`](Self::variables).
    pub(crate) fn weight_specs(&self) -> impl Iterator<Item = &WeightSpec> {
        self.network.layers.iter().flat_map(SharedLayer::weights)
    }

    /// What programs are given: the inputs, of which there is at least one, or what layers of preparation,
    /// such as [`TextVectorization`](crate::layers::TextVectorization), make of them;
    /// [`prepare`](Self::prepare) computes it.
    pub fn inputs(&self) -> &[KerasTensor] {
        &self.network.inputs
    }

    /// The outputs, of which there is at least one.
    pub fn outputs(&self) -> &[KerasTensor] {
        &self.network.outputs
    }

    /// The shape of one row of the input, the first of several.
    pub fn input_shape(&self) -> &PartialShape {
        self.network.inputs[0].shape()
    }

    /// The shape of one row of the output, the first of several.
    pub fn output_shape(&self) -> &PartialShape {
        self.network.outputs[0].shape()
    }

    /// The program that computes the outputs for `rows` rows, as in inference: its parameters are the
    /// [`variables`](Self::variables), then the inputs, `float32`; its results are the outputs.
    ///
    /// # Errors
    /// If a size of an input is unknown, or a layer cannot be traced.
    pub fn program(&self, rows: usize) -> Result<Module> {
        let inputs = self.inputs().iter().map(|input| input.shape().with_rows(rows));
        self.program_of(inputs.collect::<Result<_>>()?)
    }

    /// The same for inputs of these full shapes, which fit the model.
    pub(super) fn program_of(&self, inputs: Vec<Vec<usize>>) -> Result<Module> {
        let mut b = FuncBuilder::new("main");
        let float = |dims: Vec<usize>| TensorType::new(ElementType::F32, dims);
        let mut variables: Vec<Value> = self.variables.iter().map(|v| b.param(float(v.shape.clone()))).collect();
        let inputs: Vec<Value> = inputs.into_iter().map(|dims| b.param(float(dims))).collect();
        let outputs = self.network.forward(&mut b, &inputs, &mut variables, false, &mut None)?;
        Ok(Module::new(self.name.clone(), b.finish(outputs)))
    }

    /// The names of the outputs, by which losses, metrics and targets refer to them: the keys of a model
    /// whose outputs are a dictionary in Keras, otherwise the names of their layers.
    pub fn output_names(&self) -> Vec<String> {
        match self.output_keys.as_slice() {
            [] => self.outputs().iter().map(|output| output.layer().name().to_owned()).collect(),
            keys => keys.to_vec(),
        }
    }

    /// The keys of the outputs, if they are a dictionary; otherwise none.
    pub(super) fn output_keys(&self) -> &[String] {
        &self.output_keys
    }

    /// The model with its outputs as a dictionary of these keys, one for each; none makes them a list.
    pub(super) fn with_output_keys(mut self, keys: Vec<String>) -> Self {
        self.output_keys = keys;
        self
    }

    /// The [names of the outputs](Self::output_names), and their shapes for `rows` rows.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if a size is unknown.
    pub fn output_shapes(&self, rows: usize) -> Result<Vec<(String, Vec<usize>)>> {
        let names = self.output_names().into_iter();
        names.zip(self.outputs()).map(|(name, output)| Ok((name, output.shape().with_rows(rows)?))).collect()
    }

    /// The layers in Keras's order, including the input layer, which a [`Sequential`](crate::Sequential) does
    /// not list.
    pub fn layers(&self) -> &[SharedLayer] {
        let hidden = usize::from(self.sequential);
        &self.network.layers[hidden..]
    }

    /// The layer with this name.
    pub fn layer(&self, name: &str) -> Option<&SharedLayer> {
        self.layers().iter().find(|l| l.name() == name)
    }

    /// All weights, layer by layer, and the states that layers carry from batch to batch, each after the
    /// weights of its layer.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The weights of a layer; empty for a layer of another model.
    pub fn variables_of(&self, layer: &SharedLayer) -> &[Variable] {
        self.range_of(layer).map_or(&[], |range| &self.variables[range])
    }

    /// The range of a layer's weights in [`variables`](Self::variables).
    pub(crate) fn range_of(&self, layer: &SharedLayer) -> Option<std::ops::Range<usize>> {
        let i = self.network.layer_index(layer)?;
        let first = self.first_variable[i];
        Some(first..first + layer.weights().len())
    }

    /// Sets the values of the weight with this path, such as `dense/kernel`.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such weight,
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the number of values does not match its shape.
    pub fn set_variable(&mut self, path: &str, values: Vec<f32>) -> Result<()> {
        let Some(variable) = self.variables.iter_mut().find(|v| v.path == path) else {
            let name = &self.name;
            return Err(Error::argument(format!("model '{name}' has no weight '{path}'")));
        };
        if values.len() != variable.count() {
            return Err(Error::shape(format!(
                "weight '{path}' of shape {:?} takes {} values, {} were given",
                variable.shape,
                variable.count(),
                values.len()
            )));
        }
        variable.values = values;
        Ok(())
    }

    /// Sets the values of all weights, in the order of [`variables`](Self::variables).
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the number of weights or of a weight's values does
    /// not match.
    pub fn set_weights(&mut self, weights: Vec<Vec<f32>>) -> Result<()> {
        let fits = weights.len() == self.variables.len()
            && weights.iter().zip(&self.variables).all(|(w, v)| w.len() == v.count());
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

    /// Sets each trainable weight to its moving average, which is in this slot of the optimizer, if in any.
    pub(crate) fn take_averages(&mut self, slots: &[Option<usize>]) {
        let Some(state) = &self.optimizer_state else { return };
        let trainable = self.variables.iter_mut().filter(|v| v.trainable);
        for (i, (variable, slot)) in trainable.zip(slots).enumerate() {
            if let Some(average) = slot.and_then(|slot| state.slots.get(slot)?.get(i)) {
                variable.values.clone_from(average);
            }
        }
    }

    /// The shapes of an optimizer's slots, `[slot][trainable variable]`; empty for a variable without the
    /// slot.
    pub(crate) fn slot_shapes(&self, optimizer: &dyn Optimizer) -> Vec<Vec<Vec<usize>>> {
        let trainable = || self.variables.iter().filter(|v| v.trainable);
        let shape = |slot: &Slot, v: &Variable| optimizer.slot_shape(slot, &v.shape, &v.path).unwrap_or_default();
        optimizer.all_slots().iter().map(|slot| trainable().map(|v| shape(slot, v)).collect()).collect()
    }

    /// The number of values of all weights, without states that layers carry from batch to batch.
    pub fn count_params(&self) -> usize {
        self.variables.iter().filter(|v| !v.carried).map(Variable::count).sum()
    }

    /// Sets the training configuration. The state of an earlier optimizer is discarded.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the name of the loss or of a metric is unknown.
    pub fn compile(&mut self, compile: Compile) -> Result<()> {
        // What the names of losses and metrics mean depends on the last size alone, 1 or more.
        let shapes = self.outputs().iter().map(|output| output.shape().filled(2).with_rows(1));
        compile.check(&self.output_names().into_iter().zip(shapes).collect::<Vec<_>>())?;
        self.compiled = Some(compile);
        self.optimizer_state = None;
        Ok(())
    }

    /// Sets the optimizer of the training configuration, whose losses and metrics stay. The state of the
    /// earlier optimizer is discarded.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the model is not compiled.
    pub fn set_optimizer(&mut self, optimizer: impl Into<Handle<dyn Optimizer>>) -> Result<()> {
        self.compiled.as_mut().ok_or_else(|| not_compiled(&self.name))?.set_optimizer(optimizer.into());
        self.optimizer_state = None;
        Ok(())
    }

    /// Sets the learning rate of the optimizer, whose state stays: Keras's `optimizer.learning_rate = ...`.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if the model is not compiled.
    pub fn set_learning_rate(&mut self, learning_rate: impl Into<LearningRate>) -> Result<()> {
        let compiled = self.compiled.as_mut().ok_or_else(|| not_compiled(&self.name))?;
        let learning_rate = learning_rate.into();
        if let Some(state) = &mut self.optimizer_state {
            state.learning_rate = learning_rate.at(state.iterations);
        }
        compiled.set_optimizer(compiled.optimizer().at_rate(learning_rate));
        Ok(())
    }

    /// The training configuration; `None` before [`compile`](Self::compile).
    pub fn compiled(&self) -> Option<&Compile> {
        self.compiled.as_ref()
    }

    /// The state of the optimizer; `None` before the first `fit`.
    pub fn optimizer_state(&self) -> Option<&OptimizerState> {
        self.optimizer_state.as_ref()
    }

    /// What a file of the model has besides what Keras reads there, by name: the names of the columns on
    /// which it was trained, for example.
    pub fn notes(&self) -> &Map<String, Json> {
        &self.notes
    }

    /// [`notes`](Self::notes), to change them.
    pub fn notes_mut(&mut self) -> &mut Map<String, Json> {
        &mut self.notes
    }

    pub(super) fn variables_mut(&mut self) -> &mut [Variable] {
        &mut self.variables
    }

    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    pub(crate) fn is_sequential(&self) -> bool {
        self.sequential
    }
}

/// The weights of a network without values, and for each layer the index of its first one.
fn declared(network: &Network) -> Result<(Vec<Variable>, Vec<usize>)> {
    let (mut variables, mut first_variable) = (Vec::new(), Vec::new());
    for layer in &network.layers {
        first_variable.push(variables.len());
        for spec in layer.weights() {
            let path = format!("{}/{}", layer.name(), spec.name);
            if spec.shape.iter().try_fold(4usize, |bytes, n| bytes.checked_mul(*n)).is_none() {
                return Err(Error::shape(format!("there is no memory for a weight of shape {:?}", spec.shape)).at(path));
            }
            let trainable = spec.trainable && layer.layer().base().trainable;
            let (name, part) = (spec.name.to_string(), spec.part.to_string());
            let (shape, int8, factor) = (spec.shape.clone(), spec.int8, spec.factor.clone());
            let (carried, values) = (spec.carried, Vec::new());
            variables.push(Variable { path, name, part, shape, trainable, int8, factor, carried, values });
        }
    }
    Ok((variables, first_variable))
}

/// The number of values of a weight, if there is memory for them: a failed allocation would end the process.
fn allocatable(shape: &[usize]) -> Result<usize> {
    let count = shape.iter().try_fold(1usize, |count, n| count.checked_mul(*n));
    let count = count.filter(|count| Vec::<f32>::new().try_reserve_exact(*count).is_ok());
    count.ok_or_else(|| Error::shape(format!("there is not enough memory for a weight of shape {shape:?}")))
}
