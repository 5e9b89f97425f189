//! Runtimes as pods: stock ipykernel behind an API server that runs containers on this host.

mod cluster;
mod exec;
mod kubelet;
mod real;

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{LAB, Server, has_namespaces, image};
use crate::sockets::{Socket, text};
use cluster::{Cluster, Fate, ended, unscheduled, waiting};

/// A cluster, and the folder that is its claim.
fn cluster() -> (Cluster, TempDir) {
    let claim = tempfile::tempdir().unwrap();
    (Cluster::start(claim.path()), claim)
}

/// Starts a server whose runtimes are in a cluster; `None`, after saying why, where they cannot run.
fn server(cluster: &Cluster, arguments: &[&str]) -> Option<Server> {
    if !has_namespaces() {
        return None;
    }
    let common = ["--kubernetes", "--image-reference", "lab:1", "--drive-claim", "notebooks/class"];
    let all: Vec<&str> = common.iter().chain(arguments).copied().collect();
    Some(Server::start_in(&[("KUBECONFIG", cluster.config())], Some(image()?), &all))
}

/// A server whose pods do not get as far as to need a Python.
fn server_without_python(cluster: &Cluster, claim: &str, arguments: &[&str]) -> Server {
    let common = ["--kubernetes", "--image-reference", "lab:1", "--drive-claim", claim];
    let all: Vec<&str> = common.iter().chain(arguments).copied().collect();
    let server = Server::start_in(&[("KUBECONFIG", cluster.config())], None, &all);
    server.add_kernel("python3", &json!({"argv": ["sleep", "60"], "display_name": "x", "language": "x"}));
    server
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn open(server: &Server, accelerator: &str) -> crate::common::Answer {
    let request = json!({"path": "n.ipynb", "type": "notebook", "kernel": {"name": "python3"},
                         "accelerator": accelerator});
    server.call("POST", "api/sessions", request)
}

fn channels(server: &Server, kernel: &str) -> Socket {
    Socket::open(server, &format!("api/kernels/{kernel}/channels?session_id=page"))
}

#[test]
fn a_kernel_in_a_pod_outlives_its_server_and_a_broken_connection_and_leaves_nothing() {
    let (cluster, claim) = cluster();
    let accelerator = if crate::accelerators::has_worker() { "TPU" } else { "NONE" };
    let Some(mut server) = server(&cluster, &["--network", "none"]) else { return };
    let session = open(&server, accelerator);
    assert_eq!(session.status, 201, "{}", session.text);
    let kernel = session.json()["kernel"]["id"].as_str().unwrap().to_string();
    let mut page = channels(&server, &kernel);
    let code = "import os, time\nx = 1\nopen('here', 'w').close()\n\
                print(os.getcwd(), os.environ.get('LABORA_LAB_TOKEN'), os.environ['KERAS_BACKEND'])";
    page.execute("set", code);
    assert_eq!(text(&page.done("set")), "/content None jax\n");
    assert!(claim.path().join("class/here").exists(), "the drive is the folder of the claim");
    if accelerator == "TPU" {
        page.execute("tpu", crate::accelerators::REACH);
        assert_eq!(text(&page.done("tpu")), "reached True\n");
    }
    let first = cluster.pods();
    assert_eq!((first.len(), cluster.objects().invalid.clone()), (1, vec![]));
    assert!(cluster.objects().policies.contains_key("labora-network-none"));

    // Files for the runtime go by the supervisor.
    let uploads = "os.makedirs(os.environ['LABORA_RUNTIME_FOLDER'] + '/uploads/1')";
    page.execute("make", uploads);
    page.done("make");
    let upload = server.call("PUT", &format!("api/labora/runtimes/{kernel}/uploads/1/a.csv"), json!([1]));
    assert_eq!(upload.status, 201, "{}", upload.text);
    page.execute("read", "print(open(os.environ['LABORA_RUNTIME_FOLDER'] + '/uploads/1/a.csv').read())");
    assert_eq!(text(&page.done("read")), "[1]\n");

    // What comes while the connection is broken comes later.
    let wait = |name: &str| format!("while not os.path.exists('{name}'): time.sleep(0.01)\n");
    page.execute("cut", &format!("print('before', flush=True)\n{}print('after')", wait("cut")));
    assert_eq!(text(&page.until("cut", "stream")), "before\n");
    cluster.cut();
    std::fs::write(claim.path().join("class/cut"), "").unwrap();
    assert_eq!(text(&page.done("cut")), "after\n");

    server.kill();
    server.start_again();
    assert_eq!(server.get("api/sessions")[0]["kernel"]["id"], kernel.as_str());
    page = channels(&server, &kernel);
    page.execute("still", "print(x)");
    assert_eq!((text(&page.done("still")), cluster.pods()), ("1\n".into(), first.clone()));

    page.execute("long", "print('begun', flush=True)\ntime.sleep(600)");
    page.until("long", "stream");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/interrupt"), Value::Null).status, 204);
    assert_eq!(page.until("long", "execute_reply").last().unwrap()["content"]["ename"], "KeyboardInterrupt");
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    assert!(cluster.pods().len() == 1 && cluster.pods() != first, "another runtime, and the first one is removed");
    server.end();
    assert_eq!((cluster.pods(), server.left()), (vec![], vec![]));
}

#[test]
fn a_kernel_that_needs_too_much_memory_is_dead_and_says_why() {
    let (cluster, _claim) = cluster();
    let Some(server) = server(&cluster, &[]) else { return };
    let session = open(&server, "NONE");
    assert_eq!(session.status, 201, "{}", session.text);
    let kernel = session.json()["kernel"]["id"].as_str().unwrap().to_string();
    let first = cluster.pods();
    cluster.kill_for_memory();
    let state = || server.get(&format!("api/kernels/{kernel}"));
    until("it is dead", || state()["execution_state"] == "dead");
    assert!(state()["reason"].as_str().unwrap().contains("OOMKilled"), "{}", state());
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    assert!(cluster.pods().len() == 1 && cluster.pods() != first, "another pod takes its place");
}

#[test]
fn a_terminal_is_a_shell_of_a_pod_and_says_what_it_waits_for() {
    let (cluster, _claim) = cluster();
    let Some(server) = server(&cluster, &[]) else { return };
    let name = server.call("POST", "api/terminals", json!({})).json()["name"].as_str().unwrap().to_string();
    let mut terminal = Socket::open(&server, &format!("terminals/websocket/{name}"));
    terminal.send(&json!(["set_size", 33, 77, 0, 0]));
    terminal.send(&json!(["stdin", "echo $((6*7)) $(pwd) $TERM; stty size\r"]));
    let mut shown = String::new();
    while !shown.contains("33 77") {
        shown += terminal.next()[1].as_str().unwrap_or_default();
    }
    assert!(shown.contains("42 /content xterm-256color") && shown.contains("Pulling image"), "{shown}");
    assert_eq!(server.call("DELETE", &format!("api/terminals/{name}"), Value::Null).status, 204);
    until("its pod is removed", || cluster.pods().is_empty());
}

#[test]
fn why_a_pod_does_not_start_reaches_the_notebook_and_no_pod_is_left() {
    let (cluster, _claim) = cluster();
    let server = server_without_python(&cluster, "notebooks", &["--gpu", "nvidia.com/gpu"]);
    let back_off = "Back-off pulling image \"lab:1\": not found";
    let quota = "pods \"x\" is forbidden: exceeded quota: school, requested: pods=1, used: pods=40, limited: pods=40";
    let right = "pods is forbidden: User \"lab\" cannot create resource \"pods\"";
    let failed = "pods \"x\" is forbidden: failed quota: school: must specify limits.cpu for: runtime";
    let range = "pods \"x\" is forbidden: maximum memory usage per Container is 1Gi, but limit is 8Gi";
    let hook = "admission webhook \"images.school\" denied the request: unsigned image";
    let mut evicted = ended(137, "Error");
    evicted["reason"] = "Evicted".into();
    evicted["message"] = "The node was low on resource: memory.".into();
    let mut absent = ended(128, "StartError");
    let why = "OCI runtime create failed: exec: \"/usr/local/bin/labora-lab\": no such file or directory";
    absent["containerStatuses"][0]["state"]["terminated"]["message"] = why.into();
    let cases = [
        (
            Fate::Has(vec![
                unscheduled("0/1 nodes are available: 1 Insufficient nvidia.com/gpu."),
                waiting("ContainerCreating", ""),
                waiting("ErrImagePull", "not found"),
                waiting("ImagePullBackOff", back_off),
            ]),
            vec!["the image cannot be pulled: check --image-reference", back_off],
        ),
        (Fate::Has(vec![waiting("InvalidImageName", "lab::1")]), vec!["the name of the image is wrong"]),
        (Fate::Has(vec![evicted]), vec!["the runtime does not start: Evicted: The node was low"]),
        (Fate::Has(vec![absent]), vec!["check that the image has this program (StartError: OCI", why]),
        (Fate::Refused(403, "Forbidden", failed), vec!["is of what pods do not limit", "limits.cpu", "--cpus"]),
        (Fate::Refused(403, "Forbidden", range), vec!["a limit range of the namespace refuses the pod", "8Gi"]),
        (Fate::Refused(400, "", hook), vec!["a rule of the cluster refuses this", "unsigned image"]),
        (Fate::Refused(403, "Forbidden", quota), vec!["the quota of the namespace is used up", "shut runtimes down"]),
        (Fate::Refused(403, "Forbidden", right), vec!["the cluster refuses the server", "doctor"]),
        (Fate::Refused(422, "Invalid", "spec: Required value"), vec!["finds the pod invalid", "Required value"]),
    ];
    for (fate, texts) in cases {
        cluster.objects().fates = vec![fate];
        let answer = open(&server, "GPU");
        assert_eq!(answer.status, 503, "{}", answer.text);
        let message = answer.json()["message"].as_str().unwrap().to_string();
        assert!(texts.iter().all(|text| message.contains(text)), "{message}");
    }
    until("nothing is left", || cluster.pods().is_empty());
    let asked = cluster.objects().asked[0].clone();
    assert_eq!(asked["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"], "1");
    assert_eq!(cluster.objects().invalid, Vec::<String>::new());
}

#[test]
fn an_api_server_that_is_busy_is_asked_again_and_a_watch_that_is_too_old_begins_anew() {
    let (cluster, _claim) = cluster();
    let Some(server) = server(&cluster, &[]) else { return };
    // As an API server says that has just started and has not read the roles yet.
    let roles = "pods is forbidden: User \"lab\" cannot create resource \"pods\": RBAC: role \"lab\" not found";
    cluster.objects().fates =
        vec![Fate::Refused(429, "TooManyRequests", "slow down"), Fate::Refused(403, "Forbidden", roles), Fate::Expires];
    let session = open(&server, "NONE");
    assert_eq!(session.status, 201, "{}", session.text);
    // One lock after the other.
    let asked = cluster.objects().asked.len();
    assert_eq!((asked, cluster.pods().len()), (3, 1));
}

#[test]
fn pods_that_a_killed_server_left_are_removed_and_those_of_others_stay() {
    let (cluster, _claim) = cluster();
    let mut server = server_without_python(&cluster, "notebooks", &[]);
    cluster.objects().fates = vec![Fate::Has(vec![])];
    server.call("POST", "api/terminals", json!({}));
    until("a pod is there", || cluster.pods().len() == 1);
    let other = server_without_python(&cluster, "others", &[]);
    other.call("POST", "api/terminals", json!({}));
    until("two pods are there", || cluster.pods().len() == 2);
    server.kill();
    server.start_again();
    until("one pod is there", || cluster.pods().len() == 1);
    let instance = |pod: &Value| pod["metadata"]["labels"]["app.kubernetes.io/instance"].clone();
    let asked = cluster.objects().asked.clone();
    assert_ne!(instance(&asked[0]), instance(&asked[1]));
    assert_eq!(cluster.pods(), [asked[1]["metadata"]["name"].as_str().unwrap()]);
}

#[test]
fn a_notebook_is_exported_in_a_pod_of_its_own() {
    let (cluster, _claim) = cluster();
    let Some(server) = server(&cluster, &[]) else { return };
    let cell = json!({"cell_type": "code", "metadata": {}, "source": "6 * 7", "outputs": [], "execution_count": null});
    let notebook = json!({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4});
    let exported = server.call("POST", "nbconvert/python", json!({"name": "n.ipynb", "content": notebook}));
    assert!(exported.status == 200 && exported.text.contains("\n6 * 7\n"), "{}: {}", exported.status, exported.text);
    let bad = json!({"cells": [], "metadata": {}, "nbformat": 99, "nbformat_minor": 0});
    let failed = server.call("POST", "nbconvert/python", json!({"name": "n.ipynb", "content": bad}));
    assert!(failed.status == 500 && failed.text.contains("nbconvert failed: "), "{}: {}", failed.status, failed.text);
    assert_eq!(cluster.pods(), Vec::<String>::new());
}

/// Runs a command that ends; returns whether it ended well, and what it said.
fn run(cluster: &Cluster, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(LAB);
    let folder = tempfile::tempdir().unwrap();
    command.arg("--state").arg(folder.path()).args(arguments).env("KUBECONFIG", cluster.config());
    let output = command.current_dir(folder.path()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[test]
fn the_doctor_says_which_rights_are_missing_and_the_server_does_not_start_without_rules_of_networks() {
    let (cluster, _claim) = cluster();
    let doctor = |cluster: &Cluster| run(cluster, &["--kubernetes", "doctor"]);
    let (is_well, said) = doctor(&cluster);
    assert!(is_well && said.contains("yes  an API server, v1.33.0") && !said.contains("no   namespace"), "{said}");
    cluster.objects().forbidden = vec![("watch", "pods"), ("patch", "networkpolicies")];
    let (is_well, said) = doctor(&cluster);
    assert!(!is_well && said.contains("no   namespace school: pods: watch: no kernel"), "{said}");
    let image = tempfile::tempdir().unwrap();
    for file in ["bin/python", "share/jupyter/lab/static/index.html"] {
        std::fs::create_dir_all(image.path().join(file).parent().unwrap()).unwrap();
        std::fs::write(image.path().join(file), "").unwrap();
    }
    let folder = image.path().display().to_string();
    let options = ["--kubernetes", "--image", &folder, "--image-reference", "lab:1", "--listen", "127.0.0.1:0"];
    let (is_well, said) = run(&cluster, &options);
    assert!(!is_well && said.contains("--drive-claim"), "{said}");
    let (is_well, said) = run(&cluster, &[&options[..], &["--drive-claim", "notebooks"]].concat());
    assert!(!is_well && said.contains("the cluster refuses the server"), "{said}");
}

/// The lines of a file of `deploy` that begin so, without that.
fn lines(file: &str, start: &str) -> Vec<String> {
    let text = std::fs::read_to_string(testkit::workspace_root().join("deploy").join(file)).unwrap();
    text.lines().filter_map(|line| line.trim().strip_prefix(start)).map(String::from).collect()
}

#[test]
fn the_manifest_has_options_that_the_server_takes_and_the_rights_that_it_asks_for() {
    let options: Vec<String> =
        lines("kubernetes/lab.yaml", "- --").iter().map(|option| format!("--{option}")).collect();
    let is_taken = |more: &[&str]| {
        let mut command = Command::new(LAB);
        command.args(&options).args(more).arg("--help").output().unwrap().status.success()
    };
    assert!(options.len() >= 8 && is_taken(&[]) && !is_taken(&["--kubernete"]), "{options:?}");
    let (cluster, _claim) = cluster();
    run(&cluster, &["--kubernetes", "doctor"]);
    let mut asked = cluster.objects().reviews.clone();
    let mut granted = Vec::new();
    for rule in lines("kubernetes/lab.yaml", "- {apiGroups: [") {
        let (group, rest) = rule.split_once("], resources: [").unwrap();
        let (resource, verbs) = rest.trim_end_matches("]}").split_once("], verbs: [").unwrap();
        granted.extend(verbs.split(", ").map(|verb| format!("{} {resource} {verb}", group.trim_matches('"'))));
    }
    asked.sort();
    granted.sort();
    assert_eq!(asked, granted);
}

#[test]
fn people_of_a_class_have_pods_with_their_own_folders() {
    let (cluster, _claim) = cluster();
    let options = ["--kubernetes", "--image-reference", "lab:1", "--drive-claim", "notebooks"];
    let people = [("ada", "student"), ("tess", "teacher")];
    let Some(server) = Server::class_in(&[("KUBECONFIG", cluster.config())], &people, &options) else { return };
    cluster.objects().fates = vec![Fate::Has(vec![])];
    for name in ["ada", "tess"] {
        server.person(name).done("POST", "api/terminals", json!({}));
    }
    until("both pods are there", || cluster.pods().len() == 2);
    let asked = cluster.objects().asked.clone();
    for (name, is_read_only) in [("ada", true), ("tess", false)] {
        let pod = asked.iter().find(|pod| pod["metadata"]["labels"]["labora/owner"] == name).unwrap();
        let mounts = &pod["spec"]["containers"][0]["volumeMounts"];
        assert_eq!(mounts[0]["subPath"], format!("home/{name}"));
        assert_eq!((&mounts[4]["subPath"], &mounts[4]["readOnly"]), (&json!("shared"), &json!(is_read_only)));
    }
}
