//! The hash functions by which TensorFlow numbers strings: FarmHash's `Fingerprint64`, SipHash with a key,
//! and the combination of fingerprints of a feature cross.

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;

/// Eight bytes from `at` on, little endian.
fn word(s: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| s[at + i]))
}

/// Four bytes from `at` on, little endian.
fn half(s: &[u8], at: usize) -> u64 {
    u64::from(u32::from_le_bytes(std::array::from_fn(|i| s[at + i])))
}

fn shift_mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

/// 64 bits of 128 by multiplications, FarmHash's `HashLen16`.
fn mixed(u: u64, v: u64, multiplier: u64) -> u64 {
    let a = shift_mix((u ^ v).wrapping_mul(multiplier));
    shift_mix((v ^ a).wrapping_mul(multiplier)).wrapping_mul(multiplier)
}

/// FarmHash's `Fingerprint64`, the same on every machine (`farmhashna::Hash64`).
pub(super) fn farm_hash(s: &[u8]) -> u64 {
    match s.len() {
        0..=16 => up_to_16(s),
        17..=32 => up_to_32(s),
        33..=64 => up_to_64(s),
        _ => long(s),
    }
}

fn up_to_16(s: &[u8]) -> u64 {
    let n = s.len();
    let length = n as u64;
    let multiplier = K2.wrapping_add(length.wrapping_mul(2));
    if n >= 8 {
        let a = word(s, 0).wrapping_add(K2);
        let b = word(s, n - 8);
        let c = b.rotate_right(37).wrapping_mul(multiplier).wrapping_add(a);
        let d = a.rotate_right(25).wrapping_add(b).wrapping_mul(multiplier);
        return mixed(c, d, multiplier);
    }
    if n >= 4 {
        return mixed(length.wrapping_add(half(s, 0) << 3), half(s, n - 4), multiplier);
    }
    if n == 0 {
        return K2;
    }
    let (a, b, c) = (u32::from(s[0]), u32::from(s[n / 2]), u32::from(s[n - 1]));
    let (y, z) = (u64::from(a + (b << 8)), u64::from(n as u32 + (c << 2)));
    shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K0)).wrapping_mul(K2)
}

fn up_to_32(s: &[u8]) -> u64 {
    let n = s.len();
    let multiplier = K2.wrapping_add((n as u64).wrapping_mul(2));
    let (a, b) = (word(s, 0).wrapping_mul(K1), word(s, 8));
    let (c, d) = (word(s, n - 8).wrapping_mul(multiplier), word(s, n - 16).wrapping_mul(K2));
    let u = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    let v = a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c);
    mixed(u, v, multiplier)
}

fn up_to_64(s: &[u8]) -> u64 {
    let n = s.len();
    let multiplier = K2.wrapping_add((n as u64).wrapping_mul(2));
    let (a, b) = (word(s, 0).wrapping_mul(K2), word(s, 8));
    let (c, d) = (word(s, n - 8).wrapping_mul(multiplier), word(s, n - 16).wrapping_mul(K2));
    let y = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    let z = mixed(y, a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c), multiplier);
    let (e, f) = (word(s, 16).wrapping_mul(multiplier), word(s, 24));
    let g = y.wrapping_add(word(s, n - 32)).wrapping_mul(multiplier);
    let h = z.wrapping_add(word(s, n - 24)).wrapping_mul(multiplier);
    let u = e.wrapping_add(f).rotate_right(43).wrapping_add(g.rotate_right(30)).wrapping_add(h);
    let v = e.wrapping_add(f.wrapping_add(a).rotate_right(18)).wrapping_add(g);
    mixed(u, v, multiplier)
}

/// 16 bytes of hash of 32 bytes from `at` on and two seeds, FarmHash's `WeakHashLen32WithSeeds`.
fn weak(s: &[u8], at: usize, a: u64, b: u64) -> (u64, u64) {
    let [w, x, y, z] = [0, 8, 16, 24].map(|i| word(s, at + i));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let c = a;
    let a = a.wrapping_add(x).wrapping_add(y);
    let b = b.wrapping_add(a.rotate_right(44));
    (a.wrapping_add(z), b.wrapping_add(c))
}

/// More than 64 bytes: 56 bytes of state over blocks of 64 bytes, the last of which may overlap the one
/// before.
fn long(s: &[u8]) -> u64 {
    const SEED: u64 = 81;
    let mut x = SEED;
    let mut y = SEED.wrapping_mul(K1).wrapping_add(113);
    let mut z = shift_mix(y.wrapping_mul(K2).wrapping_add(113)).wrapping_mul(K2);
    let (mut v, mut w) = ((0, 0), (0, 0));
    x = x.wrapping_mul(K2).wrapping_add(word(s, 0));
    let end = (s.len() - 1) / 64 * 64;
    for at in (0..end).step_by(64) {
        x = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(word(s, at + 8)).rotate_right(37).wrapping_mul(K1);
        y = y.wrapping_add(v.1).wrapping_add(word(s, at + 48)).rotate_right(42).wrapping_mul(K1);
        x ^= w.1;
        y = y.wrapping_add(v.0).wrapping_add(word(s, at + 40));
        z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(K1);
        v = weak(s, at, v.1.wrapping_mul(K1), x.wrapping_add(w.0));
        w = weak(s, at + 32, z.wrapping_add(w.1), y.wrapping_add(word(s, at + 16)));
        (x, z) = (z, x);
    }
    let multiplier = K1.wrapping_add((z & 0xff) << 1);
    let at = s.len() - 64;
    w.0 = w.0.wrapping_add((s.len() as u64 - 1) & 63);
    v.0 = v.0.wrapping_add(w.0);
    w.0 = w.0.wrapping_add(v.0);
    x = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(word(s, at + 8)).rotate_right(37).wrapping_mul(multiplier);
    y = y.wrapping_add(v.1).wrapping_add(word(s, at + 48)).rotate_right(42).wrapping_mul(multiplier);
    x ^= w.1.wrapping_mul(9);
    y = y.wrapping_add(v.0.wrapping_mul(9)).wrapping_add(word(s, at + 40));
    z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(multiplier);
    v = weak(s, at, v.1.wrapping_mul(multiplier), x.wrapping_add(w.0));
    w = weak(s, at + 32, z.wrapping_add(w.1), y.wrapping_add(word(s, at + 16)));
    (x, z) = (z, x);
    let first = mixed(v.0, w.0, multiplier).wrapping_add(shift_mix(y).wrapping_mul(K0)).wrapping_add(z);
    mixed(first, mixed(v.1, w.1, multiplier).wrapping_add(x), multiplier)
}

/// SipHash-2-4 with a key of two words (Aumasson and Bernstein, 2012).
pub(super) fn sip_hash(key: [u64; 2], s: &[u8]) -> u64 {
    const START: [u64; 4] =
        [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];
    let mut state = std::array::from_fn(|i| START[i] ^ key[i % 2]);
    let (words, rest) = s.split_at(s.len() / 8 * 8);
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    last[7] = s.len() as u8;
    for bytes in words.chunks_exact(8).chain([&last[..]]) {
        let word = word(bytes, 0);
        state[3] ^= word;
        sip_rounds(&mut state, 2);
        state[0] ^= word;
    }
    state[2] ^= 0xff;
    sip_rounds(&mut state, 4);
    state.iter().fold(0, |hash, word| hash ^ word)
}

fn sip_rounds([a, b, c, d]: &mut [u64; 4], count: usize) {
    for _ in 0..count {
        *a = a.wrapping_add(*b);
        *b = b.rotate_left(13) ^ *a;
        *a = a.rotate_left(32);
        *c = c.wrapping_add(*d);
        *d = d.rotate_left(16) ^ *c;
        *a = a.wrapping_add(*d);
        *d = d.rotate_left(21) ^ *a;
        *c = c.wrapping_add(*b);
        *b = b.rotate_left(17) ^ *c;
        *c = c.rotate_left(32);
    }
}

/// The fingerprint of two fingerprints, TensorFlow's `FingerprintCat64`.
pub(super) fn combined(first: u64, second: u64) -> u64 {
    const MULTIPLIER: u64 = 0xc6a4_a793_5bd1_e995;
    let hash = first ^ MULTIPLIER ^ shift_mix(second.wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER);
    shift_mix(shift_mix(hash.wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER))
}
