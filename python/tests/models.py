"""Model files, compared."""

from __future__ import annotations

import subprocess
from pathlib import Path

from conftest import ROOT

from xenolith_ocd.node import node_path


def same_model(one: Path, other: Path) -> bool:
    """Whether two models are the same to the byte, but for the names and sums of the files that they come from."""
    script = f"""
      import {{ readFileSync }} from 'node:fs'
      import {{ decodeModelFile, encodeModelFile }} from '{(ROOT / "packages/core/dist/index.js").as_uri()}'
      const bytes = (path) => Buffer.from(encodeModelFile({{ ...decodeModelFile(new Uint8Array(readFileSync(path))), data: [] }}))
      console.log(bytes(process.argv[1]).equals(bytes(process.argv[2])))
    """
    done = subprocess.run(
        [node_path(), "--input-type=module", "-e", script, str(one), str(other)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip() == "true"
