//! `rng_bit_generator`: Philox 4x32-10 and Threefry 2x32-20 (Salmon et al., SC 2011), many blocks at a time.
//!
//! State and layout are those of `stablehlo`'s interpreter: the words of blocks made from `counter + j` follow each
//! other; elements of 8, 16 or 32 bits are the low bits of a word each, elements of 64 bits take two. A Philox state of
//! two words has the key as the high half of its counter.

use stablehlo::TensorType;
use stablehlo::ops::RngAlgorithm;

use crate::plan::step::{Kernel, KernelArgs};
use crate::{Error, Result};
use kernels::Isa;

/// Blocks made together.
const WIDE: usize = 32;
type Lanes = [u32; WIDE];

#[derive(Debug)]
pub(crate) struct RngBits {
    threefry: bool,
    /// 64-bit words of the state: key, then one or two of the counter.
    state: usize,
    bytes: usize,
}

impl RngBits {
    pub(crate) fn new(algorithm: RngAlgorithm, state: &TensorType, bits: &TensorType) -> Result<Self> {
        let threefry = algorithm == RngAlgorithm::ThreeFry;
        let words = state.num_elements();
        if state.element != stablehlo::ElementType::Ui64 || !(words == 2 || (words == 3 && !threefry)) {
            return Err(Error::program(format!(
                "{algorithm:?} takes a state of ui64[2] (Philox also ui64[3]), not {state}"
            )));
        }
        Ok(Self { threefry, state: words, bytes: bits.element.bytes() })
    }
}

impl Kernel for RngBits {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let state: Vec<u64> = bytemuck::cast_slice(args.reads[0]).to_vec();
        let counter = state[1] as u128 | (state.get(2).copied().unwrap_or(state[0]) as u128) << 64;
        let words = args.writes[1].len() / self.bytes * if self.bytes == 8 { 2 } else { 1 };
        let per_block = if self.threefry { 2 } else { 4 };
        let blocks = words.div_ceil(per_block);
        let mut made = [0u32; WIDE * 4];
        let mut block = 0;
        let mut word = 0;
        while block < blocks {
            let at = counter.wrapping_add(block as u128);
            if self.threefry {
                threefry(args.isa, state[0], at as u64, &mut made);
            } else {
                philox(args.isa, state[0], at, &mut made);
            }
            let n = (WIDE * per_block).min(words - word);
            let out = &mut args.writes[1];
            match self.bytes {
                1 => made[..n].iter().zip(&mut out[word..]).for_each(|(w, o)| *o = *w as u8),
                2 => {
                    let out = &mut bytemuck::cast_slice_mut::<u8, u16>(out)[word..];
                    made[..n].iter().zip(out).for_each(|(w, o)| *o = *w as u16);
                }
                _ => out[word * 4..(word + n) * 4].copy_from_slice(bytemuck::cast_slice(&made[..n])),
            }
            word += n;
            block += WIDE;
        }
        let after = counter.wrapping_add(blocks as u128);
        let new = [state[0], after as u64, (after >> 64) as u64];
        args.writes[0].copy_from_slice(bytemuck::cast_slice(&new[..self.state]));
        Ok(())
    }
}

fn philox(isa: Isa, key: u64, counter: u128, out: &mut [u32; WIDE * 4]) {
    crate::elementwise::multiversion!(isa, philox_blocks(key: u64, counter: u128, out: &mut [u32; WIDE * 4]));
}

#[inline(always)]
fn philox_blocks(key: u64, counter: u128, out: &mut [u32; WIDE * 4]) {
    let (mut k0, mut k1) = (key as u32, (key >> 32) as u32);
    let (low, high) = (counter as u64, (counter >> 64) as u64);
    let [mut x0, mut x1, mut x2, mut x3]: [Lanes; 4] = [[0; WIDE]; 4];
    for j in 0..WIDE {
        let at = low.wrapping_add(j as u64);
        let above = high.wrapping_add(u64::from(at < low));
        x0[j] = at as u32;
        x1[j] = (at >> 32) as u32;
        x2[j] = above as u32;
        x3[j] = (above >> 32) as u32;
    }
    for _ in 0..10 {
        for j in 0..WIDE {
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

fn threefry(isa: Isa, key: u64, counter: u64, out: &mut [u32; WIDE * 4]) {
    crate::elementwise::multiversion!(isa, threefry_blocks(key: u64, counter: u64, out: &mut [u32; WIDE * 4]));
}

#[inline(always)]
fn threefry_blocks(key: u64, counter: u64, out: &mut [u32; WIDE * 4]) {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let (k0, k1) = (key as u32, (key >> 32) as u32);
    let keys = [k0, k1, k0 ^ k1 ^ 0x1BD1_1BDA];
    let (mut a, mut b): (Lanes, Lanes) = ([0; WIDE], [0; WIDE]);
    for j in 0..WIDE {
        let at = counter.wrapping_add(j as u64);
        a[j] = (at as u32).wrapping_add(keys[0]);
        b[j] = ((at >> 32) as u32).wrapping_add(keys[1]);
    }
    for group in 0..5usize {
        for rotation in ROTATIONS[group % 2] {
            for j in 0..WIDE {
                a[j] = a[j].wrapping_add(b[j]);
                b[j] = b[j].rotate_left(rotation) ^ a[j];
            }
        }
        for j in 0..WIDE {
            a[j] = a[j].wrapping_add(keys[(group + 1) % 3]);
            b[j] = b[j].wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1);
        }
    }
    for (j, block) in out.chunks_exact_mut(2).take(WIDE).enumerate() {
        block[0] = a[j];
        block[1] = b[j];
    }
}
