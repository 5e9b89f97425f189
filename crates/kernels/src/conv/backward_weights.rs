//! Backward weights: the gradient of filters, a convolution whose window is as large as an image and whose
//! result is as small as a window.
//!
//! JAX and StableHLO write the gradient of a convolution's filters as a convolution of the images (their
//! channels in the place of the batch, their batch in that of the features) with the result's gradients as
//! filters. Here the rows are the result's positions and channels, and the reduction runs over one image
//! after another, line by line. The sums of the whole result stay in scratch memory. bf16 pairs join two
//! images, so that windows at odd positions do not split pairs.

use super::channel_major_copy::ChannelMajorCopy;
use super::implementation::{ConvAlgorithm, ConvImplementation, ConvMemory};
use super::padded_copy::{PaddedCopy, Pairing};
use super::run_args::{RunArgs, ScratchReuse};
use super::spec::{ConvSpec, dot, image_pitch, indices};
use crate::candidate::Refusal;
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::machine::Machine;
use crate::micro::output::OutputPanel;
use crate::micro::panel::{LhsRows, MAX_PANEL_VECTORS, PanelKernel, ROW_SLACK_UNITS, column_panels};
use crate::micro::run_panel;
use crate::pack::{PackPositions, StoreAccumulators};
use crate::prefetch::PrefetchRanges;
use crate::scratch::{ScratchLayout, aligned};
use crate::unit::{ElementPtr, Unit};

/// Units of a packed panel that are multiplied at a time: a third of the first-level cache.
const PANEL_UNITS: usize = Machine::REFERENCE.l1d_bytes / 3 / size_of::<u32>();
/// Positions up to which small images are taken together, so that sums are loaded and stored less often than
/// images end.
const MIN_REDUCTION: usize = 256;
/// Units of images that are taken together at most: half of the second-level cache.
const IMAGE_UNITS: usize = Machine::REFERENCE.l2_bytes / 2 / size_of::<u32>();

#[derive(Debug)]
pub(super) struct BackwardWeights {
    isa: Isa,
    unit: Unit,
    elements: [Element; 3],
    images: Images,
    rows: RowTables,
    window: WindowLines,
    features: usize,
    /// Element steps of features in the right operand and the result.
    feature_steps: [usize; 2],
    /// True if there are several groups.
    has_groups: bool,
    scratch: ScratchOffsets,
}

/// The images that the reduction runs over: the left operand's features.
#[derive(Debug)]
struct Images {
    copy: ImageCopy,
    /// Units of an image's copy.
    units: usize,
    count: usize,
    /// Element steps from one image to the next in both operands.
    steps: [usize; 2],
    /// Images (or pairs) that are multiplied together.
    together: usize,
    /// Bytes of an image, in both operands, that are prefetched while the one before is multiplied.
    prefetch_bytes: [usize; 2],
}

/// The rows of the result, its positions and channels.
#[derive(Debug)]
struct RowTables {
    /// Result positions that are not rows: unit offset in the copied image, element offset in the result.
    positions: Vec<(usize, usize)>,
    /// Rows of a position: element offsets in the result, and offsets in the accumulators.
    c_rows: Vec<usize>,
    accumulator_rows: Vec<usize>,
    /// Rows of a position in a channel-major copy.
    channel_major_rows: Vec<usize>,
}

/// Lines of the window, for each image of those that are taken together.
#[derive(Debug)]
struct WindowLines {
    /// Unit offsets in the copied images.
    image_lines: Vec<usize>,
    /// Element offsets in the right operand.
    filter_lines: Vec<usize>,
    line_len: usize,
    /// Units from one position of a line to the next.
    line_step: usize,
    /// From one position of a line to the next in the right operand; backwards if the window is reversed.
    filter_step: isize,
    /// Lines multiplied at a time.
    chunk: usize,
    /// True if the right operand is read in place: vectors of features that are units already, line after
    /// line.
    in_place: bool,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    image: usize,
    packed: usize,
    accumulators: usize,
}

/// The copy of an image, in the layout that the micro-kernel needs.
#[derive(Debug)]
enum ImageCopy {
    /// Channels innermost: rows are adjacent.
    Padded(PaddedCopy),
    /// Positions innermost, for tile registers.
    ChannelMajor(ChannelMajorCopy),
}

impl ImageCopy {
    fn new(spec: &ConvSpec, unit: Unit, isa: Isa) -> ImageCopy {
        match unit.uses_tiles(isa).then(|| ChannelMajorCopy::new(spec, unit)).flatten() {
            Some(copy) => ImageCopy::ChannelMajor(copy),
            None => {
                let channels = spec.out_batch();
                ImageCopy::Padded(PaddedCopy::new(spec, unit, Pairing::Images, channels, spec.lhs.batch_or_in))
            }
        }
    }

    /// Units from a position to the next in the spatial dimensions (but the last, if channel-major).
    fn strides(&self) -> &[usize] {
        match self {
            ImageCopy::Padded(copy) => &copy.strides,
            ImageCopy::ChannelMajor(copy) => &copy.strides,
        }
    }

    fn units(&self) -> usize {
        match self {
            ImageCopy::Padded(copy) => copy.units,
            ImageCopy::ChannelMajor(copy) => copy.units,
        }
    }

    /// # Safety
    /// As the copies.
    unsafe fn copy(&self, isa: Isa, to: *mut u32, image: ElementPtr, second: Option<ElementPtr>) {
        // SAFETY: passed on.
        unsafe {
            match self {
                ImageCopy::Padded(copy) => copy.copy(isa, to, image, second),
                ImageCopy::ChannelMajor(copy) => copy.copy(isa, to, image, second),
            }
        }
    }
}

impl Images {
    /// `positions`: those of the window, all of which a reduction over one image has.
    fn new(spec: &ConvSpec, unit: Unit, isa: Isa, positions: usize) -> Images {
        let copy = ImageCopy::new(spec, unit, isa);
        let units = copy.units();
        let lhs_dims = spec.spatial.iter().zip(&spec.lhs.spatial).map(|(dim, &stride)| (dim.input, stride));
        let lhs_dims = lhs_dims.chain([(spec.batch, spec.lhs.batch_or_in)]);
        let rhs_dims = spec.spatial.iter().zip(&spec.rhs.spatial).map(|(dim, &stride)| (dim.kernel, stride));
        let rhs_dims = rhs_dims.chain([(spec.out_features, spec.rhs.feature_or_out)]);
        Images {
            units,
            count: spec.group_in_features(),
            steps: [spec.lhs.feature_or_out, spec.rhs.batch_or_in],
            together: (MIN_REDUCTION / positions.max(1))
                .min(IMAGE_UNITS / units.max(1))
                .clamp(1, (spec.group_in_features() / unit.len()).max(1)),
            prefetch_bytes: [
                image_pitch(spec.lhs.feature_or_out, lhs_dims, spec.lhs.element),
                image_pitch(spec.rhs.batch_or_in, rhs_dims, spec.rhs.element),
            ],
            copy,
        }
    }
}

impl RowTables {
    /// `width`: units of a row of accumulators.
    fn new(spec: &ConvSpec, copy: &ImageCopy, width: usize) -> RowTables {
        let channels = spec.out_batch();
        let last = spec.spatial.len() - 1;
        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let dims = spec.spatial.iter().zip(copy.strides());
        let moves: Vec<usize> = dims.map(|(dim, stride)| dim.stride * stride).collect();
        // Positions along the last dimension are further rows if they follow the channels in the copied
        // image.
        let joined = spec.spatial[last].stride == 1 || matches!(copy, ImageCopy::ChannelMajor(_));
        let (outer, row_positions) =
            if joined { ([&outputs[..last], &[1]].concat(), outputs[last]) } else { (outputs.clone(), 1) };
        let positions = indices(&outer).map(|at| (dot(&at, &moves), dot(&at, &spec.out.spatial))).collect();
        let c_rows: Vec<usize> = (0..row_positions)
            .flat_map(|position| {
                (0..channels).map(move |channel| position * spec.out.spatial[last] + channel * spec.out.batch_or_in)
            })
            .collect();
        let channel_major_rows = match copy {
            ImageCopy::Padded(_) => Vec::new(),
            ImageCopy::ChannelMajor(copy) => (0..row_positions)
                .flat_map(|position| {
                    let offset = copy.offset(position * spec.spatial[last].stride);
                    (0..channels).map(move |channel| offset + channel * copy.line)
                })
                .collect(),
        };
        let accumulator_rows = (0..c_rows.len()).map(|row| row * width).collect();
        RowTables { positions, c_rows, accumulator_rows, channel_major_rows }
    }
}

impl WindowLines {
    fn new(spec: &ConvSpec, images: &Images, unit: Unit, isa: Isa) -> WindowLines {
        let last = spec.spatial.len() - 1;
        let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
        let line_len = kernels[last];
        let mut lines: Vec<(usize, usize)> = indices(&kernels[..last])
            .map(|index| {
                let taps: Vec<usize> = spec.spatial.iter().zip(&index).map(|(dim, &i)| dim.tap(i)).collect();
                (dot(&taps, images.copy.strides()), dot(&index, &spec.rhs.spatial))
            })
            .collect();
        lines.sort_unstable();
        let lines: Vec<(usize, usize)> = (0..images.together)
            .flat_map(|image| {
                let steps = (image * images.units, image * unit.len() * spec.rhs.batch_or_in);
                lines.iter().map(move |line| (line.0 + steps.0, line.1 + steps.1))
            })
            .collect();
        let reversed = spec.spatial[last].reversed;
        let step = spec.rhs.spatial[last].cast_signed();
        // A reversed line is read from its last element on.
        let start = if reversed { kernels[last].saturating_sub(1) * spec.rhs.spatial[last] } else { 0 };
        let follows = |pair: &[(usize, usize)]| {
            let distance = pair[1].1.checked_sub(pair[0].1);
            distance.is_some() && distance == line_len.checked_mul(spec.rhs.spatial[last])
        };
        let in_place = unit == Unit::F32
            && spec.rhs.element == Element::F32
            && spec.rhs.feature_or_out == 1
            && spec.group_out_features().is_multiple_of(isa.lanes())
            && !reversed
            && lines.windows(2).all(follows);
        WindowLines {
            image_lines: lines.iter().map(|line| line.0).collect(),
            filter_lines: lines.iter().map(|line| line.1 + start).collect(),
            line_len,
            line_step: match &images.copy {
                ImageCopy::Padded(padded) => padded.strides[last] * spec.spatial[last].rhs_dilation,
                ImageCopy::ChannelMajor(_) => 1,
            },
            filter_step: if reversed { -step } else { step },
            chunk: (PANEL_UNITS / (MAX_PANEL_VECTORS * isa.lanes() * line_len).max(1)).clamp(1, lines.len().max(1)),
            in_place,
        }
    }
}

impl BackwardWeights {
    /// Accepts a batch that is contiguous (so that it, not the features, gives the rows), and a result with
    /// fewer positions than the window.
    pub(super) fn accepts(spec: &ConvSpec) -> Result<(), Refusal> {
        let outputs: usize = spec.spatial.iter().map(|dim| dim.output).product();
        let kernels: usize = spec.spatial.iter().map(|dim| dim.kernel).product();
        if spec.lhs.batch_or_in != 1 || spec.lhs.feature_or_out == 1 {
            return Err("not the batch but another dimension of the input is contiguous".into());
        }
        if outputs >= kernels {
            return Err(format!("the result has {outputs} positions, no fewer than the window, {kernels}").into());
        }
        Ok(())
    }

    /// `spec` has a spatial dimension.
    pub(super) fn new(spec: &ConvSpec, isa: Isa) -> BackwardWeights {
        let unit = Unit::of(spec.math_mode, isa);
        let features = spec.group_out_features();
        let width = features.next_multiple_of(MAX_PANEL_VECTORS * isa.lanes());
        let images = Images::new(spec, unit, isa, spec.spatial.iter().map(|dim| dim.kernel).product());
        let rows = RowTables::new(spec, &images.copy, width);
        let window = WindowLines::new(spec, &images, unit, isa);
        let mut layout = ScratchLayout::default();
        let image = layout.reserve(images.together * images.units + ROW_SLACK_UNITS);
        let packed = layout.reserve(if window.in_place { 0 } else { width * window.chunk * window.line_len });
        let accumulators = layout.reserve(rows.positions.len() * rows.c_rows.len() * width);
        BackwardWeights {
            isa,
            unit,
            elements: spec.elements(),
            images,
            rows,
            window,
            features,
            feature_steps: [spec.rhs.feature_or_out, spec.out.feature_or_out],
            has_groups: spec.groups() > 1,
            scratch: ScratchOffsets { layout, image, packed, accumulators },
        }
    }

    /// Units of a row of accumulators.
    fn width(&self) -> usize {
        self.features.next_multiple_of(MAX_PANEL_VECTORS * self.isa.lanes())
    }

    /// Packs some lines of the right operand, of one image (or two), as `[panel][line][position][panel's
    /// columns]`.
    unsafe fn pack_lines(&self, rhs: ElementPtr, lines: &[usize], depth: usize, to: *mut u32) {
        let line_len = self.window.line_len;
        let reduction = lines.len() * line_len;
        for panel in column_panels(self.features, self.isa.lanes()) {
            let from = rhs.at(panel.first * self.feature_steps[0]);
            for (i, &line) in lines.iter().enumerate() {
                // SAFETY: the lines are within the right operand, the panels within the scratch region.
                unsafe {
                    let to = to.add(panel.first * reduction + i * line_len * panel.width);
                    let from = from.at(line);
                    PackPositions {
                        unit: self.unit,
                        to,
                        padded_width: panel.width,
                        from,
                        second: (depth == 2).then(|| from.at(self.images.steps[1])),
                        positions: line_len,
                        position_step: self.window.filter_step,
                        width: panel.columns,
                        width_step: self.feature_steps[0],
                    }
                    .run(self.isa);
                }
            }
        }
    }

    /// Adds the products of the first `lines` lines, of images or (if `depth` is 2) pairs of images, to the
    /// accumulators.
    unsafe fn multiply(
        &self,
        rhs: ElementPtr,
        (lines, depth): (usize, usize),
        scratch: *mut u8,
        prefetch: PrefetchRanges,
    ) {
        let packed: *mut u32 = scratch.wrapping_add(self.scratch.packed).cast();
        let WindowLines { image_lines, filter_lines, line_len, chunk, in_place, .. } = &self.window;
        let chunks = lines.div_ceil(*chunk);
        let panels = self.width() / (MAX_PANEL_VECTORS * self.isa.lanes());
        let lines = image_lines[..lines].chunks(*chunk).zip(filter_lines[..lines].chunks(*chunk));
        for (i, (image_lines, filter_lines)) in lines.enumerate() {
            let reduction = image_lines.len() * line_len;
            let prefetch = prefetch.part(i, chunks);
            // SAFETY: as `run`.
            unsafe {
                if !in_place {
                    self.pack_lines(rhs, filter_lines, depth, packed);
                }
                for (p, panel) in column_panels(self.features, self.isa.lanes()).enumerate() {
                    let (b, b_step) = if *in_place {
                        let first = rhs.at(filter_lines[0] + panel.first);
                        (first.pointer.cast(), self.window.filter_step.unsigned_abs())
                    } else {
                        (packed.add(panel.first * reduction).cast_const(), panel.width)
                    };
                    for (i, &(position, _)) in self.rows.positions.iter().enumerate() {
                        let kernel = PanelKernel {
                            a: scratch.wrapping_add(self.scratch.image).cast::<u32>().add(position).cast_const(),
                            rows: match &self.images.copy {
                                ImageCopy::Padded(_) => LhsRows::Adjacent { step: self.window.line_step },
                                ImageCopy::ChannelMajor(_) => LhsRows::Offsets(&self.rows.channel_major_rows),
                            },
                            taps: image_lines,
                            tap_len: *line_len,
                            b,
                            b_step,
                            output: self.accumulators(scratch, i, panel.first, panel.width),
                            prefetch: prefetch.part(p, panels).part(i, self.rows.positions.len()),
                        };
                        run_panel(&kernel, self.isa, self.unit, panel.vectors);
                    }
                }
            }
        }
    }

    /// Some columns of the accumulators of a position.
    fn accumulators(&self, scratch: *mut u8, position: usize, first: usize, columns: usize) -> OutputPanel<'_> {
        let offset = position * self.rows.c_rows.len() * self.width() + first;
        OutputPanel {
            out: scratch.wrapping_add(self.scratch.accumulators + offset * Element::F32.bytes()),
            rows: &self.rows.accumulator_rows,
            column_step: 1,
            columns,
            element: Element::F32,
            write: WriteMode::Accumulate,
        }
    }

    /// Stores the accumulators of one position.
    unsafe fn store(&self, from: *const f32, out: *mut u8, write: WriteMode) {
        for (&accumulators, &row) in self.rows.accumulator_rows.iter().zip(&self.rows.c_rows) {
            // SAFETY: the accumulators are complete, the rows are within the result.
            unsafe {
                StoreAccumulators {
                    from: from.add(accumulators),
                    pitch: self.width(),
                    out: out.wrapping_add(row * self.elements[2].bytes()),
                    element: self.elements[2],
                    rows: 1,
                    row_step: 0,
                    columns: self.features,
                    column_step: self.feature_steps[1],
                    write,
                }
                .run(self.isa);
            }
        }
    }
}

impl ConvImplementation for BackwardWeights {
    fn algorithm(&self) -> ConvAlgorithm {
        ConvAlgorithm::BackwardWeights
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    fn scratch_reuse(&self) -> ScratchReuse {
        if self.has_groups { ScratchReuse::None } else { ScratchReuse::Accumulators }
    }

    /// The accumulators begin with the first slice, and are stored with the last.
    unsafe fn run(&self, memory: &mut ConvMemory<'_>, group_offsets: [usize; 3], args: RunArgs<'_>) {
        let scratch = aligned(memory.scratch);
        let lhs = ElementPtr { pointer: memory.lhs.as_ptr(), element: self.elements[0] }.at(group_offsets[0]);
        let rhs = ElementPtr { pointer: memory.rhs.as_ptr(), element: self.elements[1] }.at(group_offsets[1]);
        let out = memory.out.as_mut_ptr().wrapping_add(group_offsets[2] * self.elements[2].bytes());
        let image: *mut u32 = scratch.wrapping_add(self.scratch.image).cast();
        let accumulators: *mut f32 = scratch.wrapping_add(self.scratch.accumulators).cast();
        let Images { copy, units, count, steps: [lhs_step, rhs_step], together: most, prefetch_bytes } = &self.images;
        let RowTables { positions, c_rows, .. } = &self.rows;
        // SAFETY: the tables were computed from the shape and strides; scratch regions are as long as
        // reserved.
        unsafe {
            if args.slice.first {
                image.write_bytes(0, most * units + ROW_SLACK_UNITS);
                accumulators.write_bytes(0, positions.len() * c_rows.len() * self.width());
            }
            let mut first = 0;
            while first < *count {
                // The last image of an odd batch is paired with zeros, on both sides, and goes alone.
                let depth = self.unit.len().min(count - first);
                let together = ((count - first) / self.unit.len()).clamp(1, *most);
                for i in 0..together {
                    let from = lhs.at((first + i * depth) * lhs_step);
                    let second = (depth == 2).then(|| from.at(*lhs_step));
                    copy.copy(self.isa, image.add(i * units), from, second);
                }
                let next = first + together * depth;
                let ahead = (most * depth).min(count - next);
                let prefetch = PrefetchRanges::new([
                    (lhs.at(next * lhs_step).pointer, ahead * prefetch_bytes[0]),
                    (rhs.at(next * rhs_step).pointer, ahead * prefetch_bytes[1]),
                ]);
                let lines = self.window.image_lines.len() / most * together;
                self.multiply(rhs.at(first * rhs_step), (lines, depth), scratch, prefetch);
                first = next;
            }
            if !args.slice.last {
                return;
            }
            for (i, &(_, position)) in positions.iter().enumerate() {
                let from = accumulators.add(i * c_rows.len() * self.width()).cast_const();
                self.store(from, out.wrapping_add(position * self.elements[2].bytes()), args.write);
            }
        }
    }
}
