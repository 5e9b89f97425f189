//! A server behind a proxy that ends TLS.

use crate::common::{Server, password_of};

fn form() -> String {
    format!("name=ada&password={}", password_of("ada").replace('%', "%25").replace('&', "%26").replace('+', "%2B"))
}

#[test]
fn a_proxy_says_who_connects_and_others_do_not() {
    let forwarded = [("x-forwarded-for", "198.51.100.9, 203.0.113.7"), ("x-forwarded-proto", "https")];
    for (proxy, address, is_secure) in [("127.0.0.1", "203.0.113.7", true), ("192.0.2.1", "127.0.0.1", false)] {
        let arguments = ["--proxy", proxy, "--allow-host", "lab.example"];
        let Some(server) = Server::class(&[("ada", "student")], &arguments) else { return };
        let headers = [&forwarded[..], &[("host", "lab.example")]].concat();
        let answer = server.send("POST", "login", &headers, &form());
        assert_eq!(answer.status, 303, "{}", answer.text);
        let set: Vec<&str> = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
        assert!(set.iter().all(|cookie| cookie.ends_with("; Secure") == is_secure || cookie.contains("; Secure; ")));
        assert_eq!(set.iter().filter(|cookie| cookie.contains("; Secure")).count(), if is_secure { 2 } else { 0 });
        assert_eq!(server.audit().last().unwrap()["address"], address);
    }
}
