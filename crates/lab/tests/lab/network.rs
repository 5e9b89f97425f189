//! What runtimes reach of the network, and who has the processors.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as UnixAddress, UnixListener};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Person, Server, has_namespaces, image};
use crate::people::open;

/// An address of the host's loopback as a name: what it is at, the resolver alone knows.
const HOST: &str = "127.1";

/// A server of the host that has the files of a folder, and leads elsewhere by `/to/HOST`; returns its port.
fn files(listener: TcpListener, folder: PathBuf) {
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut first, mut line) = (String::new(), String::new());
            let _ = stream.read_line(&mut first);
            while stream.read_line(&mut line).is_ok_and(|count| count > 2) {
                line.clear();
            }
            let path = first.split(' ').nth(1).unwrap_or_default().trim_matches('/');
            let answer = match (path.strip_prefix("to/"), std::fs::read(folder.join(path))) {
                (Some(host), _) => format!("302 Found\r\nLocation: http://{host}/\r\nContent-Length: 0\r\n\r\n").into(),
                (None, Ok(bytes)) => {
                    let kind = if path.ends_with(".html") { "text/html" } else { "application/octet-stream" };
                    let head = format!("200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", bytes.len());
                    [head.into_bytes(), bytes].concat()
                }
                (None, Err(_)) => b"404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
            };
            let _ = stream.get_mut().write_all(&[b"HTTP/1.1 ", &answer[..]].concat());
        }
    });
}

/// Runs code; returns what it printed, or how it failed.
fn run(person: &Person, kernel: &str, code: &str) -> String {
    let done = person.done("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
    let text = |output: &Value| {
        output["text"].as_str().map_or_else(|| format!("{} {}", output["ename"], output["evalue"]), String::from)
    };
    done["outputs"].as_array().unwrap().iter().map(text).collect::<String>().trim().to_string()
}

/// Code that defines `asked(REQUEST)`, the first line of the proxy's answer; `fetched(ADDRESS)`, what urllib
/// gets by it; `tunnelled(HOST, PORT, PATH)`, what `CONNECT` gets; and `reached`, how a connection without it
/// ends.
const ASK: &str = "
import http.client, os, socket, subprocess, sys, urllib.request, urllib.error
def tunnelled(host, port, path):
    proxy = http.client.HTTPConnection('127.0.0.1', 3128, timeout=60)
    proxy.set_tunnel(host, port)
    proxy.request('GET', path)
    return proxy.getresponse().read()
def asked(request):
    with socket.create_connection(('127.0.0.1', 3128), 60) as s:
        s.sendall(f'{request} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'.encode())
        return s.recv(4096).decode('latin1').split('\\r\\n')[0]
def fetched(address):
    try:
        return urllib.request.urlopen(address, timeout=60).read()
    except urllib.error.HTTPError as e:
        return f'{e.code} {e.reason}'
def reached(family, kind, address):
    try:
        with socket.socket(family, kind) as s:
            s.connect(address)
            return 'reached'
    except OSError as e:
        return e.errno
";

/// A package for pip, with the page that it asks for.
const PACKAGE: &str = "
import zipfile
os.makedirs('/content/simple/probe')
name = 'probe-1-py3-none-any.whl'
with zipfile.ZipFile('/content/simple/probe/' + name, 'w') as wheel:
    wheel.writestr('probe.py', 'x = 42')
    wheel.writestr('probe-1.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: probe\\nVersion: 1\\n')
    wheel.writestr('probe-1.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('probe-1.dist-info/RECORD', '')
os.makedirs('/content/simple/probe/index')
open('/content/simple/probe/index.html', 'w').write(f'<a href=\"{name}\">{name}</a>')
";

#[test]
fn a_runtime_reaches_public_and_allowed_addresses_by_the_proxy_and_no_others() {
    let (allowed, closed) = (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
    let port = |listener: &TcpListener| listener.local_addr().unwrap().port();
    let (open_port, port) = (port(&allowed), port(&closed));
    let people = [("ada", "student"), ("bob", "student"), ("tess", "teacher")];
    let rule = format!("{HOST}:{open_port}");
    let Some(server) = Server::class_with_kernels(&people, &["--network-allow", &rule]) else { return };
    files(allowed, server.drive().join("home/ada"));
    let (ada, bob, tess) = (server.person("ada"), server.person("bob"), server.person("tess"));
    let (one, two) = (open(&ada, "n.ipynb"), open(&bob, "n.ipynb"));
    run(&bob, &two, "import socket\nservice = socket.create_server(('127.0.0.1', 4711))");
    run(&ada, &one, ASK);
    run(&ada, &one, PACKAGE);
    let ask = |code: String| run(&ada, &one, &format!("print({code})"));

    let file = format!("http://{rule}/simple/probe/index.html");
    assert!(ask(format!("fetched('{file}')")).contains("probe-1-py3"), "{}", ask(format!("fetched('{file}')")));
    let tunnel = format!("tunnelled('{HOST}', {open_port}, '/simple/probe/index.html')");
    assert!(ask(tunnel).contains("probe-1-py3"));
    let pip = format!(
        "subprocess.run([sys.executable, '-m', 'pip', 'install', '-q', '--no-deps', '--disable-pip-version-check', \
         '--find-links', '{file}', '--no-index', '--trusted-host', '{HOST}', 'probe'], capture_output=True, text=True)"
    );
    let installed = ask(pip);
    assert_eq!(run(&ada, &one, "import probe\nprint(probe.x)"), "42", "{installed}");

    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001", "0.0.0.0", HOST] {
        let end = ask(format!("asked('CONNECT {host}:{port}')"));
        assert!(end.starts_with("HTTP/1.1 403 ") && end.contains("no address of the public network"), "{host}: {end}");
        let end = ask(format!("asked('GET http://{host}:{port}/')"));
        assert!(end.starts_with("HTTP/1.1 403 "), "{host}: {end}");
    }
    for address in ["169.254.169.254:80", "10.0.0.1:443", "[fe80::1]:80", "[fd00:ec2::254]:80", "[64:ff9b::7f00:1]:80"]
    {
        assert!(ask(format!("asked('CONNECT {address}')")).starts_with("HTTP/1.1 403 "), "{address}");
    }
    for bad in ["CONNECT /", "GET /", "GET https://pypi.org/", "GET ftp://pypi.org/"] {
        let end = ask(format!("asked('{bad}')"));
        assert!(end.starts_with("HTTP/1.1 400 "), "{bad}: {end}");
    }
    let redirect = ask(format!("fetched('http://{rule}/to/169.254.169.254')"));
    assert!(redirect.starts_with("403 "), "{redirect}");
    let direct = format!("reached(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', {port}))");
    let name = format!("labora-test-{port}");
    let address = UnixAddress::from_abstract_name(&name).unwrap();
    let _unnamed = UnixListener::bind_addr(&address).unwrap();
    let by_name = format!("reached(socket.AF_UNIX, socket.SOCK_STREAM, '\\0{name}')");
    for (what, code, expected) in [
        ("another runtime", "reached(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', 4711))", "111"),
        ("the host's loopback", direct.as_str(), "111"),
        ("a socket of the host without a file", by_name.as_str(), "111"),
        ("an address without the proxy", "reached(socket.AF_INET, socket.SOCK_STREAM, ('192.0.2.1', 80))", "101"),
        ("the same by datagrams", "reached(socket.AF_INET, socket.SOCK_DGRAM, ('192.0.2.1', 53))", "101"),
    ] {
        assert_eq!(ask(code.into()), expected, "{what}");
    }
    closed.set_nonblocking(true).unwrap();
    assert_eq!(closed.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "nobody came to the closed port");

    let refused: Vec<Value> = server.audit().into_iter().filter(|line| line["what"] == "refused").collect();
    let targets: Vec<&str> = refused.iter().filter_map(|line| line["target"].as_str()).collect();
    assert_eq!(targets.iter().filter(|target| **target == "169.254.169.254:80").count(), 1, "{targets:?}");
    assert!(
        targets.contains(&format!("localhost:{port}").as_str()) && targets.contains(&"10.0.0.1:443"),
        "{targets:?}"
    );
    assert!(refused.iter().all(|line| line["who"] == "ada" && line["folder"] == "/content"), "{refused:?}");
    let shown = tess.get("api/labora/class")["refusals"].clone();
    assert_eq!(shown[0], refused[refused.len() - 1], "the newest is the first");
    if has_shares(&server, "ada") && has_shares(&server, "bob") {
        shares(&[(&ada, &one, 8), (&bob, &two, 2)]);
    } else {
        testkit::skip("no control group of processors can be made");
    }
}

/// True if the runtimes of a person have a share of the processors, by the records of their kernels.
fn has_shares(server: &Server, name: &str) -> bool {
    let records = std::fs::read_dir(server.state().join("people").join(name).join("runtimes")).unwrap();
    let records = records.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let records = records.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    let groups = records.flat_map(|record| record["remains"]["cgroups"].as_array().unwrap().clone());
    let mut groups = groups.filter_map(|group| group.as_str().map(PathBuf::from));
    groups.any(|group| {
        let is_of_person = group.parent().is_some_and(|parent| parent.ends_with(format!("labora-of-{name}")));
        is_of_person && ["cpu.shares", "cpu.weight"].iter().any(|file| group.join(file).is_file())
    })
}

/// Code that has COUNT processes compute from BEGIN to BEGIN + 1 by the clock of all machines, and prints the
/// seconds of processors that they had; nothing if they were not there at the begin.
const COMPUTE: &str = "
import os, time, warnings
warnings.simplefilter('ignore')
before = os.times().children_user
for _ in range(COUNT):
    if os.fork() == 0:
        time.sleep(max(0, BEGIN - time.monotonic()))
        while time.monotonic() < BEGIN + 1: pass
        os._exit(0)
is_late = time.monotonic() > BEGIN
for _ in range(COUNT): os.wait()
print('' if is_late else os.times().children_user - before)
";

/// Runs as many processes as is said in each runtime, in the same second. Each has as much of the processors,
/// whatever its number of processes: eight and two would have four to one.
fn shares(runtimes: &[(&Person, &str, usize); 2]) {
    for seconds in [0.5, 2.0, 5.0, 10.0, 20.0] {
        let now: f64 = run(runtimes[0].0, runtimes[0].1, "import time\nprint(time.monotonic())").parse().unwrap();
        let begin = now + seconds;
        let used: Vec<Option<f64>> = std::thread::scope(|scope| {
            let compute = |(person, kernel, count): &(&Person, &str, usize)| {
                let code = COMPUTE.replace("COUNT", &count.to_string()).replace("BEGIN", &begin.to_string());
                run(person, kernel, &code).parse::<f64>().ok()
            };
            let threads: Vec<_> = runtimes.iter().map(|runtime| scope.spawn(move || compute(runtime))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        if let [Some(eight), Some(two)] = used[..] {
            assert!((0.4..2.5).contains(&(eight / two)), "{used:?}");
            return;
        }
    }
    panic!("the machine is too busy to begin two programs at the same time");
}

#[test]
fn programs_of_a_machine_know_the_certificates_and_the_mirror_of_the_server() {
    let Some(image) = image().filter(|_| has_namespaces()) else { return };
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "of a school").unwrap();
    let certificates = file.path().display().to_string();
    let environment = [("REQUESTS_CA_BUNDLE", certificates), ("PIP_INDEX_URL", "https://mirror.school/simple".into())];
    let server = Server::start_in(&environment, Some(image), &[]);
    let kernel = server.call("POST", "api/kernels", json!({})).json()["id"].as_str().unwrap().to_string();
    let code = "import os; print(open(os.environ['REQUESTS_CA_BUNDLE']).read(), os.environ['PIP_INDEX_URL'])";
    let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code})).json();
    assert_eq!(done["outputs"][0]["text"], "of a school https://mirror.school/simple\n", "{done}");
}

/// A program of a runtime that sends a request to its proxy, and writes the first line of the answer and the
/// line of the tunnel into the drive.
const SHELL: &str = "exec 3<>/dev/tcp/127.0.0.1/3128
printf 'CONNECT %s HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' \"$1\" >&3
read -r first <&3; while read -r line <&3 && [ \"$line\" != $'\\r' ]; do :; done; read -r inside <&3
printf '%s\\n%s' \"$first\" \"$inside\" > \"/content/.$2\" && mv \"/content/.$2\" \"/content/$2\"
sleep 60";

#[test]
fn connections_go_through_the_proxy_of_the_machine_if_it_needs_one() {
    if !has_namespaces() {
        return;
    }
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://ada:secret@{}", proxy.local_addr().unwrap());
    let environment = [("https_proxy", address), ("no_proxy", "localhost".to_string())];
    let server = Server::start_in(&environment, None, &[]);
    for (name, target) in [("public", "8.8.8.8:443"), ("private", "10.0.0.1:443")] {
        let argv = ["/bin/bash", "-c", SHELL, "bash", target, name];
        server.add_kernel(name, &json!({"argv": argv, "display_name": name, "language": "x"}));
        assert_eq!(server.call("POST", "api/kernels", json!({"name": name})).status, 201);
    }
    let mut stream = BufReader::new(proxy.accept().unwrap().0);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        stream.read_line(&mut head).unwrap();
    }
    stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\n\r\nof the other side\n").unwrap();
    assert!(head.starts_with("CONNECT 8.8.8.8:443 HTTP/1.1\r\n"), "{head}");
    // printf ada:secret | base64
    assert!(head.to_lowercase().contains("\r\nproxy-authorization: basic ywrhonnly3jlda=="), "{head}");
    let begin = Instant::now();
    let written = |name: &str| loop {
        if let Ok(text) = std::fs::read_to_string(server.drive().join(name)) {
            return text;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{name}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let public = written("public");
    assert!(public.starts_with("HTTP/1.1 200 OK") && public.ends_with("\nof the other side"), "{public}");
    let private = written("private");
    assert!(private.starts_with("HTTP/1.1 403 "), "{private}");
}
