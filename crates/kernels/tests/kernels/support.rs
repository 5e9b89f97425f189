//! Random operands with any strides, and the comparison with a reference.

use half::{bf16, f16};
use kernels::{Element, GemmOperand, GemmPlan, GemmSpec, Isa, MathMode, WriteMode};

/// A small reproducible generator (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number from `first` to `last`, both included.
    pub fn range(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// A number in [-1, 1), coarse enough for no type to be exact in sums, fine enough to be rounded by bf16.
    pub fn value(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// The place of an element in an operand.
pub fn place(operand: &GemmOperand, index: [usize; 3]) -> usize {
    index.iter().zip(operand.strides).map(|(i, stride)| i * stride).sum()
}

/// Runs a product on every instruction set, in scratch memory that is not aligned, and compares all bytes; once
/// more with its right operand packed beforehand, if the products of the batch share it.
pub fn check_exactly(spec: &GemmSpec, [lhs, rhs, before]: [&[u8]; 3], write: WriteMode, expected: &[u8]) {
    for isa in Isa::available() {
        let plan = GemmPlan::new(spec, isa).unwrap();
        let run = |plan: &GemmPlan, rhs: &[u8]| {
            let mut result = before.to_vec();
            let mut scratch = vec![0xff; plan.scratch_bytes() + 1];
            plan.run(lhs, rhs, &mut result, &mut scratch[1..], write).unwrap();
            assert!(result == expected, "{isa}, {}: {spec:?}", plan.method_name());
        };
        run(&plan, rhs);
        if let Some(plan) = GemmPlan::with_packed_rhs(spec, isa, usize::MAX).unwrap() {
            let (count, bytes) = plan.packed_panels();
            let mut packed = vec![0xff; count * bytes + 1];
            plan.pack(rhs, 0, &mut packed[1..]).unwrap();
            run(&plan, &packed[1..]);
        }
    }
}

/// Strides for an array of these sizes with a random order of dimensions in memory, and the elements that it
/// spans. Now and then lines have gaps after them.
pub fn random_strides(random: &mut Random, sizes: &[usize]) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut strides = vec![0; sizes.len()];
    let mut next = 1;
    for dimension in order {
        strides[dimension] = next;
        next *= sizes[dimension].max(1);
        if random.below(8) == 0 {
            next += random.below(3);
        }
    }
    (strides, next)
}

/// Bytes of `count` random elements.
pub fn random_bytes(random: &mut Random, element: Element, count: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(count * element.bytes());
    for _ in 0..count {
        put(&mut bytes, element, if integer(element) { (random.value() * 100.0).trunc() } else { random.value() });
    }
    bytes
}

fn integer(element: Element) -> bool {
    !matches!(element, Element::F32 | Element::Bf16 | Element::F16 | Element::F64)
}

fn put(bytes: &mut Vec<u8>, element: Element, value: f64) {
    match element {
        Element::F32 => bytes.extend((value as f32).to_ne_bytes()),
        Element::Bf16 => bytes.extend(bf16::from_f32(value as f32).to_ne_bytes()),
        Element::F16 => bytes.extend(f16::from_f32(value as f32).to_ne_bytes()),
        Element::F64 => bytes.extend(value.to_ne_bytes()),
        Element::I8 => bytes.extend((value as i64 as i8).to_ne_bytes()),
        Element::U8 => bytes.extend((value as i64 as u8).to_ne_bytes()),
        Element::I16 => bytes.extend((value as i64 as i16).to_ne_bytes()),
        Element::U16 => bytes.extend((value as i64 as u16).to_ne_bytes()),
        Element::I32 => bytes.extend((value as i64 as i32).to_ne_bytes()),
        Element::U32 => bytes.extend((value as i64 as u32).to_ne_bytes()),
        Element::I64 | Element::U64 => bytes.extend((value as i64).to_ne_bytes()),
    }
}

/// Element `at` as f64.
pub fn get(bytes: &[u8], element: Element, at: usize) -> f64 {
    let bytes = &bytes[at * element.bytes()..(at + 1) * element.bytes()];
    match element {
        Element::F32 => f64::from(f32::from_ne_bytes(bytes.try_into().unwrap())),
        Element::Bf16 => bf16::from_ne_bytes(bytes.try_into().unwrap()).to_f64(),
        Element::F16 => f16::from_ne_bytes(bytes.try_into().unwrap()).to_f64(),
        Element::F64 => f64::from_ne_bytes(bytes.try_into().unwrap()),
        Element::I8 => f64::from(bytes[0] as i8),
        Element::U8 => f64::from(bytes[0]),
        Element::I16 => f64::from(i16::from_ne_bytes(bytes.try_into().unwrap())),
        Element::U16 => f64::from(u16::from_ne_bytes(bytes.try_into().unwrap())),
        Element::I32 => f64::from(i32::from_ne_bytes(bytes.try_into().unwrap())),
        Element::U32 => f64::from(u32::from_ne_bytes(bytes.try_into().unwrap())),
        Element::I64 => i64::from_ne_bytes(bytes.try_into().unwrap()) as f64,
        Element::U64 => u64::from_ne_bytes(bytes.try_into().unwrap()) as f64,
    }
}

/// An operand's element as it is multiplied.
pub fn operand(bytes: &[u8], element: Element, at: usize, math_mode: MathMode) -> f64 {
    let value = get(bytes, element, at);
    match math_mode {
        MathMode::Bf16 if matches!(element, Element::F32 | Element::Bf16) => f64::from(bf16::from_f32(value as f32)),
        _ => value,
    }
}

/// A sum of products, with the sum of their magnitudes for the tolerance.
#[derive(Default, Clone, Copy)]
pub struct Reference {
    pub value: f64,
    magnitude: f64,
    terms: usize,
}

impl Reference {
    pub fn add(&mut self, x: f64, y: f64) {
        self.value += x * y;
        self.magnitude += (x * y).abs();
        self.terms += 1;
    }

    /// The greatest error of an f32 sum in any order, rounded to `element` (and added to `before` there).
    pub fn tolerance(&self, element: Element, before: f64) -> f64 {
        let epsilon = match element {
            Element::F64 => f64::EPSILON,
            _ => f64::from(f32::EPSILON),
        };
        let summed = self.magnitude * epsilon * (self.terms as f64 + 2.0);
        let stored = match element {
            Element::Bf16 => 1.0 / 256.0,
            Element::F16 => 1.0 / 2048.0,
            _ => epsilon,
        };
        summed + (self.value.abs() + before.abs() + summed) * stored
    }
}
