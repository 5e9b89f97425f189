//! The trait of optimizers.

use stablehlo::Value;

use super::learning_rate::LearningRate;
use super::options::Options;
use crate::error::Result;
use crate::objects::{Handle, Object, Registry};
use crate::ops::Tensor;

/// The updated parameters, and the updated slots as `[slot][parameter]`.
pub type Updated = (Vec<Value>, Vec<Vec<Value>>);

/// The inputs of one optimizer step.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The number of this step, an i32 scalar: 1 for the first step.
    pub iteration: Value,
    /// The learning rate, an f32 scalar.
    pub learning_rate: Value,
    /// The parameters, float tensors.
    pub params: &'a [Value],
    /// The paths of the parameters, such as `dense/kernel`; empty if there are no names.
    pub paths: &'a [String],
    /// The gradients, in the order and of the shapes of the parameters.
    pub grads: &'a [Value],
    /// The slots, `[slot][parameter]`, in the order of `all_slots`. A parameter without a slot
    /// has a scalar in its place, which does not change.
    pub slots: &'a [Vec<Value>],
}

/// What the rule of an optimizer is given for one parameter.
#[derive(Debug)]
pub struct Update<'a> {
    /// The parameter, after weight decay.
    pub param: Tensor,
    /// The parameter before it.
    pub undecayed: Tensor,
    /// The gradient, after clipping, in the parameter's type.
    pub grad: Tensor,
    /// The slots of the rule, in the order of [`Optimizer::slots`].
    pub slots: Vec<Tensor>,
    /// The learning rate, a scalar in the parameter's type.
    pub learning_rate: Tensor,
    /// The number of the update, 1 for the first, a scalar in the parameter's type.
    pub iteration: Tensor,
    /// The parameter's path, such as `dense/kernel`.
    pub path: &'a str,
}

/// A variable that an optimizer stores for each parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// Keras's name, such as `momentum`.
    pub name: &'static str,
    /// The value of all elements before the first step.
    pub initial: f64,
    /// If true, it is one number, the same for all parameters.
    pub shared: bool,
    /// If true, files have it next to the slot before, parameter by parameter; otherwise they have it for all
    /// parameters, then the next slot.
    pub beside: bool,
    /// Which of several optimizers has it; `None` with one.
    pub owner: Option<usize>,
}

impl Slot {
    /// A slot that is initially zero.
    pub const fn zero(name: &'static str) -> Self {
        Self::filled(name, 0.0)
    }

    /// A slot that initially has this value.
    pub const fn filled(name: &'static str, initial: f64) -> Self {
        Self { name, initial, shared: false, beside: false, owner: None }
    }

    /// A slot that files have next to the slot before.
    #[must_use]
    pub const fn beside(self) -> Self {
        Self { beside: true, ..self }
    }

    /// A number that is the same for all parameters.
    pub const fn shared(name: &'static str, initial: f64) -> Self {
        Self { name, initial, shared: true, beside: false, owner: None }
    }
}

/// The scale of a loss, and the optimizer whose gradients it divides.
#[derive(Debug)]
pub struct LossScaling<'a> {
    /// The optimizer.
    pub inner: &'a dyn Optimizer,
    /// The number of steps after which the scale doubles.
    pub growth_steps: usize,
}

/// One of several optimizers.
#[derive(Debug)]
pub struct Part<'a> {
    /// The optimizer.
    pub optimizer: &'a dyn Optimizer,
    /// Its learning rate.
    pub learning_rate: f64,
}

/// What the declaration of an optimizer provides; [`optimizer!`](crate::optimizer) implements it.
pub trait Declaration: Object {
    /// The options common to all optimizers: learning rate, clipping, weight decay.
    fn options(&self) -> Options;

    /// This optimizer with another learning rate.
    fn at_rate(&self, learning_rate: LearningRate) -> Handle<dyn Optimizer>;
}

/// A rule that computes new parameters and slots from parameters, gradients and slots.
///
/// It is declared by [`optimizer!`](crate::optimizer), with an example there.
///
/// ```
/// use keras::objects::Handle;
/// use keras::optimizers::{Adam, Optimizer, SGD};
/// let adam = Adam::new().beta_1(0.8).learning_rate(3e-4).global_clipnorm(1.0);
/// assert_eq!(adam.first_learning_rate(), 3e-4);
/// let any: Handle<dyn Optimizer> = SGD::new().momentum(0.9).nesterov(true).into();
/// assert_eq!(any.all_slots()[0].name, "momentum");
/// ```
pub trait Optimizer: Declaration {
    /// The variables that the rule stores for each parameter. The names are Keras's, such as `momentum` and
    /// `velocity`; the order is that of the weights in a file.
    fn slots(&self) -> Vec<Slot> {
        Vec::new()
    }

    /// The value of the shared slot after so many steps, for files of Keras 2, which do not have it. Default:
    /// 0, since most optimizers have no shared slot.
    fn shared_after(&self, _iterations: u64) -> f64 {
        0.0
    }

    /// The shape of a slot for a parameter of this shape and path; `None` if the parameter has no such slot.
    /// By default it is the parameter's.
    fn slot_shape(&self, slot: &Slot, param: &[usize], path: &str) -> Option<Vec<usize>> {
        let _ = path;
        Some(if slot.shared { Vec::new() } else { param.to_vec() })
    }

    /// The weight decay of a parameter of this shape and path. By default it is the setting.
    fn decay_of(&self, param: &[usize], path: &str) -> Option<f64> {
        let _ = (param, path);
        self.options().weight_decay
    }

    /// The scale of the loss, and the optimizer that has the rule. Default: none.
    fn loss_scaling(&self) -> Option<LossScaling<'_>> {
        None
    }

    /// The optimizers of which each parameter has one. Default: this one has the rule of all.
    fn parts(&self) -> Option<Result<Vec<Part<'_>>>> {
        None
    }

    /// The index among the [`parts`](Self::parts) of that of a parameter. Default: the first.
    ///
    /// # Errors
    /// If the path leaves it open.
    fn part_of(&self, path: &str) -> Result<usize> {
        let _ = path;
        Ok(0)
    }

    /// The rule: the new parameter, and its new slots.
    ///
    /// # Errors
    /// If a setting or the parameter does not fit.
    fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)>;

    /// The learning rate of the first step.
    fn first_learning_rate(&self) -> f32 {
        self.options().learning_rate.at(0)
    }
}

/// The optimizer with Keras's class name or name, in any case (`adam`, `SGD`), with Keras's defaults.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists the
/// names.
///
/// ```
/// let adam = keras::optimizers::from_name("adam")?;
/// assert_eq!(adam.first_learning_rate(), 1e-3);
/// # use keras::optimizers::Optimizer;
/// # Ok::<(), keras::Error>(())
/// ```
pub fn from_name(name: &str) -> Result<Handle<dyn Optimizer>> {
    Registry::new().from_name(&name.to_lowercase())
}
