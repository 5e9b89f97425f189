//! Convolutions, and the gradients of their input.

use super::super::RunArgs;
use super::super::spec::{ConvSpec, dot};
use super::images::{Images, sizes};
use super::tiles::{Patches, Tiles};
use super::{GAP, PATCH, POINTS, WINDOW, applies, at_a_time, fits, load, put, store, tile, under_way, window};
use crate::ahead::Ahead;
use crate::element::{Element, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::pack::{PackPanels, Source, Unit};
use crate::panel::{MAX_VECTORS, Panel, Rows, Target, column_panels};
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;

#[derive(Debug, Clone)]
pub(in super::super) struct WinogradForward {
    isa: Isa,
    tiles: Tiles,
    unit: Unit,
    images: Images,
    /// The filters' type, and the result's.
    elements: [Element; 2],
    /// Elements of the result from one image to the next, from one line, from one position.
    out_steps: [usize; 3],
    channels: usize,
    features: usize,
    /// Whether the filters come packed.
    prepared: bool,
    /// Element offsets of the window's numbers in the filters, and the filters' strides.
    taps: [[usize; WINDOW]; WINDOW],
    filter_steps: [usize; 2],
    /// Rows of patches and of products.
    patch_rows: Vec<usize>,
    product_rows: Vec<usize>,
    scratch: ScratchLayout,
    /// Scratch regions: filters, patches, products, a line of zeros.
    regions: [usize; 4],
    /// Units from one point to the next of patches and products.
    planes: [usize; 2],
}

impl WinogradForward {
    pub(in super::super) fn applies(spec: &ConvSpec, isa: Isa) -> bool {
        applies(spec, isa, spec.in_features, spec.out_features)
            && spec.spatial.iter().all(|dim| dim.kernel == WINDOW)
            && fits([0, 1].map(|d| spec.spatial[d].output))
            && spec.lhs.feature_or_out == 1
            && spec.out.feature_or_out == 1
    }

    /// For what it applies to. `prepared`: the filters come as [`WinogradForward::pack`] leaves them.
    pub(in super::super) fn new(spec: &ConvSpec, isa: Isa, prepared: bool) -> WinogradForward {
        let (channels, features) = (spec.in_features, spec.out_features);
        let tiles = Tiles::new(&spec.spatial, &spec.lhs.spatial, [0, 1].map(|d| spec.spatial[d].output));
        let together = at_a_time(tiles.count() * spec.out_batch(), under_way(channels, features));
        let mut taps = [[0; WINDOW]; WINDOW];
        for (i, j) in (0..WINDOW).flat_map(|i| (0..WINDOW).map(move |j| (i, j))) {
            taps[spec.spatial[0].tap(i)][spec.spatial[1].tap(j)] = dot(&[i, j], &spec.rhs.spatial);
        }
        let planes = [channels, features].map(|n| together * n + GAP);
        let unit = Unit::of_one(spec.math_mode);
        let mut scratch = ScratchLayout::default();
        let sizes = sizes(&spec.spatial, |dim| dim.input, channels);
        let images = (spec.out_batch(), 1, spec.lhs.batch_or_in);
        WinogradForward {
            isa,
            unit,
            images: Images::new(&mut scratch, (unit, spec.lhs.element), images, (sizes, &spec.lhs.spatial)),
            elements: [spec.rhs.element, spec.out.element],
            out_steps: [spec.out.batch_or_in, spec.out.spatial[0], spec.out.spatial[1]],
            channels,
            features,
            prepared,
            taps,
            filter_steps: [spec.rhs.batch_or_in, spec.rhs.feature_or_out],
            patch_rows: (0..together).map(|row| row * channels).collect(),
            product_rows: (0..together).map(|row| row * features).collect(),
            regions: {
                let filters = features.next_multiple_of(MAX_VECTORS * isa.lanes()) * channels * POINTS;
                let [patches, products] = planes.map(|plane| plane * POINTS);
                let filters = if prepared { 0 } else { filters };
                [filters, patches, products, channels].map(|units| scratch.reserve(units))
            },
            planes,
            scratch,
            tiles,
        }
    }

    pub(in super::super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    /// With the first part, filters are brought into their form in scratch memory.
    ///
    /// # Safety
    /// The operands and the result are valid for the shape and strides, `scratch` is as long as asked for.
    pub(in super::super) unsafe fn run(
        &self,
        lhs: *const u8,
        rhs: *const u8,
        out: *mut u8,
        scratch: &mut [u8],
        how: RunArgs<'_>,
    ) {
        let scratch = aligned(scratch);
        let [own, patches, products, zeros] = self.regions.map(|at| scratch.wrapping_add(at).cast::<u32>());
        let filters = if self.prepared { rhs.cast() } else { own.cast_const() };
        if how.slice.first {
            // SAFETY: the region is as long as reserved, the filters valid by contract.
            unsafe {
                zeros.write_bytes(0, self.channels);
                if !self.prepared {
                    let (count, bytes) = self.panels();
                    (0..count).for_each(|panel| self.pack(rhs, panel, own.cast::<u8>().add(panel * bytes)));
                }
            }
        }
        for first in (0..self.images.count).step_by(self.images.together) {
            let count = self.images.together.min(self.images.count - first);
            let patches = Patches {
                tiles: &self.tiles,
                // SAFETY: by contract.
                images: unsafe { self.images.take(self.isa, lhs, (first, count), scratch) },
                channels: self.channels,
                zeros,
                to: patches,
                plane: self.planes[0],
            };
            let out = out.wrapping_add(first * self.out_steps[0] * self.elements[1].bytes());
            self.isa.dispatch(Run { plan: self, patches, images: count, filters, products, out, how });
        }
    }

    /// Panels of packed filters, and the bytes of each.
    pub(in super::super) fn panels(&self) -> (usize, usize) {
        let width = MAX_VECTORS * self.isa.lanes();
        (self.features.div_ceil(width), width * self.channels * POINTS * Element::F32.bytes())
    }

    /// Brings a panel of the filters into the form `[point][channel][panel's features]`.
    ///
    /// # Safety
    /// The filters are valid for their shape and strides, `to` for the bytes of a panel.
    pub(in super::super) unsafe fn pack(&self, rhs: *const u8, panel: usize, to: *mut u8) {
        let rhs = Source { pointer: rhs, element: self.elements[0] };
        let [depth_step, column_step] = self.filter_steps;
        let first = panel * MAX_VECTORS * self.isa.lanes();
        let columns = (self.features - first).min(MAX_VECTORS * self.isa.lanes());
        let point = self.channels * columns;
        let to: *mut u32 = to.cast();
        // The windows' numbers lie in the last points' place until these are made: a vector is read before it is written.
        let windows = to.wrapping_add((POINTS - WINDOW * WINDOW) * point);
        // SAFETY: offsets within the filters, and within the panel: features are whole vectors, so columns are too.
        unsafe {
            for (i, &tap) in self.taps.as_flattened().iter().enumerate() {
                let pack = PackPanels {
                    unit: self.unit,
                    to: windows.add(i * point),
                    room: self.channels,
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
        self.isa.dispatch(Windows { windows, to, point });
    }
}

/// Brings packed windows into their form.
struct Windows {
    windows: *const u32,
    to: *mut u32,
    /// Units from one point to the next, and from one of a window's numbers to the next.
    point: usize,
}

impl WithSimd for Windows {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let mut places = [[self.windows; WINDOW]; WINDOW];
        for (i, place) in places.as_flattened_mut().iter_mut().enumerate() {
            *place = self.windows.wrapping_add(i * self.point);
        }
        for at in (0..self.point).step_by(S::LANES) {
            // SAFETY: the panel holds whole vectors of all points; all numbers at `at` are read before any is written there.
            unsafe { store::<S>(self.to.add(at), self.point, window::<S>(load::<S, WINDOW>(&places, at))) }
        }
    }
}

struct Run<'a> {
    plan: &'a WinogradForward,
    patches: Patches<'a>,
    images: usize,
    filters: *const u32,
    products: *mut u32,
    out: *mut u8,
    how: RunArgs<'a>,
}

impl WithSimd for Run<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        let total = self.images * self.plan.tiles.count();
        for first in (0..total).step_by(self.plan.patch_rows.len()) {
            let tiles = first..total.min(first + self.plan.patch_rows.len());
            // SAFETY: the operands are valid by the contract of `WinogradForward::run`, the regions as long as reserved.
            unsafe {
                for (row, tile) in tiles.clone().enumerate() {
                    self.patches.make::<S>(row, self.plan.tiles.place(tile));
                }
                self.multiply::<S>(tiles.len());
                self.tiles::<S>(tiles);
            }
        }
    }
}

impl Run<'_> {
    /// Products as `[point][tile][feature]`.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, tiles: usize) {
        let plan = self.plan;
        for point in 0..POINTS {
            for panel in column_panels(plan.features, S::LANES) {
                // SAFETY: as `run`; the tables name units of the regions.
                unsafe {
                    let to = self.products.add(point * plan.planes[1] + panel.first);
                    S::panel::<false, false>(
                        panel.vectors,
                        &Panel {
                            a: self.patches.to.add(point * plan.planes[0]),
                            rows: Rows::At(&plan.patch_rows[..tiles]),
                            taps: &[0],
                            tap_len: plan.channels,
                            b: self.filters.add((panel.first * POINTS + point * panel.width) * plan.channels),
                            b_step: panel.width,
                            target: Target {
                                out: to.cast(),
                                rows: &plan.product_rows[..tiles],
                                column_step: 1,
                                columns: panel.columns,
                                element: Element::F32,
                                write: WriteMode::Overwrite,
                            },
                            ahead: Ahead::NOTHING,
                        },
                    );
                }
            }
        }
    }

    /// The result.
    #[inline(always)]
    unsafe fn tiles<S: Simd>(&self, tiles: std::ops::Range<usize>) {
        let plan = self.plan;
        for (row, number) in tiles.enumerate() {
            let place = plan.tiles.place(number);
            let [image_step, line_step, step] = plan.out_steps;
            let out = place.image * image_step + dot(&place.first, &plan.out_steps[1..]);
            for feature in (0..plan.features).step_by(S::LANES) {
                // SAFETY: as `run`; only positions that the result has are written.
                unsafe {
                    let from = self.products.add(row * plan.features + feature);
                    let mut points = [[from.cast_const(); PATCH]; PATCH];
                    for (point, place) in points.as_flattened_mut().iter_mut().enumerate() {
                        *place = from.add(point * plan.planes[1]);
                    }
                    let mut y = tile::<S>(load::<S, PATCH>(&points, 0));
                    if let Some(finish) = &self.how.epilogue {
                        for y in y.as_flattened_mut() {
                            *y = finish.apply_to_vector::<S>(plan.elements[1], feature, *y);
                        }
                    }
                    for (i, line) in y.iter().enumerate().take(place.sizes[0]) {
                        for (j, &y) in line.iter().enumerate().take(place.sizes[1]) {
                            put::<S>(
                                self.out,
                                out + i * line_step + j * step + feature,
                                plan.elements[1],
                                self.how.write,
                                y,
                            );
                        }
                    }
                }
            }
        }
    }
}
