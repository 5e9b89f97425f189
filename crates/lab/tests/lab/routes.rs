//! Every route, as somebody to whom nothing of it belongs.

use serde_json::{Value, json};

use crate::common::{Person, Server};
use crate::people::{open, sleeping_kernel};

/// The sources with the tables of routes: what is added there is walked here.
const LABORATORY: &str = include_str!("../../src/server/routes.rs");
const TEACHER: &str = include_str!("../../src/server/teacher.rs");

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/// What all of Ada's owned have in them.
const SECRET: &str = "secret-of-ada";

/// The paths of a table of routes.
fn routes(source: &str) -> Vec<&str> {
    let rest = source.split(".route(").skip(1);
    rest.map(|text| text.trim_start().strip_prefix('"').and_then(|text| text.split('"').next()).unwrap()).collect()
}

/// What Ada has.
struct Owned {
    kernel: String,
    session: String,
    room: String,
}

impl Owned {
    fn make(ada: &Person) -> Owned {
        let notebook = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
            {"cell_type": "markdown", "id": "a", "metadata": {}, "source": SECRET}]});
        ada.done("PUT", "api/contents/ada.ipynb", json!({"type": "notebook", "content": notebook}));
        ada.done("PUT", "lab/api/workspaces/ada", json!({"data": {"x": SECRET}, "metadata": {"id": "ada"}}));
        ada.done("PUT", "lab/api/settings/@x/y:z", json!({"raw": json!({"s": SECRET}).to_string()}));
        ada.done("PUT", "api/config/ada", json!({"x": SECRET}));
        ada.done("POST", "api/terminals", json!({"name": "ada"}));
        let kernel = open(ada, "ada.ipynb");
        let session = ada.get("api/sessions")[0]["id"].as_str().unwrap().to_string();
        let shared = json!({"format": "json", "type": "notebook"});
        let shared = ada.done("PUT", "api/collaboration/session/ada.ipynb", shared);
        let room = format!("json:notebook:{}", shared["fileId"].as_str().unwrap());
        Owned { kernel, session, room }
    }

    /// A path of a route with Ada's numbers and names.
    fn path(&self, route: &str) -> String {
        let id = if route.starts_with("/api/sessions") { &self.session } else { &self.kernel };
        let kernelspec = route.contains("kernelspecs/");
        let path = route
            .replace("{id}", id)
            .replace("{kernel}", &self.kernel)
            .replace("{room}", &self.room)
            .replace("{name}", if kernelspec { "python3" } else { "ada" })
            .replace("{*path}", "ada.ipynb")
            .replace("{*name}", "ada")
            .replace("{*id}", "@x/y:z")
            .replace("{section}", "ada")
            .replace("{format}", "python")
            .replace("{request}", "r1")
            .replace("{file}", "kernel.json")
            .replace("{locale}", "en");
        assert!(!path.contains('{'), "{route}: say what its parameter is");
        path.trim_start_matches('/').to_string()
    }

    /// All that Ada reads of hers.
    fn read(&self, ada: &Person) -> Value {
        let paths = ["api/contents/ada.ipynb", "lab/api/workspaces/ada", "lab/api/settings/@x/y:z", "api/config/ada"];
        let mut all: Vec<Value> = paths.iter().map(|path| ada.get(path)).collect();
        all.push(ada.get("api/sessions")[0]["id"].clone());
        all.push(ada.get(&format!("api/kernels/{}", self.kernel))["id"].clone());
        all.push(ada.get("api/terminals")[0]["name"].clone());
        all.into()
    }
}

#[test]
fn what_is_anothers_is_as_if_it_were_not_there() {
    let people = [("ada", "student"), ("bob", "student"), ("tess", "teacher")];
    let Some(server) = Server::class(&people, &[]) else { return };
    sleeping_kernel(&server);
    let schema = server.image_folder().join("share/jupyter/lab/schemas/@x/y");
    std::fs::create_dir_all(&schema).unwrap();
    std::fs::write(schema.join("z.json"), json!({"properties": {"s": {"type": "string"}}}).to_string()).unwrap();
    let (ada, bob, tess) = (server.person("ada"), server.person("bob"), server.person("tess"));
    let owned = Owned::make(&ada);
    let before = owned.read(&ada);
    assert!(routes(LABORATORY).len() > 50, "{:?}", routes(LABORATORY));
    for route in routes(LABORATORY) {
        let path = owned.path(route);
        let is_of_ada = route.contains("{id}") || route.contains("{kernel}") || route.contains("terminals/{");
        for (who, person) in [("bob", &bob), ("tess", &tess)] {
            for method in METHODS {
                let answer = person.call(method, &path, if method == "GET" { Value::Null } else { json!({}) });
                let said = format!("{who}: {method} {path}: {} {}", answer.status, answer.text);
                assert!(!answer.text.contains(SECRET), "{said}");
                assert!(path.contains(&owned.kernel) || !answer.text.contains(&owned.kernel), "{said}");
                assert!(answer.status != 500, "{said}");
                if is_of_ada && !route.contains("websocket") && !route.ends_with("channels") {
                    assert!([400, 404, 405].contains(&answer.status), "{said}");
                }
            }
        }
        if !route.starts_with("/api/contents") {
            for method in METHODS {
                let stranger = server.send(method, &path, &[], "{}");
                assert!([303, 403].contains(&stranger.status), "{method} {path}: {}", stranger.status);
            }
        }
    }
    for route in routes(TEACHER) {
        let path = route.replace("{file}", "teacher.js");
        for method in METHODS {
            let answer = bob.call(method, path.trim_start_matches('/'), json!({"name": "ada", "path": "ada.ipynb"}));
            assert_eq!(answer.status, 404, "{method} {path}: {}", answer.text);
        }
    }
    assert_eq!(owned.read(&ada), before, "nothing was changed");
    assert_eq!(bob.socket(&format!("api/kernels/{}/channels", owned.kernel)).err(), Some(404));
    assert_eq!(bob.socket("terminals/websocket/ada").err(), Some(404));
    assert_eq!(owned.read(&ada), before);
}
