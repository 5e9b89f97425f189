//! Notebooks that come with the laboratory: `/api/labora/examples`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::body;
use super::state::{Lab, blocking};
use crate::drive::DrivePath;
use crate::error::{Error, Result};
use crate::kernels::DEFAULT_KERNEL;
use crate::rust;

/// A notebook.
struct Example {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Its kernel.
    kernel: &'static str,
    /// Its file in the drive, and its text.
    file: (&'static str, &'static str),
}

const EXAMPLES: [Example; 6] = [
    Example {
        name: "keras-on-tpu",
        title: "Keras on TPU",
        description: "A network for CIFAR-10, trained on the TPU of the runtime as in 2018",
        kernel: DEFAULT_KERNEL,
        file: ("keras_on_tpu.ipynb", include_str!("../../notebooks/keras_on_tpu.ipynb")),
    },
    Example {
        name: "fashion-mnist",
        title: "Fashion-MNIST",
        description: "A network of Keras 3, trained on the eight cores of the TPU",
        kernel: DEFAULT_KERNEL,
        file: ("fashion_mnist.ipynb", include_str!("../../notebooks/fashion_mnist.ipynb")),
    },
    Example {
        name: "resnet-50",
        title: "ResNet-50",
        description: "A training step of ResNet-50 on the TPU, timed",
        kernel: DEFAULT_KERNEL,
        file: ("resnet50.ipynb", include_str!("../../notebooks/resnet50.ipynb")),
    },
    Example {
        name: "jax-sharding",
        title: "JAX over eight cores",
        description: "Arrays in parts: NamedSharding, shard_map and psum on the TPU",
        kernel: DEFAULT_KERNEL,
        file: ("jax_sharding.ipynb", include_str!("../../notebooks/jax_sharding.ipynb")),
    },
    Example {
        name: "keras-in-rust",
        title: "Keras in Rust",
        description: "Layers, a layer of one's own, a training and its plots, in Rust",
        kernel: rust::KERNEL,
        file: ("keras_in_rust.ipynb", include_str!("../../notebooks/keras_in_rust.ipynb")),
    },
    Example {
        name: "article-in-rust",
        title: "The article in Rust",
        description: "A network for CIFAR-10 in Rust: trained on eight cores, and what it recognizes",
        kernel: rust::KERNEL,
        file: ("article_in_rust.ipynb", include_str!("../../notebooks/article_in_rust.ipynb")),
    },
];

impl Example {
    /// True if a notebook of its kernel can run here. Those of Python are shown without one, too.
    fn is_here(&self, lab: &Lab) -> bool {
        self.kernel == DEFAULT_KERNEL || lab.kernels.specs.find(Some(self.kernel)).is_ok()
    }
}

/// `GET /api/labora/examples`: those whose kernel is here.
pub async fn list(State(lab): State<Arc<Lab>>) -> Result<Response> {
    let one = |example: &Example| {
        json!({"name": example.name, "title": example.title, "description": example.description,
               "path": example.file.0})
    };
    let all = blocking(move || Ok(EXAMPLES.iter().filter(|example| example.is_here(&lab)).map(one).collect()));
    let all: Vec<Value> = all.await?;
    Ok(body::ok(&all))
}

/// `POST /api/labora/examples/{name}`: the notebook's path in the drive, into which it is copied unless it is
/// there.
pub async fn open(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Result<Response> {
    let found = EXAMPLES.iter().find(|example| example.name == name);
    let example = found.ok_or_else(|| Error::not_found(format!("there is no example {name:?}")))?;
    let of_lab = lab.clone();
    if !blocking(move || Ok(example.is_here(&of_lab))).await? {
        let message = format!("{}: start the laboratory with --rust, which makes the kernel of Rust", example.title);
        return Err(Error::invalid(message));
    }
    let (file, text) = example.file;
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
