//! Functions of the plugin itself.

use std::sync::LazyLock;

use pjrt::abi::{PJRT_Plugin_Attributes_Args, PJRT_Plugin_Initialize_Args};
use pjrt::export::{Call, Caller, named_values};
use pjrt::{NamedValue, NamedValueList};

use crate::error::Result;
use crate::implementation::Labora;

/// The version of StableHLO whose text the plugin reads.
const STABLEHLO_VERSION: [i64; 3] = [1, 13, 0];

static ATTRIBUTES: LazyLock<NamedValueList> = LazyLock::new(|| {
    let version = || NamedValue::Int64List(STABLEHLO_VERSION.to_vec());
    NamedValueList::new([
        ("stablehlo_current_version", version()),
        ("stablehlo_minimum_version", version()),
        ("labora_version", NamedValue::String(env!("CARGO_PKG_VERSION").into())),
    ])
});

impl Call<Labora> for PJRT_Plugin_Initialize_Args {
    unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
        Ok(())
    }
}

impl Call<Labora> for PJRT_Plugin_Attributes_Args {
    unsafe fn call(&mut self, _: Caller<'_>) -> Result<()> {
        (self.attributes, self.num_attributes) = named_values(&ATTRIBUTES);
        Ok(())
    }
}
