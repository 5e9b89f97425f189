//! An API server that answers as Kubernetes' documentation has it, with one node. It accepts objects that its
//! types know to the last field, and answers requests for pods with what a test says of their fates.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path as UrlPath, Query, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch, post};
use k8s_openapi::api::core::v1::Pod;
use k8s_openapi::api::networking::v1::NetworkPolicy;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Notify;

use super::exec;
use super::kubelet::Containers;

/// What happens to a pod that is asked for.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It runs.
    Runs,
    /// It gets these statuses, one after the other, and stays with the last one.
    Has(Vec<Value>),
    /// The watch of it ends with 410 at first; then it runs.
    Expires,
    /// The API server refuses with this status, reason and message.
    Refused(u16, &'static str, &'static str),
}

/// What the API server knows.
#[derive(Default)]
pub struct Objects {
    /// The pods, by their names.
    pub pods: BTreeMap<String, Known>,
    /// All pods that were asked for, as they were.
    pub asked: Vec<Value>,
    /// What happens to the next pods; the last one stays.
    pub fates: Vec<Fate>,
    /// Verbs and resources that the server has no right to.
    pub forbidden: Vec<(&'static str, &'static str)>,
    /// The rules of networks.
    pub policies: BTreeMap<String, NetworkPolicy>,
    /// The rights that were asked for: group, resource and verb.
    pub reviews: Vec<String>,
    /// Requests that were refused since their objects have what the API does not know.
    pub invalid: Vec<String>,
    version: u64,
}

/// A pod of the API server.
pub struct Known {
    /// The pod.
    pub pod: Pod,
    /// Its containers, if it runs.
    pub containers: Option<Containers>,
    expires: bool,
}

/// A cluster, which ends with the test.
#[derive(Clone)]
pub struct Cluster {
    shared: Arc<Shared>,
    folder: Arc<TempDir>,
    _runtime: Arc<tokio::runtime::Runtime>,
}

/// What requests share.
pub struct Shared {
    objects: Mutex<Objects>,
    /// The folder that is the claim.
    pub claim: PathBuf,
    /// Connections to programs end when this is told.
    pub cut: Notify,
}

impl Shared {
    /// What the API server knows.
    pub fn objects(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap()
    }
}

impl Cluster {
    /// Starts a cluster whose claim is a folder.
    pub fn start(claim: &Path) -> Cluster {
        let objects = Mutex::new(Objects { fates: vec![Fate::Runs], ..Objects::default() });
        let shared = Arc::new(Shared { objects, claim: claim.into(), cut: Notify::new() });
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let routes = routes(shared.clone());
        runtime.spawn(async move { axum::serve(listener, routes).await });
        let node = shared.clone();
        runtime.spawn(async move { node.watch_containers().await });
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config"), config(address)).unwrap();
        Cluster { shared, folder: Arc::new(folder), _runtime: Arc::new(runtime) }
    }

    /// The file that names it.
    pub fn config(&self) -> String {
        self.folder.path().join("config").display().to_string()
    }

    /// What the API server knows.
    pub fn objects(&self) -> MutexGuard<'_, Objects> {
        self.shared.objects()
    }

    /// The names of the pods.
    pub fn pods(&self) -> Vec<String> {
        self.objects().pods.keys().cloned().collect()
    }

    /// Ends all connections to programs.
    pub fn cut(&self) {
        self.shared.cut.notify_waiters();
    }

    /// Ends the containers of all pods, as the system does if they need too much memory.
    pub fn kill_for_memory(&self) {
        let mut objects = self.objects();
        let names: Vec<String> = objects.pods.keys().cloned().collect();
        for name in names {
            objects.pods.get_mut(&name).unwrap().containers = None;
            objects.set(&name, &ended(137, "OOMKilled"));
        }
    }
}

fn config(address: SocketAddr) -> String {
    json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "test",
        "clusters": [{"name": "test", "cluster": {"server": format!("http://{address}")}}],
        "users": [{"name": "test", "user": {}}],
        "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test", "namespace": "school"}}],
    })
    .to_string()
}

impl Objects {
    /// Changes the status of a pod.
    fn set(&mut self, name: &str, status: &Value) {
        self.version += 1;
        let version = self.version.to_string();
        if let Some(known) = self.pods.get_mut(name) {
            known.pod.status = Some(serde_json::from_value(status.clone()).unwrap());
            known.pod.metadata.resource_version = Some(version);
        }
    }

    fn take_fate(&mut self) -> Fate {
        if self.fates.len() > 1 { self.fates.remove(0) } else { self.fates[0].clone() }
    }
}

impl Shared {
    /// Notes the ends of containers.
    async fn watch_containers(&self) {
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let mut objects = self.objects();
            let ended_now = |known: &mut Known| known.containers.as_mut().is_some_and(Containers::have_ended);
            let names: Vec<String> =
                objects.pods.iter_mut().filter_map(|(name, known)| ended_now(known).then(|| name.clone())).collect();
            for name in names {
                objects.pods.get_mut(&name).unwrap().containers = None;
                objects.set(&name, &ended(0, "Completed"));
            }
        }
    }
}

/// The status of a pod that waits for a reason.
pub fn waiting(reason: &str, message: &str) -> Value {
    let state = json!({"waiting": {"reason": reason, "message": message}});
    json!({"phase": "Pending", "containerStatuses": [container(&state)]})
}

/// The status of a pod that no node takes.
pub fn unscheduled(message: &str) -> Value {
    let condition = json!({"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message});
    json!({"phase": "Pending", "conditions": [condition]})
}

fn running() -> Value {
    let state = json!({"running": {"startedAt": "2026-11-26T00:00:00Z"}});
    json!({"phase": "Running", "containerStatuses": [container(&state)]})
}

/// The status of a pod whose container has ended.
pub fn ended(code: i32, reason: &str) -> Value {
    let state = json!({"terminated": {"exitCode": code, "reason": reason}});
    let phase = if code == 0 { "Succeeded" } else { "Failed" };
    json!({"phase": phase, "containerStatuses": [container(&state)]})
}

fn container(state: &Value) -> Value {
    json!({"name": "runtime", "image": "", "imageID": "", "ready": true, "restartCount": 0, "state": state})
}

fn routes(shared: Arc<Shared>) -> Router {
    let pods = "/api/v1/namespaces/school/pods";
    Router::new()
        .route("/version", get(version))
        .route(pods, get(list).post(create))
        .route(&format!("{pods}/{{name}}"), get(read).delete(remove))
        .route(&format!("{pods}/{{name}}/exec"), get(open_exec))
        .route("/api/v1/namespaces/school/events", get(events))
        .route("/apis/networking.k8s.io/v1/namespaces/school/networkpolicies/{name}", patch(apply))
        .route("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", post(review))
        .with_state(shared)
}

async fn version() -> Response {
    let unknown = ["gitCommit", "gitTreeState", "buildDate", "goVersion", "compiler", "platform"];
    let mut version = json!({"major": "1", "minor": "33", "gitVersion": "v1.33.0"});
    unknown.iter().for_each(|name| version[*name] = "".into());
    answer(200, &version)
}

fn answer(code: u16, body: &impl Serialize) -> Response {
    let text = serde_json::to_string(body).unwrap();
    (StatusCode::from_u16(code).unwrap(), [("content-type", "application/json")], text).into_response()
}

fn failure(code: u16, reason: &str, message: &str) -> Response {
    answer(code, &status(code, reason, message))
}

fn status(code: u16, reason: &str, message: &str) -> Value {
    json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
           "reason": reason, "code": code})
}

/// Reads an object; one with a field that the API does not know is refused.
fn parse<T: DeserializeOwned + Serialize>(shared: &Shared, body: &[u8]) -> Result<T, Box<Response>> {
    let own: Value = serde_json::from_slice(body).unwrap();
    let read: Result<T, _> = serde_json::from_value(own.clone());
    let error = match &read {
        Ok(read) if contains(&serde_json::to_value(read).unwrap(), &own) => None,
        Ok(_) => Some("a field is unknown".to_string()),
        Err(error) => Some(error.to_string()),
    };
    if let Some(error) = error {
        shared.objects().invalid.push(format!("{error}: {own}"));
        return Err(Box::new(failure(422, "Invalid", &error)));
    }
    Ok(read.unwrap())
}

/// True if all that `part` says is in `all`; what is empty may be left out.
fn contains(all: &Value, part: &Value) -> bool {
    match (all, part) {
        (Value::Object(all), Value::Object(part)) => part.iter().all(|(name, value)| match all.get(name) {
            Some(known) => contains(known, value),
            None => value.is_null() || value == &json!([]) || value == &json!({}),
        }),
        (Value::Array(all), Value::Array(part)) => {
            all.len() == part.len() && all.iter().zip(part).all(|(all, part)| contains(all, part))
        }
        _ => all == part,
    }
}

async fn create(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let mut pod: Pod = match parse(&shared, &body) {
        Ok(pod) => pod,
        Err(refusal) => return *refusal,
    };
    let mut objects = shared.objects();
    objects.asked.push(serde_json::from_slice(&body).unwrap());
    let fate = objects.take_fate();
    if let Fate::Refused(code, reason, message) = fate {
        return failure(code, reason, message);
    }
    let name = pod.metadata.name.clone().unwrap();
    if objects.pods.contains_key(&name) {
        return failure(409, "AlreadyExists", &format!("pods \"{name}\" already exists"));
    }
    pod.metadata.uid = Some(format!("uid-{name}"));
    pod.spec.as_mut().unwrap().node_name = Some("node-1".into());
    let known = Known { pod, containers: None, expires: matches!(fate, Fate::Expires) };
    objects.pods.insert(name.clone(), known);
    objects.set(&name, &json!({"phase": "Pending"}));
    let pod = objects.pods[&name].pod.clone();
    drop(objects);
    tokio::spawn(follow(shared, name, fate));
    answer(201, &pod)
}

/// Does to a pod what its fate is.
async fn follow(shared: Arc<Shared>, name: String, fate: Fate) {
    let pause = || tokio::time::sleep(Duration::from_millis(100));
    if let Fate::Has(statuses) = fate {
        for status in statuses {
            pause().await;
            shared.objects().set(&name, &status);
        }
        return;
    }
    pause().await;
    if matches!(fate, Fate::Expires) {
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let mut objects = shared.objects();
    if let Some(known) = objects.pods.get_mut(&name) {
        known.containers = Some(Containers::start(&known.pod, &shared.claim));
        objects.set(&name, &running());
    }
}

async fn read(State(shared): State<Arc<Shared>>, UrlPath(name): UrlPath<String>) -> Response {
    match shared.objects().pods.get(&name) {
        Some(known) => answer(200, &known.pod),
        None => failure(404, "NotFound", &format!("pods \"{name}\" not found")),
    }
}

async fn remove(State(shared): State<Arc<Shared>>, UrlPath(name): UrlPath<String>) -> Response {
    match shared.objects().pods.remove(&name) {
        Some(known) => answer(200, &known.pod),
        None => failure(404, "NotFound", &format!("pods \"{name}\" not found")),
    }
}

/// Lists pods, or watches one.
async fn list(State(shared): State<Arc<Shared>>, Query(query): Query<BTreeMap<String, String>>) -> Response {
    if query.get("watch").is_some_and(|watch| watch == "true") {
        let name = query["fieldSelector"].strip_prefix("metadata.name=").unwrap().to_string();
        return watch(shared, name, query["resourceVersion"].clone());
    }
    let selector = query.get("labelSelector").cloned().unwrap_or_default();
    let wanted: Vec<(&str, &str)> = selector.split(',').filter_map(|label| label.split_once('=')).collect();
    let has_all = |pod: &Pod| {
        let labels = pod.metadata.labels.clone().unwrap_or_default();
        wanted.iter().all(|(name, value)| labels.get(*name).is_some_and(|own| own == value))
    };
    let pods: Vec<Pod> =
        shared.objects().pods.values().map(|known| known.pod.clone()).filter(|pod| has_all(pod)).collect();
    answer(200, &json!({"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": pods}))
}

fn watch(shared: Arc<Shared>, name: String, version: String) -> Response {
    let line =
        |kind: &str, object: &Value| Ok::<_, Infallible>(format!("{}\n", json!({"type": kind, "object": object})));
    let lines = futures_util::stream::unfold(Some(version), move |version| {
        let (shared, name) = (shared.clone(), name.clone());
        async move {
            let version = version?;
            loop {
                let found = {
                    let mut objects = shared.objects();
                    let expired = objects.pods.get_mut(&name).is_some_and(|known| std::mem::take(&mut known.expires));
                    if expired {
                        return Some((line("ERROR", &status(410, "Expired", "too old resource version")), None));
                    }
                    objects.pods.get(&name).map(|known| known.pod.clone())
                };
                let Some(pod) = found else {
                    let gone = json!({"metadata": {"name": name}});
                    return Some((line("DELETED", &gone), None));
                };
                let now = pod.metadata.resource_version.clone().unwrap();
                if now != version {
                    return Some((line("MODIFIED", &serde_json::to_value(&pod).unwrap()), Some(now)));
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    });
    (StatusCode::OK, [("content-type", "application/json")], Body::from_stream(lines)).into_response()
}

async fn events() -> Response {
    let event = json!({
        "metadata": {"name": "e"}, "involvedObject": {}, "type": "Normal", "reason": "Pulling",
        "message": "Pulling image",
    });
    answer(200, &json!({"kind": "EventList", "apiVersion": "v1", "metadata": {}, "items": [event]}))
}

async fn apply(State(shared): State<Arc<Shared>>, UrlPath(name): UrlPath<String>, body: Bytes) -> Response {
    if shared.objects().forbidden.contains(&("patch", "networkpolicies")) {
        return failure(403, "Forbidden", "networkpolicies.networking.k8s.io is forbidden: User \"lab\" cannot patch");
    }
    match parse::<NetworkPolicy>(&shared, &body) {
        Ok(policy) => {
            let response = answer(200, &policy);
            shared.objects().policies.insert(name, policy);
            response
        }
        Err(refusal) => *refusal,
    }
}

async fn review(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let mut review: Value = serde_json::from_slice(&body).unwrap();
    let asked = &review["spec"]["resourceAttributes"];
    let text = |name: &str| asked[name].as_str().unwrap_or_default();
    let slash = if asked["subresource"].is_null() { "" } else { "/" };
    let resource = format!("{}{slash}{}", text("resource"), text("subresource"));
    let right = format!("{} {resource} {}", text("group"), text("verb"));
    let mut objects = shared.objects();
    let allowed = !objects.forbidden.contains(&(text("verb"), resource.as_str()));
    objects.reviews.push(right);
    drop(objects);
    review["status"] = json!({"allowed": allowed});
    answer(201, &review)
}

async fn open_exec(
    State(shared): State<Arc<Shared>>,
    UrlPath(name): UrlPath<String>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let query = query.unwrap_or_default();
    let values = |wanted: &str| -> Vec<String> {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(name, _)| *name == wanted).map(|(_, value)| exec::decode(value)).collect()
    };
    let found = {
        let objects = shared.objects();
        objects.pods.get(&name).and_then(|known| {
            let container = known.pod.spec.as_ref()?.containers[0].clone();
            Some((known.containers.as_ref()?.argv(&container, &values("command")), container))
        })
    };
    let Some((argv, container)) = found else {
        return failure(404, "NotFound", &format!("container not found (\"{name}\")"));
    };
    let has_terminal = values("tty") == ["true"];
    let upgrade = upgrade.protocols(["v5.channel.k8s.io", "v4.channel.k8s.io"]);
    upgrade.on_upgrade(move |socket| exec::run(shared, argv, container, has_terminal, socket))
}
