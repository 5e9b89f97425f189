"""Runs a command in a terminal and draws what it printed as an SVG image.

The command runs in a pseudo-terminal, so that it prints colors and progress bars as it does for a user. The image
shows the final state of the screen: a progress bar that was redrawn is drawn once. Long lines are wrapped.

Usage: python terminal_svg.py [--columns N] [--elide FIRST-LAST] IMAGE.svg -- COMMAND [ARGUMENT...]

The image of the README is drawn by:

    python bench/terminal_svg.py --elide 10-33 docs/results/terminal.svg -- \\
        target/release/labora train shapes --epochs 2
"""

import argparse
import os
import pty
import re
import struct
import sys
import termios
from fcntl import ioctl
from xml.sax.saxutils import escape

FONT_PX = 13
CELL_WIDTH_PX = 7.83  # 0.602 em, the advance of DejaVu Sans Mono and of Menlo
LINE_HEIGHT_PX = 16
MARGIN_PX = 16
TITLE_BAR_PX = 34
BACKGROUND = "#1b1e24"
FOREGROUND = "#d6d9de"
# The eight ANSI colors by their number.
COLORS = ["#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#8b919c"]

ESCAPE_SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[=>()][A-Z0-9]?")


def run(command, columns):
    """Everything that the command writes to a terminal of so many columns, as text."""
    chunks = []

    def read(descriptor):
        chunk = os.read(descriptor, 65536)
        chunks.append(chunk)
        return chunk

    def start():
        ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        os.environ.update(TERM="xterm-256color", COLUMNS=str(columns))
        os.execvp(command[0], command)

    pid, descriptor = pty.fork()
    if pid == 0:
        start()
    try:
        while read(descriptor):
            pass
    except OSError:  # Linux reports the end of a pseudo-terminal as an error.
        pass
    _, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed ({os.waitstatus_to_exitcode(status)})")
    return b"".join(chunks).decode("utf-8", errors="replace")


class Screen:
    """The lines of a terminal: lists of (character, color, bold)."""

    def __init__(self):
        self.lines = [[]]
        self.row = self.column = 0
        self.color = None
        self.bold = False

    def feed(self, text):
        """Interprets text with escape sequences."""
        place = 0
        for match in ESCAPE_SEQUENCE.finditer(text):
            self.put(text[place : match.start()])
            if match[2]:
                self.control(match[1], match[2])
            place = match.end()
        self.put(text[place:])

    def put(self, text):
        for character in text:
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.move(self.row + 1)
            elif character == "\b":
                self.column = max(self.column - 1, 0)
            elif character >= " ":
                line = self.lines[self.row]
                line.extend([(" ", None, False)] * (self.column + 1 - len(line)))
                line[self.column] = (character, self.color, self.bold)
                self.column += 1

    def control(self, arguments, letter):
        numbers = [int(number or 0) for number in arguments.split(";")] if "?" not in arguments else []
        if letter == "m":
            self.style(numbers)
        elif letter == "K" and numbers:
            del self.lines[self.row][0 if numbers[0] == 2 else self.column :]
        elif letter == "A" and numbers:
            self.row = max(self.row - max(numbers[0], 1), 0)
        elif letter == "B" and numbers:
            self.move(self.row + max(numbers[0], 1))
        elif letter == "G" and numbers:
            self.column = max(numbers[0], 1) - 1

    def style(self, numbers):
        for number in numbers:
            if number in (0, 39):
                self.color = None
            if number == 0:
                self.bold = False
            elif number == 1:
                self.bold = True
            elif 30 <= number <= 37:
                self.color = number - 30
            elif 90 <= number <= 97:
                self.color = number - 90

    def move(self, row):
        self.row = row
        while len(self.lines) <= row:
            self.lines.append([])

    def text(self):
        """The lines without blank ones at the end."""
        lines = list(self.lines)
        while lines and not lines[-1]:
            lines.pop()
        return lines


def wrapped(lines, columns):
    """The lines, divided where they are longer than the terminal is wide."""
    for line in lines:
        yield line[:columns]
        for start in range(columns, len(line), columns):
            yield line[start : start + columns]


def spans(line):
    """The stretches of a line that have one style, as (column, text, color, bold)."""
    start = 0
    while start < len(line):
        end = start
        while end < len(line) and line[end][1:] == line[start][1:]:
            end += 1
        text = "".join(character for character, _, _ in line[start:end])
        if text.strip():
            yield start, text, *line[start][1:]
        start = end


def svg(lines, columns, title):
    """The image of a terminal window with these lines."""
    width = columns * CELL_WIDTH_PX + 2 * MARGIN_PX
    height = len(lines) * LINE_HEIGHT_PX + TITLE_BAR_PX + 1.5 * MARGIN_PX
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}">',
        f'<rect width="100%" height="100%" rx="9" fill="{BACKGROUND}"/>',
    ]
    for number, color in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        out.append(f'<circle cx="{20 + 19 * number}" cy="18" r="6" fill="{color}"/>')
    out.append(
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT_PX}"'
        f' fill="{FOREGROUND}" xml:space="preserve">'
    )
    for row, line in enumerate(lines):
        y = TITLE_BAR_PX + MARGIN_PX + row * LINE_HEIGHT_PX
        for column, text, color, bold in spans(line):
            indent = len(text) - len(text.lstrip())
            text = text.strip()
            x = MARGIN_PX + (column + indent) * CELL_WIDTH_PX
            style = "" if color is None else f' fill="{COLORS[color]}"'
            style += ' font-weight="bold"' if bold else ""
            length = len(text) * CELL_WIDTH_PX
            out.append(
                f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{style}>'
                f"{escape(text)}</text>"
            )
    return "\n".join([*out, "</g>", "</svg>", ""])


def main():
    """Runs the command and writes the image."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("image")
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--elide", metavar="FIRST-LAST", help="lines to replace by an ellipsis, counted from 1")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    command = [argument for argument in arguments.command if argument != "--"]
    if not command:
        parser.error("the command is missing: put it after --")
    shown = " ".join([os.path.basename(command[0]), *command[1:]])
    screen = Screen()
    screen.feed(f"\x1b[32m$\x1b[0m \x1b[1m{shown}\x1b[0m\r\n")
    screen.feed(run(command, arguments.columns))
    lines = screen.text()
    if arguments.elide:
        first, last = (int(number) for number in arguments.elide.split("-"))
        lines[first - 1 : last] = [[(character, 0, False) for character in "  ..."]]
    with open(arguments.image, "w", encoding="utf-8") as file:
        file.write(svg(list(wrapped(lines, arguments.columns)), arguments.columns, shown))


if __name__ == "__main__":
    main()
