import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import {
  type Certificate,
  decodeModelFile,
  encodeModelFile,
  type ModelFile,
  splitSignature,
  withSignature,
} from '@xenolith/core'
import { readPrivateKey } from '@xenolith/files'
import { createService, openStore } from '@xenolith/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { csv, example, files, workshop, write } from './run.js'

const { path, xenolith } = workshop()
const data = example(150)
const terms = ['--alpha', '0.5', '--recall', '0.5', '--confidence', '0.8'] as const
const quick = ['--trees', '20'] as const

const ok = (...args: string[]): string => {
  const ran = xenolith(...args)
  expect(ran.status, ran.stderr).toBe(0)
  return ran.stdout
}
const refused = (code: string, ...args: string[]): string => {
  const ran = xenolith(...args)
  expect(ran.stderr).toContain(`[${code}]`)
  expect(ran.status).toBe(3)
  return ran.stderr
}
const verify = (model: string, ...more: string[]): string[] => ['verify', '--model', model, ...files, ...more]
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(path(name)))

interface Forest {
  readonly fraction: Uint16Array
}

/** A copy of the model with something changed and the checksum made to fit. */
function alter(name: string, change: (file: ModelFile) => ModelFile, keep = (bytes: Uint8Array) => bytes): void {
  write(path(name), keep(encodeModelFile(change(decodeModelFile(bytesOf('signed.xeno'))))))
}

beforeAll(() => {
  const kind = (row: number): string => (row % 2 ? 'a' : 'b')
  const name = (row: number): string => `r${row}`
  write(path('nominal.csv'), csv(data.nominal, { kind, name, code: (row) => row % 3 }))
  write(path('mixture.csv'), csv(data.mixture, { kind, name, code: (row) => row % 3 }))
  write(path('renamed.csv'), readFileSync(path('nominal.csv')))
  write(path('changed.csv'), readFileSync(path('mixture.csv'), 'utf8').replace(/\n[^,]+,/, '\n0.5,'))
  for (const key of ['key', 'other']) ok('keygen', '--out', key)
  const columns = ['--label', 'kind', '--id', 'name', '--types', 'code=categorical', '--per-class'] as const
  ok('fit', ...files, ...terms, ...quick, ...columns, '--out', 'signed.xeno', '--sign', 'key')
})

describe('keygen', () => {
  it('writes a private key that only its owner reads, and a public one', () => {
    expect(statSync(path('key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(path('key'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    expect(readFileSync(path('key.pub'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----/)
    expect(ok('keygen', '--out', 'third')).toMatch(/^ed25519:[0-9a-f]{64}\n$/)
  })

  it('never overwrites a key, and leaves no half of a pair behind', () => {
    const before = readFileSync(path('key'), 'utf8')
    const again = xenolith('keygen', '--out', 'key')
    expect(again.status).toBe(2)
    expect(again.stderr).toMatch(/key exists already.*\[output-unwritable\]\n$/)
    expect(readFileSync(path('key'), 'utf8')).toBe(before)
    write(path('half.pub'), 'something of mine')
    expect(xenolith('keygen', '--out', 'half').status).toBe(2)
    expect(() => statSync(path('half'))).toThrow()
    expect(readFileSync(path('half.pub'), 'utf8')).toBe('something of mine')
  })

  it('refuses what is no key, and the wrong half', () => {
    const bad = (...args: string[]): void => {
      const ran = xenolith(...args)
      expect(ran.stderr).toMatch(/^xenolith: [^\n]*\[bad-key\]\n$/)
      expect(ran.status).toBe(2)
    }
    bad('verify', '--model', 'signed.xeno', '--trust', 'nominal.csv')
    bad('verify', '--model', 'signed.xeno', '--trust', 'key')
    bad('fit', ...files, ...terms, ...quick, '--features', 'x1,x2', '--out', 'no.xeno', '--sign', 'key.pub')
    expect(() => statSync(path('no.xeno'))).toThrow()
  })
})

describe('verify', () => {
  it('finds that the model is what these data give, whatever the files are called', () => {
    expect(ok(...verify('signed.xeno', '--trust', 'key.pub'))).toMatch(
      /^signed by ed25519:[0-9a-f]{64}\nThis model is what these data give, with seed 1, .*recall 0.5/,
    )
    const other = ['verify', '--model', 'signed.xeno', '--nominal', 'renamed.csv', '--mixture', 'mixture.csv'] as const
    expect(JSON.parse(ok(...other, '--json'))).toMatchObject({
      same: true,
      differences: [],
      signature: { state: 'signed' },
    })
  })

  it.each([
    ['dkw, held out', ['--method', 'dkw', '--holdout', '0.5', '--recall', '0.2']],
    ['a threshold of Algorithm 1', ['--detector', 'loda', '--projections', '20']],
    ['rare values left alone', ['--no-rare-values']],
    ['numbers with a decimal point that was named', ['--decimal', '.']],
    ['an estimated alpha', ['--alpha', 'auto']],
  ] as const)('makes again: %s', (_, more) => {
    const asked = more[0] === '--detector' ? ['--alpha', '0.5', '--q', '0.1'] : [...terms, ...quick]
    ok('fit', ...files, ...asked, '--features', 'x1,x2,x3', ...more, '--out', 'one.xeno', '--seed', '5')
    expect(ok(...verify('one.xeno'))).toMatch(/^not signed\nThis model is what these data give/)
  })

  it('makes again a model that rests on an audit, with the verdicts', () => {
    const verdicts = Array.from({ length: 120 }, (_, i) => `${i + 1},${i % 2 ? 'nominal' : 'alien'}`)
    write(path('audit.csv'), `row,verdict\n${verdicts.join('\n')}\n`)
    write(path('other-audit.csv'), `row,verdict\n${verdicts.slice(2).join('\n')}\n`)
    const promise = ['--recall', '0.5', '--confidence', '0.8', '--audit', 'audit.csv'] as const
    ok('fit', ...files, ...promise, ...quick, '--features', 'x1,x2,x3', '--out', 'audited.xeno')
    expect(ok(...verify('audited.xeno', '--audit', 'audit.csv'))).toContain('is what these data give')
    expect(refused('model-differs', ...verify('audited.xeno', '--audit', 'other-audit.csv'))).toContain('audit file')
    expect(xenolith(...verify('audited.xeno')).stderr).toContain('give --audit')
    expect(xenolith(...verify('signed.xeno', '--audit', 'audit.csv')).stderr).toContain('no effect')
  })

  it('says what differs: altered data', () => {
    const ran = ['verify', '--model', 'signed.xeno', '--nominal', 'nominal.csv', '--mixture', 'changed.csv'] as const
    expect(refused('model-differs', ...ran)).toMatch(/different mixture file, sha256 \w{64} recorded, \w{64} given/)
    const { same, differences } = JSON.parse(xenolith(...ran, '--json').stdout)
    expect(same).toBe(false)
    expect(differences[0]).toMatchObject({ part: 'data', field: 'mixture' })
  })

  it('says what differs: a certificate altered so that its checksum fits', () => {
    alter('tau.xeno', (file) => ({ ...file, certificate: { ...file.certificate, tau: file.certificate.tau + 0.01 } }))
    expect(refused('model-differs', ...verify('tau.xeno'))).toMatch(
      /different certificate \(tau [\d.]+ recorded, [\d.]+ refitted\)/,
    )
    alter('rate.xeno', (file) => ({
      ...file,
      certificate: { ...file.certificate, falseAlarmRateUpper: 0.001 } as Certificate,
    }))
    expect(refused('model-differs', ...verify('rate.xeno'))).toContain('falseAlarmRateUpper 0.001 recorded')
  })

  it('says what differs: an altered detector, evidence, and promises that the data cannot carry', () => {
    alter('bytes.xeno', (file) => {
      const { model } = structuredClone(file) as unknown as { model: { models: { forest: Forest }[] } }
      model.models[0].forest.fraction[0] ^= 1
      return { ...file, model: model as unknown as ModelFile['model'] }
    })
    expect(refused('model-differs', ...verify('bytes.xeno'))).toContain('different model')
    alter('seed.xeno', (file) => ({ ...file, seed: 2 }))
    expect(refused('model-differs', ...verify('seed.xeno'))).toContain('model')
    alter('evidence.xeno', (file) => ({ ...file, evidence: { ...file.evidence, topRows: null } }))
    expect(refused('model-differs', ...verify('evidence.xeno'))).toContain('different evidence')
    const promise = (recall: number) => (file: ModelFile) => ({
      ...file,
      settings: { ...file.settings, recall },
      certificate: { ...file.certificate, recall, eta: Number((1 - recall).toPrecision(15)) } as Certificate,
    })
    alter('promise.xeno', promise(0.999))
    expect(refused('model-differs', ...verify('promise.xeno'))).toContain('certificate: refused:')
  })

  it('cannot check what does not say how it was made', () => {
    alter('old.xeno', ({ settings: _, ...file }) => file)
    const ran = xenolith(...verify('old.xeno'))
    expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('does not record what was asked for')])
    alter('new.xeno', (file) => ({ ...file, settings: { ...file.settings, novelty: 3 } }))
    expect(xenolith(...verify('new.xeno')).stderr).toContain('the setting "novelty"')
  })

  it('asks for something to verify with', () => {
    for (const args of [[], ['--nominal', 'nominal.csv'], ['--trust', 'key.pub', '--audit', 'audit.csv']]) {
      const ran = xenolith('verify', '--model', 'signed.xeno', ...args)
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('[bad-option]')])
    }
  })
})

describe('a signature', () => {
  const trust = (model: string, key = 'key.pub'): string[] => ['verify', '--model', model, '--trust', key]
  const signed = (bytes: Uint8Array): Uint8Array =>
    withSignature(bytes, splitSignature(bytesOf('signed.xeno')).signature!)

  it('is checked against the key that is trusted, not against the one in the file', () => {
    expect(ok(...trust('signed.xeno'))).toMatch(/^signed by ed25519:[0-9a-f]{64}\n$/)
    expect(refused('not-trusted', ...trust('signed.xeno', 'other.pub'))).toMatch(
      /signed by ed25519:\w+, not by ed25519:/,
    )
  })

  it('does not match a model that was changed, though its checksum does', () => {
    const change = (file: ModelFile) => ({
      ...file,
      certificate: { ...file.certificate, tau: file.certificate.tau - 1 },
    })
    alter('forged.xeno', change, signed)
    expect(refused('not-trusted', ...trust('forged.xeno'))).toContain('signature does not match')
    expect(ok('inspect', '--model', 'forged.xeno')).toContain('Signature: signature does not match')
    ok('report', '--model', 'forged.xeno', '--out', 'forged.html')
    expect(readFileSync(path('forged.html'), 'utf8')).toContain('signature does not match')
  })

  it('can be taken off, but then the model is not trusted', () => {
    write(path('bare.xeno'), splitSignature(bytesOf('signed.xeno')).signed)
    expect(refused('not-trusted', ...trust('bare.xeno'))).toContain('not signed')
    expect(ok('inspect', '--model', 'bare.xeno')).toContain('Signature: not signed')
  })

  it('is shown by inspect and the report, and no hindrance to using the model', () => {
    expect(ok('inspect', '--model', 'signed.xeno')).toMatch(/Signature: signed by ed25519:[0-9a-f]{64}\n/)
    expect(JSON.parse(ok('inspect', '--model', 'signed.xeno', '--json'))).toMatchObject({
      signature: { state: 'signed' },
      settings: { trees: 20, label: 'kind', perClass: true, types: ['code=categorical'] },
    })
    ok('report', '--model', 'signed.xeno', '--out', 'signed.html')
    expect(readFileSync(path('signed.html'), 'utf8')).toContain('signed by ed25519:')
    ok('detect', '--model', 'signed.xeno', '--input', 'mixture.csv', '--out', 'alarms.csv')
  })

  it('made with the same key and data is the same, so that signed models are too', () => {
    const columns = ['--label', 'kind', '--id', 'name', '--types', 'code=categorical', '--per-class'] as const
    ok('fit', ...files, ...terms, ...quick, ...columns, '--out', 'again.xeno', '--sign', 'key')
    expect(bytesOf('again.xeno')).toEqual(bytesOf('signed.xeno'))
  })

  it('is not written over the key that makes it', () => {
    const ran = xenolith('fit', ...files, ...terms, ...quick, '--features', 'x1', '--out', 'key', '--sign', 'key')
    expect(ran.stderr).toContain('[output-is-input]')
  })
})

describe('verify BUNDLE', () => {
  const make = async (): Promise<void> => {
    const store = await openStore(path('bundle.db'))
    const service = await createService({ store, signingKey: await readPrivateKey(path('key')) })
    const call = async (method: 'GET' | 'POST', url: string, payload?: Buffer | string, type = 'application/json') =>
      (await service.call({ method, url, payload, headers: { 'content-type': type } })).body
    const bytes = Buffer.from(bytesOf('signed.xeno'))
    const { model } = JSON.parse(await call('POST', '/v1/models', bytes, 'application/octet-stream'))
    const scores = { nominal: [...Array(200).keys()], mixture: [...Array(200).keys()].map((i) => 2 * i + 0.5) }
    const asked = { model: model.id, ...scores, alpha: 0.55, recall: 0.5, confidence: 0.9 }
    const { id } = JSON.parse(await call('POST', '/v1/certificates', JSON.stringify(asked)))
    write(path('bundle.html'), await call('GET', `/v1/certificates/${id}/bundle`))
    await service.close()
  }

  it('checks content, signature, history and scores with no service', async () => {
    await make()
    const words = ok('verify', 'bundle.html', '--trust', 'key.pub')
    expect(words).toContain('The scores give this certificate')
    expect(words).toMatch(/signed by ed25519:[0-9a-f]{64}, the key that you trust\./)
    expect(ok('verify', 'bundle.html')).toContain('whose key that is, this file cannot say')
    expect(refused('not-trusted', 'verify', 'bundle.html', '--trust', 'other.pub')).toContain('not by ed25519:')
    const page = readFileSync(path('bundle.html'), 'utf8')
    write(path('broken.html'), page.replace(/"alarmRate":0\.\d+/, '"alarmRate":0.123'))
    const why = refused('bundle-differs', 'verify', 'broken.html')
    expect(why).toContain('the content was changed')
    expect(why).toContain('its scores give another certificate: different alarmRate')
    const answer = JSON.parse(ok('verify', 'bundle.html', '--json'))
    expect(answer).toMatchObject({ certificate: { same: true } })
    expect(xenolith('verify', 'nominal.csv').stderr).toContain('[bad-bundle]')
    expect(xenolith('verify', 'bundle.html', '--model', 'signed.xeno').stderr).toContain('no effect')
    expect(xenolith('verify').stderr).toContain('give --model MODEL, or a bundle')
  })

  it('makes the certificate of a model file again from the scores that fit wrote beside it', async () => {
    const columns = ['--label', 'kind', '--id', 'name', '--types', 'code=categorical', '--per-class']
    const fitted = ['fit', ...files, ...terms, ...quick, ...columns]
    ok(...fitted, '--out', 'beside.xeno', '--scores', 'scores.json')
    expect(xenolith(...fitted, '--out', 'no.xeno', '--scores', 'no.xeno').stderr).toContain('the same file')
    expect(xenolith(...fitted, '--out', 'no.xeno', '--scores', 'nominal.csv').stderr).toContain('[output-is-input]')
    expect(xenolith(...fitted, '--out', 'no.xeno', '--scores', 's.json', '--train-rows', '50').stderr).toContain(
      '[bad-option]',
    )
    write(path('huge.csv'), 'a\n')
    truncateSync(path('huge.csv'), 2.1e9)
    const huge = ['fit', '--nominal', 'huge.csv', '--mixture', 'mixture.csv', ...terms, ...quick]
    expect(xenolith(...huge, '--out', 'no.xeno', '--scores', 's.json').stderr).toMatch(/more than 2 GB.*\[bad-option\]/)
    expect(existsSync(path('no.xeno')) || existsSync(path('s.json'))).toBe(false)
    const service = await createService({ store: await openStore(path('beside.db')) })
    const json = { 'content-type': 'application/json' }
    const added = await service.call({
      method: 'POST',
      url: '/v1/models',
      payload: Buffer.from(bytesOf('beside.xeno')),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { id } = JSON.parse(added.body).certificate
    const payload = readFileSync(path('scores.json'), 'utf8')
    const kept = await service.call({ method: 'PUT', url: `/v1/certificates/${id}/scores`, payload, headers: json })
    expect(kept.statusCode).toBe(200)
    write(path('beside.html'), (await service.call({ method: 'GET', url: `/v1/certificates/${id}/bundle` })).body)
    await service.close()
    expect(ok('verify', 'beside.html')).toContain('The scores give this certificate')
  })
})
