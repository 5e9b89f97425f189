//! Clients, pages and files that mean no good.

use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Server, TOKEN};

#[test]
fn strangers_read_nothing_but_the_version() {
    let server = Server::start(&[]);
    server.write("secret.txt", "secret");
    assert_eq!(server.send("GET", "api", &[], "").status, 200);
    for path in ["api/status", "api/contents", "api/contents/secret.txt", "api/me"] {
        let answer = server.send("GET", path, &[], "");
        assert_eq!(answer.status, 403, "{path}");
        assert!(answer.json()["message"].as_str().unwrap().contains("Authorization"), "{}", answer.text);
    }
    let answer = server.send("GET", "files/secret.txt", &[], "");
    assert_eq!((answer.status, answer.header("location")), (303, "/login?next=/files/secret.txt"));
    for wrong in ["token wrong", "Basic 0123456789abcdef0123456789abcdef", "token", "bearer "] {
        assert_eq!(server.send("GET", "api/status", &[("authorization", wrong)], "").status, 403, "{wrong}");
    }
    for good in [format!("token {TOKEN}"), format!("Bearer {TOKEN}")] {
        assert_eq!(server.send("GET", "api/status", &[("authorization", &good)], "").status, 200);
    }
}

/// Logs in; returns the cookies and the XSRF token.
fn log_in(server: &Server) -> (String, String) {
    let path = server.login_url.strip_prefix(&server.url).unwrap();
    let answer = server.send("GET", path, &[], "");
    assert_eq!((answer.status, answer.header("location")), (303, "/lab"), "{}", answer.text);
    assert!(!answer.header("location").contains("token"));
    let set = format!("{:?}", answer.headers.get_all("set-cookie").iter().collect::<Vec<_>>());
    assert_eq!(set.matches("SameSite=Strict").count(), 2, "{set}");
    assert_eq!(set.matches("HttpOnly").count(), 1, "{set}");
    answer.cookies()
}

#[test]
fn pages_of_others_load_nothing_though_the_browser_sends_the_cookie() {
    let server = Server::start(&[]);
    server.write("picture.svg", "<svg/>");
    let (cookies, _) = log_in(&server);
    let load = |path: &str, site: &str, mode: &str, dest: &str| {
        let said = [("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
        let headers: Vec<(&str, &str)> = [("cookie", cookies.as_str())].into_iter().chain(said).collect();
        server.send("GET", path, &headers, "").status
    };
    for site in ["cross-site", "same-site"] {
        for (path, mode, dest) in [
            ("files/picture.svg", "no-cors", "image"),
            ("files/picture.svg", "navigate", "iframe"),
            ("api/contents", "cors", "empty"),
            ("logout", "no-cors", "image"),
            ("logout", "navigate", "document"),
        ] {
            assert_eq!(load(path, site, mode, dest), 403, "{site} {path} {dest}");
        }
        assert_eq!(load("files/picture.svg", site, "navigate", "document"), 200, "a link leads here");
    }
    for site in ["same-origin", "none"] {
        assert_eq!(load("files/picture.svg", site, "no-cors", "image"), 200);
    }
    assert_eq!(load("logout", "same-origin", "navigate", "document"), 303);
}

#[test]
fn the_address_lets_one_browser_in_and_its_cookie_needs_the_xsrf_token() {
    let server = Server::start(&[]);
    let (cookies, xsrf) = log_in(&server);
    let path = server.login_url.strip_prefix(&server.url).unwrap();
    let again = server.send("GET", path, &[], "");
    assert_eq!((again.status, again.header("location")), (303, "/login?next=/lab"), "it was used");
    let cookie = ("cookie", cookies.as_str());
    assert_eq!(server.send("GET", "api/status", &[cookie], "").status, 200);
    let post = |headers: &[(&str, &str)]| server.send("POST", "api/contents", headers, "{}");
    let missing = post(&[cookie]);
    assert_eq!(missing.status, 403);
    assert!(missing.text.contains("'_xsrf' argument missing"), "{}", missing.text);
    assert_eq!(post(&[cookie, ("x-xsrftoken", "wrong")]).status, 403);
    // A neighbor site plants its own pair: the token is bound to the session.
    let planted = format!("{}; _xsrf=planted", cookies.split("; _xsrf").next().unwrap());
    assert_eq!(post(&[("cookie", &planted), ("x-xsrftoken", "planted")]).status, 403);
    assert_eq!(post(&[cookie, ("x-xsrftoken", &xsrf)]).status, 201);
    assert_eq!(server.send("POST", "logout", &[cookie, ("x-xsrftoken", &xsrf)], "").status, 303);
    assert_eq!(server.send("GET", "api/status", &[cookie], "").status, 403, "the session ended");
}

#[test]
fn the_login_page_takes_the_token_and_makes_a_new_cookie() {
    let server = Server::start(&[]);
    let fixed = ("cookie", "labora-lab-1=fixed");
    let wrong = server.send("POST", "login?next=/lab/tree/x", &[fixed], "password=wrong");
    assert_eq!(wrong.status, 401);
    assert!(wrong.text.contains("Invalid credentials"));
    let right = server.send("POST", "login?next=/lab/tree/x", &[fixed], &format!("password={TOKEN}"));
    assert_eq!((right.status, right.header("location")), (303, "/lab/tree/x"));
    assert!(!right.cookies().0.contains("fixed"));
    for elsewhere in ["//evil.example", "http://evil.example", "/%5Cevil.example"] {
        let answer = server.send("POST", &format!("login?next={elsewhere}"), &[], &format!("password={TOKEN}"));
        assert_eq!(answer.header("location"), "/lab", "{elsewhere}");
    }
    let page = server.send("GET", "login?next=%22%3E%3Cscript%3E", &[], "");
    assert!(!page.text.contains("<script>"), "{}", page.text);
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start(&["--allow-host", "lab.example"]);
    let token = format!("token {TOKEN}");
    let (cookies, xsrf) = log_in(&server);
    let status = |headers: &[(&str, &str)]| server.send("GET", "api/status", headers, "").status;
    let auth = ("authorization", token.as_str());
    assert_eq!(status(&[auth, ("host", "evil.example")]), 403, "a name that was rebound");
    assert_eq!(status(&[auth, ("host", "lab.example")]), 200);
    let own = format!("http://{}", server.host());
    let cookie = ("cookie", cookies.as_str());
    for (origin, expected) in [(own.as_str(), 201), ("http://evil.example", 403), ("null", 403)] {
        let headers = [cookie, ("x-xsrftoken", xsrf.as_str()), ("origin", origin)];
        assert_eq!(server.send("POST", "api/contents", &headers, "{}").status, expected, "{origin}");
    }
}

#[test]
fn strangers_send_little() {
    let server = Server::start(&[]);
    for path in ["login", "api/security/csp-report"] {
        assert_eq!(server.send("POST", path, &[], &"x".repeat(100 << 10)).status, 413, "{path}");
    }
    let (cookies, _) = log_in(&server);
    let report = server.send("POST", "api/security/csp-report", &[("cookie", &cookies)], "{}");
    assert_eq!(report.status, 204, "a browser sends its cookie and no XSRF token");
}

#[test]
fn a_resource_of_a_kernel_is_a_file_of_its_folder() {
    let server = Server::start(&[]);
    server.add_kernel("one", &json!({"argv": ["false"], "display_name": "x", "language": "x"}));
    let kernels = server.image_folder().join("share/jupyter/kernels");
    std::fs::write(kernels.join("one/logo-svg.svg"), "<svg/>").unwrap();
    std::fs::write(kernels.join("secret"), "secret").unwrap();
    // It would block whoever opens it.
    assert!(std::process::Command::new("mkfifo").arg(kernels.join("pipe")).status().unwrap().success());
    let get = |file: &str| server.call("GET", &format!("kernelspecs/one/{file}"), Value::Null);
    assert_eq!((get("logo-svg.svg").status, get("logo-svg.svg").header("content-type")), (200, "image/svg+xml"));
    let pipe = kernels.join("pipe").display().to_string().replace('/', "%2F");
    for bad in ["..%2Fsecret", "..%2Fpipe", "none.png", &pipe] {
        assert_eq!(get(bad).status, 404, "{bad}");
    }
}

#[test]
fn no_path_leads_out_of_the_drive() {
    let server = Server::start(&[]);
    std::fs::write(server.drive().parent().unwrap().join("outside.txt"), "secret").unwrap();
    symlink(server.drive().parent().unwrap(), server.drive().join("up")).unwrap();
    server.write("in.txt", "in");
    for path in ["..%2Foutside.txt", "%2e%2e/outside.txt", "up/outside.txt", "a/..%2f..%2foutside.txt", ".hidden"] {
        for folder in ["api/contents/", "files/", "view/"] {
            let answer = server.call("GET", &format!("{folder}{path}"), Value::Null);
            assert!(matches!(answer.status, 400 | 404), "{folder}{path}: {}", answer.status);
            assert!(!answer.text.contains("secret"), "{path}");
        }
    }
    let model = json!({"type": "file", "format": "text", "content": "x"});
    for path in ["up/new.txt", "..%2Fnew.txt", ".ssh"] {
        assert!(server.call("PUT", &format!("api/contents/{path}"), model.clone()).status >= 400, "{path}");
    }
    for (from, to) in [("in.txt", "../out.txt"), ("in.txt", "up/out.txt"), ("up/outside.txt", "got.txt")] {
        let answer = server.call("PATCH", &format!("api/contents/{from}"), json!({"path": to}));
        assert!(answer.status >= 400, "{from} to {to}");
    }
    assert!(server.call("POST", "api/contents", json!({"copy_from": "up/outside.txt"})).status >= 400);
    assert_eq!(std::fs::read_to_string(server.drive().parent().unwrap().join("outside.txt")).unwrap(), "secret");
    let names: Vec<Value> =
        server.get("api/contents")["content"].as_array().unwrap().iter().map(|m| m["name"].clone()).collect();
    assert_eq!(names, ["in.txt"]);
}

#[test]
fn a_base_address_is_all_there_is() {
    let server = Server::start(&["--base-url", "/a%40b"]);
    assert!(server.url.ends_with("/a%40b/"), "{}", server.url);
    let answer = server.call("POST", "api/contents", json!({"ext": ".ipynb"}));
    assert_eq!(answer.header("location"), "/a%40b/api/contents/Untitled.ipynb");
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let root = agent.get(format!("http://{}/api", server.host())).call().unwrap();
    assert_eq!(root.status(), 404);
}

#[test]
fn wrong_settings_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, part) in [
        (&["--listen", "0.0.0.0:1"][..], "--insecure"),
        (&["--token", "short"], "token"),
        (&["--drive", "none"], "none: "),
        (&["--image", "none"], "none: "),
        (&["--memory", "1"], "--memory"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_labora-lab"));
        command.args(["--no-browser", "--state", "state"]).args(arguments);
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let output = command.current_dir(folder.path()).env_remove("LABORA_LAB_TOKEN").output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains("error: ") && error.contains(part), "{arguments:?}: {error}");
    }
}
