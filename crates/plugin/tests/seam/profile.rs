//! Profiles of the linked plugin.

use labora_plugin::profile;
use pjrt::{Argument, Client, CompileOptions, ElementType, ExecuteOptions, LoadedExecutable};

use crate::common::{bytes, client, linked_and_loaded};

/// A program with a name that no other test uses, because other tests of the process run at the same time.
fn program(name: &str) -> String {
    format!(
        "module @{name} {{
            func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
                %y = stablehlo.tanh %x : tensor<4xf32> loc(\"activation\")
                return %y : tensor<4xf32>
            }}
        }}"
    )
}

fn run(client: &Client, executable: &LoadedExecutable) {
    let x = client.buffer_from_host(&bytes(&[0.5; 4]), ElementType::F32, &[4], &client.devices()[0]).unwrap();
    executable.execute(vec![vec![Argument::Borrow(&x)]], &ExecuteOptions::default()).unwrap();
}

/// The number of runs of a program in a profile.
fn runs(profile: &labora_plugin::Profile, name: &str) -> usize {
    profile.runs.iter().filter(|run| run.program == name).count()
}

#[test]
fn a_profile_records_the_runs_of_its_work() {
    let (linked, _) = linked_and_loaded();
    let client = client(&linked, 2);
    let executable = client.compile(&program("recorded"), &CompileOptions::default()).unwrap();
    run(&client, &executable);
    let ((), found) = profile(|| {
        run(&client, &executable);
        let ((), inner) = profile(|| run(&client, &executable));
        assert_eq!(runs(&inner, "recorded"), 1);
        std::thread::scope(|scope| scope.spawn(|| run(&client, &executable)).join().unwrap());
    });
    run(&client, &executable);
    assert_eq!(runs(&found, "recorded"), 3);
    let own = found.runs.iter().find(|run| run.program == "recorded").unwrap();
    let tanh = own.events.iter().find(|e| e.step.name.contains("tanh"));
    let tanh = tanh.unwrap_or_else(|| panic!("no tanh in {:?}", own.events));
    assert_eq!(tanh.step.locations.iter().map(|f| &**f).collect::<Vec<_>>(), ["activation"]);
    assert_eq!((tanh.step.flops, tanh.step.bytes), (4, 32));
}

#[test]
fn a_profile_ends_when_its_work_panics() {
    let (linked, _) = linked_and_loaded();
    let client = client(&linked, 1);
    let executable = client.compile(&program("panics"), &CompileOptions::default()).unwrap();
    let panicked = std::panic::catch_unwind(|| profile(|| std::panic::resume_unwind(Box::new(()))).0);
    assert!(panicked.is_err());
    let ((), found) = profile(|| run(&client, &executable));
    assert_eq!(runs(&found, "panics"), 1);
}
