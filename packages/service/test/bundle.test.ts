import { generateKeyPairSync, sign } from 'node:crypto'
import {
  type Bundle,
  bundleText,
  checkBundle,
  openBundle,
  readBundle,
  sha256Hex,
  verifyInBrowser,
} from '@xenolith/pages/bundle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, drawRows, modelScores, newStore, start, storeKinds } from './setup.js'

const { privateKey } = generateKeyPairSync('ed25519')
const scores = { nominal: [...modelScores.nominal], mixture: [...modelScores.mixture] }

describe.each(storeKinds)('a bundle, over %s', (kind) => {
  let client: Client
  let stream: { id: string; certificate: string }
  let page: string
  beforeAll(async () => {
    client = await start({ path: await newStore(kind), signingKey: privateKey })
    stream = await client.stream()
    await client.rows(stream.id, drawRows(50, 0.3, 'bundle'), 'one')
    await client.json('PUT', `/v1/certificates/${stream.certificate}/scores`, scores)
    page = (await client.send('GET', `/v1/streams/${stream.id}/bundle`)).text
  })
  afterAll(() => client.service.close())

  const states = async (html: string): Promise<Record<string, string>> => {
    const { text, signature } = openBundle(html, 'bundle.html')
    const checks = await checkBundle(text, signature, verifyInBrowser)
    return Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  }
  /** The bundle with something changed, its hash and signature made to fit by the holder of the key. */
  const forged = async (change: (bundle: Bundle) => Bundle): Promise<string> => {
    const { text, signature } = openBundle(page, 'bundle.html')
    const other = bundleText(change(readBundle(text, 'bundle.html')))
    const sealed = {
      ...signature,
      sha256: await sha256Hex(other),
      signature: sign(null, Buffer.from(other), privateKey).toString('base64'),
    }
    return page.replace(text, () => other).replace(JSON.stringify(signature), () => JSON.stringify(sealed))
  }

  it('holds everything, and finds itself whole', async () => {
    expect(await states(page)).toEqual({
      text: 'right',
      signature: 'right',
      history: 'right',
      certificate: 'right',
      scores: 'right',
    })
    const bundle = readBundle(openBundle(page, 'bundle.html').text, 'bundle.html')
    expect(bundle.report).toContain('<!doctype html>')
    expect(bundle.stream).toMatchObject({ rows: 50, status: 'valid' })
    expect(bundle.history.events[0].seq).toBe(1)
  })

  it('finds a changed content, and a signature that is not of it', async () => {
    const text = page.replace('"rows":50', '"rows":51')
    expect(await states(text)).toMatchObject({ text: 'wrong', signature: 'wrong' })
  })

  it.each<[string, 'history' | 'certificate' | 'scores', (bundle: Bundle) => Bundle]>([
    [
      'an event that was changed',
      'history',
      (b) => ({
        ...b,
        history: { ...b.history, events: b.history.events.map((e) => (e.seq === 3 ? { ...e, actor: 'eve' } : e)) },
      }),
    ],
    [
      'an event that was taken out',
      'history',
      (b) => ({ ...b, history: { ...b.history, events: b.history.events.filter(({ seq }) => seq !== 3) } }),
    ],
    ['another certificate', 'certificate', (b) => ({ ...b, certificate: { ...b.certificate, recall: 0.99 } })],
    [
      'other scores',
      'scores',
      (b) => ({ ...b, scores: { ...b.scores!, mixture: Buffer.alloc(80).toString('base64') } as Bundle['scores'] }),
    ],
  ])('finds %s, whoever signed it', async (_, wrong, change) => {
    const html = await forged(change)
    expect(await states(html)).toMatchObject({ text: 'right', signature: 'right', [wrong]: 'wrong' })
  })

  it('keeps scores that give the certificate, and no others', async () => {
    const moved = { ...scores, mixture: scores.mixture.map((x) => x + 0.01) }
    const refused = await client.json('PUT', `/v1/certificates/${stream.certificate}/scores`, moved)
    expect(refused).toMatchObject({ status: 422, body: { code: 'model-differs' } })
    const again = await client.json('PUT', `/v1/certificates/${stream.certificate}/scores`, scores)
    expect(again.status).toBe(200)
  })

  it('carries the scores of certificates that were made here', async () => {
    const terms = { model: (await client.stream()).model, alpha: 0.4, recall: 0.75, confidence: 0.9 }
    const made = await client.json('POST', '/v1/certificates', { ...terms, ...scores })
    const { text } = await client.send('GET', `/v1/certificates/${made.body.id}/bundle`)
    expect(await states(text)).toMatchObject({ certificate: 'right', scores: 'right' })
  })

  it('comes with a model that was fitted here, from the scores of that fit', async () => {
    const csv = (alpha: number, label: string): string =>
      `size,speed\n${drawRows(300, alpha, label)
        .map((row) => row.join(','))
        .join('\n')}\n`
    const files = {
      nominal: { name: 'n.csv', text: csv(0, 'fit n') },
      mixture: { name: 'm.csv', text: csv(0.3, 'fit m') },
    }
    const terms = { alpha: 0.4, recall: 0.5, confidence: 0.8, trees: 30, seed: 3 }
    const made = await client.json('POST', '/v1/fits', { ...files, ...terms, name: 'fitted' })
    expect(made.status, made.text).toBe(201)
    expect(made.body.model).toMatchObject({ name: 'fitted', version: 1 })
    const { text } = await client.send('GET', `/v1/certificates/${made.body.certificate.id}/bundle`)
    expect(await states(text)).toMatchObject({ certificate: 'right', scores: 'right' })
    const refused = await client.json('POST', '/v1/fits', { ...files, ...terms, recall: 0.999, confidence: 0.999 })
    expect(refused).toMatchObject({ status: 422, body: { code: 'not-certifiable' } })
  })

  it('is refused where it is none', () => {
    expect(() => openBundle('<html></html>', 'x.html')).toThrow(/not a bundle/)
    expect(() => readBundle('{"format": 7}', 'x.html')).toThrow(/another version/)
    expect(() => readBundle('{', 'x.html')).toThrow(/damaged/)
  })
})
