//! The process: its arguments, its end, health, metrics, and TLS.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use ifrt_proxy::Code;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::common::Worker;
use crate::raw::{self, Session};

fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_labora-worker")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn an_open_address_without_protection_is_refused() {
    let (code, error) = refused(&["--listen", "0.0.0.0:0"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("is reached by others") && error.contains("--token-file"), "{error}");
    let (code, error) = refused(&["--device", "./no-plugin.so"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("no-plugin.so"), "{error}");
}

/// Reads the page of metrics, and the value of one.
fn metric(address: &str, name: &str) -> Option<u64> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").ok()?;
    let mut page = String::new();
    stream.read_to_string(&mut page).ok()?;
    let line = page.lines().find(|line| line.split(' ').next() == Some(name))?;
    line.split(' ').nth(1)?.parse().ok()
}

/// A port that nobody listens at.
fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[tokio::test]
async fn sigterm_lets_sessions_end_and_what_they_held_is_freed() {
    let metrics = free_port();
    let worker = Worker::start(&["--metrics", &metrics]);
    let channel = raw::connect(&worker.target).await;
    let mut health = HealthClient::new(channel.clone());
    let service = HealthCheckRequest { service: ifrt_proxy::stub::SERVICE_NAME.into() };
    // SERVING
    assert_eq!(health.check(service.clone()).await.unwrap().into_inner().status, 1);
    let mut session = Session::open(&channel).await.unwrap();
    session.store(1, 4096, vec![vec![0; 4096]]).await.unwrap();
    session.make_array(1, &[1024], 7).await.unwrap();
    session.store(2, 100, vec![vec![0; 100]]).await.unwrap();
    let held = metric(&metrics, "labora_worker_held_bytes").unwrap();
    assert!((4196..5000).contains(&held), "{held}");
    let vanishes = Session::open(&channel).await.unwrap();
    drop(vanishes);
    while metric(&metrics, "labora_worker_open_sessions") != Some(1) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    worker.terminate();
    // NOT_SERVING
    while health.check(service.clone()).await.unwrap().into_inner().status != 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(Session::open(&channel).await.err().unwrap().code(), Code::Unavailable);
    // The open session goes on.
    session.store(3, 4, vec![vec![0; 4]]).await.unwrap();
    session.make_array(3, &[1], 8).await.unwrap();
    drop(session);
    drop((health, channel));
    let (success, log) = worker.ended().await;
    assert!(success, "{log}");
    assert!(log.contains("session ended") && !log.contains("did not end in time"), "{log}");
}

#[tokio::test]
async fn tls_with_certificates_of_clients() {
    let folder = tempfile::tempdir().unwrap();
    let mut authority = rcgen::CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = rcgen::CertifiedIssuer::self_signed(authority, rcgen::KeyPair::generate().unwrap()).unwrap();
    let authority_pem = authority.as_ref().pem();
    let made = ["localhost", "client"].map(|name| {
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate = rcgen::CertificateParams::new(vec![name.to_string()]).unwrap();
        (certificate.signed_by(&key, &authority).unwrap().pem(), key.serialize_pem())
    });
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (certificate, key, ca) = (file("c.pem", &made[0].0), file("k.pem", &made[0].1), file("ca.pem", &authority_pem));
    let worker = Worker::start(&["--tls-cert", &certificate, "--tls-key", &key, "--client-ca", &ca]);
    let trusted = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&authority_pem)).domain_name("localhost");
    let with_identity = trusted.clone().identity(Identity::from_pem(&made[1].0, &made[1].1));
    let endpoint = || Endpoint::from_shared(format!("https://{}", worker.target)).unwrap();
    let channel = endpoint().tls_config(with_identity).unwrap().connect().await.unwrap();
    let session = Session::open(&channel).await.unwrap();
    // No certificate of its own.
    let anonymous = endpoint().tls_config(trusted).unwrap().connect().await;
    if let Ok(channel) = anonymous {
        assert!(Session::open(&channel).await.is_err());
    }
    // No TLS.
    let plain = Endpoint::from_shared(format!("http://{}", worker.target)).unwrap().connect().await;
    if let Ok(channel) = plain {
        assert!(Session::open(&channel).await.is_err());
    }
    drop((session, channel));
    worker.terminate();
    let (success, log) = worker.ended().await;
    assert!(success, "{log}");
    assert!(log.matches("TLS handshake failed").count() >= 2, "{log}");
}
