//! The same rows in batches of another size.

use std::iter::Fuse;

use crate::arrays::Samples;
use crate::error::Result;

use super::row_buffer::RowBuffer;
use super::source::Batches;

/// Batches of a fixed number of rows; the last one has the rest.
pub(super) struct Rebatch {
    batches: Fuse<Batches>,
    size: usize,
    buffer: Option<RowBuffer>,
    /// The batch whose rows are taken, and the first of them that was not.
    current: Option<(Samples, usize)>,
}

impl Rebatch {
    pub fn new(batches: Batches, size: usize) -> Self {
        Self { batches: batches.fuse(), size, buffer: None, current: None }
    }

    fn next_batch(&mut self) -> Result<Option<Samples>> {
        loop {
            let (batch, first) = match self.current.take() {
                Some(current) => current,
                None => match self.batches.next().transpose()? {
                    Some(batch) => (batch, 0),
                    None => break,
                },
            };
            let buffer = self.buffer.get_or_insert_with(|| RowBuffer::like(&batch));
            buffer.check(&batch)?;
            if first == 0 && buffer.rows() == 0 && batch.rows() == self.size {
                return Ok(Some(batch));
            }
            let end = batch.rows().min(first + self.size - buffer.rows());
            buffer.push(&batch, first..end);
            if end < batch.rows() {
                self.current = Some((batch, end));
            }
            if buffer.rows() == self.size {
                return buffer.take().map(Some);
            }
        }
        self.buffer.as_mut().filter(|buffer| buffer.rows() > 0).map(RowBuffer::take).transpose()
    }
}

impl Iterator for Rebatch {
    type Item = Result<Samples>;

    fn next(&mut self) -> Option<Result<Samples>> {
        self.next_batch().transpose()
    }
}
