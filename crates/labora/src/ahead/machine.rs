//! The machines that programs can be compiled for.

use keras::{Error, ErrorKind, Result};

const GIB: u64 = 1 << 30;
const MIB: u64 = 1 << 20;

/// A generation of TPUs, by the figures of one core: of what one program runs on. On v5p that is a chip with both its cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Its name, with which topologies begin.
    pub name: &'static str,
    /// The topology of one host's machine, as libtpu names it.
    pub topology: &'static str,
    /// The same as Google's cloud sells it.
    pub accelerator: &'static str,
    /// Programs that run there at once.
    pub cores: usize,
    /// Cycles a second.
    pub clock_hz: f64,
    /// Operations a cycle of the matrix units in bf16, a product and its addition being two.
    pub flops_per_cycle: f64,
    /// Bytes of HBM.
    pub hbm_bytes: u64,
    /// Bytes a second from and to HBM.
    pub hbm_bytes_per_s: f64,
    /// Bytes of vector memory.
    pub vmem_bytes: u64,
    /// Where the figures are from.
    pub source: &'static str,
}

/// What the matrix units of 128 x 128 elements do in a cycle.
const fn mxus(count: usize) -> f64 {
    (2 * 128 * 128 * count) as f64
}

const NORRIE: &str = "Norrie et al., The Design Process for Google's Training Chips: TPUv2 and TPUv3, IEEE Micro 2021";
const JOUPPI: &str = "Jouppi et al., TPU v4: An Optically Reconfigurable Supercomputer, ISCA 2023";
const V5E: &str = "https://cloud.google.com/tpu/docs/v5e; clock: peak by operations a cycle";
const V5P: &str = "https://cloud.google.com/tpu/docs/v5p; clock: peak by operations a cycle";
const V6E: &str = "https://cloud.google.com/tpu/docs/v6e; clock: peak by operations a cycle";

/// All generations, the oldest first.
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
    /// Operations a second of a core's matrix units in bf16.
    pub fn peak_flops(&self) -> f64 {
        self.clock_hz * self.flops_per_cycle
    }

    /// Operations a byte from which on a program is bound by arithmetic, no longer by memory.
    pub fn ridge(&self) -> f64 {
        self.peak_flops() / self.hbm_bytes_per_s
    }
}

/// A machine: a generation, and how many of its chips stand how.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// The figures of its cores.
    pub generation: &'static Generation,
    /// How libtpu names it.
    pub topology: String,
}

impl Machine {
    /// A machine by libtpu's name for its topology (`v2:2x2`, `v6e:2x2`), by its generation (`v3`), or by the name under which
    /// the one of a single host is sold (`v2-8`); each also with `tpu:` before it.
    ///
    /// ```
    /// use labora::ahead::Machine;
    /// assert_eq!(Machine::named("tpu:v2-8")?.topology, "v2:2x2");
    /// assert_eq!(Machine::named("v6e:2x2")?.topology, "v6e:2x2");
    /// # Ok::<(), keras::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such generation; the message lists those that there are.
    pub fn named(name: &str) -> Result<Self> {
        let bare = name.strip_prefix("tpu:").unwrap_or(name);
        let machine = GENERATIONS.iter().find_map(|generation| {
            let is_its = bare == generation.name || bare == generation.accelerator;
            let own = || bare.strip_prefix(generation.name)?.strip_prefix(':').map(|_| bare);
            let topology = if is_its { Some(generation.topology) } else { own() };
            topology.map(|topology| Self { generation, topology: topology.to_string() })
        });
        machine.ok_or_else(|| {
            let known: Vec<String> =
                GENERATIONS.iter().map(|g| format!("{} ({})", g.topology, g.accelerator)).collect();
            let message = format!("there is no topology {name:?}: the machines of one host are {}", known.join(", "));
            Error::new(ErrorKind::Argument, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Peaks that Google publishes for a chip, in TFLOP/s of bf16, and programs that share it.
    const PUBLISHED: [(&str, f64, f64); 6] = [
        ("v2", 46.0, 2.0),
        ("v3", 123.0, 2.0),
        ("v4", 275.0, 2.0),
        ("v5e", 197.0, 1.0),
        ("v5p", 459.0, 1.0),
        ("v6e", 918.0, 1.0),
    ];

    #[test]
    fn clocks_and_units_come_to_the_published_peaks() {
        for ((name, peak, programs), generation) in PUBLISHED.into_iter().zip(&GENERATIONS) {
            assert_eq!(name, generation.name);
            let computed = generation.peak_flops() * programs / 1e12;
            assert!((computed / peak - 1.0).abs() < 0.005, "{name}: {computed} and {peak}");
        }
    }

    #[test]
    fn names_of_machines() {
        for generation in &GENERATIONS {
            for name in [generation.name, generation.topology, generation.accelerator] {
                assert_eq!(Machine::named(name).unwrap().topology, generation.topology, "{name}");
            }
        }
        assert_eq!(Machine::named("v2:4x4").unwrap().generation.name, "v2");
        for name in ["", "v1", "v2-9", "v20:2x2", "tpu:", "gpu"] {
            assert!(Machine::named(name).unwrap_err().message().contains("v2:2x2 (v2-8)"), "{name}");
        }
    }
}
