import { describe, expect, it } from 'vitest'
import { FORMAT_VERSION } from '../../src/model-file/container.js'
import { type Migration, migrate, migrations } from '../../src/model-file/migrations/migrations.js'

/** A made-up history: version 1 called the share of aliens "contamination", version 2 had no list of files. */
const madeUp: Record<number, Migration> = {
  1: ({ contamination, ...rest }) => ({ ...rest, alpha: contamination }),
  2: (content) => ({ ...content, data: [] }),
}

describe('migrations', () => {
  it('lead from every version that was ever written to the newest, one step each', () => {
    const older = Array.from({ length: FORMAT_VERSION - 1 }, (_, i) => String(i + 1))
    expect(Object.keys(migrations)).toEqual(older)
  })

  it('are taken one after the other', () => {
    const old = { contamination: 0.1, seed: 3 }
    expect(migrate(old, 1, 3, madeUp)).toEqual({ alpha: 0.1, seed: 3, data: [] })
    expect(migrate({ alpha: 0.1 }, 2, 3, madeUp)).toEqual({ alpha: 0.1, data: [] })
    expect(old).toEqual({ contamination: 0.1, seed: 3 })
  })

  it('are none for the newest version, and a gap among them is a refusal', () => {
    const newest = { alpha: 0.1 }
    expect(migrate(newest, 3, 3, madeUp)).toBe(newest)
    expect(() => migrate(newest, 1, 3, { 1: madeUp[1] })).toThrow('version 2, can no longer be read')
  })
})
