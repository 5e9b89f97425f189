//! Asynchronous runs and callbacks: a callback of the program holds a run back until the test lets it go on.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;

use labora_plugin::{Labora_SetCallback, LaboraArray};
use pjrt::abi::*;

use crate::common::floats;
use crate::raw::{Client, Failure, call, destroy_buffer, destroy_event, destroy_executable, is_deleted, read};

/// Callbacks by number: the negative of the argument, an error, and the result of a program that the callback
/// runs. All others return the argument once their gate is open.
const NEGATE: u64 = 0;
const FAIL: u64 = 1;
const NEST: u64 = 3;
/// Keeps the message about a sharding.
const INSPECT: u64 = 4;
/// The first number of a gate; each test has its own.
const GATES: u64 = 10;

static OPEN: Mutex<Vec<u64>> = Mutex::new(Vec::new());
static OPENED: Condvar = Condvar::new();

fn open(gate: u64) {
    OPEN.lock().unwrap().push(gate);
    OPENED.notify_all();
}

/// The host's function for callbacks.
///
/// # Safety
/// As `LaboraCallback` says; the first result has the type of the first argument, f32.
unsafe extern "C" fn host(
    index: u64,
    num_args: usize,
    args: *const LaboraArray,
    num_results: usize,
    results: *mut LaboraArray,
    message: *mut u8,
    message_capacity: usize,
) -> i32 {
    if index == INSPECT {
        // SAFETY: there is one argument, a list of bytes.
        let message = unsafe {
            let message = &*args;
            std::slice::from_raw_parts(message.data.cast::<u8>(), *message.dims as usize)
        };
        INSPECTED.lock().unwrap().push(message.to_vec());
        return 0;
    }
    // SAFETY: the lists have these lengths, and the arrays as many elements as their dimensions say.
    let (from, to) = unsafe {
        let (args, results) =
            (std::slice::from_raw_parts(args, num_args), std::slice::from_raw_parts(results, num_results));
        let (arg, result) = (args[0], results[0]);
        assert_eq!((arg.element_type, result.element_type), (PJRT_Buffer_Type::F32.0 as i32, arg.element_type));
        let dims = std::slice::from_raw_parts(arg.dims, arg.rank as usize);
        let elements = dims.iter().product::<i64>() as usize;
        (
            std::slice::from_raw_parts(arg.data.cast::<f32>(), elements),
            std::slice::from_raw_parts_mut(result.data.cast::<f32>(), elements),
        )
    };
    match index {
        NEGATE => to.iter_mut().zip(from).for_each(|(to, from)| *to = -from),
        FAIL => {
            let text = format!("the callback met {}", from[0]);
            assert!(text.len() < message_capacity);
            // SAFETY: the message has the capacity.
            unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), message, text.len()) };
            return 3;
        }
        NEST => {
            let client = NESTED.lock().unwrap().expect("the test has stored its client");
            let client = std::mem::ManuallyDrop::new(Client(client.0));
            let square = client.compile(&program("square", "%y = stablehlo.multiply %x, %x : tensor<3xf32>"));
            let x = client.vector(from);
            let out = execute(square, &[x], &[]).unwrap().0;
            to.copy_from_slice(&contents(out).unwrap());
            [x, out].into_iter().for_each(destroy_buffer);
            destroy_executable(square);
        }
        gate => {
            let open = OPEN.lock().unwrap();
            drop(OPENED.wait_while(open, |open| !open.contains(&gate)).unwrap());
            to.copy_from_slice(from);
        }
    }
    0
}

/// The messages about shardings.
static INSPECTED: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// The client of the nested run.
struct Nested(*mut PJRT_Client);

// SAFETY: clients can be used from any thread.
unsafe impl Send for Nested {}

impl Clone for Nested {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Nested {}

static NESTED: Mutex<Option<Nested>> = Mutex::new(None);

fn register() {
    // SAFETY: the function stays in memory, and is called as it requires.
    unsafe { Labora_SetCallback(Some(host)) };
}

fn program(name: &str, body: &str) -> String {
    format!(
        "module @{name} {{
            func.func public @main(%x: tensor<3xf32>) -> tensor<3xf32> {{
                {body}
                return %y : tensor<3xf32>
            }}
        }}"
    )
}

/// A program that returns what a callback makes of its argument.
fn calling(index: u64) -> String {
    let attributes = format!("{{backend_config = \"{index}\", has_side_effect = true}}");
    let body =
        format!("%y = stablehlo.custom_call @labora.callback(%x) {attributes} : (tensor<3xf32>) -> tensor<3xf32>");
    program("calling", &body)
}

/// Starts a run on one device. Returns its output and its event.
fn execute(
    executable: *mut PJRT_LoadedExecutable,
    arguments: &[*mut PJRT_Buffer],
    kept: &[i64],
) -> Result<(*mut PJRT_Buffer, *mut PJRT_Event), Failure> {
    let mut options = PJRT_ExecuteOptions {
        non_donatable_input_indices: kept.as_ptr(),
        num_non_donatable_input_indices: kept.len(),
        ..AbiStruct::new()
    };
    let (list, mut output, mut event) = (arguments.as_ptr(), null_mut(), null_mut());
    let outputs: *mut *mut PJRT_Buffer = &mut output;
    let mut args = PJRT_LoadedExecutable_Execute_Args {
        executable,
        options: &mut options,
        argument_lists: &list,
        num_devices: 1,
        num_args: arguments.len(),
        output_lists: &outputs,
        device_complete_events: &mut event,
        ..AbiStruct::new()
    };
    call(&mut args)?;
    Ok((output, event))
}

fn ready_event(buffer: *mut PJRT_Buffer) -> *mut PJRT_Event {
    let mut args = PJRT_Buffer_ReadyEvent_Args { buffer, ..AbiStruct::new() };
    call(&mut args).unwrap();
    args.event
}

fn is_ready(event: *mut PJRT_Event) -> bool {
    let mut args = PJRT_Event_IsReady_Args { event, ..AbiStruct::new() };
    call(&mut args).unwrap();
    args.is_ready.get()
}

/// Waits for an event, and destroys it.
fn wait(event: *mut PJRT_Event) -> Result<(), Failure> {
    let outcome = call(&mut PJRT_Event_Await_Args { event, ..AbiStruct::new() });
    assert_eq!(call(&mut PJRT_Event_Error_Args { event, ..AbiStruct::new() }), outcome);
    destroy_event(event);
    outcome
}

/// Starts a copy to the host.
fn copy_to(target: &mut [u8; 12], src: *mut PJRT_Buffer) -> Result<*mut PJRT_Event, Failure> {
    let mut args = PJRT_Buffer_ToHostBuffer_Args {
        src,
        dst: target.as_mut_ptr().cast::<c_void>(),
        dst_size: target.len(),
        ..AbiStruct::new()
    };
    call(&mut args)?;
    Ok(args.event)
}

pub fn contents(buffer: *mut PJRT_Buffer) -> Result<Vec<f32>, Failure> {
    let mut target = [0; 12];
    wait(copy_to(&mut target, buffer)?)?;
    Ok(floats(&target))
}

#[test]
fn a_call_returns_before_its_results_are_there() {
    register();
    let client = Client::new();
    let held = client.compile(&calling(GATES));
    let x = client.vector(&[1.0, -2.0, 3.0]);
    let (y, done) = execute(held, &[x], &[]).unwrap();
    // What is deleted is kept as long as the run needs it.
    call(&mut PJRT_Buffer_Delete_Args { buffer: x, ..AbiStruct::new() }).unwrap();
    destroy_executable(held);

    let double = client.compile(&program("double", "%y = stablehlo.add %x, %x : tensor<3xf32>"));
    let (z, z_done) = execute(double, &[y], &[]).unwrap();
    let ready = ready_event(y);
    let (mut target, mut part) = ([0xa5; 12], [0xa5u8; 4]);
    let copied = copy_to(&mut target, z).unwrap();
    let mut raw = PJRT_Buffer_CopyRawToHost_Args {
        buffer: y,
        dst: part.as_mut_ptr().cast(),
        offset: 4,
        transfer_size: 4,
        ..AbiStruct::new()
    };
    call(&mut raw).unwrap();
    let mut moved = PJRT_Buffer_CopyToDevice_Args { buffer: z, dst_device: client.device(3), ..AbiStruct::new() };
    call(&mut moved).unwrap();
    assert!([ready, done, z_done, copied, raw.event].into_iter().all(|event| !is_ready(event)));
    assert_eq!(call(&mut PJRT_Event_Error_Args { event: done, ..AbiStruct::new() }), Ok(()));
    assert!(!is_deleted(y) && is_deleted(x));

    static HEARD: AtomicBool = AtomicBool::new(false);
    unsafe extern "C" fn hear(error: *mut PJRT_Error, _: *mut c_void) {
        assert!(error.is_null());
        HEARD.store(true, Ordering::SeqCst);
    }
    let mut listen = PJRT_Event_OnReady_Args { event: ready, callback: Some(hear), ..AbiStruct::new() };
    call(&mut listen).unwrap();
    assert!(!HEARD.load(Ordering::SeqCst));

    open(GATES);
    for event in [ready, done, z_done, copied, raw.event] {
        wait(event).unwrap();
    }
    assert!(HEARD.load(Ordering::SeqCst));
    assert_eq!((floats(&target), floats(&part)), (vec![2.0, -4.0, 6.0], vec![-2.0]));
    assert_eq!(contents(moved.dst_buffer).unwrap(), [2.0, -4.0, 6.0]);
    let mut pointer = PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args { buffer: z, ..AbiStruct::new() };
    call(&mut pointer).unwrap();
    assert!(!pointer.device_memory_ptr.is_null());
    [x, y, z, moved.dst_buffer].into_iter().for_each(destroy_buffer);
    destroy_executable(double);
}

#[test]
fn a_donated_result_that_is_not_there_is_taken_over() {
    register();
    let client = Client::new();
    let held = client.compile(&calling(GATES + 1));
    let donating = "func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}) -> tensor<3xf32> {
        %y = stablehlo.add %x, %x : tensor<3xf32>
        return %y : tensor<3xf32>
    }";
    let double = client.compile(donating);
    let x = client.vector(&[1.0, 2.0, 3.0]);
    let (y, done) = execute(held, &[x], &[]).unwrap();
    let (z, z_done) = execute(double, &[y], &[]).unwrap();
    assert!(is_deleted(y), "a donated buffer is deleted at the call");
    let (code, message) = execute(double, &[y], &[]).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::FAILED_PRECONDITION, "{message}");
    // The event of a buffer that was donated does not hang.
    wait(ready_event(y)).unwrap();
    open(GATES + 1);
    [done, z_done].into_iter().for_each(|event| wait(event).unwrap());
    assert_eq!(contents(z).unwrap(), [2.0, 4.0, 6.0]);
    [x, y, z].into_iter().for_each(destroy_buffer);
    [held, double].into_iter().for_each(destroy_executable);
}

#[test]
fn an_error_of_a_run_is_that_of_all_that_depends_on_it() {
    register();
    let client = Client::new();
    let failing = client.compile(&calling(FAIL));
    let negate = client.compile(&calling(NEGATE));
    let x = client.vector(&[7.5, 0.0, 0.0]);
    let (y, done) = execute(failing, &[x], &[]).unwrap();
    let (z, z_done) = execute(negate, &[y], &[]).unwrap();
    for outcome in [wait(done), wait(z_done), wait(ready_event(y)), wait(ready_event(z)), contents(z).map(drop)] {
        let (code, message) = outcome.unwrap_err();
        assert_eq!(code, PJRT_Error_Code::INTERNAL);
        assert!(message.contains("the callback met 7.5"), "{message}");
    }
    let mut pointer = PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args { buffer: z, ..AbiStruct::new() };
    assert!(call(&mut pointer).is_err());
    let mut pointer = PJRT_Buffer_UnsafePointer_Args { buffer: z, ..AbiStruct::new() };
    assert!(call(&mut pointer).is_err());
    unsafe extern "C" fn hear(error: *mut PJRT_Error, heard: *mut c_void) {
        // SAFETY: the argument is the counter below; the callback owns the error.
        unsafe {
            assert!(read(error).unwrap_err().1.contains("the callback met 7.5"));
            (*heard.cast::<AtomicUsize>()).fetch_add(1, Ordering::SeqCst);
        }
    }
    let heard = AtomicUsize::new(0);
    let event = ready_event(z);
    let user_arg = (&raw const heard).cast_mut().cast();
    call(&mut PJRT_Event_OnReady_Args { event, callback: Some(hear), user_arg, ..AbiStruct::new() }).unwrap();
    assert_eq!(heard.load(Ordering::SeqCst), 1);
    destroy_event(event);
    // The client goes on.
    let (w, w_done) = execute(negate, &[x], &[]).unwrap();
    wait(w_done).unwrap();
    assert_eq!(contents(w).unwrap(), [-7.5, 0.0, 0.0]);
    [x, y, z, w].into_iter().for_each(destroy_buffer);
    [failing, negate].into_iter().for_each(destroy_executable);
}

#[test]
fn a_callback_runs_programs_itself() {
    register();
    let client = Client::new();
    *NESTED.lock().unwrap() = Some(Nested(client.0));
    let nest = client.compile(&calling(NEST));
    let x = client.vector(&[1.0, -2.0, 3.0]);
    let (y, done) = execute(nest, &[x], &[]).unwrap();
    wait(done).unwrap();
    assert_eq!(contents(y).unwrap(), [1.0, 4.0, 9.0]);
    [x, y].into_iter().for_each(destroy_buffer);
    destroy_executable(nest);
}

/// A pointer that several threads use.
struct Shared<T>(*mut T);

// SAFETY: the API's objects can be used from any thread.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> *mut T {
        self.0
    }
}

#[test]
fn ten_threads_start_runs_at_once() {
    register();
    let client = Client::new();
    let negate = &Shared(client.compile(&calling(NEGATE)));
    let double = &Shared(client.compile(&program("double", "%y = stablehlo.add %x, %x : tensor<3xf32>")));
    thread::scope(|scope| {
        for i in 0..10 {
            let x = Shared(client.vector(&[i as f32, 1.0, 2.0]));
            scope.spawn(move || {
                for _ in 0..if cfg!(miri) { 1 } else { 20 } {
                    let (y, y_done) = execute(negate.get(), &[x.get()], &[]).unwrap();
                    let (z, z_done) = execute(double.get(), &[y], &[]).unwrap();
                    assert_eq!(contents(z).unwrap(), [-2.0 * i as f32, -2.0, -4.0]);
                    [y_done, z_done].into_iter().for_each(|event| wait(event).unwrap());
                    [y, z].into_iter().for_each(destroy_buffer);
                }
                destroy_buffer(x.get());
            });
        }
    });
    [negate.get(), double.get()].into_iter().for_each(destroy_executable);
}

#[test]
fn the_end_of_a_client_waits_for_its_runs() {
    register();
    let client = Client::new();
    let held = client.compile(&calling(GATES + 2));
    let x = client.vector(&[1.0, 2.0, 3.0]);
    let (y, done) = execute(held, &[x], &[]).unwrap();
    destroy_executable(held);
    let opener = thread::spawn(|| open(GATES + 2));
    drop(client);
    opener.join().unwrap();
    wait(done).unwrap();
    assert_eq!(contents(y).unwrap(), [1.0, 2.0, 3.0], "a buffer outlives its client");
    [x, y].into_iter().for_each(destroy_buffer);
}

#[test]
fn callbacks_without_a_number_are_refused() {
    let client = Client::new();
    for config in ["", "seven", "-1", "99999999999999999999"] {
        let text = calling(0).replace("backend_config = \"0\"", &format!("backend_config = \"{config}\""));
        let (code, message) = client.try_compile(&text).unwrap_err();
        assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT);
        assert!(message.contains("must be the callback's number"), "{message}");
    }
}

#[test]
fn the_host_is_told_of_a_sharding_once_the_program_is_compiled() {
    register();
    let client = Client::new();
    let text = format!(
        r#"module @inspected {{
          sdy.mesh @mesh = <["x"=2]>
          func.func public @main(%x: tensor<4x2xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}]>}}) -> tensor<f32> {{
            %y = stablehlo.negate %x : tensor<4x2xf32>
            stablehlo.custom_call @labora.inspect_sharding(%y) {{backend_config = "{INSPECT}", has_side_effect = true}} : (tensor<4x2xf32>) -> ()
            %zero = stablehlo.constant dense<0.0> : tensor<f32>
            %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
            stablehlo.custom_call @labora.inspect_sharding(%s) {{backend_config = "{INSPECT}", has_side_effect = true}} : (tensor<f32>) -> ()
            return %s : tensor<f32>
          }}
        }}"#
    );
    let options = pjrt::CompileOptions { num_partitions: 2, ..Default::default() };
    let executable = client.compile_with(&options.encode(), &text).unwrap();
    // `xla.OpSharding`: type OTHER, tiles [1, 2], devices [0, 1]; empty if it is replicated.
    let tiled = vec![1 << 3, 3, 3 << 3 | 2, 2, 1, 2, 4 << 3 | 2, 2, 0, 1];
    assert_eq!(*INSPECTED.lock().unwrap(), [tiled, Vec::new()]);
    destroy_executable(executable);
}
