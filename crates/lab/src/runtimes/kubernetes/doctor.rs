//! What a cluster has for runtimes, and what is lost without.

use k8s_openapi::api::authorization::v1::{ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec};
use kube::Api;
use kube::api::PostParams;

use super::failure;
use super::options::client;
use super::own_pod::OwnPod;
use crate::runtimes::doctor::line;

/// A right that the server needs.
struct Right {
    verbs: &'static [&'static str],
    group: &'static str,
    resource: &'static str,
    subresource: &'static str,
    /// What is lost without.
    lost: &'static str,
    /// True if nothing runs without.
    is_needed: bool,
}

/// The rights of `deploy/kubernetes/lab.yaml`.
const RIGHTS: [Right; 4] = [
    Right {
        verbs: &["create", "delete", "get", "list", "watch"],
        group: "",
        resource: "pods",
        subresource: "",
        lost: "no kernel and no terminal starts",
        is_needed: true,
    },
    // The WebSocket is a GET; newer releases ask for `create`, too.
    Right {
        verbs: &["create", "get"],
        group: "",
        resource: "pods",
        subresource: "exec",
        lost: "no kernel and no terminal can be reached",
        is_needed: true,
    },
    Right {
        verbs: &["create", "patch"],
        group: "networking.k8s.io",
        resource: "networkpolicies",
        subresource: "",
        lost: "the networks of runtimes cannot be closed, and the server does not start",
        is_needed: true,
    },
    Right {
        verbs: &["list"],
        group: "",
        resource: "events",
        subresource: "",
        lost: "less is told of runtimes that do not start",
        is_needed: false,
    },
];

/// A report for people, as that of a host. The second value is true if notebooks can run in pods.
pub async fn report(namespace: Option<&str>) -> (String, bool) {
    let (client, usual) = match client().await {
        Ok(found) => found,
        Err(error) => return (line(false, "a cluster", error.message()), false),
    };
    let mut lines = Vec::new();
    match client.apiserver_version().await {
        Ok(version) => lines.push(line(true, &format!("an API server, {}", version.git_version), "")),
        Err(error) => {
            let error = failure::error("for its version", &error);
            return (line(false, "an API server", error.message()), false);
        }
    }
    let namespace = namespace.unwrap_or(&usual);
    let mut is_well = true;
    let reviews: Api<SelfSubjectAccessReview> = Api::all(client.clone());
    for right in &RIGHTS {
        let slash = if right.subresource.is_empty() { "" } else { "/" };
        let object = format!("{}{slash}{}", right.resource, right.subresource);
        let mut missing = Vec::new();
        for verb in right.verbs {
            match reviews.create(&PostParams::default(), &review(namespace, verb, right)).await {
                Ok(answer) if answer.status.as_ref().is_some_and(|status| status.allowed) => {}
                Ok(_) => missing.push((*verb).to_string()),
                Err(error) => missing.push(format!("{verb} ({})", failure::error("for a right", &error).message())),
            }
        }
        let has_all = missing.is_empty();
        let verbs = if has_all { right.verbs.join(", ") } else { missing.join(", ") };
        lines.push(line(has_all, &format!("namespace {namespace}: {object}: {verbs}"), right.lost));
        is_well &= has_all || !right.is_needed;
    }
    let own = OwnPod::find(&client, &usual).await.unwrap_or_default();
    let named = "--image-reference and --drive-claim have to be given";
    lines.push(line(own.image.is_some(), "the server's own pod, whose image and volume runtimes get", named));
    (lines.join("\n"), is_well)
}

fn review(namespace: &str, verb: &str, right: &Right) -> SelfSubjectAccessReview {
    let some = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
    let attributes = ResourceAttributes {
        namespace: some(namespace),
        verb: some(verb),
        group: some(right.group),
        resource: some(right.resource),
        subresource: some(right.subresource),
        ..ResourceAttributes::default()
    };
    let spec = SelfSubjectAccessReviewSpec { resource_attributes: Some(attributes), non_resource_attributes: None };
    SelfSubjectAccessReview { spec, ..SelfSubjectAccessReview::default() }
}
