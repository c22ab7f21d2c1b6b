# tests/embedded/words.py COUNT <rows.csv -- the bits of the states in the last row of a run.
import struct
import sys

row = sys.stdin.read().split("\n")[-2].split(",")
for text in row[1 : 1 + int(sys.argv[1])]:
    print(struct.pack(">d", float(text)).hex())
