// How far is the promise from its confidence when nominal scores are out-of-bag instead of held out?
// node bench/out-of-bag/run.mjs [--runs 400] [--trees 200]   (real tables need XENOLITH_DATA)
//
// A run draws n nominal rows and a mixture of n rows (every row alien with probability alpha), certifies with exact and
// dkw from out-of-bag scores, and from the scores of half of the nominal rows held out of training. Its true miss rate is
// that on the whole alien law: 20,000 fresh aliens (synthetic), or all alien rows of the table, from which the mixture's
// aliens are drawn with replacement. Counted: certificates whose miss rate exceeds eta, as a share of all runs.
import { parseArgs } from 'node:util'
import { certify, fit, holdOut, paperTable, score, selectRows, substream } from '@xenolith/core'
import { datasetFile, manifest } from '@xenolith/experiments'
import { openSource } from '@xenolith/files'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '400' },
    trees: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
})
const runs = Number(options.runs)
const trees = Number(options.trees)
const delta = 0.05

/** A world: how to draw nominal rows, mixture nominals and aliens, and all aliens for the truth. */
function syntheticWorld() {
  return {
    name: 'synthetic',
    n: 1000,
    draw(random, n, isAlien) {
      const nominal = paperTable(n, () => false, random)
      return { nominal, mixture: paperTable(n, (i) => isAlien[i] === 1, random) }
    },
    aliens: paperTable(20_000, () => true, substream(1, 'truth')),
  }
}

async function realWorld(name, n) {
  const { label, nominal } = manifest.find((table) => table.name === name)
  const source = await openSource(await datasetFile(name, process.env.XENOLITH_DATA))
  const {
    table,
    strings: [labels],
  } = await source.read({ except: [label], strings: [label] })
  await source.close()
  const known = labels.flatMap((value, row) => (nominal.includes(value) ? [row] : []))
  const alien = labels.flatMap((value, row) => (nominal.includes(value) ? [] : [row]))
  return {
    name,
    n,
    draw(random, size, isAlien) {
      const order = Int32Array.from(known)
      for (let i = 0; i < 2 * size; i++) {
        const j = i + random.below(order.length - i)
        ;[order[i], order[j]] = [order[j], order[i]]
      }
      const mixed = Array.from(isAlien, (flag, i) => (flag === 1 ? alien[random.below(alien.length)] : order[size + i]))
      return { nominal: selectRows(table, order.subarray(0, size)), mixture: selectRows(table, mixed) }
    },
    aliens: selectRows(table, alien),
  }
}

const missRate = (scores, tau) => scores.reduce((sum, s) => sum + (s <= tau ? 1 : 0), 0) / scores.length

function certificatesOf(sample, model, nominal, alienScores, alpha, eta) {
  const mixture = score(model, sample.mixture)
  return ['exact', 'dkw'].map((method) => {
    try {
      const { certified, tau, falseAlarmRate } = certify({
        nominal,
        mixture,
        alpha,
        recall: 1 - eta,
        confidence: 1 - delta,
        method,
      })
      return { issued: certified, violated: certified && missRate(alienScores, tau) > eta, falseAlarmRate }
    } catch (error) {
      if (error.code !== 'alpha-refuted') throw error
      return { issued: false, violated: false, falseAlarmRate: 1 }
    }
  })
}

async function measure(world, alpha, eta) {
  const tally = {}
  for (let run = 0; run < runs; run++) {
    const random = substream(run, `out-of-bag-${world.name}-${alpha}`)
    const isAlien = Uint8Array.from({ length: world.n }, () => (random.float() < alpha ? 1 : 0))
    const sample = world.draw(random, world.n, isAlien)
    const whole = fit(sample.nominal, { trees, seed: run })
    const { kept, heldOut } = holdOut(world.n, 0.5, run)
    const half = fit(selectRows(sample.nominal, kept), { trees, seed: run }).model
    const ways = {
      'out-of-bag': [whole.model, whole.scores],
      'held-out': [half, score(half, selectRows(sample.nominal, heldOut))],
    }
    for (const [way, [model, nominal]] of Object.entries(ways)) {
      certificatesOf(sample, model, nominal, score(model, world.aliens), alpha, eta).forEach((result, k) => {
        const key = `${way} ${['exact', 'dkw'][k]}`
        tally[key] ??= { issued: 0, violated: 0, rates: [] }
        tally[key].issued += result.issued
        tally[key].violated += result.violated
        tally[key].rates.push(result.issued ? result.falseAlarmRate : 1)
      })
    }
  }
  for (const [key, { issued, violated, rates }] of Object.entries(tally)) {
    const median = rates.sort((a, b) => a - b)[rates.length >> 1]
    const cells = [
      world.name,
      alpha,
      eta,
      key,
      (issued / runs).toFixed(3),
      (violated / runs).toFixed(4),
      median.toFixed(3),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

console.log(
  `| data | alpha | eta | nominal scores, method | issued | violated (delta ${delta}) | median false alarm rate |`,
)
console.log('|---|---|---|---|---|---|---|')
const wanted = (name) => options.only === undefined || options.only === name
if (wanted('synthetic'))
  for (const [alpha, eta] of [
    [0.5, 0.1],
    [0.2, 0.3],
  ])
    await measure(syntheticWorld(), alpha, eta)
for (const [name, n] of [
  ['landsat', 1200],
  ['optdigits', 1200],
  ['shuttle', 1200],
]) {
  if (process.env.XENOLITH_DATA !== undefined && wanted(name)) await measure(await realWorld(name, n), 0.5, 0.15)
}
