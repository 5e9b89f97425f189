//! Code that the server runs itself: the outputs are collected as notebooks have them.

use serde_json::{Map, Value, json};

use super::kernel::{Kernel, RESTART, not_running};
use super::message::{Channel, Message};
use super::outputs::Outputs;
use crate::error::{Error, Result};
use crate::random;

/// What became of a piece of code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Execution {
    /// `ok`, `error` or `aborted`; none while it runs.
    pub status: Option<String>,
    /// Its number.
    pub execution_count: Value,
    /// Its outputs.
    pub outputs: Outputs,
}

impl Kernel {
    /// Runs code and waits for its end. `metadata` goes with the request, for example the cell's number.
    ///
    /// # Errors
    /// The kernel is not running, or ends before the code does.
    pub async fn execute(&self, code: &str, metadata: Map<String, Value>) -> Result<Execution> {
        let session = random::uuid()?;
        let (number, mut receiver) = self.clients.add(&session, None);
        let content = json!({
            "code": code, "silent": false, "store_history": true, "user_expressions": {}, "allow_stdin": false,
            "stop_on_error": true,
        });
        let mut request = Message::new(Channel::Shell, "execute_request", &session, &content)?;
        request.parts[2] = Value::Object(metadata).to_string().into();
        let id = request.header().msg_id;
        if !self.send(&session, request) {
            self.clients.remove(&session, number);
            return Err(not_running());
        }
        let mut execution = Execution::default();
        let (mut is_idle, mut status) = (false, None);
        while !is_idle || status.is_none() {
            let Some(message) = receiver.next().await else { break };
            let header = message.header();
            let state = (header.msg_type == "status").then(|| message.content()["execution_state"].clone());
            if state.as_ref().is_some_and(|state| state == "dead") || header.msg_type == RESTART {
                break;
            }
            if message.parent().msg_id != id {
                continue;
            }
            match header.msg_type.as_str() {
                "status" => is_idle |= state == Some("idle".into()),
                "execute_reply" => {
                    let content = message.content();
                    execution.execution_count = content["execution_count"].clone();
                    status = content["status"].as_str().map(String::from);
                }
                other => _ = execution.outputs.add(other, &message.content()),
            }
        }
        self.clients.remove(&session, number);
        match status {
            Some(status) => Ok(Execution { status: Some(status), ..execution }),
            None => {
                let why = self.model()["reason"].as_str().filter(|why| !why.is_empty()).map(|why| format!(": {why}"));
                Err(Error::internal(format!("the kernel ended before the code did{}", why.unwrap_or_default())))
            }
        }
    }
}
