//! Notebooks in other formats, by the image's own nbconvert in a runtime: `/nbconvert`, `/api/nbconvert`.

use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::body;
use super::security::policy;
use super::state::{Lab, blocking};
use crate::access::{escape, parameter};
use crate::drive::{DrivePath, Folder, GetOptions, Kind};
use crate::error::{Error, Result};
use crate::runtimes::{Order, Program, Remote, run};

/// How long a conversion may take.
const MAX_TIME: Duration = Duration::from_secs(120);
/// Bytes of the largest result.
const MAX_BYTES: u64 = 256 << 20;

/// A format.
struct Format {
    name: &'static str,
    media_type: &'static str,
    extension: &'static str,
}

/// The format whose extension is that of the notebook's language.
const SCRIPT: &str = "script";

/// The formats that need no program besides nbconvert.
const FORMATS: [Format; 6] = [
    Format { name: "html", media_type: "text/html", extension: "html" },
    Format { name: "markdown", media_type: "text/markdown", extension: "md" },
    Format { name: "notebook", media_type: "application/json", extension: "ipynb" },
    Format { name: "python", media_type: "text/x-python", extension: "py" },
    // JupyterLab's menu has this one as "Executable Script", and not `python`.
    Format { name: SCRIPT, media_type: "text/plain", extension: "txt" },
    Format { name: "slides", media_type: "text/html", extension: "slides.html" },
];

/// `GET /api/nbconvert`: the formats in which notebooks can be exported.
pub async fn formats() -> Response {
    let one = |format: &Format| (format.name.to_string(), json!({"output_mimetype": format.media_type}));
    body::ok(&FORMATS.iter().map(one).collect::<Map<String, Value>>())
}

/// `GET /nbconvert/{format}/{path}`: a notebook of the drive. With `download=true` the browser stores it, and
/// with `sanitize_html=true` the page has no scripts of outputs.
pub async fn file(
    State(lab): State<Arc<Lab>>,
    Path((format, path)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response> {
    let path = DrivePath::parse(&path)?;
    let name = path.name().to_string();
    let options = GetOptions { kind: Some(Kind::Notebook), content: true, ..GetOptions::default() };
    let model = lab.place(&path).await?.drive(move |drive, path| drive.get(path, options)).await?;
    convert(&lab, &format, &name, &model["content"], &query.unwrap_or_default()).await
}

/// `POST /nbconvert/{format}`: a notebook that the client sends, as a model of the contents service.
pub async fn sent(
    State(lab): State<Arc<Lab>>,
    Path(format): Path<String>,
    RawQuery(query): RawQuery,
    model: Bytes,
) -> Result<Response> {
    let model = body::parse(&model)?;
    let name = model["name"].as_str().unwrap_or("notebook.ipynb");
    convert(&lab, &format, name, &model["content"], &query.unwrap_or_default()).await
}

async fn convert(lab: &Lab, format: &str, name: &str, notebook: &Value, query: &str) -> Result<Response> {
    let is_set = |name: &str| parameter(query, name).is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let known = || FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
    let format = FORMATS
        .iter()
        .find(|known| known.name == format)
        .ok_or_else(|| Error::not_found(format!("there is no format {format:?}; there are: {}", known())))?;
    if !notebook["cells"].is_array() {
        return Err(Error::invalid("the content is no notebook: it has no list of cells"));
    }
    let extension = extension(format, notebook);
    let bytes = run_nbconvert(lab, format.name, &extension, notebook, is_set("sanitize_html")).await?;
    let kind = if format.media_type.starts_with("text/") { "; charset=utf-8" } else { "" };
    let response = body::with_header(
        (StatusCode::OK, bytes).into_response(),
        CONTENT_TYPE,
        &format!("{}{kind}", format.media_type),
    );
    // Outputs have scripts: they run without the origin of this server.
    let policy = policy(&lab.access.base_url, "sandbox allow-scripts");
    let response = body::with_header(response, CONTENT_SECURITY_POLICY, &policy);
    if !is_set("download") {
        return Ok(response);
    }
    let stem = FilePath::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or("notebook");
    let disposition = format!("attachment; filename*=utf-8''{}", escape(&format!("{stem}.{extension}")));
    Ok(body::with_header(response, CONTENT_DISPOSITION, &disposition))
}

/// The extension of a converted notebook, as nbconvert chooses it.
fn extension(format: &Format, notebook: &Value) -> String {
    let own = notebook["metadata"]["language_info"]["file_extension"].as_str().unwrap_or_default();
    let own = own.trim_start_matches('.');
    let is_plain = !own.is_empty() && own.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if format.name == SCRIPT && is_plain { own.into() } else { format.extension.into() }
}

/// Runs nbconvert in a runtime of its own, over a folder that server and runtime share.
async fn run_nbconvert(
    lab: &Lab,
    format: &str,
    extension: &str,
    notebook: &Value,
    is_sanitized: bool,
) -> Result<Vec<u8>> {
    if let Some(remote) = lab.kernels.runtimes().remote() {
        return run_remote(lab, &*remote, format, notebook, is_sanitized).await;
    }
    let io = |e: std::io::Error| Error::io("the folder of a conversion", e);
    let shared: TempDir = tempfile::Builder::new().prefix("labora-n").tempdir().map_err(io)?;
    std::fs::write(shared.path().join("in.ipynb"), notebook.to_string()).map_err(io)?;
    let runtimes = lab.kernels.runtimes();
    let seen = runtimes.shared_folder(shared.path());
    let (input, output) = (seen.join("in.ipynb").display().to_string(), seen.display().to_string());
    let python = lab.image.python().display().to_string();
    let mut argv: Vec<String> = [&python, "-m", "nbconvert", "--to", format, "--output-dir", &output]
        .into_iter()
        .chain(["--output", "out", &input])
        .map(String::from)
        .collect();
    if is_sanitized {
        argv.push("--sanitize-html".into());
    }
    let program = Program {
        argv,
        folder: lab.drive.folder().to_path_buf(),
        shared: Some(shared.path().to_path_buf()),
        environment: Vec::new(),
        companion: None,
        has_gpu: false,
    };
    let (is_well, said) = run(runtimes, program, MAX_TIME).await?;
    if !is_well {
        return Err(failed(&said));
    }
    let file = DrivePath::parse(&format!("out.{extension}"))?;
    blocking(move || {
        // Whatever the runtime put there, no link is followed out of the folder.
        Folder::open(shared.path())?.read(&file, MAX_BYTES).map(|(bytes, _)| bytes)
    })
    .await
}

/// Runs nbconvert in a remote runtime of its own, which has the notebook and the result as its standard
/// streams.
async fn run_remote(
    lab: &Lab,
    remote: &dyn Remote,
    format: &str,
    notebook: &Value,
    is_sanitized: bool,
) -> Result<Vec<u8>> {
    let python = lab.image.python().display().to_string();
    let mut argv: Vec<String> =
        [&python, "-m", "nbconvert", "--to", format, "--stdin", "--stdout"].map(String::from).into();
    if is_sanitized {
        argv.push("--sanitize-html".into());
    }
    let folder = lab.kernels.runtimes().drive_file(lab.drive.folder());
    let order = Order { purpose: "export".into(), folder, time: MAX_TIME, ..Order::default() };
    // Nobody is told how far it is.
    let lease = remote.start(order, mpsc::unbounded_channel().0).await?;
    let run = timeout(MAX_TIME, remote.run(&lease.name, argv, notebook.to_string().into_bytes())).await;
    lease.end().await;
    let late = |_| Error::internal(format!("nbconvert has not ended in {} s", MAX_TIME.as_secs()));
    let done = run.map_err(late)??;
    if done.is_well { Ok(done.output) } else { Err(failed(&done.errors)) }
}

/// The error of an nbconvert that said this.
fn failed(said: &str) -> Error {
    let last = said.trim().lines().last().unwrap_or("it says nothing");
    Error::internal(format!("nbconvert failed: {last}"))
}
