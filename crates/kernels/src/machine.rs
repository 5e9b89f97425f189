//! Cache, line and page sizes: of a fixed reference machine, and of the processor that runs.
//!
//! # Which of the two decides what
//! Results must be identical to the bit on every machine with the same instruction set. The order of
//! summation therefore depends on the shape and the instruction set alone, never on addresses, threads or
//! cache sizes.
//!
//! * [`Machine::REFERENCE`] sizes everything that can change the order of a sum or the choice of an
//!   algorithm: blocks of the reduction, blocks of rows (the last rows of a block take a smaller register
//!   tile, which may add up in another order), images per block, Winograd tiles per batch, and thresholds
//!   between algorithms. Such constants are written as a fraction of a reference size, with the reason for
//!   the fraction.
//! * [`Machine::host`] sizes only what cannot change results, such as the alignment of scratch memory.

use std::sync::LazyLock;

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// Sizes of a processor's caches, as one core sees them, and of its lines and pages; all in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// First-level data cache of a core.
    pub l1d_bytes: usize,
    /// Second-level cache of a core: its share, if several cores have one together.
    pub l2_bytes: usize,
    /// A core's share of the third-level cache; [`l2_bytes`](Machine::l2_bytes) if there is none.
    pub l3_bytes: usize,
    /// Cache line.
    pub line_bytes: usize,
    /// Smallest page of virtual memory.
    pub page_bytes: usize,
}

impl Machine {
    /// The machine that block sizes are chosen for, whichever machine runs: a server core of the years since
    /// 2020.
    pub const REFERENCE: Machine =
        Machine { l1d_bytes: 48 * KIB, l2_bytes: MIB, l3_bytes: 16 * MIB, line_bytes: 64, page_bytes: 4 * KIB };

    /// The machine that runs, asked once: CPUID on x86-64, sysfs on other processors under Linux. A size that
    /// cannot be found out is that of [`Machine::REFERENCE`], or of an M1 on Apple's processors.
    ///
    /// ```
    /// let machine = kernels::Machine::host();
    /// assert!(machine.line_bytes.is_power_of_two() && machine.l1d_bytes <= machine.l2_bytes);
    /// ```
    pub fn host() -> &'static Machine {
        static HOST: LazyLock<Machine> = LazyLock::new(detect);
        &HOST
    }
}

/// One data or unified cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cache {
    level: usize,
    bytes: usize,
    line_bytes: usize,
    /// Logical processors that have it together.
    sharers: usize,
}

/// The sizes that these caches, of any order, give; those of `fallback` for missing levels.
fn from_caches(caches: &[Cache], page_bytes: usize, fallback: Machine) -> Machine {
    let at = |level: usize| caches.iter().find(|cache| cache.level == level && cache.bytes > 0);
    // The threads of a core share its first-level cache.
    let threads_per_core = at(1).map_or(1, |cache| cache.sharers.max(1));
    let share = |cache: &Cache| cache.bytes / (cache.sharers / threads_per_core).max(1);
    let l1d_bytes = at(1).map_or(fallback.l1d_bytes, share);
    let l2_bytes = at(2).map_or(fallback.l2_bytes, share).max(l1d_bytes);
    let no_l3 = if caches.is_empty() { fallback.l3_bytes } else { l2_bytes };
    let line_bytes = at(1).map(|cache| cache.line_bytes).filter(|bytes| bytes.is_power_of_two());
    Machine {
        l1d_bytes,
        l2_bytes,
        l3_bytes: at(3).map_or(no_l3, share),
        line_bytes: line_bytes.unwrap_or(fallback.line_bytes),
        page_bytes,
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Machine {
    from_caches(&cpuid::caches(), Machine::REFERENCE.page_bytes, Machine::REFERENCE)
}

#[cfg(all(target_os = "linux", not(target_arch = "x86_64")))]
fn detect() -> Machine {
    let page_bytes = std::fs::read("/proc/self/auxv").ok().and_then(|auxv| sysfs::page_bytes(&auxv));
    let caches =
        sysfs::caches(|file| std::fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/{file}")).ok());
    from_caches(&caches, page_bytes.unwrap_or(Machine::REFERENCE.page_bytes), Machine::REFERENCE)
}

#[cfg(not(any(target_arch = "x86_64", target_os = "linux")))]
fn detect() -> Machine {
    if cfg!(target_vendor = "apple") {
        // A performance core of an M1: four cores share 12 MiB of second-level cache, all share 8 MiB behind
        // it.
        let (l1d_bytes, l2_bytes) = (128 * KIB, 3 * MIB);
        return Machine { l1d_bytes, l2_bytes, l3_bytes: l2_bytes, line_bytes: 128, page_bytes: 16 * KIB };
    }
    Machine::REFERENCE
}

/// Deterministic cache parameters: leaf 4 on Intel's processors, leaf 0x8000001D, of the same form, on AMD's.
#[cfg(target_arch = "x86_64")]
mod cpuid {
    use super::Cache;
    use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};

    const INTEL_LEAF: u32 = 4;
    const AMD_LEAF: u32 = 0x8000_001d;
    /// More subleaves than any processor has caches.
    const MAX_CACHES: u32 = 16;

    pub(super) fn caches() -> Vec<Cache> {
        let of_leaf = |leaf: u32| {
            let supported = __cpuid(leaf & 0x8000_0000).eax >= leaf;
            let count = if supported { MAX_CACHES } else { 0 };
            let subleaves = (0..count).map(|subleaf| __cpuid_count(leaf, subleaf));
            subleaves.take_while(|found| found.eax & 0x1f != 0).filter_map(|found| parse(&found)).collect::<Vec<_>>()
        };
        let caches = of_leaf(INTEL_LEAF);
        if caches.is_empty() { of_leaf(AMD_LEAF) } else { caches }
    }

    /// A data (1) or unified (3) cache.
    pub(super) fn parse(found: &CpuidResult) -> Option<Cache> {
        let field = |register: u32, low: u32, bits: u32| (register >> low & ((1 << bits) - 1)) as usize;
        let line_bytes = field(found.ebx, 0, 12) + 1;
        let (partitions, ways) = (field(found.ebx, 12, 10) + 1, field(found.ebx, 22, 10) + 1);
        matches!(field(found.eax, 0, 5), 1 | 3).then(|| Cache {
            level: field(found.eax, 5, 3),
            bytes: ways * partitions * line_bytes * (found.ecx as usize + 1),
            line_bytes,
            sharers: field(found.eax, 14, 12) + 1,
        })
    }
}

/// The files in which Linux describes the caches of the first processor.
#[cfg(any(test, all(target_os = "linux", not(target_arch = "x86_64"))))]
mod sysfs {
    use super::{Cache, KIB, MIB};

    /// `read` returns the content of a file of `/sys/devices/system/cpu/cpu0/cache`.
    pub(super) fn caches(read: impl Fn(&str) -> Option<String>) -> Vec<Cache> {
        let number = |file: String| read(&file)?.trim().parse().ok();
        (0..)
            .map_while(|index| {
                let kind = read(&format!("index{index}/type"))?;
                let cache = || {
                    Some(Cache {
                        level: number(format!("index{index}/level"))?,
                        bytes: bytes(read(&format!("index{index}/size"))?.trim())?,
                        line_bytes: number(format!("index{index}/coherency_line_size"))?,
                        sharers: sharers(read(&format!("index{index}/shared_cpu_list"))?.trim())?,
                    })
                };
                Some((kind.trim() != "Instruction").then(cache).flatten())
            })
            .flatten()
            .collect()
    }

    /// A size such as `32K` or `1M`.
    fn bytes(size: &str) -> Option<usize> {
        match size.split_at_checked(size.len().checked_sub(1)?)? {
            (count, "K") => Some(count.parse::<usize>().ok()? * KIB),
            (count, "M") => Some(count.parse::<usize>().ok()? * MIB),
            _ => size.parse().ok(),
        }
    }

    /// The number of processors that a list such as `0-3,8` names.
    fn sharers(list: &str) -> Option<usize> {
        list.split(',').try_fold(0, |count, range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            Some(count + 1 + last.parse::<usize>().ok()?.checked_sub(first.parse().ok()?)?)
        })
    }

    /// `AT_PAGESZ` of a process's auxiliary vector: pairs of machine words, a type and a value.
    pub(super) fn page_bytes(auxv: &[u8]) -> Option<usize> {
        const AT_PAGESZ: usize = 6;
        let words: Vec<usize> = auxv.as_chunks().0.iter().map(|word| usize::from_ne_bytes(*word)).collect();
        words.as_chunks::<2>().0.iter().find(|[kind, _]| *kind == AT_PAGESZ).map(|[_, bytes]| *bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_has_plausible_sizes() {
        let Machine { l1d_bytes, l2_bytes, l3_bytes, line_bytes, page_bytes } = *Machine::host();
        assert!((8 * KIB..=MIB).contains(&l1d_bytes), "{l1d_bytes}");
        assert!((l1d_bytes..=64 * MIB).contains(&l2_bytes), "{l2_bytes}");
        assert!((64 * KIB..=4096 * MIB).contains(&l3_bytes), "{l3_bytes}");
        assert!([32, 64, 128, 256].contains(&line_bytes), "{line_bytes}");
        assert!(page_bytes.is_power_of_two() && page_bytes >= 4 * KIB, "{page_bytes}");
    }

    #[test]
    fn shares_are_of_cores_and_missing_levels_fall_back() {
        let cache = |level, bytes, sharers| Cache { level, bytes, line_bytes: 64, sharers };
        // Two threads a core; sixteen threads, so eight cores, have the third level together.
        let caches = [cache(1, 32 * KIB, 2), cache(2, MIB, 2), cache(3, 64 * MIB, 16)];
        let found = from_caches(&caches, 4 * KIB, Machine::REFERENCE);
        assert_eq!((found.l1d_bytes, found.l2_bytes, found.l3_bytes), (32 * KIB, MIB, 8 * MIB));
        let found = from_caches(&caches[..2], 4 * KIB, Machine::REFERENCE);
        assert_eq!(found.l3_bytes, MIB);
        assert_eq!(from_caches(&[], 4 * KIB, Machine::REFERENCE), Machine::REFERENCE);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn cpuid_leaves_are_read_as_the_manuals_say() {
        // 48 KiB in 12 ways of 64 lines of 64 bytes, for two threads; then an instruction cache.
        let found = std::arch::x86_64::CpuidResult { eax: 1 << 14 | 1 << 5 | 1, ebx: 11 << 22 | 63, ecx: 63, edx: 0 };
        assert_eq!(cpuid::parse(&found), Some(Cache { level: 1, bytes: 48 * KIB, line_bytes: 64, sharers: 2 }));
        assert_eq!(cpuid::parse(&std::arch::x86_64::CpuidResult { eax: 1 << 5 | 2, ..found }), None);
    }

    #[test]
    fn sysfs_files_are_read() {
        let files = [
            ("index0/type", "Data\n"),
            ("index0/level", "1\n"),
            ("index0/size", "64K\n"),
            ("index0/coherency_line_size", "64\n"),
            ("index0/shared_cpu_list", "0\n"),
            ("index1/type", "Instruction\n"),
            ("index2/type", "Unified\n"),
            ("index2/level", "2\n"),
            ("index2/size", "1M\n"),
            ("index2/coherency_line_size", "64\n"),
            ("index2/shared_cpu_list", "0-2,8\n"),
        ];
        let read = |file: &str| files.iter().find(|(name, _)| *name == file).map(|(_, content)| (*content).to_owned());
        let caches = [
            Cache { level: 1, bytes: 64 * KIB, line_bytes: 64, sharers: 1 },
            Cache { level: 2, bytes: MIB, line_bytes: 64, sharers: 4 },
        ];
        assert_eq!(sysfs::caches(read), caches);
        let auxv: Vec<u8> = [3usize, 64, 6, 65_536, 0, 0].into_iter().flat_map(usize::to_ne_bytes).collect();
        assert_eq!(sysfs::page_bytes(&auxv), Some(65_536));
    }
}
