//! Filter gradients: convolutions whose window is as large as an image and whose result is as small as a window.
//!
//! JAX and StableHLO write the gradient of a convolution's filters as a convolution of the images (their channels in the
//! batch's place, their batch in the features') with the result's gradients as filters. Here the rows are the result's
//! positions and channels, and the reduction runs over one image after another, line by line. The sums of the whole result
//! stay in scratch memory. Bf16 pairs join two images, so no window is ever out of step with them.

use super::BatchSlice;
use super::channel_lines::ChannelLines;
use super::image::{PaddedImage, Pairing};
use super::spec::{ConvSpec, dot, image_pitch, indices};
use crate::ahead::Ahead;
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::pack::{PackTogether, Source, Unit};
use crate::panel::{MAX_VECTORS, Panel, ROW_SLACK, Rows, Target, column_panels};
use crate::scratch::{ScratchLayout, aligned};
use crate::unpack::Unpack;

/// Units of a packed panel that are multiplied at a time: half of the first-level cache.
const PANEL_UNITS: usize = 4096;
/// Positions that small images are taken together for, so that sums are fetched and stored less often than images end.
const REDUCTION: usize = 256;
/// Units of images taken together at most: a quarter of the second-level cache.
const IMAGE_UNITS: usize = 1 << 17;

#[derive(Debug, Clone)]
pub(super) struct FilterGradient {
    isa: Isa,
    unit: Unit,
    elements: [Element; 3],
    copy: ImageCopy,
    /// Units of an image's copy.
    image_units: usize,
    /// The reduction's images: the left operand's features.
    images: usize,
    image_steps: [usize; 2],
    /// Images (or pairs) that are multiplied together.
    together: usize,
    /// Bytes of an image, in both operands, that are fetched while the one before is multiplied.
    image_bytes: [usize; 2],
    /// Result positions that are not rows: unit offset in the padded image, element offset in the result.
    places: Vec<(usize, usize)>,
    /// Rows of a place: element offsets in the result, and offsets in the sums.
    c_rows: Vec<usize>,
    sum_rows: Vec<usize>,
    features: usize,
    feature_steps: [usize; 2],
    /// Lines of the window, for each image of those that are taken together: unit offset in the padded images, element
    /// offset in the right operand.
    lines: Vec<usize>,
    filter_lines: Vec<usize>,
    line_len: usize,
    /// Units from one position of a line to the next.
    line_step: usize,
    /// Rows of a place in lines of channels.
    line_rows: Vec<usize>,
    /// From one position of a line to the next in the right operand; backwards if the window is reversed.
    filter_step: isize,
    /// Lines multiplied at a time.
    chunk: usize,
    /// Whether the right operand is read where it lies: vectors of features that are units already, line after line.
    in_place: bool,
    scratch: ScratchLayout,
    image: usize,
    packed: usize,
    sums: usize,
}

/// How images are copied: as their rows are wanted.
#[derive(Debug, Clone)]
enum ImageCopy {
    /// Channels innermost: rows are adjacent.
    Padded(PaddedImage),
    /// Positions innermost, for tiles.
    Lines(ChannelLines),
}

impl ImageCopy {
    fn new(spec: &ConvSpec, unit: Unit, isa: Isa) -> ImageCopy {
        let tiles = isa == Isa::Amx && unit == Unit::Pair;
        match tiles.then(|| ChannelLines::new(spec, unit)).flatten() {
            Some(lines) => ImageCopy::Lines(lines),
            None => {
                ImageCopy::Padded(PaddedImage::new(spec, unit, Pairing::Images, spec.out_batch(), spec.lhs.batch_or_in))
            }
        }
    }
}

impl FilterGradient {
    /// `spec` has a spatial dimension.
    pub(super) fn new(spec: &ConvSpec, isa: Isa) -> FilterGradient {
        let unit = Unit::of(spec.math_mode, isa);
        let channels = spec.out_batch();
        let copy = ImageCopy::new(spec, unit, isa);
        let (strides, image_units) = match &copy {
            ImageCopy::Padded(padded) => (&padded.strides, padded.units),
            ImageCopy::Lines(lines) => (&lines.strides, lines.units),
        };
        let last = spec.spatial.len() - 1;
        let outputs: Vec<usize> = spec.spatial.iter().map(|dim| dim.output).collect();
        let moves: Vec<usize> = spec.spatial.iter().zip(strides).map(|(dim, stride)| dim.stride * stride).collect();

        // Positions along the last dimension are further rows if they follow the channels in the padded image.
        let joined = spec.spatial[last].stride == 1 || matches!(copy, ImageCopy::Lines(_));
        let (outer, row_positions) =
            if joined { ([&outputs[..last], &[1]].concat(), outputs[last]) } else { (outputs.clone(), 1) };
        let places =
            indices(&outer).map(|place| (dot(&place, &moves), dot(&place, &spec.out.spatial))).collect::<Vec<_>>();
        let c_rows: Vec<usize> = (0..row_positions)
            .flat_map(|position| {
                (0..channels).map(move |channel| position * spec.out.spatial[last] + channel * spec.out.batch_or_in)
            })
            .collect();
        let line_rows = match &copy {
            ImageCopy::Padded(_) => Vec::new(),
            ImageCopy::Lines(lines) => (0..row_positions)
                .flat_map(|position| {
                    let place = lines.place(position * spec.spatial[last].stride);
                    (0..channels).map(move |channel| place + channel * lines.line)
                })
                .collect(),
        };

        let kernels: Vec<usize> = spec.spatial.iter().map(|dim| dim.kernel).collect();
        let mut lines: Vec<(usize, usize)> = indices(&kernels[..last])
            .map(|index| {
                let taps: Vec<usize> = spec.spatial.iter().zip(&index).map(|(dim, &i)| dim.tap(i)).collect();
                (dot(&taps, strides), dot(&index, &spec.rhs.spatial))
            })
            .collect();
        lines.sort_unstable();
        let reversed = spec.spatial[last].reversed;
        let step = spec.rhs.spatial[last].cast_signed();
        // A reversed line is met last element first.
        let start = if reversed { kernels[last].saturating_sub(1) * spec.rhs.spatial[last] } else { 0 };

        let features = spec.group_out_features();
        let line_len = kernels[last];
        let width = features.next_multiple_of(MAX_VECTORS * isa.lanes());
        let together = (REDUCTION / (lines.len() * line_len).max(1))
            .min(IMAGE_UNITS / image_units.max(1))
            .clamp(1, (spec.group_in_features() / unit.len()).max(1));
        let lines: Vec<(usize, usize)> = (0..together)
            .flat_map(|image| {
                let steps = (image * image_units, image * unit.len() * spec.rhs.batch_or_in);
                lines.iter().map(move |line| (line.0 + steps.0, line.1 + steps.1))
            })
            .collect();
        let chunk = (PANEL_UNITS / (MAX_VECTORS * isa.lanes() * line_len).max(1)).clamp(1, lines.len().max(1));
        let follows = |pair: &[(usize, usize)]| {
            let apart = pair[1].1.checked_sub(pair[0].1);
            apart.is_some() && apart == line_len.checked_mul(spec.rhs.spatial[last])
        };
        let in_place = unit == Unit::F32
            && spec.rhs.element == Element::F32
            && spec.rhs.feature_or_out == 1
            && features.is_multiple_of(isa.lanes())
            && !reversed
            && lines.windows(2).all(follows);
        let mut scratch = ScratchLayout::default();
        FilterGradient {
            isa,
            unit,
            elements: spec.elements(),
            images: spec.group_in_features(),
            image_steps: [spec.lhs.feature_or_out, spec.rhs.batch_or_in],
            together,
            image_bytes: [
                {
                    let dims = spec.spatial.iter().zip(&spec.lhs.spatial).map(|(dim, &stride)| (dim.input, stride));
                    image_pitch(
                        spec.lhs.feature_or_out,
                        dims.chain([(spec.batch, spec.lhs.batch_or_in)]),
                        spec.lhs.element,
                    )
                },
                {
                    let dims = spec.spatial.iter().zip(&spec.rhs.spatial).map(|(dim, &stride)| (dim.kernel, stride));
                    image_pitch(
                        spec.rhs.batch_or_in,
                        dims.chain([(spec.out_features, spec.rhs.feature_or_out)]),
                        spec.rhs.element,
                    )
                },
            ],
            sum_rows: (0..c_rows.len()).map(|row| row * width).collect(),
            features,
            feature_steps: [spec.rhs.feature_or_out, spec.out.feature_or_out],
            line_len,
            line_step: match &copy {
                ImageCopy::Padded(padded) => padded.strides[last] * spec.spatial[last].rhs_dilation,
                ImageCopy::Lines(_) => 1,
            },
            line_rows,
            filter_step: if reversed { -step } else { step },
            chunk,
            in_place,
            image: scratch.reserve(together * image_units + ROW_SLACK),
            packed: scratch.reserve(if in_place { 0 } else { width * chunk * line_len }),
            sums: scratch.reserve(places.len() * c_rows.len() * width),
            lines: lines.iter().map(|line| line.0).collect(),
            filter_lines: lines.iter().map(|line| line.1 + start).collect(),
            places,
            c_rows,
            copy,
            image_units,
            scratch,
        }
    }

    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    pub(super) fn name(&self) -> &'static str {
        "filter gradient, image by image"
    }

    /// Units of a row of sums.
    fn width(&self) -> usize {
        self.features.next_multiple_of(MAX_VECTORS * self.isa.lanes())
    }

    /// The sums begin with the first part, and are stored with the last.
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
        part: BatchSlice,
    ) {
        let scratch = aligned(scratch);
        let lhs = Source { pointer: lhs, element: self.elements[0] };
        let rhs = Source { pointer: rhs, element: self.elements[1] };
        let image: *mut u32 = scratch.wrapping_add(self.image).cast();
        let packed: *mut u32 = scratch.wrapping_add(self.packed).cast();
        let sums = scratch.wrapping_add(self.sums);
        let [lhs_step, rhs_step] = self.image_steps;
        // SAFETY: the tables were made from the shape and strides; scratch regions are as long as reserved.
        unsafe {
            if part.first {
                image.write_bytes(0, self.together * self.image_units + ROW_SLACK);
                sums.cast::<u32>().write_bytes(0, self.places.len() * self.c_rows.len() * self.width());
            }
            let mut first = 0;
            while first < self.images {
                // The last image of an odd batch is paired with zeros, on both sides, and goes alone.
                let depth = self.unit.len().min(self.images - first);
                let together = ((self.images - first) / self.unit.len()).clamp(1, self.together);
                for i in 0..together {
                    let from = lhs.at((first + i * depth) * lhs_step);
                    let second = (depth == 2).then(|| from.at(lhs_step));
                    let to = image.add(i * self.image_units);
                    match &self.copy {
                        ImageCopy::Padded(padded) => padded.copy(self.isa, to, from, second),
                        ImageCopy::Lines(lines) => lines.copy(self.isa, to, from, second),
                    }
                }
                let next = first + together * depth;
                let count = (self.together * depth).min(self.images - next);
                let ahead = Ahead::new([
                    (lhs.at(next * lhs_step).pointer, count * self.image_bytes[0]),
                    (rhs.at(next * rhs_step).pointer, count * self.image_bytes[1]),
                ]);
                let lines = self.lines.len() / self.together * together;
                self.multiply(image, rhs.at(first * rhs_step), (lines, depth), packed, sums, ahead);
                first = next;
            }
            if !part.last {
                return;
            }
            for (i, &(_, place)) in self.places.iter().enumerate() {
                let from = sums.cast::<f32>().add(i * self.c_rows.len() * self.width());
                self.unpack(from, out.wrapping_add(place * self.elements[2].bytes()), write);
            }
        }
    }

    /// The filters' part of some lines of one image (or two) as `[panel][line][position][panel's columns]`.
    unsafe fn pack(&self, rhs: Source, lines: &[usize], depth: usize, to: *mut u32) {
        let reduction = lines.len() * self.line_len;
        for panel in column_panels(self.features, self.isa.lanes()) {
            let from = rhs.at(panel.first * self.feature_steps[0]);
            for (i, &line) in lines.iter().enumerate() {
                // SAFETY: the lines lie within the right operand, the panels within the scratch region.
                unsafe {
                    let to = to.add(panel.first * reduction + i * self.line_len * panel.width);
                    let from = from.at(line);
                    PackTogether {
                        unit: self.unit,
                        to,
                        padded: panel.width,
                        from,
                        second: (depth == 2).then(|| from.at(self.image_steps[1])),
                        rows: self.line_len,
                        row_step: self.filter_step,
                        width: panel.columns,
                        width_step: self.feature_steps[0],
                    }
                    .run(self.isa);
                }
            }
        }
    }

    /// Adds the products of the first `lines` lines, of images or pairs of images by `depth`, to the sums.
    unsafe fn multiply(
        &self,
        image: *const u32,
        rhs: Source,
        (lines, depth): (usize, usize),
        packed: *mut u32,
        sums: *mut u8,
        ahead: Ahead,
    ) {
        let chunks = lines.div_ceil(self.chunk);
        let lines = self.lines[..lines].chunks(self.chunk).zip(self.filter_lines[..lines].chunks(self.chunk));
        for (chunk, (lines, filter_lines)) in lines.enumerate() {
            let reduction = lines.len() * self.line_len;
            let ahead = ahead.part(chunk, chunks);
            // SAFETY: as `run`.
            unsafe {
                if !self.in_place {
                    self.pack(rhs, filter_lines, depth, packed);
                }
                for (p, panel) in column_panels(self.features, self.isa.lanes()).enumerate() {
                    let ahead = ahead.part(p, self.width() / (MAX_VECTORS * self.isa.lanes()));
                    let (b, b_step) = if self.in_place {
                        (rhs.at(filter_lines[0] + panel.first).pointer.cast(), self.filter_step.unsigned_abs())
                    } else {
                        (packed.add(panel.first * reduction).cast_const(), panel.width)
                    };
                    for (i, &(place, _)) in self.places.iter().enumerate() {
                        let offset = i * self.c_rows.len() * self.width() + panel.first;
                        Panel {
                            a: image.add(place),
                            rows: match &self.copy {
                                ImageCopy::Padded(_) => Rows::Adjacent { step: self.line_step },
                                ImageCopy::Lines(_) => Rows::At(&self.line_rows),
                            },
                            taps: lines,
                            tap_len: self.line_len,
                            b,
                            b_step,
                            target: Target {
                                out: sums.wrapping_add(offset * Element::F32.bytes()),
                                rows: &self.sum_rows,
                                column_step: 1,
                                columns: panel.width,
                                element: Element::F32,
                                write: WriteMode::Accumulate,
                            },
                            ahead: ahead.part(i, self.places.len()),
                        }
                        .run(self.isa, self.unit == Unit::Pair, panel.vectors);
                    }
                }
            }
        }
    }

    /// Stores the sums of one place.
    unsafe fn unpack(&self, from: *const f32, out: *mut u8, write: WriteMode) {
        for (&sum, &row) in self.sum_rows.iter().zip(&self.c_rows) {
            // SAFETY: the sums were gathered, the rows lie within the result.
            unsafe {
                Unpack {
                    from: from.add(sum),
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
