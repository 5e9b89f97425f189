//! The rows of each epoch of a training, shuffled and brought onto the cores.

use crate::error::Result;

use super::device::Device;
use super::feed::{Feed, Portions};
use super::order::{Draw, Epoch};

/// The rows of a training, epoch by epoch.
pub(super) struct EpochData {
    feed: Feed,
    epoch: Epoch,
    shuffle: bool,
    seed: u64,
    /// The next epoch's portions, which are loading already, and the number of optimizer steps before them.
    prefetched: Option<(u64, Portions)>,
}

impl EpochData {
    pub fn new(feed: Feed, epoch: Epoch, shuffle: bool, seed: u64) -> Self {
        Self { feed, epoch, shuffle, seed, prefetched: None }
    }

    /// The random draws of the epoch that begins after `iterations` optimizer steps.
    pub fn draw(&self, iterations: u64) -> Draw {
        self.epoch.draw(self.seed, iterations, self.shuffle)
    }

    /// The portions of the epoch that begins after `iterations` optimizer steps.
    pub fn begin(&mut self, device: &Device, iterations: u64, draw: Draw) -> Result<Portions> {
        match self.prefetched.take() {
            Some((prefetched, portions)) if prefetched == iterations => Ok(portions),
            _ => self.feed.begin(device, self.epoch, draw),
        }
    }

    /// Starts to load the first portion of the epoch that begins after `iterations` optimizer steps, if data
    /// is streamed.
    pub fn prefetch(&mut self, device: &Device, iterations: u64) -> Result<()> {
        if self.feed.is_streamed() {
            let portions = self.feed.begin(device, self.epoch, self.draw(iterations))?;
            self.prefetched = Some((iterations, portions));
        }
        Ok(())
    }
}
