//! Executions with wrong arguments: they are refused without any effect.

use std::ptr::{null, null_mut};
use std::thread;

use pjrt::abi::*;

use crate::asynchronous::contents;
use crate::raw::{Client, Failure, call, destroy_buffer, destroy_event, destroy_executable, is_deleted};

/// The sum and the difference of two arguments, each in place if its argument is donated.
const SUM_AND_DIFFERENCE: &str = "func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32},
                                    %y: tensor<3xf32> {tf.aliasing_output = 1 : i32})
                    -> (tensor<3xf32>, tensor<3xf32>) {
    %a = stablehlo.add %x, %y : tensor<3xf32>
    %b = stablehlo.subtract %x, %y : tensor<3xf32>
    return %a, %b : tensor<3xf32>, tensor<3xf32>
}";

/// The compiled program above.
struct SumAndDifference {
    executable: *mut PJRT_LoadedExecutable,
    client: Client,
}

// SAFETY: the API's objects can be used from any thread.
unsafe impl Sync for SumAndDifference {}

impl Drop for SumAndDifference {
    fn drop(&mut self) {
        destroy_executable(self.executable);
    }
}

impl SumAndDifference {
    fn new() -> Self {
        Self::of(SUM_AND_DIFFERENCE)
    }

    /// Another program of two arguments and two results.
    fn of(text: &str) -> Self {
        let client = Client::new();
        Self { executable: client.compile(text), client }
    }

    /// Runs the program with arguments that `modify` may make wrong.
    fn run(
        &self,
        buffers: &[*mut PJRT_Buffer],
        kept: &[i64],
        modify: impl FnOnce(&mut PJRT_LoadedExecutable_Execute_Args),
    ) -> Result<[*mut PJRT_Buffer; 2], Failure> {
        // As a caller of an older version: the options end before the newest fields.
        let mut options = PJRT_ExecuteOptions {
            struct_size: pjrt::field_end!(PJRT_ExecuteOptions, num_non_donatable_input_indices),
            non_donatable_input_indices: kept.as_ptr(),
            num_non_donatable_input_indices: kept.len(),
            ..AbiStruct::new()
        };
        let mut outputs = [null_mut(); 2];
        let (arguments, output_list, mut event) = (buffers.as_ptr(), outputs.as_mut_ptr(), null_mut());
        let mut args = PJRT_LoadedExecutable_Execute_Args {
            executable: self.executable,
            options: &mut options,
            argument_lists: &arguments,
            num_devices: 1,
            num_args: buffers.len(),
            output_lists: &output_list,
            device_complete_events: &mut event,
            ..AbiStruct::new()
        };
        modify(&mut args);
        let result = call(&mut args);
        assert_eq!(result.is_ok(), !event.is_null(), "every successful execution has an event");
        destroy_event(event);
        result.map(|()| outputs)
    }
}

#[test]
fn a_refused_execution_has_no_effect() {
    let program = SumAndDifference::new();
    let (x, y, short) =
        (program.client.vector(&[1.0; 3]), program.client.vector(&[2.0; 3]), program.client.vector(&[3.0]));
    let refused = |buffers: &[*mut PJRT_Buffer], words: &str, modify: fn(&mut PJRT_LoadedExecutable_Execute_Args)| {
        let (code, message) = program.run(buffers, &[], modify).expect_err(words);
        assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT, "{message}");
        assert!(message.contains(words), "{message:?} should contain {words:?}");
        assert!(!is_deleted(x) && !is_deleted(y) && !is_deleted(short), "{words}");
    };
    refused(&[x, short], "argument 1 of executable", |_| {});
    refused(&[x], "takes 2 arguments, 1 were given", |_| {});
    refused(&[x, y], "runs on 1 devices, not on 2", |args| args.num_devices = 2);
    refused(&[x, y], "takes 2 arguments", |args| args.num_args = usize::MAX);
    refused(&[x, null_mut()], "the buffer is null", |_| {});
    refused(&[x, y], "list of argument lists is null", |args| args.argument_lists = null());
    refused(&[x, y], "the argument list is null", |args| {
        const NONE: *const *mut PJRT_Buffer = null();
        args.argument_lists = &NONE;
    });
    refused(&[x, y], "list of output lists is null", |args| args.output_lists = null());
    refused(&[x, y], "outputs of device 0 is null", |args| {
        const NONE: *mut *mut PJRT_Buffer = null_mut();
        args.output_lists = &NONE;
    });
    refused(&[x, y], "executable is null", |args| args.executable = null_mut());

    // With correct arguments the donated one is deleted, the other one is not.
    let outputs = program.run(&[x, y], &[1], |_| {}).unwrap();
    assert!(is_deleted(x) && !is_deleted(y));
    let (code, message) = program.run(&[y, x], &[], |_| {}).unwrap_err();
    assert_eq!(code, PJRT_Error_Code::FAILED_PRECONDITION);
    assert!(message.contains("argument 1") && message.contains("deleted or donated before"), "{message}");
    assert!(!is_deleted(y));
    [x, y, short].into_iter().chain(outputs).for_each(destroy_buffer);
}

#[test]
fn a_buffer_donor_is_donated_also_if_no_result_fits() {
    let program = SumAndDifference::of(
        "func.func @main(%x: tensor<3xf32> {jax.buffer_donor = true}, %y: tensor<1xf32> {jax.buffer_donor = true})
             -> (tensor<3xf32>, tensor<3xf32>) {
            %z = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<1xf32>) -> tensor<3xf32>
            %a = stablehlo.add %x, %z : tensor<3xf32>
            %b = stablehlo.subtract %x, %z : tensor<3xf32>
            return %a, %b : tensor<3xf32>, tensor<3xf32>
        }",
    );
    let [x, y] = [&[1.0, 2.0, 4.0][..], &[3.0]].map(|values| program.client.vector(values));
    let outputs = program.run(&[x, y], &[1], |_| {}).expect("a run");
    assert!(is_deleted(x) && !is_deleted(y));
    let again = program.run(&[outputs[1], y], &[], |_| {}).expect("a run");
    assert!(is_deleted(outputs[1]) && is_deleted(y));
    assert_eq!(contents(again[0]), Ok(vec![1.0, 2.0, 4.0]));
    assert_eq!(contents(again[1]), Ok(vec![-5.0, -4.0, -2.0]));
    [x, y].into_iter().chain(outputs).chain(again).for_each(destroy_buffer);
}

#[test]
fn a_donated_buffer_is_passed_once() {
    let program = SumAndDifference::new();
    let x = program.client.vector(&[1.0; 3]);
    for (kept, donated) in [(&[][..], 1), (&[0], 1), (&[1], 0)] {
        let (code, message) = program.run(&[x, x], kept, |_| {}).expect_err("one buffer twice");
        assert_eq!(code, PJRT_Error_Code::INVALID_ARGUMENT);
        let words = format!("arguments 0 and 1 of executable main are one buffer, but argument {donated} is donated");
        assert!(message.contains(&words), "{message}");
        assert!(!is_deleted(x));
    }
    let outputs = program.run(&[x, x], &[0, 1], |_| {}).expect("one buffer may be read twice");
    assert!(!is_deleted(x));
    outputs.into_iter().chain([x]).for_each(destroy_buffer);
}

#[test]
fn two_threads_that_donate_the_same_buffers_do_not_both_run() {
    let program = SumAndDifference::new();
    for _ in 0..50 {
        let buffers = [program.client.vector(&[1.0; 3]), program.client.vector(&[2.0; 3])];
        let given = buffers.map(|b| b as usize);
        let run = |order: [usize; 2]| {
            let buffers = order.map(|i| given[i] as *mut PJRT_Buffer);
            let ran = program.run(&buffers, &[], |_| {}).map(|outputs| outputs.into_iter().for_each(destroy_buffer));
            ran.map_err(|(code, message)| assert_eq!(code, PJRT_Error_Code::FAILED_PRECONDITION, "{message}")).is_ok()
        };
        let ran = thread::scope(|scope| {
            let threads = [scope.spawn(|| run([0, 1])), scope.spawn(|| run([1, 0]))];
            threads.map(|t| t.join().unwrap())
        });
        assert_ne!(ran, [true, true], "a buffer was donated twice");
        let gone = ran.contains(&true);
        assert_eq!(buffers.map(is_deleted), [gone; 2]);
        buffers.into_iter().for_each(destroy_buffer);
    }
}
