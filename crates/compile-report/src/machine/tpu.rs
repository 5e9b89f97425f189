//! TPU generations.

const GIB: u64 = 1 << 30;
const MIB: u64 = 1 << 20;

/// A TPU generation, with the figures of one core, the unit that runs one program. On v5p that is a chip with
/// both of its cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// The name, which is also the prefix of topology names.
    pub name: &'static str,
    /// libtpu's name for the topology of a machine with one host.
    pub topology: &'static str,
    /// Google Cloud's accelerator type of that machine.
    pub accelerator: &'static str,
    /// Cores of that machine.
    pub cores: usize,
    /// Clock rate in Hz.
    pub clock_hz: f64,
    /// Peak bf16 floating-point operations per cycle of the matrix units; a multiply-add is two.
    pub flops_per_cycle: f64,
    /// HBM capacity in bytes.
    pub hbm_bytes: u64,
    /// HBM bandwidth in bytes per second.
    pub hbm_bytes_per_s: f64,
    /// Vector memory (VMEM) in bytes.
    pub vmem_bytes: u64,
    /// The source of the figures.
    pub source: &'static str,
}

/// Returns the floating-point operations per cycle of matrix units of 128 x 128 elements.
const fn mxus(count: usize) -> f64 {
    (2 * 128 * 128 * count) as f64
}

const NORRIE: &str = "Norrie et al., The Design Process for Google's Training Chips: TPUv2 and TPUv3, IEEE Micro 2021";
const JOUPPI: &str = "Jouppi et al., TPU v4: An Optically Reconfigurable Supercomputer, ISCA 2023";
const V5E: &str = "https://cloud.google.com/tpu/docs/v5e; clock: peak by operations per cycle";
const V5P: &str = "https://cloud.google.com/tpu/docs/v5p; clock: peak by operations per cycle";
const V6E: &str = "https://cloud.google.com/tpu/docs/v6e; clock: peak by operations per cycle";

/// All known generations, the oldest first.
pub const GENERATIONS: [Generation; 6] = [
    Generation {
        name: "v2",
        topology: "v2:2x2",
        accelerator: "v2-8",
        cores: 8,
        clock_hz: 700e6,
        flops_per_cycle: mxus(1),
        hbm_bytes: 8 * GIB,
        hbm_bytes_per_s: 350e9,
        vmem_bytes: 16 * MIB,
        source: NORRIE,
    },
    Generation {
        name: "v3",
        topology: "v3:2x2",
        accelerator: "v3-8",
        cores: 8,
        clock_hz: 940e6,
        flops_per_cycle: mxus(2),
        hbm_bytes: 16 * GIB,
        hbm_bytes_per_s: 450e9,
        vmem_bytes: 16 * MIB,
        source: NORRIE,
    },
    Generation {
        name: "v4",
        topology: "v4:2x2x1",
        accelerator: "v4-8",
        cores: 8,
        clock_hz: 1050e6,
        flops_per_cycle: mxus(4),
        hbm_bytes: 16 * GIB,
        hbm_bytes_per_s: 600e9,
        vmem_bytes: 16 * MIB,
        source: JOUPPI,
    },
    Generation {
        name: "v5e",
        topology: "v5e:2x2",
        accelerator: "v5litepod-4",
        cores: 4,
        clock_hz: 1500e6,
        flops_per_cycle: mxus(4),
        hbm_bytes: 16 * GIB,
        hbm_bytes_per_s: 819e9,
        vmem_bytes: 128 * MIB,
        source: V5E,
    },
    Generation {
        name: "v5p",
        topology: "v5p:2x2x1",
        accelerator: "v5p-8",
        cores: 4,
        clock_hz: 1750e6,
        flops_per_cycle: mxus(8),
        hbm_bytes: 96 * GIB,
        hbm_bytes_per_s: 2765e9,
        vmem_bytes: 128 * MIB,
        source: V5P,
    },
    Generation {
        name: "v6e",
        topology: "v6e:2x4",
        accelerator: "v6e-8",
        cores: 8,
        clock_hz: 1750e6,
        flops_per_cycle: mxus(16),
        hbm_bytes: 32 * GIB,
        hbm_bytes_per_s: 1640e9,
        vmem_bytes: 128 * MIB,
        source: V6E,
    },
];

impl Generation {
    /// Returns the peak bf16 FLOP/s of a core.
    pub fn peak_flops(&self) -> f64 {
        self.clock_hz * self.flops_per_cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generation, Google's published bf16 peak of a chip in TFLOP/s, and programs that share a chip.
    const PUBLISHED_PEAKS: [(&str, f64, f64); 6] = [
        ("v2", 46.0, 2.0),
        ("v3", 123.0, 2.0),
        ("v4", 275.0, 2.0),
        ("v5e", 197.0, 1.0),
        ("v5p", 459.0, 1.0),
        ("v6e", 918.0, 1.0),
    ];

    #[test]
    fn clocks_and_matrix_units_give_the_published_peaks() {
        for ((name, peak, programs), generation) in PUBLISHED_PEAKS.into_iter().zip(&GENERATIONS) {
            assert_eq!(name, generation.name);
            let computed = generation.peak_flops() * programs / 1e12;
            assert!((computed / peak - 1.0).abs() < 0.005, "{name}: {computed} and {peak}");
        }
    }
}
