// Writes a table of mixed types for docs/paths.md: node tools/examples/flows.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { substream } from '@xenolith/core'

const folder = process.argv[2] ?? 'flows'
const HEADER = 'flow,protocol,service,flag,duration,bytes_out,bytes_in,rtt'

/** Ordinary traffic: web, names, mail. */
function ordinary(random) {
  const service = pick(random, ['http', 'http', 'http', 'dns', 'dns', 'smtp'])
  const dns = service === 'dns'
  return [
    dns ? 'udp' : 'tcp',
    service,
    random.float() < 0.04 ? 'RST' : 'SF',
    exponential(random, dns ? 0.05 : 2),
    Math.round(logNormal(random, dns ? 4.2 : 6.5, 0.5)),
    Math.round(logNormal(random, dns ? 5 : 9, 0.8)),
    random.float() < 0.05 ? '' : 0.01 + exponential(random, 0.04),
  ]
}

/** Two kinds of alien: beacons that call home, and data carried out over dns. */
function alien(random) {
  if (random.float() < 0.5) {
    return [
      'tcp',
      'http',
      'SF',
      30 + 0.1 * random.float(),
      96 + Math.floor(4 * random.float()),
      40,
      0.2 + 0.01 * random.float(),
    ]
  }
  const out = Math.round(logNormal(random, 8.5, 0.3))
  return ['udp', 'dns', 'SF', exponential(random, 0.5), out, Math.round(logNormal(random, 5, 0.5)), '']
}

const pick = (random, from) => from[Math.floor(random.float() * from.length)]
const exponential = (random, mean) => Number((-mean * Math.log(1 - random.float())).toPrecision(4))
const logNormal = (random, mean, deviation) =>
  Math.exp(mean + deviation * Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float()))

function write(name, rows, share) {
  const random = substream(7, name)
  const truth = []
  const lines = Array.from({ length: rows }, (_, i) => {
    truth[i] = random.float() < share ? 'alien' : 'nominal'
    return [`${name}-${i + 1}`, ...(truth[i] === 'alien' ? alien(random) : ordinary(random))].join(',')
  })
  writeFileSync(join(folder, `${name}-truth.txt`), `${truth.join('\n')}\n`)
  writeFileSync(join(folder, `${name}.csv`), [HEADER, ...lines, ''].join('\n'))
}

mkdirSync(folder, { recursive: true })
write('clean', 20_000, 0)
write('week', 60_000, 0.08)
write('today', 10_000, 0.03)
