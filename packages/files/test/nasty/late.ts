import type { Nasty } from './both.js'

const rows = (count: number, row: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('')
const after = (first: string, last: string): string => `x,z\n${first.repeat(3000)}${last.repeat(20)}`

/** Long cells and lines, and what turns up only when a column seemed to be settled. */
export const late: readonly Nasty[] = [
  ['numbers.csv', after(',1\n', '5,2\n'), '3020: x = none none none none, z = 1 1 1 1'],
  [
    'text.csv',
    `x,z\n${rows(3000, (i) => `${i},1\n`)}abc,2\n`,
    'bad-row: text.csv, row 3001, column "x": "abc" is not a number (give --types x=categorical to read the column as categories)',
  ],
  [
    'much-text.csv',
    `x,z\n${rows(1500, (i) => `${i},1\n`)}${'abc,2\n'.repeat(2000)}`,
    '3500: x = "0" "1" "2" "3", z = 1 1 1 1',
  ],
  ['text-after-gaps.csv', after(',1\n', 'abc,2\n'), '3020: x = none none none none, z = 1 1 1 1'],
  ['dates.csv', after(',1\n', '2024-01-01,2\n'), '3020: x = none none none none, z = 1 1 1 1'],
  [
    'commas.csv',
    after('5,1\n', '2,5;2\n').replaceAll(/,(?=[1z])/g, ';'),
    '3020: x = 5 5 5 5, z = 1 1 1 1 (read with decimal commas: "x")',
  ],
  [
    'points.csv',
    `x;z\n${'5,5;1\n'.repeat(3000)}2.5;2\n`,
    'bad-row: points.csv, row 3001, column "x": "2.5" is not a number (give --types x=categorical to read the column as categories)',
  ],
  [
    'infinite.csv',
    after('5,1\n', 'inf,2\n'),
    'infinite-value: infinite.csv, row 3001, column "x": inf is not a finite number (leave a missing value empty)',
  ],
  [
    'quote.csv',
    after('5,1\n', '"6"x,2\n'),
    'bad-row: quote.csv, line 3002: a quote is not closed, or text follows a closing quote',
  ],
  ['ragged.csv', after('5,1\n', '6\n'), 'bad-row: ragged.csv, line 3002: expected 2 fields, found 1'],
  [
    'mixed-ends.csv',
    after('5,1\n', '6,7\r\n'),
    'bad-row: mixed-ends.csv, line 3002: the line endings are mixed; expected one kind throughout',
  ],
  [
    'header-again.csv',
    after('5,1\n', 'x,z\n'),
    'bad-row: header-again.csv, row 3001, column "x": "x" is not a number (give --types x=categorical to read the column as categories)',
  ],
  ['key.ndjson', `${'{"a":1}\n'.repeat(3000)}{"a":1,"b":"x"}\n`, '3001: a = 1 1 1 1, b = none none none none'],
  [
    'string.ndjson',
    `${'{"a":1,"b":2}\n'.repeat(3000)}{"a":"q","b":1}\n`,
    'bad-row: string.ndjson, row 3001, column "a": "q" is not a number (give --types a=categorical to read the column as categories)',
  ],
  [
    'boolean.ndjson',
    `${'{"a":1,"b":2}\n'.repeat(3000)}{"a":true,"b":1}\n`,
    'bad-row: boolean.ndjson, row 3001, column "a": "true" is not a number (give --types a=categorical to read the column as categories)',
  ],
  [
    'list.ndjson',
    `${'{"a":1,"b":2}\n'.repeat(3000)}{"a":[1],"b":1}\n`,
    'bad-type: list.ndjson: column "a" holds lists or structures; expected numbers, text or booleans',
  ],
  [
    'malformed.ndjson',
    `${'{"a":1,"b":2}\n'.repeat(3000)}{"a":1,"b":}\n`,
    'bad-row: malformed.ndjson, record 3001: malformed JSON: expected a value, found }',
  ],
  ['long-cell.csv', `a,b\n${'x'.repeat(600_000)},1\nz,2\n`, '2: a = "xxxxxxxxxxxxxxxxxxxx" "z", b = 1 2'],
  [
    'long-lines-in-quotes.csv',
    `a,b\n"${'x\n'.repeat(300_000)}",1\nz,2,3\n`,
    'bad-row: long-lines-in-quotes.csv, line 300003: expected 2 fields, found 3',
  ],
  ['long-header.csv', `${'h'.repeat(400_000)},b\n1,2\n3,4\n`, '2: hhhhhhhhhhhhhhhhhhhh = 1 3, b = 2 4'],
  ['long-number.csv', `a,b\n0.${'1'.repeat(300_000)},1\n2,2\n`, '2: a = 0.1111111111111111 2, b = 1 2'],
  [
    'huge-number.csv',
    `a,b\n${'1'.repeat(400)},1\n2,2\n`,
    'infinite-value: huge-number.csv, row 1, column "a": 111111111111111111111111111111111111111111111111111111111... is too large (numbers go up to 8.99e+307)',
  ],
  [
    'long-text.ndjson',
    `{"a":"${'x'.repeat(600_000)}","b":1}\n{"a":"z","b":2}\n`,
    '2: a = "xxxxxxxxxxxxxxxxxxxx" "z", b = 1 2',
  ],
  [
    'deep.ndjson',
    `{"a":${'['.repeat(150)}${']'.repeat(150)},"b":1}\n`,
    'bad-type: deep.ndjson: column "a" holds lists or structures; expected numbers, text or booleans',
  ],
  [
    'too-deep.ndjson',
    `{"a":${'['.repeat(250)}${']'.repeat(250)},"b":1}\n`,
    'bad-row: too-deep.ndjson, record 1: malformed JSON: values are nested more than 200 deep',
  ],
]
