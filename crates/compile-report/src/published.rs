//! Published training rates, to compare estimates and bounds with.

/// Measured time over estimated time of a step on TPUs: the least and the greatest ratio of the networks in
/// [`PUBLISHED`] that kept a TPU busy (all but the article's), with libtpu 0.0.51 and mixed_bfloat16. The
/// reports are in `docs/results/reports`.
pub const MEASURED_OVER_ESTIMATED: [f64; 2] = [0.7, 1.2];

/// Measured time over the roofline bound of a step on GPUs: the least and the greatest ratio of the networks
/// in [`PUBLISHED`] in f16 on V100 and A100, with jax-cuda12-pjrt and jax-cuda13-pjrt 0.12.0.1. The reports
/// are in `docs/results/reports`.
pub const MEASURED_OVER_BOUND: [f64; 2] = [1.3, 2.1];

/// A training rate that was published for a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedRate {
    /// The network, by its name in `labora compile`.
    pub network: &'static str,
    /// The TPU generation or the card.
    pub machine: &'static str,
    /// The number of cores or GPUs.
    pub devices: usize,
    /// The type of the operands of contractions.
    pub precision: &'static str,
    /// Examples per second on all of them.
    pub examples_per_s: f64,
    /// The publication.
    pub source: &'static str,
}

const fn published(
    network: &'static str,
    (machine, devices): (&'static str, usize),
    precision: &'static str,
    examples_per_s: f64,
    source: &'static str,
) -> PublishedRate {
    PublishedRate { network, machine, devices, precision, examples_per_s, source }
}

const RESNET50: &str = "resnet50";
const DAVIDNET: &str = "davidnet";
const DGX_1: &str = "NVIDIA DeepLearningExamples, ResNet-50 v1.5 for TensorFlow with XLA, DGX-1 (16 GB), 2020";
const DGX_A100: &str = "NVIDIA DeepLearningExamples, ResNet-50 v1.5 for TensorFlow with XLA, DGX A100 (40 GB), 2020";

/// All known published rates.
pub const PUBLISHED: [PublishedRate; 17] = [
    published("train-step", ("v2", 8), "bf16", 8_300.0, "the article, 2018: 6 s an epoch, its host feeding each step"),
    published(
        DAVIDNET,
        ("v2", 8),
        "bf16",
        40_000.0,
        "fenwicks, 2019: 24 epochs on a free v2-8, data set on the device",
    ),
    published(RESNET50, ("v2", 8), "bf16", 3_186.0, "RiseML, 2018, TensorFlow 1.7"),
    published(RESNET50, ("v2", 8), "bf16", 3_240.0, "DAWNBench, 2018, TensorFlow 1.8"),
    published(RESNET50, ("v2", 8), "bf16", 4_000.0, "DAWNBench, 2018, TensorFlow 1.11"),
    published(RESNET50, ("v2", 8), "bf16", 4_300.0, "MLPerf v0.5, 2018"),
    published(RESNET50, ("v3", 8), "bf16", 7_100.0, "MLPerf v0.5, 2018"),
    published(RESNET50, ("v100", 4), "f16", 3_128.0, "RiseML, 2018, AWS p3.8xlarge"),
    published(RESNET50, ("v100", 1), "f16", 1_270.0, DGX_1),
    published(RESNET50, ("v100", 8), "f16", 9_510.0, DGX_1),
    published(RESNET50, ("v100", 1), "f32", 412.0, DGX_1),
    published(RESNET50, ("v100", 8), "f32", 3_170.0, DGX_1),
    published(RESNET50, ("a100", 1), "f16", 2_375.0, DGX_A100),
    published(RESNET50, ("a100", 8), "f16", 17_400.0, DGX_A100),
    published(RESNET50, ("a100", 1), "TF32", 909.0, DGX_A100),
    published(DAVIDNET, ("v100", 1), "f16", 15_190.0, "Page, DAWNBench, 2018: 24 epochs in 79 s"),
    published(DAVIDNET, ("v100", 1), "f16", 16_000.0, "Lambda, 2019: 24 epochs in 75 s"),
];

/// Returns the published rates of a network on a TPU generation or a card.
pub(crate) fn published_for(network: &str, machine: &str) -> Vec<PublishedRate> {
    PUBLISHED.into_iter().filter(|p| p.network == network && p.machine == machine).collect()
}
