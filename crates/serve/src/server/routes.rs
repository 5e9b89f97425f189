//! Which path is what.

use hyper::Method;

use crate::error::{Error, ErrorKind, Result};

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The page for people.
    Page,
    /// The page for Prometheus.
    Metrics,
    /// KServe: what the server is.
    Server,
    /// KServe: does the server live?
    Live,
    /// KServe: are all models there?
    Ready,
    /// What concerns a model.
    Model(Action, String, Option<u64>),
}

/// What is asked of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// TensorFlow: states of the versions.
    Status,
    /// TensorFlow: inputs and outputs.
    Metadata,
    /// TensorFlow: a run.
    Predict,
    /// KServe: inputs and outputs.
    Describe,
    /// KServe: is it there?
    IsReady,
    /// KServe: a run.
    Infer,
}

impl Action {
    /// The name of its protocol in metrics.
    pub fn protocol(self) -> &'static str {
        match self {
            Action::Status | Action::Metadata | Action::Predict => "tensorflow",
            Action::Describe | Action::IsReady | Action::Infer => "kserve",
        }
    }
}

impl Route {
    /// The route of a method and a path.
    ///
    /// # Errors
    /// There is none, or not with this method.
    pub fn of(method: &Method, path: &str) -> Result<Route> {
        let path = path.replace("%3A", ":").replace("%3a", ":");
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let route = match parts.as_slice() {
            [""] => Route::Page,
            ["metrics"] => Route::Metrics,
            ["v2"] => Route::Server,
            ["v2", "health", "live"] => Route::Live,
            ["v2", "health", "ready"] => Route::Ready,
            ["v1", "models", rest @ ..] => tensorflow(rest)?,
            ["v2", "models", rest @ ..] => kserve(rest)?,
            _ => {
                return Err(not_found(format!(
                    "there is nothing at {path:?}; models are at /v1/models/NAME:predict and /v2/models/NAME/infer"
                )));
            }
        };
        let expected = match route {
            Route::Model(Action::Predict | Action::Infer, ..) => &Method::POST,
            _ => &Method::GET,
        };
        match method == expected || (*expected == Method::GET && *method == Method::HEAD) {
            true => Ok(route),
            false => Err(Error::new(ErrorKind::Method, format!("{path} takes {expected}, not {method}"))),
        }
    }
}

/// The part after `/v1/models/`.
fn tensorflow(parts: &[&str]) -> Result<Route> {
    let (last, before) = parts.split_last().ok_or_else(|| not_found("a model's name is missing".into()))?;
    if let (&"metadata", [model @ .., _]) = (last, parts) {
        let (name, version) = model_and_version(model)?;
        return Ok(Route::Model(Action::Metadata, name, version));
    }
    let (last, verb) = last.split_once(':').map_or((*last, None), |(last, verb)| (last, Some(verb)));
    let action = match verb {
        None => Action::Status,
        Some("predict") => Action::Predict,
        Some("classify" | "regress") => {
            let message = "Keras models have the signature of :predict only";
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        Some(verb) => return Err(not_found(format!("there is no verb {verb:?}: use :predict"))),
    };
    let (name, version) = model_and_version(&[before, &[last]].concat())?;
    Ok(Route::Model(action, name, version))
}

/// The part after `/v2/models/`.
fn kserve(parts: &[&str]) -> Result<Route> {
    let (action, model) = match parts {
        [model @ .., "infer"] if !model.is_empty() => (Action::Infer, model),
        [model @ .., "ready"] if !model.is_empty() => (Action::IsReady, model),
        model => (Action::Describe, model),
    };
    let (name, version) = model_and_version(model)?;
    Ok(Route::Model(action, name, version))
}

/// `NAME`, or `NAME/versions/NUMBER`.
fn model_and_version(parts: &[&str]) -> Result<(String, Option<u64>)> {
    match parts {
        [name] if !name.is_empty() => Ok((name.to_string(), None)),
        [name, "versions", number] => {
            let parsed = number.parse();
            let parsed = parsed.map_err(|_| Error::invalid(format!("the version {number:?} is no number")))?;
            Ok((name.to_string(), Some(parsed)))
        }
        [_, "labels", _] => Err(Error::new(ErrorKind::Unimplemented, "versions have no labels: use their numbers")),
        _ => Err(not_found("a model's path is NAME or NAME/versions/NUMBER".into())),
    }
}

fn not_found(message: String) -> Error {
    Error::new(ErrorKind::NotFound, message)
}
