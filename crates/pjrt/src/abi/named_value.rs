//! Named values: options that a plugin takes, and attributes that it returns.

use core::ffi::c_char;

use super::layout::PJRT_Bool;

abi_enums! {
    /// The member of [`PJRT_NamedValue_Value`] that holds the value.
    PJRT_NamedValue_Type {
        kString = 0,
        kInt64 = 1,
        kInt64List = 2,
        kFloat = 3,
        kBool = 4,
    }
}

/// The value of a [`PJRT_NamedValue`]: a C union.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs)] // The fields' names are the header's.
pub union PJRT_NamedValue_Value {
    pub string_value: *const c_char,
    pub int64_value: i64,
    pub int64_array_value: *const i64,
    pub float_value: f32,
    pub bool_value: PJRT_Bool,
}

abi_structs! {
    /// A named value. `value_size` counts characters of a string and elements of a list, and is 1 otherwise.
    PJRT_NamedValue {
        name: *const c_char,
        name_size: usize,
        r#type: PJRT_NamedValue_Type,
        value: PJRT_NamedValue_Value,
        value_size: usize,
    }
}
