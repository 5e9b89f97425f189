//! Notebooks that come with the laboratory: `/api/labora/examples`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::body;
use super::state::Lab;
use crate::drive::DrivePath;
use crate::error::{Error, Result};

/// A notebook.
struct Example {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Its file in the drive, and its text.
    file: (&'static str, &'static str),
}

const EXAMPLES: [Example; 4] = [
    Example {
        name: "keras-on-tpu",
        title: "Keras on TPU",
        description: "A network for CIFAR-10, trained on the TPU of the runtime as in 2018",
        file: ("keras_on_tpu.ipynb", include_str!("../../notebooks/keras_on_tpu.ipynb")),
    },
    Example {
        name: "fashion-mnist",
        title: "Fashion-MNIST",
        description: "A network of Keras 3, trained on the eight cores of the TPU",
        file: ("fashion_mnist.ipynb", include_str!("../../notebooks/fashion_mnist.ipynb")),
    },
    Example {
        name: "resnet-50",
        title: "ResNet-50",
        description: "A training step of ResNet-50 on the TPU, timed",
        file: ("resnet50.ipynb", include_str!("../../notebooks/resnet50.ipynb")),
    },
    Example {
        name: "jax-sharding",
        title: "JAX over eight cores",
        description: "Arrays in parts: NamedSharding, shard_map and psum on the TPU",
        file: ("jax_sharding.ipynb", include_str!("../../notebooks/jax_sharding.ipynb")),
    },
];

/// `GET /api/labora/examples`.
pub async fn list() -> Response {
    let one = |example: &Example| {
        json!({"name": example.name, "title": example.title, "description": example.description,
               "path": example.file.0})
    };
    body::ok(&EXAMPLES.iter().map(one).collect::<Vec<Value>>())
}

/// `POST /api/labora/examples/{name}`: the notebook's path in the drive, into which it is copied unless it is
/// there.
pub async fn open(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    let found = EXAMPLES.iter().find(|example| example.name == name);
    let (file, text) = found.ok_or_else(|| Error::not_found(format!("there is no example {name:?}")))?.file;
    let path = DrivePath::parse(file)?;
    let is_new = lab
        .drive(move |drive| {
            let is_new = !drive.has_file(&path);
            if is_new {
                let content: Value =
                    serde_json::from_str(text).map_err(|e| Error::internal(format!("the notebook {file}: {e}")))?;
                drive.save(&path, &json!({"type": "notebook", "format": "json", "content": content}))?;
            }
            Ok(is_new)
        })
        .await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(body::json(status, &json!({"path": file})))
}
