//! The networks of pods: nobody reaches them, and they reach nothing, public addresses with what
//! `--network-allow` names, or all but the address at which clouds give the rights of a node away. The
//! cluster's network has to keep to it; not every one does.

use k8s_openapi::api::networking::v1::NetworkPolicy;
use kube::api::{Patch, PatchParams};
use kube::{Api, Client};
use serde_json::{Value, json};

use super::failure;
use super::names::{MANAGED_BY, MANAGER, NETWORK};
use crate::error::{Error, Result};
use crate::network::{Allowed, Cidr, Network, PUBLIC_V6, Rules, SPECIAL_V4, SPECIAL_V6};

/// Addresses at which clouds give the rights of a node away.
const METADATA: [&str; 2] = ["169.254.169.254/32", "169.254.170.0/24"];

/// The address of the cluster's own cache of names on a node, where it has one.
const NODE_NAMES: &str = "169.254.20.10/32";

/// The rules for pods whose label `labora/network` is this.
fn policy(network: Network, allowed: &[Value]) -> Value {
    let egress = match network {
        Network::None => Vec::new(),
        Network::Host => vec![range("0.0.0.0/0", &METADATA), range("::/0", &["fd00:ec2::/64"])],
        Network::Internet => {
            let texts = |ranges: &[Cidr]| ranges.iter().map(Cidr::to_string).collect::<Vec<_>>();
            let mut all = vec![
                range("0.0.0.0/0", &texts(&SPECIAL_V4)),
                range(&PUBLIC_V6.to_string(), &texts(&SPECIAL_V6)),
                names(),
            ];
            all.extend_from_slice(allowed);
            all
        }
    };
    let name = network.name();
    json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": format!("labora-network-{name}"), "labels": {MANAGED_BY: MANAGER}},
        "spec": {
            "podSelector": {"matchLabels": {MANAGED_BY: MANAGER, NETWORK: name}},
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [],
            "egress": egress,
        },
    })
}

/// All ports of a range of addresses but some.
fn range(range: &str, but: &[impl AsRef<str>]) -> Value {
    let but: Vec<&str> = but.iter().map(AsRef::as_ref).collect();
    json!({"to": [{"ipBlock": {"cidr": range, "except": but}}]})
}

/// Where names are looked up: the cluster's own service, which has a private address.
fn names() -> Value {
    let ports = ["UDP", "TCP"].map(|protocol| json!({"protocol": protocol, "port": 53}));
    let service = json!({"namespaceSelector": {}, "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}}});
    json!({"to": [service, {"ipBlock": {"cidr": NODE_NAMES}}], "ports": ports})
}

/// What pods reach besides public addresses.
///
/// # Errors
/// It is a name.
fn allowed(rules: &Rules) -> Result<Vec<Value>> {
    let one = |allowed: &Allowed| match allowed {
        Allowed::Name(name, _) => Err(Error::invalid(format!(
            "--network-allow {name}: a NetworkPolicy knows addresses alone: give ADDRESS/BITS"
        ))),
        Allowed::Range(range, port) => {
            let mut rule = json!({"to": [{"ipBlock": {"cidr": range.to_string()}}]});
            if let Some(port) = port {
                rule["ports"] = json!([{"protocol": "TCP", "port": port}]);
            }
            Ok(rule)
        }
    };
    rules.0.iter().map(one).collect()
}

/// Sets the rules of a namespace.
///
/// # Errors
/// The cluster refuses, or what is allowed is a name.
pub async fn apply(client: &Client, namespace: &str, rules: &Rules) -> Result<()> {
    let policies: Api<NetworkPolicy> = Api::namespaced(client.clone(), namespace);
    let allowed = allowed(rules)?;
    for network in [Network::None, Network::Internet, Network::Host] {
        let parameters = PatchParams::apply(MANAGER).force();
        let patch = Patch::Apply(policy(network, &allowed));
        let applied = policies.patch(&format!("labora-network-{}", network.name()), &parameters, &patch).await;
        applied.map_err(|e| failure::error("to set the rules of the runtimes' network", &e))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_in_the_words_of_the_api() {
        let rules = Rules(vec!["10.1.0.0/16".parse().unwrap(), "10.2.0.7:8080".parse().unwrap()]);
        let opened = allowed(&rules).unwrap();
        for (network, rules) in [(Network::None, 0), (Network::Host, 2), (Network::Internet, 5)] {
            let own = policy(network, &opened);
            let read: NetworkPolicy = serde_json::from_value(own.clone()).unwrap();
            // What the types do not know would be lost.
            assert_eq!(serde_json::to_value(&read).unwrap()["spec"]["egress"].as_array().map_or(0, Vec::len), rules);
            let spec = read.spec.unwrap();
            assert_eq!(spec.ingress.unwrap_or_default().len(), 0);
            assert_eq!(spec.policy_types.unwrap().len(), 2);
        }
        let private = policy(Network::Internet, &opened)["spec"]["egress"][0]["to"][0]["ipBlock"]["except"].clone();
        assert!(private.as_array().unwrap().contains(&json!("10.0.0.0/8")), "{private}");
        let name = Rules(vec!["mirror.school".parse().unwrap()]);
        assert!(allowed(&name).unwrap_err().message().contains("ADDRESS/BITS"));
    }
}
