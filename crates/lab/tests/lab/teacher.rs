//! The teacher's page and its interface.

use serde_json::json;

use crate::common::{Person, Server};
use crate::people::{open, sleeping_kernel};

const PEOPLE: [(&str, &str); 3] = [("ada", "student"), ("bob", "student"), ("tess", "teacher")];

fn save(person: &Person, path: &str, content: &str) {
    let file = json!({"type": "file", "format": "text", "content": content});
    person.done("PUT", &format!("api/contents/{path}"), file);
}

fn read(person: &Person, path: &str) -> String {
    person.get(&format!("api/contents/{path}?type=file"))["content"].as_str().unwrap().to_string()
}

#[test]
fn a_teacher_sees_the_class_stops_a_runtime_and_says_something() {
    let Some(server) = Server::class(&PEOPLE, &[]) else { return };
    sleeping_kernel(&server);
    let (ada, bob, tess) = (server.person("ada"), server.person("bob"), server.person("tess"));
    let kernel = open(&ada, "n.ipynb");
    ada.done("POST", "api/terminals", json!({"name": "t"}));
    let class = tess.get("api/labora/class");
    let person = |name: &str| class["people"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    let runtime = &person("ada")["runtimes"][0];
    assert_eq!((&runtime["kernel"], &runtime["path"]), (&json!(kernel), &json!("n.ipynb")));
    assert!(runtime["age"].as_f64().unwrap() < 600.0 && runtime["memory"]["limit"].as_u64() > Some(0), "{runtime}");
    assert_eq!((&runtime["accelerator"], &person("ada")["terminals"][0]["name"]), (&json!("NONE"), &json!("t")));
    assert_eq!(person("ada")["sessions"][0]["address"], "127.0.0.1");
    assert_eq!((&person("bob")["runtimes"], &person("tess")["role"]), (&json!([]), &json!("teacher")));

    let (mut of_ada, mut of_bob) =
        (ada.socket("api/events/subscribe").unwrap(), bob.socket("api/events/subscribe").unwrap());
    let sent = tess.done("POST", "api/labora/class/messages", json!({"to": "ada", "text": "Hello Ada"}));
    assert_eq!(sent["pages"], 1);
    assert_eq!(of_ada.next(), json!({"schema_id": "urn:labora:message", "from": "tess", "text": "Hello Ada"}));
    assert_eq!(tess.done("POST", "api/labora/class/messages", json!({"text": "Hello all"}))["pages"], 2);
    assert_eq!((&of_ada.next()["text"], &of_bob.next()["text"]), (&json!("Hello all"), &json!("Hello all")));

    tess.done("POST", "api/labora/class/stop", json!({"name": "ada", "kernel": kernel}));
    assert_eq!(ada.get("api/kernels"), json!([]));
    assert_eq!(of_ada.next()["text"], "Your runtime was stopped: n.ipynb");
    tess.done("POST", "api/labora/class/stop", json!({"name": "ada", "terminal": "t"}));
    assert_eq!(ada.get("api/terminals"), json!([]));
    for (path, body, status) in [
        ("stop", json!({"name": "ada", "kernel": kernel}), 404),
        ("stop", json!({"name": "eve", "kernel": kernel}), 404),
        ("stop", json!({"name": "ada"}), 400),
        ("messages", json!({"to": "eve", "text": "x"}), 404),
        ("messages", json!({"text": " "}), 400),
    ] {
        assert_eq!(tess.call("POST", &format!("api/labora/class/{path}"), body.clone()).status, status, "{body}");
    }
    let without_xsrf = server.send("POST", "api/labora/class/messages", &[("cookie", &tess.cookies)], "{}");
    assert_eq!(without_xsrf.status, 403);
    let audit = server.audit();
    let what: Vec<&str> = audit.iter().filter(|l| l["who"] == "tess").filter_map(|l| l["what"].as_str()).collect();
    assert_eq!(what, ["login", "message", "message", "stop by teacher", "stop by teacher"]);
    let of_ada: Vec<&str> = audit.iter().filter(|l| l["who"] == "ada").filter_map(|l| l["what"].as_str()).collect();
    assert_eq!(of_ada.iter().filter(|what| **what == "start").count(), 2, "{audit:?}");
    assert!(audit.iter().all(|line| !line.to_string().contains("Hello")), "messages are nobody else's business");
}

#[test]
fn a_file_is_handed_out_and_collected_and_nothing_is_overwritten() {
    let Some(server) = Server::class(&PEOPLE, &[]) else { return };
    let (ada, tess) = (server.person("ada"), server.person("tess"));
    save(&tess, "shared/week1.ipynb", "{\"task\": 1}");
    save(&ada, "week1.ipynb", "hers");
    let out = tess.done("POST", "api/labora/class/hand-outs", json!({"path": "shared/week1.ipynb"}));
    let expected = json!([{"name": "ada", "path": "week1-1.ipynb"}, {"name": "bob", "path": "week1.ipynb"}]);
    assert_eq!((&out["copies"], &out["failed"]), (&expected, &json!([])));
    assert_eq!((read(&ada, "week1.ipynb"), read(&ada, "week1-1.ipynb")), ("hers".into(), "{\"task\": 1}".into()));
    let bob = server.person("bob");
    assert_eq!(read(&bob, "week1.ipynb"), "{\"task\": 1}", "one who was never here has it, too");

    save(&ada, "week1-1.ipynb", "solved");
    let found = tess.done("POST", "api/labora/class/collections", json!({"path": "week1-1.ipynb"}));
    assert_eq!((&found["missing"], &found["failed"]), (&json!(["bob"]), &json!([])));
    let folder = found["folder"].as_str().unwrap();
    assert!(folder.starts_with("collected/week1-1/20"), "{folder}");
    let copy = format!("{folder}/ada.ipynb");
    assert_eq!(found["collected"], json!([{"name": "ada", "path": copy}]));
    assert_eq!(read(&tess, &copy), "solved");
    // A link of a student leads to no file of others.
    let link = server.drive().join("home/bob/week1-1.ipynb");
    std::os::unix::fs::symlink(server.drive().join("home/tess").join(&copy), link).unwrap();
    let again = tess.done("POST", "api/labora/class/collections", json!({"path": "week1-1.ipynb"}));
    assert_eq!((again["collected"].as_array().unwrap().len(), &again["missing"]), (1, &json!(["bob"])));
    for (route, path) in [("hand-outs", "none.ipynb"), ("hand-outs", "../x"), ("collections", "a/../../x")] {
        let refused = tess.call("POST", &format!("api/labora/class/{route}"), json!({"path": path}));
        assert_eq!(refused.status, 404, "{path}: {}", refused.text);
    }
    let audit = server.audit();
    assert_eq!(audit.iter().filter(|line| line["what"] == "collect").count(), 2);
    assert!(audit.iter().any(|line| line["what"] == "hand out" && line["path"] == "shared/week1.ipynb"));
}

#[test]
fn a_teacher_gives_a_student_a_new_password_and_no_teacher() {
    let people = [("ada", "student"), ("tess", "teacher"), ("tom", "teacher")];
    let Some(server) = Server::class(&people, &[]) else { return };
    let (ada, tess, tom) = (server.person("ada"), server.person("tess"), server.person("tom"));
    let reset = |name: &str| tess.call("POST", "api/labora/class/passwords", json!({"name": name}));
    let answer = reset("ada");
    let password = answer.json()["password"].as_str().unwrap().to_string();
    assert_eq!(ada.call("GET", "api/status", json!(null)).status, 403, "her sessions have ended");
    assert_eq!(server.log_in("ada", &crate::common::password_of("ada")).status, 401);
    assert_eq!(server.log_in("ada", &password).status, 303);
    assert_ne!(reset("ada").json()["password"], password.as_str());
    assert_eq!((reset("tom").status, reset("tess").status, reset("eve").status), (403, 403, 404));
    assert_eq!(tom.call("GET", "api/status", json!(null)).status, 200);
    let audit = server.audit();
    assert!(audit.iter().any(|line| line["what"] == "password reset" && line["of"] == "ada" && line["who"] == "tess"));
    assert!(audit.iter().all(|line| !line.to_string().contains(&password)));
}

#[test]
fn the_page_has_its_script_and_no_other() {
    let Some(server) = Server::class(&PEOPLE, &["--base-url", "/class"]) else { return };
    let answer = server.log_in("tess", &crate::common::password_of("tess"));
    let cookies = answer.cookies().0;
    let get = |path: &str| server.send("GET", path, &[("cookie", &cookies)], "");
    let page = get("teacher");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert!(page.text.contains("src=\"/class/teacher/teacher.js\"") && !page.text.contains("BASE"), "{}", page.text);
    assert_eq!(get("teacher/teacher.js").header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!((get("teacher/teacher.css").status, get("teacher/other.js").status), (200, 404));
}
