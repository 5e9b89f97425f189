//! Arguments that may be donated without naming the result that takes over their memory: JAX's attribute
//! `jax.buffer_donor`, which it uses where it does not know the shardings of results yet.

use std::collections::HashSet;

use stablehlo::Module;

/// The attribute of a parameter.
const BUFFER_DONOR: &str = "jax.buffer_donor";

/// For each parameter of `main`, true if its argument is donated: it has an alias, or is a donor.
pub fn donated(module: &Module) -> Vec<bool> {
    let params = module.main().map_or(&[][..], |main| &main.params[..]);
    params.iter().map(|param| param.aliasing_output.is_some() || is_donor(&param.attributes)).collect()
}

/// Aliases each donor to the first result of its type that no other parameter is aliased to, as XLA's
/// `OptimizeInputOutputBufferAlias` does. `agree` says if a parameter and a result are divided alike among
/// devices.
pub fn alias_donors(module: &mut Module, agree: impl Fn(usize, usize) -> bool) {
    let Some(main) = module.funcs.iter_mut().find(|func| func.name == "main") else { return };
    let (params, results) = (main.param_types(), main.result_types());
    let mut taken: HashSet<usize> = main.params.iter().filter_map(|param| param.aliasing_output).collect();
    for (i, param) in main.params.iter_mut().enumerate() {
        if param.aliasing_output.is_none() && is_donor(&param.attributes) {
            let fits = |j: &usize| !taken.contains(j) && results[*j] == params[i] && agree(i, *j);
            param.aliasing_output = (0..results.len()).find(fits);
            taken.extend(param.aliasing_output);
        }
    }
}

fn is_donor(attributes: &[(String, String)]) -> bool {
    attributes.iter().any(|(name, text)| name == BUFFER_DONOR && text != "false")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "func.func public @main(
          %a: tensor<2xf32> {jax.buffer_donor = true}, %b: tensor<2xf32> {tf.aliasing_output = 0 : i32},
          %c: tensor<3xf32> {jax.buffer_donor = true}, %d: tensor<2xf32> {jax.buffer_donor = false},
          %e: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
        return %a, %b, %d : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
      }";

    fn aliases(agree: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
        let mut module = Module::parse(PROGRAM).expect("a program");
        alias_donors(&mut module, agree);
        stablehlo::verify(&module).expect("no result has two donors");
        module.main().expect("a main").params.iter().map(|param| param.aliasing_output).collect()
    }

    #[test]
    fn donors_are_donated_with_or_without_a_result_that_fits() {
        let module = Module::parse(PROGRAM).expect("a program");
        assert_eq!(donated(&module), [true, true, true, false, false]);
    }

    #[test]
    fn a_donor_is_aliased_to_the_first_free_result_of_its_type_and_division() {
        assert_eq!(aliases(|_, _| true), [Some(1), Some(0), None, None, None]);
        assert_eq!(aliases(|_, j| j == 2), [Some(2), Some(0), None, None, None]);
        assert_eq!(aliases(|_, _| false), [None, Some(0), None, None, None]);
    }
}
