//! The declaration of objects.

/// Returns true for modules of this crate, whose objects are Keras's.
#[doc(hidden)]
pub const fn is_built_in(module: &str) -> bool {
    let (module, crate_name) = (module.as_bytes(), b"keras::");
    let mut i = 0;
    while i < crate_name.len() {
        if i >= module.len() || module[i] != crate_name[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The type of a constructor's or setter's argument. Numbers are plain, so that literals need no suffix.
#[doc(hidden)]
#[macro_export]
macro_rules! object_argument {
    (bool) => { bool };
    (usize) => { usize };
    (i64) => { i64 };
    (u64) => { u64 };
    (f64) => { f64 };
    (Option<usize>) => { usize };
    (Option<i64>) => { i64 };
    (Option<u64>) => { u64 };
    (Option<f64>) => { f64 };
    (Option<$ty:ty>) => { impl Into<$ty> };
    ($($ty:tt)+) => { impl Into<$($ty)+> };
}

/// The argument as the setting.
#[doc(hidden)]
#[macro_export]
macro_rules! object_setting {
    (Option<$ty:ty>; $value:expr) => {
        Some($value.into())
    };
    ($ty:ty; $value:expr) => {
        $value.into()
    };
}

/// Declares an object: its required settings in parentheses, its kind, and the other settings with their
/// defaults in braces.
///
/// It generates the struct, `new`, a setter for each setting, `get_config` and `from_config`. Three clauses
/// may follow: `fixed`, settings of Keras with the one value that is supported, or `"computed"` for those
/// that follow from others and that `config` writes; `config`, which changes what `get_config` has written;
/// and `check`, which `from_config` calls. The trait of the kind is implemented by hand, or by a macro of the
/// kind, such as [`loss!`](crate::loss). The types of settings implement [`Field`](crate::objects::Field).
#[macro_export]
macro_rules! object {
    (
        $(#[$doc:meta])*
        $object:ident ( $($(#[$required_doc:meta])* $required:ident : [$($rty:tt)+]),* $(,)? ) : $kind:ty {
            $( $(#[$setting_doc:meta])* $setting:ident : [$($ty:tt)+] = $default:expr; )*
        }
        $(fixed { $($fixed:literal : $fixed_value:tt),* $(,)? })?
        $(config |$written:ident, $config:ident| $write:block)?
        $(check |$this:ident| $check:block)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct $object {
            $($(#[$required_doc])* pub $required: $($rty)+,)*
            $($(#[$setting_doc])* pub $setting: $($ty)+,)*
        }

        impl $object {
            #[doc = concat!("A `", stringify!($object), "` with Keras's defaults.")]
            #[allow(clippy::new_without_default)]
            pub fn new($($required: $crate::object_argument!($($rty)+)),*) -> Self {
                Self {
                    $($required: $crate::object_setting!($($rty)+; $required),)*
                    $($setting: $default,)*
                }
            }

            $(
                $(#[$setting_doc])*
                #[must_use]
                #[allow(clippy::useless_conversion)]
                pub fn $setting(mut self, $setting: $crate::object_argument!($($ty)+)) -> Self {
                    self.$setting = $crate::object_setting!($($ty)+; $setting);
                    self
                }
            )*
        }

        impl $crate::objects::Object for $object {
            fn class_name(&self) -> &'static str {
                <Self as $crate::objects::Declared>::CLASS_NAME
            }

            fn package(&self) -> Option<&'static str> {
                <Self as $crate::objects::Declared>::PACKAGE
            }

            fn get_config(&self) -> $crate::objects::Config {
                #[allow(unused_mut)]
                let mut config = $crate::objects::Config::new();
                $(config.set(stringify!($required), &self.$required);)*
                $(config.set(stringify!($setting), &self.$setting);)*
                $($(config.set_json($fixed, $crate::serde_json::json!($fixed_value));)*)?
                $({
                    let ($written, $config) = (self, &mut config);
                    $write
                })?
                config
            }
        }

        impl $crate::objects::Declared for $object {
            type Kind = $kind;
            const CLASS_NAME: &'static str = stringify!($object);
            const PACKAGE: Option<&'static str> =
                if $crate::objects::is_built_in(module_path!()) { None } else { Some("Custom") };
            const SETTINGS: &'static [&'static str] = &[$(stringify!($required),)* $(stringify!($setting),)* $($($fixed,)*)?];

            fn from_config(
                config: &$crate::objects::Config,
                registry: &$crate::objects::Registry,
            ) -> $crate::Result<Self> {
                config.check_names(Self::CLASS_NAME, Self::SETTINGS)?;
                $($(config.check_fixed(Self::CLASS_NAME, $fixed, &$crate::serde_json::json!($fixed_value))?;)*)?
                let object = Self {
                    $($required: config.required(Self::CLASS_NAME, stringify!($required), registry)?,)*
                    $($setting: match config.optional(Self::CLASS_NAME, stringify!($setting), registry)? {
                        Some(value) => value,
                        None => $default,
                    },)*
                };
                let _ = registry;
                $(
                    let check = |$this: &Self| -> $crate::Result<()> { $check };
                    check(&object)?;
                )?
                Ok(object)
            }

            fn into_handle(self) -> $crate::objects::Handle<$kind> {
                $crate::objects::Handle::new(std::sync::Arc::new(self))
            }
        }
    };
}

/// Declares an enum whose values have names in Keras's configurations.
#[doc(hidden)]
#[macro_export]
macro_rules! choices {
    (
        $(#[$doc:meta])*
        $choices:ident { $( $(#[$choice_doc:meta])* $choice:ident = $name:literal ),* $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $choices {
            $( $(#[$choice_doc])* $choice, )*
        }

        impl $choices {
            /// Keras's name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$choice => $name,)* }
            }
        }

        impl $crate::objects::Field for $choices {
            fn expected() -> String {
                [$($name),*].map(|name| format!("'{name}'")).join(" or ")
            }

            fn to_json(&self) -> $crate::serde_json::Value {
                self.name().into()
            }

            fn from_json(
                json: &$crate::serde_json::Value,
                _registry: &$crate::objects::Registry,
            ) -> $crate::Result<Option<Self>> {
                Ok(match json.as_str() { $(Some($name) => Some(Self::$choice),)* _ => None })
            }
        }
    };
}

/// Declares a kind: its name in messages, Keras's module, its objects in this crate, each with its file, and
/// short names of some. It exports the objects.
macro_rules! kind {
    (
        dyn $kind:ident, $name:literal in $module:literal $(or $own_module:path)?, [ $($file:ident :: $object:ident),* $(,)? ],
        short names [ $($short:literal => $class:literal),* $(,)? ] $(,)?
    ) => {
        $(pub use self::$file::$object;)*

        impl $crate::objects::Kind for dyn $kind {
            const NAME: &'static str = $name;
            const MODULE: &'static str = $module;
            const ALIASES: &'static [(&'static str, &'static str)] = &[$(($short, $class)),*];

            fn built_in() -> &'static [$crate::objects::Row<Self>] {
                const { &[$($crate::objects::Row::of::<$object>()),*] }
            }

            $(fn own_module(&self) -> Option<&'static str> {
                $own_module(self)
            })?
        }

        impl<T: $kind> From<T> for $crate::objects::Handle<dyn $kind> {
            fn from(object: T) -> Self {
                Self::new(std::sync::Arc::new(object))
            }
        }
    };
}
pub(crate) use kind;
