// What may stand in a cell, by the kind of column that it is meant for.

export const oneOf = (list, random) => list[random.below(list.length)]
export const chance = (share, random) => random.float() < share

const NUMBERS = [
  '0', '-0', '7', '+3', '1.5', '-2.25', '.5', '5.', '-.5', '1e3', '1E-3', '2e+05', '1e400', '-1e400', '1e308', '5e-324', '1e-400',
  '9007199254740993', '123456789012345678901234567890', '0.1', '00012', ' 4 ', '\t5', '6\u00a0', '1_000', '0x1F', '1e', 'e5', '--1', '1.2.3',
] // biome-ignore format: a list
const FOREIGN = [
  '1,5',
  '2,25',
  '1,234',
  '12,345',
  '1.234,5',
  "1'000",
  '1 000',
  '1\u00a0000',
  '1\u202f000',
  '1,234,567',
  ',5',
  '-3,75',
]
const MISSING = [
  '',
  ' ',
  'NA',
  'N/A',
  'n/a',
  'na',
  'NaN',
  'nan',
  'null',
  'NULL',
  'Null',
  '?',
  '-',
  'None',
  'nil',
  '.',
  '#N/A',
]
const INFINITE = ['inf', '-inf', 'Infinity', '-Infinity', '+Inf', 'INF', '∞']
const DATES = [
  '2024-02-29', '2023-02-29', '1969-12-31', '2024-01-01 10:00', '2024-01-01T10:00:00Z', '2024-01-01T10:00:00.123456789+05:30', '2024-13-01',
  '2024-01-01T24:00:00', '01/02/2024', '1.2.2024', '10:15', '2024-W05', '99999-01-01', '-0001-01-01', '2024-1-1', '2024-01-01T10:00:00-00:00',
] // biome-ignore format: a list
const WORDS = [
  'red', 'blue', 'Blue', ' red', 'red ', 'a b', 'true', 'False', 'é', 'e\u0301', '名', '🙂', '\u200b', '\ufeff', '__proto__', 'constructor', "it's", "'x'",
  '=1+1', '#', '//', 'a\\b', '\\N', '\\"', 'x\u0000y', '\u0001', '\u2028', '\u0085', 'a;b', 'a|b', 'a,b', 'a\tb', 'a"b', '"', '""', '"x"', 'a\nb', 'a\r\nb', 'a\rb', '\n',
] // biome-ignore format: a list

const KINDS = {
  numbers: (random) => (chance(0.7, random) ? String(random.below(2000) / 8 - 100) : oneOf(NUMBERS, random)),
  plain: (random) => String(random.below(100_000) / 100),
  commas: (random) => (chance(0.8, random) ? `${random.below(100)},${random.below(100)}` : oneOf(FOREIGN, random)),
  foreign: (random) => oneOf(FOREIGN, random),
  dates: (random) =>
    chance(0.9, random)
      ? `20${10 + random.below(15)}-0${1 + random.below(9)}-1${random.below(9)}`
      : oneOf(DATES, random),
  words: (random) => oneOf(WORDS, random),
  few: (random) => oneOf(['u', 'v', 'w'], random),
  missing: (random) => oneOf(MISSING, random),
  infinite: (random) => oneOf(INFINITE, random),
  long: (random) => oneOf(['x', 'é', '"', 'ab,'], random).repeat(1 + random.below(3000)),
}
const STEADY = ['numbers', 'numbers', 'plain', 'plain', 'plain', 'commas', 'dates', 'words', 'few', 'few']

/** A column: mostly of one kind, with a share of cells of others. */
export function columnOf(random) {
  const kind = KINDS[oneOf(chance(0.9, random) ? STEADY : Object.keys(KINDS), random)]
  const gaps = chance(0.3, random) ? 0.2 : 0
  const strays = chance(0.25, random) ? 0.05 : 0
  return () => {
    if (chance(gaps, random)) return oneOf(MISSING, random)
    return (chance(strays, random) ? oneOf(Object.values(KINDS), random) : kind)(random)
  }
}

const NAMES = [
  'x',
  'y',
  'Label',
  'class',
  'id',
  ' a',
  'a ',
  'A',
  '',
  'é',
  'e\u0301',
  '__proto__',
  'constructor',
  'a.b',
  'a"b',
  'a,b',
  'a\nb',
  '1',
  '2.5',
  'NA',
  'column0',
  'column1',
  '\u0000',
  '\ufeffx',
  "x'; DROP TABLE t; --",
  '名前',
]

export function nameOf(index, random) {
  return chance(0.8, random) ? `f${index}` : oneOf(NAMES, random)
}
