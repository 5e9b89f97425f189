//! Earlier states of files.

use serde_json::{Value, json};

use crate::common::Server;

#[test]
fn a_save_keeps_the_state_before_and_one_can_be_restored() {
    let server = Server::start(&[]);
    let put = |text: &str| {
        let model = json!({"type": "file", "format": "text", "content": text});
        assert!(server.call("PUT", "api/contents/a.txt", model).status < 300);
    };
    let list = |path: &str| server.get(&format!("api/labora/revisions/{path}")).as_array().unwrap().clone();
    put("one\n");
    assert!(list("a.txt").is_empty(), "nothing was replaced yet");
    put("second\n");
    put("third\n");
    let kept = list("a.txt");
    assert_eq!((kept.len(), &kept[0]["size"], &kept[0]["replaced_by"]), (1, &json!(4), &Value::Null), "{kept:?}");
    let first = kept[0]["id"].as_str().unwrap();
    let compared = server.get(&format!("api/labora/revisions/a.txt?compare={first}"));
    assert_eq!(compared, json!({"kind": "text", "lines": [["-", "one"], ["+", "third"]]}));
    let restored = server.call("POST", "api/labora/revisions/a.txt", json!({"restore": first}));
    assert_eq!(restored.status, 204, "{}", restored.text);
    assert_eq!(server.get("api/contents/a.txt")["content"], "one\n");
    let kept = list("a.txt");
    assert_eq!((kept.len(), &kept[0]["size"]), (2, &json!(6)), "the state before is kept, and comes first: {kept:?}");
    let present = kept[0]["id"].as_str().unwrap();
    let compared = server.get(&format!("api/labora/revisions/a.txt?compare={first}&with={present}"));
    assert_eq!(compared["lines"], json!([["-", "one"], ["+", "third"]]));
    assert_eq!(server.call("PATCH", "api/contents/a.txt", json!({"path": "b.txt"})).status, 200);
    assert_eq!((list("a.txt").len(), list("b.txt").len()), (0, 2));
    assert_eq!(std::fs::read_dir(server.drive()).unwrap().count(), 1, "the drive has the file alone");
    for (path, body, status) in [
        ("b.txt", json!({"restore": "none"}), 404),
        ("b.txt", json!({}), 400),
        ("../b.txt", json!({"restore": first}), 404),
        (".b.txt", json!({"restore": first}), 400),
    ] {
        let answer = server.call("POST", &format!("api/labora/revisions/{path}"), body);
        assert_eq!(answer.status, status, "{path}: {}", answer.text);
    }
    assert_eq!(server.call("DELETE", "api/contents/b.txt", Value::Null).status, 204);
    assert!(list("b.txt").is_empty());
}
