"""A file of text with all that a reader of types would spoil: marks of missing values, leading zeros, dates, quotes in quotes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

HEADER = "code,x,zip,day,color,size"


def write_cells(path: Path, rows: int, aliens: float, seed: int) -> Path:
    draw = np.random.default_rng(seed)
    lines = [HEADER]
    for row in range(rows):
        alien = draw.random() < aliens
        number = "?" if draw.random() < 0.03 else " NA" if draw.random() < 0.03 else repr(float(draw.normal(5 * alien)))
        place = "99999" if alien else f"{draw.integers(0, 30):05d}"
        day = f"2024-{draw.integers(1, 7):02d}-{draw.integers(1, 28):02d}"
        color = draw.choice(['"red, ""dark"""', "None", "NULL", "blue"])
        lines.append(f"{row:05d},{number},{place},{day},{color},{draw.integers(1, 9) if draw.random() < 0.9 else ''}")
    path.write_text("\n".join(lines) + "\n")
    return path
