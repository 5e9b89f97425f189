//! Compile options.

use std::sync::Arc;

use kernels::Isa;

use crate::host_callback::HostCallback;
use crate::transport::Transport;

/// The precision of matrix products and convolutions of f32 whose `precision_config` is DEFAULT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numerics {
    /// Operands are rounded to bf16, and products are accumulated in f32, as on a TPU.
    Tpu,
    /// f32 throughout. Products may be reassociated if that saves multiplications (Winograd's algorithm).
    #[default]
    Float32,
    /// f32 throughout, as if every product had the precision HIGHEST: each sum has the terms of its
    /// definition.
    Highest,
}

impl Numerics {
    /// All variants with their names, in the order of the variants.
    pub const NAMED: [(&'static str, Self); 3] =
        [("tpu", Self::Tpu), ("float32", Self::Float32), ("highest", Self::Highest)];

    /// The variant of that name, if there is one.
    ///
    /// ```
    /// use processor::Numerics;
    /// assert_eq!(Numerics::parse("float32"), Some(Numerics::Float32));
    /// assert_eq!(Numerics::parse("float64"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, numerics)| numerics)
    }

    /// The name that [`parse`](Self::parse) takes.
    ///
    /// ```
    /// use processor::Numerics;
    /// assert_eq!(Numerics::Tpu.name(), "tpu");
    /// for (name, numerics) in Numerics::NAMED {
    ///     assert_eq!(numerics.name(), name);
    /// }
    /// ```
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }
}

/// Compile options. The number of replicas is part of the module.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// The precision of products of f32 that the program leaves open.
    pub numerics: Numerics,
    /// The instruction set; by default the best one of this machine.
    pub isa: Option<Isa>,
    /// Bytes of a core's private cache, which the blocks of batch loops are to fit in; 1 MiB by default.
    pub cache_bytes: Option<usize>,
    /// The passes and strategies that are left out, by name ([`pass_names`](crate::pass_names)): to see what
    /// they are worth, or to find the one at fault. Results stay correct, but take longer and may be rounded
    /// otherwise.
    pub disabled_passes: Vec<String>,
    /// The host that runs the program's callbacks ([`CALLBACK_TARGET`](crate::CALLBACK_TARGET)). Without one,
    /// a program that has callbacks is refused.
    pub host_callback: Option<Arc<dyn HostCallback>>,
    /// The way to the other processes that run the program together. The module's replicas are divided among
    /// them, in the order of their ranks. Without one, this process runs all replicas.
    pub transport: Option<Arc<dyn Transport>>,
}

impl CompileOptions {
    /// True if a pass or strategy is not disabled.
    pub(crate) fn is_enabled(&self, name: &str) -> bool {
        !self.disabled_passes.iter().any(|disabled| disabled == name)
    }
}
