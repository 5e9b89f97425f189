//! The contents service.

use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Server, TOKEN, image};

/// Reads and saves notebooks of old formats and damaged ones by chance, beside nbformat.
fn formats(count: u32, seed: u32) {
    let Some(image) = image() else { return };
    let server = Server::start(&[]);
    let script = testkit::workspace_root().join("crates/lab/tests/python/formats.py");
    let mut command = Command::new(image.join("bin/python"));
    command.arg(script).args([&server.url, TOKEN]).arg(server.drive()).args([count.to_string(), seed.to_string()]);
    assert!(command.status().unwrap().success());
}

#[test]
fn old_and_damaged_notebooks_are_read_as_nbformat_reads_them_and_saved_as_valid_ones() {
    formats(60, 1);
}

#[test]
#[ignore = "a minute: cargo test --workspace --features labora/worker --test lab formats_by_the_thousand -- --ignored"]
fn formats_by_the_thousand() {
    (2..6).for_each(|seed| formats(1000, seed));
}

#[test]
fn a_notebook_that_a_client_reads_and_saves_keeps_its_bytes() {
    let server = Server::start(&[]);
    let text = "{\n  \"nbformat_minor\": 5, \"nbformat\": 4,\n  \"metadata\": {\"x\": 1.50},\n  \"cells\": [\n    {\"id\": \
                \"a\", \"cell_type\": \"code\", \"source\": [\"a\\n\", \"b\"], \"metadata\": {}, \"outputs\": [], \
                \"execution_count\": null}\n  ]\n}";
    server.write("sub/n.ipynb", text);
    let model = server.get("api/contents/sub/n.ipynb?hash=1");
    assert_eq!(model["content"]["cells"][0]["source"], "a\nb");
    assert_eq!(model["content"]["cells"][0]["metadata"]["trusted"], true, "a cell without outputs is trusted");
    let saved =
        server.call("PUT", "api/contents/sub/n.ipynb", json!({"type": "notebook", "content": model["content"]}));
    assert_eq!(saved.status, 200, "{}", saved.text);
    assert_eq!(std::fs::read_to_string(server.drive().join("sub/n.ipynb")).unwrap(), text);
    assert_eq!(server.get("api/contents/sub/n.ipynb?hash=1&content=0")["hash"], model["hash"]);
}

#[test]
fn a_large_file_comes_in_chunks_and_is_there_whole_or_not_at_all() {
    let server = Server::start(&[]);
    let put = |chunk: i64, text: &str| {
        let model = json!({"type": "file", "format": "text", "content": text, "chunk": chunk});
        server.call("PUT", "api/contents/big.txt", model)
    };
    let first = put(1, "one ");
    assert!(first.status < 300, "{}", first.text);
    let first = first.json();
    // JupyterLab refuses a model without them, and gives up the upload.
    assert!(first["created"].is_string() && first["last_modified"].is_string() && first["size"] == 4, "{first}");
    assert!(put(2, "two ").status < 300);
    assert_eq!(server.call("GET", "api/contents/big.txt", Value::Null).status, 404);
    let last = put(-1, "three");
    assert!(last.status < 300, "{}", last.text);
    assert_eq!(last.json()["size"], 13);
    assert_eq!(server.get("api/contents/big.txt")["content"], "one two three");
    assert_eq!(server.get("api/contents")["content"].as_array().unwrap().len(), 1, "no part is left");
    assert_eq!(put(2, "stray").status, 404, "a chunk needs a first one");
}

#[test]
fn files_are_sent_whole_and_in_ranges_with_an_origin_of_their_own() {
    let server = Server::start(&[]);
    server.write("page.html", "<script>alert(1)</script>");
    let token = format!("token {}", crate::common::TOKEN);
    let answer = server.send("GET", "files/page.html", &[("authorization", &token)], "");
    assert_eq!((answer.status, answer.text.as_str()), (200, "<script>alert(1)</script>"));
    assert!(answer.header("content-security-policy").contains("sandbox allow-scripts"));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let headers = [("authorization", token.as_str()), ("range", "bytes=1-6")];
    let part = server.send("GET", "files/page.html", &headers, "");
    assert_eq!((part.status, part.text.as_str()), (206, "script"));
    assert_eq!(part.header("content-range"), "bytes 1-6/25");
    let view = server.call("GET", "view/page.html", Value::Null);
    assert!(view.text.contains("<iframe sandbox=\"allow-scripts\" src=\"/files/page.html\""), "{}", view.text);
    assert_eq!(server.call("GET", "view/none.html", Value::Null).status, 404);
}

#[test]
fn outputs_that_were_made_here_are_trusted_and_others_are_not() {
    let server = Server::start(&[]);
    let cell = |trusted: bool, text: &str| {
        json!({"cell_type": "code", "id": "a", "metadata": {"trusted": trusted}, "source": "", "execution_count": 1,
               "outputs": [{"output_type": "stream", "name": "stdout", "text": text}]})
    };
    let save = |name: &str, trusted: bool, text: &str| {
        let content = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell(trusted, text)]});
        let answer =
            server.call("PUT", &format!("api/contents/{name}"), json!({"type": "notebook", "content": content}));
        assert!(answer.status < 300, "{}", answer.text);
    };
    let trusted =
        |name: &str| server.get(&format!("api/contents/{name}"))["content"]["cells"][0]["metadata"]["trusted"].clone();
    save("mine.ipynb", true, "mine");
    save("sent.ipynb", false, "sent");
    assert_eq!((trusted("mine.ipynb"), trusted("sent.ipynb")), (true.into(), false.into()));
    let text = std::fs::read_to_string(server.drive().join("mine.ipynb")).unwrap();
    assert!(!text.contains("trusted"), "the mark is no part of the file: {text}");
    std::fs::write(server.drive().join("mine.ipynb"), text.replace("mine", "changed")).unwrap();
    assert_eq!(trusted("mine.ipynb"), false);
    assert_eq!(server.call("POST", "api/contents/sent.ipynb/trust", Value::Null).status, 201);
    assert_eq!(trusted("sent.ipynb"), true);
}

#[test]
fn names_may_be_as_long_as_those_of_files() {
    let server = Server::start(&[]);
    for name in [format!("{}.txt", "n".repeat(251)), format!("{}.ipynb", "\u{5b66}".repeat(83))] {
        let path = format!("api/contents/{}", name.replace('\u{5b66}', "%E5%AD%A6"));
        for (chunk, text) in [(1, "{\"nbformat\": 4, "), (-1, "\"cells\": []}")] {
            let model = json!({"type": "file", "format": "text", "content": text, "chunk": chunk});
            let answer = server.call("PUT", &path, model);
            assert!(answer.status < 300, "{}", answer.text);
        }
        let answer = server.call("POST", &format!("{path}/checkpoints"), Value::Null);
        assert_eq!(answer.status, 201, "{}", answer.text);
        assert_eq!(server.get(&format!("{path}/checkpoints")).as_array().unwrap().len(), 1);
        let answer = server.call("POST", "api/contents", json!({"copy_from": name}));
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    assert_eq!(server.get("api/contents")["content"].as_array().unwrap().len(), 4);
}

#[test]
fn checkpoints_follow_their_file() {
    let server = Server::start(&[]);
    server.write("a.txt", "first");
    assert_eq!(server.call("POST", "api/contents/a.txt/checkpoints", Value::Null).status, 201);
    server.write("a.txt", "second");
    assert_eq!(server.call("PATCH", "api/contents/a.txt", json!({"path": "b.txt"})).status, 200);
    assert_eq!(server.get("api/contents/b.txt/checkpoints")[0]["id"], "checkpoint");
    assert_eq!(server.call("POST", "api/contents/b.txt/checkpoints/checkpoint", Value::Null).status, 204);
    assert_eq!(server.get("api/contents/b.txt")["content"], "first");
    assert_eq!(server.call("POST", "api/contents/b.txt/checkpoints/other", Value::Null).status, 404);
    assert_eq!(server.call("DELETE", "api/contents/b.txt", Value::Null).status, 204);
    assert_eq!(std::fs::read_dir(server.drive().join(".ipynb_checkpoints")).unwrap().count(), 0);
}

#[test]
fn a_copy_does_not_follow_links_to_folders() {
    let server = Server::start(&[]);
    server.write("a/f.txt", "f");
    for name in ["one", "two"] {
        std::os::unix::fs::symlink(".", server.drive().join("a").join(name)).unwrap();
    }
    std::os::unix::fs::symlink("f.txt", server.drive().join("a/link.txt")).unwrap();
    let copied = server.call("POST", "api/contents", json!({"copy_from": "a"}));
    assert_eq!(copied.status, 201, "{}", copied.text);
    let folder = server.drive().join(copied.json()["path"].as_str().unwrap());
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["f.txt", "link.txt"]);
}
