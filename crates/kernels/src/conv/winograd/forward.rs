//! Convolutions, and the gradients of their input.

use super::geometry::{PLANE_GAP_UNITS, accepts, accepts_sizes, tiles_in_flight, tiles_per_batch};
use super::operand_images::{OperandImages, sizes};
use super::tiles::{InputTransformer, Tiles};
use super::transforms::{
    FILTER, INPUT_TILE, POINTS, filter_transform, load, output_transform, plane_addresses, store_output, store_points,
};
use crate::candidate::Refusal;
use crate::conv::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use crate::conv::run_args::{RunArgs, ScratchReuse};
use crate::conv::spec::{ConvSpec, dot};
use crate::element::{Element, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::micro::output::OutputPanel;
use crate::micro::panel::{self, LhsRows, MAX_PANEL_VECTORS, PanelKernel, column_panels};
use crate::pack::PackPanels;
use crate::prefetch::PrefetchRanges;
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;
use crate::unit::{ElementPtr, Unit};
use std::ops::Range;

#[derive(Debug)]
pub(in crate::conv) struct WinogradForward {
    isa: Isa,
    unit: Unit,
    tiles: Tiles,
    images: OperandImages,
    channels: usize,
    features: usize,
    filters: FilterLayout,
    output: OutputLayout,
    planes: Planes,
    scratch: ScratchOffsets,
}

#[derive(Debug)]
struct FilterLayout {
    element: Element,
    /// Element offsets of the 3x3 numbers, and strides of input and output features.
    taps: [[usize; FILTER]; FILTER],
    steps: [usize; 2],
    /// True if the filters come packed.
    prepacked: bool,
}

#[derive(Debug)]
struct OutputLayout {
    element: Element,
    /// Elements from one image to the next, from one row, from one position.
    steps: [usize; 3],
}

/// Transformed tiles and products in scratch memory.
#[derive(Debug)]
struct Planes {
    /// Units from one point to the next.
    tile_plane: usize,
    product_plane: usize,
    /// Offsets of the rows of a batch of tiles.
    tile_rows: Vec<usize>,
    product_rows: Vec<usize>,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    filters: usize,
    tiles: usize,
    products: usize,
    /// A line of zeros.
    zeros: usize,
}

impl WinogradForward {
    pub(in crate::conv) fn accepts(spec: &ConvSpec, isa: Isa) -> Result<(), Refusal> {
        accepts(spec, isa, spec.in_features, spec.out_features)?;
        if spec.spatial.iter().any(|dim| dim.kernel != FILTER) {
            let [height, width] = [0, 1].map(|d| spec.spatial[d].kernel);
            return Err(format!("the window is {height}x{width}, not 3x3").into());
        }
        if spec.lhs.feature_or_out != 1 || spec.out.feature_or_out != 1 {
            return Err("the features of input or result are not contiguous".into());
        }
        accepts_sizes([0, 1].map(|d| spec.spatial[d].output))
    }

    /// For a specification that is [accepted](WinogradForward::accepts). `prepacked`: the filters come as
    /// `pack` leaves them.
    pub(in crate::conv) fn new(spec: &ConvSpec, isa: Isa, prepacked: bool) -> WinogradForward {
        let (channels, features) = (spec.in_features, spec.out_features);
        let tiles = Tiles::new(&spec.spatial, &spec.lhs.spatial, [0, 1].map(|d| spec.spatial[d].output));
        let batch = tiles_per_batch(tiles.count() * spec.out_batch(), tiles_in_flight(channels, features));
        let mut taps = [[0; FILTER]; FILTER];
        for (i, j) in (0..FILTER).flat_map(|i| (0..FILTER).map(move |j| (i, j))) {
            taps[spec.spatial[0].tap(i)][spec.spatial[1].tap(j)] = dot(&[i, j], &spec.rhs.spatial);
        }
        let planes = Planes {
            tile_plane: batch * channels + PLANE_GAP_UNITS,
            product_plane: batch * features + PLANE_GAP_UNITS,
            tile_rows: (0..batch).map(|row| row * channels).collect(),
            product_rows: (0..batch).map(|row| row * features).collect(),
        };
        let unit = Unit::of_single(spec.math_mode);
        let mut layout = ScratchLayout::default();
        let sizes = sizes(&spec.spatial, |dim| dim.input, channels);
        let images = (spec.out_batch(), 1, spec.lhs.batch_or_in);
        let images = OperandImages::new(&mut layout, (unit, spec.lhs.element), images, (sizes, &spec.lhs.spatial));
        let packed = features.next_multiple_of(MAX_PANEL_VECTORS * isa.lanes()) * channels * POINTS;
        let scratch = ScratchOffsets {
            filters: layout.reserve(if prepacked { 0 } else { packed }),
            tiles: layout.reserve(planes.tile_plane * POINTS),
            products: layout.reserve(planes.product_plane * POINTS),
            zeros: layout.reserve(channels),
            layout,
        };
        WinogradForward {
            isa,
            unit,
            tiles,
            images,
            channels,
            features,
            filters: FilterLayout {
                element: spec.rhs.element,
                taps,
                steps: [spec.rhs.batch_or_in, spec.rhs.feature_or_out],
                prepacked,
            },
            output: OutputLayout {
                element: spec.out.element,
                steps: [spec.out.batch_or_in, spec.out.spatial[0], spec.out.spatial[1]],
            },
            planes,
            scratch,
        }
    }
}

impl ConvImplementation for WinogradForward {
    fn algorithm(&self) -> ConvAlgorithm {
        ConvAlgorithm::Winograd
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    fn scratch_reuse(&self) -> ScratchReuse {
        ScratchReuse::PackedFilters
    }

    fn applies_epilogue(&self) -> bool {
        true
    }

    fn packed_panels(&self) -> (usize, usize) {
        let width = MAX_PANEL_VECTORS * self.isa.lanes();
        (self.features.div_ceil(width), width * self.channels * POINTS * Element::F32.bytes())
    }

    /// Transforms a panel of the filters to `[point][channel][panel's features]`.
    unsafe fn pack(&self, rhs: *const u8, panel: usize, to: *mut u8) {
        let rhs = ElementPtr { pointer: rhs, element: self.filters.element };
        let [depth_step, column_step] = self.filters.steps;
        let first = panel * MAX_PANEL_VECTORS * self.isa.lanes();
        let columns = (self.features - first).min(MAX_PANEL_VECTORS * self.isa.lanes());
        let point = self.channels * columns;
        let to: *mut u32 = to.cast();
        // The filters' numbers are in the place of the last points until these are computed: a vector is read
        // before it is written.
        let filters = to.wrapping_add((POINTS - FILTER * FILTER) * point);
        // SAFETY: offsets within the filters, and within the panel: features are whole vectors, so columns
        // are too.
        unsafe {
            for (i, &tap) in self.filters.taps.as_flattened().iter().enumerate() {
                let pack = PackPanels {
                    unit: self.unit,
                    to: filters.add(i * point),
                    panel_depth: self.channels,
                    first: 0,
                    lanes: self.isa.lanes(),
                    from: rhs.at(tap + first * column_step),
                    depth: self.channels,
                    depth_step,
                    columns,
                    column_step,
                };
                pack.run(self.isa);
            }
        }
        self.isa.dispatch(TransformFilters { filters, to, point });
    }

    /// With the first slice, filters are transformed into scratch memory.
    unsafe fn run(&self, memory: &mut ConvMemory<'_>, _: [usize; 3], args: RunArgs<'_>) {
        let (lhs, rhs, out) = (memory.lhs.as_ptr(), memory.rhs.as_ptr(), memory.out.as_mut_ptr());
        let scratch = aligned(memory.scratch);
        let region = |offset: usize| scratch.wrapping_add(offset).cast::<u32>();
        let (own, zeros) = (region(self.scratch.filters), region(self.scratch.zeros));
        let filters = if self.filters.prepacked { rhs.cast() } else { own.cast_const() };
        if args.slice.first {
            // SAFETY: the regions are as long as reserved, the filters valid by contract.
            unsafe {
                zeros.write_bytes(0, self.channels);
                if !self.filters.prepacked {
                    let (count, bytes) = self.packed_panels();
                    (0..count).for_each(|panel| self.pack(rhs, panel, own.cast::<u8>().add(panel * bytes)));
                }
            }
        }
        for first in (0..self.images.count).step_by(self.images.together) {
            let count = self.images.together.min(self.images.count - first);
            let inputs = InputTransformer {
                tiles: &self.tiles,
                // SAFETY: by contract.
                images: unsafe { self.images.take(self.isa, lhs, (first, count), scratch) },
                channels: self.channels,
                zeros,
                to: region(self.scratch.tiles),
                plane: self.planes.tile_plane,
            };
            self.isa.dispatch(Run {
                plan: self,
                inputs,
                images: count,
                filters,
                products: region(self.scratch.products),
                out: out.wrapping_add(first * self.output.steps[0] * self.output.element.bytes()),
                args,
            });
        }
    }
}

/// Transforms packed filters.
struct TransformFilters {
    filters: *const u32,
    to: *mut u32,
    /// Units from one point to the next, and from one of a filter's numbers to the next.
    point: usize,
}

impl WithSimd for TransformFilters {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let addresses = plane_addresses::<FILTER>(self.filters, self.point);
        for at in (0..self.point).step_by(S::LANES) {
            // SAFETY: the panel holds whole vectors of all points; all numbers at `at` are read before any is
            // written there.
            unsafe {
                let transformed = filter_transform::<S>(load::<S, FILTER>(&addresses, at));
                store_points::<S>(self.to.add(at), self.point, transformed);
            }
        }
    }
}

struct Run<'a> {
    plan: &'a WinogradForward,
    inputs: InputTransformer<'a>,
    images: usize,
    filters: *const u32,
    products: *mut u32,
    out: *mut u8,
    args: RunArgs<'a>,
}

impl WithSimd for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let total = self.images * self.plan.tiles.count();
        let batch = self.plan.planes.tile_rows.len();
        for first in (0..total).step_by(batch) {
            let tiles = first..total.min(first + batch);
            // SAFETY: the operands are valid by the contract of `WinogradForward::run`, the regions as long
            // as reserved.
            unsafe {
                for (row, tile) in tiles.clone().enumerate() {
                    self.inputs.run::<S>(row, self.plan.tiles.position(tile));
                }
                self.multiply::<S>(tiles.len());
                self.transform_outputs::<S>(tiles);
            }
        }
    }
}

impl Run<'_> {
    /// Computes the products of `tiles` tiles, as `[point][tile][feature]`.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, tiles: usize) {
        let WinogradForward { channels, features, planes, .. } = self.plan;
        for point in 0..POINTS {
            for panel in column_panels(*features, S::LANES) {
                // SAFETY: as `run`; the tables name units of the regions.
                unsafe {
                    let to = self.products.add(point * planes.product_plane + panel.first);
                    let kernel = PanelKernel {
                        a: self.inputs.to.add(point * planes.tile_plane),
                        rows: LhsRows::Offsets(&planes.tile_rows[..tiles]),
                        taps: &[0],
                        tap_len: *channels,
                        b: self.filters.add((panel.first * POINTS + point * panel.width) * channels),
                        b_step: panel.width,
                        output: OutputPanel {
                            out: to.cast(),
                            rows: &planes.product_rows[..tiles],
                            column_step: 1,
                            columns: panel.columns,
                            element: Element::F32,
                            write: WriteMode::Overwrite,
                        },
                        prefetch: PrefetchRanges::NONE,
                    };
                    panel::run::<S, false, false>(panel.vectors, &kernel);
                }
            }
        }
    }

    /// Transforms the products of some tiles, applies the epilogue, and stores the result.
    #[inline(always)]
    unsafe fn transform_outputs<S: Simd>(&self, tiles: Range<usize>) {
        let WinogradForward { features, output, planes, .. } = self.plan;
        let [image_step, line_step, step] = output.steps;
        for (row, tile) in tiles.enumerate() {
            let tile = self.plan.tiles.position(tile);
            let first = tile.image * image_step + dot(&tile.first, &output.steps[1..]);
            for feature in (0..*features).step_by(S::LANES) {
                // SAFETY: as `run`; only positions that the result has are written.
                unsafe {
                    let products = self.products.add(row * features + feature);
                    let addresses = plane_addresses::<INPUT_TILE>(products, planes.product_plane);
                    let mut y = output_transform::<S>(load::<S, INPUT_TILE>(&addresses, 0));
                    if let Some(epilogue) = &self.args.epilogue {
                        for y in y.as_flattened_mut() {
                            *y = epilogue.apply_to_vector::<S>(output.element, feature, *y);
                        }
                    }
                    for (i, line) in y.iter().enumerate().take(tile.sizes[0]) {
                        for (j, &y) in line.iter().enumerate().take(tile.sizes[1]) {
                            let at = first + i * line_step + j * step + feature;
                            store_output::<S>(self.out, at, output.element, self.args.write, y);
                        }
                    }
                }
            }
        }
    }
}
