//! Implicit GEMM: convolution as a matrix product whose left operand is never formed. Rows are the positions
//! of the result, and the reduction runs over the window's taps and the input features.
//!
//! Input gradients arrive in this form too, with a dilated input, a reversed window and swapped filter
//! features.

use super::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use super::padded_copy::{PaddedCopy, Pairing};
use super::run_args::{RunArgs, ScratchReuse};
use super::spec::{ConvSpec, dot, image_pitch, indices};
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::machine::Machine;
use crate::micro::dot::{self, DotKernel};
use crate::micro::output::OutputPanel;
use crate::micro::panel::{LhsRows, MAX_PANEL_VECTORS, PanelKernel, column_panels};
use crate::micro::run_panel;
use crate::pack::{PackPanels, PackRows};
use crate::prefetch::PrefetchRanges;
use crate::scratch::{ScratchLayout, aligned};
use crate::unit::{ElementPtr, Unit};
use std::ops::Range;

/// Images are taken together until a block has about this many rows: as many of 64 channels as the
/// first-level cache holds.
const BLOCK_ROWS: usize = Machine::REFERENCE.l1d_bytes / (64 * size_of::<f32>());
/// Rows that go through all filter panels, one panel after another: of 64 channels they take about a quarter
/// of the second-level cache, where their windows stay.
const CHUNK_ROWS: usize = 5 * BLOCK_ROWS;

#[derive(Debug)]
pub(super) struct ImplicitGemm {
    isa: Isa,
    unit: Unit,
    elements: [Element; 3],
    geometry: Geometry,
    filters: FilterLayout,
    /// The padded copy; `None` if windows are read in place.
    padded: Option<PaddedCopy>,
    /// True if there are several groups, each of which packs filters of its own.
    has_groups: bool,
    scratch: ScratchOffsets,
}

/// Images, positions and their offsets.
#[derive(Debug)]
struct Geometry {
    /// Images in a batch (of a group), and in a block.
    images: usize,
    block: usize,
    image_step: usize,
    /// Bytes of an image that are prefetched while the one before is multiplied.
    prefetch_image_bytes: usize,
    /// Row offsets in a block of (padded) images, in units.
    a_rows: Vec<usize>,
    /// Row offsets in the result, in elements.
    c_rows: Vec<usize>,
    out_image_step: usize,
    out_feature_step: usize,
}

/// The window, and the filters as they are packed for it.
#[derive(Debug)]
struct FilterLayout {
    /// Offsets of the runs of units that a window consists of, and their length.
    taps: Vec<usize>,
    tap_len: usize,
    /// Element offset of each tap in the filters, in the order in which the runs contain them.
    filter_taps: Vec<usize>,
    channels: usize,
    features: usize,
    /// Element strides of input and output features.
    steps: [usize; 2],
    /// For the dot micro-kernel (too few features for the lanes): the offsets of a window's vectors.
    dot_steps: Option<Vec<usize>>,
    /// True if the filters come packed.
    prepacked: bool,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    filters: usize,
    copies: usize,
}

impl ImplicitGemm {
    /// `spec` has a spatial dimension, and no dilated input. `prepacked`: the filters come as `pack` leaves
    /// them.
    pub(super) fn new(spec: &ConvSpec, isa: Isa, prepacked: bool) -> ImplicitGemm {
        let unit = Unit::of(spec.math_mode, isa);
        let channels = spec.group_in_features();
        let in_place = in_place_strides(spec, unit);
        let padded = match in_place {
            Some(_) => None,
            None => Some(PaddedCopy::new(spec, unit, Pairing::Channels, channels, spec.lhs.feature_or_out)),
        };
        let (strides, image_units) = match (&padded, in_place) {
            (Some(padded), _) => (padded.strides.clone(), padded.units),
            (None, strides) => (strides.unwrap_or_default(), spec.lhs.batch_or_in / unit.len()),
        };
        let filters = FilterLayout::new(spec, &strides, unit, isa, prepacked);
        let geometry = Geometry::new(spec, &strides, image_units, filters.taps.len());
        let mut layout = ScratchLayout::default();
        let packed = filters.features.next_multiple_of(MAX_PANEL_VECTORS * isa.lanes()) * filters.depth(unit);
        let filter_region = layout.reserve(if prepacked { 0 } else { packed });
        let copies = layout.reserve(if padded.is_some() { geometry.block * image_units } else { 0 });
        ImplicitGemm {
            isa,
            unit,
            elements: spec.elements(),
            geometry,
            filters,
            padded,
            has_groups: spec.groups() > 1,
            scratch: ScratchOffsets { layout, filters: filter_region, copies },
        }
    }

    /// The variant for a specification.
    pub(super) fn algorithm(spec: &ConvSpec, isa: Isa) -> ConvAlgorithm {
        let undilated = spec.spatial.iter().all(|dim| dim.lhs_dilation == 1);
        match undilated {
            true => ConvImplementation::algorithm(&ImplicitGemm::new(spec, isa, false)),
            false => ConvAlgorithm::ImplicitGemm { padded_copy: true, dot_kernel: false },
        }
    }

    /// Multiplies some rows of a block of images with all filters.
    ///
    /// # Safety
    /// As [`ConvImplementation::run`].
    unsafe fn multiply(
        &self,
        a: *const u32,
        rows: Range<usize>,
        filters: *const u32,
        out: *mut u8,
        write: WriteMode,
        prefetch: PrefetchRanges,
    ) {
        let FilterLayout { taps, tap_len, features, .. } = &self.filters;
        let (a_rows, c_rows) = (&self.geometry.a_rows[rows.clone()], &self.geometry.c_rows[rows]);
        let column_step = self.geometry.out_feature_step;
        let output = |out: *mut u8, columns: usize| OutputPanel {
            out,
            rows: c_rows,
            column_step,
            columns,
            element: self.elements[2],
            write,
        };
        if let Some(steps) = &self.filters.dot_steps {
            let output = output(out, *features);
            // SAFETY: as `run`.
            return unsafe {
                DotKernel { a, rows: a_rows, steps, b: filters, output, prefetch }.run(self.isa, self.unit)
            };
        }
        let depth = taps.len() * tap_len;
        let panels = features.div_ceil(MAX_PANEL_VECTORS * self.isa.lanes());
        for (i, panel) in column_panels(*features, self.isa.lanes()).enumerate() {
            let feature_bytes = panel.first * column_step * self.elements[2].bytes();
            // SAFETY: as `run`.
            unsafe {
                let kernel = PanelKernel {
                    a,
                    rows: LhsRows::Offsets(a_rows),
                    taps,
                    tap_len: *tap_len,
                    b: filters.add(panel.first * depth),
                    b_step: panel.width,
                    output: output(out.wrapping_add(feature_bytes), panel.columns),
                    prefetch: prefetch.part(i, panels),
                };
                run_panel(&kernel, self.isa, self.unit, panel.vectors);
            }
        }
    }

    /// The images of a block, in place or copied.
    ///
    /// # Safety
    /// As [`ConvImplementation::run`]; the zeros of the copies are in place.
    unsafe fn block_images(&self, block: ElementPtr, images: usize, copies: *mut u32) -> *const u32 {
        let Some(padded) = &self.padded else { return block.pointer.cast() };
        for image in 0..images {
            let from = block.at(image * self.geometry.image_step);
            // SAFETY: by contract.
            unsafe { padded.copy(self.isa, copies.add(image * padded.units), from, None) };
        }
        copies.cast_const()
    }
}

impl ConvImplementation for ImplicitGemm {
    fn algorithm(&self) -> ConvAlgorithm {
        ConvAlgorithm::ImplicitGemm { padded_copy: self.padded.is_some(), dot_kernel: self.filters.dot_steps.is_some() }
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    /// Even if filters come packed: the borders of copies.
    fn scratch_reuse(&self) -> ScratchReuse {
        if self.has_groups { ScratchReuse::None } else { ScratchReuse::PackedFilters }
    }

    fn packed_panels(&self) -> (usize, usize) {
        let FilterLayout { features, dot_steps, .. } = &self.filters;
        let (depth, width) = (self.filters.depth(self.unit), MAX_PANEL_VECTORS * self.isa.lanes());
        match dot_steps {
            Some(_) => (1, features * depth * size_of::<u32>()),
            None => (features.div_ceil(width), width * depth * size_of::<u32>()),
        }
    }

    /// Packs a panel of the filters as `[tap][channel units][panel's columns]`, or, for the dot micro-kernel,
    /// all of them as `[feature][tap][channel units]`.
    unsafe fn pack(&self, rhs: *const u8, panel: usize, to: *mut u8) {
        let FilterLayout { filter_taps, channels, features, steps: [depth_step, column_step], .. } = &self.filters;
        let (rhs, to): (_, *mut u32) = (ElementPtr { pointer: rhs, element: self.elements[1] }, to.cast());
        let width = MAX_PANEL_VECTORS * self.isa.lanes();
        let pixel = channels.div_ceil(self.unit.len());
        let depth = self.filters.depth(self.unit);
        for (i, &tap) in filter_taps.iter().enumerate() {
            // SAFETY: the taps are within the filters, by contract; so do panels and features within `to`.
            unsafe {
                if self.filters.dot_steps.is_some() {
                    PackRows {
                        unit: self.unit,
                        to: to.add(i * pixel),
                        pitch: depth,
                        from: rhs.at(tap),
                        rows: *features,
                        row_step: *column_step,
                        depth: *channels,
                        depth_step: *depth_step,
                    }
                    .run(self.isa);
                    continue;
                }
                PackPanels {
                    unit: self.unit,
                    to,
                    panel_depth: depth,
                    first: i * pixel,
                    lanes: self.isa.lanes(),
                    from: rhs.at(tap + panel * width * column_step),
                    depth: *channels,
                    depth_step: *depth_step,
                    columns: width.min(features - panel * width),
                    column_step: *column_step,
                }
                .run(self.isa);
            }
        }
    }

    unsafe fn run(&self, memory: &mut ConvMemory<'_>, group_offsets: [usize; 3], args: RunArgs<'_>) {
        let lhs = ElementPtr { pointer: memory.lhs.as_ptr(), element: self.elements[0] }.at(group_offsets[0]);
        let rhs = ElementPtr { pointer: memory.rhs.as_ptr(), element: self.elements[1] }.at(group_offsets[1]).pointer;
        let out = memory.out.as_mut_ptr().wrapping_add(group_offsets[2] * self.elements[2].bytes());
        let scratch = aligned(memory.scratch);
        let copies: *mut u32 = scratch.wrapping_add(self.scratch.copies).cast();
        let packed: *mut u8 = scratch.wrapping_add(self.scratch.filters);
        let filters: *const u32 = if self.filters.prepacked { rhs.cast() } else { packed.cast_const().cast() };
        let Geometry { images, block, image_step, prefetch_image_bytes, out_image_step, .. } = self.geometry;
        // SAFETY: the tables were computed from the shape and strides; scratch regions are as long as
        // reserved.
        unsafe {
            if args.slice.first {
                if !self.filters.prepacked {
                    let (count, bytes) = self.packed_panels();
                    (0..count).for_each(|panel| self.pack(rhs, panel, packed.add(panel * bytes)));
                }
                if let Some(padded) = &self.padded {
                    copies.write_bytes(0, block * padded.units);
                }
            }
            for first in (0..images).step_by(block) {
                let count = block.min(images - first);
                let a = self.block_images(lhs.at(first * image_step), count, copies);
                let rows = self.geometry.a_rows.len() / block * count;
                let out = out.wrapping_add(first * out_image_step * self.elements[2].bytes());
                let next = block.min(images - first - count);
                let next_images = lhs.at((first + count) * image_step).pointer;
                let prefetch = PrefetchRanges::new([(next_images, next * prefetch_image_bytes), (std::ptr::null(), 0)]);
                for (i, chunk) in (0..rows).step_by(CHUNK_ROWS).enumerate() {
                    let prefetch = prefetch.part(i, rows.div_ceil(CHUNK_ROWS));
                    self.multiply(a, chunk..rows.min(chunk + CHUNK_ROWS), filters, out, args.write, prefetch);
                }
            }
        }
    }
}

impl Geometry {
    /// `strides` and `image_units` are those of the (padded) images, `taps` the runs of a window.
    fn new(spec: &ConvSpec, strides: &[usize], image_units: usize, taps: usize) -> Geometry {
        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let positions: usize = outputs.iter().product();
        let block = BLOCK_ROWS.div_ceil(positions.max(1)).clamp(1, spec.out_batch().max(1));
        let moves: Vec<usize> = spec.spatial.iter().zip(strides).map(|(dim, stride)| dim.stride * stride).collect();
        let (mut a_rows, mut c_rows) = (Vec::new(), Vec::new());
        for image in 0..block {
            for position in indices(&outputs) {
                a_rows.push(image * image_units + dot(&position, &moves));
                c_rows.push(image * spec.out.batch_or_in + dot(&position, &spec.out.spatial));
            }
        }
        // A window of one run gains nothing: it prefetches in bursts, one for each register tile, and has
        // little to wait for.
        let prefetch_image_bytes = if taps == 1 {
            0
        } else {
            let dims = spec.spatial.iter().zip(&spec.lhs.spatial).map(|(dim, &stride)| (dim.input, stride));
            let dims = dims.chain([(spec.in_features, spec.lhs.feature_or_out)]);
            image_pitch(spec.lhs.batch_or_in, dims, spec.lhs.element)
        };
        Geometry {
            images: spec.out_batch(),
            block,
            image_step: spec.lhs.batch_or_in,
            prefetch_image_bytes,
            a_rows,
            c_rows,
            out_image_step: spec.out.batch_or_in,
            out_feature_step: spec.out.feature_or_out,
        }
    }
}

impl FilterLayout {
    /// `strides` are those of the (padded) images.
    fn new(spec: &ConvSpec, strides: &[usize], unit: Unit, isa: Isa, prepacked: bool) -> FilterLayout {
        let (channels, features) = (spec.group_in_features(), spec.group_out_features());
        let pixel = channels.div_ceil(unit.len());
        let (taps, tap_len, filter_taps) = window(spec, strides, pixel);
        let depth = filter_taps.len() * pixel;
        let dot_kernel = dot::is_faster(features, depth, tap_len, unit, isa);
        FilterLayout {
            dot_steps: dot_kernel.then(|| dot::steps(&taps, tap_len, isa)),
            taps,
            tap_len,
            filter_taps,
            channels,
            features,
            steps: [spec.rhs.batch_or_in, spec.rhs.feature_or_out],
            prepacked,
        }
    }

    /// Units of a window.
    fn depth(&self, unit: Unit) -> usize {
        self.filter_taps.len() * self.channels.div_ceil(unit.len())
    }
}

/// The window's taps in the order of their addresses, joined into runs where they are adjacent: the runs'
/// offsets, their length, and the filter offset of each single tap.
fn window(spec: &ConvSpec, strides: &[usize], pixel: usize) -> (Vec<usize>, usize, Vec<usize>) {
    let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
    let mut taps: Vec<(usize, usize)> = indices(&kernels)
        .map(|index| {
            let positions: Vec<usize> = spec.spatial.iter().zip(&index).map(|(dim, &i)| dim.tap(i)).collect();
            (dot(&positions, strides), dot(&index, &spec.rhs.spatial))
        })
        .collect();
    taps.sort_unstable();
    let filter_taps = taps.iter().map(|tap| tap.1).collect();
    // Runs must be equally long: the longest length that all runs are multiples of is one line of the window.
    let line = kernels.last().copied().unwrap_or(1).max(1);
    let joined = taps.chunks(line).all(|line| line.windows(2).all(|pair| pair[1].0 - pair[0].0 == pixel));
    let run = if joined { line } else { 1 };
    let offsets = taps.chunks(run).map(|run| run[0].0).collect();
    (offsets, run * pixel, filter_taps)
}

/// Unit strides of the spatial dimensions if windows can be read in place: nothing is padded, dilated or
/// converted, and units do not straddle features.
fn in_place_strides(spec: &ConvSpec, unit: Unit) -> Option<Vec<usize>> {
    let inside =
        spec.spatial.iter().all(|dim| dim.pad_low == 0 && dim.lhs_dilation == 1 && dim.padded_extent() <= dim.input);
    let channels = spec.group_in_features();
    let whole = [channels, spec.lhs.batch_or_in].iter().chain(&spec.lhs.spatial).all(|n| n.is_multiple_of(unit.len()));
    (inside && whole && spec.lhs.feature_or_out == 1 && unit.is_stored_as(spec.lhs.element))
        .then(|| spec.lhs.spatial.iter().map(|stride| stride / unit.len()).collect())
}
