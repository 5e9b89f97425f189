//! The settings of the networks of `keras.applications`, and the declaration of a network.

use std::path::PathBuf;

use crate::activations::Activation;
use crate::dtype::DTypePolicy;
use crate::error::Result;
use crate::models::Model;
use crate::partial_shape::PartialShape;

crate::choices! {
    /// The pooling at the end of a network without its top.
    Pooling {
        /// The mean of each channel.
        Average = "avg",
        /// The maximum of each channel.
        Max = "max",
    }
}

/// The settings that all networks have, with the names and defaults of Keras.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// If true, the network ends with its classifier. Default: true.
    pub include_top: bool,
    /// A file with weights, `.weights.h5` or legacy `.h5`. Default: none, random weights.
    pub weights: Option<PathBuf>,
    /// Height, width and channels of an image. Default: the network's size, 3 channels.
    pub input_shape: Option<PartialShape>,
    /// The pooling of a network without its top. Default: none.
    pub pooling: Option<Pooling>,
    /// The number of classes. Default: 1000.
    pub classes: usize,
    /// The activation of the classifier. Default: softmax.
    pub classifier_activation: Activation,
    /// The name of the model. Default: the network's.
    pub name: Option<String>,
    /// The dtype policy of the layers; the classifier is always `float32`. Default: `float32`.
    pub dtype: DTypePolicy,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            include_top: true,
            weights: None,
            input_shape: None,
            pooling: None,
            classes: 1000,
            classifier_activation: Activation::Softmax,
            name: None,
            dtype: DTypePolicy::default(),
        }
    }
}

/// A network of Keras, by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedNetwork {
    /// Keras's name, such as `ResNet50`.
    pub name: &'static str,
    pub(super) build: fn(Settings) -> Result<Model>,
}

impl NamedNetwork {
    /// Builds the model, and loads the weights if a file is set. Settings that this network alone has are
    /// Keras's defaults.
    ///
    /// # Errors
    /// Those of the network's own `build`, such as [`ResNet50::build`](super::ResNet50::build).
    pub fn build(&self, settings: Settings) -> Result<Model> {
        (self.build)(settings)
    }
}

/// Declares networks: the settings that they have besides those of all, then a row for each network. A row
/// has its documentation and type, its name, the size of its images, the least size, and how it is built
/// from the input.
///
/// It generates the table of the file's networks, and of each the builder: `new`, a setter for each setting,
/// and `build`.
macro_rules! networks {
    (settings $settings:tt $($(#[$doc:meta])* $network:ident |$this:ident, $net:ident, $x:ident| $name:expr, $size:expr, $least:expr => $output:expr;)+) => {
        /// The networks in this file.
        pub(super) const NETWORKS: &[$crate::applications::NamedNetwork] = &[$(
            $crate::applications::NamedNetwork {
                name: stringify!($network),
                build: |settings| $network::with_settings(settings).build(),
            }
        ),+];

        $(networks! { @row $settings $(#[$doc])* $network |$this, $net, $x| $name, $size, $least => $output })+
    };
    (
        @row { $($(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr;)* }
        $(#[$doc:meta])*
        $network:ident |$this:ident, $net:ident, $x:ident| $name:expr, $size:expr, $least:expr => $output:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct $network {
            /// The settings that all networks have.
            pub settings: $crate::applications::Settings,
            $($(#[$setting_doc])* pub $setting: $($ty)+,)*
        }

        impl Default for $network {
            fn default() -> Self {
                Self::with_settings($crate::applications::Settings::default())
            }
        }

        impl $network {
            fn with_settings(settings: $crate::applications::Settings) -> Self {
                Self { settings, $($setting: $default,)* }
            }

            #[doc = concat!("A `", stringify!($network), "` with Keras's defaults, but random weights.")]
            pub fn new() -> Self {
                Self::default()
            }

            $(
                $(#[$setting_doc])*
                #[must_use]
                pub fn $setting(mut self, $setting: $($ty)+) -> Self {
                    self.$setting = $setting;
                    self
                }
            )*

            networks! { @setters
                /// If true, the network ends with its classifier. Default: true.
                include_top(bool) |value| value;
                /// A file with weights, `.weights.h5` or legacy `.h5`. Default: none, random weights.
                weights(impl Into<std::path::PathBuf>) |value| Some(value.into());
                /// Height, width and channels of an image. Default: the network's size, any without the top,
                /// and 3 channels.
                input_shape(impl Into<$crate::PartialShape>) |value| Some(value.into());
                /// The pooling of a network without its top. Default: none.
                pooling($crate::applications::Pooling) |value| Some(value);
                /// The number of classes. Default: 1000.
                classes(usize) |value| value;
                /// The activation of the classifier; linear returns logits. Default: softmax.
                classifier_activation($crate::Activation) |value| value;
                /// The name of the model. Default: the network's.
                name(impl Into<String>) |value| Some(value.into());
                /// The dtype policy of the layers; the classifier is always `float32`. Default: `float32`.
                dtype($crate::DTypePolicy) |value| value;
            }

            /// Builds the model, and loads the weights if a file is set.
            ///
            /// # Errors
            /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a setting is out of range,
            /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if images have no three dimensions or are too
            /// small, and those of [`Model::load_weights`](crate::Model::load_weights).
            pub fn build(&self) -> $crate::Result<$crate::Model> {
                let $this = self;
                let $net = &$crate::applications::net::Net::new(&self.settings, $size, $least)?;
                let input = $crate::Input::new($net.input_shape());
                let $x = input.tensor();
                let output = $output?;
                let _ = $this;
                $net.model(&input, &output, ToString::to_string(&$name))
            }
        }
    };
    (@setters $($(#[$doc:meta])* $setting:ident($($ty:tt)+) |$value:ident| $set:expr;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $setting(mut self, $value: $($ty)+) -> Self {
                self.settings.$setting = $set;
                self
            }
        )*
    };
}
pub(super) use networks;
