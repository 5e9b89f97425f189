//! The declaration of a layer: one list of settings drives constructor, setters, configuration and documentation.

use serde_json::{Value as Json, json};

use crate::activations::Activation;
use crate::initializers::Initializer;

use super::{Padding, Pair};

/// A setting as Keras's `get_config` writes it.
pub(crate) trait Setting {
    /// As JSON.
    fn to_json(&self) -> Json;
}

macro_rules! plain_settings {
    ($($ty:ty),*) => { $(impl Setting for $ty { fn to_json(&self) -> Json { json!(self) } })* };
}
plain_settings!(bool, usize, i64, f64, Option<u64>);

impl Setting for Pair {
    fn to_json(&self) -> Json {
        json!([self.0, self.1])
    }
}

impl Setting for Option<Pair> {
    fn to_json(&self) -> Json {
        self.map_or(Json::Null, |p| p.to_json())
    }
}

impl Setting for Padding {
    fn to_json(&self) -> Json {
        json!(self.name())
    }
}

impl Setting for Activation {
    fn to_json(&self) -> Json {
        json!(self.name())
    }
}

impl Setting for Initializer {
    fn to_json(&self) -> Json {
        json!({
            "module": "keras.initializers", "class_name": self.class_name(), "config": self.config(),
            "registered_name": null,
        })
    }
}

/// The type of a constructor's or setter's argument: whatever becomes the setting; counts as they are, so that a plain
/// number in the source is one.
macro_rules! argument {
    (usize) => { usize };
    (Option<u64>) => { u64 };
    (Option<$ty:ty>) => { impl Into<$ty> };
    ($($ty:tt)+) => { impl Into<$($ty)+> };
}

/// The argument as the setting.
macro_rules! setting {
    (usize; $value:expr) => {
        $value
    };
    (Option<$ty:ty>; $value:expr) => {
        Some($value.into())
    };
    ($ty:ty; $value:expr) => {
        $value.into()
    };
}

/// Declares a layer: its required settings in parentheses, the others with Keras's defaults in braces.
///
/// It makes the struct, `new`, a setter for each setting, `name`, `dtype`, `trainable`, `call` and `shared`. What is left
/// for the layer's file to write is its implementation of [`Layer`](super::Layer): shapes, weights and the formula, with
/// [`declared!`] for what the declaration knows already.
macro_rules! layer {
    (
        $(#[$doc:meta])*
        $layer:ident ( $($required:ident : $rty:tt),* ) {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $layer {
            base: $crate::layers::Base,
            $($required: $rty,)*
            $($setting: $($ty)+,)*
        }

        impl $layer {
            #[doc = concat!("A `", stringify!($layer), "` with Keras's defaults.")]
            #[allow(clippy::new_without_default)]
            pub fn new($($required: $crate::layers::declare::argument!($rty)),*) -> Self {
                Self { base: Default::default(), $($required: $crate::layers::declare::setting!($rty; $required),)* $($setting: $default,)* }
            }

            $(
                $(#[$setting_doc])*
                pub fn $setting(mut self, $setting: $crate::layers::declare::argument!($($ty)+)) -> Self {
                    self.$setting = $crate::layers::declare::setting!($($ty)+; $setting);
                    self
                }
            )*

            /// Its name; automatic (the class, numbered) where not given.
            pub fn name(mut self, name: impl Into<String>) -> Self {
                self.base.name = Some(name.into());
                self
            }

            /// What it computes in. Default: `float32`.
            pub fn dtype(mut self, policy: $crate::DTypePolicy) -> Self {
                self.base.dtype = policy;
                self
            }

            /// Whether training changes its weights. Default: it does.
            pub fn trainable(mut self, trainable: bool) -> Self {
                self.base.trainable = trainable;
                self
            }

            /// Applies it: the symbolic output, of a checked shape.
            ///
            /// # Errors
            /// Where the inputs' shapes do not fit.
            pub fn call(self, inputs: impl $crate::graph::Inputs) -> $crate::Result<$crate::graph::KerasTensor> {
                self.shared().call(inputs)
            }

            /// The same layer for several places of a network, which then share its weights.
            pub fn shared(self) -> $crate::graph::SharedLayer {
                $crate::graph::SharedLayer::new(self)
            }
        }

        impl $crate::layers::declare::Declared for $layer {
            const CLASS_NAME: &'static str = stringify!($layer);

            fn base(&self) -> &$crate::layers::Base {
                &self.base
            }

            fn declared_settings(&self) -> serde_json::Map<String, serde_json::Value> {
                #[allow(unused_mut)]
                let mut settings = serde_json::Map::new();
                $(settings.insert(stringify!($required).into(), $crate::layers::declare::Setting::to_json(&self.$required));)*
                $(settings.insert(stringify!($setting).into(), $crate::layers::declare::Setting::to_json(&self.$setting));)*
                settings
            }
        }
    };
}

/// Within `impl Layer`: class and base, as declared.
macro_rules! identity {
    () => {
        fn class_name(&self) -> &'static str {
            <Self as $crate::layers::declare::Declared>::CLASS_NAME
        }

        fn base(&self) -> &$crate::layers::Base {
            <Self as $crate::layers::declare::Declared>::base(self)
        }
    };
}

/// Within `impl Layer`: what the declaration knows, and settings of Keras's that have one value here.
macro_rules! declared {
    ($($setting:literal : $value:tt),* $(,)?) => {
        $crate::layers::declare::identity!();

        fn settings(&self) -> serde_json::Map<String, serde_json::Value> {
            #[allow(unused_mut)]
            let mut settings = <Self as $crate::layers::declare::Declared>::declared_settings(self);
            $(settings.insert($setting.into(), serde_json::json!($value));)*
            settings
        }
    };
}

pub(crate) use {argument, declared, identity, layer, setting};

/// What the declaration knows of a layer.
pub(crate) trait Declared {
    /// Keras's class name.
    const CLASS_NAME: &'static str;
    /// Name, data type and whether it is trainable.
    fn base(&self) -> &super::Base;
    /// Every declared setting.
    fn declared_settings(&self) -> serde_json::Map<String, Json>;
}
