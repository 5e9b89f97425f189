//! The pod of a runtime.

use std::path::{Path, PathBuf};

use k8s_openapi::api::core::v1::Pod;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::claim::Claim;
use super::names::{MANAGED_BY, MANAGER, NETWORK, RUNTIME, SOCKET};
use super::options::KubernetesOptions;
use super::own_pod::OwnPod;
use crate::error::{Error, Result};
use crate::random;
use crate::runtimes::machine::{DRIVE, Limits, SHARED};
use crate::runtimes::personal::Shared;
use crate::runtimes::remote::{Order, SUPERVISOR};

/// The label of the laboratory whose pod it is.
const INSTANCE: &str = "app.kubernetes.io/instance";
/// The home of the user.
const HOME: &str = "/home/labora";
/// The number of the user where the server is root.
const USER: u32 = 1000;
/// The parts of its limits that a pod is sure to have; it takes more where nobody else does.
const SURE_PART: u64 = 4;
/// Thousandths of a processor that a pod is sure to have.
const SURE_CPU: &str = "250m";
/// Seconds that a pod may outlive its time, and that its programs have to end.
const EXTRA_TIME: u64 = 600;
const END_TIME: u64 = 5;
/// Letters of the longest value of a label.
const MAX_LABEL: usize = 63;

/// Whose a pod is.
#[derive(Clone, Debug)]
pub struct Personal {
    /// The folder that is the drive, a path of the server.
    pub drive: PathBuf,
    /// A folder that others share.
    pub shared: Option<Shared>,
    /// Limits of each pod.
    pub limits: Limits,
}

/// What all pods have.
pub struct Template {
    options: KubernetesOptions,
    own: OwnPod,
    image: String,
    claim: Claim,
    instance: String,
}

impl Template {
    /// Pods with these options, and else as the server's own pod. With `is_own_namespace` they are in its
    /// namespace.
    ///
    /// # Errors
    /// It is not known where the image or the drive is.
    pub fn new(options: KubernetesOptions, own: OwnPod, is_own_namespace: bool) -> Result<Template> {
        // Volumes and owners are of one namespace.
        let own = if is_own_namespace { own } else { OwnPod { volumes: Vec::new(), owner: None, ..own } };
        let image = options.image.clone().or_else(|| own.image.clone()).ok_or_else(|| {
            Error::invalid(
                "it is not known which image runtimes have, since this server runs in no pod: name it with \
                            --image-reference",
            )
        })?;
        let claim = options.claim.clone().or_else(|| own.claim(&options.drive)).ok_or_else(|| {
            Error::invalid(format!(
                "it is not known which volume has the drive {}, since no PersistentVolumeClaim is mounted there: name \
                 it with --drive-claim",
                options.drive.display()
            ))
        })?;
        let place = format!("{}/{}", claim.name, claim.folder.display());
        let instance = random::hex(&Sha256::digest(place)[..8]);
        Ok(Template { options, own, image, claim, instance })
    }

    /// This program in pods.
    pub fn program(&self) -> &Path {
        &self.options.program
    }

    /// True if pods may have a GPU.
    pub fn has_gpu(&self) -> bool {
        self.options.gpu.is_some()
    }

    /// What selects all pods of this laboratory.
    pub fn selector(&self) -> String {
        format!("{MANAGED_BY}={MANAGER},{INSTANCE}={}", self.instance)
    }

    /// A pod with a name for somebody.
    ///
    /// # Errors
    /// It is none.
    pub fn pod(&self, name: &str, owner: Option<&str>, personal: &Personal, order: &Order) -> Result<Pod> {
        let pod = self.json(name, owner, personal, order);
        serde_json::from_value(pod).map_err(|e| Error::internal(format!("the pod of a runtime: {e}")))
    }

    fn json(&self, name: &str, owner: Option<&str>, personal: &Personal, order: &Order) -> Value {
        let mut labels = json!({
            "app.kubernetes.io/name": "labora-runtime",
            MANAGED_BY: MANAGER,
            INSTANCE: self.instance,
            NETWORK: self.options.network.name(),
            "labora/kernel": label(&order.purpose),
        });
        if let Some(owner) = owner {
            labels["labora/owner"] = label(owner).into();
        }
        let (user, group) = user();
        let mut spec = json!({
            "restartPolicy": "Never",
            "automountServiceAccountToken": false,
            "enableServiceLinks": false,
            // Whoever has ended is waited for by the first process of the pod.
            "shareProcessNamespace": true,
            "activeDeadlineSeconds": order.time.as_secs() + EXTRA_TIME,
            "terminationGracePeriodSeconds": END_TIME,
            "securityContext": {
                "runAsNonRoot": true, "runAsUser": user, "runAsGroup": group,
                "fsGroup": group, "fsGroupChangePolicy": "OnRootMismatch",
                "seccompProfile": {"type": "RuntimeDefault"},
            },
            "imagePullSecrets": self.own.pull_secrets,
            "nodeSelector": self.own.node_selector,
            "tolerations": self.tolerations(order),
            "containers": [self.runtime(personal, order)],
            "volumes": [
                {"name": "drive", "persistentVolumeClaim": {"claimName": self.claim.name}},
                {"name": "disk", "emptyDir": {"sizeLimit": mebibytes(personal.limits.disk)}},
            ],
        });
        if let Some(companion) = self.companion(personal, order) {
            spec["initContainers"] = json!([companion]);
        }
        json!({
            "metadata": {"name": name, "labels": labels, "ownerReferences": Vec::from_iter(&self.own.owner)},
            "spec": spec,
        })
    }

    /// The container of a kernel and its supervisor, or of other programs.
    fn runtime(&self, personal: &Personal, order: &Order) -> Value {
        let Limits { memory, disk, cpus, .. } = personal.limits;
        let mut limits = json!({"memory": mebibytes(memory), "ephemeral-storage": mebibytes(disk)});
        let mut requests = json!({
            "cpu": SURE_CPU, "memory": mebibytes(memory / SURE_PART),
            "ephemeral-storage": mebibytes(disk / SURE_PART),
        });
        if let Some(cpus) = cpus {
            limits["cpu"] = cpus.to_string().into();
        }
        if let Some(gpu) = self.options.gpu.as_ref().filter(|_| order.has_gpu) {
            limits[gpu] = "1".into();
            requests[gpu] = "1".into();
        }
        let mut mounts = vec![
            self.mount(&personal.drive, Path::new(DRIVE), false),
            disk_mount("run", SHARED),
            disk_mount("tmp", "/tmp"),
            disk_mount("home", HOME),
        ];
        if let Some(Shared { name, folder, is_writable }) = &personal.shared {
            mounts.push(self.mount(folder, &Path::new(DRIVE).join(name), !is_writable));
        }
        let command = match order.is_supervised {
            true => json!([self.options.program, SUPERVISOR, SOCKET]),
            // It is there for the programs that are started in it.
            false => json!(["sleep", "infinity"]),
        };
        json!({
            "name": RUNTIME,
            "image": self.image,
            "command": command,
            "workingDir": order.folder,
            "env": self.environment(),
            "resources": {"limits": limits, "requests": requests},
            "securityContext": restricted(),
            "volumeMounts": mounts,
        })
    }

    /// The container of the program beside a runtime. It ends with the runtime's own.
    fn companion(&self, personal: &Personal, order: &Order) -> Option<Value> {
        let companion = order.companion.as_ref()?;
        let wait = "until test -s \"$0\"; do sleep 0.1; done; exec \"$@\"";
        let mut command = vec!["/bin/sh".to_string(), "-c".into(), wait.into(), companion.ready.display().to_string()];
        command.extend(companion.argv.iter().cloned());
        let Limits { memory, cpus, .. } = personal.limits;
        let mut limits = json!({"memory": mebibytes(memory)});
        if let Some(cpus) = cpus {
            limits["cpu"] = cpus.to_string().into();
        }
        Some(json!({
            "name": "companion",
            "image": self.image,
            // Such a container runs beside those that come after it.
            "restartPolicy": "Always",
            "command": command,
            "resources": {
                "limits": limits,
                "requests": {"cpu": SURE_CPU, "memory": mebibytes(memory / SURE_PART)},
            },
            "securityContext": restricted(),
            "volumeMounts": [disk_mount("run", SHARED)],
        }))
    }

    /// A folder of the drive's volume, which is at `folder` on the server.
    fn mount(&self, folder: &Path, at: &Path, is_read_only: bool) -> Value {
        let below = folder.strip_prefix(&self.options.drive).unwrap_or(Path::new(""));
        let mut mount = json!({"name": "drive", "mountPath": at, "readOnly": is_read_only});
        let path = self.claim.folder.join(below).components().collect::<PathBuf>();
        if !path.as_os_str().is_empty() {
            mount["subPath"] = json!(path);
        }
        mount
    }

    fn environment(&self) -> Vec<Value> {
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", self.options.python.join("bin").display());
        let own = [
            ("HOME", HOME),
            ("LANG", "C.UTF-8"),
            ("LOGNAME", "labora"),
            ("PATH", path.as_str()),
            ("PYTHONUNBUFFERED", "1"),
            ("SHELL", "/bin/bash"),
            ("USER", "labora"),
        ];
        let given = self.options.environment.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        own.into_iter().chain(given).map(|(name, value)| json!({"name": name, "value": value})).collect()
    }

    fn tolerations(&self, order: &Order) -> Vec<Value> {
        // Nodes with GPUs keep others away by a taint of this name.
        let gpu = self.options.gpu.as_ref().filter(|_| order.has_gpu);
        let gpu = gpu.map(|gpu| json!({"key": gpu, "operator": "Exists", "effect": "NoSchedule"}));
        self.own.tolerations.iter().map(|known| json!(known)).chain(gpu).collect()
    }
}

/// A folder of the disk that ends with the pod.
fn disk_mount(folder: &str, at: &str) -> Value {
    json!({"name": "disk", "mountPath": at, "subPath": folder})
}

/// A number of bytes as the options have it, in the words of the API; the cluster repeats it to people.
fn mebibytes(bytes: u64) -> String {
    format!("{}Mi", bytes >> 20)
}

/// What no container may do.
fn restricted() -> Value {
    json!({"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}})
}

/// The numbers of the user and the group of programs: the server's, so that files of the drive have one
/// owner.
fn user() -> (u32, u32) {
    let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
    if user.is_root() { (USER, USER) } else { (user.as_raw(), group.as_raw()) }
}

/// A text as the value of a label, which has letters, digits, `-`, `_` and `.`, and none of these at an end.
fn label(text: &str) -> String {
    let is_known = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let known: String = text.chars().map(|c| if is_known(c) { c } else { '-' }).take(MAX_LABEL).collect();
    known.trim_matches(|c: char| !c.is_ascii_alphanumeric()).into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::network::{Network, Rules};
    use crate::runtimes::remote::Companion;

    fn template() -> Template {
        let limits = Limits { memory: 8 << 30, disk: 4 << 30, processes: 4096, cpus: Some(2) };
        let options = KubernetesOptions {
            namespace: None,
            image: Some("registry.example/lab:1".into()),
            claim: Some("notebooks/school".parse().unwrap()),
            gpu: Some("nvidia.com/gpu".into()),
            drive: "/srv/drive".into(),
            python: "/opt/labora".into(),
            program: "/usr/local/bin/labora-lab".into(),
            environment: vec![("KERAS_BACKEND".into(), "jax".into())],
            network: Network::None,
            rules: Rules::default(),
            limits,
        };
        Template::new(options, OwnPod::default(), true).unwrap()
    }

    /// What the types of the API do not know would be lost.
    #[test]
    fn a_pod_is_in_the_words_of_the_api() {
        let template = template();
        let shared = Shared { name: "shared", folder: "/srv/drive/shared".into(), is_writable: false };
        let drive = "/srv/drive/home/ada".into();
        let personal = Personal { drive, shared: Some(shared), limits: template.options.limits };
        let argv = vec!["labora-worker".into(), "--listen".into()];
        let order = Order {
            purpose: "-0-".into(),
            folder: "/content/week 1".into(),
            is_supervised: true,
            companion: Some(Companion { argv, ready: "/run/labora/tpu.token".into() }),
            has_gpu: true,
            time: Duration::from_secs(3600),
        };
        let json = template.json("labora-1", Some("ada.x_"), &personal, &order);
        let pod = template.pod("labora-1", Some("ada.x_"), &personal, &order).unwrap();
        let mut read = serde_json::to_value(&pod).unwrap();
        for name in ["apiVersion", "kind"] {
            read.as_object_mut().unwrap().remove(name);
        }
        assert_eq!(read, json);
        let runtime = &json["spec"]["containers"][0];
        assert_eq!(json["metadata"]["labels"]["labora/owner"], "ada.x");
        assert_eq!(json["metadata"]["labels"]["labora/kernel"], "0");
        assert_eq!(runtime["volumeMounts"][0]["subPath"], "school/home/ada");
        let common = &runtime["volumeMounts"][4];
        assert!(common["subPath"] == "school/shared" && common["readOnly"] == true, "{common}");
        assert_eq!(runtime["resources"]["limits"]["nvidia.com/gpu"], "1");
        assert_eq!(json["spec"]["tolerations"][0]["key"], "nvidia.com/gpu");
    }

    #[test]
    fn claims_have_a_name_and_perhaps_a_folder() {
        assert_eq!("a".parse(), Ok(Claim { name: "a".into(), folder: "".into() }));
        assert_eq!("a/b/c".parse(), Ok(Claim { name: "a".into(), folder: "b/c".into() }));
        for bad in ["", "/b", "a/../b", "a/b/"] {
            assert!(bad.parse::<Claim>().is_err(), "{bad}");
        }
    }
}
