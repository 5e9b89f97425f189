//! The choice of algorithms, and the reasons that plans give for it.

use super::layers::layer;
use kernels::{
    ConvAlgorithm, ConvPlan, ConvSpec, Element, GemmAlgorithm, GemmOperand, GemmPlan, GemmSpec, Isa, MathMode,
};

#[test]
fn convolutions_run_the_first_algorithm_that_accepts_them() {
    for isa in Isa::available() {
        for (channels, features, stride, allow_reassociation) in
            [(32, 32, 1, true), (32, 32, 1, false), (32, 64, 2, true), (3, 5, 1, true), (64, 4, 1, false)]
        {
            for spec in layer(2, 8, channels, features, stride, true) {
                let spec = ConvSpec { allow_reassociation, ..spec };
                let explained = ConvPlan::explain(&spec, isa).unwrap();
                let first = explained.iter().find(|(_, verdict)| verdict.is_ok()).unwrap();
                assert_eq!(first.0, ConvPlan::new(&spec, isa).unwrap().algorithm(), "{isa}: {spec:?}");
            }
        }
    }
}

#[test]
fn a_refused_algorithm_comes_with_its_reason() {
    let [forward, input, filter] = layer(2, 8, 32, 32, 1, true);
    let reason = |spec: &ConvSpec, algorithm: ConvAlgorithm| {
        let explained = ConvPlan::explain(spec, Isa::PORTABLE).unwrap();
        explained.into_iter().find(|(found, _)| *found == algorithm).and_then(|(_, verdict)| verdict.err())
    };
    assert_eq!(
        reason(&forward, ConvAlgorithm::Winograd).as_deref(),
        Some("the specification does not allow reassociation")
    );
    assert_eq!(reason(&forward, ConvAlgorithm::Reference).map(|reason| reason.contains("faster")), Some(true));
    assert_eq!(reason(&input, ConvAlgorithm::Polyphase).as_deref(), Some("the input is not dilated"));
    assert_eq!(reason(&filter, ConvAlgorithm::BackwardWeights), None);
    let allowed = ConvSpec { allow_reassociation: true, ..forward };
    assert_eq!(reason(&allowed, ConvAlgorithm::Winograd), None);
    let [narrow, ..] = layer(2, 8, 3, 32, 1, true);
    let refused = reason(&ConvSpec { allow_reassociation: true, ..narrow }, ConvAlgorithm::Winograd);
    assert!(refused.as_deref().is_some_and(|reason| reason.starts_with("3 channels, 32 features")), "{refused:?}");
}

#[test]
fn products_run_the_first_algorithm_that_accepts_them() {
    let row_major = |columns| GemmOperand { element: Element::F32, strides: [0, columns, 1] };
    let spec = |m, n, k| GemmSpec {
        batch: 1,
        m,
        n,
        k,
        lhs: row_major(k),
        rhs: row_major(n),
        out: row_major(n),
        math_mode: MathMode::F32,
        allow_reassociation: true,
    };
    for isa in Isa::available() {
        for spec in [spec(1, 64, 32), spec(300, 300, 300), spec(4, 3, 2), spec(0, 4, 4)] {
            let explained = GemmPlan::explain(&spec, isa).unwrap();
            let first = explained.iter().find(|(_, verdict)| verdict.is_ok()).unwrap();
            assert_eq!(first.0, GemmPlan::new(&spec, isa).unwrap().algorithm(), "{isa}: {spec:?}");
        }
    }
    let skinny = GemmPlan::new(&spec(1, 64, 32), Isa::PORTABLE).unwrap();
    assert_eq!(skinny.algorithm(), GemmAlgorithm::Skinny);
    let explained = GemmPlan::explain(&spec(5, 64, 32), Isa::PORTABLE).unwrap();
    assert!(explained.contains(&(GemmAlgorithm::Skinny, Err("5 rows, not 1 to 4".into()))));
}
