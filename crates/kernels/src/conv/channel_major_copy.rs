//! The channel-major copy: one image, or two joined in pairs, with its padding written out as zeros. Each
//! line holds one channel's positions side by side, then the next channel's: tile registers need the rows of
//! a weight gradient so.

use super::spec::{ConvSpec, dot, indices};
use crate::isa::Isa;
use crate::pack::PackTransposed;
use crate::unit::{ElementPtr, Unit};

/// The plan of channel-major copies of images of one shape.
#[derive(Debug, Clone)]
pub(super) struct ChannelMajorCopy {
    unit: Unit,
    /// Units of one image.
    pub units: usize,
    /// Units from a channel's line to the next channel's.
    pub line: usize,
    /// Units from a position to the next in each spatial dimension but the last.
    pub strides: Vec<usize>,
    channels: usize,
    channel_step: usize,
    /// The dilation of windows along the last dimension: positions that far apart are adjacent here, in
    /// `phases` runs of `phase_len` positions.
    phases: usize,
    phase_len: usize,
    /// Lines along the last dimension: unit offset in the copy, element offset in the input.
    lines: Vec<(usize, usize)>,
    /// Runs of a line: unit offset, element offset, positions.
    runs: Vec<(usize, usize, usize)>,
    /// Elements from one position of a run to the next.
    position_step: usize,
}

impl ChannelMajorCopy {
    /// The copy for a weight gradient, whose channels are the batch; `None` if positions are dilated.
    pub(super) fn new(spec: &ConvSpec, unit: Unit) -> Option<ChannelMajorCopy> {
        let last = spec.spatial.len() - 1;
        let (dim, step) = (&spec.spatial[last], spec.lhs.spatial[last]);
        if dim.lhs_dilation > 1 {
            return None;
        }
        let sizes: Vec<usize> = spec.spatial.iter().map(|dim| dim.padded_extent()).collect();
        let phases = dim.rhs_dilation;
        let phase_len = sizes[last].div_ceil(phases);
        let channels = spec.out_batch();
        let line = phases * phase_len;
        let mut strides = vec![channels * line; last];
        for i in (1..last).rev() {
            strides[i - 1] = strides[i] * sizes[i];
        }
        let lines = indices(&sizes[..last])
            .filter_map(|position| {
                let dims = spec.spatial[..last].iter().zip(&position);
                let input: Option<Vec<usize>> = dims.map(|(d, &p)| d.input_at(p)).collect();
                Some((dot(&position, &strides), dot(&input?, &spec.lhs.spatial)))
            })
            .collect();
        let runs = (0..phases)
            .filter_map(|first| {
                let mut inside = (first..sizes[last]).step_by(phases).filter(|&p| dim.input_at(p).is_some());
                let position = inside.next()?;
                Some((first * phase_len + position / phases, dim.input_at(position)? * step, 1 + inside.count()))
            })
            .collect();
        Some(ChannelMajorCopy {
            unit,
            units: sizes[..last].iter().product::<usize>() * channels * line,
            line,
            strides,
            channels,
            channel_step: spec.lhs.batch_or_in,
            phases,
            phase_len,
            lines,
            runs,
            position_step: step * phases,
        })
    }

    /// The unit offset of a position along the last dimension.
    pub(super) fn offset(&self, position: usize) -> usize {
        position % self.phases * self.phase_len + position / self.phases
    }

    /// Copies an image, or joins two of them in pairs, into `to`, whose zeros are already in place.
    ///
    /// # Safety
    /// The images are valid for the shape and strides of the specification, `to` for
    /// [`ChannelMajorCopy::units`].
    pub(super) unsafe fn copy(&self, isa: Isa, to: *mut u32, image: ElementPtr, second: Option<ElementPtr>) {
        for &(line_to, line_from) in &self.lines {
            for &(to_offset, from, positions) in &self.runs {
                // SAFETY: the tables name elements of the image and units of the copy.
                unsafe {
                    PackTransposed {
                        unit: self.unit,
                        to: to.add(line_to + to_offset),
                        pitch: self.line,
                        low: image.at(line_from + from),
                        high: second.map(|second| second.at(line_from + from)),
                        lines: positions,
                        line_step: self.position_step.cast_signed(),
                        width: self.channels,
                        width_step: self.channel_step,
                    }
                    .run(isa);
                }
            }
        }
    }
}
