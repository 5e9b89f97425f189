//! The padded copy: one image (all channels) with its padding and dilation written out as zeros, in units,
//! channels innermost (NHWC).
//!
//! Windows are then read without any bounds check, whatever the padding and dilation were.

use super::spec::{ConvSpec, dot, indices};
use crate::bf16::{round_bits, widen};
use crate::element::Element;
use crate::isa::{Isa, WithSimd};
use crate::pack::{pack_across_k, pack_along_k};
use crate::simd::Simd;
use crate::unit::{ElementPtr, Unit};

/// The plan of padded copies of images of one shape.
#[derive(Debug, Clone)]
pub(super) struct PaddedCopy {
    unit: Unit,
    /// Units of one image.
    pub units: usize,
    /// Units from a position to the next in each spatial dimension.
    pub strides: Vec<usize>,
    channels: usize,
    channel_step: usize,
    /// Lines along the last dimension: unit offset in the copy, element offset in the input.
    lines: Vec<(usize, usize)>,
    /// Runs of a line that are copied: unit offset, element offset, positions.
    runs: Vec<(usize, usize, usize)>,
    /// Units and elements from one position of a run to the next.
    position_steps: (usize, usize),
    pairing: Pairing,
}

/// The two numbers that a bf16 pair joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// Neighbouring channels.
    Channels,
    /// The same channel of two images.
    Images,
}

impl PaddedCopy {
    /// `channels` and their element stride are arguments, as either the features or the batch can be the
    /// channels.
    pub(super) fn new(
        spec: &ConvSpec,
        unit: Unit,
        pairing: Pairing,
        channels: usize,
        channel_step: usize,
    ) -> PaddedCopy {
        let per_unit = if pairing == Pairing::Channels { unit.len() } else { 1 };
        let pixel = channels.div_ceil(per_unit);
        let sizes: Vec<usize> = spec.spatial.iter().map(|dim| dim.padded_extent()).collect();
        let mut strides = vec![pixel; sizes.len()];
        for i in (1..sizes.len()).rev() {
            strides[i - 1] = strides[i] * sizes[i];
        }
        let units = strides[0] * sizes[0];

        let last = sizes.len() - 1;
        let outer = &spec.spatial[..last];
        let lines = indices(&sizes[..last])
            .filter_map(|position| {
                let input: Option<Vec<usize>> = outer.iter().zip(&position).map(|(d, &p)| d.input_at(p)).collect();
                Some((dot(&position, &strides), dot(&input?, &spec.lhs.spatial)))
            })
            .collect();
        let (dim, step) = (&spec.spatial[last], spec.lhs.spatial[last]);
        let copied: Vec<(usize, usize)> =
            (0..sizes[last]).filter_map(|position| Some((position, dim.input_at(position)?))).collect();
        // Without dilation the copied positions follow one another.
        let runs = match copied.first() {
            Some(&(position, input)) if dim.lhs_dilation == 1 => vec![(position * pixel, input * step, copied.len())],
            _ => copied.iter().map(|&(position, input)| (position * pixel, input * step, 1)).collect(),
        };
        let position_steps = (pixel, step);
        PaddedCopy { unit, units, strides, channels, channel_step, lines, runs, position_steps, pairing }
    }

    /// Copies an image, or joins two of them in pairs, into `to`, whose zeros are already in place.
    ///
    /// # Safety
    /// The images are valid for the shape and strides of the specification, `to` for [`PaddedCopy::units`].
    pub(super) unsafe fn copy(&self, isa: Isa, to: *mut u32, image: ElementPtr, second: Option<ElementPtr>) {
        isa.dispatch(Copy { plan: self, to, image, second });
    }
}

/// Packs positions of three channels (RGB) as two pairs each.
///
/// # Safety
/// `from` is valid for positions `step` elements apart, `to` for their pairs.
#[inline(always)]
unsafe fn pack_rgb(to: *mut u32, from: ElementPtr, positions: usize, step: usize) {
    for i in 0..positions {
        // SAFETY: by contract.
        unsafe {
            let bits = |channel| match from.element {
                Element::Bf16 => widen(from.pointer.cast::<u16>().add(i * step + channel).read_unaligned()),
                _ => round_bits(from.pointer.cast::<u32>().add(i * step + channel).read_unaligned()),
            };
            to.add(2 * i).write(bits(0) >> 16 | bits(1));
            to.add(2 * i + 1).write(bits(2) >> 16);
        }
    }
}

struct Copy<'a> {
    plan: &'a PaddedCopy,
    to: *mut u32,
    image: ElementPtr,
    second: Option<ElementPtr>,
}

impl WithSimd for Copy<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // The element type is a constant inside the loops, for the vectorizer.
        match self.image.element {
            Element::Bf16 => self.copy_lines(Element::Bf16),
            _ => self.copy_lines(Element::F32),
        }
    }
}

impl Copy<'_> {
    #[inline(always)]
    fn copy_lines(&self, element: Element) {
        let PaddedCopy { channels, channel_step, position_steps: (pixel, step), pairing, .. } = *self.plan;
        let unit = self.plan.unit;
        let image = ElementPtr { element, ..self.image };
        let second = self.second.map(|second| ElementPtr { element, ..second });
        // A run whose positions are contiguous on both sides is one line of numbers.
        let dense = channel_step == 1
            && step == channels
            && (unit != Unit::Vnni2 || pairing == Pairing::Images || channels % 2 == 0);
        for &(line_to, line_from) in &self.plan.lines {
            for &(to, from, positions) in &self.plan.runs {
                if unit == Unit::Vnni2 && pairing == Pairing::Channels && channels == 3 && channel_step == 1 {
                    // SAFETY: as below.
                    unsafe { pack_rgb(self.to.add(line_to + to), image.at(line_from + from), positions, step) }
                    continue;
                }
                let (count, len) = if dense { (1, positions * channels) } else { (positions, channels) };
                for i in 0..count {
                    let from = line_from + from + i * step;
                    // SAFETY: the tables name elements of the image and units of the copy.
                    unsafe {
                        let to = self.to.add(line_to + to + i * pixel);
                        match pairing {
                            Pairing::Channels => pack_along_k(unit, to, image.at(from), len, channel_step),
                            Pairing::Images => {
                                let second = second.map(|second| second.at(from));
                                pack_across_k(unit, to, image.at(from), second, len, channel_step);
                            }
                        }
                    }
                }
            }
        }
    }
}
