//! What the server writes into notebooks: outputs of cells that no page writes.

use std::sync::Arc;

use serde_json::Value;

use super::place::Place;
use super::state::Lab;
use crate::collaboration::Change;
use crate::drive::DrivePath;
use crate::error::Result;
use crate::kernels::{Collected, write_into};
use crate::notebook;
use crate::sharing::ShareRight;

impl Lab {
    /// Writes what kernels have put out.
    pub(super) async fn write_outputs_now(self: &Arc<Lab>, is_last: bool) {
        for kernel in self.kernels.all().into_iter().filter(|kernel| kernel.has_outputs()) {
            let place = self.place_of_outputs(kernel.id()).await;
            let collected = kernel.collect(place.is_some(), is_last);
            let Some(place) = place.filter(|_| !collected.is_empty()) else { continue };
            let cells: Vec<String> = collected.iter().map(|one| one.cell.clone()).collect();
            if let Err(error) = write_outputs(&place, collected).await {
                tracing::warn!(path = place.asked.as_str(), "outputs are not saved yet: {}", error.message());
                kernel.collect_again(&cells);
            }
        }
    }

    /// The notebook into which outputs of a kernel may be written.
    async fn place_of_outputs(self: &Arc<Lab>, kernel: &str) -> Option<Place> {
        let path = DrivePath::parse(&self.sessions.path_of_kernel(kernel)?).ok()?;
        let place = self.place(&path).await.ok()?;
        place.right().check(ShareRight::Editor).ok()?;
        place.drive(|drive, path| Ok(drive.is_writable_notebook(path))).await.ok()?.then_some(place)
    }
}

/// Writes outputs into a notebook: into its room, if people have it open.
async fn write_outputs(place: &Place, collected: Vec<Collected>) -> Result<()> {
    // What a runtime of somebody else puts out is not the owner's.
    let is_own = place.guest.is_none();
    let write = move |notebook: &mut Value| collected.iter().for_each(|one| write_into(notebook, one));
    let change = Change::new(move |notebook| {
        write(notebook);
        if !is_own {
            notebook::distrust(notebook);
        }
    });
    if place.lab.collaboration.change(&place.path, &change).await? {
        return Ok(());
    }
    place.drive(move |drive, path| drive.change_notebook(path, is_own, |notebook| change.apply(notebook))).await
}
