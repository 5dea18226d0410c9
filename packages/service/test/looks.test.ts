import { describe, expect, it } from 'vitest'
import { modelBytes, modelScores, newStore, start, storeKinds } from './setup.js'

const scores = { nominal: [...modelScores.nominal], mixture: [...modelScores.mixture] }
const asked = { alpha: 0.35, recall: 0.8, confidence: 0.95 }

describe.each(storeKinds)('questions about the same scores, over %s', (kind) => {
  it('certify once; the same question again gives the same certificate, in any order of rows another one none', async () => {
    const client = await start({ path: await newStore(kind) })
    const { model, id: stream } = await client.stream()
    const ask = (more: object) => client.json('POST', '/v1/certificates', { model, ...asked, ...scores, ...more })
    const first = await ask({})
    expect(first).toMatchObject({ status: 201, body: { certified: true, looks: 1 } })
    const again = await ask({})
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, certified: true } })
    const turned = { nominal: scores.nominal.toReversed(), mixture: scores.mixture.toReversed() }
    const second = await ask({ recall: 0.75, ...turned })
    expect(second).toMatchObject({ status: 201, body: { certified: false, looks: 2 } })
    // A refusal is a look too.
    expect((await ask({ recall: 0.9999 })).body.code).toBe('not-certifiable')
    expect((await ask({ recall: 0.7 })).body).toMatchObject({ certified: false, looks: 4 })
    const fresh = { ...scores, mixture: scores.mixture.slice(1) }
    expect((await ask(fresh)).body).toMatchObject({ certified: true, looks: 1 })
    // What such a certificate judges is without promise.
    const put = { certificate: second.body.id }
    expect((await client.json('PUT', `/v1/streams/${stream}/certificate`, put)).body.status).toBe('without-promise')
    await client.service.close()
  })

  it('the scores of a model file that were handed over have been asked about', async () => {
    const client = await start({ path: await newStore(kind) })
    const added = await client.send('POST', '/v1/models', {
      payload: Buffer.from(modelBytes),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { model, certificate } = added.body
    expect((await client.json('PUT', `/v1/certificates/${certificate.id}/scores`, scores)).status).toBe(200)
    const more = { model: model.id, ...asked, recall: 0.75, ...scores }
    expect((await client.json('POST', '/v1/certificates', more)).body).toMatchObject({ certified: false, looks: 2 })
    await client.service.close()
  })
})
