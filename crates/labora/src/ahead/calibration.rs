//! Published measurements of programs on real TPUs, to hold the compiler's estimates against.

/// How long a program that was measured took, as a multiple of the compiler's estimate: the least and the most of the networks
/// in [`PUBLISHED`] that kept a TPU busy (all but the article's), with libtpu 0.0.51 and mixed_bfloat16. The reports are in
/// `docs/results/tpu`.
pub const MEASURED_BY_ESTIMATED: [f64; 2] = [0.7, 1.2];

/// A measurement that somebody published.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The network, as `labora compile` calls it.
    pub network: &'static str,
    /// The generation of the eight cores.
    pub generation: &'static str,
    /// Examples a second on all eight cores.
    pub examples_per_s: f64,
    /// Who measured it.
    pub source: &'static str,
}

const fn published(network: &'static str, generation: &'static str, rate: f64, source: &'static str) -> Published {
    Published { network, generation, examples_per_s: rate, source }
}

/// All that are known here.
pub const PUBLISHED: [Published; 7] = [
    published("train-step", "v2", 8_300.0, "the article, 2018: 6 s an epoch, its host feeding each step"),
    published("davidnet", "v2", 40_000.0, "fenwicks, 2019: 24 epochs on a free v2-8, data set on the device"),
    published("resnet50", "v2", 3_186.0, "RiseML, 2018, TensorFlow 1.7"),
    published("resnet50", "v2", 3_240.0, "DAWNBench, 2018, TensorFlow 1.8"),
    published("resnet50", "v2", 4_000.0, "DAWNBench, 2018, TensorFlow 1.11"),
    published("resnet50", "v2", 4_300.0, "MLPerf v0.5, 2018"),
    published("resnet50", "v3", 7_100.0, "MLPerf v0.5, 2018"),
];

/// What was measured of a network on a generation.
pub fn published_of(network: &str, generation: &str) -> Vec<Published> {
    PUBLISHED.into_iter().filter(|p| p.network == network && p.generation == generation).collect()
}
