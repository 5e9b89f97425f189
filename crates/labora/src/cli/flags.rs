//! Flags that several verbs share. Those of devices and data sets are in files of their own.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use keras::DTypePolicy;

/// The dtype policy of a network.
#[derive(Args, Clone, Debug)]
pub struct DTypeArgs {
    /// Keras dtype policy: float32 (products in the device's precision) or mixed_bfloat16 (compute in bf16).
    #[arg(long = "dtype", default_value_t, value_name = "POLICY", value_parser = policies())]
    pub policy: DTypePolicy,
}

/// The batch of a network and its dtype policy.
#[derive(Args, Clone, Debug)]
pub struct ModelArgs<const DEFAULT_BATCH: u32> {
    /// Images in a batch, over all cores.
    #[arg(long, default_value_t = DEFAULT_BATCH, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    batch_size: u32,
    #[command(flatten)]
    pub dtype: DTypeArgs,
}

impl<const DEFAULT_BATCH: u32> ModelArgs<DEFAULT_BATCH> {
    /// Returns the images of a batch, over all cores.
    pub fn batch_size(&self) -> usize {
        self.batch_size as usize
    }

    /// Returns the dtype policy.
    pub fn policy(&self) -> DTypePolicy {
        self.dtype.policy
    }
}

/// The format of the output.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A parser of dtype policies that lists them.
fn policies() -> impl TypedValueParser<Value = DTypePolicy> {
    PossibleValuesParser::new(DTypePolicy::ALL.map(DTypePolicy::name)).try_map(|name| name.parse())
}
