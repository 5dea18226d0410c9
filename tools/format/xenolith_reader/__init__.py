"""Reads Xenolith model files and scores rows with them: the standard library, nothing else. A module for each chapter of docs/model-format.md."""
