//! `rng_bit_generator`: Philox 4x32-10 and Threefry 2x32-20 (Salmon et al., "Parallel random numbers: as easy
//! as 1, 2, 3", SC 2011), vectorized over blocks.
//!
//! State and layout are those of `stablehlo`'s interpreter: block `j` is generated from `counter + j`, and
//! the words of the blocks follow each other. An element of 8, 16 or 32 bits is the low bits of one word; an
//! element of 64 bits takes two words. A Philox state of two words has the key as the high half of its
//! counter.

use stablehlo::TensorType;
use stablehlo::ops::RngAlgorithm;

use crate::elementwise::multiversion::multiversion;
use crate::error::{Error, Result};
use crate::plan::step::{Kernel, KernelArgs};
use kernels::Isa;

/// Blocks generated together.
const BATCH_BLOCKS: usize = 32;
/// One word of each block of a batch.
type BatchWords = [u32; BATCH_BLOCKS];
/// The words of a batch: up to four per block.
type Batch = [u32; BATCH_BLOCKS * 4];

/// `rng_bit_generator`; reads the state, writes the new state and the bits.
#[derive(Debug)]
pub(crate) struct RngBits {
    is_threefry: bool,
    /// 64-bit words of the state: the key, then one or two of the counter.
    state_words: usize,
    /// Bytes of an element of the result.
    bytes: usize,
}

impl RngBits {
    /// # Errors
    /// The type of the state does not fit the algorithm.
    pub(crate) fn new(algorithm: RngAlgorithm, state: &TensorType, bits: &TensorType) -> Result<Self> {
        let is_threefry = algorithm == RngAlgorithm::ThreeFry;
        let words = state.num_elements();
        if state.element != stablehlo::ElementType::Ui64 || !(words == 2 || (words == 3 && !is_threefry)) {
            return Err(Error::program(format!(
                "{algorithm:?} takes a state of ui64[2] (Philox also ui64[3]), not {state}"
            )));
        }
        Ok(Self { is_threefry, state_words: words, bytes: bits.element.bytes() })
    }
}

impl Kernel for RngBits {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let state: Vec<u64> = bytemuck::cast_slice(args.reads[0]).to_vec();
        let counter = state[1] as u128 | (state.get(2).copied().unwrap_or(state[0]) as u128) << 64;
        let words = args.writes[1].len() / self.bytes * if self.bytes == 8 { 2 } else { 1 };
        let per_block = if self.is_threefry { 2 } else { 4 };
        let blocks = words.div_ceil(per_block);
        let mut batch: Batch = [0; BATCH_BLOCKS * 4];
        let mut block = 0;
        let mut word = 0;
        while block < blocks {
            let at = counter.wrapping_add(block as u128);
            if self.is_threefry {
                threefry(args.isa, state[0], at as u64, &mut batch);
            } else {
                philox(args.isa, state[0], at, &mut batch);
            }
            let n = (BATCH_BLOCKS * per_block).min(words - word);
            let out = &mut args.writes[1];
            match self.bytes {
                1 => batch[..n].iter().zip(&mut out[word..]).for_each(|(w, o)| *o = *w as u8),
                2 => {
                    let out = &mut bytemuck::cast_slice_mut::<u8, u16>(out)[word..];
                    batch[..n].iter().zip(out).for_each(|(w, o)| *o = *w as u16);
                }
                _ => out[word * 4..(word + n) * 4].copy_from_slice(bytemuck::cast_slice(&batch[..n])),
            }
            word += n;
            block += BATCH_BLOCKS;
        }
        let after = counter.wrapping_add(blocks as u128);
        let new = [state[0], after as u64, (after >> 64) as u64];
        args.writes[0].copy_from_slice(bytemuck::cast_slice(&new[..self.state_words]));
        Ok(())
    }
}

fn philox(isa: Isa, key: u64, counter: u128, out: &mut Batch) {
    multiversion!(isa, philox_blocks(key: u64, counter: u128, out: &mut Batch));
}

#[inline(always)]
fn philox_blocks(key: u64, counter: u128, out: &mut Batch) {
    let (mut k0, mut k1) = (key as u32, (key >> 32) as u32);
    let (low, high) = (counter as u64, (counter >> 64) as u64);
    let [mut x0, mut x1, mut x2, mut x3]: [BatchWords; 4] = [[0; BATCH_BLOCKS]; 4];
    for j in 0..BATCH_BLOCKS {
        let at = low.wrapping_add(j as u64);
        let upper = high.wrapping_add(u64::from(at < low));
        x0[j] = at as u32;
        x1[j] = (at >> 32) as u32;
        x2[j] = upper as u32;
        x3[j] = (upper >> 32) as u32;
    }
    for _ in 0..10 {
        for j in 0..BATCH_BLOCKS {
            let a = 0xD251_1F53u64 * x0[j] as u64;
            let b = 0xCD9E_8D57u64 * x2[j] as u64;
            x0[j] = (b >> 32) as u32 ^ x1[j] ^ k0;
            x1[j] = b as u32;
            x2[j] = (a >> 32) as u32 ^ x3[j] ^ k1;
            x3[j] = a as u32;
        }
        k0 = k0.wrapping_add(0x9E37_79B9);
        k1 = k1.wrapping_add(0xBB67_AE85);
    }
    for (j, block) in out.chunks_exact_mut(4).enumerate() {
        block.copy_from_slice(&[x0[j], x1[j], x2[j], x3[j]]);
    }
}

fn threefry(isa: Isa, key: u64, counter: u64, out: &mut Batch) {
    multiversion!(isa, threefry_blocks(key: u64, counter: u64, out: &mut Batch));
}

#[inline(always)]
fn threefry_blocks(key: u64, counter: u64, out: &mut Batch) {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let (k0, k1) = (key as u32, (key >> 32) as u32);
    let keys = [k0, k1, k0 ^ k1 ^ 0x1BD1_1BDA];
    let (mut a, mut b): (BatchWords, BatchWords) = ([0; BATCH_BLOCKS], [0; BATCH_BLOCKS]);
    for j in 0..BATCH_BLOCKS {
        let at = counter.wrapping_add(j as u64);
        a[j] = (at as u32).wrapping_add(keys[0]);
        b[j] = ((at >> 32) as u32).wrapping_add(keys[1]);
    }
    for group in 0..5usize {
        for rotation in ROTATIONS[group % 2] {
            for j in 0..BATCH_BLOCKS {
                a[j] = a[j].wrapping_add(b[j]);
                b[j] = b[j].rotate_left(rotation) ^ a[j];
            }
        }
        for j in 0..BATCH_BLOCKS {
            a[j] = a[j].wrapping_add(keys[(group + 1) % 3]);
            b[j] = b[j].wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1);
        }
    }
    for (j, block) in out.chunks_exact_mut(2).take(BATCH_BLOCKS).enumerate() {
        block[0] = a[j];
        block[1] = b[j];
    }
}
