//! Runtimes as pods of a Kubernetes cluster. The supervisor of a kernel is the first program of its pod. The
//! server reaches it, and the shells of terminals, by `exec` of the API server, a WebSocket: pods need no
//! port, no Service and no way in of their networks, and the cluster's rights say who may connect.

mod claim;
mod doctor;
mod failure;
mod names;
mod options;
mod own_pod;
mod pod;
mod policy;
mod progress;
mod streams;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use k8s_openapi::api::core::v1::{Event, Pod};
use kube::Api;
use kube::api::{DeleteParams, ListParams, PostParams, WatchEvent, WatchParams};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, Interval, interval, sleep};

use super::machine::{DRIVE, SHARED};
use super::personal::PersonalOptions;
use super::remote::{Connection, Done, Lease, Order, Remote, Shell};
use super::runtime::{Earlier, Guard, Program, Runtimes, Started};
use super::tally::{Counted, Tally};
use crate::error::{Error, Result};
use crate::random;
pub use claim::Claim;
pub use doctor::report as kubernetes_report;
pub use options::KubernetesOptions;
use options::client;
use own_pod::OwnPod;
use pod::{Personal, Template};
use progress::{Progress, State};

/// Tries of a request that the API server does not answer.
const TRIES: u32 = 4;
/// How long the server may take to start a pod, its image included.
const START_TIME: Duration = Duration::from_secs(600);
/// How long the cluster may take to find a node; one that grows needs some time.
const SCHEDULE_TIME: Duration = Duration::from_secs(120);
/// The pause between two looks at the events of a pod that starts.
const PERIOD: Duration = Duration::from_secs(2);
/// What is said of a pod that somebody else removed.
const REMOVED: &str = "the pod of the runtime was removed while it started: try again";

/// Pods of a cluster.
#[derive(Clone)]
pub struct Kubernetes {
    pods: Api<Pod>,
    events: Api<Event>,
    template: Arc<Template>,
    personal: Personal,
    tally: Option<Tally>,
}

impl std::fmt::Debug for Kubernetes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kubernetes").field("personal", &self.personal).finish_non_exhaustive()
    }
}

impl Kubernetes {
    /// Pods with these options. Sets the rules of their networks.
    ///
    /// # Errors
    /// There is no cluster, it refuses what pods need, or it is not known where the image or the drive is.
    pub async fn new(options: KubernetesOptions) -> Result<Kubernetes> {
        let (client, usual) = client().await?;
        let namespace = options.namespace.clone().unwrap_or_else(|| usual.clone());
        let own = OwnPod::find(&client, &usual).await?;
        let personal = Personal { drive: options.drive.clone(), shared: None, limits: options.limits };
        let rules = options.rules.clone();
        let template = Template::new(options, own, namespace == usual)?;
        policy::apply(&client, &namespace, &rules).await?;
        Ok(Kubernetes {
            pods: Api::namespaced(client.clone(), &namespace),
            events: Api::namespaced(client, &namespace),
            template: Arc::new(template),
            personal,
            tally: None,
        })
    }

    fn count(&self, name: &str, program: &str, folder: &Path) -> Result<Option<Counted>> {
        let begin = |tally: &Tally| tally.begin(name, program, &folder.display().to_string());
        self.tally.as_ref().map(begin).transpose()
    }

    fn lease(&self, name: String, counted: Option<Counted>) -> Lease {
        Lease::new(name, Arc::new(self.clone()), counted)
    }

    async fn start_pod(&self, order: Order, progress: UnboundedSender<String>) -> Result<Lease> {
        let name = format!("labora-{}", random::hex(&random::bytes::<8>()?));
        let counted = self.count(&name, &order.purpose, &order.folder)?;
        let owner = self.tally.as_ref().map(Tally::who);
        let pod = self.template.pod(&name, owner, &self.personal, &order)?;
        self.create(&pod).await?;
        // From now on it is removed, whatever happens.
        let lease = self.lease(name, counted);
        let mut wait = Wait { progress: Progress::new(progress), start: Instant::now() };
        self.wait(&lease.name, &mut wait).await?;
        Ok(lease)
    }

    async fn create(&self, pod: &Pod) -> Result<()> {
        let mut tries = 1;
        loop {
            match self.pods.create(&PostParams::default(), pod).await {
                Ok(_) => return Ok(()),
                // The answer of an earlier try was lost: nobody else knows this name.
                Err(error) if tries > 1 && failure::status(&error) == Some(409) => return Ok(()),
                Err(error) if tries < TRIES && failure::is_passing(&error) => sleep(PERIOD / 4 * tries).await,
                Err(error) => return Err(failure::error("to start a pod", &error)),
            }
            tries += 1;
        }
    }

    /// Waits until a pod runs. A watch ends by itself after some time, or since its version is too old (410):
    /// then the pod is read again.
    async fn wait(&self, name: &str, wait: &mut Wait) -> Result<()> {
        let mut looks = interval(PERIOD);
        let params = WatchParams::default().fields(&format!("metadata.name={name}"));
        loop {
            let begin = async {
                let pod = self.pods.get(name).await?;
                let version = pod.metadata.resource_version.clone().unwrap_or_default();
                kube::Result::Ok((pod, self.pods.watch(&params, &version).await?.boxed()))
            };
            let (pod, changes) = match begin.await {
                Err(error) if failure::is_passing(&error) && wait.start.elapsed() < START_TIME => {
                    sleep(PERIOD).await;
                    continue;
                }
                begun => begun.map_err(|e| failure::error("to watch a pod", &e))?,
            };
            if wait.progress.note(&pod)? || self.follow(name, changes, &mut looks, wait).await? {
                return Ok(());
            }
            sleep(PERIOD / 10).await;
        }
    }

    /// Takes notice of changes until a pod runs (true) or the watch is over (false).
    async fn follow(
        &self,
        name: &str,
        mut changes: BoxStream<'_, kube::Result<WatchEvent<Pod>>>,
        looks: &mut Interval,
        wait: &mut Wait,
    ) -> Result<bool> {
        loop {
            tokio::select! {
                change = changes.next() => match change {
                    Some(Ok(WatchEvent::Added(pod) | WatchEvent::Modified(pod))) => {
                        if wait.progress.note(&pod)? {
                            return Ok(true);
                        }
                    }
                    Some(Ok(WatchEvent::Deleted(_))) => return Err(Error::internal(REMOVED)),
                    Some(Ok(WatchEvent::Bookmark(_))) => {}
                    Some(Ok(WatchEvent::Error(_)) | Err(_)) | None => return Ok(false),
                },
                _ = looks.tick() => {
                    self.tell_events(name, &mut wait.progress).await;
                    wait.progress.check(wait.start, SCHEDULE_TIME, START_TIME)?;
                }
            }
        }
    }

    /// Tells what the cluster says of a pod: what it pulls, and what it cannot mount.
    async fn tell_events(&self, name: &str, progress: &mut Progress) {
        let params = ListParams::default().fields(&format!("involvedObject.name={name}"));
        // They are told for people alone: without the right to read them, less is told.
        if let Ok(events) = self.events.list(&params).await {
            events.items.iter().for_each(|event| progress.tell_event(event));
        }
    }

    async fn delete(&self, name: &str) {
        for tries in 1..=TRIES {
            match self.pods.delete(name, &DeleteParams::default()).await {
                Ok(_) => return,
                Err(error) if failure::status(&error) == Some(404) => return,
                Err(error) if tries < TRIES && failure::is_passing(&error) => sleep(PERIOD / 4 * tries).await,
                Err(error) => {
                    tracing::warn!(pod = name, %error, "a pod is left: the next start of the server removes it");
                    return;
                }
            }
        }
    }

    async fn connect_to(&self, name: &str) -> Result<Connection> {
        let program = self.template.program();
        let refused = match streams::supervisor(&self.pods, name, program).await {
            Ok(stream) => return Ok(Connection::Open(stream)),
            Err(error) => error,
        };
        // What has ended cannot be reached, and says why.
        let pod = self.pods.get_opt(name).await.map_err(|e| failure::error("to read a pod", &e))?;
        let Some(pod) = pod else { return Ok(Connection::Ended("its pod was removed".into())) };
        match progress::state(&pod) {
            State::Ended(why) => Ok(Connection::Ended(why)),
            _ => Err(failure::error("to reach a pod", &refused)),
        }
    }

    async fn remove_others(&self, keep: &[String]) {
        let params = ListParams::default().labels(&self.template.selector());
        let pods = match self.pods.list(&params).await {
            Ok(pods) => pods,
            Err(error) => return tracing::warn!(%error, "pods of an earlier server may be left"),
        };
        let names = pods.items.into_iter().filter_map(|pod| pod.metadata.name);
        for name in names.filter(|name| !keep.contains(name)) {
            tracing::info!(pod = name, "a pod of an earlier server is removed");
            self.delete(&name).await;
        }
    }
}

/// A pod that starts.
struct Wait {
    progress: Progress,
    start: Instant,
}

impl Remote for Kubernetes {
    fn start(&self, order: Order, progress: UnboundedSender<String>) -> BoxFuture<'_, Result<Lease>> {
        Box::pin(self.start_pod(order, progress))
    }

    fn connect(&self, name: &str) -> BoxFuture<'_, Result<Connection>> {
        let name = name.to_string();
        Box::pin(async move { self.connect_to(&name).await })
    }

    fn shell(&self, name: &str, program: &str) -> BoxFuture<'_, Result<Shell>> {
        let (name, program) = (name.to_string(), program.to_string());
        Box::pin(async move {
            let shell = streams::shell(&self.pods, &name, &program).await;
            shell.map_err(|e| failure::error("to reach a pod", &e))
        })
    }

    fn run(&self, name: &str, argv: Vec<String>, input: Vec<u8>) -> BoxFuture<'_, Result<Done>> {
        let name = name.to_string();
        Box::pin(async move {
            let done = streams::run(&self.pods, &name, argv, input).await;
            done.map_err(|e| failure::error("to run a program in a pod", &e))
        })
    }

    fn remove(&self, name: &str) -> BoxFuture<'static, ()> {
        let (this, name) = (self.clone(), name.to_string());
        Box::pin(async move { this.delete(&name).await })
    }

    fn adopt(&self, name: &str, program: &str, folder: &Path) -> Result<Lease> {
        Ok(self.lease(name.into(), self.count(name, program, folder)?))
    }

    fn sweep(&self, keep: Vec<String>) -> BoxFuture<'_, ()> {
        Box::pin(async move { self.remove_others(&keep).await })
    }
}

impl Runtimes for Kubernetes {
    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn start(&self, _: Program) -> Result<Started> {
        Err(Error::internal("runtimes are pods, none of which this host starts"))
    }

    fn adopt(&self, _: Earlier<'_>) -> Result<Guard> {
        Err(Error::conflict("it runs on a host, and those of this server are pods"))
    }

    fn personal(&self, own: PersonalOptions) -> Result<Arc<dyn Runtimes>> {
        let limits = own.limits(self.personal.limits);
        let personal = Personal { drive: own.drive, shared: Some(own.shared), limits };
        Ok(Arc::new(Kubernetes { personal, tally: Some(own.tally), ..self.clone() }))
    }

    fn remote(&self) -> Option<Arc<dyn Remote>> {
        Some(Arc::new(self.clone()))
    }

    fn lacks_gpu(&self) -> Option<String> {
        let how = "the server was started without --gpu RESOURCE, which gives runtimes one of the cluster";
        (!self.template.has_gpu()).then(|| format!("runtimes of this server have no GPU: {how}"))
    }

    fn shared_folder(&self, _: &Path) -> PathBuf {
        SHARED.into()
    }

    fn drive_file(&self, file: &Path) -> PathBuf {
        let below = file.strip_prefix(&self.personal.drive).unwrap_or(Path::new(""));
        // Without the slash that `join` adds to an empty path.
        Path::new(DRIVE).join(below).components().collect()
    }

    fn shell(&self) -> String {
        "/bin/bash".into()
    }
}
