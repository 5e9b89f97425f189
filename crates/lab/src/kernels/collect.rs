//! Outputs of cells whose page is gone, for their notebook.
//!
//! JupyterLab says with each request to run code which cell it is of. The outputs of such requests are kept
//! as notebooks have them. When the client that sent one is gone, they are for the server to write: from then
//! on it is their only writer, and a client that comes again does not get them. The supervisor of the kernel
//! keeps them, too, for the next server, if this one is killed.
//!
//! Requests that are over are followed on, as long as there is room: threads and programs that a cell started
//! print later, and another cell may change what it displayed.

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
/// A page that comes again has shared what it has of a document after so long.
const SETTLE_TIME: Duration = Duration::from_secs(2);
/// When outputs that could not be written are written again.
const RETRY_TIME: Duration = Duration::from_secs(10);
/// How long a page may be gone that has yet to share what it has.
const MAX_GONE_TIME: Duration = Duration::from_secs(600);
/// Requests of a kernel that are followed at a time.
const MAX_CELLS: usize = 1000;
/// Bytes of the outputs of those that are settled.
const MAX_SETTLED_BYTES: usize = 16 << 20;

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
    /// True if a notebook that has no such cell gets one. Later somebody has deleted it.
    pub may_add: bool,
}

/// What the server has to do.
#[derive(Debug, Default, PartialEq)]
pub struct Taken {
    /// Outputs that it has to write.
    pub outputs: Vec<Collected>,
    /// Requests that are settled now: a page has their outputs, or the notebook.
    pub settled: Vec<String>,
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
    #[serde(default = "is_new")]
    is_new: bool,
    /// True if there is nothing to do unless more is published: a page has the outputs, or the notebook.
    #[serde(default)]
    is_settled: bool,
    /// When something was published last.
    #[serde(skip, default = "Instant::now")]
    changed: Instant,
    /// Counts requests: the oldest that are settled give way to others.
    #[serde(default)]
    number: u64,
    /// True if the server is the only one that writes them.
    #[serde(skip)]
    is_owned: bool,
    /// When they are written again.
    #[serde(skip)]
    again: Option<Instant>,
    /// True if all is written.
    #[serde(skip)]
    is_written: bool,
    /// True if the notebook has had the cell.
    #[serde(skip)]
    is_placed: bool,
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
        let metadata: Value = crate::json::read(&message.parts[2]).unwrap_or_default();
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
            is_settled: false,
            changed: Instant::now(),
            number: 0,
            is_owned: false,
            again: None,
            is_written: false,
            is_placed: false,
        };
        let mut entries = self.lock();
        // A cell that runs again has new outputs.
        entries.retain(|_, old| old.cell != cell);
        make_room(&mut entries);
        if entries.len() < MAX_CELLS {
            insert(&mut entries, header.msg_id, entry);
        }
    }

    /// Takes notice of what was published.
    pub fn note(&self, message: &Message) {
        let mut entries = self.lock();
        if entries.is_empty() {
            return;
        }
        let kind = message.header().msg_type;
        if kind == "update_display_data" {
            // The display may be another cell's.
            let content = message.content();
            for entry in entries.values_mut().filter_map(|entry| entry.outputs.update(&content).then_some(entry)) {
                entry.is_new = true;
                entry.changed = Instant::now();
            }
            return;
        }
        let Some(entry) = entries.get_mut(&message.parent().msg_id) else { return };
        let content = message.content();
        entry.changed = Instant::now();
        match kind.as_str() {
            "execute_input" => {
                entry.execution_count = content["execution_count"].clone();
                entry.is_new = true;
            }
            "status" => entry.is_over |= content["execution_state"] == "idle",
            kind => entry.is_new |= entry.outputs.add(kind, &content),
        }
    }

    /// All that runs is over, since the process ended: no more will come.
    pub fn finish(&self) {
        let mut entries = self.lock();
        entries.retain(|_, entry| !entry.is_settled || entry.is_new);
        entries.values_mut().for_each(|entry| entry.is_over = true);
    }

    /// The cells that wait for their end though their client is gone, or was.
    pub fn orphans(&self) -> Vec<String> {
        let all = self.lock();
        let orphans = all
            .values()
            .filter(|entry| (entry.gone.is_some() || entry.is_owned) && !entry.is_written && !entry.is_settled);
        orphans.map(|entry| entry.cell.clone()).collect()
    }

    /// True if there may be something to take.
    pub fn has_work(&self) -> bool {
        self.lock().values().any(|entry| !entry.is_settled || entry.is_new)
    }

    /// All that is followed, by the numbers of the requests, the oldest first.
    pub fn entries(&self) -> Vec<(String, Entry)> {
        let all = self.lock();
        let mut all: Vec<_> = all.iter().map(|(request, entry)| (request.clone(), entry.clone())).collect();
        all.sort_by_key(|(_, entry)| entry.number);
        all
    }

    /// Follows a request to an earlier server, which may have taken it over.
    pub fn resume(&self, request: String, entry: Entry, is_owned: bool) {
        insert(&mut self.lock(), request, Entry { is_owned, ..entry });
    }

    /// What the server writes, as it is now: for pages that came again and read it.
    pub fn owned(&self) -> Vec<Collected> {
        self.lock().values().filter(|entry| entry.is_owned).map(Entry::collected).collect()
    }

    /// These could not be written: they are taken again later.
    pub fn retry(&self, cells: &[String]) {
        let mut entries = self.lock();
        let failed = entries.values_mut().filter(|entry| entry.is_owned && cells.contains(&entry.cell));
        failed.for_each(|entry| {
            entry.again = Some(Instant::now() + RETRY_TIME);
            entry.is_placed = false;
        });
    }

    /// There is nothing to do for these requests, unless more is published.
    pub fn settle(&self, requests: &[String]) {
        let mut entries = self.lock();
        let settled = entries.iter_mut().filter(|(request, _)| requests.contains(request));
        settled.for_each(|(_, entry)| entry.settle());
    }

    /// Takes what the server has to write: outputs of clients that are gone. `has` tells whether a session
    /// has a client, and `take_over` makes the outputs of a session's request the server's, unless its client
    /// is there. With `is_last` there is no time to wait. What was taken has to be written before more is
    /// taken.
    pub fn take(&self, has: impl Fn(&str) -> bool, take_over: impl Fn(&str, &str) -> bool, is_last: bool) -> Taken {
        let mut taken = Taken::default();
        for (request, entry) in self.lock().iter_mut().filter(|(_, entry)| !entry.is_settled || entry.is_new) {
            let is_there = has(&entry.session);
            // What a page shows may not be in the document yet, and is lost if the page is closed now.
            let has_it = is_there && entry.changed.elapsed() >= SETTLE_TIME;
            if entry.is_settled && is_there {
                // A page shows what comes late, too.
                entry.is_new &= !has_it;
                continue;
            }
            if std::mem::take(&mut entry.is_settled) {
                entry.is_written = false;
            }
            let is_back = is_there && entry.gone.take().is_some();
            let gone = (!is_there).then(|| entry.gone.get_or_insert_with(Instant::now).elapsed());
            if !entry.is_owned {
                let is_due = gone.is_some_and(|gone| is_last || gone >= entry.patience);
                entry.is_owned = is_due && take_over(&entry.session, request);
                if !entry.is_owned {
                    // A page that is there has the outputs itself.
                    if has_it && entry.is_over {
                        entry.settle();
                        taken.settled.push(request.clone());
                    }
                    continue;
                }
                entry.is_new = true;
            } else if is_back {
                // What it brings into the document may be outputs that came before its connection broke.
                entry.again = Some(Instant::now() + SETTLE_TIME);
            }
            entry.is_new |= entry.again.take_if(|at| *at <= Instant::now()).is_some();
            let is_taken = std::mem::take(&mut entry.is_new);
            if is_taken {
                taken.outputs.push(entry.collected());
                entry.is_placed = true;
            }
            entry.is_written = entry.is_over && !is_taken && entry.again.is_none();
            let may_come = gone.is_some_and(|gone| gone < MAX_GONE_TIME && !is_last);
            if entry.is_written && !may_come {
                entry.settle();
                taken.settled.push(request.clone());
            }
        }
        taken
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Follows a request, as the last one.
fn insert(entries: &mut HashMap<String, Entry>, request: String, entry: Entry) {
    let number = entries.values().map(|entry| entry.number).max().unwrap_or_default() + 1;
    entries.insert(request, Entry { number, ..entry });
}

/// Lets go of the oldest that are settled, as far as another one needs the room.
fn make_room(entries: &mut HashMap<String, Entry>) {
    let settled = entries.iter().filter(|(_, entry)| entry.is_settled && !entry.is_new);
    let mut settled: Vec<_> =
        settled.map(|(request, entry)| (entry.number, request.clone(), entry.outputs.bytes())).collect();
    settled.sort();
    let mut bytes: usize = settled.iter().map(|(.., bytes)| bytes).sum();
    for (_, request, of_this) in settled {
        if bytes <= MAX_SETTLED_BYTES && entries.len() < MAX_CELLS {
            break;
        }
        bytes -= of_this;
        entries.remove(&request);
    }
}

impl Entry {
    fn settle(&mut self) {
        self.is_settled = true;
        self.is_new = false;
        self.is_owned = false;
        self.is_placed = true;
    }

    fn collected(&self) -> Collected {
        Collected {
            cell: self.cell.clone(),
            code: self.code.clone(),
            execution_count: self.execution_count.clone(),
            outputs: self.outputs.for_file(),
            may_add: !self.is_placed,
        }
    }
}

/// Writes outputs into a notebook. A cell that is not in it yet, as the page was closed before it was saved,
/// is added at its end.
pub fn write_into(notebook: &mut Value, collected: &Collected) {
    let has_ids = notebook["nbformat_minor"].as_i64().unwrap_or_default() > 4;
    let Some(cells) = notebook.get_mut("cells").and_then(Value::as_array_mut) else { return };
    let is_it = |cell: &Value| match cell["id"].as_str() {
        Some(id) => id == collected.cell,
        // Cells of older formats have no ids.
        None => cell["source"] == collected.code.as_str(),
    };
    let cell = match cells.iter().position(|cell| cell["cell_type"] == "code" && is_it(cell)) {
        Some(at) => &mut cells[at],
        None if !collected.may_add => return,
        None => {
            cells.push(serde_json::json!({"cell_type": "code", "metadata": {}, "source": collected.code}));
            let last = cells.len() - 1;
            if has_ids {
                cells[last]["id"] = collected.cell.as_str().into();
            }
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

    fn may(_: &str, _: &str) -> bool {
        true
    }

    /// As when nothing is published for a while.
    fn wait(collector: &Collector) {
        collector.lock().values_mut().for_each(|entry| entry.changed -= SETTLE_TIME);
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
        assert_eq!(collector.take(|_| true, may, false), Taken::default());
        assert_eq!(collector.take(|_| false, may, false), Taken::default(), "the page may connect again");
        assert_eq!(collector.orphans(), ["a"]);
        assert_eq!(collector.take(|_| false, |_, _| false, true), Taken::default(), "it comes at this moment");
        let taken = collector.take(|_| false, may, true).outputs;
        assert_eq!((taken.len(), &taken[0].execution_count), (1, &json!(3)));
        assert_eq!(taken[0].outputs, [json!({"output_type": "stream", "name": "stdout", "text": "1"})]);
        assert_eq!(collector.take(|_| false, may, true), Taken::default(), "nothing new");
        // The page comes again: the server goes on writing, once more when the page has settled.
        assert_eq!(collector.take(|_| true, may, false), Taken::default());
        collector.note(&published(&asked, "stream", &json!({"name": "stdout", "text": "2"})));
        collector.note(&published(&asked, "status", &json!({"execution_state": "idle"})));
        let text = json!([{"output_type": "stream", "name": "stdout", "text": "12"}]);
        assert_eq!(json!(collector.take(|_| true, may, false).outputs[0].outputs), text);
        assert_eq!((collector.orphans(), collector.owned().len()), (vec!["a".into()], 1));
        assert_eq!(collector.take(|_| true, may, false), Taken::default(), "the page has not settled");
        collector.lock().values_mut().for_each(|entry| entry.again = Some(Instant::now()));
        assert_eq!(json!(collector.take(|_| true, may, false).outputs[0].outputs), text);
        let settled = Taken { settled: vec![asked.header().msg_id], ..Taken::default() };
        assert_eq!(collector.take(|_| true, may, false), settled);
        assert!(!collector.has_work());
    }

    #[test]
    fn a_page_that_is_there_has_its_outputs_itself() {
        let collector = Collector::default();
        let asked = request("a");
        collector.follow("tab", &asked);
        collector.note(&published(&asked, "status", &json!({"execution_state": "idle"})));
        assert_eq!(collector.take(|_| true, may, false), Taken::default(), "they are not in the document yet");
        wait(&collector);
        let settled = Taken { settled: vec![asked.header().msg_id], ..Taken::default() };
        assert_eq!(collector.take(|_| true, may, false), settled);
    }

    #[test]
    fn what_a_page_had_that_is_closed_at_once_is_written() {
        let collector = Collector::default();
        let asked = request("a");
        collector.follow("tab", &asked);
        collector.note(&published(&asked, "stream", &json!({"name": "stdout", "text": "1"})));
        collector.note(&published(&asked, "status", &json!({"execution_state": "idle"})));
        collector.take(|_| true, may, false);
        assert_eq!(collector.take(|_| false, may, true).outputs.len(), 1);
    }

    #[test]
    fn what_comes_when_a_cell_is_over_is_written_if_its_page_is_gone() {
        let collector = Collector::default();
        let (first, second) = (request("a"), request("b"));
        let shown = |text: &str| json!({"data": {"text/plain": text}, "transient": {"display_id": "d"}});
        let idle = json!({"execution_state": "idle"});
        collector.follow("tab", &first);
        collector.note(&published(&first, "display_data", &shown("0 %")));
        collector.note(&published(&first, "status", &idle));
        wait(&collector);
        assert_eq!(collector.take(|_| true, may, false).settled.len(), 1);
        // What comes late is for the page, as long as it is there.
        let line = |text: &str| json!({"name": "stdout", "text": text});
        collector.note(&published(&first, "stream", &line("seen")));
        assert!(collector.has_work() && collector.take(|_| true, may, false) == Taken::default());
        wait(&collector);
        assert!(collector.has_work() && collector.take(|_| true, may, false) == Taken::default());
        assert!(!collector.has_work() && collector.take(|_| false, may, true) == Taken::default());
        collector.note(&published(&first, "stream", &line(" late")));
        collector.follow("tab", &second);
        collector.note(&published(&second, "update_display_data", &shown("100 %")));
        let taken = collector.take(|_| false, may, true);
        let one = taken.outputs.iter().find(|one| one.cell == "a").unwrap();
        assert_eq!(
            (&one.outputs[0]["data"]["text/plain"], &one.outputs[1]["text"]),
            (&json!("100 %"), &json!("seen late"))
        );
        assert!(!one.may_add, "who has deleted it has deleted it");
    }

    #[test]
    fn the_oldest_that_are_settled_give_way() {
        let collector = Collector::default();
        for number in 0..MAX_CELLS + 10 {
            let asked = request(&number.to_string());
            collector.follow("tab", &asked);
            collector.note(&published(&asked, "status", &json!({"execution_state": "idle"})));
            wait(&collector);
            collector.take(|_| true, may, false);
        }
        let entries = collector.entries();
        assert_eq!((entries.len(), entries[0].1.cell.as_str()), (MAX_CELLS, "10"));
    }

    #[test]
    fn a_request_is_followed_until_its_outputs_are_written_and_by_the_next_server() {
        let (supervisor, server) = (Collector::default(), Collector::default());
        let asked = request("a");
        supervisor.follow("tab", &asked);
        supervisor.note(&published(&asked, "stream", &json!({"name": "stdout", "text": "1"})));
        for (request, entry) in supervisor.entries() {
            let text = serde_json::to_string(&entry).unwrap();
            server.resume(request, serde_json::from_str(&text).unwrap(), false);
        }
        let rest = [("stream", json!({"name": "stdout", "text": "2"})), ("status", json!({"execution_state": "idle"}))];
        rest.iter().for_each(|(kind, content)| server.note(&published(&asked, kind, content)));
        let taken = server.take(|_| false, may, true);
        assert_eq!(
            (&taken.outputs[0].outputs[0]["text"], taken.settled.len()),
            (&json!("12"), 0),
            "it is not written yet"
        );
        let settled = server.take(|_| false, may, true).settled;
        supervisor.settle(&settled);
        assert!(!supervisor.has_work() && !server.has_work());
        let (_, kept) = supervisor.entries().remove(0);
        let kept: Entry = serde_json::from_value(serde_json::to_value(kept).unwrap()).unwrap();
        assert!(kept.is_settled && !kept.is_new, "the server after that writes it no second time");
    }

    #[test]
    fn outputs_are_written_into_their_cell_or_a_new_one() {
        let outputs = vec![json!({"output_type": "stream", "name": "stdout", "text": "1"})];
        let collected =
            Collected { cell: "b".into(), code: "x".into(), execution_count: json!(2), outputs, may_add: true };
        let cell = json!({"cell_type": "code", "id": "b", "source": "old", "outputs": []});
        let mut notebook = json!({"cells": [cell], "nbformat": 4, "nbformat_minor": 5});
        write_into(&mut notebook, &collected);
        assert_eq!(notebook["cells"][0]["outputs"][0]["text"], "1");
        assert_eq!((&notebook["cells"][0]["source"], notebook["cells"].as_array().unwrap().len()), (&json!("old"), 1));
        write_into(&mut notebook, &Collected { cell: "c".into(), ..collected.clone() });
        assert_eq!(notebook["cells"][1]["source"], "x");
        write_into(&mut notebook, &Collected { cell: "deleted".into(), may_add: false, ..collected });
        assert_eq!(notebook["cells"].as_array().unwrap().len(), 2);
    }
}
