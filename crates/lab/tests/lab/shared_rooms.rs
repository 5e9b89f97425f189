//! Rooms of documents that people share, with the rights of each.

use serde_json::{Value, json};

use crate::collaboration::{Client, cell, notebook, python, wait_until};
use crate::common::{Person, Server};
use crate::people::{enter, insertion, saved};
use crate::sharing::share;
use crate::sockets::Socket;

/// The address of the room of a text.
fn room(person: &Person, path: &str) -> String {
    let asked = json!({"format": "text", "type": "file"});
    let session = person.done("PUT", &format!("api/collaboration/session/{path}"), asked);
    let text = |name: &str| session[name].as_str().unwrap().to_string();
    format!("api/collaboration/room/text:file:{}?sessionId={}", text("fileId"), text("sessionId"))
}

fn sees(socket: &mut Socket, text: &str) {
    while !String::from_utf8_lossy(&socket.next_bytes().unwrap()).contains(text) {}
}

#[test]
fn rights_hold_in_open_rooms_and_change_at_once() {
    let people = [("ada", "student"), ("bob", "student"), ("cyn", "student"), ("eve", "student")];
    let Some(server) = Server::class(&people, &[]) else { return };
    let [ada, bob, cyn, eve] = people.map(|(name, _)| server.person(name));
    ada.done("PUT", "api/contents/d", json!({"type": "directory"}));
    ada.done("PUT", "api/contents/d/n.txt", json!({"type": "file", "format": "text", "content": ""}));
    let rights = |bob: &str, cyn: &str| share(&ada, "d/n.txt", json!({"bob": bob, "cyn": cyn}), Value::Null);
    rights("editor", "commenter");
    let own = room(&ada, "d/n.txt");
    let seen = "shared-with-me/ada/n.txt";
    assert!(room(&bob, seen) == own && room(&cyn, seen) == own, "one room");
    // Who knows the ids but has no right does not enter.
    assert_eq!(eve.socket(&own).unwrap().next_bytes().unwrap_err().0, 1003);
    let [mut of_ada, mut of_bob, mut of_cyn] = [&ada, &bob, &cyn].map(|person| enter(person, &own));
    let mut events = bob.socket("api/events/subscribe").unwrap();
    of_bob.send_bytes(&insertion(7, "hi"));
    sees(&mut of_ada, "hi");
    sees(&mut of_cyn, "hi");
    assert_eq!(saved(&mut of_bob), "success");
    of_cyn.send_bytes(&insertion(8, "no"));
    assert_eq!(saved(&mut of_cyn), "failed");
    // Cursors are everybody's.
    let json = r#"{"user":"cyn"}"#;
    let state = [&[1, json.len() as u8 + 4, 1, 9, 1, json.len() as u8], json.as_bytes()].concat();
    of_cyn.send_bytes(&state);
    sees(&mut of_ada, "cyn");

    rights("viewer", "editor");
    let said = events.next();
    assert_eq!(
        (&said["schema_id"], &said["path"], &said["right"]),
        (&json!("urn:labora:share"), &json!(seen), &json!("viewer"))
    );
    of_bob.send_bytes(&insertion(10, "la"));
    assert_eq!(saved(&mut of_bob), "failed", "a right that is lowered counts at once");
    of_cyn.send_bytes(&insertion(11, "ok"));
    sees(&mut of_ada, "ok");
    assert_eq!(saved(&mut of_cyn), "success", "and so does one that is raised");
    let file = server.drive().join("home/ada/d/n.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.len() == 4 && text.contains("hi") && text.contains("ok"), "{text}");

    // The room goes on under another name, and ends for whom it is not shared with any more.
    ada.done("PATCH", "api/contents/d/n.txt", json!({"path": "d/m.txt"}));
    assert!(room(&cyn, seen) == own);
    ada.done("DELETE", "api/labora/shares/d/m.txt", Value::Null);
    for socket in [&mut of_bob, &mut of_cyn] {
        let (code, reason) = loop {
            if let Err(closed) = socket.next_bytes() {
                break closed;
            }
        };
        assert!(code == 1003 && reason.contains("no longer shared"), "{code} {reason}");
    }
    assert_eq!(cyn.socket(&own).unwrap().next_bytes().unwrap_err().0, 1003);
    assert_eq!(saved(&mut of_ada), "success", "the owner's page goes on");
}

#[test]
fn two_accounts_edit_one_notebook_with_real_clients() {
    let Some(python) = python() else { return };
    let people = [("ada", "student"), ("bob", "student")];
    let Some(server) = Server::class(&people, &[]) else { return };
    let [ada, bob] = people.map(|(name, _)| server.person(name));
    let mut first = cell("one", "");
    first["metadata"]["trusted"] = true.into();
    first["outputs"] = json!([{"output_type": "display_data", "data": {"text/html": "<b>x</b>"}, "metadata": {}}]);
    ada.done("PUT", "api/contents/n.ipynb", json!({"type": "notebook", "content": notebook(&[first])}));
    share(&ada, "n.ipynb", json!({"bob": "editor"}), Value::Null);
    let client = |person: &Person, path: &str| {
        let mut client = Client::start(&python, &["type", &person.headers().to_string(), path]);
        client.ask(&format!("connect {}", server.url));
        client
    };
    let mut of_ada = client(&ada, "n.ipynb");
    assert_eq!(of_ada.ask("content")["trusted"], true, "she has run it");
    let mut of_bob = client(&bob, "shared-with-me/ada/n.ipynb");
    assert_eq!(of_bob.ask("content")["trusted"], false, "what is hers is not active in his page");
    of_bob.ask("trust");
    of_bob.ask("type 100");
    of_ada.ask("type 100");
    let lines = |client: &mut Client| {
        let source = client.ask("content")["source"].as_str().unwrap().to_string();
        source.lines().count()
    };
    wait_until("each has what both typed", || lines(&mut of_ada) == 200 && lines(&mut of_bob) == 200);
    wait_until("no mark of his is left", || of_bob.ask("content")["trusted"] == false);
    assert_eq!(of_ada.ask("content")["trusted"], false);
    let file = server.drive().join("home/ada/n.ipynb");
    wait_until("all is saved", || std::fs::read_to_string(&file).unwrap().matches("\\n").count() >= 200);
    share(&ada, "n.ipynb", json!({"bob": "viewer"}), Value::Null);
    of_bob.ask("type 50");
    of_ada.ask("type 1");
    wait_until("he sees what she types", || lines(&mut of_bob) == 251);
    assert_eq!(lines(&mut of_ada), 201, "and she not what he types");
    share(&ada, "n.ipynb", json!({"bob": "editor"}), Value::Null);
    of_bob.ask("type 1");
    wait_until("what an editor types is hers with all that it follows on", || lines(&mut of_ada) == 252);
}
