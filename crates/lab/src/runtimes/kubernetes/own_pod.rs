//! The server's own pod: its image, its volumes and its place are those of runtimes, unless options say more.

use std::path::{Path, PathBuf};

use k8s_openapi::api::core::v1::{Container, LocalObjectReference, Pod, Toleration};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::OwnerReference;
use kube::{Api, Client, Resource};

use super::claim::Claim;
use super::failure;
use crate::error::Result;

/// What runtimes take from the server's own pod.
#[derive(Clone, Debug, Default)]
pub struct OwnPod {
    /// The image of its container.
    pub image: Option<String>,
    /// With whose rights images are pulled.
    pub pull_secrets: Vec<LocalObjectReference>,
    /// The labels of the nodes.
    pub node_selector: std::collections::BTreeMap<String, String>,
    /// The taints of nodes that it tolerates.
    pub tolerations: Vec<Toleration>,
    /// The folders of its volumes, and where those are.
    pub volumes: Vec<(PathBuf, Claim)>,
    /// With what runtimes end: the controller of the pod, or the pod itself.
    pub owner: Option<OwnerReference>,
}

impl OwnPod {
    /// The pod of this process in its namespace; nothing is known where it runs in none.
    ///
    /// # Errors
    /// The cluster refuses to show it.
    pub async fn find(client: &Client, namespace: &str) -> Result<OwnPod> {
        if std::env::var_os("KUBERNETES_SERVICE_HOST").is_none() {
            return Ok(OwnPod::default());
        }
        // The name of a pod is that of its host, unless it has the network of its node.
        let host = nix::unistd::gethostname().unwrap_or_default().to_string_lossy().into_owned();
        let name = std::env::var("POD_NAME").unwrap_or(host);
        let pods: Api<Pod> = Api::namespaced(client.clone(), namespace);
        let pod = pods.get_opt(&name).await.map_err(|e| failure::error("to read the server's own pod", &e))?;
        Ok(pod.map(OwnPod::of).unwrap_or_default())
    }

    /// What runtimes take from a pod, whose first container is the server.
    fn of(pod: Pod) -> OwnPod {
        let controller = pod.metadata.owner_references.iter().flatten().find(|owner| owner.controller == Some(true));
        let owner = controller.cloned().or_else(|| pod.owner_ref(&()));
        // Runtimes are no replicas: their controller does not count them.
        let owner = owner.map(|owner| OwnerReference { controller: None, block_owner_deletion: None, ..owner });
        let Some(spec) = pod.spec else { return OwnPod { owner, ..OwnPod::default() } };
        let claim_of = |volume: &str| {
            let found = spec.volumes.iter().flatten().find(|known| known.name == volume)?;
            Some(found.persistent_volume_claim.as_ref()?.claim_name.clone())
        };
        let container: Option<&Container> = spec.containers.first();
        let mounts = container.and_then(|container| container.volume_mounts.as_ref()).into_iter().flatten();
        let volumes = mounts.filter_map(|mount| {
            let folder = PathBuf::from(mount.sub_path.clone().unwrap_or_default());
            Some((PathBuf::from(&mount.mount_path), Claim { name: claim_of(&mount.name)?, folder }))
        });
        OwnPod {
            image: container.and_then(|container| container.image.clone()),
            volumes: volumes.collect(),
            pull_secrets: spec.image_pull_secrets.unwrap_or_default(),
            node_selector: spec.node_selector.unwrap_or_default(),
            tolerations: spec.tolerations.unwrap_or_default(),
            owner,
        }
    }

    /// Where a folder of the server is: the volume that is mounted there or above.
    pub fn claim(&self, folder: &Path) -> Option<Claim> {
        let below = |(at, claim): &(PathBuf, Claim)| {
            let rest = folder.strip_prefix(at).ok()?;
            Some((at.components().count(), Claim { name: claim.name.clone(), folder: claim.folder.join(rest) }))
        };
        self.volumes.iter().filter_map(below).max_by_key(|(depth, _)| *depth).map(|(_, claim)| claim)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn runtimes_have_the_volume_of_the_drive_and_end_with_the_servers_controller() {
        let pod: Pod = serde_json::from_value(json!({
            "metadata": {"name": "labora-lab-6f-x", "uid": "1", "ownerReferences": [
                {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "labora-lab-6f", "uid": "2", "controller": true,
                 "blockOwnerDeletion": true},
            ]},
            "spec": {
                "containers": [{"name": "lab", "image": "labora-lab:1", "volumeMounts": [
                    {"name": "tmp", "mountPath": "/tmp"},
                    {"name": "data", "mountPath": "/srv", "subPath": "lab"},
                ]}],
                "volumes": [
                    {"name": "tmp", "emptyDir": {}},
                    {"name": "data", "persistentVolumeClaim": {"claimName": "labora-lab"}},
                ],
            },
        }))
        .unwrap();
        let own = OwnPod::of(pod);
        assert_eq!(own.image.as_deref(), Some("labora-lab:1"));
        let claim = own.claim(Path::new("/srv/drive/home/ada")).unwrap();
        assert_eq!((claim.name.as_str(), claim.folder.as_path()), ("labora-lab", Path::new("lab/drive/home/ada")));
        assert!(own.claim(Path::new("/tmp/x")).is_none(), "it is not to be had from another pod");
        let owner = own.owner.unwrap();
        assert_eq!((owner.kind.as_str(), owner.uid.as_str(), owner.controller), ("ReplicaSet", "2", None));
    }
}
