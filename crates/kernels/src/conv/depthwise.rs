//! Depthwise convolutions: many groups of one input and few output features, all groups at a time.
//!
//! Group by group, a vector would have one lane in use. Here its lanes are groups, which are called channels: rows are the
//! result's positions, as in any convolution, and each channel has filters of its own. The gradient of the filters (groups
//! of the batch, a sum over images) is the same with long windows and many terms, whose sums stay in scratch memory.

use super::image::{PaddedImage, Pairing};
use super::spec::{ConvSpec, dot, indices};
use crate::element::{Element, MathMode, WriteMode};
use crate::isa::Isa;
use crate::lanewise::Lanewise;
use crate::pack::{PackTogether, Source, Unit};
use crate::panel::Target;
use crate::scratch::{ScratchLayout, aligned};
use crate::unpack::Unpack;

/// Units of a padded image that stay in the second-level cache; more channels are taken in turn.
const IMAGE_UNITS: usize = 1 << 16;
/// Units of filters that are multiplied at a time if windows are long: a third of the first-level cache.
const FILTER_UNITS: usize = 4096;
/// Output features of a group up to which groups are taken together.
const MAX_FEATURES: usize = 4;

#[derive(Debug, Clone)]
pub(super) struct Depthwise {
    isa: Isa,
    unit: Unit,
    elements: [Element; 3],
    /// Images of the result, and their element steps in the left operand and the result.
    images: usize,
    image_steps: [usize; 2],
    /// Input features of a group, and their element steps in both operands.
    terms: usize,
    term_steps: [usize; 2],
    /// Output features of a group, and their element steps in the filters and the result.
    features: usize,
    feature_steps: [usize; 2],
    /// Element steps from one channel to the next: left operand, filters, result.
    channel_steps: [usize; 3],
    blocks: Vec<Block>,
    /// Element offsets of the result's positions.
    c_rows: Vec<usize>,
    /// Lines of the filters: element offsets, positions, and the step from one to the next.
    filter_lines: Vec<usize>,
    line_len: usize,
    line_step: usize,
    scratch: ScratchLayout,
    image: usize,
    filters: usize,
    sums: usize,
}

/// Channels whose padded image is multiplied at a time.
#[derive(Debug, Clone)]
struct Block {
    first: usize,
    channels: usize,
    /// Channels and padding up to whole vectors.
    pitch: usize,
    padded: PaddedImage,
    /// Unit offsets in the padded image: of the result's positions, of the window's.
    rows: Vec<usize>,
    taps: Vec<usize>,
    /// Offsets of the result's positions in the sums.
    sum_rows: Vec<usize>,
}

impl Depthwise {
    /// Whether it is worth it: groups fill vectors, and their features are few. Sums of many terms stay in scratch memory,
    /// which is meant for one image, the filters' gradient.
    pub(super) fn applies(spec: &ConvSpec, isa: Isa) -> bool {
        spec.groups() * 2 >= isa.lanes()
            && spec.groups() > 1
            && spec.group_out_features() <= MAX_FEATURES
            && (spec.group_in_features() == 1 || spec.out_batch() == 1)
    }

    /// `spec` has a spatial dimension.
    pub(super) fn new(spec: &ConvSpec, isa: Isa) -> Depthwise {
        // Pairs would join what belongs to different sums; products of rounded numbers are the same.
        let unit = if spec.math_mode == MathMode::Bf16 { Unit::Rounded } else { Unit::F32 };
        let channel_steps = spec.group_offsets(1);
        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
        let positions: usize = spec.spatial.iter().map(|dim| dim.padded_extent()).product();

        let lanes = isa.lanes();
        let most = (IMAGE_UNITS / positions.max(1) / lanes).max(1) * lanes;
        let blocks: Vec<Block> = (0..spec.groups())
            .step_by(most)
            .map(|first| {
                let channels = most.min(spec.groups() - first);
                let pitch = channels.next_multiple_of(lanes);
                let padded = PaddedImage::new(spec, unit, Pairing::Channels, channels, channel_steps[0]);
                let moves: Vec<usize> =
                    spec.spatial.iter().zip(&padded.strides).map(|(dim, stride)| dim.stride * stride).collect();
                let place = |index: Vec<usize>| {
                    spec.spatial.iter().zip(index).map(|(dim, i)| dim.tap(i)).collect::<Vec<usize>>()
                };
                let rows: Vec<usize> = indices(&outputs).map(|position| dot(&position, &moves)).collect();
                let taps = indices(&kernels).map(|index| dot(&place(index), &padded.strides)).collect();
                let sum_rows = (0..rows.len()).map(|row| row * pitch).collect();
                Block { first, channels, pitch, padded, rows, taps, sum_rows }
            })
            .collect();

        let terms = spec.group_in_features();
        let c_rows: Vec<usize> = indices(&outputs).map(|position| dot(&position, &spec.out.spatial)).collect();
        let last = kernels.len() - 1;
        let pitch = blocks.iter().map(|block| block.pitch).max().unwrap_or(0);
        let units = blocks.iter().map(|block| block.padded.units).max().unwrap_or(0);
        let mut scratch = ScratchLayout::default();
        Depthwise {
            isa,
            unit,
            elements: spec.elements(),
            images: spec.out_batch(),
            image_steps: [spec.lhs.batch_or_in, spec.out.batch_or_in],
            terms,
            term_steps: [spec.lhs.feature_or_out, spec.rhs.batch_or_in],
            features: spec.group_out_features(),
            feature_steps: [spec.rhs.feature_or_out, spec.out.feature_or_out],
            channel_steps,
            filter_lines: indices(&kernels[..last]).map(|index| dot(&index, &spec.rhs.spatial)).collect(),
            line_len: kernels[last],
            line_step: spec.rhs.spatial[last],
            image: scratch.reserve(units + lanes),
            filters: scratch.reserve(kernels.iter().product::<usize>() * pitch),
            sums: scratch.reserve(if terms == 1 { 0 } else { c_rows.len() * pitch }),
            blocks,
            c_rows,
            scratch,
        }
    }

    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    pub(super) fn name(&self) -> &'static str {
        if self.terms == 1 { "depthwise" } else { "depthwise, image by image" }
    }

    /// # Safety
    /// The operands and the result are valid for the shape and strides of all groups, `scratch` is as long as asked for.
    pub(super) unsafe fn run(
        &self,
        lhs: *const u8,
        rhs: *const u8,
        out: *mut u8,
        scratch: &mut [u8],
        write: WriteMode,
    ) {
        let scratch = aligned(scratch);
        let image: *mut u32 = scratch.wrapping_add(self.image).cast();
        for block in &self.blocks {
            let [lhs_first, rhs_first, out_first] = self.channel_steps.map(|step| block.first * step);
            let lhs = Source { pointer: lhs, element: self.elements[0] }.at(lhs_first);
            let rhs = Source { pointer: rhs, element: self.elements[1] }.at(rhs_first);
            let out = out.wrapping_add(out_first * self.elements[2].bytes());
            // SAFETY: the tables were made from the shape and strides; scratch regions are as long as reserved.
            unsafe {
                image.write_bytes(0, block.padded.units + self.isa.lanes());
                for feature in 0..self.features {
                    let rhs = rhs.at(feature * self.feature_steps[0]);
                    let out = out.wrapping_add(feature * self.feature_steps[1] * self.elements[2].bytes());
                    if self.terms == 1 {
                        self.images(block, lhs, rhs, out, scratch, write);
                    } else {
                        self.terms(block, lhs, rhs, out, scratch, write);
                    }
                }
            }
        }
    }

    /// Sums of one window: straight into the result.
    unsafe fn images(&self, block: &Block, lhs: Source, rhs: Source, out: *mut u8, scratch: *mut u8, write: WriteMode) {
        // SAFETY: as `run`.
        unsafe {
            self.pack(block, rhs, scratch);
            for i in 0..self.images {
                let target = Target {
                    out: out.wrapping_add(i * self.image_steps[1] * self.elements[2].bytes()),
                    rows: &self.c_rows,
                    column_step: self.channel_steps[2],
                    columns: block.channels,
                    element: self.elements[2],
                    write,
                };
                self.multiply(block, lhs.at(i * self.image_steps[0]), target, block.taps.len(), scratch);
            }
        }
    }

    /// Sums over the windows of several terms: gathered, then stored.
    unsafe fn terms(&self, block: &Block, lhs: Source, rhs: Source, out: *mut u8, scratch: *mut u8, write: WriteMode) {
        let sums = scratch.wrapping_add(self.sums);
        let chunk = (FILTER_UNITS / block.pitch).max(1);
        // SAFETY: as `run`.
        unsafe {
            for i in 0..self.images {
                sums.write_bytes(0, block.rows.len() * block.pitch * Element::F32.bytes());
                for term in 0..self.terms {
                    self.pack(block, rhs.at(term * self.term_steps[1]), scratch);
                    let target = Target {
                        out: sums,
                        rows: &block.sum_rows,
                        column_step: 1,
                        columns: block.pitch,
                        element: Element::F32,
                        write: WriteMode::Accumulate,
                    };
                    let lhs = lhs.at(i * self.image_steps[0] + term * self.term_steps[0]);
                    self.multiply(block, lhs, target, chunk, scratch);
                }
                for (&sum, &row) in block.sum_rows.iter().zip(&self.c_rows) {
                    Unpack {
                        from: sums.cast::<f32>().cast_const().add(sum),
                        pitch: block.pitch,
                        out: out.wrapping_add((i * self.image_steps[1] + row) * self.elements[2].bytes()),
                        element: self.elements[2],
                        rows: 1,
                        row_step: 0,
                        columns: block.channels,
                        column_step: self.channel_steps[2],
                        write,
                    }
                    .run(self.isa);
                }
            }
        }
    }

    /// The filters as `[position][channels]`.
    unsafe fn pack(&self, block: &Block, rhs: Source, scratch: *mut u8) {
        let filters: *mut u32 = scratch.wrapping_add(self.filters).cast();
        for (i, &line) in self.filter_lines.iter().enumerate() {
            // SAFETY: the lines lie within the filters and the scratch region.
            unsafe {
                PackTogether {
                    unit: self.unit,
                    to: filters.add(i * self.line_len * block.pitch),
                    padded: block.pitch,
                    from: rhs.at(line),
                    second: None,
                    rows: self.line_len,
                    row_step: self.line_step.cast_signed(),
                    width: block.channels,
                    width_step: self.channel_steps[1],
                }
                .run(self.isa);
            }
        }
    }

    /// One image against the packed filters, `chunk` positions of the window at a time.
    unsafe fn multiply(&self, block: &Block, lhs: Source, target: Target<'_>, chunk: usize, scratch: *mut u8) {
        let image: *mut u32 = scratch.wrapping_add(self.image).cast();
        let filters: *const u32 = scratch.wrapping_add(self.filters).cast();
        // SAFETY: as `run`.
        unsafe {
            block.padded.copy(self.isa, image, lhs, None);
            // A sum of nothing is still stored: at least one pass.
            for first in (0..block.taps.len().max(1)).step_by(chunk.max(1)) {
                let taps = &block.taps[first..block.taps.len().min(first + chunk.max(1))];
                let b = filters.add(first * block.pitch);
                Lanewise { a: image, rows: &block.rows, taps, b, pitch: block.pitch, target }.run(self.isa);
            }
        }
    }
}
