//! The networks of pods: nobody reaches them, and they reach nothing, or all but the address at which clouds
//! give the rights of a node away. The cluster's network has to keep to it; not every one does.

use k8s_openapi::api::networking::v1::NetworkPolicy;
use kube::api::{Patch, PatchParams};
use kube::{Api, Client};
use serde_json::{Value, json};

use super::failure;
use super::names::{MANAGED_BY, MANAGER, NETWORK};
use crate::error::Result;

/// Addresses at which clouds give the rights of a node away.
const METADATA: [&str; 2] = ["169.254.169.254/32", "169.254.170.0/24"];

/// The rules for pods whose label `labora/network` is this.
fn policy(network: &str) -> Value {
    let all = json!([
        {"to": [{"ipBlock": {"cidr": "0.0.0.0/0", "except": METADATA}}]},
        {"to": [{"ipBlock": {"cidr": "::/0", "except": ["fd00:ec2::/64"]}}]},
    ]);
    let egress = if network == "none" { json!([]) } else { all };
    json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": format!("labora-network-{network}"), "labels": {MANAGED_BY: MANAGER}},
        "spec": {
            "podSelector": {"matchLabels": {MANAGED_BY: MANAGER, NETWORK: network}},
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [],
            "egress": egress,
        },
    })
}

/// Sets the rules of a namespace.
///
/// # Errors
/// The cluster refuses.
pub async fn apply(client: &Client, namespace: &str) -> Result<()> {
    let policies: Api<NetworkPolicy> = Api::namespaced(client.clone(), namespace);
    for network in ["none", "host"] {
        let parameters = PatchParams::apply(MANAGER).force();
        let patch = Patch::Apply(policy(network));
        let applied = policies.patch(&format!("labora-network-{network}"), &parameters, &patch).await;
        applied.map_err(|e| failure::error("to set the rules of the runtimes' network", &e))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_in_the_words_of_the_api() {
        for network in ["none", "host"] {
            let own = policy(network);
            let read: NetworkPolicy = serde_json::from_value(own.clone()).unwrap();
            let spec = read.spec.unwrap();
            assert_eq!(spec.ingress.unwrap_or_default().len(), 0);
            assert_eq!(spec.egress.unwrap_or_default().is_empty(), network == "none");
            assert_eq!(spec.policy_types.unwrap().len(), 2);
        }
    }
}
