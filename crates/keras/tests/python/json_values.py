"""Values as Python's `json` writes and reads them, beside those of `keras::json`.

`write FOLDER` writes texts of JSON, one a line, and what Python reads of each; `read FOLDER` compares the texts
that were written back. Numbers are compared bit by bit.
"""

import json
import math
import pathlib
import random
import struct
import sys

sys.setrecursionlimit(10_000)

SPECIAL = [
    'NaN', 'Infinity', '-Infinity', '[NaN, -Infinity]', '1e400', '-1e400', '1e-400', '-0.0', '-0', '0', '0.0', '1E5',
    '1e+16', '1e16', '1e-07', '123456789012345678901234567890', '-123456789012345678901234567890', '9007199254740993',
    '18446744073709551615', '18446744073709551616', '-9223372036854775808', '-9223372036854775809', '1.0', '1e0',
    '{"a": 1, "b": 2, "a": 3}', '{"": 0}', '[]', '{}', '""', '"\\u0000"', '"\\ud83d\\ude00"', '"\\u00e9é"',
    '"\\/\\b\\f\\n\\r\\t\\"\\\\"', ' [ 1 , 2 ] ', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud800x"', '"\\ud800\\u0041"',
    '5e-324', '1.7976931348623157e308', '2.2250738585072014e-308', '0.1', '100', '1.5', 'true', 'false', 'null',
    '01', '1.', '.5', '+1', 'nan', 'inf', '[1,]', '{"a":}', '{a: 1}', "'a'", '"\t"', '[1', '"a', '', '1 2', '{"a" 1}',
    '"\\x41"', '"\\u12"', '-', '1e', '--1', '-NaN', 'Infinit', '0x10', '1_000', 'True',
    '[' * 150 + ']' * 150, '{"a":' * 150 + '1' + '}' * 150,
]


def number(draw):
    kind = draw.randrange(6)
    if kind == 0:
        return draw.choice([math.nan, math.inf, -math.inf, -0.0, 0.0])
    if kind == 1:
        return struct.unpack('>d', draw.randbytes(8))[0]
    if kind == 2:
        return draw.randrange(-(1 << draw.randrange(1, 100)), 1 << draw.randrange(1, 100))
    if kind == 3:
        return float(draw.randrange(-(10 ** 20), 10 ** 20))
    return draw.choice([draw.random(), draw.randrange(1000), 10.0 ** draw.randrange(-320, 308)])


def text(draw):
    letters = ['a', '"', '\\', '\n', '\x7f', '\x01', 'é', '日', '\U0001F600', '\u2028', ' ', '/', '\ufffd']
    return ''.join(draw.choice(letters) for _ in range(draw.randrange(6)))


def value(draw, depth=0):
    kind = draw.randrange(8 if depth < 5 else 5)
    if kind < 3:
        return number(draw)
    if kind == 3:
        return text(draw)
    if kind == 4:
        return draw.choice([None, True, False])
    if kind == 5:
        return {text(draw): value(draw, depth + 1) for _ in range(draw.randrange(5))}
    return [value(draw, depth + 1) for _ in range(draw.randrange(5))]


def plain(read):
    """The value as a text that says types and bits."""
    if isinstance(read, bool) or read is None:
        return str(read)
    if isinstance(read, int) and -(1 << 63) <= read < 1 << 64:
        return f'i{read}'
    if isinstance(read, (int, float)):
        # Whole numbers beyond 64 bits are the nearest float.
        read = float(read) if isinstance(read, float) or abs(read) < 1 << 1023 else math.copysign(math.inf, read)
        return 'nan' if math.isnan(read) else 'f' + struct.pack('>d', read).hex()
    if isinstance(read, str):
        return 's' + read.encode().hex()
    if isinstance(read, list):
        return '[' + ','.join(map(plain, read)) + ']'
    return '{' + ','.join(f'{plain(name)}:{plain(item)}' for name, item in read.items()) + '}'


def expected(line):
    try:
        return plain(json.loads(line))
    except UnicodeEncodeError:
        # Half of a surrogate pair.
        return 'error'
    except ValueError:
        return 'error'


def lines():
    draw = random.Random(1)
    all_lines = list(SPECIAL)
    for _ in range(3000):
        separators = draw.choice([None, (',', ':'), (' , ', ' : ')])
        all_lines.append(json.dumps(value(draw), ensure_ascii=draw.random() < 0.5, separators=separators))
    return all_lines


def main():
    what, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if what == 'write':
        texts = lines()
        (folder / 'texts.txt').write_text('\n'.join(line.encode().hex() for line in texts))
        (folder / 'values.txt').write_text('\n'.join(map(expected, texts)))
        return
    values = (folder / 'values.txt').read_text().split('\n')
    for line, known in zip((folder / 'written.txt').read_text().split('\n'), values, strict=True):
        if known != 'error':
            found = plain(json.loads(bytes.fromhex(line)))
            assert found == known, (bytes.fromhex(line), found, known)


main()
