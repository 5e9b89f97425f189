//! The process: its arguments, its end, health, metrics, and TLS.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use ifrt_proxy::Code;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1alpha;

use crate::common::{Worker, free_port, metric};
use crate::raw::{self, Session};
use crate::training::remote;

fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_labora-worker")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn wrong_settings_are_told() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    for (code, arguments, parts) in [
        (2, &["--listen", "0.0.0.0:0"][..], ["is reached by others", "--token-file"]),
        (2, &["--listen", "8470"], ["'--listen <ADDRESS>': \"8470\" names no host", "127.0.0.1:8470"]),
        (2, &["--token-file", "none"], ["token file none", "No such file"]),
        (2, &["--tls-cert", "none.pem", "--tls-key", "none.pem"], ["none.pem", "No such file"]),
        (2, &["tunnel", "localhost", "--tls-ca", "none.pem"], ["none.pem", "No such file"]),
        (1, &["--device", "./no-plugin.so"], ["no-plugin.so", ""]),
        (1, &["--listen", &taken], ["cannot listen at 127.0.0.1", "in use"]),
        (1, &["--metrics", &taken], ["metrics at 127.0.0.1", "in use"]),
    ] {
        let port = if arguments.contains(&"--listen") { &[][..] } else { &["--listen", "127.0.0.1:0"] };
        let (ended, error) = refused(&[arguments, port].concat());
        assert_eq!(ended, Some(code), "{arguments:?}: {error}");
        assert!(error.contains("error: ") && parts.iter().all(|part| error.contains(part)), "{arguments:?}: {error}");
    }
}

#[tokio::test]
async fn sigterm_lets_sessions_end_and_what_they_held_is_freed() {
    let metrics = free_port();
    let worker = Worker::start(&["--metrics", &metrics]);
    let channel = raw::connect(&worker.target).await;
    let mut health = HealthClient::new(channel.clone());
    let service = HealthCheckRequest { service: ifrt_proxy::stub::SERVICE_NAME.into() };
    // Tools such as grpcurl see the services.
    let mut reflection = ServerReflectionClient::new(channel.clone());
    let list = MessageRequest::ListServices(String::new());
    let asked = ServerReflectionRequest { host: String::new(), message_request: Some(list) };
    let mut told = reflection.server_reflection_info(tokio_stream::once(asked)).await.unwrap().into_inner();
    let told = format!("{:?}", told.message().await.unwrap());
    for name in [ifrt_proxy::stub::SERVICE_NAME, "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection"] {
        assert!(told.contains(name), "{name}: {told}");
    }
    {
        let mut reflection = v1alpha::server_reflection_client::ServerReflectionClient::new(channel.clone());
        let list = v1alpha::server_reflection_request::MessageRequest::ListServices(String::new());
        let asked = v1alpha::ServerReflectionRequest { host: String::new(), message_request: Some(list) };
        let mut told = reflection.server_reflection_info(tokio_stream::once(asked)).await.unwrap().into_inner();
        let told = format!("{:?}", told.message().await.unwrap());
        assert!(told.contains(ifrt_proxy::stub::SERVICE_NAME), "{told}");
    }
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
    drop((health, reflection, channel));
    let (success, log) = worker.ended().await;
    assert!(success, "{log}");
    assert!(log.contains("session ended") && !log.contains("did not end in time"), "{log}");
}

/// An authority, and what it signed: PEM files' contents, and their paths.
struct Certificates {
    authority_pem: String,
    client_pem: (String, String),
    authority: String,
    /// Certificate and key.
    server: [String; 2],
    client: [String; 2],
    /// A client's, that ended long ago.
    expired_pem: (String, String),
}

fn certificates(folder: &Path) -> Certificates {
    let mut authority = rcgen::CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority = rcgen::CertifiedIssuer::self_signed(authority, rcgen::KeyPair::generate().unwrap()).unwrap();
    let authority_pem = authority.as_ref().pem();
    let [server, client] = ["localhost", "client"].map(|name| {
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate = rcgen::CertificateParams::new(vec![name.to_string()]).unwrap();
        (certificate.signed_by(&key, &authority).unwrap().pem(), key.serialize_pem())
    });
    let mut expired = rcgen::CertificateParams::new(vec!["client".to_string()]).unwrap();
    (expired.not_before, expired.not_after) = (rcgen::date_time_ymd(2019, 1, 1), rcgen::date_time_ymd(2020, 1, 1));
    let key = rcgen::KeyPair::generate().unwrap();
    let expired_pem = (expired.signed_by(&key, &authority).unwrap().pem(), key.serialize_pem());
    let file = |name: &str, content: &str| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_string()
    };
    Certificates {
        authority: file("ca.pem", &authority_pem),
        server: [file("c.pem", &server.0), file("k.pem", &server.1)],
        client: [file("client.pem", &client.0), file("client-key.pem", &client.1)],
        authority_pem,
        client_pem: client,
        expired_pem,
    }
}

#[tokio::test]
async fn tls_with_certificates_of_clients() {
    let folder = tempfile::tempdir().unwrap();
    let made = certificates(folder.path());
    let [certificate, key] = &made.server;
    let worker = Worker::start(&["--tls-cert", certificate, "--tls-key", key, "--client-ca", &made.authority]);
    let authority = Certificate::from_pem(&made.authority_pem);
    let trusted = ClientTlsConfig::new().ca_certificate(authority).domain_name("localhost");
    let with_identity = trusted.clone().identity(Identity::from_pem(&made.client_pem.0, &made.client_pem.1));
    let endpoint = || Endpoint::from_shared(format!("https://{}", worker.target)).unwrap();
    let channel = endpoint().tls_config(with_identity).unwrap().connect().await.unwrap();
    let session = Session::open(&channel).await.unwrap();
    // No certificate of its own, and one that is no longer valid.
    let expired = trusted.clone().identity(Identity::from_pem(&made.expired_pem.0, &made.expired_pem.1));
    for refused in [trusted, expired] {
        if let Ok(channel) = endpoint().tls_config(refused).unwrap().connect().await {
            assert!(Session::open(&channel).await.is_err());
        }
    }
    // No TLS: nothing is answered, and nothing of what was said is logged.
    let plain = Endpoint::from_shared(format!("http://{}", worker.target)).unwrap().connect().await;
    if let Ok(channel) = plain {
        assert!(Session::open(&channel).await.is_err());
    }
    let mut stream = TcpStream::connect(&worker.target).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nauthorization: Bearer open-sesame\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    // Closed by an alert of TLS, or at once.
    let _ = stream.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    drop((session, channel));
    worker.terminate();
    let (success, log) = worker.ended().await;
    assert!(success, "{log}");
    assert!(log.matches("TLS handshake failed").count() >= 4, "{log}");
    assert!(log.to_lowercase().contains("expired") && !log.contains("sesame"), "{log}");
}

#[test]
fn the_plugin_and_the_tunnel_come_with_tls_and_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let made = certificates(folder.path());
    let [certificate, key] = &made.server;
    let token = folder.path().join("token");
    std::fs::write(&token, "a-secret-of-many-letters\n").unwrap();
    let token = token.to_str().unwrap();
    let tls = ["--tls-cert", certificate, "--tls-key", key, "--client-ca", &made.authority];
    let worker = Worker::start(&[&tls[..], &["--token-file", token]].concat());
    let port = worker.target.rsplit(':').next().unwrap();
    let address = format!("localhost:{port}");

    let token = ("token", "a-secret-of-many-letters");
    let authority = ("authorities", made.authority.as_str());
    let [certificate, key] = [("certificate", made.client[0].as_str()), ("key", made.client[1].as_str())];
    let devices = |options: &[(&str, &str)]| remote(&address, options).map(|client| client.devices().len());
    assert_eq!(devices(&[token, authority, certificate, key]).unwrap(), 8);
    assert!(devices(&[token, authority]).is_err(), "without a certificate");
    assert!(devices(&[token]).is_err(), "without TLS");
    let error = devices(&[authority, certificate, key]).unwrap_err();
    assert_eq!(error.kind(), pjrt::ErrorKind::Unauthenticated, "{error}");

    // A client without TLS, through the tunnel.
    let tls = ["--tls-ca", &made.authority, "--tls-cert", &made.client[0], "--tls-key", &made.client[1]];
    let tunnel = Worker::spawn(&[&["tunnel", &address, "--listen", "127.0.0.1:0"], &tls[..]].concat());
    let client = remote(&tunnel.target, &[token]).unwrap();
    let x = client.buffer_from_host(&[1, 2, 3], pjrt::ElementType::U8, &[3], &client.devices()[7]).unwrap();
    assert_eq!(x.to_vec().unwrap(), [1, 2, 3]);

    // The worker refuses the tunnel, which logs it.
    let anonymous = Worker::spawn(&["tunnel", &address, "--listen", "127.0.0.1:0", "--tls-ca", &made.authority]);
    assert!(remote(&anonymous.target, &[token]).is_err());
    anonymous.terminate();
    let (success, log) = anonymous.wait();
    assert!(success && log.contains("connection ended"), "{log}");

    let (code, error) = refused(&["tunnel", &address, "--tls-ca", &made.authority, "--listen", "0.0.0.0:0"]);
    assert_eq!(code, Some(2), "{error}");
    let (code, error) = refused(&["tunnel", &address, "--tls-ca", &made.client[0], "--listen", "127.0.0.1:0"]);
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("no connection to localhost"), "{error}");
}
