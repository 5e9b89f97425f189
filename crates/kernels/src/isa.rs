//! Instruction sets: the ones that this machine has, and the one that runs.

use crate::error::KernelError;
use crate::simd::{Simd, portable::Portable};
use std::fmt;
use std::sync::LazyLock;

/// An instruction set that the kernels are written for and that this machine has.
///
/// Values come from detection only ([`Isa::best`], [`Isa::parse`], [`Isa::available`], [`Isa::from_env`]),
/// but for [`Isa::PORTABLE`], which every machine has. A value is therefore a proof that its instructions may
/// be executed, and nothing that takes one has to check again.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Isa(InstructionSet);

/// The instruction sets, whether this machine has them or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum InstructionSet {
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

impl InstructionSet {
    /// All of them, best first.
    const ALL: [InstructionSet; 6] = [
        InstructionSet::Amx,
        InstructionSet::Avx512Bf16,
        InstructionSet::Avx512,
        InstructionSet::Avx2Fma,
        InstructionSet::Neon,
        InstructionSet::Portable,
    ];

    /// The name that `LABORA_ISA` takes.
    fn name(self) -> &'static str {
        match self {
            InstructionSet::Amx => "amx",
            InstructionSet::Avx512Bf16 => "avx512bf16",
            InstructionSet::Avx512 => "avx512",
            InstructionSet::Avx2Fma => "avx2",
            InstructionSet::Neon => "neon",
            InstructionSet::Portable => "portable",
        }
    }

    /// Asks the processor.
    fn is_detected(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Amx => crate::cpu_features::has_avx512_bf16() && crate::cpu_features::has_amx_bf16(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512Bf16 => crate::cpu_features::has_avx512_bf16(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => crate::cpu_features::has_avx512(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2Fma => crate::cpu_features::has_avx2_fma(),
            // Part of the base architecture.
            InstructionSet::Neon => cfg!(target_arch = "aarch64"),
            InstructionSet::Portable => true,
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

impl Isa {
    /// Plain Rust, which the compiler vectorizes as it can; every machine runs it.
    pub const PORTABLE: Isa = Isa(InstructionSet::Portable);

    /// The instruction sets that this machine has, best first.
    pub fn available() -> impl Iterator<Item = Isa> {
        static DETECTED: LazyLock<Vec<Isa>> =
            LazyLock::new(|| InstructionSet::ALL.into_iter().filter(|set| set.is_detected()).map(Isa).collect());
        DETECTED.iter().copied()
    }

    /// The fastest instruction set that this machine has.
    ///
    /// That is the first available one, but for Intel's processors without tile registers: their bf16 dot
    /// product does half as many products in a cycle as f32 multiplication (a Xeon measured 115 and 230
    /// GFLOP/s a core), where AMD's does twice as many. There bf16 multiplication is faster as f32 products
    /// of rounded operands.
    pub fn best() -> Isa {
        let is_slower_than_avx512 = |isa: Isa| isa.0 == InstructionSet::Avx512Bf16 && has_slow_bf16_dot();
        Isa::available().find(|&isa| !is_slower_than_avx512(isa)).unwrap_or(Isa::PORTABLE)
    }

    /// The instruction set of a name, if this machine has it.
    ///
    /// ```
    /// use kernels::Isa;
    /// assert_eq!(Isa::parse("portable").unwrap(), Isa::PORTABLE);
    /// assert!(Isa::parse("mmx").unwrap_err().to_string().contains("portable"));
    /// ```
    ///
    /// # Errors
    /// An unknown name, or a set that this machine lacks; the message lists the names that it takes.
    pub fn parse(name: &str) -> Result<Isa, KernelError> {
        let available = || Isa::available().map(Isa::name).collect::<Vec<_>>().join(", ");
        match InstructionSet::ALL.into_iter().find(|set| set.name() == name) {
            None => Err(KernelError::UnknownIsa { name: name.into(), available: available() }),
            Some(set) => Isa::available()
                .find(|isa| isa.0 == set)
                .ok_or_else(|| KernelError::MissingIsa { name: set.name(), available: available() }),
        }
    }

    /// The instruction set that the environment variable `LABORA_ISA` names, or the best one if it is unset
    /// or empty.
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

    /// The name that `LABORA_ISA` and [`Isa::parse`] take.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Bytes of a vector.
    pub(crate) fn vector_bytes(self) -> usize {
        self.lanes() * size_of::<f32>()
    }

    /// f32 numbers in a vector.
    pub(crate) fn lanes(self) -> usize {
        match self.0 {
            InstructionSet::Amx | InstructionSet::Avx512Bf16 | InstructionSet::Avx512 => 16,
            InstructionSet::Avx2Fma => 8,
            InstructionSet::Neon => 4,
            InstructionSet::Portable => Portable::LANES,
        }
    }

    /// Returns true if one instruction multiplies vectors of bf16 pairs.
    pub(crate) fn has_bf16_dot(self) -> bool {
        matches!(self.0, InstructionSet::Amx | InstructionSet::Avx512Bf16)
    }

    /// Returns true if there are tile registers for bf16 matrices.
    pub(crate) fn has_amx(self) -> bool {
        self.0 == InstructionSet::Amx
    }

    /// Runs a task compiled for the vectors of this instruction set.
    pub fn dispatch<T: WithSimd>(self, task: T) -> T::Output {
        match self.0 {
            // SAFETY: the machine has the features, or there would be no such `Isa`.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Amx | InstructionSet::Avx512Bf16 => unsafe { x86::avx512_bf16(task) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { x86::avx512(task) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2Fma => unsafe { x86::avx2(task) },
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => task.with_simd::<crate::simd::neon::Neon>(),
            _ => task.with_simd::<Portable>(),
        }
    }

    /// Returns true if there are vectors of 512 bits.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn has_avx512(self) -> bool {
        matches!(self.0, InstructionSet::Amx | InstructionSet::Avx512Bf16 | InstructionSet::Avx512)
    }

    /// Returns true if there are vectors of 256 bits, and no larger ones.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is_avx2(self) -> bool {
        self.0 == InstructionSet::Avx2Fma
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns true if the bf16 dot product is slower than f32 multiplication.
fn has_slow_bf16_dot() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        crate::cpu_features::is_intel()
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Work that is written once over the vector trait and compiled for each instruction set, by
/// [`Isa::dispatch`].
///
/// `with_simd` must be `#[inline(always)]`, as must all that it calls, or it would be compiled without the
/// features of the instruction set. Only this crate can name the vector trait; others use [`Isa::run`].
pub trait WithSimd {
    /// The result of the work.
    type Output;
    /// Does the work with vectors `S`.
    fn with_simd<S: Simd>(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::WithSimd;
    use crate::simd::{avx2::Avx2, avx512::Avx512};

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma")]
    pub(super) fn avx512_bf16<T: WithSimd>(task: T) -> T::Output {
        task.with_simd::<Avx512<true>>()
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    pub(super) fn avx512<T: WithSimd>(task: T) -> T::Output {
        task.with_simd::<Avx512<false>>()
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn avx2<T: WithSimd>(task: T) -> T::Output {
        task.with_simd::<Avx2>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_portable_set_is_everywhere_and_names_are_distinct() {
        assert_eq!(Isa::available().last(), Some(Isa::PORTABLE));
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
