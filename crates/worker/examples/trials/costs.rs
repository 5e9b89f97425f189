//! What the wire costs: the same work on the devices of this process and on those of a worker of this machine, and the
//! same bytes over gRPC alone.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use ifrt_proxy::messages::{
    GrpcGetVersionRequest, GrpcGetVersionResponse, GrpcHostBufferDeleteRequest, GrpcHostBufferLookupRequest,
    GrpcHostBufferLookupResponse, GrpcHostBufferStoreMetadata, GrpcHostBufferStoreRequest, GrpcIfrtSessionMetadata,
    IfrtRequest, IfrtResponse,
};
use ifrt_proxy::stub::client::{IfrtProxyClient, Keepalive};
use ifrt_proxy::stub::server::{IfrtProxy, IfrtProxyServer};
use ifrt_proxy::{Handles, VersionRange};
use keras::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten, MaxPooling2D, Padding};
use keras::optimizers::Adam;
use keras::{Activation, Array, Compile, Device, Fit, Input, Model, Verbose};
use pjrt::{Argument, Client, ElementType, NamedValue};
use tonic::{Request, Status, Streaming};

/// Bytes of an upload: CIFAR-10's training images.
const UPLOAD: usize = 150 << 20;
/// Runs of a small program, each on the result of the one before.
const STEPS: usize = 2000;
/// Rounds, of which the fastest counts.
const ROUNDS: usize = 3;
/// Images of a training, of two epochs. What a training costs once, such as sending the weights and fetching
/// them, is seen in the difference.
const IMAGES: [usize; 2] = [2048, 10_240];
const EPOCHS: usize = 2;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// Prints the table.
///
/// # Errors
/// The devices cannot be used.
pub fn run(target: &str) -> Result<(), Failed> {
    let text = |value: &str| NamedValue::String(value.into());
    let options = [
        ("cores", NamedValue::Int64(8)),
        ("numerics", text("tpu")),
        // As `labora` has it.
        ("zero_copy", NamedValue::Bool(true)),
    ];
    let local = Client::new(&plugin::linked()?, &options)?;
    let remote = Client::new(&remote_plugin::linked()?, &[("address", text(target))])?;
    println!("| work | here | worker | gRPC alone |\n|---|---|---|---|");
    let (here, there) = (fastest(|| upload(&local))?, fastest(|| upload(&remote))?);
    let limit = tokio::runtime::Runtime::new()?.block_on(bare())?;
    println!("| upload of 150 MiB, s | {here:.3} | {there:.3} | {:.3} |", limit.0);
    let (here, there) = (fastest(|| steps(&local, false))?, fastest(|| steps(&remote, false))?);
    println!("| dependent small step, us | {:.1} | {:.1} | |", 1e6 * here, 1e6 * there);
    let (here, there) = (fastest(|| steps(&local, true))?, fastest(|| steps(&remote, true))?);
    println!("| the same, each awaited, us | {:.1} | {:.1} | {:.1} |", 1e6 * here, 1e6 * there, 1e6 * limit.1);
    let (mut on_local, mut on_remote) = (Training::new(local)?, Training::new(remote)?);
    for images in IMAGES {
        let (mut here, mut there) = (f64::INFINITY, f64::INFINITY);
        for round in 0..ROUNDS {
            let (local, remote) = (on_local.fit(images)?, on_remote.fit(images)?);
            // The first one compiles.
            if round > 0 {
                (here, there) = (here.min(local), there.min(remote));
            }
        }
        let slower = 100.0 * (there / here - 1.0);
        println!("| `fit` of the article's network, {images} images, s | {here:.2} | {there:.2} ({slower:+.1}%) | |");
    }
    Ok(())
}

/// The least time of some rounds, after one that does not count.
fn fastest(mut work: impl FnMut() -> Result<f64, Failed>) -> Result<f64, Failed> {
    work()?;
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        least = least.min(work()?);
    }
    Ok(least)
}

/// Seconds until a device has the bytes.
fn upload(client: &Client) -> Result<f64, Failed> {
    let data: pjrt::HostData = Arc::new(vec![7u8; UPLOAD]);
    let start = Instant::now();
    let buffer = client.buffer_from_host_shared(&data, ElementType::U8, &[UPLOAD], &client.devices()[0])?;
    buffer.ready()?.wait()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Seconds of a run of a small program on the result of the run before.
fn steps(client: &Client, is_awaited: bool) -> Result<f64, Failed> {
    let program = "func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
        %y = stablehlo.add %x, %x : tensor<16xf32>
        return %y : tensor<16xf32>
    }";
    let program = client.compile(program, &pjrt::CompileOptions::default())?;
    let mut x = client.buffer_from_host(&[0; 64], ElementType::F32, &[16], &client.devices()[0])?;
    let start = Instant::now();
    for _ in 0..STEPS {
        let run = program.execute_async(vec![vec![Argument::Borrow(&x)]], &Default::default())?;
        let mut results = if is_awaited { run.wait()? } else { run.into_outputs() };
        x = results.pop().and_then(|mut row| row.pop()).ok_or("the program has a result")?;
        if is_awaited {
            x.ready()?.wait()?;
        }
    }
    x.ready()?.wait()?;
    Ok(start.elapsed().as_secs_f64() / STEPS as f64)
}

/// The article's network on random images.
struct Training {
    model: keras::DeviceModel,
    pixels: Vec<u8>,
}

impl Training {
    fn new(client: Client) -> Result<Training, Failed> {
        let input = Input::new([32, 32, 3]);
        let conv = |filters| Conv2D::new(filters, 3).padding(Padding::Same).activation(Activation::Relu);
        let x = BatchNormalization::new().call(&input)?;
        let x = conv(32).call(&conv(32).call(&x)?)?;
        let x = Dropout::new(0.25).call(&MaxPooling2D::new(2).call(&x)?)?;
        let x = conv(64).call(&BatchNormalization::new().call(&x)?)?;
        let x = Conv2D::new(64, 3).activation(Activation::Relu).call(&x)?;
        let x = Dropout::new(0.25).call(&MaxPooling2D::new(2).call(&x)?)?;
        let x = Dense::new(512).activation(Activation::Relu).call(&Flatten::new().call(&x)?)?;
        let x = Dropout::new(0.5).call(&x)?;
        let mut model = Model::new(&input, &Dense::new(10).activation(Activation::Softmax).call(&x)?)?;
        model.initialize(7)?;
        model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
        let mut rng = keras::utils::Rng::seeded(5);
        let pixels = (0..IMAGES[1] * 32 * 32 * 3).map(|_| rng.below(256) as u8).collect();
        let device = Device::all_cores(client)?.quiet();
        Ok(Training { model: model.to_device(&device)?, pixels })
    }

    /// Seconds of a training whose programs are compiled from the second call on.
    fn fit(&mut self, images: usize) -> Result<f64, Failed> {
        let labels: Vec<i32> = (0..images).map(|i| (i % 10) as i32).collect();
        let (x, y) = (&self.pixels[..images * 32 * 32 * 3], Array::from(labels));
        let x = Array::new([images, 32, 32, 3], x.to_vec())?;
        let start = Instant::now();
        let fit = Fit { batch_size: 1024, epochs: EPOCHS, verbose: Verbose::Silent, seed: 3, ..Fit::default() };
        self.model.fit(&x, &y, fit)?;
        Ok(start.elapsed().as_secs_f64())
    }
}

/// A server that takes bytes and does nothing with them.
struct Sink;

impl IfrtProxy for Sink {
    type SessionStream = tokio_stream::Empty<Result<IfrtResponse, Status>>;
    type LookupStream = tokio_stream::Empty<Result<GrpcHostBufferLookupResponse, Status>>;

    async fn get_version(&self, request: Request<GrpcGetVersionRequest>) -> Result<GrpcGetVersionResponse, Status> {
        Ok(GrpcGetVersionResponse { version: request.get_ref().max_version })
    }

    async fn session(
        &self,
        _: GrpcIfrtSessionMetadata,
        _: Request<Streaming<IfrtRequest>>,
    ) -> Result<Self::SessionStream, Status> {
        Err(Status::unimplemented("no sessions"))
    }

    async fn store(
        &self,
        _: GrpcHostBufferStoreMetadata,
        parts: Request<Streaming<GrpcHostBufferStoreRequest>>,
    ) -> Result<(), Status> {
        let mut parts = parts.into_inner();
        while parts.message().await?.is_some() {}
        Ok(())
    }

    async fn lookup(&self, _: Request<GrpcHostBufferLookupRequest>) -> Result<Self::LookupStream, Status> {
        Err(Status::unimplemented("no bytes"))
    }

    fn delete(&self, _: Request<GrpcHostBufferDeleteRequest>) -> impl Future<Output = Result<(), Status>> + Send {
        std::future::ready(Ok(()))
    }
}

/// Seconds for the bytes of an upload, and for a call and its answer.
async fn bare() -> Result<(f64, f64), Failed> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let incoming = tokio_stream::wrappers::TcpListenerStream::new(listener);
    let server = tonic::transport::Server::builder()
        .initial_stream_window_size(16 << 20)
        .initial_connection_window_size(64 << 20)
        .max_frame_size(1 << 20)
        .tcp_nodelay(true)
        .add_service(IfrtProxyServer::new(Arc::new(Sink)));
    tokio::spawn(server.serve_with_incoming(incoming));
    let client = IfrtProxyClient::connect_with(&address.parse()?, None, Keepalive::default()).await?;
    let (handles, bytes) = (Handles::of_client(), vec![7u8; UPLOAD]);
    let (mut upload, mut call) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..=ROUNDS {
        let start = Instant::now();
        client.store(1, handles.next(), bytes.clone().into()).await?;
        upload = upload.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for _ in 0..STEPS {
            client.get_version(&VersionRange::SUPPORTED).await?;
        }
        call = call.min(start.elapsed().as_secs_f64() / STEPS as f64);
    }
    Ok((upload, call))
}
