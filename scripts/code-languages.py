#!/usr/bin/env python3
"""Writes the names of code languages and their aliases, as Pygments has them, into the Markdown package.

Run it with the version of Pygments that is wanted: python3 scripts/code-languages.py
"""

from pathlib import Path

import pygments
from pygments.lexers import get_all_lexers

TARGET = Path(__file__).parent.parent / "packages/markdown/src/highlight/languages-data.ts"


def main() -> None:
    seen: set[str] = set()
    lines = []
    for name, aliases, _, _ in sorted(get_all_lexers(plugins=False), key=lambda lexer: lexer[0].lower()):
        own = [alias for alias in aliases if alias not in seen]
        seen.update(own)
        if own:
            lines.append(f"{name}|{' '.join(own)}")
    text = "\n".join(lines)
    if any(character in text for character in "`\\$"):
        raise SystemExit("A name needs escaping in a template literal")
    TARGET.write_text(
        "// The names of code languages and their aliases, the usual alias first. Facts of Pygments "
        f"{pygments.__version__},\n"
        "// written by scripts/code-languages.py; languages.ts reads them.\n\n"
        f"export const languagesData = `{text}`;\n"
    )


main()
