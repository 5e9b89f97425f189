//! Rows in random order within a window, as `tf.data` shuffles.

use std::iter::Fuse;

use crate::arrays::Samples;
use crate::error::Result;
use crate::utils::Rng;

use super::row_buffer::RowBuffer;
use super::source::Batches;

/// Each row is drawn from a window of rows, where the next row of the source takes its place.
pub(super) struct Shuffle {
    batches: Fuse<Batches>,
    /// The number of rows of the window.
    size: usize,
    rng: Rng,
    /// The window, the next batch, and its number of rows; `None` before the first batch.
    drawn: Option<(RowBuffer, RowBuffer, usize)>,
    /// The batch whose rows are taken, and the first of them that was not.
    current: Option<(Samples, usize)>,
}

impl Shuffle {
    pub fn new(batches: Batches, window: usize, seed: u64, pass: u64) -> Self {
        let rng = Rng::of_pass(seed, pass);
        Self { batches: batches.fuse(), size: window.max(1), rng, drawn: None, current: None }
    }

    /// The next row of the source: its batch, and its number there.
    fn advance(&mut self) -> Result<bool> {
        if let Some((batch, row)) = &mut self.current {
            *row += 1;
            if *row < batch.rows() {
                return Ok(true);
            }
        }
        self.current = None;
        while let Some(batch) = self.batches.next().transpose()? {
            match &self.drawn {
                Some((window, ..)) => window.check(&batch)?,
                None => self.drawn = Some((RowBuffer::like(&batch), RowBuffer::like(&batch), batch.rows().max(1))),
            }
            if batch.rows() > 0 {
                self.current = Some((batch, 0));
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn next_batch(&mut self) -> Result<Option<Samples>> {
        loop {
            let more = self.advance()?;
            let Some((window, out, batch_rows)) = &mut self.drawn else { return Ok(None) };
            match &self.current {
                Some((batch, row)) if window.rows() < self.size => {
                    window.push(batch, *row..*row + 1);
                    continue;
                }
                _ if window.rows() == 0 => break,
                _ => {}
            }
            let row = self.rng.below(window.rows() as u64) as usize;
            out.push_row(window, row);
            match &self.current {
                Some((batch, by)) if more => window.replace(row, batch, *by),
                _ => window.swap_remove(row),
            }
            if out.rows() == *batch_rows {
                return out.take().map(Some);
            }
        }
        match &mut self.drawn {
            Some((_, out, _)) if out.rows() > 0 => out.take().map(Some),
            _ => Ok(None),
        }
    }
}

impl Iterator for Shuffle {
    type Item = Result<Samples>;

    fn next(&mut self) -> Option<Result<Samples>> {
        self.next_batch().transpose()
    }
}
