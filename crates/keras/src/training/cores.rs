//! Programs compiled for the cores of a device, and buffers on the cores.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pjrt::{Argument, Buffer, CompileOptions, DeviceAssignment, ExecuteOptions, HostData, LoadedExecutable};
use stablehlo::{Module, TensorType};

use crate::array::Array;
use crate::error::{Error, ErrorKind, Result};
use crate::trace::rows_type;

use super::device::Device;
use super::device_error::{Operation, failed};
use super::lru_cache::LruCache;

/// One buffer for each core of this process.
pub(super) type PerCore = Vec<Buffer>;

/// The capacity of the program cache: the four programs of a training with validation, an evaluation and a
/// prediction, twice.
pub(super) const CACHED_PROGRAMS: usize = 8;

/// The cores of a device, with a cache of compiled programs.
#[derive(Debug)]
pub(super) struct Cores {
    device: Device,
    /// The key is the program's text, or a name.
    programs: Mutex<LruCache<Arc<Program>>>,
    /// The programs of exchanges between processes, by the length of a row.
    sum_programs: Mutex<HashMap<usize, Arc<Program>>>,
}

/// A compiled program of this crate. Its first arguments are the state, which is donated and returned.
pub(super) struct Program {
    executable: LoadedExecutable,
    results: Vec<TensorType>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({:?})", self.executable.name())
    }
}

impl Cores {
    /// The cores, with a cache of so many programs.
    pub fn new(device: Device, capacity: usize) -> Self {
        Self { device, programs: Mutex::new(LruCache::new(capacity)), sum_programs: Mutex::default() }
    }

    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The number of cores, which is that of the replicas.
    pub fn count(&self) -> usize {
        self.device.cores()
    }

    /// The number of cores of this process.
    pub fn own_count(&self) -> usize {
        self.device.devices().len()
    }

    /// The programs of exchanges between processes.
    pub fn sum_programs(&self) -> &Mutex<HashMap<usize, Arc<Program>>> {
        &self.sum_programs
    }

    fn programs(&self) -> MutexGuard<'_, LruCache<Arc<Program>>> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached program with this name, or the one that `trace` builds.
    pub fn compile_once(&self, name: String, trace: impl FnOnce() -> Result<Module>) -> Result<Arc<Program>> {
        if let Some(program) = self.programs().get(&name) {
            return Ok(program);
        }
        let module = trace()?;
        let program = self.build(&module)?;
        self.programs().insert(name, program.clone());
        Ok(program)
    }

    /// Compiles a program for as many cores as it has replicas, unless it is cached.
    pub fn compile(&self, module: &Module) -> Result<Arc<Program>> {
        let text = module.to_string();
        if let Some(program) = self.programs().get(&text) {
            return Ok(program);
        }
        let program = self.build_text(module, &text)?;
        self.programs().insert(text, program.clone());
        Ok(program)
    }

    /// Compiles a program.
    pub fn build(&self, module: &Module) -> Result<Arc<Program>> {
        self.build_text(module, &module.to_string())
    }

    fn build_text(&self, module: &Module, text: &str) -> Result<Arc<Program>> {
        let first = |devices: &'_ [pjrt::Device]| devices.get(..module.num_replicas).unwrap_or(devices).to_vec();
        // On several processes, programs run on all cores of all of them.
        let (all, devices) = (first(self.device.all_devices()), first(self.device.devices()));
        let options = CompileOptions {
            num_replicas: module.num_replicas,
            device_assignment: Some(DeviceAssignment::replicas(all.iter().map(pjrt::Device::id))),
            overrides: self.device.compile_options().to_vec(),
            ..CompileOptions::default()
        };
        let client = self.device.client();
        let executable = client
            .compile(text, &options)
            .map_err(|e| failed(client.plugin(), Operation::Compiling(&module.name, module.num_replicas), &e))?;
        if executable.addressable_devices() != devices {
            return Err(Error::new(
                ErrorKind::Device,
                format!("the program '{}' was loaded onto other cores than it was compiled for", module.name),
            ));
        }
        let results = module.main().map(|main| main.result_types()).unwrap_or_default();
        Ok(Arc::new(Program { executable, results }))
    }

    /// Shares a data set with every core in the layout of programs, [flat rows](rows_type). A device that can
    /// use host memory does not copy it.
    pub fn share(&self, array: &Array) -> Result<PerCore> {
        share_all(&self.device, array)
    }

    /// Copies to each core of this process the values that `values` returns for it, by its number among all.
    pub fn place<T: Element, V: AsRef<[T]>>(&self, dims: &[usize], values: impl Fn(usize) -> V) -> Result<PerCore> {
        let buffers = self.device.numbered().map(|(core, device)| {
            let values = values(core);
            let bytes = bytemuck::cast_slice(values.as_ref());
            upload(&self.device, bytes, T::ELEMENT, dims, device)
        });
        buffers.collect()
    }

    /// Copies the same values to every core, from core to core, so that a device with shared memory can store
    /// them once.
    pub fn place_same<T: Element>(&self, dims: &[usize], values: &[T]) -> Result<PerCore> {
        let Some((first, others)) = self.device.devices().split_first() else { return Ok(Vec::new()) };
        let bytes = bytemuck::cast_slice(values);
        let mut buffers = vec![upload(&self.device, bytes, T::ELEMENT, dims, first)?];
        for core in others {
            let copy = buffers[0].copy_to_device(core);
            buffers.push(copy.map_err(|e| failed(first.plugin(), Operation::Uploading(dims, T::ELEMENT), &e))?);
        }
        Ok(buffers)
    }

    /// Copies an array to the first core.
    pub fn upload(&self, array: &Array) -> Result<Buffer> {
        let first = self.device.devices().first();
        let first = first.ok_or_else(|| Error::new(ErrorKind::Device, "the device has no cores"))?;
        upload(&self.device, array.values().as_ref(), element(array.ty().element)?, array.dims(), first)
    }

    /// Copies a scalar to every core.
    pub fn scalar<T: Element>(&self, value: T) -> Result<PerCore> {
        self.place_same(&[], &[value])
    }
}

/// Shares with each core the data that `data` returns for it, as a buffer of type `ty`.
fn share(device: &Device, ty: &TensorType, data: impl Fn(usize) -> HostData) -> Result<PerCore> {
    let element = element(ty.element)?;
    let buffers = device.numbered().map(|(core, place)| {
        let data = data(core);
        let client = device.client();
        let buffer = client.buffer_from_host_shared(&data, element, &ty.dims, place);
        buffer.map_err(|e| failed(client.plugin(), Operation::Uploading(&ty.dims, element), &e))
    });
    buffers.collect()
}

/// Copies an array to one core.
fn upload(
    device: &Device,
    bytes: &[u8],
    element: pjrt::ElementType,
    dims: &[usize],
    core: &pjrt::Device,
) -> Result<Buffer> {
    let client = device.client();
    let buffer = client.buffer_from_host(bytes, element, dims, core);
    buffer.map_err(|e| failed(client.plugin(), Operation::Uploading(dims, element), &e))
}

/// Shares the whole array with every core, in the layout of data sets.
pub(super) fn share_all(device: &Device, array: &Array) -> Result<PerCore> {
    let data: HostData = Arc::new(array.values().clone());
    share(device, &rows_type(&array.ty()), |_| data.clone())
}

/// Shares some rows of an array with each core, the same number of rows for all, in the layout of data sets.
pub(super) fn share_rows(device: &Device, array: &Array, rows: impl Fn(usize) -> Vec<i32>) -> Result<PerCore> {
    let mut ty = rows_type(&array.ty());
    ty.dims[0] = rows(0).len();
    share(device, &ty, |core| array.gather(&rows(core)))
}

/// Shares batches of one type with each core, in the layout of data sets: of each batch the rows that `rows`
/// returns for the core, then zeros up to `total` rows. If they are the `same` on all cores, these share
/// them.
pub(super) fn share_batches(
    device: &Device,
    batches: &[&Array],
    rows: impl Fn(usize) -> Vec<i32>,
    same: bool,
    total: usize,
) -> Result<PerCore> {
    let Some(first) = batches.first() else { return Ok(Vec::new()) };
    let mut ty = rows_type(&first.ty());
    ty.dims[0] = total;
    let gather = |core: usize| {
        let rows = rows(core);
        let parts: Vec<(&Array, &[i32])> = batches.iter().map(|array| (*array, &rows[..])).collect();
        Array::gather_all(&parts, total)
    };
    match same.then(|| gather(0)) {
        Some(data) => share(device, &ty, |_| data.clone()),
        None => share(device, &ty, gather),
    }
}

impl Program {
    /// Runs the program on this process's cores: the state of each core is donated and returned updated; the
    /// constants of each core stay valid.
    pub fn run<'b>(
        &self,
        state: Vec<Vec<Buffer>>,
        constants: impl Fn(usize) -> Vec<&'b Buffer>,
    ) -> Result<Vec<Vec<Buffer>>> {
        let arguments = state.into_iter().enumerate().map(|(core, state)| {
            let state = state.into_iter().map(Argument::Donate);
            state.chain(constants(core).into_iter().map(Argument::Borrow)).collect()
        });
        self.executable
            .execute(arguments.collect(), &ExecuteOptions::default())
            .map_err(|e| failed(self.executable.plugin(), Operation::Running(self.executable.name()), &e))
    }

    /// The types of the results of a core.
    pub fn results(&self) -> &[TensorType] {
        &self.results
    }

    /// The peak memory use in bytes, over all replicas and threads; `None` if the device does not report it.
    pub fn peak_bytes(&self) -> Option<u64> {
        let stats = self.executable.compiled_memory_stats().ok()?;
        let bytes = stats.peak.unwrap_or(stats.arguments + stats.outputs - stats.aliased + stats.temporaries);
        u64::try_from(bytes).ok()
    }
}

/// Transposes buffers by tensor to buffers by core.
pub(super) fn by_core(tensors: Vec<PerCore>, cores: usize) -> Vec<Vec<Buffer>> {
    let mut by_core: Vec<Vec<Buffer>> = (0..cores).map(|_| Vec::with_capacity(tensors.len())).collect();
    for tensor in tensors {
        by_core.iter_mut().zip(tensor).for_each(|(core, buffer)| core.push(buffer));
    }
    by_core
}

/// A Rust type that buffers store.
pub(super) trait Element: bytemuck::Pod {
    const ELEMENT: pjrt::ElementType;
}

impl Element for f32 {
    const ELEMENT: pjrt::ElementType = pjrt::ElementType::F32;
}

impl Element for i32 {
    const ELEMENT: pjrt::ElementType = pjrt::ElementType::S32;
}

impl Element for u8 {
    const ELEMENT: pjrt::ElementType = pjrt::ElementType::U8;
}

impl Element for u64 {
    const ELEMENT: pjrt::ElementType = pjrt::ElementType::U64;
}

/// PJRT's element type for one of StableHLO.
fn element(element: stablehlo::ElementType) -> Result<pjrt::ElementType> {
    // Both use StableHLO's names.
    let found = pjrt::ElementType::ALL.iter().find(|e| e.name() == element.name());
    found.copied().ok_or_else(|| Error::new(ErrorKind::Device, format!("devices have no element type {element}")))
}

/// The bytes of buffers that are on their way to the host at a time, beside one that has more: enough to hide
/// the latency of a device behind a network, and little compared with what such a device holds.
const READ_AHEAD: usize = 16 << 20;

/// Copies buffers to the host. The next ones are on their way while one is awaited.
pub(super) fn read_all<'b, T: Element>(buffers: impl IntoIterator<Item = &'b Buffer>) -> Result<Vec<Vec<T>>> {
    let (mut values, mut started, mut bytes) = (Vec::new(), VecDeque::new(), 0);
    for buffer in buffers {
        let size = size_of::<T>() * buffer.dims().iter().product::<usize>();
        while bytes + size > READ_AHEAD
            && let Some(first) = started.pop_front()
        {
            let first: Vec<T> = finish(first)?;
            bytes -= size_of_val(&first[..]);
            values.push(first);
        }
        let (sender, receiver) = channel();
        // The receiver is dropped if an earlier buffer cannot be read.
        let read = buffer.read(move |bytes| drop(sender.send(bytes)));
        read.map_err(|e| unreadable(buffer, &e))?;
        started.push_back((buffer, receiver));
        bytes += size;
    }
    for last in started {
        values.push(finish(last)?);
    }
    Ok(values)
}

/// Waits for a buffer that is on its way to the host.
fn finish<T: Element>((buffer, receiver): (&Buffer, Receiver<pjrt::Result<Vec<u8>>>)) -> Result<Vec<T>> {
    let ended = |_| Error::new(ErrorKind::Device, "the device ended while it was read");
    let bytes = receiver.recv().map_err(ended)?.map_err(|e| unreadable(buffer, &e))?;
    Ok(bytemuck::allocation::pod_collect_to_vec(&bytes))
}

fn unreadable(buffer: &Buffer, error: &pjrt::Error) -> Error {
    failed(buffer.device().plugin(), Operation::Reading(buffer.dims(), buffer.element_type()), error)
}

/// Copies a buffer to the host.
pub(super) fn read<T: Element>(buffer: &Buffer) -> Result<Vec<T>> {
    let mut values = vec![T::zeroed(); buffer.dims().iter().product()];
    let read = buffer.to_host(bytemuck::cast_slice_mut(&mut values));
    read.map_err(|e| unreadable(buffer, &e))?;
    Ok(values)
}
