//! GPUs of this host in private machines, by a folder that shows what a driver does. Its device files are plain
//! files: what a machine sees, who has which, and what is said are the server's; no program computes.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::accelerators::{open, run};
use crate::common::{LAB, Server, image};

/// What a program sees of GPUs.
const LOOK: &str = "
import glob, os
print(*[(file, open(file).read()) for file in sorted(glob.glob('/dev/nvidia*'))], os.environ.get('JAX_PLATFORMS'))
";

/// A folder with what the driver of a host with this many GPUs shows. `nvidia-smi` says that GPU N has N + 1 MiB of
/// 1,024 in use.
fn host(count: usize) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = root.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05  Release Build\n");
    ["nvidiactl", "nvidia-uvm"].iter().for_each(|name| write(&format!("dev/{name}"), "all"));
    for minor in 0..count {
        write(&format!("dev/nvidia{minor}"), &minor.to_string());
        let text = format!("Model: \t\t NVIDIA L4\nDevice Minor: \t {minor}\n");
        write(&format!("proc/driver/nvidia/gpus/0000:0{minor}:00.0/information"), &text);
    }
    write(
        "usr/bin/nvidia-smi",
        "#!/bin/sh\nfor last; do :; done\nn=${last#--id=0000:0}\necho \"$((${n%%:*} + 1)), 1024\"\n",
    );
    fs::set_permissions(root.path().join("usr/bin/nvidia-smi"), Permissions::from_mode(0o755)).unwrap();
    root
}

fn server(root: &Path, places: &str) -> Option<Server> {
    let root = root.to_str().unwrap();
    Server::sandboxed(&["--network", "none", "--gpu-root", root, "--notebooks-per-gpu", places])
}

/// The accelerator of a session.
fn accelerator(session: &Value) -> &str {
    session["accelerator"].as_str().unwrap_or("NONE")
}

fn patch(server: &Server, session: &Value, accelerator: &str) -> crate::common::Answer {
    let path = format!("api/sessions/{}", session["id"].as_str().unwrap());
    server.call("PATCH", &path, json!({"accelerator": accelerator}))
}

/// Why no GPU can be chosen.
fn reason(server: &Server) -> Value {
    let all = server.get("api/labora/accelerators");
    let gpu = all.as_array().unwrap().iter().find(|model| model["name"] == "GPU").unwrap();
    assert_eq!(gpu["available"] == true, gpu["reason"].is_null());
    gpu["reason"].clone()
}

#[test]
fn a_notebook_for_a_gpu_has_one_of_its_own_until_it_is_changed() {
    let root = host(2);
    let Some(mut server) = server(root.path(), "1") else { return };
    assert_eq!(reason(&server), Value::Null);
    let notebook = json!({"cells": [], "metadata": {"accelerator": "GPU"}, "nbformat": 4, "nbformat_minor": 5});
    let names = ["a.ipynb", "b.ipynb", "c.ipynb"];
    names.iter().for_each(|name| server.write(name, &notebook.to_string()));
    let [a, b, c] = names.map(|name| open(&server, name, Value::Null));
    assert_eq!([&a, &b, &c].map(accelerator), ["GPU", "GPU", "NONE"], "there are two");
    let seen = |gpu| format!("('/dev/nvidia-uvm', 'all') ('/dev/nvidia{gpu}', '{gpu}') ('/dev/nvidiactl', 'all') None");
    assert_eq!([&a, &b, &c].map(|session| run(&server, session, LOOK)), [seen(0), seen(1), "None".into()]);
    let runtime = server.get(&format!("api/labora/runtimes/{}", b["kernel"]["id"].as_str().unwrap()));
    assert_eq!(runtime["gpu"], json!({"used": 2 << 20, "limit": 1 << 30}));
    assert!(reason(&server).as_str().unwrap().contains("all GPUs of this machine are in use"));
    let refused = patch(&server, &c, "GPU");
    assert!(refused.status == 400 && refused.text.contains("in use"), "{}", refused.text);
    assert_eq!(run(&server, &c, "print('still here')"), "still here");
    // The same again is no change, and a restart keeps it.
    assert_eq!(patch(&server, &a, "GPU").status, 200);
    let restart = format!("api/kernels/{}/restart", a["kernel"]["id"].as_str().unwrap());
    assert_eq!(server.call("POST", &restart, Value::Null).status, 200);
    assert_eq!(run(&server, &a, LOOK), seen(0));
    // The next server knows who has them.
    server.kill();
    server.start_again();
    assert_eq!(run(&server, &a, LOOK), seen(0));
    assert!(patch(&server, &c, "GPU").text.contains("in use"));
    assert_eq!(patch(&server, &b, "NONE").status, 200);
    assert_eq!(patch(&server, &c, "GPU").status, 200);
    assert_eq!([&b, &c].map(|session| run(&server, session, LOOK)), ["None".into(), seen(1)]);
}

#[test]
fn notebooks_share_a_gpu_if_the_server_says_so() {
    let root = host(1);
    let Some(server) = server(root.path(), "2") else { return };
    let [a, b] = ["a.ipynb", "b.ipynb"].map(|name| open(&server, name, "GPU".into()));
    let share = "import os\nprint(os.environ['XLA_PYTHON_CLIENT_MEM_FRACTION'], open('/dev/nvidia0').read())";
    assert_eq!([&a, &b].map(|session| run(&server, session, share)), ["0.37 0", "0.37 0"]);
    assert!(reason(&server).as_str().unwrap().contains("the GPU of this machine is in use"));
}

#[test]
fn the_doctor_says_what_there_is_of_gpus() {
    let Some(image) = image() else { return };
    let doctor = |root: &Path, more: &[&str]| {
        let mut command = Command::new(LAB);
        command.arg("--gpu-root").arg(root).arg("--image").arg(image).args(more).arg("doctor");
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let root = host(2);
    let said = doctor(root.path(), &[]);
    assert!(said.contains("yes  a GPU for notebooks on this host: 2 x NVIDIA L4, driver 580.95.05\n"), "{said}");
    assert!(said.contains("no   JAX's plugin for CUDA in the image: "), "{said}");
    let said = doctor(root.path(), &["--notebooks-per-gpu", "0"]);
    assert!(said.contains("no   a GPU for notebooks on this host: the server was started with"), "{said}");
    fs::remove_file(root.path().join("dev/nvidiactl")).unwrap();
    let said = doctor(root.path(), &[]);
    assert!(said.contains("no   a GPU for notebooks on this host: ") && said.contains("nvidiactl: "), "{said}");
}
