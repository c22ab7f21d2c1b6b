"""tests/unit/support/terminal.py -- a session at a pseudo-terminal, typed key by key.

usage: terminal.py NOSLIP MODEL; ends with exit code 0, or says what was not seen.
"""
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

program, model = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", EDITOR="sed -i 's/t = 20/t = 3/'")
    os.execv(program, [program, "repl", model])

SECONDS = 3000  # larger than the guard of the test job
seen = ""


def resize(columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))


def read(seconds):
    global seen
    if not select.select([terminal], [], [], seconds)[0]:
        return False
    try:
        data = os.read(terminal, 1 << 16)
    except OSError:
        return False
    seen += data.decode("utf-8", "replace")
    return bool(data)


def plain(text):
    return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])|[\r\a]", "", text)


def expect(pattern, keys, seconds=SECONDS):
    """Types the keys; the output must then match the pattern."""
    global seen
    seen = ""
    os.write(terminal, keys.encode())
    end = time.monotonic() + seconds
    while not re.search(pattern, plain(seen), re.S):
        if time.monotonic() > end or not read(1) and time.monotonic() > end:
            sys.exit(f"after {keys!r} there is no {pattern!r} in\n{plain(seen)}")


resize(80)
expect("Skater on a slope.*> $", "")
expect(r"lambda = 2\n  lambda = 2\n> $", "lam\t= 2\n")  # completion of a unique word
expect(r"method +motion +multipliers.*> m$", "m\t")  # several completions
expect(r"> $", "\x15")  # Ctrl-U
expect(r"v = -1\.82589.*> $", "go\n")
expect(r"> lambda = 2$", "\x1b[A\x1b[A")  # up, up
expect(r"> $", "\x03")  # Ctrl-C drops the line
expect(r"> $", "t 1e7\n")
expect(r"t = [0-9e.]+ of 1e7", "go\n")  # a run that takes very long
expect(r"interrupted at t = .*> $", "\x03")
expect(r"  2\n> $", "1 + 1\n")
expect(r"> $", "default\n")
expect(r"> $", "edit\n")  # the script of EDITOR changes the model
expect(r"\n  t = 3  .*> $", "t 3\ngo\n")
expect(r"d_phi +d_v +d_w.*> d_$", "d_\t")  # words made from names
expect(r"> $", "\x15")
resize(50)
expect(r"└─{20,27}\n.*> $", "plot (x, y)\n")
expect(r"λ = 1\n.*λ\n> $", "param λ = 1\nλ\n")
expect(r"  t = 0\.[0-9]+\n", "animate\n")
expect(r"\n> $", "\x03")
end = time.monotonic() + SECONDS
while time.monotonic() < end:
    try:
        # Ctrl-D, repeated in case the editor did not read the first one; Ctrl-U clears the line
        # first.
        os.write(terminal, b"\x15\x04")
    except OSError:
        pass
    read(0.5)
    done, status = os.waitpid(child, os.WNOHANG)
    if done:
        sys.exit(os.waitstatus_to_exitcode(status))
sys.exit("it does not end")
