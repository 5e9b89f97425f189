//! NVIDIA GPUs.

use std::fmt::Write;

use crate::hlo::ElementType;

const GB: u64 = 1_000_000_000;
const MIB: u64 = 1 << 20;
const KIB: u64 = 1 << 10;
const TERA: f64 = 1e12;

/// A card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// The name in topologies.
    pub name: &'static str,
    /// The product.
    pub product: &'static str,
    /// The limits of its compute capability.
    pub capability: &'static Capability,
    /// Streaming multiprocessors (SMs).
    pub sms: u64,
    /// The boost clock of the SMs in GHz.
    pub clock_ghz: f64,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Memory bandwidth in bytes per second.
    pub memory_bytes_per_s: f64,
    /// L2 cache in bytes.
    pub l2_bytes: u64,
    /// Peak rates of contractions.
    pub peaks: Peaks,
    /// Bandwidth to the other GPUs of the host, in bytes per second and direction: NVLink, else PCIe.
    pub link_bytes_per_s: f64,
    /// The source of the figures.
    pub source: &'static str,
}

/// Peak rates of contractions in FLOP/s, of dense operands, by the type of the operands. Sums are in f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peaks {
    /// f16 on tensor cores.
    pub f16: f64,
    /// bf16 on tensor cores; none if they lack it.
    pub bf16: Option<f64>,
    /// f32 rounded to TF32 on tensor cores; none if they lack it.
    pub tf32: Option<f64>,
    /// f32 outside of tensor cores.
    pub f32: f64,
    /// f64, on tensor cores if they support it.
    pub f64: f64,
}

impl Peaks {
    /// Returns the rate for operands of a type. `is_exact` excludes TF32.
    pub fn of(&self, element: Option<ElementType>, is_exact: bool) -> f64 {
        match element {
            Some(ElementType::F64 | ElementType::C128) => self.f64,
            Some(ElementType::F32 | ElementType::C64) if is_exact => self.f32,
            Some(ElementType::F32 | ElementType::C64) => self.tf32.unwrap_or(self.f32),
            Some(ElementType::BF16) => self.bf16.unwrap_or(self.f32),
            // Tensor cores multiply types of 8 bits at up to twice the rate; this is a bound.
            Some(other) if other.bits() <= 8 => 2.0 * self.f16,
            _ => self.f16,
        }
    }
}

/// A compute capability and its limits.
///
/// Source: CUDA C++ Programming Guide, technical specifications per compute capability.
#[derive(Debug, PartialEq)]
pub struct Capability {
    /// Major and minor version.
    pub version: (u32, u32),
    /// True if the compiler may use the features of this version only, such as `sm_90a`.
    pub is_accelerated: bool,
    /// f32 units of an SM.
    pub f32_units: u64,
    /// Threads of an SM.
    pub threads: u64,
    /// Shared memory of an SM in bytes.
    pub shared_bytes: u64,
    /// Shared memory that a block can request, in bytes.
    pub block_shared_bytes: u64,
}

const fn capability(
    version: (u32, u32),
    is_accelerated: bool,
    f32_units: u64,
    threads: u64,
    shared_kib: [u64; 2],
) -> Capability {
    let [shared_bytes, block_shared_bytes] = [shared_kib[0] * KIB, shared_kib[1] * KIB];
    Capability { version, is_accelerated, f32_units, threads, shared_bytes, block_shared_bytes }
}

static VOLTA: Capability = capability((7, 0), false, 64, 2048, [96, 96]);
static TURING: Capability = capability((7, 5), false, 64, 1024, [64, 64]);
static AMPERE: Capability = capability((8, 0), false, 64, 2048, [164, 163]);
static ADA: Capability = capability((8, 9), false, 128, 1536, [100, 99]);
static HOPPER: Capability = capability((9, 0), true, 128, 2048, [228, 227]);
static BLACKWELL: Capability = capability((10, 0), true, 128, 2048, [228, 227]);
static BLACKWELL_RTX: Capability = capability((12, 0), false, 128, 1536, [128, 99]);

const A100_PEAKS: Peaks =
    Peaks { f16: 312.0 * TERA, bf16: Some(312.0 * TERA), tf32: Some(156.0 * TERA), f32: 19.5 * TERA, f64: 19.5 * TERA };
const H100_PEAKS: Peaks =
    Peaks { f16: 989.4 * TERA, bf16: Some(989.4 * TERA), tf32: Some(494.7 * TERA), f32: 66.9 * TERA, f64: 66.9 * TERA };

/// All known cards, the oldest first.
pub static CARDS: [Card; 10] = [
    Card {
        name: "v100",
        product: "Tesla V100-SXM2-16GB",
        capability: &VOLTA,
        sms: 80,
        clock_ghz: 1.53,
        memory_bytes: 16_935_682_048,
        memory_bytes_per_s: 900e9,
        l2_bytes: 6 * MIB,
        peaks: Peaks { f16: 125.0 * TERA, bf16: None, tf32: None, f32: 15.7 * TERA, f64: 7.8 * TERA },
        link_bytes_per_s: 150e9,
        source: "NVIDIA Tesla V100 GPU Architecture, WP-08608-001, 2017",
    },
    Card {
        name: "t4",
        product: "Tesla T4",
        capability: &TURING,
        sms: 40,
        clock_ghz: 1.59,
        memory_bytes: 15_843_721_216,
        memory_bytes_per_s: 320e9,
        l2_bytes: 4 * MIB,
        peaks: Peaks { f16: 65.0 * TERA, bf16: None, tf32: None, f32: 8.1 * TERA, f64: 0.25 * TERA },
        link_bytes_per_s: 15.75e9,
        source: "NVIDIA T4 datasheet, 2019; PCIe 3.0 x16",
    },
    Card {
        name: "a100",
        product: "NVIDIA A100-SXM4-40GB",
        capability: &AMPERE,
        sms: 108,
        clock_ghz: 1.41,
        memory_bytes: 42_298_834_944,
        memory_bytes_per_s: 1555e9,
        l2_bytes: 40 * MIB,
        peaks: A100_PEAKS,
        link_bytes_per_s: 300e9,
        source: "NVIDIA A100 Tensor Core GPU Architecture, 2020",
    },
    Card {
        name: "a100-80",
        product: "NVIDIA A100-SXM4-80GB",
        capability: &AMPERE,
        sms: 108,
        clock_ghz: 1.41,
        memory_bytes: 85_031_714_816,
        memory_bytes_per_s: 2039e9,
        l2_bytes: 40 * MIB,
        peaks: A100_PEAKS,
        link_bytes_per_s: 300e9,
        source: "NVIDIA A100 datasheet, 2021",
    },
    Card {
        name: "rtx4090",
        product: "NVIDIA GeForce RTX 4090",
        capability: &ADA,
        sms: 128,
        clock_ghz: 2.52,
        memory_bytes: 25_756_696_576,
        memory_bytes_per_s: 1008e9,
        l2_bytes: 72 * MIB,
        peaks: Peaks {
            f16: 165.2 * TERA,
            bf16: Some(165.2 * TERA),
            tf32: Some(82.6 * TERA),
            f32: 82.6 * TERA,
            f64: 1.29 * TERA,
        },
        link_bytes_per_s: 31.5e9,
        source: "NVIDIA Ada GPU Architecture, 2022; PCIe 4.0 x16",
    },
    Card {
        name: "l4",
        product: "NVIDIA L4",
        capability: &ADA,
        sms: 58,
        clock_ghz: 2.04,
        memory_bytes: 24 * GB,
        memory_bytes_per_s: 300e9,
        l2_bytes: 48 * MIB,
        peaks: Peaks {
            f16: 121.0 * TERA,
            bf16: Some(121.0 * TERA),
            tf32: Some(60.0 * TERA),
            f32: 30.3 * TERA,
            f64: 0.47 * TERA,
        },
        link_bytes_per_s: 31.5e9,
        source: "NVIDIA L4 datasheet, 2023, without sparsity; PCIe 4.0 x16",
    },
    Card {
        name: "h100",
        product: "NVIDIA H100 80GB HBM3",
        capability: &HOPPER,
        sms: 132,
        clock_ghz: 1.98,
        memory_bytes: 84_942_979_072,
        memory_bytes_per_s: 3352e9,
        l2_bytes: 50 * MIB,
        peaks: H100_PEAKS,
        link_bytes_per_s: 450e9,
        source: "NVIDIA H100 Tensor Core GPU Architecture, 2022, H100 SXM5",
    },
    Card {
        name: "h200",
        product: "NVIDIA H200",
        capability: &HOPPER,
        sms: 132,
        clock_ghz: 1.98,
        memory_bytes: 151_397_597_184,
        memory_bytes_per_s: 4800e9,
        l2_bytes: 50 * MIB,
        peaks: H100_PEAKS,
        link_bytes_per_s: 450e9,
        source: "NVIDIA H200 datasheet, 2024, H200 SXM",
    },
    Card {
        name: "b200",
        product: "NVIDIA B200",
        capability: &BLACKWELL,
        sms: 148,
        clock_ghz: 1.965,
        memory_bytes: 191_514_411_008,
        memory_bytes_per_s: 7672e9,
        l2_bytes: 132_644_864,
        peaks: Peaks {
            f16: 2250.0 * TERA,
            bf16: Some(2250.0 * TERA),
            tf32: Some(1125.0 * TERA),
            f32: 75.0 * TERA,
            f64: 37.0 * TERA,
        },
        link_bytes_per_s: 900e9,
        source: "NVIDIA HGX platform, B200, without sparsity; bandwidth and L2: XLA's b200.txtpb",
    },
    Card {
        name: "rtx6000pro",
        product: "NVIDIA RTX PRO 6000 Blackwell",
        capability: &BLACKWELL_RTX,
        sms: 188,
        clock_ghz: 2.6,
        memory_bytes: 103_079_215_104,
        memory_bytes_per_s: 1792e9,
        l2_bytes: 128 * MIB,
        peaks: Peaks {
            f16: 503.8 * TERA,
            bf16: Some(503.8 * TERA),
            tf32: Some(251.9 * TERA),
            f32: 126.0 * TERA,
            f64: 1.97 * TERA,
        },
        link_bytes_per_s: 63e9,
        source: "NVIDIA RTX Blackwell PRO GPU Architecture, 2025; PCIe 5.0 x16",
    },
];

impl Card {
    /// Returns the description that XLA compiles for: a `stream_executor.GpuTargetConfigProto` as text.
    pub(crate) fn target_config(&self) -> String {
        let Capability { version: (major, minor), threads, shared_bytes, block_shared_bytes, f32_units, .. } =
            *self.capability;
        let extension = if self.capability.is_accelerated { "ACCELERATED_FEATURES" } else { "NONE" };
        let mut text = "gpu_device_info {\n".to_string();
        let fields = [
            ("threads_per_block_limit", 1024),
            ("threads_per_warp", 32),
            ("shared_memory_per_block", 48 * KIB),
            ("shared_memory_per_core", shared_bytes),
            ("threads_per_core_limit", threads),
            ("core_count", self.sms),
            ("fpus_per_core", f32_units),
            ("block_dim_limit_x", (1 << 31) - 1),
            ("block_dim_limit_y", (1 << 16) - 1),
            ("block_dim_limit_z", (1 << 16) - 1),
            ("memory_bandwidth", self.memory_bytes_per_s as u64),
            ("l2_cache_size", self.l2_bytes),
            ("device_memory_size", self.memory_bytes),
            ("shared_memory_per_block_optin", block_shared_bytes),
            ("registers_per_core_limit", 1 << 16),
            ("registers_per_block_limit", 1 << 16),
            ("thread_dim_limit_x", 1024),
            ("thread_dim_limit_y", 1024),
            ("thread_dim_limit_z", 64),
            ("device_address_bits", 64),
        ];
        for (name, value) in fields {
            let _ = writeln!(text, "  {name}: {value}");
        }
        let _ = writeln!(text, "  clock_rate_ghz: {:?}", self.clock_ghz);
        let _ = writeln!(
            text,
            "  cuda_compute_capability {{ major: {major} minor: {minor} feature_extension: {extension} }}"
        );
        let versions = [
            ("driver_version", "13.0.0"),
            ("runtime_version", "12.8.0"),
            ("compile_time_toolkit_version", "12.8.0"),
            ("dnn_version", "9.10.0"),
            ("device_vendor", "NVIDIA Corporation"),
            ("name", self.product),
        ];
        for (name, value) in versions {
            let _ = writeln!(text, "  {name}: \"{value}\"");
        }
        let _ = write!(
            text,
            "}}\nplatform_name: \"CUDA\"\ndnn_version_info {{ major: 9 minor: 10 }}\n\
             device_description_str: \"{}\"\n",
            self.product
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_clocks_give_the_published_f32_peaks() {
        for card in &CARDS {
            // A multiply-add is two operations. Some peaks are published at a lower boost clock.
            let computed = 2.0 * (card.sms * card.capability.f32_units) as f64 * card.clock_ghz * 1e9;
            let ratio = computed / card.peaks.f32;
            assert!((0.97..1.07).contains(&ratio), "{}: {computed} and {}", card.name, card.peaks.f32);
        }
    }

    #[test]
    fn rates_depend_on_the_type_and_on_the_requested_precision() {
        let card = |name: &str| CARDS.iter().find(|card| card.name == name).unwrap().peaks;
        assert_eq!(card("a100").of(Some(ElementType::F32), false), 156e12);
        assert_eq!(card("a100").of(Some(ElementType::F32), true), 19.5e12);
        assert_eq!(card("v100").of(Some(ElementType::BF16), false), 15.7e12, "its tensor cores take f16 only");
        assert_eq!(card("v100").of(Some(ElementType::F16), false), 125e12);
    }

    #[test]
    fn the_target_config_has_the_figures_of_the_card() {
        let text = CARDS.iter().find(|card| card.name == "h200").unwrap().target_config();
        let capability = "cuda_compute_capability { major: 9 minor: 0 feature_extension: ACCELERATED_FEATURES }";
        for line in ["core_count: 132", "memory_bandwidth: 4800000000000", "clock_rate_ghz: 1.98", capability] {
            assert!(text.contains(line), "{line:?} is not in\n{text}");
        }
    }
}
