//! What a pod does while it starts, and why one does not start or has ended.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::StatusCode;
use k8s_openapi::api::core::v1::{ContainerStatus, Event, Pod};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

use super::names::RUNTIME;
use crate::error::{Error, Result};
use crate::runtimes::remote::TOO_MUCH_MEMORY;

/// Reasons of containers that wait for nothing that comes by itself, and what to do.
const STUCK: [(&str, &str); 7] = [
    (
        "ImagePullBackOff",
        "the image cannot be pulled: check --image-reference, and that nodes may read it (imagePullSecrets)",
    ),
    ("ErrImageNeverPull", "the image is not on the node: load it there, or allow to pull it"),
    ("InvalidImageName", "the name of the image is wrong: check --image-reference"),
    ("CreateContainerConfigError", "the container cannot be set up: ask whoever runs the cluster"),
    ("CreateContainerError", "the container cannot be made: check that the image has this program"),
    ("RunContainerError", "the container cannot be run: check that the image has this program"),
    ("CrashLoopBackOff", "the program beside the runtime ends again and again: read its log"),
];

/// What to do where no node takes a pod: a part of the scheduler's words, and the advice.
const NO_NODE: [(&str, &str); 2] = [
    ("persistentvolumeclaim", "check --drive-claim, and that the claim has a volume"),
    ("", "shut other runtimes down, or ask for less with --memory, --cpus or another accelerator"),
];

/// What a pod does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It starts, and what is done.
    Starting(String),
    /// No node takes it, and why.
    Unscheduled(String),
    /// It will not start, and why.
    Stuck(String),
    /// Its programs can be reached.
    Running,
    /// It has ended, and why.
    Ended(String),
}

/// What a pod does.
pub fn state(pod: &Pod) -> State {
    let Some(status) = &pod.status else { return State::Starting("the pod was made".into()) };
    let phase = status.phase.as_deref().unwrap_or_default();
    let all = || status.init_container_statuses.iter().chain(&status.container_statuses).flatten();
    let runtime = all().find(|container| container.name == RUNTIME);
    let has_failed = phase == "Failed" || phase == "Succeeded";
    let said = [status.reason.as_deref(), status.message.as_deref()];
    let said: Vec<&str> = said.into_iter().flatten().collect();
    // Who evicts a pod, or ends it after its time, says why, and kills its containers.
    if has_failed && !said.is_empty() {
        return State::Ended(said.join(": "));
    }
    if let Some(why) = runtime.and_then(end) {
        return State::Ended(why);
    }
    if pod.metadata.deletion_timestamp.is_some() {
        return State::Ended("its pod is being removed".into());
    }
    if has_failed {
        return State::Ended(format!("its pod is {phase}"));
    }
    let waiting = |container: &ContainerStatus| container.state.as_ref()?.waiting.clone();
    for wait in all().filter_map(waiting) {
        let reason = wait.reason.unwrap_or_default();
        if let Some((_, what)) = STUCK.iter().find(|(stuck, _)| *stuck == reason) {
            return State::Stuck(format!("{what} ({reason}: {})", wait.message.unwrap_or_default()));
        }
    }
    if runtime.and_then(|runtime| runtime.state.as_ref()).is_some_and(|state| state.running.is_some()) {
        return State::Running;
    }
    let unscheduled = status
        .conditions
        .iter()
        .flatten()
        .find(|condition| condition.type_ == "PodScheduled" && condition.status == "False");
    if let Some(condition) = unscheduled {
        let why = condition.message.as_deref().or(condition.reason.as_deref()).unwrap_or("no reason is given");
        return State::Unscheduled(why.into());
    }
    let node = pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref());
    State::Starting(node.map_or("the pod waits for a node".into(), |node| format!("the pod starts on node {node}")))
}

/// Why a container has ended.
fn end(container: &ContainerStatus) -> Option<String> {
    let ended = container.state.as_ref()?.terminated.as_ref()?;
    let reason = ended.reason.as_deref().unwrap_or("ended");
    let said = ended.message.as_deref().map_or(String::new(), |message| format!(": {}", message.trim()));
    Some(match reason {
        "OOMKilled" => TOO_MUCH_MEMORY.into(),
        "StartError" => format!("the container cannot be run: check that the image has this program ({reason}{said})"),
        _ => format!("its container ended with exit code {} ({reason}{said})", ended.exit_code),
    })
}

/// What was told of a pod that starts.
pub struct Progress {
    told: UnboundedSender<String>,
    last: String,
    events: HashSet<String>,
    /// The last warning.
    warning: Option<String>,
    /// Since when no node takes it, and why.
    unscheduled: Option<(Instant, String)>,
}

impl Progress {
    /// Nothing was told.
    pub fn new(told: UnboundedSender<String>) -> Progress {
        Progress { told, last: String::new(), events: HashSet::new(), warning: None, unscheduled: None }
    }

    /// Takes notice of a pod; true if it runs.
    ///
    /// # Errors
    /// It does not start, and why.
    pub fn note(&mut self, pod: &Pod) -> Result<bool> {
        let failed =
            |why| Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, format!("the runtime does not start: {why}")));
        match state(pod) {
            State::Running => return Ok(true),
            State::Stuck(why) | State::Ended(why) => return failed(why),
            State::Starting(what) => {
                self.unscheduled = None;
                self.tell(what);
            }
            State::Unscheduled(why) => {
                let since = self.unscheduled.take().map_or_else(Instant::now, |(since, _)| since);
                self.tell(format!("no node takes it yet: {why}"));
                self.unscheduled = Some((since, why));
            }
        }
        Ok(false)
    }

    /// Tells an event, once.
    pub fn tell_event(&mut self, event: &Event) {
        let (Some(reason), Some(message)) = (&event.reason, &event.message) else { return };
        if !self.events.insert(format!("{reason}: {message}")) {
            return;
        }
        if event.type_.as_deref() == Some("Warning") {
            self.warning = Some(format!("{reason}: {message}"));
        }
        self.tell(format!("{reason}: {message}"));
    }

    /// An error if it took too long: to find a node, or in all.
    ///
    /// # Errors
    /// It did, and what was done last.
    pub fn check(&self, start: Instant, schedule: Duration, all: Duration) -> Result<()> {
        let unavailable = |message| Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, message));
        if let Some((since, why)) = &self.unscheduled
            && since.elapsed() > schedule
        {
            let words = why.to_lowercase();
            let advice = NO_NODE.iter().find(|(part, _)| words.contains(part)).map_or("", |(_, advice)| advice);
            return unavailable(format!("no node of the cluster takes the runtime ({why}): {advice}"));
        }
        if start.elapsed() > all {
            let last = self.warning.as_ref().unwrap_or(&self.last);
            return unavailable(format!("the runtime has not started in {} s ({last}): try again", all.as_secs()));
        }
        Ok(())
    }

    fn tell(&mut self, text: String) {
        if text != self.last {
            // An error means that nobody listens.
            let _ = self.told.send(text.clone());
            self.last = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::sync::mpsc;

    use super::*;

    fn pod(status: &Value) -> Pod {
        serde_json::from_value(json!({"metadata": {}, "status": status})).unwrap()
    }

    fn runtime(state: &Value) -> Value {
        json!([{"name": RUNTIME, "image": "", "imageID": "", "ready": false, "restartCount": 0, "state": state}])
    }

    #[test]
    fn states_are_told_from_each_other() {
        let state_of = |status: &Value| state(&pod(status));
        let ended = |reason: &str| {
            let state = json!({"terminated": {"exitCode": 137, "reason": reason}});
            state_of(&json!({"phase": "Failed", "containerStatuses": runtime(&state)}))
        };
        assert!(matches!(ended("OOMKilled"), State::Ended(why) if why.contains("more memory")));
        assert!(matches!(ended("Error"), State::Ended(why) if why.contains("exit code 137")));
        let evicted = json!({
            "phase": "Failed", "reason": "Evicted", "message": "low on memory",
            "containerStatuses": runtime(&json!({"terminated": {"exitCode": 137, "reason": "Error"}})),
        });
        assert_eq!(state_of(&evicted), State::Ended("Evicted: low on memory".into()));
        let late = json!({"phase": "Failed", "reason": "DeadlineExceeded", "message": "active too long"});
        assert_eq!(state_of(&late), State::Ended("DeadlineExceeded: active too long".into()));
        let running = json!({"running": {"startedAt": "2026-11-26T00:00:00Z"}});
        assert_eq!(state_of(&json!({"phase": "Running", "containerStatuses": runtime(&running)})), State::Running);
        let creating = runtime(&json!({"waiting": {"reason": "ContainerCreating"}}));
        assert!(matches!(state_of(&json!({"phase": "Pending", "containerStatuses": creating})), State::Starting(_)));
    }

    #[test]
    fn a_cluster_that_has_no_room_gets_some_time() {
        let (told, mut said) = mpsc::unbounded_channel();
        let mut progress = Progress::new(told);
        let condition =
            json!({"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "full"});
        assert_eq!(progress.note(&pod(&json!({"phase": "Pending", "conditions": [condition]}))), Ok(false));
        assert_eq!(said.try_recv().unwrap(), "no node takes it yet: full");
        let day = Duration::from_secs(86_400);
        assert_eq!(progress.check(Instant::now(), day, day), Ok(()));
        let error = progress.check(Instant::now(), Duration::ZERO, day).unwrap_err();
        assert!(error.message().contains("(full): shut other runtimes down"), "{error}");
        progress.unscheduled =
            Some((Instant::now() - Duration::from_secs(1), "persistentvolumeclaim \"x\" not found".into()));
        let error = progress.check(Instant::now(), Duration::ZERO, day).unwrap_err();
        assert!(error.message().contains("check --drive-claim"), "{error}");
    }
}
