//! Gradients of filters, in the form that JAX and StableHLO give them (see `conv::backward_weights`): the
//! result is the filter, and the right operand is the gradient of the layer's result, as large as its images.

use super::geometry::{PLANE_GAP_UNITS, accepts, accepts_sizes, tiles_in_flight, tiles_per_batch};
use super::operand_images::{ImageBatch, OperandImages, sizes};
use super::tiles::{InputTransformer, Tiles};
use super::transforms::{
    FILTER, INPUT_TILE, OUTPUT_TILE, POINTS, filter_adjoint, load, load_as, output_adjoint, plane_addresses,
    store_output, store_points,
};
use crate::candidate::Refusal;
use crate::conv::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use crate::conv::run_args::{RunArgs, ScratchReuse};
use crate::conv::spec::{ConvSpec, dot};
use crate::element::{Element, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::machine::Machine;
use crate::micro::output::OutputPanel;
use crate::micro::panel::{self, LhsRows, MAX_PANEL_VECTORS, PanelKernel, ROW_SLACK_UNITS, column_panels};
use crate::prefetch::PrefetchRanges;
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;
use crate::unit::Unit;
use std::ops::Range;

/// Accumulators that the second-level cache holds.
const CACHED_ACCUMULATORS: usize = Machine::REFERENCE.l2_bytes / size_of::<f32>();

#[derive(Debug)]
pub(in crate::conv) struct WinogradBackwardWeights {
    isa: Isa,
    tiles: Tiles,
    images: OperandImages,
    gradients: OperandImages,
    /// Element steps from one row and one position of a gradient to the next.
    gradient_steps: [usize; 2],
    channels: usize,
    features: usize,
    /// Tiles per batch.
    batch: usize,
    output: OutputLayout,
    planes: Planes,
    scratch: ScratchOffsets,
}

#[derive(Debug)]
struct OutputLayout {
    element: Element,
    /// Element offsets of the 3x3 numbers, and the step from one channel to the next.
    taps: [[usize; FILTER]; FILTER],
    channel_step: usize,
}

/// Accumulators, transformed tiles and gradients in scratch memory.
#[derive(Debug)]
struct Planes {
    /// Units from one point to the next.
    accumulators: usize,
    tiles: usize,
    gradients: usize,
    /// Offsets of the accumulators' rows, the channels.
    accumulator_rows: Vec<usize>,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    accumulators: usize,
    tiles: usize,
    gradients: usize,
    /// A line of zeros.
    zeros: usize,
}

/// Most tiles in flight. Accumulators that exceed the second-level cache pass through it once per batch of
/// tiles: batches are then so large that tiles and gradients take twice as much as the accumulators.
fn max_tiles(channels: usize, features: usize) -> usize {
    let cached = tiles_in_flight(channels, features);
    match channels * features * POINTS > CACHED_ACCUMULATORS {
        true => cached.max(2 * channels * features / (channels + features)),
        false => cached,
    }
}

impl WinogradBackwardWeights {
    pub(in crate::conv) fn accepts(spec: &ConvSpec, isa: Isa) -> Result<(), Refusal> {
        accepts(spec, isa, spec.batch, spec.out_features)?;
        if spec.spatial.iter().any(|dim| dim.output != FILTER || dim.reversed) {
            return Err("the result is not 3x3, or the window is reversed".into());
        }
        if spec.lhs.batch_or_in != 1 || spec.rhs.feature_or_out != 1 || spec.out.feature_or_out != 1 {
            return Err("the batch of the input or the features of filters or result are not contiguous".into());
        }
        accepts_sizes([0, 1].map(|d| spec.spatial[d].kernel))
    }

    /// For a specification that is [accepted](WinogradBackwardWeights::accepts).
    pub(in crate::conv) fn new(spec: &ConvSpec, isa: Isa) -> WinogradBackwardWeights {
        let (channels, features, images) = (spec.batch, spec.out_features, spec.in_features);
        let tiles = Tiles::new(&spec.spatial, &spec.lhs.spatial, [0, 1].map(|d| spec.spatial[d].kernel));
        let most = max_tiles(channels, features);
        // Whole images that have about as many tiles.
        let some = (most / tiles.count().max(1)).clamp(1, images.max(1));
        let batch = tiles_per_batch(tiles.count() * some, most);
        let width = features.next_multiple_of(MAX_PANEL_VECTORS * isa.lanes());
        let planes = Planes {
            accumulators: width * channels,
            tiles: batch * channels + PLANE_GAP_UNITS,
            gradients: batch * features + PLANE_GAP_UNITS,
            accumulator_rows: (0..channels).map(|row| row * width).collect(),
        };
        let unit = Unit::of_single(spec.math_mode);
        let mut layout = ScratchLayout::default();
        let [accumulators, tile_region, gradient_region] = [planes.accumulators, planes.tiles, planes.gradients]
            .map(|plane| layout.reserve(plane * POINTS + ROW_SLACK_UNITS));
        let image_sizes = sizes(&spec.spatial, |dim| dim.input, channels);
        let gradient_sizes = sizes(&spec.spatial, |dim| dim.kernel, features);
        let mut operand = |element, step, sizes, strides| {
            OperandImages::new(&mut layout, (unit, element), (images, some, step), (sizes, strides))
        };
        let images = operand(spec.lhs.element, spec.lhs.feature_or_out, image_sizes, &spec.lhs.spatial);
        let gradients = operand(spec.rhs.element, spec.rhs.batch_or_in, gradient_sizes, &spec.rhs.spatial);
        let zeros = layout.reserve(channels.max(features));
        WinogradBackwardWeights {
            isa,
            tiles,
            images,
            gradients,
            gradient_steps: [spec.rhs.spatial[0], spec.rhs.spatial[1]],
            channels,
            features,
            batch,
            output: OutputLayout {
                element: spec.out.element,
                taps: std::array::from_fn(|i| std::array::from_fn(|j| dot(&[i, j], &spec.out.spatial))),
                channel_step: spec.out.batch_or_in,
            },
            planes,
            scratch: ScratchOffsets { layout, accumulators, tiles: tile_region, gradients: gradient_region, zeros },
        }
    }
}

impl ConvImplementation for WinogradBackwardWeights {
    fn algorithm(&self) -> ConvAlgorithm {
        ConvAlgorithm::WinogradBackwardWeights
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    fn scratch_reuse(&self) -> ScratchReuse {
        ScratchReuse::Accumulators
    }

    /// The accumulators begin with the first slice, and are stored with the last.
    unsafe fn run(&self, memory: &mut ConvMemory<'_>, _: [usize; 3], args: RunArgs<'_>) {
        let (lhs, rhs, out) = (memory.lhs.as_ptr(), memory.rhs.as_ptr(), memory.out.as_mut_ptr());
        let scratch = aligned(memory.scratch);
        let region = |offset: usize| scratch.wrapping_add(offset).cast::<u32>();
        let (accumulators, tiles) = (region(self.scratch.accumulators), region(self.scratch.tiles));
        let zeros = region(self.scratch.zeros);
        if args.slice.first {
            // SAFETY: the regions are as long as reserved; tiles are read a little past their last row.
            unsafe {
                zeros.write_bytes(0, self.channels.max(self.features));
                accumulators.write_bytes(0, self.planes.accumulators * POINTS);
                tiles.write_bytes(0, self.planes.tiles * POINTS + ROW_SLACK_UNITS);
            }
        }
        let together = self.images.together.min(self.gradients.together);
        for first in (0..self.images.count).step_by(together) {
            let some = (first, together.min(self.images.count - first));
            // SAFETY: by contract.
            let [images, rhs] = unsafe {
                [self.images.take(self.isa, lhs, some, scratch), self.gradients.take(self.isa, rhs, some, scratch)]
            };
            let inputs = InputTransformer {
                tiles: &self.tiles,
                images,
                channels: self.channels,
                zeros,
                to: tiles,
                plane: self.planes.tiles,
            };
            let gradients = region(self.scratch.gradients);
            self.isa.dispatch(Run { plan: self, inputs, images: some.1, rhs, gradients, accumulators });
        }
        if args.slice.last {
            self.isa.dispatch(StoreFilters { plan: self, accumulators, out, write: args.write });
        }
    }
}

/// Transforms the accumulators to filters, and stores these.
struct StoreFilters<'a> {
    plan: &'a WinogradBackwardWeights,
    accumulators: *const u32,
    out: *mut u8,
    write: WriteMode,
}

impl WithSimd for StoreFilters<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let WinogradBackwardWeights { features, output, planes, .. } = self.plan;
        for (channel, &row) in planes.accumulator_rows.iter().enumerate() {
            let addresses = plane_addresses(self.accumulators.wrapping_add(row), planes.accumulators);
            for feature in (0..*features).step_by(S::LANES) {
                let first = channel * output.channel_step + feature;
                // SAFETY: the accumulators are complete, the result is valid by the contract of
                // `WinogradBackwardWeights::run`.
                unsafe {
                    let g = filter_adjoint::<S>(load::<S, INPUT_TILE>(&addresses, feature));
                    for (&tap, &g) in output.taps.as_flattened().iter().zip(g.as_flattened()) {
                        store_output::<S>(self.out, first + tap, output.element, self.write, g);
                    }
                }
            }
        }
    }
}

struct Run<'a> {
    plan: &'a WinogradBackwardWeights,
    inputs: InputTransformer<'a>,
    images: usize,
    rhs: ImageBatch,
    gradients: *mut u32,
    accumulators: *mut u32,
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let total = self.images * self.plan.tiles.count();
        for first in (0..total).step_by(self.plan.batch) {
            let tiles = first..total.min(first + self.plan.batch);
            // SAFETY: the operands are valid by the contract of `WinogradBackwardWeights::run`, the regions
            // as long as reserved.
            unsafe {
                self.transform::<S>(tiles.clone());
                self.multiply::<S>(tiles.len());
            }
        }
    }
}

impl Run<'_> {
    /// Transforms input tiles to `[point][tile][channel]`, and gradients to `[point][tile][feature]`.
    #[inline(always)]
    unsafe fn transform<S: Simd>(&self, tiles: Range<usize>) {
        let WinogradBackwardWeights { gradient_steps, features, planes, .. } = self.plan;
        for (row, tile) in tiles.enumerate() {
            let tile = self.plan.tiles.position(tile);
            // SAFETY: as `run`.
            unsafe { self.inputs.run::<S>(row, tile) }
            let first = tile.image * self.rhs.step + dot(&tile.first, gradient_steps);
            let from: [[*const u8; OUTPUT_TILE]; OUTPUT_TILE] = std::array::from_fn(|i| {
                std::array::from_fn(|j| {
                    let inside = i < tile.sizes[0] && j < tile.sizes[1];
                    let at = first + i * gradient_steps[0] + j * gradient_steps[1];
                    if inside { self.rhs.at(at) } else { self.inputs.zeros.cast() }
                })
            });
            for feature in (0..*features).step_by(S::LANES) {
                // SAFETY: as `run`.
                unsafe {
                    let to = self.gradients.add(row * features + feature);
                    let y = match self.rhs.is_bf16 {
                        true => load_as::<S, OUTPUT_TILE, true>(&from, feature),
                        false => load_as::<S, OUTPUT_TILE, false>(&from, feature),
                    };
                    store_points::<S>(to, planes.gradients, output_adjoint::<S>(y));
                }
            }
        }
    }

    /// Adds the products of `tiles` tiles to the accumulators, `[point][channel][feature]`.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, tiles: usize) {
        let WinogradBackwardWeights { channels, features, planes, .. } = self.plan;
        for point in 0..POINTS {
            for panel in column_panels(*features, S::LANES) {
                // SAFETY: as `run`; the tables name units of the regions.
                unsafe {
                    let to = self.accumulators.add(point * planes.accumulators + panel.first);
                    let kernel = PanelKernel {
                        a: self.inputs.to.add(point * planes.tiles),
                        rows: LhsRows::Adjacent { step: *channels },
                        taps: &[0],
                        tap_len: tiles,
                        b: self.gradients.add(point * planes.gradients + panel.first),
                        b_step: *features,
                        output: OutputPanel {
                            out: to.cast(),
                            rows: &planes.accumulator_rows,
                            column_step: 1,
                            columns: panel.columns,
                            element: Element::F32,
                            write: WriteMode::Accumulate,
                        },
                        prefetch: PrefetchRanges::NONE,
                    };
                    panel::run::<S, true, false>(panel.vectors, &kernel);
                }
            }
        }
    }
}
