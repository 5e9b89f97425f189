//! What all requests share.

use std::sync::Arc;
use std::time::SystemTime;

use crate::access::Access;
use crate::drive::Drive;
use crate::error::{Error, Result};

/// What the server has.
#[derive(Debug)]
pub struct Lab {
    /// Who may do what.
    pub access: Arc<Access>,
    /// The files.
    pub drive: Arc<Drive>,
    /// When it started.
    pub started: SystemTime,
}

impl Lab {
    /// Runs something with the drive on a thread that may block.
    pub(super) async fn drive<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Drive) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let drive = self.drive.clone();
        let task = tokio::task::spawn_blocking(move || run(&drive)).await;
        task.map_err(|e| Error::internal(format!("a request of the drive: {e}")))?
    }
}
