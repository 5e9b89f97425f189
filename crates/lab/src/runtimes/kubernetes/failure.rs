//! Errors of the API server, as people who have a notebook need them.

use axum::http::StatusCode;
use kube::Error as KubeError;

use crate::error::Error;

/// Refusals (400 and 403): a part of what the cluster says, what is wrong, and what to do. One without these
/// parts is of a rule that whoever runs the cluster added, such as a webhook.
const REFUSALS: [(&str, &str, &str); 5] = [
    (
        "exceeded quota",
        "the quota of the namespace is used up",
        "shut runtimes down, or ask whoever runs the cluster for more",
    ),
    ("failed quota", "the quota of the namespace is of what pods do not limit", "set that limit, such as --cpus"),
    (
        "violates PodSecurity",
        "the Pod Security level of the namespace refuses the pod",
        "ask whoever runs the cluster for `restricted`, which pods keep to",
    ),
    ("User \"", "the cluster refuses the server", "`labora lab --kubernetes doctor` says which rights are missing"),
    // Such as "maximum memory usage per Container is 1Gi, but limit is 8Gi".
    (" per ", "a limit range of the namespace refuses the pod", "change --memory, --disk or --cpus"),
];

/// The status of an answer of the API server.
pub fn status(error: &KubeError) -> Option<u16> {
    match error {
        KubeError::Api(status) => Some(status.code),
        _ => None,
    }
}

/// True if another try may succeed: the API server is busy, was not reached, or has just started and has not
/// read the roles yet, which it refuses as missing.
pub fn is_passing(error: &KubeError) -> bool {
    match error {
        KubeError::Api(answer) if answer.code == 403 => answer.message.contains("RBAC: "),
        KubeError::Api(answer) => answer.code == 429 || answer.code >= 500,
        _ => matches!(error, KubeError::HyperError(_) | KubeError::Service(_) | KubeError::ReadEvents(_)),
    }
}

/// What is wrong with a request `to` do something, and what to do.
pub fn error(to: &str, error: &KubeError) -> Error {
    let KubeError::Api(answer) = error else {
        let message = format!("the cluster cannot be asked {to}: {}: is its API server reached?", causes(error));
        return Error::new(StatusCode::SERVICE_UNAVAILABLE, message);
    };
    let said = answer.message.trim();
    let refusal = REFUSALS.iter().find(|(part, ..)| said.contains(part));
    let (what, todo) = match answer.code {
        401 => ("the cluster does not know the server", "check its service account or KUBECONFIG"),
        400 | 403 => {
            refusal.map_or(("a rule of the cluster refuses this", "ask whoever runs it"), |known| (known.1, known.2))
        }
        404 => ("the cluster has no such thing", "check --namespace"),
        422 => ("the cluster finds the pod invalid", "check the options of the server"),
        _ => ("the cluster failed", "try again later"),
    };
    Error::new(StatusCode::SERVICE_UNAVAILABLE, format!("{what} ({to}: {said}): {todo}"))
}

/// An error with what caused it, which often says more.
fn causes(error: &KubeError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use kube::core::Status;

    use super::*;

    #[test]
    fn a_quota_is_told_from_a_missing_right() {
        let answer =
            |code, message: &str| KubeError::Api(Status { code, message: message.into(), ..Status::default() }.boxed());
        let quota = answer(403, "pods \"x\" is forbidden: exceeded quota: school, requested: pods=1, used: pods=40");
        assert!(error("to start a pod", &quota).message().contains("quota of the namespace is used up"));
        let right = answer(403, "pods is forbidden: User \"u\" cannot create resource \"pods\"");
        assert!(error("to start a pod", &right).message().contains("doctor"));
        assert!(is_passing(&answer(429, "")) && is_passing(&answer(503, "")) && !is_passing(&quota));
    }
}
