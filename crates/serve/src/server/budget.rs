//! The memory that all requests may hold together.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Error, ErrorKind, Result};
use crate::metrics::Metrics;

/// The unit in which memory is counted.
const UNIT: usize = 1024;

/// The memory that all requests may hold together.
pub struct Budget {
    units: Arc<Semaphore>,
    bytes: usize,
    metrics: Arc<Metrics>,
}

/// What a request holds of it.
pub struct Held {
    permit: OwnedSemaphorePermit,
    metrics: Arc<Metrics>,
}

impl Budget {
    /// So many bytes.
    pub fn new(bytes: usize, metrics: Arc<Metrics>) -> Self {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS);
        Self { units: Arc::new(Semaphore::new(units)), bytes, metrics }
    }

    /// Takes bytes of it.
    ///
    /// # Errors
    /// Other requests hold too much.
    pub fn hold(&self, bytes: usize) -> Result<Held> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let permit = self.units.clone().try_acquire_many_owned(units).map_err(|_| {
            let limit = self.bytes >> 20;
            let message = format!("requests hold the {limit} MiB that they may (--max-memory): send it again later");
            Error::new(ErrorKind::Unavailable, message)
        })?;
        let held = Held { permit, metrics: self.metrics.clone() };
        self.metrics.held_bytes.fetch_add(held.bytes(), Ordering::Relaxed);
        Ok(held)
    }
}

impl Held {
    fn bytes(&self) -> i64 {
        i64::try_from(self.permit.num_permits() * UNIT).unwrap_or(i64::MAX)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.metrics.held_bytes.fetch_sub(self.bytes(), Ordering::Relaxed);
    }
}
