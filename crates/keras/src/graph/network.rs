//! The network between inputs and outputs, with its layers in Keras's order.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use stablehlo::{FuncBuilder, Value};

use super::arguments::CallArguments;
use super::context::{Activity, CallContext, Mode};
use super::layer::{Layer, on_host};
use super::tensor::{KerasTensor, SharedLayer};
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{self, Tensor};

/// The calls and layers between inputs and outputs.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// The inputs, as Keras has them.
    pub sources: Vec<KerasTensor>,
    /// What programs are given: inputs, or what layers of preparation make of them on the host.
    pub inputs: Vec<KerasTensor>,
    pub outputs: Vec<KerasTensor>,
    /// The first output of each call, in topological order.
    pub calls: Vec<KerasTensor>,
    /// All layers, sorted by their distance from the outputs, then in the order of the depth-first traversal
    /// from the outputs. This is Keras's order, which summaries and weight files follow.
    pub layers: Vec<SharedLayer>,
    /// The distance of each call from the outputs, in the order of `calls`.
    depths: Vec<usize>,
    places: Places,
    /// The place of each layer in `layers`, by its id.
    layer_places: HashMap<usize, usize>,
}

/// Where the calls are, by their ids and by those of their layers: networks can have many.
#[derive(Clone, Debug)]
struct Places {
    calls: HashMap<usize, usize>,
    of_layers: HashMap<usize, Vec<usize>>,
}

impl Places {
    fn of(calls: &[KerasTensor]) -> Self {
        let mut of_layers: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, call) in calls.iter().enumerate() {
            of_layers.entry(call.layer().id()).or_default().push(at);
        }
        Self { calls: calls.iter().enumerate().map(|(at, call)| (call.call_id(), at)).collect(), of_layers }
    }

    fn call(&self, tensor: &KerasTensor) -> Option<usize> {
        self.calls.get(&tensor.call_id()).copied()
    }
}

fn indices(layers: &[SharedLayer]) -> HashMap<usize, usize> {
    layers.iter().enumerate().map(|(at, layer)| (layer.id(), at)).collect()
}

impl Network {
    pub fn new(sources: Vec<KerasTensor>, outputs: Vec<KerasTensor>) -> Result<Self> {
        let (calls, mut layers) = traversed(&sources, &outputs)?;
        let places = Places::of(&calls);
        for input in &sources {
            if places.call(input).is_none() {
                let what = match &outputs[..] {
                    [output] => format!("the output {output:?} does not depend on the input {input:?}"),
                    _ => format!("no output depends on the input {input:?}"),
                };
                return Err(Error::argument(what));
            }
        }
        let (depths, of_layers) = depths(&calls, &places);
        // The sort is stable: layers of equal depth stay in the order of the traversal.
        layers.sort_by_key(|layer| std::cmp::Reverse(of_layers.get(&layer.id()).copied().unwrap_or(0)));
        let mut names = HashSet::new();
        if let Some(layer) = layers.iter().find(|layer| !names.insert(layer.name())) {
            let name = layer.name();
            let times = layers.iter().filter(|other| other.name() == name).count();
            return Err(Error::argument(format!(
                "The name \"{name}\" is used {times} times in the model. All operation names should be unique."
            )));
        }
        let inputs = given(&sources, &calls, &outputs)?;
        let layer_places = indices(&layers);
        Ok(Self { sources, inputs, outputs, calls, layers, depths, places, layer_places })
    }

    /// Sorts the layers by the places of their names in a list; those without one come last.
    pub fn sort_layers(&mut self, names: &[&str]) {
        let places: HashMap<&str, usize> = names.iter().enumerate().rev().map(|(at, name)| (*name, at)).collect();
        self.layers.sort_by_key(|layer| places.get(layer.name()).copied().unwrap_or(names.len()));
        self.layer_places = indices(&self.layers);
    }

    /// The place of a layer in `layers`.
    pub fn layer_index(&self, layer: &SharedLayer) -> Option<usize> {
        self.layer_places.get(&layer.id()).copied()
    }

    /// The place of the call that a tensor is an output of in `calls`.
    pub fn call_index(&self, tensor: &KerasTensor) -> Option<usize> {
        self.places.call(tensor)
    }

    /// The calls of one layer in this network.
    pub fn calls_of<'a>(&'a self, layer: &SharedLayer) -> impl Iterator<Item = &'a KerasTensor> + use<'a> {
        let own = self.places.of_layers.get(&layer.id()).map_or(&[][..], Vec::as_slice);
        own.iter().map(|at| &self.calls[*at])
    }

    /// Returns true if the network is sequential: no branch, no layer called twice. It may have outputs on
    /// the way.
    pub fn is_chain(&self) -> bool {
        let mut seen = HashSet::new();
        self.depths.iter().all(|depth| seen.insert(*depth))
            && self.calls.iter().all(|c| c.inputs().len() <= 1)
            && self.calls.len() == self.layers.len()
    }
}

impl Network {
    /// The number of weights of each layer before it, and in all.
    pub fn weight_ranges(&self) -> Vec<Range<usize>> {
        let mut first = 0;
        let range = |layer: &SharedLayer| {
            let range = first..first + layer.weights().len();
            first = range.end;
            range
        };
        self.layers.iter().map(range).collect()
    }

    /// Traces the layers on values of the inputs and returns the outputs.
    ///
    /// # Errors
    /// Those of [`forward_masked`](Self::forward_masked).
    pub fn forward(
        &self,
        b: &mut FuncBuilder,
        inputs: &[Value],
        variables: &mut [Value],
        training: bool,
        rng: &mut Option<Value>,
    ) -> Result<Vec<Value>> {
        let inputs: Vec<Masked> = inputs.iter().map(|value| Masked { value: *value, mask: None }).collect();
        let mode = Mode::on_one_core(training);
        let outputs = self.forward_masked(b, &inputs, variables, mode, rng, &mut Vec::new())?;
        Ok(outputs.into_iter().map(|output| output.value).collect())
    }

    /// Traces the layers on values of the inputs and returns the outputs, both with their masks.
    ///
    /// `variables` are the layers' weights, in their order; those that layers update (moving averages) are
    /// replaced by their new values. `rng` is the random state, updated likewise; `None` in inference.
    /// Outputs of layers with penalties are added to `activities`.
    ///
    /// The inputs of every layer are converted to its compute type, so the first layer converts bytes.
    pub fn forward_masked(
        &self,
        b: &mut FuncBuilder,
        inputs: &[Masked],
        variables: &mut [Value],
        mode: Mode,
        rng: &mut Option<Value>,
        activities: &mut Vec<Activity>,
    ) -> Result<Vec<Masked>> {
        let ranges = self.weight_ranges();
        let given: HashMap<usize, usize> =
            self.inputs.iter().enumerate().rev().map(|(at, input)| (input.call_id(), at)).collect();
        let mut values: Vec<Vec<Masked>> = Vec::with_capacity(self.calls.len());
        for call in &self.calls {
            if let Some(at) = given.get(&call.call_id()) {
                values.push(vec![*inputs.get(*at).ok_or_else(|| lost(call.layer().name()))?]);
                continue;
            }
            if call.is_input() {
                // Layers of preparation take it on the host.
                values.push(Vec::new());
                continue;
            }
            let layer = call.layer();
            let compute = layer.layer().base().dtype.compute();
            b.set_location(Some(Arc::from(layer.name())));
            let (inputs, explicit) = call.inputs().split_at(call.arguments().inputs_of(call.inputs().len())?);
            let (mut arguments, mut masks) = (Vec::with_capacity(inputs.len()), Vec::new());
            for input in inputs {
                let Masked { value, mask } = self.value(&values, input)?;
                masks.push(mask);
                arguments.push(if layer.layer().converts_inputs() { b.convert(value, compute)? } else { value });
            }
            let own = self.layer_index(layer).map(|at| ranges[at].clone());
            let own = own.filter(|own| own.end <= variables.len()).ok_or_else(|| lost(layer.name()))?;
            let weights = variables[own.clone()].to_vec();
            let training = mode.is_training() && call.arguments().training != Some(false);
            let explicit: Vec<Value> =
                explicit.iter().map(|mask| Ok(self.value(&values, mask)?.value)).collect::<Result<_>>()?;
            let takes = arguments.len() == 1 || layer.layer().takes_masks_of_arguments();
            let given: Vec<Option<Value>> = masks.iter().map(|mask| mask.filter(|_| takes)).collect();
            let (attention_mask, used) = explicit_masks(b, call.arguments(), &explicit, &given)?;
            let mut cx = CallContext::new(b, training, compute, &weights, rng)
                .with_share(mode.share())
                .with_masks(used)
                .with_attention_mask(attention_mask)
                .with_arguments(call.arguments());
            let located = |e: Error| e.at(format_args!("layer '{}'", layer.name()));
            let outputs = layer.layer().forward_all(&mut cx, &arguments).map_err(located)?;
            activities.extend(penalized(layer.layer(), &outputs).chain(cx.take_activities()));
            let set = cx.take_output_masks();
            for (index, value) in cx.into_updates() {
                let variable = own.clone().nth(index).ok_or_else(|| lost(layer.name()))?;
                variables[variable] = value;
            }
            let masks = match set {
                Some(masks) => masks,
                None => vec![mask_of(b, layer.layer(), &arguments, &masks).map_err(located)?],
            };
            let masks = masks.into_iter().chain(std::iter::repeat(None));
            values.push(outputs.into_iter().zip(masks).map(|(value, mask)| Masked { value, mask }).collect());
        }
        b.set_location(None);
        self.outputs.iter().map(|output| self.value(&values, output)).collect()
    }

    /// The value of a tensor, of those of the calls that have been traced.
    fn value(&self, values: &[Vec<Masked>], tensor: &KerasTensor) -> Result<Masked> {
        let outputs = self.call_index(tensor).and_then(|at| values.get(at));
        outputs
            .and_then(|outputs| outputs.get(tensor.tensor_index()))
            .copied()
            .ok_or_else(|| lost(tensor.layer().name()))
    }
}

/// A value and its mask, `(batch, steps)` of booleans: false for steps that do not count. `None` if all do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masked {
    pub value: Value,
    pub mask: Option<Value>,
}

/// The mask of an attention, and those of a layer's inputs: the explicit ones in place of their own.
fn explicit_masks(
    b: &mut FuncBuilder,
    arguments: CallArguments,
    explicit: &[Value],
    own: &[Option<Value>],
) -> Result<(Option<Value>, Vec<Option<Value>>)> {
    if explicit.is_empty() {
        return Ok((None, own.to_vec()));
    }
    // Whatever is not zero counts.
    let truths = |x: &[Tensor]| Ok(x.iter().map(|x| ops::logical_not(&ops::logical_not(x))).collect());
    let mut truths = ops::traced(b, explicit, truths)?.into_iter();
    let attention_mask = if arguments.attention_mask { truths.next() } else { None };
    let mut masks = own.to_vec();
    for (mask, _) in masks.iter_mut().zip(arguments.input_masks).filter(|(_, set)| *set) {
        *mask = truths.next();
    }
    Ok((attention_mask, masks))
}

/// The mask of a layer's output.
fn mask_of(b: &mut FuncBuilder, layer: &dyn Layer, inputs: &[Value], masks: &[Option<Value>]) -> Result<Option<Value>> {
    let values: Vec<Value> = inputs.iter().chain(masks.iter().flatten()).copied().collect();
    let computed = ops::traced(b, &values, |x| {
        let (inputs, present) = x.split_at(inputs.len());
        let mut present = present.iter().cloned();
        let masks: Vec<Option<Tensor>> = masks.iter().map(|mask| mask.and_then(|_| present.next())).collect();
        Ok(layer.compute_mask(inputs, &masks)?.into_iter().collect())
    })?;
    Ok(computed.first().copied())
}

/// The new values of weights, by their position.
type WeightUpdates = Vec<(usize, Value)>;

impl CallContext<'_> {
    /// The layer's weights, to be given to an inner layer.
    pub(crate) fn own_weights(&self) -> Vec<Value> {
        self.weights().to_vec()
    }

    /// The number of weights of the layer.
    pub(crate) fn weight_count(&self) -> usize {
        self.weights().len()
    }

    /// Traces an inner layer with a range of the layer's weights, and with masks of its inputs.
    pub(crate) fn forward_layer(
        &mut self,
        layer: &dyn Layer,
        range: Range<usize>,
        inputs: &[Value],
        masks: &[Option<Value>],
    ) -> Result<Vec<Value>> {
        let weights = self.weights()[range.clone()].to_vec();
        let (outputs, updates) = self.forward_layer_with(layer, &weights, inputs, masks)?;
        for (index, value) in updates {
            self.update_weight(range.start + index, value);
        }
        Ok(outputs)
    }

    /// Traces an inner layer with these values as its weights, and returns its updates of them, too.
    pub(crate) fn forward_layer_with(
        &mut self,
        layer: &dyn Layer,
        weights: &[Value],
        inputs: &[Value],
        masks: &[Option<Value>],
    ) -> Result<(Vec<Value>, WeightUpdates)> {
        let (training, compute, mut state) = (self.training, layer.base().dtype.compute(), self.random_state());
        let mut converted = Vec::with_capacity(inputs.len());
        for input in inputs {
            converted.push(if layer.converts_inputs() { self.b.convert(*input, compute)? } else { *input });
        }
        let share = self.share();
        let mut cx = CallContext::new(self.b, training, compute, weights, &mut state)
            .with_share(share)
            .with_masks(masks.to_vec());
        let outputs = layer.forward_all(&mut cx, &converted)?;
        let activities: Vec<Activity> = penalized(layer, &outputs).chain(cx.take_activities()).collect();
        let updates = cx.into_updates();
        self.add_activities(activities);
        if let Some(state) = state {
            self.set_random_state(state);
        }
        Ok((outputs, updates))
    }

    /// Traces a network with these weights in place of the layer, and with its random state.
    pub(crate) fn forward_network(
        &mut self,
        network: &Network,
        inputs: &[Value],
        variables: &mut [Value],
    ) -> Result<Vec<Value>> {
        let mode = if self.training { Mode::Training(self.share()) } else { Mode::Inference };
        let mut state = self.random_state();
        let masks = self.masks().iter().copied().chain(std::iter::repeat(None));
        let inputs: Vec<Masked> =
            inputs.iter().zip(masks).map(|(value, mask)| Masked { value: *value, mask }).collect();
        let mut activities = Vec::new();
        let outputs = network.forward_masked(self.b, &inputs, variables, mode, &mut state, &mut activities)?;
        self.add_activities(activities);
        self.set_output_masks(outputs.iter().map(|output| output.mask).collect());
        let outputs = outputs.into_iter().map(|output| output.value).collect();
        if let Some(state) = state {
            self.set_random_state(state);
        }
        Ok(outputs)
    }
}

/// The outputs of a layer, if they have a penalty.
fn penalized(layer: &dyn Layer, outputs: &[Value]) -> impl Iterator<Item = Activity> {
    let regularizer = layer.activity_regularizer();
    outputs.iter().filter_map(move |value| Some(Activity { regularizer: Some(regularizer.clone()?), value: *value }))
}

/// What programs are given: for each input in order, itself if a layer of programs takes it or it is an
/// output, then what layers of preparation make of it and of others.
fn given(sources: &[KerasTensor], calls: &[KerasTensor], outputs: &[KerasTensor]) -> Result<Vec<KerasTensor>> {
    let prepares = |call: &KerasTensor| on_host(call.layer().layer()).is_some();
    // By the input: the first layer of programs that takes it, and what prepares it.
    let (mut users, mut begun) = (HashMap::new(), HashMap::<usize, Vec<&KerasTensor>>::new());
    for call in calls {
        match (prepares(call), call.inputs().first()) {
            (true, Some(first)) => begun.entry(first.call_id()).or_default().push(call),
            (true, None) => {}
            (false, _) => call.inputs().iter().for_each(|input| {
                users.entry(input.call_id()).or_insert(call);
            }),
        }
    }
    let mut given = Vec::new();
    for source in sources {
        let user = users.get(&source.call_id());
        if user.is_some() || outputs.iter().any(|output| output.is(source)) {
            if source.layer().layer().get_config().get("dtype").is_some_and(|dtype| dtype == "string") {
                let (user, input) = (user.map_or("an output", |call| call.layer().name()), source.layer().name());
                return Err(Error::argument(format!(
                    "{user} takes the strings of '{input}', which programs do not have; layers such as \
                     TextVectorization, StringLookup and Hashing turn strings into numbers"
                )));
            }
            given.push(source.clone());
        }
        given.extend(begun.get(&source.call_id()).into_iter().flatten().copied().cloned());
    }
    let sources: HashSet<usize> = sources.iter().map(KerasTensor::call_id).collect();
    let late = |call: &&KerasTensor| prepares(call) && !call.inputs().iter().all(|x| sources.contains(&x.call_id()));
    match calls.iter().find(late) {
        None => Ok(given),
        Some(call) => {
            let (layer, class) = (call.layer().name(), call.layer().layer().class_name());
            Err(Error::argument(format!(
                "layer '{layer}' ({class}) works on the host, before the model's programs: it takes inputs of the \
                 model, not results of layers"
            )))
        }
    }
}

fn lost(name: &str) -> Error {
    Error::new(ErrorKind::Program, format!("'{name}' is inconsistent: one of its tensors or weights is missing"))
}

/// The calls between inputs and outputs, each after those of its inputs, and their layers: a depth-first
/// traversal from the outputs. Its stack is a list, since networks can be deep.
fn traversed(inputs: &[KerasTensor], outputs: &[KerasTensor]) -> Result<(Vec<KerasTensor>, Vec<SharedLayer>)> {
    let sources: HashSet<usize> = inputs.iter().map(KerasTensor::call_id).collect();
    let (mut calls, mut layers) = (Vec::new(), Vec::new());
    let (mut seen, mut seen_layers) = (HashSet::new(), HashSet::new());
    for output in outputs {
        // Calls whose inputs are being visited, each with the number of those that have been.
        let mut open: Vec<(&KerasTensor, usize)> = Vec::new();
        let mut next = Some(output);
        loop {
            if let Some(call) = next.take().filter(|call| seen.insert(call.call_id())) {
                call.check()?;
                if call.is_input() && !sources.contains(&call.call_id()) {
                    return Err(disconnected(call, inputs));
                }
                if seen_layers.insert(call.layer().id()) {
                    layers.push(call.layer().clone());
                }
                open.push((call, 0));
            }
            let Some((call, visited)) = open.last_mut() else { break };
            match call.inputs().get(*visited) {
                Some(input) => {
                    *visited += 1;
                    next = Some(input);
                }
                None => {
                    calls.push((*call).clone());
                    open.pop();
                }
            }
        }
    }
    Ok((calls, layers))
}

fn disconnected(call: &KerasTensor, inputs: &[KerasTensor]) -> Error {
    Error::argument(match inputs {
        [input] => {
            format!("Graph disconnected: the output depends on {call:?}, which is not the model's input {input:?}")
        }
        inputs => {
            format!("Graph disconnected: an output depends on {call:?}, which is none of the model's inputs {inputs:?}")
        }
    })
}

/// The number of layers between each call and the output, and that of each layer by its id: the calls of a
/// layer share their maximum.
fn depths(calls: &[KerasTensor], places: &Places) -> (Vec<usize>, HashMap<usize, usize>) {
    let (mut depths, mut of_layers) = (vec![0; calls.len()], HashMap::new());
    for (i, call) in calls.iter().enumerate().rev() {
        // The depths of later calls of the same layer are known already.
        let shared = of_layers.entry(call.layer().id()).or_insert(0);
        *shared = depths[i].max(*shared);
        depths[i] = *shared;
        for input in call.inputs() {
            if let Some(j) = places.call(input) {
                depths[j] = depths[j].max(depths[i] + 1);
            }
        }
    }
    (depths, of_layers)
}
