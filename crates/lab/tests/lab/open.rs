//! Notebooks that the server fetches from the network.

use serde_json::json;

use crate::common::Server;

#[test]
fn addresses_of_this_machine_and_its_networks_are_refused() {
    let server = Server::start(&[]);
    let local = server.url.replace("http://", "https://");
    for (url, said) in [
        (format!("{local}files/n.ipynb"), "no address of the public network"),
        ("https://localhost/n.ipynb".into(), "no address of the public network"),
        ("https://[::1]/n.ipynb".into(), "no address of the public network"),
        ("https://169.254.169.254/latest/meta-data/n.ipynb".into(), "no address of the public network"),
        ("https://2130706433/n.ipynb".into(), "no address of the public network"),
        (format!("{}files/n.ipynb", server.url), "give an address https://"),
        ("file:///etc/n.ipynb".into(), "give an address https://"),
        ("https://name:password@example.com/n.ipynb".into(), "give an address https://"),
        ("https://example.com/n.html".into(), "ends with .ipynb"),
    ] {
        let answer = server.call("POST", "api/labora/open", json!({"url": url}));
        assert!(answer.status == 400 && answer.text.contains(said), "{url}: {} {}", answer.status, answer.text);
    }
    assert_eq!(server.call("POST", "api/labora/open", json!({})).status, 400);
    assert_eq!(std::fs::read_dir(server.drive()).unwrap().count(), 0);
}
