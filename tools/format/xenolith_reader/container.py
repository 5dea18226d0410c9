"""The file: header, sections, checksum, signature block."""

import json
import struct
import zlib

TYPES = {"u8": "B", "u16": "H", "u32": "I", "i32": "i", "f64": "d"}


def split_signature(data):
    """The file itself, and its signature block if there is one."""
    block = data[-112:]
    if len(data) >= 116 and block[:16] == b"XENOSIGN" + struct.pack("<II", 1, 1):
        file = data[:-112]
        if struct.unpack("<I", file[-4:])[0] == zlib.crc32(file[:-4]):
            return file, block
    return data, None


def read_container(data):
    file, _ = split_signature(data)
    if file[:8] != b"XENOLITH":
        raise ValueError("not a model file")
    version, header_length = struct.unpack("<II", file[8:16])
    if version != 1:
        raise ValueError(f"format version {version}")
    if struct.unpack("<I", file[-4:])[0] != zlib.crc32(file[:-4]):
        raise ValueError("the checksum does not match")
    header = json.loads(file[16 : 16 + header_length].decode("utf-8"))
    at = padded(16 + header_length)
    sections = []
    for entry in header["sections"]:
        code = TYPES[entry["type"]]
        size = entry["length"] * struct.calcsize("<" + code)
        sections.append(struct.unpack(f"<{entry['length']}{code}", file[at : at + size]))
        at = padded(at + size)
    if at != len(file) - 4:
        raise ValueError("the sections do not fill the file")
    return put(header["content"], sections)


def padded(at):
    return (at + 7) // 8 * 8


def put(value, sections):
    if isinstance(value, list):
        return [put(item, sections) for item in value]
    if isinstance(value, dict):
        if list(value) == ["$"]:
            return sections[value["$"]]
        return {key: put(item, sections) for key, item in value.items()}
    return value
