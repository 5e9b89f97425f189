//! Documents that people share: by names and by links, with rights, and with comments.

use serde_json::{Value, json};

use crate::common::{Answer, Person, Server, password_of};
use crate::people::{open, sleeping_kernel};

const PEOPLE: [(&str, &str); 4] = [("ada", "student"), ("bob", "student"), ("cyn", "student"), ("tess", "teacher")];
/// What no answer to others has: the owner's folder of the document.
const FOLDER: &str = "folder-of-ada";
/// The document in the lists of others.
const SEEN: &str = "shared-with-me/ada/n.ipynb";

/// A notebook with a script in its outputs, which its page trusts.
fn notebook(source: &str) -> Value {
    let output = json!({"output_type": "display_data", "data": {"text/html": "<script>evil</script>"}, "metadata": {}});
    let cell = json!({"cell_type": "code", "id": "one", "metadata": {"trusted": true}, "source": source,
                      "execution_count": 1, "outputs": [output]});
    json!({"type": "notebook", "content": {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}})
}

/// Saves a file of Ada's; returns its path.
fn save(ada: &Person, name: &str, model: Value) -> String {
    ada.call("PUT", &format!("api/contents/{FOLDER}"), json!({"type": "directory"}));
    let path = format!("{FOLDER}/{name}");
    ada.done("PUT", &format!("api/contents/{path}"), model);
    path
}

/// Shares a file; returns the address of its link.
pub fn share(owner: &Person, path: &str, people: Value, link: Value) -> String {
    let shared = owner.done("PUT", &format!("api/labora/shares/{path}"), json!({"people": people, "link": link}));
    shared["link"]["address"].as_str().unwrap().trim_start_matches('/').to_string()
}

/// Opens a link; returns where it leads.
fn follow(person: &Person, link: &str) -> String {
    let answer = person.call("GET", link, Value::Null);
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.header("location").to_string()
}

fn names(person: &Person, folder: &str) -> Vec<String> {
    let model = person.get(&format!("api/contents/{folder}"));
    let entries = model["content"].as_array().unwrap();
    let mut names: Vec<String> = entries.iter().map(|entry| entry["name"].as_str().unwrap().into()).collect();
    names.sort();
    names
}

fn refused(answer: &Answer, status: u16, why: &str) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert!(answer.text.contains(why) && !answer.text.contains(FOLDER), "{}", answer.text);
}

#[test]
fn a_link_leads_to_a_document_until_it_is_withdrawn() {
    let Some(server) = Server::class(&PEOPLE, &[]) else { return };
    let [ada, bob, cyn, tess] = PEOPLE.map(|(name, _)| server.person(name));
    let path = save(&ada, "n.ipynb", notebook("first"));
    let unshared = json!({"owner": "ada", "right": "owner", "people": {}, "link": null});
    assert_eq!(ada.get(&format!("api/labora/shares/{path}")), unshared);
    let link = share(&ada, &path, json!({}), json!("viewer"));
    // Whoever is not logged in does so first, and comes back to the link.
    let login = server.send("GET", &link, &[], "").header("location").to_string();
    let back = server.log_in_at(&login[1..], "bob", &password_of("bob"));
    assert_eq!(back.header("location"), format!("/{link}"), "{login}");
    // Browsers send no cookies with a link in a page of another site: a page here goes on to the same one.
    let foreign = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
    let onward = server.send("GET", &link, &foreign, "");
    assert!(onward.status == 200 && onward.text.contains(&format!("content=\"0;url=/{link}\"")), "{}", onward.text);
    let evil = server.send("GET", "share?key=%22%3E%3Cscript%3E", &foreign, "");
    assert!(!evil.text.contains("<script"), "{}", evil.text);
    assert_eq!(follow(&bob, &link), format!("/lab/tree/{SEEN}"));
    assert_eq!(follow(&ada, &link), format!("/lab/tree/{path}"), "the owner's own file");
    assert_eq!(names(&bob, ""), ["shared", "shared-with-me"]);
    assert_eq!(
        (names(&bob, "shared-with-me"), names(&bob, "shared-with-me/ada")),
        (vec!["ada".into()], vec!["n.ipynb".into()])
    );

    let model = bob.call("GET", &format!("api/contents/{SEEN}"), Value::Null);
    assert!(model.status == 200 && !model.text.contains(FOLDER), "{}", model.text);
    let model = model.json();
    assert_eq!((&model["path"], &model["name"], &model["writable"]), (&json!(SEEN), &json!("n.ipynb"), &json!(false)));
    let cell = |model: &Value| model["content"]["cells"][0].clone();
    assert_eq!(cell(&model)["metadata"]["trusted"], false, "the owner trusts the outputs, not the guest");
    assert!(bob.call("GET", &format!("files/{SEEN}"), Value::Null).text.contains("first"));
    for (method, address, body, why) in [
        ("PUT", format!("api/contents/{SEEN}"), notebook("bob's"), "needs editor"),
        ("PATCH", format!("api/contents/{SEEN}"), json!({"path": "mine.ipynb"}), "ada's, who alone may rename"),
        ("PATCH", "api/contents/shared".into(), json!({"path": "shared-with-me/x"}), "what others share"),
        ("POST", "api/contents/shared-with-me/ada".into(), json!({"type": "file"}), "nothing else"),
        ("DELETE", "api/contents/shared-with-me/ada".into(), Value::Null, "nothing else"),
        ("DELETE", "api/contents/shared-with-me".into(), Value::Null, "nothing else"),
        ("POST", format!("api/contents/{SEEN}/checkpoints"), Value::Null, "needs editor"),
        ("POST", format!("api/contents/{SEEN}/trust"), Value::Null, "not trusted"),
        ("GET", format!("api/labora/revisions/{SEEN}"), Value::Null, "who alone may"),
        ("PUT", format!("api/labora/shares/{SEEN}"), json!({"link": "editor"}), "who alone may share"),
    ] {
        refused(&bob.call(method, &address, body), 403, why);
    }
    let copy = bob.done("POST", "api/contents", json!({"copy_from": SEEN}));
    assert_eq!((&copy["path"], &copy["writable"]), (&json!("n.ipynb"), &json!(true)));
    for other in [&cyn, &tess] {
        refused(&other.call("GET", &format!("api/contents/{SEEN}"), Value::Null), 404, "not shared with you");
        assert_eq!(names(other, ""), ["shared"]);
    }

    // Who runs it has a runtime of their own.
    sleeping_kernel(&server);
    open(&bob, SEEN);
    assert_eq!((&bob.get("api/sessions")[0]["path"], ada.get("api/sessions")), (&json!(SEEN), json!([])));

    // An editor's trust is not the owner's.
    share(&ada, &path, json!({"cyn": "editor"}), json!("viewer"));
    let saved = cyn.done("PUT", &format!("api/contents/{SEEN}"), notebook("cyn's"));
    assert_eq!((&saved["path"], &saved["writable"]), (&json!(SEEN), &json!(true)));
    let model = ada.get(&format!("api/contents/{path}"));
    assert_eq!((&cell(&model)["source"], &cell(&model)["metadata"]["trusted"]), (&json!("cyn's"), &json!(false)));
}

#[test]
fn a_link_counts_until_it_is_withdrawn_and_the_log_tells_of_it() {
    let Some(server) = Server::class(&PEOPLE, &[]) else { return };
    let [ada, bob, cyn, _] = PEOPLE.map(|(name, _)| server.person(name));
    let path = save(&ada, "n.ipynb", notebook("first"));
    let link = share(&ada, &path, json!({"cyn": "editor"}), json!("viewer"));
    follow(&bob, &link);
    bob.done("POST", "api/contents", json!({"copy_from": SEEN}));
    // Off the list, and back by the link; then it is another link, then none.
    bob.done("DELETE", &format!("api/contents/{SEEN}"), Value::Null);
    assert_eq!(
        (names(&bob, ""), bob.get("api/contents/n.ipynb")["name"].clone()),
        (vec!["n.ipynb".into(), "shared".into()], json!("n.ipynb"))
    );
    follow(&bob, &link);
    let renewed = ada.done(
        "PUT",
        &format!("api/labora/shares/{path}"),
        json!({"people": {"cyn": "editor"}, "link": "viewer", "renew": true}),
    );
    refused(&bob.call("GET", &link, Value::Null), 404, "no document any more");
    refused(&bob.call("GET", &format!("api/contents/{SEEN}"), Value::Null), 404, "not shared with you");
    let link = renewed["link"]["address"].as_str().unwrap()[1..].to_string();
    share(&ada, &path, json!({"cyn": "editor"}), Value::Null);
    refused(&bob.call("GET", &link, Value::Null), 403, "ask its owner");
    assert_eq!(follow(&cyn, &link), format!("/lab/tree/{SEEN}"));
    // A rename keeps it shared, a deletion does not.
    ada.done("PATCH", &format!("api/contents/{FOLDER}"), json!({"path": "other"}));
    assert_eq!(cyn.get(&format!("api/contents/{SEEN}"))["size"], ada.get("api/contents/other/n.ipynb")["size"]);
    ada.done("DELETE", "api/contents/other", Value::Null);
    assert_eq!(names(&cyn, ""), ["shared"]);
    assert_eq!(std::fs::read_dir(server.state().join("shares")).unwrap().count(), 0);

    let audit = server.audit();
    let of = |what: &str| {
        audit.iter().filter(|line| line["what"] == what).map(|line| line["who"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("share").len(), of("share opened"), of("share left")),
        (3, vec!["bob".into(), "bob".into(), "cyn".into()], vec![json!("bob")])
    );
    let key = |link: &str| link.split("key=").nth(1).unwrap().to_string();
    assert!(audit.iter().all(|line| !line.to_string().contains(&key(&link))), "no secret is noted");
}

#[test]
fn no_name_or_link_of_files_leads_elsewhere() {
    let Some(server) = Server::class(&PEOPLE[..2], &[]) else { return };
    let [ada, bob] = ["ada", "bob"].map(|name| server.person(name));
    let file = |text: &str| json!({"type": "file", "format": "text", "content": text});
    let (a, b) = (save(&ada, "a.txt", file("a")), "a.txt");
    ada.done("PUT", &format!("api/contents/{b}"), file("b"));
    // A folder of his own that has the name is not seen.
    bob.done("PUT", "api/contents/x.txt", file("own"));
    let home = server.drive().join("home");
    std::fs::create_dir_all(home.join("bob/shared-with-me/ada")).unwrap();
    std::fs::write(home.join("bob/shared-with-me/ada/own.txt"), "own").unwrap();
    assert_eq!(names(&bob, ""), ["shared", "x.txt"]);
    share(&ada, &a, json!({"bob": "editor"}), Value::Null);
    share(&ada, b, json!({"bob": "viewer"}), Value::Null);
    assert_eq!(names(&bob, "shared-with-me/ada"), ["a-1.txt", "a.txt"]);
    let read = |name: &str| bob.call("GET", &format!("api/contents/shared-with-me/ada/{name}"), Value::Null);
    assert_eq!(
        (read("a.txt").json()["content"].clone(), read("a-1.txt").json()["content"].clone()),
        (json!("a"), json!("b"))
    );
    for bad in
        ["own.txt", "%2E%2E/%2E%2E/x.txt", "a.txt/%2E%2E/a-1.txt", "a.txt/x", ".hidden", "", "a.txt/checkpoints/x/y"]
    {
        let answer = read(bad);
        assert!(
            answer.status == 404 || bad.is_empty() && answer.status == 200,
            "{bad}: {} {}",
            answer.status,
            answer.text
        );
    }
    // What the owner's programs put in its place: a link out of the drive, a folder.
    let shared = home.join("ada").join(&a);
    std::fs::remove_file(&shared).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", &shared).unwrap();
    refused(&read("a.txt"), 404, "");
    let saved = bob.call("PUT", "api/contents/shared-with-me/ada/a.txt", file("new"));
    refused(&saved, 404, "");
    std::fs::remove_file(&shared).unwrap();
    std::fs::create_dir(&shared).unwrap();
    std::fs::write(shared.join("inner.txt"), "inner").unwrap();
    refused(&read("a.txt"), 404, "");
    refused(&read("a.txt/inner.txt"), 404, "");
    assert_eq!(names(&bob, "shared-with-me/ada"), ["a-1.txt"]);
}

#[test]
fn only_files_are_shared_with_accounts_within_the_owners_limit() {
    let Some(server) = Server::class(&PEOPLE[..2], &[]) else { return };
    let [ada, bob] = ["ada", "bob"].map(|name| server.person(name));
    let file = |text: &str| json!({"type": "file", "format": "text", "content": text});
    let b = "b.txt";
    save(&ada, "a.txt", file("a"));
    ada.done("PUT", &format!("api/contents/{b}"), file("b"));
    for (path, body, status) in [
        ("shared/x", json!({}), 400),
        ("shared", json!({}), 400),
        (FOLDER, json!({}), 404),
        ("missing", json!({}), 404),
        (b, json!({"people": {"eve": "viewer"}}), 404),
        (b, json!({"people": {"ada": "viewer"}}), 400),
        (b, json!({"people": {"bob": "owner"}}), 400),
        (b, json!({"link": "all"}), 400),
    ] {
        let answer = ada.call("PUT", &format!("api/labora/shares/{path}"), body);
        assert_eq!(answer.status, status, "{path}: {}", answer.text);
    }
    // What an editor writes counts in the owner's folder.
    server.user(&["limit", "ada", "--home", "1"], "");
    ada.done("PUT", &format!("api/contents/{b}"), file("b"));
    share(&ada, b, json!({"bob": "editor"}), Value::Null);
    let mut bytes = 2 << 20;
    let mut limited = || {
        bytes += 1;
        bob.call("PUT", "api/contents/shared-with-me/ada/b.txt", file(&"x".repeat(bytes)))
    };
    crate::collaboration::wait_until("the limit holds", || limited().status == 507);
    refused(&limited(), 507, "no room in the folder of ada");
    // Who has no account any more has nothing.
    server.user(&["remove", "bob"], "");
    let is_empty = || ada.get(&format!("api/labora/shares/{b}"))["people"] == json!({});
    crate::collaboration::wait_until("the account is forgotten", is_empty);
}

#[test]
fn comments_are_read_by_all_and_written_by_those_who_may() {
    let Some(server) = Server::class(&PEOPLE, &[]) else { return };
    let [ada, bob, cyn, tess] = PEOPLE.map(|(name, _)| server.person(name));
    let path = save(&ada, "n.ipynb", notebook("first"));
    share(&ada, &path, json!({"bob": "commenter", "cyn": "viewer"}), Value::Null);
    let [own, seen] = [&path, SEEN].map(|path| format!("api/labora/comments/{path}"));
    let mut pages = [&ada, &bob, &cyn].map(|person| person.socket("api/events/subscribe").unwrap());
    let text = "<img src=x onerror=alert(1)> & \"why\"";
    let begun = bob.done("POST", &seen, json!({"cell": "one", "text": text}));
    let thread = &begun["threads"][0];
    assert_eq!((&thread["cell"], &thread["comments"][0]["text"]), (&json!("one"), &json!(text)));
    assert_eq!((&thread["comments"][0]["author"], &thread["resolved"]), (&json!("bob"), &json!(false)));
    for (page, path) in pages.iter_mut().zip([path.as_str(), SEEN, SEEN]) {
        assert_eq!(page.next(), json!({"schema_id": "urn:labora:comments", "path": path}));
    }
    let id = thread["id"].as_str().unwrap();
    ada.done("POST", &own, json!({"thread": id, "text": "because"}));
    let read = cyn.get(&seen);
    assert_eq!((&read["may_comment"], &read["is_owner"], &read["me"]), (&json!(false), &json!(false), &json!("cyn")));
    let comments = read["threads"][0]["comments"].clone();
    let address = |at: usize| format!("{seen}?thread={id}&comment={}", comments[at]["id"].as_str().unwrap());
    refused(&cyn.call("POST", &seen, json!({"text": "x"})), 403, "needs commenter");
    refused(&cyn.call("PATCH", &seen, json!({"thread": id, "resolved": true})), 403, "needs commenter");
    refused(&cyn.call("DELETE", &address(0), Value::Null), 403, "needs commenter");
    refused(&bob.call("DELETE", &address(1), Value::Null), 403, "another's");
    refused(&tess.call("GET", &seen, Value::Null), 404, "not shared with you");
    refused(&bob.call("POST", &seen, json!({"text": " "})), 400, "1 to 2000");
    refused(&bob.call("POST", &seen, json!({"text": "x".repeat(2001)})), 400, "1 to 2000");
    assert_eq!(bob.done("PATCH", &seen, json!({"thread": id, "resolved": true}))["threads"][0]["resolved"], true);
    bob.done("DELETE", &address(0), Value::Null);
    let left = ada.done("DELETE", &address(1).replace(&seen, &own), Value::Null);
    assert_eq!((&left["threads"], &left["is_owner"]), (&json!([]), &json!(true)));
    // Comments on a file that nobody else has are kept, too, and go with the file.
    let alone = save(&ada, "alone.txt", json!({"type": "file", "format": "text", "content": ""}));
    ada.done("POST", &format!("api/labora/comments/{alone}"), json!({"text": "a note"}));
    ada.done("DELETE", &format!("api/contents/{alone}"), Value::Null);
    save(&ada, "alone.txt", json!({"type": "file", "format": "text", "content": ""}));
    assert_eq!(ada.get(&format!("api/labora/comments/{alone}"))["threads"], json!([]));
}

/// What each route of a shared document answers to whom: the statuses of a stranger, of another account, a
/// viewer, a commenter, an editor, the owner, and a teacher.
#[test]
fn every_route_as_everybody() {
    let people = [
        ("ada", "student"),
        ("oth", "student"),
        ("vie", "student"),
        ("com", "student"),
        ("edi", "student"),
        ("tess", "teacher"),
    ];
    let Some(server) = Server::class(&people, &[]) else { return };
    let [ada, oth, vie, com, edi, tess] = people.map(|(name, _)| server.person(name));
    ada.done("PUT", "api/contents/n.ipynb", notebook("first"));
    let link = share(&ada, "n.ipynb", json!({"vie": "viewer", "com": "commenter", "edi": "editor"}), Value::Null);
    let thread = ada.done("POST", "api/labora/comments/n.ipynb", json!({"text": "x"}))["threads"][0]["id"].clone();
    let reply = json!({"thread": thread, "text": "y"});
    let done = json!({"thread": thread, "resolved": true});
    let none = Value::Null;
    let session = json!({"format": "json", "type": "notebook"});
    for (method, path, body, statuses) in [
        ("GET", "api/labora/shares/DOC", &none, [403, 404, 200, 200, 200, 200, 404]),
        ("PUT", "api/labora/shares/DOC", &json!({"link": 1}), [403, 404, 403, 403, 403, 400, 404]),
        ("GET", "api/labora/comments/DOC", &none, [403, 404, 200, 200, 200, 200, 404]),
        ("POST", "api/labora/comments/DOC", &reply, [403, 404, 403, 201, 201, 201, 404]),
        ("PATCH", "api/labora/comments/DOC", &done, [403, 404, 403, 200, 200, 200, 404]),
        ("DELETE", "api/labora/comments/DOC?thread=x&comment=y", &none, [403, 404, 403, 404, 404, 404, 404]),
        ("GET", "api/contents/DOC", &none, [403, 404, 200, 200, 200, 200, 404]),
        ("PUT", "api/contents/DOC", &notebook("new"), [403, 404, 403, 403, 200, 200, 404]),
        ("PATCH", "api/contents/DOC", &json!({"path": "n.ipynb"}), [403, 404, 403, 403, 403, 200, 404]),
        ("POST", "api/contents/DOC/checkpoints", &none, [403, 404, 403, 403, 201, 201, 404]),
        ("GET", "api/contents/DOC/checkpoints", &none, [403, 404, 200, 200, 200, 200, 404]),
        ("POST", "api/contents/DOC/trust", &none, [403, 403, 403, 403, 403, 201, 403]),
        ("GET", "api/labora/revisions/DOC", &none, [403, 404, 403, 403, 403, 200, 404]),
        ("GET", "files/DOC", &none, [303, 404, 200, 200, 200, 200, 404]),
        ("GET", "view/DOC", &none, [303, 404, 200, 200, 200, 200, 404]),
        ("PUT", "api/collaboration/session/DOC", &session, [403, 404, 201, 200, 200, 200, 404]),
        ("GET", link.as_str(), &none, [303, 403, 303, 303, 303, 303, 403]),
        ("GET", "share?key=", &none, [303, 404, 404, 404, 404, 404, 404]),
        ("DELETE", "api/labora/shares/DOC", &none, [403, 404, 204, 204, 204, 204, 404]),
    ] {
        let seen = path.replace("DOC", SEEN);
        let body_text = if body.is_null() { String::new() } else { body.to_string() };
        let mut found = vec![server.send(method, &seen, &[], &body_text).status];
        for person in [&oth, &vie, &com, &edi] {
            found.push(person.call(method, &seen, body.clone()).status);
        }
        found.push(ada.call(method, &path.replace("DOC", "n.ipynb"), body.clone()).status);
        found.push(tess.call(method, &seen, body.clone()).status);
        assert_eq!(found, statuses, "{method} {path}");
    }
}

#[test]
fn without_accounts_the_answer_says_what_to_do() {
    let server = Server::start(&[]);
    server.write("n.txt", "");
    for path in ["api/labora/shares/n.txt", "api/labora/comments/n.txt", "share?key=x"] {
        let answer = server.call("GET", path, Value::Null);
        assert!(answer.status == 403 && answer.text.contains("--accounts FILE"), "{path}: {}", answer.text);
    }
    std::fs::create_dir(server.drive().join("shared-with-me")).unwrap();
    assert!(server.get("api/contents")["content"].to_string().contains("shared-with-me"), "it is a folder like others");
}
