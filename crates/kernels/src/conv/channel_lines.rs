//! The padded image with lines of channels: a copy of one image, or of two joined in pairs, with its zeros in place. Each line
//! has one channel's positions next to each other, then the next channel's, as tile registers want the rows of a filter
//! gradient.

use super::spec::{ConvSpec, dot, indices};
use crate::isa::Isa;
use crate::pack::{Source, Unit};
use crate::turn::PackTurned;

/// How to copy images of one shape into lines of channels.
#[derive(Debug, Clone)]
pub(super) struct ChannelLines {
    unit: Unit,
    /// Units of one image.
    pub units: usize,
    /// Units from a channel's line to the next channel's.
    pub line: usize,
    /// Units from a position to the next in each spatial dimension but the last.
    pub strides: Vec<usize>,
    channels: usize,
    channel_step: usize,
    /// Windows' steps along the last dimension: positions that far apart lie next to each other, in so many runs.
    runs: usize,
    run: usize,
    /// Lines along the last dimension: unit offset in the copy, element offset in the input.
    lines: Vec<(usize, usize)>,
    /// Stretches of a line: unit offset, element offset, positions.
    stretches: Vec<(usize, usize, usize)>,
    /// Elements from one position of a stretch to the next.
    position_step: usize,
}

impl ChannelLines {
    /// The copy for a filter gradient, whose channels are the batch; none where positions are dilated.
    pub(super) fn new(spec: &ConvSpec, unit: Unit) -> Option<ChannelLines> {
        let last = spec.spatial.len() - 1;
        let (dim, step) = (&spec.spatial[last], spec.lhs.spatial[last]);
        if dim.lhs_dilation > 1 {
            return None;
        }
        let sizes: Vec<usize> = spec.spatial.iter().map(|dim| dim.padded_extent()).collect();
        let runs = dim.rhs_dilation;
        let run = sizes[last].div_ceil(runs);
        let channels = spec.out_batch();
        let line = runs * run;
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
        let stretches = (0..runs)
            .filter_map(|first| {
                let mut inside = (first..sizes[last]).step_by(runs).filter(|&p| dim.input_at(p).is_some());
                let position = inside.next()?;
                Some((first * run + position / runs, dim.input_at(position)? * step, 1 + inside.count()))
            })
            .collect();
        Some(ChannelLines {
            unit,
            units: sizes[..last].iter().product::<usize>() * channels * line,
            line,
            strides,
            channels,
            channel_step: spec.lhs.batch_or_in,
            runs,
            run,
            lines,
            stretches,
            position_step: step * runs,
        })
    }

    /// The unit offset of a position along the last dimension.
    pub(super) fn place(&self, position: usize) -> usize {
        position % self.runs * self.run + position / self.runs
    }

    /// Copies an image, or joins two of them, into `to`, whose zeros are already in place.
    ///
    /// # Safety
    /// The images are valid for the shape and strides of the specification, `to` for [`ChannelLines::units`].
    pub(super) unsafe fn copy(&self, isa: Isa, to: *mut u32, image: Source, second: Option<Source>) {
        for &(line_to, line_from) in &self.lines {
            for &(to_offset, from, positions) in &self.stretches {
                // SAFETY: the tables name elements of the image and units of the copy.
                unsafe {
                    PackTurned {
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
