//! Instruction sets: which this machine has, which one runs.

use super::KernelError;
use super::simd::{Simd, portable::Portable};
use std::fmt;
use std::sync::LazyLock;

/// An instruction set the kernels are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Isa {
    /// AVX-512 with the bf16 dot product, and tile registers for bf16 matrices.
    Amx,
    /// AVX-512 (F, BW, DQ, VL) with the bf16 dot product.
    Avx512Bf16,
    /// AVX-512 (F, BW, DQ, VL).
    Avx512,
    /// AVX2 with FMA.
    Avx2Fma,
    /// Advanced SIMD on 64-bit ARM.
    Neon,
    /// Plain Rust; runs anywhere.
    Portable,
}

impl Isa {
    /// All of them, best first.
    pub const ALL: [Isa; 6] = [Isa::Amx, Isa::Avx512Bf16, Isa::Avx512, Isa::Avx2Fma, Isa::Neon, Isa::Portable];

    /// The name `LABORA_ISA` takes.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Amx => "amx",
            Isa::Avx512Bf16 => "avx512bf16",
            Isa::Avx512 => "avx512",
            Isa::Avx2Fma => "avx2",
            Isa::Neon => "neon",
            Isa::Portable => "portable",
        }
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        // Asked with each piece of work: looked up once.
        static FOUND: LazyLock<[bool; Isa::ALL.len()]> = LazyLock::new(|| Isa::ALL.map(Isa::is_found));
        FOUND[self as usize]
    }

    fn is_found(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = || {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("fma")
            };
            match self {
                Isa::Amx => Isa::Avx512Bf16.is_found() && super::amx::is_available(),
                Isa::Avx512Bf16 => avx512() && is_x86_feature_detected!("avx512bf16"),
                Isa::Avx512 => avx512(),
                Isa::Avx2Fma => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
                Isa::Neon => false,
                Isa::Portable => true,
            }
        }
        #[cfg(target_arch = "aarch64")]
        {
            matches!(self, Isa::Neon | Isa::Portable)
        }
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        {
            self == Isa::Portable
        }
    }

    /// Those this machine has, best first.
    pub fn available() -> impl Iterator<Item = Isa> {
        Isa::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// The fastest this machine has. That is the first available, but for Intel's processors without tiles: they do half as
    /// many bf16 products in a cycle as f32 products (a Xeon measured 115 and 230 GFLOP/s a core), where AMD's do
    /// twice as many, so that there bf16 multiplication is faster as f32 products of rounded operands.
    pub fn best() -> Isa {
        // Only where there is a dot product is the processor asked who made it.
        Isa::available().find(|&isa| isa != Isa::Avx512Bf16 || !has_slow_bf16_dot()).unwrap_or(Isa::Portable)
    }

    /// The instruction set of that name, if this machine has it.
    ///
    /// ```
    /// use kernels::Isa;
    /// assert_eq!(Isa::parse("portable").unwrap(), Isa::Portable);
    /// assert!(Isa::parse("mmx").unwrap_err().to_string().contains("portable"));
    /// ```
    ///
    /// # Errors
    /// An unknown name, or one this machine lacks; the message lists what it takes.
    pub fn parse(name: &str) -> Result<Isa, KernelError> {
        let available = || Isa::available().map(Isa::name).collect::<Vec<_>>().join(", ");
        match Isa::ALL.into_iter().find(|isa| isa.name() == name) {
            None => Err(KernelError::UnknownIsa { name: name.into(), available: available() }),
            Some(isa) if isa.is_available() => Ok(isa),
            Some(isa) => Err(KernelError::MissingIsa { name: isa.name(), available: available() }),
        }
    }

    /// The instruction set the environment variable `LABORA_ISA` names, or the best if it is unset or empty.
    ///
    /// # Errors
    /// As [`Isa::parse`].
    pub fn from_env() -> Result<Isa, KernelError> {
        match std::env::var("LABORA_ISA") {
            Ok(name) if !name.is_empty() => Isa::parse(&name),
            Err(std::env::VarError::NotUnicode(raw)) => Isa::parse(&raw.to_string_lossy()),
            _ => Ok(Isa::best()),
        }
    }

    /// f32 numbers in a vector.
    pub(crate) fn lanes(self) -> usize {
        match self {
            Isa::Amx | Isa::Avx512Bf16 | Isa::Avx512 => 16,
            Isa::Avx2Fma => 8,
            Isa::Neon => 4,
            Isa::Portable => Portable::LANES,
        }
    }

    /// Whether the multiplication of bf16 pairs is one instruction.
    pub(crate) fn has_bf16_dot(self) -> bool {
        matches!(self, Isa::Amx | Isa::Avx512Bf16)
    }

    /// Whether it has AVX-512's vectors.
    #[cfg(target_arch = "x86_64")]
    pub fn has_avx512(self) -> bool {
        matches!(self, Isa::Amx | Isa::Avx512Bf16 | Isa::Avx512)
    }

    /// Runs a task compiled for this instruction set, or the portable one if the machine lacks it.
    pub fn dispatch<T: WithSimd>(self, task: T) {
        if !self.is_available() {
            return task.with_simd::<Portable>();
        }
        match self {
            // SAFETY: the machine has the features, as `is_available` just said.
            #[cfg(target_arch = "x86_64")]
            Isa::Amx | Isa::Avx512Bf16 => unsafe { x86::avx512bf16(task) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => unsafe { x86::avx512(task) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2Fma => unsafe { x86::avx2(task) },
            #[cfg(target_arch = "aarch64")]
            Isa::Neon => task.with_simd::<super::simd::neon::Neon>(),
            _ => task.with_simd::<Portable>(),
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the bf16 dot product is slower than f32 multiplication.
fn has_slow_bf16_dot() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        // The maker's name is in three registers, four letters each.
        let maker = std::arch::x86_64::__cpuid(0);
        [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes).as_flattened() == b"GenuineIntel"
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Work written once over [`Simd`] and compiled for each instruction set. `run` must be `#[inline(always)]`, as must all
/// that it calls, or it would be compiled without the instruction set's features.
pub trait WithSimd {
    /// Does the work.
    fn with_simd<S: Simd>(self);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::WithSimd;
    use crate::simd::{avx2::Avx2, avx512::Avx512};

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma")]
    pub(super) fn avx512bf16<T: WithSimd>(task: T) {
        task.with_simd::<Avx512<true>>();
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    pub(super) fn avx512<T: WithSimd>(task: T) {
        task.with_simd::<Avx512<false>>();
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn avx2<T: WithSimd>(task: T) {
        task.with_simd::<Avx2>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_portable_set_is_everywhere_and_names_are_distinct() {
        assert!(Isa::Portable.is_available());
        for isa in Isa::available() {
            assert_eq!(Isa::parse(isa.name()), Ok(isa));
        }
    }

    #[test]
    fn a_missing_set_is_told_from_an_unknown_one() {
        assert!(matches!(Isa::parse("sse9"), Err(KernelError::UnknownIsa { .. })));
        let missing = if cfg!(target_arch = "x86_64") { "neon" } else { "avx512" };
        assert!(matches!(Isa::parse(missing), Err(KernelError::MissingIsa { .. })));
    }
}
