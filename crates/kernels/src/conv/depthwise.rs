//! Depthwise convolutions: many groups of one input and few output features, all groups at a time.
//!
//! Group by group, a vector would have one lane in use. Here its lanes are groups, which are called channels:
//! rows are the positions of the result, as in any convolution, and each channel has filters of its own. The
//! gradient of the filters (groups of the batch, a sum over images) is the same with long windows and many
//! terms, whose sums stay in scratch memory.

use super::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use super::padded_copy::{PaddedCopy, Pairing};
use super::run_args::RunArgs;
use super::spec::{ConvSpec, dot, indices};
use crate::candidate::Refusal;
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::machine::Machine;
use crate::micro::depthwise::DepthwiseKernel;
use crate::micro::output::OutputPanel;
use crate::pack::{PackPositions, StoreAccumulators};
use crate::scratch::{ScratchLayout, aligned};
use crate::unit::{ElementPtr, Unit};

/// Units of a padded image that are multiplied at a time, a quarter of the second-level cache; more channels
/// are divided into blocks.
const IMAGE_UNITS: usize = Machine::REFERENCE.l2_bytes / 4 / size_of::<u32>();
/// Units of filters that are multiplied at a time if windows are long: a third of the first-level cache.
const FILTER_UNITS: usize = Machine::REFERENCE.l1d_bytes / 3 / size_of::<u32>();
/// Output features of a group up to which groups are taken together.
const MAX_FEATURES: usize = 4;

#[derive(Debug)]
pub(super) struct Depthwise {
    isa: Isa,
    unit: Unit,
    elements: [Element; 3],
    geometry: Geometry,
    filters: FilterLayout,
    blocks: Vec<Block>,
    scratch: ScratchOffsets,
}

/// Counts and element steps.
#[derive(Debug)]
struct Geometry {
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
    /// Element offsets of the result's positions.
    c_rows: Vec<usize>,
}

/// Lines of the filters: element offsets, positions, and the step from one position to the next.
#[derive(Debug)]
struct FilterLayout {
    lines: Vec<usize>,
    line_len: usize,
    position_step: usize,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    image: usize,
    filters: usize,
    accumulators: usize,
}

/// Channels whose padded image is multiplied at a time.
#[derive(Debug)]
struct Block {
    first: usize,
    channels: usize,
    /// Channels and padding up to whole vectors.
    pitch: usize,
    padded: PaddedCopy,
    /// Unit offsets in the padded image: of the result's positions, and of the window's.
    rows: Vec<usize>,
    taps: Vec<usize>,
    /// Offsets of the result's positions in the accumulators.
    accumulator_rows: Vec<usize>,
}

impl Depthwise {
    pub(super) fn accepts(spec: &ConvSpec, isa: Isa) -> Result<(), Refusal> {
        if spec.groups() <= 1 {
            return Err("there is one group".into());
        }
        if spec.groups() * 2 < isa.lanes() {
            return Err(format!("{} groups fill less than half of a vector of {}", spec.groups(), isa.lanes()).into());
        }
        if spec.group_out_features() > MAX_FEATURES {
            return Err(
                format!("{} output features a group, more than {MAX_FEATURES}", spec.group_out_features()).into()
            );
        }
        // Sums of many terms stay in scratch memory, which has room for one image: the filters' gradient.
        if spec.group_in_features() != 1 && spec.out_batch() != 1 {
            return Err(format!(
                "{} input features a group and {} images; one of them must be 1",
                spec.group_in_features(),
                spec.out_batch()
            )
            .into());
        }
        Ok(())
    }

    /// The variant for a specification.
    pub(super) fn algorithm(spec: &ConvSpec) -> ConvAlgorithm {
        ConvAlgorithm::Depthwise { accumulates: spec.group_in_features() != 1 }
    }

    /// `spec` has a spatial dimension.
    pub(super) fn new(spec: &ConvSpec, isa: Isa) -> Depthwise {
        // Pairs would join numbers of different sums; products of rounded numbers have the same value.
        let unit = Unit::of_single(spec.math_mode);
        let channel_steps = spec.group_offsets(1);
        let positions: usize = spec.spatial.iter().map(|dim| dim.padded_extent()).product();
        let lanes = isa.lanes();
        let most = (IMAGE_UNITS / positions.max(1) / lanes).max(1) * lanes;
        let block = |first| Block::new(spec, unit, first, most.min(spec.groups() - first), lanes);
        let blocks: Vec<Block> = (0..spec.groups()).step_by(most).map(block).collect();

        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
        let terms = spec.group_in_features();
        let c_rows: Vec<usize> = indices(&outputs).map(|position| dot(&position, &spec.out.spatial)).collect();
        let last = kernels.len() - 1;
        let pitch = blocks.iter().map(|block| block.pitch).max().unwrap_or(0);
        let units = blocks.iter().map(|block| block.padded.units).max().unwrap_or(0);
        let mut layout = ScratchLayout::default();
        let image = layout.reserve(units + lanes);
        let filters = layout.reserve(kernels.iter().product::<usize>() * pitch);
        let accumulators = layout.reserve(if terms == 1 { 0 } else { c_rows.len() * pitch });
        Depthwise {
            isa,
            unit,
            elements: spec.elements(),
            geometry: Geometry {
                images: spec.out_batch(),
                image_steps: [spec.lhs.batch_or_in, spec.out.batch_or_in],
                terms,
                term_steps: [spec.lhs.feature_or_out, spec.rhs.batch_or_in],
                features: spec.group_out_features(),
                feature_steps: [spec.rhs.feature_or_out, spec.out.feature_or_out],
                channel_steps,
                c_rows,
            },
            filters: FilterLayout {
                lines: indices(&kernels[..last]).map(|index| dot(&index, &spec.rhs.spatial)).collect(),
                line_len: kernels[last],
                position_step: spec.rhs.spatial[last],
            },
            blocks,
            scratch: ScratchOffsets { layout, image, filters, accumulators },
        }
    }

    /// Sums of one window each, stored straight to the result.
    unsafe fn run_images(
        &self,
        block: &Block,
        [lhs, rhs]: [ElementPtr; 2],
        out: *mut u8,
        scratch: *mut u8,
        write: WriteMode,
    ) {
        let [lhs_step, out_step] = self.geometry.image_steps;
        // SAFETY: as `run`.
        unsafe {
            self.pack_filters(block, rhs, scratch);
            for i in 0..self.geometry.images {
                let output = OutputPanel {
                    out: out.wrapping_add(i * out_step * self.elements[2].bytes()),
                    rows: &self.geometry.c_rows,
                    column_step: self.geometry.channel_steps[2],
                    columns: block.channels,
                    element: self.elements[2],
                    write,
                };
                self.multiply(block, lhs.at(i * lhs_step), output, block.taps.len(), scratch);
            }
        }
    }

    /// Sums over the windows of several terms, which are accumulated in scratch memory, then stored.
    unsafe fn run_terms(
        &self,
        block: &Block,
        [lhs, rhs]: [ElementPtr; 2],
        out: *mut u8,
        scratch: *mut u8,
        write: WriteMode,
    ) {
        let Geometry { images, image_steps, terms, term_steps, channel_steps, c_rows, .. } = &self.geometry;
        let accumulators = scratch.wrapping_add(self.scratch.accumulators);
        let chunk = (FILTER_UNITS / block.pitch).max(1);
        // SAFETY: as `run`.
        unsafe {
            for i in 0..*images {
                accumulators.write_bytes(0, block.rows.len() * block.pitch * Element::F32.bytes());
                for term in 0..*terms {
                    self.pack_filters(block, rhs.at(term * term_steps[1]), scratch);
                    let output = OutputPanel {
                        out: accumulators,
                        rows: &block.accumulator_rows,
                        column_step: 1,
                        columns: block.pitch,
                        element: Element::F32,
                        write: WriteMode::Accumulate,
                    };
                    let lhs = lhs.at(i * image_steps[0] + term * term_steps[0]);
                    self.multiply(block, lhs, output, chunk, scratch);
                }
                for (&from, &row) in block.accumulator_rows.iter().zip(c_rows) {
                    StoreAccumulators {
                        from: accumulators.cast::<f32>().cast_const().add(from),
                        pitch: block.pitch,
                        out: out.wrapping_add((i * image_steps[1] + row) * self.elements[2].bytes()),
                        element: self.elements[2],
                        rows: 1,
                        row_step: 0,
                        columns: block.channels,
                        column_step: channel_steps[2],
                        write,
                    }
                    .run(self.isa);
                }
            }
        }
    }

    /// Packs the filters as `[position][channels]`.
    unsafe fn pack_filters(&self, block: &Block, rhs: ElementPtr, scratch: *mut u8) {
        let filters: *mut u32 = scratch.wrapping_add(self.scratch.filters).cast();
        let FilterLayout { lines, line_len, position_step } = &self.filters;
        for (i, &line) in lines.iter().enumerate() {
            // SAFETY: the lines are within the filters and the scratch region.
            unsafe {
                PackPositions {
                    unit: self.unit,
                    to: filters.add(i * line_len * block.pitch),
                    padded_width: block.pitch,
                    from: rhs.at(line),
                    second: None,
                    positions: *line_len,
                    position_step: position_step.cast_signed(),
                    width: block.channels,
                    width_step: self.geometry.channel_steps[1],
                }
                .run(self.isa);
            }
        }
    }

    /// Multiplies one image with the packed filters, `chunk` positions of the window at a time.
    unsafe fn multiply(&self, block: &Block, lhs: ElementPtr, output: OutputPanel<'_>, chunk: usize, scratch: *mut u8) {
        let image: *mut u32 = scratch.wrapping_add(self.scratch.image).cast();
        let filters: *const u32 = scratch.wrapping_add(self.scratch.filters).cast();
        // SAFETY: as `run`.
        unsafe {
            block.padded.copy(self.isa, image, lhs, None);
            // An empty sum is still stored: at least one pass.
            for first in (0..block.taps.len().max(1)).step_by(chunk.max(1)) {
                let taps = &block.taps[first..block.taps.len().min(first + chunk.max(1))];
                let b = filters.add(first * block.pitch);
                DepthwiseKernel { a: image, rows: &block.rows, taps, b, pitch: block.pitch, output }.run(self.isa);
            }
        }
    }
}

impl ConvImplementation for Depthwise {
    fn algorithm(&self) -> ConvAlgorithm {
        ConvAlgorithm::Depthwise { accumulates: self.geometry.terms != 1 }
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    fn runs_all_groups(&self) -> bool {
        true
    }

    unsafe fn run(&self, memory: &mut ConvMemory<'_>, _: [usize; 3], args: RunArgs<'_>) {
        let [lhs, rhs] = [memory.lhs.as_ptr(), memory.rhs.as_ptr()];
        let out = memory.out.as_mut_ptr();
        let scratch = aligned(memory.scratch);
        let image: *mut u32 = scratch.wrapping_add(self.scratch.image).cast();
        let out_bytes = self.elements[2].bytes();
        for block in &self.blocks {
            let [lhs_first, rhs_first, out_first] = self.geometry.channel_steps.map(|step| block.first * step);
            let lhs = ElementPtr { pointer: lhs, element: self.elements[0] }.at(lhs_first);
            let rhs = ElementPtr { pointer: rhs, element: self.elements[1] }.at(rhs_first);
            let out = out.wrapping_add(out_first * out_bytes);
            // SAFETY: the tables were computed from the shape and strides; scratch regions are as long as
            // reserved.
            unsafe {
                image.write_bytes(0, block.padded.units + self.isa.lanes());
                for feature in 0..self.geometry.features {
                    let rhs = rhs.at(feature * self.geometry.feature_steps[0]);
                    let out = out.wrapping_add(feature * self.geometry.feature_steps[1] * out_bytes);
                    if self.geometry.terms == 1 {
                        self.run_images(block, [lhs, rhs], out, scratch, args.write);
                    } else {
                        self.run_terms(block, [lhs, rhs], out, scratch, args.write);
                    }
                }
            }
        }
    }
}

impl Block {
    fn new(spec: &ConvSpec, unit: Unit, first: usize, channels: usize, lanes: usize) -> Block {
        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
        let pitch = channels.next_multiple_of(lanes);
        let padded = PaddedCopy::new(spec, unit, Pairing::Channels, channels, spec.group_offsets(1)[0]);
        let moves: Vec<usize> =
            spec.spatial.iter().zip(&padded.strides).map(|(dim, stride)| dim.stride * stride).collect();
        let position =
            |index: Vec<usize>| spec.spatial.iter().zip(index).map(|(dim, i)| dim.tap(i)).collect::<Vec<usize>>();
        let rows: Vec<usize> = indices(&outputs).map(|position| dot(&position, &moves)).collect();
        let taps = indices(&kernels).map(|index| dot(&position(index), &padded.strides)).collect();
        let accumulator_rows = (0..rows.len()).map(|row| row * pitch).collect();
        Block { first, channels, pitch, padded, rows, taps, accumulator_rows }
    }
}
