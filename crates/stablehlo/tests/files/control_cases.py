"""Cases of control flow, randomness and replicas."""

import numpy as np

from cases import SIGNED, add, noise, program, rng, tensor, type_of, values


def control():
    loop = """%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%w:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2xf32>
cond {
  %go = stablehlo.compare LT, %i, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %go : tensor<i1>
} do {
  %n = stablehlo.add %i, %one : tensor<i32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
}
%r0 = stablehlo.add %w#0, %zero : tensor<i32>
%r1 = stablehlo.negate %w#1 : tensor<2xf32>"""
    for n in [0, 1, 10]:
        inputs = [values("f32", 1.0, -0.5), np.array(n, "i4")]
        add("control", f"while {n} times", program(inputs, ["tensor<i32>", "tensor<2xf32>"], loop), inputs)
    # A loop in a loop: every kind of step that runs again and again at the same addresses.
    nested = """%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%half = stablehlo.constant dense<0.5> : tensor<f32>
%nothing = stablehlo.constant dense<0.0> : tensor<bf16>
%lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
%trace = stablehlo.constant dense<0.0> : tensor<4xf16>
%w:5 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %s = %half, %t = %trace) : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<4xf16>
cond {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %go : tensor<i1>
} do {
  %yt = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %xs = stablehlo.multiply %x, %sb : tensor<2x3xf32>
  %sum = stablehlo.add %xs, %yt : tensor<2x3xf32>
  %inner:2 = stablehlo.while(%j = %zero, %z = %sum) : tensor<i32>, tensor<2x3xf32>
  cond {
    %more = stablehlo.compare LE, %j, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %j1 = stablehlo.add %j, %one : tensor<i32>
    %bit = stablehlo.and %j, %one : tensor<i32>
    %z1 = "stablehlo.case"(%bit) ({
      %neg = stablehlo.negate %z : tensor<2x3xf32>
      stablehlo.return %neg : tensor<2x3xf32>
    }, {
      %first = stablehlo.slice %z [0:1, 0:1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
      %spread = stablehlo.broadcast_in_dim %first, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
      %moved = stablehlo.subtract %z, %spread : tensor<2x3xf32>
      stablehlo.return %moved : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
    stablehlo.return %j1, %z1 : tensor<i32>, tensor<2x3xf32>
  }
  %top = stablehlo.reduce(%inner#1 init: %lowest) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  %narrow = stablehlo.convert %inner#1 : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %rows = stablehlo.reduce(%narrow init: %nothing) applies stablehlo.add across dimensions = [1] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2xbf16>
  %wide = stablehlo.convert %rows : (tensor<2xbf16>) -> tensor<2xf32>
  %back = stablehlo.broadcast_in_dim %wide, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  %y1 = stablehlo.multiply %back, %y : tensor<3x2xf32>
  %mark = stablehlo.convert %top : (tensor<f32>) -> tensor<f16>
  %marks = stablehlo.reshape %mark : (tensor<f16>) -> tensor<1xf16>
  %t1 = stablehlo.dynamic_update_slice %t, %marks, %i : (tensor<4xf16>, tensor<1xf16>, tensor<i32>) -> tensor<4xf16>
  %s1 = stablehlo.subtract %half, %s : tensor<f32>
  %i1 = stablehlo.add %i, %one : tensor<i32>
  stablehlo.return %i1, %inner#1, %y1, %s1, %t1 : tensor<i32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<f32>, tensor<4xf16>
}
%r0 = stablehlo.add %w#1, %w#1 : tensor<2x3xf32>
%r1 = stablehlo.negate %w#2 : tensor<3x2xf32>
%r2 = stablehlo.add %w#4, %w#4 : tensor<4xf16>"""
    x = values("f32", 1.0, -0.5, 0.25, 2.0, -1.5, 0.75)
    inputs = [x.reshape(2, 3), x.reshape(3, 2)]
    results = ["tensor<2x3xf32>", "tensor<3x2xf32>", "tensor<4xf16>"]
    add("control", "while in while", program(inputs, results, nested), inputs)
    # A loop that exchanges two values, so that it copies them.
    swap = """%zero = stablehlo.constant dense<0> : tensor<i32>
%w:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
cond {
  %n = stablehlo.constant dense<5> : tensor<i32>
  %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %go : tensor<i1>
} do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i1 = stablehlo.add %i, %one : tensor<i32>
  stablehlo.return %i1, %y, %x : tensor<i32>, tensor<2xf32>, tensor<2xf32>
}
%r0 = stablehlo.negate %w#1 : tensor<2xf32>
%r1 = stablehlo.negate %w#2 : tensor<2xf32>"""
    inputs = [values("f32", 1.0, 2.0), values("f32", 3.0, 4.0)]
    add("control", "while that exchanges values", program(inputs, ["tensor<2xf32>"] * 2, swap), inputs)
    branch = """%r0 = "stablehlo.if"(%a) ({
  %s = stablehlo.multiply %b, %b : tensor<2xf32>
  stablehlo.return %s : tensor<2xf32>
}, {
  stablehlo.return %b : tensor<2xf32>
}) : (tensor<i1>) -> tensor<2xf32>"""
    for p in [True, False]:
        inputs = [np.array(p), values("f32", 3.0, -4.0)]
        add("control", f"if {str(p).lower()}", program(inputs, ["tensor<2xf32>"], branch), inputs)
    case = """%r0 = "stablehlo.case"(%a) ({
  stablehlo.return %b : tensor<2xf32>
}, {
  %n = stablehlo.negate %b : tensor<2xf32>
  stablehlo.return %n : tensor<2xf32>
}, {
  %s = stablehlo.add %b, %b : tensor<2xf32>
  stablehlo.return %s : tensor<2xf32>
}) : (tensor<i32>) -> tensor<2xf32>"""
    for i in [0, 1, 2, 3, -1]:
        inputs = [np.array(i, "i4"), values("f32", 3.0, -4.0)]
        add("control", f"case {i}", program(inputs, ["tensor<2xf32>"], case), inputs)
    x = values("f32", 1.5, 2.5)
    calls = """module {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}"""
    add("control", "calls", calls, [x])
    body = "%b:2 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>\n%r0 = stablehlo.add %b#0, %b#1 : tensor<2xf32>"
    add("control", "optimization_barrier", program([x], ["tensor<2xf32>"], body), [x])


def threefry(key, counter):
    """One block of Threefry 2x32 with 20 rounds (Salmon et al., 2011)."""
    mask = 0xFFFFFFFF
    keys = [key & mask, key >> 32, (key & mask) ^ (key >> 32) ^ 0x1BD11BDA]
    x = [(counter & mask) + keys[0] & mask, (counter >> 32) + keys[1] & mask]
    for group in range(5):
        for rotation in ([13, 15, 26, 6], [17, 29, 16, 24])[group % 2]:
            x[0] = x[0] + x[1] & mask
            x[1] = (x[1] << rotation | x[1] >> 32 - rotation) & mask ^ x[0]
        x = [x[0] + keys[(group + 1) % 3] & mask, x[1] + keys[(group + 2) % 3] + group + 1 & mask]
    return x


def random_bits():
    for element, shape in [("ui32", [7]), ("ui32", [2, 3]), ("ui64", [5]), ("ui8", [6]), ("ui16", [3]), ("ui32", [64])]:
        for state in [[0, 0], [0x0123456789ABCDEF, 41], [5, 7, 9], [1, 2**64 - 1, 3]]:
            state = np.array(state, "u8")
            types = [type_of(state), tensor(shape, element)]
            body = f"%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : ({types[0]}) -> ({types[0]}, {types[1]})"
            add("random", f"Philox {element} {shape} from {list(map(int, state))}", program([state], types, body), [state])
    # XLA arranges Threefry's words by halves of the shape; this crate's layout is that of `interpret::rng`.
    for shape in [[1], [6], [2, 5]]:
        key, counter = 0x0123456789ABCDEF, 2**32 - 1
        n = int(np.prod(shape))
        blocks = -(-n // 2)
        words = [w for j in range(blocks) for w in threefry(key, counter + j)][:n]
        state = np.array([key, counter], "u8")
        types = ["tensor<2xui64>", tensor(shape, "ui32")]
        body = f"%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : ({types[0]}) -> ({types[0]}, {types[1]})"
        expected = [np.array([key, counter + blocks], "u8"), np.array(words, "u4").reshape(shape)]
        add("random", f"Threefry {shape}", program([state], types, body), [state], expected=expected)


def replicas():
    def module(n, body, result):
        return f"""module attributes {{mhlo.num_replicas = {n} : i32}} {{
  func.func public @main(%a: tensor<2xf32>) -> {result} {{
{body}
  }}
}}"""

    x = [noise([2]) for _ in range(4)]
    for op, function in (("add", np.add), ("maximum", np.maximum), ("multiply", np.multiply)):
        for groups in ([[0, 1, 2, 3]], [[0, 2], [1, 3]], [[3], [2], [1], [0]]):
            text = f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"
            body = f'''    %0 = "stablehlo.all_reduce"(%a) <{{replica_groups = {text}}}> ({{
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.{op} %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>'''
            group_of = {r: g for g in groups for r in g}
            expected = [[function.reduce([x[m] for m in group_of[r]])] for r in range(4)]
            add("replicas", f"all_reduce {op} over {groups}", module(4, body, "tensor<2xf32>"), [[v] for v in x], expected=expected)
    body = "    %0 = stablehlo.replica_id : tensor<ui32>\n    return %0 : tensor<ui32>"
    add("replicas", "replica_id", module(3, body, "tensor<ui32>"), [[v] for v in x[:3]], expected=[[np.array(r, "u4")] for r in range(3)])
    body = "    %0 = stablehlo.partition_id : tensor<ui32>\n    return %0 : tensor<ui32>"
    add("replicas", "partition_id", module(2, body, "tensor<ui32>"), [[v] for v in x[:2]], expected=[[np.array(0, "u4")]] * 2)
