//! Published training rates of real TPUs, to compare the compiler's estimates with.

/// Measured time over estimated time of a step: the least and the greatest ratio of the networks in
/// [`PUBLISHED`] that kept a TPU busy (all but the article's), with libtpu 0.0.51 and mixed_bfloat16. The
/// reports are in `docs/results/tpu`.
pub const MEASURED_OVER_ESTIMATED: [f64; 2] = [0.7, 1.2];

/// A training rate that was published for a network on eight TPU cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedRate {
    /// The network, by its name in `labora compile`.
    pub network: &'static str,
    /// The generation of the eight cores.
    pub generation: &'static str,
    /// Examples per second on all eight cores.
    pub examples_per_s: f64,
    /// The publication.
    pub source: &'static str,
}

const fn published(network: &'static str, generation: &'static str, rate: f64, source: &'static str) -> PublishedRate {
    PublishedRate { network, generation, examples_per_s: rate, source }
}

/// All known published rates.
pub const PUBLISHED: [PublishedRate; 7] = [
    published("train-step", "v2", 8_300.0, "the article, 2018: 6 s an epoch, its host feeding each step"),
    published("davidnet", "v2", 40_000.0, "fenwicks, 2019: 24 epochs on a free v2-8, data set on the device"),
    published("resnet50", "v2", 3_186.0, "RiseML, 2018, TensorFlow 1.7"),
    published("resnet50", "v2", 3_240.0, "DAWNBench, 2018, TensorFlow 1.8"),
    published("resnet50", "v2", 4_000.0, "DAWNBench, 2018, TensorFlow 1.11"),
    published("resnet50", "v2", 4_300.0, "MLPerf v0.5, 2018"),
    published("resnet50", "v3", 7_100.0, "MLPerf v0.5, 2018"),
];

/// Returns the published rates of a network on a generation.
pub(crate) fn published_for(network: &str, generation: &str) -> Vec<PublishedRate> {
    PUBLISHED.into_iter().filter(|p| p.network == network && p.generation == generation).collect()
}
