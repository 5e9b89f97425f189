//! Sends the values of each epoch to a server.

use std::time::Duration;

use keras::Result;
use keras::callbacks::{Callback, Logs, TrainContext};
use serde_json::{Value as Json, json};

/// How long the server may take for all of an answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends the values of each epoch to a server, by a POST request (`keras.callbacks.RemoteMonitor`).
///
/// The data are a JSON object of the values and `epoch`, which counts from 0; values that are not finite
/// are null. They are the [`field`](Self::field) of a form, or, with [`send_as_json`](Self::send_as_json),
/// the body. A server that does not answer within ten seconds is told in a line of output, and the training
/// goes on.
///
/// ```
/// use labora::{RemoteMonitor, prelude::*};
/// let fit = Fit::new().callback(RemoteMonitor::new("http://localhost:9000").send_as_json(true));
/// # let _ = fit;
/// ```
#[derive(Clone, Debug)]
pub struct RemoteMonitor {
    root: String,
    path: String,
    field: String,
    headers: Vec<(String, String)>,
    send_as_json: bool,
}

impl RemoteMonitor {
    /// Sends to the server at this address, such as `http://localhost:9000`.
    pub fn new(root: impl Into<String>) -> Self {
        Self {
            root: root.into(),
            path: "/publish/epoch/end/".into(),
            field: "data".into(),
            headers: Vec::new(),
            send_as_json: false,
        }
    }

    /// The path that is appended to the address. Default: `/publish/epoch/end/`.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// The field of the form that has the data. Default: `data`.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = field.into();
        self
    }

    /// Adds a header to the requests. Default: none.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// If true, the data are the body of the request, of the type `application/json`. Default: false.
    #[must_use]
    pub fn send_as_json(mut self, send_as_json: bool) -> Self {
        self.send_as_json = send_as_json;
        self
    }

    fn send(&self, data: &Json) -> std::result::Result<(), ureq::Error> {
        let agent = ureq::Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false).build();
        let mut request = ureq::Agent::from(agent).post(format!("{}{}", self.root, self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        match self.send_as_json {
            true => request.content_type("application/json").send(data.to_string()),
            false => request.send_form([(self.field.as_str(), data.to_string())]),
        }
        .map(drop)
    }
}

impl Callback for RemoteMonitor {
    fn on_epoch_end(&mut self, ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        let values = logs.iter().map(|(name, value)| (name.to_owned(), json!(value)));
        let data: Json = std::iter::once(("epoch".to_owned(), json!(epoch))).chain(values).collect();
        match self.send(&data) {
            Ok(()) => Ok(()),
            Err(e) => ctx.print(&format!("Could not reach RemoteMonitor root server at {}: {e}", self.root)),
        }
    }
}
