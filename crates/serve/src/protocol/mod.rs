//! The protocols: requests become rows, outputs become answers. Nothing here knows of connections.

pub mod kserve;
pub mod tensorflow;

use serde_json::{Value as Json, json};

/// An answer with a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The body.
    pub body: Vec<u8>,
    /// The bytes of the JSON part, if binary tensors follow it.
    pub json_bytes: Option<usize>,
}

impl From<Json> for Answer {
    fn from(json: Json) -> Self {
        Self { body: json.to_string().into_bytes(), json_bytes: None }
    }
}

/// An error in the form of both protocols.
pub fn error(message: &str) -> Answer {
    json!({ "error": message }).into()
}
