//! Sessions: `/api/sessions`.

use std::io::{BufReader, Read};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::Response;
use serde_json::{Map, Value};

use super::body;
use super::kernels::folder_of;
use super::state::Lab;
use crate::drive::{Drive, DrivePath};
use crate::error::{Error, Result};
use crate::kernels::Accelerator;
use crate::random;
use crate::sessions::Session;

/// Bytes of the largest notebook whose metadata are read.
const MAX_NOTEBOOK_BYTES: u64 = 256 << 20;

/// `GET /api/sessions`.
pub async fn list(State(lab): State<Arc<Lab>>) -> Response {
    body::ok(&lab.sessions.models(&lab.kernels))
}

/// `POST /api/sessions`: the session of a path, started unless it runs.
pub async fn start(State(lab): State<Arc<Lab>>, request: Bytes) -> Result<Response> {
    let fields = fields(&request)?;
    let mut session = Session {
        id: random::uuid()?,
        path: String::new(),
        name: String::new(),
        kind: fields.get("notebook").map_or(String::new(), |_| "notebook".into()),
        kernel: String::new(),
    };
    session.set(&fields);
    for (name, value) in [("path", &session.path), ("type", &session.kind)] {
        if value.is_empty() {
            return Err(Error::invalid(format!("Missing field in JSON data: {name}")));
        }
    }
    // Two requests for one path at once start one kernel.
    let _starting = lab.starting.lock().await;
    let running = lab.sessions.of_path(&session.path, &lab.kernels);
    let session = match running {
        Some(running) => running,
        None => {
            let accelerator = accelerator_of(&lab, &session, &fields).await?;
            let kernel = fields.get("kernel").unwrap_or(&Value::Null);
            session.kernel = kernel_of(&lab, &session, kernel, accelerator).await?;
            lab.sessions.add(session.clone(), &lab.kernels).await;
            session
        }
    };
    let location = lab.access.address(&format!("api/sessions/{}", session.id), "");
    Ok(body::with_header(body::json(StatusCode::CREATED, &session.model(&lab.kernels)?), LOCATION, &location))
}

/// The kernel that a request names, started unless it runs.
async fn kernel_of(lab: &Lab, session: &Session, kernel: &Value, accelerator: Accelerator) -> Result<String> {
    let id = kernel["id"].as_str().filter(|id| !id.is_empty());
    if let Some(id) = id.filter(|id| lab.kernels.contains(id)) {
        return Ok(id.to_string());
    }
    let parent = session.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    // Python's programs ask by it for their notebook.
    let path = lab.kernels.runtimes().drive_file(&lab.drive.folder().join(&session.path)).display().to_string();
    let variables = vec![("JPY_SESSION_NAME".to_string(), path)];
    let folder = folder_of(lab, parent).await;
    lab.drive(Drive::check_limit).await?;
    let kernel = lab.kernels.start(kernel["name"].as_str(), folder, id, variables, accelerator).await?;
    Ok(kernel.id().to_string())
}

/// `GET /api/sessions/{id}`.
pub async fn get(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    Ok(body::ok(&lab.sessions.get(&id)?.model(&lab.kernels)?))
}

/// `PATCH /api/sessions/{id}`: another path, name, type or kernel.
pub async fn change(State(lab): State<Arc<Lab>>, Path(id): Path<String>, request: Bytes) -> Result<Response> {
    let fields = fields(&request)?;
    let mut session = lab.sessions.get(&id)?;
    session.set(&fields);
    let before = session.kernel.clone();
    match fields.get("kernel") {
        Some(kernel) if kernel["id"].is_string() => {
            let id = kernel["id"].as_str().unwrap_or_default();
            if !lab.kernels.contains(id) {
                return Err(Error::invalid(format!("No such kernel: {id}")));
            }
            session.kernel = id.to_string();
        }
        Some(kernel) if kernel["name"].is_string() => {
            let accelerator = accelerator_of(&lab, &session, &fields).await?;
            session.kernel = kernel_of(&lab, &session, kernel, accelerator).await?;
        }
        _ => {
            // Another accelerator is another runtime: the kernel restarts, and what it wrote is gone.
            if let Some(accelerator) = asked(&fields)? {
                lab.kernels.get(&session.kernel)?.set_accelerator(accelerator).await?;
            }
        }
    }
    lab.sessions.update(session.clone(), &lab.kernels).await?;
    if before != session.kernel {
        // It may have ended already.
        let _ = lab.kernels.shut_down(&before).await;
    }
    Ok(body::ok(&session.model(&lab.kernels)?))
}

/// `DELETE /api/sessions/{id}`: ends the kernel, too.
pub async fn end(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    let session = lab.sessions.remove(&id)?;
    let gone = |_| Error::new(StatusCode::GONE, "Kernel deleted before session");
    lab.kernels.shut_down(&session.kernel).await.map_err(gone)?;
    Ok(body::no_content())
}

/// The accelerator that a request asks for, in a field `accelerator` of its own or of its kernel.
fn asked(fields: &Map<String, Value>) -> Result<Option<Accelerator>> {
    let kernel = fields.get("kernel").and_then(|kernel| kernel["accelerator"].as_str());
    let own = fields.get("accelerator").and_then(Value::as_str);
    own.or(kernel).map(Accelerator::parse).transpose()
}

/// The accelerator that a request asks for, or else the notebook's metadata, where Colab writes it.
async fn accelerator_of(lab: &Arc<Lab>, session: &Session, fields: &Map<String, Value>) -> Result<Accelerator> {
    if let Some(accelerator) = asked(fields)? {
        return Ok(accelerator);
    }
    let Ok(path) = DrivePath::parse(&session.path) else { return Ok(Accelerator::None) };
    // JupyterLab begins with a path that it made up, in the folder of the notebook that it names.
    let named = path.parent().join(&session.name).ok();
    let mut noted = None;
    for path in [Some(path), named].into_iter().flatten() {
        let Ok(place) = lab.place(&path).await else { continue };
        if let Ok(found) = place.drive(noted_accelerator).await {
            noted = found;
            break;
        }
    }
    // A document that is no notebook, or is not there yet, notes none.
    let Some(noted) = noted else { return Ok(Accelerator::None) };
    // A notebook that was written for what is not here opens nevertheless.
    let found = Accelerator::parse(&noted).and_then(|found| lab.kernels.check(found).map(|()| found));
    Ok(found.unwrap_or_else(|error| {
        tracing::warn!(path = session.path, "the notebook asks for another accelerator: {}", error.message());
        Accelerator::None
    }))
}

/// The accelerator in the metadata of a notebook.
fn noted_accelerator(drive: &Drive, path: &DrivePath) -> Result<Option<String>> {
    let (file, _) = drive.open_file(path)?;
    let notebook: Notebook = serde_json::from_reader(BufReader::new(file.take(MAX_NOTEBOOK_BYTES)))
        .map_err(|e| Error::invalid(format!("{}: {e}", path.as_str())))?;
    Ok(notebook.metadata["accelerator"].as_str().map(String::from))
}

/// What is read of a notebook.
#[derive(serde::Deserialize)]
struct Notebook {
    #[serde(default)]
    metadata: Value,
}

fn fields(request: &[u8]) -> Result<Map<String, Value>> {
    match body::parse(request)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(Error::invalid("No JSON data provided")),
    }
}
