//! The context in which a layer traces its formula.

use stablehlo::ops::RngAlgorithm;
use stablehlo::{ElementType, FuncBuilder, TensorType, Value};

use super::arguments::CallArguments;
use crate::activations::Activation;
use crate::error::{Error, ErrorKind, Result};
use crate::objects::Handle;
use crate::regularizers::Regularizer;

/// What a layer adds to the loss: the penalty of an output, or a loss of its own.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    /// The penalty of the output; `None` for a loss.
    pub regularizer: Option<Handle<dyn Regularizer>>,
    /// The output, of which the first dimension is the batch; or the loss, a scalar.
    pub value: Value,
}

/// The part of a batch that the program of a core has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The number of cores among which the batch is divided.
    pub cores: usize,
    /// The weights of the core's rows, `f32[rows]`: 0 for padding, otherwise 1; `None` without padding.
    pub row_weights: Option<Value>,
}

impl Share {
    /// The whole batch on one core.
    pub const WHOLE: Self = Self { cores: 1, row_weights: None };
}

/// The mode in which a network is traced.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    /// Batch statistics and dropout, on a core's share of the batch.
    Training(Share),
    /// Moving averages, no dropout.
    Inference,
}

impl Mode {
    /// The mode of a program of one core.
    pub fn on_one_core(training: bool) -> Self {
        if training { Self::Training(Share::WHOLE) } else { Self::Inference }
    }

    pub fn is_training(self) -> bool {
        matches!(self, Self::Training(_))
    }

    pub fn share(self) -> Share {
        match self {
            Self::Training(share) => share,
            Self::Inference => Share::WHOLE,
        }
    }
}

/// The context in which a layer traces its formula: the builder, the layer's weights, and a source of random
/// bits.
#[derive(Debug)]
pub struct CallContext<'a> {
    /// The function being built.
    pub b: &'a mut FuncBuilder,
    /// True in a training step (batch statistics, dropout).
    pub training: bool,
    share: Share,
    compute: ElementType,
    weights: &'a [Value],
    updates: Vec<(usize, Value)>,
    /// The masks of the inputs.
    masks: Vec<Option<Value>>,
    /// Which keys each query of an attention sees, if that is given.
    attention_mask: Option<Value>,
    /// The masks of the outputs, if the layer has set them.
    output_masks: Option<Vec<Option<Value>>>,
    rng: &'a mut Option<Value>,
    arguments: CallArguments,
    /// What the layer and those within it add to the loss, but for penalties of its own outputs.
    activities: Vec<Activity>,
}

impl<'a> CallContext<'a> {
    pub(crate) fn new(
        b: &'a mut FuncBuilder,
        training: bool,
        compute: ElementType,
        weights: &'a [Value],
        rng: &'a mut Option<Value>,
    ) -> Self {
        Self {
            b,
            training,
            share: Share::WHOLE,
            compute,
            weights,
            updates: Vec::new(),
            masks: Vec::new(),
            attention_mask: None,
            output_masks: None,
            rng,
            arguments: CallArguments::default(),
            activities: Vec::new(),
        }
    }

    /// The context of a program that has a part of the batch.
    pub(crate) fn with_share(mut self, share: Share) -> Self {
        self.share = share;
        self
    }

    /// The part of the batch that the program has.
    pub(crate) fn share(&self) -> Share {
        self.share
    }

    /// The sum of a value over all cores.
    ///
    /// # Errors
    /// None; the method returns a `Result` as those of all operations.
    pub(crate) fn sum_over_cores(&mut self, value: Value) -> Result<Value> {
        if self.share.cores == 1 {
            return Ok(value);
        }
        Ok(self.b.all_reduce_sum(&[value])?[0])
    }

    /// The context with the masks of the inputs.
    pub(crate) fn with_masks(mut self, masks: Vec<Option<Value>>) -> Self {
        self.masks = masks;
        self
    }

    /// The context with the mask of an attention.
    pub(crate) fn with_attention_mask(mut self, mask: Option<Value>) -> Self {
        self.attention_mask = mask;
        self
    }

    /// Which keys each query of an attention sees, `(batch, queries, keys)` of booleans; `None` if that is
    /// not given.
    pub(crate) fn attention_mask(&self) -> Option<Value> {
        self.attention_mask
    }

    /// The context of a call with these arguments.
    pub(crate) fn with_arguments(mut self, arguments: CallArguments) -> Self {
        self.arguments = arguments;
        self
    }

    /// The arguments of the call.
    pub fn arguments(&self) -> CallArguments {
        self.arguments
    }

    /// Adds a scalar to the loss of the model, as [`Scope::add_loss`](super::Scope::add_loss).
    pub fn add_loss(&mut self, loss: Value) {
        self.activities.push(Activity { regularizer: None, value: loss });
    }

    /// Adds what layers within this one add to the loss.
    pub(super) fn add_activities(&mut self, activities: impl IntoIterator<Item = Activity>) {
        self.activities.extend(activities);
    }

    pub(crate) fn take_activities(&mut self) -> Vec<Activity> {
        std::mem::take(&mut self.activities)
    }

    /// The mask of the input with this index, `(batch, steps)` of booleans: false for steps that do not
    /// count; `None` if all do.
    pub fn mask(&self, input: usize) -> Option<Value> {
        self.masks.get(input).copied().flatten()
    }

    /// Sets the masks of the outputs, in place of those that `compute_mask` returns.
    pub(crate) fn set_output_masks(&mut self, masks: Vec<Option<Value>>) {
        self.output_masks = Some(masks);
    }

    pub(crate) fn take_output_masks(&mut self) -> Option<Vec<Option<Value>>> {
        self.output_masks.take()
    }

    /// The masks of the inputs.
    pub(crate) fn masks(&self) -> &[Option<Value>] {
        &self.masks
    }

    /// The element type of the layer's computation.
    pub fn compute(&self) -> ElementType {
        self.compute
    }

    /// The layer's weight with this index, in the order of `build`, in its stored type `f32`.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] if the index is out of range.
    pub fn weight(&self, index: usize) -> Result<Value> {
        self.weights.get(index).copied().ok_or_else(|| {
            Error::new(ErrorKind::Program, format!("there is no weight {index}: the layer has {}", self.weights.len()))
        })
    }

    /// The layer's weight with this index, converted to the compute type.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] if the index is out of range.
    pub fn cast_weight(&mut self, index: usize) -> Result<Value> {
        let weight = self.weight(index)?;
        Ok(self.b.convert(weight, self.compute)?)
    }

    /// Sets the value (`f32`) of the weight with this index after this step.
    pub fn update_weight(&mut self, index: usize, value: Value) {
        self.updates.push((index, value));
    }

    /// Random bits that differ from step to step and from core to core.
    ///
    /// # Errors
    /// [`ErrorKind::Program`] outside of training, where there is no random state.
    pub fn random_bits(&mut self, ty: TensorType) -> Result<Value> {
        let state = self
            .rng
            .ok_or_else(|| Error::new(ErrorKind::Program, "random bits are available in training programs only"))?;
        let (state, bits) = self.b.rng_bits(RngAlgorithm::Default, state, ty)?;
        *self.rng = Some(state);
        Ok(bits)
    }

    /// Adds the bias, the weight with this index, to `y` along the last dimension if there is one, then
    /// applies the activation.
    pub(crate) fn bias_then(&mut self, bias: Option<usize>, activation: Activation, mut y: Value) -> Result<Value> {
        if let Some(index) = bias {
            let bias = self.cast_weight(index)?;
            let shape = self.b.dims(y).to_vec();
            let bias = self.b.broadcast_last(bias, &shape)?;
            y = self.b.add(y, bias)?;
        }
        activation.apply(self.b, y)
    }

    pub(super) fn weights(&self) -> &[Value] {
        self.weights
    }

    /// The state of random numbers; `None` outside of training.
    pub(crate) fn random_state(&self) -> Option<Value> {
        *self.rng
    }

    /// Sets the state of random numbers.
    pub(crate) fn set_random_state(&mut self, state: Value) {
        *self.rng = Some(state);
    }

    pub(crate) fn into_updates(self) -> Vec<(usize, Value)> {
        self.updates
    }
}
