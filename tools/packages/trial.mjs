// A small piece of real work with the installed packages, in Node and in a browser alike; the digests must agree.
import { certify, encodeModelFile, paperTable, score, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { percent } from '@xenolith/pages'
import { study } from '@xenolith/study'

/** `worker` starts a worker of the page's own, for a page that may load no other file. */
export async function trial(worker) {
  const nominal = paperTable(1500, () => false, substream(3, 'nominal'))
  const mixture = paperTable(1500, (row) => row % 2 === 0, substream(3, 'mixture'))
  const engine = createEngine({ workers: 2, smallWork: 0, worker })
  const trained = await engine.fit(nominal, { trees: 100, seed: 3 })
  const scores = await engine.score(trained.model, mixture)
  const terms = { alpha: 0.5, recall: 0.8, confidence: 0.9 }
  const outcome = await study({ nominal, mixture }, { terms, training: { trees: 100 }, seed: 3 }, { engine })
  await engine.close()
  const reference = score(trained.model, mixture)
  const certificate = certify({ nominal: trained.scores, mixture: scores, alpha: 0.5, recall: 0.8, confidence: 0.9 })
  return {
    'the engine gives the scores of core': String(scores.every((value, row) => value === reference[row])),
    'training scores': await digest(trained.scores),
    'scores of the mixture': await digest(scores),
    certificate: `${certificate.certified}, tau ${certificate.tau}`,
    words: percent(certificate.falseAlarmRate),
    'a study': outcome.refused ? outcome.reason : await digest(encodeModelFile(outcome.file)),
  }
}

async function digest(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
