//! The declaration of a layer: one list of settings generates constructor, setters, configuration and
//! documentation.

use serde_json::{Map, Value as Json};

use crate::graph::Base;

/// The type of a constructor's or setter's argument: anything that converts to the setting. Counts are plain
/// `usize`, so that integer literals need no suffix.
macro_rules! argument {
    (usize) => { usize };
    (Option<u64>) => { u64 };
    (Option<$ty:ty>) => { impl Into<$ty> };
    ($($ty:tt)+) => { impl Into<$($ty)+> };
}

/// Converts the argument to the setting.
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
/// It generates the struct, `new`, a setter for each setting, `name`, `dtype`, `trainable`, `call` and
/// `shared`. The layer's file implements [`Layer`](crate::graph::Layer): shapes, weights and the formula,
/// with [`declared!`] for the methods that follow from the declaration.
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
            base: $crate::graph::Base,
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
                #[must_use]
                pub fn $setting(mut self, $setting: $crate::layers::declare::argument!($($ty)+)) -> Self {
                    self.$setting = $crate::layers::declare::setting!($($ty)+; $setting);
                    self
                }
            )*

            /// Sets the name. Default: the class in snake case, numbered.
            #[must_use]
            pub fn name(mut self, name: impl Into<String>) -> Self {
                self.base.name = Some(name.into());
                self
            }

            /// Sets the dtype policy. Default: `float32`.
            #[must_use]
            pub fn dtype(mut self, policy: $crate::dtype::DTypePolicy) -> Self {
                self.base.dtype = policy;
                self
            }

            /// If true, training updates the weights. Default: true.
            #[must_use]
            pub fn trainable(mut self, trainable: bool) -> Self {
                self.base.trainable = trainable;
                self
            }

            /// Calls the layer and returns its symbolic output.
            ///
            /// # Errors
            /// If the inputs' shapes do not fit.
            pub fn call(self, inputs: impl $crate::graph::Inputs) -> $crate::error::Result<$crate::graph::KerasTensor> {
                self.shared().call(inputs)
            }

            /// Makes the layer callable several times; the calls share its weights.
            pub fn shared(self) -> $crate::graph::SharedLayer {
                $crate::graph::SharedLayer::new(self)
            }
        }

        impl $crate::layers::declare::Declared for $layer {
            const CLASS_NAME: &'static str = stringify!($layer);

            fn base(&self) -> &$crate::graph::Base {
                &self.base
            }

            fn declared_settings(&self) -> serde_json::Map<String, serde_json::Value> {
                #[allow(unused_mut)]
                let mut settings = serde_json::Map::new();
                $(settings.insert(stringify!($required).into(), $crate::layers::setting::Setting::to_json(&self.$required));)*
                $(settings.insert(stringify!($setting).into(), $crate::layers::setting::Setting::to_json(&self.$setting));)*
                settings
            }
        }
    };
}

/// Within `impl Layer`: `class_name` and `base`, as declared.
macro_rules! identity {
    () => {
        fn class_name(&self) -> &'static str {
            <Self as $crate::layers::declare::Declared>::CLASS_NAME
        }

        fn base(&self) -> &$crate::graph::Base {
            <Self as $crate::layers::declare::Declared>::base(self)
        }
    };
}

/// Within `impl Layer`: the declared settings, and Keras's settings that have a fixed value here.
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

/// The declared properties of a layer.
pub(crate) trait Declared {
    /// Keras's class name.
    const CLASS_NAME: &'static str;
    /// The common settings.
    fn base(&self) -> &Base;
    /// All declared settings.
    fn declared_settings(&self) -> Map<String, Json>;
}
