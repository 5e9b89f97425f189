//! The words of a product, and the sizes of its blocks.

use crate::element::Element;
use crate::gemm::spec::GemmSpec;
use crate::isa::Isa;

/// Words of a block of terms: the packed rows of a tile stay in the first-level cache.
pub(super) const BLOCK_WORDS: usize = 256;
/// Columns of a block, whose packed columns stay in the second-level cache.
pub(super) const BLOCK_COLUMNS: usize = 256;
/// Rows of a block: whole tiles of 6 or 8.
pub(super) const BLOCK_ROWS: usize = 96;
/// Bytes between the packed rows of a block, so that they do not compete for the same sets of the cache.
pub(super) const ROW_GAP_BYTES: usize = 64;

/// The words of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    F64,
    I64,
    I32,
    /// Two terms of 16 bits.
    Pairs,
    /// Four terms of 8 bits, with the kind of the left ones.
    #[cfg(target_arch = "x86_64")]
    Quads {
        left_is_signed: bool,
    },
}

impl Words {
    pub(super) fn of(spec: &GemmSpec, isa: Isa) -> Words {
        let [lhs, rhs, out] = spec.elements();
        let is_byte = |element: Element| element.bytes() == 1;
        let fits_i16 = |element: Element| is_byte(element) || element == Element::I16;
        match out {
            Element::F64 => Words::F64,
            Element::I64 | Element::U64 => Words::I64,
            #[cfg(target_arch = "x86_64")]
            _ if is_byte(lhs) && is_byte(rhs) && has_vnni(isa) => Words::Quads { left_is_signed: lhs == Element::I8 },
            _ if fits_i16(lhs) && fits_i16(rhs) && isa != Isa::PORTABLE => Words::Pairs,
            _ => Words::I32,
        }
    }

    /// The terms of a word.
    fn terms(self) -> usize {
        match self {
            Words::F64 | Words::I64 | Words::I32 => 1,
            Words::Pairs => 2,
            #[cfg(target_arch = "x86_64")]
            Words::Quads { .. } => 4,
        }
    }

    fn bytes(self) -> usize {
        if matches!(self, Words::F64 | Words::I64) { 8 } else { 4 }
    }
}

/// Returns true if the instruction set is AVX-512, and the machine has its VNNI part.
#[cfg(target_arch = "x86_64")]
fn has_vnni(isa: Isa) -> bool {
    isa.has_avx512() && crate::cpu_features::has_avx512_vnni()
}

/// A product with the way in which its operands are packed.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) spec: GemmSpec,
    pub(super) isa: Isa,
    pub(super) words: Words,
    /// The right operand comes packed.
    pub(super) takes_prepacked: bool,
}

impl Layout {
    /// Columns of a panel: two vectors of sums.
    pub(super) fn panel_columns(&self) -> usize {
        let bytes = if self.isa.vector_bytes() == 64 { 128 } else { 64 };
        bytes / self.words.bytes()
    }

    /// Words of a sum.
    pub(super) fn depth(&self) -> usize {
        self.spec.k.div_ceil(self.words.terms())
    }

    pub(super) fn panels(&self) -> usize {
        self.spec.n.div_ceil(self.panel_columns())
    }

    /// Bytes of a panel of all terms.
    pub(super) fn panel_bytes(&self) -> usize {
        self.panel_columns() * self.depth() * self.words.bytes()
    }

    /// Bytes of the packed rows of a block, and of its packed columns.
    pub(super) fn block_bytes(&self) -> [usize; 2] {
        let depth = self.depth().min(BLOCK_WORDS) * self.words.bytes();
        let columns = (self.panels() * self.panel_columns()).min(BLOCK_COLUMNS);
        [BLOCK_ROWS * (depth + ROW_GAP_BYTES), if self.takes_prepacked { 0 } else { columns * depth }]
    }
}
