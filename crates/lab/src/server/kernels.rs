//! Kernels and their specifications: `/api/kernels`, `/api/kernelspecs`.

use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::body;
use super::frontend::send_file;
use super::state::{Lab, blocking};
use crate::access::escape;
use crate::drive::{Drive, DrivePath};
use crate::error::{Error, Result};
use crate::kernels::{Accelerator, DEFAULT_KERNEL, Spec};

/// `GET /api/kernelspecs`.
pub async fn specs(State(lab): State<Arc<Lab>>) -> Result<Response> {
    let models = blocking(move || {
        let all = lab.kernels.specs.all();
        let one = |(name, spec): (&String, &Spec)| (name.clone(), spec.model(|file| spec_address(&lab, name, file)));
        Ok(all.iter().map(one).collect::<Map<String, Value>>())
    });
    Ok(body::ok(&json!({"default": DEFAULT_KERNEL, "kernelspecs": models.await?})))
}

/// `GET /api/kernelspecs/{name}`.
pub async fn spec(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    let model = blocking(move || {
        let missing = |_| Error::not_found(format!("Kernel spec {name} not found"));
        let spec = lab.kernels.specs.find(Some(&name)).map_err(missing)?;
        Ok(spec.model(|file| spec_address(&lab, &name, file)))
    });
    Ok(body::ok(&model.await?))
}

/// `GET /kernelspecs/{name}/{file}`: a kernel's image.
pub async fn resource(State(lab): State<Arc<Lab>>, Path((name, file)): Path<(String, String)>) -> Result<Response> {
    let missing = Error::not_found(format!("Kernel spec resource {name}/{file} not found"));
    let spec = blocking(move || lab.kernels.specs.find(Some(&name))).await.map_err(|_| missing)?;
    send_file(spec.folder, file).await
}

fn spec_address(lab: &Lab, name: &str, file: &str) -> String {
    lab.access.address(&format!("kernelspecs/{}/{}", escape(name), escape(file)), "")
}

/// `GET /api/labora/accelerators`: what a runtime may compute with; what is not there has a reason.
pub async fn accelerators(State(lab): State<Arc<Lab>>) -> Response {
    body::ok(&lab.kernels.accelerators())
}

/// `GET /api/kernels`.
pub async fn list(State(lab): State<Arc<Lab>>) -> Response {
    body::ok(&lab.kernels.models())
}

/// `POST /api/kernels`.
pub async fn start(State(lab): State<Arc<Lab>>, request: Bytes) -> Result<Response> {
    let request = body::parse(&request)?;
    // Clients for which this server is a gateway name the folder as a variable.
    let path = request["path"].as_str().or_else(|| request["env"]["KERNEL_WORKING_DIR"].as_str());
    let folder = folder_of(&lab, path.unwrap_or_default()).await;
    let id = request["kernel_id"].as_str();
    let accelerator = Accelerator::parse(request["accelerator"].as_str().unwrap_or_default())?;
    lab.drive(Drive::check_limit).await?;
    let kernel = lab.kernels.start(request["name"].as_str(), folder, id, Vec::new(), accelerator).await?;
    let location = lab.access.address(&format!("api/kernels/{}", kernel.id()), "");
    Ok(body::with_header(body::json(StatusCode::CREATED, &kernel.model()), LOCATION, &location))
}

/// The folder in which a kernel runs: that of the path, or the next one above that is there.
pub async fn folder_of(lab: &Lab, path: &str) -> PathBuf {
    // Some clients send the folder of the system.
    let below = std::path::Path::new(path).strip_prefix(lab.drive.folder()).ok().and_then(std::path::Path::to_str);
    let mut path = DrivePath::parse(below.unwrap_or(path)).unwrap_or_else(|_| DrivePath::root());
    let found = lab.drive(move |drive| {
        while !path.is_root() && !drive.has_folder(&path) {
            path = path.parent();
        }
        Ok(drive.folder().join(path.as_str()))
    });
    found.await.unwrap_or_else(|_| lab.drive.folder().to_path_buf())
}

/// `GET /api/kernels/{id}`.
pub async fn get(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    Ok(body::ok(&lab.kernels.get(&id)?.model()))
}

/// `DELETE /api/kernels/{id}`.
pub async fn shut_down(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    lab.kernels.shut_down(&id).await?;
    Ok(body::no_content())
}

/// `POST /api/kernels/{id}/interrupt`.
pub async fn interrupt(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    lab.kernels.get(&id)?.interrupt()?;
    Ok(body::no_content())
}

/// `POST /api/kernels/{id}/restart`.
pub async fn restart(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    let kernel = lab.kernels.get(&id)?;
    kernel.restart().await?;
    Ok(body::ok(&kernel.model()))
}

/// `POST /api/kernels/{id}/execute`: runs code and returns its outputs when it ended. The request goes on if
/// its client goes away.
pub async fn execute(State(lab): State<Arc<Lab>>, Path(id): Path<String>, request: Bytes) -> Result<Response> {
    let request = body::parse(&request)?;
    let code = request["code"].as_str().ok_or_else(|| Error::invalid("the field code is missing"))?.to_string();
    let metadata = request["metadata"].as_object().cloned().unwrap_or_default();
    let kernel = lab.kernels.get(&id)?;
    let run = tokio::spawn(async move { kernel.execute(&code, metadata).await });
    let done = run.await.map_err(|e| Error::internal(format!("an execution: {e}")))??;
    Ok(body::ok(&json!({
        "status": done.status, "execution_count": done.execution_count, "outputs": done.outputs.for_file(),
    })))
}
