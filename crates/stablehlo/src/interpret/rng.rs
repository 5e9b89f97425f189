//! `rng_bit_generator`: counter-based generators (Salmon et al., "Parallel random numbers: as easy as 1, 2,
//! 3", SC 2011).
//!
//! The specification does not define the bits as a function of the state. Here each element depends only on
//! the key, the counter and its row-major position `i`, so elements can be computed in any order and in
//! parallel:
//!
//! * Threefry's state is `[key, counter]`. Philox's is `[key, low, high]` with a counter of 128 bits, or
//!   `[key, low]`, whose counter has the key as its high half. All are split into 32-bit words, low word
//!   first.
//! * **Philox 4x32-10**: block `j` is the four words of the counter `counter + j` (modulo 2^128).
//!   **Threefry 2x32-20**: block `j` is the two words of the counter `counter + j` (modulo 2^64).
//! * The words of blocks 0, 1, ... are concatenated. Element `i` of 8, 16 or 32 bits is the low bits of word
//!   `i`; an element of 64 bits is word `2i` (low half) and word `2i + 1` (high half).
//! * The new state has the counter advanced by the number of blocks used.
//!
//! For Philox this is XLA's layout; XLA arranges Threefry's words by halves of the shape instead.
//! `DEFAULT` is Philox.

use std::rc::Rc;

use super::shared_literal::SharedLiteral;
use crate::error::{Error, Result};
use crate::literal::Literal;
use crate::ops::RngAlgorithm;
use crate::types::TensorType;

/// The block of words of Philox 4x32 with 10 rounds for a key and a counter, low words first.
pub fn philox4x32(key: [u32; 2], counter: [u32; 4]) -> [u32; 4] {
    const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    let wide = |m: u32, x: u32| {
        let product = m as u64 * x as u64;
        ((product >> 32) as u32, product as u32)
    };
    let ([mut k0, mut k1], [mut x0, mut x1, mut x2, mut x3]) = (key, counter);
    for _ in 0..10 {
        let (high0, low0) = wide(MULTIPLIERS[0], x0);
        let (high1, low1) = wide(MULTIPLIERS[1], x2);
        (x0, x1, x2, x3) = (high1 ^ x1 ^ k0, low1, high0 ^ x3 ^ k1, low0);
        k0 = k0.wrapping_add(WEYL[0]);
        k1 = k1.wrapping_add(WEYL[1]);
    }
    [x0, x1, x2, x3]
}

/// The block of words of Threefry 2x32 with 20 rounds for a key and a counter, low words first.
pub fn threefry2x32(key: [u32; 2], counter: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD1_1BDA];
    let mut x = [counter[0].wrapping_add(keys[0]), counter[1].wrapping_add(keys[1])];
    for group in 0..5usize {
        for rotation in ROTATIONS[group % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(rotation) ^ x[0];
        }
        x[0] = x[0].wrapping_add(keys[(group + 1) % 3]);
        x[1] = x[1].wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1);
    }
    x
}

fn words(value: u64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}

/// The new state, and random bits of type `ty`.
pub(super) fn bit_generator(algorithm: RngAlgorithm, state: &Literal, ty: &TensorType) -> Result<[SharedLiteral; 2]> {
    let state_ty = state.ty();
    let state = state.to_vec::<u64>()?;
    let n = ty.element.bytes();
    let words_needed = ty.num_elements() * if n == 8 { 2 } else { 1 };
    let (new_state, output) = match (algorithm, &state[..]) {
        (RngAlgorithm::ThreeFry, &[key, counter]) => {
            let blocks = words_needed.div_ceil(2) as u64;
            let output = (0..blocks).flat_map(|j| threefry2x32(words(key), words(counter.wrapping_add(j)))).collect();
            (vec![key, counter.wrapping_add(blocks)], output)
        }
        (RngAlgorithm::Philox | RngAlgorithm::Default, &[key, low, ref rest @ ..]) if rest.len() <= 1 => {
            let counter = (rest.first().copied().unwrap_or(key) as u128) << 64 | low as u128;
            let blocks = words_needed.div_ceil(4) as u128;
            let block = |j: u128| {
                let at = counter.wrapping_add(j);
                let ([a, b], [c, d]) = (words(at as u64), words((at >> 64) as u64));
                philox4x32(words(key), [a, b, c, d])
            };
            let output: Vec<u32> = (0..blocks).flat_map(block).collect();
            let after = counter.wrapping_add(blocks);
            ([key, after as u64, (after >> 64) as u64][..state.len()].to_vec(), output)
        }
        _ => {
            return Err(Error::type_error(format!(
                "rng_bit_generator: {algorithm:?} needs a state of type tensor<2xui64> (Philox also tensor<3xui64>), \
                 not {state_ty}"
            )));
        }
    };
    let mut bytes = Vec::with_capacity(ty.size_in_bytes());
    if n == 8 {
        output[..words_needed].iter().for_each(|w| bytes.extend_from_slice(&w.to_le_bytes()));
    } else {
        output[..words_needed].iter().for_each(|w| bytes.extend_from_slice(&w.to_le_bytes()[..n]));
    }
    let state = Literal::from_vec(state_ty.dims.clone(), new_state)?;
    Ok([Rc::new(state), Rc::new(Literal::from_bytes(ty.clone(), bytes)?)])
}

#[cfg(test)]
mod tests {
    use super::*;

    // Known answers of Random123, the implementation of the paper's authors (`kat_vectors`).
    #[test]
    fn blocks_are_those_of_random123() {
        let pi = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
        assert_eq!(philox4x32([0; 2], [0; 4]), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
        assert_eq!(philox4x32([!0; 2], [!0; 4]), [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
        assert_eq!(philox4x32([0xa4093822, 0x299f31d0], pi), [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]);
        assert_eq!(threefry2x32([0; 2], [0; 2]), [0x6b200159, 0x99ba4efe]);
        assert_eq!(threefry2x32([!0; 2], [!0; 2]), [0x1cb996fc, 0xbb002be7]);
        assert_eq!(threefry2x32([pi[2], pi[3]], [pi[0], pi[1]]), [0xc4923a9c, 0x483df7a0]);
    }
}
