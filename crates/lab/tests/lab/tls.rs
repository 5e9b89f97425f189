//! A server with a certificate.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, StreamOwned};

use crate::common::Server;

/// Sends a request over TLS, and checks the certificate; returns the answer.
fn ask(host: &str, authority: &Path, request: &str) -> std::io::Result<String> {
    let roots = security::root_certificates(authority).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(config.with_no_client_auth()), name).unwrap();
    let mut stream = StreamOwned::new(connection, TcpStream::connect(host)?);
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    // The server ends without saying so in TLS, too.
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => Err(error),
        _ => Ok(String::from_utf8_lossy(&answer).into_owned()),
    }
}

#[test]
fn connections_are_encrypted_and_cookies_are_for_them_alone() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
    let other = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
    let file = |name: &str, text: String| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name)
    };
    let certificate = file("c.pem", made.cert.pem());
    let key = file("k.pem", made.signing_key.serialize_pem());
    let arguments = ["--tls-cert", certificate.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    let server = Server::start(&arguments);
    assert!(server.url.starts_with("https://127.0.0.1:"), "{}", server.url);
    let host = server.url.trim_start_matches("https://").trim_end_matches('/');
    let login = server.login_url.strip_prefix(&server.url).unwrap();
    let port = host.rsplit(':').next().unwrap();
    let request = format!("GET /{login} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    let answer = ask(host, &certificate, &request).unwrap();
    assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    assert_eq!(answer.to_lowercase().matches("; secure").count(), 2, "both cookies: {answer}");
    let stranger = file("other.pem", other.cert.pem());
    assert!(ask(host, &stranger, &request).is_err(), "the certificate of another");
    let mut plain = TcpStream::connect(host).unwrap();
    plain.write_all(request.as_bytes()).unwrap();
    let mut said = Vec::new();
    // What comes is an alert of TLS, or the end of the connection.
    let _ = plain.read_to_end(&mut said);
    assert!(!String::from_utf8_lossy(&said).contains("HTTP"), "{said:?}");
}
