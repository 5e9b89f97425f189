//! Tokens and certificates from files.

use security::{Tls, Token};

#[test]
fn only_the_token_itself_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "0123456789abcdef\n").unwrap();
    let token = Token::read(&file).unwrap();
    assert_eq!(format!("{token:?}"), "Token(..)");
    assert!(token.is(b"0123456789abcdef"));
    for wrong in [&b"0123456789abcdeF"[..], b"0123456789abcde", b"0123456789abcdef\n", b""] {
        assert!(!token.is(wrong));
    }
    std::fs::write(&file, "short").unwrap();
    let error = Token::read(&file).unwrap_err();
    assert!(error.message().contains("5 bytes can be guessed") && !error.message().contains("short"), "{error}");
    assert!(Token::read(&folder.path().join("none")).unwrap_err().message().contains("none: "));
}

#[test]
fn wrong_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let made = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
    let other = rcgen::generate_simple_self_signed(["localhost".to_string()]).unwrap();
    std::fs::write(file("c.pem"), made.cert.pem()).unwrap();
    std::fs::write(file("k.pem"), made.signing_key.serialize_pem()).unwrap();
    std::fs::write(file("other.pem"), other.signing_key.serialize_pem()).unwrap();
    let tls = |key: &str, authority: Option<&str>| Tls {
        certificate: file("c.pem"),
        key: file(key),
        client_authority: authority.map(file),
    };
    assert!(tls("k.pem", None).acceptor("h2").is_ok());
    assert!(tls("k.pem", Some("c.pem")).acceptor("http/1.1").is_ok());
    for (key, authority, named) in
        [("other.pem", None, "c.pem"), ("none.pem", None, "none.pem"), ("k.pem", Some("k.pem"), "k.pem")]
    {
        let error = tls(key, authority).acceptor("h2").err().unwrap();
        assert!(error.message().starts_with(&file(named).display().to_string()), "{error}");
    }
}
