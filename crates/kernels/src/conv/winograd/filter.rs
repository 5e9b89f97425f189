//! Gradients of filters, in the form that JAX and StableHLO give them (see `conv::filter`): the result is the window, the
//! right operand is the gradient of the layer's result, as large as its images.

use super::super::BatchSlice;
use super::super::spec::{ConvSpec, dot};
use super::images::{Images, Row, sizes};
use super::tiles::{Patches, Tiles};
use super::{
    GAP, PATCH, POINTS, TILE, WINDOW, applies, at_a_time, fits, load, load_of, put, store, tile_gradient, under_way,
    window_gradient,
};
use crate::ahead::Ahead;
use crate::element::{Element, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::pack::Unit;
use crate::panel::{MAX_VECTORS, Panel, ROW_SLACK, Rows, Target, column_panels};
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;

/// Sums that a second-level cache holds: 1 MiB.
const SUMS_NEAR: usize = 1 << 18;

#[derive(Debug, Clone)]
pub(in super::super) struct WinogradFilter {
    isa: Isa,
    tiles: Tiles,
    images: Images,
    gradients: Images,
    /// The result's type.
    element: Element,
    gradient_steps: [usize; 2],
    channels: usize,
    features: usize,
    /// Element offsets of the window's numbers in the result, and of its channels.
    taps: [[usize; WINDOW]; WINDOW],
    channel_step: usize,
    sum_rows: Vec<usize>,
    /// Tiles at a time.
    together: usize,
    scratch: ScratchLayout,
    /// Scratch regions: sums, patches, gradients, a line of zeros; units from one point to the next.
    regions: [usize; 4],
    planes: [usize; 3],
}

/// Tiles that are under way at a time. Sums that the second-level cache does not hold go through it for each lot of tiles: those
/// then take twice as much as the sums, and go through it once.
fn most_tiles(channels: usize, features: usize) -> usize {
    let near = under_way(channels, features);
    match channels * features * POINTS > SUMS_NEAR {
        true => near.max(2 * channels * features / (channels + features)),
        false => near,
    }
}

impl WinogradFilter {
    pub(in super::super) fn applies(spec: &ConvSpec, isa: Isa) -> bool {
        applies(spec, isa, spec.batch, spec.out_features)
            && spec.spatial.iter().all(|dim| dim.output == WINDOW && !dim.reversed)
            && fits([0, 1].map(|d| spec.spatial[d].kernel))
            && spec.lhs.batch_or_in == 1
            && spec.rhs.feature_or_out == 1
            && spec.out.feature_or_out == 1
    }

    /// For what it applies to.
    pub(in super::super) fn new(spec: &ConvSpec, isa: Isa) -> WinogradFilter {
        let (channels, features, images) = (spec.batch, spec.out_features, spec.in_features);
        let tiles = Tiles::new(&spec.spatial, &spec.lhs.spatial, [0, 1].map(|d| spec.spatial[d].kernel));
        let most = most_tiles(channels, features);
        // Whole images of which that many are made.
        let some = (most / tiles.count().max(1)).clamp(1, images.max(1));
        let together = at_a_time(tiles.count() * some, most);
        let width = features.next_multiple_of(MAX_VECTORS * isa.lanes());
        let planes = [width * channels, together * channels + GAP, together * features + GAP];
        let mut scratch = ScratchLayout::default();
        let unit = Unit::of_one(spec.math_mode);
        let [sums, patches, gradients] = planes.map(|plane| scratch.reserve(plane * POINTS + ROW_SLACK));
        WinogradFilter {
            isa,
            images: Images::new(
                &mut scratch,
                (unit, spec.lhs.element),
                (images, some, spec.lhs.feature_or_out),
                (sizes(&spec.spatial, |dim| dim.input, channels), &spec.lhs.spatial),
            ),
            gradients: Images::new(
                &mut scratch,
                (unit, spec.rhs.element),
                (images, some, spec.rhs.batch_or_in),
                (sizes(&spec.spatial, |dim| dim.kernel, features), &spec.rhs.spatial),
            ),
            element: spec.out.element,
            gradient_steps: [spec.rhs.spatial[0], spec.rhs.spatial[1]],
            channels,
            features,
            taps: std::array::from_fn(|i| std::array::from_fn(|j| dot(&[i, j], &spec.out.spatial))),
            channel_step: spec.out.batch_or_in,
            sum_rows: (0..channels).map(|row| row * width).collect(),
            together,
            regions: [sums, patches, gradients, scratch.reserve(channels.max(features))],
            planes,
            scratch,
            tiles,
        }
    }

    pub(in super::super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    /// The sums begin with the first part, and are stored with the last.
    ///
    /// # Safety
    /// The operands and the result are valid for the shape and strides, `scratch` is as long as asked for.
    pub(in super::super) unsafe fn run(
        &self,
        lhs: *const u8,
        rhs: *const u8,
        out: *mut u8,
        scratch: &mut [u8],
        write: WriteMode,
        part: BatchSlice,
    ) {
        let scratch = aligned(scratch);
        let [sums, patches, gradients, zeros] = self.regions.map(|at| scratch.wrapping_add(at).cast::<u32>());
        if part.first {
            // SAFETY: the regions are as long as reserved; patches are read a little past their last row.
            unsafe {
                zeros.write_bytes(0, self.channels.max(self.features));
                sums.write_bytes(0, self.planes[0] * POINTS);
                patches.write_bytes(0, self.planes[1] * POINTS + ROW_SLACK);
            }
        }
        let together = self.images.together.min(self.gradients.together);
        for first in (0..self.images.count).step_by(together) {
            let some = (first, together.min(self.images.count - first));
            // SAFETY: by contract.
            let [images, rhs] = unsafe {
                [self.images.take(self.isa, lhs, some, scratch), self.gradients.take(self.isa, rhs, some, scratch)]
            };
            let patches = Patches {
                tiles: &self.tiles,
                images,
                channels: self.channels,
                zeros,
                to: patches,
                plane: self.planes[1],
            };
            self.isa.dispatch(Run { plan: self, patches, images: some.1, rhs, gradients, sums });
        }
        if part.last {
            self.isa.dispatch(Unpack { plan: self, sums, out, write });
        }
    }
}

/// Stores the gathered sums as windows.
struct Unpack<'a> {
    plan: &'a WinogradFilter,
    sums: *const u32,
    out: *mut u8,
    write: WriteMode,
}

impl WithSimd for Unpack<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let plan = self.plan;
        for (channel, &row) in plan.sum_rows.iter().enumerate() {
            let mut places = [[self.sums; PATCH]; PATCH];
            for (point, place) in places.as_flattened_mut().iter_mut().enumerate() {
                *place = self.sums.wrapping_add(row + point * plan.planes[0]);
            }
            for feature in (0..plan.features).step_by(S::LANES) {
                let out = channel * plan.channel_step + feature;
                // SAFETY: the sums are gathered, the result is valid by the contract of `WinogradFilter::run`.
                unsafe {
                    let g = window_gradient::<S>(load::<S, PATCH>(&places, feature));
                    for (&tap, &g) in plan.taps.as_flattened().iter().zip(g.as_flattened()) {
                        put::<S>(self.out, out + tap, plan.element, self.write, g);
                    }
                }
            }
        }
    }
}

struct Run<'a> {
    plan: &'a WinogradFilter,
    patches: Patches<'a>,
    images: usize,
    rhs: Row,
    gradients: *mut u32,
    sums: *mut u32,
}

impl WithSimd for Run<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let total = self.images * self.plan.tiles.count();
        for first in (0..total).step_by(self.plan.together) {
            let tiles = first..total.min(first + self.plan.together);
            // SAFETY: the operands are valid by the contract of `WinogradFilter::run`, the regions as long as reserved.
            unsafe {
                self.transform::<S>(tiles.clone());
                self.multiply::<S>(tiles.len());
            }
        }
    }
}

impl Run<'_> {
    /// Patches as `[point][tile][channel]`, gradients as `[point][tile][feature]`.
    #[inline(always)]
    unsafe fn transform<S: Simd>(&self, tiles: std::ops::Range<usize>) {
        let plan = self.plan;
        for (row, number) in tiles.enumerate() {
            let place = plan.tiles.place(number);
            // SAFETY: as `run`.
            unsafe { self.patches.make::<S>(row, place) }
            let first = place.image * self.rhs.step + dot(&place.first, &plan.gradient_steps);
            let from: [[*const u8; TILE]; TILE] = std::array::from_fn(|i| {
                std::array::from_fn(|j| {
                    let inside = i < place.sizes[0] && j < place.sizes[1];
                    let at = first + i * plan.gradient_steps[0] + j * plan.gradient_steps[1];
                    if inside { self.rhs.at(at) } else { self.patches.zeros.cast() }
                })
            });
            for feature in (0..plan.features).step_by(S::LANES) {
                // SAFETY: as `run`.
                unsafe {
                    let to = self.gradients.add(row * plan.features + feature);
                    let y = match self.rhs.halves {
                        true => load_of::<S, TILE, true>(&from, feature),
                        false => load_of::<S, TILE, false>(&from, feature),
                    };
                    store::<S>(to, plan.planes[2], tile_gradient::<S>(y));
                }
            }
        }
    }

    /// Adds the products of so many tiles to the sums, `[point][channel][feature]`.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, tiles: usize) {
        let plan = self.plan;
        for point in 0..POINTS {
            for panel in column_panels(plan.features, S::LANES) {
                // SAFETY: as `run`; the tables name units of the regions.
                unsafe {
                    let to = self.sums.add(point * plan.planes[0] + panel.first);
                    S::panel::<true, false>(
                        panel.vectors,
                        &Panel {
                            a: self.patches.to.add(point * plan.planes[1]),
                            rows: Rows::Adjacent { step: plan.channels },
                            taps: &[0],
                            tap_len: tiles,
                            b: self.gradients.add(point * plan.planes[2] + panel.first),
                            b_step: plan.features,
                            target: Target {
                                out: to.cast(),
                                rows: &plan.sum_rows,
                                column_step: 1,
                                columns: panel.columns,
                                element: Element::F32,
                                write: WriteMode::Accumulate,
                            },
                            ahead: Ahead::NOTHING,
                        },
                    );
                }
            }
        }
    }
}
