//! The declarations of metrics.

/// Declares a metric: its name in logs and its settings. The macro adds the setting `name`;
/// [`Metric`](crate::metrics::Metric) is implemented by hand, with `metric_name!` for the name.
///
/// ```
/// use keras::metrics::Metric;
/// use keras::ops::{self, Axes, Tensor};
///
/// keras::metric! {
///     /// The largest sum of the predictions of a batch's rows: a state that is no mean.
///     Total() "total" {}
/// }
///
/// impl Metric for Total {
///     fn name(&self) -> &str {
///         &self.name
///     }
///
///     fn state(&self, _y_true: &[usize], _y_pred: &[usize]) -> keras::Result<Vec<Vec<usize>>> {
///         Ok(vec![vec![]])
///     }
///
///     fn update(&self, _y_true: &Tensor, y_pred: &Tensor, _rows: Option<&Tensor>) -> keras::Result<Vec<Tensor>> {
///         Ok(vec![ops::sum(y_pred, Axes::All, false)])
///     }
///
///     fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
///         state[0].clone()
///     }
/// }
/// ```
#[macro_export]
macro_rules! metric {
    (
        $(#[$doc:meta])*
        $metric:ident ( $($(#[$required_doc:meta])* $required:ident : [$($rty:tt)+]),* $(,)? ) $name:literal {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
        $(check |$checked:ident| $check:block)?
    ) => {
        $crate::object! {
            $(#[$doc])*
            $metric($($(#[$required_doc])* $required: [$($rty)+]),*) : dyn $crate::metrics::Metric {
                $( $(#[$setting_doc])* $setting: [$($ty)+] = $default; )*
                /// The name in logs and history.
                name: [String] = $name.into();
                /// Keras's type of the state; here it is `float32`.
                dtype: [String] = "float32".into();
            }
            $(check |$checked| $check)?
        }
    };
}

/// Declares a metric that is a mean over samples: its name in logs, its direction (`Up` or `Down`), its
/// settings, and its values on [`ops`](crate::ops), one a row or several.
///
/// ```
/// use keras::ops;
///
/// keras::mean_metric! {
///     /// The fraction of predictions that are above a threshold.
///     Above "above" Up {
///         /// The threshold. Default: 0.
///         threshold: [f64] = 0.0;
///     }
///     values |metric, _y_true, y_pred| {
///         ops::cast(&ops::greater(y_pred, &ops::full_like(y_pred, metric.threshold)), "float32")
///     }
/// }
///
/// let compile = keras::Compile::new(keras::optimizers::Adam::new(), "mse").metrics([Above::new().threshold(0.5)]);
/// # let _ = compile;
/// ```
#[macro_export]
macro_rules! mean_metric {
    (
        $(#[$doc:meta])*
        $metric:ident $name:literal $direction:ident {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
        $(targets |$targets_of:ident| $targets:block)?
        $(mask |$masking:ident, $mask_true:ident| $mask:block)?
        $(result |$mean:ident| $result:block)?
        values |$this:ident, $y_true:ident, $y_pred:ident| $values:block
    ) => {
        $crate::metric! {
            $(#[$doc])*
            $metric() $name {
                $( $(#[$setting_doc])* $setting: [$($ty)+] = $default; )*
            }
        }

        impl $crate::metrics::Metric for $metric {
            fn name(&self) -> &str {
                &self.name
            }

            fn direction(&self) -> $crate::metrics::Direction {
                $crate::metrics::Direction::$direction
            }

            $(
                fn targets(&self) -> $crate::losses::Targets {
                    let $targets_of = self;
                    $targets
                }
            )?

            fn applies_masks(&self) -> bool {
                true
            }

            fn state(&self, _y_true: &[usize], _y_pred: &[usize]) -> $crate::Result<Vec<Vec<usize>>> {
                Ok(vec![vec![], vec![]])
            }

            fn update(
                &self,
                $y_true: &$crate::ops::Tensor,
                $y_pred: &$crate::ops::Tensor,
                weights: Option<&$crate::ops::Tensor>,
            ) -> $crate::Result<Vec<$crate::ops::Tensor>> {
                let $this = self;
                let values = $values;
                let mask: Option<$crate::ops::Tensor> = None;
                $(
                    let ($masking, $mask_true) = (self, $y_true);
                    let mask: Option<$crate::ops::Tensor> = mask.or($mask);
                )?
                Ok($crate::metrics::sum_and_count(&values, mask.as_ref(), weights))
            }

            fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
                let mean = state[0][0] / state[1][0];
                $(
                    let $mean = mean;
                    let mean = $result;
                )?
                vec![mean]
            }
        }
    };
}
