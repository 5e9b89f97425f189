//! Outputs of cells whose page is gone, for their notebook.
//!
//! JupyterLab says with each request to run code which cell it is of. The outputs of such requests are kept
//! as notebooks have them. When the client that sent one is gone, they are for the server to write. The
//! supervisor of the kernel keeps them, too, for the next server, if this one is killed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::message::Message;
use super::outputs::Outputs;

/// A connection that is gone so long is that of a closed page, not of one that connects again.
const GONE_TIME: Duration = Duration::from_secs(5);
/// Pages of an earlier server may take so long to connect: they try again more and more seldom.
const RETURN_TIME: Duration = Duration::from_secs(60);
/// Requests of a kernel that are followed at a time.
const MAX_CELLS: usize = 1000;

/// A cell with what was published for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collected {
    /// The cell's number in the notebook.
    pub cell: String,
    /// The code that ran.
    pub code: String,
    /// The number of the execution; null before it began.
    pub execution_count: Value,
    /// The outputs, as files have them.
    pub outputs: Vec<Value>,
}

/// What the server has to do.
#[derive(Debug, Default, PartialEq)]
pub struct Taken {
    /// Outputs that it has to write.
    pub outputs: Vec<Collected>,
    /// Requests that are not followed any more: a page has their outputs, or the notebook.
    pub done: Vec<String>,
}

/// A request of a cell, and what was published for it. Serialized for the next server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The session of the client.
    session: String,
    cell: String,
    code: String,
    execution_count: Value,
    outputs: Outputs,
    is_over: bool,
    /// Since when the client is gone.
    #[serde(skip)]
    gone: Option<Instant>,
    /// How long it may be gone.
    #[serde(skip, default = "return_time")]
    patience: Duration,
    /// True if something was published that was not taken.
    #[serde(skip, default = "is_new")]
    is_new: bool,
}

fn return_time() -> Duration {
    RETURN_TIME
}

fn is_new() -> bool {
    true
}

/// The requests of cells, by the numbers of their messages.
#[derive(Debug, Default)]
pub struct Collector(Mutex<HashMap<String, Entry>>);

impl Collector {
    /// Follows a request, if it is one of a cell.
    pub fn follow(&self, session: &str, message: &Message) {
        let header = message.header();
        if header.msg_type != "execute_request" {
            return;
        }
        let metadata: Value = serde_json::from_slice(&message.parts[2]).unwrap_or_default();
        let Some(cell) = metadata["cellId"].as_str() else { return };
        let entry = Entry {
            session: session.into(),
            cell: cell.into(),
            code: message.content()["code"].as_str().unwrap_or_default().into(),
            execution_count: Value::Null,
            outputs: Outputs::default(),
            is_over: false,
            gone: None,
            patience: GONE_TIME,
            is_new: true,
        };
        let mut entries = self.lock();
        // A cell that runs again has new outputs.
        entries.retain(|_, old| old.cell != cell);
        if entries.len() < MAX_CELLS {
            entries.insert(header.msg_id, entry);
        }
    }

    /// Takes notice of what was published.
    pub fn note(&self, message: &Message) {
        let mut entries = self.lock();
        if entries.is_empty() {
            return;
        }
        let Some(entry) = entries.get_mut(&message.parent().msg_id) else { return };
        let (kind, content) = (message.header().msg_type, message.content());
        match kind.as_str() {
            "execute_input" => {
                entry.execution_count = content["execution_count"].clone();
                entry.is_new = true;
            }
            "status" => entry.is_over |= content["execution_state"] == "idle",
            kind => entry.is_new |= entry.outputs.add(kind, &content),
        }
    }

    /// All that runs is over, since the process ended.
    pub fn finish(&self) {
        self.lock().values_mut().for_each(|entry| entry.is_over = true);
    }

    /// The cells that wait for their end though their client is gone.
    pub fn orphans(&self) -> Vec<String> {
        self.lock().values().filter(|entry| entry.gone.is_some()).map(|entry| entry.cell.clone()).collect()
    }

    /// All that is followed, by the numbers of the requests.
    pub fn entries(&self) -> Vec<(String, Entry)> {
        self.lock().iter().map(|(request, entry)| (request.clone(), entry.clone())).collect()
    }

    /// Follows a request to an earlier server.
    pub fn resume(&self, request: String, entry: Entry) {
        self.lock().insert(request, entry);
    }

    /// Follows these requests no more.
    pub fn forget(&self, requests: &[String]) {
        self.lock().retain(|request, _| !requests.contains(request));
    }

    /// Takes what the server has to write: outputs of clients that are gone. `has` tells whether a session
    /// has a client. With `is_last` there is no time to wait. What was taken has to be written before more is
    /// taken.
    pub fn take(&self, has: impl Fn(&str) -> bool, is_last: bool) -> Taken {
        let mut taken = Taken::default();
        self.lock().retain(|request, entry| {
            let is_done = match has(&entry.session) {
                true => {
                    entry.gone = None;
                    // A page has the outputs itself.
                    entry.is_over
                }
                false => {
                    let gone = *entry.gone.get_or_insert_with(Instant::now);
                    let is_due = is_last || gone.elapsed() >= entry.patience;
                    let is_taken = is_due && std::mem::take(&mut entry.is_new);
                    taken.outputs.extend(is_taken.then(|| entry.collected()));
                    is_due && entry.is_over && !is_taken
                }
            };
            taken.done.extend(is_done.then(|| request.clone()));
            !is_done
        });
        taken
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn collected(&self) -> Collected {
        Collected {
            cell: self.cell.clone(),
            code: self.code.clone(),
            execution_count: self.execution_count.clone(),
            outputs: self.outputs.for_file(),
        }
    }
}

/// Writes outputs into a notebook. A cell that is not in it, as the page was closed before it was saved, is
/// added at its end.
pub fn write_into(notebook: &mut Value, collected: &Collected) {
    let Some(cells) = notebook.get_mut("cells").and_then(Value::as_array_mut) else { return };
    let found = cells.iter_mut().find(|cell| cell["id"] == collected.cell.as_str() && cell["cell_type"] == "code");
    let cell = match found {
        Some(cell) => cell,
        None => {
            cells.push(serde_json::json!({
                "cell_type": "code", "id": collected.cell, "metadata": {}, "source": collected.code,
            }));
            let last = cells.len() - 1;
            &mut cells[last]
        }
    };
    cell["outputs"] = collected.outputs.clone().into();
    cell["execution_count"] = collected.execution_count.clone();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::message::Channel;
    use super::*;

    fn request(cell: &str) -> Message {
        let mut message = Message::new(Channel::Shell, "execute_request", "tab", &json!({"code": "x"})).unwrap();
        message.parts[2] = json!({"cellId": cell}).to_string().into();
        message
    }

    fn published(parent: &Message, kind: &str, content: &Value) -> Message {
        let mut message = Message::new(Channel::Iopub, kind, "kernel", content).unwrap();
        message.parts[1] = parent.parts[0].clone();
        message
    }

    #[test]
    fn outputs_are_for_the_server_only_if_their_page_is_gone() {
        let collector = Collector::default();
        let asked = request("a");
        collector.follow("tab", &asked);
        collector.note(&published(&asked, "execute_input", &json!({"execution_count": 3})));
        collector.note(&published(&asked, "stream", &json!({"name": "stdout", "text": "1"})));
        assert_eq!(collector.take(|_| true, false), Taken::default());
        assert_eq!(collector.take(|_| false, false), Taken::default(), "the page may connect again");
        assert_eq!(collector.orphans(), ["a"]);
        let taken = collector.take(|_| false, true).outputs;
        assert_eq!((taken.len(), &taken[0].execution_count), (1, &json!(3)));
        assert_eq!(taken[0].outputs, [json!({"output_type": "stream", "name": "stdout", "text": "1"})]);
        assert_eq!(collector.take(|_| false, true), Taken::default(), "nothing new");
        collector.note(&published(&asked, "status", &json!({"execution_state": "idle"})));
        assert_eq!(collector.take(|_| true, false), Taken { done: vec![asked.header().msg_id], ..Taken::default() });
        assert!(collector.lock().is_empty());
    }

    #[test]
    fn a_request_is_followed_until_its_outputs_are_written_and_by_the_next_server() {
        let (supervisor, server) = (Collector::default(), Collector::default());
        let asked = request("a");
        supervisor.follow("tab", &asked);
        supervisor.note(&published(&asked, "stream", &json!({"name": "stdout", "text": "1"})));
        for (request, entry) in supervisor.entries() {
            let text = serde_json::to_string(&entry).unwrap();
            server.resume(request, serde_json::from_str(&text).unwrap());
        }
        let rest = [("stream", json!({"name": "stdout", "text": "2"})), ("status", json!({"execution_state": "idle"}))];
        rest.iter().for_each(|(kind, content)| server.note(&published(&asked, kind, content)));
        let taken = server.take(|_| false, true);
        assert_eq!(
            (&taken.outputs[0].outputs[0]["text"], taken.done.len()),
            (&json!("12"), 0),
            "it is not written yet"
        );
        let done = server.take(|_| false, true).done;
        supervisor.forget(&done);
        assert!(supervisor.entries().is_empty() && server.entries().is_empty());
    }

    #[test]
    fn outputs_are_written_into_their_cell_or_a_new_one() {
        let outputs = vec![json!({"output_type": "stream", "name": "stdout", "text": "1"})];
        let collected = Collected { cell: "b".into(), code: "x".into(), execution_count: json!(2), outputs };
        let mut notebook = json!({"cells": [{"cell_type": "code", "id": "b", "source": "old", "outputs": []}]});
        write_into(&mut notebook, &collected);
        assert_eq!(notebook["cells"][0]["outputs"][0]["text"], "1");
        assert_eq!((&notebook["cells"][0]["source"], notebook["cells"].as_array().unwrap().len()), (&json!("old"), 1));
        write_into(&mut notebook, &Collected { cell: "c".into(), ..collected });
        assert_eq!(notebook["cells"][1]["source"], "x");
    }
}
