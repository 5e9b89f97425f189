//! The declaration of layers.

/// Declares a layer: its required settings in parentheses, the others with their defaults in braces.
///
/// It is an [`object!`](crate::object) of the kind [`Layer`](crate::graph::Layer), with the settings of every
/// layer: `name`, `trainable` and `dtype`. The formula follows in an implementation of the trait. The clauses
/// of `object!` may follow the settings.
///
/// ```
/// use keras::graph::{Layer, Scope, WeightSpec};
/// use keras::initializers::Ones;
/// use keras::objects::Registry;
/// use keras::ops::{self, Tensor};
/// use keras::{Input, Model, Result, Shape};
///
/// keras::layer! {
///     /// `tanh(x · scale)^power`, with a trainable factor per channel.
///     ScaledTanh() {
///         /// The exponent. Default: 1.
///         power: [f64] = 1.0;
///     }
/// }
///
/// impl Layer for ScaledTanh {
///     fn build(&self, inputs: &[Shape]) -> Result<Vec<WeightSpec>> {
///         Ok(vec![WeightSpec::trainable("scale", [inputs[0].last().unwrap_or(1)], Ones::new())])
///     }
///
///     fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
///         let y = ops::tanh(&(&inputs[0] * scope.weight(0)?));
///         Ok(ops::power(&y, &ops::full_like(&y, self.power)))
///     }
/// }
///
/// let x = Input::new([8]);
/// let y = ScaledTanh::new().power(2.0).name("squared").call(&x)?;
/// assert_eq!(Model::new(&x, &y)?.count_params(), 8);
///
/// let json = y.layer().serialize();
/// assert_eq!((&json["registered_name"], &json["config"]["power"]), (&"Custom>ScaledTanh".into(), &2.0.into()));
/// let mut registry = Registry::new();
/// registry.add::<ScaledTanh>();
/// assert_eq!(registry.deserialize::<dyn Layer>(&json)?.base().name.as_deref(), Some("squared"));
/// # Ok::<(), keras::Error>(())
/// ```
#[macro_export]
macro_rules! layer {
    (
        $(#[$doc:meta])*
        $layer:ident ( $($required:tt)* ) { $($settings:tt)* }
        $(fixed { $($fixed:tt)* })?
        $(config |$written:ident, $config:ident| $write:block)?
        $(check |$this:ident| $check:block)?
    ) => {
        $crate::object! {
            $(#[$doc])*
            $layer($($required)*): dyn $crate::graph::Layer {
                $($settings)*
                /// The name. Default: the class in snake case, numbered.
                name: [Option<String>] = None;
                /// If true, training updates the weights. Default: true.
                trainable: [bool] = true;
                /// The dtype policy. Default: `float32`.
                dtype: [$crate::DTypePolicy] = $crate::DTypePolicy::Float32;
                /// The penalty of the outputs that training adds to the loss, divided by the rows of the
                /// batch. Default: none.
                activity_regularizer: [Option<$crate::objects::Handle<dyn $crate::regularizers::Regularizer>>] = None;
            }
            $(fixed { $($fixed)* })?
            config |layer, config| {
                // Most layers of Keras write it only if it is set, and some do not take it.
                if layer.activity_regularizer.is_none() {
                    config.remove("activity_regularizer");
                }
                $({
                    let ($written, $config) = (layer, config);
                    $write
                })?
            }
            $(check |$this| $check)?
        }

        impl $crate::graph::Common for $layer {
            fn base(&self) -> $crate::graph::Base {
                $crate::graph::Base {
                    name: self.name.clone(),
                    dtype: self.dtype,
                    trainable: self.trainable,
                    activity_regularizer: self.activity_regularizer.clone(),
                }
            }
        }

        impl $layer {
            /// Calls the layer and returns its symbolic output.
            ///
            /// # Errors
            /// If the inputs' shapes do not fit.
            pub fn call(self, inputs: impl $crate::graph::Inputs) -> $crate::Result<$crate::KerasTensor> {
                self.shared().call(inputs)
            }

            /// Makes the layer callable several times; the calls share its weights.
            pub fn shared(self) -> $crate::graph::SharedLayer {
                $crate::graph::SharedLayer::new(self)
            }
        }
    };
}
