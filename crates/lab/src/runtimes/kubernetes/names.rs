//! Names of what the cluster has of a runtime.

/// The container of a runtime's programs.
pub const RUNTIME: &str = "runtime";
/// The socket of its supervisor.
pub const SOCKET: &str = "/run/labora/supervisor";
/// The label of who made an object, and its value.
pub const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
/// The value of the label of who made an object; the name of this program in the API.
pub const MANAGER: &str = "labora-lab";
/// The label of a pod's network: `none` or `host`.
pub const NETWORK: &str = "labora/network";
