#!/usr/bin/env python3
"""Puts page.html, its style and its script into a C file: embed.py OUT HTML CSS JS."""
import sys


def array(name, text):
    data = text.encode()
    rows = [", ".join(str(b) for b in data[i : i + 20]) for i in range(0, len(data), 20)]
    return "const unsigned char %s[] = {\n%s, 0};\nconst size_t %s_size = %d;\n" % (
        name,
        ",\n".join(rows),
        name,
        len(data),
    )


def main():
    out, html, css, js = sys.argv[1:]
    page, style, script = (open(name, encoding="utf-8").read() for name in (html, css, js))
    head, tail = page.replace("@STYLE@", style).split("@DATA@")
    tail = tail.replace("@SCRIPT@", script)
    with open(out, "w", encoding="utf-8") as file:
        file.write("/* Made by embed.py. */\n#include \"lesson/page.h\"\n")
        file.write(array("lw_page_head", head) + array("lw_page_tail", tail))


main()
