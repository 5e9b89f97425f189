//! The depthwise micro-kernel: every lane is a channel with filters of its own.
//!
//! `out[row, channel] (+)= sum over taps t of  a[start(row) + t + channel] * b[t, channel]`

use crate::isa::{Isa, WithSimd};
use crate::micro::output::{OutputPanel, store_tile};
use crate::simd::Simd;

/// Rows of a register tile: enough sums to hide the latency of their additions, and those of a 3x3 filter's
/// gradient.
const TILE_ROWS: usize = 9;

/// The operands of one call. Units are single numbers. Whole vectors are read, up to a vector past the last
/// channel.
pub(crate) struct DepthwiseKernel<'a> {
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
    pub output: OutputPanel<'a>,
}

impl DepthwiseKernel<'_> {
    /// Runs the kernel.
    ///
    /// # Safety
    /// Every unit and element that the tables name must be valid, and a vector of units past those of the
    /// last channel.
    pub(crate) unsafe fn run(&self, isa: Isa) {
        isa.dispatch(RunDepthwise(self));
    }
}

struct RunDepthwise<'a>(&'a DepthwiseKernel<'a>);

impl WithSimd for RunDepthwise<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let total = self.0.rows.len();
        let mut first = 0;
        // SAFETY: `DepthwiseKernel::run`'s contract; `dispatch` chose an `S` that the machine has; tiles lie
        // within the rows.
        unsafe {
            while first < total {
                let valid = TILE_ROWS.min(total - first);
                match valid {
                    1 => tile::<S, 1>(self.0, first, valid),
                    2..=4 => tile::<S, 4>(self.0, first, valid),
                    _ => tile::<S, TILE_ROWS>(self.0, first, valid),
                }
                first += valid;
            }
        }
    }
}

/// `ROWS` rows from `first` on, of which `valid` are stored; the others repeat the last one.
#[inline(always)]
unsafe fn tile<S: Simd, const ROWS: usize>(l: &DepthwiseKernel<'_>, first: usize, valid: usize) {
    let offsets = &l.rows[first..first + valid];
    // SAFETY: the tables name valid units and elements, by contract.
    unsafe {
        let starts: [*const u32; ROWS] = std::array::from_fn(|i| l.a.add(*offsets.get_unchecked(i.min(valid - 1))));
        for channel in (0..l.output.columns).step_by(S::LANES) {
            let mut sums = [[S::splat(0.0)]; ROWS];
            let mut b = l.b.add(channel);
            for &tap in l.taps {
                let filter = S::load(b);
                b = b.wrapping_add(l.pitch);
                for i in 0..ROWS {
                    sums[i][0] = S::fma(S::load(starts[i].add(tap + channel)), filter, sums[i][0]);
                }
            }
            let output = OutputPanel {
                out: l.output.out.wrapping_add(channel * l.output.column_step * l.output.element.bytes()),
                columns: S::LANES.min(l.output.columns - channel),
                ..l.output
            };
            store_tile::<S, ROWS, 1>(&output, first, valid, sums);
        }
    }
}
