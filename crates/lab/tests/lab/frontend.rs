//! Stock JupyterLab's page and what it asks for.

use serde_json::{Value, json};

use crate::common::Server;
use crate::sockets::Socket;

#[test]
fn the_page_and_all_that_it_names_is_there() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let page = server.call("GET", "lab/tree/a%20b.ipynb", Value::Null);
    assert_eq!(page.status, 200);
    let config = page.text.split("type=\"application/json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let config: Value = serde_json::from_str(config).unwrap();
    assert_eq!((config["treePath"].as_str(), config["baseUrl"].as_str()), (Some("a b.ipynb"), Some("/")));
    let untracked = config["untracked_message_types"].as_array().unwrap();
    assert!(untracked.contains(&json!("debug_request")) && !untracked.contains(&json!("execute_request")));
    let script = page.text.split("src=\"/").nth(1).unwrap().split('"').next().unwrap();
    let script = server.call("GET", script, Value::Null);
    assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
    let nowhere = server.call("GET", "lab/none/a.ipynb", Value::Null);
    assert!(nowhere.status == 200 && nowhere.text.contains("\"notFoundUrl\":\"/lab/none/a.ipynb\""));
    assert_eq!(server.call("GET", "lab/api/none", Value::Null).status, 404);
    let own = config["federated_extensions"].as_array().unwrap().iter().find(|one| one["name"] == "@labora/lab");
    let address = format!("lab/extensions/@labora/lab/{}", own.unwrap()["load"].as_str().unwrap());
    let own = server.call("GET", &address, Value::Null);
    assert_eq!((own.status, own.header("content-type")), (200, "text/javascript; charset=utf-8"));
    let settings = server.get("lab/api/settings");
    let names: Vec<&str> = settings["settings"].as_array().unwrap().iter().filter_map(|s| s["id"].as_str()).collect();
    assert!(names.len() > 60 && names.contains(&"@jupyterlab/apputils-extension:themes"), "{names:?}");
    let theme = server.call("GET", "lab/api/themes/@jupyterlab/theme-light-extension/index.css", Value::Null);
    assert_eq!(theme.status, 200);
    assert_eq!(server.get("api/kernelspecs")["kernelspecs"]["python3"]["spec"]["language"], "python");
    let logo = server.get("api/kernelspecs")["kernelspecs"]["python3"]["resources"]["logo-64x64"].clone();
    assert_eq!(server.call("GET", logo.as_str().unwrap().trim_start_matches('/'), Value::Null).status, 200);
}

#[test]
fn settings_and_workspaces_are_kept() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    let id = "lab/api/settings/@jupyterlab/apputils-extension:themes";
    let dark = json!({"raw": "{// mine\n\"theme\": \"JupyterLab Dark\"}"});
    assert_eq!(server.call("PUT", id, dark).status, 204);
    assert_eq!(server.get(id)["settings"]["theme"], "JupyterLab Dark");
    assert_eq!(server.call("PUT", id, json!({"raw": "{\"theme\": 1}"})).status, 400);
    assert_eq!(server.call("GET", "lab/api/settings/@jupyterlab/none:none", Value::Null).status, 404);
    let workspace = json!({"data": {"x": 1}, "metadata": {"id": "default"}});
    assert_eq!(server.call("PUT", "lab/api/workspaces/default", workspace).status, 204);
    assert_eq!(server.get("lab/api/workspaces/default")["data"], json!({"x": 1}));
    for method in ["PUT", "DELETE"] {
        assert_eq!(server.call(method, "lab/api/workspaces", json!({"metadata": {"id": ""}})).status, 400);
    }
}

/// The values are those of Jupyter Server's own test of this.
#[test]
fn a_change_of_configuration_goes_into_objects_and_leaves_no_empty_ones() {
    let server = Server::start(&[]);
    let before = json!({"foo": "bar", "baz": 73, "sub": {"a": 6, "b": 7}, "sub2": {"c": 8}});
    assert_eq!(server.call("PUT", "api/config/example", before.clone()).status, 204);
    assert_eq!(server.get("api/config/example"), before);
    let change =
        json!({"foo": null, "baz": 75, "wib": [1, 2, 3], "sub": {"a": 8, "b": null, "d": 9}, "sub2": {"c": null}});
    let after = json!({"baz": 75, "wib": [1, 2, 3], "sub": {"a": 8, "d": 9}});
    assert_eq!(server.call("PATCH", "api/config/example", change).json(), after);
    assert_eq!(server.get("api/config/example"), after);
}

#[test]
fn pages_hear_events_of_jupyter_servers_schemas_alone() {
    let server = Server::start(&["--no-sandbox"]);
    let mut page = Socket::open(&server, "api/events/subscribe");
    let schema = "https://events.jupyter.org/jupyter_server/contents_service/v1";
    let emit = |schema: &str, version: &str| {
        let event = json!({"schema_id": schema, "version": version, "data": {"action": "get", "path": "a"}});
        server.call("POST", "api/events", event).status
    };
    assert_eq!((emit("urn:labora:message", "1"), emit(schema, "2"), emit(schema, "1")), (400, 400, 204));
    assert_eq!(page.next(), json!({"action": "get", "path": "a", "schema_id": schema}));
}
