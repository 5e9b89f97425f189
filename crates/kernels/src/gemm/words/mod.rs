//! Products of integers, whose sums wrap, and of f64: operands are packed as words, in blocks for the caches.
//!
//! The low bits of a sum of integers depend on the low bits of its terms alone. Integers are therefore packed
//! as words of 32 bits if the result has no more, else of 64 bits, and every order of summation gives the
//! same result. Where an instruction adds the products of several terms, a word holds these: two integers of
//! 16 bits (`vpmaddwd`), or four of 8 bits (`vpdpbusd`, VNNI). The terms of an f64 sum are added in order,
//! block by block.

mod layout;
mod pack;
mod product;
mod vector;
mod word;

use std::ops::Range;

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::spec::GemmSpec;
use crate::candidate::Refusal;
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::multiversion::Function;
use crate::scratch::{ScratchLayout, aligned};
use layout::{Layout, Words};
use product::{Arguments, Product};
use vector::{Array, Fused, Pairs, Unfused, Words32, Words64};

/// Products from which on packing pays.
const MIN_PRODUCTS: usize = 1 << 10;

#[derive(Debug)]
pub(super) struct WordsGemm(Layout);

impl WordsGemm {
    pub(super) fn accepts(spec: &GemmSpec) -> Result<(), Refusal> {
        let elements = spec.elements();
        let are_integers = elements.into_iter().all(Element::is_integer);
        if !are_integers && elements != [Element::F64; 3] {
            return Err("operands and result are neither integers nor f64".into());
        }
        let products = [spec.m, spec.n, spec.k].into_iter().fold(1, usize::saturating_mul);
        if products < MIN_PRODUCTS {
            return Err(format!("{products} products: packing pays from {MIN_PRODUCTS} on").into());
        }
        Ok(())
    }

    pub(super) fn new(spec: &GemmSpec, isa: Isa, takes_prepacked: bool) -> WordsGemm {
        WordsGemm(Layout { spec: spec.clone(), isa, words: Words::of(spec, isa), takes_prepacked })
    }

    /// Calls the product for these words and this instruction set.
    fn dispatch(&self, arguments: Arguments<'_>) {
        let isa = self.0.isa;
        #[cfg(target_arch = "x86_64")]
        {
            use crate::multiversion::{avx2, avx512};
            use vector::x86::{Avx2, Avx512};
            if isa.has_avx512() {
                // SAFETY: the machine has AVX-512, or there would be no such `Isa`; there are words of four
                // only if it has VNNI (`Words::of`).
                return unsafe {
                    match self.0.words {
                        Words::F64 => avx512::<Product<Avx512<Fused>, 16, 8>, _>(arguments),
                        Words::I64 => avx512::<Product<Avx512<Words64>, 16, 8>, _>(arguments),
                        Words::I32 => avx512::<Product<Avx512<Words32>, 32, 8>, _>(arguments),
                        Words::Pairs => avx512::<Product<Avx512<Pairs>, 32, 8>, _>(arguments),
                        Words::Quads { left_is_signed: true } => x86::signed_quads(arguments),
                        Words::Quads { left_is_signed: false } => x86::unsigned_quads(arguments),
                    }
                };
            }
            if isa.is_avx2() {
                // SAFETY: the machine has AVX2, or there would be no such `Isa`.
                return unsafe {
                    match self.0.words {
                        Words::F64 => avx2::<Product<Avx2<Fused>, 8, 6>, _>(arguments),
                        Words::I64 => avx2::<Product<Array<Words64, 4>, 8, 6>, _>(arguments),
                        Words::I32 => avx2::<Product<Avx2<Words32>, 16, 6>, _>(arguments),
                        _ => avx2::<Product<Avx2<Pairs>, 16, 6>, _>(arguments),
                    }
                };
            }
        }
        match self.0.words {
            Words::F64 if isa == Isa::PORTABLE => Product::<Array<Unfused, 4>, 8, 6>::call(arguments),
            Words::F64 => Product::<Array<Fused, 4>, 8, 6>::call(arguments),
            Words::I64 => Product::<Array<Words64, 4>, 8, 6>::call(arguments),
            Words::I32 => Product::<Array<Words32, 8>, 16, 6>::call(arguments),
            _ => Product::<Array<Pairs, 8>, 16, 6>::call(arguments),
        }
    }
}

impl GemmImplementation for WordsGemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Words
    }

    fn name(&self) -> &'static str {
        match self.0.words {
            Words::F64 => "f64 GEMM",
            Words::I64 | Words::I32 => "integer GEMM",
            Words::Pairs => "integer GEMM, pairs of 16 bits",
            #[cfg(target_arch = "x86_64")]
            Words::Quads { .. } => "integer GEMM, VNNI",
        }
    }

    fn scratch_bytes(&self) -> usize {
        let mut layout = ScratchLayout::default();
        layout.reserve(self.0.block_bytes().iter().sum::<usize>() / size_of::<u32>());
        layout.bytes()
    }

    fn takes_prepacked(&self) -> bool {
        self.0.takes_prepacked
    }

    fn packed_panels(&self) -> (usize, usize) {
        (self.0.panels(), self.0.panel_bytes())
    }

    unsafe fn pack(&self, rhs: *const u8, panels: Range<usize>, to: *mut u8) {
        let bytes = self.0.spec.spans().map_or(0, |spans| spans[1]);
        // SAFETY: the operand is valid for its span, and `to` for the panels, by contract.
        let (rhs, to) = unsafe {
            let to = std::slice::from_raw_parts_mut(to, panels.len() * self.0.panel_bytes());
            (std::slice::from_raw_parts(rhs, bytes), to)
        };
        self.dispatch(Arguments::Pack { layout: &self.0, rhs, panels, to });
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        let GemmMemory { lhs, rhs, out, scratch } = memory;
        let shift = aligned(scratch).addr() - scratch.as_ptr().addr();
        let [rows, columns] = self.0.block_bytes();
        let scratch = scratch[shift..shift + rows + columns].split_at_mut(rows);
        self.dispatch(Arguments::Multiply { layout: &self.0, operands: [lhs, rhs], out, scratch, write });
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::vector::x86::Quads;
    use super::{Arguments, Function, Product};

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")]
    pub(super) fn signed_quads(arguments: Arguments<'_>) {
        Product::<Quads<true>, 32, 8>::call(arguments);
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")]
    pub(super) fn unsigned_quads(arguments: Arguments<'_>) {
        Product::<Quads<false>, 32, 8>::call(arguments);
    }
}
