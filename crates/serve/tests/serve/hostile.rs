//! Clients that mean no good, and files and settings that are wrong.

use std::io::{Read, Write};
use std::process::Command;
use std::sync::Arc;

use crate::common::Server;

const GOOD: &str = r#"{"instances": [[1, 1]]}"#;

fn still_serves(server: &Server) {
    assert_eq!(server.post("v1/models/line:predict", GOOD).status, 200);
}

#[test]
fn bodies_beyond_the_limits_are_refused() {
    let server = Server::start(&["--max-body", "1", "--max-memory", "4", "--body-time", "1"]);
    let large = vec![b' '; 2 << 20];
    let answer = server.raw(b"POST /v1/models/line:predict HTTP/1.1\r\nhost: s\r\ncontent-length: 99999999999\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("--max-body"), "{answer}");
    let mut chunks = b"POST /v1/models/line:predict HTTP/1.1\r\nhost: s\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    chunks.extend(format!("{:x}\r\n", large.len()).bytes());
    chunks.extend(&large);
    let answer = server.raw(&chunks);
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    // Three bytes are counted for each of a body, and another may be on its way.
    let open = |server: &Server| {
        let mut stream = server.connect();
        let head = "POST /v1/models/line:predict HTTP/1.1\r\nhost: s\r\ncontent-length: 1000000\r\n\r\n[";
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut slow = [open(&server), open(&server)];
    let mut answers: Vec<String> = Vec::new();
    for stream in &mut slow {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answers.push(String::from_utf8_lossy(&answer).into_owned());
    }
    answers.sort();
    assert!(answers[0].starts_with("HTTP/1.1 408") && answers[0].contains("--body-time"), "{answers:?}");
    assert!(answers[1].starts_with("HTTP/1.1 503") && answers[1].contains("--max-memory"), "{answers:?}");
    let answer = server.send("POST", "v1/models/line:predict", &[("content-encoding", "gzip")], GOOD);
    assert_eq!(answer.status, 415);
    still_serves(&server);
}

#[test]
fn heads_beyond_the_limits_end_the_connection() {
    let server = Server::start(&["--header-time", "1", "--max-connections", "3"]);
    let headers = "x: y\r\n".repeat(1000);
    let answer = server.raw(format!("GET / HTTP/1.1\r\n{headers}\r\n").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let answer = server.raw(format!("GET /{} HTTP/1.1\r\n", "a".repeat(1 << 20)).as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    let answer = server.raw(&[0xff; 64]);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
    // All connections are taken by clients that say nothing; they are ended, and the server goes on.
    let silent: Vec<_> = (0..8).map(|_| server.connect()).collect();
    still_serves(&server);
    drop(silent);
}

#[test]
fn deep_and_wide_json_is_an_error() {
    let server = Server::start(&[]);
    let deep = format!("{{\"instances\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let answer = server.post("v1/models/line:predict", &deep);
    assert!(answer.status == 400 && answer.error().contains("recursion"), "{}", answer.text());
    let empty = format!("{{\"instances\": [{}[]]}}", "[],".repeat(100_000));
    assert_eq!(server.post("v1/models/line:predict", &empty).status, 400);
    let bad = b"{\"instances\": [[1, \xff]]}".to_vec();
    assert_eq!(server.send("POST", "v1/models/line:predict", &[], bad).status, 400);
    for path in ["v1/models/..%2f..:predict", "v1/models//:predict", "v2/models/%00/infer", "v1/models/%3Cb%3E:predict"]
    {
        let answer = server.post(path, GOOD);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.text());
    }
    let page = server.send("GET", "", &[], "");
    assert!(page.text().contains("<td>line</td>") && page.header("content-security-policy").contains("'none'"));
    let metrics = server.send("GET", "metrics", &[], "").text();
    assert!(!metrics.contains("%00") && !metrics.contains("%3Cb"), "names of clients are not kept: {metrics}");
    still_serves(&server);
}

#[test]
fn a_token_is_asked_for_but_not_by_probes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "0123456789abcdef\n").unwrap();
    let server = Server::start(&["--token-file", file.to_str().unwrap()]);
    for path in ["", "metrics", "v2", "v2/models/line", "v1/models/line", "v1/models/none"] {
        let answer = server.send("GET", path, &[], "");
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, "Bearer"), "{path}");
    }
    for wrong in ["Bearer 0123456789abcdeF", "Bearer ", "0123456789abcdef", "Basic 0123456789abcdef"] {
        let answer = server.send("POST", "v1/models/line:predict", &[("authorization", wrong)], GOOD);
        assert_eq!(answer.status, 401, "{wrong}");
        assert!(!answer.text().contains("0123456"));
    }
    let good = [("authorization", "Bearer 0123456789abcdef")];
    assert_eq!(server.send("POST", "v1/models/line:predict", &good, GOOD).status, 200);
    assert_eq!(server.send("GET", "v2/health/ready", &[], "").status, 200);
}

#[test]
fn tls_encrypts_the_same_server() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
    let (certificate, key) = (folder.path().join("c.pem"), folder.path().join("k.pem"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
    let server = Server::start(&["--tls-cert", certificate, "--tls-key", key]);
    assert!(server.url.starts_with("https://"));
    use tokio_rustls::rustls::pki_types::ServerName;
    use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, crypto::ring};
    let mut roots = RootCertStore::empty();
    roots.add(made.cert.der().clone()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = builder.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
    let name = ServerName::try_from("localhost").unwrap();
    let client = ClientConnection::new(Arc::new(config.with_no_client_auth()), name).unwrap();
    let mut stream = StreamOwned::new(client, server.connect());
    stream.write_all(b"GET /v2/health/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("{\"ready\":true}"), "{answer}");
    assert!(!server.raw(b"GET / HTTP/1.1\r\nhost: s\r\n\r\n").contains("200"));
}

#[test]
fn wrong_settings_are_told() {
    let folder = tempfile::tempdir().unwrap();
    crate::common::line(&folder.path().join("line.keras"), 0.0);
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    std::fs::write(folder.path().join("bad.keras"), "damaged").unwrap();
    for (arguments, part) in [
        (&[][..], "no model to serve"),
        (&["none.keras"], "cannot read none.keras"),
        (&["bad.keras"], "bad.keras"),
        (&["empty"], "empty/1/model.keras"),
        (&["line.keras", "line.keras"], "two models have the name line"),
        (&["--model", "a/b=line.keras"], "names no model"),
        (&["line.keras", "--device", "gpu9"], "no device \"gpu9\""),
        (&["line.keras", "--listen", "0.0.0.0:1"], "--insecure"),
        (&["line.keras", "--token-file", "line.none"], "token file line.none"),
        (&["line.keras", "--max-batch-size", "0"], "--max-batch-size"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_labora-serve"));
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}
