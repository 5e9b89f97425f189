//! Where a path leads that a traceback or a text names: `GET /api/resolvePath`.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use serde_json::json;

use super::body;
use super::state::Lab;
use crate::access::parameter;
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// `GET /api/resolvePath?path=PATH&kernel=ID`: the file of the drive that it is for the server, and the one
/// that it is for the kernel, in whose folder it may be. Nothing is said of files outside of the drive.
pub async fn resolve(State(lab): State<Arc<Lab>>, RawQuery(query): RawQuery) -> Result<Response> {
    let query = query.unwrap_or_default();
    let path = parameter(&query, "path").filter(|path| !path.is_empty());
    let path = path.ok_or_else(|| Error::invalid("resolvePath needs a parameter path"))?;
    let (mut resolved, mut unresolved) = (Vec::new(), Vec::new());
    if let Some(file) = existing(&lab, &lab.drive.folder().join(of_home(&path))).await {
        resolved.push(json!({"scope": "server", "path": file}));
    }
    if let Some(id) = parameter(&query, "kernel") {
        match lab.kernels.get(&id) {
            Ok(kernel) => {
                let file = kernel.identity.folder.join(&path);
                if existing(&lab, &file).await.is_some() {
                    let seen = lab.kernels.runtimes().drive_file(&plain(&file)).display().to_string();
                    resolved.push(json!({"scope": "kernel", "path": seen}));
                }
            }
            Err(_) => {
                unresolved.push(json!({"scope": "kernel", "reason": format!("Kernel {id} could not be found")}));
            }
        }
    }
    Ok(body::ok(&json!({"resolved": resolved, "unresolved": unresolved})))
}

/// The path in the drive of a file that is there, and that clients may see.
async fn existing(lab: &Lab, file: &Path) -> Option<String> {
    let below = plain(file).strip_prefix(lab.drive.folder()).ok()?.to_str()?.to_string();
    let path = DrivePath::parse(&below).ok()?;
    let found = lab.drive(move |drive| Ok((drive.has_file(&path) || drive.has_folder(&path)).then_some(path)));
    found.await.ok().flatten().map(|path| path.as_str().to_string())
}

/// A path that begins with `~/`, below the home of the server's user.
fn of_home(path: &str) -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    path.strip_prefix("~/").and_then(|rest| Some(home()?.join(rest))).unwrap_or_else(|| path.into())
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_plain() {
        assert_eq!(plain(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(plain(Path::new("/../x")), Path::new("/x"));
    }
}
