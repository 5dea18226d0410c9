import { describe, expect, it } from 'vitest'
import { crc32 } from '../../src/model-file/crc32.js'
import { decodeModelFile, encodeModelFile } from '../../src/model-file/model-file.js'
import { splitSignature, withSignature } from '../../src/model-file/signature.js'
import { sampleFile } from './sample-files.js'

const file = encodeModelFile(sampleFile('loda'))
const signature = { publicKey: new Uint8Array(32).fill(7), signature: new Uint8Array(64).fill(9) }
const signed = withSignature(file, signature)

describe('a signature', () => {
  it('stands after the file, which it leaves as it is', () => {
    expect(signed.length).toBe(file.length + 112)
    expect(Buffer.from(signed.subarray(0, file.length)).equals(Buffer.from(file))).toBe(true)
    const split = splitSignature(signed)
    expect(Buffer.from(split.signed).equals(Buffer.from(file))).toBe(true)
    expect(split.signature).toEqual(signature)
  })

  it('is none where there is none', () => {
    expect(splitSignature(file)).toEqual({ signed: file, signature: null })
    expect(splitSignature(new Uint8Array(3)).signature).toBeNull()
  })

  it('does not change what is read, wherever the file lies in memory', () => {
    expect(decodeModelFile(signed)).toEqual(decodeModelFile(file))
    const room = new Uint8Array(signed.length + 3)
    room.set(signed, 3)
    expect(decodeModelFile(room.subarray(3))).toEqual(decodeModelFile(file))
  })

  it('takes the place of another', () => {
    const other = { publicKey: new Uint8Array(32).fill(1), signature: new Uint8Array(64).fill(2) }
    expect(withSignature(signed, other)).toEqual(withSignature(file, other))
  })

  it('is refused when the file before it is damaged, when it is cut short, and when bytes follow it', () => {
    const damaged = signed.slice()
    damaged[100] ^= 1
    const twice = new Uint8Array([...signed, ...signed.subarray(file.length)])
    for (const bytes of [damaged, signed.subarray(0, -1), new Uint8Array([...signed, 0]), twice]) {
      expect(() => decodeModelFile(bytes)).toThrow('its checksum does not match')
    }
  })

  it('of another version or algorithm is not taken for one', () => {
    for (const at of [8, 12]) {
      const other = signed.slice()
      other[file.length + at] = 2
      expect(splitSignature(other).signature).toBeNull()
      expect(() => decodeModelFile(other)).toThrow('its checksum does not match')
    }
  })

  it('is not seen in a file that only ends like one', () => {
    const body = new Uint8Array([...new Uint8Array(200), ...signed.subarray(file.length)])
    new DataView(body.buffer).setUint32(196, crc32(body.subarray(0, 196)) ^ 1, true)
    expect(splitSignature(body).signature).toBeNull()
  })
})
