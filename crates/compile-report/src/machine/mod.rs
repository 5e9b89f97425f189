//! The machines that programs can be compiled for.

mod gpu;
mod tpu;

pub use gpu::{CARDS, Capability, Card, Peaks};
pub use tpu::{GENERATIONS, Generation};

use pjrt::NamedValue;

use crate::error::{Error, Result};
use crate::hlo::ElementType;

/// The unit that runs one replica of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accelerator {
    /// A TPU core.
    Tpu(&'static Generation),
    /// An NVIDIA GPU.
    Gpu(&'static Card),
}

impl Accelerator {
    /// Returns the name, such as `v2` or `h200`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tpu(generation) => generation.name,
            Self::Gpu(card) => card.name,
        }
    }

    /// Returns what one of them is called: `core` or `GPU`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Tpu(_) => "core",
            Self::Gpu(_) => "GPU",
        }
    }

    /// Returns the memory capacity in bytes.
    pub fn memory_bytes(self) -> u64 {
        match self {
            Self::Tpu(generation) => generation.hbm_bytes,
            Self::Gpu(card) => card.memory_bytes,
        }
    }

    /// Returns the memory bandwidth in bytes per second.
    pub fn memory_bytes_per_s(self) -> f64 {
        match self {
            Self::Tpu(generation) => generation.hbm_bytes_per_s,
            Self::Gpu(card) => card.memory_bytes_per_s,
        }
    }

    /// Returns the peak FLOP/s of contractions in the fastest type of 16 bits.
    pub fn peak_flops(self) -> f64 {
        match self {
            Self::Tpu(generation) => generation.peak_flops(),
            Self::Gpu(card) => card.peaks.f16,
        }
    }

    /// Returns the peak FLOP/s of contractions of elements of a type. `is_exact` means that the program
    /// requests a precision above the default one.
    pub fn peak_flops_of(self, element: Option<ElementType>, is_exact: bool) -> f64 {
        match self {
            Self::Tpu(generation) => generation.peak_flops(),
            Self::Gpu(card) => card.peaks.of(element, is_exact),
        }
    }

    /// Returns the ridge point of the roofline: the FLOP per byte from which on a program is compute-bound.
    pub fn ridge_point(self) -> f64 {
        self.peak_flops() / self.memory_bytes_per_s()
    }

    /// Returns the source of the figures.
    pub fn source(self) -> &'static str {
        match self {
            Self::Tpu(generation) => generation.source,
            Self::Gpu(card) => card.source,
        }
    }
}

/// A machine to compile for.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// What runs one replica.
    pub accelerator: Accelerator,
    /// The name of the topology: libtpu's for TPUs, such as `v2:2x2`; `CARD` or `CARD:N` for GPUs.
    pub topology: String,
    /// The number of accelerators; for a TPU topology of another size than the usual machine with one host,
    /// only the compiler knows it, and this is the number of the usual one.
    pub devices: usize,
}

impl Machine {
    /// Finds a machine by its name, optionally prefixed with `tpu:` or `gpu:`.
    ///
    /// * TPUs: libtpu's name for the topology (`v2:2x2`, `v6e:2x2`), the generation (`v3`), or the
    ///   accelerator type of a machine with one host (`v2-8`).
    /// * GPUs: the card, and how many of them one host has (`h200`, `v100:4`). Default: one.
    ///
    /// ```
    /// use compile_report::Machine;
    /// assert_eq!(Machine::named("tpu:v2-8")?.topology, "v2:2x2");
    /// assert_eq!(Machine::named("v6e:2x2")?.topology, "v6e:2x2");
    /// assert_eq!(Machine::named("v100:4")?.devices, 4);
    /// # Ok::<(), compile_report::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownTopology`], whose message lists the known machines.
    pub fn named(name: &str) -> Result<Self> {
        let tpu = || Self::tpu(name.strip_prefix("tpu:").unwrap_or(name));
        let gpu = || Self::gpu(name.strip_prefix("gpu:").unwrap_or(name));
        tpu().or_else(gpu).ok_or_else(|| {
            let tpus = GENERATIONS.iter().map(|g| format!("{} ({})", g.topology, g.accelerator));
            let cards: Vec<&str> = CARDS.iter().map(|card| card.name).collect();
            Error::UnknownTopology {
                name: name.to_string(),
                known: format!("{}; CARD or CARD:N of {}", tpus.collect::<Vec<_>>().join(", "), cards.join(", ")),
            }
        })
    }

    fn tpu(name: &str) -> Option<Self> {
        GENERATIONS.iter().find_map(|generation| {
            let is_one_host = name == generation.name || name == generation.accelerator;
            let given = || name.strip_prefix(generation.name)?.strip_prefix(':').map(|_| name);
            let topology = if is_one_host { Some(generation.topology) } else { given() };
            topology.map(|topology| Self {
                accelerator: Accelerator::Tpu(generation),
                topology: topology.to_string(),
                devices: generation.cores,
            })
        })
    }

    fn gpu(name: &str) -> Option<Self> {
        let (card, devices) = match name.split_once(':') {
            Some((card, count)) => (card, count.parse().ok().filter(|count| (1..=1024).contains(count))?),
            None => (name, 1),
        };
        let card = CARDS.iter().find(|known| known.name == card)?;
        Some(Self { accelerator: Accelerator::Gpu(card), topology: name.to_string(), devices })
    }

    /// Returns the names of the plugins whose compiler supports the machine, the preferred one first.
    pub fn plugins(&self) -> &'static [&'static str] {
        match self.accelerator {
            Accelerator::Tpu(_) => &["libtpu"],
            // CUDA 13 compiles for compute capability 7.5 and later.
            Accelerator::Gpu(card) if card.capability.version < (7, 5) => &["cuda12"],
            Accelerator::Gpu(_) => &["cuda13", "cuda12"],
        }
    }

    /// Returns the name and the options that a plugin creates the topology from.
    pub(crate) fn description(&self) -> (String, Vec<(&'static str, NamedValue)>) {
        match self.accelerator {
            Accelerator::Tpu(_) => (self.topology.clone(), Vec::new()),
            Accelerator::Gpu(card) => {
                // Slices, hosts of a slice, GPUs of a host.
                let topology = format!("1x1x{}", self.devices);
                let options = [("target_config", card.target_config()), ("topology", topology)];
                (String::new(), options.map(|(name, value)| (name, NamedValue::String(value))).to_vec())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_found_by_each_of_their_names() {
        for generation in &GENERATIONS {
            for name in [generation.name, generation.topology, generation.accelerator] {
                assert_eq!(Machine::named(name).unwrap().topology, generation.topology, "{name}");
            }
        }
        assert_eq!(Machine::named("v2:4x4").unwrap().accelerator.name(), "v2");
        for card in &CARDS {
            let machine = Machine::named(&format!("gpu:{}:8", card.name)).unwrap();
            assert_eq!((machine.accelerator.name(), machine.devices), (card.name, 8));
            assert_eq!(Machine::named(card.name).unwrap().devices, 1);
        }
        for name in ["", "v1", "v2-9", "v20:2x2", "tpu:", "gpu", "tpu:h200", "h200:0", "h200:x", "h200:8:8"] {
            let message = Machine::named(name).unwrap_err().to_string();
            assert!(message.contains("v2:2x2 (v2-8)") && message.contains("h200"), "{name}: {message}");
        }
    }

    #[test]
    fn old_cards_need_the_older_compiler() {
        assert_eq!(Machine::named("v100").unwrap().plugins(), ["cuda12"]);
        assert_eq!(Machine::named("a100:2").unwrap().plugins(), ["cuda13", "cuda12"]);
    }
}
