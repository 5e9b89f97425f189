//! The inner kernel of depthwise convolutions: every lane is a channel with filters of its own.
//!
//! `out[row, channel] (+)= sum over taps t of  a[start(row) + t + channel] * b[t, channel]`

use super::element::{Element, WriteMode};
use super::isa::{Isa, WithSimd};
use super::panel::{Target, store_one};
use super::simd::Simd;

/// Rows in a tile: enough sums to hide the latency of their additions, and those of a 3x3 filter's gradient.
const ROWS: usize = 9;
/// Lanes of the widest vector.
const MAX_LANES: usize = 16;

/// One call's worth of work. Units are single numbers. Whole vectors are read, up to a vector past the last channel.
pub(crate) struct Lanewise<'a> {
    /// The left operand.
    pub a: *const u32,
    /// Unit offsets of its rows.
    pub rows: &'a [usize],
    /// Unit offsets of the steps of a row's reduction.
    pub taps: &'a [usize],
    /// The right operand: `pitch` units a step.
    pub b: *const u32,
    /// Channels, and padding up to whole vectors.
    pub pitch: usize,
    /// The result; its columns are the channels.
    pub target: Target<'a>,
}

impl Lanewise<'_> {
    /// Runs it.
    ///
    /// # Safety
    /// Every unit and element that the tables name must be valid, and a vector of units past those of the last channel.
    pub(crate) unsafe fn run(&self, isa: Isa) {
        isa.dispatch(RunLanewise(self));
    }
}

struct RunLanewise<'a>(&'a Lanewise<'a>);

impl WithSimd for RunLanewise<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let total = self.0.rows.len();
        let mut first = 0;
        // SAFETY: `Lanewise::run`'s contract; `dispatch` chose `S` by what the machine has; tiles lie within the rows.
        unsafe {
            while first < total {
                let valid = ROWS.min(total - first);
                match valid {
                    1 => tile::<S, 1>(self.0, first, valid),
                    2..=4 => tile::<S, 4>(self.0, first, valid),
                    _ => tile::<S, ROWS>(self.0, first, valid),
                }
                first += valid;
            }
        }
    }
}

/// `ROWS` rows from `first` on, of which `valid` are stored; the others repeat the last.
#[inline(always)]
unsafe fn tile<S: Simd, const ROWS: usize>(l: &Lanewise<'_>, first: usize, valid: usize) {
    let offsets = &l.rows[first..first + valid];
    let places = &l.target.rows[first..first + valid];
    // SAFETY: the tables name valid units and elements, by contract.
    unsafe {
        let starts: [*const u32; ROWS] = std::array::from_fn(|i| l.a.add(*offsets.get_unchecked(i.min(valid - 1))));
        for channel in (0..l.target.columns).step_by(S::LANES) {
            let mut sums = [S::splat(0.0); ROWS];
            let mut b = l.b.add(channel);
            for &tap in l.taps {
                let filter = S::load(b);
                b = b.wrapping_add(l.pitch);
                for i in 0..ROWS {
                    sums[i] = S::fma(S::load(starts[i].add(tap + channel)), filter, sums[i]);
                }
            }
            store::<S, ROWS>(&l.target, places, channel, sums);
        }
    }
}

/// Stores a vector of channels of each row.
#[inline(always)]
#[allow(clippy::needless_range_loop)] // a number of rows that the compiler knows keeps the sums in registers
unsafe fn store<S: Simd, const ROWS: usize>(t: &Target<'_>, places: &[usize], channel: usize, sums: [S::V; ROWS]) {
    let lanes = S::LANES.min(t.columns - channel);
    let whole = t.column_step == 1 && lanes == S::LANES;
    // SAFETY: the rows' elements are valid, by contract.
    unsafe {
        if whole && t.element == Element::F32 {
            for i in 0..ROWS {
                if i < places.len() {
                    let out = t.out.cast::<u32>().wrapping_add(places[i] + channel);
                    S::store(
                        out,
                        if t.write == WriteMode::Accumulate { S::add(S::load(out), sums[i]) } else { sums[i] },
                    );
                }
            }
        } else if whole && t.write == WriteMode::Overwrite {
            for i in 0..ROWS {
                if i < places.len() {
                    S::store_bf16(t.out.cast::<u16>().wrapping_add(places[i] + channel), sums[i]);
                }
            }
        } else {
            let mut spill = [[0f32; MAX_LANES]; ROWS];
            for i in 0..ROWS {
                S::store(spill[i].as_mut_ptr().cast(), sums[i]);
            }
            for (&place, sums) in places.iter().zip(&spill) {
                for (lane, &sum) in sums[..lanes].iter().enumerate() {
                    store_one(t.out, place + (channel + lane) * t.column_step, t.element, t.write, sum);
                }
            }
        }
    }
}
