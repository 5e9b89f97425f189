//! Programs in a sandbox that try to get out. Each attack runs in a stock kernel's machine.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::Server;

/// Starts a kernel; returns its number.
fn start(server: &Server) -> String {
    let answer = server.call("POST", "api/kernels", json!({"name": "python3"}));
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_string()
}

/// Runs code; returns what it printed, or the name of its exception.
fn run(server: &Server, kernel: &str, code: &str) -> String {
    let answer = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
    let outputs = answer.json()["outputs"].clone();
    let text = |output: &Value| output["text"].as_str().or(output["ename"].as_str()).unwrap_or_default().to_string();
    outputs.as_array().map(|all| all.iter().map(text).collect::<String>()).unwrap_or(answer.text).trim().to_string()
}

/// Code that defines `tried(f)`: the name of the error with which `f` ends, or its result.
const TRIED: &str = "
import ctypes, os, signal, socket, subprocess, time
libc = ctypes.CDLL(None, use_errno=True)
def called(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def tried(f):
    try:
        return repr(f())
    except OSError as e:
        return type(e).__name__ + ' ' + str(e.errno)
";

/// What an attack may end with: not permitted, not there, read-only.
const REFUSED: [&str; 7] = [
    "PermissionError 1",
    "PermissionError 13",
    "FileNotFoundError 2",
    "OSError 30",
    "ProcessLookupError 3",
    "OSError 38",
    // The number of namespaces is limited to none.
    "OSError 28",
];

#[test]
fn a_program_does_not_get_out_of_its_machine() {
    let Some(server) = Server::sandboxed(&[]) else { return };
    fs::write(server.drive().parent().unwrap().join("secret"), "secret").unwrap();
    server.write("in.txt", "of the drive");
    let (one, two) = (start(&server), start(&server));
    let host = std::process::id();
    let root = server.drive().parent().unwrap().display().to_string();
    assert_eq!(run(&server, &one, "print(open('in.txt').read())"), "of the drive");
    run(&server, &two, "open('/tmp/private', 'w').write('secret')\nopen('/root/private', 'w').write('secret')");
    run(&server, &one, TRIED);
    let attacks = [
        ("another runtime's files", "open('/tmp/private').read()".to_string()),
        ("another runtime's home", "open('/root/private').read()".into()),
        ("the drive's parent", format!("open('{root}/secret').read()")),
        ("the server's state", format!("os.listdir('{root}/state')")),
        ("the way up", "open('../../../../../../root/.profile').read()".into()),
        ("passwords", "open('/etc/shadow').read()".into()),
        ("a process of the host", format!("os.kill({host}, 0)")),
        ("memory of the first process", "open('/proc/1/mem', 'rb').read(1)".into()),
        ("the helper's file", "open('/proc/1/exe', 'rb').read(1)".into()),
        ("ptrace of the first process", "called(libc.ptrace(16, 1, 0, 0))".into()),
        ("a mount", "called(libc.mount(b'tmpfs', b'/tmp', b'tmpfs', 0, None))".into()),
        ("the end of a mount", "called(libc.umount2(b'/proc/sys', 2))".into()),
        ("a user namespace", "called(libc.unshare(0x10000000))".into()),
        ("a user namespace by clone", "called(libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0))".into()),
        ("another root", "called(libc.chroot(b'/tmp'))".into()),
        ("a device", "os.mknod('/tmp/sda', 0o60600, os.makedev(8, 0))".into()),
        ("a disk", "open('/dev/vda', 'rb').read(1)".into()),
        ("the mode of a device of the host", "os.chmod('/dev/null', 0)".into()),
        ("the handler of the host's crashes", "open('/proc/sys/kernel/core_pattern', 'w').write('|/bin/x')".into()),
        ("the host's magic keys", "open('/proc/sysrq-trigger', 'w').write('h')".into()),
        ("a program of the host", "open('/usr/bin/env', 'r+b')".into()),
        ("a file with its owner's rights", "[open('/content/s', 'w'), os.chmod('/content/s', 0o4755)]".into()),
        ("such a file at once", "os.open('/content/t', os.O_CREAT | os.O_WRONLY, 0o4755)".into()),
        ("a packet socket", "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)".into()),
        ("the hypervisor", "socket.socket(40, socket.SOCK_STREAM)".into()),
        ("programs in the kernel", "called(libc.syscall(321, 0, 0, 0))".into()),
        ("a raw socket", "socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)".into()),
        ("a module of the kernel", "called(libc.syscall(175, b'x', 1, b''))".into()),
        ("the same by a file", "called(libc.syscall(313, os.open('/dev/null', os.O_RDONLY), b'', 0))".into()),
        ("the end of a module", "called(libc.syscall(176, b'loop', 0))".into()),
        ("the loader of modules", "open('/proc/sys/kernel/modprobe', 'w').write('/content/x')".into()),
        ("the clock", "time.clock_settime(time.CLOCK_REALTIME, 0)".into()),
        ("the time of the day", "called(libc.settimeofday(bytes(16), None))".into()),
        ("the pace of the clock", "called(libc.adjtimex((1).to_bytes(4, 'little') + bytes(204)))".into()),
        ("the pace of a clock", "called(libc.clock_adjtime(0, (1).to_bytes(4, 'little') + bytes(204)))".into()),
        ("a clock of its own", "called(libc.unshare(0x80))".into()),
        ("the clock of the hardware", "open('/dev/rtc0', 'rb')".into()),
        ("the sockets of supervisors", format!("os.listdir('{root}/tmp')")),
        ("the audit log", format!("open('{root}/state/audit.jsonl').read()")),
        ("keys of the kernel", "called(libc.syscall(250, 0, -3, 0))".into()),
    ];
    for (what, attack) in attacks {
        let end = run(&server, &one, &format!("print(tried(lambda: {attack}))"));
        assert!(REFUSED.contains(&end.as_str()), "{what}: {end}");
    }
    // Calls of x86-64 have a second number each, of x32.
    let second = "print({(libc.syscall(0x40000000 | call, -1, -1, -1), ctypes.get_errno()) for call in range(600)})";
    assert_eq!(run(&server, &one, second), "{(-1, 1)}");
    let memory = run(&server, &one, "print(tried(lambda: open('/proc/kcore', 'rb').read(1)))");
    assert!(memory == "b''" || REFUSED.contains(&memory.as_str()), "the host's memory: {memory}");
    let rights =
        "print([l.split()[1] for l in open('/proc/self/status') if l.startswith(('CapEff', 'CapBnd', 'NoNew'))])";
    assert_eq!(run(&server, &one, rights), "['0000000000000000', '0000000000000000', '1']");
    let seen = run(&server, &one, "print(sorted(p for p in os.listdir('/proc') if p.isdigit())[0], len(os.environ))");
    assert!(seen.starts_with("1 "), "{seen}");
    let secrets = "print([k for k in os.environ if 'TOKEN' in k or 'SECRET' in k], os.environ['HOME'])";
    assert_eq!(run(&server, &one, secrets), "[] /root");
    assert_eq!(fs::metadata("/dev/null").unwrap().mode() & 0o777, 0o666);
}

#[test]
fn what_a_machine_wrote_is_gone_when_it_restarts_and_the_drive_stays() {
    let Some(server) = Server::sandboxed(&[]) else { return };
    let kernel = start(&server);
    let write = "import sys, os\n\
                 site = next(p for p in sys.path if p.endswith('site-packages'))\n\
                 paths = ['/tmp/x', '/root/x', site + '/labora_x.py', '/content/kept']\n\
                 for path in paths: open(path, 'w').write('1')\n\
                 import labora_x";
    assert_eq!(run(&server, &kernel, &format!("{write}\nprint('ok')")), "ok".to_string());
    assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/restart"), Value::Null).status, 200);
    let look =
        write.replace("open(path, 'w').write('1')", "print(os.path.exists(path))").replace("import labora_x", "");
    assert_eq!(run(&server, &kernel, &look), "False\nFalse\nFalse\nTrue");
    assert_eq!(fs::read_to_string(server.drive().join("kept")).unwrap(), "1");
}

#[test]
fn bombs_stay_in_their_machine() {
    let arguments = ["--memory", "256", "--disk", "32", "--processes", "64", "--network", "none"];
    let Some(server) = Server::sandboxed(&arguments) else { return };
    let (one, two) = (start(&server), start(&server));
    run(&server, &one, TRIED);
    // Python 3.12 warns of forks of processes with threads.
    let forks = "import warnings\nwarnings.simplefilter('ignore')\npids = []\ntry:\n    for n in range(200):\n        \
                 pid = os.fork()\n        if pid == 0:\n            signal.pause()\n        pids.append(pid)\n\
                 except BlockingIOError:\n    print('refused', len(pids) < 64)\n\
                 for pid in pids: os.kill(pid, 9); os.waitpid(pid, 0)";
    let forks = run(&server, &one, forks);
    assert!(forks.ends_with("refused True"), "{forks}");
    let memory = "done = subprocess.run(['python3', '-c', \"x = b'1' * (1 << 29)\"], stderr=subprocess.DEVNULL)\n\
                  print(done.returncode != 0)";
    assert_eq!(run(&server, &one, memory), "True", "half a GiB");
    let disk = "def fill():\n    with open('/tmp/full', 'wb') as f:\n        for _ in range(64): f.write(bytes(1 << 20))\n\
                print(tried(fill))";
    assert_eq!(run(&server, &one, disk), "OSError 28");
    let begin = Instant::now();
    let is_noted = |limit: &str| server.audit().iter().any(|line| line["what"] == "limit" && line["limit"] == limit);
    // Without control groups programs get no more memory, and nothing is killed.
    let is_killed = server.get(&format!("api/labora/runtimes/{one}"))["memory"]["limit"] == 256 << 20;
    while !(is_noted("disk") && (is_noted("memory") || !is_killed)) {
        assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", server.audit());
        std::thread::sleep(Duration::from_millis(50));
    }
    run(&server, &one, "os.remove('/tmp/full')");
    let reached = format!(
        "print(tried(lambda: socket.create_connection(('127.0.0.1', {}), 2)))",
        server.host().rsplit(':').next().unwrap()
    );
    assert_eq!(run(&server, &one, &reached), "ConnectionRefusedError 111", "its own loopback, not the host's");
    assert_eq!(run(&server, &two, "print('alive')"), "alive");
}

#[test]
fn interrupts_and_terminals_reach_the_machine_and_nothing_is_left() {
    let Some(mut server) = Server::sandboxed(&[]) else { return };
    let kernel = start(&server);
    assert_eq!(run(&server, &kernel, "print('begun')"), "begun");
    std::thread::scope(|scope| {
        let long = scope.spawn(|| run(&server, &kernel, "import time\ntime.sleep(600)"));
        let begin = Instant::now();
        while server.get(&format!("api/kernels/{kernel}"))["execution_state"] != "busy" {
            assert!(begin.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(server.call("POST", &format!("api/kernels/{kernel}/interrupt"), Value::Null).status, 204);
        assert_eq!(long.join().unwrap(), "KeyboardInterrupt");
    });
    let leave = "import subprocess\nsubprocess.Popen(['sleep', '86399'], start_new_session=True)\nprint('left')";
    assert_eq!(run(&server, &kernel, leave), "left");
    assert_eq!(server.call("DELETE", &format!("api/kernels/{kernel}"), Value::Null).status, 204);
    let begin = Instant::now();
    while is_running("86399") {
        assert!(begin.elapsed() < Duration::from_secs(30), "a program outlives its machine");
        std::thread::sleep(Duration::from_millis(50));
    }
    let name = server.call("POST", "api/terminals", json!({})).json()["name"].as_str().unwrap().to_string();
    let mut terminal = crate::sockets::Socket::open(&server, &format!("terminals/websocket/{name}"));
    terminal.send(&json!(["stdin", "echo $((6*7)) $(pwd)\r"]));
    let mut shown = String::new();
    while !shown.contains("42 /content") {
        shown += terminal.next()[1].as_str().unwrap_or_default();
    }
    server.end();
    assert_eq!(server.left(), [""; 0], "folders of machines are removed");
}

/// True if a program of this host has this argument.
pub fn is_running(argument: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    lines.any(|line| line.starts_with("sleep\0") && line.contains(argument))
}
