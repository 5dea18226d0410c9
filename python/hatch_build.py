"""Puts the Node program, which the workspace builds, into the wheel and the source archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "xenolith_ocd/bundle"


class BundleHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # node.py finds the workspace's own
            return
        here = Path(self.root)
        built = here.parent / "packages" / "bridge" / "dist" / "bundle"
        if (built / "program" / "main.js").is_file():
            place = PLACE if self.target_name == "wheel" else f"src/{PLACE}"
            build_data["force_include"][str(built)] = place
        elif not (here / "src" / PLACE / "program" / "main.js").is_file():
            raise SystemExit(f"{built} is not there: run `npm ci` in {here.parent} first, which builds the program")
