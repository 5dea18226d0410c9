"""Writes the Arrow files of this folder, all of the same table: python make.py (pyarrow 26.0.1, polars 2.1.0)."""
import datetime as dt
import decimal
import pathlib

import polars as pl
import pyarrow as pa

here = pathlib.Path(__file__).parent
table = pa.table({
    'x': pa.array([1.5, None, -2e3]),
    'f4': pa.array([0.5, None, 2.0], pa.float32()),
    'i8': pa.array([-1, None, 3], pa.int8()),
    'u16': pa.array([65535, 1, None], pa.uint16()),
    'i64': pa.array([2**53 - 1, None, -5], pa.int64()),
    'u64': pa.array([2**63, 1, 2], pa.uint64()),
    'color': pa.array(['red', 'blue', None]),
    'large': pa.array(['é', '名前', ''], pa.large_string()),
    'view': pa.array(['short', None, 'a text of more than twelve bytes'], pa.string_view()),
    'dict': pa.array(['a', 'b', 'a']).dictionary_encode(),
    'b': pa.array([True, None, False]),
    'none': pa.nulls(3),
    'list': pa.array([[1, 2], None, []], pa.list_(pa.int32())),
    'struct': pa.array([{'p': 1, 'q': 's'}, None, {'p': 2, 'q': None}]),
    'd32': pa.array([dt.date(2024, 2, 29), None, dt.date(1969, 12, 31)], pa.date32()),
    'd64': pa.array([dt.date(2024, 2, 29), None, dt.date(1969, 12, 31)], pa.date64()),
    'ts': pa.array([dt.datetime(2024, 2, 29, 12, 30, 0, 250000), None, dt.datetime(1969, 12, 31, 23, 59, 59)], pa.timestamp('us')),
    'time': pa.array([dt.time(1, 2, 3), None, dt.time(0, 0, 0, 5000)], pa.time32('ms')),
    'wait': pa.array([1500, None, -1], pa.duration('ms')),
    'money': pa.array([decimal.Decimal('1.10'), None, decimal.Decimal('-0.05')], pa.decimal128(10, 2)),
    'last': pa.array([7.0, 8.0, 9.0]),
})


def write(name, make, **options):
    with pa.OSFile(str(here / name), 'wb') as file, make(file, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        for batch in table.to_batches(max_chunksize=2):
            writer.write_batch(batch)


write('file.arrow', pa.ipc.new_file)
write('stream.arrows', pa.ipc.new_stream)
write('lz4.feather', pa.ipc.new_file, compression='lz4')
write('zstd.arrow', pa.ipc.new_file, compression='zstd')
write('version4.arrows', pa.ipc.new_stream, metadata_version=pa.ipc.MetadataVersion.V4)

schema = pa.schema([('dict', pa.dictionary(pa.int32(), pa.string())), ('x', pa.float64())])
with pa.OSFile(str(here / 'delta.arrows'), 'wb') as file:
    with pa.ipc.new_stream(file, schema, options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)) as writer:
        for codes, words in (([0, 1], ['a', 'b']), ([2, 0], ['a', 'b', 'c'])):
            words = pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), words)
            writer.write_batch(pa.record_batch([words, pa.array([1.0, 2.0])], schema=schema))

frame = pl.DataFrame({'x': [1.5, None, -2e3], 'view': ['short', None, 'a text of more than twelve bytes'], 'dict': ['a', 'b', 'a']})
frame.with_columns(pl.col('dict').cast(pl.Categorical)).write_ipc(here / 'polars.arrow', compression='lz4')
