//! The same against a cluster of one's own. `LABORA_KUBECONFIG` is the configuration of somebody who may make
//! namespaces; kubectl(1) does what an administrator does. Each trial has a namespace, which it removes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{channels, open, until};
use crate::common::{LAB, Server, TOKEN};
use crate::sockets::{Socket, text};

/// The manifest that is tried.
const MANIFEST: &str = include_str!("../../../../../deploy/kubernetes/lab.yaml");
/// Ends the server of a pod whose containers share their processes.
const KILL: &str = "for p in /proc/[0-9]*; do \
                    read name < $p/comm && [ \"$name\" = labora-lab ] && kill -9 ${p#/proc/}; done; true";
/// What needs more memory than a pod of 512 MiB has.
const TOO_MUCH: &str = "x = bytearray(2 << 30); x[::4096] = bytes(len(x[::4096]))";

/// A namespace in which pods have to be `restricted`. It ends with the test.
struct Space {
    name: String,
    config: String,
}

impl Space {
    fn new(purpose: &str) -> Space {
        let config = std::env::var("LABORA_KUBECONFIG").expect("LABORA_KUBECONFIG names a configuration of kubectl");
        let space = Space { name: format!("labora-{purpose}-{}", std::process::id()), config };
        space.kubectl(&["create", "namespace", &space.name]);
        let level = "pod-security.kubernetes.io/enforce=restricted";
        space.kubectl(&["label", "namespace", &space.name, level]);
        until("the namespace has an account", || space.tried(&["get", "serviceaccount", "default"]).is_ok());
        space
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("kubectl");
        command.args(["--kubeconfig", &self.config, "--namespace", &self.name]).args(arguments);
        command
    }

    /// Runs kubectl; returns what it said, or why it failed.
    fn tried(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.command(arguments).output().expect("kubectl is needed");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(said) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    fn kubectl(&self, arguments: &[&str]) -> String {
        self.tried(arguments).unwrap_or_else(|error| panic!("kubectl {arguments:?}: {error}"))
    }

    fn apply(&self, objects: &str) {
        let mut child = self.command(&["apply", "-f", "-"]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(objects.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success(), "{objects}");
    }

    /// The names of the runtimes' pods that are not about to end.
    fn runtimes(&self) -> Vec<String> {
        let label = "app.kubernetes.io/managed-by=labora-lab";
        let pods: Value = serde_json::from_str(&self.kubectl(&["get", "pods", "-o", "json", "-l", label])).unwrap();
        let alive =
            pods["items"].as_array().unwrap().iter().filter(|pod| pod["metadata"]["deletionTimestamp"].is_null());
        alive.map(|pod| pod["metadata"]["name"].as_str().unwrap().to_string()).collect()
    }

    /// A configuration with the rights of the manifest alone.
    fn own_config(&self, folder: &std::path::Path) -> String {
        let whole = self.kubectl(&["config", "view", "--raw", "--minify", "--flatten", "-o", "json"]);
        let mut config: Value = serde_json::from_str(&whole).unwrap();
        let token = self.kubectl(&["create", "token", "labora-lab"]);
        config["users"][0]["user"] = json!({"token": token.trim()});
        config["contexts"][0]["context"]["namespace"] = json!(self.name);
        let file = folder.join("config");
        std::fs::write(&file, config.to_string()).unwrap();
        file.display().to_string()
    }

    /// A way to the server of the manifest.
    fn forward(&self) -> Server {
        let mut command = self.command(&["port-forward", "deployment/labora-lab", ":8888"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let port = line.split(" -> ").next().unwrap().rsplit(':').next().unwrap().to_string();
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Server::behind(child, format!("http://127.0.0.1:{port}/"))
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        let _ = self.tried(&["delete", "namespace", &self.name, "--wait=false"]);
    }
}

/// The documents of the manifest that say who the server is, and what it may do.
fn rights() -> String {
    let kinds = ["\nkind: ServiceAccount\n", "\nkind: Role\n", "\nkind: RoleBinding\n"];
    let documents = MANIFEST.split("\n---\n").filter(|document| kinds.iter().any(|kind| document.contains(kind)));
    documents.collect::<Vec<_>>().join("\n---\n")
}

/// Needs no image, and a node for what the scheduler says alone.
#[test]
#[ignore = "needs a cluster: LABORA_KUBECONFIG=FILE cargo test --workspace --features \
            labora/worker,labora-lab/kubernetes --test lab real -- --ignored"]
fn a_real_api_server_takes_what_the_server_makes_and_its_refusals_are_told() {
    let space = Space::new("answers");
    space.apply(&rights());
    let folder = tempfile::tempdir().unwrap();
    let config = space.own_config(folder.path());
    let mut doctor = Command::new(LAB);
    doctor.args(["--kubernetes", "doctor"]).env("KUBECONFIG", &config);
    let said = String::from_utf8(doctor.output().unwrap().stdout).unwrap();
    assert!(said.contains("yes  an API server, v1.") && !said.contains("no   namespace"), "{said}");

    let options = ["--kubernetes", "--image-reference", "labora.invalid/lab:1", "--drive-claim", "absent"];
    let server = Server::start_in(&[("KUBECONFIG", config)], None, &options);
    server.add_kernel("python3", &json!({"argv": ["sleep", "60"], "display_name": "x", "language": "x"}));
    assert_eq!(space.kubectl(&["get", "networkpolicies", "-o", "name"]).lines().count(), 3);

    let name = server.call("POST", "api/terminals", json!({})).json()["name"].as_str().unwrap().to_string();
    let mut terminal = Socket::open(&server, &format!("terminals/websocket/{name}"));
    let mut shown = String::new();
    while !shown.contains("no node takes it yet: ") {
        shown += terminal.next()[1].as_str().unwrap_or_default();
    }
    assert!(shown.contains("persistentvolumeclaim \"absent\" not found"), "{shown}");
    assert_eq!(server.call("DELETE", &format!("api/terminals/{name}"), Value::Null).status, 204);
    until("its pod is removed", || space.runtimes().is_empty());

    let quota = |name: &str, hard: &str| {
        space.kubectl(&["create", "quota", name, &format!("--hard={hard}")]);
        let read = ["get", "quota", name, "-o", "jsonpath={.status.hard}"];
        until("the quota counts", || !space.kubectl(&read).is_empty());
    };
    let refused = |why: &[&str]| {
        let answer = open(&server, "NONE");
        assert!(answer.status == 503 && why.iter().all(|part| answer.text.contains(part)), "{}", answer.text);
    };
    quota("few", "pods=0");
    refused(&["the quota of the namespace is used up", "shut runtimes down"]);
    space.kubectl(&["delete", "quota", "few"]);
    quota("processors", "limits.cpu=1");
    refused(&["the quota of the namespace is of what pods do not limit", "limits.cpu", "--cpus"]);
    space.kubectl(&["delete", "quota", "processors"]);
    let range = json!({"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "small"},
                       "spec": {"limits": [{"type": "Container", "max": {"memory": "1Gi"}}]}});
    space.apply(&range.to_string());
    refused(&["a limit range of the namespace refuses the pod", "8Gi", "--memory"]);
    space.kubectl(&["delete", "rolebinding", "labora-lab"]);
    let account = format!("system:serviceaccount:{}:labora-lab", space.name);
    let can = ["auth", "can-i", "create", "pods", "--as", &account];
    until("the right is gone", || space.tried(&can).is_err());
    refused(&["the cluster refuses the server", "doctor"]);
}

/// The manifest with the image of the test and small limits, without TLS, since the connections of kubectl
/// are encrypted. The server is not the first process of its pod, so that it can be killed.
fn manifest() -> String {
    let image =
        std::env::var("LABORA_IMAGE_REFERENCE").expect("LABORA_IMAGE_REFERENCE names the image of the manifest");
    let changes = [
        ("image: labora-lab:0.1.0", format!("image: {image}")),
        ("- --tls-cert=/run/secrets/labora/tls/tls.crt", "- --insecure".into()),
        ("- --tls-key=/run/secrets/labora/tls/tls.key", "- --memory=512".into()),
        ("- --no-browser", "- --disk=64".into()),
        (
            "      serviceAccountName: labora-lab",
            "      serviceAccountName: labora-lab\n      shareProcessNamespace: true".into(),
        ),
        ("storage: 100Gi", "storage: 1Gi".into()),
    ];
    changes.iter().fold(MANIFEST.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

/// Needs nodes that have the image, and a volume of 1 GiB that several may write.
#[test]
#[ignore = "needs a cluster: LABORA_KUBECONFIG=FILE LABORA_IMAGE_REFERENCE=IMAGE cargo test --workspace --features \
            labora/worker,labora-lab/kubernetes --test lab real -- --ignored"]
fn the_manifest_runs_kernels_in_pods_of_a_real_cluster() {
    let space = Space::new("manifest");
    let token = format!("--from-literal=token={TOKEN}");
    space.kubectl(&["create", "secret", "generic", "labora-lab-token", &token]);
    space.kubectl(&["create", "secret", "generic", "labora-lab-tls"]);
    space.apply(&manifest());
    space.kubectl(&["rollout", "status", "deployment/labora-lab", "--timeout=300s"]);
    let doctor = space.kubectl(&["exec", "deployment/labora-lab", "--", "labora-lab", "--kubernetes", "doctor"]);
    assert!(!doctor.contains("no   "), "{doctor}");

    let server = space.forward();
    let session = open(&server, "TPU");
    assert_eq!(session.status, 201, "{}", session.text);
    let kernel = session.json()["kernel"]["id"].as_str().unwrap().to_string();
    let (mut page, first) = (channels(&server, &kernel), space.runtimes());
    page.execute("set", "import os, time\nx = 1\nopen('here', 'w').close()\nopen('/tmp/x', 'w').close()");
    page.done("set");
    page.execute("who", "print(os.getcwd(), os.getuid(), os.path.exists('/var/run/secrets/kubernetes.io'))");
    assert_eq!(text(&page.done("who")), "/content 1000 False\n");
    page.execute("tpu", crate::accelerators::REACH);
    assert_eq!(text(&page.done("tpu")), "reached True\n");
    assert!(server.get("api/contents")["content"].to_string().contains("\"here\""), "the drive is the server's");
    interrupt(&server, &mut page, &kernel);
    terminal(&server);
    drop(page);
    drop(server);

    space.kubectl(&["exec", "deployment/labora-lab", "--", "sh", "-c", KILL]);
    let restarts =
        ["get", "pods", "-l", "app=labora-lab", "-o", "jsonpath={.items[0].status.containerStatuses[0].restartCount}"];
    until("the server is started again", || space.kubectl(&restarts) == "1");
    space.kubectl(&["wait", "pods", "-l", "app=labora-lab", "--for=condition=Ready", "--timeout=120s"]);
    let server = space.forward();
    assert_eq!(server.get("api/sessions")[0]["kernel"]["id"], kernel.as_str());
    let mut page = channels(&server, &kernel);
    page.execute("still", "print(x)");
    assert_eq!((text(&page.done("still")), space.runtimes()), ("1\n".into(), first.clone()));

    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    until("another pod takes its place", || space.runtimes().len() == 1 && space.runtimes() != first);
    page.execute("gone", "import os\nprint(os.path.exists('/tmp/x'), os.path.exists('here'))");
    assert_eq!(text(&page.done("gone")), "False True\n");

    let second = space.runtimes();
    page.execute("much", TOO_MUCH);
    let state = || server.get(&format!("api/kernels/{kernel}"));
    until("a kernel with too much memory is dead", || state()["execution_state"] == "dead");
    assert!(state()["reason"].as_str().unwrap().contains("OOMKilled"), "{}", state());
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    until("another pod takes its place", || space.runtimes().len() == 1 && space.runtimes() != second);
    space.kubectl(&["delete", "deployment", "labora-lab"]);
    until("runtimes end with the server", || space.runtimes().is_empty());
}

fn interrupt(server: &Server, page: &mut Socket, kernel: &str) {
    page.execute("long", "print('begun', flush=True)\ntime.sleep(600)");
    page.until("long", "stream");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/interrupt"), Value::Null).status, 204);
    assert_eq!(page.until("long", "execute_reply").last().unwrap()["content"]["ename"], "KeyboardInterrupt");
}

/// A shell of a pod, whose size is the page's.
fn terminal(server: &Server) {
    let name = server.call("POST", "api/terminals", json!({})).json()["name"].as_str().unwrap().to_string();
    let mut terminal = Socket::open(server, &format!("terminals/websocket/{name}"));
    terminal.send(&json!(["set_size", 33, 77, 0, 0]));
    // A cluster hands sizes and input over on their own ways.
    let sized = "until [ \"$(stty size)\" = '33 77' ]; do sleep 0.1; done; echo $((6*7)) $(pwd) $TERM\r";
    terminal.send(&json!(["stdin", sized]));
    let mut shown = String::new();
    while !shown.contains("42 /content xterm-256color") {
        shown += terminal.next()[1].as_str().unwrap_or_default();
    }
    assert_eq!(server.call("DELETE", &format!("api/terminals/{name}"), Value::Null).status, 204);
}
