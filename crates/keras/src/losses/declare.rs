//! The declaration of losses.

/// Declares a loss: its name in logs, its settings with their defaults, and its formula on
/// [`ops`](crate::ops).
///
/// The macro adds the settings `reduction` and `name`. `targets` says which targets the loss takes (default
/// [`Targets::Values`](crate::losses::Targets)); `check` refuses settings; `mask` excludes values.
///
/// ```
/// use keras::ops;
///
/// keras::loss! {
///     /// The absolute error beyond a tolerance.
///     Tolerant "tolerant" {
///         /// The error that costs nothing. Default: 0.1.
///         tolerance: [f64] = 0.1;
///     }
///     call |loss, y_true, y_pred| {
///         let excess = ops::abs(&(y_true - y_pred)) - loss.tolerance;
///         ops::mean(&ops::relu(&excess), -1, false)
///     }
/// }
///
/// let compile = keras::Compile::new(keras::optimizers::Adam::new(), Tolerant::new().tolerance(0.2));
/// # let _ = compile;
/// ```
#[macro_export]
macro_rules! loss {
    (
        $(#[$doc:meta])*
        $loss:ident $name:literal {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
        $(targets |$targets_of:ident| $targets:block)?
        $(check |$checked:ident| $check:block)?
        $(mask |$masking:ident, $mask_true:ident, $values:ident| $mask:block)?
        call |$this:ident, $y_true:ident, $y_pred:ident| $formula:block
    ) => {
        $crate::object! {
            $(#[$doc])*
            $loss() : dyn $crate::losses::Loss {
                $( $(#[$setting_doc])* $setting: [$($ty)+] = $default; )*
                /// How the values of a batch become one number. Default: their mean.
                reduction: [$crate::losses::Reduction] = $crate::losses::Reduction::SumOverBatchSize;
                /// The name in logs.
                name: [String] = $name.into();
            }
            $(check |$checked| $check)?
        }

        impl $crate::losses::Loss for $loss {
            fn name(&self) -> &str {
                &self.name
            }

            fn reduction(&self) -> $crate::losses::Reduction {
                self.reduction
            }

            $(
                fn targets(&self) -> $crate::losses::Targets {
                    let $targets_of = self;
                    $targets
                }
            )?

            $(
                fn mask(
                    &self,
                    $mask_true: &$crate::ops::Tensor,
                    $values: &$crate::ops::Tensor,
                ) -> Option<$crate::ops::Tensor> {
                    let $masking = self;
                    $mask
                }
            )?

            fn call(
                &self,
                $y_true: &$crate::ops::Tensor,
                $y_pred: &$crate::ops::Tensor,
            ) -> $crate::Result<$crate::ops::Tensor> {
                let $this = self;
                Ok($formula)
            }
        }
    };
}
