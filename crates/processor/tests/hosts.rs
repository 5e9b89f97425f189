//! Programs whose replicas are divided among several hosts: here threads with a transport through memory.

use std::sync::{Arc, Barrier, Mutex};

use processor::{Argument, Buffer, CompileOptions, Cores, ErrorKind, Transport, compile};
use stablehlo::{Literal, Module};

/// What the hosts of one world share.
#[derive(Debug)]
struct World {
    sent: Mutex<Vec<Vec<u8>>>,
    barrier: Barrier,
}

/// One host of a world.
#[derive(Clone, Debug)]
struct Host {
    world: Arc<World>,
    rank: usize,
    size: usize,
    /// The number of exchanges after which the others are lost.
    left: Arc<Mutex<usize>>,
}

impl Host {
    fn all(size: usize) -> Vec<Self> {
        let world = Arc::new(World { sent: Mutex::new(vec![Vec::new(); size]), barrier: Barrier::new(size) });
        let left = |_| Arc::new(Mutex::new(usize::MAX));
        (0..size).map(|rank| Self { world: world.clone(), rank, size, left: left(rank) }).collect()
    }

    /// Sends bytes to all, and hands in those of each host.
    fn exchange(&self, send: &[u8], mut receive: impl FnMut(usize, &[u8])) -> Result<(), String> {
        let mut left = self.left.lock().unwrap();
        *left = left.checked_sub(1).ok_or("the others are lost")?;
        self.world.sent.lock().unwrap()[self.rank] = send.to_vec();
        self.world.barrier.wait();
        self.world.sent.lock().unwrap().iter().enumerate().for_each(|(rank, sent)| receive(rank, sent));
        self.world.barrier.wait();
        Ok(())
    }
}

impl Transport for Host {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn all_to_all(&self, send: &[u8], receive: &mut [u8]) -> Result<(), String> {
        let block = send.len() / self.size;
        let of = |rank: usize| rank * block..(rank + 1) * block;
        self.exchange(send, |rank, sent| receive[of(rank)].copy_from_slice(&sent[of(self.rank)]))
    }

    fn all_gather(&self, own: &[u8], all: &mut [u8]) -> Result<(), String> {
        let block = own.len();
        self.exchange(own, |rank, sent| all[rank * block..(rank + 1) * block].copy_from_slice(sent))
    }
}

const REPLICAS: usize = 8;
/// More than a chunk of an all-reduce, and no multiple of the number of hosts.
const LARGE: usize = 20_003;

/// Iterates over sums of values of all replicas and of their numbers: two element types in one all-reduce, a
/// large operand and small ones, and steps that run once for all replicas.
fn program() -> Module {
    Module::parse(&format!(
        r#"module @hosts attributes {{mhlo.num_replicas = {REPLICAS} : i32}} {{
  func.func @main(%x: tensor<{LARGE}xf32>, %w: tensor<3xf32> {{mhlo.is_same_data_across_replicas = true}})
      -> (tensor<{LARGE}xf32>, tensor<3xf32>, tensor<ui32>, tensor<ui32>) {{
    %id = stablehlo.replica_id : tensor<ui32>
    %ids = "stablehlo.all_reduce"(%id) <{{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}}> ({{
      ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
        %s = stablehlo.add %a, %b : tensor<ui32>
        stablehlo.return %s : tensor<ui32>
    }}) : (tensor<ui32>) -> tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %steps = stablehlo.constant dense<3> : tensor<i32>
    %l:3 = stablehlo.while(%i = %zero, %v = %x, %u = %w) : tensor<i32>, tensor<{LARGE}xf32>, tensor<3xf32>
    cond {{
      %more = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    }} do {{
      %head = stablehlo.slice %v [0:3] : (tensor<{LARGE}xf32>) -> tensor<3xf32>
      %mix = stablehlo.multiply %head, %u : tensor<3xf32>
      %sum:2 = "stablehlo.all_reduce"(%v, %mix) <{{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
      }}) : (tensor<{LARGE}xf32>, tensor<3xf32>) -> (tensor<{LARGE}xf32>, tensor<3xf32>)
      %next = stablehlo.sine %sum#0 : tensor<{LARGE}xf32>
      %own = stablehlo.add %next, %v : tensor<{LARGE}xf32>
      %updated = stablehlo.add %u, %sum#1 : tensor<3xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %own, %updated : tensor<i32>, tensor<{LARGE}xf32>, tensor<3xf32>
    }}
    return %l#1, %l#2, %ids, %id : tensor<{LARGE}xf32>, tensor<3xf32>, tensor<ui32>, tensor<ui32>
  }}
}}"#
    ))
    .unwrap()
}

fn f32s(values: &[f32]) -> Buffer {
    Buffer::from_literal(&Literal::from_vec([values.len()], values).unwrap())
}

fn arguments(replica: usize) -> Vec<Argument> {
    let value = |i: usize| ((i * 7 + replica * 13) % 101) as f32 / 37.0 - 1.3;
    let x: Vec<f32> = (0..LARGE).map(value).collect();
    vec![Argument::Borrow(f32s(&x)), Argument::Borrow(f32s(&[0.1, 0.7, -0.3]))]
}

/// The bytes of the results, by replica.
type Results = Vec<Vec<Vec<u8>>>;

fn run(host: Option<Host>, runs: usize) -> processor::Result<Results> {
    let (rank, size) = host.as_ref().map_or((0, 1), |host| (host.rank, host.size));
    let transport = host.map(|host| Arc::new(host) as Arc<dyn Transport>);
    let executable = compile(&program(), &CompileOptions { transport, ..CompileOptions::default() })?;
    let local = REPLICAS / size;
    assert_eq!((executable.num_replicas(), executable.num_local_replicas()), (REPLICAS, local));
    let cores = Cores::new(2);
    let mut results = Vec::new();
    for _ in 0..runs {
        let lists = (rank * local..(rank + 1) * local).map(arguments).collect();
        results = executable.run(&cores, lists)?;
    }
    let bytes = |list: &Vec<Buffer>| list.iter().map(|buffer| buffer.as_bytes().to_vec()).collect();
    Ok(results.iter().map(bytes).collect())
}

fn run_on(hosts: Vec<Host>, runs: usize) -> Vec<processor::Result<Results>> {
    std::thread::scope(|scope| {
        let handles: Vec<_> = hosts.into_iter().map(|host| scope.spawn(move || run(Some(host), runs))).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    })
}

#[test]
fn two_four_and_eight_hosts_have_the_bits_of_one() {
    let one = run(None, 1).unwrap();
    let number = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().unwrap());
    assert_eq!((number(&one[7][2]), number(&one[7][3])), (28, 7));
    for size in [1, 2, 4, 8] {
        let several = run_on(Host::all(size), 2);
        let several: Results = several.into_iter().flat_map(Result::unwrap).collect();
        assert!(several == one, "{size} hosts");
    }
}

#[test]
fn a_lost_host_is_an_error_of_the_run() {
    let hosts = Host::all(2);
    for host in &hosts {
        *host.left.lock().unwrap() = 3;
    }
    for outcome in run_on(hosts, 1) {
        let error = outcome.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Collective);
        assert!(error.message().contains("over 2 processes failed: the others are lost"), "{error}");
    }
}

#[test]
fn what_hosts_cannot_run_together_is_refused() {
    let transport = || Some(Arc::new(Host::all(3).remove(0)) as Arc<dyn Transport>);
    let options = || CompileOptions { transport: transport(), ..CompileOptions::default() };
    let error = compile(&program(), &options()).unwrap_err();
    assert_eq!(error.message(), "8 replicas cannot be divided among 3 processes");
    let groups = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}>
            : (tensor<2xf32>) -> tensor<2xf32>
        return %y : tensor<2xf32>
    }";
    let mut module = Module::parse(groups).unwrap();
    module.num_replicas = 3;
    let error = compile(&module, &options()).unwrap_err();
    assert!(error.message().contains("can have all_reduce over all replicas only"), "{error}");
}
