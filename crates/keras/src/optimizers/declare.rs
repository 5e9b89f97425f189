//! The declaration of optimizers.

/// Declares an optimizer: its settings with their defaults. The rule follows in an implementation of
/// [`Optimizer`](crate::optimizers::Optimizer), also one of a user.
///
/// The macro adds the settings that every optimizer has. The number is the default learning rate, the last
/// one, if there is one, the default weight decay.
///
/// ```
/// use keras::Result;
/// use keras::ops::{self, Tensor};
/// use keras::optimizers::{Optimizer, Slot, Update};
///
/// keras::optimizer! {
///     /// Steps of one size, in the direction of the moving average of the signs.
///     SignDescent 0.01 {
///         /// The decay of the average, per step. Default: 0.9.
///         decay: [f64] = 0.9;
///     }
/// }
///
/// impl Optimizer for SignDescent {
///     fn slots(&self) -> Vec<Slot> {
///         vec![Slot::zero("average")]
///     }
///
///     fn update(&self, step: &Update<'_>) -> Result<(Tensor, Vec<Tensor>)> {
///         let average = self.decay * &step.slots[0] + (1.0 - self.decay) * ops::sign(&step.grad);
///         Ok((&step.param - &step.learning_rate * &average, vec![average]))
///     }
/// }
///
/// let compile = keras::Compile::new(SignDescent::new().learning_rate(1e-3).clipnorm(1.0), "mse");
/// # let _ = compile;
/// ```
#[macro_export]
macro_rules! optimizer {
    (
        $(#[$doc:meta])*
        $optimizer:ident $learning_rate:literal $(, $weight_decay:literal)? {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
        $(check |$this:ident| $check:block)?
    ) => {
        $crate::object! {
            $(#[$doc])*
            $optimizer(): dyn $crate::optimizers::Optimizer {
                $( $(#[$setting_doc])* $setting: [$($ty)+] = $default; )*
                /// The learning rate, or a schedule.
                learning_rate: [$crate::optimizers::LearningRate] = $learning_rate.into();
                /// The fraction of each weight, times the learning rate, that is subtracted before a step.
                weight_decay: [Option<f64>] = {
                    let none: Option<f64> = None;
                    $(let none = none.or(Some($weight_decay));)?
                    none
                };
                /// Limits the Euclidean norm of each gradient. Default: none.
                clipnorm: [Option<f64>] = None;
                /// Limits the Euclidean norm of all gradients together. Default: none.
                global_clipnorm: [Option<f64>] = None;
                /// Limits the magnitude of each element of the gradients. Default: none.
                clipvalue: [Option<f64>] = None;
                /// If true, keeps a moving average of each weight, which replaces the weights when training
                /// ends. Default: false.
                use_ema: [bool] = false;
                /// The decay of the moving averages of weights, per step. Default: 0.99.
                ema_momentum: [f64] = 0.99;
                /// The number of steps after which the averages replace the weights during training, too.
                /// Default: none.
                ema_overwrite_frequency: [Option<usize>] = None;
                /// The factor of the loss in Keras's low-precision training. Gradients are `float32` here,
                /// whose range needs none, so it has no effect. Default: none.
                loss_scale_factor: [Option<f64>] = None;
                /// The number of steps whose mean gradient makes one update. Default: every step makes one.
                gradient_accumulation_steps: [Option<usize>] = None;
                /// The name. Default: the class in snake case.
                name: [String] = $crate::naming::to_snake_case(stringify!($optimizer));
            }
            check |checked| {
                $crate::optimizers::Declaration::options(checked).check()?;
                $(
                    let check = |$this: &Self| -> $crate::Result<()> { $check };
                    check(checked)?;
                )?
                Ok(())
            }
        }

        impl $crate::optimizers::Declaration for $optimizer {
            fn options(&self) -> $crate::optimizers::Options {
                $crate::optimizers::Options {
                    name: self.name.clone(),
                    learning_rate: self.learning_rate.clone(),
                    weight_decay: self.weight_decay,
                    clipnorm: self.clipnorm,
                    global_clipnorm: self.global_clipnorm,
                    clipvalue: self.clipvalue,
                    ema: self.use_ema.then_some((self.ema_momentum, self.ema_overwrite_frequency)),
                    gradient_accumulation_steps: self.gradient_accumulation_steps,
                }
            }

            fn at_rate(
                &self,
                learning_rate: $crate::optimizers::LearningRate,
            ) -> $crate::objects::Handle<dyn $crate::optimizers::Optimizer> {
                self.clone().learning_rate(learning_rate).into()
            }
        }
    };
}
