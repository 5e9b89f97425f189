//! Runtimes as users see them: what they use, when they end, and files for them: `/api/labora/runtimes`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::body;
use super::state::{Lab, blocking};
use crate::drive::DrivePath;
use crate::error::{Error, Result};
use crate::kernels::Collected;

/// Seconds before its end at which a page warns of it, at most. A tenth of a shorter time.
const WARNING: f64 = 300.0;

/// `GET /api/labora/runtimes`: all of them.
pub async fn list(State(lab): State<Arc<Lab>>) -> Response {
    body::ok(&models(&lab).await)
}

/// What users read about all runtimes with kernels.
pub(super) async fn models(lab: &Arc<Lab>) -> Vec<Value> {
    let kernels = lab.kernels.models();
    let mut all = Vec::new();
    for id in kernels.iter().filter_map(|model| model["id"].as_str()) {
        // One that ends meanwhile is left out.
        all.extend(model(lab, id).await.ok());
    }
    all
}

/// `GET /api/labora/runtimes/{kernel}`.
pub async fn get(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    Ok(body::ok(&model(&lab, &id).await?))
}

async fn model(lab: &Arc<Lab>, id: &str) -> Result<Value> {
    let kernel = lab.kernels.get(id)?;
    let left = kernel.time_left();
    let observed = kernel.observed();
    let (memory, disk, gpu) = blocking(move || Ok((observed.memory(), observed.disk(), observed.gpu()))).await?;
    let times = lab.kernels.lifetimes;
    let shortest = times.idle.min(times.total).as_secs_f64();
    Ok(json!({
        "kernel": id,
        "path": lab.sessions.path_of_kernel(id),
        "execution_state": kernel.model()["execution_state"],
        "accelerator": kernel.accelerator().name(),
        "memory": memory.map(|usage| usage.model()),
        "disk": disk.map(|usage| usage.model()),
        "gpu": gpu.map(|usage| usage.model()),
        "age": (times.total - left.total).as_secs_f64(),
        "idle": left.idle.map(|left| (times.idle - left).as_secs_f64()),
        "ends_in": left.least().as_secs_f64(),
        "idle_ends_in": left.idle.map(|left| left.as_secs_f64()),
        "age_ends_in": left.total.as_secs_f64(),
        "warning": WARNING.min(shortest / 10.0),
        // Cells that run though the page that started them is gone.
        "orphans": kernel.orphans(),
    }))
}

/// `GET /api/labora/runtimes/{kernel}/outputs`: outputs of cells that the server writes, since the page that
/// started them was gone: for pages that came again and do not read the notebook.
pub async fn outputs(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    let one =
        |cell: Collected| json!({"cell": cell.cell, "execution_count": cell.execution_count, "outputs": cell.outputs});
    Ok(body::ok(&lab.kernels.get(&id)?.collected().into_iter().map(one).collect::<Vec<_>>()))
}

/// `POST /api/labora/runtimes/{kernel}/keep`: an idle runtime has its whole time again.
pub async fn keep(State(lab): State<Arc<Lab>>, Path(id): Path<String>) -> Result<Response> {
    lab.kernels.get(&id)?.keep();
    Ok(body::no_content())
}

/// `PUT /api/labora/runtimes/{kernel}/uploads/{request}/{name}`: a file for a cell that waits for it.
pub async fn upload(
    State(lab): State<Arc<Lab>>,
    Path((id, request, name)): Path<(String, String, String)>,
    bytes: Bytes,
) -> Result<Response> {
    let path = place(&request)?.join(one_name(&name)?)?;
    write(&lab, &id, path, bytes).await
}

/// `POST /api/labora/runtimes/{kernel}/uploads/{request}`: the names of the files, all of which have come.
pub async fn uploaded(
    State(lab): State<Arc<Lab>>,
    Path((id, request)): Path<(String, String)>,
    names: Bytes,
) -> Result<Response> {
    let names: Vec<String> = serde_json::from_slice(&names)
        .map_err(|e| Error::invalid(format!("the body is a list of names in JSON: {e}")))?;
    names.iter().try_for_each(|name| one_name(name).map(|_| ()))?;
    let path = DrivePath::parse(&format!("{}.done", place(&request)?.as_str()))?;
    write(&lab, &id, path, json!(names).to_string().into()).await
}

/// The folder of a request, which the runtime made.
fn place(request: &str) -> Result<DrivePath> {
    match request.len() <= 64 && !request.is_empty() && request.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        true => DrivePath::parse(&format!("uploads/{request}")),
        false => Err(Error::invalid("the number of an upload has letters and digits alone")),
    }
}

fn one_name(name: &str) -> Result<&str> {
    match name.is_empty() || name == "." || name == ".." || name.contains(['/', '\0']) {
        true => Err(Error::invalid(format!("{name:?} is no name of a file"))),
        false => Ok(name),
    }
}

async fn write(lab: &Lab, id: &str, path: DrivePath, bytes: Bytes) -> Result<Response> {
    lab.kernels.get(id)?.write(path, bytes).await?;
    Ok(body::json(StatusCode::CREATED, &Value::Null))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_have_plain_names() {
        assert_eq!(place("a1").unwrap().as_str(), "uploads/a1");
        assert!(place("").is_err() && place("../x").is_err() && place("a.b").is_err());
        assert!(one_name("a b.csv").is_ok() && one_name("..").is_err() && one_name("a/b").is_err());
    }
}
