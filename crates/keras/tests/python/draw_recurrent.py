"""Random settings of recurrent layers: further draws for fuzz_layers.py, in the form of draw_layers.py."""

from keras import layers as L

from draw_layers import ACTIVATIONS, data_format, draw, image, is_first, rank_of, sizes, weighted, window, yes


def recurrent_settings(r, gated=True):
    settings = weighted(r, True, ("kernel", "recurrent"))
    settings["activation"] = r.choice(ACTIVATIONS[:14])
    if gated:
        settings["recurrent_activation"] = r.choice(["sigmoid", "hard_sigmoid", "tanh", "relu", None])
    if yes(r, 0.3):
        settings |= {"dropout": r.choice([0.0, 0.3, 1.0]), "recurrent_dropout": r.choice([0.0, 0.3])}
    return settings


def loop_settings(r):
    names = ["return_sequences", "return_state", "go_backwards", "unroll", "zero_output_for_mask"]
    return {name: yes(r, 0.4) for name in names}


def cell_settings(r, name):
    settings = recurrent_settings(r, "Simple" not in name)
    if "GRU" in name:
        settings["reset_after"] = yes(r)
    if "LSTM" in name:
        settings["unit_forget_bias"] = yes(r)
    return settings


def sequence(r):
    return (r.choice([1, 2, 3, 5, 12]), r.randint(1, 3)), r.choice(["", "", "steps", "words"])


@draw("SimpleRNN LSTM GRU")
def recurrent(r, cls):
    units = r.randint(1, 4)
    layer = cls(units, **cell_settings(r, cls.__name__), **loop_settings(r))
    states = 2 if cls is L.LSTM else 1
    given = [((units,), "")] * states if yes(r, 0.3) else []
    return layer, [sequence(r), *given], {"initial_state": bool(given)}


def a_cell(r):
    cls = r.choice([L.SimpleRNNCell, L.LSTMCell, L.GRUCell])
    return cls(r.randint(1, 3), **cell_settings(r, cls.__name__))


@draw("RNN")
def any_cell(r, cls):
    cell = a_cell(r) if yes(r) else L.StackedRNNCells([a_cell(r) for _ in range(r.randint(2, 3))])
    return cls(cell, **loop_settings(r)), [sequence(r)]


@draw("SimpleRNNCell LSTMCell GRUCell")
def cell(r, cls):
    units = r.randint(1, 4)
    states = 2 if cls is L.LSTMCell else 1
    return cls(units, **cell_settings(r, cls.__name__)), [(r.randint(1, 4),), *[(units,)] * states], {"cell": [states]}


@draw("StackedRNNCells")
def stacked(r, cls):
    cells = [a_cell(r) for _ in range(2)]
    counts = [2 if isinstance(cell, L.LSTMCell) else 1 for cell in cells]
    states = [(cell.units,) for cell, count in zip(cells, counts) for _ in range(count)]
    return cls(cells), [(r.randint(1, 4),), *states], {"cell": counts, "nested": True}


@draw("Bidirectional")
def bidirectional(r, cls):
    inner = r.choice([L.SimpleRNN, L.LSTM, L.GRU])
    units, loop = r.randint(1, 3), {**loop_settings(r), "go_backwards": False}
    layer = inner(units, **cell_settings(r, inner.__name__), **loop)
    settings = {"merge_mode": r.choice(["concat", "sum", "mul", "ave", None])}
    if yes(r, 0.3):
        other = r.choice([inner, L.SimpleRNN, L.LSTM, L.GRU])
        units = units if settings["merge_mode"] != "concat" or yes(r) else r.randint(1, 3)
        back = {**loop, "go_backwards": not loop["go_backwards"]}
        settings["backward_layer"] = other(units, **cell_settings(r, other.__name__), **back)
    states = 2 if inner is L.LSTM else 1
    given = [((layer.units,), "")] * 2 * states if yes(r, 0.2) and "backward_layer" not in settings else []
    return cls(layer, **settings), [sequence(r), *given], {"initial_state": bool(given)}


@draw("TimeDistributed")
def time_distributed(r, cls):
    inner, shape = r.choice([
        (lambda: L.Dense(3, activation=r.choice(ACTIVATIONS[:10])), (4,)), (lambda: L.Conv2D(2, 2), (4, 4, 2)),
        (lambda: L.Flatten(), (2, 3)), (lambda: L.LSTM(2), (3, 2)), (lambda: L.BatchNormalization(), (3,)),
        (lambda: L.LayerNormalization(), (3,)), (lambda: L.MaxPooling1D(2), (4, 2)),
    ])
    return cls(inner()), [((r.randint(1, 4), *shape), r.choice(["", "steps"]) if len(shape) == 1 else "")]


@draw("ConvLSTM1D ConvLSTM2D ConvLSTM3D")
def conv_lstm(r, cls):
    n = rank_of(cls)
    loop = loop_settings(r)
    settings = {"data_format": data_format(r), **window(r, n), **recurrent_settings(r), **loop}
    shape = image(r, n, is_first(settings), 3, 5 if n < 3 else 3)
    return cls(r.randint(1, 2), sizes(r, n, 1, 3), **settings), [(r.randint(1, 3), *shape)]
