//! Vectors of sums of products of words, for each instruction set.

use std::marker::PhantomData;

use super::word::{Pair, Sum, Word};

/// Vectors of sums of products.
///
/// # Safety
/// The methods may only run where the machine has the instruction set. Pointers are valid for what they point
/// to, and need no alignment.
#[allow(clippy::missing_safety_doc)] // stated once, above
pub(super) trait Vector {
    type Word: Word;
    type Sum: Sum;
    /// A vector of sums.
    type Sums: Copy;
    /// A word of a row, as it is multiplied by all columns.
    type Row: Copy;
    /// Words of neighboring columns.
    type Columns: Copy;
    /// Sums in a vector.
    const LEN: usize;

    unsafe fn splat(sum: Self::Sum) -> Self::Sums;
    unsafe fn row(word: *const u8) -> Self::Row;
    unsafe fn columns(words: *const u8) -> Self::Columns;
    unsafe fn add_products(sums: Self::Sums, row: Self::Row, columns: Self::Columns) -> Self::Sums;
    unsafe fn store(sums: Self::Sums, to: *mut u8);
}

/// The product of two words, added to a sum.
pub(super) trait Scalar {
    type Word: Word;
    type Sum: Sum;
    fn add_product(sum: Self::Sum, x: Self::Word, y: Self::Word) -> Self::Sum;
}

/// f64 products, each added with one rounding.
pub(super) struct Fused;
/// f64 products on processors without a fused multiply-add, which would be computed in software.
pub(super) struct Unfused;
/// Products of integers of 32 bits.
pub(super) struct Words32;
/// Products of integers of 64 bits.
pub(super) struct Words64;
/// Sums of two products of integers of 16 bits.
pub(super) struct Pairs;

impl Scalar for Fused {
    type Word = f64;
    type Sum = f64;
    #[inline(always)]
    fn add_product(sum: f64, x: f64, y: f64) -> f64 {
        x.mul_add(y, sum)
    }
}

impl Scalar for Unfused {
    type Word = f64;
    type Sum = f64;
    #[inline(always)]
    fn add_product(sum: f64, x: f64, y: f64) -> f64 {
        sum + x * y
    }
}

impl Scalar for Words32 {
    type Word = i32;
    type Sum = i32;
    #[inline(always)]
    fn add_product(sum: i32, x: i32, y: i32) -> i32 {
        sum.wrapping_add(x.wrapping_mul(y))
    }
}

impl Scalar for Words64 {
    type Word = i64;
    type Sum = i64;
    #[inline(always)]
    fn add_product(sum: i64, x: i64, y: i64) -> i64 {
        sum.wrapping_add(x.wrapping_mul(y))
    }
}

impl Scalar for Pairs {
    type Word = Pair;
    type Sum = i32;
    #[inline(always)]
    fn add_product(sum: i32, x: Pair, y: Pair) -> i32 {
        let low = |pair: Pair| i32::from(pair.0 as i16);
        let high = |pair: Pair| pair.0.cast_signed() >> 16;
        sum.wrapping_add(low(x).wrapping_mul(low(y))).wrapping_add(high(x).wrapping_mul(high(y)))
    }
}

/// An array, which the compiler makes vectors of.
pub(super) struct Array<S, const N: usize>(PhantomData<S>);

impl<S: Scalar, const N: usize> Vector for Array<S, N> {
    type Word = S::Word;
    type Sum = S::Sum;
    type Sums = [S::Sum; N];
    type Row = S::Word;
    type Columns = [S::Word; N];
    const LEN: usize = N;

    #[inline(always)]
    unsafe fn splat(sum: S::Sum) -> [S::Sum; N] {
        [sum; N]
    }
    #[inline(always)]
    unsafe fn row(word: *const u8) -> S::Word {
        // SAFETY: valid for a word, by contract.
        unsafe { word.cast::<S::Word>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn columns(words: *const u8) -> [S::Word; N] {
        // SAFETY: valid for the words, by contract.
        unsafe { words.cast::<[S::Word; N]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn add_products(mut sums: [S::Sum; N], row: S::Word, columns: [S::Word; N]) -> [S::Sum; N] {
        for (sum, column) in sums.iter_mut().zip(columns) {
            *sum = S::add_product(*sum, row, column);
        }
        sums
    }
    #[inline(always)]
    unsafe fn store(sums: [S::Sum; N], to: *mut u8) {
        // SAFETY: valid for the sums, by contract.
        unsafe { to.cast::<[S::Sum; N]>().write_unaligned(sums) }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::super::word::{Pair, Quad};
    use super::{Pairs, PhantomData, Vector, Words32, Words64};
    use std::arch::x86_64::*;

    /// AVX-512.
    pub(in super::super) struct Avx512<S>(PhantomData<S>);
    /// AVX2 with FMA.
    pub(in super::super) struct Avx2<S>(PhantomData<S>);
    /// Sums of four products of bytes.
    pub(in super::super) struct Quads<const LEFT_IS_SIGNED: bool>;

    macro_rules! vector {
        ($vector:ty, $word:ty, $sum:ty, $register:ty, $len:expr, $splat:expr, $load:expr, $store:expr, $add:expr) => {
            impl Vector for $vector {
                type Word = $word;
                type Sum = $sum;
                type Sums = $register;
                type Row = $register;
                type Columns = $register;
                const LEN: usize = $len;

                #[inline(always)]
                unsafe fn splat(sum: $sum) -> $register {
                    // SAFETY: the instruction set, by contract.
                    unsafe { $splat(sum) }
                }
                #[inline(always)]
                unsafe fn row(word: *const u8) -> $register {
                    // SAFETY: the instruction set, and valid for a word, by contract. A word has the size of
                    // a sum.
                    unsafe { $splat(word.cast::<$sum>().read_unaligned()) }
                }
                #[inline(always)]
                unsafe fn columns(words: *const u8) -> $register {
                    // SAFETY: the instruction set, and valid for a vector, by contract.
                    unsafe { $load(words.cast()) }
                }
                #[inline(always)]
                unsafe fn add_products(sums: $register, row: $register, columns: $register) -> $register {
                    // SAFETY: the instruction set, by contract.
                    unsafe { $add(sums, row, columns) }
                }
                #[inline(always)]
                unsafe fn store(sums: $register, to: *mut u8) {
                    // SAFETY: the instruction set, and valid for a vector, by contract.
                    unsafe { $store(to.cast(), sums) }
                }
            }
        };
    }

    macro_rules! integers {
        (512, $vector:ty, $word:ty, $add:expr) => {
            vector!($vector, $word, i32, __m512i, 16, _mm512_set1_epi32, _mm512_loadu_si512, _mm512_storeu_si512, $add);
        };
        (256, $vector:ty, $word:ty, $add:expr) => {
            vector!($vector, $word, i32, __m256i, 8, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256, $add);
        };
    }

    vector!(Avx512<super::Fused>, f64, f64, __m512d, 8, _mm512_set1_pd, _mm512_loadu_pd, _mm512_storeu_pd, fused512);
    vector!(Avx2<super::Fused>, f64, f64, __m256d, 4, _mm256_set1_pd, _mm256_loadu_pd, _mm256_storeu_pd, fused256);
    vector!(Avx512<Words64>, i64, i64, __m512i, 8, _mm512_set1_epi64, _mm512_loadu_si512, _mm512_storeu_si512, words64);
    integers!(512, Avx512<Words32>, i32, words512);
    integers!(256, Avx2<Words32>, i32, words256);
    integers!(512, Avx512<Pairs>, Pair, pairs512);
    integers!(256, Avx2<Pairs>, Pair, pairs256);
    integers!(512, Quads<true>, Quad<true>, quads_signed);
    integers!(512, Quads<false>, Quad<false>, quads_unsigned);

    macro_rules! add {
        ($name:ident, $register:ty, ($sums:ident, $row:ident, $columns:ident) => $add:expr) => {
            /// # Safety
            /// The machine has the instructions.
            #[inline(always)]
            unsafe fn $name($sums: $register, $row: $register, $columns: $register) -> $register {
                // SAFETY: by contract.
                unsafe { $add }
            }
        };
    }

    add!(fused512, __m512d, (sums, row, columns) => _mm512_fmadd_pd(row, columns, sums));
    add!(fused256, __m256d, (sums, row, columns) => _mm256_fmadd_pd(row, columns, sums));
    add!(words64, __m512i, (sums, row, columns) => _mm512_add_epi64(sums, _mm512_mullo_epi64(row, columns)));
    add!(words512, __m512i, (sums, row, columns) => _mm512_add_epi32(sums, _mm512_mullo_epi32(row, columns)));
    add!(words256, __m256i, (sums, row, columns) => _mm256_add_epi32(sums, _mm256_mullo_epi32(row, columns)));
    add!(pairs512, __m512i, (sums, row, columns) => _mm512_add_epi32(sums, _mm512_madd_epi16(row, columns)));
    add!(pairs256, __m256i, (sums, row, columns) => _mm256_add_epi32(sums, _mm256_madd_epi16(row, columns)));
    // The instruction multiplies unsigned bytes by signed ones.
    add!(quads_signed, __m512i, (sums, row, columns) => _mm512_dpbusd_epi32(sums, columns, row));
    add!(quads_unsigned, __m512i, (sums, row, columns) => _mm512_dpbusd_epi32(sums, row, columns));
}
