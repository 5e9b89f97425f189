//! Convolution as a matrix product whose left operand is never formed: rows are the result's positions, the reduction
//! runs over the window's taps and the input features.
//!
//! Input gradients arrive in this form too, with a dilated input, a reversed window and swapped filter features.

use super::image::{PaddedImage, Pairing};
use super::spec::{ConvSpec, dot, image_pitch, indices};
use crate::ahead::Ahead;
use crate::dots::{self, Dots};
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::pack::{PackAlong, PackPanels, Source, Unit};
use crate::panel::{MAX_VECTORS, Panel, Rows, Target, column_panels};
use crate::scratch::{ScratchLayout, aligned};

/// Images are taken together until a block has about this many rows.
const BLOCK_ROWS: usize = 192;
/// Rows that run through all filter panels in turn, while their windows are in the second-level cache.
const CHUNK_ROWS: usize = 960;

#[derive(Debug, Clone)]
pub(super) struct Forward {
    isa: Isa,
    unit: Unit,
    elements: [Element; 3],
    /// Images in a batch (of a group), in a block.
    images: usize,
    block: usize,
    image_step: usize,
    /// Bytes of an image that are fetched while the one before is multiplied.
    image_bytes: usize,
    /// The padded copy, or none if windows are read where they lie.
    padded: Option<PaddedImage>,
    /// Row offsets in a block of (padded) images, in units; and in the result, in elements.
    a_rows: Vec<usize>,
    c_rows: Vec<usize>,
    out_image_step: usize,
    out_feature_step: usize,
    /// Runs of units in a window.
    taps: Vec<usize>,
    tap_len: usize,
    /// Filter elements in the order in which the runs meet them: element offset of each tap.
    filter_taps: Vec<usize>,
    channels: usize,
    filter_steps: [usize; 2],
    features: usize,
    /// Whether the filters come packed.
    prepared: bool,
    /// If there are too few features for the lanes, so that these run along the window: the offsets of its vectors.
    along: Option<Vec<usize>>,
    filters: usize,
    scratch: ScratchLayout,
    copies: usize,
}

impl Forward {
    /// `spec` has a spatial dimension. `prepared`: the filters come as [`Forward::pack`] leaves them.
    pub(super) fn new(spec: &ConvSpec, isa: Isa, prepared: bool) -> Forward {
        let unit = Unit::of(spec.math_mode, isa);
        let channels = spec.group_in_features();
        let in_place = in_place_strides(spec, unit);
        let padded = match in_place {
            Some(_) => None,
            None => Some(PaddedImage::new(spec, unit, Pairing::Channels, channels, spec.lhs.feature_or_out)),
        };
        let (strides, image_units) = match (&padded, in_place) {
            (Some(padded), _) => (padded.strides.clone(), padded.units),
            (None, strides) => (strides.unwrap_or_default(), spec.lhs.batch_or_in / unit.len()),
        };

        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let positions: usize = outputs.iter().product();
        let block = BLOCK_ROWS.div_ceil(positions.max(1)).clamp(1, spec.out_batch().max(1));
        let moves: Vec<usize> = spec.spatial.iter().zip(&strides).map(|(dim, stride)| dim.stride * stride).collect();
        let (mut a_rows, mut c_rows) = (Vec::new(), Vec::new());
        for image in 0..block {
            for position in indices(&outputs) {
                a_rows.push(image * image_units + dot(&position, &moves));
                c_rows.push(image * spec.out.batch_or_in + dot(&position, &spec.out.spatial));
            }
        }

        let pixel = channels.div_ceil(unit.len());
        let (taps, tap_len, filter_taps) = window(spec, &strides, pixel);
        let depth = filter_taps.len() * pixel;
        let features = spec.group_out_features();
        let mut scratch = ScratchLayout::default();
        let packed = features.next_multiple_of(MAX_VECTORS * isa.lanes()) * depth;
        let filters = scratch.reserve(if prepared { 0 } else { packed });
        let copies = scratch.reserve(if padded.is_some() { block * image_units } else { 0 });
        Forward {
            isa,
            unit,
            elements: spec.elements(),
            images: spec.out_batch(),
            block,
            image_step: spec.lhs.batch_or_in,
            // A window of one run gains nothing: there is a burst for each tile, and little to wait for.
            image_bytes: if taps.len() == 1 {
                0
            } else {
                let dims = spec.spatial.iter().zip(&spec.lhs.spatial).map(|(dim, &stride)| (dim.input, stride));
                image_pitch(
                    spec.lhs.batch_or_in,
                    dims.chain([(spec.in_features, spec.lhs.feature_or_out)]),
                    spec.lhs.element,
                )
            },
            padded,
            a_rows,
            c_rows,
            out_image_step: spec.out.batch_or_in,
            out_feature_step: spec.out.feature_or_out,
            along: dots::applies(features, depth, tap_len, unit, isa).then(|| dots::steps(&taps, tap_len, isa)),
            taps,
            tap_len,
            filter_taps,
            channels,
            filter_steps: [spec.rhs.batch_or_in, spec.rhs.feature_or_out],
            features,
            prepared,
            filters,
            scratch,
            copies,
        }
    }

    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    pub(super) fn name(&self) -> &'static str {
        match (self.padded.is_some(), self.along.is_some()) {
            (true, false) => "windows of padded images",
            (false, false) => "windows in place",
            (true, true) => "windows of padded images, few features",
            (false, true) => "windows in place, few features",
        }
    }

    /// `first`: the filters have yet to be packed into scratch memory, and the borders of the copies to be made.
    ///
    /// # Safety
    /// The operands and the result are valid for a group's shape and strides, `scratch` is as long as asked for.
    pub(super) unsafe fn run(
        &self,
        lhs: *const u8,
        rhs: *const u8,
        out: *mut u8,
        scratch: &mut [u8],
        write: WriteMode,
        first: bool,
    ) {
        let scratch = aligned(scratch);
        let lhs = Source { pointer: lhs, element: self.elements[0] };
        let copies: *mut u32 = scratch.wrapping_add(self.copies).cast();
        let own: *mut u8 = scratch.wrapping_add(self.filters);
        let filters: *const u32 = if self.prepared { rhs.cast() } else { own.cast_const().cast() };
        // SAFETY: the tables were made from the shape and strides; scratch regions are as long as reserved.
        unsafe {
            if first {
                if !self.prepared {
                    let (count, bytes) = self.panels();
                    (0..count).for_each(|panel| self.pack(rhs, panel, own.add(panel * bytes)));
                }
                if let Some(padded) = &self.padded {
                    copies.write_bytes(0, self.block * padded.units);
                }
            }
            for first in (0..self.images).step_by(self.block) {
                let images = self.block.min(self.images - first);
                let block = lhs.at(first * self.image_step);
                let a = match &self.padded {
                    Some(padded) => {
                        for image in 0..images {
                            let from = block.at(image * self.image_step);
                            padded.copy(self.isa, copies.add(image * padded.units), from, None);
                        }
                        copies.cast_const()
                    }
                    None => block.pointer.cast(),
                };
                let rows = self.a_rows.len() / self.block * images;
                let out = out.wrapping_add(first * self.out_image_step * self.elements[2].bytes());
                let next = self.block.min(self.images - first - images);
                let ahead = Ahead::new([
                    (lhs.at((first + images) * self.image_step).pointer, next * self.image_bytes),
                    (std::ptr::null(), 0),
                ]);
                for (i, chunk) in (0..rows).step_by(CHUNK_ROWS).enumerate() {
                    let ahead = ahead.part(i, rows.div_ceil(CHUNK_ROWS));
                    self.multiply(a, chunk..rows.min(chunk + CHUNK_ROWS), filters, out, write, ahead);
                }
            }
        }
    }

    /// Panels of packed filters, and the bytes of each.
    pub(super) fn panels(&self) -> (usize, usize) {
        let depth = self.filter_taps.len() * self.channels.div_ceil(self.unit.len());
        let width = MAX_VECTORS * self.isa.lanes();
        match self.along {
            Some(_) => (1, self.features * depth * Element::F32.bytes()),
            None => (self.features.div_ceil(width), width * depth * Element::F32.bytes()),
        }
    }

    /// Packs a panel of the filters as `[tap][channel units][panel's columns]`, or all of them as
    /// `[feature][tap][channel units]`.
    ///
    /// # Safety
    /// The filters are valid for their shape and strides, `to` for the bytes of a panel.
    pub(super) unsafe fn pack(&self, rhs: *const u8, panel: usize, to: *mut u8) {
        let rhs = Source { pointer: rhs, element: self.elements[1] };
        let to: *mut u32 = to.cast();
        let width = MAX_VECTORS * self.isa.lanes();
        let pixel = self.channels.div_ceil(self.unit.len());
        let depth = self.filter_taps.len() * pixel;
        let [depth_step, column_step] = self.filter_steps;
        for (i, &tap) in self.filter_taps.iter().enumerate() {
            // SAFETY: the taps lie within the filters, by contract; so do panels and features within `to`.
            unsafe {
                if self.along.is_some() {
                    PackAlong {
                        unit: self.unit,
                        to: to.add(i * pixel),
                        pitch: depth,
                        from: rhs.at(tap),
                        rows: self.features,
                        row_step: column_step,
                        depth: self.channels,
                        depth_step,
                    }
                    .run(self.isa);
                    continue;
                }
                PackPanels {
                    unit: self.unit,
                    to,
                    room: depth,
                    first: i * pixel,
                    lanes: self.isa.lanes(),
                    from: rhs.at(tap + panel * width * column_step),
                    depth: self.channels,
                    depth_step,
                    columns: width.min(self.features - panel * width),
                    column_step,
                }
                .run(self.isa);
            }
        }
    }

    unsafe fn multiply(
        &self,
        a: *const u32,
        rows: std::ops::Range<usize>,
        filters: *const u32,
        out: *mut u8,
        write: WriteMode,
        ahead: Ahead,
    ) {
        let (a_rows, c_rows) = (&self.a_rows[rows.clone()], &self.c_rows[rows]);
        let pairs = self.unit == Unit::Pair;
        let target = |out: *mut u8, columns: usize| Target {
            out,
            rows: c_rows,
            column_step: self.out_feature_step,
            columns,
            element: self.elements[2],
            write,
        };
        if let Some(steps) = &self.along {
            let target = target(out, self.features);
            // SAFETY: as `run`.
            return unsafe { Dots { a, rows: a_rows, steps, b: filters, target, ahead }.run(self.isa, pairs) };
        }
        let (taps, tap_len) = (&self.taps[..], self.tap_len);
        let depth = taps.len() * tap_len;
        let panels = self.features.div_ceil(MAX_VECTORS * self.isa.lanes());
        for (i, panel) in column_panels(self.features, self.isa.lanes()).enumerate() {
            let feature = panel.first * self.out_feature_step * self.elements[2].bytes();
            let target = target(out.wrapping_add(feature), panel.columns);
            // SAFETY: as `run`.
            unsafe {
                let b = filters.add(panel.first * depth);
                let ahead = ahead.part(i, panels);
                Panel { a, rows: Rows::At(a_rows), taps, tap_len, b, b_step: panel.width, target, ahead }.run(
                    self.isa,
                    pairs,
                    panel.vectors,
                );
            }
        }
    }
}

/// The window's taps in the order of their addresses, joined into runs where they follow one another: the runs' offsets,
/// their length, and the filter offset of each single tap.
fn window(spec: &ConvSpec, strides: &[usize], pixel: usize) -> (Vec<usize>, usize, Vec<usize>) {
    let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
    let mut taps: Vec<(usize, usize)> = indices(&kernels)
        .map(|index| {
            let places: Vec<usize> = spec.spatial.iter().zip(&index).map(|(dim, &i)| dim.tap(i)).collect();
            (dot(&places, strides), dot(&index, &spec.rhs.spatial))
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

/// Unit strides of the spatial dimensions if windows can be read where the input lies: nothing is padded, dilated or
/// converted, and units do not straddle features.
fn in_place_strides(spec: &ConvSpec, unit: Unit) -> Option<Vec<usize>> {
    let inside =
        spec.spatial.iter().all(|dim| dim.pad_low == 0 && dim.lhs_dilation == 1 && dim.padded_extent() <= dim.input);
    let channels = spec.group_in_features();
    let whole = [channels, spec.lhs.batch_or_in].iter().chain(&spec.lhs.spatial).all(|n| n.is_multiple_of(unit.len()));
    (inside && whole && spec.lhs.feature_or_out == 1 && unit.is_stored_as(spec.lhs.element))
        .then(|| spec.lhs.spatial.iter().map(|stride| stride / unit.len()).collect())
}
