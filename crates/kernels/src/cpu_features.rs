//! The features of the processor, and those that the operating system lets this process use.

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::*;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    use std::sync::OnceLock;

    pub(crate) fn has_avx2_fma() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
    }

    /// AVX-512 F, BW, DQ and VL, with what came before them.
    pub(crate) fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && has_avx2_fma()
    }

    pub(crate) fn has_avx512_bf16() -> bool {
        has_avx512() && is_x86_feature_detected!("avx512bf16")
    }

    /// The part of AVX-512 that multiplies bytes and adds up their products.
    pub(crate) fn has_avx512_vnni() -> bool {
        has_avx512() && is_x86_feature_detected!("avx512vnni")
    }

    /// AMX-TILE and AMX-BF16, with the system's permission to use tile registers, which is requested once.
    pub(crate) fn has_amx_bf16() -> bool {
        static AVAILABLE: OnceLock<bool> = OnceLock::new();
        *AVAILABLE.get_or_init(|| {
            // Leaf 7: AMX-BF16 is bit 22 of EDX, AMX-TILE bit 24.
            const TILES: u32 = 1 << 22 | 1 << 24;
            __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx & TILES == TILES && is_tile_data_granted()
        })
    }

    /// Linux grants the use of tile registers to processes that ask for it.
    #[cfg(target_os = "linux")]
    fn is_tile_data_granted() -> bool {
        const ARCH_REQ_XCOMP_PERM: libc::c_int = 0x1023;
        const XFEATURE_XTILEDATA: libc::c_ulong = 18;
        // SAFETY: asks the kernel for a permission; touches no memory.
        unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 }
    }

    #[cfg(not(target_os = "linux"))]
    fn is_tile_data_granted() -> bool {
        false
    }

    /// Returns true on Intel's processors, by the vendor string in three registers of four letters each.
    pub(crate) fn is_intel() -> bool {
        let vendor = __cpuid(0);
        [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).as_flattened() == b"GenuineIntel"
    }
}
